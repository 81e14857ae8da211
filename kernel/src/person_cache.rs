//! Caches the facts about signed-in people, by session. Code that changes such a fact must remove the person.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use uuid::Uuid;

use crate::actor::Person;

/// How long an entry is used. A revoked session or a changed role takes effect at once on this kernel, and within this
/// time on others.
const LIFETIME: Duration = Duration::from_secs(5);
const MAX_PEOPLE: u64 = 50_000;

/// People by session; `None` for a session that is not active.
#[derive(Clone)]
pub struct PersonCache(Cache<Uuid, Option<Arc<Person>>>);

impl Default for PersonCache {
    fn default() -> Self {
        Self(
            Cache::builder()
                .max_capacity(MAX_PEOPLE)
                .time_to_live(LIFETIME)
                .support_invalidation_closures()
                .build(),
        )
    }
}

impl PersonCache {
    #[must_use]
    pub fn get(&self, session: Uuid) -> Option<Option<Arc<Person>>> {
        self.0.get(&session)
    }

    pub fn insert(&self, session: Uuid, person: Option<Arc<Person>>) {
        self.0.insert(session, person);
    }

    pub fn forget_session(&self, session: Uuid) {
        self.0.invalidate(&session);
    }

    /// Removes an account from the cache for all its sessions.
    pub fn forget_account(&self, account: Uuid) {
        // The closure form fails only on a cache that was built without support for it.
        let _ = self.0.invalidate_entries_if(move |_, person| {
            person.as_ref().is_some_and(|person| person.id == account)
        });
    }
}
