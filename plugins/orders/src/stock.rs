//! The stock of products: every change is an entry and a change of the sums in the product's row, which is locked first. The
//! constraints of the table refuse what would sell a unit twice.

use crate::problems::SOLD_OUT;
use crate::product::{Content, Product};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, Uuid, params};

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
    /// The goods came back, or were never shipped.
    Returned,
    /// Another one was shipped for a defective one.
    Exchanged,
}

impl Reason {
    /// The text, and the changes of what is available and of what is reserved.
    const fn changes(self, units: i64) -> (&'static str, i64, i64) {
        match self {
            Self::Added => ("added", units, 0),
            Self::Reserved => ("reserved", -units, units),
            Self::Sold => ("sold", 0, -units),
            Self::Released => ("released", units, -units),
            Self::Returned => ("returned", units, 0),
            Self::Exchanged => ("exchanged", -units, 0),
        }
    }
}

/// All columns of a product.
macro_rules! product_where {
    ($rest:literal) => {
        concat!(
            "select id, kind, world, seller_id, is_orphan, name_ko, name_en, about_ko, about_en, thumbnail, won, wit, \
             collection_id, is_open, available, release_day, created_at from product where ",
            $rest
        )
    };
}
pub(crate) use product_where;

pub(crate) fn product(ctx: &Ctx, id: &Uuid) -> Result<Option<Product>, Error> {
    Ok(ctx
        .sql()
        .optional(product_where!("id = $1"), &params![id])?)
}

/// Locks a product until the end of the transaction, then reads it in a statement of its own.
pub(crate) fn lock(ctx: &Ctx, id: &Uuid) -> Result<Option<Product>, Error> {
    ctx.sql().query(
        "select 1 from product where id = $1 for no key update",
        &params![id],
    )?;
    product(ctx, id)
}

/// The items of a product, in their order.
pub(crate) fn contents(ctx: &Ctx, product: &Uuid) -> Result<Vec<Content>, Error> {
    Ok(ctx
        .sql()
        .query(
            "select no, name_ko, name_en, item_type, thumbnail, image_file, media_file, media_type, weight, stock, left_over \
             from content where product_id = $1 order by no",
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
    let (reason, available, reserved) = Reason::Added.changes(units);
    ctx.sql().execute(
        "update product set available = available + $2 where id = $1",
        &params![product, available],
    )?;
    ctx.sql().execute(
        "insert into stock_entry (id, product_id, reason, available_change, reserved_change, at, note, made_by) \
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        &params![
            ctx.random().uuid(),
            product,
            reason,
            available,
            reserved,
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
    let (reason, available, reserved) = reason.changes(units);
    ctx.sql()
        .execute(
            "update product set available = available + $2, reserved = reserved + $3 where id = $1",
            &params![product, available, reserved],
        )
        .on_constraint(&[("product_available", SOLD_OUT)])?;
    ctx.sql().execute(
        "insert into stock_entry (id, product_id, purchase_id, reason, available_change, reserved_change, at) \
         values ($1, $2, $3, $4, $5, $6, $7)",
        &params![
            ctx.random().uuid(),
            product,
            purchase,
            reason,
            available,
            reserved,
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
                let (_, a, r) = reason.changes(3);
                (available + a, reserved + r)
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
}
