//! In-process wake-ups after a commit. `NOTIFY` is not used: it takes a global lock at every commit.

use std::sync::Arc;

use tokio::sync::Notify;

use crate::live::LiveHub;
use crate::person_cache::PersonCache;
use crate::room_effects::RoomEffects;
use crate::rooms::Whereabouts;

/// Wakes the event relay, the timers and open screens after a commit, changes running rooms and knows who is in them, and
/// removes people whose roles or picture changed from the cache.
#[derive(Clone, Default)]
pub struct Signals {
    pub deliveries: Arc<Notify>,
    pub timers: Arc<Notify>,
    /// Notified when a file of an install waits for its check.
    pub files: Arc<Notify>,
    pub live: LiveHub,
    pub people: PersonCache,
    pub rooms: RoomEffects,
    /// Who is in which room.
    pub whereabouts: Arc<Whereabouts>,
}
