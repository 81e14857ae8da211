//! The handlers, one per route.

use crate::blacklist::is_blacklisted;
use crate::images::{self, Picture};
use crate::leaving::{WORLD, leave};
use crate::name::{self, WorldName};
use crate::problems::{ALREADY_HAS_WORLD, NAME_DUPLICATE, WORLD_BLACKLISTED, WORLD_NOT_FOUND};
use crate::search;
use crate::store;
use crate::world::{NewWorld, Role, Standing, World, WorldCard, WorldView};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Declaration;
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::people::PersonCard;
use witverse_sdk::services::worlds::MemberJoined;
use witverse_sdk::{Ctx, Error, Uuid};

/// The caller's account; the nil UUID for a visitor.
fn caller_id(ctx: &Ctx) -> Uuid {
    ctx.actor().account().cloned().unwrap_or_else(Uuid::nil)
}

/// The owner of a world, if it has one.
fn owner(ctx: &Ctx, world: &World) -> Option<PersonCard> {
    let id = world.owner_id.as_ref()?;
    ctx.users().profile(id).map(PersonCard::from)
}

/// The page of a world for the caller. Of a world that they may not enter they get the name only.
fn view(ctx: &Ctx, mut world: World, asker: &Uuid) -> Result<WorldView, Error> {
    let standing = match *asker == Uuid::nil() {
        true => Standing::default(),
        false => store::standing(ctx, &world.id, asker, ctx.now())?,
    };
    if standing.blacklisted.is_some() {
        world.is_public = false;
    }
    let owner = match world.is_open_to_caller() {
        true => owner(ctx, &world),
        false => None,
    };
    Ok(world.view(owner, standing))
}

/// The page of a world for the caller, by its id.
pub(crate) fn view_by_id(ctx: &Ctx, id: &Uuid) -> Result<WorldView, Error> {
    let asker = caller_id(ctx);
    let world = store::world_by_id(ctx, &asker, id)?.ok_or(WORLD_NOT_FOUND)?;
    view(ctx, world, &asker)
}

/// The page of a world for the holder of an invitation, who sees as much as a member.
pub(crate) fn invited_view(ctx: &Ctx, id: &Uuid) -> Result<WorldView, Error> {
    let asker = caller_id(ctx);
    let world = store::world_by_id(ctx, &asker, id)?.ok_or(WORLD_NOT_FOUND)?;
    let standing = store::standing(ctx, id, &asker, ctx.now())?;
    let owner = owner(ctx, &world);
    Ok(world.invited_view(owner, standing))
}

/// The order of the public list.
#[derive(Clone, Copy, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Sort {
    #[default]
    Members,
    Newest,
    /// Most witch points; worlds without any are left out.
    Points,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct WorldListQuery {
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
    /// Most members, newest, or most witch points first; worlds without points are left out of the last.
    #[serde(default)]
    #[schemars(extend("default" = "members"))]
    sort: Sort,
    /// Lists what is found instead.
    q: Option<String>,
}

/// Public worlds in the chosen order, or those with a text in their name or description.
pub(crate) fn list_worlds(
    ctx: &Ctx,
    Query(query): Query<WorldListQuery>,
) -> Result<Payload<Page<WorldCard>>, Error> {
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window = asked.window(page::USUAL)?;
    let asker = caller_id(ctx);
    if let Some(text) = query.q.filter(|text| !text.trim().is_empty()) {
        let mut found = search::find(ctx, &text)?;
        found.truncate(window.limit as usize);
        let total = found.len() as u64;
        let page = window.counted_page(found, total, |world| (0, world.id.clone()));
        return Ok(Payload(page.map(World::card)));
    }
    let rows = match query.sort {
        Sort::Members => store::public_worlds(ctx, &asker, &window)?,
        Sort::Newest => store::newest_worlds(ctx, &asker, &window)?,
        Sort::Points => store::liveliest_worlds(ctx, &asker, &window)?,
    };
    let total = store::public_total(ctx)?;
    let page = window.counted_page(rows, total, |world: &World| {
        let rank = match query.sort {
            Sort::Members => world.member_count,
            Sort::Newest => 0,
            Sort::Points => world.witch_points,
        };
        (rank, world.id.clone())
    });
    Ok(Payload(page.map(World::card)))
}

