//! Registration of an address and its verification.

use sqlx::PgConnection;
use uuid::Uuid;

use super::accounts::{Accounts, field, parse_both, plain};
use super::audit::kind;
use super::messages::{
    ALREADY_CONFIRMED, INVALID_CODE, UNACTIVATED_USER, USER_ALREADY_EXIST, USER_NOT_EXIST,
};
use super::sign_ups::{SignUp, Tried};
use super::verification_codes::{CODE_LIFETIME, RESEND_AFTER};
use super::{Email, Origin, VerificationCode};
use crate::error::{Error, Language, Problem, Result};
use crate::mailer::Message;
use crate::postgres::begin;

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
    /// The mark that binds the browser to this registration.
    pub browser: String,
}

impl Accounts {
    /// Registers an address and sends its code.
    ///
    /// With the password of a pending registration, that one continues. With another password a further registration is
    /// pending beside it, with its own code.
    ///
    /// # Errors
    /// Invalid fields, captcha problems, `user_already_exist`, `resend_limit`.
    pub async fn register(&self, new: NewAccount<'_>, origin: &Origin) -> Result<Registered> {
        let (email, password) = parse_both(new.email, new.password)?;
        // Used up also if the registration fails: one proof of work pays for one address check and one costly hash.
        let mut connection = self.pool.acquire().await?;
        self.captcha.spend(&mut connection, new.captcha).await?;
        drop(connection);
        // In every case one hash, so that every response takes the same time.
        let hash = self
            .sign_ups
            .password_hash(&email, password.as_str())
            .await?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let Some(account) = self
            .lock_unverified(&mut transaction, &email, new.language)
            .await?
        else {
            drop(transaction);
            return self.taken(&email).await;
        };
        let (sign_up, is_new) = self
            .sign_ups
            .add(&mut transaction, account, &email, &hash, new.language)
            .await?;
        let sent = self
            .sign_ups
            .send_code(&mut transaction, &sign_up, new.language)
            .await;
        let wait = match sent {
            Ok(()) => RESEND_AFTER.whole_seconds(),
            Err(Error::Problem(_)) if self.config.generic_errors => RESEND_AFTER.whole_seconds(),
            // A mail went to this address a short time ago. A code of this registration that was sent then is still
            // valid; a new registration can request its code after the wait.
            Err(Error::Problem(problem)) if problem.retry_after_s.is_some() => {
                problem.retry_after_s.unwrap_or_default().cast_signed()
            }
            Err(error) => return Err(error),
        };
        if is_new {
            self.audit
                .record(&mut transaction, plain(account, kind::REGISTERED, origin))
                .await?;
        }
        self.mail.commit_mail(transaction).await?;
        let mark = self.sign_ups.browser_mark(&email, sign_up.id);
        Ok(registered(&email, wait, mark))
    }

    /// Locks the account of an address that is not verified, and creates it for an unknown address. Returns `None` for
    /// a verified address.
    async fn lock_unverified(
        &self,
        connection: &mut PgConnection,
        email: &Email,
        language: Language,
    ) -> Result<Option<Uuid>> {
        // The change of `created_at` also keeps a concurrent sweep from deleting the account.
        Ok(sqlx::query_scalar(
            "insert into kernel.account as a (id, email, email_key, language, created_at)
             values ($1, $2, $3, $4, $5)
             on conflict (email_key) do update set created_at = excluded.created_at where a.verified_at is null
             returning id",
        )
        .bind(self.rng.uuid(self.clock.now_ms()))
        .bind(email.as_str())
        .bind(email.key())
        .bind(language.as_str())
        .bind(self.clock.now())
        .fetch_optional(connection)
        .await?)
    }

