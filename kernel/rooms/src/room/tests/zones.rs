//! Zones: who crosses them, and when.

use super::*;
use crate::room::{Layout, Waypoint, Zone};

/// Zones of 1 m around x = 10 m (`near`) and 0.1 m around x = 20 m (`thin`), at z = 0.
fn with_zones() -> Fixture {
    let zone = |id: &str, x: f64, radius: f64| {
        let at = Point::from_metres(x, 0.0, 0.0);
        Zone::from_metres(id, at, radius, 3.0).expect("a zone")
    };
    Fixture::with(RoomOptions {
        zones: [zone("near", 10.0, 1.0), zone("thin", 20.0, 0.1)].into(),
        spawns: vec![pose(0.0, 0.0), pose(10.0, 0.0)],
        ..RoomOptions::default()
    })
}

/// The crossings so far: the zone, milliseconds after `since`, and whether it was entered.
fn crossings(f: &mut Fixture, since: u64) -> Vec<(String, u64, bool)> {
    let events = std::mem::take(&mut f.events).into_iter();
    let crossing = |event| match event {
        RoomEvent::Crossed {
            zone,
            at_ms,
            is_entry,
            ..
        } => Some((zone.to_string(), at_ms - since, is_entry)),
        _ => None,
    };
    events.filter_map(crossing).collect()
}

fn entry(zone: &str, ms: u64) -> (String, u64, bool) {
    (zone.to_owned(), ms, true)
}

fn exit(zone: &str, ms: u64) -> (String, u64, bool) {
    (zone.to_owned(), ms, false)
}

/// A person who runs from x = 0 along the axis with 4.5 m/s, a move each 100 ms. Returns the last sequence number.
fn run(f: &mut Fixture, person: ConnectionId, first: u16, from: f64, to: f64) -> u16 {
    let (mut x, mut sequence) = (from, first);
    while x < to {
        f.wait(100);
        x += 0.45;
        f.walk(person, sequence, pose(x, 0.0));
        sequence += 1;
    }
    sequence
}

#[test]
fn the_time_of_a_crossing_lies_between_two_moves() {
    let mut f = with_zones();
    let start = f.now_ms;
    let person = f.join(1);
    run(&mut f, person, 1, 0.0, 12.0);
    // The edges at 9 m and 11 m are reached after 2.000 s and 2.444 s.
    assert_eq!(
        crossings(&mut f, start),
        [entry("near", 2000), exit("near", 2444)]
    );
}

#[test]
fn a_thin_zone_between_two_moves_is_found() {
    let mut f = with_zones();
    let start = f.now_ms;
    let person = f.join(1);
    f.walk(person, 1, pose(6.0, 0.0));
    f.wait(4000);
    f.walk(person, 2, pose(14.0, 0.0));
    f.clear();
    f.wait(2000);
    f.walk(person, 3, pose(23.0, 0.0));
    // 9 m take 2 s at 4.5 m/s: the edges at 19.9 m and 20.1 m are 5.9 m and 6.1 m away.
    assert_eq!(
        crossings(&mut f, start),
        [entry("thin", 5310), exit("thin", 5355)]
    );
}

#[test]
fn standing_inside_enters_once() {
    let mut f = with_zones();
    let start = f.now_ms;
    let person = f.join(1);
    let next = run(&mut f, person, 1, 0.0, 10.0);
    for step in 0..5 {
        f.wait(100);
        f.walk(
            person,
            next + step,
            pose(10.1 + f64::from(step) / 10.0, 0.0),
        );
    }
    assert_eq!(crossings(&mut f, start), [entry("near", 2000)]);
}

#[test]
fn the_way_of_a_member_that_stood_still_is_short() {
    let mut f = with_zones();
    let person = f.join(1);
    run(&mut f, person, 1, 0.0, 8.5);
    f.clear();
    f.wait(60_000);
    let arrived = f.now_ms;
    f.walk(person, 100, pose(9.2, 0.0));
    let crossed = crossings(&mut f, arrived - 200);
    assert_eq!(crossed.len(), 1, "{crossed:?}");
    assert!((0..=200).contains(&crossed[0].1), "{crossed:?}");
}

#[test]
fn several_zones_are_reported_in_the_order_of_the_way() {
    let mut f = with_zones();
    let person = f.join(1);
    f.walk(person, 1, pose(8.0, 0.0));
    f.clear();
    let zone = |id: &str, x: f64| {
        let at = Point::from_metres(x, 0.0, 0.0);
        Zone::from_metres(id, at, 0.5, 3.0).expect("a zone")
    };
    let options = RoomOptions {
        zones: [zone("b", 12.0), zone("a", 10.0)].into(),
        ..RoomOptions::default()
    };
    f.room.set_layout(Layout::from(&options));
    f.wait(5000);
    f.walk(person, 2, pose(14.0, 0.0));
    let order: Vec<_> = crossings(&mut f, 0)
        .into_iter()
        .map(|(zone, _, is_entry)| (zone, is_entry))
        .collect();
    let expected = [("a", true), ("a", false), ("b", true), ("b", false)];
    assert_eq!(order, expected.map(|(zone, is)| (zone.to_owned(), is)));
}

