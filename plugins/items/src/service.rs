//! `items@1`: the service for other plugins. A lock belongs to the plugin that requested it, under its own key; no
//! other plugin can release it or transfer the item.
//!
//! - `facts {ids}` and `inventory_free {userId, cursor, limit}` read.
//! - `lock {itemId, owner, key, by}` locks a free item. `release {itemId, key}` ends the lock. Both are idempotent.
//! - `transfer {itemId, key, from, to, kind, reference, returnsSinceMs}` changes the owner, with the caller's lock or, without a
//!   key, of a free item. It answers `{seq, returns}`: whether the new owner sold it or gave it away since that time.
//! - `make_collection {id, name, supply, link}` creates a collection in which only the caller creates items.
//!   `items.owner.changed@1` says when one of its items, or of an official collection, has a new owner.
//! - `collection {id}` answers `{collection}`: `{collectionId, name, link, isOfficial, makerId, royaltyBp, worldId, supply}`
//!   or null. `collection_counts {id}` answers `{items, owners}`. `owns {collectionId, userId}` answers `{owns}`: an item of
//!   the collection that is not used up. `owned {userId, itemIds, collectionIds}` answers `{ids}`: up to 100 items of the person
//!   that are not used up, among these and of these collections.
//! - `items.changed@1 {itemId, version, isUsed}` follows a change of owner and the use of an item. The version of an item is
//!   the length of its provenance chain, so it changes with the owner.
//! - `name_world {collectionId, worldId}` records the world of a collection that people made, once.
//! - `lock_all` and `release_all` are these for several items: `itemIds` in place of `itemId`.
//! - `refund_all {itemIds, owner, key}` takes back what was refunded, with the caller's locks or, without a key, free items. The
//!   items stay with their owner as used ones, which do not play, are no picture and cannot be worn.
//! - `attest_packing {key, items, weightGrams, photos}` signs what was packed with items, for their provenance.
//! - `make {key, owner, collectionId, type, …}` creates an item, once per key; `use {itemId, owner, key}` uses
//!   one up, with the caller's lock or, without a key, a free one.

use crate::attestation;
use crate::counters::{self, Count, move_count};
use crate::crafting::Media;
use crate::create_item;
use crate::events;
use crate::facts::Facts;
use crate::item::{NewItem, State, name_error};
use crate::locks::{self, refusal_of};
use crate::problems::USER_NOT_FOUND;
use crate::profile_image;
use crate::provenance::Kind;
use crate::queries::{self, FREE};
use crate::service_batch;
use crate::store::{self, LinkData, NewCollection};
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::ctx::Text;
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::images;
use witverse_sdk::page::{self, PageQuery};
use witverse_sdk::{Ctx, Error, ServiceCall, Timestamp, Uuid};

const FACTS_MAX: usize = 100;
/// Items and owners of a collection are counted up to this number.
const COUNTED_MAX: u32 = 10_000;

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    let plugin = call.from.as_str();
    match (call.service.as_str(), call.method.as_str()) {
        ("items@1", "facts") => ServiceCall::answer(&facts(ctx, &call.json()?)?),
        ("items@1", "inventory_free") => ServiceCall::answer(&inventory_free(ctx, &call.json()?)?),
        ("items@1", "lock") => ServiceCall::answer(&locks::lock(ctx, plugin, call.json()?)?),
        ("items@1", "release") => ServiceCall::answer(&locks::release(ctx, plugin, &call.json()?)?),
        ("items@1", "transfer") => ServiceCall::answer(&transfer(ctx, plugin, &call.json()?)?),
        ("items@1", "make_collection") => {
            ServiceCall::answer(&make_collection(ctx, plugin, &call.json()?)?)
        }
        ("items@1", "collection") => ServiceCall::answer(&collection(ctx, &call.json()?)?),
        ("items@1", "collection_counts") => {
            ServiceCall::answer(&collection_counts(ctx, &call.json()?)?)
        }
        ("items@1", "owns") => ServiceCall::answer(&owns(ctx, &call.json()?)?),
        ("items@1", "owned") => ServiceCall::answer(&service_batch::owned(ctx, &call.json()?)?),
        ("items@1", "name_world") => ServiceCall::answer(&name_world(ctx, &call.json()?)?),
        ("items@1", "make") => ServiceCall::answer(&make(ctx, plugin, call.json()?)?),
        ("items@1", "lock_all") => {
            ServiceCall::answer(&service_batch::lock_all(ctx, plugin, &call.json()?)?)
        }
        ("items@1", "release_all") => {
            ServiceCall::answer(&service_batch::release_all(ctx, plugin, &call.json()?)?)
        }
        ("items@1", "refund_all") => {
            ServiceCall::answer(&service_batch::refund_all(ctx, plugin, &call.json()?)?)
        }
        ("items@1", "attest_packing") => {
            ServiceCall::answer(&attestation::attest(ctx, plugin, &call.json()?)?)
        }
        ("items@1", "use") => ServiceCall::answer(&use_up(ctx, plugin, &call.json()?)?),
        _ => Err(NOT_FOUND.into()),
    }
}

