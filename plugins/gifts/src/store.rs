//! The statements, in the one order of locks of this plugin: `guard`, then gifts, then what is given (the ledger's and
//! the items' own), and `tally` at the very end. Within a table, the order is that of ids.

use crate::gift::{Gift, GiftedItem, Present, Status};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::{Text, Wit};
use witverse_sdk::page::Window;
use witverse_sdk::sql::{ErrorKind, FromRow, Row, SqlError};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// Sort key of every list here: when a gift was sent, in microseconds, and its id.
pub(crate) type Newest = (i64, Uuid);

/// Everything about a gift.
macro_rules! gift_where {
    ($rest:literal) => {
        concat!(
            "select id, sender_id, recipient_id, message, amount, hold_id, item_id, item_type, item_name_ko, \
             item_name_en, item_thumbnail, status, sent_at, expires_at, closed_at from gift where ",
            $rest
        )
    };
}

fn broken(what: &str) -> SqlError {
    SqlError {
        kind: ErrorKind::Invalid,
        code: String::new(),
        constraint: None,
        message: format!("a gift holds no {what} of ours"),
    }
}

impl FromRow for Gift {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        let status: String = row.get("status")?;
        let present = match row.get::<Option<Uuid>>("item_id")? {
            Some(item_id) => Present::Item(GiftedItem {
                item_id,
                name: Text {
                    ko: row.get("item_name_ko")?,
                    en: row.get("item_name_en")?,
                },
                thumbnail_url: row.get("item_thumbnail")?,
                r#type: row.get("item_type")?,
            }),
            None => Present::Wit {
                amount: u64::try_from(row.get::<i64>("amount")?)
                    .map(Wit::of_hundredths)
                    .map_err(|_| broken("amount"))?,
                hold: row.get("hold_id")?,
            },
        };
        Ok(Self {
            id: row.get("id")?,
            sender: row.get("sender_id")?,
            recipient: row.get("recipient_id")?,
            message: row.get("message")?,
            present,
            status: Status::parse(&status).ok_or_else(|| broken("status"))?,
            sent_at: row.get("sent_at")?,
            expires_at: row.get("expires_at")?,
            closed_at: row.get("closed_at")?,
        })
    }
}

