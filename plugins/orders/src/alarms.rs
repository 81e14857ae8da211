//! Alarms of `mail@1` for buyers. Their keys contain the order, so that each is raised once.

use crate::product::Product;
use crate::purchase::{Method, Purchase};
use crate::request_store::{Escalation, Fallback};
use witverse_sdk::Uuid;
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::Text;

pub(crate) fn alarm(
    to: &Uuid,
    key: String,
    title: Text,
    description: Text,
    link: String,
) -> NewAlarm {
    NewAlarm {
        to: to.clone(),
        kind: Kind::Trade,
        key,
        title,
        description,
        link: Some(link),
        from: None,
        can_reply: false,
        remain_amount: None,
    }
}

fn order_link(id: &Uuid) -> String {
    format!("/order/detail?order={id}")
}

/// An order was paid.
pub(crate) fn bought(purchase: &Purchase, product: &Product) -> Vec<NewAlarm> {
    let (ko, en) = (&product.name.ko, &product.name.en);
    let mut alarms = Vec::new();
    if let Some(buyer) = &purchase.buyer {
        alarms.push(alarm(
            buyer,
            format!("bought:{}", purchase.id),
            Text::new("주문이 완료되었습니다", "Your order is confirmed"),
            Text::new(
                format!("‘{ko}’ 결제를 확인했습니다."),
                format!("We have received your payment for “{en}”."),
            ),
            order_link(&purchase.id),
        ));
    }
    alarms
}

/// The parcel was not shipped in time.
pub(crate) fn late(purchase: &Purchase) -> Vec<NewAlarm> {
    let buyer = purchase.buyer.iter();
    buyer
        .map(|buyer| {
            alarm(
                buyer,
                format!("late:{}", purchase.id),
                Text::new("발송이 늦어지고 있습니다", "Your order is late"),
                Text::new(
                    "약속한 발송일이 지났습니다. 기다리지 않고 바로 취소할 수 있습니다.",
                    "The promised date has passed. You can cancel the order now.",
                ),
                order_link(&purchase.id),
            )
        })
        .collect()
}

/// The day of a pre-order has changed. `is_slip`: it is so much later that the buyer is offered to cancel.
pub(crate) fn moved(
    purchase: &Purchase,
    product: &Product,
    day: &str,
    is_slip: bool,
) -> Vec<NewAlarm> {
    let (ko, en) = (&product.name.ko, &product.name.en);
    let day_ko = in_korean(day);
    let text = match is_slip {
        true => Text::new(
            format!(
                "‘{ko}’의 발송 시작일이 {day_ko}로 7일 넘게 늦어졌습니다. 기다리지 않고 바로 전액 환불받을 수 있습니다."
            ),
            format!(
                "“{en}” ships from {day}, more than 7 days later than promised. You can cancel for a full refund."
            ),
        ),
        false => Text::new(
            format!("‘{ko}’의 발송 시작일이 {day_ko}로 바뀌었습니다."),
            format!("“{en}” now ships from {day}."),
        ),
    };
    let buyer = purchase.buyer.iter();
    buyer
        .map(|buyer| {
            alarm(
                buyer,
                format!("moved:{}:{day}", purchase.id),
                Text::new("발송일이 바뀌었습니다", "Your shipping date has changed"),
                text.clone(),
                order_link(&purchase.id),
            )
        })
        .collect()
}

/// The money was given back.
pub(crate) fn refunded(purchase: &Purchase) -> Vec<NewAlarm> {
    let buyer = purchase.buyer.iter();
    buyer
        .map(|buyer| {
            alarm(
                buyer,
                format!("refunded:{}", purchase.id),
                Text::new("환불되었습니다", "Your refund is complete"),
                Text::new(
                    "결제한 금액을 결제한 수단으로 모두 돌려드렸습니다.",
                    "The full amount was returned the way you paid.",
                ),
                order_link(&purchase.id),
            )
        })
        .collect()
}

/// The card provider has refused the refund for now. One alarm per order: the retries are daily.
pub(crate) fn refund_delayed(purchase: &Purchase) -> Vec<NewAlarm> {
    let buyer = purchase.buyer.iter();
    buyer
        .map(|buyer| {
            alarm(
                buyer,
                format!("refund-delayed:{}", purchase.id),
                Text::new("환불이 늦어지고 있습니다", "Your refund is delayed"),
                Text::new(
                    "결제사에서 환불을 처리하지 못했습니다. 완료될 때까지 매일 다시 요청하겠습니다.",
                    "The card provider could not make it yet. We ask again every day until it is done.",
                ),
                order_link(&purchase.id),
            )
        })
        .collect()
}

