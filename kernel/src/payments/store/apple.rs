//! The App Store: StoreKit 2 transactions and App Store Server Notifications (version 2), both signed by Apple.
//! Signatures for another app, environment or account are refused.

use serde::Deserialize;
use serde_json::Value;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::apple_api::AppleApi;
use super::apple_jws::Root;
use super::{Bought, RefundChange, RefundNotice, StoreNotice};
use crate::config::{self, AppleEnvironment};
use crate::http_client::Http;
use crate::payments::price::{Currency, Money};
use crate::payments::provider::ProviderError;

/// The largest quantity of one transaction.
const MAX_QUANTITY: i64 = 10;

/// The App Store for one app.
pub(crate) struct Apple {
    root: Root,
    bundle_id: String,
    environment: &'static str,
    /// The maximum age of a signature if the API is not configured.
    max_age: Duration,
    /// The App Store Server API, if a key for it is configured.
    api: Option<AppleApi>,
}

/// The fields that identify a transaction.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Subject {
    transaction_id: String,
    bundle_id: String,
    environment: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Transaction {
    product_id: String,
    /// Only consumables are credited: other purchase types could be credited repeatedly.
    #[serde(rename = "type")]
    kind: String,
    quantity: Option<i64>,
    app_account_token: Option<String>,
    revocation_date: Option<i64>,
    in_app_ownership_type: Option<String>,
    /// In thousandths of the currency's main unit.
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
    /// `None` if the operator sells nothing in the App Store.
    pub(crate) fn from_config(config: &config::Apple, http: Http) -> Result<Option<Self>, String> {
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
            max_age: Duration::days(config.max_age_days.into()),
            api: AppleApi::from_config(config, http)?,
        }))
    }

    /// Parses a signed transaction, if Apple signed it for this app.
    ///
    /// # Errors
    /// Why it is refused, for the log.
    pub(crate) fn verify(&self, signed: &str, now: OffsetDateTime) -> Result<Bought, String> {
        let (content, as_of) = self.root.verify(signed, now)?;
        let subject = self.subject(&content)?;
        let transaction: Transaction = read(content)?;
        if transaction.kind != "Consumable" {
            return Err(format!("a purchase of another kind: {}", transaction.kind));
        }
        let owned = transaction.in_app_ownership_type.as_deref();
        if owned.is_some_and(|owned| owned != "PURCHASED") {
            return Err("not purchased by this Apple account (Family Sharing)".into());
        }
        let quantity = transaction.quantity.unwrap_or(1);
        if !(1..=MAX_QUANTITY).contains(&quantity) {
            return Err("the quantity is out of range".into());
        }
        let token = transaction.app_account_token;
        let token =
            token.ok_or("appAccountToken is missing: the app must set it to the account's id")?;
        Ok(Bought {
            reference: subject.transaction_id.clone(),
            transaction: subject.transaction_id,
            product: transaction.product_id,
            quantity,
            price: price(transaction.price, transaction.currency.as_deref()),
            account: Uuid::try_parse(&token).map_err(|_| "appAccountToken is not a UUID")?,
            is_revoked: transaction.revocation_date.is_some(),
            // Apple's transactions do not contain this state.
            is_consumed: false,
            as_of,
        })
    }

    /// The current state of a transaction: Apple's answer, or without an API key the signed copy, if it is recent
    /// enough.
    ///
    /// # Errors
    /// `Refused` for a transaction that cannot be credited; `Unavailable` if Apple does not answer.
    pub(crate) async fn current(
        &self,
        brought: Bought,
        now: OffsetDateTime,
    ) -> Result<Bought, ProviderError> {
        let Some(api) = &self.api else {
            let age = now - brought.as_of;
            return match age <= self.max_age {
                true => Ok(brought),
                false => Err(ProviderError::Refused(format!(
                    "signed {} days ago, more than payments.apple.max_age_days",
                    age.whole_days()
                ))),
            };
        };
        let signed = api.transaction(&brought.transaction, now).await?;
        let current = self.verify(&signed, now).map_err(ProviderError::Refused)?;
        let is_same =
            (&current.transaction, current.account) == (&brought.transaction, brought.account);
        match is_same {
            true => Ok(current),
            false => Err(ProviderError::Refused(
                "Apple answered with another transaction".into(),
            )),
        }
    }

    /// Parses a notification, if Apple signed it for this app.
    ///
    /// # Errors
    /// Why it is refused, for the log.
    pub(crate) fn read_notice(
        &self,
        body: &[u8],
        now: OffsetDateTime,
    ) -> Result<StoreNotice, String> {
        let body: Value = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        let signed = body["signedPayload"]
            .as_str()
            .ok_or("signedPayload is missing")?;
        let (content, signed_at) = self.root.verify(signed, now)?;
        let notification: Notification = read(content)?;
        if notification.id.is_empty() || notification.id.len() > 100 {
            return Err(
                "the notification has no notificationUUID of at most 100 characters".into(),
            );
        }
        let change = match notification.notification_type.as_str() {
            "REFUND" | "REVOKE" => Some(RefundChange::Refunded),
            "REFUND_REVERSED" => Some(RefundChange::Reversed),
            _ => None,
        };
        let refund = match (change, notification.data) {
            (Some(change), Some(data)) => {
                let text = |value: Option<String>| value.unwrap_or_default();
                self.ours(&text(data.bundle_id), &text(data.environment))?;
                // Any transaction of this app: the further rules of `verify` apply to crediting only.
                let signed = text(data.signed_transaction_info);
                let (content, _) = self.root.verify(&signed, now)?;
                Some(RefundNotice {
                    transaction: self.subject(&content)?.transaction_id,
                    change,
                    at: signed_at,
                })
            }
            _ => None,
        };
        Ok(StoreNotice {
            id: notification.id,
            refund,
        })
    }

    /// The identity of a signed transaction, if it belongs to this app and environment.
    fn subject(&self, content: &Value) -> Result<Subject, String> {
        let subject: Subject = read(content.clone())?;
        self.ours(&subject.bundle_id, &subject.environment)?;
        if subject.transaction_id.is_empty() || subject.transaction_id.len() > 100 {
            return Err("the transaction has no transactionId of at most 100 characters".into());
        }
        Ok(subject)
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

/// The price that Apple charged, if it is in a supported currency.
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
    fn prices_in_supported_currencies_are_parsed() {
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
