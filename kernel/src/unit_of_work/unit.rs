//! [`UnitOfWork`]: a transaction that begins at the first statement, and the effects that are written before it
//! commits.

use std::sync::Arc;

use sqlx::{AssertSqlSafe, PgConnection, Row};
use time::OffsetDateTime;

use super::pending_effects::{
    BroadcastIntent, EventIntent, PendingEffects, PushIntent, TimerIntent,
};
use super::signals::Signals;
use super::sql_call::{Cursors, SqlLimits};
use crate::error::{Error, Result};
use crate::postgres::{TxConnection, TxPool, plugin_role};
use crate::room_effects::RoomEffect;

/// Whether the transaction can still commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TxState {
    /// No statement has failed.
    Active,
    /// A statement failed; PostgreSQL only accepts a rollback.
    Failed,
    /// A statement failed because of a concurrent transaction; the whole request can be repeated.
    Conflict,
}

/// The stored answer of an earlier request with the same idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// What claiming an idempotency key found.
#[derive(Debug, PartialEq, Eq)]
pub enum Claim {
    /// This unit of work claimed the key; the answer is stored when it commits.
    New,
    Answered(StoredAnswer),
    /// The key was used for a request with another body.
    Mismatch,
}

pub(super) struct IdempotencyKey {
    actor: String,
    key: String,
}

/// One request or delivery with its transaction and the effects that are written before the commit.
pub struct UnitOfWork {
    pub(super) pool: TxPool,
    /// The plugin that the request is for; the connection counts against its share.
    pub(super) owner: Option<Arc<str>>,
    pub(super) signals: Signals,
    /// The connection; `None` until the first statement.
    pub(super) unit: Option<TxConnection>,
    /// The plugin whose role is set; `None` for the kernel's role.
    pub(super) role: Option<Arc<str>>,
    /// The statement timeout in milliseconds; `None` until a plugin has run a statement.
    pub(super) statement_ms: Option<u32>,
    pub(super) state: TxState,
    pub(super) wrote: bool,
    /// How many statements may have written rows.
    pub(super) writes: usize,
    pub(super) effects: PendingEffects,
    pub(super) idempotency: Option<IdempotencyKey>,
    pub(super) answer: Option<StoredAnswer>,
    pub(super) cursors: Cursors,
}

impl UnitOfWork {
    /// Creates a unit of work without a connection. `pool` connects as the role that may become plugins (`kernel_rt`).
    #[must_use]
    pub fn new(pool: TxPool, signals: Signals) -> Self {
        Self {
            pool,
            owner: None,
            signals,
            unit: None,
            role: None,
            statement_ms: None,
            state: TxState::Active,
            wrote: false,
            writes: 0,
            effects: PendingEffects::default(),
            idempotency: None,
            answer: None,
            cursors: Cursors::default(),
        }
    }

    /// Counts the connection against `plugin`'s share.
    #[must_use]
    pub fn owned_by(mut self, plugin: &Arc<str>) -> Self {
        self.owner = Some(plugin.clone());
        self
    }

    /// Whether the request failed because of a concurrent transaction and can be repeated.
    #[must_use]
    pub fn wants_retry(&self) -> bool {
        self.state == TxState::Conflict
    }

    /// Returns the connection, under the kernel's role.
    ///
    /// # Errors
    /// The database is unreachable.
    pub async fn kernel(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        let begins = self.unit().await?.mark_begun();
        let switch = match (begins, self.role.take()) {
            (true, _) => Some(BEGIN),
            (false, Some(_)) => Some(TO_KERNEL_ROLE),
            (false, None) => None,
        };
        if let Some(switch) = switch {
            self.run_constant(switch.to_owned()).await?;
        }
        Ok(self.unit().await?)
    }

