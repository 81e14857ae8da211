//! Runs deliveries and due timers, each in a unit of work like a request, so that their effects happen exactly once.
//!
//! The transaction that the subscriber works in also deletes the delivery or claims the timer. A failure, a panic
//! included, is retried with growing delays. After too many failures the delivery is parked for an operator.
//!
//! The number of concurrent calls of each plugin is limited (`InFlightCalls`), so a slow plugin or a long backlog
//! delays no other plugin.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use sqlx::FromRow;
use time::OffsetDateTime;
use tokio::sync::{Notify, watch};
use uuid::Uuid;
use witverse_runtime::types::{Event, Timer};

use super::awaiting::{await_install, dropped, hears};
use super::cron::{POLL_MS, next_cron_ms};
use super::dispatch::{deliver, fire, work_for};
use super::host::Platform;
use super::in_flight::InFlightCalls;
use crate::error::Result;
use crate::outbox::backoff;
use crate::supervisor::{STEP_LIMIT, step};

/// How many due rows one lookup reads.
const MOST_DUE: i64 = 100;
/// While events keep arriving: how long the relay waits to collect more of them for the next round, because a batch
/// costs little more than one.
const GATHER: Duration = Duration::from_millis(50);
/// The interval between lookups without a signal: another kernel may have queued something.
const POLL: Duration = Duration::from_millis(POLL_MS);
const MAX_ATTEMPTS: i32 = 10;
/// How often expired rows are deleted.
const SWEEP: Duration = Duration::from_secs(600);

/// Delivers events until `stop` changes; calls in progress are finished.
pub async fn relay(platform: Arc<Platform>, stop: watch::Receiver<bool>) {
    let wake_up = platform.signals.deliveries.clone();
    run_rounds(&platform, stop, ("deliveries", &wake_up), start_deliveries).await;
}

/// Fires timers until `stop` changes; calls in progress are finished.
pub async fn timers(platform: Arc<Platform>, stop: watch::Receiver<bool>) {
    let wake_up = platform.signals.timers.clone();
    run_rounds(&platform, stop, ("timers", &wake_up), start_timers).await;
}

