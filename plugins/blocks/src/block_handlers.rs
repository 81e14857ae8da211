//! Handlers that create, change and delete blocks.

use crate::access::{self, BLOCK, OfBlock};
use crate::block::{Block, BlockChanges, NewBlock, Settings, State, not_official};
use crate::calls;
use crate::events::{self, BlockEvent};
use crate::models;
use crate::name;
use crate::placed_items;
use crate::scene::Scene;
use crate::scene_store::{self, NewVersion};
use crate::store;
use crate::templates::Template;
use crate::thumbnails::{self, NewThumbnails};
use crate::views::{self, BlockView};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Declaration;
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::services::items;
use witverse_sdk::{Ctx, Error, Uuid};

/// The path of a route about the blocks of a world.
#[derive(Deserialize)]
pub(crate) struct OfWorld {
    /// Its id or its name.
    pub(crate) id: String,
}

/// Attributes of the Cedar entity `blocks::Block`: none besides its world and its maker.
#[derive(Serialize)]
struct BlockAttributes {}

/// Declares a block to Cedar. Its page is found by the alias `<world>/<block>`.
fn declare(ctx: &Ctx, block: &Block) -> Result<(), Error> {
    let alias = format!("{}/{}", block.world_name, block.name);
    ctx.authz().declare(&Declaration {
        kind: BLOCK,
        id: block.id.as_str(),
        alias: Some(&alias),
        parent: Some(block.world_id.as_str()),
        attributes: BlockAttributes {},
    })
}

/// Refuses names and titles with a word of the platform's list.
fn check_words(ctx: &Ctx, settings: &Settings) -> Result<(), Error> {
    if ctx.users().forbidden_word(settings.name.as_str()) {
        return Err(name::unavailable());
    }
    for (field, text) in [
        ("title.ko", &settings.title.ko),
        ("title.en", &settings.title.en),
    ] {
        if ctx.users().forbidden_word(text) {
            return Err(Error::field(
                field,
                "제목에 사용할 수 없는 단어가 있습니다.",
                "The title contains a word that cannot be used.",
            ));
        }
    }
    Ok(())
}

/// Blocks ask only for items of official collections.
fn check_collection(ctx: &Ctx, collection: Option<&Uuid>) -> Result<(), Error> {
    let Some(id) = collection else {
        return Ok(());
    };
    match items::collection(ctx, id)? {
        Some(found) if found.is_official => Ok(()),
        _ => Err(not_official()),
    }
}

fn first_scene(template: Template) -> Result<Scene, Error> {
    match template.document() {
        None => Ok(Scene::empty()),
        Some(document) => serde_json::from_str(document)
            .map_err(|error| Error::internal(format!("the template {template:?}: {error}"))),
    }
}

/// Creates a draft with the scene of its template. Cedar has decided that the caller may.
pub(crate) fn create_block(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfWorld>, Json<NewBlock>),
) -> Result<Created<BlockView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let template = new.template;
    let scene = first_scene(template)?;
    let settings = new.settings()?;
    check_words(ctx, &settings)?;
    check_collection(ctx, settings.collection.as_ref())?;
    let world = calls::world(ctx, &of.id)?;
    let block = Block {
        id: ctx.random().uuid(),
        world_id: world.world_id,
        world_name: world.world_name,
        name: settings.name.as_str().to_owned(),
        maker_id: Some(me.id.clone()),
        kind: settings.kind,
        state: State::Assembling,
        title: settings.title,
        description: settings.description,
        access: settings.access,
        collection: settings.collection,
        template,
        game: settings.game,
        chat: settings.chat,
        is_main: false,
        version: 1,
        published_version: None,
        created_at: now,
        updated_at: now,
        published_at: None,
    };
    let text = serde_json::to_string(&scene)
        .map_err(|error| Error::internal(format!("the first scene: {error}")))?;
    let first = NewVersion {
        version: block.version,
        scene: &text,
        objects: scene.objects.len(),
        by: &me.id,
    };
    store::insert(ctx, &block)?;
    scene_store::insert(ctx, &block.id, &first, now)?;
    store::count_of_maker(ctx, &me.id)?;
    store::count_of_world(ctx, &block.world_id, &block.world_name)?;
    declare(ctx, &block)?;
    ctx.authz()
        .grant_role(&me.id, "maker", BLOCK, block.id.as_str())?;
    events::publish(ctx, events::CREATED, &BlockEvent::of(&block))?;
    views::view(ctx, block, true).map(Created)
}

