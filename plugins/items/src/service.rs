//! `items@1`: the service for other plugins. A lock belongs to the plugin that requested it, under its own key; no
//! other plugin can release it or transfer the item.
//!
//! `items.changed@1 {itemId, version, isUsed}` follows a change of owner and the use of an item. The version of an item is the length of
//! its provenance chain, so it changes with the owner.

use crate::attestation;
use crate::counters::{self, Count, move_count};
use crate::crafting::Media;
use crate::create_item;
use crate::events;
use crate::item::{NewItem, State, name_error};
use crate::locks::{self, refusal_of};
use crate::problems::USER_NOT_FOUND;
use crate::profile_image;
use crate::provenance::Kind;
use crate::queries::{self, FREE};
use crate::service_batch;
use crate::store::{self, LinkData};
use serde_json::json;
use witverse_sdk::images;
use witverse_sdk::page::{self, PageQuery};
use witverse_sdk::services::ServiceRoute;
use witverse_sdk::services::items::{
    AttestPacking, Collection, CollectionOf, Counts, CountsOf, FactsOf, FoundCollection,
    FreeItemsOf, Handover, Item, Items, Lock, LockAll, MadeCollection, Make, MakeCollection,
    NameWorld, NamedWorld, OwnedOf, Ownership, Owns, RefundAll, Release, ReleaseAll, Transfer,
    Transferred, UseUp, UsedUp,
};
use witverse_sdk::{Ctx, Error, Timestamp, serve};

const FACTS_MAX: usize = 100;
/// Items and owners of a collection are counted up to this number.
const COUNTED_MAX: u32 = 10_000;

pub(crate) const METHODS: &[ServiceRoute] = &[
    serve!(FactsOf => facts),
    serve!(FreeItemsOf => inventory_free),
    serve!(OwnedOf => service_batch::owned),
    serve!(Lock, from => locks::lock_for),
    serve!(Release, from => locks::release),
    serve!(LockAll, from => service_batch::lock_all),
    serve!(ReleaseAll, from => service_batch::release_all),
    serve!(RefundAll, from => service_batch::refund_all),
    serve!(Transfer, from => transfer),
    serve!(UseUp, from => use_up),
    serve!(Make, from => make),
    serve!(MakeCollection, from => make_collection),
    serve!(CollectionOf => collection),
    serve!(CountsOf => collection_counts),
    serve!(Ownership => owns),
    serve!(NameWorld => name_world),
    serve!(AttestPacking, from => attestation::attest),
];

fn facts(ctx: &Ctx, of: FactsOf) -> Result<Items, Error> {
    if of.ids.len() > FACTS_MAX {
        return Err(Error::internal(format!(
            "facts of more than {FACTS_MAX} items"
        )));
    }
    let items = queries::items(ctx, &of.ids)?;
    Ok(Items {
        items: items.into_iter().map(Item::from).collect(),
        next: None,
    })
}

fn collection(ctx: &Ctx, of: CollectionOf) -> Result<FoundCollection, Error> {
    let found = queries::collection(ctx, &of.id)?;
    Ok(FoundCollection {
        collection: found.map(|collection| Collection {
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

fn collection_counts(ctx: &Ctx, of: CountsOf) -> Result<Counts, Error> {
    let (items, owners) = queries::counts_of_collection(ctx, &of.id, COUNTED_MAX)?;
    Ok(Counts { items, owners })
}

pub(crate) fn owns(ctx: &Ctx, asked: Ownership) -> Result<Owns, Error> {
    let owns = queries::owns(ctx, &asked.user_id, &asked.collection_id)?;
    Ok(Owns { owns })
}

fn inventory_free(ctx: &Ctx, of: FreeItemsOf) -> Result<Items, Error> {
    let asked = PageQuery {
        page: None,
        limit: of.limit,
        cursor: of.cursor,
    };
    let window = asked.window(page::USUAL)?;
    let rows = queries::inventory(ctx, &of.user_id, FREE, &window)?;
    let page = window.page(rows, |item| (item.acquired_at.as_micros(), item.id.clone()));
    Ok(Items {
        items: page.items.into_iter().map(Item::from).collect(),
        next: page.next_cursor,
    })
}

pub(crate) fn transfer(ctx: &Ctx, plugin: &str, of: Transfer) -> Result<Transferred, Error> {
    if of.from == of.to {
        return Err(Error::internal("a transfer needs two different people"));
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
        kind: match of.kind {
            Handover::Given => Kind::Given,
            Handover::Sold => Kind::Sold,
        },
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

fn make_collection(ctx: &Ctx, plugin: &str, new: MakeCollection) -> Result<MadeCollection, Error> {
    if let Some(error) = name_error("name", &new.name) {
        return Err(error);
    }
    store::insert_collection(ctx, plugin, &new, ctx.now())?;
    Ok(MadeCollection { id: new.id })
}

/// Collections that people make name their world; its id comes from the plugin `worlds`.
fn name_world(ctx: &Ctx, of: NameWorld) -> Result<NamedWorld, Error> {
    let named = store::name_world(ctx, &of.collection_id, &of.world_id)?;
    Ok(NamedWorld { named })
}

fn make(ctx: &Ctx, plugin: &str, of: Make) -> Result<Item, Error> {
    let mut item = NewItem {
        collection_id: of.collection_id,
        kind: of.r#type,
        name: of.name,
        description: of.description,
        thumbnail_url: of.thumbnail_url,
        numbered: of.numbered,
        gear: None,
    };
    item.check(of.image_file_id.is_some())?;
    if let Some(image) = &of.image_file_id {
        item.thumbnail_url = images::card_address(image);
    }
    let media = Media {
        file: of.media_file_id,
        media_type: of.media_type,
        text: None,
    };
    Ok(create_item::make(ctx, (plugin, &of.key), &of.owner, (&item, &media))?.into())
}

fn use_up(ctx: &Ctx, plugin: &str, of: UseUp) -> Result<UsedUp, Error> {
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
