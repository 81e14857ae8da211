//! Login with a password, and the final step that all kinds of login share.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::account_mail::AccountMail;
use super::accounts::{Account, Accounts, field};
use super::audit::{AuditLog, Entry, kind};
use super::login_throttle::{Attempt, CaptchaRule, LoginContext, LoginThrottle};
use super::messages::{
    LOGIN_EMAIL, LOGIN_PASSWORD, PASSWORD_UNMATCH, SUSPENDED, TICKET_INVALID, USER_NOT_EXIST,
};
use super::passkeys::Passkeys;
use super::second_factors::{MAX_TRIES, SecondFactors};
use super::sessions::Sessions;
use super::sign_ups::SignUp;
use super::tickets::{TicketKind, Tickets};
use super::{Email, Method, Origin, Passwords, Renewed};
use crate::actor::{Actor, Person};
use crate::clock::{Clock, kst_minute};
use crate::error::{Error, FieldProblem, Localized, Problem, Result};
use crate::mailer::Message;
use crate::postgres::begin;

/// How long after a correct password the second factor is accepted.
pub(super) const SECOND_FACTOR_WITHIN: Duration = Duration::minutes(5);

/// The input of a login.
#[derive(Debug)]
pub struct Credentials<'a> {
    pub email: &'a str,
    pub password: &'a str,
}

/// A successful login.
#[derive(Debug)]
pub struct LoggedIn {
    pub tokens: Renewed,
    pub person: std::sync::Arc<Person>,
}

/// The outcome of a correct password.
#[derive(Debug)]
pub enum Login {
    Done(LoggedIn),
    /// A second factor is required; the ticket replaces the password in the next request.
    SecondFactor {
        ticket: String,
        expires_in_s: i64,
    },
    /// The address is not verified; its code is in the mail.
    Unverified {
        problem: Problem,
        /// The mark that binds the browser to the registration with this password.
        browser: String,
    },
}

/// The outcome of comparing a password.
enum PasswordCheck {
    Wrong,
    Right,
    /// It is the password of a pending registration.
    Pending(SignUp),
}

impl Login {
    /// The login, if no second factor is required.
    #[must_use]
    pub fn done(self) -> Option<LoggedIn> {
        match self {
            Self::Done(done) => Some(done),
            Self::SecondFactor { .. } | Self::Unverified { .. } => None,
        }
    }
}

/// The content of a second-factor ticket.
#[derive(Serialize, Deserialize)]
pub(super) struct PasswordShown {
    /// A digest of the verified password hash: a password change in between ends the login.
    pub(super) digest: String,
    /// The mark of a known device, which has its own failure counter.
    pub(super) device: Option<String>,
}

/// Completes every kind of login: checks, then a session and its audit entry in one transaction.
#[derive(Clone)]
pub struct Logins {
    pub(super) clock: Clock,
    pub(super) passwords: Passwords,
    pub(super) pool: PgPool,
    pub(super) mail: AccountMail,
    pub(super) accounts: Accounts,
    pub(super) audit: AuditLog,
    pub(super) throttle: LoginThrottle,
    pub(super) passkeys: Passkeys,
    pub(super) second_factors: SecondFactors,
    pub(super) sessions: Sessions,
    pub(super) tickets: Tickets,
}

