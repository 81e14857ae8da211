//! Buying WIT: prices, orders, refunds and disputes. Only a provider's own answer proves a payment; input from a
//! browser or a webhook never credits WIT. The kernel never receives card numbers.
//!
//! One service for each noun; [`Payments`] only connects them.

mod admin_queries;
mod background;
mod dispute_effects;
mod disputes;
mod email_templates;
mod exchange_rates;
mod locked_order;
mod messages;
mod notifications;
mod offers;
mod order_lookup;
mod order_state_machine;
mod order_view;
mod orders;
mod plugin_payment_admin;
mod plugin_payment_declines;
mod plugin_payment_refunds;
mod plugin_payment_state;
mod plugin_payments;
mod price;
mod provider;
mod provider_notices;
mod provider_task_worker;
mod provider_tasks;
mod purchases;
mod rate_proposals;
mod refund_effects;
mod refunds;
mod settlement;
mod store;
mod store_refunds;
mod webhook;
mod webhook_receipts;
mod webhook_sender;

pub use admin_queries::{AdminQueries, OrderRow, Payer, RefundQueue, RefundRow};
pub use background::BackgroundJobs;
pub use disputes::Disputes;
pub use exchange_rates::{ExchangeRates, NewRate, Rate, RateEntry};
pub use messages::*;
pub use offers::{OfferCatalog, Offers, Product};
pub use order_state_machine::{DisputeOutcome, OrderState, RefundBlocker, RefundState};
pub use order_view::{DisputeView, FailureView, Order, RefundView};
pub use orders::{NewOrder, Orders, Placed};
pub use plugin_payment_admin::{PaymentQueue, PluginPaymentRow};
pub use plugin_payment_declines::DeclinedAttempts;
pub use plugin_payment_state::PluginPaymentState;
pub use plugin_payments::{PluginPayment, PluginPayments};
pub use price::{Currency, MAX_WIT, MIN_WIT, Money};
pub use provider::{
    Checkout, PAGE as SANDBOX_PAGE, PaymentProvider, ProviderName, Sandbox, SandboxAction, Shown,
    ShownState,
};
pub use provider_notices::ProviderNotices;
pub use purchases::StorePurchases;
pub use rate_proposals::RateProposal;
pub use refunds::Refunds;
pub use webhook::{Delivered, WebhookKey};
pub use webhook_sender::{OverHttp, Sender};

use std::sync::Arc;

use dispute_effects::DisputeEffects;
use locked_order::OrderTransitions;
use notifications::Notifier;
use order_view::OrderViews;
use provider::{PortOne, PortOneSettings, Providers};
use provider_task_worker::TaskWorker;
use provider_tasks::TaskQueue;
use refund_effects::RefundEffects;
use settlement::Settlement;
use store::{Apple, Google};
use store_refunds::StoreRefunds;
use tokio::sync::Notify;
use webhook_receipts::WebhookReceipts;

use crate::config::{self, Config};
use crate::http_client::Http;
use crate::identity::Identity;
use crate::mailer::Mailer;
use crate::plugins::Platform;
use crate::secret::Secret;
use crate::wallet_admin::WalletStates;

/// The services of payments.
#[derive(Clone)]
pub struct Payments {
    pub admin_queries: AdminQueries,
    pub background: BackgroundJobs,
    pub catalog: OfferCatalog,
    pub disputes: Disputes,
    pub notices: ProviderNotices,
    pub orders: Orders,
    pub plugin_payments: PluginPayments,
    pub purchases: StorePurchases,
    pub rates: ExchangeRates,
    pub refunds: Refunds,
    /// Set if the sandbox is the provider.
    pub sandbox: Option<Sandbox>,
}

