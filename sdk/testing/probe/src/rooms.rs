//! Rooms of the probe: `hall` for everybody, `members` for people with an account, `small` for two people an instance.

use serde::Deserialize;
use serde_json::json;
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::{Ctx, Error, ServiceCall};

pub(crate) const SERVICE: &str = "probe.rooms@1";

#[derive(Deserialize)]
struct Asked {
    room: String,
}

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    let asked: Asked = call.json()?;
    if !["hall", "members", "small"].contains(&asked.room.as_str()) {
        return Err(NOT_FOUND.into());
    }
    match call.method.as_str() {
        "describe" => {
            let capacity = if asked.room == "small" { 2 } else { 50 };
            ServiceCall::answer(&json!({
                "capacity": capacity,
                "bounds": [{ "x": 0, "y": 0, "z": 0 }, { "x": 64, "y": 16, "z": 64 }],
                "spawns": [{ "x": 32, "y": 0, "z": 32, "yaw": 180 }],
            }))
        }
        _ => {
            let is_member = ctx.actor().account().is_some();
            if asked.room == "members" {
                ctx.caller()?;
            }
            ServiceCall::answer(&json!({ "mayChat": is_member, "mayInteract": is_member }))
        }
    }
}
