//! The statements. Each runs in the caller's transaction; constraints, not earlier reads, decide between concurrent
//! calls.

use crate::problems::{ALREADY_HAS_WORLD, NAME_DUPLICATE, WORLD_CHANGE_USED, WORLD_NOT_FOUND};
use crate::world::{Blacklisted, Draft, Role, Standing, World};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, page::Window, params, select};

/// Shards of the counter of public worlds: concurrent creations rarely use the same one.
const SHARDS: u8 = 16;

/// Sort key of the public list.
pub(crate) type Rank = (i64, Uuid);

/// One page of public worlds, and one row more if there is a next page.
pub(crate) fn public_worlds(
    ctx: &Ctx,
    asker: &Uuid,
    window: &Window<Rank>,
) -> Result<Vec<World>, Error> {
    let rows = match &window.after {
        Some((member_count, id)) => ctx.sql().query(
            select!(World, "from world w where w.is_public and (w.member_count, w.id) < ($3, $4) \
                 order by w.member_count desc, w.id desc limit $2"
            ),
            &params![asker, window.fetch(), *member_count, id],
        )?,
        None => ctx.sql().query(
            select!(
                World,
                "from world w where w.is_public order by w.member_count desc, w.id desc limit $2 offset $3"
            ),
            &params![asker, window.fetch(), window.offset],
        )?,
    };
    Ok(rows.all()?)
}

/// One page of public worlds, newest first.
pub(crate) fn newest_worlds(
    ctx: &Ctx,
    asker: &Uuid,
    window: &Window<Rank>,
) -> Result<Vec<World>, Error> {
    let rows = match &window.after {
        Some((_, id)) => ctx.sql().query(
            select!(
                World,
                "from world w where w.is_public and w.id < $3 order by w.id desc limit $2"
            ),
            &params![asker, window.fetch(), id],
        )?,
        None => ctx.sql().query(
            select!(
                World,
                "from world w where w.is_public order by w.id desc limit $2 offset $3"
            ),
            &params![asker, window.fetch(), window.offset],
        )?,
    };
    Ok(rows.all()?)
}

/// One page of public worlds that have earned witch points, most points first.
pub(crate) fn liveliest_worlds(
    ctx: &Ctx,
    asker: &Uuid,
    window: &Window<Rank>,
) -> Result<Vec<World>, Error> {
    let rows = match &window.after {
        Some((points, id)) => ctx.sql().query(
            select!(
                World,
                "from world_total t join world w on w.id = t.world_id and w.is_public \
                 where (t.spent / 100 + t.visitor_days, t.world_id) < ($3, $4) \
                 order by t.spent / 100 + t.visitor_days desc, t.world_id desc limit $2"
            ),
            &params![asker, window.fetch(), *points, id],
        )?,
        None => ctx.sql().query(
            select!(
                World,
                "from world_total t join world w on w.id = t.world_id and w.is_public \
                 order by t.spent / 100 + t.visitor_days desc, t.world_id desc limit $2 offset $3"
            ),
            &params![asker, window.fetch(), window.offset],
        )?,
    };
    Ok(rows.all()?)
}

/// The public worlds with a search term, the most popular first.
pub(crate) fn candidates(
    ctx: &Ctx,
    asker: &Uuid,
    term: &str,
    limit: u32,
) -> Result<Vec<World>, Error> {
    let statement = select!(
        World,
        "from world w where w.id in (select x.world_id from world_term x where x.term = $2 \
         order by x.popularity desc, x.world_id desc limit $3)"
    );
    let rows = ctx.sql().query(statement, &params![asker, term, limit])?;
    Ok(rows.all()?)
}

/// The number of public worlds.
pub(crate) fn public_total(ctx: &Ctx) -> Result<u64, Error> {
    let (total,): (i64,) = ctx.sql().one(
        "select coalesce(sum(public_worlds), 0)::bigint from tally",
        &params![],
    )?;
    Ok(u64::try_from(total).unwrap_or(0))
}