    /// Returns the connection, under `plugin`'s role and with its schema as the search path.
    pub(super) async fn plugin(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
    ) -> Result<&mut TxConnection, sqlx::Error> {
        let begins = self.unit().await?.mark_begun();
        if begins || self.role.as_ref() != Some(plugin) {
            let mut switch = if begins {
                format!("{BEGIN}; ")
            } else {
                String::new()
            };
            switch.push_str(&to_plugin_role(plugin));
            // The limits stay in effect after a change of the role.
            let statement_ms = limits.statement_ms;
            if self.statement_ms.replace(statement_ms) != Some(statement_ms) {
                switch.push_str(&format!(
                    "; set local statement_timeout = {statement_ms}; set local lock_timeout = {}",
                    lock_ms(statement_ms)
                ));
            }
            self.role = Some(plugin.clone());
            self.run_constant(switch).await?;
        }
        self.unit().await
    }

    /// Runs a constant text of this file, without values.
    pub(super) async fn run_constant(&mut self, text: String) -> Result<(), sqlx::Error> {
        let unit = self.unit().await?;
        let done = sqlx::raw_sql(AssertSqlSafe(text))
            .execute(&mut **unit)
            .await;
        self.record_error(done)?;
        Ok(())
    }

    /// Returns a connection; its transaction may not have begun.
    pub(super) async fn unit(&mut self) -> Result<&mut TxConnection, sqlx::Error> {
        Ok(match &mut self.unit {
            Some(unit) => unit,
            none => none.insert(self.pool.take(self.owner.as_deref()).await?),
        })
    }

    /// Queues an event for each subscriber; written before the commit.
    pub fn publish(&mut self, event: EventIntent) {
        self.effects.events.push(event);
    }

    /// Queues a push to a person's open screens.
    pub fn push(&mut self, push: PushIntent) {
        self.effects.pushes.push(push);
    }

    /// Queues a push to screens that are open at the commit.
    pub fn broadcast(&mut self, broadcast: BroadcastIntent) {
        self.effects.broadcasts.push(broadcast);
    }

    /// Queues an effect on a running room.
    pub fn change_room(&mut self, effect: RoomEffect) {
        self.effects.rooms.push(effect);
    }

    /// Queues a change of a timer; of several changes of one key the last one applies.
    pub fn timer(&mut self, timer: TimerIntent) {
        self.effects
            .timers
            .retain(|other| (&other.plugin, &other.key) != (&timer.plugin, &timer.key));
        self.effects.timers.push(timer);
    }

