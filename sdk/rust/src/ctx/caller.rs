//! The caller of a request, as reported by the kernel and never by the request's content.

use crate::bindings::witverse::plugin::{context, types};
use crate::error::{Error, NICKNAME_REQUIRED};
use crate::uuid::Uuid;

/// A language of the platform.
pub use types::Language;

/// The caller.
#[derive(Clone, Debug, PartialEq)]
pub enum Caller {
    /// A visitor: no person is signed in.
    Visitor,
    /// A signed-in person.
    Person(Person),
    /// Another plugin, by its id.
    Plugin(String),
    /// The kernel itself: an event, a timer.
    System,
}

/// A signed-in person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The account.
    pub id: Uuid,
    /// `None` until the person has chosen one.
    pub nickname: Option<String>,
}

impl Person {
    /// The nickname; 403 `nickname_required` without one.
    pub fn nickname(&self) -> Result<&str, Error> {
        self.nickname
            .as_deref()
            .ok_or_else(|| NICKNAME_REQUIRED.into())
    }
}

impl Caller {
    /// The account, if the caller is a person.
    pub fn account(&self) -> Option<&Uuid> {
        match self {
            Self::Person(person) => Some(&person.id),
            _ => None,
        }
    }
}

impl From<context::Principal> for Caller {
    fn from(caller: context::Principal) -> Self {
        match caller {
            context::Principal::Visitor => Self::Visitor,
            context::Principal::Person(person) => Self::Person(Person {
                id: Uuid::trusted(person.id),
                nickname: person.nickname,
            }),
            context::Principal::Plugin(id) => Self::Plugin(id),
            context::Principal::System => Self::System,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_without_a_nickname_gets_nickname_required() {
        let person = Person {
            id: Uuid::nil(),
            nickname: None,
        };
        assert_eq!(
            person.nickname().expect_err("none").code(),
            "nickname_required"
        );
        assert_eq!(Caller::Visitor.account(), None);
        assert_eq!(Caller::Person(person).account(), Some(&Uuid::nil()));
    }
}
