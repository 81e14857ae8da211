//! Blocks as seen by their games, for the platform's own games: who may enter, who moderates, what the block says, which course
//! its gates make; who decides about times under review; and lists of best times.
//!
//! The services `blocks.rooms@1`, `blocks@1` and `challenges@1` answer, so the manifest asks for those that a plugin uses.
//! Installed plugins have the interface `rooms` alone.

use crate::error::FORBIDDEN;
use crate::page::{Page, Window};
use crate::people::{People, PersonCard};
use crate::services::blocks::{self, Zone};
use crate::{Ctx, Error, Timestamp, Uuid};
use serde::{Deserialize, Serialize};

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
    blocks::enter(ctx, block).map(drop)
}

/// Refuses a caller who does not moderate the room of a block.
///
/// # Errors
/// `forbidden`, or the problem of `blocks`.
pub fn require_moderator(ctx: &Ctx, block: &Uuid) -> Result<(), Error> {
    match blocks::enter(ctx, block)?.is_moderator {
        true => Ok(()),
        false => Err(FORBIDDEN.into()),
    }
}

/// A text under which times are comparable: equal for courses whose gates have the same order, places and sizes, and for
/// the same number of laps.
#[must_use]
pub fn course_key(gates: &[Zone], laps: u32) -> String {
    // FNV-1a. The input is a scene, so collisions need not be hard to find: a maker can as well copy the course.
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for gate in gates {
        for value in [gate.x, gate.y, gate.z, gate.radius] {
            for byte in value.to_bits().to_le_bytes() {
                digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    format!("{digest:016x}-{laps}")
}

/// A moderator and a runner of a block, and when the run ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rivals {
    /// Where the run took place.
    pub block_id: Uuid,
    /// The game whose time it is: the id of its plugin.
    pub game: String,
    /// When it ended.
    pub at: Timestamp,
    /// Who ran.
    pub runner: Uuid,
    /// Who would decide about the time.
    pub moderator: Uuid,
}

/// The answer to [`Rivals`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Compete {
    /// Whether both take part in a challenge that counts the run.
    pub compete: bool,
}

crate::requests!("challenges@1": "compete" Rivals => Compete);

impl Rivals {
    /// Whether the moderator has an interest in the decision: it is their own run, or both take part in a challenge that
    /// counts it. Without the plugin `events` there are no challenges.
    ///
    /// # Errors
    /// The problem of `events`.
    pub fn compete(&self, ctx: &Ctx) -> Result<bool, Error> {
        if self.runner == self.moderator {
            return Ok(true);
        }
        let answer = ctx.services().request_optional(self)?;
        Ok(answer.is_some_and(|answer| answer.compete))
    }
}

/// The path of a block in the shell, for the link of an alarm; `None` if the block does not exist.
///
/// # Errors
/// The problem of `blocks`.
pub fn path(ctx: &Ctx, block: &Uuid) -> Result<Option<String>, Error> {
    let found = blocks::find(ctx, block)?;
    Ok(found.map(|block| format!("/{}/{}", block.world_name, block.block_name)))
}

/// A time as `mm:ss.mmm`.
#[must_use]
pub fn stopwatch(time_ms: i64) -> String {
    let (minutes, rest) = (time_ms.div_euclid(60_000), time_ms.rem_euclid(60_000));
    format!("{minutes:02}:{:02}.{:03}", rest / 1_000, rest % 1_000)
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

#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct BestTime {
    person: Option<PersonCard>,
    time_ms: i64,
    achieved_at: Timestamp,
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OwnTime {
    time_ms: i64,
    achieved_at: Timestamp,
}

/// The response of a list of best times, with the caller's own.
#[derive(Debug, Serialize, schemars::JsonSchema)]
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
        let page = window.counted_page(rows, total, key);
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

    #[test]
    fn a_course_is_its_gates_and_its_laps() {
        let key = |x: f64, laps| {
            let gate = |id: &str, x: f64| Zone {
                id: id.to_owned(),
                kind: "checkpoint".to_owned(),
                x,
                y: 0.0,
                z: 5.0,
                radius: 2.0,
                height: 4.0,
            };
            course_key(&[gate("s", 1.0), gate("a", x)], laps)
        };
        assert_eq!(key(2.0, 1), key(2.0, 1));
        assert_ne!(key(2.0, 1), key(2.5, 1), "a gate was moved");
        assert_ne!(key(2.0, 1), key(2.0, 2));
    }

    #[test]
    fn times_are_shown_with_milliseconds() {
        let check = |time_ms, expected: &str| assert_eq!(stopwatch(time_ms), expected);
        check(5, "00:00.005");
        check(83_450, "01:23.450");
        check(6_000_000, "100:00.000");
    }
}
