//! Alarms of `mail@1` for the people who sell a product. Each leads to the sale. Their keys contain the order or the request, so that
//! each is raised once for a person.

use crate::alarms::alarm;
use crate::product::Product;
use crate::purchase::Purchase;
use crate::request_store::{Escalation, Fallback, Kind};
use witverse_sdk::Uuid;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::ctx::Text;

/// The page of a sale on the desk.
fn sale_link(purchase: &Purchase) -> String {
    match &purchase.world {
        Some(world) => format!("/order/desk?world={world}&sale={}", purchase.id),
        None => format!("/order/desk?sale={}", purchase.id),
    }
}

fn for_all(
    purchase: &Purchase,
    to: &[Uuid],
    key: &str,
    (title, text): (Text, Text),
) -> Vec<NewAlarm> {
    to.iter()
        .map(|to| {
            alarm(
                to,
                key.to_owned(),
                title.clone(),
                text.clone(),
                sale_link(purchase),
            )
        })
        .collect()
}

/// An order with a parcel was paid.
pub(crate) fn to_ship(purchase: &Purchase, to: &[Uuid], product: &Product) -> Vec<NewAlarm> {
    let (ko, en) = (&product.name.ko, &product.name.en);
    let text = Text::new(
        format!("‘{ko}’ 주문이 들어왔습니다. 발송 기한을 확인해 주세요."),
        format!("“{en}” was ordered. Please check the date to ship it by."),
    );
    let title = Text::new("보낼 주문이 있습니다", "There is an order to ship");
    for_all(
        purchase,
        to,
        &format!("to-ship:{}", purchase.id),
        (title, text),
    )
}

/// The buyer has changed the address of an order that was not shipped. `at` is when, in milliseconds: it can happen again.
pub(crate) fn address_changed(
    purchase: &Purchase,
    to: &[Uuid],
    product: &Product,
    at: i64,
) -> Vec<NewAlarm> {
    let (ko, en) = (&product.name.ko, &product.name.en);
    let text = (
        Text::new("배송지가 바뀌었습니다", "A delivery address has changed"),
        Text::new(
            format!(
                "‘{ko}’ 주문의 배송지를 구매자가 바꿨습니다. 송장을 이미 출력했다면 다시 출력해 주세요."
            ),
            format!(
                "The buyer of “{en}” has changed the delivery address. If you have printed the label, please print it again."
            ),
        ),
    );
    for_all(purchase, to, &format!("address:{}:{at}", purchase.id), text)
}

/// A buyer has withdrawn from an order, or has reported a defect.
pub(crate) fn requested(
    purchase: &Purchase,
    to: &[Uuid],
    (request, kind): (&Uuid, Kind),
) -> Vec<NewAlarm> {
    let is_paid_out = purchase.paid_out.is_some_and(|paid| paid > 0);
    let text = match kind {
        Kind::Withdrawal => (
            Text::new("반품 요청이 들어왔습니다", "A buyer is returning an order"),
            Text::new(
                "구매자가 상품을 돌려보냅니다. 도착하면 확인해 주세요.",
                "Please confirm when the product has come back.",
            ),
        ),
        Kind::Defect if is_paid_out => (
            Text::new("확인할 요청이 있습니다", "A request needs your decision"),
            Text::new(
                "하자 신고가 들어왔습니다. 판매 대금이 이미 지급된 주문이라, 7일 안에 답하지 않으면 운영자가 확인합니다.",
                "A defect was reported. The WIT of this order were already paid out, so without an answer within 7 days the platform's administrators step in.",
            ),
        ),
        Kind::Defect => (
            Text::new("확인할 요청이 있습니다", "A request needs your decision"),
            Text::new(
                "하자나 미도착 신고가 들어왔습니다. 7일 안에 답하지 않으면 자동으로 승인됩니다.",
                "A defect or a missing parcel was reported. Without an answer within 7 days it is accepted.",
            ),
        ),
    };
    for_all(purchase, to, &format!("request:{request}"), text)
}

