//! Who gets SNAP, who is skipped, who gets FULL.

use super::*;

fn snaps(messages: &[ServerMessage]) -> Vec<(u32, Vec<u16>)> {
    let snap = |m: &ServerMessage| match m {
        ServerMessage::Snap { tick, moved } => {
            Some((*tick, moved.iter().map(|(slot, _)| *slot).collect()))
        }
        _ => None,
    };
    messages.iter().filter_map(snap).collect()
}

fn fulls(messages: &[ServerMessage]) -> usize {
    let is_full = |m: &&ServerMessage| matches!(m, ServerMessage::Full { .. });
    messages.iter().filter(is_full).count()
}

/// Two members that have acknowledged everything. The first one moves.
fn pair() -> (Fixture, ConnectionId, ConnectionId) {
    let mut f = Fixture::new();
    let (mover, watcher) = (f.join(1), f.join(2));
    f.ack(mover);
    f.ack(watcher);
    f.tick();
    f.clear();
    (f, mover, watcher)
}

/// One step of the mover, who acknowledges, and one tick.
fn step(f: &mut Fixture, mover: ConnectionId, n: u16) {
    f.walk(mover, n, pose(f64::from(n) * 0.1, 0.0));
    f.tick();
}

#[test]
fn a_snapshot_holds_only_those_who_moved_and_is_shared() {
    let (mut f, mover, watcher) = pair();
    f.tick();
    assert_eq!(f.take(watcher), [], "nobody moved");
    step(&mut f, mover, 1);
    let tick = f.room.current_tick();
    assert_eq!(snaps(&f.take(watcher)), [(tick, vec![0])]);
    assert_eq!(f.shared_sends, [2], "one buffer for both");
    f.tick();
    assert_eq!(f.take(watcher), []);
}

#[test]
fn a_client_more_than_4_ticks_behind_is_skipped_and_catches_up() {
    let (mut f, mover, watcher) = pair();
    for n in 1..=8 {
        step(&mut f, mover, n);
    }
    assert_eq!(snaps(&f.take(watcher)).len(), 5, "ticks 0 to 4 behind");
    // The mover stops: its last positions are only in skipped snapshots.
    f.ack(watcher);
    f.tick();
    assert_eq!(snaps(&f.take(watcher)), [(f.room.current_tick(), vec![0])]);
}

#[test]
fn a_client_more_than_20_ticks_behind_gets_full_next() {
    let (mut f, mover, watcher) = pair();
    for n in 1..=30 {
        step(&mut f, mover, n);
    }
    f.take(watcher);
    f.ack(watcher);
    f.tick();
    let received = f.take(watcher);
    assert_eq!((fulls(&received), snaps(&received).len()), (1, 0));
    f.ack(watcher);
    step(&mut f, mover, 31);
    assert_eq!(snaps(&f.take(watcher)).len(), 1, "then snapshots again");
}

#[test]
fn reliable_messages_reach_a_client_that_is_skipped() {
    let (mut f, mover, watcher) = pair();
    for n in 1..=30 {
        step(&mut f, mover, n);
    }
    f.take(watcher);
    f.chat(mover, 1, "hello");
    assert_eq!(f.chats(watcher), ["hello"]);
}

#[test]
fn a_dropped_snapshot_is_made_up_for() {
    let (mut f, mover, watcher) = pair();
    step(&mut f, mover, 1);
    f.take(watcher);
    f.room.snapshot_dropped(watcher);
    f.ack(watcher);
    f.tick();
    assert_eq!(snaps(&f.take(watcher)), [(f.room.current_tick(), vec![0])]);
}

#[test]
fn a_hidden_tab_gets_no_snapshots_until_it_is_back() {
    let (mut f, mover, watcher) = pair();
    f.receive(watcher, ClientMessage::Away(true));
    for n in 1..=50 {
        step(&mut f, mover, n);
    }
    f.chat(mover, 1, "hello");
    let received = f.take(watcher);
    assert_eq!((fulls(&received), snaps(&received).len()), (0, 0));
    assert!(
        received
            .iter()
            .any(|m| matches!(m, ServerMessage::Chat { .. }))
    );
    f.receive(watcher, ClientMessage::Away(false));
    let received = f.take(watcher);
    assert_eq!(fulls(&received), 1);
    let looks = received.iter().any(
        |m| matches!(m, ServerMessage::Full { members, .. } if members.iter().any(|p| p.look.is_some())),
    );
    assert!(!looks, "looks are not repeated");
    f.ack(watcher);
    step(&mut f, mover, 51);
    assert_eq!(snaps(&f.take(watcher)).len(), 1);
}

#[test]
fn an_overflow_drops_the_connection_and_not_the_member() {
    let (mut f, _, watcher) = pair();
    f.room.queue_overflowed(f.now_ms, watcher);
    f.collect();
    assert_eq!(f.kicked, [(watcher, KickCode::Overflow)]);
    assert!(KickCode::Overflow.is_resumable());
    assert_eq!(f.room.presence().len(), 2);
    assert!(!f.room.presence()[1].is_connected);
}

#[test]
fn the_same_inputs_give_the_same_effects() {
    let run = || {
        let mut room = Room::new(0, RoomOptions::default(), Arc::new(AllowAll));
        let mut all = Vec::new();
        for n in 1..=40 {
            room.join(1000, Fixture::entry(n.into(), n))
                .expect("admitted");
            for m in 1..=n {
                let message = ClientMessage::Move {
                    sequence: u16::try_from(n).expect("small"),
                    ack_tick: 0,
                    correction: 0,
                    pose: pose(0.01 * f64::from(u16::try_from(n * m).expect("small")), 0.0),
                };
                room.receive(1000 + n * 50, m, message);
            }
            room.tick(1000 + n * 50);
            all.extend(room.take_effects());
        }
        all
    };
    assert_eq!(run(), run());
}
