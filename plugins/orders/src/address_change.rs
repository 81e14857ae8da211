//! The buyer corrects where an order is sent, until the seller ships it. The price stays: an address whose delivery costs another
//! surcharge is refused. The sellers are notified, and both sides see when the address has changed.

use crate::address::{self, Address};
use crate::alarms::grouped;
use crate::flow;
use crate::notices::{self, News};
use crate::problems::{ADDRESS_CHANGE_LIMIT, ADDRESS_NOT_FOUND, ORDER_STATE};
use crate::store;
use crate::surcharges::Surcharges;
use crate::views::{self, ByOrder, OrderView};
use serde::Deserialize;
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::{Ctx, Error, Uuid, localized};

/// Changes of one order: each of them alarms its sellers.
const MOST: i64 = 5;

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedAddress {
    /// Of the buyer's saved addresses.
    address_id: String,
}

/// Sends an order to another of the buyer's addresses, or to a corrected one. Idempotent.
pub(crate) fn change(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ByOrder>, Json<ChangedAddress>),
) -> Result<Payload<OrderView>, Error> {
    let me = ctx.caller()?;
    let chosen = Uuid::parse(&new.address_id).ok_or(ADDRESS_NOT_FOUND)?;
    // The seller's step locks the same row: the one that comes later finds what the first has stored.
    let mut purchase = store::lock_own(ctx, &by.uuid()?, &me.id)?;
    let sealed = purchase.address.as_deref();
    let sealed = sealed
        .filter(|_| purchase.takes_new_address())
        .ok_or(ORDER_STATE)?;
    let before = Address::unseal(ctx, &purchase.sealed_name(), sealed)?;
    let address = address::own(ctx, &me.id, &chosen)?;
    if address == before {
        return Ok(Payload(views::own(ctx, purchase)?));
    }
    // Both by the surcharges in force: a later version does not forbid to correct a name.
    let surcharges = Surcharges::load(ctx)?;
    let cost = |address: &Address| surcharges.won(&address.postal_code);
    same_surcharge(cost(&before), cost(&address))?;
    if purchase.address_changes >= MOST {
        return Err(ADDRESS_CHANGE_LIMIT.into());
    }
    purchase.address = Some(address.seal(ctx, &purchase.sealed_name())?);
    purchase.address_changes += 1;
    purchase.address_changed_at = Some(ctx.now());
    store::save(ctx, &purchase)?;
    notices::schedule(ctx, &purchase, &purchase.id, News::AddressChanged)?;
    flow::changed(ctx, &purchase)?;
    Ok(Payload(views::own(ctx, purchase)?))
}

/// 409 `surcharge_differs` with both surcharges and the way out.
fn same_surcharge(before: i64, now: i64) -> Result<(), Error> {
    if before == now {
        return Ok(());
    }
    let (before, now) = (grouped(before), grouped(now));
    let text = localized(
        format!(
            "주문한 주소의 추가 배송비는 {before}원이고, 선택한 주소는 {now}원입니다. 추가 배송비가 같은 주소로만 바꿀 수 있습니다. \
             주문을 취소하고 새 주소로 다시 주문해 주세요."
        ),
        format!(
            "The delivery surcharge is ₩{before} for the address of this order and ₩{now} for the one you chose. You can only change to \
             an address with the same surcharge. Please cancel this order and order again to the new address."
        ),
    );
    Err(Error::new(409, "surcharge_differs", text))
}

#[cfg(test)]
mod tests {
    use super::same_surcharge;

    #[test]
    fn only_the_same_surcharge_is_taken_and_a_refusal_names_both() {
        assert!(same_surcharge(0, 0).is_ok());
        assert!(same_surcharge(3_000, 3_000).is_ok());
        for (before, now, parts) in [
            (0, 3_000, ["0원", "3,000원", "₩0", "₩3,000"]),
            (5_000, 3_000, ["5,000원", "3,000원", "₩5,000", "₩3,000"]),
        ] {
            let error = same_surcharge(before, now).expect_err("another surcharge");
            assert_eq!((error.status(), error.code()), (409, "surcharge_differs"));
            let text = format!("{}{}", error.message().ko, error.message().en);
            for part in parts {
                assert!(text.contains(part), "{text}");
            }
            assert!(text.contains("취소") && text.contains("cancel"));
        }
    }
}
