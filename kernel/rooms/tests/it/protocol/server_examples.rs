//! One example of each message from the server.

use bytes::Bytes;
use serde_json::{Value, json};
use witverse_rooms::Identity;
use witverse_rooms::protocol::{
    ErrorCode, Event, KickCode, MoveRefusal, Presence, ServerMessage, Welcome,
};

use super::{USER, pose};

type NamedExample = (&'static str, ServerMessage, Value);

fn presences() -> [(Presence, Value); 2] {
    let (pose, pose_fields) = pose();
    let sitting = Presence {
        slot: 3,
        identity: Identity::User(USER),
        name: "지우".to_owned(),
        is_away: true,
        is_moderator: true,
        pose,
        seat: Some(258),
        look: Some(Bytes::from_static(b"{\"hair\":1}")),
    };
    let guest = Presence {
        slot: 4,
        identity: Identity::Guest(USER),
        name: "Guest".to_owned(),
        is_away: false,
        is_moderator: false,
        pose,
        seat: None,
        look: None,
    };
    let sitting_fields = json!({
        "slot": 3, "user": USER, "guest": false, "away": true, "moderator": true, "name": "지우",
        "pose": pose_fields, "seat": 258, "look": "{\"hair\":1}",
    });
    let guest_fields = json!({
        "slot": 4, "user": USER, "guest": true, "away": false, "moderator": false, "name": "Guest",
        "pose": pose_fields, "seat": null, "look": null,
    });
    [(sitting, sitting_fields), (guest, guest_fields)]
}

pub(super) fn examples() -> Vec<NamedExample> {
    [presence_examples(), event_examples(), reply_examples()].concat()
}

fn presence_examples() -> Vec<NamedExample> {
    let (pose, pose_fields) = pose();
    let [(sitting, sitting_fields), (guest, guest_fields)] = presences();
    vec![
        (
            "WELCOME",
            ServerMessage::Welcome(Welcome {
                version: 1,
                slot: 258,
                instance: 2,
                tick: 66_051,
                tick_hz: 20,
                server_ms: 1_700_000_000_123,
                is_resumed: true,
                correction: 5,
                pose,
            }),
            json!({
                "version": 1, "slot": 258, "instance": 2, "tick": 66051, "tickHz": 20,
                "serverMs": 1_700_000_000_123_u64, "resumed": true, "correction": 5, "pose": pose_fields,
            }),
        ),
        (
            "SNAP",
            ServerMessage::Snap {
                tick: 66_052,
                moved: vec![(3, pose), (258, pose)],
            },
            json!({
                "tick": 66052,
                "moved": [{ "slot": 3, "pose": pose_fields }, { "slot": 258, "pose": pose_fields }],
            }),
        ),
        (
            "FULL",
            ServerMessage::Full {
                tick: 66_053,
                members: vec![sitting.clone(), guest],
            },
            json!({ "tick": 66053, "members": [sitting_fields, guest_fields] }),
        ),
        ("JOIN", ServerMessage::Join(sitting), sitting_fields),
        (
            "LEAVE",
            ServerMessage::Leave { slot: 258 },
            json!({ "slot": 258 }),
        ),
    ]
}

fn event_examples() -> Vec<NamedExample> {
    let events = [
        (
            Event::Emoji {
                slot: 3,
                id: 14,
                tick: 66_055,
            },
            json!({ "kind": "emoji", "slot": 3, "id": 14, "tick": 66055 }),
        ),
        (
            Event::Gesture {
                slot: 3,
                id: 1,
                tick: 66_055,
            },
            json!({ "kind": "gesture", "slot": 3, "id": 1, "tick": 66055 }),
        ),
        (
            Event::Sit { slot: 3, seat: 258 },
            json!({ "kind": "sit", "slot": 3, "seat": 258 }),
        ),
        (
            Event::Stand { slot: 3, seat: 258 },
            json!({ "kind": "stand", "slot": 3, "seat": 258 }),
        ),
        (
            Event::Away { slot: 3 },
            json!({ "kind": "away", "slot": 3 }),
        ),
        (
            Event::Back { slot: 3 },
            json!({ "kind": "back", "slot": 3 }),
        ),
        (
            Event::Custom {
                kind: "lap".to_owned(),
                json: Bytes::from_static(b"{\"n\":1}"),
            },
            json!({ "kind": "custom", "name": "lap", "json": "{\"n\":1}" }),
        ),
    ];
    events
        .into_iter()
        .map(|(event, fields)| ("EVENT", ServerMessage::Event(event), fields))
        .collect()
}

fn reply_examples() -> Vec<NamedExample> {
    let (pose, pose_fields) = pose();
    vec![
        (
            "CHAT",
            ServerMessage::Chat {
                id: 70_001,
                slot: 3,
                name: "지우".to_owned(),
                text: "안녕".to_owned(),
            },
            json!({ "id": 70001, "slot": 3, "name": "지우", "text": "안녕" }),
        ),
        (
            "ACK",
            ServerMessage::Ack { request: 258 },
            json!({ "request": 258 }),
        ),
        (
            "NACK",
            ServerMessage::Nack {
                sequence: 513,
                code: MoveRefusal::Blocked,
                correction: 6,
                pose,
            },
            json!({ "sequence": 513, "code": "blocked", "correction": 6, "pose": pose_fields }),
        ),
        (
            "MOVED",
            ServerMessage::Moved {
                correction: 7,
                pose,
            },
            json!({ "correction": 7, "pose": pose_fields }),
        ),
        (
            "ERROR",
            ServerMessage::Error {
                request: 258,
                code: ErrorCode::Policy,
                detail: 7,
                retry_after_ms: 66_051,
            },
            json!({ "request": 258, "code": "policy", "detail": 7, "retryAfterMs": 66051 }),
        ),
        (
            "KICK",
            ServerMessage::Kick {
                code: KickCode::Overflow,
                is_resumable: true,
                reason: "slow".to_owned(),
            },
            json!({ "code": "overflow", "resumable": true, "reason": "slow" }),
        ),
        (
            "PONG",
            ServerMessage::Pong {
                client_ms: 123_456_789,
                server_ms: 1_700_000_000_123,
                tick: 66_051,
            },
            json!({ "clientMs": 123_456_789, "serverMs": 1_700_000_000_123_u64, "tick": 66051 }),
        ),
        (
            "STATE",
            ServerMessage::State {
                version: 12,
                json: Bytes::from_static(b"{\"lap\":1}"),
            },
            json!({ "version": 12, "json": "{\"lap\":1}" }),
        ),
        (
            "RESUME",
            ServerMessage::Resume {
                token: "abc-_9".to_owned(),
            },
            json!({ "token": "abc-_9" }),
        ),
    ]
}
