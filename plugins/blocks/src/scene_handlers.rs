//! Handlers of scenes: reading, saving, versions, publishing.
//!
//! A save names the version that it is based on. If another one was saved meanwhile, it is refused: an editor that is
//! open twice does not overwrite its other half.

use crate::access::{self, OfBlock};
use crate::block::{Block, State};
use crate::doors::{self, Door};
use crate::events::{self, BlockEvent};
use crate::models::{self, ModelFile};
use crate::placed_items::{self, SceneItem, Shown};
use crate::problems::{SCENE_STALE, SCENE_TOO_LARGE, VERSION_NOT_FOUND};
use crate::rooms;
use crate::scene::Scene;
use crate::scene_rules::BYTES_MAX;
use crate::scene_store::{self, NewVersion};
use crate::store;
use crate::views::{self, BlockView};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use witverse_sdk::http::{Created, Json, JsonBytes, Params, Payload};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, localized};

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneView {
    block_id: Uuid,
    version: i64,
    saved_at: Timestamp,
    /// Objects with lamps and lights together: at most 200. At most 512 KiB.
    #[schemars(with = "Scene")]
    scene: Box<RawValue>,
    /// The blocks behind the doors of the scene, as far as visitors see them. A door to another block leads nowhere.
    doors: Vec<Door>,
    /// The models of the scene that can be shown. Another one is a box of its size.
    models: Vec<ModelFile>,
    /// The items that the scene shows. An object whose item is not in the list is drawn empty.
    items: Vec<SceneItem>,
}

fn scene_view(ctx: &Ctx, block_id: Uuid, version: i64, shown: Shown) -> Result<SceneView, Error> {
    let (scene, saved_at) = scene_store::document(ctx, &block_id, version)?;
    let doors = doors::of_scene(ctx, &scene)?;
    let models = models::of_scene(ctx, (&block_id, version), &scene)?;
    let items = placed_items::of_scene(ctx, (&block_id, shown), &scene)?;
    Ok(SceneView {
        block_id,
        version,
        saved_at,
        scene,
        doors,
        models,
        items,
    })
}

/// The published scene, for people who may enter the block; the newest version of a draft for those who manage it.
pub(crate) fn view_scene(
    ctx: &Ctx,
    Params(of): Params<OfBlock>,
) -> Result<Payload<SceneView>, Error> {
    let (block, _) = access::enterable(ctx, &of.id()?)?;
    let (version, shown) = match block.published_version {
        Some(version) => (version, Shown::Placed),
        None => (block.version, Shown::All),
    };
    scene_view(ctx, block.id, version, shown).map(Payload)
}

#[derive(Deserialize)]
pub(crate) struct OfVersion {
    id: String,
    version: String,
}

impl OfVersion {
    /// The block, and the number of the version.
    fn find(&self, ctx: &Ctx) -> Result<(Uuid, i64), Error> {
        let id = access::parse(&self.id)?;
        let version = match self.version.as_str() {
            "latest" => {
                let (block, _) = access::existing(ctx, store::find(ctx, &id)?)?;
                block.version
            }
            text => text.parse().map_err(|_| VERSION_NOT_FOUND)?,
        };
        Ok((id, version))
    }
}

