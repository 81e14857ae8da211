//! The effects of a manifest: grants, quotas, services, and downgrades.

mod bundles;
mod complete;
mod keys;
mod quota;

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;
use witverse_testing::{Client, cluster};

use crate::support::run;
use bundles::Bundles;

/// Each capability with its value, and a call that requires only this capability.
fn capabilities(me: Uuid) -> Vec<(&'static str, &'static str, Value)> {
    let at_ms = 4_000_000_000_000_u64;
    let touch = json!({ "op": "check", "action": "touch", "kind": "Thing", "id": "1", "attributes": { "isOpen": true } });
    let serve = json!({ "op": "service_call", "service": "probe@1", "method": "run", "payload": { "ops": [] } });
    vec![
        (
            "sql",
            "{}",
            json!({ "op": "sql_query", "statement": "select 1" }),
        ),
        ("balance", "true", json!({ "op": "balance" })),
        ("users", "true", json!({ "op": "profiles", "ids": [me] })),
        ("authz", "true", touch),
        (
            "events",
            "true",
            json!({ "op": "publish", "topic": "probe.a@1" }),
        ),
        (
            "live",
            "true",
            json!({ "op": "live_push", "person": me, "kind": "probe.a" }),
        ),
        (
            "timers",
            "true",
            json!({ "op": "schedule", "key": "a", "at_ms": at_ms }),
        ),
        (
            "rooms",
            "true",
            json!({ "op": "room_presence", "room": "hall" }),
        ),
        ("signing", "true", json!({ "op": "sign", "statement": "a" })),
        ("files", "true", json!({ "op": "file_info", "ids": [me] })),
        (
            "profile_images",
            "true",
            json!({ "op": "set_image", "path": "/assets/a.svg", "reference": "a" }),
        ),
        (
            "payments",
            "true",
            json!({ "op": "payment_find", "reference": "o" }),
        ),
        (
            "sealing",
            "true",
            json!({ "op": "seal", "about": "a", "text": "t" }),
        ),
        (
            "tracking",
            "true",
            json!({ "op": "follow", "reference": "p", "carrier": "cj", "number": "1" }),
        ),
        (
            "email",
            "true",
            json!({ "op": "email", "person": me, "subject": "a", "text": "b" }),
        ),
        (
            "push",
            "true",
            json!({ "op": "notify", "person": me, "title": "a", "link": "/mail" }),
        ),
        (
            "install_forms",
            "true",
            json!({ "op": "fill_form", "install": "x-a", "slot": "event.form", "values": {} }),
        ),
        ("services", r#"[{ use = "probe@1" }]"#, serve),
    ]
}

/// The result of a call in a request that is rolled back: `granted`, or the refusal.
async fn outcome(client: &Client, op: &Value) -> String {
    let reply = run(client, json!([op, { "op": "report" }])).await;
    if reply.line() != "409 reported" {
        return reply.line();
    }
    let results = reply.body["language"]["en"].as_str().unwrap();
    let results: Value = serde_json::from_str(results).unwrap();
    match &results[0]["error"] {
        Value::Null => "granted".into(),
        // A result whose error is a text.
        Value::String(error) if error.starts_with("not-granted") => "notgranted".into(),
        error => error["kind"].as_str().unwrap_or("error").to_lowercase(),
    }
}

#[tokio::test]
async fn each_capability_grants_its_own_calls_and_no_others() {
    for (granted, (key, value, _)) in capabilities(Uuid::nil()).into_iter().enumerate() {
        let bundles = Bundles::of(&["probe"]);
        let database = cluster().await.clone_template().await;
        if key != "sql" {
            // As if it had never had tables.
            let owner = cluster().await.options(&database);
            let mut owner = PgConnection::connect_with(&owner).await.unwrap();
            let forget = "delete from kernel.plugin_migration where plugin = 'probe'";
            sqlx::query(forget).execute(&mut owner).await.unwrap();
            owner.close().await.unwrap();
            std::fs::remove_dir_all(bundles.path("probe").join("migrations")).unwrap();
            bundles.set("probe", "migrations", "{}");
        }
        bundles.set("probe", "capabilities", &format!("{{ {key} = {value} }}"));
        let app = bundles.start(&database).await.expect("the kernel starts");
        let person = app.person(&format!("p{granted}")).await;
        for (n, (other, _, op)) in capabilities(person.id).iter().enumerate() {
            let outcome = outcome(&person, op).await;
            let says = format!("{other} where {key} is asked for: {outcome}");
            match *other {
                "payments" if n == granted => assert_eq!(outcome, "nosuchpayment", "{says}"),
                _ if n == granted => assert_eq!(outcome, "granted", "{says}"),
                "sql" => assert_eq!(outcome, "denied", "{says}"),
                "balance" | "payments" | "tracking" | "timers" | "rooms" => {
                    assert_eq!(outcome, "notgranted", "{says}");
                }
                "services" => assert_eq!(outcome, "error", "{says}"),
                _ => assert_eq!(outcome, "403 plugin_not_permitted", "{says}"),
            }
        }
        app.stop().await;
    }
}

#[tokio::test]
async fn a_grant_is_counted_by_movement_person_world_and_platform() {
    let bundles = Bundles::of(&["probe"]);
    let issue =
        r#"{ op = "issue", per_op = 30, player_day = 50, world_day = 60, platform_day = 100 }"#;
    bundles.set("probe", "capabilities.ledger", &format!("[{issue}]"));
    let database = cluster().await.clone_template().await;
    let app = bundles.start(&database).await.expect("the kernel starts");
    let (ann, ben, cat) = (
        app.person("ann").await,
        app.person("ben").await,
        app.person("cat").await,
    );
    let cases = [
        ("a", &ann, 31, "overlimit"),
        ("a", &ann, 30, "granted"),
        ("a", &ann, 21, "overlimit"),
        ("a", &ann, 20, "granted"),
        ("a", &ben, 11, "overlimit"),
        ("a", &ben, 10, "granted"),
        ("b", &ben, 30, "granted"),
        ("b", &cat, 11, "overlimit"),
        ("b", &cat, 10, "granted"),
    ];
    for (n, (world, to, wit, expected)) in cases.into_iter().enumerate() {
        let op = json!({ "op": "transfer", "operation": "issue", "key": format!("k{n}"), "to": to.id, "amount": wit * 100 });
        let path = format!("/api/x/probe/run?worldName={world}");
        let reply = ann.post(&path, json!({ "ops": [op] })).await;
        let error = &reply.payload()["results"][0]["error"]["kind"];
        let outcome = error.as_str().unwrap_or("granted").to_lowercase();
        assert_eq!(outcome, expected, "movement {n}: {}", reply.body);
    }
    for op in ["charge", "give", "reward"] {
        let op = json!({ "op": "transfer", "operation": op, "key": op, "to": ann.id, "amount": 1 });
        assert_eq!(outcome(&ann, &op).await, "notgranted", "{op}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_service_that_is_missing_is_refused_unless_it_is_optional() {
    let database = cluster().await.clone_template().await;
    let bundles = Bundles::of(&["probe"]);
    let services = |optional: bool| format!(r#"[{{ use = "mail@1", optional = {optional} }}]"#);
    bundles.set("probe", "capabilities.services", &services(false));
    let refusal = bundles.refusal(&database).await;
    assert!(
        refusal
            .contains("plugin probe needs the service mail@1, which no installed plugin provides"),
        "{refusal}"
    );
    bundles.set("probe", "capabilities.services", &services(true));
    let app = bundles.start(&database).await.expect("the kernel starts");
    let person = app.person("ann").await;
    let ops = json!([
        { "op": "service_available", "service": "mail@1" },
        { "op": "service_call", "service": "mail@1", "method": "raise", "payload": {} },
    ]);
    let reply = run(&person, ops).await;
    let results = &reply.payload()["results"];
    assert_eq!(results[0]["ok"], json!(false), "{}", reply.body);
    let answer = results[1].to_string().to_lowercase();
    assert!(answer.contains("unavailable"), "{answer}");
    app.stop().await;
}

#[tokio::test]
async fn a_downgrade_is_limited_by_the_newer_version() {
    let database = cluster().await.clone_template().await;
    // Version 5 is compatible with the tables of version 4.
    let version = |to: i32| {
        let bundles = Bundles::of(&["friends", "gifts", "items", "worlds"]);
        // Later than its own.
        for later in 3..=to {
            let file = format!("gifts/migrations/{later:04}_expand.sql");
            let table = format!("create table later_{later} (id uuid primary key);");
            std::fs::write(bundles.path(&file), table).unwrap();
        }
        let compatible_from = if to == 5 { 4 } else { 1 };
        bundles.set(
            "gifts",
            "migrations",
            &format!("{{ to = {to}, compatible_from = {compatible_from} }}"),
        );
        bundles
    };
    let newest = version(5)
        .start(&database)
        .await
        .expect("the kernel starts");
    newest.stop().await;
    let refusal = version(3).refusal(&database).await;
    assert!(
        refusal.contains("migration 5") && refusal.contains("migration 4 or later; this one has 3"),
        "{refusal}"
    );
    let app = version(4)
        .start(&database)
        .await
        .expect("the kernel starts");
    let installed = "select migration::bigint from kernel.plugin where id = 'gifts'";
    assert_eq!(app.count(installed).await, 4);
    app.stop().await;
    // `compatible_from` of version 5 still applies, although version 4 is installed and declares another one.
    let refusal = version(3).refusal(&database).await;
    assert!(refusal.contains("migration 4 or later"), "{refusal}");
}
