//! Blocks as seen by their games, for the platform's own games: who may enter, who moderates, what the block says; and lists of
//! best times.
//!
//! The service `blocks.rooms@1` answers, so the manifest asks for it. Installed plugins have the interface `rooms` alone.

use crate::error::FORBIDDEN;
use crate::page::{Page, Window};
use crate::people::{People, PersonCard};
use crate::{Ctx, Error, Timestamp, Uuid};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const SERVICE: &str = "blocks.rooms@1";

/// The room of a block, as the host knows it.
#[must_use]
pub fn room(block: &Uuid) -> String {
    format!("blocks:{block}")
}

/// The block of a room; `None` for a room of another plugin.
#[must_use]
pub fn block_of(room: &str) -> Option<Uuid> {
    Uuid::parse(room.strip_prefix("blocks:")?)
}

/// Refuses a caller who may not enter a block.
///
/// # Errors
/// The problem of `blocks`, which names what would let the caller in.
pub fn require_entry(ctx: &Ctx, block: &Uuid) -> Result<(), Error> {
    let asked = json!({ "room": block });
    let _: Value = ctx.services().call(SERVICE, "enter", &asked)?;
    Ok(())
}

/// Refuses a caller who does not moderate the room of a block.
///
/// # Errors
/// `forbidden`, or the problem of `blocks`.
pub fn require_moderator(ctx: &Ctx, block: &Uuid) -> Result<(), Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Entry {
        is_moderator: bool,
    }
    let asked = json!({ "room": block });
    let entry: Entry = ctx.services().call(SERVICE, "enter", &asked)?;
    match entry.is_moderator {
        true => Ok(()),
        false => Err(FORBIDDEN.into()),
    }
}

/// What `blocks` says about the room of a block: `game` and `zones`, among others.
///
/// # Errors
/// The problem of `blocks`.
pub fn described<T: DeserializeOwned>(ctx: &Ctx, block: &Uuid) -> Result<T, Error> {
    ctx.services()
        .call(SERVICE, "describe", &json!({ "room": block }))
}

/// A row of a list of best times: the person, the time in milliseconds, and when it was achieved.
pub type BestRow = (Uuid, i64, Timestamp);

/// The order of best times: the time, when it was achieved in microseconds, and the person.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BestKey(i64, i64, Uuid);

/// The values after which the page of a window begins, in the order of [`BestKey`].
#[must_use]
pub fn best_after(window: &Window<BestKey>) -> (i64, Timestamp, Uuid) {
    let first = || BestKey(0, 0, Uuid::nil());
    let BestKey(time, micros, account) = window.after.clone().unwrap_or_else(first);
    let at = Timestamp::from_micros(micros).min(Timestamp::LATEST);
    (time, at, account)
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct BestTime {
    person: Option<PersonCard>,
    time_ms: i64,
    achieved_at: Timestamp,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnTime {
    time_ms: i64,
    achieved_at: Timestamp,
}

/// The response of a list of best times, with the caller's own.
#[derive(Debug, Serialize)]
pub struct BestTimes {
    #[serde(flatten)]
    page: Page<BestTime>,
    own: Option<OwnTime>,
}

impl BestTimes {
    /// The page of the rows that were read for a window. `own` is the caller's time, and when it was achieved.
    pub fn of(
        ctx: &Ctx,
        window: &Window<BestKey>,
        (rows, total): (Vec<BestRow>, u64),
        own: Option<(i64, Timestamp)>,
    ) -> Self {
        let key = |(account, time, at): &BestRow| BestKey(*time, at.as_micros(), account.clone());
        let page = window.page(rows, total, key);
        let people = People::of(ctx, page.items.iter().map(|(account, ..)| account));
        Self {
            page: page.map(|(account, time_ms, achieved_at)| BestTime {
                person: people.get(&account),
                time_ms,
                achieved_at,
            }),
            own: own.map(|(time_ms, achieved_at)| OwnTime {
                time_ms,
                achieved_at,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_named_by_their_blocks() {
        let block = Uuid::nil();
        assert_eq!(block_of(&room(&block)), Some(block));
        assert_eq!(block_of("probe:hall"), None);
        assert_eq!(block_of("blocks:hall"), None);
    }
}
