//! What the functions of `items@1` for installed plugins check alike.

use crate::item::Item;
use crate::problems::{COLLECTION_NOT_FOUND, COLLECTION_NOT_OPENED, ITEM_NOT_FOUND};
use crate::queries;
use serde::Deserialize;
use witverse_sdk::ctx::CallingInstall;
use witverse_sdk::{Ctx, Error, Uuid, text_length};

const KEY_MAX: usize = 100;
/// The objects of this service, as the manifest names them.
const COLLECTIONS: &str = "collections";
pub(crate) const MINUTE_MS: i64 = 60_000;
/// Seven days.
const USUAL_MINUTES: i64 = 7 * 24 * 60;
/// Thirty days.
const MAX_MINUTES: i64 = 30 * 24 * 60;

/// An item, and the key of a lock of the install.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyOf {
    pub(crate) item_id: Uuid,
    key: String,
}

impl KeyOf {
    pub(crate) fn checked_key(self) -> Result<String, Error> {
        checked_key(self.key)
    }
}

pub(crate) fn checked_key(key: String) -> Result<String, Error> {
    match (1..=KEY_MAX).contains(&text_length(&key)) {
        true => Ok(key),
        false => Err(Error::field(
            "key",
            format!("1~{KEY_MAX}자여야 합니다."),
            format!("This has 1 to {KEY_MAX} characters."),
        )),
    }
}

pub(crate) fn checked_minutes(minutes: Option<i64>) -> Result<i64, Error> {
    match minutes.unwrap_or(USUAL_MINUTES) {
        minutes @ 1..=MAX_MINUTES => Ok(minutes),
        _ => Err(Error::field(
            "durationMinutes",
            format!("1~{MAX_MINUTES}(30일) 사이여야 합니다."),
            format!("This is from 1 to {MAX_MINUTES}, which are 30 days."),
        )),
    }
}

/// Fails if a collection does not belong to the world of the install.
pub(crate) fn require_here(
    ctx: &Ctx,
    install: &CallingInstall,
    collection: &Uuid,
) -> Result<(), Error> {
    let found = queries::collection(ctx, collection)?;
    let world = found.and_then(|collection| collection.world_id);
    match world.as_ref() == Some(&install.world) {
        true => Ok(()),
        false => Err(COLLECTION_NOT_FOUND.into()),
    }
}

/// Fails if the operator has not opened a collection of the world for the plugin.
pub(crate) fn require_opened(install: &CallingInstall, collection: &Uuid) -> Result<(), Error> {
    match install.may_use(COLLECTIONS, collection) {
        true => Ok(()),
        false => Err(COLLECTION_NOT_OPENED.into()),
    }
}

/// An item of a collection of the world.
pub(crate) fn item_here(ctx: &Ctx, install: &CallingInstall, id: &Uuid) -> Result<Item, Error> {
    let item = queries::item(ctx, id)?.ok_or(ITEM_NOT_FOUND)?;
    match require_here(ctx, install, &item.collection.id) {
        Ok(()) => Ok(item),
        Err(_) => Err(ITEM_NOT_FOUND.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_MINUTES, USUAL_MINUTES, checked_minutes};

    #[test]
    fn a_lock_lasts_from_a_minute_to_thirty_days() {
        assert_eq!(checked_minutes(None).ok(), Some(USUAL_MINUTES));
        for minutes in [1, MAX_MINUTES] {
            assert_eq!(checked_minutes(Some(minutes)).ok(), Some(minutes));
        }
        for minutes in [0, -1, MAX_MINUTES + 1, i64::MAX] {
            assert!(checked_minutes(Some(minutes)).is_err(), "{minutes}");
        }
    }
}
