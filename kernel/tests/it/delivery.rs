//! People search, mail, device notifications, broadcasts, and signed statements.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signature, Verifier, VerifyingKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use web_push_native::{Auth, decrypt, p256 as browser};
use witverse_kernel::secret::{Secret, hex};
use witverse_testing::{Client, TestApp};

use crate::live::Screen;
use crate::payments::played;
use crate::support::run;

/// The result of a script with one op.
async fn one(client: &Client, op: Value) -> Value {
    let reply = run(client, json!([op])).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["results"][0].clone()
}

async fn found(client: &Client, prefix: &str, limit: u32) -> Vec<String> {
    let answer = one(
        client,
        json!({ "op": "search", "prefix": prefix, "limit": limit }),
    )
    .await;
    let people = answer["ok"].as_array().unwrap().iter();
    people
        .map(|person| person["nickname"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn people_are_found_by_nickname_prefix() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for name in ["annie", "anna_7", "ben", "an_x"] {
        app.person(name).await;
    }
    assert_eq!(found(&ann, "ann", 9).await, ["anna_7", "annie"]);
    assert_eq!(found(&ann, "an", 2).await, ["an_x", "anna_7"]);
    for nobody in [
        "",
        "%",
        "an%",
        "AN",
        "a nickname that is too long",
        "_",
        "\u{3131}",
    ] {
        assert_eq!(found(&ann, nobody, 9).await, [""; 0], "{nobody:?}");
    }
    let annie = app.person("annika").await;
    let block = format!("/api/safety/blocks/{}", annie.id);
    assert_eq!(ann.put(&block, Value::Null).await.line(), "200");
    assert_eq!(found(&ann, "anni", 9).await, ["annie"], "whom I blocked");
    assert_eq!(
        found(&annie, "ann", 9).await,
        ["anna_7", "annie"],
        "who blocked me"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_signed_statement_is_verifiable_without_the_platform() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let statement = "{\"seq\":1}";
    let signed = one(&ann, json!({ "op": "sign", "statement": statement })).await["ok"].clone();
    assert_eq!(signed["hash"], hex(&Sha256::digest(statement)));
    let keys = one(&ann, json!({ "op": "keys" })).await;
    let keys: Value = serde_json::from_str(keys["ok"].as_str().unwrap()).unwrap();
    let key = keys["keys"].as_array().unwrap().iter();
    let key = key
        .clone()
        .find(|key| key["kid"] == signed["keyId"])
        .unwrap();
    let bytes = |text: &Value| URL_SAFE_NO_PAD.decode(text.as_str().unwrap()).unwrap();
    let key = VerifyingKey::from_bytes(&bytes(&key["x"]).try_into().unwrap()).unwrap();
    let signature = Signature::from_slice(&bytes(&signed["signature"])).unwrap();
    let said = |by: &str| format!("witverse:{by}\n{statement}").into_bytes();
    assert!(key.verify(&said("probe"), &signature).is_ok());
    assert!(
        key.verify(&said("items"), &signature).is_err(),
        "no plugin speaks for another"
    );

    let long = "x".repeat((16 << 10) + 1);
    let refused = one(&ann, json!({ "op": "sign", "statement": long })).await;
    assert!(refused["error"].is_string(), "{refused}");

    // Another secret has another key; the earlier public key is still listed.
    let platform = &app.app.platform;
    let other = Secret::new([7; 32]);
    let later =
        witverse_kernel::signing::Statements::load(&platform.pools.app, &other, &platform.clock);
    let later = later.await.unwrap();
    let known: Value = serde_json::from_str(later.keys()).unwrap();
    assert_eq!(known["keys"].as_array().unwrap().len(), 2);
    assert_ne!(
        later.sign("probe", b"x").kid,
        signed["keyId"].as_str().unwrap()
    );
    app.stop().await;
}

#[tokio::test]
async fn a_broadcast_reaches_every_open_screen() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (mut of_ann, mut of_ben) = (Screen::open(&ann).await, Screen::open(&ben).await);
    let word = |n: i64| json!({ "op": "broadcast", "kind": "probe.word", "payload": { "n": n } });
    // A rolled-back request sends no broadcast.
    let undone = json!([word(1), { "op": "problem", "status": 409, "code": "no" }]);
    assert_eq!(run(&ann, undone).await.line(), "409 no");
    assert_eq!(run(&ann, json!([word(2)])).await.line(), "200");
    assert_eq!(of_ann.heard("probe.word").await, json!({ "n": 2 }));
    assert_eq!(of_ben.heard("probe.word").await, json!({ "n": 2 }));
    let foreign = one(
        &ann,
        json!({ "op": "broadcast", "kind": "other.word", "payload": {} }),
    )
    .await;
    assert!(foreign["error"].is_string(), "{foreign}");
    app.stop().await;
}

#[tokio::test]
async fn mails_of_plugins_use_the_owners_address_and_language() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    ben.put("/api/user/language", json!({ "language": "en" }))
        .await;
    let mail = |to: &Client, subject: &str| json!({ "op": "email", "person": to.id, "subject": subject, "text": "what for" });
    assert_eq!(one(&ann, mail(&ben, "hello")).await["ok"], true);
    assert_eq!(one(&ann, mail(&ann, "annyeong")).await["ok"], true);
    app.eventually("both are sent", async || {
        app.mail_to("ben@test.witverse.dev")
            .await
            .ends_with("what for en\n\nhttp://localhost:0/mail\n")
            && app
                .mail_to("ann@test.witverse.dev")
                .await
                .contains("what for ko")
    })
    .await;
    let nobody = json!({ "op": "email", "person": "0190a1b2-0000-7000-8000-000000000001", "subject": "s", "text": "t" });
    assert_eq!(one(&ann, nobody).await["ok"], false);
    let headers = one(&ann, mail(&ben, "a\r\nBcc: x@example.com")).await;
    assert!(headers["error"].is_string(), "{headers}");
    app.stop().await;
}

/// A browser that subscribes to notifications.
pub(crate) struct Device {
    pub(crate) endpoint: String,
    secret: browser::SecretKey,
    auth: [u8; 16],
}

impl Device {
    pub(crate) fn new(endpoint: &str) -> Self {
        Self {
            endpoint: endpoint.to_owned(),
            secret: browser::SecretKey::from_slice(&[9; 32]).unwrap(),
            auth: [5; 16],
        }
    }

    /// The encoding of browsers.
    pub(crate) fn subscription(&self) -> Value {
        let key = self.secret.public_key().to_sec1_bytes();
        json!({
            "endpoint": self.endpoint, "expirationTime": null,
            "keys": { "p256dh": URL_SAFE_NO_PAD.encode(key), "auth": URL_SAFE_NO_PAD.encode(self.auth) },
        })
    }

    /// The content of a notification, decrypted with the browser's key.
    pub(crate) fn opened(&self, body: &[u8]) -> Value {
        let text = decrypt(body.to_vec(), &self.secret, &Auth::from(self.auth)).unwrap();
        serde_json::from_slice(&text).unwrap()
    }
}

/// A push service on this machine.
#[derive(Clone, Default)]
pub(crate) struct Service(Arc<Mutex<Counter>>);

#[derive(Default)]
struct Counter {
    taken: Vec<(HeaderMap, Bytes)>,
    answer: u16,
}

impl Service {
    pub(crate) async fn start() -> (Self, u16) {
        let service = Self::default();
        service.answers(201);
        let router = Router::new()
            .route("/{device}", post(take))
            .with_state(service.clone());
        let port = played(router).await;
        (service, port)
    }

    fn answers(&self, status: u16) {
        self.0.lock().unwrap().answer = status;
    }

    /// The number of received notifications.
    pub(crate) fn taken(&self) -> usize {
        self.0.lock().unwrap().taken.len()
    }
}

impl Service {
    /// The body of the `n`-th notification.
    pub(crate) fn body(&self, n: usize) -> Bytes {
        self.0.lock().unwrap().taken[n].1.clone()
    }
}

async fn take(State(service): State<Service>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let mut service = service.0.lock().unwrap();
    service.taken.push((headers, body));
    StatusCode::from_u16(service.answer).unwrap()
}

#[tokio::test]
async fn a_notification_is_encrypted_for_its_device() {
    let (service, port) = Service::start().await;
    let origin = format!("http://127.0.0.1:{port}");
    let app = TestApp::with(|config| config.push.hosts.push(origin.clone())).await;
    let ann = app.person("ann").await;
    let device = Device::new(&format!("{origin}/one"));
    let path = "/api/push/subscriptions";
    assert_eq!(ann.post(path, device.subscription()).await.line(), "201");
    let again = ann.post(path, device.subscription()).await;
    assert_eq!(again.line(), "201", "twice is once");
    let notice = json!({ "op": "notify", "person": ann.id, "title": "A gift", "link": "/gifts" });
    assert_eq!(one(&ann, notice.clone()).await["ok"], 1);
    app.eventually("it is sent", async || service.taken() == 1)
        .await;

    let (headers, body) = service.0.lock().unwrap().taken[0].clone();
    assert_eq!(headers["content-encoding"], "aes128gcm");
    assert!(headers.contains_key("ttl"));
    let shown =
        json!({ "title": "A gift ko", "body": "body ko", "link": "/gifts", "tag": "probe" });
    assert_eq!(device.opened(&body), shown);
    let known = app.visitor().get("/api/push/key").await;
    let known = known.payload()["publicKey"].as_str().unwrap().to_owned();
    let who = headers["authorization"].to_str().unwrap();
    let (token, key) = who
        .strip_prefix("vapid t=")
        .unwrap()
        .split_once(", k=")
        .unwrap();
    assert_eq!(key, known);
    let claims = token.split('.').nth(1).unwrap();
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    assert_eq!(claims["aud"], origin);
    assert!(claims["sub"].as_str().unwrap().starts_with("mailto:"));
    signed_by(token, key);

    // A temporary refusal is retried; an expired subscription is deleted.
    service.answers(503);
    one(&ann, notice.clone()).await;
    app.eventually("it is tried", async || service.taken() == 2)
        .await;
    service.answers(410);
    app.eventually("it is tried again", async || {
        app.advance(Duration::from_secs(5));
        service.taken() >= 3
    })
    .await;
    app.eventually("it is forgotten", async || {
        app.count("select count(*) from kernel.push_subscription")
            .await
            == 0
    })
    .await;
    assert_eq!(one(&ann, notice).await["ok"], 0);
    app.stop().await;
}

/// ES256, by the key that browsers subscribe with.
fn signed_by(token: &str, key: &str) {
    let (said, signature) = token.rsplit_once('.').unwrap();
    let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
    let key = URL_SAFE_NO_PAD.decode(key).unwrap();
    use p256::ecdsa::signature::Verifier as _;
    let key = p256::ecdsa::VerifyingKey::from_sec1_bytes(&key).unwrap();
    let signature = p256::ecdsa::Signature::from_slice(&signature).unwrap();
    assert!(key.verify(said.as_bytes(), &signature).is_ok());
}

#[tokio::test]
async fn only_listed_push_services_are_called_and_a_device_changes_accounts() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let path = "/api/push/subscriptions";
    for elsewhere in [
        "http://127.0.0.1:1/x",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com.example.com/x",
        "https://user@fcm.googleapis.com/x",
        "https://push.services.mozilla.com/x",
        "https://xpush.services.mozilla.com/x",
        "https://169.254.169.254/latest",
        "file:///etc/passwd",
        "not an address",
        "",
    ] {
        let tried = ann.post(path, Device::new(elsewhere).subscription()).await;
        assert_eq!(tried.line(), "422 push_endpoint_refused", "{elsewhere}");
    }
    let device = Device::new("https://updates.push.services.mozilla.com/wpush/v2/a");
    for (name, value) in [("auth", "AAAA"), ("p256dh", "AAAA"), ("auth", "?")] {
        let mut wrong = device.subscription();
        wrong["keys"][name] = json!(value);
        assert_eq!(ann.post(path, wrong).await.line(), "422 push_keys_invalid");
    }
    assert_eq!(ann.post(path, device.subscription()).await.line(), "201");
    // The worker of a browser that has replaced its subscription has no session.
    let next = Device::new("https://updates.push.services.mozilla.com/wpush/v2/b");
    let renew = "/api/push/subscriptions/renew";
    let of = |endpoint: &str, next: &Device| json!({ "endpoint": endpoint, "subscription": next.subscription() });
    let elsewhere = Device::new("https://push.services.mozilla.com/x");
    for (body, expected) in [
        (of("https://fcm.googleapis.com/unknown", &next), "200"),
        (
            of(&device.endpoint, &elsewhere),
            "422 push_endpoint_refused",
        ),
    ] {
        let tried = app.visitor().post(renew, body).await;
        assert_eq!(tried.line(), expected);
        assert_ne!(tried.body["payload"]["renewed"], true);
    }
    let renewed = app.visitor().post(renew, of(&device.endpoint, &next)).await;
    assert_eq!(renewed.payload()["renewed"], true);
    let endpoints: Vec<String> =
        sqlx::query_scalar("select endpoint from kernel.push_subscription where account_id = $1")
            .bind(ann.id)
            .fetch_all(app.owner())
            .await
            .unwrap();
    assert_eq!(endpoints, [next.endpoint.as_str()]);
    let device = next;
    let gone = json!({ "endpoint": device.endpoint });
    let remove = "/api/push/subscriptions/remove";
    assert_eq!(
        ben.post(remove, gone.clone()).await.payload()["removed"],
        false
    );
    // The same browser after another person signed in.
    assert_eq!(ben.post(path, device.subscription()).await.line(), "201");
    assert_eq!(
        ann.post(remove, gone.clone()).await.payload()["removed"],
        false
    );
    assert_eq!(ben.post(remove, gone).await.payload()["removed"], true);
    for n in 0..12 {
        let device = Device::new(&format!("https://fcm.googleapis.com/fcm/send/{n}"));
        assert_eq!(ben.post(path, device.subscription()).await.line(), "201");
    }
    let kept = "select count(*) from kernel.push_subscription";
    assert_eq!(app.count(kept).await, 10);
    app.stop().await;
}
