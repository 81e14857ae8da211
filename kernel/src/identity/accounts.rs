//! The account of a person: nickname, language. Its registration is in `registration`.

use std::sync::Arc;

use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, PgPool, Row};
use uuid::Uuid;

use super::account_mail::AccountMail;
use super::audit::{AuditLog, Entry, kind};
use super::login_throttle::LoginThrottle;
use super::messages::{DUPLICATE_NICKNAME, LOGIN_FAILED, NICKNAME_ALREADY_SET};
use super::sessions::Sessions;
use super::sign_ups::SignUps;
use super::{Captcha, Email, ForbiddenWords, Nickname, Origin, Password, Passwords};
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::config::Auth;
use crate::error::{Catalogue, FieldProblem, Language, Problem, Result};
use crate::postgres::begin;
use crate::secret::Secret;

pub(super) struct Account {
    pub(super) id: Uuid,
    pub(super) email: String,
    /// Null for an unverified address, whose registrations have the passwords.
    pub(super) password_hash: Option<String>,
    pub(super) language: Language,
    pub(super) verified: bool,
}

impl FromRow<'_, PgRow> for Account {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            email: row.try_get("email")?,
            password_hash: row.try_get("password_hash")?,
            language: Language::parse(row.try_get("language")?).unwrap_or_default(),
            verified: row.try_get("verified")?,
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
    pub(super) sign_ups: SignUps,
}

impl Accounts {
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

    /// The account of an address that is verified or has a pending registration.
    pub(super) async fn find(&self, email: &Email) -> Result<Option<Account>> {
        Ok(sqlx::query_as(
            "select id, email, password_hash, language, verified_at is not null as verified
             from kernel.account a where email_key = $1 and (verified_at is not null or exists (
                 select 1 from kernel.sign_up s where s.account_id = a.id and s.expires_at > $2))",
        )
        .bind(email.key())
        .bind(self.clock.now())
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
}

/// An audit entry without details.
pub(super) fn plain<'a>(account: Uuid, kind: &'a str, origin: &'a Origin) -> Entry<'a> {
    Entry {
        account,
        kind,
        by: None,
        origin,
        details: serde_json::json!({}),
    }
}

pub(super) fn parse_both(email: &str, password: &str) -> Result<(Email, Password)> {
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
