//! The members of a world, and its administrators: at most five, appointed by the owner.

use crate::events;
use crate::leaving::WORLD;
use crate::problems::{
    ADMINS_MAX, ALREADY_ADMIN, NOT_A_MEMBER, USER_NOT_FOUND, WORLD_NOT_FOUND, WORLD_OWNER_ONLY,
};
use crate::store;
use crate::world::Role;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Resource;
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::sql::{FromRow, OnConstraint};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Places for administrators; the table has the same limit.
const PLACES: [i64; 5] = [1, 2, 3, 4, 5];

/// The world in the path of a route.
#[derive(Deserialize)]
pub(crate) struct OfWorld {
    id: String,
}

impl OfWorld {
    /// The id of the world; the path may also contain its name.
    pub(crate) fn world(&self, ctx: &Ctx) -> Result<Uuid, Error> {
        match Uuid::parse(&self.id) {
            Some(id) => Ok(id),
            None => Ok(store::world_id_named(ctx, &self.id)?.ok_or(WORLD_NOT_FOUND)?),
        }
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct MemberQuery {
    #[schemars(extend("enum" = ["admin", "member", "owner"]))]
    role: Option<String>,
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemberView {
    #[serde(flatten)]
    person: PersonCard,
    #[schemars(extend("enum" = ["admin", "member", "owner"]))]
    role: String,
    joined_at: Timestamp,
    /// The person owns an item of one of the world's membership collections.
    has_membership: bool,
}

#[derive(FromRow)]
#[row(alias = "m")]
struct Member {
    account_id: Uuid,
    role: String,
    joined_at: Timestamp,
    #[row(sql = "coalesce((select h.items > 0 from holder h \
                 where h.world_id = m.world_id and h.account_id = m.account_id), false)")]
    has_membership: bool,
}

/// The members of a world, newest first; with `role`, those of one role.
pub(crate) fn list_members(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfWorld>, Query<MemberQuery>),
) -> Result<Payload<Page<MemberView>>, Error> {
    let world = of.world(ctx)?;
    let role = match query.role.as_deref() {
        None => None,
        Some(text) => Some(Role::parse(text).ok_or_else(|| {
            Error::field(
                "role",
                "owner, admin, member 중 하나여야 합니다.",
                "This must be owner, admin or member.",
            )
        })?),
    };
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window: Window<TimeKey> = asked.window(page::USUAL)?;
    let rows = member_rows(ctx, &world, role, &window)?;
    let total = match role {
        None => store::member_count(ctx, &world)?,
        Some(Role::Member) => {
            store::member_count(ctx, &world)?.saturating_sub(staff_count(ctx, &world)?)
        }
        Some(role) => role_count(ctx, &world, role)?,
    };
    let page = window.counted_page(rows, total, |member| {
        (member.joined_at.as_micros(), member.account_id.clone())
    });
    let people = People::of(ctx, page.items.iter().map(|member| &member.account_id));
    let view = |member: Member| {
        people.get(&member.account_id).map(|person| MemberView {
            person,
            role: member.role,
            joined_at: member.joined_at,
            has_membership: member.has_membership,
        })
    };
    Ok(Payload(page.filter_map(view)))
}

fn member_rows(
    ctx: &Ctx,
    world: &Uuid,
    role: Option<Role>,
    window: &Window<TimeKey>,
) -> Result<Vec<Member>, Error> {
    const FROM: &str =
        "from member m where m.world_id = $1 and (m.joined_at, m.account_id) < ($4, $5)";
    const ORDER: &str = " order by m.joined_at desc, m.account_id desc limit $2 offset $3";
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = match role {
        None => ctx.sql().query(
            select!(Member, FROM, ORDER),
            &params![world, window.fetch(), window.offset, before, &id],
        )?,
        Some(role) => ctx.sql().query(
            select!(Member, FROM, " and m.role = $6", ORDER),
            &params![
                world,
                window.fetch(),
                window.offset,
                before,
                &id,
                role.as_str()
            ],
        )?,
    };
    Ok(rows.all()?)
}

/// Owner and administrators: at most six rows.
fn staff_count(ctx: &Ctx, world: &Uuid) -> Result<u64, Error> {
    Ok(role_count(ctx, world, Role::Owner)? + role_count(ctx, world, Role::Admin)?)
}

