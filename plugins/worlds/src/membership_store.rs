//! Statements about membership collections, their sales and their holders.

use crate::membership::Membership;
use crate::problems::{MEMBERSHIP_FREE_ONCE, MEMBERSHIP_SOLD_OUT, MEMBERSHIP_UNSOLD};
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Closes a collection whose registration has ended, so that the next one can open.
pub(crate) fn close_ended(ctx: &Ctx, world: &Uuid, now: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "update membership set is_open = false where world_id = $1 and is_open and deadline <= $2",
        &params![world, now],
    )?;
    Ok(())
}

/// Fails with `membership_unsold` while the world has an open collection.
pub(crate) fn insert(ctx: &Ctx, world: &Uuid, membership: &Membership) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "insert into membership (id, world_id, name_ko, name_en, quantity, price, deadline, created_at) \
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            &params![
                &membership.id,
                world,
                &membership.name.ko,
                &membership.name.en,
                membership.quantity,
                membership.price,
                membership.deadline,
                membership.created_at
            ],
        )
        .on_constraint(&[("membership_one_open", MEMBERSHIP_UNSOLD)])?;
    Ok(())
}

/// The collections of a world, newest first.
pub(crate) fn of_world(
    ctx: &Ctx,
    world: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<Membership>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            Membership,
            "from membership where world_id = $1 and (created_at, id) < ($4, $5) \
             order by created_at desc, id desc limit $2 offset $3"
        ),
        &params![world, window.fetch(), window.offset, before, &id],
    )?;
    Ok(rows.all()?)
}

/// The number of collections of a world. Each was sold out or had ended before the next, so there are few.
pub(crate) fn count(ctx: &Ctx, world: &Uuid) -> Result<u64, Error> {
    let (count,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from membership where world_id = $1 limit 1000) counted",
        &params![world],
    )?;
    Ok(u64::try_from(count).unwrap_or_default())
}

/// A collection of a world. Takes no lock.
pub(crate) fn find(ctx: &Ctx, world: &Uuid, id: &Uuid) -> Result<Option<Membership>, Error> {
    Ok(ctx.sql().optional(
        select!(
            Membership,
            "from membership where id = $1 and world_id = $2"
        ),
        &params![id, world],
    )?)
}

/// Counts one sale; fails with `membership_sold_out` if a concurrent buyer took the last item. Locks the row until the
/// request ends, so it comes late in a sale.
pub(crate) fn count_sale(ctx: &Ctx, id: &Uuid, now: Timestamp) -> Result<(), Error> {
    let changed = ctx.sql().execute(
        "update membership set sold = sold + 1, is_open = sold + 1 < quantity \
         where id = $1 and is_open and sold < quantity and (deadline is null or deadline > $2)",
        &params![id, now],
    )?;
    match changed {
        0 => Err(MEMBERSHIP_SOLD_OUT.into()),
        _ => Ok(()),
    }
}

/// Records a sale; fails with `membership_free_once` for a second free membership of a world.
pub(crate) fn insert_sale(
    ctx: &Ctx,
    world: &Uuid,
    membership: &Membership,
    (item, buyer): (&Uuid, &Uuid),
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "insert into membership_sale (item_id, membership_id, world_id, account_id, price, sold_at) \
             values ($1, $2, $3, $4, $5, $6)",
            &params![item, &membership.id, world, buyer, membership.price, now],
        )
        .on_constraint(&[("membership_sale_free", MEMBERSHIP_FREE_ONCE)])?;
    Ok(())
}

/// Whether the account already got a free membership of the world.
pub(crate) fn has_free(ctx: &Ctx, world: &Uuid, account: &Uuid) -> Result<bool, Error> {
    let (has,): (bool,) = ctx.sql().one(
        "select exists (select 1 from membership_sale where world_id = $1 and account_id = $2 and price = 0)",
        &params![world, account],
    )?;
    Ok(has)
}

/// Adds to the number of items of the world's collections that an account owns; returns the new number.
pub(crate) fn add_held(ctx: &Ctx, world: &Uuid, account: &Uuid, by: i64) -> Result<i64, Error> {
    let (items,): (i64,) = ctx.sql().one(
        "insert into holder (world_id, account_id, items) values ($1, $2, $3) \
         on conflict (world_id, account_id) do update set items = holder.items + excluded.items returning items",
        &params![world, account, by],
    )?;
    Ok(items)
}

/// The world and the name of the world that a collection belongs to.
pub(crate) fn world_of(ctx: &Ctx, membership: &Uuid) -> Result<Option<(Uuid, String)>, Error> {
    Ok(ctx.sql().optional(
        "select w.id, w.name from membership m join world w on w.id = m.world_id where m.id = $1",
        &params![membership],
    )?)
}
