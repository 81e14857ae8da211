//! Golden bytes: `fixtures/protocol.json` holds one example of each message, for this crate and for other clients.

mod client_examples;
mod server_examples;

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_rooms::protocol::{
    ClientMessage, DecodeError, ErrorCode, KickCode, Motion, MoveRefusal, Point, Pose,
    ServerMessage,
};

/// A message, its bytes and its meaning.
pub(crate) struct Example {
    pub(crate) name: &'static str,
    pub(crate) is_client: bool,
    pub(crate) frame: Vec<u8>,
    fields: Value,
}

const USER: Uuid = Uuid::from_u128(0x0192_3456_789A_7BCD_8EF0_1234_5678_9ABC);

fn pose() -> (Pose, Value) {
    let pose = Pose {
        at: Point {
            x: 32_768,
            y: 33_024,
            z: 512,
        },
        yaw: 64,
        motion: Motion::Walk,
        teleport: true,
    };
    let fields =
        json!({ "x": 32768, "y": 33024, "z": 512, "yaw": 64, "motion": "walk", "teleport": true });
    (pose, fields)
}

pub(crate) fn examples() -> Vec<Example> {
    let client = client_examples::examples()
        .into_iter()
        .map(|(name, message, fields)| Example {
            name,
            is_client: true,
            frame: message.encode(),
            fields,
        });
    let server = server_examples::examples()
        .into_iter()
        .map(|(name, message, fields)| Example {
            name,
            is_client: false,
            frame: message.encode().to_vec(),
            fields,
        });
    client.chain(server).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Frames that must be refused.
fn invalid() -> Vec<(&'static str, bool, &'static [u8])> {
    vec![
        ("empty", true, &[]),
        ("unknown opcode", true, &[0x77]),
        ("RTC is reserved", true, &[0x0F, 1]),
        ("MOVE is too short", true, &[0x02, 1, 0]),
        ("AWAY has a byte too many", true, &[0x07, 1, 0]),
        ("AWAY is 0 or 1", true, &[0x07, 2]),
        ("CHAT is not UTF-8", true, &[0x04, 1, 0, 1, 0, 0xFF]),
        ("CHAT is too long", true, &[0x04, 1, 0, 0xFF, 0xFF]),
        ("unknown motion", false, &[0x8A, 1, 0, 0, 0, 0, 0, 0, 0, 7]),
        ("RTC is reserved", false, &[0x8F]),
        (
            "SNAP announces more entries than it has",
            false,
            &[0x82, 0, 0, 0, 0, 0xFF, 0xFF],
        ),
    ]
}

fn codes<T: Copy>(all: &[T], byte: fn(T) -> u8, name: fn(T) -> &'static str) -> Value {
    let entries = all
        .iter()
        .map(|code| (name(*code).to_owned(), json!(byte(*code))));
    Value::Object(entries.collect())
}

fn fixture() -> String {
    let direction = |is_client| if is_client { "client" } else { "server" };
    let messages: Vec<Value> = examples()
        .into_iter()
        .map(|example| {
            json!({
                "name": example.name,
                "from": direction(example.is_client),
                "hex": hex(&example.frame),
                "fields": example.fields,
            })
        })
        .collect();
    let invalid: Vec<Value> = invalid()
        .into_iter()
        .map(|(why, is_client, frame)| json!({ "why": why, "from": direction(is_client), "hex": hex(frame) }))
        .collect();
    let fixture = json!({
        "version": 1,
        "tickHz": 20,
        "quantaPerMetre": 256,
        "errorCodes": codes(ErrorCode::ALL, ErrorCode::byte, ErrorCode::name),
        "moveRefusals": codes(MoveRefusal::ALL, MoveRefusal::byte, MoveRefusal::name),
        "kickCodes": codes(KickCode::ALL, KickCode::byte, KickCode::name),
        "resumableKickCodes": KickCode::ALL.iter().filter(|c| c.is_resumable()).map(|c| c.name()).collect::<Vec<_>>(),
        "messages": messages,
        "invalid": invalid,
    });
    let text = serde_json::to_string_pretty(&fixture).expect("JSON");
    format!("{text}\n")
}

#[test]
fn the_fixture_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/protocol.json");
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let actual = fixture();
    // As values: the order of keys depends on the features that other crates give serde_json.
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    if parsed(&committed).is_none() || parsed(&committed) != parsed(&actual) {
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("protocol.json");
        std::fs::write(&copy, actual).expect("the folder is writable");
        panic!("{} differs from {}", path.display(), copy.display());
    }
}

#[test]
fn examples_decode_to_what_was_encoded() {
    for (name, message, _) in client_examples::examples() {
        assert_eq!(
            ClientMessage::decode(&message.encode()),
            Ok(message),
            "{name}"
        );
    }
    for (name, message, _) in server_examples::examples() {
        assert_eq!(
            ServerMessage::decode(&message.encode()),
            Ok(message),
            "{name}"
        );
    }
}

#[test]
fn invalid_frames_are_refused() {
    for (why, is_client, frame) in invalid() {
        let is_refused = match is_client {
            true => ClientMessage::decode(frame).is_err(),
            false => ServerMessage::decode(frame).is_err(),
        };
        assert!(is_refused, "{why}");
    }
    assert_eq!(
        ClientMessage::decode(&[0x0F]),
        Err(DecodeError::ReservedOpcode(0x0F))
    );
}

#[test]
fn a_metre_is_256_quanta_and_the_middle_is_zero() {
    let point = Point::from_metres(0.0, 1.0, -128.0);
    assert_eq!((point.x, point.y, point.z), (32_768, 33_024, 0));
    assert_eq!(point.metres(), [0.0, 1.0, -128.0]);
    let far = Point::from_metres(1000.0, f64::NAN, -1000.0);
    assert_eq!((far.x, far.y, far.z), (65_535, 0, 0));
}
