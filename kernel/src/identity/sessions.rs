//! Sessions and their refresh tokens. A token is rotated at each use; reuse of an old token ends the session.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use sqlx::{FromRow, PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::Tokens;
use super::account_mail::AccountMail;
use super::audit::{AuditLog, Entry, kind};
use super::messages::{NO_SUCH_SESSION, REFRESH_INVALID};
use super::origin::{Origin, shortened};
use crate::actor::{Actor, Person, RoleBinding};
use crate::clock::{Clock, Rng};
use crate::error::{Language, Result};
use crate::live::LiveHub;
use crate::mailer::Message;
use crate::person_cache::PersonCache;
use crate::postgres::begin;
use crate::room_effects::{RoomEffect, RoomEffects};
use crate::secret::Secret;

/// How long an unused session stays valid.
pub(super) const REFRESH_LIFETIME: Duration = Duration::days(30);
/// A client that lost the response may repeat a refresh within this time and gets the same successor.
const RETRY_WINDOW: Duration = Duration::seconds(10);

/// How a session was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Password,
    Passkey,
    /// A one-use link from another device.
    Link,
}

impl Method {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Passkey => "passkey",
            Self::Link => "link",
        }
    }
}

/// A session as shown to its owner.
#[derive(Debug, FromRow)]
pub struct SessionView {
    pub id: Uuid,
    pub created_at: OffsetDateTime,
    pub used_at: OffsetDateTime,
    pub user_agent: String,
    pub ip: String,
    pub method: String,
}

/// A refresh token with its session.
#[derive(FromRow)]
struct RefreshToken {
    session_id: Uuid,
    used_at: Option<OffsetDateTime>,
    expires_at: OffsetDateTime,
    account_id: Uuid,
    revoked_at: Option<OffsetDateTime>,
}

/// The account of a session, with its roles and sanctions.
#[derive(FromRow)]
struct PersonRow {
    id: Uuid,
    email: String,
    nickname: Option<String>,
    picture: Option<String>,
    has_image: bool,
    language: String,
    deletion_at: Option<OffsetDateTime>,
    authenticated_at: OffsetDateTime,
    role_scopes: Vec<String>,
    role_names: Vec<String>,
    suspended: bool,
    muted_until: Option<OffsetDateTime>,
}

/// A renewed pair of tokens.
#[derive(Debug)]
pub struct Renewed {
    pub access: String,
    pub refresh: String,
}

/// Sessions and their refresh tokens; resolves access tokens to people.
#[derive(Clone)]
pub struct Sessions {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) live: LiveHub,
    pub(super) rooms: RoomEffects,
    pub(super) people: PersonCache,
    pub(super) pool: PgPool,
    pub(super) secret: Secret,
    pub(super) tokens: Tokens,
    pub(super) mail: AccountMail,
    pub(super) audit: AuditLog,
}

impl Sessions {
    /// Starts a session in the caller's transaction.
    pub(super) async fn start_session(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        method: Method,
        origin: &Origin,
    ) -> Result<Renewed> {
        let session = self.rng.uuid(self.clock.now_ms());
        sqlx::query(
            "insert into kernel.session
                 (id, account_id, created_at, used_at, authenticated_at, user_agent, ip, method)
             values ($1, $2, $3, $3, $4, $5, $6, $7)",
        )
        .bind(session)
        .bind(account)
        .bind(self.clock.now())
        // A link proves that another device was signed in, but not the identity of this device's user.
        .bind(match method {
            Method::Link => OffsetDateTime::UNIX_EPOCH,
            Method::Password | Method::Passkey => self.clock.now(),
        })
        .bind(shortened(&origin.user_agent))
        .bind(&origin.ip)
        .bind(method.as_str())
        .execute(&mut *connection)
        .await?;
        let refresh = URL_SAFE_NO_PAD.encode(self.rng.bytes::<32>());
        self.insert_refresh_token(connection, session, &refresh)
            .await?;
        Ok(Renewed {
            access: self.tokens.issue(account, session)?,
            refresh,
        })
    }