/// A part of the money is given back; `amount` is in the unit of the payment.
pub(crate) fn part_refunded(
    purchase: &Purchase,
    n: usize,
    amount: i64,
    reason: &str,
) -> Vec<NewAlarm> {
    let reason: String = reason.chars().take(150).collect();
    let (ko, en) = match purchase.method {
        Some(Method::Wit) => {
            let text = format!("{}.{:02} WIT", grouped(amount / 100), amount % 100);
            (text.clone(), text)
        }
        _ => (
            format!("{}원", grouped(amount)),
            format!("₩{}", grouped(amount)),
        ),
    };
    let buyer = purchase.buyer.iter();
    buyer
        .map(|buyer| {
            alarm(
                buyer,
                format!("part:{}:{n}", purchase.id),
                Text::new(
                    "일부 금액을 환불했습니다",
                    "Part of your payment was refunded",
                ),
                Text::new(
                    format!("결제한 수단으로 {ko}을 돌려드립니다. 사유: {reason}"),
                    format!("{en} will be returned the way you paid. Reason: {reason}"),
                ),
                order_link(&purchase.id),
            )
        })
        .collect()
}

/// `2027-01-05` as it is written in Korean: `2027년 1월 5일`.
fn in_korean(day: &str) -> String {
    let parts: Vec<&str> = day.split('-').collect();
    match parts[..] {
        [year, month, day] => {
            let short = |number: &'_ str| number.trim_start_matches('0').to_owned();
            format!("{year}년 {}월 {}일", short(month), short(day))
        }
        _ => day.to_owned(),
    }
}

/// A number with commas: `12,345`.
pub(crate) fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A payment arrived after the order had ended.
pub(crate) fn voided(purchase: &Purchase) -> Vec<NewAlarm> {
    let buyer = purchase.buyer.iter();
    buyer
        .map(|buyer| {
            alarm(
                buyer,
                format!("voided:{}", purchase.id),
                Text::new("늦은 결제를 취소했습니다", "A late payment was cancelled"),
                Text::new(
                    "결제 시간이 지나 주문이 취소된 뒤 승인된 결제입니다. 자동으로 취소되어 청구되지 않습니다.",
                    "It was approved after the order had been cancelled, so you will not be charged.",
                ),
                order_link(&purchase.id),
            )
        })
        .collect()
}

/// The seller has decided a request, or the state of the parcel has changed.
pub(crate) fn news(purchase: &Purchase, what: &str, title: Text, text: Text) -> Vec<NewAlarm> {
    let buyer = purchase.buyer.iter();
    buyer
        .map(|buyer| {
            let key = format!("{what}:{}:{}", purchase.id, purchase.exchanges);
            alarm(
                buyer,
                key,
                title.clone(),
                text.clone(),
                order_link(&purchase.id),
            )
        })
        .collect()
}

/// The parcel was marked as delivered by the seller, or by the end of its term. The time to withdraw has `days`.
pub(crate) fn delivered(purchase: &Purchase, days: i64) -> Vec<NewAlarm> {
    news(
        purchase,
        "delivered",
        Text::new(
            "배송이 완료되었습니다",
            "Your order was marked as delivered",
        ),
        Text::new(
            format!(
                "앞으로 {days}일 동안 청약을 철회할 수 있습니다. 아직 받지 못하셨다면 주문 화면에서 바로 알려 주세요."
            ),
            format!(
                "You can return it within {days} days. If it has not arrived, please report it on the order's page."
            ),
        ),
    )
}

/// A request was accepted or rejected, with the seller's answer; by its term without one.
pub(crate) fn decided(
    purchase: &Purchase,
    (request, is_accepted, answer): (&Uuid, bool, Option<&str>),
) -> Vec<NewAlarm> {
    let title = match is_accepted {
        true => Text::new("요청이 승인되었습니다", "Your request was accepted"),
        false => Text::new("요청이 거절되었습니다", "Your request was rejected"),
    };
    let text = match answer {
        Some(answer) => {
            let start: String = answer.chars().take(200).collect();
            Text::new(start.clone(), start)
        }
        None => Text::new(
            "판매자가 7일 안에 답하지 않아 자동으로 승인되었습니다.",
            "The seller did not answer within 7 days, so it was accepted automatically.",
        ),
    };
    news(purchase, &format!("decided-{request}"), title, text)
}

