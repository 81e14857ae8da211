//! The built-in provider: simulates a card company with its own table of payments and a page that approves, declines or
//! delays. It moves no money, so it is refused in configurations where strangers could pay with it.

mod payment_provider;

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use time::{Duration, OffsetDateTime};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::clock::{Clock, Rng};
use crate::error::{Error, FORBIDDEN, Language, Result};
use crate::outbox::Subscriber;
use crate::payments::messages::{ORDER_NOT_FOUND, ORDER_NOT_PAYABLE};
use crate::payments::price::{Currency, Money};
use crate::payments::webhook::WebhookKey;
use crate::payments::webhook_sender::Sender;
use crate::postgres::begin;
use crate::secret::Secret;

/// The subscriber of the sandbox's webhooks.
const SUBSCRIBER: Subscriber = Subscriber {
    name: "kernel:sandbox",
    max_attempts: 10,
    clears_parked: false,
};
/// The path of its payment page; a payment's id is appended.
pub const PAGE: &str = "/sandbox/pay/";
/// The path of its webhooks.
const WEBHOOK: &str = "/api/payments/sandbox/webhook";
/// The delay of a delayed payment.
const DELAY: Duration = Duration::seconds(10);

/// The sandbox.
#[derive(Clone)]
pub struct Sandbox {
    pool: PgPool,
    clock: Clock,
    rng: Rng,
    base: String,
    webhook_key: WebhookKey,
    /// The key of the tokens in its forms.
    form_key: Secret,
    /// Sends its webhooks; set once the kernel listens.
    sender: Arc<OnceLock<Arc<dyn Sender>>>,
    /// Notified when a webhook may be due.
    pub queued: Arc<Notify>,
}

/// An action on the payment page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxAction {
    Approve,
    Decline,
    Delay,
    /// Approves, and sends the webhook twice.
    Twice,
    /// Approves with another amount than requested.
    WrongAmount,
    /// Simulates a chargeback by the payer.
    Chargeback,
}

impl SandboxAction {
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "approve" => Self::Approve,
            "decline" => Self::Decline,
            "delay" => Self::Delay,
            "twice" => Self::Twice,
            "wrong-amount" => Self::WrongAmount,
            "chargeback" => Self::Chargeback,
            _ => return None,
        })
    }
}

/// The state of a payment, as shown on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownState {
    Ready,
    Pending,
    Paid,
    Disputed,
    Failed,
    Cancelled,
    Expired,
}

/// A payment as shown on the page.
#[derive(Clone, Debug)]
pub struct Shown {
    pub id: Uuid,
    pub name: String,
    pub price: Money,
    /// The path of the shell that the browser returns to.
    pub return_path: String,
    pub state: ShownState,
    /// A one-use token of the page's form.
    pub token: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct ProviderTask {
    id: String,
    kind: String,
    payment: Uuid,
}

impl Sandbox {
    #[must_use]
    pub fn new(pool: PgPool, clock: Clock, rng: Rng, secret: &Secret, base: String) -> Self {
        let key = secret.derive("sandbox webhooks");
        Self {
            pool,
            clock,
            rng,
            base,
            webhook_key: WebhookKey::new(key.bytes().to_vec()),
            form_key: secret.derive("sandbox forms"),
            sender: Arc::default(),
            queued: Arc::default(),
        }
    }

    /// Sets the sender of webhooks. Only the first call has an effect.
    pub fn send_through(&self, sender: Arc<dyn Sender>) {
        let _ = self.sender.set(sender);
        self.queued.notify_one();
    }

    /// The key that signs its webhooks: for tests that send forged ones.
    #[must_use]
    pub fn webhook_key(&self) -> &WebhookKey {
        &self.webhook_key
    }

