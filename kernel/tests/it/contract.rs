//! The contract: every operation responds as the OpenAPI document describes, for every kind of caller, and the
//! committed document equals the kernel's output.

mod account;
mod avatars;
mod blocks;
mod community;
mod comparison;
mod crafting;
mod events;
mod files;
mod installs;
mod market;
mod orders;
mod payments;
mod people;
mod social;
mod wallet_admin;
mod worlds;

use std::collections::BTreeSet;
use std::path::PathBuf;

use comparison::validator;
use jsonschema::Validator;
use serde_json::{Value, json};
use witverse_kernel::http::openapi_document;
use witverse_kernel::plugins::Bundle;
use witverse_testing::{Client, PASSWORD, Reply, TestApp, root, target};

use crate::http::{is_problem, operations, sample};
use crate::support::run;
use crate::user::{code, solved, text, ticket};

#[test]
fn the_committed_document_is_the_current_one() {
    let folders = std::fs::read_dir(target().join("bundles")).unwrap();
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let bundles: Vec<Bundle> = folders
        .iter()
        .map(|folder| Bundle::read(folder).unwrap())
        .collect();
    let mut document = serde_json::to_string_pretty(&openapi_document(bundles.iter())).unwrap();
    document.push('\n');
    let committed =
        std::fs::read_to_string(root().join("sdk/api-client/openapi.json")).unwrap_or_default();
    assert!(
        document == committed,
        "sdk/api-client/openapi.json is stale: run `cargo xtask gen` and commit it"
    );
}

#[tokio::test]
async fn invalid_input_never_fails_internally_and_visitors_get_401() {
    let app = TestApp::start().await;
    let (visitor, person) = (app.visitor(), app.person("mina").await);
    let (nameless, keeper) = (app.nameless("nameless").await, app.administrator().await);
    let mut asked = 0;
    for operation in operations(&app).await {
        if operation.path == "/api/live" {
            continue;
        }
        let body = operation
            .body()
            .map(|schema| sample(schema).to_string().into_bytes());
        // A logout would end the session for the calls after it.
        let logs_out = operation.path == "/api/user/logout";
        let people: &[&Client] = if logs_out {
            &[&visitor]
        } else {
            &[&visitor, &nameless, &person, &keeper]
        };
        for client in people {
            let reply = client
                .send(&operation.method, &operation.address(), body.clone())
                .await;
            assert!(
                !reply.status.is_server_error(),
                "{operation}: {}",
                reply.line()
            );
            if !reply.status.is_success() {
                is_problem(&reply, &operation.to_string());
            }
        }
        if operation.about["security"] == json!([{ "bearer": [] }]) {
            let reply = visitor
                .send(&operation.method, &operation.address(), body)
                .await;
            assert_eq!(reply.line(), "401 unauthenticated", "{operation}");
            asked += 1;
        }
        if operation.about["x-role"].is_string() {
            let body = operation
                .body()
                .map(|schema| sample(schema).to_string().into_bytes());
            let reply = person
                .send(&operation.method, &operation.address(), body)
                .await;
            assert_eq!(reply.line(), "403 forbidden", "{operation}");
        }
    }
    assert_eq!(visitor.get("/api/live").await.line(), "401 unauthenticated");
    assert!(asked >= 5, "some calls need a session");
    app.stop().await;
}

/// Compares responses with the document.
struct Contract {
    document: Value,
    problem: Validator,
    /// Operations that returned a success.
    seen: BTreeSet<String>,
}

impl Contract {
    async fn of(app: &TestApp) -> Self {
        let document = app.visitor().get("/api/openapi.json").await.body;
        Self {
            problem: validator(&document["components"]["schemas"]["Problem"]),
            document,
            seen: BTreeSet::new(),
        }
    }

    /// Sends a request and compares the response.
    async fn call(&mut self, client: &Client, method: &str, path: &str, body: Value) -> Reply {
        let sent = (!body.is_null()).then(|| body.to_string().into_bytes());
        self.send(client, method, path, sent).await
    }
}

