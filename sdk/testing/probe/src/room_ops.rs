//! The ops about rooms of the probe.

use serde::Deserialize;
use serde_json::{Value as Json, json};
use witverse_sdk::bindings::witverse::plugin::rooms;

/// One host call of the interface `rooms`.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum RoomOp {
    RoomPresence {
        room: String,
    },
    RoomBroadcast {
        room: String,
        topic: String,
        payload: Json,
    },
    RoomKick {
        room: String,
        account: String,
        reason: String,
    },
    RoomClose {
        room: String,
        reason: String,
    },
    /// Of the instance 0.
    RoomState {
        room: String,
    },
    RoomSetState {
        room: String,
        expected: u64,
        state: Json,
    },
    RoomRefresh {
        room: String,
    },
    RoomRefreshPerson {
        account: String,
    },
    RoomClock,
}

fn done(result: Result<(), String>) -> Json {
    match result {
        Ok(()) => json!({ "ok": Json::Null }),
        Err(error) => json!({ "error": error }),
    }
}

fn bytes(payload: &Json) -> Vec<u8> {
    payload.to_string().into_bytes()
}

pub(crate) fn perform(op: RoomOp) -> Json {
    match op {
        RoomOp::RoomPresence { room } => match rooms::presence(&room) {
            Ok(presence) => json!({ "ok": {
                "people": presence.people,
                "accounts": presence.accounts,
                "instances": presence.instances,
            } }),
            Err(error) => json!({ "error": error }),
        },
        RoomOp::RoomBroadcast {
            room,
            topic,
            payload,
        } => done(rooms::broadcast(&room, &topic, &bytes(&payload))),
        RoomOp::RoomKick {
            room,
            account,
            reason,
        } => done(rooms::kick(&room, &account, &reason)),
        RoomOp::RoomClose { room, reason } => done(rooms::close(&room, &reason)),
        RoomOp::RoomState { room } => {
            let state = rooms::state(&room, 0).map(|state| {
                let json: Json = serde_json::from_slice(&state.json).unwrap_or_default();
                json!({ "version": state.version, "json": json })
            });
            json!({ "ok": state })
        }
        RoomOp::RoomSetState {
            room,
            expected,
            state,
        } => match rooms::set_state(&room, 0, expected, &bytes(&state)) {
            Ok(()) => json!({ "ok": Json::Null }),
            Err(rooms::StateError::NotOpen) => json!({ "error": { "kind": "notOpen" } }),
            Err(rooms::StateError::Conflict(version)) => {
                json!({ "error": { "kind": "conflict", "version": version } })
            }
            Err(rooms::StateError::Invalid(error)) => json!({ "error": error }),
        },
        RoomOp::RoomRefresh { room } => done(rooms::refresh(&room)),
        RoomOp::RoomRefreshPerson { account } => done(rooms::refresh_person(&account)),
        RoomOp::RoomClock => json!({ "ok": rooms::clock_ms() }),
    }
}
