//! `/api/account/…` and sign-in: throttling, password resets, second factors, passkeys, links, sessions, the audit log,
//! data export and erasure.

mod activity;
pub(crate) mod authenticator;
mod links;
mod login_throttle;
mod passkeys;
mod password;
mod privacy;
mod second_factor;
mod sessions;

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, PASSWORD, Reply, TestApp};

const SECOND: Duration = Duration::from_secs(1);
pub(crate) const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The email of a test account.
pub(crate) fn email(name: &str) -> String {
    format!("{name}@test.witverse.dev")
}

pub(crate) async fn log_in(app: &TestApp, name: &str, password: &str) -> Reply {
    log_in_from(&app.visitor(), name, password).await
}

async fn log_in_from(client: &Client, name: &str, password: &str) -> Reply {
    let body = json!({ "email": email(name), "password": password });
    client.post("/api/user/login", body).await
}

/// A person, signed in by a response.
pub(crate) fn client_of(app: &TestApp, reply: &Reply) -> Client {
    let token = reply.payload()["accessToken"].as_str().unwrap();
    app.visitor().with_token(token)
}

/// Advances the clock to early morning in Korea, so that no test crosses midnight.
async fn advance_to_morning(app: &TestApp) {
    let now = app.clock.now().to_offset(witverse_kernel::clock::KST);
    let midnight = (now.date() + time::Duration::days(1)).midnight();
    let wait = midnight.assume_offset(now.offset()) - now;
    app.advance(wait.unsigned_abs() + MINUTE);
}

async fn post(client: &Client, path: &str) -> Reply {
    client.post(path, json!({})).await
}

async fn delete(client: &Client, path: &str) -> Reply {
    client.send("DELETE", path, None).await
}

/// Reauthenticates a person.
async fn prove(client: &Client) {
    let reply = client
        .post(
            "/api/account/reauthenticate",
            json!({ "password": PASSWORD }),
        )
        .await;
    assert_eq!(reply.line(), "200");
}

/// The entries of an account's audit log, oldest first.
async fn kinds(client: &Client) -> Vec<String> {
    let reply = client.get("/api/account/activity?limit=100").await;
    let mut kinds: Vec<String> = reply.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["kind"].as_str().unwrap().to_owned())
        .collect();
    kinds.reverse();
    kinds
}

fn field(reply: &Reply) -> (String, String) {
    let field = &reply.body["fields"][0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&field["field"]), text(&field["language"]["en"]))
}