/// Gives at the same time as others do, and at no time when somebody ends what is between these two.
pub(crate) fn share(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<(), Error> {
    guard(
        ctx,
        [one, other],
        "select account_id from guard where account_id in ($1, $2) order by account_id for share",
    )
}

/// Waits for everybody who is giving to or from these two, and lets nobody begin until the end of the transaction.
pub(crate) fn have_alone(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<(), Error> {
    guard(
        ctx,
        [one, other],
        "select account_id from guard where account_id in ($1, $2) order by account_id for update",
    )
}

// Two parameters and not a list: PostgreSQL plans a list anew for each call.
fn guard(ctx: &Ctx, [one, other]: [&Uuid; 2], lock: &str) -> Result<(), Error> {
    // Everybody has one from their first gift on, and it stays until they leave.
    let found = ctx.sql().query(lock, &params![one, other])?.len();
    if found == usize::from(one != other) + 1 {
        return Ok(());
    }
    ctx.sql().execute(
        "insert into guard (account_id) select p.id from (select $1::uuid union select $2::uuid) p (id) order by p.id \
         on conflict (account_id) do nothing",
        &params![one, other],
    )?;
    ctx.sql().query(lock, &params![one, other])?;
    Ok(())
}

/// Counts gifts that have come to their end off what waits, at their senders and their recipients. Others wait for these
/// rows, so this comes last. Everybody between whom a gift waits has one: [`insert`] counted it there.
pub(crate) fn count_off(ctx: &Ctx, gifts: &[Gift]) -> Result<(), Error> {
    if gifts.is_empty() {
        return Ok(());
    }
    let ids = |id: fn(&Gift) -> &Uuid| -> Vec<Uuid> {
        gifts.iter().map(|gift| id(gift).clone()).collect()
    };
    // Held in the order of ids, whatever order the update would take them in.
    ctx.sql().execute(
        "with held as materialized ( \
             select account_id from tally where account_id = any($1::uuid[] || $2::uuid[]) \
             order by account_id for update) \
         update tally t set sent_pending = t.sent_pending - n.sent, \
         received_pending = t.received_pending - n.received \
         from held h join ( \
             select id, sum(sent)::bigint as sent, sum(received)::bigint as received from ( \
                 select s.id, 1 as sent, 0 as received from unnest($1::uuid[]) s (id) \
                 union all select r.id, 0, 1 from unnest($2::uuid[]) r (id)) each group by id) n \
             on n.id = h.account_id \
         where t.account_id = h.account_id",
        &params![ids(|gift| &gift.sender), ids(|gift| &gift.recipient)],
    )?;
    Ok(())
}

/// Those of `ids` that there are.
pub(crate) fn by_ids(ctx: &Ctx, ids: &[Uuid]) -> Result<Vec<Gift>, Error> {
    let rows = ctx
        .sql()
        .query(gift_where!("id = any($1)"), &params![ids.to_vec()])?;
    Ok(rows.all()?)
}

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Gift>, Error> {
    Ok(ctx.sql().optional(gift_where!("id = $1"), &params![id])?)
}

/// A gift that nobody else changes until the end of the transaction.
pub(crate) fn hold(ctx: &Ctx, id: &Uuid) -> Result<Option<Gift>, Error> {
    Ok(ctx
        .sql()
        .optional(gift_where!("id = $1 for update"), &params![id])?)
}

/// A gift that somebody has to do with, held the same. Whom it does not concern waits for nobody, and holds nobody up.
pub(crate) fn hold_of(ctx: &Ctx, id: &Uuid, by: &Uuid) -> Result<Option<Gift>, Error> {
    Ok(ctx.sql().optional(
        gift_where!("id = $1 and $2 in (sender_id, recipient_id) for update"),
        &params![id, by],
    )?)
}

/// Keeps a gift that waits, and counts it at its sender and its recipient. Others wait for the rows of the counters, so
/// this comes last.
pub(crate) fn insert(ctx: &Ctx, gift: &Gift) -> Result<(), Error> {
    let (amount, hold, item) = match &gift.present {
        Present::Wit { amount, hold } => {
            (i64::try_from(amount.hundredths()).ok(), Some(hold), None)
        }
        Present::Item(item) => (None, None, Some(item)),
    };
    ctx.sql().execute(
        "with given as ( \
             insert into gift (id, sender_id, recipient_id, message, amount, hold_id, item_id, item_type, item_name_ko, \
             item_name_en, item_thumbnail, status, sent_at, expires_at) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning sender_id, recipient_id) \
         insert into tally (account_id, sent, sent_pending, received, received_pending) \
         select p.id, p.sent, p.sent, p.received, p.received \
         from given g, lateral (values (g.sender_id, 1, 0), (g.recipient_id, 0, 1)) p (id, sent, received) \
         order by p.id \
         on conflict (account_id) do update set sent = tally.sent + excluded.sent, \
         sent_pending = tally.sent_pending + excluded.sent_pending, \
         received = tally.received + excluded.received, \
         received_pending = tally.received_pending + excluded.received_pending",
        &params![
            &gift.id,
            &gift.sender,
            &gift.recipient,
            &gift.message,
            amount,
            hold,
            item.map(|item| &item.item_id),
            item.map(|item| &item.r#type),
            item.map(|item| &item.name.ko),
            item.map(|item| &item.name.en),
            item.map(|item| &item.thumbnail_url),
            gift.status.as_str(),
            gift.sent_at,
            gift.expires_at,
        ],
    )?;
    Ok(())
}

/// Brings a gift that waits to its end; false where it has come to one before, or is accepted too late.
pub(crate) fn close(ctx: &Ctx, id: &Uuid, end: Status, now: Timestamp) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update gift set status = $2, closed_at = $3 \
         where id = $1 and status = 'pending' and (expires_at > $3 or $2 not in ('accepted', 'rejected'))",
        &params![id, end.as_str(), now],
    )?;
    Ok(changed == 1)
}

/// Gifts that wait between two people, at most `limit`, held.
pub(crate) fn pending_between(
    ctx: &Ctx,
    one: &Uuid,
    other: &Uuid,
    limit: u32,
) -> Result<Vec<Gift>, Error> {
    let rows = ctx.sql().query(
        gift_where!(
            "status = 'pending' and (sender_id, recipient_id) in (($1, $2), ($2, $1)) order by id limit $3 for update"
        ),
        &params![one, other, limit],
    )?;
    Ok(rows.all()?)
}

/// Gifts that wait to or from somebody, at most `limit`, held.
pub(crate) fn pending_of(ctx: &Ctx, account: &Uuid, limit: u32) -> Result<Vec<Gift>, Error> {
    let rows = ctx.sql().query(
        gift_where!(
            "status = 'pending' and (sender_id = $1 or recipient_id = $1) order by id limit $2 for update"
        ),
        &params![account, limit],
    )?;
    Ok(rows.all()?)
}

/// Takes what somebody wrote out of their gifts, at most of `limit`; how many there were.
pub(crate) fn forget_messages(ctx: &Ctx, sender: &Uuid, limit: u32) -> Result<u64, Error> {
    Ok(ctx.sql().execute(
        "update gift set message = '' where id in ( \
             select id from gift where sender_id = $1 and message <> '' limit $2)",
        &params![sender, limit],
    )?)
}

/// Drops what is kept of somebody alone, once nothing of theirs waits.
pub(crate) fn forget_person(ctx: &Ctx, account: &Uuid) -> Result<(), Error> {
    for statement in [
        "delete from tally where account_id = $1",
        "delete from guard where account_id = $1",
    ] {
        ctx.sql().execute(statement, &params![account])?;
    }
    Ok(())
}

/// Whose gifts a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    Sent,
    Received,
}

