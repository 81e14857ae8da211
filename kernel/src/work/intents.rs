//! What a unit of work queues: written at its end, in the message that commits.

use serde::Serialize;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::Signals;
use super::questions::{self, Json, Literal, Question};

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

/// What somebody is told, as `kernel_api.deliver` reads it; of a balance, only whose it is and when it changed.
#[derive(Serialize)]
struct Told<'a> {
    person: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<&'a Value>,
    at: Option<String>,
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

impl Intents {
    pub(super) fn len(&self) -> usize {
        self.events.len() + self.pushes.len() + self.timers.len() + self.broadcasts.len()
    }

    /// What writes all of it, in the order that locks are taken in everywhere: timers by their keys, then events, and
    /// with the last of these what people are told.
    pub(super) fn questions(&self) -> Vec<Question> {
        let mut timers: Vec<&TimerIntent> = self.timers.iter().collect();
        timers.sort_by_key(|timer| (&timer.plugin, &timer.key));
        let mut questions: Vec<Question> = timers.into_iter().map(timer_question).collect();
        let (people, told) = self.told();
        let mut told = (!people.is_empty()).then_some((people.as_slice(), told));
        let (last, before) = match self.events.split_last() {
            Some((last, before)) => (Some(last), before),
            None => (None, &[][..]),
        };
        questions.extend(before.iter().map(|event| delivery(Some(event), None)));
        if last.is_some() || told.is_some() {
            questions.push(delivery(last, told.take()));
        }
        questions
    }

    /// Everybody who is told something, each once, and what each is told: pushes in their order, then what has become of
    /// balances.
    fn told(&self) -> (Vec<Uuid>, Json<Vec<Told<'_>>>) {
        let pushes = self.pushes.iter().map(|push| Told {
            person: push.person,
            kind: Some(&push.kind),
            payload: Some(&push.payload),
            at: Some(text_of(&time_of(push.at_ms))),
        });
        let moved_at = self.moved_at.as_ref().map(text_of);
        let balances = self.wallets.iter().map(|person| Told {
            person: *person,
            kind: None,
            payload: None,
            at: moved_at.clone(),
        });
        let told = Json(pushes.chain(balances).collect());
        let mut people: Vec<Uuid> = self.pushes.iter().map(|push| push.person).collect();
        people.extend(&self.wallets);
        people.sort_unstable();
        people.dedup();
        (people, told)
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

fn timer_question(timer: &TimerIntent) -> Question {
    let question = Question::of(questions::SET_TIMER)
        .with(timer.plugin.as_str())
        .with(timer.key.as_str());
    match &timer.change {
        TimerChange::Set {
            due_ms,
            cron,
            payload,
            ..
        } => question
            .with(time_of(*due_ms))
            .with(cron.as_deref())
            .with(payload.as_slice()),
        TimerChange::Cancel => question
            .with(None::<OffsetDateTime>)
            .with(None::<&str>)
            .with(None::<&[u8]>),
    }
}

fn delivery(event: Option<&EventIntent>, told: Option<(&[Uuid], Json<Vec<Told<'_>>>)>) -> Question {
    Question::of(questions::DELIVER)
        .with(event.map(|event| event.id))
        .with(event.map(|event| event.subscriber.as_str()))
        .with(event.map(|event| event.topic.as_str()))
        .with(event.map(|event| event.payload.as_slice()))
        .with(event.map(|event| time_of(event.at_ms)))
        .with(told.as_ref().map(|(people, _)| *people))
        .with(told.as_ref().map(|(_, told)| told))
}

fn time_of(ms: u64) -> OffsetDateTime {
    let since = time::Duration::milliseconds(i64::try_from(ms).unwrap_or(i64::MAX));
    OffsetDateTime::UNIX_EPOCH.saturating_add(since)
}

/// A time as PostgreSQL reads it out of a text.
fn text_of(at: &OffsetDateTime) -> String {
    let mut text = String::new();
    at.write(&mut text);
    text.trim_matches('\'').to_owned()
}