/// Names are stored in small letters, and found in any case.
fn as_stored(name: &str) -> String {
    name.to_ascii_lowercase()
}

pub(crate) fn world_named(ctx: &Ctx, asker: &Uuid, name: &str) -> Result<Option<World>, Error> {
    let statement = select!(World, "from world w where w.name = $2");
    Ok(ctx
        .sql()
        .optional(statement, &params![asker, as_stored(name)])?)
}

pub(crate) fn world_by_id(ctx: &Ctx, asker: &Uuid, id: &Uuid) -> Result<Option<World>, Error> {
    let statement = select!(World, "from world w where w.id = $2");
    Ok(ctx.sql().optional(statement, &params![asker, id])?)
}

/// The world that `account` is a member of.
pub(crate) fn world_of(ctx: &Ctx, account: &Uuid) -> Result<Option<World>, Error> {
    let statement = select!(
        World,
        "from world w where w.id = (select mine.world_id from member mine where mine.account_id = $1)"
    );
    Ok(ctx.sql().optional(statement, &params![account])?)
}

pub(crate) fn world_name_of(ctx: &Ctx, account: &Uuid) -> Result<Option<String>, Error> {
    let row: Option<(String,)> = ctx.sql().optional(
        "select w.name from member m join world w on w.id = m.world_id where m.account_id = $1",
        &params![account],
    )?;
    Ok(row.map(|(name,)| name))
}

pub(crate) fn world_id_of(ctx: &Ctx, account: &Uuid) -> Result<Option<Uuid>, Error> {
    let row: Option<(Uuid,)> = ctx.sql().optional(
        "select world_id from member where account_id = $1",
        &params![account],
    )?;
    Ok(row.map(|(id,)| id))
}

pub(crate) fn world_id_named(ctx: &Ctx, name: &str) -> Result<Option<Uuid>, Error> {
    let row: Option<(Uuid,)> = ctx.sql().optional(
        "select id from world where name = $1",
        &params![as_stored(name)],
    )?;
    Ok(row.map(|(id,)| id))
}

/// The id and the name of the world with this id or name.
pub(crate) fn world_by_key(ctx: &Ctx, key: &str) -> Result<Option<(Uuid, String)>, Error> {
    let row = match Uuid::parse(key) {
        Some(id) => ctx
            .sql()
            .optional("select id, name from world where id = $1", &params![&id])?,
        None => ctx.sql().optional(
            "select id, name from world where name = $1",
            &params![as_stored(key)],
        )?,
    };
    Ok(row)
}

/// Locks a world against concurrent changes of its roles and its blacklist; returns its name.
pub(crate) fn lock_world(ctx: &Ctx, world: &Uuid) -> Result<String, Error> {
    let row: Option<(String,)> = ctx.sql().optional(
        "select name from world where id = $1 for no key update",
        &params![world],
    )?;
    Ok(row.ok_or(WORLD_NOT_FOUND)?.0)
}

pub(crate) fn member_count(ctx: &Ctx, world: &Uuid) -> Result<u64, Error> {
    let row: Option<(i64,)> = ctx.sql().optional(
        "select member_count from world where id = $1",
        &params![world],
    )?;
    let (count,) = row.ok_or(WORLD_NOT_FOUND)?;
    Ok(u64::try_from(count).unwrap_or_default())
}

/// Members of the world of `account`, newest first, without `account`.
pub(crate) fn fellows_of(ctx: &Ctx, account: &Uuid, limit: u32) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select m.account_id from member m \
             where m.world_id = (select mine.world_id from member mine where mine.account_id = $1) \
             and m.account_id <> $1 order by m.joined_at desc, m.account_id desc limit $2",
            &params![account, limit],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub(crate) fn is_name_taken(ctx: &Ctx, name: &str) -> Result<bool, Error> {
    let (taken,): (bool,) = ctx.sql().one(
        "select exists (select 1 from world where name = $1)",
        &params![name],
    )?;
    Ok(taken)
}

