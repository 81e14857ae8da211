//! Rooms of the probe: `hall` for everybody, `members` for people with an account, `small` for two people an instance,
//! `guarded` for everybody until a note `locked` exists, `slow` with slow mode, `broken`, which cannot be described, and
//! `crowd-<capacity>-<number>`, in which visitors may chat.

use serde::Deserialize;
use serde_json::json;
use witverse_sdk::error::{FORBIDDEN, NOT_FOUND};
use witverse_sdk::{Ctx, Error, ServiceCall, params};

pub(crate) const SERVICE: &str = "probe.rooms@1";
/// The events of a room whose game the probe is, also as an installed plugin: `acme.probe.game@1`.
pub(crate) const GAME: &str = "probe.game@1";

#[derive(Deserialize)]
struct Asked {
    room: String,
}

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    let asked: Asked = call.json()?;
    let crowd = crowd_capacity(&asked.room);
    let known = ["hall", "members", "small", "guarded", "slow", "broken"];
    if crowd.is_none() && !known.contains(&asked.room.as_str()) {
        return Err(NOT_FOUND.into());
    }
    match call.method.as_str() {
        "describe" => {
            if asked.room == "broken" {
                crate::hostile::trap();
            }
            let capacity = if asked.room == "small" {
                2
            } else {
                crowd.unwrap_or(50)
            };
            ServiceCall::answer(&json!({
                "capacity": capacity,
                "slowModeS": if asked.room == "slow" { 30 } else { 0 },
                "bounds": [{ "x": 0, "y": 0, "z": 0 }, { "x": 64, "y": 16, "z": 64 }],
                "spawns": [{ "x": 32, "y": 0, "z": 32, "yaw": 180 }],
            }))
        }
        _ => {
            let is_member = ctx.actor().account().is_some() || crowd.is_some();
            if asked.room == "members" {
                ctx.caller()?;
            }
            if asked.room == "guarded" && is_locked(ctx)? {
                return Err(FORBIDDEN.into());
            }
            ServiceCall::answer(&json!({ "mayChat": is_member, "mayInteract": is_member }))
        }
    }
}

/// `crowd-200-7` is 200.
fn crowd_capacity(room: &str) -> Option<u16> {
    let (capacity, _number) = room.strip_prefix("crowd-")?.split_once('-')?;
    capacity.parse().ok()
}

/// Stores each event of a room whose game the probe is as a note `game:<event>`.
pub(crate) fn note_events(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    #[derive(Deserialize)]
    struct Delivery {
        events: Vec<serde_json::Value>,
    }
    let delivery: Delivery = call.json()?;
    for event in &delivery.events {
        ctx.sql().execute(
            "insert into note (id, v) values (gen_random_uuid(), $1) on conflict do nothing",
            &params![format!("game:{event}")],
        )?;
    }
    ServiceCall::answer(&json!({}))
}

fn is_locked(ctx: &Ctx) -> Result<bool, Error> {
    let statement = "select 1 from note where v = 'locked' limit 1";
    Ok(!ctx.sql().query(statement, &params![])?.is_empty())
}
