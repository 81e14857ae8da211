//! The statements, in the lock order of this plugin: gifts in the order of ids, then their contents (the ledger's and
//! the items' own order). Sending inserts a row and waits for no lock of other people.

use crate::gift::{Gift, GiftContent, Status};
use serde::{Deserialize, Serialize};
use witverse_sdk::page::Window;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Lists are counted up to this number.
const COUNTED_MAX: u32 = 200;

/// Sort key of every list here: when a gift was sent, in microseconds, and its id.
pub(crate) type Newest = (i64, Uuid);

/// All gifts.
const GIFT: &str = select!(Gift, "from gift");

macro_rules! count_where {
    ($what:literal) => {
        concat!(
            "select count(*) from (select from gift where ",
            $what,
            " limit $2) counted"
        )
    };
}

/// Pending and closed gifts have an index each; queries about all gifts read both.
macro_rules! pending_or_closed {
    ($columns:literal, $what:literal) => {
        concat!(
            "(select ",
            $columns,
            " from gift where ",
            $what,
            " and status = 'pending' union all select ",
            $columns,
            " from gift where ",
            $what,
            " and status <> 'pending') gift"
        )
    };
}

/// The gifts with these ids.
pub(crate) fn by_ids(ctx: &Ctx, ids: &[Uuid]) -> Result<Vec<Gift>, Error> {
    let rows = ctx.sql().query(
        select!(Gift, "from gift where id = any($1)"),
        &params![ids.to_vec()],
    )?;
    Ok(rows.all()?)
}

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Gift>, Error> {
    Ok(ctx
        .sql()
        .optional(select!(Gift, "from gift where id = $1"), &params![id])?)
}

/// Locks a gift until the end of the transaction.
pub(crate) fn lock_gift(ctx: &Ctx, id: &Uuid) -> Result<Option<Gift>, Error> {
    Ok(ctx.sql().optional(
        select!(Gift, "from gift where id = $1 for update"),
        &params![id],
    )?)
}

/// Locks the row only if the caller is a party to the gift.
pub(crate) fn lock_own_gift(ctx: &Ctx, id: &Uuid, by: &Uuid) -> Result<Option<Gift>, Error> {
    Ok(ctx.sql().optional(
        select!(
            Gift,
            "from gift where id = $1 and $2 in (sender_id, recipient_id) for update"
        ),
        &params![id, by],
    )?)
}

/// Stores a pending gift.
pub(crate) fn insert(ctx: &Ctx, gift: &Gift) -> Result<(), Error> {
    let mut values = Vec::from(params![
        &gift.id,
        &gift.sender,
        &gift.recipient,
        &gift.message,
        gift.status.as_str(),
        gift.sent_at,
        gift.expires_at,
    ]);
    // One statement for each kind, so that the columns of the other kind are neither written nor read.
    let statement = match &gift.content {
        GiftContent::Wit { amount, hold } => {
            values.extend(params![i64::try_from(amount.hundredths()).ok(), hold]);
            "insert into gift (id, sender_id, recipient_id, message, status, sent_at, expires_at, amount, hold_id) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
        }
        GiftContent::Item(item) => {
            values.extend(params![
                &item.item_id,
                &item.r#type,
                &item.name.ko,
                &item.name.en,
                &item.thumbnail_url,
            ]);
            "insert into gift (id, sender_id, recipient_id, message, status, sent_at, expires_at, item_id, item_type, \
             item_name_ko, item_name_en, item_thumbnail) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
        }
    };
    ctx.sql().execute(statement, &values)?;
    Ok(())
}

/// At most `limit` gifts that expire before `until` and have no timer yet, the earliest first; marks them as having
/// one.
pub(crate) fn claim_expiring(
    ctx: &Ctx,
    until: Timestamp,
    limit: u32,
) -> Result<Vec<(Uuid, Timestamp)>, Error> {
    // A gift that is being answered is skipped; the next run finds it if it is still pending.
    let rows = ctx.sql().query(
        "with ending as materialized ( \
             select id from gift where status = 'pending' and not has_timer and expires_at < $1 \
             order by expires_at limit $2 for update skip locked) \
         update gift g set has_timer = true from ending e where g.id = e.id returning g.id, g.expires_at",
        &params![until, limit],
    )?;
    Ok(rows.all()?)
}

/// Closes a pending gift; false if it was closed before, or is accepted after its expiry.
pub(crate) fn close(ctx: &Ctx, id: &Uuid, end: Status, now: Timestamp) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update gift set status = $2, closed_at = $3 \
         where id = $1 and status = 'pending' and (expires_at > $3 or $2 not in ('accepted', 'rejected'))",
        &params![id, end.as_str(), now],
    )?;
    Ok(changed == 1)
}

