//! Accounts, sessions and tokens: authentication only. No HTTP, no authorization.
//!
//! One service for each noun, each with the tables that it owns; [`Identity`] only connects them.

mod account_mail;
mod accounts;
mod appointments;
pub mod audit;
mod audit_query;
mod captcha;
mod common_passwords;
mod crypto_addresses;
mod directory;
mod forbidden_words;
mod login_codes;
mod login_throttle;
mod logins;
mod messages;
mod origin;
mod passkeys;
mod password_changes;
mod passwords;
mod reauthentication;
mod recovery_codes;
mod registration;
mod roles;
mod second_factors;
mod session_admin;
mod sessions;
mod sign_ups;
mod tickets;
mod tokens;
mod validation;
mod verification_codes;

pub use account_mail::AccountMail;
pub use accounts::Accounts;
pub use appointments::{Appointment, appoint};
pub use audit::AuditLog;
pub use audit_query::{AuditCursor, AuditRecord, Named};
pub use captcha::Captcha;
pub use common_passwords::places as common_password_places;
pub use crypto_addresses::{Address, CryptoAddresses, Wallet, WalletChallenge};
pub use directory::{AccountDetail, AccountRow, AccountState, Directory, Place, Profile};
pub use forbidden_words::{ForbiddenWord, ForbiddenWordList, ForbiddenWords, WordKind};
pub use login_codes::{LOGIN_CODE_LIFETIME, LoginCodeAccount, LoginCodes};
pub use login_throttle::{LoginContext, LoginThrottle};
pub use logins::{Credentials, LoggedIn, Login, Logins};
pub use messages::*;
pub use origin::Origin;
pub use passkeys::{Ceremony, PasskeyView, Passkeys};
pub use password_changes::{Confirmed, PasswordChanges};
pub use passwords::{HashCost, Passwords};
pub use reauthentication::Reauthentication;
pub use registration::{NewAccount, Registered};
pub use roles::Roles;
pub use second_factors::{SecondFactors, TotpSetup, TotpState, qr_rows};
pub use sessions::{Method, Renewed, SessionView, Sessions};
pub(crate) use sign_ups::PENDING;
pub use tickets::Tickets;
pub use tokens::{ACCESS_LIFETIME_S, KeyState, KeyView, Tokens};
pub use validation::{Email, Nickname, Password, VerificationCode};
pub(crate) use verification_codes::{CODE_LIFETIME, RESEND_AFTER};

use std::sync::Arc;

use sign_ups::SignUps;
use sqlx::PgPool;
use verification_codes::VerificationCodes;

use crate::clock::{Clock, Rng};
use crate::config::Auth;
use crate::live::LiveHub;
use crate::mailer::Mailer;
use crate::person_cache::PersonCache;
use crate::room_effects::RoomEffects;
use crate::secret::Secret;

/// The services of identity.
#[derive(Clone)]
pub struct Identity {
    pub accounts: Accounts,
    pub audit: AuditLog,
    pub captcha: Captcha,
    pub crypto_addresses: CryptoAddresses,
    pub directory: Directory,
    pub forbidden_words: ForbiddenWordList,
    pub login_codes: LoginCodes,
    pub logins: Logins,
    pub mail: AccountMail,
    pub passkeys: Passkeys,
    pub password_changes: PasswordChanges,
    pub reauthentication: Reauthentication,
    pub roles: Roles,
    pub second_factors: SecondFactors,
    pub sessions: Sessions,
    pub throttle: LoginThrottle,
    pub tickets: Tickets,
    pub tokens: Tokens,
    pub words: Arc<ForbiddenWords>,
    base_url: String,
}

/// The dependencies of [`Identity`].
pub struct Parts {
    pub pool: PgPool,
    pub secret: Secret,
    pub clock: Clock,
    pub rng: Rng,
    pub config: Auth,
    pub hash_cost: HashCost,
    pub words: Arc<ForbiddenWords>,
    pub mailer: Mailer,
    pub live: LiveHub,
    pub rooms: RoomEffects,
    pub people: PersonCache,
    pub base_url: String,
}

