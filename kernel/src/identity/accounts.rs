//! Registration, verification, login, nickname, language.

use std::sync::Arc;

use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, PgPool, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::account_mail::AccountMail;
use super::audit::{AuditLog, Entry, kind};
use super::login_throttle::LoginThrottle;
use super::messages::{
    ALREADY_CONFIRMED, DUPLICATE_NICKNAME, INVALID_CODE, LOGIN_FAILED, NICKNAME_ALREADY_SET,
    USER_ALREADY_EXIST, USER_NOT_EXIST,
};
use super::sessions::Sessions;
use super::verification_codes::{CODE_LIFETIME, RESEND_AFTER, Tried, VerificationCodes};
use super::{
    Captcha, Email, ForbiddenWords, Nickname, Origin, Password, Passwords, VerificationCode,
};
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::config::Auth;
use crate::error::{Catalogue, Error, FieldProblem, Language, Problem, Result};
use crate::mailer::Message;
use crate::postgres::begin;
use crate::secret::Secret;

/// How long an address stays reserved for the first registration that was not verified.
const UNVERIFIED_RESERVED: Duration = Duration::hours(24);

/// The input of a registration.
#[derive(Debug)]
pub struct NewAccount<'a> {
    pub email: &'a str,
    pub password: &'a str,
    pub language: Language,
    /// The captcha ticket.
    pub captcha: Option<&'a str>,
}

/// A registration that is not verified yet.
#[derive(Debug)]
pub struct Registered {
    pub email: String,
    pub expires_in_s: i64,
    pub resend_after_s: i64,
}

pub(super) struct Account {
    pub(super) id: Uuid,
    pub(super) email: String,
    pub(super) password_hash: String,
    pub(super) language: Language,
    pub(super) verified: bool,
    created_at: OffsetDateTime,
}

impl FromRow<'_, PgRow> for Account {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            email: row.try_get("email")?,
            password_hash: row.try_get("password_hash")?,
            language: Language::parse(row.try_get("language")?).unwrap_or_default(),
            verified: row.try_get("verified")?,
            created_at: row.try_get("created_at")?,
        })
    }
}

/// Registration, verification, nickname and language.
#[derive(Clone)]
pub struct Accounts {
    pub(super) captcha: Captcha,
    pub(super) clock: Clock,
    pub(super) config: Auth,
    pub(super) rng: Rng,
    pub(super) passwords: Passwords,
    pub(super) pool: PgPool,
    pub(super) secret: Secret,
    pub(super) words: Arc<ForbiddenWords>,
    pub(super) mail: AccountMail,
    pub(super) audit: AuditLog,
    pub(super) throttle: LoginThrottle,
    pub(super) sessions: Sessions,
    pub(super) codes: VerificationCodes,
}

