//! The unit of work: one request, one transaction.
//!
//! A plugin's statements, the events, timers and pushes it queues and the roles it grants commit
//! together or not at all. The connection is opened at the first need of it; what is queued is written
//! in the message that commits. Nothing here knows HTTP or wasmtime.

mod ahead;
mod guard;
mod intents;
mod kernel_calls;
mod ledger_calls;
mod questions;
mod sql;
mod values;

pub use guard::guarded;
pub use intents::{BroadcastIntent, EventIntent, PushIntent, TimerChange, TimerIntent};
pub use kernel_calls::Delivery;
pub use ledger_calls::{AccountFunds, GrantLimits, PluginEntry, PluginHold, PluginTransfer};
pub use questions::prepare_questions;
pub use sql::{CursorId, SqlFailure, SqlFailureKind, SqlLimits};
pub use values::{ResultRows, SqlValue};

use std::sync::Arc;

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::live::LiveHub;
use crate::postgres::{Said, Unit, UnitPool, plugin_role};
use ahead::{Ahead, Foreseen, Message};
use intents::Intents;
use questions::Question;

/// Wakes whoever waits for what a commit brings. In-process: `NOTIFY` would slow every commit down.
#[derive(Clone, Default)]
pub struct Signals {
    pub deliveries: Arc<Notify>,
    pub timers: Arc<Notify>,
    pub live: LiveHub,
}

/// Whether the transaction can still commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Health {
    Sound,
    /// A statement failed: PostgreSQL will only roll back.
    Doomed,
    /// A statement lost against another transaction; the whole request is worth repeating.
    Retry,
    /// What was taken for granted may not be so; the whole request is to be done again, asking.
    Mistaken,
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

struct IdempotencyKey {
    actor: String,
    key: String,
}

/// A transaction that is opened when it is first needed, and what is to happen at its end.
pub struct Work {
    pool: UnitPool,
    signals: Signals,
    /// With a transaction, from the first need of it.
    unit: Option<Unit>,
    /// The plugin whose role is set; none means the kernel's.
    role: Option<Arc<str>>,
    /// How long a statement of the transaction may take, once a plugin has had it.
    statement_ms: Option<u32>,
    health: Health,
    wrote: bool,
    /// How many statements may have written.
    writes: usize,
    intents: Intents,
    idempotency: Option<IdempotencyKey>,
    answer: Option<StoredAnswer>,
    cursors: sql::Cursors,
    /// Whether anything may be taken for granted.
    presumes: bool,
    /// Whether anything was.
    presumed: bool,
    ahead: Ahead,
    foreseen: Option<Foreseen>,
}

impl Work {
    /// Nothing is sent to the database yet. `pool` is that of the role that may become plugins.
    #[must_use]
    pub fn new(pool: UnitPool, signals: Signals) -> Self {
        Self {
            pool,
            signals,
            unit: None,
            role: None,
            statement_ms: None,
            health: Health::Sound,
            wrote: false,
            writes: 0,
            intents: Intents::default(),
            idempotency: None,
            answer: None,
            cursors: sql::Cursors::default(),
            presumes: false,
            presumed: false,
            ahead: Ahead::default(),
            foreseen: None,
        }
    }

    /// Whether the request failed only because another was in the way.
    #[must_use]
    pub fn wants_retry(&self) -> bool {
        self.health == Health::Retry
    }

