//! The handlers, one per route.

use crate::name::{self, WorldName};
use crate::problems::{ALREADY_HAS_WORLD, NAME_DUPLICATE, WORLD_NOT_FOUND};
use crate::store;
use crate::world::{NewWorld, Owner, World, WorldCard, WorldView};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Declaration;
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::http::{Created, Json, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::{Ctx, Error, Uuid};

/// The caller's account; the nil UUID for a visitor.
fn caller_id(ctx: &Ctx) -> Uuid {
    ctx.actor().account().cloned().unwrap_or_else(Uuid::nil)
}

/// The owner of a world, if visible to the caller.
fn owner(ctx: &Ctx, world: &World) -> Option<Owner> {
    if !world.is_open_to_caller() {
        return None;
    }
    let profile = ctx.users().profile(&world.owner_id)?;
    Some(Owner {
        user_id: world.owner_id.clone(),
        nickname: profile.nickname,
    })
}

fn view(ctx: &Ctx, world: World, asker: &Uuid) -> WorldView {
    let owner = owner(ctx, &world);
    world.view(Some(asker), owner)
}

/// Public worlds, most members first.
pub(crate) fn list_worlds(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<WorldCard>>, Error> {
    let window = query.window(page::USUAL)?;
    let rows = store::public_worlds(ctx, &caller_id(ctx), &window)?;
    let total = store::public_total(ctx)?;
    let page = window.page(rows, total, |world: &World| {
        (world.member_count, world.id.clone())
    });
    Ok(Payload(page.map(World::card)))
}

/// The resource kind of a world.
const WORLD: &str = "World";

/// Attributes of the Cedar entity `worlds::World`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WorldAttributes {
    is_public: bool,
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
    let nickname = me.nickname()?.to_owned();
    let draft = new.draft()?;
    if ctx.users().forbidden_word(draft.name.as_str()) {
        return Err(name::unavailable());
    }
    let (id, now) = (ctx.random().uuid(), ctx.now());
    store::insert_member(ctx, &me.id, &id, "owner", now)?;
    store::insert_world(ctx, &id, &me.id, &draft, now)?;
    ctx.authz().declare(&Declaration {
        kind: WORLD,
        id: id.as_str(),
        alias: Some(draft.name.as_str()),
        parent: None,
        attributes: WorldAttributes {
            is_public: draft.is_public,
        },
    })?;
    ctx.authz()
        .grant_role(&me.id, "owner", WORLD, id.as_str())?;
    let created = WorldCreated {
        world_id: &id,
        world_name: draft.name.as_str(),
        owner_id: &me.id,
        is_public: draft.is_public,
    };
    ctx.events().publish("worlds.world.created@1", &created)?;
    if draft.is_public {
        store::count_public_world(ctx, &id)?;
    }
    let world = World {
        id,
        name: draft.name.as_str().to_owned(),
        owner_id: me.id.clone(),
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
        is_member: true,
    };
    let owner = Owner {
        user_id: me.id.clone(),
        nickname,
    };
    Ok(Created(world.view(Some(&me.id), Some(owner))))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NameCheck {
    world_name: String,
}

#[derive(Serialize)]
pub(crate) struct NameAvailable {
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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MyWorld {
    has_world: bool,
    world: Option<WorldView>,
}

/// The caller's own world.
pub(crate) fn my_world(ctx: &Ctx, (): ()) -> Result<Payload<MyWorld>, Error> {
    let me = ctx.caller()?;
    let world = store::world_of(ctx, &me.id)?.map(|world| view(ctx, world, &me.id));
    Ok(Payload(MyWorld {
        has_world: world.is_some(),
        world,
    }))
}

#[derive(Deserialize)]
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
    let name = WorldName::parse(&by.world_name).map_err(|_| {
        // The address of a screen that does not exist: there is no world to create there either.
        match name::is_reserved(&by.world_name) {
            true => NOT_FOUND,
            false => WORLD_NOT_FOUND,
        }
    })?;
    let world = store::world_named(ctx, &asker, name.as_str())?.ok_or(WORLD_NOT_FOUND)?;
    Ok(Payload(view(ctx, world, &asker)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Join {
    world_id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MemberJoined<'a> {
    world_id: &'a Uuid,
    world_name: &'a str,
    owner_id: &'a Uuid,
    user_id: &'a Uuid,
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
pub(crate) fn join_world(ctx: &Ctx, Query(join): Query<Join>) -> Result<Payload<WorldView>, Error> {
    let me = ctx.caller()?;
    let nickname = me.nickname()?;
    let id = Uuid::parse(&join.world_id).ok_or(WORLD_NOT_FOUND)?;
    let mut world = store::world_by_id(ctx, &me.id, &id)?.ok_or(WORLD_NOT_FOUND)?;
    if world.is_member {
        return Err(ALREADY_HAS_WORLD.into());
    }
    store::insert_member(ctx, &me.id, &id, "member", ctx.now())?;
    ctx.authz()
        .grant_role(&me.id, "member", WORLD, id.as_str())?;
    world.is_member = true;
    let joined = MemberJoined {
        world_id: &id,
        world_name: &world.name,
        owner_id: &world.owner_id,
        user_id: &me.id,
    };
    ctx.events().publish("worlds.member.joined@1", &joined)?;
    let owner = owner(ctx, &world);
    let blocked = ctx.users().blocked_between(&world.owner_id, &me.id);
    world.member_count = store::count_member(ctx, &id)?;
    if !blocked {
        let payload = OwnerPush {
            world_name: &world.name,
            nickname,
            member_count: world.member_count,
        };
        ctx.live()
            .push(&world.owner_id, "worlds.member-joined", &payload)?;
    }
    Ok(Payload(world.view(Some(&me.id), owner)))
}
