//! The blacklist of a world: people who may not enter it, with a reason and an optional end.
//!
//! A blacklisted member leaves the world, and this does not use up their one change of worlds.

use crate::events;
use crate::leaving::{WORLD, leave};
use crate::members::{OfWorld, OneOfWorld};
use crate::problems::{CANNOT_BLACKLIST, USER_NOT_FOUND};
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, text};

/// Maximum length of a reason, in characters; the table has the same limit.
const REASON_MAX: usize = 200;
const ROLE: &str = "blacklisted";
/// Ends an entry.
pub(crate) const UNLIST: TimerKind<Unlist> = TimerKind::new("unlist");

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Entry {
    #[serde(flatten)]
    person: PersonCard,
    reason: String,
    /// Null: without an end.
    until: Option<Timestamp>,
    listed_at: Timestamp,
}

type EntryRow = (Uuid, String, Option<Timestamp>, Timestamp);

/// The blacklist, newest entry first.
pub(crate) fn list_blacklist(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfWorld>, Query<PageQuery>),
) -> Result<Payload<Page<Entry>>, Error> {
    let world = of.world(ctx)?;
    let window: Window<TimeKey> = query.window(page::USUAL)?;
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows: Vec<EntryRow> = ctx
        .sql()
        .query(
            "select account_id, reason, until, listed_at from blacklist \
             where world_id = $1 and (listed_at, account_id) < ($4, $5) \
             order by listed_at desc, account_id desc limit $2 offset $3",
            &params![&world, window.fetch(), window.offset, before, &id],
        )?
        .all()?;
    let (total,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from blacklist where world_id = $1 limit 1000) counted",
        &params![&world],
    )?;
    let total = u64::try_from(total).unwrap_or_default();
    let page = window.counted_page(rows, total, |(account, _, _, listed_at)| {
        (listed_at.as_micros(), account.clone())
    });
    let people = People::of(ctx, page.items.iter().map(|(account, ..)| account));
    // The entries of an erased account are about to be deleted.
    let entry = |(account, reason, until, listed_at): EntryRow| {
        people.get(&account).map(|person| Entry {
            person,
            reason,
            until,
            listed_at,
        })
    };
    Ok(Payload(page.filter_map(entry)))
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct NewEntry {
    nickname: String,
    /// Shown to the person. 1 to 200 characters, as people count them.
    #[schemars(length(min = 1, max = 3200))]
    reason: String,
    /// Null or absent: without an end.
    until: Option<Timestamp>,
}

impl NewEntry {
    /// Checks the reason and the end; the error names both.
    fn check(&self, now: Timestamp) -> Result<(), Error> {
        let reason = text::paragraph("reason", &self.reason, 1..=REASON_MAX);
        let mut errors: Vec<Error> = reason.err().into_iter().collect();
        if self.until.is_some_and(|until| until <= now) {
            errors.push(Error::field(
                "until",
                "지금보다 나중의 시각을 선택해 주세요.",
                "Please choose a time in the future.",
            ));
        }
        Error::all(errors)
    }
}

