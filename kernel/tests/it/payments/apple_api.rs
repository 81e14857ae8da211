//! The App Store Server API, served by the test: a submitted transaction is credited only in the current state that the
//! API returns.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use rcgen::KeyPair;
use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::apple::{AppStore, WEBHOOK, bring, ms_ago, with};
use super::{TRANSFERS, played, wallet};

const DAY_MS: i64 = 86_400_000;

/// The behaviour of the API.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mood {
    #[default]
    Well,
    Broken,
    Unauthorized,
    TooMany,
    Garbage,
    Elsewhere,
    NotFoundAtAll,
}

#[derive(Default)]
struct Books {
    /// The current signed transactions, by id.
    transactions: HashMap<String, String>,
    mood: Mood,
    asked: usize,
}

#[derive(Clone)]
struct Api {
    books: Arc<Mutex<Books>>,
    key: Arc<DecodingKey>,
}

impl Api {
    /// A store with an API, and a platform that uses it.
    async fn start() -> (AppStore, Self, TestApp) {
        let (store, pair) = (AppStore::new(), KeyPair::generate().unwrap());
        let path = store.folder().join("key.p8");
        std::fs::write(&path, pair.serialize_pem()).unwrap();
        let api = Self {
            books: Arc::default(),
            key: Arc::new(DecodingKey::from_ec_der(pair.public_key_raw())),
        };
        let router = Router::new()
            .route("/inApps/v1/transactions/{id}", get(transaction))
            .with_state(api.clone());
        let port = played(router).await;
        let app = store
            .app_with(|config| {
                let apple = &mut config.payments.apple;
                apple.issuer_id = Some("issuer-1".into());
                apple.key_id = Some("key-1".into());
                apple.key = Some(path);
                apple.api_url = Some(format!("http://127.0.0.1:{port}/"));
            })
            .await;
        (store, api, app)
    }

    /// Registers a transaction at the API, under its own or another id.
    fn knows(&self, store: &AppStore, id: &str, transaction: &Value) {
        let signed = store.sign(transaction);
        let mut books = self.books.lock().unwrap();
        books.transactions.insert(id.into(), signed);
    }

    fn feels(&self, mood: Mood) {
        self.books.lock().unwrap().mood = mood;
    }

    fn asked(&self) -> usize {
        self.books.lock().unwrap().asked
    }
}

fn error(status: u16, code: i64) -> Response {
    let status = StatusCode::from_u16(status).unwrap();
    let body = json!({ "errorCode": code, "errorMessage": "no" });
    (status, axum::Json(body)).into_response()
}

async fn transaction(
    State(api): State<Api>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let token = headers["authorization"].to_str().unwrap();
    let token = token.strip_prefix("Bearer ").unwrap();
    let header = jsonwebtoken::decode_header(token).unwrap();
    assert_eq!(header.kid.as_deref(), Some("key-1"));
    let mut rules = Validation::new(Algorithm::ES256);
    rules.set_audience(&["appstoreconnect-v1"]);
    rules.set_issuer(&["issuer-1"]);
    let claims = jsonwebtoken::decode::<Value>(token, &api.key, &rules)
        .unwrap()
        .claims;
    assert_eq!(claims["bid"], "com.witverse.app");
    let lifetime = claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap();
    assert!((1..=3600).contains(&lifetime));
    let mut books = api.books.lock().unwrap();
    books.asked += 1;
    match books.mood {
        Mood::Well => {}
        Mood::Broken => return error(500, 5_000_000),
        Mood::Unauthorized => return StatusCode::UNAUTHORIZED.into_response(),
        Mood::TooMany => return error(429, 4_290_000),
        Mood::Garbage => return "<html>".into_response(),
        Mood::Elsewhere => {
            return (StatusCode::FOUND, [("location", "/elsewhere")]).into_response();
        }
        Mood::NotFoundAtAll => return StatusCode::NOT_FOUND.into_response(),
    }
    match books.transactions.get(&id) {
        Some(signed) => axum::Json(json!({ "signedTransactionInfo": signed })).into_response(),
        None => error(404, 4_040_010),
    }
}

