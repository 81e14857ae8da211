//! Pending registrations of unverified addresses: each has its own password and its own code, and a code verifies only
//! the registration that it was sent for.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, PgPool, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::messages::{CODE_NOT_MATCHED, INVALID_CODE};
use super::verification_codes::{CODE_LIFETIME, MAX_TRIES, SentCodes, VerificationCodes};
use super::{Email, Passwords, VerificationCode};
use crate::clock::{Clock, Rng};
use crate::error::{Catalogue, Language, Result};
use crate::mailer::{self, Message};
use crate::secret::{Secret, constant_time_eq};

/// How long a registration can be verified.
pub(crate) const PENDING: Duration = Duration::hours(24);

/// A pending registration.
pub(super) struct SignUp {
    pub(super) id: Uuid,
    pub(super) account: Uuid,
    pub(super) email: String,
    pub(super) password_hash: String,
    pub(super) language: Language,
    pub(super) created_at: OffsetDateTime,
}

impl FromRow<'_, PgRow> for SignUp {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            account: row.try_get("account_id")?,
            email: row.try_get("email")?,
            password_hash: row.try_get("password_hash")?,
            language: Language::parse(row.try_get("language")?).unwrap_or_default(),
            created_at: row.try_get("created_at")?,
        })
    }
}

/// A registration and the code that was sent for it.
#[derive(FromRow)]
struct Coded {
    #[sqlx(flatten)]
    sign_up: SignUp,
    code_hash: Option<Vec<u8>>,
    code_expires_at: Option<OffsetDateTime>,
    tries: i32,
}

/// The outcome of an attempt. Wrong attempts are counted, so their transaction commits too.
pub(super) enum Tried {
    Right(SignUp),
    Wrong(Catalogue),
}

/// The pending registrations of all addresses. The account row of an unverified address exists, without a password;
/// it is locked before its registrations.
#[derive(Clone)]
pub(super) struct SignUps {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) secret: Secret,
    pub(super) passwords: Passwords,
    pub(super) codes: VerificationCodes,
}

impl SignUps {
    /// Hashes a password with the salt of its address, so that one costly hash is compared with every registration, and
    /// the time of a response does not depend on their number.
    pub(super) async fn password_hash(&self, email: &Email, password: &str) -> Result<String> {
        let tag = self
            .secret
            .derive("sign-up salts")
            .mac(&[email.key().as_bytes()]);
        let salt = std::array::from_fn(|at| tag[at]);
        self.passwords.hash_with_salt(password, salt).await
    }

    /// The registration of an address with this password.
    pub(super) async fn with_password(
        &self,
        account: Uuid,
        email: &Email,
        password: &str,
    ) -> Result<Option<SignUp>> {
        let hash = self.password_hash(email, password).await?;
        let mut connection = self.pool.acquire().await?;
        self.with_hash(&mut connection, account, &hash).await
    }

    async fn with_hash(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        hash: &str,
    ) -> Result<Option<SignUp>> {
        let pending = self.pending(connection, account).await?;
        Ok(pending
            .into_iter()
            .find(|sign_up| constant_time_eq(sign_up.password_hash.as_bytes(), hash.as_bytes())))
    }

    /// The registrations of an address, newest first.
    async fn pending(&self, connection: &mut PgConnection, account: Uuid) -> Result<Vec<SignUp>> {
        Ok(sqlx::query_as(
            "select id, account_id, email, password_hash, language, created_at
             from kernel.sign_up where account_id = $1 and expires_at > $2 order by created_at desc, id desc",
        )
        .bind(account)
        .bind(self.clock.now())
        .fetch_all(connection)
        .await?)
    }

    /// The registration that a browser speaks of: its own one, or without one the newest.
    pub(super) async fn current(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        own: Option<Uuid>,
    ) -> Result<Option<SignUp>> {
        let pending = self.pending(connection, account).await?;
        Ok(pending
            .into_iter()
            .find(|sign_up| own.is_none_or(|own| own == sign_up.id)))
    }

    /// Adds a registration, or finds the one with the same password; returns whether it is new. The caller has locked
    /// the account. If the address has five already, the oldest one is replaced.
    pub(super) async fn add(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        email: &Email,
        hash: &str,
        language: Language,
    ) -> Result<(SignUp, bool)> {
        if let Some(known) = self.with_hash(connection, account, hash).await? {
            return Ok((known, false));
        }
        let now = self.clock.now();
        sqlx::query("delete from kernel.sign_up where account_id = $1 and expires_at <= $2")
            .bind(account)
            .bind(now)
            .execute(&mut *connection)
            .await?;
        let sign_up = sqlx::query_as(
            "insert into kernel.sign_up
                 (id, account_id, slot, email, password_hash, language, created_at, expires_at)
             select $1, $2, (
                 select n from generate_series(1, 5) n
                 left join kernel.sign_up s on s.account_id = $2 and s.slot = n
                 order by s.created_at nulls first, s.id, n limit 1
             ), $3, $4, $5, $6, $7
             on conflict (account_id, slot) do update set id = excluded.id, email = excluded.email,
                 password_hash = excluded.password_hash, language = excluded.language, code_hash = null,
                 code_expires_at = null, tries = 0, created_at = excluded.created_at,
                 expires_at = excluded.expires_at
             returning id, account_id, email, password_hash, language, created_at",
        )
        .bind(self.rng.uuid(self.clock.now_ms()))
        .bind(account)
        .bind(email.as_str())
        .bind(hash)
        .bind(language.as_str())
        .bind(now)
        .bind(now + PENDING)
        .fetch_one(connection)
        .await?;
        Ok((sign_up, true))
    }

