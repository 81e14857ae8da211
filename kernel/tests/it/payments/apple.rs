//! The App Store, with a certificate chain made by the test.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CustomExtension, DnType, IsCa, Issuer,
    KeyPair, KeyUsagePurpose,
};
use serde_json::{Value, json};
use tempfile::TempDir;
use time::OffsetDateTime;
use witverse_kernel::clock::Clock;
use witverse_kernel::config::{AppleEnvironment, Config};
use witverse_testing::{Client, Reply, TestApp};

use super::{ORDERS, TRANSFERS, freeze, spend, state, wallet};
use crate::support::concurrently;
use crate::user::text;

const LEAF: &[u64] = &[1, 2, 840, 113_635, 100, 6, 11, 1];
const INTERMEDIATE: &[u64] = &[1, 2, 840, 113_635, 100, 6, 2, 1];
const PURCHASES: &str = "/api/v2/wallet/purchases/apple";
pub(super) const WEBHOOK: &str = "/api/payments/apple/webhook";

/// The signer and its certificate chain.
pub(crate) struct AppStore {
    folder: TempDir,
    chain: Vec<String>,
    key: EncodingKey,
}

/// The defect of the chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Flaw {
    #[default]
    None,
    LeafUnmarked,
    IntermediateUnmarked,
    LeafExpired,
    LeafToCome,
    LeafIssues,
    /// The leaf was signed by another key with the same issuer name.
    Imposter,
}

fn params(name: &str) -> CertificateParams {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.distinguished_name.push(DnType::CommonName, name);
    params.not_before = rcgen::date_time_ymd(2020, 1, 1);
    params.not_after = rcgen::date_time_ymd(2040, 1, 1);
    params
}

fn authority(name: &str) -> CertificateParams {
    let mut params = params(name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params
}

fn mark(params: &mut CertificateParams, oid: &[u64]) {
    // An empty value: ASN.1's NULL.
    let extension = CustomExtension::from_oid_content(oid, vec![5, 0]);
    params.custom_extensions.push(extension);
}

fn encoded(certificate: &Certificate) -> String {
    STANDARD.encode(certificate.der())
}

impl AppStore {
    pub(crate) fn new() -> Self {
        Self::with(Flaw::None)
    }

    fn with(flaw: Flaw) -> Self {
        let (root_key, middle_key, leaf_key) = (
            KeyPair::generate().unwrap(),
            KeyPair::generate().unwrap(),
            KeyPair::generate().unwrap(),
        );
        let root_params = authority("Test Root");
        let root = root_params.self_signed(&root_key).unwrap();
        let root_issuer = Issuer::from_params(&root_params, &root_key);
        let mut middle_params = authority("Test Intermediate");
        if flaw != Flaw::IntermediateUnmarked {
            mark(&mut middle_params, INTERMEDIATE);
        }
        let middle = middle_params.signed_by(&middle_key, &root_issuer).unwrap();
        let mut leaf_params = match flaw {
            Flaw::LeafIssues => authority("Test Leaf"),
            _ => params("Test Leaf"),
        };
        if flaw != Flaw::LeafUnmarked {
            mark(&mut leaf_params, LEAF);
        }
        if flaw == Flaw::LeafExpired {
            leaf_params.not_after = rcgen::date_time_ymd(2021, 1, 1);
        }
        if flaw == Flaw::LeafToCome {
            leaf_params.not_before = rcgen::date_time_ymd(2039, 1, 1);
        }
        let other_key = KeyPair::generate().unwrap();
        let issuer_key = match flaw {
            Flaw::Imposter => &other_key,
            _ => &middle_key,
        };
        let issuer = Issuer::from_params(&middle_params, issuer_key);
        let leaf = leaf_params.signed_by(&leaf_key, &issuer).unwrap();
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("root.pem"), root.pem()).unwrap();
        Self {
            chain: vec![encoded(&leaf), encoded(&middle), encoded(&root)],
            key: EncodingKey::from_ec_der(&leaf_key.serialize_der()),
            folder,
        }
    }

    /// A platform that accepts purchases from this store.
    pub(crate) async fn app(&self) -> TestApp {
        self.app_with(|_| {}).await
    }

    /// The same with changes to its configuration.
    pub(super) async fn app_with(&self, change: impl FnOnce(&mut Config)) -> TestApp {
        let root = self.folder.path().join("root.pem");
        TestApp::with(|config| {
            config.payments.apple.bundle_id = Some("com.witverse.app".into());
            config.payments.apple.root = Some(root);
            config.payments.apple.environment = AppleEnvironment::Production;
            config.payments.products.insert("wit_500".into(), 500);
            change(config);
        })
        .await
    }

    /// A folder for additional files of a test.
    pub(super) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// A purchase of 500 WIT, as in a signed StoreKit transaction.
    pub(crate) fn purchase(&self, client: &Client) -> Value {
        json!({
            "transactionId": format!("2000-{}", client.id.simple()),
            "originalTransactionId": "2000", "bundleId": "com.witverse.app", "productId": "wit_500",
            "type": "Consumable", "quantity": 1, "environment": "Production",
            "inAppOwnershipType": "PURCHASED", "appAccountToken": client.id,
            "signedDate": ms_ago(1_000), "price": 7_000_000, "currency": "KRW",
        })
    }

    pub(crate) fn sign(&self, content: &Value) -> String {
        self.sign_with(content, &self.chain)
    }

    fn sign_with(&self, content: &Value, chain: &[String]) -> String {
        let mut header = Header::new(Algorithm::ES256);
        header.x5c = Some(chain.to_vec());
        jsonwebtoken::encode(&header, content, &self.key).unwrap()
    }

    pub(super) fn notification(&self, kind: &str, purchase: &Value) -> Value {
        self.notification_at(kind, purchase, ms_ago(500))
    }

    /// A notification with a signing time, in milliseconds.
    pub(super) fn notification_at(&self, kind: &str, purchase: &Value, signed_ms: i64) -> Value {
        let content = json!({
            "notificationType": kind, "notificationUUID": format!("n-{kind}-{}", purchase["transactionId"]),
            "version": "2.0", "signedDate": signed_ms,
            "data": {
                "bundleId": "com.witverse.app", "environment": "Production",
                "signedTransactionInfo": self.sign(purchase),
            },
        });
        json!({ "signedPayload": self.sign(&content) })
    }
}