    /// Whether the transaction was ever opened.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.unit.is_some()
    }

    /// The connection under the kernel's role.
    ///
    /// # Errors
    /// Where the database is out of reach.
    pub async fn kernel(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        let way = self.way_to_kernel().await?;
        self.go(way).await
    }

    /// The connection under `plugin`'s role and in its schema.
    async fn plugin(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
    ) -> Result<&mut PgConnection, sqlx::Error> {
        let way = self.way_to(plugin, limits).await?;
        self.go(way).await
    }

    /// The connection, after these statements, if any.
    async fn go(&mut self, way: Message) -> Result<&mut PgConnection, sqlx::Error> {
        self.send(way, false).await?;
        Ok(self.unit().await?)
    }

    /// Sends what waits for a message, and then these statements, in one; what the last of them says, with its rows where they
    /// are read.
    async fn send(&mut self, statements: Message, read: bool) -> Result<Said, sqlx::Error> {
        let (mut message, expected) = self.take_ahead();
        message.append(statements);
        if message.is_empty() {
            return Ok(Said::default());
        }
        let place = expected.as_ref().map(|expected| expected.place);
        let last = read.then(|| message.len() - 1);
        let read: Vec<usize> = place.into_iter().chain(last).collect();
        let unit = self.unit().await?;
        let said = unit.ask_each(message.into_text(), &read).await;
        let mut said = self.noted(said)?;
        if let Some(said) = place.and_then(|place| said.get(place)) {
            self.foresee(expected, &said.rows);
        }
        Ok(said.pop().unwrap_or_default())
    }

    /// What has to be said before a question of the kernel, in its message: the beginning, the change of role, and what has been
    /// taken for granted.
    async fn way_to_kernel(&mut self) -> Result<Message, sqlx::Error> {
        let mut way = Message::default();
        if self.unit().await?.begins() {
            way.say("begin");
        }
        way.append(self.back_to_kernel());
        Ok(way)
    }

    /// The same before a statement of `plugin`.
    async fn way_to(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
    ) -> Result<Message, sqlx::Error> {
        let mut way = Message::default();
        if self.unit().await?.begins() {
            way.say("begin");
        }
        if self.role.as_ref() == Some(plugin) {
            return Ok(way);
        }
        let role = plugin_role(plugin);
        way.say(&format!("set local role {role}"));
        way.say(&format!("set local search_path = {role}, pg_temp"));
        // They stay as they are when the role changes.
        let statement_ms = limits.statement_ms;
        if self.statement_ms.replace(statement_ms) != Some(statement_ms) {
            way.say(&format!("set local statement_timeout = {statement_ms}"));
            way.say(&format!(
                "set local lock_timeout = {}",
                lock_ms(statement_ms)
            ));
        }
        self.role = Some(plugin.clone());
        Ok(way)
    }

    /// A connection, whose transaction perhaps has not begun.
    async fn unit(&mut self) -> Result<&mut Unit, sqlx::Error> {
        Ok(match &mut self.unit {
            Some(unit) => unit,
            none => none.insert(self.pool.take().await?),
        })
    }

    /// Asks the kernel's own functions: one message, the change of role and the beginning included.
    async fn ask(&mut self, question: Question) -> Result<Vec<PgRow>, sqlx::Error> {
        let question = question.text()?;
        let mut message = self.way_to_kernel().await?;
        message.say(&question);
        Ok(self.send(message, true).await?.rows)
    }

    /// Queues an event for each subscriber, written at the end.
    pub fn publish(&mut self, event: EventIntent) {
        self.intents.events.push(event);
    }

    /// Queues a push to a person's screens.
    pub fn push(&mut self, push: PushIntent) {
        self.intents.pushes.push(push);
    }

    /// Queues a push to every screen that is open when this commits.
    pub fn broadcast(&mut self, broadcast: BroadcastIntent) {
        self.intents.broadcasts.push(broadcast);
    }

    /// Queues a change of a timer; the last one of a key counts.
    pub fn timer(&mut self, timer: TimerIntent) {
        self.intents
            .timers
            .retain(|other| (&other.plugin, &other.key) != (&timer.plugin, &timer.key));
        self.intents.timers.push(timer);
    }

    /// How many events, pushes and timers are queued.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.intents.len()
    }

    /// Claims an idempotency key for this work.
    ///
    /// # Errors
    /// Where the database is out of reach, or the earlier request holds the key for too long.
    pub async fn claim(&mut self, actor: &str, key: &str, hash: &[u8; 32]) -> Result<Claim> {
        let question = Question::of(questions::CLAIM)
            .with(actor)
            .with(key)
            .with(&hash[..]);
        let row = match self.ask(question).await {
            Ok(rows) => rows.into_iter().next(),
            Err(error) => {
                // The same request is still under way: waiting for it again would not help its sender.
                self.health = Health::Doomed;
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

    /// Notes what a failed statement means for the transaction.
    fn note_failure(&mut self, error: &sqlx::Error) {
        let health = match error {
            error if self.presumed && ahead::is_of_a_statement(error) => Health::Mistaken,
            error if somebody_was_in_the_way(error) => Health::Retry,
            _ => Health::Doomed,
        };
        if !matches!(self.health, Health::Retry | Health::Mistaken) {
            self.health = health;
        }
    }

    /// Writes what is queued and commits. Only after `Ok` may anybody be told of success.
    ///
    /// # Errors
    /// Where a statement failed before (and was not reported), or the database refuses.
    pub async fn commit(mut self) -> Result<(), CommitError> {
        match self.health {
            Health::Sound => {}
            Health::Doomed => return Err(CommitError::Doomed),
            Health::Retry => return Err(CommitError::Retry),
            Health::Mistaken => return Err(CommitError::Mistaken),
        }
        let queued = self.intents.len() > 0;
        if self.unit.is_none() && !queued && !self.is_ahead() {
            return Ok(());
        }
        let questions = self.finishing();
        let (mut last, _) = self.take_ahead();
        // What is still ahead are questions of the kernel.
        if self.is_ahead() || !questions.is_empty() {
            last.append(self.back_to_kernel());
        }
        for question in questions {
            last.say(&question.text()?);
        }
        if last.is_empty() && self.wrote {
            // PostgreSQL takes `commit` of a transaction that has failed without a word, and any statement with an error.
            last.say("select 1");
        }
        let unit = match self.unit.take() {
            Some(unit) => unit,
            None => self.pool.take().await?,
        };
        let last = last.into_text();
        if let Err(error) = unit.commit(&last).await {
            return Err(match self.presumed && ahead::is_of_a_statement(&error) {
                true => CommitError::Mistaken,
                false => error.into(),
            });
        }
        self.intents.wake(&self.signals);
        Ok(())
    }

    /// What writes everything that is queued, and what was answered.
    fn finishing(&mut self) -> Vec<Question> {
        let mut questions = self.intents.questions();
        if let (Some(claimed), Some(answer)) = (&self.idempotency, self.answer.take()) {
            questions.push(
                Question::of(questions::KEEP_ANSWER)
                    .with(claimed.actor.as_str())
                    .with(claimed.key.as_str())
                    .with(i32::from(answer.status))
                    .with(&questions::Json(answer.headers))
                    .with(answer.body.as_slice()),
            );
        }
        questions
    }
}

/// How long a plugin's statement waits for a lock: a little less than it may take in all, so that a wait is told from
/// work that is too much, and the request is done again rather than refused.
fn lock_ms(statement_ms: u32) -> u32 {
    (statement_ms * 4 / 5).max(1)
}

/// Whether another transaction was the reason: doing it all again may well succeed.
fn somebody_was_in_the_way(error: &sqlx::Error) -> bool {
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
    /// What was taken for granted may not be so.
    Mistaken,
    Failed(Error),
}

impl From<sqlx::Error> for CommitError {
    fn from(error: sqlx::Error) -> Self {
        if somebody_was_in_the_way(&error) {
            Self::Retry
        } else {
            Self::Failed(error.into())
        }
    }
}

/// An account's id in the form that plugins speak.
#[must_use]
pub fn parse_person(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok()
}
