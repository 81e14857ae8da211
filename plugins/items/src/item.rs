//! The state machine of items, and the validation of new ones.
//!
//! Free → locked → free, for the same or another owner; free → used (final). Pure: the statements have the same
//! conditions; this module only determines the reason when a condition failed.

use crate::gear::Gear;
use crate::problems::{
    ALREADY_ROCK_ITEM, AWAITING_ACCEPTANCE, ITEM_NOT_FOUND, NOT_ITEM_OWNER, USED_ITEM,
};
use serde::Deserialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::images::is_platform_art;
pub use witverse_sdk::services::items::{ItemType, State};
use witverse_sdk::sql::{Columns, FromRow, Row, SqlError};
use witverse_sdk::{Error, Problem, Timestamp, Uuid, text};

const NAME_MAX: usize = 60;
const DESCRIPTION_MAX: usize = 300;

/// The owner and the purpose of a lock.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Lock {
    /// The plugin that requested the lock.
    #[row(column = "lock_plugin")]
    pub plugin: String,
    /// The key that the plugin gave to the lock.
    #[row(column = "lock_key")]
    pub key: String,
    /// `gift`, `listing`, `placed`, ….
    #[row(column = "lock_by")]
    pub by: String,
    /// When it ends by itself; only of installed plugins.
    #[row(column = "lock_until")]
    pub until: Option<Timestamp>,
}

/// The purposes of the locks of installed plugins. No others end by themselves.
pub(crate) const BY_INSTALL: &str = "plugin";
/// The plugin asks the owner whether it may give the item away (`escrow`).
pub(crate) const ASKED: &str = "escrow_asked";
/// The owner has agreed.
pub(crate) const AGREED: &str = "escrow";

/// The purposes of locks that end by themselves, as a parameter of statements.
pub(crate) fn ending() -> Vec<String> {
    [BY_INSTALL, ASKED, AGREED].map(str::to_owned).to_vec()
}

impl Lock {
    /// Whether it is the lock of the same plugin, key and purpose.
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.plugin, &self.key, &self.by) == (&other.plugin, &other.key, &other.by)
    }

    fn is_over(&self, now: Timestamp) -> bool {
        ending().contains(&self.by) && self.until.is_some_and(|until| until <= now)
    }
}

/// The collection `c` of an item `i`.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct OfCollection {
    /// Its id.
    #[row(column = "collection_id", sql = "i.collection_id")]
    pub id: Uuid,
    /// Both languages.
    #[row(both, column = "collection", sql = "c.name")]
    pub name: Text,
}

/// What an item that was refunded does not have any more.
fn unless_refunded<T: FromRow + Columns>(row: Row<'_>) -> Result<Option<T>, SqlError> {
    if row.get("is_refunded")? {
        return Ok(None);
    }
    row.flatten_optional()
}

/// An item `i` as the database stores it. One that was refunded is kept as a record. It has nothing that its buyer has paid
/// for: it does not play, shows no text and cannot be worn.
#[derive(Clone, Debug, PartialEq, FromRow)]
#[row(alias = "i")]
pub struct Item {
    /// Its id.
    pub id: Uuid,
    /// Its collection.
    #[row(flatten)]
    pub collection: OfCollection,
    /// Its type.
    #[row(parse, column = "type")]
    pub kind: ItemType,
    /// Both languages.
    #[row(both)]
    pub name: Text,
    /// Both languages.
    #[row(both)]
    pub description: Text,
    /// A path on this origin.
    pub thumbnail: String,
    /// Its number in the collection.
    pub edition: Option<i64>,
    /// The owner; `None` for the platform.
    #[row(column = "owner_id")]
    pub owner: Option<Uuid>,
    /// When it was created.
    pub made_at: Timestamp,
    /// When its current owner got it.
    pub acquired_at: Timestamp,
    /// Its state.
    #[row(parse)]
    pub state: State,
    /// Its lock; `Some` exactly if it is locked.
    #[row(flatten)]
    pub lock: Option<Lock>,
    /// Where it is worn, if it can be.
    #[row(with = unless_refunded, columns = "is_refunded, gear_slot, gear_model")]
    pub gear: Option<Gear>,
    /// Its sound, video or model.
    #[row(with = unless_refunded, columns = "media_file, media_type, is_media_private")]
    pub media: Option<MediaFile>,
    /// The text of an item of the type text.
    #[row(sql = "case when not i.is_refunded then i.body end")]
    pub text: Option<String>,
    /// The length of its provenance chain: higher after each change of owner.
    #[row(column = "links")]
    pub version: i64,
}

impl Item {
    /// The item at a time: a lock whose time is over is none, also while it is stored.
    #[must_use]
    pub fn at(mut self, now: Timestamp) -> Self {
        if self.lock.as_ref().is_some_and(|lock| lock.is_over(now)) {
            self.lock = None;
            self.state = State::Free;
        }
        self
    }
}

/// The uploaded file of an item.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct MediaFile {
    /// The file.
    #[row(column = "media_file")]
    pub file: Uuid,
    /// Its media type.
    pub media_type: String,
    /// Only the owner of the item learns where it is.
    #[row(column = "is_media_private")]
    pub is_private: bool,
}

/// Why `owner` cannot lock an item.
pub fn refusal(item: Option<&Item>, owner: &Uuid) -> Problem {
    let Some(item) = item else {
        return ITEM_NOT_FOUND;
    };
    match (item.owner.as_ref() == Some(owner), item.state, &item.lock) {
        (false, ..) => NOT_ITEM_OWNER,
        (_, State::Used, _) => USED_ITEM,
        (_, _, Some(lock)) if lock.by == "gift" => AWAITING_ACCEPTANCE,
        // Locked for another purpose, or free: the lock of the request has ended.
        _ => ALREADY_ROCK_ITEM,
    }
}

