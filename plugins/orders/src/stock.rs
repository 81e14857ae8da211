//! The stock of products: every change is an entry and a change of the sums in the product's row, which is locked first. The
//! constraints of the table refuse what would sell a unit twice.

use crate::problems::SOLD_OUT;
use crate::product::{Content, Product};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, Uuid, params, select};

/// Why the stock changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Added,
    /// An order was placed.
    Reserved,
    /// It was paid.
    Sold,
    /// It was not paid.
    Released,
    /// The goods came back without a defect, or were never shipped.
    Returned,
    /// Another unit is shipped for a defective or lost one, which is written off.
    Exchanged,
    /// An exchange ended before its replacement was shipped, and the order keeps the first unit.
    Kept,
    /// A refunded unit that is not sold again: it is defective or lost, or belongs to a random item.
    WrittenOff,
}

/// What an entry changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    reason: &'static str,
    available: i64,
    reserved: i64,
    written_off: i64,
}

impl Reason {
    const fn changes(self, units: i64) -> Change {
        let (reason, available, reserved, written_off) = match self {
            Self::Added => ("added", units, 0, 0),
            Self::Reserved => ("reserved", -units, units, 0),
            Self::Sold => ("sold", 0, -units, 0),
            Self::Released => ("released", units, -units, 0),
            Self::Returned => ("returned", units, 0, 0),
            Self::Exchanged => ("exchanged", -units, 0, units),
            Self::Kept => ("returned", units, 0, -units),
            Self::WrittenOff => ("written_off", 0, 0, units),
        };
        Change {
            reason,
            available,
            reserved,
            written_off,
        }
    }
}

pub(crate) fn product(ctx: &Ctx, id: &Uuid) -> Result<Option<Product>, Error> {
    Ok(ctx
        .sql()
        .optional(select!(Product, "from product where id = $1"), &params![id])?)
}

/// Locks a product until the end of the transaction, then reads it in a statement of its own.
pub(crate) fn lock(ctx: &Ctx, id: &Uuid) -> Result<Option<Product>, Error> {
    ctx.sql().query(
        "select 1 from product where id = $1 for no key update",
        &params![id],
    )?;
    product(ctx, id)
}

/// Whether a product has units to send. Locks it, so that the answer holds until the end of the transaction.
pub(crate) fn has_units(ctx: &Ctx, id: &Uuid, units: i64) -> Result<bool, Error> {
    Ok(lock(ctx, id)?.is_some_and(|product| product.available >= units))
}

/// The items of a product, in their order.
pub(crate) fn contents(ctx: &Ctx, product: &Uuid) -> Result<Vec<Content>, Error> {
    Ok(ctx
        .sql()
        .query(
            select!(Content, "from content where product_id = $1 order by no"),
            &params![product],
        )?
        .all()?)
}

/// Adds units to a locked product, with the reason and the person.
pub(crate) fn add(
    ctx: &Ctx,
    product: &Uuid,
    units: i64,
    (note, made_by): (&str, &Uuid),
) -> Result<(), Error> {
    let change = Reason::Added.changes(units);
    ctx.sql().execute(
        "update product set available = available + $2 where id = $1",
        &params![product, change.available],
    )?;
    ctx.sql().execute(
        "insert into stock_entry (id, product_id, reason, available_change, reserved_change, at, note, made_by) \
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        &params![
            ctx.random().uuid(),
            product,
            change.reason,
            change.available,
            change.reserved,
            ctx.now(),
            note,
            made_by
        ],
    )?;
    Ok(())
}

/// Changes the stock of a locked product; 409 `sold_out` if there are not enough.
pub(crate) fn change(
    ctx: &Ctx,
    product: &Uuid,
    purchase: Option<&Uuid>,
    (reason, units): (Reason, i64),
) -> Result<(), Error> {
    let change = reason.changes(units);
    ctx.sql()
        .execute(
            "update product set available = available + $2, reserved = reserved + $3 where id = $1",
            &params![product, change.available, change.reserved],
        )
        .on_constraint(&[("product_available", SOLD_OUT)])?;
    ctx.sql().execute(
        "insert into stock_entry (id, product_id, purchase_id, reason, available_change, reserved_change, written_off, at) \
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        &params![
            ctx.random().uuid(),
            product,
            purchase,
            change.reason,
            change.available,
            change.reserved,
            change.written_off,
            ctx.now()
        ],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Reason;

    #[test]
    fn a_unit_is_in_one_place() {
        let sum = |path: &[Reason]| {
            path.iter().fold((0, 0), |(available, reserved), reason| {
                let change = reason.changes(3);
                (available + change.available, reserved + change.reserved)
            })
        };
        assert_eq!(sum(&[Reason::Added, Reason::Reserved]), (0, 3));
        assert_eq!(
            sum(&[Reason::Added, Reason::Reserved, Reason::Released]),
            (3, 0)
        );
        assert_eq!(
            sum(&[Reason::Added, Reason::Reserved, Reason::Sold]),
            (0, 0)
        );
        let returned = [
            Reason::Added,
            Reason::Reserved,
            Reason::Sold,
            Reason::Returned,
        ];
        assert_eq!(sum(&returned), (3, 0));
    }

    #[test]
    fn units_on_hand_in_orders_and_written_off_are_those_that_were_added() {
        use Reason::{Added, Exchanged, Kept, Released, Reserved, Returned, Sold, WrittenOff};
        let cases: [(&[Reason], i64, i64); 8] = [
            (&[Reserved, Released], 0, 0),
            (&[Reserved, Sold], 1, 0),
            (&[Reserved, Sold, Returned], 0, 0),
            (&[Reserved, Sold, WrittenOff], 0, 1),
            (&[Reserved, Sold, Exchanged], 1, 1),
            // The replacement was defective, too.
            (&[Reserved, Sold, Exchanged, WrittenOff], 0, 2),
            (&[Reserved, Sold, Exchanged, Kept], 1, 0),
            // The replacement was not shipped.
            (&[Reserved, Sold, Exchanged, Returned], 0, 1),
        ];
        for (path, in_orders, expect) in cases {
            let of = |reason: &Reason| reason.changes(1);
            let all = || path.iter().map(of);
            let on_hand: i64 = Added.changes(5).available
                + all().map(|one| one.available + one.reserved).sum::<i64>();
            let written_off: i64 = all().map(|one| one.written_off).sum();
            assert_eq!(written_off, expect, "{path:?}");
            assert_eq!(on_hand + in_orders + written_off, 5, "{path:?}");
        }
    }
}
