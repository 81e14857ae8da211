//! What people can make: the request bodies of collections and items, and their validation. Pure; the handlers are in
//! `craft_collection` and `craft_item`, the daily limits in `craft_store`.

use crate::gear::Gear;
use crate::item::{ItemType, description_error, name_error};
use serde::Deserialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::{Error, FileKind, Uuid, text};

const SUPPLY_MAX: i64 = 100_000;
const ROYALTY_MAX_BP: i64 = 1000;
/// Would collide with the page `/market/detail`.
const RESERVED: &str = "detail";

/// The texts and the picture of a collection, which can be changed.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CollectionTexts {
    /// Both languages, neither empty.
    pub(crate) name: Text,
    /// Both languages.
    pub(crate) description: Text,
    /// An image of the caller; absent: none, or the picture that it has.
    pub(crate) image_file_id: Option<Uuid>,
}

/// The request body of a new collection.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewCollection {
    /// Texts and picture.
    #[serde(flatten)]
    pub(crate) texts: CollectionTexts,
    /// Items at most; without a limit if absent.
    #[schemars(range(min = 1, max = 100_000))]
    pub(crate) supply: Option<i64>,
    /// The maker's share of each sale, in hundredths of a percent.
    #[schemars(range(min = 0, max = 1000))]
    pub(crate) royalty_bp: i64,
    /// The world for which it is made.
    pub(crate) world_name: Option<String>,
}

/// The errors of the texts.
pub(crate) fn check_texts(texts: &CollectionTexts) -> Vec<Error> {
    let mut errors: Vec<Error> = name_error("name", &texts.name).into_iter().collect();
    for (field, text) in [("name.ko", &texts.name.ko), ("name.en", &texts.name.en)] {
        if text.trim().eq_ignore_ascii_case(RESERVED) {
            errors.push(Error::field(
                field,
                "사용할 수 없는 이름입니다.",
                "This name cannot be used.",
            ));
        }
    }
    errors.extend(description_error(&texts.description));
    errors
}

impl NewCollection {
    /// Checks everything that needs no other service; the error names all invalid fields.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let mut errors = check_texts(&self.texts);
        if self
            .supply
            .is_some_and(|supply| !(1..=SUPPLY_MAX).contains(&supply))
        {
            errors.push(Error::field(
                "supply",
                "수량은 1~100,000개로 입력해 주세요.",
                "Enter 1 to 100,000 items.",
            ));
        }
        if !(0..=ROYALTY_MAX_BP).contains(&self.royalty_bp) {
            errors.push(Error::field(
                "royaltyBp",
                "로열티는 0~10%로 입력해 주세요.",
                "Enter a royalty of 0 to 10 %.",
            ));
        }
        Error::all(errors)
    }
}

/// Items of one request: each link of a chain is signed.
const QUANTITY_MAX: i64 = 50;
const TEXT_MAX: usize = 2000;

/// The request body of new items.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewItems {
    #[serde(rename = "type")]
    pub(crate) kind: ItemType,
    pub(crate) name: Text,
    pub(crate) description: Text,
    /// An image that the caller uploaded: the item's picture.
    pub(crate) image_file_id: Uuid,
    /// For audio, video and block: the uploaded sound, video or 3D model.
    pub(crate) media_file_id: Option<Uuid>,
    /// For the type text. At most 2000 characters, as people count them.
    #[schemars(length(max = 32000))]
    pub(crate) text: Option<String>,
    /// Where it is worn, and how it is drawn; only for the type gear. Each model belongs to one slot.
    pub(crate) gear: Option<Gear>,
    #[schemars(range(min = 1, max = 50))]
    pub(crate) quantity: i64,
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
    pub(crate) const fn media_kind(&self) -> Option<FileKind> {
        match self.kind {
            ItemType::Audio => Some(FileKind::Audio),
            ItemType::Video => Some(FileKind::Video),
            ItemType::Block => Some(FileKind::Other),
            _ => None,
        }
    }

    /// Checks everything that needs no other service; the error names all invalid fields.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let mut errors: Vec<Error> = name_error("name", &self.name).into_iter().collect();
        errors.extend(description_error(&self.description));
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
            _ => errors.extend(text::paragraph("text", text, 0..=TEXT_MAX).err()),
        }
        match (&self.gear, self.kind == ItemType::Gear) {
            (Some(gear), true) => errors.extend(gear.check()),
            (None, true) => errors.push(required("gear")),
            (Some(_), false) => errors.push(not_for_type("gear")),
            (None, false) => {}
        }
        Error::all(errors)
    }
}

#[cfg(test)]
mod collection_tests {
    use super::*;

    fn new(name: &str) -> NewCollection {
        NewCollection {
            texts: CollectionTexts {
                name: Text::new(name, name),
                description: Text::new("", ""),
                image_file_id: None,
            },
            supply: None,
            royalty_bp: 0,
            world_name: None,
        }
    }

    fn fields(new: &NewCollection) -> Vec<String> {
        match new.check() {
            Ok(()) => Vec::new(),
            Err(error) => error.fields().iter().map(|f| f.field.clone()).collect(),
        }
    }

    #[test]
    fn limits_of_a_collection() {
        let check = |supply: Option<i64>, royalty_bp: i64, expected: &[&str]| {
            let new = NewCollection {
                supply,
                royalty_bp,
                ..new("lights")
            };
            assert_eq!(fields(&new), expected, "{supply:?} {royalty_bp}");
        };
        check(None, 0, &[]);
        check(Some(1), 1000, &[]);
        check(Some(100_000), 250, &[]);
        check(Some(0), 0, &["supply"]);
        check(Some(100_001), -1, &["supply", "royaltyBp"]);
        check(None, 1001, &["royaltyBp"]);
    }

    #[test]
    fn the_name_of_the_market_page_is_reserved() {
        assert_eq!(fields(&new("Detail ")), ["name.ko", "name.en"]);
        assert_eq!(fields(&new("details")), Vec::<String>::new());
        assert_eq!(fields(&new(" ")), ["name.ko", "name.en"]);
    }
}

#[cfg(test)]
mod item_tests {
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
