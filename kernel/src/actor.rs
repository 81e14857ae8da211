//! Who makes a request: a visitor, a signed-in person, or the kernel itself. No storage and no authorization rules.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::Language;

/// Who makes a request. A visitor is an actor too.
#[derive(Clone, Debug)]
pub enum Actor {
    Visitor,
    Person(Arc<Person>),
    /// The kernel: an event, a timer, an install.
    System,
}

/// The facts about a signed-in person that every request needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: Uuid,
    pub session: Uuid,
    pub email: String,
    pub nickname: Option<String>,
    /// The path of the picture that people see.
    pub picture: Option<String>,
    /// Whether the person has chosen the picture; without one it is their portrait.
    pub has_image: bool,
    pub language: Language,
    pub roles: Vec<RoleBinding>,
    /// The last proof of identity in this session.
    pub authenticated_at: OffsetDateTime,
    /// When the account will be erased, if its erasure was requested.
    pub deletion_at: Option<OffsetDateTime>,
    /// The end of a mute, during which the person may not write to others.
    pub muted_until: Option<OffsetDateTime>,
}

impl Person {
    /// A person for tests.
    #[must_use]
    pub fn example(id: Uuid) -> Self {
        Self {
            id,
            session: Uuid::nil(),
            email: "example@witverse.localhost".into(),
            nickname: Some("example".into()),
            picture: None,
            has_image: false,
            language: Language::Ko,
            roles: Vec::new(),
            authenticated_at: OffsetDateTime::UNIX_EPOCH,
            deletion_at: None,
            muted_until: None,
        }
    }
}

impl Person {
    /// A person who does not make the request, with the facts that policies read. Nothing else about them is true.
    #[must_use]
    pub(crate) fn of_policies(
        id: Uuid,
        has_nickname: bool,
        muted_until: Option<OffsetDateTime>,
        roles: Vec<RoleBinding>,
    ) -> Self {
        Self {
            id,
            session: Uuid::nil(),
            email: String::new(),
            nickname: has_nickname.then(String::new),
            picture: None,
            has_image: false,
            language: Language::Ko,
            roles,
            authenticated_at: OffsetDateTime::UNIX_EPOCH,
            deletion_at: None,
            muted_until,
        }
    }

    /// Whether the person has a role on the platform.
    #[must_use]
    pub fn has_role(&self, role: PlatformRole) -> bool {
        self.roles
            .iter()
            .any(|binding| binding.scope == RoleBinding::PLATFORM && binding.role == role.as_str())
    }
}

impl Actor {
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Visitor | Self::System => None,
        }
    }

    /// A key for data that belong to the actor, such as idempotency keys.
    #[must_use]
    pub fn key(&self) -> Option<String> {
        self.person().map(|person| person.id.simple().to_string())
    }
}

/// A role of a person in a scope: `platform`, or a resource of a plugin (`worlds::World:<id>`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RoleBinding {
    pub scope: String,
    pub role: String,
}

impl RoleBinding {
    /// The scope of roles on the whole platform.
    pub const PLATFORM: &'static str = "platform";
}

/// A role on the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlatformRole {
    Admin,
    Moderator,
}

impl PlatformRole {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Moderator => "moderator",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Admin, Self::Moderator]
            .into_iter()
            .find(|role| role.as_str() == text)
    }
}
