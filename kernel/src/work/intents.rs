//! What a unit of work queues: written by one statement at its end.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Signals;

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
    /// Checked to be JSON before it is queued.
    pub payload: Value,
    pub at_ms: u64,
}

/// One push to every screen that is open.
#[derive(Clone, Debug)]
pub struct BroadcastIntent {
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
        /// Due before the background would look by itself.
        soon: bool,
    },
    Cancel,
}

#[derive(Default)]
pub(super) struct Intents {
    pub(super) events: Vec<EventIntent>,
    pub(super) pushes: Vec<PushIntent>,
    pub(super) timers: Vec<TimerIntent>,
    pub(super) broadcasts: Vec<BroadcastIntent>,
    /// People whose balance changed, and when.
    pub(super) wallets: Vec<Uuid>,
    pub(super) moved_at: Option<OffsetDateTime>,
}

/// The arguments of `kernel_api.finish`; null where nothing is queued.
pub(super) struct Encoded {
    pub(super) events: Option<Value>,
    pub(super) timers: Option<Value>,
    pub(super) pushes: Option<Value>,
}

impl Intents {
    pub(super) fn len(&self) -> usize {
        self.events.len() + self.pushes.len() + self.timers.len() + self.broadcasts.len()
    }

    pub(super) fn encoded(&self) -> Encoded {
        let events = self.events.iter().map(|event| {
            json!({
                "id": event.id,
                "subscriber": event.subscriber,
                "topic": event.topic,
                "payload": STANDARD.encode(&event.payload),
                "at": moment(event.at_ms),
            })
        });
        // In the order of keys: two units of work that change the same timers never wait for each other in a ring.
        let mut timers: Vec<&TimerIntent> = self.timers.iter().collect();
        timers.sort_by_key(|timer| (&timer.plugin, &timer.key));
        let timers = timers.into_iter().map(|timer| match &timer.change {
            TimerChange::Cancel => {
                json!({ "plugin": timer.plugin, "key": timer.key, "due": null })
            }
            TimerChange::Set {
                due_ms,
                cron,
                payload,
                ..
            } => json!({
                "plugin": timer.plugin,
                "key": timer.key,
                "due": moment(*due_ms),
                "cron": cron,
                "payload": STANDARD.encode(payload),
            }),
        });
        let pushes = self.pushes.iter().map(|push| {
            json!({
                "person": push.person,
                "kind": push.kind,
                "payload": push.payload,
                "at_ms": push.at_ms,
            })
        });
        Encoded {
            events: array(events),
            timers: array(timers),
            pushes: array(pushes),
        }
    }

    /// Tells the background what a commit brought.
    pub(super) fn wake(&self, signals: &Signals) {
        if !self.events.is_empty() {
            signals.deliveries.notify_one();
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
            signals
                .live
                .broadcast(&broadcast.kind, broadcast.payload.clone());
        }
        for person in &self.wallets {
            signals.live.wake(*person);
        }
    }
}

/// As PostgreSQL reads a time: seconds of Unix would be a calculation there.
fn moment(ms: u64) -> String {
    let since = time::Duration::milliseconds(i64::try_from(ms).unwrap_or(i64::MAX));
    let at = OffsetDateTime::UNIX_EPOCH.saturating_add(since);
    let (hour, minute, second, milli) = at.time().as_hms_milli();
    let (year, month, day) = at.to_calendar_date();
    let month = u8::from(month);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{milli:03}+00")
}

fn array(values: impl Iterator<Item = Value>) -> Option<Value> {
    let values: Vec<Value> = values.collect();
    (!values.is_empty()).then_some(Value::Array(values))
}
