//! Where parcels are: asks the operator's tracking service about the parcels that plugins follow, and reports changes to them by
//! `kernel.parcel.changed@1`. What a service says is advice: the kernel changes nothing else by it. Off by default.
//!
//! A parcel is asked about every two hours for three days, then every six hours, and no longer after 30 days: at most 144 times.
//! One question at a time is under way. A service that does not answer is asked again after 10 minutes, and after twice the time
//! for each failure in a row, up to six hours.

mod tracker_delivery;

pub(crate) use tracker_delivery::{CARRIERS as TRACKER_DELIVERY_CARRIERS, TrackerDelivery};

use std::sync::Arc;
use std::time::Duration as Span;

use futures::future::BoxFuture;
use serde_json::json;
use sqlx::PgPool;
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};
use tokio::sync::watch;

use crate::clock::{Clock, Rng};
use crate::config::{self, Config};
use crate::error::Result;
use crate::http_client::{CallError, Http};
use crate::plugins::{Platform, Registry, publish_to_plugin};
use crate::postgres::begin;
use crate::supervisor::{STEP_LIMIT, step};
use crate::unit_of_work::Signals;

/// The topic of the event about a parcel.
const CHANGED: &str = "kernel.parcel.changed@1";
/// The interval between lookups of due parcels.
const POLL: Span = Span::from_secs(2);
/// How long no question is asked after the service refused one: an operator must act first.
const PAUSE: Span = Span::from_secs(600);
/// How many parcels one round asks about.
const BATCH: i64 = 20;
const OFTEN: Duration = Duration::hours(2);
const SELDOM: Duration = Duration::hours(6);
/// So long a parcel is asked about often.
const FRESH: Duration = Duration::days(3);
const FOLLOWED: Duration = Duration::days(30);

/// Where a parcel is, by its carrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParcelState {
    /// The carrier knows the number.
    Received,
    PickedUp,
    Moving,
    /// Out for delivery.
    Out,
    /// A delivery failed.
    NotReached,
    /// Ready to be picked up by its receiver.
    Held,
    Delivered,
    Problem,
}

impl ParcelState {
    fn as_str(self) -> &'static str {
        match self {
            Self::Received => "received",
            Self::PickedUp => "pickedup",
            Self::Moving => "moving",
            Self::Out => "out",
            Self::NotReached => "missed",
            Self::Held => "held",
            Self::Delivered => "delivered",
            Self::Problem => "problem",
        }
    }
}

/// The answer of a tracking service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The carrier does not know the number, or nothing has happened yet.
    Nothing,
    State {
        state: ParcelState,
        /// By the carrier's clock; absent if it names no time.
        at: Option<OffsetDateTime>,
    },
}

/// A tracking service.
pub(crate) trait TrackingService: Send + Sync {
    /// Asks where a parcel is. `carrier` is one of the codes that the service knows.
    fn find<'a>(
        &'a self,
        carrier: &'a str,
        number: &'a str,
    ) -> BoxFuture<'a, std::result::Result<Found, CallError>>;
}

/// The carriers that the configured service knows; none without one.
pub(crate) fn carriers(config: &config::Tracking) -> Vec<&'static str> {
    match config.service {
        config::TrackingServiceName::None => Vec::new(),
        config::TrackingServiceName::TrackerDelivery => TRACKER_DELIVERY_CARRIERS
            .iter()
            .map(|(code, _)| *code)
            .collect(),
    }
}

/// Asks the tracking service of the operator.
#[derive(Clone)]
pub struct Tracking {
    clock: Clock,
    rng: Rng,
    pool: PgPool,
    registry: Arc<Registry>,
    signals: Signals,
    service: Arc<dyn TrackingService>,
}

#[derive(sqlx::FromRow)]
struct Due {
    plugin: String,
    reference: String,
    carrier: String,
    number: String,
    state: Option<String>,
    state_at: Option<OffsetDateTime>,
    followed_at: OffsetDateTime,
    looks: i32,
    failures: i32,
}

/// The end of one round.
enum Round {
    Done,
    /// The service refuses to answer.
    Refused,
}

impl Tracking {
    /// None if no service is configured.
    #[must_use]
    pub fn from_config(platform: &Platform, config: &Config) -> Option<Self> {
        let config = &config.tracking;
        let service: Arc<dyn TrackingService> = match config.service {
            config::TrackingServiceName::None => return None,
            config::TrackingServiceName::TrackerDelivery => Arc::new(TrackerDelivery::new(
                Http::default(),
                &config.tracker_delivery,
            )),
        };
        Some(Self {
            clock: platform.clock.clone(),
            rng: platform.rng.clone(),
            pool: platform.pools.app.clone(),
            registry: platform.registry.clone(),
            signals: platform.signals.clone(),
            service,
        })
    }