    async fn insert_refresh_token(
        &self,
        connection: &mut PgConnection,
        session: Uuid,
        token: &str,
    ) -> Result<()> {
        sqlx::query(
            "insert into kernel.refresh_token (hash, session_id, expires_at) values ($1, $2, $3)",
        )
        .bind(hash(token))
        .bind(session)
        .bind(self.clock.now() + REFRESH_LIFETIME)
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Exchanges a refresh token for its successor and a new access token.
    /// `refresh_invalid`. A token that was used before ends its session.
    /// # Errors
    /// `refresh_invalid`; a token that was used before ends its whole session.
    pub async fn refresh(&self, token: &str, origin: &Origin) -> Result<Renewed> {
        let now = self.clock.now();
        let mut transaction = begin(&self.pool, "begin").await?;
        let known: RefreshToken = sqlx::query_as(
            "select t.session_id, t.used_at, t.expires_at, s.account_id, s.revoked_at
             from kernel.refresh_token t join kernel.session s on s.id = t.session_id
             where t.hash = $1 for update of t",
        )
        .bind(hash(token))
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(REFRESH_INVALID)?;
        let (session, account) = (known.session_id, known.account_id);
        if known.revoked_at.is_some() || known.expires_at <= now {
            return Err(REFRESH_INVALID.into());
        }
        // Derived from its predecessor, so that a retry returns the same token without storing it.
        let successor = URL_SAFE_NO_PAD.encode(
            self.secret
                .derive("refresh successor")
                .mac(&[token.as_bytes()]),
        );
        match known.used_at {
            None => {
                sqlx::query("update kernel.refresh_token set used_at = $2 where hash = $1")
                    .bind(hash(token))
                    .bind(now)
                    .execute(&mut *transaction)
                    .await?;
                self.insert_refresh_token(&mut transaction, session, &successor)
                    .await?;
                sqlx::query("update kernel.session set used_at = $2 where id = $1")
                    .bind(session)
                    .bind(now)
                    .execute(&mut *transaction)
                    .await?;
            }
            Some(used) if now - used <= RETRY_WINDOW => {}
            Some(_) => {
                let ended = self.end_session(&mut transaction, session).await?;
                if ended.is_some() {
                    self.report_reuse(&mut transaction, account, origin).await?;
                }
                self.mail.commit_mail(transaction).await?;
                self.forget_person(account);
                tracing::warn!(%account, %session, "a used refresh token was sent again: its session was ended");
                return Err(REFRESH_INVALID.into());
            }
        }
        transaction.commit().await?;
        Ok(Renewed {
            access: self.tokens.issue(account, session)?,
            refresh: successor,
        })
    }

    /// Records the reuse of a token and informs the person: another person may have had the token.
    async fn report_reuse(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        origin: &Origin,
    ) -> Result<()> {
        let entry = Entry {
            account,
            kind: kind::TOKEN_REUSED,
            by: None,
            origin,
            details: serde_json::json!({}),
        };
        self.audit.record(connection, entry).await?;
        self.mail
            .notify(connection, account, |to, language| {
                Message::session_stolen(to, &origin.ip, language)
            })
            .await
    }

    /// Ends a session; returns its account if it had not ended before.
    async fn end_session(
        &self,
        connection: &mut PgConnection,
        session: Uuid,
    ) -> Result<Option<Uuid>> {
        Ok(sqlx::query_scalar(
            "update kernel.session set revoked_at = $2 where id = $1 and revoked_at is null
             returning account_id",
        )
        .bind(session)
        .bind(self.clock.now())
        .fetch_optional(connection)
        .await?)
    }

    /// Ends the session of the access token's owner and that of the refresh token; does nothing for invalid tokens.
    /// Returns the accounts whose sessions ended.
    ///
    /// # Errors
    /// The database is unreachable.
    pub async fn log_out(&self, actor: &Actor, refresh: Option<&str>) -> Result<Vec<Uuid>> {
        let mut connection = self.pool.acquire().await?;
        let mut sessions: Vec<Uuid> = actor
            .person()
            .map(|person| person.session)
            .into_iter()
            .collect();
        if let Some(token) = refresh {
            let session: Option<Uuid> =
                sqlx::query_scalar("select session_id from kernel.refresh_token where hash = $1")
                    .bind(hash(token))
                    .fetch_optional(&mut *connection)
                    .await?;
            sessions.extend(session);
        }
        let mut ended = Vec::new();
        for session in sessions {
            ended.extend(self.end_session(&mut connection, session).await?);
            self.people.forget_session(session);
        }
        Ok(ended)
    }

    /// Ends every session of an account, except one if given. Returns how many ended. Call [`Identity::forget_person`]
    /// after the commit.
    pub(crate) async fn end_sessions(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        but: Option<Uuid>,
    ) -> Result<u64> {
        let ended = sqlx::query(
            "update kernel.session set revoked_at = $2
             where account_id = $1 and revoked_at is null and id is distinct from $3",
        )
        .bind(account)
        .bind(self.clock.now())
        .bind(but)
        .execute(connection)
        .await?;
        Ok(ended.rows_affected())
    }

    /// Removes a person's facts from the cache for all sessions, and makes their live connections and their places in rooms
    /// check whether the session is still valid.
    pub fn forget_person(&self, account: Uuid) {
        self.people.forget_account(account);
        self.live.wake(account);
        self.rooms.queue(RoomEffect::RefreshPerson {
            account,
            plugin: None,
        });
    }

    /// An account's active sessions, the last used first.
    ///
    /// # Errors
    /// The database is unreachable.
    pub async fn sessions(&self, account: Uuid) -> Result<Vec<SessionView>> {
        Ok(sqlx::query_as(
            "select id, created_at, used_at, user_agent, ip, method from kernel.session
             where account_id = $1 and revoked_at is null and used_at > $2
             order by used_at desc, id limit 100",
        )
        .bind(account)
        .bind(self.clock.now() - REFRESH_LIFETIME)
        .fetch_all(&self.pool)
        .await?)
    }

    /// Ends one of a person's own sessions.
    ///
    /// # Errors
    /// `not_found` for a session of another person or one that has ended.
    pub async fn revoke_session(
        &self,
        person: &Person,
        session: Uuid,
        origin: &Origin,
    ) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let ended = sqlx::query(
            "update kernel.session set revoked_at = $3
             where id = $1 and account_id = $2 and revoked_at is null",
        )
        .bind(session)
        .bind(person.id)
        .bind(self.clock.now())
        .execute(&mut *transaction)
        .await?;
        if ended.rows_affected() == 0 {
            return Err(NO_SUCH_SESSION.into());
        }
        let entry = Entry {
            account: person.id,
            kind: kind::SESSION_ENDED,
            by: None,
            origin,
            details: serde_json::json!({ "session": session }),
        };
        self.audit.record(&mut transaction, entry).await?;
        transaction.commit().await?;
        self.forget_person(person.id);
        Ok(())
    }

