//! Sessions and their refresh tokens: rotated at each use, with the whole family ended on reuse.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::messages::REFRESH_INVALID;
use super::{Actor, Identity, Person};
use crate::error::{Language, Result};
use crate::postgres::begin;

/// How long a session lives without being used.
pub(super) const REFRESH_LIFETIME: Duration = Duration::days(30);
/// A client that lost the answer may ask once more and gets the same successor.
const RETRY_WINDOW: Duration = Duration::seconds(10);

/// Where a session comes from, as shown to its owner.
#[derive(Clone, Debug, Default)]
pub struct SessionOrigin {
    pub user_agent: String,
    pub ip: String,
}

/// A renewed pair.
#[derive(Debug)]
pub struct Renewed {
    pub access: String,
    pub refresh: String,
}

impl Identity {
    /// Starts a session in the caller's transaction.
    pub(super) async fn start_session(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        origin: &SessionOrigin,
    ) -> Result<Renewed> {
        let session = self.dice.uuid(self.clock.now_ms());
        let text = |text: &str| text.chars().take(400).collect::<String>();
        sqlx::query(
            "insert into kernel.session (id, account_id, created_at, used_at, user_agent, ip)
             values ($1, $2, $3, $3, $4, $5)",
        )
        .bind(session)
        .bind(account)
        .bind(self.clock.now())
        .bind(text(&origin.user_agent))
        .bind(text(&origin.ip))
        .execute(&mut *connection)
        .await?;
        let refresh = URL_SAFE_NO_PAD.encode(self.dice.bytes::<32>());
        self.keep_refresh_token(connection, session, &refresh)
            .await?;
        Ok(Renewed {
            access: self.tokens.issue(account, session)?,
            refresh,
        })
    }

    async fn keep_refresh_token(
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
    ///
    /// # Errors
    /// `refresh_invalid`; a token that was used before ends its whole session.
    pub async fn refresh(&self, token: &str) -> Result<Renewed> {
        let now = self.clock.now();
        let mut transaction = begin(&self.pool, "begin").await?;
        let row = sqlx::query(
            "select t.session_id, t.used_at, t.expires_at, s.account_id, s.revoked_at
             from kernel.refresh_token t join kernel.session s on s.id = t.session_id
             where t.hash = $1 for update of t",
        )
        .bind(hash(token))
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(REFRESH_INVALID)?;
        let (session, account): (Uuid, Uuid) = (row.get("session_id"), row.get("account_id"));
        let revoked: Option<OffsetDateTime> = row.get("revoked_at");
        if revoked.is_some() || row.get::<OffsetDateTime, _>("expires_at") <= now {
            return Err(REFRESH_INVALID.into());
        }
        // Made of its predecessor, so that a retry gets the very same one without our storing it.
        let successor = URL_SAFE_NO_PAD.encode(
            self.secret
                .derive("refresh successor")
                .mac(&[token.as_bytes()]),
        );
        match row.get::<Option<OffsetDateTime>, _>("used_at") {
            None => {
                sqlx::query("update kernel.refresh_token set used_at = $2 where hash = $1")
                    .bind(hash(token))
                    .bind(now)
                    .execute(&mut *transaction)
                    .await?;
                self.keep_refresh_token(&mut transaction, session, &successor)
                    .await?;
                sqlx::query("update kernel.session set used_at = $2 where id = $1")
                    .bind(session)
                    .bind(now)
                    .execute(&mut *transaction)
                    .await?;
            }
            Some(used) if now - used <= RETRY_WINDOW => {}
            Some(_) => {
                self.end_session(&mut transaction, session).await?;
                transaction.commit().await?;
                self.people.invalidate(&session);
                tracing::warn!(%account, %session, "a used refresh token came back: its session was ended");
                return Err(REFRESH_INVALID.into());
            }
        }
        transaction.commit().await?;
        Ok(Renewed {
            access: self.tokens.issue(account, session)?,
            refresh: successor,
        })
    }

    /// Ends a session; its account, where it had not ended before.
    async fn end_session(
        &self,
        connection: &mut PgConnection,
        session: Uuid,
    ) -> Result<Option<Uuid>> {
        let row = sqlx::query(
            "update kernel.session set revoked_at = $2 where id = $1 and revoked_at is null
             returning account_id",
        )
        .bind(session)
        .bind(self.clock.now())
        .fetch_optional(connection)
        .await?;
        Ok(row.map(|row| row.get(0)))
    }

    /// Ends the session of an access token's owner, and that of a refresh token; nothing where neither is
    /// good. Returns whose sessions ended.
    ///
    /// # Errors
    /// Where the database is out of reach.
    pub async fn log_out(&self, actor: &Actor, refresh: Option<&str>) -> Result<Vec<Uuid>> {
        let mut connection = self.pool.acquire().await?;
        let mut sessions: Vec<Uuid> = actor
            .person()
            .map(|person| person.session)
            .into_iter()
            .collect();
        if let Some(token) = refresh {
            let row = sqlx::query("select session_id from kernel.refresh_token where hash = $1")
                .bind(hash(token))
                .fetch_optional(&mut *connection)
                .await?;
            sessions.extend(row.map(|row| row.get::<Uuid, _>(0)));
        }
        let mut ended = Vec::new();
        for session in sessions {
            ended.extend(self.end_session(&mut connection, session).await?);
            self.people.invalidate(&session);
        }
        Ok(ended)
    }

    /// The actor of an access token; a visitor where it is none of ours or its session has ended.
    ///
    /// # Errors
    /// Where the database is out of reach.
    pub async fn actor(&self, token: &str) -> Result<Option<Actor>> {
        let Some(claims) = self.tokens.verify(token) else {
            return Ok(None);
        };
        let known = match self.people.get(&claims.sid) {
            Some(known) => known,
            None => {
                let loaded = self.load_person(claims.sid).await?.map(std::sync::Arc::new);
                self.people.insert(claims.sid, loaded.clone());
                loaded
            }
        };
        Ok(known
            .filter(|person| person.id == claims.sub)
            .map(Actor::Person))
    }

    /// Whether a session has not ended.
    ///
    /// # Errors
    /// Where the database is out of reach.
    pub async fn session_holds(&self, session: Uuid) -> Result<bool> {
        Ok(self.load_person(session).await?.is_some())
    }

    /// Lets the next request read a person's facts anew.
    pub(super) fn forget(&self, session: Uuid) {
        self.people.invalidate(&session);
    }

    async fn load_person(&self, session: Uuid) -> Result<Option<Person>> {
        let row = sqlx::query(
            "select a.id, a.email, a.nickname, a.image, a.language,
                    coalesce((select array_agg(b.scope || '|' || b.role) from kernel.role_binding b
                              where b.account_id = a.id), '{}') as roles
             from kernel.session s join kernel.account a on a.id = s.account_id
             where s.id = $1 and s.revoked_at is null and a.verified_at is not null",
        )
        .bind(session)
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| {
            let language: String = row.get("language");
            let roles: Vec<String> = row.get("roles");
            Person {
                id: row.get("id"),
                session,
                email: row.get("email"),
                nickname: row.get("nickname"),
                image: row.get("image"),
                language: Language::parse(&language).unwrap_or_default(),
                roles: roles
                    .iter()
                    .filter_map(|binding| binding.rsplit_once('|'))
                    .map(|(scope, role)| (scope.to_owned(), role.to_owned()))
                    .collect(),
            }
        }))
    }
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
