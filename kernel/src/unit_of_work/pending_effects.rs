//! Effects that a unit of work queues; they are written just before its commit.

use serde_json::{Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use super::signals::Signals;
use crate::room_effects::RoomEffect;

/// One event for one subscriber.
#[derive(Clone, Debug)]
pub struct EventIntent {
    pub id: Uuid,
    pub subscriber: String,
    pub topic: String,
    pub payload: Vec<u8>,
    pub at_ms: u64,
}

/// One push to one person.
#[derive(Clone, Debug)]
pub struct PushIntent {
    pub person: Uuid,
    pub kind: String,
    /// Validated as JSON before it is queued.
    pub payload: Value,
    pub at_ms: u64,
}

/// One push that is not stored, to open screens.
#[derive(Clone, Debug)]
pub struct BroadcastIntent {
    /// `None`: everybody.
    pub to: Option<Vec<Uuid>>,
    pub kind: String,
    pub payload: Value,
}

/// One change of a plugin's timer.
#[derive(Clone, Debug)]
pub struct TimerIntent {
    pub plugin: String,
    pub key: String,
    pub change: TimerChange,
}

#[derive(Clone, Debug)]
pub enum TimerChange {
    Set {
        due_ms: u64,
        cron: Option<String>,
        payload: Vec<u8>,
        /// The timer is due before the next regular poll of the event relay.
        soon: bool,
    },
    Cancel,
}

#[derive(Default)]
pub(super) struct PendingEffects {
    pub(super) events: Vec<EventIntent>,
    pub(super) pushes: Vec<PushIntent>,
    pub(super) timers: Vec<TimerIntent>,
    pub(super) broadcasts: Vec<BroadcastIntent>,
    pub(super) rooms: Vec<RoomEffect>,
    /// People whose balance changed, and the time of the change.
    pub(super) wallets: Vec<Uuid>,
    pub(super) moved_at: Option<OffsetDateTime>,
    /// People whose roles or picture changed.
    pub(super) changed_people: Vec<Uuid>,
    /// Whether a file waits for its check after the commit.
    pub(super) wrote_file: bool,
}

impl PendingEffects {
    pub(super) fn len(&self) -> usize {
        self.rows() + self.broadcasts.len() + self.rooms.len()
    }

    fn rows(&self) -> usize {
        self.events.len() + self.pushes.len() + self.timers.len()
    }

    /// Whether a queued effect needs a row in a table; broadcasts and effects on rooms need none.
    pub(super) fn needs_writing(&self) -> bool {
        self.rows() > 0 || !self.wallets.is_empty()
    }

    /// Writes all effects with at most three statements. The order is the lock order of the whole kernel: timers by
    /// key, then events, then live feeds of people.
    ///
    /// # Errors
    /// The error of the database.
    pub(super) async fn write(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        if !self.timers.is_empty() {
            self.write_timers(connection).await?;
        }
        if !self.events.is_empty() {
            self.write_events(connection).await?;
        }
        if !self.pushes.is_empty() || !self.wallets.is_empty() {
            self.write_pushes(connection).await?;
        }
        Ok(())
    }

    async fn write_timers(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let mut timers: Vec<&TimerIntent> = self.timers.iter().collect();
        timers.sort_by_key(|timer| (&timer.plugin, &timer.key));
        let (mut plugins, mut keys) = (Vec::new(), Vec::new());
        let (mut dues, mut crons, mut payloads) = (Vec::new(), Vec::new(), Vec::new());
        for timer in timers {
            plugins.push(timer.plugin.as_str());
            keys.push(timer.key.as_str());
            let (due, cron, payload) = match &timer.change {
                TimerChange::Set {
                    due_ms,
                    cron,
                    payload,
                    ..
                } => (Some(time_of(*due_ms)), cron.as_deref(), payload.as_slice()),
                TimerChange::Cancel => (None, None, &[][..]),
            };
            dues.push(due);
            crons.push(cron);
            payloads.push(payload);
        }
        sqlx::query("select kernel_api.set_timers($1, $2, $3, $4, $5)")
            .bind(plugins)
            .bind(keys)
            .bind(dues)
            .bind(crons)
            .bind(payloads)
            .execute(connection)
            .await?;
        Ok(())
    }

    async fn write_events(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        fn column<'a, T>(
            events: &'a [EventIntent],
            value: impl Fn(&'a EventIntent) -> T,
        ) -> Vec<T> {
            events.iter().map(value).collect()
        }
        let events = self.events.as_slice();
        sqlx::query("select kernel_api.deliver_events($1, $2, $3, $4, $5)")
            .bind(column(events, |event| event.id))
            .bind(column(events, |event| event.subscriber.as_str()))
            .bind(column(events, |event| event.topic.as_str()))
            .bind(column(events, |event| event.payload.as_slice()))
            .bind(column(events, |event| time_of(event.at_ms)))
            .execute(connection)
            .await?;
        Ok(())
    }

    /// Writes the pushes in their order, then the changed balances.
    async fn write_pushes(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let pushes = self.pushes.iter().map(|push| {
            json!({
                "person": push.person,
                "kind": push.kind,
                "payload": push.payload,
                "at": text_of(time_of(push.at_ms)),
            })
        });
        let moved_at = self.moved_at.map(text_of);
        let balances = self
            .wallets
            .iter()
            .map(|person| json!({ "person": person, "at": moved_at }));
        let all: Vec<Value> = pushes.chain(balances).collect();
        let mut people: Vec<Uuid> = self.pushes.iter().map(|push| push.person).collect();
        people.extend(&self.wallets);
        people.sort_unstable();
        people.dedup();
        sqlx::query("select kernel_api.push_to_screens($1, $2)")
            .bind(people)
            .bind(sqlx::types::Json(all))
            .execute(connection)
            .await?;
        Ok(())
    }

    /// Wakes the event relay, the timers and the open screens after a commit, and changes running rooms.
    pub(super) fn wake(&self, signals: &Signals) {
        if !self.events.is_empty() {
            signals.deliveries.notify_one();
        }
        if self.wrote_file {
            signals.files.notify_one();
        }
        let soon =
            |timer: &TimerIntent| matches!(timer.change, TimerChange::Set { soon: true, .. });
        if self.timers.iter().any(soon) {
            signals.timers.notify_one();
        }
        for push in &self.pushes {
            signals.live.wake(push.person);
        }
        for broadcast in &self.broadcasts {
            let payload = broadcast.payload.clone();
            match &broadcast.to {
                None => signals.live.broadcast(&broadcast.kind, payload),
                Some(people) => signals.live.signal(people, &broadcast.kind, payload),
            }
        }
        for person in &self.wallets {
            signals.live.wake(*person);
        }
        for person in &self.changed_people {
            signals.people.forget_account(*person);
        }
        for effect in &self.rooms {
            signals.rooms.queue(effect.clone());
        }
    }
}

fn time_of(ms: u64) -> OffsetDateTime {
    let since = time::Duration::milliseconds(i64::try_from(ms).unwrap_or(i64::MAX));
    OffsetDateTime::UNIX_EPOCH.saturating_add(since)
}

/// A time in the text form that PostgreSQL reads from JSON.
fn text_of(at: OffsetDateTime) -> String {
    // Years outside of 0 to 9999 have no such text; the clock and `LATEST_MS` stay within this range.
    at.format(&Rfc3339).unwrap_or_default()
}