#[tokio::test]
async fn responses_match_the_document() {
    let app = TestApp::start().await;
    let mut contract = Contract::of(&app).await;
    let visitor = app.visitor();
    let email = "mina@b.co";

    contract
        .call(&visitor, "GET", "/api/captcha/challenge", Value::Null)
        .await;
    let token = solved(&visitor).await;
    contract
        .call(&visitor, "POST", "/api/recaptcha", json!({ "token": "x" }))
        .await;
    contract
        .call(
            &visitor,
            "POST",
            "/api/recaptcha",
            json!({ "token": token }),
        )
        .await;
    let register = "/api/user/email/register";
    let new = async |captcha: Option<String>| json!({ "email": email, "password": PASSWORD, "captcha": captcha });
    contract
        .call(
            &visitor,
            "POST",
            register,
            json!({ "email": "a", "password": "b" }),
        )
        .await;
    contract
        .call(&visitor, "POST", register, new(None).await)
        .await;
    contract
        .call(&visitor, "POST", register, new(Some("x".into())).await)
        .await;
    contract
        .call(
            &visitor,
            "POST",
            register,
            new(Some(ticket(&visitor).await)).await,
        )
        .await;
    let log_in = "/api/user/login";
    let credentials = |password: &str| json!({ "email": email, "password": password });
    contract
        .call(&visitor, "POST", log_in, credentials(PASSWORD))
        .await;
    let resend = "/api/v2/user/email/resend";
    contract
        .call(&visitor, "POST", resend, json!({ "email": email }))
        .await;
    app.advance(std::time::Duration::from_secs(301));
    contract
        .call(&visitor, "POST", resend, json!({ "email": email }))
        .await;
    contract
        .call(&visitor, "POST", resend, json!({ "email": "nobody@b.co" }))
        .await;
    let verify = "/api/user/register/verify";
    let code = code(&app, email, 2).await;
    contract
        .call(
            &visitor,
            "POST",
            verify,
            json!({ "email": email, "code": "000000" }),
        )
        .await;
    contract
        .call(
            &visitor,
            "POST",
            verify,
            json!({ "email": "nobody@b.co", "code": "000000" }),
        )
        .await;
    contract
        .call(
            &visitor,
            "POST",
            verify,
            json!({ "email": email, "code": code }),
        )
        .await;
    contract
        .call(
            &visitor,
            "POST",
            verify,
            json!({ "email": email, "code": code }),
        )
        .await;
    contract
        .call(&visitor, "POST", resend, json!({ "email": email }))
        .await;
    contract
        .call(
            &visitor,
            "POST",
            register,
            new(Some(ticket(&visitor).await)).await,
        )
        .await;
    contract
        .call(&visitor, "POST", log_in, credentials("x"))
        .await;
    contract
        .call(
            &visitor,
            "POST",
            log_in,
            json!({ "email": "nobody@b.co", "password": "x" }),
        )
        .await;
    app.advance(std::time::Duration::from_secs(11));
    let logged_in = contract
        .call(&visitor, "POST", log_in, credentials(PASSWORD))
        .await;
    let mina = visitor.with_token(&text(&logged_in.payload()["accessToken"]));
    let cookie = format!(
        "witverse_refresh={}",
        logged_in.cookie("witverse_refresh").unwrap()
    );
    let browser = visitor.with_header("cookie", &cookie);
    contract
        .call(&visitor, "POST", "/api/user/refresh", Value::Null)
        .await;
    contract
        .call(&browser, "POST", "/api/user/refresh", Value::Null)
        .await;
    contract
        .call(
            &browser.with_header("sec-fetch-site", "cross-site"),
            "POST",
            "/api/user/refresh",
            Value::Null,
        )
        .await;

    for call in ["/api/user/auth", "/api/v2/user/auth/health-check"] {
        contract.call(&visitor, "POST", call, Value::Null).await;
        contract.call(&mina, "POST", call, Value::Null).await;
    }
    contract
        .call(
            &mina,
            "POST",
            "/api/v3/worlds",
            json!({ "worldName": "agora" }),
        )
        .await;
    let nickname = "/api/user/nickname";
    contract.call(&mina, "GET", nickname, Value::Null).await;
    app.person("taken").await;
    for name in ["", "X", "taken", "mina", "mina", "other"] {
        contract
            .call(&mina, "POST", nickname, json!({ "nickname": name }))
            .await;
        let query = format!("/api/v2/user/query/nickname?nickname={name}");
        contract.call(&visitor, "GET", &query, Value::Null).await;
    }
    contract
        .call(
            &visitor,
            "GET",
            "/api/v2/user/query/nickname?nickname=%ff",
            Value::Null,
        )
        .await;
    contract.call(&mina, "GET", nickname, Value::Null).await;
    contract
        .call(
            &mina,
            "PUT",
            "/api/user/language",
            json!({ "language": "en" }),
        )
        .await;
    contract
        .call(
            &mina,
            "PUT",
            "/api/user/language",
            json!({ "language": "fr" }),
        )
        .await;
    contract.call(&visitor, "GET", "/api/ip", Value::Null).await;
    contract
        .call(&visitor, "GET", "/api/ui/plugins", Value::Null)
        .await;

    let theo = app.person("theo").await;
    worlds::create_and_join(&mut contract, &app, (&mina, &theo, &visitor)).await;

    contract
        .call(
            &mina.with_header("content-type", "text/plain"),
            "POST",
            "/api/v2/worlds/name",
            json!({}),
        )
        .await;
    contract
        .call(
            &visitor.with_header("content-type", "text/plain"),
            "POST",
            log_in,
            json!({}),
        )
        .await;
    contract
        .call(&mina, "POST", "/api/user/logout", Value::Null)
        .await;
    assert_eq!(run(&theo, json!([])).await.line(), "200");

    // On the heap: together they exceed the stack of a test thread.
    Box::pin(account::call_everything(&mut contract, &app)).await;
    Box::pin(people::call_everything(&mut contract, &app)).await;
    Box::pin(files::call_everything(&mut contract, &app)).await;
    Box::pin(payments::call_everything(&mut contract, &app)).await;
    Box::pin(wallet_admin::call_everything(&mut contract, &app)).await;
    Box::pin(social::call_everything(&mut contract, &app)).await;
    Box::pin(market::call_everything(&mut contract, &app)).await;
    Box::pin(orders::call_everything(&mut contract, &app)).await;
    Box::pin(worlds::call_everything(&mut contract, &app)).await;
    Box::pin(community::call_everything(&mut contract, &app)).await;
    Box::pin(blocks::call_everything(&mut contract, &app)).await;
    Box::pin(avatars::call_everything(&mut contract, &app)).await;
    Box::pin(crafting::call_everything(&mut contract, &app)).await;
    Box::pin(events::call_everything(&mut contract, &app)).await;
    Box::pin(installs::call_everything(&mut contract, &app)).await;

    let all: BTreeSet<String> = operations(&app)
        .await
        .iter()
        .map(ToString::to_string)
        .filter(|name| !name.contains("/api/x/probe/") && !name.ends_with("/api/live"))
        .collect();
    let unseen: Vec<&String> = all.difference(&contract.seen).collect();
    assert!(unseen.is_empty(), "no success was compared of {unseen:?}");
    app.stop().await;
}
