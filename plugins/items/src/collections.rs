//! Handlers that show collections and their numbered items.

use crate::item::Item;
use crate::problems::COLLECTION_NOT_FOUND;
use crate::queries::{self, Collection};
use crate::store;
use crate::views::{ItemView, Seen};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

#[derive(Deserialize)]
pub(crate) struct ById {
    pub(crate) id: String,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CollectionView {
    collection_id: Uuid,
    name: Text,
    description: Text,
    /// Its picture, as a path on this origin.
    image_url: Option<String>,
    /// Numbered items so far.
    editions: i64,
    /// Numbered items at most; null: no limit.
    supply: Option<i64>,
    /// The path of the page that offers it.
    link: Option<String>,
    created_at: Timestamp,
    /// Chosen by an administrator; blocks may ask for one of its items.
    is_official: bool,
    /// Null: made by the platform or a plugin, or the maker's account was erased.
    maker: Option<PersonCard>,
    /// The world that it belongs to; its administrators make items in it.
    world_name: Option<String>,
    /// The maker's share of each sale, in hundredths of a percent.
    royalty_bp: i64,
}

impl CollectionView {
    pub(crate) fn of(ctx: &Ctx, collection: Collection) -> Self {
        let people = People::of(ctx, collection.maker.as_ref());
        Self::with(&people, collection)
    }

    fn with(people: &People, collection: Collection) -> Self {
        Self {
            is_official: collection.official_at.is_some(),
            collection_id: collection.id,
            name: collection.name,
            description: collection.description,
            image_url: collection.image,
            editions: collection.editions,
            supply: collection.supply,
            link: collection.link,
            created_at: collection.created_at,
            maker: collection.maker.and_then(|maker| people.get(&maker)),
            world_name: collection.world,
            royalty_bp: collection.royalty_bp,
        }
    }

    /// A page of collections, newest first.
    pub(crate) fn page(
        ctx: &Ctx,
        window: &Window<TimeKey>,
        rows: Vec<Collection>,
        total: u64,
    ) -> Page<Self> {
        let people = People::of(ctx, rows.iter().filter_map(|row| row.maker.as_ref()));
        let key = |row: &Collection| (row.created_at.as_micros(), row.id.clone());
        window
            .counted_page(rows, total, key)
            .map(|row| Self::with(&people, row))
    }
}

pub(crate) fn collection_of(ctx: &Ctx, by: &ById) -> Result<Collection, Error> {
    let id = Uuid::parse(&by.id).ok_or(COLLECTION_NOT_FOUND)?;
    Ok(queries::collection(ctx, &id)?.ok_or(COLLECTION_NOT_FOUND)?)
}

/// A collection.
pub(crate) fn view_collection(
    ctx: &Ctx,
    Params(by): Params<ById>,
) -> Result<Payload<CollectionView>, Error> {
    Ok(Payload(CollectionView::of(ctx, collection_of(ctx, &by)?)))
}

/// The official collections, newest first.
pub(crate) fn list_official(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<CollectionView>>, Error> {
    let window: Window<TimeKey> = query.window(page::USUAL)?;
    let rows = queries::official_collections(ctx, &window)?;
    let key = |collection: &Collection| {
        let at = collection.official_at.map(Timestamp::as_micros);
        (at.unwrap_or_default(), collection.id.clone())
    };
    let people = People::of(ctx, rows.iter().filter_map(|row| row.maker.as_ref()));
    let page = window.counted_page(rows, queries::count_official(ctx)?, key);
    Ok(Payload(page.map(|row| CollectionView::with(&people, row))))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewStatus {
    is_official: bool,
}

/// Makes a collection official, or ends it. Idempotent.
pub(crate) fn change_status(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<NewStatus>),
) -> Result<Payload<CollectionView>, Error> {
    let collection = collection_of(ctx, &by)?;
    let since = new.is_official.then(|| ctx.now());
    store::make_official(ctx, &collection.id, since)?;
    Ok(Payload(CollectionView::of(ctx, collection_of(ctx, &by)?)))
}

/// The numbered items of a collection with their owners, lowest number first. A person on either side of a block with
/// the caller is not named.
pub(crate) fn list_items(
    ctx: &Ctx,
    (Params(by), Query(query)): (Params<ById>, Query<PageQuery>),
) -> Result<Payload<Page<ItemView>>, Error> {
    let collection = collection_of(ctx, &by)?;
    let window: Window<i64> = query.window(page::USUAL)?;
    let rows = queries::items_of_collection(ctx, &collection.id, &window)?;
    let total = u64::try_from(collection.editions).unwrap_or_default();
    let page = window.counted_page(rows, total, |item: &Item| item.edition.unwrap_or_default());
    let actor = ctx.actor();
    let me = actor.account().cloned().unwrap_or_else(Uuid::nil);
    let owners: Vec<Uuid> = page
        .items
        .iter()
        .filter_map(|item| item.owner.clone())
        .collect();
    let pairs: Vec<(&Uuid, &Uuid)> = owners.iter().map(|owner| (&me, owner)).collect();
    let (people, blocked) = People::among(ctx, &pairs);
    let hidden: Vec<&Uuid> = owners
        .iter()
        .zip(blocked)
        .filter_map(|(owner, blocked)| blocked.then_some(owner))
        .collect();
    let view = |item: Item| {
        let owner = item.owner.as_ref().filter(|owner| !hidden.contains(owner));
        let owner = owner.and_then(|owner| people.get(owner));
        let seen = match item.owner.as_ref() == Some(&me) {
            true => Seen::ByOwner,
            false => Seen::ByOthers,
        };
        ItemView::of(item, owner, seen)
    };
    Ok(Payload(page.map(view)))
}
