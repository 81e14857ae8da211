//! The course of a block: what `blocks` says about its room.

use crate::plausibility::{self, Gate};
use crate::problems::{BLOCK_NOT_FOUND, NO_COURSE, NOT_HERE};
use crate::race::GATES_MAX;
use serde::Deserialize;
use serde_json::{Value, json};
use witverse_sdk::error::FORBIDDEN;
use witverse_sdk::{Ctx, Error, Uuid};

/// The id of this plugin, as `describe` names the game of a room.
const GAME: &str = "lantern-race";
const SERVICE: &str = "blocks.rooms@1";
const START: &str = "finish-gate";

#[derive(Debug, Deserialize)]
struct Described {
    zones: Vec<Zone>,
    game: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Zone {
    id: String,
    kind: String,
    x: f64,
    y: f64,
    z: f64,
    radius: f64,
}

/// The gates of a block, the start first.
#[derive(Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) gates: Vec<String>,
    /// The least way from each gate to the next one.
    pub(crate) legs_mm: Vec<i64>,
    /// Equal for courses whose gates have the same places and sizes.
    digest: u64,
}

impl Layout {
    /// A text under which times are comparable.
    pub(crate) fn course_key(&self, laps: u32) -> String {
        format!("{:016x}-{laps}", self.digest)
    }
}

/// The room of a block, as the host knows it.
pub(crate) fn room(block: &Uuid) -> String {
    format!("blocks:{block}")
}

/// The block of a room.
pub(crate) fn block_of(room: &str) -> Option<Uuid> {
    Uuid::parse(room.strip_prefix("blocks:")?)
}

/// Refuses a caller who may not enter a block, with the problem of `blocks`.
pub(crate) fn require_entry(ctx: &Ctx, block: &Uuid) -> Result<(), Error> {
    let asked = json!({ "room": block });
    let _: Value = ctx.services().call(SERVICE, "enter", &asked)?;
    Ok(())
}

/// The id of a block in a path.
pub(crate) fn parse_block(text: &str) -> Result<Uuid, Error> {
    Ok(Uuid::parse(text).ok_or(BLOCK_NOT_FOUND)?)
}

/// Refuses a caller who does not moderate the room of a block.
pub(crate) fn require_moderator(ctx: &Ctx, block: &Uuid) -> Result<(), Error> {
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

/// The gates of a block whose game this plugin is.
pub(crate) fn layout(ctx: &Ctx, block: &Uuid) -> Result<Layout, Error> {
    let described = ctx
        .services()
        .call(SERVICE, "describe", &json!({ "room": block }))?;
    layout_of(described)
}

fn layout_of(described: Described) -> Result<Layout, Error> {
    if described.game.as_deref() != Some(GAME) {
        return Err(NOT_HERE.into());
    }
    let zones = described.zones;
    let is_course = zones.first().is_some_and(|zone| zone.kind == START)
        && (2..=GATES_MAX).contains(&zones.len());
    if !is_course {
        return Err(NO_COURSE.into());
    }
    let mut digest = Fnv::new();
    for zone in &zones {
        for value in [zone.x, zone.y, zone.z, zone.radius] {
            digest.add(&value.to_bits().to_le_bytes());
        }
    }
    let gates: Vec<Gate> = zones
        .iter()
        .map(|zone| Gate {
            x: zone.x,
            z: zone.z,
            radius: zone.radius,
        })
        .collect();
    Ok(Layout {
        legs_mm: plausibility::legs_mm(&gates),
        gates: zones.into_iter().map(|zone| zone.id).collect(),
        digest: digest.0,
    })
}

/// FNV-1a. The input is a scene, so collisions need not be hard to find: a maker can as well copy the course.
struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(zones: &[(&str, &str, f64)], game: Option<&str>) -> Result<Layout, Error> {
        let zone = |(id, kind, x): &(&str, &str, f64)| json!({ "id": id, "kind": kind, "x": x, "y": 0, "z": 5, "radius": 2, "height": 4 });
        let zones: Vec<Value> = zones.iter().map(zone).collect();
        let answer = json!({ "zones": zones, "game": game, "bounds": [], "spawns": [] });
        layout_of(serde_json::from_value(answer).expect("as `blocks` answers"))
    }

    #[test]
    fn a_course_has_a_start_and_a_gate() {
        let check = |zones: &[(&str, &str, f64)], game, expected: &str| {
            let got = described(zones, game);
            let text = got.map_or_else(
                |error| error.code().to_owned(),
                |layout| layout.gates.join(" "),
            );
            assert_eq!(text, expected);
        };
        let (start, gate) = (("s", "finish-gate", 1.0), ("a", "checkpoint", 2.0));
        check(&[start, gate], Some("lantern-race"), "s a");
        check(&[start], Some("lantern-race"), "race_no_course");
        check(&[gate, gate], Some("lantern-race"), "race_no_course");
        check(&[start, gate], None, "race_not_here");
        check(&[start, gate], Some("chess"), "race_not_here");
    }

    #[test]
    fn a_moved_gate_makes_another_course() {
        let key = |x: f64, laps| {
            let zones = [("s", "finish-gate", 1.0), ("a", "checkpoint", x)];
            let layout = described(&zones, Some("lantern-race")).expect("a course");
            layout.course_key(laps)
        };
        assert_eq!(key(2.0, 1), key(2.0, 1));
        assert_ne!(key(2.0, 1), key(2.5, 1));
        assert_ne!(key(2.0, 1), key(2.0, 2));
    }

    #[test]
    fn rooms_are_named_by_their_blocks() {
        let block = Uuid::nil();
        assert_eq!(block_of(&room(&block)), Some(block));
        assert_eq!(block_of("probe:hall"), None);
        assert_eq!(block_of("blocks:hall"), None);
    }
}
