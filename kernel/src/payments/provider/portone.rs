//! PortOne, version 2 of its REST API: `GET /payments/{id}`, `POST /payments/{id}/cancel`, and webhooks in the Standard
//! Webhooks format. The browser chooses amount and channel, so every field of the answer is compared with the order.
//!
//! PortOne accepts attempts with the same payment id until one of them is approved; afterwards it refuses the id. So the id, which
//! is the order's payment, is charged at most once, however many attempts are made.

use futures::FutureExt;
use futures::future::BoxFuture;
use serde::Deserialize;
use serde_json::json;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    Cancelled, Checkout, Decline, NewPayment, Notice, PaymentProvider, ProviderError, ProviderName,
    ProviderStatus, Report,
};
use crate::error::Result;
use crate::http_client::{Answer, Http, send};
use crate::payments::price::{Currency, Money};
use crate::payments::webhook::{Delivered, WebhookKey};

/// PortOne with the API keys of one store.
pub(crate) struct PortOne {
    http: Http,
    base_url: String,
    secret: String,
    store_id: String,
    channel_key: String,
    webhook_key: WebhookKey,
    /// The origin that the browser returns to.
    origin: String,
}

/// The settings of [`PortOne`].
pub(crate) struct Settings {
    pub(crate) base_url: String,
    pub(crate) secret: String,
    pub(crate) store_id: String,
    pub(crate) channel_key: String,
    pub(crate) webhook_key: WebhookKey,
    pub(crate) origin: String,
}

/// The fields of a payment that are read; other fields are ignored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payment {
    status: String,
    id: String,
    store_id: String,
    /// The attempt.
    transaction_id: Option<String>,
    channel: Option<Channel>,
    amount: Option<Amount>,
    currency: Option<String>,
    #[serde(default)]
    disputes: Vec<Dispute>,
    /// Of a failed payment.
    failure: Option<PaymentFailure>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PaymentFailure {
    reason: Option<String>,
    /// The text of the card company.
    pg_message: Option<String>,
}

#[derive(Deserialize)]
struct Channel {
    #[serde(rename = "type")]
    kind: Option<String>,
    key: Option<String>,
}

#[derive(Deserialize)]
struct Amount {
    total: i64,
    #[serde(default)]
    cancelled: i64,
}

#[derive(Deserialize)]
struct Dispute {
    status: String,
}

#[derive(Deserialize)]
struct WebhookBody {
    #[serde(rename = "type")]
    kind: String,
    data: Option<WebhookData>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WebhookData {
    payment_id: Option<String>,
    store_id: Option<String>,
}

impl PortOne {
    #[must_use]
    pub(crate) fn new(http: Http, settings: Settings) -> Self {
        Self {
            http,
            base_url: settings.base_url.trim_end_matches('/').to_owned(),
            secret: settings.secret,
            store_id: settings.store_id,
            channel_key: settings.channel_key,
            webhook_key: settings.webhook_key,
            origin: settings.origin,
        }
    }

    async fn call(
        &self,
        payment: Uuid,
        cancel: Option<serde_json::Value>,
    ) -> Result<Answer, ProviderError> {
        let client = self.http.client()?;
        let address = format!("{}/payments/{payment}", self.base_url);
        let request = match cancel {
            None => client.get(format!("{address}?storeId={}", self.store_id)),
            Some(body) => client
                .post(format!("{address}/cancel"))
                .header("content-type", "application/json")
                .body(body.to_string()),
        };
        let key = format!("PortOne {}", self.secret);
        Ok(send(request.header("authorization", key)).await?)
    }

    /// Requests a cancellation.
    async fn cancelled(
        &self,
        payment: Uuid,
        body: serde_json::Value,
    ) -> Result<Cancelled, ProviderError> {
        let answer = self.call(payment, Some(body)).await?;
        let said = answer.json();
        match (answer.status, said["type"].as_str()) {
            (200, _) => match said["cancellation"]["status"].as_str() {
                Some("SUCCEEDED") => Ok(Cancelled::Done),
                Some("REQUESTED") => Ok(Cancelled::Requested),
                _ => Err(ProviderError::Unavailable(
                    "the cancellation did not succeed".into(),
                )),
            },
            (409, Some("PAYMENT_ALREADY_CANCELLED")) => Ok(Cancelled::Done),
            _ => Err(refused(&answer)),
        }
    }

    /// The status of the payment in the answer, if the payment is the requested one.
    fn read(&self, id: Uuid, answer: &Answer) -> Result<Report, ProviderError> {
        let payment: Payment = serde_json::from_slice(&answer.body)
            .map_err(|error| ProviderError::Unavailable(format!("not a payment: {error}")))?;
        if payment.id != id.to_string() || payment.store_id != self.store_id {
            return Err(ProviderError::Refused(
                "it answered with another payment, or another store's".into(),
            ));
        }
        let status = match payment.status.as_str() {
            "READY" | "VIRTUAL_ACCOUNT_ISSUED" => ProviderStatus::Unpaid,
            "PENDING" | "PAY_PENDING" => ProviderStatus::Pending,
            "PAID" | "PARTIAL_CANCELLED" => ProviderStatus::Paid {
                money: self.money(&payment),
                disputed: payment.disputes.iter().any(|d| d.status == "UNRESOLVED"),
            },
            "FAILED" => ProviderStatus::Failed,
            "CANCELLED" => ProviderStatus::Cancelled,
            other => {
                let text = format!("unknown payment status: {other:.40}");
                return Err(ProviderError::Refused(text));
            }
        };
        Ok(Report {
            status,
            decline: (status == ProviderStatus::Failed).then(|| decline(payment)),
        })
    }

