//! What a carrier reports about a parcel, by the kernel's event. It is advice: it is shown, and asks the buyer whether the parcel
//! has arrived. It moves no order and starts no term; that is for the buyer or the seller to say.

use crate::alarms;
use crate::flow;
use crate::purchase::State;
use crate::store;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::ctx::Text;
use witverse_sdk::kernel_events::ParcelChanged;
use witverse_sdk::{Ctx, Error, Event, Uuid, params};

/// The parcel of a reference: the order, the exchange, and the number.
fn parse(reference: &str) -> Option<(Uuid, i64, i64)> {
    let mut parts = reference.strip_prefix("parcel:")?.split(':');
    let order = Uuid::parse(parts.next()?)?;
    let exchange = parts.next()?.parse().ok()?;
    let n = parts.next()?.parse().ok()?;
    parts.next().is_none().then_some((order, exchange, n))
}

pub(crate) fn on_changed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let change: ParcelChanged = event.json()?;
    let Some((order, exchange, n)) = parse(&change.reference) else {
        return Ok(());
    };
    let Some(purchase) = store::lock(ctx, &order)? else {
        return Ok(());
    };
    // An event that was delivered late does not replace a later one, and nothing follows a delivery.
    let changed = ctx.sql().execute(
        "update parcel set tracked_state = $4, tracked_at = $5 where purchase_id = $1 and exchange = $2 and n = $3 \
         and (tracked_at is null or tracked_at <= $5) and tracked_state is distinct from 'delivered'",
        &params![&order, exchange, n, &change.state, change.at],
    )?;
    if changed == 0 || purchase.exchanges != exchange {
        return Ok(());
    }
    if change.state == "delivered" && purchase.state == State::Shipped {
        let (title, text) = (
            Text::new("택배를 받으셨나요?", "Has your parcel arrived?"),
            Text::new(
                "택배사가 배달을 마쳤다고 알려 왔습니다. 받으셨다면 주문에서 ‘받았어요’를 눌러 주세요.",
                "The carrier reports that it was delivered. If you have it, please confirm the receipt on your order.",
            ),
        );
        let what = format!("arrived-{n}");
        NewAlarm::raise_all(ctx, &alarms::news(&purchase, &what, title, text))?;
    }
    flow::changed(ctx, &purchase)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn only_references_of_parcels_are_read() {
        let id = "00000000-0000-0000-0000-000000000001";
        let read =
            parse(&format!("parcel:{id}:2:10")).map(|(order, e, n)| (order.to_string(), e, n));
        assert_eq!(read, Some((id.to_owned(), 2, 10)));
        for other in [
            format!("parcel:{id}:2"),
            format!("parcel:{id}:2:1:note:1"),
            format!("parcel:{id}:x:1"),
            format!("order:{id}:2:1"),
            "parcel:x:1:1".to_owned(),
        ] {
            assert!(parse(&other).is_none(), "{other}");
        }
    }
}