/// The goods are on their way back to the seller.
pub(crate) fn sent_back(purchase: &Purchase, to: &[Uuid], request: &Uuid) -> Vec<NewAlarm> {
    let text = (
        Text::new("반품 상품을 보냈습니다", "A return is on its way"),
        Text::new(
            "받으신 뒤 확인해 주세요. 7일이 지나면 도착한 것으로 보고 환불을 진행합니다.",
            "Please confirm its arrival. After 7 days it counts as returned, and the refund follows.",
        ),
    );
    for_all(purchase, to, &format!("sent-back:{request}"), text)
}

/// An exchange becomes a refund.
pub(crate) fn refunded_instead(
    purchase: &Purchase,
    to: &[Uuid],
    (request, why): (&Uuid, Fallback),
) -> Vec<NewAlarm> {
    let text = match why {
        Fallback::Unanswered => Text::new(
            "7일 안에 답하지 않아, 교환 대신 구매자에게 환불했습니다.",
            "There was no answer within 7 days, so the buyer was refunded instead.",
        ),
        Fallback::Unconfirmed => Text::new(
            "반품 도착을 확인하지 않아, 교환 대신 환불로 바뀌었습니다. 환불 기한을 확인해 주세요.",
            "The return was not confirmed, so the exchange became a refund. Please check its due date.",
        ),
        Fallback::SoldOut => Text::new(
            "교환할 재고가 없어 구매자에게 환불합니다. 아직 환불되지 않았다면 주문에서 환불 기한을 확인해 주세요.",
            "No replacement is in stock, so the buyer is refunded instead. If the refund is not made yet, the order shows its due date.",
        ),
        Fallback::Late => Text::new(
            "교환 상품을 기한 안에 보내지 않아 구매자에게 환불했습니다. 이제 보내지 마세요.",
            "The replacement was not shipped in time, so the buyer was refunded. Please do not ship it any more.",
        ),
        Fallback::Declined => Text::new(
            "교환 상품을 보내는 대신 구매자에게 환불했습니다. 이제 보내지 마세요.",
            "The buyer was refunded instead of getting a replacement. Please do not ship it any more.",
        ),
    };
    let title = Text::new("교환이 환불로 바뀌었습니다", "An exchange became a refund");
    for_all(purchase, to, &format!("instead:{request}"), (title, text))
}

/// A term is over, and the request waits for the seller or an administrator of the platform. `at` is when, in milliseconds: it can
/// happen more than once.
pub(crate) fn unsettled(
    purchase: &Purchase,
    to: &[Uuid],
    (request, why, at): (&Uuid, Escalation, i64),
) -> Vec<NewAlarm> {
    let text = match why {
        Escalation::PaidOut => Text::new(
            "기한이 지나 운영자에게 알렸습니다. 대금을 받은 판매자가 지금이라도 직접 처리할 수 있습니다.",
            "The term is over and the platform was notified. The seller who received the WIT can still settle it.",
        ),
        Escalation::Items => Text::new(
            "구매자가 아이템을 모두 가지고 있지 않아 자동으로 환불되지 않았습니다. 주문을 확인해 주세요.",
            "The buyer no longer holds all items, so it was not refunded automatically. Please look at the order.",
        ),
    };
    let title = Text::new("처리되지 않은 요청이 있습니다", "A request is overdue");
    let key = format!("unsettled:{request}:{at}");
    for_all(purchase, to, &key, (title, text))
}