    /// The amount that was paid and not refunded, if the payment used the order's channel: a browser may choose a test
    /// channel, where no money moves.
    fn money(&self, payment: &Payment) -> Option<Money> {
        let (channel, amount) = (payment.channel.as_ref()?, payment.amount.as_ref()?);
        let ours = match &channel.key {
            Some(key) => *key == self.channel_key,
            None => channel.kind.as_deref() == Some("LIVE"),
        };
        if !ours {
            return None;
        }
        Some(Money {
            currency: Currency::parse(payment.currency.as_deref()?)?,
            amount_minor: amount.total.checked_sub(amount.cancelled)?,
        })
    }
}

/// The failed attempt of an answer.
fn decline(payment: Payment) -> Decline {
    let failure = payment.failure;
    Decline {
        attempt: payment.transaction_id.unwrap_or_default(),
        reason: failure.and_then(|failure| failure.pg_message.or(failure.reason)),
    }
}

/// The error of an unsuccessful answer.
fn refused(answer: &Answer) -> ProviderError {
    let kind = answer.json()["type"].as_str().unwrap_or("?").to_owned();
    let text = format!("it answered {} {kind:.60}", answer.status);
    match answer.status {
        400 | 401 | 403 => ProviderError::Refused(text),
        _ => ProviderError::Unavailable(text),
    }
}

impl PaymentProvider for PortOne {
    fn name(&self) -> ProviderName {
        ProviderName::Portone
    }

    fn prepare<'a>(
        &'a self,
        _: &'a mut PgConnection,
        _: &'a NewPayment,
    ) -> BoxFuture<'a, Result<()>> {
        // The browser registers the payment when it opens the payment window.
        std::future::ready(Ok(())).boxed()
    }

    fn abandon<'a>(&'a self, _: &'a mut PgConnection, _: Uuid) -> BoxFuture<'a, Result<()>> {
        std::future::ready(Ok(())).boxed()
    }

    fn reopen<'a>(&'a self, _: &'a mut PgConnection, _: Uuid) -> BoxFuture<'a, Result<()>> {
        std::future::ready(Ok(())).boxed()
    }

    fn checkout(&self, payment: &NewPayment) -> Checkout {
        Checkout::Portone {
            store_id: self.store_id.clone(),
            channel_key: self.channel_key.clone(),
            payment_id: payment.id,
            order_name: payment.name.clone(),
            total_amount: payment.price.amount_minor,
            currency: payment.price.currency,
            redirect_url: format!("{}{}", self.origin, payment.return_path),
        }
    }

    fn fetch(&self, payment: Uuid) -> BoxFuture<'_, Result<Report, ProviderError>> {
        async move {
            let answer = self.call(payment, None).await?;
            match answer.status {
                200 => self.read(payment, &answer),
                // The payment window was not opened yet.
                404 if answer.json()["type"] == "PAYMENT_NOT_FOUND" => {
                    Ok(ProviderStatus::Unpaid.into())
                }
                _ => Err(refused(&answer)),
            }
        }
        .boxed()
    }

    fn cancel<'a>(
        &'a self,
        payment: Uuid,
        reason: &'a str,
    ) -> BoxFuture<'a, Result<Cancelled, ProviderError>> {
        async move {
            let body = json!({ "storeId": self.store_id, "reason": reason, "requester": "ADMIN" });
            self.cancelled(payment, body).await
        }
        .boxed()
    }

    fn cancel_part<'a>(
        &'a self,
        payment: Uuid,
        (amount, left): (i64, i64),
        reason: &'a str,
    ) -> BoxFuture<'a, Result<Cancelled, ProviderError>> {
        async move {
            let body = json!({
                "storeId": self.store_id, "reason": reason, "requester": "ADMIN",
                "amount": amount, "currentCancellableAmount": left,
            });
            self.cancelled(payment, body).await
        }
        .boxed()
    }

    fn read_notice(&self, notice: &Delivered<'_>, now: OffsetDateTime) -> Option<Notice> {
        let id = self.webhook_key.verify(notice, now)?;
        // The signature is valid, so PortOne sent it; a webhook in an unknown format concerns no payment.
        let body: Option<WebhookBody> = serde_json::from_slice(notice.body).ok();
        let data = body
            .filter(|body| body.kind.starts_with("Transaction."))
            .and_then(|body| body.data)
            .filter(|data| {
                data.store_id
                    .as_ref()
                    .is_none_or(|store| *store == self.store_id)
            });
        Some(Notice {
            id: id.to_owned(),
            payment: data.and_then(|data| Uuid::try_parse(&data.payment_id?).ok()),
        })
    }
}