/// An exchange becomes a refund.
pub(crate) fn refunded_instead(
    purchase: &Purchase,
    (request, why): (&Uuid, Fallback),
) -> Vec<NewAlarm> {
    let text = match why {
        Fallback::Unanswered => Text::new(
            "판매자가 기한 안에 답하지 않아, 교환 대신 결제한 금액을 돌려드립니다.",
            "The seller did not answer in time, so you get your money back instead of a replacement.",
        ),
        Fallback::Unconfirmed => Text::new(
            "판매자가 반품 도착을 확인하지 않아, 교환 대신 환불로 처리합니다.",
            "The seller did not confirm the return, so you get a refund instead of a replacement.",
        ),
        Fallback::SoldOut => Text::new(
            "교환해 드릴 재고가 없어 환불로 처리합니다.",
            "No replacement is in stock, so you get a refund instead.",
        ),
        Fallback::Late => Text::new(
            "교환 상품이 기한 안에 발송되지 않아, 결제한 금액을 돌려드립니다.",
            "The replacement was not shipped in time, so you get your money back instead.",
        ),
        Fallback::Declined => Text::new(
            "판매자가 교환 상품을 보내는 대신, 결제한 금액을 돌려드립니다.",
            "The seller gives your money back instead of sending a replacement.",
        ),
    };
    news(
        purchase,
        &format!("instead-{request}"),
        Text::new(
            "교환이 환불로 바뀌었습니다",
            "Your exchange became a refund",
        ),
        text,
    )
}

/// A term is over, and an administrator of the platform has to decide. `at` is when, in milliseconds: it can happen more than once.
pub(crate) fn escalated(purchase: &Purchase, (why, at): (Escalation, i64)) -> Vec<NewAlarm> {
    let text = match why {
        Escalation::PaidOut => Text::new(
            "판매자가 기한 안에 처리하지 않았습니다. 판매 대금이 이미 지급되어 자동으로 환불되지 않으며, 운영자가 확인하고 있습니다.",
            "The seller did not act in time. The WIT were already paid out, so there is no automatic refund; our team is looking into it.",
        ),
        Escalation::Items => Text::new(
            "이 주문으로 받은 아이템을 모두 가지고 있지 않거나 사용 중이어서 자동으로 환불되지 않습니다. 운영자가 확인하고 있습니다.",
            "You no longer hold all items of this order, or one is in use, so there is no automatic refund. Our team is looking into it.",
        ),
    };
    news(
        purchase,
        &format!("escalated-{at}"),
        Text::new(
            "운영자가 요청을 확인합니다",
            "Our team is reviewing your request",
        ),
        text,
    )
}

/// The goods of an accepted request were not sent back in time.
pub(crate) fn lapsed(purchase: &Purchase, request: &Uuid) -> Vec<NewAlarm> {
    news(
        purchase,
        &format!("lapsed-{request}"),
        Text::new("반품 기한이 지났습니다", "The time to send it back is over"),
        Text::new(
            "14일 안에 상품을 보냈다는 확인이 없어 반품 요청을 마쳤습니다.",
            "You did not confirm within 14 days that you sent it back, so the request has ended.",
        ),
    )
}

/// The table of holidays ends with this year; once a month.
pub(crate) fn holidays_end(to: &Uuid, year: i64, month: &str) -> NewAlarm {
    alarm(
        to,
        format!("holidays-end:{year}:{month}"),
        Text::new(
            "다음 해 공휴일을 입력해 주세요",
            "Please add next year's holidays",
        ),
        Text::new(
            format!(
                "공휴일이 {year}년까지만 입력되어 있습니다. 그 뒤의 배송·환불 기한은 공휴일을 빼지 않고 계산됩니다."
            ),
            format!(
                "Holidays are entered up to {year} only. Later shipping and refund terms would count holidays as business days."
            ),
        ),
        "/admin/orders-desk-section".to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::{grouped, in_korean};

    #[test]
    fn days_are_written_in_korean() {
        assert_eq!(in_korean("2027-01-05"), "2027년 1월 5일");
        assert_eq!(in_korean("2027-10-20"), "2027년 10월 20일");
    }

    #[test]
    fn numbers_have_commas() {
        let texts = [0, 7, 999, 1_000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "7", "999", "1,000", "1,234,567"]);
    }
}
