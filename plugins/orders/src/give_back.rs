//! WIT that go back to the buyer of an order.

use crate::purchase::Purchase;
use witverse_sdk::ctx::Wit;
use witverse_sdk::{Ctx, Error, Uuid};

/// Gives back WIT to the buyer, as a part of what they paid for the order: bought WIT are bought and unspent again.
pub(crate) fn give_back(
    ctx: &Ctx,
    purchase: &Purchase,
    buyer: &Uuid,
    (key, hundredths): (&str, u64),
) -> Result<(), Error> {
    let (amount, charge) = (Wit::of_hundredths(hundredths), purchase.id.as_str());
    Ok(ctx
        .ledger()
        .refund(key, buyer, amount, "order refund", charge)?)
}