    /// Ends all of a person's sessions except the current one.
    ///
    /// # Errors
    /// The database is unreachable.
    pub async fn revoke_other_sessions(&self, person: &Person, origin: &Origin) -> Result<u64> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let ended = self
            .end_sessions(&mut transaction, person.id, Some(person.session))
            .await?;
        let entry = Entry {
            account: person.id,
            kind: kind::OTHERS_ENDED,
            by: None,
            origin,
            details: serde_json::json!({ "ended": ended }),
        };
        self.audit.record(&mut transaction, entry).await?;
        transaction.commit().await?;
        self.forget_person(person.id);
        Ok(ended)
    }

    /// The actor of an access token; `None` if the token is invalid or its session has ended.
    ///
    /// # Errors
    /// The database is unreachable.
    pub async fn actor(&self, token: &str) -> Result<Option<Actor>> {
        let Some(claims) = self.tokens.verify(token) else {
            return Ok(None);
        };
        let known = match self.people.get(claims.sid) {
            Some(known) => known,
            None => {
                let loaded = self.load_person(claims.sid).await?.map(Arc::new);
                self.people.insert(claims.sid, loaded.clone());
                loaded
            }
        };
        Ok(known
            .filter(|person| person.id == claims.sub)
            .map(Actor::Person))
    }

    /// The person of a session; `None` if the session is not active.
    ///
    /// # Errors
    /// The database is unreachable.
    pub async fn person_of(&self, session: Uuid) -> Result<Option<Arc<Person>>> {
        Ok(self.load_person(session).await?.map(Arc::new))
    }

    /// Whether a session is active.
    ///
    /// # Errors
    /// The database is unreachable.
    pub async fn session_holds(&self, session: Uuid) -> Result<bool> {
        Ok(self.load_person(session).await?.is_some())
    }

    /// Removes a session's facts from the cache.
    pub(super) fn forget(&self, session: Uuid) {
        self.people.forget_session(session);
    }

    async fn load_person(&self, session: Uuid) -> Result<Option<Person>> {
        let row: Option<PersonRow> = sqlx::query_as(
            "select a.id, a.email, a.nickname, a.picture, a.image is not null as has_image, a.language,
                    a.deletion_at, s.authenticated_at,
                    array(select b.scope from kernel.role_binding b
                          where b.account_id = a.id order by b.scope, b.role) as role_scopes,
                    array(select b.role from kernel.role_binding b
                          where b.account_id = a.id order by b.scope, b.role) as role_names,
                    exists (select 1 from kernel.sanction x
                            where x.account_id = a.id and x.action = 'suspend' and x.lifted_at is null
                              and (x.until is null or x.until > $2)) as suspended,
                    (select max(x.until) from kernel.sanction x
                     where x.account_id = a.id and x.action = 'mute' and x.lifted_at is null
                       and x.until > $2) as muted_until
             from kernel.session s join kernel.account a on a.id = s.account_id
             where s.id = $1 and s.revoked_at is null and a.verified_at is not null
               and a.erased_at is null",
        )
        .bind(session)
        .bind(self.clock.now())
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.filter(|row| !row.suspended).map(|row| Person {
            id: row.id,
            session,
            email: row.email,
            nickname: row.nickname,
            picture: row.picture,
            has_image: row.has_image,
            language: Language::parse(&row.language).unwrap_or_default(),
            roles: row
                .role_scopes
                .into_iter()
                .zip(row.role_names)
                .map(|(scope, role)| RoleBinding { scope, role })
                .collect(),
            authenticated_at: row.authenticated_at,
            deletion_at: row.deletion_at,
            muted_until: row.muted_until,
        }))
    }
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
