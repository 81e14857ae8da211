//! Emojis, interactions, seats.

use super::*;
use crate::protocol::{Event, Feeling, Motion};
use crate::room::{Bounds, INTERACT_SIT, INTERACT_STAND, Layout};

fn feel(f: &mut Fixture, from: ConnectionId, feeling: Feeling) {
    f.receive(
        from,
        ClientMessage::Emoji {
            request: 1,
            feeling,
        },
    );
}

fn interact(f: &mut Fixture, from: ConnectionId, object: u32, kind: u8) {
    let message = ClientMessage::Interact {
        request: 1,
        object,
        kind,
    };
    f.receive(from, message);
}

fn events(messages: Vec<ServerMessage>) -> Vec<Event> {
    let events = messages.into_iter().filter_map(|m| match m {
        ServerMessage::Event(event) => Some(event),
        _ => None,
    });
    events.collect()
}

fn with_seats() -> Fixture {
    Fixture::with(RoomOptions {
        seats: vec![pose(1.0, 0.0), pose(2.0, 0.0), pose(50.0, 0.0)],
        ..RoomOptions::default()
    })
}

#[test]
fn emojis_and_gestures_begin_two_ticks_later() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    f.ticks(3);
    f.clear();
    feel(&mut f, first, Feeling::Emoji(14));
    feel(&mut f, first, Feeling::Gesture(7));
    let expected = [
        Event::Emoji {
            slot: 0,
            id: 14,
            tick: 5,
        },
        Event::Gesture {
            slot: 0,
            id: 7,
            tick: 5,
        },
    ];
    assert_eq!(events(f.take(second)), expected);
    assert_eq!(events(f.take(first)), expected, "the sender too");
    for unknown in [Feeling::Emoji(15), Feeling::Gesture(8)] {
        feel(&mut f, first, unknown);
        assert_eq!(f.error(first), Some((ErrorCode::UnknownEmoji, 0, 0)));
    }
}

#[test]
fn emojis_and_interactions_are_limited() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.clear();
    for _ in 0..6 {
        feel(&mut f, first, Feeling::Emoji(0));
    }
    assert_eq!(f.error(first), None);
    feel(&mut f, first, Feeling::Emoji(0));
    assert_eq!(f.error(first), Some((ErrorCode::RateLimited, 0, 500)));
    for _ in 0..11 {
        interact(&mut f, first, 1, 20);
    }
    assert_eq!(f.error(first), Some((ErrorCode::RateLimited, 0, 200)));
}

#[test]
fn interactions_reach_the_kernel() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.clear();
    interact(&mut f, first, 77, 20);
    assert!(is_acked(&f.take(first)));
    let expected = RoomEvent::Interacted {
        identity: user(1),
        object: 77,
        kind: 20,
    };
    assert_eq!(f.events, [expected]);
    let mut entry = Fixture::entry(2, 2);
    entry.profile.permissions.may_interact = false;
    f.enter(entry).expect("admitted");
    f.clear();
    for (object, kind) in [(77, 20), (0, INTERACT_SIT)] {
        interact(&mut f, 2, object, kind);
        assert_eq!(f.error(2), Some((ErrorCode::NotAllowed, 0, 0)));
    }
    for feeling in [Feeling::Emoji(0), Feeling::Gesture(0)] {
        feel(&mut f, 2, feeling);
        assert_eq!(f.error(2), Some((ErrorCode::NotAllowed, 0, 0)));
    }
    assert_eq!(f.events, []);
    assert!(f.take(1).is_empty(), "nobody sees it");
}

#[test]
fn one_person_a_seat() {
    let mut f = with_seats();
    let (first, second) = (f.join(1), f.join(2));
    f.clear();
    interact(&mut f, first, 0, INTERACT_SIT);
    assert!(is_acked(&f.take(first)));
    assert_eq!(events(f.take(second)), [Event::Sit { slot: 0, seat: 0 }]);
    let mut check = |object, code| {
        interact(&mut f, second, object, INTERACT_SIT);
        assert_eq!(f.error(second), Some((code, 0, 0)));
    };
    check(0, ErrorCode::SeatTaken);
    check(2, ErrorCode::TooFar);
    check(3, ErrorCode::UnknownSeat);
    check(70_000, ErrorCode::UnknownSeat);
    let sitting = &f.room.presence()[0];
    assert_eq!((sitting.seat, sitting.at), (Some(0), pose(1.0, 0.0).at));
}