/// At most `limit` pending gifts between two people, locked.
pub(crate) fn pending_between(
    ctx: &Ctx,
    one: &Uuid,
    other: &Uuid,
    limit: u32,
) -> Result<Vec<Gift>, Error> {
    let rows = ctx.sql().query(
        select!(
            Gift,
            "from gift where status = 'pending' and (sender_id, recipient_id) in (($1, $2), ($2, $1)) order by \
             id limit $3 for update"
        ),
        &params![one, other, limit],
    )?;
    Ok(rows.all()?)
}

/// At most `limit` pending gifts to or from a person, locked.
pub(crate) fn pending_of(ctx: &Ctx, account: &Uuid, limit: u32) -> Result<Vec<Gift>, Error> {
    let rows = ctx.sql().query(
        select!(
            Gift,
            "from gift where status = 'pending' and (sender_id = $1 or recipient_id = $1) order by id limit $2 \
             for update"
        ),
        &params![account, limit],
    )?;
    Ok(rows.all()?)
}

/// Removes a person's messages from at most `limit` of their gifts; returns how many.
pub(crate) fn erase_messages(ctx: &Ctx, sender: &Uuid, limit: u32) -> Result<u64, Error> {
    Ok(ctx.sql().execute(
        concat!(
            "update gift set message = '' where id in (select id from ",
            pending_or_closed!("id, message", "sender_id = $1"),
            " where message <> '' limit $2)"
        ),
        &params![sender, limit],
    )?)
}

/// The direction of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    Sent,
    Received,
}

/// The gifts of a list by their state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Listed {
    #[default]
    All,
    Pending,
    Closed,
}

/// One page of a person's gifts, and one more row if there is a next page.
pub(crate) fn list(
    ctx: &Ctx,
    account: &Uuid,
    direction: Direction,
    listed: Listed,
    window: &Window<Newest>,
) -> Result<Vec<Gift>, Error> {
    // Built from constant parts, so that each combination is a separate statement with its own index.
    let side = match direction {
        Direction::Sent => "sender_id",
        Direction::Received => "recipient_id",
    };
    let (after, order) = match &window.after {
        Some(_) => (
            " and (sent_at, id) < ($3, $4)",
            "order by sent_at desc, id desc limit $2",
        ),
        None => ("", "order by sent_at desc, id desc limit $2 offset $3"),
    };
    let statement = match listed {
        Listed::Pending => {
            format!("{GIFT} where {side} = $1 and status = 'pending'{after} {order}")
        }
        Listed::Closed => {
            format!("{GIFT} where {side} = $1 and status <> 'pending'{after} {order}")
        }
        Listed::All => {
            // Pending and closed gifts have an index each: reads the newest of both and merges them.
            let limit = match &window.after {
                Some(_) => "$2",
                None => "$2 + $3",
            };
            let newest = |which| {
                format!(
                    "({GIFT} where {side} = $1 and status {which} 'pending'{after} \
                     order by sent_at desc, id desc limit {limit})"
                )
            };
            format!(
                "select * from ({} union all {}) gift {order}",
                newest("="),
                newest("<>")
            )
        }
    };
    let rows = match &window.after {
        Some((at, id)) => {
            let at = Timestamp::from_micros(*at);
            ctx.sql()
                .query(&statement, &params![account, window.fetch(), at, id])?
        }
        None => {
            let params = params![account, window.fetch(), window.offset];
            ctx.sql().query(&statement, &params)?
        }
    };
    Ok(rows.all()?)
}

/// The number of gifts in a list, up to the counting limit.
pub(crate) fn total(
    ctx: &Ctx,
    account: &Uuid,
    direction: Direction,
    listed: Listed,
) -> Result<u64, Error> {
    // An index-only scan with a limited number of rows: a counter for each person would need two more row updates for
    // each gift, and locks on them.
    let statement = match (direction, listed) {
        (Direction::Received, Listed::All) => concat!(
            "select count(*) from (select from ",
            pending_or_closed!("status", "recipient_id = $1"),
            " limit $2) counted"
        ),
        (Direction::Received, Listed::Pending) => {
            count_where!("recipient_id = $1 and status = 'pending'")
        }
        (Direction::Received, Listed::Closed) => {
            count_where!("recipient_id = $1 and status <> 'pending'")
        }
        (Direction::Sent, Listed::All) => concat!(
            "select count(*) from (select from ",
            pending_or_closed!("status", "sender_id = $1"),
            " limit $2) counted"
        ),
        (Direction::Sent, Listed::Pending) => {
            count_where!("sender_id = $1 and status = 'pending'")
        }
        (Direction::Sent, Listed::Closed) => {
            count_where!("sender_id = $1 and status <> 'pending'")
        }
    };
    let counted: Option<(i64,)> = ctx
        .sql()
        .optional(statement, &params![account, COUNTED_MAX])?;
    Ok(counted.map_or(0, |(count,)| count.unsigned_abs()))
}
