//! Accounts, sessions, tokens: who somebody is. No HTTP, and no opinion on what they may do.

mod accounts;
mod captcha;
mod codes;
mod messages;
mod passwords;
mod rules;
mod sessions;
mod tokens;
mod words;

pub use accounts::{Credentials, LoggedIn, NewAccount, Registered};
pub use captcha::Captcha;
pub use messages::*;
pub use passwords::Passwords;
pub use rules::{Email, Nickname, Password, VerificationCode};
pub use sessions::{Renewed, SessionOrigin};
pub use tokens::{ACCESS_LIFETIME_S, Tokens};
pub use words::ForbiddenWords;

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use sqlx::PgPool;
use uuid::Uuid;

use crate::clock::{Clock, Dice};
use crate::config::Auth;
use crate::error::Language;
use crate::mailer::Mailer;
use crate::secret::Secret;

/// Who makes a request. A visitor is an actor too.
#[derive(Clone, Debug)]
pub enum Actor {
    Visitor,
    Person(Arc<Person>),
    /// The kernel: an event, a timer, an install.
    System,
}

/// What every request needs to know of a signed-in person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: Uuid,
    pub session: Uuid,
    pub email: String,
    pub nickname: Option<String>,
    pub image: Option<String>,
    pub language: Language,
    /// (scope, role)
    pub roles: Vec<(String, String)>,
}

impl Person {
    /// For tests of what needs one.
    #[must_use]
    pub fn example(id: Uuid) -> Self {
        Self {
            id,
            session: Uuid::nil(),
            email: "example@witverse.localhost".into(),
            nickname: Some("example".into()),
            image: None,
            language: Language::Ko,
            roles: Vec::new(),
        }
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

    /// A name for what belongs to the actor, such as idempotency keys.
    #[must_use]
    pub fn key(&self) -> Option<String> {
        self.person().map(|person| person.id.simple().to_string())
    }
}

/// How long facts about a person are taken as known. A revoked session ends at once on this kernel and
/// within this time on others.
const FACTS_FRESH: Duration = Duration::from_secs(5);
const PEOPLE_CACHED: u64 = 50_000;

/// Everything about accounts.
#[derive(Clone)]
pub struct Identity {
    pool: PgPool,
    secret: Secret,
    clock: Clock,
    dice: Dice,
    config: Auth,
    pub passwords: Passwords,
    pub tokens: Tokens,
    pub captcha: Captcha,
    pub words: Arc<ForbiddenWords>,
    mailer: Mailer,
    /// By session.
    people: Cache<Uuid, Option<Arc<Person>>>,
}

/// What [`Identity`] is made of.
pub struct Parts {
    pub pool: PgPool,
    pub secret: Secret,
    pub clock: Clock,
    pub dice: Dice,
    pub config: Auth,
    pub words: Arc<ForbiddenWords>,
    pub mailer: Mailer,
}

impl Identity {
    /// Loads or makes the signing key.
    ///
    /// # Errors
    /// Where the database is out of reach.
    pub async fn new(parts: Parts) -> crate::error::Result<Self> {
        let tokens = Tokens::load(&parts.pool, &parts.secret, &parts.clock, &parts.dice).await?;
        Ok(Self {
            passwords: Passwords::new(&parts.config),
            captcha: Captcha::new(
                &parts.secret,
                parts.clock.clone(),
                parts.dice.clone(),
                parts.config.captcha_cost,
            ),
            tokens,
            people: Cache::builder()
                .max_capacity(PEOPLE_CACHED)
                .time_to_live(FACTS_FRESH)
                .build(),
            pool: parts.pool,
            secret: parts.secret,
            clock: parts.clock,
            dice: parts.dice,
            config: parts.config,
            words: parts.words,
            mailer: parts.mailer,
        })
    }
}
