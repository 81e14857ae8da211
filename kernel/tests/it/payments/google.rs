//! Google Play, served by the test: tokens for a service account, purchases, and the keys of push messages.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde_json::{Value, json};
use tempfile::TempDir;
use witverse_testing::{Client, Reply, TestApp};

use super::{ORDERS, TRANSFERS, played, state, wallet};
use crate::support::concurrently;
use crate::user::text;

/// A key for these tests only.
const KEY: &str = include_str!("service-account.pem");
const PUBLIC_KEY: &str = include_str!("service-account.pub.pem");
const MODULUS: &str = "zt4zap9U93bvaZ1ApKYBT2lO4uOFvxe1wRfBdd0DZnOmwVPkeCCbELKWHwTpiPN-kqo75wMHocWLaPe0uJFROEDMfxFt3vB6uRfRwIYo35Y0xVSRhFv_BAhWrhhNLL0_JgExADzhEQwLXVvoz8CMWWdcloOxIFed9GCmQ1fGMIhT68hn_l9xofd6-L-HCAHhZREr8Vat-4Ck107c_Go8GN8fIMpSV-zsfgGfgKU08sHS9zmIh29YIdVF7iwJDhO3eszQF04-u8L1Vc4kRvOIx35gbBX5Ui4hzgAJ15a5pdl2sYhk7cmpe-veorFFv18Yg0rjN6F9GRQJku1cxJH4Zw";
const PURCHASES: &str = "/api/v2/wallet/purchases/google";
const WEBHOOK: &str = "/api/payments/google/webhook";
const AUDIENCE: &str = "https://witverse.example/push";
const PUSHER: &str = "pusher@project.example";

#[derive(Default)]
struct Books {
    purchases: HashMap<String, Value>,
    consumed: Vec<String>,
    tokens: usize,
    is_down: bool,
}

type Shared = Arc<Mutex<Books>>;

/// The fake store.
pub(crate) struct Play {
    books: Shared,
    port: u16,
    folder: TempDir,
}

impl Play {
    pub(crate) async fn start() -> Self {
        let books = Shared::default();
        let purchase = "/androidpublisher/v3/applications/com.witverse.app/purchases/products/{product}/tokens/{token}";
        let router = Router::new()
            .route("/token", post(grant))
            .route("/keys", get(keys))
            .route(purchase, get(purchased).post(consume))
            .with_state(books.clone());
        let folder = TempDir::new().unwrap();
        let account = json!({ "client_email": "wit@project.example", "private_key": KEY });
        std::fs::write(folder.path().join("account.json"), account.to_string()).unwrap();
        Self {
            books,
            port: played(router).await,
            folder,
        }
    }

    /// A platform that accepts purchases from this store.
    pub(crate) async fn app(&self) -> TestApp {
        let (port, account) = (self.port, self.folder.path().join("account.json"));
        TestApp::with(|config| {
            let google = &mut config.payments.google;
            google.package = Some("com.witverse.app".into());
            google.service_account = Some(account);
            google.token_url = format!("http://127.0.0.1:{port}/token");
            google.api_url = format!("http://127.0.0.1:{port}");
            google.keys_url = format!("http://127.0.0.1:{port}/keys");
            google.push_account = Some(PUSHER.into());
            google.push_audience = Some(AUDIENCE.into());
            config.payments.products.insert("wit_500".into(), 500);
        })
        .await
    }

    /// Registers a purchase of 500 WIT.
    pub(crate) fn sells(&self, token: &str, client: &Client) {
        self.says(token, purchase_of(token, client));
    }

    pub(super) fn says(&self, token: &str, purchase: Value) {
        let mut books = self.books.lock().unwrap();
        books.purchases.insert(token.into(), purchase);
    }
}

/// A purchase of 500 WIT, in Google's response.
pub(super) fn purchase_of(token: &str, client: &Client) -> Value {
    json!({
        "kind": "androidpublisher#productPurchase", "purchaseState": 0, "consumptionState": 0,
        "orderId": format!("GPA.{token}"), "obfuscatedExternalAccountId": client.id,
    })
}

