//! What a plugin says about a room and about a visitor: the JSON of the service `<plugin>.rooms@1`.

use std::sync::Arc;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;
use witverse_rooms::protocol::{MAX_LOOK_BYTES, Point, Pose};
use witverse_rooms::room::{Bounds, Permissions, RoomOptions, Zone};

use crate::plugins::game_name;

/// The largest number of spawn points and of seats.
const MAX_POSES: usize = 500;
/// The longest pause of slow mode: an hour.
const MAX_SLOW_MODE_S: u32 = 3600;
/// The largest number of zones, and the longest id of one in bytes.
const MAX_ZONES: usize = 64;
const MAX_ZONE_ID_BYTES: usize = 64;
/// The look of a person whose avatar is unknown. Clients make one from the id of the person.
pub(super) const EMPTY_LOOK: Bytes = Bytes::from_static(b"{}");

/// The payload of both methods, `describe` and `enter`.
#[derive(Debug, Serialize)]
pub(super) struct Asked<'a> {
    /// The room's id without the plugin.
    pub(super) room: &'a str,
}

/// A pose in metres and degrees.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Place {
    x: f64,
    y: f64,
    z: f64,
    #[serde(default)]
    yaw: f64,
}

impl Place {
    fn pose(self) -> Pose {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 256; the last step wraps to 0"
        )]
        let yaw = (self.yaw.rem_euclid(360.0) / 360.0 * 256.0).round() as u16 as u8;
        Pose {
            at: Point::from_metres(self.x, self.y, self.z),
            yaw,
            ..Pose::default()
        }
    }
}

/// An upright cylinder, in metres; `x`, `y` and `z` are the centre of its base.
#[derive(Debug, Deserialize)]
struct ZoneDescription {
    id: String,
    x: f64,
    y: f64,
    z: f64,
    radius: f64,
    height: f64,
}

impl ZoneDescription {
    fn zone(self) -> Option<Zone> {
        let at = Point::from_metres(self.x, self.y, self.z);
        let is_named = (1..=MAX_ZONE_ID_BYTES).contains(&self.id.len());
        Zone::from_metres(&self.id, at, self.radius, self.height).filter(|_| is_named)
    }
}

/// The answer of `describe`: the properties of a room, read when it opens.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Described {
    capacity: Option<u16>,
    /// Two opposite corners, in metres.
    bounds: Option<(Place, Place)>,
    #[serde(default)]
    spawns: Vec<Place>,
    #[serde(default)]
    seats: Vec<Place>,
    /// Seconds between two messages of one person.
    #[serde(default)]
    slow_mode_s: u32,
    /// The first shared state of every instance.
    state: Option<Value>,
    /// The places whose crossings are reported to the game of the room.
    #[serde(default)]
    zones: Vec<ZoneDescription>,
    /// The id of the plugin that is the game of the room.
    game: Option<String>,
    /// The id of the resource whose installed plugins can be the game: of the world.
    world: Option<String>,
}

impl Described {
    /// The id of the resource whose installed plugins can be the game.
    pub(super) fn resource(&self) -> Option<&str> {
        self.world.as_deref()
    }

    /// `tried` is the game of a copy for a trial, in place of the room's own.
    pub(super) fn options(self, tried: Option<String>) -> RoomOptions {
        let own = self.game.map(|game| {
            // The ids of plugins that operators install have two parts.
            let resource = self.world.as_deref().filter(|_| game.contains('.'));
            game_name(&game, resource)
        });
        let game = tried.or(own);
        let poses = |places: Vec<Place>| -> Vec<Pose> {
            places
                .into_iter()
                .take(MAX_POSES)
                .map(Place::pose)
                .collect()
        };
        let usual = RoomOptions::default();
        let spawns = poses(self.spawns);
        RoomOptions {
            capacity: self
                .capacity
                .unwrap_or(usual.capacity)
                .clamp(1, RoomOptions::MAX_CAPACITY),
            bounds: self.bounds.map_or(usual.bounds, |(a, b)| bounds(a, b)),
            spawns: if spawns.is_empty() {
                usual.spawns.clone()
            } else {
                spawns
            },
            seats: poses(self.seats),
            slow_mode_s: self.slow_mode_s.min(MAX_SLOW_MODE_S),
            initial_state: self.state.map(|state| Bytes::from(state.to_string())),
            zones: zones(self.zones, game.is_some()),
            game: game.map(Into::into),
            ..usual
        }
    }
}

/// Zones are only for games: without one, the room does not look for crossings.
fn zones(described: Vec<ZoneDescription>, has_game: bool) -> Arc<[Zone]> {
    let described = described.into_iter().filter(|_| has_game);
    described
        .filter_map(ZoneDescription::zone)
        .take(MAX_ZONES)
        .collect()
}

