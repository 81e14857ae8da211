//! Caches decisions about the platform resource. They depend only on the person's facts, the action and the policies,
//! and nearly every request needs one.

use std::sync::atomic::{AtomicU64, Ordering};

use moka::sync::Cache;
use uuid::Uuid;

use super::decision::Decision;
use crate::actor::{Actor, RoleBinding};

const MAX_DECISIONS: u64 = 20_000;

pub(super) struct DecisionCache {
    decisions: Cache<CacheKey, Decision>,
    generation: AtomicU64,
}

impl Default for DecisionCache {
    fn default() -> Self {
        Self {
            decisions: Cache::new(MAX_DECISIONS),
            generation: AtomicU64::new(0),
        }
    }
}

impl DecisionCache {
    /// Returns the cached decision, or calls `decide` and caches its result.
    pub(super) fn get_or_decide(
        &self,
        actor: &Actor,
        action: &str,
        decide: impl FnOnce() -> Decision,
    ) -> Decision {
        let generation = self.generation.load(Ordering::Acquire);
        match CacheKey::new(generation, actor, action) {
            Some(key) => self.decisions.get_with(key, decide),
            None => decide(),
        }
    }

    /// Drops every decision. Call it after the policies have changed.
    pub(super) fn clear(&self) {
        self.generation.fetch_add(1, Ordering::Release);
        self.decisions.invalidate_all();
    }
}

/// All inputs of a decision about the platform resource.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CacheKey {
    /// Generation of the policies: a decision that is computed while they change is stored under the old one.
    generation: u64,
    action: String,
    /// `None` for a visitor.
    person: Option<PersonFacts>,
}

/// The facts about a person that policies can read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct PersonFacts {
    id: Uuid,
    has_nickname: bool,
    muted: bool,
    roles: Vec<RoleBinding>,
}

impl CacheKey {
    fn new(generation: u64, actor: &Actor, action: &str) -> Option<Self> {
        let person = match actor {
            Actor::Visitor => None,
            Actor::Person(person) => Some(PersonFacts {
                id: person.id,
                has_nickname: person.nickname.is_some(),
                muted: person.muted_until.is_some(),
                roles: person.roles.clone(),
            }),
            Actor::System => return None,
        };
        Some(Self {
            generation,
            action: action.to_owned(),
            person,
        })
    }
}