    /// Verifies an address with the code of a registration, whose password becomes that of the account. The other
    /// registrations of the address are deleted.
    ///
    /// # Errors
    /// `already_confirmed`, `invalid` (no code, expired, too many attempts), `code_not_matched`.
    pub async fn verify_email(
        &self,
        email: &str,
        code: &str,
        browser: Option<&str>,
        origin: &Origin,
    ) -> Result<Email> {
        let mut fields = Vec::new();
        let email = field(Email::parse(email), "email", &mut fields);
        let code = field(VerificationCode::parse(code), "code", &mut fields);
        let (Some(email), Some(code)) = (email, code) else {
            return Err(Problem::fields(fields).into());
        };
        let mut transaction = begin(&self.pool, "begin").await?;
        let known: Option<(Uuid, bool)> = sqlx::query_as(
            "select id, verified_at is not null from kernel.account where email_key = $1 for update",
        )
        .bind(email.key())
        .fetch_optional(&mut *transaction)
        .await?;
        let (account, verified) = known.ok_or(INVALID_CODE)?;
        if verified {
            return Err(self
                .mask_account_existence(ALREADY_CONFIRMED, INVALID_CODE)
                .into());
        }
        let own = self.sign_ups.bound(&email, browser);
        let tried = self
            .sign_ups
            .try_code(&mut transaction, account, own, &code)
            .await?;
        match tried {
            Tried::Right(sign_up) => {
                self.confirm(&mut transaction, &sign_up, origin).await?;
                transaction.commit().await?;
                Ok(email)
            }
            Tried::Wrong(problem) => {
                transaction.commit().await?;
                Err(self.mask_account_existence(problem, INVALID_CODE).into())
            }
        }
    }

    async fn confirm(
        &self,
        connection: &mut PgConnection,
        sign_up: &SignUp,
        origin: &Origin,
    ) -> Result<()> {
        sqlx::query(
            "update kernel.account set email = $2, password_hash = $3, language = $4, created_at = $5,
                 password_changed_at = $5, verified_at = $6
             where id = $1",
        )
        .bind(sign_up.account)
        .bind(&sign_up.email)
        .bind(&sign_up.password_hash)
        .bind(sign_up.language.as_str())
        .bind(sign_up.created_at)
        .bind(self.clock.now())
        .execute(&mut *connection)
        .await?;
        self.sign_ups
            .delete_all(connection, sign_up.account)
            .await?;
        self.audit
            .record(connection, plain(sign_up.account, kind::VERIFIED, origin))
            .await
    }

    /// Sends a new code for the browser's registration, or without one for the newest of the address; returns the
    /// seconds until the next one may be requested.
    ///
    /// # Errors
    /// `user_not_exist`, `already_confirmed`, `resend_too_soon`, `resend_limit`.
    pub async fn resend_code(&self, email: &str, browser: Option<&str>) -> Result<i64> {
        let email = Email::parse(email).map_err(|message| Problem::field("email", message))?;
        let known = self.find(&email).await?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let own = self.sign_ups.bound(&email, browser);
        let sign_up = match known {
            Some(account) if account.verified => Err(ALREADY_CONFIRMED),
            Some(account) => self
                .sign_ups
                .current(&mut transaction, account.id, own)
                .await?
                .ok_or(USER_NOT_EXIST),
            None => Err(USER_NOT_EXIST),
        };
        let sent = match sign_up {
            Ok(sign_up) => {
                self.sign_ups
                    .send_code(&mut transaction, &sign_up, sign_up.language)
                    .await
            }
            Err(problem) => Err(problem.into()),
        };
        match sent {
            Err(Error::Problem(_)) if self.config.generic_errors => {}
            other => other?,
        }
        self.mail.commit_mail(transaction).await?;
        Ok(RESEND_AFTER.whole_seconds())
    }

    /// Sends a new code, unless the last one was sent recently and is still valid.
    pub(super) async fn ask_to_verify(&self, sign_up: &SignUp) -> Result<Problem> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let sent = self
            .sign_ups
            .send_code(&mut transaction, sign_up, sign_up.language)
            .await;
        self.mail.commit_mail(transaction).await?;
        match sent {
            Ok(()) => Ok(UNACTIVATED_USER.into()),
            Err(Error::Problem(problem)) => Ok(Problem {
                retry_after_s: problem.retry_after_s,
                ..UNACTIVATED_USER.into()
            }),
            Err(error) => Err(error),
        }
    }

    /// The response to a registration of an address that has an account. In deployments that hide which emails have
    /// accounts, it equals the response for a free address, and the owner gets a mail about it, at most one a day.
    async fn taken(&self, email: &Email) -> Result<Registered> {
        if !self.config.generic_errors {
            return Err(USER_ALREADY_EXIST.into());
        }
        if let Some(account) = self.find(email).await? {
            let owner = account.id;
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
        let mark = self.sign_ups.decoy_mark(email);
        Ok(registered(email, RESEND_AFTER.whole_seconds(), mark))
    }
}

fn registered(email: &Email, resend_after_s: i64, browser: String) -> Registered {
    Registered {
        email: email.as_str().to_owned(),
        expires_in_s: CODE_LIFETIME.whole_seconds(),
        resend_after_s,
        browser,
    }
}
