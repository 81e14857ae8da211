//! The proof that a person may hold a place at an event, apart from the items. A new place, a new holder and a check-in need it.

use witverse_sdk::Uuid;

/// A person who may hold a place. Only `admission::check` makes one.
pub(crate) struct Guest(Uuid);

impl Guest {
    /// For `admission::check` only, after its decision.
    pub(crate) fn admitted(person: &Uuid) -> Self {
        Self(person.clone())
    }

    pub(crate) fn id(&self) -> &Uuid {
        &self.0
    }
}
