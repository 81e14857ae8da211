//! Buying WIT: what it costs, orders, refunds and disputes. A payment is believed from its provider alone;
//! nothing that a browser or a notice says is worth a WIT, and no card number ever comes here.

mod disputes;
mod errands;
mod letters;
mod messages;
mod offers;
mod orders;
mod price;
mod provider;
mod purchases;
mod rate;
mod refunds;
mod registry;
mod sender;
mod settle;
mod states;
mod store;
mod store_refunds;
mod told;
mod upkeep;
mod view;
mod webhook;

pub use disputes::DisputeOutcome;
pub use messages::*;
pub use offers::{Offers, Product};
pub use orders::{NewOrder, Placed};
pub use price::{Currency, MAX_WIT, MIN_WIT, Money};
pub use provider::{
    Checkout, PAGE as SANDBOX_PAGE, PaymentProvider, Press, ProviderName, Sandbox, Shown,
    ShownState,
};
pub use rate::{NewRate, Rate, RateEntry};
pub use refunds::RefundQueue;
pub use registry::{OrderRow, Payer, RefundRow};
pub use sender::{OverHttp, Sender};
pub use states::{OrderState, RefundBlocker, RefundState};
pub use view::{DisputeView, FailureView, Order, RefundView};
pub use webhook::{Delivered, WebhookKey};

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::PgPool;
use tokio::sync::Notify;
use uuid::Uuid;
use witverse_ledger::{Failure, Refusal};

use crate::clock::{Clock, Dice};
use crate::config::{self, Config};
use crate::error::Error;
use crate::identity::Identity;
use crate::mailer::Mailer;
use crate::outgoing::Http;
use crate::plugins::Platform;
use crate::safety::prose;
use crate::secret::Secret;
use crate::work::Signals;
use provider::{PortOne, PortOneSettings};
use store::{Apple, Google};

/// Everything about payments.
#[derive(Clone)]
pub struct Payments {
    pool: PgPool,
    clock: Clock,
    dice: Dice,
    identity: Identity,
    mailer: Mailer,
    signals: Signals,
    /// What links begin with.
    base: String,
    provider: Arc<dyn PaymentProvider>,
    /// Set where the sandbox is the provider.
    pub sandbox: Option<Sandbox>,
    apple: Option<Arc<Apple>>,
    google: Option<Arc<Google>>,
    /// In-app purchases with their whole WIT.
    products: Arc<BTreeMap<String, i64>>,
    /// Woken when an errand may have been queued.
    queued: Arc<Notify>,
}

impl Payments {
    /// # Errors
    /// A key or a file that cannot be used, as a sentence.
    pub fn new(
        platform: &Platform,
        identity: &Identity,
        mailer: &Mailer,
        secret: &Secret,
        config: &Config,
    ) -> Result<Self, String> {
        let (http, base) = (Http::default(), config.base_url());
        let config = &config.payments;
        let (pool, clock, dice) = (&platform.pools.app, &platform.clock, &platform.dice);
        let sandbox = match config.provider {
            config::PaymentProvider::Portone => None,
            config::PaymentProvider::Sandbox => Some(Sandbox::new(
                pool.clone(),
                clock.clone(),
                dice.clone(),
                secret,
                base.clone(),
            )),
        };
        let provider: Arc<dyn PaymentProvider> = match &sandbox {
            Some(sandbox) => Arc::new(sandbox.clone()),
            None => Arc::new(portone(&http, &config.portone, &base)?),
        };
        Ok(Self {
            pool: pool.clone(),
            clock: clock.clone(),
            dice: dice.clone(),
            identity: identity.clone(),
            mailer: mailer.clone(),
            signals: platform.signals.clone(),
            provider,
            sandbox,
            apple: Apple::from_config(&config.apple, http.clone())?.map(Arc::new),
            google: Google::from_config(&config.google, http, clock, &base)?.map(Arc::new),
            products: Arc::new(config.products.clone()),
            queued: Arc::default(),
            base,
        })
    }

    fn id(&self) -> Uuid {
        self.dice.uuid(self.clock.now_ms())
    }

    /// Whoever took the money for an order; nothing for stores, and for a provider that is no longer
    /// configured.
    fn provider(&self, name: ProviderName) -> Option<&dyn PaymentProvider> {
        Some(&*self.provider).filter(|provider| provider.name() == name)
    }
}

/// What the ledger refused, as what a person or an administrator is told.
fn ledger_error(failure: Failure) -> Error {
    match failure {
        Failure::Database(error) => error.into(),
        Failure::Refused(Refusal::Frozen) => WALLET_FROZEN.into(),
        Failure::Refused(Refusal::Closed) => WALLET_CLOSED.into(),
        Failure::Refused(refusal) => Error::internal(format!("the ledger refuses: {refusal}")),
    }
}

fn portone(http: &Http, config: &config::PortOne, base: &str) -> Result<PortOne, String> {
    let needed = |name: &str, value: &Option<String>| {
        value
            .clone()
            .ok_or_else(|| format!("PortOne takes payments only with payments.portone.{name}."))
    };
    let webhook_secret = needed("webhook_secret", &config.webhook_secret)?;
    let settings = PortOneSettings {
        base_url: config.base_url.clone(),
        secret: needed("secret", &config.secret)?,
        store_id: needed("store_id", &config.store_id)?,
        channel_key: needed("channel_key", &config.channel_key)?,
        webhook_key: WebhookKey::parse(&webhook_secret).ok_or(
            "payments.portone.webhook_secret is not a secret as PortOne shows it: whsec_ and base64.",
        )?,
        return_to: format!("{base}/charge/complete?orderId="),
    };
    Ok(PortOne::new(http.clone(), settings))
}