/// Puts a person on the blacklist, or changes their entry.
pub(crate) fn put_on_blacklist(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfWorld>, Json<NewEntry>),
) -> Result<Created<Entry>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    new.check(now)?;
    let world = of.world(ctx)?;
    let profile = ctx.users().find_by_nickname(&new.nickname);
    let person =
        PersonCard::from(profile.ok_or_else(|| Error::from(USER_NOT_FOUND).at("nickname"))?);
    let account = &person.user_id;
    let name = store::lock_world(ctx, &world)?;
    let staff: Option<(Uuid,)> = ctx.sql().optional(
        "select account_id from member where world_id = $1 and account_id = $2 and role <> 'member'",
        &params![&world, account],
    )?;
    if staff.is_some() || me.id == *account {
        return Err(Error::from(CANNOT_BLACKLIST).at("nickname"));
    }
    if store::world_id_of(ctx, account)?.as_ref() == Some(&world) {
        leave(ctx, account)?;
    }
    let reason = new.reason.trim();
    ctx.sql().execute(
        "insert into blacklist (world_id, account_id, reason, until, listed_by, listed_at) \
         values ($1, $2, $3, $4, $5, $6) on conflict (world_id, account_id) do update \
         set reason = excluded.reason, until = excluded.until, listed_by = excluded.listed_by, \
         listed_at = excluded.listed_at",
        &params![&world, account, reason, new.until, &me.id, now],
    )?;
    ctx.authz()
        .grant_role(account, ROLE, WORLD, world.as_str())?;
    let id = timer_id(&world, account);
    match new.until {
        Some(until) => {
            let (world, account) = (world.clone(), account.clone());
            UNLIST.at(ctx, id, until, &Unlist { world, account })?;
        }
        None => UNLIST.cancel(ctx, id),
    }
    events::excluded(ctx, &world, account)?;
    let key = ctx.random().uuid();
    events::blacklisted(ctx, &key, &name, account, (reason, new.until))?;
    Ok(Created(Entry {
        reason: reason.to_owned(),
        until: new.until,
        listed_at: now,
        person,
    }))
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Removed {
    /// False if the person was not on it.
    removed: bool,
}

/// Takes a person off the blacklist. Idempotent.
pub(crate) fn take_off_blacklist(
    ctx: &Ctx,
    Params(of): Params<OneOfWorld>,
) -> Result<Payload<Removed>, Error> {
    let (world, account) = of.ids(ctx)?;
    let name = store::lock_world(ctx, &world)?;
    let removed = ctx.sql().execute(
        "delete from blacklist where world_id = $1 and account_id = $2",
        &params![&world, &account],
    )?;
    if removed > 0 {
        UNLIST.cancel(ctx, timer_id(&world, &account));
        admit(ctx, &world, &name, &account)?;
    }
    Ok(Payload(Removed {
        removed: removed > 0,
    }))
}

fn admit(ctx: &Ctx, world: &Uuid, name: &str, account: &Uuid) -> Result<(), Error> {
    ctx.authz()
        .revoke_role(account, ROLE, WORLD, world.as_str())?;
    events::changed(ctx, account, name)
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Unlist {
    world: Uuid,
    account: Uuid,
}

fn timer_id(world: &Uuid, account: &Uuid) -> String {
    format!("{world}:{account}")
}

/// Ends an entry whose time has passed; an entry that was extended has a later timer.
pub(crate) fn end_entry(ctx: &Ctx, Unlist { world, account }: Unlist) -> Result<(), Error> {
    let name = store::lock_world(ctx, &world)?;
    let ended = ctx.sql().execute(
        "delete from blacklist where world_id = $1 and account_id = $2 and until <= $3",
        &params![&world, &account, ctx.now()],
    )?;
    match ended {
        0 => Ok(()),
        _ => admit(ctx, &world, &name, &account),
    }
}

/// Whether the account is on the blacklist of a world now.
pub(crate) fn is_blacklisted(ctx: &Ctx, world: &Uuid, account: &Uuid) -> Result<bool, Error> {
    let standing = store::standing(ctx, world, account, ctx.now())?;
    Ok(standing.blacklisted.is_some())
}

#[cfg(test)]
mod tests {
    use super::{NewEntry, REASON_MAX};
    use witverse_sdk::Timestamp;

    #[test]
    fn a_reason_and_an_end_in_the_future_are_required() {
        let now = Timestamp::from_millis(1_000);
        let check = |reason: &str, until: Option<i64>, expected: &[&str]| {
            let entry = NewEntry {
                nickname: "mina".into(),
                reason: reason.into(),
                until: until.map(Timestamp::from_millis),
            };
            let fields: Vec<String> = match entry.check(now) {
                Ok(()) => Vec::new(),
                Err(error) => error.fields().iter().map(|f| f.field.clone()).collect(),
            };
            assert_eq!(fields, expected, "{reason:.10} {until:?}");
        };
        check("spam", None, &[]);
        check("spam", Some(1_001), &[]);
        check(&"가".repeat(REASON_MAX), None, &[]);
        check(" ", Some(1_000), &["reason", "until"]);
        check(&"가".repeat(REASON_MAX + 1), None, &["reason"]);
    }
}