async fn grant(State(books): State<Shared>, body: String) -> Response {
    let assertion = body.split("assertion=").nth(1).unwrap();
    let mut rules = Validation::new(Algorithm::RS256);
    rules.validate_aud = false;
    rules.validate_exp = false;
    let key = DecodingKey::from_rsa_pem(PUBLIC_KEY.as_bytes()).unwrap();
    let claims = jsonwebtoken::decode::<Value>(assertion, &key, &rules)
        .unwrap()
        .claims;
    assert_eq!(claims["iss"], "wit@project.example");
    assert_eq!(
        claims["scope"],
        "https://www.googleapis.com/auth/androidpublisher"
    );
    let mut books = books.lock().unwrap();
    books.tokens += 1;
    if books.is_down {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    axum::Json(json!({ "access_token": "ya29", "expires_in": 3599 })).into_response()
}

async fn keys() -> Response {
    let key = json!({
        "kty": "RSA", "alg": "RS256", "use": "sig", "kid": "key-1", "n": MODULUS, "e": "AQAB",
    });
    axum::Json(json!({ "keys": [key] })).into_response()
}

async fn purchased(
    State(books): State<Shared>,
    Path((product, token)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    assert_eq!(headers["authorization"], "Bearer ya29");
    let books = books.lock().unwrap();
    match books.purchases.get(&token) {
        _ if books.is_down => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Some(purchase) if product == "wit_500" => axum::Json(purchase.clone()).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn consume(
    State(books): State<Shared>,
    Path((_, token)): Path<(String, String)>,
) -> Response {
    let mut books = books.lock().unwrap();
    if books.is_down {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let token = token.strip_suffix(":consume").unwrap().to_owned();
    books.consumed.push(token);
    StatusCode::NO_CONTENT.into_response()
}

pub(super) async fn bring(client: &Client, product: &str, token: &str) -> Reply {
    let body = json!({ "productId": product, "purchaseToken": token });
    client.post(PURCHASES, body).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_purchase_is_credited_once_and_consumed() {
    let play = Play::start().await;
    let app = play.app().await;
    let (mina, mal) = (app.person("mina").await, app.person("mal").await);
    play.sells("token-1", &mina);
    let ids = concurrently((0..8).map(|_| {
        let mina = mina.clone();
        async move {
            let reply = bring(&mina, "wit_500", "token-1").await;
            assert_eq!(reply.payload()["state"], "paid");
            text(&reply.payload()["id"])
        }
    }))
    .await;
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(wallet(&app, &mina).await, (50_000, 0));
    app.eventually("it is consumed", async || {
        play.books.lock().unwrap().consumed == ["token-1"]
    })
    .await;
    assert!(play.books.lock().unwrap().tokens <= 9, "tokens are kept");
    assert_eq!(
        bring(&mal, "wit_500", "token-1").await.line(),
        "409 purchase_used"
    );
    // A purchase must contain the account that made it.
    play.says("token-2", json!({ "purchaseState": 0 }));
    for client in [&mina, &mal] {
        assert_eq!(
            bring(client, "wit_500", "token-2").await.line(),
            "400 purchase_invalid"
        );
    }
    assert_eq!(app.count(TRANSFERS).await, 1);
    let order = mina.get(&format!("{ORDERS}/{}", ids[0])).await;
    assert_eq!(order.payload()["refundBlocker"], "store");
    app.stop().await;
}

#[tokio::test]
async fn purchases_without_googles_confirmation_are_refused() {
    let play = Play::start().await;
    let app = play.app().await;
    let mina = app.person("mina").await;
    for (n, purchase) in [
        json!({ "purchaseState": 1 }),
        json!({ "purchaseState": 2 }),
        json!({}),
        json!({ "purchaseState": 0, "purchaseType": 0 }),
        json!({ "purchaseState": 0, "productId": "wit_1" }),
        json!({ "purchaseState": 0, "quantity": 0 }),
        json!({ "purchaseState": 0, "quantity": 99 }),
        json!({ "purchaseState": 0, "obfuscatedExternalAccountId": "somebody" }),
    ]
    .into_iter()
    .enumerate()
    {
        play.says(&format!("bad-{n}"), purchase.clone());
        let reply = bring(&mina, "wit_500", &format!("bad-{n}")).await;
        assert_eq!(reply.line(), "400 purchase_invalid", "{purchase}");
    }
    play.sells("good", &mina);
    for (product, token) in [
        ("wit_500", "unknown"),
        ("wit_9", "good"),
        ("wit_500", ""),
        ("", "good"),
        ("wit_500", "../../x"),
        ("wit_500", "good?x"),
        ("..", "good"),
        ("wit_500", "a\nb"),
        ("wit_500", &"x".repeat(1001)),
    ] {
        let reply = bring(&mina, product, token).await;
        assert_eq!(reply.line(), "400 purchase_invalid", "{product} {token}");
    }
    play.books.lock().unwrap().is_down = true;
    let down = bring(&mina, "wit_500", "good").await;
    assert_eq!(down.line(), "503 payment_unavailable");
    assert_eq!(
        app.count("select count(*) from kernel.payment_order").await,
        0
    );
    play.books.lock().unwrap().is_down = false;
    assert_eq!(bring(&mina, "wit_500", "good").await.line(), "200");
    app.stop().await;
}

/// The claims of the token of a push message.
fn claims(app: &TestApp) -> Value {
    let now = app.clock.now().unix_timestamp();
    json!({
        "iss": "https://accounts.google.com", "aud": AUDIENCE, "email": PUSHER, "email_verified": true,
        "exp": now + 600, "iat": now,
    })
}

/// Delivers a push message about a voided purchase: in full, or `partly` by its quantity.
pub(super) async fn voided(app: &TestApp, message: &str, token: &str, partly: bool) -> Reply {
    let data = json!({
        "packageName": "com.witverse.app",
        "voidedPurchaseNotification": {
            "purchaseToken": token, "orderId": "GPA", "refundType": if partly { 2 } else { 1 },
        },
    });
    let message = json!({ "messageId": message, "data": STANDARD.encode(data.to_string()) });
    let bearer = format!("Bearer {}", push(&claims(app), "key-1"));
    let client = app.visitor().with_header("authorization", &bearer);
    client.post(WEBHOOK, json!({ "message": message })).await
}

fn push(claims: &Value, kid: &str) -> String {
    let mut header = Header::new(Algorithm::RS256);
    header.kid = Some(kid.into());
    let key = EncodingKey::from_rsa_pem(KEY.as_bytes()).unwrap();
    jsonwebtoken::encode(&header, claims, &key).unwrap()
}

#[tokio::test]
async fn a_push_message_must_be_googles_and_is_verified_by_the_api() {
    let play = Play::start().await;
    let app = play.app().await;
    let mina = app.person("mina").await;
    play.sells("token-1", &mina);
    let id = text(&bring(&mina, "wit_500", "token-1").await.payload()["id"]);
    let claims = claims(&app);
    let tell = async |name: &str, token: &str| {
        let data = json!({
            "packageName": "com.witverse.app",
            "voidedPurchaseNotification": { "purchaseToken": "token-1", "orderId": "GPA", "refundType": 1 },
        });
        let message = json!({ "messageId": name, "data": STANDARD.encode(data.to_string()) });
        let client = app.visitor().with_header("authorization", token);
        client
            .post(WEBHOOK, json!({ "message": message }))
            .await
            .line()
    };
    let bearer = |claims: &Value, kid: &str| format!("Bearer {}", push(claims, kid));
    let with = |name: &str, value: Value| {
        let mut claims = claims.clone();
        claims[name] = value;
        claims
    };
    for (name, value) in [
        ("iss", json!("https://evil.example")),
        ("aud", json!("https://other.example")),
        ("email", json!("other@project.example")),
        ("email_verified", json!(false)),
        ("exp", json!(app.clock.now().unix_timestamp() - 10)),
    ] {
        let token = bearer(&with(name, value.clone()), "key-1");
        assert_eq!(
            tell("m-1", &token).await,
            "401 webhook_invalid",
            "{name}: {value}"
        );
    }
    for token in ["", "Bearer ", "Bearer a.b.c", &bearer(&claims, "key-2")] {
        assert_eq!(
            tell("m-1", token).await,
            "401 webhook_invalid",
            "{token:.20}"
        );
    }
    let good = bearer(&claims, "key-1");
    // The message reports a refund that the API does not confirm: no effect.
    assert_eq!(tell("m-1", &good).await, "200");
    assert_eq!(state(&mina, &id).await, "paid");
    play.says("token-1", json!({ "purchaseState": 1 }));
    play.books.lock().unwrap().is_down = true;
    assert_eq!(tell("m-2", &good).await, "503 payment_unavailable");
    play.books.lock().unwrap().is_down = false;
    for _ in 0..2 {
        assert_eq!(tell("m-2", &good).await, "200");
    }
    assert_eq!(state(&mina, &id).await, "refunded");
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    app.stop().await;
}