fn bounds(a: Place, b: Place) -> Bounds {
    Bounds {
        min: Point::from_metres(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z)),
        max: Point::from_metres(a.x.max(b.x), a.y.max(b.y), a.z.max(b.z)),
    }
}

/// The answer of `enter`: the caller may enter. A refusal is a problem of the plugin.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Entry {
    may_chat: bool,
    may_interact: bool,
    is_moderator: bool,
    /// The avatar, as the client draws it.
    look: Option<Value>,
    /// People to be placed together with.
    pub(super) friends: Vec<Uuid>,
}

impl Entry {
    /// A moderator's mute takes precedence over the plugin: a muted person may not chat.
    pub(super) fn permissions(&self, is_muted: bool) -> Permissions {
        Permissions {
            may_chat: self.may_chat && !is_muted,
            may_interact: self.may_interact,
            is_moderator: self.is_moderator,
        }
    }

    /// The look as JSON; without one, or with one that is too large, an empty object.
    pub(super) fn look(&self) -> Bytes {
        self.look
            .as_ref()
            .map(Value::to_string)
            .filter(|look| look.len() <= MAX_LOOK_BYTES)
            .map_or(EMPTY_LOOK, Bytes::from)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_numbers_of_a_room_are_limited() {
        let described: Described =
            serde_json::from_value(json!({ "capacity": 9000, "slowModeS": 9000 })).expect("valid");
        let options = described.options(None);
        assert_eq!((options.capacity, options.slow_mode_s), (500, 3600));
        assert_eq!(options.spawns.len(), 1);
        assert_eq!(options.bounds, Bounds::ALL);
    }

    #[test]
    fn bounds_are_ordered_and_angles_wrap() {
        let described: Described = serde_json::from_value(json!({
            "bounds": [{ "x": 10, "y": 8, "z": 10 }, { "x": 0, "y": 0, "z": 0 }],
            "spawns": [{ "x": 5, "y": 0, "z": 5, "yaw": 359.9 }, { "x": 5, "y": 0, "z": 5, "yaw": -90 }],
        }))
        .expect("valid");
        let options = described.options(None);
        assert!(options.bounds.min.x < options.bounds.max.x);
        assert_eq!(options.spawns[0].yaw, 0);
        assert_eq!(options.spawns[1].yaw, 192);
    }

    #[test]
    fn zones_are_for_rooms_with_a_game() {
        let zone = |id: &str, radius: i32| json!({ "id": id, "x": 1, "y": 0, "z": 1, "radius": radius, "height": 3 });
        let described = |game: Value| -> RoomOptions {
            let zones = json!([zone("a", 2), zone("", 2), zone("b", 0), zone("c", 1)]);
            let described = json!({ "zones": zones, "game": game });
            let described: Described = serde_json::from_value(described).expect("valid");
            described.options(None)
        };
        let with = described(json!("race"));
        let ids: Vec<&str> = with.zones.iter().map(|zone| &*zone.id).collect();
        assert_eq!((ids, with.game.as_deref()), (vec!["a", "c"], Some("race")));
        let without = described(Value::Null);
        assert!(without.zones.is_empty() && without.game.is_none());
    }

    #[test]
    fn the_plugin_on_trial_is_the_game_of_a_copy() {
        let zone = json!({ "id": "a", "x": 1, "y": 0, "z": 1, "radius": 2, "height": 3 });
        for own in [json!("acme.race"), Value::Null] {
            let described = json!({ "zones": [zone], "game": own, "world": "w1" });
            let described: Described = serde_json::from_value(described).expect("valid");
            let options = described.options(Some("acme.race@x-1".into()));
            assert_eq!(options.game.as_deref(), Some("acme.race@x-1"));
            assert_eq!(options.zones.len(), 1);
        }
    }

    #[test]
    fn a_muted_person_does_not_chat() {
        let entry: Entry = serde_json::from_value(json!({ "mayChat": true })).expect("valid");
        assert!(entry.permissions(false).may_chat);
        assert!(!entry.permissions(true).may_chat);
        assert!(!entry.permissions(false).is_moderator);
    }

    #[test]
    fn a_look_that_is_too_large_is_dropped() {
        let look = |look: Value| Entry {
            look: Some(look),
            ..Entry::default()
        };
        assert_eq!(look(json!({ "hair": 3 })).look(), r#"{"hair":3}"#);
        assert_eq!(look(json!("x".repeat(MAX_LOOK_BYTES))).look(), "{}");
        assert_eq!(Entry::default().look(), "{}");
    }
}