#[test]
fn teleports_spawns_corrections_and_resumes_are_no_crossings() {
    let mut f = with_zones();
    let first = f.join(1);
    // The second spawn point is inside of a zone.
    let second = f.join(2);
    let teleport = Pose {
        teleport: true,
        ..pose(10.0, 0.5)
    };
    f.wait(1000);
    f.walk(first, 1, teleport);
    assert!(f.room.teleport(user(1), pose(0.0, 0.0)));
    assert!(f.room.teleport(user(1), pose(20.0, 0.0)));
    f.drop_connection(second);
    f.resume(2, 22, 0);
    // A refused move: nothing is crossed.
    f.walk_with(first, 2, 2, pose(-60.0, 0.0));
    assert_eq!(crossings(&mut f, 0), []);
}

#[test]
fn above_and_beside_a_zone_is_outside() {
    let mut f = with_zones();
    let person = f.join(1);
    f.walk(person, 1, pose(8.0, 1.2));
    f.wait(2000);
    f.walk(person, 2, pose(12.0, 1.2));
    let high = |x: f64| Pose {
        at: Point::from_metres(x, 3.5, 0.0),
        ..Pose::default()
    };
    f.wait(2000);
    f.walk(person, 3, high(12.0));
    f.wait(2000);
    f.walk(person, 4, high(8.0));
    assert_eq!(crossings(&mut f, 0), []);
}

#[test]
fn a_zone_has_a_size() {
    let at = Point::from_metres(0.0, 0.0, 0.0);
    assert!(Zone::from_metres("z", at, 0.0, 1.0).is_none());
    assert!(Zone::from_metres("z", at, f64::NAN, 1.0).is_none());
    assert!(Zone::from_metres("z", at, 1.0, -1.0).is_none());
}

/// The ways of the crossings so far: milliseconds after `since` and x in metres.
fn ways(f: &mut Fixture, since: u64) -> Vec<Vec<(u64, f64)>> {
    let events = std::mem::take(&mut f.events).into_iter();
    let way = |event| match event {
        RoomEvent::Crossed { way, .. } => Some(way),
        _ => None,
    };
    let point = |point: Waypoint| (point.at_ms - since, point.at.metres()[0]);
    let ways = events.filter_map(way);
    ways.map(|way| way.into_iter().map(point).collect())
        .collect()
}

#[test]
fn a_crossing_carries_the_way_since_the_one_before() {
    let mut f = with_zones();
    let start = f.now_ms;
    let person = f.join(1);
    let mut sequence = 0;
    let mut walk = |f: &mut Fixture, ms: u64, x: f64| {
        f.wait(ms);
        sequence += 1;
        f.walk(person, sequence, pose(x, 0.0));
    };
    for (ms, x) in [(100, 0.25), (60, 0.5), (60, 0.75), (2_000, 8.5), (50, 9.5)] {
        walk(&mut f, ms, x);
    }
    walk(&mut f, 1_000, 11.5);
    // A move within 100 ms of the recorded one before is left out, but not the one that crosses.
    assert_eq!(
        ways(&mut f, start),
        [
            vec![(100, 0.25), (220, 0.75), (2_220, 8.5), (2_270, 9.5)],
            vec![(3_270, 11.5)],
        ]
    );
    walk(&mut f, 2_000, 19.5);
    walk(&mut f, 1_000, 20.5);
    let [both, empty] = ways(&mut f, start)
        .try_into()
        .expect("an entry and an exit");
    assert_eq!(both, [(5_270, 19.5), (6_270, 20.5)]);
    assert_eq!(empty, [], "the exit of the same move");
}

#[test]
fn a_way_is_bounded_and_shows_jumps() {
    let mut f = with_zones();
    let person = f.join(1);
    for sequence in 1..=700_u16 {
        f.wait(100);
        f.walk(person, sequence, pose(f64::from(sequence % 2) / 2.0, 0.0));
    }
    f.wait(3_000);
    f.walk(person, 701, pose(8.5, 0.0));
    let jump = Pose {
        teleport: true,
        ..pose(0.0, 0.0)
    };
    f.walk(person, 702, jump);
    f.wait(3_000);
    f.walk(person, 703, pose(9.5, 0.0));
    let [way] = ways(&mut f, 0).try_into().expect("one crossing");
    assert_eq!(way.len(), 600);
    let last: Vec<f64> = way.iter().rev().take(3).map(|(_, x)| *x).collect();
    assert_eq!(last, [9.5, 0.0, 8.5]);
}
