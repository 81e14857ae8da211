//! The service `blocks.rooms@1`: each block is a room, `blocks:<block id>`.
//!
//! - `describe {room}` answers the spawn points, seats and bounds of the scene that visitors see, the `game` of the block if
//!   it has one, and the `zones` for a game: the start gates of the scene, then its checkpoints, each in the order of the
//!   scene and with the id of its object. `kind` is that of the object. `world` is the world whose installed plugins can be
//!   the game.
//! - `enter {room}` decides about the caller, as the entry of the block does. People with an account may chat, or only the
//!   owners of the world's memberships, as the block says; visitors without an account look on. The maker
//!   and the administrators of the world moderate. `look` is the answer of `avatars@1`; without it, clients make one from
//!   the id of the person.
//!
//! After a change of who may enter, the kernel asks `enter` again about the people inside. A publication sends
//! [`SCENE_PUBLISHED`] with `{version}`; a deletion closes the room.

use crate::access;
use crate::catalogue;
use crate::chat_rules::Chat;
use crate::problems::BLOCK_NOT_FOUND;
use crate::scene::{Object, Place};
use crate::{scene_store, store};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::{Ctx, Error, Event, ServiceCall, Uuid};

pub(crate) const SERVICE: &str = "blocks.rooms@1";
/// The event in the room of a block whose visitors see another version of the scene from now on.
const SCENE_PUBLISHED: &str = "scene.published";
/// Events of `worlds` after which a person may no longer enter some blocks.
pub(crate) const MEMBER_LEFT: &str = "worlds.member.left@1";
pub(crate) const BLACKLISTED: &str = "worlds.member.blacklisted@1";
pub(crate) const MEMBERSHIP_LOST: &str = "worlds.membership.lost@1";
/// Administrators of a world enter its private blocks and moderate.
pub(crate) const ROLE_CHANGED: &str = "worlds.role.changed@1";
/// An item of an official collection has a new owner.
pub(crate) const ITEM_MOVED: &str = "items.owner.changed@1";
/// A world has become private.
pub(crate) const WORLD_CLOSED: &str = "worlds.world.closed@1";
/// A person has chosen an avatar or changed their gear.
pub(crate) const AVATAR_CHANGED: &str = "avatars.changed@1";

/// The height in which people can be, in metres.
const HEIGHT: f64 = 32.0;

#[derive(Deserialize)]
struct Asked {
    room: String,
}

/// The part of a scene that a room needs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Places {
    /// The side of the floor, in metres.
    size: u32,
    spawn_points: Vec<Place>,
    seats: Vec<Place>,
    objects: Vec<Object>,
}

/// A pose, as rooms expect it.
#[derive(Serialize, schemars::JsonSchema)]
struct Pose {
    x: f64,
    y: f64,
    z: f64,
    yaw: f64,
}

