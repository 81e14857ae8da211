//! Web Push: notifications on people's devices through their browsers' push services (RFC 8030, 8291, 8292).
//!
//! A device is a subscription that its browser created and its owner registered here. The content of a notification is
//! encrypted for that browser; the push service sees only the receiver and the time. An address is called only if it
//! belongs to a push service that the operator has configured, so that a subscription cannot make the kernel call
//! another address.

mod messages;
mod sender;
mod vapid;

pub use messages::{PUSH_ENDPOINT_REFUSED, PUSH_KEYS_INVALID};

use std::sync::Arc;
use std::time::Duration;

use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine, alphabet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use tokio::sync::watch;
use uuid::Uuid;
use vapid::Vapid;
use web_push_native::p256::PublicKey;

use crate::clock::{Clock, Rng};
use crate::config::Config;
use crate::error::{Problem, Result};
use crate::http_client::Http;
use crate::outbox::Subscriber;
use crate::postgres::begin;
use crate::secret::Secret;
use crate::supervisor::{STEP_LIMIT, step};

/// The subscriber of notifications. Retries end after about 15 minutes, because an older notification is out of date.
pub(crate) const SUBSCRIBER: Subscriber = Subscriber {
    name: "kernel:push",
    max_attempts: 6,
    clears_parked: true,
};
/// The topic of its deliveries.
pub(crate) const TOPIC: &str = "push";
/// The maximum number of devices of one person; a new one replaces the oldest.
const MAX_DEVICES: i64 = 10;
const MAX_ENDPOINT: usize = 1000;
const POLL: Duration = Duration::from_secs(1);

/// base64url as browsers write it, with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The content of a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    pub title: String,
    pub body: String,
    /// A path of the shell.
    pub link: String,
    pub tag: String,
}

/// A notification for one device.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PushTask {
    pub subscription: Uuid,
    pub notice: Notice,
}

/// A push subscription, as browsers serialise it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NewSubscription {
    /// The address at which the browser's push service accepts notifications.
    pub endpoint: String,
    pub keys: Keys,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Keys {
    /// The browser's P-256 key, uncompressed, as base64url.
    pub p256dh: String,
    /// 16 bytes as base64url.
    pub auth: String,
}

/// Stores devices and sends notifications to them.
#[derive(Clone)]
pub struct Push {
    pool: PgPool,
    clock: Clock,
    rng: Rng,
    http: Http,
    vapid: Arc<Vapid>,
    hosts: Arc<[String]>,
}

impl Push {
    pub(crate) fn new(
        pool: &PgPool,
        clock: &Clock,
        rng: &Rng,
        secret: &Secret,
        config: &Config,
    ) -> std::result::Result<Self, String> {
        Ok(Self {
            pool: pool.clone(),
            clock: clock.clone(),
            rng: rng.clone(),
            http: Http::default(),
            vapid: Arc::new(Vapid::new(secret, &config.mail.from)?),
            hosts: config.push.hosts.clone().into(),
        })
    }

    /// The key that browsers subscribe with: the platform's P-256 public key, uncompressed, as base64url.
    #[must_use]
    pub fn public_key(&self) -> &str {
        self.vapid.public()
    }

    /// Registers a device of `person`. A device that another account has registered is moved to `person`.
    ///
    /// # Errors
    /// `push_endpoint_refused`, `push_keys_invalid`.
    pub async fn subscribe(&self, person: Uuid, new: &NewSubscription) -> Result<Uuid> {
        if !is_plain(&new.endpoint) || !self.may_call(&new.endpoint) {
            return Err(Problem::from(PUSH_ENDPOINT_REFUSED).into());
        }
        let (Some(p256dh), Some(auth)) = (public_key(&new.keys.p256dh), secret_of(&new.keys.auth))
        else {
            return Err(Problem::from(PUSH_KEYS_INVALID).into());
        };
        let mut transaction = begin(&self.pool, "begin").await?;
        let (id,): (Uuid,) = sqlx::query_as(
            "insert into kernel.push_subscription as s (id, account_id, endpoint, p256dh, auth, subscribed_at)
             values ($1, $2, $3, $4, $5, $6)
             on conflict (endpoint) do update
                 set account_id = excluded.account_id, p256dh = excluded.p256dh, auth = excluded.auth,
                     subscribed_at = excluded.subscribed_at
             returning id",
        )
        .bind(self.rng.uuid(self.clock.now_ms()))
        .bind(person)
        .bind(&new.endpoint)
        .bind(p256dh)
        .bind(auth)
        .bind(self.clock.now())
        .fetch_one(&mut *transaction)
        .await?;
        sqlx::query(
            "delete from kernel.push_subscription where id in (
                 select id from kernel.push_subscription where account_id = $1
                 order by subscribed_at desc, id desc offset $2)",
        )
        .bind(person)
        .bind(MAX_DEVICES)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(id)
    }

    /// Replaces the subscription that has ended with a new one of the same person; false if it is unknown.
    ///
    /// # Errors
    /// As [`Self::subscribe`].
    pub async fn renew(&self, ended: &str, new: &NewSubscription) -> Result<bool> {
        if !is_plain(ended) {
            return Ok(false);
        }
        let person: Option<Uuid> = sqlx::query_scalar(
            "select account_id from kernel.push_subscription where endpoint = $1",
        )
        .bind(ended)
        .fetch_optional(&self.pool)
        .await?;
        let Some(person) = person else {
            return Ok(false);
        };
        self.subscribe(person, new).await?;
        if ended != new.endpoint {
            self.unsubscribe(person, ended).await?;
        }
        Ok(true)
    }

    /// Removes a device of `person`; false if `person` has no such device.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn unsubscribe(&self, person: Uuid, endpoint: &str) -> Result<bool> {
        if !is_plain(endpoint) {
            return Ok(false);
        }
        let done = sqlx::query(
            "delete from kernel.push_subscription where account_id = $1 and endpoint = $2",
        )
        .bind(person)
        .bind(endpoint)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    /// Sends notifications until `stop` changes.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            match step("push notifications", STEP_LIMIT, self.send_next()).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "push notifications could not be sent"),
            }
            tokio::select! {
                () = tokio::time::sleep(POLL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Whether the address belongs to a configured push service.
    fn may_call(&self, endpoint: &str) -> bool {
        let Ok(url) = reqwest::Url::parse(endpoint) else {
            return false;
        };
        let (Some(host), true) = (url.host_str(), url.username().is_empty()) else {
            return false;
        };
        self.hosts.iter().any(|known| {
            if known.starts_with("http://") {
                // A service on this machine, for development.
                return url.origin().ascii_serialization() == *known;
            }
            let named = match known.strip_prefix("*.") {
                Some(domain) => host
                    .strip_suffix(domain)
                    .is_some_and(|rest| rest.ends_with('.')),
                None => host == known,
            };
            named && url.scheme() == "https" && url.port().is_none()
        })
    }
}

/// Whether length and characters are valid for an address.
fn is_plain(endpoint: &str) -> bool {
    endpoint.len() <= MAX_ENDPOINT && endpoint.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Decodes the 65 bytes of a point on the curve.
fn public_key(text: &str) -> Option<Vec<u8>> {
    let bytes = BASE64.decode(text).ok()?;
    PublicKey::from_sec1_bytes(&bytes).ok()?;
    (bytes.len() == 65).then_some(bytes)
}

fn secret_of(text: &str) -> Option<Vec<u8>> {
    let bytes = BASE64.decode(text).ok()?;
    (bytes.len() == 16).then_some(bytes)
}