    /// How many events, pushes, timers and effects on rooms are queued.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.effects.len()
    }

    /// Claims an idempotency key for this unit of work. Waits while an earlier request with the same key is in
    /// progress.
    ///
    /// # Errors
    /// The database is unreachable, or the earlier request did not finish in time.
    pub async fn claim(
        &mut self,
        (actor, key): (&str, &str),
        hash: &[u8; 32],
        now: OffsetDateTime,
    ) -> Result<Claim> {
        let claim = sqlx::query(
            "select same, status, headers, body from kernel_api.claim_idempotency($1, $2, $3, $4)",
        )
        .bind(actor)
        .bind(key)
        .bind(&hash[..])
        .bind(now);
        let row = match claim.fetch_optional(self.kernel().await?).await {
            Ok(row) => row,
            Err(error) => {
                // The same request is still in progress: another wait would not help the caller.
                self.state = TxState::Failed;
                return Err(error.into());
            }
        };
        let Some(row) = row else {
            self.wrote = true;
            self.idempotency = Some(IdempotencyKey {
                actor: actor.to_owned(),
                key: key.to_owned(),
            });
            return Ok(Claim::New);
        };
        if !row.try_get::<bool, _>("same")? {
            return Ok(Claim::Mismatch);
        }
        let headers: sqlx::types::Json<Vec<(String, String)>> = row.try_get("headers")?;
        let status: i32 = row.try_get("status")?;
        Ok(Claim::Answered(StoredAnswer {
            status: u16::try_from(status).unwrap_or(200),
            headers: headers.0,
            body: row.try_get("body")?,
        }))
    }

    /// Stores the answer with the claimed key, if a key was claimed.
    pub fn remember_answer(&mut self, answer: StoredAnswer) {
        if self.idempotency.is_some() {
            self.answer = Some(answer);
        }
    }

    /// Passes a result through and records its error's effect on the transaction.
    pub(super) fn record_error<T>(
        &mut self,
        result: Result<T, sqlx::Error>,
    ) -> Result<T, sqlx::Error> {
        result.inspect_err(|error| self.record_failure(error))
    }

    /// Records the effect of a failed statement on the transaction.
    pub(super) fn record_failure(&mut self, error: &sqlx::Error) {
        let state = match error {
            error if is_retryable(error) => TxState::Conflict,
            _ => TxState::Failed,
        };
        if let Some(unit) = &mut self.unit {
            unit.note_error(error);
        }
        if self.state != TxState::Conflict {
            self.state = state;
        }
    }

    /// Writes the queued effects and commits. Report success to a client only after `Ok`.
    ///
    /// # Errors
    /// A statement failed before and its failure was not reported, or the database refuses the commit.
    pub async fn commit(mut self) -> Result<(), CommitError> {
        match self.state {
            TxState::Active => {}
            TxState::Failed => return Err(CommitError::Doomed),
            TxState::Conflict => return Err(CommitError::Retry),
        }
        if self.unit.is_none() && self.effects.len() == 0 {
            return Ok(());
        }
        let written = self.write_queued().await;
        self.record_error(written)?;
        if let Some(unit) = self.unit.take() {
            unit.commit().await?;
        }
        self.effects.wake(&self.signals);
        Ok(())
    }

    /// Writes the queued effects, and the answer for the claimed key.
    async fn write_queued(&mut self) -> Result<(), sqlx::Error> {
        if self.effects.needs_writing() {
            let effects = std::mem::take(&mut self.effects);
            let written = effects.write(self.kernel().await?).await;
            self.effects = effects;
            written?;
        }
        if let (Some(claimed), Some(answer)) = (self.idempotency.take(), self.answer.take()) {
            sqlx::query("select kernel_api.keep_answer($1, $2, $3, $4, $5)")
                .bind(claimed.actor)
                .bind(claimed.key)
                .bind(i32::from(answer.status))
                .bind(sqlx::types::Json(answer.headers))
                .bind(answer.body)
                .execute(self.kernel().await?)
                .await?;
        }
        Ok(())
    }
}

const BEGIN: &str = "begin";
/// The search path equals that of a connection that has served no plugin, so that the cached plans of the kernel's
/// statements stay valid.
const TO_KERNEL_ROLE: &str = "set local role none; set local search_path = pg_catalog";

/// The manifest restricts the characters of plugin ids, so the role name needs no quotes.
fn to_plugin_role(plugin: &str) -> String {
    let role = plugin_role(plugin);
    format!("set local role {role}; set local search_path = {role}, pg_temp")
}

/// The lock timeout of a plugin's statement, in milliseconds. It is a little shorter than the statement timeout, so
/// that a lock wait is distinguished from expensive work and the request is repeated instead of refused.
fn lock_ms(statement_ms: u32) -> u32 {
    (statement_ms * 4 / 5).max(1)
}

/// Whether a concurrent transaction caused the error, so that a retry can succeed.
fn is_retryable(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| matches!(code.as_ref(), "40001" | "40P01" | "55P03"))
        || witverse_ledger::key_was_taken(error)
}

/// The SQLSTATE `program_limit_exceeded`, which functions of the kernel raise.
const LIMIT_EXCEEDED: &str = "54000";

/// Why a unit of work did not commit. Its transaction was rolled back.
#[derive(Debug)]
pub enum CommitError {
    /// A statement failed, and the plugin returned success.
    Doomed,
    /// What the plugin has queued exceeds a limit of the database: a sentence for its author.
    OverLimit(String),
    Retry,
    Failed(Error),
}

impl From<sqlx::Error> for CommitError {
    fn from(error: sqlx::Error) -> Self {
        if is_retryable(&error) {
            return Self::Retry;
        }
        let limit = error
            .as_database_error()
            .filter(|error| error.code().as_deref() == Some(LIMIT_EXCEEDED));
        match limit {
            Some(limit) => Self::OverLimit(limit.message().to_owned()),
            None => Self::Failed(error.into()),
        }
    }
}
