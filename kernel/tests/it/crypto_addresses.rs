//! `/api/account/wallets`: linking an address requires its signature, and an address belongs to one account.

use std::time::Duration;

use alloy_primitives::{Address, Signature, eip191_hash_message};
use k256::ecdsa::SigningKey;
use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use crate::support::concurrently;
use crate::user::{says, says_at, text};

/// The key of a browser wallet.
#[derive(Clone)]
pub(crate) struct Key(SigningKey);

impl Key {
    pub(crate) fn new(n: u8) -> Self {
        Self(SigningKey::from_slice(&[n; 32]).unwrap())
    }

    pub(crate) fn address(&self) -> String {
        Address::from_private_key(&self.0).to_checksum(None)
    }

    /// The result of `personal_sign`.
    pub(crate) fn sign(&self, message: &str) -> String {
        let hash = eip191_hash_message(message);
        let signature: Signature = self
            .0
            .sign_prehash_recoverable(hash.as_slice())
            .unwrap()
            .into();
        alloy_primitives::hex::encode_prefixed(signature.as_bytes())
    }
}

async fn challenge(client: &Client, address: &str) -> Reply {
    let body = json!({ "address": address });
    client.post("/api/account/wallets/challenge", body).await
}

async fn present(client: &Client, address: &str, signature: &str) -> Reply {
    let body = json!({ "address": address, "signature": signature });
    client.post("/api/account/wallets", body).await
}

async fn connect(client: &Client, key: &Key) -> Reply {
    let asked = challenge(client, &key.address()).await;
    if !asked.status.is_success() {
        return asked;
    }
    let signature = key.sign(&text(&asked.payload()["message"]));
    present(client, &key.address(), &signature).await
}

async fn disconnect(client: &Client, address: &str) -> Reply {
    let path = format!("/api/account/wallets/{address}");
    client.send("DELETE", &path, None).await
}

async fn addresses(client: &Client) -> Value {
    let reply = client.get("/api/account/wallets").await;
    let items = reply.payload()["items"].as_array().unwrap().clone();
    items.iter().map(|item| item["address"].clone()).collect()
}

const WALLETS: &str = "select count(*) from kernel.wallet";

#[tokio::test]
async fn a_wallet_is_connected_by_its_signature_and_disconnected() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let key = Key::new(1);
    let asked = challenge(&mina, &key.address().to_lowercase()).await;
    assert_eq!(asked.payload()["expiresInSeconds"], 300);
    let message = text(&asked.payload()["message"]);
    for part in [
        "localhost:0 wants",
        &key.address(),
        "Nonce: ",
        "지갑을",
        "wallet",
    ] {
        assert!(message.contains(part), "{part} in {message}");
    }
    let reply = present(&mina, &key.address(), &key.sign(&message)).await;
    let wallet = reply.payload();
    assert_eq!(wallet["address"], key.address(), "with its checksum");
    assert_eq!(wallet["label"], Value::Null);
    assert!(wallet["connectedAt"].as_str().unwrap().ends_with('Z'));
    assert_eq!(addresses(&mina).await, json!([key.address()]));
    says(
        &connect(&mina, &key).await,
        "409 wallet_connected",
        "이미 연결된 지갑입니다.",
        "This wallet is already connected.",
    );
    let address = key.address().to_lowercase();
    assert_eq!(*disconnect(&mina, &address).await.payload(), json!({}));
    assert_eq!(
        disconnect(&mina, &address).await.line(),
        "404 wallet_not_found"
    );
    assert_eq!(addresses(&mina).await, json!([]));
    let log = "select count(*) from kernel.audit_entry where kind in ('wallet.connected', 'wallet.disconnected')";
    assert_eq!(app.count(log).await, 2);
    assert_eq!(connect(&mina, &key).await.line(), "200", "and again");
    app.stop().await;
}

