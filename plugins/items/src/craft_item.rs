//! People make items in their collections, and use up consumables.
//!
//! The type decides what an item consists of: a photo or a profile picture of its image, a sound, video or block of an
//! uploaded file as well, a text of its text, gear of a model that the platform draws.

use crate::collections::ById;
use crate::craft_collection::{address, check_words, of_caller};
use crate::craft_store::{self, Made};
use crate::events;
use crate::gear::Gear;
use crate::item::{ItemType, NewItem, State, named, refusal, too_long};
use crate::problems::{
    COLLECTION_SOLD_OUT, CRAFTING_LIMIT, ITEM_LOCKED, ITEM_NOT_FOUND, NOT_CONSUMABLE,
};
use crate::provenance::Kind;
use crate::queries;
use crate::store::{self, Count, LinkData};
use crate::views::{ItemView, Seen};
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::ctx::{FILE_WRONG_KIND, Text};
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::images;
use witverse_sdk::people::PersonCard;
use witverse_sdk::{Ctx, Error, FileKind, Uuid};

/// Items of one request: each link of a chain is signed.
const QUANTITY_MAX: i64 = 50;
const DESCRIPTION_MAX: usize = 300;
const TEXT_MAX: usize = 2000;
const MODEL: &str = "model/gltf-binary";

/// The request body of new items.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewItems {
    #[serde(rename = "type")]
    kind: ItemType,
    name: Text,
    description: Text,
    image_file_id: Uuid,
    media_file_id: Option<Uuid>,
    text: Option<String>,
    gear: Option<Gear>,
    quantity: i64,
}

/// What an item consists of besides its picture.
#[derive(Debug, Default)]
pub(crate) struct Media {
    pub(crate) file: Option<Uuid>,
    pub(crate) media_type: Option<String>,
    pub(crate) text: Option<String>,
}

fn required(field: &str) -> Error {
    Error::field(field, "필수 항목입니다.", "This field is required.")
}

fn not_for_type(field: &str) -> Error {
    Error::field(
        field,
        "이 종류의 아이템에는 쓸 수 없습니다.",
        "Items of this type cannot have this.",
    )
}

impl NewItems {
    /// The kind of file that an item of this type needs.
    const fn media_kind(&self) -> Option<FileKind> {
        match self.kind {
            ItemType::Audio => Some(FileKind::Audio),
            ItemType::Video => Some(FileKind::Video),
            ItemType::Block => Some(FileKind::Other),
            _ => None,
        }
    }

    /// Checks everything that needs no other service; the error names all invalid fields.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let mut errors = named("name", &self.name);
        for (field, text) in [
            ("description.ko", &self.description.ko),
            ("description.en", &self.description.en),
        ] {
            errors.extend(too_long(field, text, DESCRIPTION_MAX));
        }
        if !(1..=QUANTITY_MAX).contains(&self.quantity) {
            errors.push(Error::field(
                "quantity",
                "한 번에 1~50개까지 만들 수 있습니다.",
                "Make 1 to 50 items at a time.",
            ));
        }
        match (self.media_kind().is_some(), self.media_file_id.is_some()) {
            (true, false) => errors.push(required("mediaFileId")),
            (false, true) => errors.push(not_for_type("mediaFileId")),
            _ => {}
        }
        let text = self.text.as_deref().map(str::trim).unwrap_or_default();
        match (self.kind == ItemType::Text, text.is_empty()) {
            (true, true) => errors.push(required("text")),
            (false, false) => errors.push(not_for_type("text")),
            _ => errors.extend(too_long("text", text, TEXT_MAX)),
        }
        match (&self.gear, self.kind == ItemType::Gear) {
            (Some(gear), true) => errors.extend(gear.check()),
            (None, true) => errors.push(required("gear")),
            (Some(_), false) => errors.push(not_for_type("gear")),
            (None, false) => {}
        }
        match errors.into_iter().reduce(Error::join) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Attaches the uploaded file of the item.
    fn media(&self, ctx: &Ctx, reference: &str) -> Result<Media, Error> {
        let text = self.text.as_deref().map(str::trim);
        let mut media = Media {
            text: text.filter(|text| !text.is_empty()).map(str::to_owned),
            ..Media::default()
        };
        if let (Some(kind), Some(file)) = (self.media_kind(), &self.media_file_id) {
            let info = ctx
                .files()
                .attach(file, kind, reference)
                .map_err(|error| error.at("mediaFileId"))?;
            if self.kind == ItemType::Block && info.media_type != MODEL {
                return Err(Error::from(FILE_WRONG_KIND).at("mediaFileId"));
            }
            if !info.ready {
                return Err(Error::field(
                    "mediaFileId",
                    "아직 확인 중인 파일입니다. 잠시 후 다시 시도해 주세요.",
                    "This file is still being checked. Please try again in a moment.",
                ));
            }
            media.file = Some(file.clone());
            media.media_type = Some(info.media_type);
        }
        Ok(media)
    }
}