#[test]
fn a_seat_is_freed_by_another_seat_a_step_standing_up_and_leaving() {
    let mut f = with_seats();
    let (first, second) = (f.join(1), f.join(2));
    let stood = Event::Stand { slot: 0, seat: 1 };
    interact(&mut f, first, 0, INTERACT_SIT);
    f.clear();
    interact(&mut f, first, 1, INTERACT_SIT);
    assert_eq!(
        events(f.take(second)),
        [
            Event::Stand { slot: 0, seat: 0 },
            Event::Sit { slot: 0, seat: 1 }
        ]
    );
    let sitting = Pose {
        motion: Motion::Sit,
        yaw: 50,
        ..pose(2.0, 0.0)
    };
    f.walk_with(first, 1, 2, sitting);
    assert_eq!(events(f.take(second)), [], "turning is no step");
    f.walk_with(first, 2, 2, pose(2.5, 0.0));
    assert_eq!(events(f.take(second)), std::slice::from_ref(&stood));
    interact(&mut f, first, 1, INTERACT_SIT);
    f.clear();
    interact(&mut f, first, 0, INTERACT_STAND);
    assert_eq!(events(f.take(second)), std::slice::from_ref(&stood));
    interact(&mut f, first, 1, INTERACT_SIT);
    f.clear();
    f.room.disconnect(f.now_ms, first, true);
    f.collect();
    assert_eq!(events(f.take(second)), [stood]);
    interact(&mut f, second, 1, INTERACT_SIT);
    assert!(is_acked(&f.take(second)));
}

#[test]
fn custom_events_have_a_limit() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.clear();
    assert!(f.room.broadcast("lap", Bytes::from_static(b"1")).is_ok());
    assert!(
        f.room
            .broadcast("lap", vec![b'1'; 16 * 1024 + 1].into())
            .is_err()
    );
    assert!(f.room.broadcast(&"k".repeat(65), Bytes::new()).is_err());
    f.collect();
    assert!(matches!(&events(f.take(first))[..], [Event::Custom { kind, .. }] if kind == "lap"));
}

#[test]
fn a_new_layout_keeps_who_can_stay() {
    let mut f = with_seats();
    let (first, second) = (f.join(1), f.join(2));
    interact(&mut f, first, 0, INTERACT_SIT);
    interact(&mut f, second, 1, INTERACT_SIT);
    f.clear();
    let side = Point::from_metres(20.0, 8.0, 20.0);
    f.room.set_layout(Layout {
        bounds: Bounds {
            min: Point::from_metres(0.0, 0.0, 0.0),
            max: side,
        },
        spawns: vec![pose(5.0, 5.0)],
        seats: vec![pose(1.0, 0.0), pose(7.0, 7.0)],
        zones: Arc::default(),
        slow_mode_s: 0,
    });
    f.collect();
    let stood = Event::Stand { slot: 1, seat: 1 };
    assert_eq!(events(f.take(first)), [stood], "the first seat is the same");
    // The seat that is gone is refused, and the moved one is where it is now.
    interact(&mut f, second, 2, INTERACT_SIT);
    assert_eq!(
        f.error(second).map(|error| error.0),
        Some(ErrorCode::UnknownSeat)
    );
    interact(&mut f, second, 1, INTERACT_SIT);
    assert_eq!(
        f.error(second).map(|error| error.0),
        Some(ErrorCode::TooFar)
    );
    // Smaller bounds move those outside.
    f.clear();
    f.room.set_layout(Layout {
        bounds: Bounds {
            min: Point::from_metres(4.0, 0.0, 4.0),
            max: side,
        },
        spawns: vec![pose(5.0, 5.0)],
        seats: Vec::new(),
        zones: Arc::default(),
        slow_mode_s: 0,
    });
    f.collect();
    let moved = |message: &ServerMessage| match message {
        ServerMessage::Moved { pose, .. } => Some(pose.at),
        _ => None,
    };
    for connection in [first, second] {
        let places: Vec<Point> = f.take(connection).iter().filter_map(moved).collect();
        assert_eq!(places, [pose(5.0, 5.0).at]);
    }
}
