//! Mails about payments, in both languages. No mail asks for more than to open the site, and none contains card data.

use time::OffsetDateTime;
use uuid::Uuid;

use super::DisputeOutcome;
use super::messages::failure;
use super::price::{Money, wit_shown};
use crate::clock::kst_minute;
use crate::email_templates::localized_message;
use crate::error::Language;
use crate::mailer::Message;

/// A price as text. A store does not always report what it charged.
fn paid(price: Money, language: Language) -> String {
    match (price.amount_minor, language) {
        (0, Language::Ko) => "스토어에서 결제한 금액".into(),
        (0, Language::En) => "the amount charged by the store".into(),
        _ => price.shown(language),
    }
}

/// Receipt of a purchase.
pub(super) fn receipt(
    to: &str,
    (order, amount, price): (Uuid, i64, Money),
    at: OffsetDateTime,
    link: &str,
    language: Language,
) -> Message {
    let (wit, price, at) = (wit_shown(amount), paid(price, language), kst_minute(at));
    localized_message(
        to,
        language,
        (
            format!("Witverse 충전 영수증: {wit} WIT"),
            format!(
                "{wit} WIT가 지갑에 충전되었습니다.\n\n결제 금액: {price}\n결제 시각: {at} (한국 시간)\n주문 번호: {order}\n\n\
                 사용하지 않은 WIT는 결제 후 7일 안에 환불을 신청할 수 있습니다.\n{link}\n"
            ),
        ),
        (
            format!("Your Witverse receipt: {wit} WIT"),
            format!(
                "{wit} WIT were added to your wallet.\n\nPaid: {price}\nDate: {at} (Korean time)\nOrder number: {order}\n\n\
                 You can request a refund of unused WIT within 7 days of the payment.\n{link}\n"
            ),
        ),
    )
}

/// A payment could not be credited and is refunded.
pub(super) fn given_back(to: &str, price: Money, code: &str, language: Language) -> Message {
    let (price, why) = (paid(price, language), failure(code));
    localized_message(
        to,
        language,
        (
            "Witverse 결제가 취소됩니다".into(),
            format!(
                "{}\n\n주문 금액: {price}\n\nWIT는 충전되지 않았고, 결제한 금액은 결제 대행사를 통해 돌려드립니다.\n",
                why.ko
            ),
        ),
        (
            "Your Witverse payment is being cancelled".into(),
            format!(
                "{}\n\nOrder total: {price}\n\nNo WIT were added, and what you paid will be refunded.\n",
                why.en
            ),
        ),
    )
}

/// A payment was refunded; `answer` is the administrator's, if the refund was requested.
pub(super) fn refunded(
    to: &str,
    amount: i64,
    price: Money,
    answer: Option<&str>,
    language: Language,
) -> Message {
    let (wit, price) = (wit_shown(amount), paid(price, language));
    let (ko, en) = match answer.filter(|answer| !answer.is_empty()) {
        Some(answer) => (
            format!("답변: {answer}\n\n"),
            format!("Answer: {answer}\n\n"),
        ),
        None => (String::new(), String::new()),
    };
    localized_message(
        to,
        language,
        (
            "Witverse 환불이 완료되었습니다".into(),
            format!(
                "{wit} WIT의 결제 대금을 돌려드렸습니다: {price}\n\n{ko}카드사에 따라 명세서에 표시되기까지 며칠이 걸릴 수 있습니다.\n"
            ),
        ),
        (
            "Your Witverse refund is complete".into(),
            format!(
                "Your payment for {wit} WIT was refunded: {price}\n\n{en}It may take a few days to appear on your statement.\n"
            ),
        ),
    )
}