/// Changes the settings of a block.
pub(crate) fn edit_block(
    ctx: &Ctx,
    (Params(of), Json(changes)): (Params<OfBlock>, Json<BlockChanges>),
) -> Result<Payload<BlockView>, Error> {
    let now = ctx.now();
    let mut block = store::lock(ctx, &of.id()?)?;
    let settings = changes.apply(&block)?;
    check_words(ctx, &settings)?;
    // A collection that is no longer official stays.
    if settings.collection != block.collection {
        check_collection(ctx, settings.collection.as_ref())?;
    }
    store::update_settings(ctx, &block.id, &settings, now)?;
    let is_renamed = block.name != settings.name.as_str();
    let has_new_title = is_renamed || settings.title != block.title;
    let has_new_access = settings.access != block.access || settings.collection != block.collection;
    if has_new_access || settings.game != block.game || settings.chat != block.chat {
        ctx.rooms().refresh(block.id.as_str())?;
    }
    block.name = settings.name.as_str().to_owned();
    block.kind = settings.kind;
    block.title = settings.title;
    block.description = settings.description;
    block.access = settings.access;
    block.collection = settings.collection;
    block.game = settings.game;
    block.chat = settings.chat;
    block.updated_at = now;
    if is_renamed {
        declare(ctx, &block)?;
    }
    if has_new_title {
        events::publish(ctx, events::RENAMED, &BlockEvent::of(&block))?;
    }
    views::view(ctx, block, true).map(Payload)
}

/// Replaces the pictures of a block.
pub(crate) fn replace_thumbnails(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfBlock>, Json<NewThumbnails>),
) -> Result<Payload<BlockView>, Error> {
    let block = store::lock(ctx, &of.id()?)?;
    thumbnails::replace(ctx, &block.id, new)?;
    views::view(ctx, block, true).map(Payload)
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Deleted {
    /// False if there was no such block.
    deleted: bool,
}

/// Deletes a block. Idempotent: the block that does not exist any more is deleted.
pub(crate) fn delete_block(
    ctx: &Ctx,
    Params(of): Params<OfBlock>,
) -> Result<Payload<Deleted>, Error> {
    let id: Uuid = of.id()?;
    let Some(block) = store::find(ctx, &id)? else {
        return Ok(Payload(Deleted { deleted: false }));
    };
    if let Err(refusal) = access::require_manager(ctx, &block) {
        // A concurrent deletion also ends the role that permits this call.
        return match store::find(ctx, &id)? {
            Some(_) => Err(refusal),
            None => Ok(Payload(Deleted { deleted: false })),
        };
    }
    // A concurrent call may have deleted it, or published it.
    let Some(block) = store::lock_if_there(ctx, &id)? else {
        return Ok(Payload(Deleted { deleted: false }));
    };
    placed_items::release_all(ctx, &id)?;
    store::delete(ctx, &id)?;
    if let Some(maker) = &block.maker_id {
        store::uncount_of_maker(ctx, maker)?;
    }
    let complete = i64::from(block.state == State::Complete);
    let count = store::change_world_count(ctx, &block.world_id, (-1, -complete))?;
    thumbnails::detach_all(ctx, &id);
    models::detach_all(ctx, &id);
    ctx.authz().remove(BLOCK, id.as_str())?;
    ctx.rooms().close(id.as_str(), "")?;
    events::publish(ctx, events::DELETED, &BlockEvent::counted(&block, count))?;
    Ok(Payload(Deleted { deleted: true }))
}
