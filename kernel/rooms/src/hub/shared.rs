//! What all room tasks of a hub share.

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;
use uuid::Uuid;

use crate::ids::{Identity, Visit};
use crate::ticket::{Nonce, Tickets};

use super::host::RoomHost;

pub(super) struct Shared {
    pub(super) host: Arc<dyn RoomHost>,
    pub(super) tickets: Tickets,
    pub(super) clock: RoomClock,
    /// Room tasks that ended with a panic.
    pub(super) panics: AtomicU64,
}

impl Shared {
    pub(super) fn nonce(&self) -> Nonce {
        let mut nonce = Nonce::default();
        self.host.fill_random(&mut nonce);
        nonce
    }
}

/// Milliseconds since 1970-01-01T00:00:00Z that never go back, so that limits are not affected by clock corrections.
pub(super) struct RoomClock {
    start_ms: u64,
    start: Instant,
}

impl RoomClock {
    pub(super) fn starting_at(start_ms: u64) -> Self {
        let start = Instant::now();
        Self { start_ms, start }
    }

    pub(super) fn now_ms(&self) -> u64 {
        let elapsed = self.start.elapsed().as_millis();
        self.start_ms + u64::try_from(elapsed).unwrap_or_default()
    }
}

/// Who is inside of an instance, for the choice of instances. The room's task keeps it up to date.
#[derive(Default)]
pub(super) struct Roster {
    /// With the login sessions of their connections.
    pub(super) members: HashMap<Identity, Uuid>,
    /// Places of visitors with a ticket, and when they expire.
    reserved_until_ms: HashMap<Identity, u64>,
}

pub(super) type SharedRoster = Arc<Mutex<Roster>>;

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Roster {
    pub(super) fn reserve(&mut self, identity: Identity, until_ms: u64) {
        self.reserved_until_ms.insert(identity, until_ms);
    }

    pub(super) fn enter(&mut self, Visit { identity, login }: Visit) {
        self.reserved_until_ms.remove(&identity);
        self.members.insert(identity, login);
    }

    /// Members and reserved places.
    pub(super) fn taken(&mut self, now_ms: u64) -> usize {
        self.reserved(now_ms, |_| true)
    }

    /// As [`Roster::taken`] for the choice of a visitor's instance: places that are reserved for guests do not keep people
    /// with an account out. A guest that comes when no place is left is refused.
    pub(super) fn taken_for(&mut self, now_ms: u64, visitor: Identity) -> usize {
        self.reserved(now_ms, |identity| {
            visitor.is_guest() || !identity.is_guest()
        })
    }

    fn reserved(&mut self, now_ms: u64, counts: impl Fn(&Identity) -> bool) -> usize {
        self.reserved_until_ms.retain(|_, until| *until > now_ms);
        let reserved = self.reserved_until_ms.keys();
        let only_reserved =
            reserved.filter(|identity| counts(identity) && !self.members.contains_key(identity));
        self.members.len() + only_reserved.count()
    }

    pub(super) fn holds(&self, identity: Identity) -> bool {
        self.members.contains_key(&identity) || self.reserved_until_ms.contains_key(&identity)
    }

    pub(super) fn has_any_of(&self, people: &[Uuid]) -> bool {
        people.iter().any(|id| self.holds(Identity::User(*id)))
    }
}
