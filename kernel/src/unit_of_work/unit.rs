//! [`UnitOfWork`]: a transaction that is opened at first need, and the effects that are written before it commits.

use std::sync::Arc;

use sqlx::{AssertSqlSafe, PgConnection, Row};

use super::pending_effects::{
    BroadcastIntent, EventIntent, PendingEffects, PushIntent, TimerIntent,
};
use super::signals::Signals;
use super::sql_call::{Cursors, SqlLimits};
use crate::error::{Error, Result};
use crate::postgres::{TxConnection, TxPool, plugin_role};

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
    /// Ours: the answer is stored when the work commits.
    New,
    Answered(StoredAnswer),
    /// The key belongs to a request with another body.
    Mismatch,
}

pub(super) struct IdempotencyKey {
    actor: String,
    key: String,
}

/// A transaction that is opened when it is first needed, and what is to happen at its end.
pub struct UnitOfWork {
    pub(super) pool: TxPool,
    /// The plugin that the request is for: its share of connections is used.
    pub(super) owner: Option<Arc<str>>,
    pub(super) signals: Signals,
    /// With a transaction, from the first need of it.
    pub(super) unit: Option<TxConnection>,
    /// The plugin whose role is set; none means the kernel's.
    pub(super) role: Option<Arc<str>>,
    /// How long a statement of the transaction may take, once a plugin has had it.
    pub(super) statement_ms: Option<u32>,
    pub(super) state: TxState,
    pub(super) wrote: bool,
    /// How many statements may have written.
    pub(super) writes: usize,
    pub(super) effects: PendingEffects,
    pub(super) idempotency: Option<IdempotencyKey>,
    pub(super) answer: Option<StoredAnswer>,
    pub(super) cursors: Cursors,
}

impl UnitOfWork {
    /// Nothing is sent to the database yet. `pool` is that of the role that may become plugins.
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

    /// Whether the request lost against another transaction and is worth repeating.
    #[must_use]
    pub fn wants_retry(&self) -> bool {
        self.state == TxState::Conflict
    }

    /// The connection under the kernel's role.
    ///
    /// # Errors
    /// Where the database is out of reach.
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

    /// The connection under `plugin`'s role and in its schema.
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
            // The limits outlast a change of the role.
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

    /// Runs a text of this file that holds no value.
    pub(super) async fn run_constant(&mut self, text: String) -> Result<(), sqlx::Error> {
        let unit = self.unit().await?;
        let done = sqlx::raw_sql(AssertSqlSafe(text))
            .execute(&mut **unit)
            .await;
        self.record_error(done)?;
        Ok(())
    }

    /// A connection, whose transaction perhaps has not begun.
    pub(super) async fn unit(&mut self) -> Result<&mut TxConnection, sqlx::Error> {
        Ok(match &mut self.unit {
            Some(unit) => unit,
            none => none.insert(self.pool.take(self.owner.as_deref()).await?),
        })
    }

    /// Queues an event for each subscriber, written at the end.
    pub fn publish(&mut self, event: EventIntent) {
        self.effects.events.push(event);
    }

    /// Queues a push to a person's screens.
    pub fn push(&mut self, push: PushIntent) {
        self.effects.pushes.push(push);
    }

    /// Queues a push to every screen that is open when this commits.
    pub fn broadcast(&mut self, broadcast: BroadcastIntent) {
        self.effects.broadcasts.push(broadcast);
    }

    /// Queues a change of a timer; the last one of a key counts.
    pub fn timer(&mut self, timer: TimerIntent) {
        self.effects
            .timers
            .retain(|other| (&other.plugin, &other.key) != (&timer.plugin, &timer.key));
        self.effects.timers.push(timer);
    }

    /// How many events, pushes and timers are queued.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.effects.len()
    }

    /// Claims an idempotency key for this work.
    ///
    /// # Errors
    /// Where the database is out of reach, or the earlier request holds the key for too long.
    pub async fn claim(&mut self, actor: &str, key: &str, hash: &[u8; 32]) -> Result<Claim> {
        let claim = sqlx::query(
            "select same, status, headers, body from kernel_api.claim_idempotency($1, $2, $3)",
        )
        .bind(actor)
        .bind(key)
        .bind(&hash[..]);
        let row = match claim.fetch_optional(self.kernel().await?).await {
            Ok(row) => row,
            Err(error) => {
                // The same request is still under way: waiting for it again would not help its sender.
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

    /// Keeps the answer with the claimed key, if there is one.
    pub fn remember_answer(&mut self, answer: StoredAnswer) {
        if self.idempotency.is_some() {
            self.answer = Some(answer);
        }
    }

    /// Passes a result on, and records what an error means for the transaction.
    pub(super) fn record_error<T>(
        &mut self,
        result: Result<T, sqlx::Error>,
    ) -> Result<T, sqlx::Error> {
        result.inspect_err(|error| self.record_failure(error))
    }

    /// Records what a failed statement means for the transaction.
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

    /// Writes what is queued and commits. Only after `Ok` may anybody be told of success.
    ///
    /// # Errors
    /// Where a statement failed before (and was not reported), or the database refuses.
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

    /// Writes queued effects and the answer under the claimed key.
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
/// The search path is that of a connection which has served no plugin, so that the plans of the kernel's statements stay
/// valid.
const TO_KERNEL_ROLE: &str = "set local role none; set local search_path = pg_catalog";

/// Plugin ids are checked by the manifest, so the name of a role needs no quoting.
fn to_plugin_role(plugin: &str) -> String {
    let role = plugin_role(plugin);
    format!("set local role {role}; set local search_path = {role}, pg_temp")
}

/// How long a plugin's statement waits for a lock: a little less than it may take in all, so that a wait is told from
/// work that is too much, and the request is done again rather than refused.
fn lock_ms(statement_ms: u32) -> u32 {
    (statement_ms * 4 / 5).max(1)
}

/// Whether another transaction was the reason: doing it all again may well succeed.
fn is_retryable(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| matches!(code.as_ref(), "40001" | "40P01" | "55P03"))
        || witverse_ledger::key_was_taken(error)
}

/// Why a unit of work did not commit. Nothing of it remains.
#[derive(Debug)]
pub enum CommitError {
    /// A statement had failed, and the plugin answered as if it had not.
    Doomed,
    Retry,
    Failed(Error),
}

impl From<sqlx::Error> for CommitError {
    fn from(error: sqlx::Error) -> Self {
        if is_retryable(&error) {
            Self::Retry
        } else {
            Self::Failed(error.into())
        }
    }
}