impl Logins {
    /// Logs in with a password. A pending registration gets a new code; an account with a second factor a ticket.
    ///
    /// # Errors
    /// Empty fields, `user_not_exist`, `password_unmatch`, `suspended`, and the errors of the login throttle.
    pub async fn log_in(
        &self,
        given: Credentials<'_>,
        context: LoginContext<'_>,
        origin: &Origin,
    ) -> Result<Login> {
        let email = parse(&given)?;
        let known_device = context
            .device
            .filter(|mark| self.throttle.knows_device(email.as_str(), mark));
        let key = self.throttle.login_key(&email.key(), known_device);
        let network = origin.network();
        let captcha = CaptchaRule {
            network: known_device.is_none().then_some(&network),
            ticket: context.captcha,
        };
        let attempt = self.throttle.admit(key, Some(captcha)).await?;
        let account = self.accounts.find(&email).await?;
        let checked = self
            .check_password(account.as_ref(), &email, given.password)
            .await;
        let checked = match checked {
            Ok(checked) => checked,
            Err(error) => {
                self.throttle.refund_attempt(&attempt).await?;
                return Err(error);
            }
        };
        let known = account.as_ref().map(|account| account.id);
        let Some(account) = account.filter(|_| !matches!(checked, PasswordCheck::Wrong)) else {
            self.record_failure_later(known, &attempt, origin);
            let problem = known.map_or(USER_NOT_EXIST, |_| PASSWORD_UNMATCH);
            return Err(self.accounts.mask_login_error(problem).into());
        };
        // Committed separately: a correct password resets the failures, even if the login is refused below.
        let mut connection = self.pool.acquire().await?;
        self.throttle
            .reset_failures(&mut connection, &attempt)
            .await?;
        drop(connection);
        if let PasswordCheck::Pending(sign_up) = checked {
            return Ok(Login::Unverified {
                problem: self.accounts.ask_to_verify(&sign_up).await?,
                browser: self.accounts.sign_ups.browser_mark(&email, sign_up.id),
            });
        }
        let hash = self.renew_hash(&account, given.password).await?;
        let mut transaction = begin(&self.pool, "begin").await?;
        // Waits for a concurrent password change; if the password changed, the login fails.
        if !self
            .has_password_hash(&mut transaction, account.id, &digest(&hash))
            .await?
        {
            return Err(PASSWORD_UNMATCH.into());
        }
        self.refuse_suspended(&mut transaction, account.id).await?;
        if self
            .second_factors
            .asks_second_factor(&mut transaction, account.id)
            .await?
        {
            let shown = PasswordShown {
                digest: digest(&hash),
                device: known_device.map(str::to_owned),
            };
            let ticket = self
                .tickets
                .issue_ticket(
                    &mut transaction,
                    TicketKind::SecondFactor,
                    Some(account.id),
                    &shown,
                    SECOND_FACTOR_WITHIN,
                )
                .await?;
            transaction.commit().await?;
            return Ok(Login::SecondFactor {
                ticket,
                expires_in_s: SECOND_FACTOR_WITHIN.whole_seconds(),
            });
        }
        let tokens = self
            .open_session(&mut transaction, account.id, Method::Password, origin)
            .await?;
        transaction.commit().await?;
        Ok(Login::Done(self.logged_in(tokens).await?))
    }

    /// Compares a password with that of the account, or those of the pending registrations. It always costs one hash.
    async fn check_password(
        &self,
        account: Option<&Account>,
        email: &Email,
        password: &str,
    ) -> Result<PasswordCheck> {
        if let Some(unverified) = account.filter(|account| !account.verified) {
            let found = self
                .accounts
                .sign_ups
                .with_password(unverified.id, email, password)
                .await?;
            return Ok(found.map_or(PasswordCheck::Wrong, PasswordCheck::Pending));
        }
        let hash = account.and_then(|account| account.password_hash.as_deref());
        Ok(match self.passwords.verify(password, hash).await? {
            true => PasswordCheck::Right,
            false => PasswordCheck::Wrong,
        })
    }

    /// Starts a session and writes its audit entry: the final step of every kind of login.
    ///
    /// # Errors
    /// `suspended`.
    pub(super) async fn open_session(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        method: Method,
        origin: &Origin,
    ) -> Result<Renewed> {
        self.refuse_suspended(connection, account).await?;
        let tokens = self
            .sessions
            .start_session(connection, account, method, origin)
            .await?;
        let entry = Entry {
            account,
            kind: kind::LOGIN_SUCCEEDED,
            by: None,
            origin,
            details: serde_json::json!({ "method": method.as_str() }),
        };
        self.audit.record(connection, entry).await?;
        Ok(tokens)
    }

