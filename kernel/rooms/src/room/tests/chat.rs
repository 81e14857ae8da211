//! Limits of chat, the policy, mutes, evidence.

use super::*;
use crate::room::{ChatPolicy, ChatVerdict};

struct NoLemons;

impl ChatPolicy for NoLemons {
    fn check(&self, _sender: Identity, text: &str) -> ChatVerdict {
        match text.contains("lemon") {
            true => ChatVerdict::Refuse(7),
            false => ChatVerdict::Allow,
        }
    }
}

#[test]
fn everybody_hears_it_and_the_sender_is_told() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    f.clear();
    f.chat(first, 5, "  hello  ");
    let own = f.take(first);
    assert!(own.contains(&ServerMessage::Ack { request: 5 }));
    assert!(own.iter().any(|m| matches!(m, ServerMessage::Chat { .. })));
    assert_eq!(f.chats(second), ["hello"]);
}

#[test]
fn texts_are_checked() {
    let mut f = Fixture::new();
    let first = f.join(1);
    let mut check = |text: &str, expected| {
        f.wait(1000);
        f.clear();
        f.chat(first, 1, text);
        assert_eq!(f.error(first).map(|(code, ..)| code), expected, "{text}");
    };
    check("   ", Some(ErrorCode::Empty));
    check(&"한".repeat(101), Some(ErrorCode::TooLong));
    check("a\nb", Some(ErrorCode::InvalidText));
    check("\u{7}", Some(ErrorCode::InvalidText));
    check(&"한".repeat(100), None);
}

#[test]
fn the_policy_decides_about_words() {
    let mut f = Fixture::new();
    f.room = Room::new(0, RoomOptions::default(), Arc::new(NoLemons));
    let (first, second) = (f.join(1), f.join(2));
    f.clear();
    f.chat(first, 1, "a lemon");
    assert_eq!(f.error(first), Some((ErrorCode::Policy, 7, 0)));
    assert_eq!(f.take(second), []);
    assert_eq!(evidence(&mut f, 1), Some(Vec::new()));
}

#[test]
fn a_flood_is_refused_with_the_time_it_lifts() {
    let mut f = Fixture::new();
    let first = f.join(1);
    for n in 1..=5 {
        f.chat(first, n, "hello");
    }
    f.clear();
    f.chat(first, 6, "hello");
    assert_eq!(f.error(first), Some((ErrorCode::RateLimited, 0, 1000)));
    f.wait(1000);
    f.chat(first, 6, "hello");
    assert!(is_acked(&f.take(first)));
}

#[test]
fn slow_mode_holds_for_all_but_moderators() {
    let options = RoomOptions {
        slow_mode_s: 10,
        ..RoomOptions::default()
    };
    let mut f = Fixture::with(options);
    let first = f.join(1);
    let mut entry = Fixture::entry(2, 2);
    entry.profile.permissions.is_moderator = true;
    f.enter(entry).expect("admitted");
    f.chat(first, 1, "one");
    f.chat(2, 1, "one");
    f.clear();
    f.wait(4000);
    f.chat(first, 2, "two");
    assert_eq!(f.error(first), Some((ErrorCode::SlowMode, 0, 6000)));
    f.chat(2, 2, "two");
    assert!(is_acked(&f.take(2)));
    f.room.set_slow_mode(0);
    f.chat(first, 3, "three");
    assert!(is_acked(&f.take(first)));
}

#[test]
fn permission_is_needed() {
    let mut f = Fixture::new();
    let mut entry = Fixture::entry(1, 1);
    entry.profile.permissions.may_chat = false;
    f.enter(entry).expect("admitted");
    f.clear();
    f.chat(1, 1, "hello");
    assert_eq!(f.error(1), Some((ErrorCode::NotAllowed, 0, 0)));
}

#[test]
fn a_mute_works_one_way_and_hides_no_presence() {
    let mut f = Fixture::new();
    let first = f.join(1);
    let mut entry = Fixture::entry(2, 2);
    entry.profile.relations.muted.insert(Uuid::from_u128(1));
    f.enter(entry).expect("admitted");
    f.clear();
    f.chat(first, 1, "hello");
    assert_eq!(f.chats(2), Vec::<String>::new());
    f.chat(2, 1, "hello back");
    assert_eq!(f.chats(first), ["hello", "hello back"]);
    f.walk(first, 1, pose(0.1, 0.0));
    f.tick();
    assert!(matches!(f.take(2)[..], [.., ServerMessage::Snap { .. }]));
}

#[test]
fn a_repeated_request_is_confirmed_and_not_shown_again() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    f.chat(first, 1, "hello");
    f.drop_connection(first);
    f.resume(1, 10, 0);
    f.clear();
    f.chat(10, 1, "hello");
    assert!(is_acked(&f.take(10)));
    assert_eq!(f.chats(second), Vec::<String>::new());
    // A reloaded page counts its requests from the beginning.
    f.enter(Fixture::entry(1, 11)).expect("admitted");
    f.clear();
    f.chat(11, 1, "another");
    assert_eq!(f.chats(second), ["another"]);
}

fn evidence(f: &mut Fixture, reader: u128) -> Option<Vec<String>> {
    let records = f.room.evidence(f.now_ms, user(reader))?;
    Some(records.into_iter().map(|record| record.text).collect())
}

#[test]
fn evidence_is_what_the_reader_could_read() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.chat(first, 1, "before");
    f.join(2);
    let mut entry = Fixture::entry(3, 3);
    entry.profile.relations.muted.insert(Uuid::from_u128(1));
    f.enter(entry).expect("admitted");
    f.chat(first, 2, "after");
    assert_eq!(evidence(&mut f, 2), Some(vec!["after".to_owned()]));
    assert_eq!(evidence(&mut f, 3), Some(Vec::new()), "muted");
    assert_eq!(evidence(&mut f, 4), None, "not inside");
}

#[test]
fn a_mute_and_its_end_take_effect_at_once() {
    let mut f = Fixture::new();
    let (first, second) = (f.join(1), f.join(2));
    f.clear();
    let muted = Relations {
        muted: [Uuid::from_u128(1)].into(),
        ..Relations::default()
    };
    assert!(f.room.set_relations(user(2), muted));
    f.chat(first, 1, "unheard");
    assert!(f.room.set_relations(user(2), Relations::default()));
    f.chat(first, 2, "heard");
    assert_eq!(f.chats(second), ["heard"]);
    assert!(!f.room.set_relations(user(3), Relations::default()));
}

#[test]
fn evidence_is_the_last_30_seconds() {
    let mut f = Fixture::new();
    let first = f.join(1);
    f.chat(first, 1, "old");
    f.wait(15_000);
    f.chat(first, 2, "new");
    f.wait(15_001);
    assert_eq!(evidence(&mut f, 1), Some(vec!["new".to_owned()]));
    f.wait(15_000);
    f.tick();
    assert_eq!(f.room.chat_log.len(), 0, "nothing older is kept in memory");
}
