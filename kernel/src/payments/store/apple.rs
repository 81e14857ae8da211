//! The App Store: transactions of StoreKit 2 and App Store Server Notifications (version 2), both signed by
//! Apple. What was signed for another app, another environment or another account is worth nothing here.

use serde::Deserialize;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::chain::Root;
use super::{Bought, StoreNotice};
use crate::config::{self, AppleEnvironment};
use crate::payments::price::{Currency, Money};

/// The most of one product that a transaction may be about.
const MAX_QUANTITY: i64 = 10;

/// The App Store for one app.
pub(crate) struct Apple {
    root: Root,
    bundle_id: String,
    environment: &'static str,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Transaction {
    transaction_id: String,
    bundle_id: String,
    product_id: String,
    environment: String,
    /// Consumables alone are worth WIT: whatever else a purchase is would be worth it again and again.
    #[serde(rename = "type")]
    kind: String,
    quantity: Option<i64>,
    app_account_token: Option<String>,
    revocation_date: Option<i64>,
    in_app_ownership_type: Option<String>,
    /// In thousandths of the currency.
    price: Option<i64>,
    currency: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Notification {
    notification_type: String,
    #[serde(rename = "notificationUUID")]
    id: String,
    data: Option<NotificationData>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NotificationData {
    bundle_id: Option<String>,
    environment: Option<String>,
    signed_transaction_info: Option<String>,
}

impl Apple {
    /// Nothing where the operator sells nothing there.
    pub(crate) fn from_config(config: &config::Apple) -> Result<Option<Self>, String> {
        let (Some(bundle_id), Some(path)) = (&config.bundle_id, &config.root) else {
            return Ok(None);
        };
        let unusable = |error: String| {
            format!(
                "The root certificate {} of payments.apple.root cannot be used: {error}.",
                path.display()
            )
        };
        let bytes = std::fs::read(path).map_err(|error| unusable(error.to_string()))?;
        Ok(Some(Self {
            root: Root::parse(&bytes).map_err(unusable)?,
            bundle_id: bundle_id.clone(),
            environment: match config.environment {
                AppleEnvironment::Production => "Production",
                AppleEnvironment::Sandbox => "Sandbox",
            },
        }))
    }

    /// What a signed transaction is about, if Apple signed it for this app.
    ///
    /// # Errors
    /// What does not fit, for the log.
    pub(crate) fn verify(&self, signed: &str, now: OffsetDateTime) -> Result<Bought, String> {
        let content = self.root.verify(signed, now)?;
        let transaction: Transaction = read(content)?;
        self.ours(&transaction.bundle_id, &transaction.environment)?;
        if transaction.kind != "Consumable" {
            return Err(format!("a purchase of another kind: {}", transaction.kind));
        }
        let owned = transaction.in_app_ownership_type.as_deref();
        if owned.is_some_and(|owned| owned != "PURCHASED") {
            return Err("shared by somebody else".into());
        }
        let quantity = transaction.quantity.unwrap_or(1);
        if !(1..=MAX_QUANTITY).contains(&quantity) {
            return Err("a quantity that cannot be".into());
        }
        if transaction.transaction_id.is_empty() || transaction.transaction_id.len() > 100 {
            return Err("a transaction without a name".into());
        }
        let account = match &transaction.app_account_token {
            None => None,
            Some(token) => Some(Uuid::try_parse(token).map_err(|_| "an account of nobody")?),
        };
        Ok(Bought {
            reference: transaction.transaction_id.clone(),
            transaction: transaction.transaction_id,
            product: transaction.product_id,
            quantity,
            price: price(transaction.price, transaction.currency.as_deref()),
            account,
            is_revoked: transaction.revocation_date.is_some(),
        })
    }

    /// What a notification is about, if Apple signed it for this app.
    ///
    /// # Errors
    /// What does not fit, for the log.
    pub(crate) fn read_notice(
        &self,
        body: &[u8],
        now: OffsetDateTime,
    ) -> Result<StoreNotice, String> {
        let body: Value = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        let signed = body["signedPayload"].as_str().ok_or("nothing signed")?;
        let notification: Notification = read(self.root.verify(signed, now)?)?;
        if notification.id.is_empty() || notification.id.len() > 100 {
            return Err("a notification without a name".into());
        }
        let taken_back = matches!(notification.notification_type.as_str(), "REFUND" | "REVOKE");
        let mut revoked = None;
        if let Some(data) = notification.data.filter(|_| taken_back) {
            let text = |value: Option<String>| value.unwrap_or_default();
            self.ours(&text(data.bundle_id), &text(data.environment))?;
            let transaction = text(data.signed_transaction_info);
            revoked = Some(self.verify(&transaction, now)?.transaction);
        }
        Ok(StoreNotice {
            id: notification.id,
            revoked,
        })
    }

    fn ours(&self, bundle_id: &str, environment: &str) -> Result<(), String> {
        if bundle_id != self.bundle_id {
            return Err(format!("for another app: {bundle_id:.100}"));
        }
        if environment != self.environment {
            return Err(format!("of another environment: {environment:.100}"));
        }
        Ok(())
    }
}

fn read<T: serde::de::DeserializeOwned>(content: Value) -> Result<T, String> {
    serde_json::from_value(content).map_err(|error| error.to_string())
}

/// What Apple charged, where it is in a currency that we keep.
fn price(thousandths: Option<i64>, currency: Option<&str>) -> Option<Money> {
    let currency = Currency::parse(currency?)?;
    let amount_minor = match currency {
        Currency::Krw => thousandths? / 1000,
        Currency::Usd => thousandths? / 10,
    };
    (amount_minor >= 0).then_some(Money {
        currency,
        amount_minor,
    })
}

#[cfg(test)]
mod tests {
    use super::price;
    use crate::payments::price::{Currency, Money};

    #[test]
    fn prices_are_read_where_they_can_be() {
        let money = |currency, amount_minor| {
            Some(Money {
                currency,
                amount_minor,
            })
        };
        assert_eq!(price(Some(1_990), Some("USD")), money(Currency::Usd, 199));
        assert_eq!(
            price(Some(1_500_000), Some("KRW")),
            money(Currency::Krw, 1_500)
        );
        for (thousandths, currency) in [
            (Some(1_990), Some("EUR")),
            (None, Some("USD")),
            (Some(1_990), None),
            (Some(-1_990), Some("USD")),
        ] {
            assert_eq!(price(thousandths, currency), None);
        }
    }
}