/// A refund request was rejected.
pub(super) fn refund_rejected(to: &str, price: Money, answer: &str, language: Language) -> Message {
    let price = paid(price, language);
    localized_message(
        to,
        language,
        (
            "Witverse 환불 신청 결과".into(),
            format!(
                "결제({price})의 환불 신청이 거절되었습니다.\n\n답변: {answer}\n\nWIT는 다시 사용할 수 있습니다.\n"
            ),
        ),
        (
            "Your Witverse refund request".into(),
            format!(
                "Your request to refund the payment ({price}) was declined.\n\nAnswer: {answer}\n\nYou can use your WIT again.\n"
            ),
        ),
    )
}

/// The payer called a payment back.
pub(super) fn disputed(to: &str, price: Money, language: Language) -> Message {
    let price = paid(price, language);
    localized_message(
        to,
        language,
        (
            "Witverse 지갑이 정지되었습니다".into(),
            format!(
                "결제({price})에 대해 카드사나 스토어에 이의가 접수되어, 해결될 때까지 지갑을 정지했습니다.\n\n\
                 그동안 WIT를 쓰거나 받을 수 없습니다. 이의를 신청하지 않으셨다면 고객 지원에 문의해 주세요.\n"
            ),
        ),
        (
            "Your Witverse wallet is frozen".into(),
            format!(
                "Your payment ({price}) was disputed through your card company or store, so your wallet is frozen until this is settled.\n\n\
                 Until then, you cannot spend or receive WIT. If you did not dispute it, please contact support.\n"
            ),
        ),
    )
}

/// A dispute was settled.
pub(super) fn dispute_settled(
    to: &str,
    price: Money,
    (outcome, taken): (DisputeOutcome, i64),
    reason: &str,
    language: Language,
) -> Message {
    let (price, taken) = (paid(price, language), wit_shown(taken));
    let (ko, en) = match outcome {
        DisputeOutcome::Won => (
            format!("결제({price})가 그대로 유지됩니다."),
            format!("Your payment ({price}) stands."),
        ),
        DisputeOutcome::Lost => (
            format!("결제({price})가 취소되어 {taken} WIT를 회수했습니다."),
            format!("Your payment ({price}) was reversed, and {taken} WIT were taken back."),
        ),
    };
    localized_message(
        to,
        language,
        (
            "Witverse 결제 이의가 해결되었습니다".into(),
            format!("{ko}\n\n사유: {reason}\n"),
        ),
        (
            "The dispute about your Witverse payment is settled".into(),
            format!("{en}\n\nReason: {reason}\n"),
        ),
    )
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use uuid::Uuid;

    use super::{DisputeOutcome, dispute_settled, given_back, receipt};
    use crate::error::Language;
    use crate::payments::price::{Currency, Money};

    const PRICE: Money = Money {
        currency: Currency::Krw,
        amount_minor: 1_400,
    };

    #[test]
    fn a_receipt_contains_amount_price_time_and_link() {
        let at = datetime!(2026-11-21 15:30 UTC);
        for language in [Language::Ko, Language::En] {
            let order = (Uuid::from_u128(7), 10_000, PRICE);
            let text = receipt("a@b.co", order, at, "http://x/y", language).text;
            let price = PRICE.shown(language);
            for part in ["100 WIT", &price, "2026.11.22 00:30", "http://x/y"] {
                assert!(text.contains(part), "{part} in {text}");
            }
        }
    }

    #[test]
    fn a_refund_mail_contains_the_reason() {
        let text = given_back("a@b.co", PRICE, "payment_amount_mismatch", Language::En).text;
        assert!(text.contains("does not match the order") && text.contains("₩1,400"));
        let untold = Money {
            amount_minor: 0,
            ..PRICE
        };
        let text = given_back("a@b.co", untold, "payment_not_credited", Language::En).text;
        assert!(text.contains("the amount charged by the store") && !text.contains("0원"));
        let lost = (DisputeOutcome::Lost, 5_050);
        let text = dispute_settled("a@b.co", PRICE, lost, "because", Language::Ko).text;
        assert!(text.contains("50.50 WIT") && text.contains("because"));
    }
}
