//! One example of each message from a client.

use serde_json::{Value, json};
use witverse_rooms::protocol::{ClientMessage, Feeling};

use super::pose;

pub(super) fn examples() -> Vec<(&'static str, ClientMessage, Value)> {
    let (pose, pose_fields) = pose();
    vec![
        (
            "HELLO",
            ClientMessage::Hello {
                version: 1,
                ticket: "abc-_9".to_owned(),
                last_chat: 70_000,
            },
            json!({ "version": 1, "ticket": "abc-_9", "lastChat": 70000 }),
        ),
        (
            "MOVE",
            ClientMessage::Move {
                sequence: 513,
                ack_tick: 66_051,
                correction: 2,
                pose,
            },
            json!({ "sequence": 513, "ackTick": 66051, "correction": 2, "pose": pose_fields }),
        ),
        (
            "EMOJI",
            ClientMessage::Emoji {
                request: 7,
                feeling: Feeling::Emoji(14),
            },
            json!({ "request": 7, "kind": "emoji", "id": 14 }),
        ),
        (
            "EMOJI",
            ClientMessage::Emoji {
                request: 8,
                feeling: Feeling::Gesture(3),
            },
            json!({ "request": 8, "kind": "gesture", "id": 3 }),
        ),
        (
            "CHAT",
            ClientMessage::Chat {
                request: 258,
                text: "안녕 🌱".to_owned(),
            },
            json!({ "request": 258, "text": "안녕 🌱" }),
        ),
        (
            "INTERACT",
            ClientMessage::Interact {
                request: 9,
                object: 0x0102_0304,
                kind: 16,
            },
            json!({ "request": 9, "object": 0x0102_0304, "kind": 16 }),
        ),
        (
            "PING",
            ClientMessage::Ping {
                client_ms: 123_456_789,
            },
            json!({ "clientMs": 123_456_789 }),
        ),
        ("AWAY", ClientMessage::Away(true), json!({ "away": true })),
        ("AWAY", ClientMessage::Away(false), json!({ "away": false })),
    ]
}
