//! One-use codes that sign in another browser; a link contains the code instead of a token. Codes are encrypted, bound
//! to this purpose, and valid for one minute and one use.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgPool;
use time::Duration;
use uuid::Uuid;

use super::audit::{AuditLog, Entry, kind};
use super::logins::{LoggedIn, Logins};
use super::messages::LOGIN_CODE_INVALID;
use super::tickets::{TicketKind, Tickets};
use super::validation::masked_email;
use super::{Method, Origin};
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::error::{Error, Result};
use crate::postgres::begin;
use crate::secret::Secret;

/// How long a code is valid.
pub const LOGIN_CODE_LIFETIME: Duration = Duration::seconds(60);
/// The purpose inside of the sealed text, so that no other sealed text is accepted as a login code.
const AUDIENCE: &str = "witverse-url-login";
/// The maximum length of a code; longer texts are refused.
const MAX_BYTES: usize = 1024;

/// The public profile of a code's account. The holder of the code may be another person.
#[derive(Debug)]
pub struct LoginCodeAccount {
    pub id: Uuid,
    pub nickname: Option<String>,
    pub masked_email: String,
    pub image: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Sealed {
    aud: String,
    sub: Uuid,
    exp: i64,
    ticket: String,
}

/// One-use codes that sign in another browser.
#[derive(Clone)]
pub struct LoginCodes {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) secret: Secret,
    pub(super) audit: AuditLog,
    pub(super) logins: Logins,
    pub(super) tickets: Tickets,
}

impl LoginCodes {
    /// Creates a code that signs in another browser as the same person.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn issue_login_code(&self, person: &Person, origin: &Origin) -> Result<String> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let ticket = self
            .tickets
            .issue_ticket(
                &mut transaction,
                TicketKind::LoginCode,
                Some(person.id),
                &person.session,
                LOGIN_CODE_LIFETIME,
            )
            .await?;
        let entry = Entry {
            account: person.id,
            kind: kind::LOGIN_CODE_ISSUED,
            by: None,
            origin,
            details: json!({}),
        };
        self.audit.record(&mut transaction, entry).await?;
        transaction.commit().await?;
        let sealed = Sealed {
            aud: AUDIENCE.to_owned(),
            sub: person.id,
            exp: (self.clock.now() + LOGIN_CODE_LIFETIME).unix_timestamp(),
            ticket,
        };
        let text = serde_json::to_vec(&sealed).map_err(Error::internal)?;
        let sealed =
            self.secret
                .derive("login codes")
                .seal(self.rng.bytes(), AUDIENCE.as_bytes(), &text);
        Ok(URL_SAFE_NO_PAD.encode(sealed))
    }

    /// Returns the account of a code without using up the code.
    ///
    /// # Errors
    /// `login_code_invalid`.
    pub async fn describe_login_code(&self, code: &str) -> Result<LoginCodeAccount> {
        let sealed = self.open_login_code(code).ok_or(LOGIN_CODE_INVALID)?;
        let mut connection = self.pool.acquire().await?;
        let ticket = self
            .tickets
            .read_ticket::<Uuid>(&mut connection, TicketKind::LoginCode, &sealed.ticket)
            .await?
            .filter(|ticket| ticket.account == Some(sealed.sub))
            .ok_or(LOGIN_CODE_INVALID)?;
        let (id, nickname, email, image): (Uuid, _, String, _) = sqlx::query_as(
            "select a.id, a.nickname, a.email, a.picture from kernel.account a
             join kernel.session s on s.account_id = a.id
             where s.id = $1 and a.id = $2 and s.revoked_at is null and a.erased_at is null",
        )
        .bind(ticket.payload)
        .bind(sealed.sub)
        .fetch_optional(&mut *connection)
        .await?
        .ok_or(LOGIN_CODE_INVALID)?;
        Ok(LoginCodeAccount {
            id,
            nickname,
            masked_email: masked_email(&email),
            image,
        })
    }

    /// Signs in a browser with a code; the session that created the code must still be valid.
    ///
    /// # Errors
    /// `login_code_invalid`, `suspended`.
    pub async fn redeem_login_code(&self, code: &str, origin: &Origin) -> Result<LoggedIn> {
        let sealed = self.open_login_code(code).ok_or(LOGIN_CODE_INVALID)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let ticket = self
            .tickets
            .take_ticket::<Uuid>(&mut transaction, TicketKind::LoginCode, &sealed.ticket)
            .await?
            .filter(|ticket| ticket.account == Some(sealed.sub))
            .ok_or(LOGIN_CODE_INVALID)?;
        let held = sqlx::query(
            "select 1 from kernel.session where id = $1 and account_id = $2 and revoked_at is null
             for share",
        )
        .bind(ticket.payload)
        .bind(sealed.sub)
        .fetch_optional(&mut *transaction)
        .await?;
        if held.is_none() {
            return Err(LOGIN_CODE_INVALID.into());
        }
        let entry = Entry {
            account: sealed.sub,
            kind: kind::LOGIN_CODE_USED,
            by: None,
            origin,
            details: json!({}),
        };
        self.audit.record(&mut transaction, entry).await?;
        let tokens = self
            .logins
            .open_session(&mut transaction, sealed.sub, Method::Link, origin)
            .await?;
        transaction.commit().await?;
        self.logins.logged_in(tokens).await
    }

    fn open_login_code(&self, code: &str) -> Option<Sealed> {
        if code.len() > MAX_BYTES {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(code).ok()?;
        let text = self
            .secret
            .derive("login codes")
            .open(AUDIENCE.as_bytes(), &bytes)?;
        let sealed: Sealed = serde_json::from_slice(&text).ok()?;
        let now = self.clock.now().unix_timestamp();
        (sealed.aud == AUDIENCE && sealed.exp > now).then_some(sealed)
    }
}
