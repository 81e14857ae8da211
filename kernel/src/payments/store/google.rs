//! Google Play: Google's answer about a purchase token proves a purchase, which is consumed after its WIT were
//! credited. Push messages are signed by Google for a service account of the operator, and only name the purchase to
//! ask about.

use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{Bought, RefundChange, RefundNotice, StoreNotice};
use crate::clock::Clock;
use crate::config;
use crate::http_client::{Answer, Http, send};
use crate::payments::provider::ProviderError;
use crate::payments::webhook::Delivered;

/// The OAuth scope of the service account.
const SCOPE: &str = "https://www.googleapis.com/auth/androidpublisher";
/// The requested lifetime of an access token, as Google requires it.
const ASKED_FOR: Duration = Duration::hours(1);
/// An access token is replaced this long before its expiry.
const SPARE: Duration = Duration::minutes(5);
/// How long Google's signing keys are cached.
const KEYS_KEPT: Duration = Duration::hours(1);
/// The longest purchase token, in bytes.
const MAX_TOKEN_BYTES: usize = 1000;
/// `refundType` of a voided purchase of which only some of the quantity was refunded.
const PARTIAL_REFUND: i64 = 2;

/// Google Play for one app.
pub(crate) struct Google {
    http: Http,
    clock: Clock,
    package: String,
    account: ServiceAccount,
    token_url: String,
    api_url: String,
    keys_url: String,
    push_account: Option<String>,
    push_audience: String,
    token: Cached<String>,
    keys: Cached<Arc<JwkSet>>,
}

/// A value that is valid until a time.
type Cached<T> = Mutex<Option<(T, OffsetDateTime)>>;

fn kept<T: Clone>(slot: &Cached<T>, now: OffsetDateTime) -> Option<T> {
    let known = slot.lock().unwrap_or_else(PoisonError::into_inner);
    known
        .as_ref()
        .filter(|(_, until)| now < *until)
        .map(|(value, _)| value.clone())
}

fn keep<T>(slot: &Cached<T>, value: T, until: OffsetDateTime) {
    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some((value, until));
}

struct ServiceAccount {
    email: String,
    key: EncodingKey,
}

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    scope: &'a str,
    aud: &'a str,
    iat: i64,
    exp: i64,
}

/// Google's answer about a purchase.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Purchase {
    /// 0 purchased, 1 cancelled, 2 pending.
    purchase_state: Option<i64>,
    order_id: Option<String>,
    product_id: Option<String>,
    quantity: Option<i64>,
    /// The quantity that was not refunded; 0 after a full refund, also if the purchase was not revoked.
    refundable_quantity: Option<i64>,
    /// 1 once the purchase was consumed.
    consumption_state: Option<i64>,
    obfuscated_external_account_id: Option<String>,
    /// Set for purchases of testers, which cost nothing.
    purchase_type: Option<i64>,
}

impl Purchase {
    /// Whether it is paid and at least a part was not refunded.
    fn is_paid(&self) -> bool {
        self.purchase_state == Some(0) && self.refundable_quantity != Some(0)
    }
}

/// The claims of a push message's signature.
#[derive(Deserialize)]
struct Pushed {
    email: Option<String>,
    #[serde(default)]
    email_verified: bool,
}

impl Google {
    /// `None` if the operator sells nothing in Google Play.
    pub(crate) fn from_config(
        config: &config::Google,
        http: Http,
        clock: &Clock,
        base: &str,
    ) -> Result<Option<Self>, String> {
        let (Some(package), Some(path)) = (&config.package, &config.service_account) else {
            return Ok(None);
        };
        let unusable = |error: String| {
            format!(
                "The key file {} of payments.google.service_account cannot be used: {error}.",
                path.display()
            )
        };
        let bytes = std::fs::read(path).map_err(|error| unusable(error.to_string()))?;
        let file: Value =
            serde_json::from_slice(&bytes).map_err(|error| unusable(error.to_string()))?;
        let text = |name: &str| {
            let value = file[name].as_str().map(str::to_owned);
            value.ok_or_else(|| unusable(format!("it has no {name}")))
        };
        let key = EncodingKey::from_rsa_pem(text("private_key")?.as_bytes())
            .map_err(|error| unusable(error.to_string()))?;
        let trimmed = |url: &str| url.trim_end_matches('/').to_owned();
        Ok(Some(Self {
            http,
            clock: clock.clone(),
            package: package.clone(),
            account: ServiceAccount {
                email: text("client_email")?,
                key,
            },
            token_url: config.token_url.clone(),
            api_url: trimmed(&config.api_url),
            keys_url: config.keys_url.clone(),
            push_account: config.push_account.clone(),
            push_audience: config
                .push_audience
                .clone()
                .unwrap_or_else(|| format!("{base}/api/payments/google/webhook")),
            token: Mutex::default(),
            keys: Mutex::default(),
        }))
    }