/// One page of somebody's gifts, and one row more if there is a next page.
pub(crate) fn list(
    ctx: &Ctx,
    account: &Uuid,
    direction: Direction,
    pending: bool,
    window: &Window<Newest>,
) -> Result<Vec<Gift>, Error> {
    // Put together from fixed parts, so that each combination is a statement of its own with an index of its own.
    let mut statement = match direction {
        Direction::Sent => gift_where!("sender_id = $1"),
        Direction::Received => gift_where!("recipient_id = $1"),
    }
    .to_owned();
    if pending {
        statement.push_str(" and status = 'pending'");
    }
    let rows = match &window.after {
        Some((at, id)) => {
            statement
                .push_str(" and (sent_at, id) < ($3, $4) order by sent_at desc, id desc limit $2");
            let at = Timestamp::from_micros(*at);
            ctx.sql()
                .query(&statement, &params![account, window.fetch(), at, id])?
        }
        None => {
            statement.push_str(" order by sent_at desc, id desc limit $2 offset $3");
            let params = params![account, window.fetch(), window.offset];
            ctx.sql().query(&statement, &params)?
        }
    };
    Ok(rows.all()?)
}

/// How many gifts a list has.
pub(crate) fn total(
    ctx: &Ctx,
    account: &Uuid,
    direction: Direction,
    pending: bool,
) -> Result<u64, Error> {
    let row: Option<(i64, i64, i64, i64)> = ctx.sql().optional(
        "select received, received_pending, sent, sent_pending from tally where account_id = $1",
        &params![account],
    )?;
    let (received, received_pending, sent, sent_pending) = row.unwrap_or_default();
    let total = match (direction, pending) {
        (Direction::Received, false) => received,
        (Direction::Received, true) => received_pending,
        (Direction::Sent, false) => sent,
        (Direction::Sent, true) => sent_pending,
    };
    Ok(u64::try_from(total).unwrap_or(0))
}