impl From<&Place> for Pose {
    fn from(place: &Place) -> Self {
        Self {
            x: place.position.x,
            y: place.position.y,
            z: place.position.z,
            yaw: place.yaw,
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
struct Description {
    bounds: [Pose; 2],
    spawns: Vec<Pose>,
    seats: Vec<Pose>,
    zones: Vec<Zone>,
    game: Option<String>,
    world: Uuid,
    #[serde(rename = "slowModeS")]
    slow_mode_s: i64,
}

/// An upright cylinder around an object; `x`, `y` and `z` are the centre of its base.
#[derive(Serialize, schemars::JsonSchema)]
struct Zone {
    id: String,
    kind: String,
    x: f64,
    y: f64,
    z: f64,
    radius: f64,
    height: f64,
}

/// The zones of a scene for its game.
fn zones(objects: Vec<Object>) -> Vec<Zone> {
    let mut zones: Vec<Zone> = objects
        .into_iter()
        .filter_map(|object| {
            let size = catalogue::find(&object.kind)?.zone?;
            Some(Zone {
                x: object.position.x,
                y: object.position.y,
                z: object.position.z,
                radius: size.radius * object.scale,
                height: size.height * object.scale,
                id: object.id,
                kind: object.kind,
            })
        })
        .collect();
    zones.sort_by_key(|zone| zone.kind != catalogue::START_GATE);
    zones
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    may_chat: bool,
    may_interact: bool,
    is_moderator: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<Value>,
}

/// `blocks.rooms@1`.
pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    let asked: Asked = call.json()?;
    let id = Uuid::parse(&asked.room).ok_or(BLOCK_NOT_FOUND)?;
    match call.method.as_str() {
        "describe" => ServiceCall::answer(&describe(ctx, &id)?),
        "enter" => ServiceCall::answer(&enter(ctx, &id)?),
        _ => Err(NOT_FOUND.into()),
    }
}

fn describe(ctx: &Ctx, id: &Uuid) -> Result<Description, Error> {
    let block = store::find(ctx, id)?.ok_or(BLOCK_NOT_FOUND)?;
    let version = block.published_version.unwrap_or(block.version);
    let (document, _) = scene_store::document(ctx, id, version)?;
    let scene: Places = serde_json::from_str(document.get())
        .map_err(|error| Error::internal(format!("scene {id} {version}: {error}")))?;
    let corner = |x, y, z| Pose { x, y, z, yaw: 0.0 };
    let side = f64::from(scene.size);
    Ok(Description {
        bounds: [corner(0.0, 0.0, 0.0), corner(side, HEIGHT, side)],
        spawns: scene.spawn_points.iter().map(Pose::from).collect(),
        seats: scene.seats.iter().map(Pose::from).collect(),
        zones: zones(scene.objects),
        game: block.game,
        world: block.world_id,
        slow_mode_s: block.chat.slow_mode_s,
    })
}

fn enter(ctx: &Ctx, id: &Uuid) -> Result<Entry, Error> {
    let (block, is_manager) = access::enterable(ctx, id)?;
    let has_account = ctx.actor().account().is_some();
    let is_for_all = block.chat.chat == Chat::Everybody;
    Ok(Entry {
        may_chat: has_account && (is_for_all || is_manager || access::owns_membership(ctx, id)),
        may_interact: has_account,
        is_moderator: is_manager,
        look: ctx.actor().account().and_then(|person| look(ctx, person)),
    })
}

/// The look of a person; `None` if `avatars` is missing or fails: the entry does not depend on it.
fn look(ctx: &Ctx, person: &Uuid) -> Option<Value> {
    #[derive(Deserialize)]
    struct Answer {
        look: Value,
    }
    let asked = json!({ "userId": person });
    match ctx.services().call_optional("avatars@1", "look", &asked) {
        Ok(answer) => answer.map(|Answer { look }| look),
        Err(error) => {
            ctx.log()
                .warn(&format!("the look of a person: {}", error.code()));
            None
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AboutPerson {
    user_id: Uuid,
}

/// A person has left a world, was blacklisted in it, has lost their membership item, or has another role. Repeating it has no further effect.
pub(crate) fn on_person_changed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let AboutPerson { user_id } = event.json()?;
    ctx.rooms().refresh_person(&user_id)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AboutWorld {
    world_id: Uuid,
}

/// A world has become private: its blocks are only for members. Repeating it has no further effect.
pub(crate) fn on_world_closed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let AboutWorld { world_id } = event.json()?;
    for block in store::ids_of_world(ctx, &world_id)? {
        ctx.rooms().refresh(block.as_str())?;
    }
    Ok(())
}

#[derive(Deserialize)]
struct MovedItem {
    from: Option<Uuid>,
}

/// A person has given away an item which a block may ask for. Repeating it has no further effect.
pub(crate) fn on_item_moved(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let MovedItem { from } = event.json()?;
    from.map_or(Ok(()), |person| ctx.rooms().refresh_person(&person))
}

/// Shows the new look of a person in the rooms that they are in.
pub(crate) fn on_avatar_changed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let AboutPerson { user_id } = event.json()?;
    ctx.rooms().refresh_person(&user_id)
}

#[derive(Serialize)]
struct Published {
    version: i64,
}

/// Tells the people in a block that another version of its scene was published.
pub(crate) fn scene_published(ctx: &Ctx, block: &Uuid, version: i64) -> Result<(), Error> {
    // The room reads the new spawn points and seats before its clients receive the event.
    ctx.rooms().refresh(block.as_str())?;
    ctx.rooms()
        .broadcast(block.as_str(), SCENE_PUBLISHED, &Published { version })
}