/// Attributes of the Cedar entity `worlds::World`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WorldAttributes {
    is_public: bool,
}

/// Records a world for authorization, or changes what is recorded.
pub(crate) fn declare(ctx: &Ctx, id: &Uuid, name: &str, is_public: bool) -> Result<(), Error> {
    ctx.authz().declare(&Declaration {
        kind: WORLD,
        id: id.as_str(),
        alias: Some(name),
        parent: None,
        attributes: WorldAttributes { is_public },
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WorldCreated<'a> {
    world_id: &'a Uuid,
    world_name: &'a str,
    owner_id: &'a Uuid,
    is_public: bool,
}

/// Creates a world; the caller owns it and is its first member.
pub(crate) fn create_world(
    ctx: &Ctx,
    Json(new): Json<NewWorld>,
) -> Result<Created<WorldView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let mut draft = new.draft()?;
    if ctx.users().forbidden_word(draft.name.as_str()) {
        return Err(name::unavailable());
    }
    let (id, now) = (ctx.random().uuid(), ctx.now());
    if let Some(file) = &draft.logo_file {
        draft.logo = Some(images::attach(ctx, &id, Picture::Logo, file)?);
    }
    if let Some(file) = &draft.thumbnail_file {
        draft.thumbnail = Some(images::attach(ctx, &id, Picture::Thumbnail, file)?);
    }
    store::insert_member(ctx, &me.id, &id, Role::Owner, now)?;
    store::insert_world(ctx, &id, &me.id, &draft, now)?;
    declare(ctx, &id, draft.name.as_str(), draft.is_public)?;
    ctx.authz()
        .grant_role(&me.id, Role::Owner.as_str(), WORLD, id.as_str())?;
    let created = WorldCreated {
        world_id: &id,
        world_name: draft.name.as_str(),
        owner_id: &me.id,
        is_public: draft.is_public,
    };
    ctx.events().publish("worlds.world.created@1", &created)?;
    search::reindex(ctx, &id)?;
    if draft.is_public {
        store::count_public_world(ctx, &id, 1)?;
    }
    let world = World {
        id,
        name: draft.name.as_str().to_owned(),
        owner_id: Some(me.id.clone()),
        description: draft.description,
        logo: draft.logo,
        thumbnail: draft.thumbnail,
        hue: draft.hue,
        is_public: draft.is_public,
        member_count: 1,
        block_count: 0,
        item_count: 0,
        witch_points: 0,
        created_at: now,
        role: Some(Role::Owner),
    };
    let owner = owner(ctx, &world);
    Ok(Created(world.view(owner, Standing::default())))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NameCheck {
    /// 3 to 10 characters of a-z, 0-9 and _.
    #[schemars(extend("examples" = ["agora"]))]
    world_name: String,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct NameAvailable {
    #[schemars(extend("enum" = [true]))]
    available: bool,
}

/// Whether a world can be created with a name at this time.
pub(crate) fn check_name(
    ctx: &Ctx,
    Json(check): Json<NameCheck>,
) -> Result<Payload<NameAvailable>, Error> {
    let name = WorldName::parse(&check.world_name)?;
    if ctx.users().forbidden_word(name.as_str()) {
        return Err(name::unavailable());
    }
    if store::is_name_taken(ctx, name.as_str())? {
        return Err(Error::from(NAME_DUPLICATE).at("worldName"));
    }
    Ok(Payload(NameAvailable { available: true }))
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MyWorld {
    has_world: bool,
    /// The caller can still change to another world, once.
    is_available_world_change: bool,
    world: Option<WorldView>,
}

/// The caller's own world.
pub(crate) fn my_world(ctx: &Ctx, (): ()) -> Result<Payload<MyWorld>, Error> {
    let me = ctx.caller()?;
    let world = store::world_of(ctx, &me.id)?;
    let world = world.map(|world| view(ctx, world, &me.id)).transpose()?;
    Ok(Payload(MyWorld {
        has_world: world.is_some(),
        is_available_world_change: !store::has_changed_world(ctx, &me.id)?,
        world,
    }))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ByName {
    world_name: String,
}

/// A world by its name; of a private world, non-members get the name only.
pub(crate) fn world_by_name(
    ctx: &Ctx,
    Query(by): Query<ByName>,
) -> Result<Payload<WorldView>, Error> {
    let asker = caller_id(ctx);
    // An invalid name is not looked up.
    let name = by.world_name.to_ascii_lowercase();
    let name = WorldName::parse(&name).map_err(|_| {
        // The address of a screen that does not exist: there is no world to create there either.
        match name::is_reserved(&name) {
            true => NOT_FOUND,
            false => WORLD_NOT_FOUND,
        }
    })?;
    let world = store::world_named(ctx, &asker, name.as_str())?.ok_or(WORLD_NOT_FOUND)?;
    view(ctx, world, &asker).map(Payload)
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Join {
    #[schemars(extend("format" = "uuid"))]
    world_id: String,
    /// Leave the current world for this one; possible once.
    #[schemars(extend("default" = false))]
    change: Option<bool>,
}

/// The push to the owner's open screens.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnerPush<'a> {
    world_name: &'a str,
    nickname: &'a str,
    member_count: i64,
}

/// Makes the caller a member of a world. Cedar has decided already that the world may be joined.
pub(crate) fn join_world(
    ctx: &Ctx,
    Query(joining): Query<Join>,
) -> Result<Payload<WorldView>, Error> {
    let id = Uuid::parse(&joining.world_id).ok_or(WORLD_NOT_FOUND)?;
    join(ctx, &id, joining.change.unwrap_or_default()).map(Payload)
}

/// Adds the caller to a world, unless its blacklist names them. With `change` they leave their current world first, which they can do once.
pub(crate) fn join(ctx: &Ctx, id: &Uuid, change: bool) -> Result<WorldView, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let nickname = me.nickname()?;
    let mut world = store::world_by_id(ctx, &me.id, id)?.ok_or(WORLD_NOT_FOUND)?;
    if world.role.is_some() {
        return Err(ALREADY_HAS_WORLD.into());
    }
    if change && let Some(left) = leave(ctx, &me.id)? {
        // A concurrent call has made the caller a member of this world since it was read.
        if left == *id {
            return Err(ALREADY_HAS_WORLD.into());
        }
        store::use_world_change(ctx, &me.id, (&left, id), now)?;
    }
    store::insert_member(ctx, &me.id, id, Role::Member, now)?;
    ctx.authz()
        .grant_role(&me.id, Role::Member.as_str(), WORLD, id.as_str())?;
    world.role = Some(Role::Member);
    let joined = MemberJoined {
        world_id: id.clone(),
        world_name: world.name.clone(),
        owner_id: world.owner_id.clone(),
        user_id: me.id.clone(),
    };
    ctx.events().publish(MemberJoined::TOPIC, &joined)?;
    let standing = store::standing(ctx, id, &me.id, now)?;
    let owner = owner(ctx, &world);
    let notified = world.owner_id.clone();
    let notified = notified.filter(|owner| !ctx.users().blocked_between(owner, &me.id));
    world.member_count = store::count_member(ctx, id)?;
    // The count has locked the world, so an entry in its blacklist has committed before, or finds the member.
    if is_blacklisted(ctx, id, &me.id)? {
        return Err(WORLD_BLACKLISTED.into());
    }
    search::rank(ctx, id, world.member_count - 1, world.member_count)?;
    if let Some(to) = notified {
        let payload = OwnerPush {
            world_name: &world.name,
            nickname,
            member_count: world.member_count,
        };
        ctx.live().push(&to, "worlds.member-joined", &payload)?;
    }
    Ok(world.view(owner, standing))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ByWorldName {
    world_name: String,
}

/// The basic data of a world, for headers and links: the same as its page.
pub(crate) fn basic_info(
    ctx: &Ctx,
    Params(by): Params<ByWorldName>,
) -> Result<Payload<WorldView>, Error> {
    world_by_name(
        ctx,
        Query(ByName {
            world_name: by.world_name,
        }),
    )
}
