//! Handlers that show collections and their numbered items.

use crate::item::Item;
use crate::problems::COLLECTION_NOT_FOUND;
use crate::queries::{self, Collection};
use crate::views::{ItemView, Seen};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, Window};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

#[derive(Deserialize)]
pub(crate) struct ById {
    id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CollectionView {
    collection_id: Uuid,
    name: Text,
    editions: i64,
    supply: Option<i64>,
    link: Option<String>,
    created_at: Timestamp,
}

fn collection_of(ctx: &Ctx, by: &ById) -> Result<Collection, Error> {
    let id = Uuid::parse(&by.id).ok_or(COLLECTION_NOT_FOUND)?;
    Ok(queries::collection(ctx, &id)?.ok_or(COLLECTION_NOT_FOUND)?)
}

/// A collection.
pub(crate) fn view_collection(
    ctx: &Ctx,
    Params(by): Params<ById>,
) -> Result<Payload<CollectionView>, Error> {
    let collection = collection_of(ctx, &by)?;
    Ok(Payload(CollectionView {
        collection_id: collection.id,
        name: collection.name,
        editions: collection.editions,
        supply: collection.supply,
        link: collection.link,
        created_at: collection.created_at,
    }))
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
    let page = window.page(rows, total, |item: &Item| item.edition.unwrap_or_default());
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