/// The items that were made.
#[derive(Serialize)]
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
    let media = new.media(ctx, &reference)?;
    let now = ctx.now();
    let item = NewItem {
        collection_id: collection.id,
        kind: new.kind,
        name: new.name,
        description: new.description,
        thumbnail_url: address(&image.file_id),
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
    store::count(ctx, vec![count])?;
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
    let is_used = craft_store::consume(ctx, &id, &me.id)?;
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
    store::count(ctx, vec![one(State::Free, -1), one(State::Used, 1)])?;
    events::changed(ctx, &item.id, item.version, true)?;
    let owner = ctx.users().profile(&me.id).map(PersonCard::from);
    Ok(Payload(ItemView::of(item, owner, Seen::ByOwner)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(kind: ItemType) -> NewItems {
        NewItems {
            kind,
            name: Text::new("등불", "Lantern"),
            description: Text::new("", ""),
            image_file_id: id(),
            media_file_id: None,
            text: None,
            gear: None,
            quantity: 1,
        }
    }

    fn id() -> Uuid {
        Uuid::parse("0190f3a0-0000-7000-8000-000000000001").expect("a UUID")
    }

    fn check(new: &NewItems, expected: &[&str]) {
        let fields: Vec<String> = match new.check() {
            Ok(()) => Vec::new(),
            Err(error) => error.fields().iter().map(|f| f.field.clone()).collect(),
        };
        assert_eq!(fields, expected, "{new:?}");
    }

    #[test]
    fn the_type_decides_what_an_item_consists_of() {
        for kind in [ItemType::Photo, ItemType::Pfp, ItemType::Consumable] {
            check(&new(kind), &[]);
        }
        for kind in [ItemType::Audio, ItemType::Video, ItemType::Block] {
            check(&new(kind), &["mediaFileId"]);
            let whole = NewItems {
                media_file_id: Some(id()),
                ..new(kind)
            };
            check(&whole, &[]);
        }
        let text = |text: &str| NewItems {
            text: Some(text.to_owned()),
            ..new(ItemType::Text)
        };
        check(&text("  "), &["text"]);
        check(&text("밤"), &[]);
        check(&text(&"a".repeat(2001)), &["text"]);
        let gear = |model: &str| NewItems {
            gear: Some(Gear {
                slot: "head".to_owned(),
                model: model.to_owned(),
            }),
            ..new(ItemType::Gear)
        };
        check(&new(ItemType::Gear), &["gear"]);
        check(&gear("crown"), &[]);
        check(&gear("lantern"), &["gear.model"]);
        let everything = NewItems {
            kind: ItemType::Photo,
            media_file_id: Some(id()),
            text: Some("a".to_owned()),
            ..gear("crown")
        };
        check(&everything, &["mediaFileId", "text", "gear"]);
    }

    #[test]
    fn a_request_makes_at_most_fifty() {
        for (quantity, expected) in [
            (1, &[][..]),
            (50, &[][..]),
            (0, &["quantity"][..]),
            (51, &["quantity"][..]),
        ] {
            let new = NewItems {
                quantity,
                ..new(ItemType::Photo)
            };
            check(&new, expected);
        }
    }
}
