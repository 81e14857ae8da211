//! Speed, bounds, teleports, corrections.

use super::*;
use crate::protocol::{Motion, MoveRefusal};
use crate::room::Bounds;

fn nack(messages: &[ServerMessage]) -> Option<(MoveRefusal, u8, Pose)> {
    messages.iter().find_map(|m| match m {
        ServerMessage::Nack {
            code,
            correction,
            pose,
            ..
        } => Some((*code, *correction, *pose)),
        _ => None,
    })
}

fn at(f: &Fixture, index: usize) -> Point {
    f.room.presence()[index].at
}

#[test]
fn running_is_allowed_and_flying_is_not() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.clear();
    for step in 1..=100_u16 {
        f.tick();
        f.walk(first, step, pose(f64::from(step) * 4.5 / 20.0, 0.0));
    }
    assert_eq!(nack(&f.take(first)), None);
    for step in 101..=200_u16 {
        f.tick();
        let x = 22.5 + f64::from(step - 100) * 9.0 / 20.0;
        f.walk(first, step, pose(x, 0.0));
    }
    let (code, ..) = nack(&f.take(first)).expect("twice the speed is too fast");
    assert_eq!(code, MoveRefusal::TooFast);
}

#[test]
fn a_stalled_link_may_deliver_a_second_at_once() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.wait(1000);
    for step in 1..=20_u16 {
        f.walk(first, step, pose(f64::from(step) * 0.225, 0.0));
    }
    assert_eq!(nack(&f.take(first)), None);
}

#[test]
fn a_refused_move_is_answered_with_the_position_and_counts_once() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.clear();
    for sequence in 1..=9 {
        f.walk(first, sequence, pose(50.0, 0.0));
    }
    let received = f.take(first);
    assert_eq!(received.len(), 1, "moves before the correction are dropped");
    let (code, correction, held) = nack(&received).expect("a jump is refused");
    assert_eq!(
        (code, correction, held),
        (MoveRefusal::TooFast, 1, pose(0.0, 0.0))
    );
    f.walk_with(first, 10, 1, pose(0.1, 0.0));
    assert_eq!(at(&f, 0), pose(0.1, 0.0).at);
}

#[test]
fn repeated_violations_end_the_connection() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.join(2);
    f.clear();
    for n in 0..10_u8 {
        assert_eq!(f.kicked, []);
        f.walk_with(first, u16::from(n) + 1, n, pose(100.0, 0.0));
    }
    assert_eq!(f.kicked, [(first, KickCode::Movement)]);
    assert_eq!(f.room.presence().len(), 1);
}

#[test]
fn rare_violations_do_not() {
    let mut f = Fixture::new();
    let first = f.join(1);
    for n in 0..50_u8 {
        f.wait(2000);
        f.walk_with(first, u16::from(n) + 1, n, pose(100.0, 0.0));
    }
    assert_eq!(f.kicked, []);
}

#[test]
fn old_sequences_are_dropped_and_wrap_around() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.walk(first, 65_535, pose(0.1, 0.0));
    f.walk(first, 65_534, pose(0.5, 0.0));
    f.walk(first, 65_535, pose(0.5, 0.0));
    assert_eq!(at(&f, 0), pose(0.1, 0.0).at);
    f.walk(first, 0, pose(0.2, 0.0));
    assert_eq!(at(&f, 0), pose(0.2, 0.0).at);
}

#[test]
fn bounds_hold() {
    let options = RoomOptions {
        bounds: Bounds {
            min: Point::from_metres(-2.0, -1.0, -2.0),
            max: Point::from_metres(2.0, 3.0, 2.0),
        },
        ..RoomOptions::default()
    };
    let mut f = Fixture::with(options);
    let first = f.join(1);
    f.walk(first, 1, pose(1.9, 0.0));
    f.walk(first, 2, pose(2.1, 0.0));
    let (code, ..) = nack(&f.take(first)).expect("outside");
    assert_eq!(code, MoveRefusal::OutOfBounds);
    assert_eq!(at(&f, 0), pose(1.9, 0.0).at);
}

#[test]
fn a_client_teleports_to_spawn_points_only() {
    let options = RoomOptions {
        spawns: vec![pose(0.0, 0.0), pose(100.0, 0.0)],
        ..RoomOptions::default()
    };
    let mut f = Fixture::with(options);
    let (first, second) = (f.join(1), f.join(2));
    f.clear();
    let teleport = |x| Pose {
        teleport: true,
        ..pose(x, 0.0)
    };
    f.walk(first, 1, teleport(100.5));
    assert_eq!(at(&f, 0), pose(100.5, 0.0).at);
    f.tick();
    let flagged =
        matches!(&f.take(second)[..], [ServerMessage::Snap { moved, .. }] if moved[0].1.teleport);
    assert!(flagged);
    f.walk(first, 2, teleport(50.0));
    let (code, ..) = nack(&f.take(first)).expect("no spawn point");
    assert_eq!(code, MoveRefusal::Teleport);
}

#[test]
fn the_kernel_teleports_anywhere_and_earlier_moves_are_dropped() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.clear();
    assert!(f.room.teleport(user(1), pose(90.0, 0.0)));
    f.collect();
    assert!(matches!(
        &f.take(first)[..],
        [ServerMessage::Moved { correction: 1, .. }]
    ));
    f.walk_with(first, 1, 0, pose(0.1, 0.0));
    assert_eq!(at(&f, 0), pose(90.0, 0.0).at);
    f.walk_with(first, 2, 1, pose(90.1, 0.0));
    assert_eq!(at(&f, 0), pose(90.1, 0.0).at);
}

#[test]
fn a_dropped_runner_stands_still() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    let running = Pose {
        motion: Motion::Run,
        ..pose(0.2, 0.0)
    };
    f.walk(first, 1, running);
    f.tick();
    f.ack(second);
    f.clear();
    f.drop_connection(first);
    f.tick();
    let idle = matches!(&f.take(second)[..], [ServerMessage::Snap { moved, .. }] if moved[0].1.motion == Motion::Idle);
    assert!(idle);
}