/// For administrators of the platform: a request that no term can settle.
pub(crate) fn escalated(
    purchase: &Purchase,
    to: &[Uuid],
    (request, why, at): (&Uuid, Escalation, i64),
) -> Vec<NewAlarm> {
    let text = match why {
        Escalation::PaidOut => Text::new(
            "판매자가 기한 안에 처리하지 않았고, 판매 대금은 이미 지급되었습니다. 주문을 확인하고 결정해 주세요.",
            "The seller did not act in time, and the WIT were already paid out. Please look at the order and decide.",
        ),
        Escalation::Items => Text::new(
            "구매자가 아이템을 모두 가지고 있지 않아 자동으로 환불되지 않았습니다. 주문을 확인하고 결정해 주세요.",
            "The buyer no longer holds all items, so it was not refunded automatically. Please look at the order and decide.",
        ),
    };
    let title = Text::new(
        "운영자의 결정이 필요한 주문이 있습니다",
        "An order needs an administrator",
    );
    let key = format!("escalated:{request}:{at}");
    for_all(purchase, to, &key, (title, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::purchase::State;
    use crate::purchase::tests::purchase;
    use witverse_sdk::text_length;

    #[test]
    fn an_alarm_leads_to_the_sale() {
        let to = [Uuid::nil()];
        let mut sale = purchase(State::Paid, true);
        let link = |sale: &Purchase| {
            let alarms = sent_back(sale, &to, &sale.id);
            alarms.into_iter().next().and_then(|alarm| alarm.link)
        };
        let id = Uuid::nil();
        assert_eq!(link(&sale), Some(format!("/order/desk?sale={id}")));
        sale.world = Some("minas".into());
        let expect = format!("/order/desk?world=minas&sale={id}");
        assert_eq!(link(&sale), Some(expect));
    }

    #[test]
    fn a_defect_after_the_payout_is_not_said_to_be_accepted() {
        let to = [Uuid::nil()];
        let text = |paid_out: Option<i64>| {
            let mut sale = purchase(State::Delivered, true);
            sale.paid_out = paid_out;
            let alarms = requested(&sale, &to, (&sale.id, Kind::Defect));
            alarms
                .into_iter()
                .map(|one| one.description.en)
                .collect::<String>()
        };
        assert!(text(None).contains("it is accepted"));
        assert!(text(Some(0)).contains("it is accepted"));
        assert!(!text(Some(5)).contains("it is accepted"));
    }

    #[test]
    fn a_second_stop_has_alarms_of_its_own() {
        let (to, mut sale) = ([Uuid::nil()], purchase(State::Delivered, true));
        sale.buyer = Some(Uuid::nil());
        let keys = |at: i64| -> Vec<String> {
            let why = Escalation::PaidOut;
            let mut alarms = unsettled(&sale, &to, (&sale.id, why, at));
            alarms.extend(escalated(&sale, &to, (&sale.id, why, at)));
            alarms.extend(crate::alarms::escalated(&sale, (why, at)));
            alarms.into_iter().map(|alarm| alarm.key).collect()
        };
        let (first, second) = (keys(1_790_000_000_000), keys(1_790_000_000_001));
        assert_eq!(first.len(), 3);
        for (one, other) in first.iter().zip(&second) {
            assert_ne!(one, other);
            assert!(text_length(one) <= 100);
        }
    }

    #[test]
    fn texts_fit_an_alarm() {
        let (to, sale) = ([Uuid::nil()], purchase(State::Delivered, true));
        let mut paid_out = sale.clone();
        paid_out.paid_out = Some(5);
        let id = &sale.id;
        let fallbacks = [
            Fallback::Unanswered,
            Fallback::Unconfirmed,
            Fallback::SoldOut,
            Fallback::Late,
            Fallback::Declined,
        ];
        let mut all = requested(&paid_out, &to, (id, Kind::Defect));
        for why in fallbacks {
            all.extend(refunded_instead(&sale, &to, (id, why)));
            all.extend(crate::alarms::refunded_instead(&sale, (id, why)));
        }
        for why in [Escalation::PaidOut, Escalation::Items] {
            all.extend(unsettled(&sale, &to, (id, why, 1)));
            all.extend(escalated(&sale, &to, (id, why, 1)));
            all.extend(crate::alarms::escalated(&sale, (why, 1)));
        }
        for alarm in all {
            let fits = |text: &str, most: usize| text_length(text) <= most;
            assert!(fits(&alarm.title.ko, 100) && fits(&alarm.title.en, 100));
            assert!(fits(&alarm.description.ko, 300) && fits(&alarm.description.en, 300));
        }
    }
}
