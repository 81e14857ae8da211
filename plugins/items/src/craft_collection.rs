//! People make collections, for themselves or for a world that they manage. The maker gets a royalty of each sale.
//!
//! Name, description and picture can be changed later. Supply, royalty and world cannot: people bought items under them.

use crate::collections::{ById, CollectionView, collection_of};
use crate::craft_store::{self, Made};
use crate::crafting::{CollectionTexts, NewCollection, check_texts};
use crate::problems::{CRAFTING_LIMIT, NOT_COLLECTION_MAKER, WORLD_ADMINS_ONLY};
use crate::queries::{self, Collection};
use serde::Deserialize;
use serde_json::json;
use witverse_sdk::ctx::Resource;
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::images;
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::{Ctx, Error, Uuid};

const WORLD: &str = "worlds::World";

/// Refuses texts with a word of the platform's list.
pub(crate) fn check_words(ctx: &Ctx, texts: &[(&str, &str)]) -> Result<(), Error> {
    match texts
        .iter()
        .find(|(_, text)| ctx.users().forbidden_word(text))
    {
        Some((field, _)) => Err(Error::field(
            *field,
            "사용할 수 없는 단어가 있습니다.",
            "This contains a word that cannot be used.",
        )),
        None => Ok(()),
    }
}

fn words(texts: &CollectionTexts) -> [(&str, &str); 4] {
    [
        ("name.ko", &texts.name.ko),
        ("name.en", &texts.name.en),
        ("description.ko", &texts.description.ko),
        ("description.en", &texts.description.en),
    ]
}

/// The kernel also accepts the id of a world as its key, but collections are stored under its name.
fn is_world_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (3..=10).contains(&text.len()) && text.bytes().all(plain)
}

/// Whether the caller may make things for a world.
pub(crate) fn manages(ctx: &Ctx, world: &str) -> bool {
    ctx.authz()
        .check("craftForWorld", &Resource::declared(WORLD, world))
}

fn picture(ctx: &Ctx, collection: &Uuid, file: Option<&Uuid>) -> Result<Option<String>, Error> {
    let Some(file) = file else { return Ok(None) };
    let image = images::attach(ctx, file, &reference(collection), "imageFileId")?;
    Ok(Some(images::card_address(&image.file_id)))
}

/// The reference under which the kernel records that a collection uses its picture.
fn reference(collection: &Uuid) -> String {
    format!("collection:{collection}")
}

/// Creates a collection of the caller.
pub(crate) fn create_collection(
    ctx: &Ctx,
    Json(new): Json<NewCollection>,
) -> Result<Created<CollectionView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    new.check()?;
    check_words(ctx, &words(&new.texts))?;
    if let Some(world) = &new.world_name
        && !(is_world_name(world) && manages(ctx, world))
    {
        return Err(Error::from(WORLD_ADMINS_ONLY).at("worldName"));
    }
    let one = Made {
        collections: 1,
        items: 0,
    };
    if !craft_store::count(ctx, &me.id, one)? {
        return Err(CRAFTING_LIMIT.into());
    }
    let id = ctx.random().uuid();
    let image = picture(ctx, &id, new.texts.image_file_id.as_ref())?;
    craft_store::insert_collection(ctx, &id, &me.id, &new, image.as_deref())?;
    if let Some(world) = &new.world_name {
        let made = json!({ "collectionId": id, "worldName": world });
        ctx.events().publish("items.collection.made@1", &made)?;
    }
    let made = queries::collection(ctx, &id)?;
    let made = made.ok_or_else(|| Error::internal("the created collection does not exist"))?;
    Ok(Created(CollectionView::of(ctx, made)))
}

/// Changes the texts of a collection, and its picture if one is given.
pub(crate) fn change_collection(
    ctx: &Ctx,
    (Params(by), Json(texts)): (Params<ById>, Json<CollectionTexts>),
) -> Result<Payload<CollectionView>, Error> {
    ctx.caller()?;
    let collection = of_caller(ctx, &by)?;
    Error::all(check_texts(&texts))?;
    check_words(ctx, &words(&texts))?;
    if texts.image_file_id.is_some() {
        ctx.files().detach_all(&reference(&collection.id));
    }
    let image = picture(ctx, &collection.id, texts.image_file_id.as_ref())?;
    craft_store::change_collection(ctx, &collection.id, &texts, image.as_deref())?;
    Ok(Payload(CollectionView::of(ctx, collection_of(ctx, &by)?)))
}

/// A collection in which the caller makes items: an own one, or one of a world that the caller manages.
pub(crate) fn of_caller(ctx: &Ctx, by: &ById) -> Result<Collection, Error> {
    let me = ctx.caller()?;
    let collection = collection_of(ctx, by)?;
    let mine = match &collection.world {
        Some(world) => manages(ctx, world),
        None => collection.maker.as_ref() == Some(&me.id),
    };
    match mine {
        true => Ok(collection),
        false => Err(NOT_COLLECTION_MAKER.into()),
    }
}

/// The caller's collections, newest first.
pub(crate) fn list_own(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<CollectionView>>, Error> {
    let me = ctx.caller()?;
    let window: Window<TimeKey> = query.window(page::USUAL)?;
    let rows = queries::collections_of_maker(ctx, &me.id, &window)?;
    let total = queries::count_of_maker(ctx, &me.id)?;
    Ok(Payload(CollectionView::page(ctx, &window, rows, total)))
}

#[derive(Deserialize)]
pub(crate) struct OfWorld {
    id: String,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct WorldQuery {
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
    /// Also those that plugins of the platform have made, as memberships; the path then has the id of the world.
    #[serde(default)]
    every: bool,
}

/// The collections of a world, newest first.
pub(crate) fn list_of_world(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfWorld>, Query<WorldQuery>),
) -> Result<Payload<Page<CollectionView>>, Error> {
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window: Window<TimeKey> = asked.window(page::USUAL)?;
    // No name of a world has the form of an id.
    let (rows, total) = match (Uuid::parse(&of.id), query.every) {
        (Some(world), every) => (
            queries::collections_of_world_id(ctx, (&world, every), &window)?,
            queries::count_of_world_id(ctx, (&world, every))?,
        ),
        (None, true) => return Err(needs_id()),
        (None, false) => (
            queries::collections_of_world(ctx, &of.id, &window)?,
            queries::count_of_world(ctx, &of.id)?,
        ),
    };
    Ok(Payload(CollectionView::page(ctx, &window, rows, total)))
}

fn needs_id() -> Error {
    Error::field(
        "every",
        "주소에 월드의 이름이 아니라 id를 써야 합니다.",
        "The path needs the id of the world for this, not its name.",
    )
}
