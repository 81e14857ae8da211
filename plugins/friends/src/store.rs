//! Statements that change relations. Each requires that both people's rows of `tally` are locked, in the order of ids,
//! before any other row: this is the lock order of the plugin.

use crate::problems::{TOO_MANY_FRIENDS, TOO_MANY_PENDING};
use crate::relationship::{Relationship, Status};
use witverse_sdk::people::People;
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// The changes of a person's counters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Change {
    pub(crate) friends: i32,
    pub(crate) received: i32,
    pub(crate) sent: i32,
}

/// Locks the rows of these people until the end of the transaction.
pub(crate) fn lock_counters(ctx: &Ctx, people: &[&Uuid]) -> Result<(), Error> {
    let people: Vec<Uuid> = people.iter().map(|id| (*id).clone()).collect();
    ctx.sql().execute(
        "insert into tally (account_id) select p.id from unnest($1::uuid[]) p (id) order by p.id \
         on conflict (account_id) do update set account_id = excluded.account_id",
        &params![people],
    )?;
    Ok(())
}

/// Whether both accounts exist and neither has blocked the other. Queried after [`lock_counters`]: a later erasure or block
/// finds what this request wrote.
pub(crate) fn can_interact(ctx: &Ctx, one: &Uuid, other: &Uuid) -> bool {
    let (people, blocked) = People::between(ctx, one, other);
    people.get(other).is_some() && !blocked
}

pub(crate) fn count(ctx: &Ctx, account: &Uuid, change: Change) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "update tally set friends = friends + $2, received = received + $3, sent = sent + $4 \
             where account_id = $1",
            &params![account, change.friends, change.received, change.sent],
        )
        .on_constraint(&[
            ("tally_friends_limit", TOO_MANY_FRIENDS),
            ("tally_sent_limit", TOO_MANY_PENDING),
        ])?;
    Ok(())
}

pub(crate) fn pair<'a>(one: &'a Uuid, other: &'a Uuid) -> (&'a Uuid, &'a Uuid) {
    // The text form sorts like the database's uuid.
    if one < other {
        (one, other)
    } else {
        (other, one)
    }
}

pub(crate) fn between(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<Option<Relationship>, Error> {
    let (low, high) = pair(one, other);
    let statement = select!(
        Relationship,
        "from relationship where low_id = $1 and high_id = $2"
    );
    Ok(ctx.sql().optional(statement, &params![low, high])?)
}

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Relationship>, Error> {
    let statement = select!(Relationship, "from relationship where id = $1");
    Ok(ctx.sql().optional(statement, &params![id])?)
}

/// The relations of `account` to any of `others`.
pub(crate) fn among(
    ctx: &Ctx,
    account: &Uuid,
    others: &[Uuid],
) -> Result<Vec<Relationship>, Error> {
    let statement = select!(
        Relationship,
        "from relationship where (low_id = $1 and high_id = any($2)) or (high_id = $1 and low_id = any($2))"
    );
    let rows = ctx
        .sql()
        .query(statement, &params![account, others.to_vec()])?;
    Ok(rows.all()?)
}

/// Writes a pending request; replaces an earlier row of the two people.
pub(crate) fn put_request(
    ctx: &Ctx,
    id: &Uuid,
    asker: &Uuid,
    asked: &Uuid,
    now: Timestamp,
) -> Result<(), Error> {
    let (low, high) = pair(asker, asked);
    ctx.sql().execute(
        "insert into relationship (id, low_id, high_id, asker_id, asked_id, status, requested_at) \
         values ($1, $2, $3, $4, $5, 0, $6) \
         on conflict (low_id, high_id) do update set id = excluded.id, asker_id = excluded.asker_id, \
         asked_id = excluded.asked_id, status = 0, requested_at = excluded.requested_at, answered_at = null",
        &params![id, low, high, asker, asked, now],
    )?;
    Ok(())
}

/// Answers a pending request; false if it is not pending any more.
pub(crate) fn answer(ctx: &Ctx, id: &Uuid, status: Status, now: Timestamp) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update relationship set status = $2, answered_at = $3 where id = $1 and status = 0",
        &params![id, status.number(), now],
    )?;
    Ok(changed == 1)
}

/// Deletes the row of two people if it is unchanged; returns whether it was deleted.
pub(crate) fn remove(ctx: &Ctx, id: &Uuid, status: Status) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "delete from relationship where id = $1 and status = $2",
        &params![id, status.number()],
    )?;
    Ok(changed == 1)
}

/// Writes a friendship for both sides, each with the other's nickname.
pub(crate) fn put_friends(
    ctx: &Ctx,
    one: (&Uuid, &str),
    other: (&Uuid, &str),
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into friend (account_id, friend_id, nickname, since) values ($1, $2, $4, $5), ($2, $1, $3, $5)",
        &params![one.0, other.0, one.1, other.1, now],
    )?;
    Ok(())
}

pub(crate) fn remove_friends(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from friend where (account_id, friend_id) in (($1, $2), ($2, $1))",
        &params![one, other],
    )?;
    Ok(())
}

/// At most `limit` people with a relation to `account`.
pub(crate) fn others_of(ctx: &Ctx, account: &Uuid, limit: u32) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "(select high_id from relationship where low_id = $1 limit $2) union all \
             (select low_id from relationship where high_id = $1 limit $2) limit $2",
            &params![account, limit],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Deletes all relations of `account` to `others`, and decrements the others' counters.
pub(crate) fn sever(ctx: &Ctx, account: &Uuid, others: &[Uuid]) -> Result<(), Error> {
    ctx.sql().execute(
        "with gone as (
             delete from relationship
             where (low_id = $1 and high_id = any($2)) or (high_id = $1 and low_id = any($2))
             returning asker_id, asked_id, status),
         unfriended as (
             delete from friend
             where (account_id = $1 and friend_id = any($2)) or (account_id = any($2) and friend_id = $1))
         update tally t
         set friends = t.friends - (g.status = 1)::int,
             received = t.received - (g.status = 0 and g.asker_id = $1)::int,
             sent = t.sent - (g.status = 0 and g.asked_id = $1)::int
         from gone g
         where t.account_id = case when g.asker_id = $1 then g.asked_id else g.asker_id end",
        &params![account, others.to_vec()],
    )?;
    Ok(())
}

pub(crate) fn delete_counters(ctx: &Ctx, account: &Uuid) -> Result<(), Error> {
    ctx.sql()
        .execute("delete from tally where account_id = $1", &params![account])?;
    Ok(())
}