impl Accounts {
    /// Registers an address and sends its code.
    ///
    /// An unverified registration can be repeated with the same password and then continues. With another password it
    /// is refused, because the password of an unverified account does not change before the address is verified.
    ///
    /// # Errors
    /// Invalid fields, captcha problems, `user_already_exist`.
    pub async fn register(&self, new: NewAccount<'_>, origin: &Origin) -> Result<Registered> {
        let (email, password) = parse_both(new.email, new.password)?;
        // Used up also if the registration fails: one proof of work pays for one address check and one costly hash.
        let mut connection = self.pool.acquire().await?;
        self.captcha.spend(&mut connection, new.captcha).await?;
        drop(connection);
        let known = self.find(&email).await?;
        if let Some(known) = &known
            && (known.verified || self.clock.now() - known.created_at < UNVERIFIED_RESERVED)
        {
            // Verified accounts are checked too, so that every response takes the same time.
            let matches = self
                .passwords
                .verify(password.as_str(), Some(&known.password_hash))
                .await?;
            if known.verified || !matches {
                return self.taken(&email, known.verified.then_some(known.id)).await;
            }
            let mut transaction = begin(&self.pool, "begin").await?;
            match self
                .codes
                .send_code(&mut transaction, known.id, &known.email, new.language)
                .await
            {
                // The code that was sent last is still valid.
                Ok(()) => {}
                Err(Error::Problem(problem)) if problem.retry_after_s.is_some() => {}
                Err(error) => return Err(error),
            }
            self.mail.commit_mail(transaction).await?;
            return Ok(registered(&email));
        }
        let hash = self.passwords.hash(password.as_str()).await?;
        let mut transaction = begin(&self.pool, "begin").await?;
        if let Some(stale) = known {
            sqlx::query("delete from kernel.account where id = $1 and verified_at is null")
                .bind(stale.id)
                .execute(&mut *transaction)
                .await?;
        }
        let id = self.rng.uuid(self.clock.now_ms());
        let inserted = sqlx::query(
            "insert into kernel.account (id, email, email_key, password_hash, language, created_at)
             values ($1, $2, $3, $4, $5, $6) on conflict (email_key) do nothing",
        )
        .bind(id)
        .bind(email.as_str())
        .bind(email.key())
        .bind(hash)
        .bind(new.language.as_str())
        .bind(self.clock.now())
        .execute(&mut *transaction)
        .await?;
        if inserted.rows_affected() == 0 {
            return self.taken(&email, None).await;
        }
        self.codes
            .send_code(&mut transaction, id, email.as_str(), new.language)
            .await?;
        self.audit
            .record(&mut transaction, plain(id, kind::REGISTERED, origin))
            .await?;
        self.mail.commit_mail(transaction).await?;
        Ok(registered(&email))
    }

    /// Verifies an address with its code.
    ///
    /// # Errors
    /// `already_confirmed`, `invalid` (no code, expired, too many attempts), `code_not_matched`.
    pub async fn verify_email(&self, email: &str, code: &str, origin: &Origin) -> Result<Email> {
        let mut fields = Vec::new();
        let email = field(Email::parse(email), "email", &mut fields);
        let code = field(VerificationCode::parse(code), "code", &mut fields);
        let (Some(email), Some(code)) = (email, code) else {
            return Err(Problem::fields(fields).into());
        };
        let account = self.find(&email).await?.ok_or(INVALID_CODE)?;
        if account.verified {
            return Err(self
                .mask_account_existence(ALREADY_CONFIRMED, INVALID_CODE)
                .into());
        }
        let mut transaction = begin(&self.pool, "begin").await?;
        let tried = self
            .codes
            .try_code(&mut transaction, account.id, &code)
            .await?;
        if matches!(tried, Tried::Right) {
            sqlx::query("update kernel.account set verified_at = $2 where id = $1")
                .bind(account.id)
                .bind(self.clock.now())
                .execute(&mut *transaction)
                .await?;
            self.audit
                .record(&mut transaction, plain(account.id, kind::VERIFIED, origin))
                .await?;
        }
        transaction.commit().await?;
        match tried {
            Tried::Right => Ok(email),
            Tried::Wrong(problem) => {
                // A concurrent request may have used the code while this one waited for the row lock.
                let verified = self.find(&email).await?.is_some_and(|found| found.verified);
                let problem = if verified { ALREADY_CONFIRMED } else { problem };
                Err(self.mask_account_existence(problem, INVALID_CODE).into())
            }
        }
    }

    /// Sends a new code; returns the seconds until the next one may be requested.
    ///
    /// # Errors
    /// `user_not_exist`, `already_confirmed`, `resend_too_soon`, `resend_limit`.
    pub async fn resend_code(&self, email: &str) -> Result<i64> {
        let email = Email::parse(email).map_err(|message| Problem::field("email", message))?;
        let account = match self.find(&email).await? {
            Some(account) if !account.verified => account,
            _ if self.config.generic_errors => return Ok(RESEND_AFTER.whole_seconds()),
            Some(_) => return Err(ALREADY_CONFIRMED.into()),
            None => return Err(USER_NOT_EXIST.into()),
        };
        let mut transaction = begin(&self.pool, "begin").await?;
        let sent = self
            .codes
            .send_code(
                &mut transaction,
                account.id,
                &account.email,
                account.language,
            )
            .await;
        match sent {
            Err(Error::Problem(_)) if self.config.generic_errors => {}
            other => other?,
        }
        self.mail.commit_mail(transaction).await?;
        Ok(RESEND_AFTER.whole_seconds())
    }

