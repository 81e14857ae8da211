//! Random frames: decoding never panics, and what it accepts can be encoded again.

use witverse_rooms::protocol::{ClientMessage, ServerMessage};

use crate::protocol::examples;
use crate::support::Random;

fn check(frame: &[u8]) {
    if let Ok(message) = ClientMessage::decode(frame) {
        assert_eq!(message.encode(), frame);
    }
    if let Ok(message) = ServerMessage::decode(frame) {
        assert_eq!(&message.encode()[..], frame);
    }
}

#[test]
fn a_hundred_thousand_random_frames() {
    let mut random = Random(42);
    let valid: Vec<Vec<u8>> = examples()
        .into_iter()
        .map(|example| example.frame)
        .collect();
    for _ in 0..50_000 {
        let len = random.below(200);
        check(&random.bytes(len));
        let mut frame = valid[random.below(valid.len())].clone();
        for _ in 0..=random.below(3) {
            let at = random.below(frame.len());
            frame[at] = random.bytes(1)[0];
        }
        frame.truncate(random.below(frame.len() * 2));
        check(&frame);
    }
}

#[test]
fn every_cut_and_every_longer_frame_is_refused() {
    for example in examples() {
        let decode = |frame: &[u8]| match example.is_client {
            true => ClientMessage::decode(frame).map(|_| ()),
            false => ServerMessage::decode(frame).map(|_| ()),
        };
        assert_eq!(decode(&example.frame), Ok(()), "{}", example.name);
        for cut in 0..example.frame.len() {
            assert!(decode(&example.frame[..cut]).is_err(), "{}", example.name);
        }
        let longer = [&example.frame[..], &[0]].concat();
        assert!(decode(&longer).is_err(), "{}", example.name);
    }
}
