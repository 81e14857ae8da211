//! Joining, leaving, resuming, bans, blocks, the shared state.

use super::*;
use crate::room::{LeaveCause, StateError};

fn full_slots(messages: &[ServerMessage]) -> Option<Vec<u16>> {
    messages.iter().rev().find_map(|m| match m {
        ServerMessage::Full { members, .. } => Some(members.iter().map(|m| m.slot).collect()),
        _ => None,
    })
}

fn blocking(n: u128, blocked: u128) -> Profile {
    let mut profile = profile(n);
    profile.relations.blocked.insert(Uuid::from_u128(blocked));
    profile
}

#[test]
fn a_newcomer_is_welcomed_and_announced() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.clear();
    let second = f.join(2);
    let received = f.take(second);
    assert!(matches!(&received[0], ServerMessage::Welcome(w) if w.slot == 1 && !w.is_resumed));
    assert_eq!(full_slots(&received), Some(vec![0, 1]));
    let seen = f.take(first);
    assert!(matches!(&seen[..], [ServerMessage::Join(p)] if p.slot == 1 && p.look.is_some()));
    assert_eq!(f.events, [RoomEvent::Joined { identity: user(2) }]);
}

#[test]
fn a_clean_close_frees_the_slot_at_once() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    f.clear();
    f.wait(500);
    f.room.disconnect(f.now_ms, first, true);
    f.collect();
    assert_eq!(f.take(second), [ServerMessage::Leave { slot: 0 }]);
    assert!(matches!(
        f.events[..],
        [RoomEvent::Left {
            cause: LeaveCause::Left,
            stayed_ms: 500,
            ..
        }]
    ));
    f.join(3);
    assert_eq!(f.room.presence().len(), 2);
    assert_eq!(f.room.presence()[0].identity, user(3));
}

#[test]
fn a_dropped_member_keeps_its_place_for_30_seconds() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    f.clear();
    f.drop_connection(first);
    f.wait(29_900);
    f.tick();
    assert_eq!(f.take(second), []);
    f.tick();
    assert_eq!(f.take(second), [ServerMessage::Leave { slot: 0 }]);
    assert!(matches!(
        f.events[..],
        [RoomEvent::Left {
            cause: LeaveCause::Dropped,
            ..
        }]
    ));
}

#[test]
fn a_resumed_member_gets_full_and_what_was_said() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    f.chat(second, 1, "before");
    f.drop_connection(first);
    f.clear();
    f.chat(second, 2, "while away");
    f.wait(20_000);
    f.resume(1, 10, 1);
    let received = f.take(10);
    assert!(matches!(&received[0], ServerMessage::Welcome(w) if w.slot == 0 && w.is_resumed));
    assert_eq!(full_slots(&received), Some(vec![0, 1]));
    assert!(
        matches!(received.last(), Some(ServerMessage::Chat { id: 2, text, .. }) if text == "while away")
    );
    let others = f.take(second);
    assert!(
        !others
            .iter()
            .any(|m| matches!(m, ServerMessage::Join(_) | ServerMessage::Leave { .. })),
        "others see no flicker"
    );
}

#[test]
fn a_member_that_joins_hears_nothing_from_before() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.chat(first, 1, "secret");
    let second = f.join(2);
    assert_eq!(f.chats(second), Vec::<String>::new());
    f.drop_connection(second);
    f.resume(2, 10, 0);
    assert_eq!(f.chats(10), Vec::<String>::new());
}

#[test]
fn a_second_connection_replaces_the_first() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.clear();
    f.enter(Fixture::entry(1, 10)).expect("admitted");
    assert_eq!(f.kicked, [(first, KickCode::Replaced)]);
    assert_eq!(f.room.presence().len(), 1);
    f.chat(first, 1, "from the old tab");
    f.room.disconnect(f.now_ms, first, true);
    f.collect();
    assert_eq!(f.room.presence().len(), 1, "the old connection has no say");
    assert!(f.welcome(10).is_resumed);
}

#[test]
fn capacity_bans_and_profiles_are_checked_at_the_door() {
    let options = RoomOptions {
        capacity: 1,
        banned: vec![user(9)],
        ..RoomOptions::default()
    };
    let mut f = Fixture::with(options);
    assert_eq!(f.enter(Fixture::entry(9, 9)), Err(JoinRefusal::Banned));
    let mut entry = Fixture::entry(1, 1);
    entry.profile.look = vec![0; 4097].into();
    assert_eq!(f.enter(entry), Err(JoinRefusal::InvalidProfile));
    f.join(1);
    assert_eq!(f.enter(Fixture::entry(2, 2)), Err(JoinRefusal::Full));
}

