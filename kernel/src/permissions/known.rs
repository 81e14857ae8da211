//! Decisions about the platform as a whole, remembered: they are pure functions of who asks for what
//! under which policies, and nearly every request asks for one.

use std::sync::atomic::{AtomicU64, Ordering};

use moka::sync::Cache;
use uuid::Uuid;

use super::Decision;
use crate::identity::Actor;

const KNOWN_DECISIONS: u64 = 20_000;

pub(super) struct Known {
    decisions: Cache<Question, Decision>,
    generation: AtomicU64,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            decisions: Cache::new(KNOWN_DECISIONS),
            generation: AtomicU64::new(0),
        }
    }
}

impl Known {
    /// The decision from memory, or the one that `decide` makes.
    pub(super) fn or_decide(
        &self,
        actor: &Actor,
        action: &str,
        decide: impl FnOnce() -> Decision,
    ) -> Decision {
        let generation = self.generation.load(Ordering::Acquire);
        match Question::new(generation, actor, action) {
            Some(question) => self.decisions.get_with(question, decide),
            None => decide(),
        }
    }

    /// The policies have changed.
    pub(super) fn forget(&self) {
        self.generation.fetch_add(1, Ordering::Release);
        self.decisions.invalidate_all();
    }
}

/// Everything that a decision about the platform depends on, besides the policies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    /// Of the policies: an answer that is still being worked out when they change is nobody's.
    generation: u64,
    action: String,
    /// Nobody for a visitor.
    person: Option<Asker>,
}

/// What policies may know of a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Asker {
    id: Uuid,
    has_nickname: bool,
    muted: bool,
    roles: Vec<(String, String)>,
}

impl Question {
    fn new(generation: u64, actor: &Actor, action: &str) -> Option<Self> {
        let person = match actor {
            Actor::Visitor => None,
            Actor::Person(person) => Some(Asker {
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
