//! The alarm about a decided refund request.

use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::{Text, Wit};
use witverse_sdk::kernel_events::RefundDecided;
use witverse_sdk::text;

/// An alarm's description has at most 300 characters; the mail and the receipt show the whole answer.
const ANSWER_MAX: usize = 200;

pub(crate) fn of(decided: &RefundDecided) -> NewAlarm {
    let wit = Wit::of_hundredths(decided.hundredths);
    let answer = text::excerpt(&decided.answer, ANSWER_MAX);
    let (title, description) = if decided.approved {
        (
            Text::new("환불이 승인되었습니다", "Your refund was approved"),
            Text::new(
                format!("{wit} WIT의 결제 대금을 돌려드립니다. 답변: {answer}"),
                format!("Your payment for {wit} WIT will be refunded. Answer: {answer}"),
            ),
        )
    } else {
        (
            Text::new("환불 신청이 거절되었습니다", "Your refund was declined"),
            Text::new(
                format!("{wit} WIT를 다시 쓸 수 있습니다. 답변: {answer}"),
                format!("You can use your {wit} WIT again. Answer: {answer}"),
            ),
        )
    };
    NewAlarm {
        to: decided.user_id.clone(),
        kind: Kind::System,
        key: format!("refund:{}", decided.refund_id),
        title,
        description,
        link: Some(format!("/charge/receipt?id={}", decided.order_id)),
        from: None,
        can_reply: false,
        remain_amount: None,
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use witverse_sdk::kernel_events::RefundDecided;
    use witverse_sdk::{Uuid, text_length};

    #[test]
    fn a_long_answer_fits_into_an_alarm() {
        let alarm = of(&RefundDecided {
            user_id: Uuid::nil(),
            refund_id: Uuid::nil(),
            order_id: Uuid::nil(),
            hundredths: 100_000_000_000_000,
            approved: true,
            answer: "답".repeat(500),
        });
        assert!(text_length(&alarm.description.ko) <= 300);
        assert!(text_length(&alarm.description.en) <= 300);
        assert!(alarm.description.ko.contains("답…"));
    }
}