#[test]
fn a_kick_tells_why_and_a_ban_lasts() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    f.clear();
    assert!(f.room.kick(f.now_ms, user(1), KickCode::Kicked, "rude"));
    f.collect();
    assert_eq!(f.kicked, [(first, KickCode::Kicked)]);
    assert_eq!(f.take(second), [ServerMessage::Leave { slot: 0 }]);
    f.join(1);
    assert!(f.room.ban(f.now_ms, user(1), "again"));
    assert_eq!(f.enter(Fixture::entry(1, 3)), Err(JoinRefusal::Banned));
    f.room.unban(user(1));
    assert!(f.enter(Fixture::entry(1, 4)).is_ok());
    assert!(!f.room.kick(f.now_ms, user(77), KickCode::Kicked, ""));
}

#[test]
fn a_block_hides_both_from_each_other() {
    let mut f = Fixture::new();
    let (first, third) = (f.join(1), f.join(3));
    f.clear();
    let mut entry = Fixture::entry(2, 2);
    entry.profile = blocking(2, 1);
    f.enter(entry).expect("admitted");
    let received = f.take(2);
    assert_eq!(full_slots(&received), Some(vec![1, 2]));
    assert_eq!(f.take(first), []);
    assert_eq!(f.take(third).len(), 1);
    f.walk(2, 1, pose(0.2, 0.0));
    f.walk(first, 1, pose(0.3, 0.0));
    f.tick();
    let movers = |messages: Vec<ServerMessage>| match &messages[..] {
        [ServerMessage::Snap { moved, .. }] => moved.iter().map(|(slot, _)| *slot).collect(),
        other => panic!("one snapshot, not {other:?}"),
    };
    let (a, b, c): (Vec<u16>, Vec<u16>, Vec<u16>) = (
        movers(f.take(first)),
        movers(f.take(2)),
        movers(f.take(third)),
    );
    assert_eq!((a, b, c), (vec![0], vec![2], vec![0, 2]));
    f.chat(2, 1, "hello");
    assert_eq!(f.chats(first), Vec::<String>::new());
    assert_eq!(f.chats(third), ["hello"]);
    f.room.disconnect(f.now_ms, 2, true);
    f.collect();
    assert_eq!(f.take(first), [], "not even LEAVE");
}

#[test]
fn blocks_take_effect_and_end_while_both_are_inside() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    f.clear();
    assert_eq!(f.room.set_profile(user(1), blocking(1, 2)), Ok(true));
    f.collect();
    assert_eq!(f.take(first), [ServerMessage::Leave { slot: 1 }]);
    assert_eq!(f.take(second), [ServerMessage::Leave { slot: 0 }]);
    assert_eq!(f.room.set_profile(user(1), profile(1)), Ok(true));
    f.collect();
    assert!(matches!(&f.take(first)[..], [ServerMessage::Join(p)] if p.slot == 1));
    assert!(matches!(&f.take(second)[0], ServerMessage::Join(p) if p.slot == 0));
}

#[test]
fn a_returning_client_is_welcomed_before_anything_else() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.join(2);
    f.drop_connection(first);
    f.clear();
    let mut entry = Fixture::entry(1, 10);
    entry.profile = blocking(1, 2);
    f.enter(entry).expect("admitted");
    let received = f.take(10);
    assert!(matches!(received[0], ServerMessage::Welcome(_)));
    assert_eq!(full_slots(&received), Some(vec![0]));
    assert_eq!(f.take(2), [ServerMessage::Leave { slot: 0 }]);
}

#[test]
fn state_is_compared_and_set() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.clear();
    let json = Bytes::from_static(b"{}");
    assert_eq!(f.room.set_state(0, json.clone()), Ok(1));
    f.collect();
    let state = ServerMessage::State {
        version: 1,
        json: json.clone(),
    };
    assert_eq!(f.take(first), [state]);
    assert_eq!(
        f.room.set_state(0, json),
        Err(StateError::Conflict { current: 1 })
    );
    let large = Bytes::from(vec![b' '; 64 * 1024 + 1]);
    assert!(matches!(
        f.room.set_state(1, large),
        Err(StateError::TooLarge { .. })
    ));
    assert!(f.room.set_state(1, vec![b' '; 64 * 1024].into()).is_ok());
    let second = f.join(2);
    assert!(matches!(
        f.take(second)[1],
        ServerMessage::State { version: 2, .. }
    ));
}

#[test]
fn closing_tells_everybody_and_the_kernel() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    f.clear();
    f.room.close(f.now_ms, KickCode::RoomClosed, "deleted");
    f.collect();
    assert_eq!(
        f.kicked,
        [
            (first, KickCode::RoomClosed),
            (second, KickCode::RoomClosed)
        ]
    );
    assert!(f.room.is_empty());
    assert!(matches!(f.events.last(), Some(RoomEvent::Closed { .. })));
}

#[test]
fn a_resume_after_a_restart_keeps_the_position_if_it_is_inside() {
    let mut f = Fixture::new();
    let mut entry = Fixture::entry(1, 1);
    entry.is_resume = true;
    entry.pose = Some(pose(5.0, 6.0));
    f.enter(entry).expect("admitted");
    let welcome = f.welcome(1);
    assert!(!welcome.is_resumed);
    assert_eq!(welcome.pose, pose(5.0, 6.0));
}