    /// Asks Google what was bought with a token.
    pub(crate) async fn purchase(
        &self,
        product: &str,
        token: &str,
    ) -> Result<Bought, ProviderError> {
        let purchase = self
            .read(product, token)
            .await?
            .ok_or_else(|| refused("Google has no such purchase"))?;
        if !matches!(purchase.purchase_state, Some(0 | 1)) {
            return Err(refused("the purchase is not paid"));
        }
        if purchase.purchase_type == Some(0) {
            return Err(refused("a test purchase of a license tester"));
        }
        if purchase.product_id.as_ref().is_some_and(|id| id != product) {
            return Err(refused("the purchase is of another product"));
        }
        let account = purchase.obfuscated_external_account_id.as_deref();
        let account = account.ok_or_else(|| {
            refused(
                "obfuscatedExternalAccountId is missing: the app must set it to the account's id",
            )
        })?;
        let quantity = purchase.quantity.unwrap_or(1);
        let left = purchase.refundable_quantity.unwrap_or(quantity);
        if !(1..=10).contains(&quantity) || !(0..=quantity).contains(&left) {
            return Err(refused("the quantity is out of range"));
        }
        Ok(Bought {
            transaction: token.to_owned(),
            product: product.to_owned(),
            quantity: left,
            price: None,
            is_revoked: !purchase.is_paid(),
            reference: purchase.order_id.unwrap_or_default(),
            account: Uuid::try_parse(account)
                .map_err(|_| refused("obfuscatedExternalAccountId is not a UUID"))?,
            is_consumed: purchase.consumption_state == Some(1),
            as_of: self.clock.now(),
        })
    }

    /// Queries whether a purchase is paid and not refunded; false if Google has no such purchase.
    pub(crate) async fn is_paid(&self, product: &str, token: &str) -> Result<bool, ProviderError> {
        let purchase = self.read(product, token).await?;
        Ok(purchase.is_some_and(|purchase| purchase.is_paid()))
    }

    async fn read(&self, product: &str, token: &str) -> Result<Option<Purchase>, ProviderError> {
        let answer = self.ask(product, token, None).await?;
        match answer.status {
            200 => read(&answer).map(Some),
            400 | 404 | 410 => Ok(None),
            _ => Err(failed(&answer)),
        }
    }

    /// Consumes a delivered purchase, so that the product can be bought again. Idempotent.
    pub(crate) async fn consume(&self, product: &str, token: &str) -> Result<(), ProviderError> {
        let answer = self.ask(product, token, Some(":consume")).await?;
        match answer.status {
            200..=299 => Ok(()),
            _ => Err(failed(&answer)),
        }
    }

    async fn ask(
        &self,
        product: &str,
        token: &str,
        act: Option<&str>,
    ) -> Result<Answer, ProviderError> {
        // Both become parts of a URL: only characters that cannot change it are allowed.
        let plain = |text: &str| {
            !text.is_empty()
                && text
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
                && !text.starts_with('.')
        };
        if !plain(product) || !plain(token) || product.len() > 100 || token.len() > MAX_TOKEN_BYTES
        {
            return Err(refused("invalid product id or purchase token"));
        }
        let address = format!(
            "{}/androidpublisher/v3/applications/{}/purchases/products/{product}/tokens/{token}{}",
            self.api_url,
            self.package,
            act.unwrap_or_default()
        );
        let client = self.http.client()?;
        let request = match act {
            None => client.get(address),
            Some(_) => client.post(address).header("content-length", "0"),
        };
        let bearer = format!("Bearer {}", self.access_token().await?);
        Ok(send(request.header("authorization", bearer)).await?)
    }