#[derive(Deserialize)]
struct FactsOf {
    ids: Vec<Uuid>,
}

#[derive(Serialize)]
struct Items {
    items: Vec<Facts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

fn facts(ctx: &Ctx, of: &FactsOf) -> Result<Items, Error> {
    if of.ids.len() > FACTS_MAX {
        return Err(Error::internal(format!(
            "facts of more than {FACTS_MAX} items"
        )));
    }
    let items = queries::items(ctx, &of.ids)?;
    Ok(Items {
        items: items.into_iter().map(Facts::from).collect(),
        next: None,
    })
}

#[derive(Deserialize)]
struct OfCollection {
    id: Uuid,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CollectionFacts {
    collection_id: Uuid,
    name: Text,
    link: Option<String>,
    is_official: bool,
    maker_id: Option<Uuid>,
    royalty_bp: i64,
    world_id: Option<Uuid>,
    supply: Option<i64>,
}

#[derive(Serialize)]
struct FoundCollection {
    collection: Option<CollectionFacts>,
}

fn collection(ctx: &Ctx, of: &OfCollection) -> Result<FoundCollection, Error> {
    let found = queries::collection(ctx, &of.id)?;
    Ok(FoundCollection {
        collection: found.map(|collection| CollectionFacts {
            is_official: collection.official_at.is_some(),
            collection_id: collection.id,
            name: collection.name,
            link: collection.link,
            maker_id: collection.maker,
            royalty_bp: collection.royalty_bp,
            world_id: collection.world_id,
            supply: collection.supply,
        }),
    })
}

#[derive(Serialize)]
struct Counts {
    items: i64,
    owners: i64,
}

fn collection_counts(ctx: &Ctx, of: &OfCollection) -> Result<Counts, Error> {
    let (items, owners) = queries::counts_of_collection(ctx, &of.id, COUNTED_MAX)?;
    Ok(Counts { items, owners })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ownership {
    pub(crate) collection_id: Uuid,
    user_id: Uuid,
}

#[derive(Serialize)]
pub(crate) struct Owns {
    owns: bool,
}

pub(crate) fn owns(ctx: &Ctx, asked: &Ownership) -> Result<Owns, Error> {
    let owns = queries::owns(ctx, &asked.user_id, &asked.collection_id)?;
    Ok(Owns { owns })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InventoryOf {
    user_id: Uuid,
    cursor: Option<String>,
    limit: Option<u32>,
}

fn inventory_free(ctx: &Ctx, of: &InventoryOf) -> Result<Items, Error> {
    let asked = PageQuery {
        page: None,
        limit: of.limit,
        cursor: of.cursor.clone(),
    };
    let window = asked.window(page::USUAL)?;
    let rows = queries::inventory(ctx, &of.user_id, FREE, &window)?;
    let page = window.page(rows, |item| (item.acquired_at.as_micros(), item.id.clone()));
    Ok(Items {
        items: page.items.into_iter().map(Facts::from).collect(),
        next: page.next_cursor,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Transfer {
    pub(crate) item_id: Uuid,
    /// Of the caller's own lock; without it, the item must be free.
    pub(crate) key: Option<String>,
    pub(crate) from: Uuid,
    pub(crate) to: Uuid,
    pub(crate) kind: Kind,
    /// The cause, for the provenance: `gift:<id>`.
    pub(crate) reference: Option<String>,
    /// Milliseconds since 1970-01-01: from then on the chain is searched for links from the new owner.
    pub(crate) returns_since_ms: Option<i64>,
}

#[derive(Serialize)]
pub(crate) struct Transferred {
    pub(crate) seq: i64,
    returns: bool,
}

pub(crate) fn transfer(ctx: &Ctx, plugin: &str, of: &Transfer) -> Result<Transferred, Error> {
    if of.from == of.to || !matches!(of.kind, Kind::Given | Kind::Sold) {
        return Err(Error::internal(
            "a transfer needs the kind given or sold, and two different people",
        ));
    }
    let (now, lock) = (ctx.now(), (plugin, of.key.as_deref()));
    let change = || store::change_owner(ctx, &of.item_id, (&of.from, &of.to), lock, now);
    let taken = match of.key {
        Some(_) => change()?,
        None => locks::or_after_end(ctx, &of.item_id, change)?,
    };
    let Some(taken) = taken else {
        return Err(refusal_of(ctx, &of.item_id, &of.from));
    };
    let returns = match of.returns_since_ms {
        Some(since_ms) => {
            let since = Timestamp::from_millis(since_ms);
            queries::was_owned_by(ctx, &of.item_id, &of.to, since)?
        }
        None => false,
    };
    let was = match of.key {
        Some(_) => State::Locked,
        None => State::Free,
    };
    let one = |owner, state, by| Count {
        owner,
        kind: taken.kind,
        state,
        by,
    };
    counters::count(
        ctx,
        vec![one(&of.from, was, -1), one(&of.to, State::Free, 1)],
    )?;
    if ctx.users().profile(&of.to).is_none() {
        return Err(USER_NOT_FOUND.into());
    }
    let data = LinkData {
        kind: of.kind,
        from: Some(&of.from),
        to: Some(&of.to),
        reference: of.reference.as_deref(),
    };
    store::link(ctx, &[(of.item_id.clone(), taken.links)], data, now)?;
    profile_image::remove_of_former_owner(ctx, &of.from, &of.item_id, taken.kind);
    if taken.is_followed {
        let event = json!({
            "itemId": of.item_id, "collectionId": taken.collection, "from": of.from, "to": of.to,
        });
        ctx.events().publish("items.owner.changed@1", &event)?;
    }
    events::changed(ctx, &of.item_id, taken.links, false)?;
    Ok(Transferred {
        seq: taken.links,
        returns,
    })
}

#[derive(Serialize)]
struct MadeCollection {
    id: Uuid,
}

fn make_collection(ctx: &Ctx, plugin: &str, new: &NewCollection) -> Result<MadeCollection, Error> {
    if let Some(error) = name_error("name", &new.name) {
        return Err(error);
    }
    store::insert_collection(ctx, plugin, new, ctx.now())?;
    Ok(MadeCollection { id: new.id.clone() })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WorldOfCollection {
    collection_id: Uuid,
    world_id: Uuid,
}

#[derive(Serialize)]
struct NamedWorld {
    /// False if the collection has a world already.
    named: bool,
}

/// Collections that people make name their world; its id comes from the plugin `worlds`.
fn name_world(ctx: &Ctx, of: &WorldOfCollection) -> Result<NamedWorld, Error> {
    let named = store::name_world(ctx, &of.collection_id, &of.world_id)?;
    Ok(NamedWorld { named })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Make {
    key: String,
    owner: Uuid,
    #[serde(flatten)]
    item: NewItem,
    /// An uploaded picture in place of `thumbnailUrl`. The caller has attached it and the media, and keeps them.
    image_file_id: Option<Uuid>,
    media_file_id: Option<Uuid>,
    media_type: Option<String>,
}

fn make(ctx: &Ctx, plugin: &str, of: Make) -> Result<Facts, Error> {
    let Make {
        key,
        owner,
        mut item,
        image_file_id,
        media_file_id,
        media_type,
    } = of;
    item.check(image_file_id.is_some())?;
    if let Some(image) = &image_file_id {
        item.thumbnail_url = images::card_address(image);
    }
    let media = Media {
        file: media_file_id,
        media_type,
        text: None,
    };
    Ok(create_item::make(ctx, (plugin, &key), &owner, (&item, &media))?.into())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct UseUp {
    item_id: Uuid,
    owner: Uuid,
    /// Of the caller's own lock; without it, the item must be free.
    key: Option<String>,
}

#[derive(Serialize)]
struct UsedUp {
    used: bool,
}

fn use_up(ctx: &Ctx, plugin: &str, of: &UseUp) -> Result<UsedUp, Error> {
    let lock = (plugin, of.key.as_deref());
    let change = || store::use_up(ctx, &of.item_id, &of.owner, lock);
    let taken = match of.key {
        Some(_) => change()?,
        None => locks::or_after_end(ctx, &of.item_id, change)?,
    };
    let Some(taken) = taken else {
        return Err(refusal_of(ctx, &of.item_id, &of.owner));
    };
    let was = match of.key {
        Some(_) => State::Locked,
        None => State::Free,
    };
    move_count(ctx, &of.owner, taken.kind, (was, State::Used))?;
    profile_image::remove_of_former_owner(ctx, &of.owner, &of.item_id, taken.kind);
    if let Some(item) = queries::item(ctx, &of.item_id)? {
        events::changed(ctx, &item.id, item.version, true)?;
    }
    Ok(UsedUp { used: true })
}
