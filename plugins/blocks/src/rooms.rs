//! The service `blocks.rooms@1`: each block is a room, `blocks:<block id>`.
//!
//! A publication sends [`SCENE_PUBLISHED`] with `{version}`; a deletion closes the room.

use crate::access;
use crate::catalogue;
use crate::chat_rules::Chat;
use crate::problems::BLOCK_NOT_FOUND;
use crate::scene::{Object, Place};
use crate::{scene_store, store};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use witverse_sdk::services::avatars::{Drawn, LookOf};
use witverse_sdk::services::blocks::{Describe, Description, Enter, Entered, Pose, Zone};
use witverse_sdk::{Ctx, Error, Event, Uuid};

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

fn pose(place: &Place) -> Pose {
    Pose {
        x: place.position.x,
        y: place.position.y,
        z: place.position.z,
        yaw: place.yaw,
    }
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

pub(crate) fn describe(ctx: &Ctx, of: Describe) -> Result<Description, Error> {
    let id = &access::parse(&of.room)?;
    let block = store::find(ctx, id)?.ok_or(BLOCK_NOT_FOUND)?;
    let version = block.published_version.unwrap_or(block.version);
    let (document, _) = scene_store::document(ctx, id, version)?;
    let scene: Places = serde_json::from_str(document.get())
        .map_err(|error| Error::internal(format!("scene {id} {version}: {error}")))?;
    let corner = |x, y, z| Pose { x, y, z, yaw: 0.0 };
    let side = f64::from(scene.size);
    Ok(Description {
        bounds: [corner(0.0, 0.0, 0.0), corner(side, HEIGHT, side)],
        spawns: scene.spawn_points.iter().map(pose).collect(),
        seats: scene.seats.iter().map(pose).collect(),
        zones: zones(scene.objects),
        game: block.game,
        world: block.world_id,
        slow_mode_s: block.chat.slow_mode_s,
    })
}

pub(crate) fn enter(ctx: &Ctx, of: Enter) -> Result<Entered, Error> {
    let id = &access::parse(&of.room)?;
    let (block, is_manager) = access::enterable(ctx, id)?;
    let has_account = ctx.actor().account().is_some();
    let is_for_all = block.chat.chat == Chat::Everybody;
    Ok(Entered {
        may_chat: has_account && (is_for_all || is_manager || access::owns_membership(ctx, id)),
        may_interact: has_account,
        is_moderator: is_manager,
        look: ctx.actor().account().and_then(|person| look(ctx, person)),
    })
}

/// The look of a person; `None` if `avatars` is missing or fails: the entry does not depend on it.
fn look(ctx: &Ctx, person: &Uuid) -> Option<Value> {
    let user_id = person.clone();
    match ctx.services().request_optional(&LookOf { user_id }) {
        Ok(answer) => answer.map(|Drawn { look }| look),
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