    /// An access token of the service account; requests a new one shortly before the expiry of the cached one.
    async fn access_token(&self) -> Result<String, ProviderError> {
        let now = self.clock.now();
        if let Some(token) = kept(&self.token, now) {
            return Ok(token);
        }
        let claims = Claims {
            iss: &self.account.email,
            scope: SCOPE,
            aud: &self.token_url,
            iat: now.unix_timestamp(),
            exp: (now + ASKED_FOR).unix_timestamp(),
        };
        let signed =
            jsonwebtoken::encode(&Header::new(Algorithm::RS256), &claims, &self.account.key)
                .map_err(|error| refused(&format!("the key does not sign: {error}")))?;
        let form = form_urlencoded::Serializer::new(String::new())
            .append_pair("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer")
            .append_pair("assertion", &signed)
            .finish();
        let request = self
            .http
            .client()?
            .post(&self.token_url)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form);
        let answer = send(request).await?;
        let said = answer.json();
        let (Some(token), 200) = (said["access_token"].as_str(), answer.status) else {
            return Err(failed(&answer));
        };
        let lasts = Duration::seconds(said["expires_in"].as_i64().unwrap_or(0).clamp(0, 86_400));
        let until = now + lasts - SPARE;
        keep(&self.token, token.to_owned(), until);
        Ok(token.to_owned())
    }

    /// Parses a push message, if Google signed it for the operator's account.
    pub(crate) async fn read_notice(
        &self,
        notice: &Delivered<'_>,
        now: OffsetDateTime,
    ) -> Result<StoreNotice, ProviderError> {
        self.is_from_google(notice, now).await?;
        let body: Value = serde_json::from_slice(notice.body).unwrap_or_default();
        let id = body["message"]["messageId"].as_str().unwrap_or_default();
        if id.is_empty() || id.len() > 100 {
            return Err(refused(
                "the message has no messageId of at most 100 characters",
            ));
        }
        let data = body["message"]["data"].as_str().unwrap_or_default();
        let data: Value = STANDARD
            .decode(data)
            .ok()
            .and_then(|data| serde_json::from_slice(&data).ok())
            .unwrap_or_default();
        let voided = &data["voidedPurchaseNotification"];
        let about_us = data["packageName"] == self.package.as_str();
        let change = match voided["refundType"].as_i64() {
            Some(PARTIAL_REFUND) => RefundChange::PartlyRefunded,
            _ => RefundChange::Refunded,
        };
        let token = voided["purchaseToken"].as_str().unwrap_or_default();
        let is_token = (1..=MAX_TOKEN_BYTES).contains(&token.len());
        Ok(StoreNotice {
            id: id.to_owned(),
            refund: (about_us && is_token).then(|| RefundNotice {
                transaction: token.to_owned(),
                change,
                at: now,
            }),
        })
    }

    async fn is_from_google(
        &self,
        notice: &Delivered<'_>,
        now: OffsetDateTime,
    ) -> Result<(), ProviderError> {
        let account = self.push_account.as_ref();
        let account = account.ok_or_else(|| refused("payments.google.push_account is not set"))?;
        let token = notice
            .authorization
            .and_then(|value| value.strip_prefix("Bearer "))
            .ok_or_else(|| refused("the Authorization header has no bearer token"))?;
        let header = jsonwebtoken::decode_header(token)
            .map_err(|_| refused("the bearer token is not a JWT"))?;
        let kid = header.kid.ok_or_else(|| refused("the token has no kid"))?;
        let keys = self.keys(now).await?;
        let jwk = keys
            .find(&kid)
            .ok_or_else(|| refused("Google has no key with the token's kid"))?;
        let key = DecodingKey::from_jwk(jwk).map_err(|_| refused("Google's key cannot be used"))?;
        let mut rules = Validation::new(Algorithm::RS256);
        rules.set_audience(&[&self.push_audience]);
        rules.set_issuer(&["https://accounts.google.com", "accounts.google.com"]);
        rules.set_required_spec_claims(&["exp", "aud", "iss"]);
        // Compared below with the kernel's clock.
        rules.validate_exp = false;
        let decoded = jsonwebtoken::decode::<Value>(token, &key, &rules)
            .map_err(|error| refused(&error.to_string()))?;
        let until = decoded.claims["exp"].as_i64().unwrap_or_default();
        if until < now.unix_timestamp() {
            return Err(refused("the token has expired"));
        }
        let from: Pushed = serde_json::from_value(decoded.claims)
            .map_err(|_| refused("the token contains no email address"))?;
        match from.email_verified && from.email.as_ref() == Some(account) {
            true => Ok(()),
            false => Err(refused(
                "signed for another service account, or with an unverified address",
            )),
        }
    }

    /// The keys that Google signs push messages with.
    async fn keys(&self, now: OffsetDateTime) -> Result<Arc<JwkSet>, ProviderError> {
        if let Some(keys) = kept(&self.keys, now) {
            return Ok(keys);
        }
        let answer = send(self.http.client()?.get(&self.keys_url)).await?;
        if answer.status != 200 {
            return Err(failed(&answer));
        }
        let keys: JwkSet = serde_json::from_slice(&answer.body)
            .map_err(|error| ProviderError::Unavailable(format!("not keys: {error}")))?;
        let keys = Arc::new(keys);
        keep(&self.keys, keys.clone(), now + KEYS_KEPT);
        Ok(keys)
    }
}

fn read(answer: &Answer) -> Result<Purchase, ProviderError> {
    serde_json::from_slice(&answer.body)
        .map_err(|error| ProviderError::Unavailable(format!("not a purchase: {error}")))
}

fn refused(why: &str) -> ProviderError {
    ProviderError::Refused(why.to_owned())
}

/// The error of an unsuccessful answer that does not concern the purchase: a configuration error, or an outage of
/// Google.
fn failed(answer: &Answer) -> ProviderError {
    ProviderError::Unavailable(format!("Google answered {}", answer.status))
}