async fn run_rounds<K: Clone>(
    platform: &Arc<Platform>,
    mut stop: watch::Receiver<bool>,
    (name, wake_up): (&'static str, &Notify),
    start: impl AsyncFn(&Arc<Platform>, &mut InFlightCalls<K>) -> Result<Round>,
) {
    let mut in_flight = InFlightCalls::default();
    while !*stop.borrow() {
        in_flight.reap();
        let pause = pause_after(step(name, STEP_LIMIT, start(platform, &mut in_flight)).await);
        tokio::select! {
            () = wake_up.notified(), if pause == POLL => {}
            () = in_flight.wait_for_one(), if pause == POLL => {}
            () = tokio::time::sleep(pause) => {}
            _ = stop.changed() => {}
        }
    }
    in_flight.wait_for_all().await;
}

/// The wait after a round: none after a full lookup, short while events keep arriving, otherwise until the next signal.
fn pause_after(round: Result<Round>) -> Duration {
    match round {
        Ok(Round { started: 0, .. }) => POLL,
        Ok(Round { full: true, .. }) => Duration::ZERO,
        Ok(Round { .. }) => GATHER,
        Err(error) => {
            tracing::warn!(%error, "due deliveries or timers could not be read");
            POLL
        }
    }
}

/// Deletes expired rows until `stop` changes.
pub async fn sweeper(platform: Arc<Platform>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        if let Err(error) = step("expired rows", STEP_LIMIT, sweep(&platform)).await {
            tracing::warn!(%error, "expired rows could not be deleted");
        }
        tokio::select! {
            () = tokio::time::sleep(SWEEP) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Deletes expired rows.
///
/// # Errors
/// The error of the database.
pub async fn sweep(platform: &Platform) -> Result<()> {
    let now = platform.clock.now();
    crate::live::sweep(&platform.pools.app, now).await?;
    for statement in [
        "delete from kernel.idempotency where at < $1 - interval '24 hours'",
        // A ticket with the same proof of work may have been issued up to ten minutes later.
        "delete from kernel.captcha_used where expires_at < $1 - interval '1 hour'",
        "delete from kernel.session where greatest(used_at, revoked_at) < $1 - interval '60 days'",
        "delete from kernel.sign_up where expires_at <= $1",
        // The day's count of mails stays, so that a further registration does not begin a new one.
        "delete from kernel.account a where a.verified_at is null and a.created_at <= $1 - interval '24 hours'
             and not exists (select 1 from kernel.sign_up s where s.account_id = a.id)
             and not exists (select 1 from kernel.sign_up_mail m
                             where m.account_id = a.id and m.sent_at > $1 - interval '24 hours')
             and not exists (select 1 from kernel.sanction s where s.account_id = a.id)",
        "delete from kernel.ticket where expires_at < $1",
        "delete from kernel.login_guard where at < $1 - interval '2 days'",
        "delete from kernel.data_export where expires_at < $1",
        "delete from kernel.password_reset where expires_at < $1 - interval '2 days'",
        "delete from kernel.refresh_token where expires_at < $1 - interval '1 day'",
    ] {
        sqlx::query(statement)
            .bind(now)
            .execute(&platform.pools.app)
            .await?;
    }
    Ok(())
}

/// Deliveries that one call of their subscriber handles.
struct DeliveryBatch {
    subscriber: String,
    topic: String,
    ids: Vec<Uuid>,
    /// The number of failed attempts, if the batch has only one delivery.
    attempts: i32,
}

/// The outcome of a round.
struct Round {
    /// How many calls were started.
    started: usize,
    /// The lookup returned its maximum number of rows, so more may be due.
    full: bool,
}

/// Starts due deliveries, within the limits of their subscribers.
async fn start_deliveries(
    platform: &Arc<Platform>,
    in_flight: &mut InFlightCalls<Uuid>,
) -> Result<Round> {
    let due: Vec<(Uuid, String, String, i32)> = sqlx::query_as(
        "select id, subscriber, topic, attempts from kernel.delivery
         where parked_at is null and due_at <= $1 and subscriber not like 'kernel:%'
           and subscriber <> all($3) and id <> all($4)
         order by due_at, id limit $2",
    )
    .bind(platform.clock.now())
    .bind(MOST_DUE)
    .bind(in_flight.plugins_at_capacity())
    .bind(in_flight.keys())
    .fetch_all(&platform.pools.app)
    .await?;
    let plugins = platform.registry.current();
    let at_once = |subscriber: &str, topic: &str| {
        plugins
            .get(subscriber)
            .map_or(1, |plugin| plugin.manifest().events_at_once(topic))
    };
    let full = is_full(&due);
    let due = due
        .into_iter()
        .map(|(id, subscriber, topic, attempts)| DeliveryBatch {
            subscriber,
            topic,
            ids: vec![id],
            attempts,
        });
    let mut started = 0;
    for batch in into_batches(due, at_once) {
        if !in_flight.has_capacity(&batch.subscriber) {
            continue;
        }
        started += 1;
        let (platform, plugin) = (platform.clone(), batch.subscriber.clone());
        in_flight.start(plugin, batch.ids.clone(), async move {
            deliver_batch(&platform, batch).await;
        });
    }
    Ok(Round { started, full })
}

fn is_full<T>(due: &[T]) -> bool {
    i64::try_from(due.len()).is_ok_and(|count| count >= MOST_DUE)
}

/// Groups deliveries by subscriber and topic, up to the subscriber's batch size. A delivery that failed before is alone
/// in its batch.
fn into_batches(
    due: impl Iterator<Item = DeliveryBatch>,
    at_once: impl Fn(&str, &str) -> usize,
) -> Vec<DeliveryBatch> {
    let mut all: Vec<DeliveryBatch> = Vec::new();
    for one in due {
        let most = at_once(&one.subscriber, &one.topic);
        let place = all.iter_mut().rev().find(|other| {
            other.ids.len() < most
                && (other.attempts, one.attempts) == (0, 0)
                && (&other.subscriber, &other.topic) == (&one.subscriber, &one.topic)
        });
        match place {
            Some(other) => other.ids.extend(one.ids),
            None => all.push(one),
        }
    }
    all
}

/// Delivers a batch. If a batch of several fails, each delivery is tried alone, and only one that fails alone is
/// postponed.
async fn deliver_batch(platform: &Arc<Platform>, batch: DeliveryBatch) {
    let DeliveryBatch {
        subscriber,
        ids,
        attempts,
        ..
    } = batch;
    let is_running = platform.registry.current().get(&subscriber).is_some();
    if !is_running && await_install(platform, &subscriber, &ids).await {
        return;
    }
    if ids.len() > 1 {
        match caught(deliver_some(platform, &subscriber, &ids)).await {
            Ok(()) => return,
            Err(error) => {
                tracing::info!(%error, subscriber, count = ids.len(), "deliveries are tried one by one");
            }
        }
    }
    for id in ids {
        let Err(error) = caught(deliver_some(platform, &subscriber, &[id])).await else {
            continue;
        };
        tracing::warn!(%error, delivery = %id, attempts, "a delivery failed");
        reschedule(
            platform,
            "update kernel.delivery set attempts = attempts + 1, due_at = $2, last_error = $3,
                 parked_at = case when attempts + 1 >= $4 then $2 end,
                 awaits_install = attempts + 1 >= $4 and exists (select from kernel.install i where i.id = subscriber)
             where id = $1::uuid and attempts = $5",
            &[&id.to_string()],
            attempts,
            None,
            &error.to_string(),
        )
        .await;
    }
}

/// Converts a panic to an error, so that it counts as a failed attempt.
async fn caught(work: impl Future<Output = Result<()>>) -> Result<()> {
    AssertUnwindSafe(work)
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Err(crate::error::Error::internal("it panicked")))
}

/// Delivers the deliveries that no other kernel has claimed.
async fn deliver_some(platform: &Arc<Platform>, subscriber: &str, ids: &[Uuid]) -> Result<()> {
    let plugins = platform.registry.current();
    let Some(plugin) = plugins.get(subscriber) else {
        return Err(crate::error::Error::internal(format!(
            "plugin {subscriber} is not installed"
        )));
    };
    let mut work = work_for(platform, plugin);
    let deliveries = work.take_deliveries(ids).await?;
    if deliveries.is_empty() {
        return Ok(());
    }
    if !deliveries.iter().any(|one| hears(plugin, &one.topic)) {
        return dropped(work).await;
    }
    let events: Vec<Event> = deliveries
        .into_iter()
        .map(|delivery| Event {
            id: delivery.id.hyphenated().to_string(),
            topic: delivery.topic,
            payload: delivery.payload,
            at_ms: delivery.at_ms,
        })
        .collect();
    deliver(platform, plugin, events, work).await
}

/// Starts due timers, within the limits of their plugins. Those of installs that do not run stay due until they run again: a stop
/// must not use up their attempts.
async fn start_timers(
    platform: &Arc<Platform>,
    in_flight: &mut InFlightCalls<(String, String)>,
) -> Result<Round> {
    let (plugins, keys): (Vec<String>, Vec<String>) = in_flight.keys().into_iter().unzip();
    let due: Vec<DueTimer> = sqlx::query_as(
        "select plugin, key, (extract(epoch from due_at) * 1000)::bigint as due_ms, cron, attempts
         from kernel.timer where parked_at is null and try_at <= $1 and plugin <> all($3)
           and (plugin, key) not in (select * from unnest($4::text[], $5::text[]))
           and not exists (select from kernel.install i join kernel.package p on p.digest = i.digest
               join kernel.publisher maker on maker.name = p.publisher where i.id = timer.plugin
                 and (i.state <> 'enabled' or p.stopped_at is not null or maker.stopped_at is not null))
         order by try_at limit $2",
    )
    .bind(platform.clock.now())
    .bind(MOST_DUE)
    .bind(in_flight.plugins_at_capacity())
    .bind(plugins)
    .bind(keys)
    .fetch_all(&platform.pools.app)
    .await?;
    let full = is_full(&due);
    let mut started = 0;
    for timer in due {
        if !in_flight.has_capacity(&timer.plugin) {
            continue;
        }
        started += 1;
        let name = (timer.plugin.clone(), timer.key.clone());
        let platform = platform.clone();
        in_flight.start(timer.plugin.clone(), vec![name], async move {
            fire_timer(&platform, &timer).await;
        });
    }
    Ok(Round { started, full })
}

async fn fire_timer(platform: &Arc<Platform>, timer: &DueTimer) {
    let Err(error) = caught(fire_one(platform, timer)).await else {
        return;
    };
    let DueTimer {
        plugin,
        key,
        attempts,
        ..
    } = timer;
    tracing::warn!(%error, plugin, key, attempts, "a timer failed");
    reschedule(
        platform,
        "update kernel.timer set attempts = attempts + 1, try_at = $3, last_error = $4,
             parked_at = case when attempts + 1 >= $5 and cron is null then $3 end
         where plugin = $1 and key = $2 and attempts = $6",
        &[plugin, key],
        *attempts,
        // A repeating timer is tried at its next regular time at the latest, independently of how often it has failed.
        timer.next(platform.clock.now_ms()),
        &error.to_string(),
    )
    .await;
}

#[derive(FromRow)]
struct DueTimer {
    plugin: String,
    key: String,
    due_ms: i64,
    cron: Option<String>,
    attempts: i32,
}

impl DueTimer {
    /// The time of the next run of a repeating timer.
    fn next(&self, now_ms: u64) -> Option<i64> {
        let next = next_cron_ms(self.cron.as_ref()?, now_ms)?;
        i64::try_from(next).ok()
    }
}

/// Fires a timer, unless another kernel has claimed it.
async fn fire_one(platform: &Arc<Platform>, due: &DueTimer) -> Result<()> {
    let next = due.next(platform.clock.now_ms());
    let plugins = platform.registry.current();
    let Some(plugin) = plugins.get(&due.plugin) else {
        return Err(crate::error::Error::internal(format!(
            "plugin {} is not installed",
            due.plugin
        )));
    };
    let mut work = work_for(platform, plugin);
    let taken = work
        .take_timer(&due.plugin, &due.key, due.due_ms, next)
        .await?;
    let Some(payload) = taken else {
        return Ok(());
    };
    let timer = Timer {
        key: due.key.clone(),
        payload,
        due_ms: u64::try_from(due.due_ms).unwrap_or_default(),
    };
    fire(platform, plugin, timer, work).await
}

/// Schedules a retry with a growing delay; not later than `at_latest` (milliseconds of Unix).
async fn reschedule(
    platform: &Platform,
    statement: &'static str,
    keys: &[&str],
    attempts: i32,
    at_latest: Option<i64>,
    reason: &str,
) {
    let again = platform.clock.now() + backoff(attempts);
    let at_latest = at_latest
        .and_then(|ms| OffsetDateTime::from_unix_timestamp_nanos(i128::from(ms) * 1_000_000).ok());
    let again = at_latest.map_or(again, |latest| latest.min(again));
    let mut query = sqlx::query(statement);
    for key in keys {
        query = query.bind(*key);
    }
    let rescheduled = query
        .bind(again)
        .bind(reason.chars().take(500).collect::<String>())
        .bind(MAX_ATTEMPTS)
        .bind(attempts)
        .execute(&platform.pools.app)
        .await;
    if let Err(error) = rescheduled {
        // The row stays due and is tried again.
        tracing::warn!(%error, "a failure could not be recorded");
    }
}

#[cfg(test)]
mod tests {
    use super::{DeliveryBatch, into_batches, next_cron_ms};
    use uuid::Uuid;

    #[test]
    fn deliveries_are_batched_by_topic_and_failed_ones_are_alone() {
        let one = |subscriber: &str, topic: &str, attempts| DeliveryBatch {
            subscriber: subscriber.to_owned(),
            topic: topic.to_owned(),
            ids: vec![Uuid::nil()],
            attempts,
        };
        let due = [
            one("a", "x", 0),
            one("b", "x", 0),
            one("a", "x", 0),
            one("a", "y", 0),
            one("a", "x", 3),
            one("a", "x", 0),
            one("a", "x", 0),
            one("b", "x", 0),
        ];
        let at_once = |subscriber: &str, _: &str| if subscriber == "a" { 3 } else { 1 };
        let counts: Vec<(String, usize)> = into_batches(due.into_iter(), at_once)
            .into_iter()
            .map(|some| {
                (
                    format!("{}{}{}", some.subscriber, some.topic, some.attempts),
                    some.ids.len(),
                )
            })
            .collect();
        let expected = [
            ("ax0", 3),
            ("bx0", 1),
            ("ay0", 1),
            ("ax3", 1),
            ("ax0", 1),
            ("bx0", 1),
        ];
        let expected: Vec<(String, usize)> = expected
            .map(|(name, count)| (name.to_owned(), count))
            .to_vec();
        assert_eq!(counts, expected);
    }

    #[test]
    fn a_cron_counts_in_korean_time() {
        // 2026-01-01T00:00:00+09:00 is 15:00 UTC of the day before.
        let new_year_kst = 1_767_193_200_000;
        assert_eq!(
            next_cron_ms("0 0 * * *", new_year_kst - 1),
            Some(new_year_kst)
        );
        assert_eq!(
            next_cron_ms("0 0 * * *", new_year_kst),
            Some(new_year_kst + 86_400_000)
        );
        assert_eq!(
            next_cron_ms("0 0 * * MON", new_year_kst),
            Some(new_year_kst + 4 * 86_400_000)
        );
        for bad in ["", "whenever", "0 0 * *", "* * * * * *", "99 0 * * *"] {
            assert_eq!(next_cron_ms(bad, 0), None, "{bad}");
        }
    }
}