    /// A payment for its page; `visitor` identifies the browser.
    ///
    /// # Errors
    /// `order_not_found`.
    pub async fn shown(&self, id: Uuid, visitor: &str) -> Result<Shown> {
        self.complete_due(id).await?;
        let row = sqlx::query("select * from kernel.sandbox_payment where id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?
            .ok_or(ORDER_NOT_FOUND)?;
        let currency = Currency::parse(row.try_get("currency")?)
            .ok_or_else(|| Error::internal("the sandbox payment has an unknown currency"))?;
        Ok(Shown {
            id,
            name: row.try_get("name")?,
            price: Money {
                currency,
                amount_minor: row.try_get("amount")?,
            },
            return_path: row.try_get("return_path")?,
            state: state(&row, self.clock.now())?,
            token: self.token(id, row.try_get("turn")?, visitor),
        })
    }

    /// Performs an action of the page, in the language of the page; returns the path of the shell to continue at.
    ///
    /// # Errors
    /// `order_not_found`; `forbidden` for a form of another browser or one that was sent before; `order_not_payable`
    /// for an action that is no longer possible.
    pub async fn press(
        &self,
        id: Uuid,
        press: SandboxAction,
        (visitor, language): (&str, Language),
        token: &str,
    ) -> Result<String> {
        self.complete_due(id).await?;
        let now = self.clock.now();
        let mut transaction = begin(&self.pool, "begin").await?;
        let row = sqlx::query("select * from kernel.sandbox_payment where id = $1 for update")
            .bind(id)
            .fetch_optional(&mut *transaction)
            .await?
            .ok_or(ORDER_NOT_FOUND)?;
        let good = self.token(id, row.try_get("turn")?, visitor);
        if !crate::secret::constant_time_eq(good.as_bytes(), token.as_bytes()) {
            return Err(FORBIDDEN.into());
        }
        let needed = match press {
            SandboxAction::Chargeback => ShownState::Paid,
            _ => ShownState::Ready,
        };
        if state(&row, now)? != needed {
            return Err(ORDER_NOT_PAYABLE.into());
        }
        let amount: i64 = row.try_get("amount")?;
        let (next, paid, pays_at, disputed_at) = match press {
            SandboxAction::Approve | SandboxAction::Twice => ("paid", amount, None, None),
            SandboxAction::WrongAmount => ("paid", (amount - 1).max(1), None, None),
            SandboxAction::Decline => ("failed", 0, None, None),
            SandboxAction::Delay => ("pending", amount, Some(now + DELAY), None),
            SandboxAction::Chargeback => ("paid", row.try_get("paid")?, None, Some(now)),
        };
        sqlx::query(
            "update kernel.sandbox_payment set state = $2, paid = $3, pays_at = $4,
                 disputed_at = $5, turn = turn + 1, refusal = $6
             where id = $1",
        )
        .bind(id)
        .bind(next)
        .bind(paid)
        .bind(pays_at)
        .bind(disputed_at)
        .bind((press == SandboxAction::Decline).then(|| over_limit(language)))
        .execute(&mut *transaction)
        .await?;
        let kind = match press {
            SandboxAction::Decline => "Transaction.Failed",
            SandboxAction::Delay => "Transaction.PayPending",
            SandboxAction::Chargeback => "Transaction.DisputeCreated",
            SandboxAction::Approve | SandboxAction::Twice | SandboxAction::WrongAmount => {
                "Transaction.Paid"
            }
        };
        let task = self.task(kind, id);
        self.queue_webhook(&mut transaction, &task, now).await?;
        match press {
            SandboxAction::Twice => self.queue_webhook(&mut transaction, &task, now).await?,
            SandboxAction::Delay => {
                let paid = self.task("Transaction.Paid", id);
                self.queue_webhook(&mut transaction, &paid, now + DELAY)
                    .await?;
            }
            _ => {}
        }
        transaction.commit().await?;
        self.queued.notify_one();
        Ok(row.try_get("return_path")?)
    }

    /// Completes a payment whose delay has passed.
    async fn complete_due(&self, id: Uuid) -> Result<()> {
        sqlx::query(
            "update kernel.sandbox_payment set state = 'paid', pays_at = null
             where id = $1 and state = 'pending' and pays_at <= $2",
        )
        .bind(id)
        .bind(self.clock.now())
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    fn token(&self, id: Uuid, turn: i32, visitor: &str) -> String {
        let parts: [&[u8]; 3] = [id.as_bytes(), &turn.to_be_bytes(), visitor.as_bytes()];
        crate::secret::hex(&self.form_key.mac(&parts))
    }

    fn task(&self, kind: &str, payment: Uuid) -> ProviderTask {
        ProviderTask {
            id: format!("msg_{}", self.rng.uuid(self.clock.now_ms()).simple()),
            kind: kind.to_owned(),
            payment,
        }
    }

    async fn queue_webhook(
        &self,
        connection: &mut PgConnection,
        task: &ProviderTask,
        at: OffsetDateTime,
    ) -> Result<()> {
        let time = (&self.clock, &self.rng);
        SUBSCRIBER
            .queue(connection, time, "webhook", task, at)
            .await
    }

    /// Sends one due webhook; false if none is due or no sender is set.
    pub(crate) async fn send_next(&self) -> Result<bool> {
        let Some(sender) = self.sender.get() else {
            return Ok(false);
        };
        let Some(claimed) = SUBSCRIBER.claim(&self.pool, &self.clock).await? else {
            return Ok(false);
        };
        let Some(task) = claimed
            .read::<ProviderTask>(&self.pool, &self.clock)
            .await?
        else {
            return Ok(true);
        };
        let body = json!({
            "type": task.kind,
            "timestamp": self.clock.now().unix_timestamp(),
            "data": { "paymentId": task.payment },
        })
        .to_string();
        let sent_at = self.clock.now().unix_timestamp();
        let headers = vec![
            ("content-type", "application/json".to_owned()),
            ("webhook-id", task.id.clone()),
            ("webhook-timestamp", sent_at.to_string()),
            (
                "webhook-signature",
                self.webhook_key.sign(&task.id, sent_at, body.as_bytes()),
            ),
        ];
        let failure = match sender.post(WEBHOOK, headers, body.into_bytes()).await {
            Ok(200..=299) => None,
            Ok(status) => Some(format!("the kernel answered {status}")),
            Err(reason) => Some(reason),
        };
        let mut connection = self.pool.acquire().await?;
        match failure {
            None => claimed.complete(&mut connection).await?,
            Some(reason) => claimed.fail(&mut connection, &self.clock, &reason).await?,
        }
        Ok(true)
    }
}

/// The state of a payment.
fn state(row: &PgRow, now: OffsetDateTime) -> Result<ShownState, sqlx::Error> {
    let disputed_at: Option<OffsetDateTime> = row.try_get("disputed_at")?;
    let expires_at: OffsetDateTime = row.try_get("expires_at")?;
    Ok(match row.try_get("state")? {
        "paid" if disputed_at.is_some() => ShownState::Disputed,
        "paid" => ShownState::Paid,
        "pending" => ShownState::Pending,
        "failed" => ShownState::Failed,
        "cancelled" => ShownState::Cancelled,
        _ if expires_at <= now => ShownState::Expired,
        _ => ShownState::Ready,
    })
}

/// The reason of a decline: what the page says the button does.
fn over_limit(language: Language) -> &'static str {
    match language {
        Language::Ko => "한도를 초과했습니다.",
        Language::En => "The card is over its limit.",
    }
}