    /// The account of a new pair of tokens.
    pub(super) async fn logged_in(&self, tokens: Renewed) -> Result<LoggedIn> {
        match self.sessions.actor(&tokens.access).await? {
            Some(Actor::Person(person)) => Ok(LoggedIn { tokens, person }),
            _ => Err(Error::internal("a new session has no person")),
        }
    }

    /// Whether the password hash is still the verified one. Locks the row, so that a change waits for the commit.
    pub(super) async fn has_password_hash(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        shown: &str,
    ) -> Result<bool> {
        let current: Option<String> = sqlx::query_scalar(
            "select password_hash from kernel.account where id = $1 and erased_at is null for share",
        )
        .bind(account)
        .fetch_optional(connection)
        .await?;
        Ok(current.is_some_and(|hash| digest(&hash) == shown))
    }

    /// # Errors
    /// `suspended`, with the end and the reason.
    async fn refuse_suspended(&self, connection: &mut PgConnection, account: Uuid) -> Result<()> {
        let sanction: Option<(Option<OffsetDateTime>, String)> = sqlx::query_as(
            "select until, reason from kernel.sanction
             where account_id = $1 and action = 'suspend' and lifted_at is null
               and (until is null or until > $2)
             order by until desc nulls first limit 1",
        )
        .bind(account)
        .bind(self.clock.now())
        .fetch_optional(connection)
        .await?;
        match sanction {
            None => Ok(()),
            Some((until, reason)) => Err(suspended(until, &reason).into()),
        }
    }

    /// Hashes the password again if the stored hash has another cost than the current one.
    async fn renew_hash(&self, account: &Account, password: &str) -> Result<String> {
        let stored = account.password_hash.clone().unwrap_or_default();
        if !self.passwords.is_outdated(&stored) {
            return Ok(stored);
        }
        let fresh = self.passwords.hash(password).await?;
        let renewed = sqlx::query(
            "update kernel.account set password_hash = $3 where id = $1 and password_hash = $2",
        )
        .bind(account.id)
        .bind(&stored)
        .bind(&fresh)
        .execute(&self.pool)
        .await?;
        Ok(if renewed.rows_affected() == 1 {
            fresh
        } else {
            stored
        })
    }

    /// Records a failure concurrently with the response and not before it, so that the response time does not reveal
    /// whether the account exists.
    fn record_failure_later(&self, account: Option<Uuid>, attempt: &Attempt, origin: &Origin) {
        let (logins, origin, locks) = (self.clone(), origin.clone(), attempt.locks());
        tokio::spawn(async move {
            let recorded = async {
                logins
                    .throttle
                    .record_network_failure(&origin.network())
                    .await?;
                match account {
                    Some(account) => logins.record_failure(account, locks, &origin).await,
                    None => Ok(()),
                }
            };
            if let Err(error) = recorded.await {
                tracing::warn!(%error, "a failed login could not be recorded");
            }
        });
    }