/// The time in milliseconds, this long ago.
pub(super) fn ms_ago(ms: i64) -> i64 {
    i64::try_from(Clock::default().now_ms()).unwrap() - ms
}

pub(super) async fn bring(client: &Client, signed: &str) -> Reply {
    let body = json!({ "signedTransaction": signed });
    client.post(PURCHASES, body).await
}

pub(super) fn with(purchase: &Value, name: &str, value: Value) -> Value {
    let mut purchase = purchase.clone();
    purchase[name] = value;
    purchase
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_purchase_is_credited_once() {
    let store = AppStore::new();
    let app = store.app().await;
    let (mina, mal) = (app.person("mina").await, app.person("mal").await);
    let mut purchase = store.purchase(&mina);
    let signed = store.sign(&purchase);
    let ids = concurrently((0..8).map(|_| {
        let (mina, signed) = (mina.clone(), signed.clone());
        async move {
            let reply = bring(&mina, &signed).await;
            assert_eq!(reply.payload()["state"], "paid");
            text(&reply.payload()["id"])
        }
    }))
    .await;
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(wallet(&app, &mina).await, (50_000, 0));
    let order = mina.get(&format!("{ORDERS}/{}", ids[0])).await;
    let order = order.payload();
    assert_eq!(
        json!([
            order["provider"],
            order["price"],
            order["refundBlocker"],
            order["refundableUntil"],
            order["checkout"]
        ]),
        json!(["apple", { "currency": "KRW", "amountMinor": 7_000 }, "store", null, null])
    );
    // Another account with the same receipt, unchanged and with another account in it.
    assert_eq!(bring(&mal, &signed).await.line(), "409 purchase_used");
    purchase["appAccountToken"] = json!(mal.id);
    let renamed = store.sign(&purchase);
    assert_eq!(bring(&mal, &renamed).await.line(), "409 purchase_used");
    // A transaction must contain the account that made it.
    for unnamed in [Value::Null, json!("")] {
        purchase["transactionId"] = json!("2001");
        purchase["appAccountToken"] = unnamed;
        let unnamed = store.sign(&purchase);
        for client in [&mina, &mal] {
            let reply = bring(client, &unnamed).await;
            assert_eq!(reply.line(), "400 purchase_invalid");
        }
    }
    assert_eq!(wallet(&app, &mal).await, (0, 0));
    assert_eq!(app.count(TRANSFERS).await, 1);
    app.stop().await;
}

#[tokio::test]
async fn signatures_for_another_app_are_refused() {
    let store = AppStore::new();
    let app = store.app().await;
    let mina = app.person("mina").await;
    let good = store.purchase(&mina);
    let far = app.clock.now().unix_timestamp() * 1000 + 3_600_000;
    for (name, value) in [
        ("bundleId", json!("com.other.app")),
        ("environment", json!("Sandbox")),
        ("environment", json!("Xcode")),
        ("productId", json!("wit_1000000")),
        ("type", json!("Auto-Renewable Subscription")),
        ("type", json!("Non-Consumable")),
        ("quantity", json!(0)),
        ("quantity", json!(-1)),
        ("quantity", json!(11)),
        ("quantity", json!("5")),
        ("revocationDate", json!(1_767_225_600_000_i64)),
        ("inAppOwnershipType", json!("FAMILY_SHARED")),
        ("appAccountToken", json!("somebody")),
        ("transactionId", json!("")),
        ("signedDate", json!(null)),
        ("signedDate", json!("2026")),
        ("signedDate", json!(far)),
        ("signedDate", json!(i64::MAX)),
    ] {
        let signed = store.sign(&with(&good, name, value.clone()));
        let reply = bring(&mina, &signed).await;
        assert_eq!(reply.line(), "400 purchase_invalid", "{name}: {value}");
    }
    assert_eq!(
        app.count("select count(*) from kernel.payment_order").await,
        0
    );
    app.stop().await;
}

#[tokio::test]
async fn chains_without_the_pinned_root_are_refused() {
    let store = AppStore::new();
    let app = store.app().await;
    let mina = app.person("mina").await;
    let purchase = store.purchase(&mina);
    let signed = store.sign(&purchase);
    let refused = async |signed: &str, why: &str| {
        let reply = bring(&mina, signed).await;
        assert_eq!(reply.line(), "400 purchase_invalid", "{why}");
    };
    // The valid chain of another store, followed by our root.
    let other = AppStore::new();
    refused(&other.sign(&purchase), "another root").await;
    let mut borrowed = other.chain.clone();
    borrowed[2].clone_from(&store.chain[2]);
    refused(
        &other.sign_with(&purchase, &borrowed),
        "our root behind theirs",
    )
    .await;
    borrowed[1].clone_from(&store.chain[1]);
    refused(
        &other.sign_with(&purchase, &borrowed),
        "their leaf under ours",
    )
    .await;
    refused(
        &other.sign_with(&purchase, &store.chain),
        "our papers, their key",
    )
    .await;
    // Our certificates, in another number or order.
    for (why, places) in [
        ("no papers", vec![]),
        ("no root", vec![0, 1]),
        ("no leaf", vec![1, 2]),
        ("one too many", vec![0, 1, 2, 2]),
        ("upside down", vec![2, 1, 0]),
        ("the leaf twice", vec![0, 0, 2]),
        ("the root alone", vec![2, 2, 2]),
    ] {
        let chain: Vec<String> = places.iter().map(|at| store.chain[*at].clone()).collect();
        refused(&store.sign_with(&purchase, &chain), why).await;
    }
    // Changed after signing.
    let parts: Vec<&str> = signed.split('.').collect();
    let richer = URL_SAFE_NO_PAD.encode(with(&purchase, "quantity", json!(10)).to_string());
    refused(
        &format!("{}.{richer}.{}", parts[0], parts[2]),
        "another payload",
    )
    .await;
    let mut bent = URL_SAFE_NO_PAD.decode(parts[2]).unwrap();
    bent[5] ^= 1;
    let bent = URL_SAFE_NO_PAD.encode(bent);
    refused(
        &format!("{}.{}.{bent}", parts[0], parts[1]),
        "another signature",
    )
    .await;
    for header in [
        json!({ "alg": "none", "x5c": store.chain }),
        json!({ "alg": "HS256", "x5c": store.chain }),
        json!({ "alg": "ES256" }),
        json!({ "alg": "ES256", "x5c": "x" }),
        json!({ "alg": "ES256", "x5c": ["x", "y", "z"] }),
    ] {
        let header = URL_SAFE_NO_PAD.encode(header.to_string());
        refused(
            &format!("{header}.{}.{}", parts[1], parts[2]),
            "another header",
        )
        .await;
    }
    for invalid in [
        "",
        "a.b.c",
        "..",
        "a.b",
        &format!("{signed}.x"),
        &"x".repeat(100_000),
    ] {
        refused(invalid, "invalid").await;
    }
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    assert_eq!(bring(&mina, &signed).await.line(), "200", "and good it is");
    app.stop().await;
}

#[tokio::test]
async fn defective_certificates_are_refused() {
    for flaw in [
        Flaw::LeafUnmarked,
        Flaw::IntermediateUnmarked,
        Flaw::LeafExpired,
        Flaw::LeafToCome,
        Flaw::LeafIssues,
        Flaw::Imposter,
    ] {
        let store = AppStore::with(flaw);
        let app = store.app().await;
        let mina = app.person("mina").await;
        let signed = store.sign(&store.purchase(&mina));
        let reply = bring(&mina, &signed).await;
        assert_eq!(reply.line(), "400 purchase_invalid", "{flaw:?}");
        app.stop().await;
    }
    // Signed while the certificate was valid, submitted after its expiry.
    let store = AppStore::with(Flaw::LeafExpired);
    let app = store
        .app_with(|config| config.payments.apple.max_age_days = 3650)
        .await;
    let mina = app.person("mina").await;
    let then = OffsetDateTime::from_unix_timestamp(1_600_000_000).unwrap();
    let purchase = with(
        &store.purchase(&mina),
        "signedDate",
        json!(then.unix_timestamp() * 1000),
    );
    assert_eq!(bring(&mina, &store.sign(&purchase)).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn a_store_refund_debits_available_wit_and_freezes_if_they_are_spent() {
    let store = AppStore::new();
    let app = store.app().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let (whole, spent) = (store.purchase(&mina), store.purchase(&theo));
    let mut orders = Vec::new();
    for (client, purchase) in [(&mina, &whole), (&theo, &spent)] {
        let reply = bring(client, &store.sign(purchase)).await;
        orders.push(text(&reply.payload()["id"]));
    }
    spend(&app, &theo, &mina, 1).await;
    let visitor = app.visitor();
    for kind in ["CONSUMPTION_REQUEST", "TEST"] {
        let response = visitor
            .post(WEBHOOK, store.notification(kind, &whole))
            .await;
        assert_eq!(response.line(), "200");
    }
    assert_eq!(state(&mina, &orders[0]).await, "paid");
    for purchase in [&whole, &whole, &spent] {
        let response = visitor
            .post(WEBHOOK, store.notification("REFUND", purchase))
            .await;
        assert_eq!(response.line(), "200");
    }
    assert_eq!(state(&mina, &orders[0]).await, "refunded");
    assert_eq!(wallet(&app, &mina).await, (1, 0));
    assert_eq!(state(&theo, &orders[1]).await, "disputed");
    assert_eq!(wallet(&app, &theo).await, (0, 0));
    let again = json!({ "wit": 100, "currency": "KRW", "agreed": true });
    assert_eq!(mina.post(ORDERS, again.clone()).await.line(), "201");
    assert_eq!(theo.post(ORDERS, again).await.line(), "403 wallet_frozen");
    // Submitted again: the same order.
    assert_eq!(
        bring(&mina, &store.sign(&whole)).await.payload()["state"],
        "refunded"
    );
    let nobodys = with(&whole, "transactionId", json!("unknown"));
    let response = visitor
        .post(WEBHOOK, store.notification("REFUND", &nobodys))
        .await;
    assert_eq!(response.line(), "200");
    // Forged, or for another app.
    let forged = AppStore::new().notification("REFUND", &whole);
    let elsewhere = store.notification("REFUND", &with(&whole, "bundleId", json!("x.y")));
    for bad in [
        forged,
        elsewhere,
        json!({}),
        json!({ "signedPayload": "a.b.c" }),
    ] {
        assert_eq!(
            visitor.post(WEBHOOK, bad).await.line(),
            "401 webhook_invalid"
        );
    }
    super::check_ledger(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_purchase_for_a_frozen_wallet_can_be_submitted_later() {
    let store = AppStore::new();
    let app = store.app().await;
    let mina = app.person("mina").await;
    freeze(&app, &mina).await;
    let signed = store.sign(&store.purchase(&mina));
    assert_eq!(bring(&mina, &signed).await.line(), "403 wallet_frozen");
    assert_eq!(
        app.count("select count(*) from kernel.store_purchase")
            .await,
        0
    );
    sqlx::query("select ledger.set_state($1, 0::smallint, '')")
        .bind(mina.id)
        .execute(app.owner())
        .await
        .unwrap();
    assert_eq!(bring(&mina, &signed).await.payload()["state"], "paid");
    app.advance(Duration::from_secs(1));
    app.stop().await;
}
