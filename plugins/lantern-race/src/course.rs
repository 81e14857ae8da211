//! The course of a block: what `blocks` says about its room.

use crate::plausibility::{self, Gate};
use crate::problems::{BLOCK_NOT_FOUND, NO_COURSE, NOT_HERE};
use crate::race::GATES_MAX;
use witverse_sdk::games;
use witverse_sdk::services::blocks::{self, Description};
use witverse_sdk::{Ctx, Error, Uuid};

/// The id of this plugin, as `describe` names the game of a room.
pub(crate) const GAME: &str = "lantern-race";
const START: &str = "finish-gate";

/// The gates of a block, the start first.
#[derive(Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) gates: Vec<String>,
    /// The least way from each gate to the next one.
    pub(crate) legs_mm: Vec<i64>,
    /// x, z and the radius of each gate in centimetres.
    pub(crate) gates_cm: Vec<i64>,
    /// A text under which times are comparable.
    pub(crate) course_key: String,
}

/// The id of a block in a path.
pub(crate) fn parse_block(text: &str) -> Result<Uuid, Error> {
    Ok(Uuid::parse(text).ok_or(BLOCK_NOT_FOUND)?)
}

/// The gates of a block whose game this plugin is, for a race of some laps.
pub(crate) fn layout(ctx: &Ctx, block: &Uuid, laps: u32) -> Result<Layout, Error> {
    layout_of(blocks::describe(ctx, block)?, laps)
}

fn layout_of(described: Description, laps: u32) -> Result<Layout, Error> {
    if described.game.as_deref() != Some(GAME) {
        return Err(NOT_HERE.into());
    }
    let zones = described.zones;
    let is_course = zones.first().is_some_and(|zone| zone.kind == START)
        && (2..=GATES_MAX).contains(&zones.len());
    if !is_course {
        return Err(NO_COURSE.into());
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
        gates_cm: gates
            .iter()
            .flat_map(|gate| [gate.x, gate.z, gate.radius])
            .map(centimetres)
            .collect(),
        course_key: games::course_key(&zones, laps),
        gates: zones.into_iter().map(|zone| zone.id).collect(),
    })
}

fn centimetres(metres: f64) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a room has a side of at most 64 m; a cast of a float saturates"
    )]
    let rounded = (metres * 100.0).round() as i64;
    rounded
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn described(zones: &[(&str, &str, f64)], game: Option<&str>) -> Result<Layout, Error> {
        let zone = |(id, kind, x): &(&str, &str, f64)| json!({ "id": id, "kind": kind, "x": x, "y": 0, "z": 5, "radius": 2, "height": 4 });
        let zones: Vec<Value> = zones.iter().map(zone).collect();
        let corner = json!({ "x": 0, "y": 0, "z": 0, "yaw": 0 });
        let answer = json!({
            "zones": zones, "game": game, "bounds": [corner, corner], "spawns": [], "seats": [], "world": Uuid::nil(),
            "slowModeS": 0,
        });
        layout_of(
            serde_json::from_value(answer).expect("as `blocks` answers"),
            1,
        )
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
}
