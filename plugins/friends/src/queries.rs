//! Statements that only read: lists by sort key, each with an index in its order, and counters.

use crate::relationship::{Relationship, Standing, Status};
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::page::Window;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Sort key of every list here: a time in microseconds, then an id.
pub(crate) type Newest = (i64, Uuid);

/// A friend of the list's owner.
#[derive(FromRow)]
pub(crate) struct Friend {
    #[row(column = "friend_id")]
    pub(crate) id: Uuid,
    pub(crate) since: Timestamp,
}

/// The relation of `viewer` to `other`. Other plugins request it often, so it reads only two columns of the row.
pub(crate) fn standing(ctx: &Ctx, viewer: &Uuid, other: &Uuid) -> Result<Standing, Error> {
    let (low, high) = store::pair(viewer, other);
    let known: Option<(Uuid, u8)> = ctx.sql().optional(
        "select asker_id, status from relationship where low_id = $1 and high_id = $2",
        &params![low, high],
    )?;
    Ok(known.map_or(Standing::None, |(asker, status)| {
        Status::stored(status).standing(&asker, viewer)
    }))
}

/// Which requests a list shows.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    /// Requests from others.
    #[default]
    Received,
    /// The person's own requests.
    Sent,
}

/// The counters of a person.
#[derive(Clone, Copy, Debug, Default, Serialize, schemars::JsonSchema)]
pub(crate) struct Counters {
    pub(crate) friends: u32,
    /// Requests to the caller that wait.
    pub(crate) received: u32,
    /// The caller's own that wait.
    pub(crate) sent: u32,
}

pub(crate) fn counters(ctx: &Ctx, account: &Uuid) -> Result<Counters, Error> {
    let row: Option<(u32, u32, u32)> = ctx.sql().optional(
        "select friends, received, sent from tally where account_id = $1",
        &params![account],
    )?;
    Ok(
        row.map_or_else(Counters::default, |(friends, received, sent)| Counters {
            friends,
            received,
            sent,
        }),
    )
}

/// One page of friends, and one more row if there is a next page.
pub(crate) fn friends(
    ctx: &Ctx,
    account: &Uuid,
    window: &Window<Newest>,
) -> Result<Vec<Friend>, Error> {
    let rows = match &window.after {
        Some((since, id)) => ctx.sql().query(
            select!(
                Friend,
                "from friend where account_id = $1 and (since, friend_id) < ($3, $4) \
                 order by since desc, friend_id desc limit $2"
            ),
            &params![account, window.fetch(), Timestamp::from_micros(*since), id],
        )?,
        None => ctx.sql().query(
            select!(
                Friend,
                "from friend where account_id = $1 order by since desc, friend_id desc limit $2 offset $3"
            ),
            &params![account, window.fetch(), window.offset],
        )?,
    };
    Ok(rows.all()?)
}

/// The four statements differ in a column's name, which cannot be a parameter.
macro_rules! requests_of {
    ($side:literal, $rest:literal) => {
        select!(
            Relationship,
            "from relationship where ",
            $side,
            " = $1 and status = 0 ",
            $rest
        )
    };
}
macro_rules! after {
    ($side:literal) => {
        requests_of!(
            $side,
            "and (requested_at, id) < ($3, $4) order by requested_at desc, id desc limit $2"
        )
    };
}
macro_rules! from_offset {
    ($side:literal) => {
        requests_of!(
            $side,
            "order by requested_at desc, id desc limit $2 offset $3"
        )
    };
}

/// One page of pending requests, and one more row if there is a next page.
pub(crate) fn requests(
    ctx: &Ctx,
    account: &Uuid,
    direction: Direction,
    window: &Window<Newest>,
) -> Result<Vec<Relationship>, Error> {
    let rows = match &window.after {
        Some((at, id)) => {
            let statement = match direction {
                Direction::Received => after!("asked_id"),
                Direction::Sent => after!("asker_id"),
            };
            let at = Timestamp::from_micros(*at);
            ctx.sql()
                .query(statement, &params![account, window.fetch(), at, id])?
        }
        None => {
            let statement = match direction {
                Direction::Received => from_offset!("asked_id"),
                Direction::Sent => from_offset!("asker_id"),
            };
            ctx.sql()
                .query(statement, &params![account, window.fetch(), window.offset])?
        }
    };
    Ok(rows.all()?)
}

/// Friends whose nickname begins with `prefix`, in the order of nicknames.
pub(crate) fn friends_named(
    ctx: &Ctx,
    account: &Uuid,
    prefix: &str,
    limit: u32,
) -> Result<Vec<Uuid>, Error> {
    // Nicknames consist of a-z, 0-9 and _, which all sort before the tilde.
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select friend_id from friend where account_id = $1 and nickname >= $2 and nickname < $3 \
             order by nickname limit $4",
            &params![account, prefix, format!("{prefix}~"), limit],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Friends in id order, after a given id.
pub(crate) fn friends_after(
    ctx: &Ctx,
    account: &Uuid,
    after: &Uuid,
    limit: u32,
) -> Result<Vec<Friend>, Error> {
    let rows = ctx.sql().query(
        select!(
            Friend,
            "from friend where account_id = $1 and friend_id > $2 order by friend_id limit $3"
        ),
        &params![account, after, limit],
    )?;
    Ok(rows.all()?)
}

/// All friends of a person, at most as many as anybody may have.
pub(crate) fn all_friends(ctx: &Ctx, account: &Uuid) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select friend_id from friend where account_id = $1",
            &params![account],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// The friends who show where they are.
pub(crate) fn friends_who_show(ctx: &Ctx, account: &Uuid) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select f.friend_id from friend f left join presence_setting s on s.account_id = f.friend_id \
             where f.account_id = $1 and s.audience is distinct from 'nobody'",
            &params![account],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