    /// Runs until `stop` changes.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let wait = match step("parcels", STEP_LIMIT, self.poll()).await {
                Ok(Round::Done) => POLL,
                Ok(Round::Refused) => PAUSE,
                Err(error) => {
                    tracing::warn!(%error, "parcels could not be looked up");
                    POLL
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Asks about the parcels that are due.
    async fn poll(&self) -> Result<Round> {
        let due: Vec<Due> = sqlx::query_as(
            "select plugin, reference, carrier, number, state, state_at, followed_at, looks, failures
             from kernel.tracked_parcel where look_at <= $1 order by look_at, plugin, reference limit $2",
        )
        .bind(self.clock.now())
        .bind(BATCH)
        .fetch_all(&self.pool)
        .await?;
        for parcel in due {
            // The time of the next question is stored before this one, so that a failure in between does not block others.
            let now = self.clock.now();
            let taken = sqlx::query(
                "update kernel.tracked_parcel set looks = looks + 1, failures = failures + 1, look_at = $4
                 where plugin = $1 and reference = $2 and looks = $3",
            )
            .bind(&parcel.plugin)
            .bind(&parcel.reference)
            .bind(parcel.looks)
            .bind(now + after_failures(parcel.failures + 1))
            .execute(&self.pool)
            .await?;
            if taken.rows_affected() == 0 {
                continue;
            }
            match self.service.find(&parcel.carrier, &parcel.number).await {
                Ok(found) => self.apply(&parcel, found).await?,
                Err(CallError::Unavailable(why)) => {
                    tracing::info!(%why, "a tracking service did not answer");
                    self.give_up(&parcel).await?;
                }
                Err(CallError::Refused(why)) => {
                    tracing::warn!(%why, "the tracking service refuses to answer");
                    return Ok(Round::Refused);
                }
            }
        }
        Ok(Round::Done)
    }

    /// Stores an answer, and reports it to the plugin if it is news.
    async fn apply(&self, parcel: &Due, found: Found) -> Result<()> {
        let now = self.clock.now();
        let news = match found {
            Found::Nothing => None,
            Found::State { state, at } => {
                let at = at
                    .or(parcel
                        .state_at
                        .filter(|_| parcel.state.as_deref() == Some(state.as_str())))
                    .unwrap_or(now);
                let is_news = parcel.state.as_deref() != Some(state.as_str())
                    || parcel.state_at.is_none_or(|before| before < at);
                is_news.then_some((state, at))
            }
        };
        let mut transaction = begin(&self.pool, "begin").await?;
        let is_over = matches!(news, Some((ParcelState::Delivered, _)))
            || now - parcel.followed_at >= FOLLOWED;
        let changed = if is_over {
            sqlx::query(
                "delete from kernel.tracked_parcel where plugin = $1 and reference = $2 and looks = $3",
            )
            .bind(&parcel.plugin)
            .bind(&parcel.reference)
            .bind(parcel.looks + 1)
            .execute(&mut *transaction)
            .await?
        } else {
            sqlx::query(
                "update kernel.tracked_parcel set failures = 0, look_at = $4, state = coalesce($5, state),
                     state_at = coalesce($6, state_at)
                 where plugin = $1 and reference = $2 and looks = $3",
            )
            .bind(&parcel.plugin)
            .bind(&parcel.reference)
            .bind(parcel.looks + 1)
            .bind(now + after_answer(now - parcel.followed_at))
            .bind(news.map(|(state, _)| state.as_str()))
            .bind(news.map(|(_, at)| at))
            .execute(&mut *transaction)
            .await?
        };
        if let (Some((state, at)), 1) = (news, changed.rows_affected()) {
            let content = json!({
                "reference": parcel.reference,
                "state": state.as_str(),
                "at": at.format(&Rfc3339).unwrap_or_default(),
            });
            let plugins = self.registry.current();
            let time = (&self.rng, &self.clock);
            publish_to_plugin(
                &mut transaction,
                &plugins,
                time,
                &parcel.plugin,
                CHANGED,
                &content,
            )
            .await?;
        }
        transaction.commit().await?;
        self.signals.deliveries.notify_one();
        Ok(())
    }

    /// Ends following a parcel that nothing was learned about in time.
    async fn give_up(&self, parcel: &Due) -> Result<()> {
        sqlx::query(
            "delete from kernel.tracked_parcel where plugin = $1 and reference = $2 and followed_at <= $3",
        )
        .bind(&parcel.plugin)
        .bind(&parcel.reference)
        .bind(self.clock.now() - FOLLOWED)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

/// The time to the next question about a parcel that is followed for `age`.
fn after_answer(age: Duration) -> Duration {
    if age < FRESH { OFTEN } else { SELDOM }
}

/// The time to the next question after `failures` in a row.
fn after_failures(failures: i32) -> Duration {
    let doubled = u32::try_from(failures - 1).unwrap_or_default().min(6);
    (Duration::minutes(10) * 2_i32.pow(doubled)).min(SELDOM)
}

#[cfg(test)]
mod tests {
    use super::{after_answer, after_failures};
    use time::Duration;

    #[test]
    fn a_parcel_is_asked_about_less_and_less() {
        let hours = |age| after_answer(age).whole_hours();
        assert_eq!(hours(Duration::ZERO), 2);
        assert_eq!(hours(Duration::days(3) - Duration::seconds(1)), 2);
        assert_eq!(hours(Duration::days(3)), 6);
        let minutes = [1, 2, 3, 6, 7, 100].map(|n| after_failures(n).whole_minutes());
        assert_eq!(minutes, [10, 20, 40, 320, 360, 360]);
    }
}