/// Adds `account` to the world; fails with `already_has_world` if it is in one.
pub(crate) fn insert_member(
    ctx: &Ctx,
    account: &Uuid,
    world: &Uuid,
    role: Role,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "insert into member (account_id, world_id, role, joined_at) values ($1, $2, $3, $4)",
            &params![account, world, role.as_str(), now],
        )
        .on_constraint(&[("member_pkey", ALREADY_HAS_WORLD)])?;
    Ok(())
}

/// Fails with `world_name_duplicate` if a concurrent call has taken the name.
pub(crate) fn insert_world(
    ctx: &Ctx,
    id: &Uuid,
    owner: &Uuid,
    draft: &Draft,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "insert into world (id, name, owner_id, description_ko, description_en, logo, thumbnail, hue, \
             is_public, member_count, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10)",
            &params![
                id,
                draft.name.as_str(),
                owner,
                &draft.description.ko,
                &draft.description.en,
                draft.logo.clone(),
                draft.thumbnail.clone(),
                draft.hue,
                draft.is_public,
                now,
            ],
        )
        .on_constraint(&[("world_name_key", NAME_DUPLICATE)])
        .map_err(|error| match error.code() == NAME_DUPLICATE.code {
            true => error.at("worldName"),
            false => error,
        })?;
    Ok(())
}

/// Adds to the number of public worlds. It is the last statement, because concurrent requests wait for this row.
pub(crate) fn count_public_world(ctx: &Ctx, id: &Uuid, by: i64) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into tally (shard, public_worlds) values ($1, $2) \
         on conflict (shard) do update set public_worlds = tally.public_worlds + excluded.public_worlds",
        &params![id.low_byte() % SHARDS, by],
    )?;
    Ok(())
}

/// Increments the number of members and returns it. It is one of the last statements, because concurrent requests wait for
/// this row.
pub(crate) fn count_member(ctx: &Ctx, world: &Uuid) -> Result<i64, Error> {
    let (count,): (i64,) = ctx.sql().one(
        "update world set member_count = member_count + 1 where id = $1 returning member_count",
        &params![world],
    )?;
    Ok(count)
}

/// What the world says about `account` at `now`.
pub(crate) fn standing(
    ctx: &Ctx,
    world: &Uuid,
    account: &Uuid,
    now: Timestamp,
) -> Result<Standing, Error> {
    let (has_membership, reason, until): (bool, Option<String>, Option<Timestamp>) =
        ctx.sql().one(
            "select coalesce((select h.items > 0 from holder h where h.world_id = $1 and h.account_id = $2), false), \
             b.reason, b.until from (select 1) one left join blacklist b \
             on b.world_id = $1 and b.account_id = $2 and (b.until is null or b.until > $3)",
            &params![world, account, now],
        )?;
    Ok(Standing {
        has_membership,
        blacklisted: reason.map(|reason| Blacklisted { reason, until }),
    })
}

/// Whether the account has used its one change of worlds.
pub(crate) fn has_changed_world(ctx: &Ctx, account: &Uuid) -> Result<bool, Error> {
    let (used,): (bool,) = ctx.sql().one(
        "select exists (select 1 from world_change where account_id = $1)",
        &params![account],
    )?;
    Ok(used)
}

/// Uses up the one change of worlds; fails with `world_change_used` the second time.
pub(crate) fn use_world_change(
    ctx: &Ctx,
    account: &Uuid,
    (from, to): (&Uuid, &Uuid),
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "insert into world_change (account_id, from_world, to_world, changed_at) values ($1, $2, $3, $4)",
            &params![account, from, to, now],
        )
        .on_constraint(&[("world_change_pkey", WORLD_CHANGE_USED)])?;
    Ok(())
}
