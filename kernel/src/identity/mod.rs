//! Accounts, sessions, tokens: who somebody is. No HTTP, and no opinion on what they may do.

mod accounts;
pub mod audit;
mod breached;
mod captcha;
mod codes;
mod directory;
mod guard;
mod login;
mod login_code;
mod messages;
mod passkeys;
mod passwords;
mod recovery;
mod reset;
mod roles;
mod rules;
mod second_factor;
mod sessions;
mod sudo;
mod tickets;
mod tokens;
mod wallets;
mod watch;
mod words;

pub use accounts::{NewAccount, Registered};
pub use breached::places as common_password_places;
pub use captcha::Captcha;
pub(crate) use codes::{CODE_LIFETIME, RESEND_AFTER};
pub use directory::{AccountDetail, AccountRow, AccountState, Place, Profile};
pub use guard::Credence;
pub use login::{Credentials, LoggedIn, Login};
pub use login_code::{LOGIN_CODE_LIFETIME, LoginCodeAccount};
pub use messages::*;
pub use passkeys::{Ceremony, PasskeyView};
pub use passwords::Passwords;
pub use reset::Confirmed;
pub use roles::{By, Role};
pub use rules::{Email, Nickname, Password, VerificationCode};
pub use second_factor::{TotpSetup, TotpState, qr_rows};
pub use sessions::{Method, Origin, Renewed, SessionView};
pub use tokens::{ACCESS_LIFETIME_S, KeyState, KeyView, Tokens};
pub use wallets::{Address, Wallet, WalletChallenge};
pub use watch::{Named, Watch, Watched};
pub use words::{ForbiddenWord, ForbiddenWords, WordKind};

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use sqlx::{PgConnection, PgPool, Row};
use time::OffsetDateTime;
use uuid::Uuid;
use webauthn_rs::Webauthn;

use crate::clock::{Clock, Dice};
use crate::config::Auth;
use crate::error::Language;
use crate::live::LiveHub;
use crate::mailer::{self, Mailer, Message};
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
    /// When they last proved who they are in this session.
    pub authenticated_at: OffsetDateTime,
    /// When their account will be erased.
    pub deletion_at: Option<OffsetDateTime>,
    /// Until when they may not speak to others.
    pub muted_until: Option<OffsetDateTime>,
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
            authenticated_at: OffsetDateTime::UNIX_EPOCH,
            deletion_at: None,
            muted_until: None,
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
    live: LiveHub,
    /// The address people use, for links in mails.
    base_url: String,
    webauthn: Arc<Webauthn>,
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
    pub live: LiveHub,
    pub base_url: String,
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
                .support_invalidation_closures()
                .build(),
            pool: parts.pool,
            secret: parts.secret,
            clock: parts.clock,
            dice: parts.dice,
            config: parts.config,
            words: parts.words,
            mailer: parts.mailer,
            live: parts.live,
            webauthn: Arc::new(passkeys::relying_party(&parts.base_url)?),
            base_url: parts.base_url,
        })
    }

    /// The address people use, for links in mails.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Queues a mail to an account's address, in its language, in the caller's transaction.
    ///
    /// # Errors
    /// The database's.
    pub async fn notify(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        message: impl FnOnce(&str, Language) -> Message,
    ) -> crate::error::Result<()> {
        let row = sqlx::query("select email, language from kernel.account where id = $1")
            .bind(account)
            .fetch_optional(&mut *connection)
            .await?;
        let Some(row) = row else {
            return Ok(());
        };
        let language = Language::parse(row.get("language")).unwrap_or_default();
        let message = message(row.get("email"), language);
        mailer::queue(connection, &self.dice, &self.clock, &message).await
    }
}