#[tokio::test]
async fn apple_is_queried_for_the_current_state() {
    let (store, api, app) = Api::start().await;
    let mina = app.person("mina").await;
    let purchase = store.purchase(&mina);
    let id = purchase["transactionId"].as_str().unwrap().to_owned();
    // A device may submit an old state: the API returns a newly signed one.
    let old = with(&purchase, "signedDate", json!(ms_ago(100 * DAY_MS)));
    let signed = store.sign(&old);
    assert_eq!(bring(&mina, &signed).await.line(), "400 purchase_invalid");
    assert_eq!(api.asked(), 1, "Apple knows of no such transaction");
    for mood in [
        Mood::Broken,
        Mood::Unauthorized,
        Mood::TooMany,
        Mood::Garbage,
        Mood::Elsewhere,
        Mood::NotFoundAtAll,
    ] {
        api.knows(&store, &id, &purchase);
        api.feels(mood);
        let reply = bring(&mina, &signed).await;
        assert_eq!(reply.line(), "503 payment_unavailable", "{mood:?}");
    }
    assert_eq!(app.count(TRANSFERS).await, 0);
    api.feels(Mood::Well);
    assert_eq!(bring(&mina, &signed).await.payload()["state"], "paid");
    assert_eq!(wallet(&app, &mina).await, (50_000, 0));
    // A purchase that was credited before needs no call to the API.
    let asked = api.asked();
    api.feels(Mood::Broken);
    assert_eq!(bring(&mina, &signed).await.payload()["state"], "paid");
    assert_eq!(api.asked(), asked);
    app.stop().await;
}

#[tokio::test]
async fn apples_current_state_is_applied() {
    let (store, api, app) = Api::start().await;
    let mina = app.person("mina").await;
    let good = store.purchase(&mina);
    for (n, (name, value)) in [
        ("revocationDate", json!(ms_ago(600))),
        ("bundleId", json!("com.other.app")),
        ("environment", json!("Sandbox")),
        ("productId", json!("wit_1000000")),
        ("transactionId", json!("another")),
        ("appAccountToken", json!(uuid::Uuid::new_v4())),
        ("appAccountToken", Value::Null),
        ("type", json!("Non-Consumable")),
    ]
    .into_iter()
    .enumerate()
    {
        let id = format!("t-{n}");
        let brought = with(&good, "transactionId", json!(id));
        api.knows(&store, &id, &with(&brought, name, value.clone()));
        let reply = bring(&mina, &store.sign(&brought)).await;
        assert_eq!(reply.line(), "400 purchase_invalid", "{name}: {value}");
    }
    // Signed by another key.
    api.knows(
        &AppStore::new(),
        "t-x",
        &with(&good, "transactionId", json!("t-x")),
    );
    let brought = with(&good, "transactionId", json!("t-x"));
    let reply = bring(&mina, &store.sign(&brought)).await;
    assert_eq!(reply.line(), "400 purchase_invalid");
    // An id that would change the request's path.
    let asked = api.asked();
    for id in ["../../x", "a/b", "a?b", "a%2fb", " "] {
        let brought = with(&good, "transactionId", json!(id));
        let reply = bring(&mina, &store.sign(&brought)).await;
        assert_eq!(reply.line(), "400 purchase_invalid", "{id}");
    }
    assert_eq!(api.asked(), asked);
    assert_eq!(app.count(TRANSFERS).await, 0);
    // A revoked transaction stays revoked, even if the API still answers with the older state.
    let brought = with(&good, "transactionId", json!("t-0"));
    api.knows(&store, "t-0", &brought);
    let reply = bring(&mina, &store.sign(&brought)).await;
    assert_eq!(reply.line(), "400 purchase_invalid");
    // The same for a transaction that a notification revoked.
    let brought = with(&good, "transactionId", json!("t-y"));
    api.knows(&store, "t-y", &brought);
    let notice = store.notification("REFUND", &brought);
    assert_eq!(app.visitor().post(WEBHOOK, notice).await.line(), "200");
    let reply = bring(&mina, &store.sign(&brought)).await;
    assert_eq!(reply.line(), "400 purchase_invalid");
    assert_eq!(app.count(TRANSFERS).await, 0);
    app.stop().await;
}