    async fn record_failure(&self, account: Uuid, locks: bool, origin: &Origin) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut entry = Entry {
            account,
            kind: kind::LOGIN_FAILED,
            by: None,
            origin,
            details: serde_json::json!({}),
        };
        if locks {
            entry.kind = kind::LOGIN_LOCKED;
            self.mail.notify(&mut transaction, account, |to, language| {
                let what = (
                    "로그인 시도가 너무 많아, 오늘은 로그인한 적이 있는 기기와 패스키로만 로그인할 수 있습니다.",
                    "There were too many login attempts. For the rest of today, you can only log in with a passkey or on a device you've used before.",
                );
                Message::security_changed(to, what, &origin.ip, language)
            })
            .await?;
        }
        self.audit.record(&mut transaction, entry).await?;
        self.mail.commit_mail(transaction).await
    }

    /// Completes a login with a code of the authenticator app or a recovery code.
    ///
    /// # Errors
    /// `ticket_invalid`, `second_factor_wrong`, `login_delayed`, `suspended`.
    pub async fn finish_login(
        &self,
        ticket: &str,
        code: &str,
        origin: &Origin,
    ) -> Result<LoggedIn> {
        let mut connection = self.pool.acquire().await?;
        let begun = self
            .tickets
            .try_ticket::<PasswordShown>(&mut connection, TicketKind::SecondFactor, ticket)
            .await?
            .filter(|begun| begun.tries <= MAX_TRIES)
            .ok_or(TICKET_INVALID)?;
        drop(connection);
        let account = begun.account.ok_or(TICKET_INVALID)?;
        let key = match &begun.payload.device {
            Some(mark) => self
                .throttle
                .throttle_key("second factor on a device", mark.as_bytes()),
            None => self
                .throttle
                .throttle_key("second factor", account.as_bytes()),
        };
        let attempt = self.throttle.admit(key, None).await?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let used = self
            .second_factors
            .use_code(&mut transaction, account, code, origin)
            .await?;
        if let Some(problem) = used.problem() {
            let entry = Entry {
                account,
                kind: kind::SECOND_FACTOR_FAILED,
                by: None,
                origin,
                details: json!({}),
            };
            self.audit.record(&mut transaction, entry).await?;
            transaction.commit().await?;
            return Err(problem.into());
        }
        let taken = self
            .tickets
            .take_ticket::<PasswordShown>(&mut transaction, TicketKind::SecondFactor, ticket)
            .await?;
        if taken.is_none()
            || !self
                .has_password_hash(&mut transaction, account, &begun.payload.digest)
                .await?
        {
            return Err(TICKET_INVALID.into());
        }
        self.throttle
            .reset_failures(&mut transaction, &attempt)
            .await?;
        let tokens = self
            .open_session(&mut transaction, account, Method::Password, origin)
            .await?;
        transaction.commit().await?;
        self.logged_in(tokens).await
    }

    /// Signs in with a passkey.
    ///
    /// # Errors
    /// `ticket_invalid`, `passkey_refused`, `suspended`.
    pub async fn log_in_with_passkey(
        &self,
        ticket: &str,
        credential: &Value,
        origin: &Origin,
    ) -> Result<LoggedIn> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let account = self
            .passkeys
            .answered(
                &mut transaction,
                TicketKind::PasskeyLogin,
                ticket,
                credential,
            )
            .await?;
        let tokens = self
            .open_session(&mut transaction, account, Method::Passkey, origin)
            .await?;
        transaction.commit().await?;
        self.logged_in(tokens).await
    }
}

fn parse(given: &Credentials<'_>) -> Result<Email> {
    let mut fields = Vec::new();
    let email = field(
        Email::parse(given.email).map_err(|_| LOGIN_EMAIL.text()),
        "email",
        &mut fields,
    );
    let too_long = given.password.len() > 1024;
    if given.password.is_empty() || too_long {
        fields.push(FieldProblem {
            field: "password".into(),
            message: LOGIN_PASSWORD.text(),
        });
    }
    match email.filter(|_| fields.is_empty()) {
        Some(email) => Ok(email),
        None => Err(Problem::fields(fields).into()),
    }
}

/// A digest that identifies a password hash without revealing it.
pub(super) fn digest(password_hash: &str) -> String {
    crate::secret::hex(&Sha256::digest(password_hash.as_bytes()))
}

fn suspended(until: Option<OffsetDateTime>, reason: &str) -> Problem {
    let message = match until {
        Some(until) => Localized::new(
            format!(
                "{}까지 이용이 정지된 계정입니다. 사유: {reason}",
                kst_minute(until)
            ),
            format!(
                "This account is suspended until {} (KST). Reason: {reason}",
                kst_minute(until)
            ),
        ),
        None => Localized::new(
            format!("이용이 정지된 계정입니다. 사유: {reason}"),
            format!("This account is suspended. Reason: {reason}"),
        ),
    };
    Problem {
        message,
        ..SUSPENDED.into()
    }
}
