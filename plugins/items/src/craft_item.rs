//! People make items in their collections, and use up consumables.
//!
//! The type decides what an item consists of: a photo or a profile picture of its image, a sound, video or block of an
//! uploaded file as well, a text of its text, gear of a model that the platform draws.

use crate::collections::ById;
use crate::counters::{self, Count};
use crate::craft_collection::{check_words, of_caller};
use crate::craft_store::{self, Made};
use crate::crafting::{Media, NewItems};
use crate::events;
use crate::item::{ItemType, NewItem, State, refusal};
use crate::item_search::{self, NewName};
use crate::locks;
use crate::problems::{
    COLLECTION_SOLD_OUT, CRAFTING_LIMIT, ITEM_LOCKED, ITEM_NOT_FOUND, NOT_CONSUMABLE,
};
use crate::provenance::Kind;
use crate::queries;
use crate::store::{self, LinkData};
use crate::views::{ItemView, Seen};
use serde::Serialize;
use serde_json::json;
use witverse_sdk::ctx::{FILE_WRONG_KIND, Text};
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::images;
use witverse_sdk::people::PersonCard;
use witverse_sdk::{Ctx, Error, Uuid};

const MODEL: &str = "model/gltf-binary";

/// Attaches the uploaded file of the item.
fn media_of(ctx: &Ctx, new: &NewItems, reference: &str) -> Result<Media, Error> {
    let text = new.text.as_deref().map(str::trim);
    let mut media = Media {
        text: text.filter(|text| !text.is_empty()).map(str::to_owned),
        ..Media::default()
    };
    if let (Some(kind), Some(file)) = (new.media_kind(), &new.media_file_id) {
        let info = ctx
            .files()
            .attach_ready(file, kind, reference, "mediaFileId")?;
        if new.kind == ItemType::Block && info.media_type != MODEL {
            return Err(Error::from(FILE_WRONG_KIND).at("mediaFileId"));
        }
        media.file = Some(file.clone());
        media.media_type = Some(info.media_type);
    }
    Ok(media)
}

/// The items that were made.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MadeItems {
    /// The first of them.
    item: ItemView,
    count: usize,
}

/// Makes equal items in a collection. They belong to the caller.
pub(crate) fn craft_items(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<NewItems>),
) -> Result<Created<MadeItems>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let collection = of_caller(ctx, &by)?;
    new.check()?;
    let body = new.text.as_deref().unwrap_or_default();
    check_words(
        ctx,
        &[
            ("name.ko", &new.name.ko),
            ("name.en", &new.name.en),
            ("description.ko", &new.description.ko),
            ("description.en", &new.description.en),
            ("text", body),
        ],
    )?;
    let made = Made {
        collections: 0,
        items: new.quantity,
    };
    if !craft_store::count(ctx, &me.id, made)? {
        return Err(CRAFTING_LIMIT.into());
    }
    let first = craft_store::take_numbers(ctx, &collection.id, new.quantity)?;
    let first = first.ok_or(COLLECTION_SOLD_OUT)?;
    let ids: Vec<Uuid> = (0..new.quantity).map(|_| ctx.random().uuid()).collect();
    // One use for all items of the request: the files stay as long as the items, and items are never deleted.
    let reference = format!("items:{}:{first}", collection.id);
    let image = images::attach(ctx, &new.image_file_id, &reference, "imageFileId")?;
    let media = media_of(ctx, &new, &reference)?;
    let now = ctx.now();
    let item = NewItem {
        collection_id: collection.id,
        kind: new.kind,
        name: new.name,
        description: new.description,
        thumbnail_url: images::card_address(&image.file_id),
        numbered: true,
        gear: new.gear,
    };
    craft_store::insert_items(ctx, &ids, &me.id, (&item, &media), first, now)?;
    let count = Count {
        owner: &me.id,
        kind: item.kind,
        state: State::Free,
        by: new.quantity,
    };
    counters::count(ctx, vec![count])?;
    let links: Vec<(Uuid, i64)> = ids.iter().map(|id| (id.clone(), 1)).collect();
    let data = LinkData {
        kind: Kind::Made,
        from: None,
        to: Some(&me.id),
        reference: None,
    };
    store::link(ctx, &links, data, now)?;
    if let Some(world) = &collection.world {
        let made = json!({ "worldName": world, "count": new.quantity });
        ctx.events().publish("items.crafted@1", &made)?;
    }
    let Some(id) = ids.first() else {
        return Err(Error::internal("no item was made"));
    };
    let name = NewName {
        collection: item.collection_id,
        name: Text::new(item.name.ko.trim(), item.name.en.trim()),
        item: id.clone(),
        at: now,
    };
    item_search::put_names(ctx, vec![name])?;
    let item = queries::item(ctx, id)?.ok_or_else(|| Error::internal("the made item is gone"))?;
    let owner = ctx.users().profile(&me.id).map(PersonCard::from);
    Ok(Created(MadeItems {
        item: ItemView::of(item, owner, Seen::ByOwner),
        count: ids.len(),
    }))
}

/// Uses up a consumable of the caller. It cannot be undone; a repeated call is refused with `used_item`.
pub(crate) fn use_item(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<ItemView>, Error> {
    let me = ctx.caller()?;
    let id = Uuid::parse(&by.id).ok_or(ITEM_NOT_FOUND)?;
    let consume = || Ok(craft_store::consume(ctx, &id, &me.id)?.then_some(()));
    let is_used = locks::or_after_end(ctx, &id, consume)?.is_some();
    let item = queries::item(ctx, &id)?.ok_or(ITEM_NOT_FOUND)?;
    if !is_used {
        let is_own = item.owner.as_ref() == Some(&me.id);
        return Err(match (is_own, item.kind, item.state) {
            (true, kind, _) if kind != ItemType::Consumable => NOT_CONSUMABLE.into(),
            (true, _, State::Locked) => ITEM_LOCKED.into(),
            _ => refusal(Some(&item), &me.id).into(),
        });
    }
    let one = |state, by| Count {
        owner: &me.id,
        kind: item.kind,
        state,
        by,
    };
    counters::count(ctx, vec![one(State::Free, -1), one(State::Used, 1)])?;
    events::changed(ctx, &item.id, item.version, true)?;
    let owner = ctx.users().profile(&me.id).map(PersonCard::from);
    Ok(Payload(ItemView::of(item, owner, Seen::ByOwner)))
}