impl Identity {
    /// Loads the signing keys; creates the first key in an empty database.
    ///
    /// # Errors
    /// The error of the database, or a base URL that is invalid for passkeys.
    pub async fn new(parts: Parts) -> crate::error::Result<Self> {
        let Parts {
            pool,
            secret,
            clock,
            rng,
            config,
            hash_cost,
            words,
            mailer,
            live,
            rooms,
            people,
            base_url,
        } = parts;
        let tokens = Tokens::load(&pool, &secret, &clock, &rng).await?;
        let passwords = Passwords::new(&config, hash_cost);
        let captcha = Captcha::new(&secret, clock.clone(), rng.clone(), config.captcha_cost);
        let mail = AccountMail {
            clock: clock.clone(),
            rng: rng.clone(),
            mailer,
        };
        let audit = AuditLog {
            clock: clock.clone(),
            pool: pool.clone(),
        };
        let codes = VerificationCodes {
            clock: clock.clone(),
            rng: rng.clone(),
        };
        let sign_ups = SignUps {
            clock: clock.clone(),
            rng: rng.clone(),
            pool: pool.clone(),
            secret: secret.clone(),
            passwords: passwords.clone(),
            codes: codes.clone(),
        };
        let tickets = Tickets {
            clock: clock.clone(),
            rng: rng.clone(),
        };
        let throttle = LoginThrottle {
            captcha: captcha.clone(),
            clock: clock.clone(),
            rng: rng.clone(),
            pool: pool.clone(),
            secret: secret.clone(),
        };
        let sessions = Sessions {
            clock: clock.clone(),
            rng: rng.clone(),
            live,
            rooms,
            people,
            pool: pool.clone(),
            secret: secret.clone(),
            tokens: tokens.clone(),
            mail: mail.clone(),
            audit: audit.clone(),
        };
        let accounts = Accounts {
            captcha: captcha.clone(),
            clock: clock.clone(),
            config: config.clone(),
            rng: rng.clone(),
            passwords: passwords.clone(),
            pool: pool.clone(),
            secret: secret.clone(),
            words: words.clone(),
            mail: mail.clone(),
            audit: audit.clone(),
            throttle: throttle.clone(),
            sessions: sessions.clone(),
            sign_ups: sign_ups.clone(),
        };
        let second_factors = SecondFactors {
            clock: clock.clone(),
            rng: rng.clone(),
            pool: pool.clone(),
            secret: secret.clone(),
            mail: mail.clone(),
            audit: audit.clone(),
        };
        let passkeys = Passkeys {
            clock: clock.clone(),
            rng: rng.clone(),
            pool: pool.clone(),
            webauthn: Arc::new(passkeys::relying_party(&base_url)?),
            mail: mail.clone(),
            second_factors: second_factors.clone(),
            tickets: tickets.clone(),
            audit: audit.clone(),
        };
        let logins = Logins {
            clock: clock.clone(),
            passwords: passwords.clone(),
            pool: pool.clone(),
            mail: mail.clone(),
            accounts: accounts.clone(),
            audit: audit.clone(),
            throttle: throttle.clone(),
            passkeys: passkeys.clone(),
            second_factors: second_factors.clone(),
            sessions: sessions.clone(),
            tickets: tickets.clone(),
        };
        let reauthentication = Reauthentication {
            clock: clock.clone(),
            passwords: passwords.clone(),
            pool: pool.clone(),
            audit: audit.clone(),
            throttle: throttle.clone(),
            passkeys: passkeys.clone(),
            sessions: sessions.clone(),
        };
        Ok(Self {
            crypto_addresses: CryptoAddresses {
                clock: clock.clone(),
                rng: rng.clone(),
                pool: pool.clone(),
                secret: secret.clone(),
                audit: audit.clone(),
            },
            directory: Directory {
                clock: clock.clone(),
                pool: pool.clone(),
            },
            forbidden_words: ForbiddenWordList {
                pool: pool.clone(),
                words: words.clone(),
            },
            login_codes: LoginCodes {
                clock: clock.clone(),
                rng: rng.clone(),
                pool: pool.clone(),
                secret: secret.clone(),
                audit: audit.clone(),
                logins: logins.clone(),
                tickets: tickets.clone(),
            },
            password_changes: PasswordChanges {
                base_url: base_url.clone(),
                captcha: captcha.clone(),
                clock: clock.clone(),
                config,
                rng: rng.clone(),
                passwords,
                pool: pool.clone(),
                secret,
                mail: mail.clone(),
                accounts: accounts.clone(),
                audit: audit.clone(),
                throttle: throttle.clone(),
                reauthentication: reauthentication.clone(),
                sessions: sessions.clone(),
                codes,
                sign_ups,
            },
            roles: Roles {
                base_url: base_url.clone(),
                clock,
                rng,
                pool,
                audit: audit.clone(),
                mail: mail.clone(),
                sessions: sessions.clone(),
            },
            accounts,
            audit,
            captcha,
            logins,
            mail,
            passkeys,
            reauthentication,
            second_factors,
            sessions,
            throttle,
            tickets,
            tokens,
            words,
            base_url,
        })
    }

    /// The public address of the site, for links in mails.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }
}