impl Payments {
    /// # Errors
    /// An invalid key or file, as a sentence.
    pub fn new(
        platform: &Platform,
        identity: &Identity,
        mailer: &Mailer,
        secret: &Secret,
        config: &Config,
    ) -> Result<Self, String> {
        let (http, base) = (Http::default(), config.base_url());
        let config = &config.payments;
        let (pool, clock, rng) = (&platform.pools.app, &platform.clock, &platform.rng);
        let audit = &identity.audit;
        let sandbox = match config.provider {
            config::PaymentProvider::Portone => None,
            config::PaymentProvider::Sandbox => Some(Sandbox::new(
                pool.clone(),
                clock.clone(),
                rng.clone(),
                secret,
                base.clone(),
            )),
        };
        let providers = Providers::new(match &sandbox {
            Some(sandbox) => Arc::new(sandbox.clone()),
            None => Arc::new(portone(&http, &config.portone, &base)?),
        });
        let apple = Apple::from_config(&config.apple, http.clone())?.map(Arc::new);
        let google = Google::from_config(&config.google, http, clock, &base)?.map(Arc::new);
        let products = Arc::new(config.products.clone());
        let queued = Arc::new(Notify::new());
        let notifier = Notifier {
            clock: clock.clone(),
            rng: rng.clone(),
            mailer: mailer.clone(),
            queued: queued.clone(),
            signals: platform.signals.clone(),
        };
        let transitions = OrderTransitions {
            clock: clock.clone(),
        };
        let tasks = TaskQueue {
            clock: clock.clone(),
            rng: rng.clone(),
        };
        let plugin_payments = PluginPayments {
            audit: audit.clone(),
            clock: clock.clone(),
            rng: rng.clone(),
            pool: pool.clone(),
            providers: providers.clone(),
            registry: platform.registry.clone(),
            signals: platform.signals.clone(),
            tasks: tasks.clone(),
        };
        let refund_effects = RefundEffects {
            audit: audit.clone(),
            clock: clock.clone(),
            notifier: notifier.clone(),
            transitions: transitions.clone(),
        };
        let dispute_effects = DisputeEffects {
            audit: audit.clone(),
            clock: clock.clone(),
            notifier: notifier.clone(),
            transitions: transitions.clone(),
            refund_effects: refund_effects.clone(),
            states: WalletStates {
                registry: platform.registry.clone(),
                rng: rng.clone(),
                clock: clock.clone(),
            },
        };
        let settlement = Settlement {
            audit: audit.clone(),
            base,
            clock: clock.clone(),
            pool: pool.clone(),
            providers: providers.clone(),
            dispute_effects: dispute_effects.clone(),
            notifier: notifier.clone(),
            transitions: transitions.clone(),
            refund_effects: refund_effects.clone(),
            tasks: tasks.clone(),
        };
        let views = OrderViews {
            clock: clock.clone(),
            providers: providers.clone(),
        };
        let orders = Orders {
            clock: clock.clone(),
            rng: rng.clone(),
            pool: pool.clone(),
            providers: providers.clone(),
            notifier: notifier.clone(),
            transitions: transitions.clone(),
            views: views.clone(),
            settlement: settlement.clone(),
        };
        let receipts = WebhookReceipts {
            clock: clock.clone(),
            pool: pool.clone(),
        };
        let store_refunds = StoreRefunds {
            apple: apple.clone(),
            clock: clock.clone(),
            google: google.clone(),
            pool: pool.clone(),
            notifier: notifier.clone(),
            settlement: settlement.clone(),
            receipts: receipts.clone(),
        };
        let admin_queries = AdminQueries {
            pool: pool.clone(),
            views: views.clone(),
        };
        let rates = ExchangeRates {
            audit: audit.clone(),
            clock: clock.clone(),
            rng: rng.clone(),
            pool: pool.clone(),
        };
        Ok(Self {
            background: BackgroundJobs {
                clock: clock.clone(),
                rng: rng.clone(),
                pool: pool.clone(),
                queued,
                plugin_payments: plugin_payments.clone(),
                sandbox: sandbox.clone(),
                settlement: settlement.clone(),
                worker: TaskWorker {
                    clock: clock.clone(),
                    google: google.clone(),
                    pool: pool.clone(),
                    providers: providers.clone(),
                    notifier: notifier.clone(),
                    plugin_payments: plugin_payments.clone(),
                    settlement: settlement.clone(),
                },
            },
            catalog: OfferCatalog {
                products: products.clone(),
                providers: providers.clone(),
                rates: rates.clone(),
            },
            disputes: Disputes {
                audit: audit.clone(),
                clock: clock.clone(),
                pool: pool.clone(),
                admin_queries: admin_queries.clone(),
                dispute_effects,
                notifier: notifier.clone(),
                transitions: transitions.clone(),
            },
            notices: ProviderNotices {
                clock: clock.clone(),
                plugin_payments: plugin_payments.clone(),
                providers,
                settlement: settlement.clone(),
                store_refunds: store_refunds.clone(),
                receipts,
            },
            purchases: StorePurchases {
                apple,
                clock: clock.clone(),
                rng: rng.clone(),
                google,
                pool: pool.clone(),
                products,
                notifier: notifier.clone(),
                views: views.clone(),
                settlement,
                store_refunds,
                tasks: tasks.clone(),
            },
            refunds: Refunds {
                audit: audit.clone(),
                clock: clock.clone(),
                rng: rng.clone(),
                pool: pool.clone(),
                registry: platform.registry.clone(),
                admin_queries: admin_queries.clone(),
                notifier,
                transitions,
                views,
                orders: orders.clone(),
                refund_effects,
                tasks,
            },
            admin_queries,
            orders,
            plugin_payments,
            rates,
            sandbox,
        })
    }
}

fn portone(http: &Http, config: &config::PortOne, base: &str) -> Result<PortOne, String> {
    let needed = |name: &str, value: &Option<String>| {
        value.clone().ok_or_else(|| {
            format!("payments.provider is \"portone\", but payments.portone.{name} is not set.")
        })
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
        origin: base.to_owned(),
    };
    Ok(PortOne::new(http.clone(), settings))
}