    /// Whether a nickname can be taken now.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub async fn check_nickname(&self, text: &str) -> Result<Nickname> {
        let nickname = Nickname::parse(text, &self.words)?;
        let taken = sqlx::query("select 1 from kernel.account where nickname = $1")
            .bind(nickname.as_str())
            .fetch_optional(&self.pool)
            .await?;
        let mut connection = self.pool.acquire().await?;
        if taken.is_some() || self.is_retired(&mut connection, nickname.as_str()).await? {
            return Err(DUPLICATE_NICKNAME.into());
        }
        Ok(nickname)
    }

    /// Sets a person's nickname. It can be set only once. Idempotent for the same nickname.
    ///
    /// # Errors
    /// Same as [`Identity::check_nickname`], and `nickname_already_set`.
    pub async fn set_nickname(
        &self,
        person: &Person,
        text: &str,
        origin: &Origin,
    ) -> Result<Nickname> {
        let nickname = Nickname::parse(text, &self.words)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        if self.is_retired(&mut transaction, nickname.as_str()).await? {
            return Err(DUPLICATE_NICKNAME.into());
        }
        let set = sqlx::query(
            "update kernel.account set nickname = $2 where id = $1 and nickname is null returning 1",
        )
        .bind(person.id)
        .bind(nickname.as_str())
        .fetch_optional(&mut *transaction)
        .await;
        let set = match set {
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                return Err(DUPLICATE_NICKNAME.into());
            }
            other => other?,
        };
        if set.is_some() {
            self.audit
                .record(
                    &mut transaction,
                    plain(person.id, kind::NICKNAME_SET, origin),
                )
                .await?;
        }
        transaction.commit().await?;
        self.sessions.forget_person(person.id);
        if set.is_some() {
            return Ok(nickname);
        }
        let current: Option<Option<String>> =
            sqlx::query_scalar("select nickname from kernel.account where id = $1")
                .bind(person.id)
                .fetch_optional(&self.pool)
                .await?;
        // A retry with the same nickname succeeds: the client lost the first response.
        if current.flatten().as_deref() == Some(nickname.as_str()) {
            return Ok(nickname);
        }
        Err(NICKNAME_ALREADY_SET.into())
    }

    /// Whether an erased account had this nickname.
    async fn is_retired(&self, connection: &mut PgConnection, nickname: &str) -> Result<bool> {
        let row = sqlx::query("select 1 from kernel.retired_nickname where hash = $1")
            .bind(self.nickname_hash(nickname))
            .fetch_optional(connection)
            .await?;
        Ok(row.is_some())
    }

    /// Prevents reuse of an erased account's nickname, without storing the name itself.
    pub(crate) async fn retire_nickname(
        &self,
        connection: &mut PgConnection,
        nickname: &str,
    ) -> Result<()> {
        sqlx::query(
            "insert into kernel.retired_nickname (hash) values ($1) on conflict do nothing",
        )
        .bind(self.nickname_hash(nickname))
        .execute(connection)
        .await?;
        Ok(())
    }

    fn nickname_hash(&self, nickname: &str) -> Vec<u8> {
        self.secret
            .derive("retired nicknames")
            .mac(&[nickname.as_bytes()])
            .to_vec()
    }

    /// # Errors
    /// The database is unreachable.
    pub async fn set_language(&self, person: &Person, language: Language) -> Result<()> {
        sqlx::query("update kernel.account set language = $2 where id = $1")
            .bind(person.id)
            .bind(language.as_str())
            .execute(&self.pool)
            .await?;
        self.sessions.forget(person.session);
        Ok(())
    }

    /// Creates an account that is verified and has a nickname: for seeding.
    ///
    /// # Errors
    /// The email or the nickname is taken.
    pub async fn create_ready(
        &self,
        connection: &mut PgConnection,
        email: &str,
        password: &str,
        nickname: &str,
        roles: &[(&str, &str)],
    ) -> Result<Uuid> {
        let (email, password) = parse_both(email, password)?;
        let hash = self.passwords.hash(password.as_str()).await?;
        let id = self.rng.uuid(self.clock.now_ms());
        sqlx::query(
            "insert into kernel.account (id, email, email_key, password_hash, nickname, verified_at)
             values ($1, $2, $3, $4, $5, $6)",
        )
        .bind(id)
        .bind(email.as_str())
        .bind(email.key())
        .bind(hash)
        .bind(nickname)
        .bind(self.clock.now())
        .execute(&mut *connection)
        .await?;
        for (scope, role) in roles {
            sqlx::query(
                "insert into kernel.role_binding (account_id, scope, role) values ($1, $2, $3)",
            )
            .bind(id)
            .bind(scope)
            .bind(role)
            .execute(&mut *connection)
            .await?;
        }
        Ok(id)
    }

    pub(super) async fn find(&self, email: &Email) -> Result<Option<Account>> {
        Ok(sqlx::query_as(
            "select id, email, password_hash, language, verified_at is not null as verified, created_at
             from kernel.account where email_key = $1",
        )
        .bind(email.key())
        .fetch_optional(&self.pool)
        .await?)
    }

    /// The catalogue's row, or one that does not reveal whether an account has this email.
    pub(super) fn mask_login_error(&self, row: Catalogue) -> Catalogue {
        self.mask_account_existence(row, LOGIN_FAILED)
    }

    /// `row`, or in deployments that hide which emails have accounts, the response for an unknown email.
    pub(super) fn mask_account_existence(&self, row: Catalogue, unknown: Catalogue) -> Catalogue {
        if self.config.generic_errors {
            unknown
        } else {
            row
        }
    }

    /// The response to a registration of an address that has an account. In deployments that hide which emails have
    /// accounts, it equals the response for a free address, and the owner gets a mail about it, at most one a day.
    async fn taken(&self, email: &Email, owner: Option<Uuid>) -> Result<Registered> {
        if !self.config.generic_errors {
            return Err(USER_ALREADY_EXIST.into());
        }
        if let Some(owner) = owner {
            let mut transaction = begin(&self.pool, "begin").await?;
            let key = self
                .throttle
                .throttle_key("registered again", owner.as_bytes());
            if self.throttle.count(&mut transaction, key, false).await? == Some(1) {
                self.mail
                    .notify(&mut transaction, owner, Message::already_registered)
                    .await?;
            }
            self.mail.commit_mail(transaction).await?;
        }
        Ok(registered(email))
    }
}

/// An audit entry without details.
fn plain<'a>(account: Uuid, kind: &'a str, origin: &'a Origin) -> Entry<'a> {
    Entry {
        account,
        kind,
        by: None,
        origin,
        details: serde_json::json!({}),
    }
}

fn registered(email: &Email) -> Registered {
    Registered {
        email: email.as_str().to_owned(),
        expires_in_s: CODE_LIFETIME.whole_seconds(),
        resend_after_s: RESEND_AFTER.whole_seconds(),
    }
}

fn parse_both(email: &str, password: &str) -> Result<(Email, Password)> {
    let mut fields = Vec::new();
    let email = field(Email::parse(email), "email", &mut fields);
    let password = field(Password::parse(password), "password", &mut fields);
    match (email, password) {
        (Some(email), Some(password)) => Ok((email, password)),
        _ => Err(Problem::fields(fields).into()),
    }
}

/// Returns the value, or adds its error to the field errors.
pub(super) fn field<T>(
    parsed: std::result::Result<T, crate::error::Localized>,
    name: &str,
    fields: &mut Vec<FieldProblem>,
) -> Option<T> {
    parsed
        .map_err(|message| {
            fields.push(FieldProblem {
                field: name.to_owned(),
                message,
            });
        })
        .ok()
}