fn role_count(ctx: &Ctx, world: &Uuid, role: Role) -> Result<u64, Error> {
    let (count,): (i64,) = ctx.sql().one(
        "select count(*) from member where world_id = $1 and role = $2",
        &params![world, role.as_str()],
    )?;
    Ok(u64::try_from(count).unwrap_or_default())
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct NewAdmin {
    nickname: String,
}

/// Makes a member an administrator.
pub(crate) fn appoint_admin(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfWorld>, Json<NewAdmin>),
) -> Result<Created<MemberView>, Error> {
    let me = ctx.caller()?;
    let world = of.world(ctx)?;
    let profile = ctx.users().find_by_nickname(&new.nickname);
    let person =
        PersonCard::from(profile.ok_or_else(|| Error::from(USER_NOT_FOUND).at("nickname"))?);
    let name = store::lock_world(ctx, &world)?;
    let account = &person.user_id;
    let (role, joined_at, has_membership) =
        member_of(ctx, &world, account)?.ok_or_else(|| Error::from(NOT_A_MEMBER).at("nickname"))?;
    if role != Role::Member {
        return Err(Error::from(ALREADY_ADMIN).at("nickname"));
    }
    let place: Option<(i64,)> = ctx.sql().optional(
        "select p.place from unnest($2::bigint[]) p (place) where not exists ( \
             select 1 from member m where m.world_id = $1 and m.role = 'admin' and m.admin_place = p.place \
         ) order by p.place limit 1",
        &params![&world, PLACES.to_vec()],
    )?;
    let (place,) = place.ok_or(ADMINS_MAX)?;
    ctx.sql()
        .execute(
            "update member set role = 'admin', admin_place = $3, appointed_at = $4 \
             where world_id = $1 and account_id = $2",
            &params![&world, account, place, ctx.now()],
        )
        .on_constraint(&[("member_admin_place", ADMINS_MAX)])?;
    swap_role(ctx, &world, account, (Role::Member, Role::Admin))?;
    let key = ctx.random().uuid();
    events::appointed(ctx, &key, &name, (account, &me.id))?;
    Ok(Created(MemberView {
        person,
        role: Role::Admin.as_str().to_owned(),
        joined_at,
        has_membership,
    }))
}

fn member_of(
    ctx: &Ctx,
    world: &Uuid,
    account: &Uuid,
) -> Result<Option<(Role, Timestamp, bool)>, Error> {
    let row: Option<(String, Timestamp, bool)> = ctx.sql().optional(
        "select m.role, m.joined_at, coalesce((select h.items > 0 from holder h \
         where h.world_id = m.world_id and h.account_id = m.account_id), false) \
         from member m where m.world_id = $1 and m.account_id = $2",
        &params![world, account],
    )?;
    Ok(row.and_then(|(role, joined_at, has)| Some((Role::parse(&role)?, joined_at, has))))
}

fn swap_role(
    ctx: &Ctx,
    world: &Uuid,
    account: &Uuid,
    (from, to): (Role, Role),
) -> Result<(), Error> {
    let id = world.as_str();
    ctx.authz().revoke_role(account, from.as_str(), WORLD, id)?;
    ctx.authz().grant_role(account, to.as_str(), WORLD, id)?;
    events::role_changed(ctx, world, account)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneOfWorld {
    id: String,
    user_id: String,
}

impl OneOfWorld {
    pub(crate) fn ids(&self, ctx: &Ctx) -> Result<(Uuid, Uuid), Error> {
        let of = OfWorld {
            id: self.id.clone(),
        };
        let account = Uuid::parse(&self.user_id).ok_or(USER_NOT_FOUND)?;
        Ok((of.world(ctx)?, account))
    }
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Dismissed {
    /// False if the person was no administrator.
    dismissed: bool,
}

/// Makes an administrator a member again: on the owner's request, or on their own. Idempotent.
pub(crate) fn dismiss_admin(
    ctx: &Ctx,
    Params(of): Params<OneOfWorld>,
) -> Result<Payload<Dismissed>, Error> {
    let me = ctx.caller()?;
    let (world, account) = of.ids(ctx)?;
    let resource = Resource::declared(WORLD, world.as_str());
    if me.id != account && !ctx.authz().check("ownWorld", &resource) {
        return Err(WORLD_OWNER_ONLY.into());
    }
    let name = store::lock_world(ctx, &world)?;
    let changed = ctx.sql().execute(
        "update member set role = 'member', admin_place = null, appointed_at = null \
         where world_id = $1 and account_id = $2 and role = 'admin'",
        &params![&world, &account],
    )?;
    if changed > 0 {
        swap_role(ctx, &world, &account, (Role::Admin, Role::Member))?;
        events::changed(ctx, &account, &name)?;
    }
    Ok(Payload(Dismissed {
        dismissed: changed > 0,
    }))
}
