//! Sends one notification to one device.

use reqwest::header;
use sqlx::PgConnection;
use uuid::Uuid;
use web_push_native::p256::PublicKey;
use web_push_native::{Auth, encrypt};

use super::{Notice, Push, PushTask, SUBSCRIBER};
use crate::error::{Error, Result};
use crate::http_client::send;
use crate::postgres::begin;

/// How long a push service stores a notification for an offline device, in seconds.
const KEPT_S: u32 = 24 * 3600;

/// The outcome of a call to a push service.
enum SendOutcome {
    Taken,
    /// The subscription no longer exists, or its owner has revoked the permission.
    Gone,
}

impl Push {
    /// Sends one due notification; false if none is due.
    pub(super) async fn send_next(&self) -> Result<bool> {
        let Some(claimed) = SUBSCRIBER.claim(&self.pool, &self.clock).await? else {
            return Ok(false);
        };
        let Some(task) = claimed.read::<PushTask>(&self.pool, &self.clock).await? else {
            return Ok(true);
        };
        let outcome = self.run_task(&task).await;
        let mut transaction = begin(&self.pool, "begin").await?;
        match outcome {
            Ok(outcome) => {
                if let SendOutcome::Gone = outcome {
                    self.drop_device(&mut transaction, task.subscription)
                        .await?;
                }
                claimed.complete(&mut transaction).await?;
            }
            Err(error) => {
                claimed
                    .fail(&mut transaction, &self.clock, &error.to_string())
                    .await?;
            }
        }
        transaction.commit().await?;
        Ok(true)
    }

    async fn run_task(&self, task: &PushTask) -> Result<SendOutcome> {
        let device: Option<(String, Vec<u8>, Vec<u8>)> = sqlx::query_as(
            "select endpoint, p256dh, auth from kernel.push_subscription where id = $1",
        )
        .bind(task.subscription)
        .fetch_optional(&self.pool)
        .await?;
        // The device was unsubscribed in the meantime.
        let Some((endpoint, p256dh, auth)) = device else {
            return Ok(SendOutcome::Taken);
        };
        // The operator may have removed its push service from the configuration.
        if !self.may_call(&endpoint) {
            return Ok(SendOutcome::Gone);
        }
        self.send(&endpoint, &p256dh, &auth, &task.notice).await
    }

    async fn send(
        &self,
        endpoint: &str,
        p256dh: &[u8],
        auth: &[u8],
        notice: &Notice,
    ) -> Result<SendOutcome> {
        let url = reqwest::Url::parse(endpoint).map_err(Error::internal)?;
        let key = PublicKey::from_sec1_bytes(p256dh).map_err(Error::internal)?;
        let text = serde_json::to_vec(notice).map_err(Error::internal)?;
        let auth: [u8; 16] = auth.try_into().map_err(Error::internal)?;
        let body = encrypt(text, &key, &Auth::from(auth)).map_err(Error::internal)?;
        let origin = url.origin().ascii_serialization();
        let authorization = self
            .vapid
            .authorization(&origin, self.clock.now_ms() / 1000)
            .map_err(Error::internal)?;
        let request = self
            .http
            .client()
            .map_err(Error::internal)?
            .post(url)
            .header("ttl", KEPT_S)
            .header("urgency", "normal")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::AUTHORIZATION, authorization)
            .body(body);
        let answer = send(request).await.map_err(Error::internal)?;
        match answer.status {
            200..=299 => Ok(SendOutcome::Taken),
            // 403: the device subscribed with another key of the platform.
            403 | 404 | 410 => Ok(SendOutcome::Gone),
            status => Err(Error::internal(format!(
                "the push service at {origin} answered {status}"
            ))),
        }
    }

    async fn drop_device(&self, connection: &mut PgConnection, id: Uuid) -> Result<()> {
        sqlx::query("delete from kernel.push_subscription where id = $1")
            .bind(id)
            .execute(connection)
            .await?;
        Ok(())
    }
}