#[tokio::test]
async fn a_challenge_is_valid_once_for_one_person_and_address_for_five_minutes() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let (key, other) = (Key::new(1), Key::new(2));
    let expired = "400 wallet_challenge_expired";
    let message = async |client: &Client, key: &Key| {
        text(&challenge(client, &key.address()).await.payload()["message"])
    };

    let unasked = present(&mina, &key.address(), &key.sign("hello")).await;
    assert_eq!(unasked.line(), expired);
    let wrong = key.sign("something else");
    message(&mina, &key).await;
    let refused = present(&mina, &key.address(), &wrong).await;
    says(
        &refused,
        "400 wallet_signature_invalid",
        "지갑 서명이 올바르지 않습니다. 다시 시도해 주세요.",
        "The signature does not come from this wallet. Please try again.",
    );
    let of_mina = message(&mina, &key).await;
    let signature = key.sign(&of_mina);
    let foreign = present(&theo, &key.address(), &signature).await;
    assert_eq!(
        foreign.line(),
        expired,
        "the challenge belongs to another account"
    );
    message(&theo, &key).await;
    let foreign = present(&theo, &key.address(), &signature).await;
    assert_eq!(foreign.line(), "400 wallet_signature_invalid");
    let elsewhere = present(&mina, &other.address(), &other.sign(&of_mina)).await;
    assert_eq!(elsewhere.line(), expired, "it was for another address");
    let gone = present(&mina, &key.address(), &signature).await;
    assert_eq!(gone.line(), expired, "every try uses it up");

    let signature = key.sign(&message(&mina, &key).await);
    app.advance(Duration::from_secs(301));
    let late = present(&mina, &key.address(), &signature).await;
    assert_eq!(late.line(), expired);
    let first = key.sign(&message(&mina, &key).await);
    message(&mina, &key).await;
    let replaced = present(&mina, &key.address(), &first).await;
    assert_eq!(replaced.line(), "400 wallet_signature_invalid");
    assert_eq!(app.count(WALLETS).await, 0);
    assert_eq!(connect(&mina, &key).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn invalid_addresses_and_signatures_are_refused() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let key = Key::new(1);
    let broken = key
        .address()
        .replacen(['a', 'b', 'c', 'd', 'e', 'f'], "A", 1);
    for bad in [
        "",
        "0x",
        "mina",
        "a\0",
        &key.address()[2..],
        &broken,
        &"f".repeat(9000),
    ] {
        says_at(
            &challenge(&mina, bad).await,
            &[(
                "address",
                "지갑 주소가 올바르지 않습니다.",
                "This is not a valid wallet address.",
            )],
        );
        assert_eq!(
            present(&mina, bad, "0x").await.line(),
            "422 validation_failed"
        );
    }
    for bad in [
        "",
        "0x",
        "\0",
        &"0".repeat(130),
        &"f".repeat(130),
        &"1".repeat(9000),
    ] {
        challenge(&mina, &key.address()).await;
        let reply = present(&mina, &key.address(), bad).await;
        assert_eq!(reply.line(), "400 wallet_signature_invalid", "{bad:.9}");
    }
    for bad in ["x", "%00", "%ff", &"9".repeat(9000)] {
        assert_eq!(disconnect(&mina, bad).await.status, 404);
    }
    for reply in [
        challenge(&app.visitor(), &key.address()).await,
        present(&app.visitor(), &key.address(), "0x").await,
        disconnect(&app.visitor(), &key.address()).await,
        app.visitor().get("/api/account/wallets").await,
    ] {
        assert_eq!(reply.line(), "401 unauthenticated");
    }
    assert_eq!(app.count(WALLETS).await, 0);
    app.stop().await;
}

#[tokio::test]
async fn five_wallets_are_the_most() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    for n in 1..=4 {
        assert_eq!(connect(&mina, &Key::new(n)).await.line(), "200");
    }
    let fifth = Key::new(5);
    let asked = challenge(&mina, &fifth.address()).await;
    assert_eq!(connect(&mina, &Key::new(6)).await.line(), "200");
    says(
        &challenge(&mina, &fifth.address()).await,
        "409 wallet_limit",
        "지갑은 최대 5개까지 연결할 수 있습니다.",
        "You can connect up to 5 wallets.",
    );
    let signature = fifth.sign(&text(&asked.payload()["message"]));
    let late = present(&mina, &fifth.address(), &signature).await;
    assert_eq!(late.line(), "400 wallet_challenge_expired");
    assert_eq!(app.count(WALLETS).await, 5);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_concurrently_linked_address_belongs_to_one_person() {
    let app = TestApp::start().await;
    let key = Key::new(9);
    let mut people = Vec::new();
    for n in 0..5 {
        people.push(app.person(&format!("p_{n}")).await);
    }
    let lines = concurrently(people.clone().into_iter().map(|person| {
        let key = key.clone();
        async move { connect(&person, &key).await.line() }
    }))
    .await;
    let won = lines.iter().filter(|line| *line == "200").count();
    assert_eq!(won, 1, "{lines:?}");
    let lost = lines.iter().filter(|line| *line == "409 wallet_connected");
    assert_eq!(lost.count(), 4);
    assert_eq!(app.count(WALLETS).await, 1);

    // One person presents one challenge five times concurrently.
    let asked = challenge(&people[0], &Key::new(8).address()).await;
    let signature = Key::new(8).sign(&text(&asked.payload()["message"]));
    let lines = concurrently((0..5).map(|_| {
        let (person, signature) = (people[0].clone(), signature.clone());
        async move {
            present(&person, &Key::new(8).address(), &signature)
                .await
                .line()
        }
    }))
    .await;
    assert_eq!(
        lines.iter().filter(|line| *line == "200").count(),
        1,
        "{lines:?}"
    );
    assert_eq!(app.count(WALLETS).await, 2);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn five_wallets_are_the_most_also_at_once() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    concurrently((1..=24).map(|n| {
        let mina = mina.clone();
        async move { connect(&mina, &Key::new(n)).await.line() }
    }))
    .await;
    for n in 30..40 {
        connect(&mina, &Key::new(n)).await;
    }
    assert_eq!(app.count(WALLETS).await, 5);
    app.stop().await;
}
