//! Who is in which room now: an index in memory over all rooms of this kernel, so that lists with presence cost the same
//! whoever else is inside. After a restart it is empty until people come back.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use uuid::Uuid;
use witverse_rooms::{Identity, RoomId};

#[derive(Default)]
pub struct Whereabouts(Mutex<Places>);

#[derive(Default)]
struct Places {
    /// The rooms of a person, the one that they entered last at the end. A room is named once for each of its instances.
    of_people: HashMap<Uuid, Vec<RoomId>>,
    /// With visitors without an account.
    counts: HashMap<RoomId, u32>,
}

impl Whereabouts {
    pub(super) fn entered(&self, room: &RoomId, who: Identity) {
        let mut places = self.lock();
        *places.counts.entry(room.clone()).or_default() += 1;
        if let Identity::User(person) = who {
            let rooms = places.of_people.entry(person).or_default();
            rooms.push(room.clone());
        }
    }

    pub(super) fn left(&self, room: &RoomId, who: Identity) {
        let mut places = self.lock();
        if let Some(count) = places.counts.get_mut(room) {
            *count -= 1;
            if *count == 0 {
                places.counts.remove(room);
            }
        }
        if let Identity::User(person) = who
            && let Some(rooms) = places.of_people.get_mut(&person)
        {
            if let Some(at) = rooms.iter().rposition(|one| one == room) {
                rooms.remove(at);
            }
            if rooms.is_empty() {
                places.of_people.remove(&person);
            }
        }
    }

    /// How many people are in each of these rooms.
    pub(crate) fn counts(&self, rooms: &[RoomId]) -> Vec<u32> {
        let places = self.lock();
        let count = |room| places.counts.get(room).copied().unwrap_or_default();
        rooms.iter().map(count).collect()
    }

    /// The room of a plugin that each of these people entered last. Copies for trials are not told.
    pub(crate) fn of(&self, plugin: &str, people: &[Uuid]) -> Vec<(Uuid, String)> {
        let places = self.lock();
        let place = |person: &Uuid| {
            let rooms = places.of_people.get(person)?;
            let key = rooms.iter().rev().find_map(|room| key_of(plugin, room))?;
            Some((*person, key.to_owned()))
        };
        people.iter().filter_map(place).collect()
    }

    /// The rooms of a plugin with the most people, most first.
    pub(crate) fn busiest(&self, plugin: &str, limit: usize) -> Vec<(String, u32)> {
        let places = self.lock();
        let mut rooms: Vec<(&str, u32)> = places
            .counts
            .iter()
            .filter_map(|(room, count)| Some((key_of(plugin, room)?, *count)))
            .collect();
        // By key among equals, so that a list does not jump.
        rooms.sort_unstable_by(|(a, most), (b, least)| least.cmp(most).then_with(|| a.cmp(b)));
        rooms.truncate(limit);
        rooms
            .into_iter()
            .map(|(key, count)| (key.to_owned(), count))
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, Places> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The key of a room of a plugin; `None` for rooms of others and for copies.
fn key_of<'a>(plugin: &str, room: &'a RoomId) -> Option<&'a str> {
    let key = room.as_str().strip_prefix(plugin)?.strip_prefix(':')?;
    (!key.contains(':')).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(id: &str) -> RoomId {
        RoomId::parse(id).expect("a room")
    }

    fn person(n: u128) -> Uuid {
        Uuid::from_u128(n)
    }

    #[test]
    fn people_are_where_they_went_last() {
        let index = Whereabouts::default();
        index.entered(&room("blocks:a"), Identity::User(person(1)));
        index.entered(&room("blocks:b"), Identity::User(person(1)));
        index.entered(&room("blocks:b"), Identity::Guest(person(9)));
        let everybody = [person(1), person(2)];
        assert_eq!(
            index.of("blocks", &everybody),
            [(person(1), "b".to_owned())]
        );
        assert_eq!(
            index.counts(&[room("blocks:a"), room("blocks:b"), room("blocks:c")]),
            [1, 2, 0]
        );
        index.left(&room("blocks:b"), Identity::User(person(1)));
        assert_eq!(
            index.of("blocks", &everybody),
            [(person(1), "a".to_owned())]
        );
        index.left(&room("blocks:a"), Identity::User(person(1)));
        assert!(index.of("blocks", &everybody).is_empty());
        assert_eq!(index.counts(&[room("blocks:a"), room("blocks:b")]), [0, 1]);
    }

    #[test]
    fn a_second_instance_of_a_room_is_left_on_its_own() {
        let index = Whereabouts::default();
        for _ in 0..2 {
            index.entered(&room("blocks:a"), Identity::User(person(1)));
        }
        index.left(&room("blocks:a"), Identity::User(person(1)));
        assert_eq!(index.of("blocks", &[person(1)]).len(), 1);
    }

    #[test]
    fn rooms_of_other_plugins_and_copies_are_not_told() {
        let index = Whereabouts::default();
        for id in [
            "events:a",
            "blocks:a:01900000-0000-7000-8000-000000000001",
            "blocksy:a",
        ] {
            index.entered(&room(id), Identity::User(person(1)));
        }
        assert!(index.of("blocks", &[person(1)]).is_empty());
        assert!(index.busiest("blocks", 9).is_empty());
    }

    #[test]
    fn the_busiest_rooms_come_first() {
        let index = Whereabouts::default();
        for (id, people) in [("blocks:a", 1), ("blocks:c", 3), ("blocks:b", 3)] {
            for n in 0..people {
                index.entered(&room(id), Identity::Guest(person(n)));
            }
        }
        let names = |limit| {
            index
                .busiest("blocks", limit)
                .into_iter()
                .map(|(key, _)| key)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(9), ["b", "c", "a"]);
        assert_eq!(names(1), ["b"]);
    }

    #[test]
    fn a_departure_that_was_not_an_arrival_changes_nothing() {
        let index = Whereabouts::default();
        index.left(&room("blocks:a"), Identity::User(person(1)));
        assert_eq!(index.counts(&[room("blocks:a")]), [0]);
    }
}