/// The request body of a new item.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewItem {
    /// The collection.
    pub collection_id: Uuid,
    /// The type.
    #[serde(rename = "type")]
    pub kind: ItemType,
    /// Both languages, neither empty.
    pub name: Text,
    /// Both languages.
    pub description: Text,
    /// An image that ships with the platform.
    #[schemars(extend("pattern" = r"^/assets/plugins/[a-z0-9-]+(/[a-z0-9-]+)*/[a-z0-9-]+\.(avif|jpg|png|svg|webp)$"))]
    pub thumbnail_url: String,
    /// Whether it gets the next number of its collection.
    #[serde(default)]
    pub numbered: bool,
    /// Where it is worn; only for the type gear.
    pub gear: Option<Gear>,
}

impl NewItem {
    /// Checks everything that needs no other service; the error names all invalid fields. With `has_file` the picture is an
    /// uploaded file, which the caller has attached.
    pub fn check(&self, has_file: bool) -> Result<(), Error> {
        let mut errors = Vec::new();
        errors.extend(name_error("name", &self.name));
        errors.extend(description_error(&self.description));
        if !has_file && !is_platform_art(&self.thumbnail_url) {
            errors.push(Error::field(
                "thumbnailUrl",
                "플랫폼이 제공하는 이미지만 쓸 수 있습니다.",
                "Only pictures provided by the platform can be used.",
            ));
        }
        if let Some(gear) = &self.gear {
            errors.extend(gear.check());
            if self.kind != ItemType::Gear {
                errors.push(Error::field(
                    "gear",
                    "장비(gear) 아이템만 착용할 수 있습니다.",
                    "Only gear items can be worn.",
                ));
            }
        }
        Error::all(errors)
    }
}

/// The error of a name, which is required in both languages.
pub fn name_error(field: &str, name: &Text) -> Option<Error> {
    text::both_lines(field, name, 1..=NAME_MAX).err()
}

/// The error of a description, which may be empty.
pub(crate) fn description_error(description: &Text) -> Option<Error> {
    text::both_paragraphs("description", description, 0..=DESCRIPTION_MAX).err()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u8) -> Uuid {
        Uuid::parse(&format!("0190f3a0-0000-7000-8000-0000000000{n:02x}")).expect("a UUID")
    }

    fn text(text: &str) -> Text {
        Text {
            ko: text.into(),
            en: text.into(),
        }
    }

    fn item(owner: Option<u8>, state: State, by: Option<&str>) -> Item {
        Item {
            id: id(9),
            collection: OfCollection {
                id: id(8),
                name: text("lights"),
            },
            kind: ItemType::Gear,
            name: text("lantern"),
            description: text(""),
            thumbnail: String::new(),
            edition: None,
            owner: owner.map(id),
            made_at: Timestamp::from_millis(0),
            acquired_at: Timestamp::from_millis(0),
            state,
            lock: by.map(|by| Lock {
                plugin: "gifts".into(),
                key: "k".into(),
                by: by.into(),
                until: None,
            }),
            gear: None,
            media: None,
            text: None,
            version: 1,
        }
    }

    #[test]
    fn the_reason_of_a_refused_lock_is_named() {
        let check = |item: Option<Item>, expect: &str| {
            assert_eq!(refusal(item.as_ref(), &id(1)).code, expect);
        };
        check(None, "item_not_found");
        check(Some(item(Some(2), State::Free, None)), "not_item_owner");
        check(Some(item(None, State::Free, None)), "not_item_owner");
        check(
            Some(item(Some(2), State::Locked, Some("gift"))),
            "not_item_owner",
        );
        check(Some(item(Some(1), State::Used, None)), "used_item");
        check(
            Some(item(Some(1), State::Locked, Some("gift"))),
            "item_awaiting_acceptance",
        );
        check(
            Some(item(Some(1), State::Locked, Some("placed"))),
            "already_rock_item",
        );
    }

    #[test]
    fn a_lock_is_none_from_its_end_on() {
        let check = |by: &str, until: Option<i64>, now: i64, is_locked: bool| {
            let mut one = item(Some(1), State::Locked, Some(by));
            if let Some(lock) = &mut one.lock {
                lock.until = until.map(Timestamp::from_millis);
            }
            let seen = one.at(Timestamp::from_millis(now));
            let state = if is_locked {
                State::Locked
            } else {
                State::Free
            };
            assert_eq!((seen.lock.is_some(), seen.state), (is_locked, state));
        };
        check(BY_INSTALL, Some(1_000), 999, true);
        check(BY_INSTALL, Some(1_000), 1_000, false);
        check(BY_INSTALL, None, 1_000, true);
        check(ASKED, Some(1_000), 1_000, false);
        check(AGREED, Some(1_000), 1_000, false);
        // Of an earlier lock, left by a version before that did not know it.
        check("gift", Some(1_000), 1_000, true);
    }

    #[test]
    fn all_invalid_fields_are_named_together() {
        let new = NewItem {
            collection_id: id(1),
            kind: ItemType::Pfp,
            name: Text {
                ko: " ".into(),
                en: "e".repeat(61),
            },
            description: text(&"d".repeat(301)),
            thumbnail_url: "https://elsewhere.example/a.png".into(),
            numbered: false,
            gear: Some(Gear {
                slot: "head".into(),
                model: "crown".into(),
            }),
        };
        let error = new.check(false).expect_err("refused");
        let fields: Vec<_> = error.fields().iter().map(|f| f.field.as_str()).collect();
        let expected = [
            "name.ko",
            "name.en",
            "description.ko",
            "description.en",
            "thumbnailUrl",
            "gear",
        ];
        assert_eq!(fields, expected);
    }
}