/// A version of the scene.
pub(crate) fn view_version(
    ctx: &Ctx,
    Params(of): Params<OfVersion>,
) -> Result<Payload<SceneView>, Error> {
    let (id, version) = of.find(ctx)?;
    scene_view(ctx, id, version, Shown::All).map(Payload)
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VersionView {
    version: i64,
    objects: i64,
    restored_from: Option<i64>,
    is_published: bool,
    /// Null after the account was erased.
    saved_by: Option<PersonCard>,
    saved_at: Timestamp,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Versions {
    items: Vec<VersionView>,
}

/// The kept versions, newest first.
pub(crate) fn list_versions(
    ctx: &Ctx,
    Params(of): Params<OfBlock>,
) -> Result<Payload<Versions>, Error> {
    let (block, _) = access::existing(ctx, store::find(ctx, &of.id()?)?)?;
    let rows = scene_store::versions(ctx, &block.id)?;
    let people = People::of(ctx, rows.iter().filter_map(|(_, _, _, by, _)| by.as_ref()));
    let view =
        |(version, objects, restored_from, by, saved_at): scene_store::VersionRow| VersionView {
            version,
            objects,
            restored_from,
            is_published: block.published_version == Some(version),
            saved_by: by.and_then(|by| people.get(&by)),
            saved_at,
        };
    let items = rows.into_iter().map(view).collect();
    Ok(Payload(Versions { items }))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewScene {
    #[schemars(range(min = 1))]
    /// The version that the editor has loaded or saved last.
    based_on: i64,
    /// Objects with lamps and lights together: at most 200. At most 512 KiB.
    scene: Scene,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Saved {
    /// The newest version.
    version: i64,
    saved_at: Timestamp,
}

/// Locks a block and checks that nothing was saved after `based_on`. The error has the current version in the field
/// `currentVersion`.
fn lock_current(ctx: &Ctx, id: &Uuid, based_on: i64) -> Result<Block, Error> {
    let block = store::lock(ctx, id)?;
    if block.version == based_on {
        return Ok(block);
    }
    let current = block.version.to_string();
    Err(Error::from(SCENE_STALE).and_field("currentVersion", localized(current.clone(), current)))
}

/// Saves the scene as a new version.
pub(crate) fn save_scene(
    ctx: &Ctx,
    (Params(of), body): (Params<OfBlock>, JsonBytes<NewScene>),
) -> Result<Payload<Saved>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    if body.len() > BYTES_MAX {
        return Err(SCENE_TOO_LARGE.into());
    }
    let new = body.parse()?;
    let scene = new.scene.checked()?;
    let text = serde_json::to_string(&scene)
        .map_err(|error| Error::internal(format!("the scene does not serialise: {error}")))?;
    if text.len() > BYTES_MAX {
        return Err(SCENE_TOO_LARGE.into());
    }
    let block = lock_current(ctx, &of.id()?, new.based_on)?;
    let next = NewVersion {
        version: block.version + 1,
        scene: &text,
        objects: scene.objects.len(),
        by: &me.id,
    };
    let files = models::attach(ctx, &block.id, &scene)?;
    scene_store::insert(ctx, &block.id, &next, now)?;
    models::record(ctx, &block.id, next.version, &files)?;
    scene_store::advance(ctx, &block.id, next.version, block.published_version, now)?;
    Ok(Payload(Saved {
        version: next.version,
        saved_at: now,
    }))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Restoration {
    /// The version that the editor has loaded or saved last.
    #[schemars(range(min = 1))]
    based_on: i64,
}

/// Saves an earlier version as the newest one.
pub(crate) fn restore_version(
    ctx: &Ctx,
    (Params(of), Json(restoration)): (Params<OfVersion>, Json<Restoration>),
) -> Result<Created<Saved>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let (id, from) = of.find(ctx)?;
    let block = lock_current(ctx, &id, restoration.based_on)?;
    let version = block.version + 1;
    scene_store::copy(ctx, &id, (from, version), &me.id, now)?;
    models::copy(ctx, &id, (from, version))?;
    scene_store::advance(ctx, &id, version, block.published_version, now)?;
    Ok(Created(Saved {
        version,
        saved_at: now,
    }))
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Publication {
    /// The version that visitors see from now on.
    #[schemars(range(min = 1))]
    version: i64,
}

/// Publishes a version: visitors see it from now on, and its items stand in it. The first publication completes the block.
pub(crate) fn publish(
    ctx: &Ctx,
    (Params(of), Json(publication)): (Params<OfBlock>, Json<Publication>),
) -> Result<Payload<BlockView>, Error> {
    let (now, version) = (ctx.now(), publication.version);
    let mut block = store::lock(ctx, &of.id()?)?;
    let (scene, _) = scene_store::document(ctx, &block.id, version)?;
    placed_items::publish(ctx, &block.id, &scene, now)?;
    store::publish(ctx, &block.id, version, now)?;
    rooms::scene_published(ctx, &block.id, version)?;
    if block.state == State::Assembling {
        let count = store::change_world_count(ctx, &block.world_id, (0, 1))?;
        events::publish(ctx, events::PUBLISHED, &BlockEvent::counted(&block, count))?;
    }
    block.state = State::Complete;
    block.published_version = Some(version);
    block.published_at = block.published_at.or(Some(now));
    block.updated_at = now;
    views::view(ctx, block, true).map(Payload)
}