    /// Creates a code for a registration, which replaces its earlier one, and queues its mail, all in the caller's
    /// transaction. The limits of mails count for the address.
    ///
    /// # Errors
    /// `resend_too_soon` or `resend_limit`.
    pub(super) async fn send_code(
        &self,
        connection: &mut PgConnection,
        sign_up: &SignUp,
        language: Language,
    ) -> Result<()> {
        sqlx::query("select 1 from kernel.account where id = $1 for update")
            .bind(sign_up.account)
            .execute(&mut *connection)
            .await?;
        let sent: Option<SentCodes> = sqlx::query_as(
            "select sent_at, sent_on, sent_count from kernel.sign_up_mail where account_id = $1",
        )
        .bind(sign_up.account)
        .fetch_optional(&mut *connection)
        .await?;
        let count = self.codes.count_sent(sent)?;
        let now = self.clock.now();
        let code = format!("{:06}", self.codes.draw_code());
        let coded = sqlx::query(
            "update kernel.sign_up set code_hash = $2, code_expires_at = $3, tries = 0 where id = $1",
        )
        .bind(sign_up.id)
        .bind(&self.code_hash(sign_up.id, &code)[..])
        .bind(now + CODE_LIFETIME)
        .execute(&mut *connection)
        .await?;
        if coded.rows_affected() == 0 {
            // A concurrent request verified the address or replaced this registration.
            return Ok(());
        }
        sqlx::query(
            "insert into kernel.sign_up_mail (account_id, sent_at, sent_on, sent_count) values ($1, $2, $3, $4)
             on conflict (account_id) do update set sent_at = excluded.sent_at, sent_on = excluded.sent_on,
                 sent_count = excluded.sent_count",
        )
        .bind(sign_up.account)
        .bind(now)
        .bind(self.codes.clock.today_kst())
        .bind(count)
        .execute(&mut *connection)
        .await?;
        let message = Message::verification_code(&sign_up.email, &code, language);
        mailer::queue(connection, &self.rng, &self.clock, &message).await
    }

    /// Compares a code with the one of the browser's own registration, or without one with those of all registrations of
    /// the address. The attempt counts against all of them, so that several codes are not easier to guess than one. The
    /// caller has locked the account.
    pub(super) async fn try_code(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        own: Option<Uuid>,
        code: &VerificationCode,
    ) -> Result<Tried> {
        let now = self.clock.now();
        let tried: Vec<Coded> = sqlx::query_as(
            "update kernel.sign_up set tries = tries + 1 where account_id = $1 and expires_at > $2
             returning id, account_id, email, password_hash, language, created_at, code_hash, code_expires_at, tries",
        )
        .bind(account)
        .bind(now)
        .fetch_all(connection)
        .await?;
        let (mut compared, mut right) = (0, Vec::new());
        for coded in tried {
            let valid = coded.code_expires_at.is_some_and(|until| until > now)
                && coded.tries <= MAX_TRIES
                && own.is_none_or(|own| own == coded.sign_up.id);
            let Some(expected) = coded.code_hash.filter(|_| valid) else {
                continue;
            };
            compared += 1;
            let given = self.code_hash(coded.sign_up.id, code.as_str());
            if constant_time_eq(&expected, &given) {
                right.push(coded.sign_up);
            }
        }
        Ok(match (compared, right.pop()) {
            (0, _) => Tried::Wrong(INVALID_CODE),
            // Two registrations drew the same code: it does not say which one is meant.
            (_, Some(sign_up)) if right.is_empty() => Tried::Right(sign_up),
            _ => Tried::Wrong(CODE_NOT_MATCHED),
        })
    }

    /// Deletes all registrations of an address that is verified now.
    pub(super) async fn delete_all(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
    ) -> Result<()> {
        for statement in [
            "delete from kernel.sign_up where account_id = $1",
            "delete from kernel.sign_up_mail where account_id = $1",
        ] {
            sqlx::query(statement)
                .bind(account)
                .execute(&mut *connection)
                .await?;
        }
        Ok(())
    }

    /// The mark that binds a browser to its registration of an address.
    pub(super) fn browser_mark(&self, email: &Email, sign_up: Uuid) -> String {
        let tag = self.browser_tag(email, sign_up);
        format!("{}.{}", sign_up.simple(), URL_SAFE_NO_PAD.encode(tag))
    }

    /// The mark of a browser for an address without a registration; it looks like any other.
    pub(super) fn decoy_mark(&self, email: &Email) -> String {
        self.browser_mark(email, self.rng.uuid(self.clock.now_ms()))
    }

    /// The registration that a mark binds its browser to, if the mark is of this address. It may have expired: the
    /// browser is then not bound to another one, because the newest mail could have the code of another registration.
    pub(super) fn bound(&self, email: &Email, mark: Option<&str>) -> Option<Uuid> {
        let (id, tag) = mark?.split_once('.')?;
        let id = Uuid::try_parse(id).ok()?;
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        constant_time_eq(&self.browser_tag(email, id), &tag).then_some(id)
    }

    fn browser_tag(&self, email: &Email, sign_up: Uuid) -> [u8; 32] {
        self.secret
            .derive("sign-up browsers")
            .mac(&[email.key().as_bytes(), sign_up.as_bytes()])
    }

    fn code_hash(&self, sign_up: Uuid, code: &str) -> [u8; 32] {
        self.secret
            .derive("email codes")
            .mac(&[sign_up.as_bytes(), code.as_bytes()])
    }
}
