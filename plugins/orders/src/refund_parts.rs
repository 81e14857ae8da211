//! Refunds of parts of an order by its seller, for example because one of several parcels is missing. The order goes on; what
//! is left of the payment is refunded or paid out as before. The amounts are in the unit of the payment: won, or hundredths of
//! a WIT.

use crate::alarms;
use crate::give_back::give_back;
use crate::problems::{ORDER_STATE, PART_KEY_USED, PART_LIMIT, PART_PAID_OUT, PART_TOO_MUCH};
use crate::purchase::{Method, Purchase, State};
use crate::reason::checked_reason;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Parts of one order; the table has the same limit.
const MOST: usize = 20;
/// Before the key of a part, in the keys of the ledger and of the payments.
const PREFIX: &str = "part:";

/// What a seller gives back.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
pub struct NewPart {
    /// Chosen by the client, so that a repeated request has no second effect.
    pub key: Uuid,
    /// In the unit of the payment.
    #[schemars(range(min = 1))]
    pub amount: i64,
    /// Shown to the buyer.
    #[schemars(length(min = 2, max = 8000))]
    pub reason: String,
}

/// A part that was refunded, as both sides see it.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Part {
    n: i64,
    /// In the unit of the payment: won, or hundredths of a WIT.
    amount: i64,
    reason: String,
    made_at: Timestamp,
    /// Null while the card's provider makes the refund.
    paid_at: Option<Timestamp>,
    #[serde(skip)]
    key: Uuid,
}

/// The parts of an order, the oldest first.
pub(crate) fn of(ctx: &Ctx, purchase: &Purchase) -> Result<Vec<Part>, Error> {
    if purchase.refunded == 0 {
        return Ok(Vec::new());
    }
    Ok(ctx
        .sql()
        .query(
            select!(Part, "from refund_part where purchase_id = $1 order by n"),
            &params![&purchase.id],
        )?
        .all()?)
}

/// Whether an amount can be given back.
pub fn may_refund(purchase: &Purchase, amount: i64) -> Result<(), Error> {
    if !purchase.state.is_bought() {
        return Err(ORDER_STATE.into());
    }
    if purchase.paid_out.is_some() {
        return Err(PART_PAID_OUT.into());
    }
    match (1..=purchase.left_to_refund()).contains(&amount) {
        true => Ok(()),
        false => Err(Error::from(PART_TOO_MUCH).at("amount")),
    }
}

/// Refunds a part of a locked order. Idempotent by the key.
pub(crate) fn refund(
    ctx: &Ctx,
    purchase: &mut Purchase,
    (new, by): (&NewPart, &Uuid),
) -> Result<(), Error> {
    let reason = checked_reason(&new.reason)?;
    let parts = of(ctx, purchase)?;
    if let Some(before) = parts.iter().find(|part| part.key == new.key) {
        return match before.amount == new.amount {
            true => Ok(()),
            false => Err(PART_KEY_USED.into()),
        };
    }
    may_refund(purchase, new.amount)?;
    if parts.len() >= MOST {
        return Err(PART_LIMIT.into());
    }
    let (now, key) = (ctx.now(), format!("{PREFIX}{}", new.key));
    let amount = u64::try_from(new.amount).unwrap_or_default();
    let paid_at = match (purchase.method, &purchase.buyer) {
        (Some(Method::Wit), Some(buyer)) => {
            // A client may use its key for another order.
            let key = format!("refund:{}:{key}", purchase.id);
            give_back(ctx, purchase, buyer, (&key, amount))?;
            Some(now)
        }
        // The wallet was closed with the account of the buyer.
        (Some(Method::Wit), None) => return Err(ORDER_STATE.into()),
        _ => {
            ctx.payments().refund(purchase.id.as_str(), &key, amount)?;
            None
        }
    };
    let n = parts.len() + 1;
    ctx.sql().execute(
        "insert into refund_part (purchase_id, key, n, amount, reason, made_by, made_at, paid_at) \
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        &params![
            &purchase.id,
            &new.key,
            i64::try_from(n).unwrap_or_default(),
            new.amount,
            &reason,
            by,
            now,
            paid_at
        ],
    )?;
    purchase.refunded += new.amount;
    store::save(ctx, purchase)?;
    NewAlarm::raise_all(
        ctx,
        &alarms::part_refunded(purchase, n, new.amount, &reason),
    )
}

/// Requests the card refunds of parts again that were not made.
pub(crate) fn request_again(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    for part in of(ctx, purchase)?
        .iter()
        .filter(|part| part.paid_at.is_none())
    {
        let amount = u64::try_from(part.amount).unwrap_or_default();
        let key = format!("{PREFIX}{}", part.key);
        ctx.payments().refund(purchase.id.as_str(), &key, amount)?;
    }
    Ok(())
}

/// The provider has made the refund of a part. False for a key that is not of a part.
pub(crate) fn paid(ctx: &Ctx, purchase: &Purchase, key: &str) -> Result<bool, Error> {
    let Some(key) = key.strip_prefix(PREFIX).and_then(Uuid::parse) else {
        return Ok(false);
    };
    ctx.sql().execute(
        "update refund_part set paid_at = $3 where purchase_id = $1 and key = $2 and paid_at is null",
        &params![&purchase.id, &key, ctx.now()],
    )?;
    // An administrator may have requested it again before the term was over.
    let is_open = of(ctx, purchase)?.iter().any(|part| part.paid_at.is_none());
    if !is_open && purchase.state != State::Refunding {
        store::meet_clock(ctx, &purchase.id, "retry", ctx.now())?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::may_refund;
    use crate::purchase::tests::purchase;
    use crate::purchase::{Method, Purchase, State};

    fn paid(state: State, change: impl Fn(&mut Purchase)) -> Purchase {
        let mut paid = purchase(state, true);
        paid.method = Some(Method::Card);
        change(&mut paid);
        paid
    }

    #[test]
    fn parts_never_exceed_what_was_paid() {
        let check = |purchase: &Purchase, amount: i64, expect: Option<&str>| {
            let code = may_refund(purchase, amount)
                .err()
                .map(|error| error.code().to_owned());
            assert_eq!(
                code.as_deref(),
                expect,
                "{amount} of {:?}",
                purchase.refunded
            );
        };
        let too_much = Some("part_too_much");
        let first = paid(State::Shipped, |_| ());
        check(&first, 1, None);
        check(&first, 999, None);
        check(&first, 1_000, None);
        check(&first, 1_001, too_much);
        check(&first, 0, too_much);
        check(&first, -1, too_much);
        let second = paid(State::Paid, |one| one.refunded = 600);
        check(&second, 400, None);
        check(&second, 401, too_much);
        // The unit of the payment.
        let wit = paid(State::Delivered, |one| {
            one.method = Some(Method::Wit);
            one.wit = Some(50_000);
            one.refunded = 600;
        });
        check(&wit, 49_400, None);
        check(&wit, 49_401, too_much);
        let over = paid(State::Delivered, |one| one.paid_out = Some(1));
        check(&over, 1, Some("part_paid_out"));
        for state in [State::Reserved, State::Refunding, State::Refunded] {
            check(&paid(state, |_| ()), 1, Some("order_state"));
        }
    }
}
