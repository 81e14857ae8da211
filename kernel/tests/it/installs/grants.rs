//! What an operator withholds is refused to the plugin, and what it pays comes from its own account.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{TestApp, TestPackage};

use super::{Owner, give_wit, run};

const ALL: &str = "sql = { mib = 16 }\nusers = true\nbalance = true\ntimers = true\nrooms = true\nfiles = { mib = 1 }\n\
                   ledger = [{ op = \"reward\", per_op = 50, player_day = 120 }]";

/// Each permission without which a call is refused, the call, and its refusal.
fn calls(person: Uuid) -> Vec<(&'static str, Value, &'static str)> {
    vec![
        (
            "users",
            json!({ "op": "profiles", "ids": [person] }),
            "403 plugin_not_permitted",
        ),
        ("balance", json!({ "op": "balance" }), "notgranted"),
        (
            "timers",
            json!({ "op": "schedule", "key": "a", "at_ms": 4_000_000_000_000_u64 }),
            "not-granted",
        ),
        (
            "rooms",
            json!({ "op": "room_presence", "room": "hall" }),
            "not-granted",
        ),
        (
            "files",
            json!({ "op": "own_file_write", "name": "a", "text": "b" }),
            "not-granted",
        ),
        (
            "reward",
            json!({ "op": "transfer", "operation": "reward", "key": "a", "to": person, "amount": 100 }),
            "notgranted",
        ),
    ]
}

#[tokio::test]
async fn a_withheld_permission_is_refused_at_the_call() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let package = TestPackage::new("1.0.0").asking_for(ALL);
    let review = mina.upload(&package).await;
    let all = review.payload()["requested"].clone();
    let install = mina.install(&package, None).await;
    // Limits are an object: a list of their values is refused.
    let mut listed = all.clone();
    listed["reward"] = json!([50, 120]);
    let refused = mina.patch(&install, json!({ "grant": listed })).await;
    assert_eq!(refused.line(), "422 validation_failed", "{}", refused.body);
    assert_eq!(refused.body["fields"][0]["field"], "grant.reward");
    for (key, op, refusal) in calls(mina.client.id) {
        let mut grant = all.clone();
        grant[key] = match key {
            "reward" | "files" => Value::Null,
            _ => json!(false),
        };
        let narrowed = mina.patch(&install, json!({ "grant": grant })).await;
        assert_eq!(narrowed.line(), "200", "{:?}", narrowed.body);
        let reply = run(&mina.client, &install, json!([op, { "op": "report" }])).await;
        let said = match reply.line().as_str() {
            "409 reported" => {
                let results = reply.body["language"]["en"].as_str().unwrap();
                let results: Value = serde_json::from_str(results).unwrap();
                // Reading a balance needs one of two permissions.
                let error = &results[0]["error"];
                let kind = error["kind"].as_str().or(error.as_str());
                let kind = kind.unwrap_or("granted").to_lowercase();
                match kind.starts_with("not-granted") {
                    true => "not-granted".to_owned(),
                    false => kind,
                }
            }
            line => line.to_owned(),
        };
        match key {
            "balance" => assert_eq!(said, "granted", "the grant of prizes contains it"),
            _ => assert_eq!(said, refusal, "{key}"),
        }
    }
    // What no plugin may do, and a route that is not for visitors.
    let publish = json!([{ "op": "publish", "topic": "acme.probe.a@1" }]);
    run(&mina.client, &install, publish).await;
    for _ in 0..3 {
        let visitor = run(&app.visitor(), &install, json!([])).await;
        assert_eq!(visitor.line(), "401 unauthenticated");
    }
    let path = mina.path(&format!("plugins/{}/logs", super::text(&install, "id")));
    let logs = mina.client.get(&path).await;
    let items = logs.payload()["items"].as_array().unwrap().clone();
    let denied = items.iter().filter(|line| line["level"] == "denied");
    let denied: Vec<&str> = denied.filter_map(|line| line["fields"].as_str()).collect();
    for (what, layer) in [
        ("users", "grant"),
        ("timers", "grant"),
        ("files", "grant"),
        ("reward", "grant"),
        ("events", "platform"),
        ("POST /run", "person"),
    ] {
        let fields = format!("\"what\"={what:?} \"layer\"={layer:?}");
        assert!(denied.contains(&fields.as_str()), "{fields}: {denied:?}");
    }
    let of_visitors = denied.iter().filter(|line| line.contains("POST /run"));
    // Records may be written in between.
    assert!(of_visitors.count() < 3, "a repeated refusal is one line");
    let written = items.iter().find(|line| {
        line["fields"]
            .as_str()
            .is_some_and(|fields| fields.contains("\"users\""))
    });
    let message = written.unwrap()["message"].as_str().unwrap();
    assert!(
        message.contains("allow it in the plugin's permissions"),
        "{message}"
    );
    // Refused calls are no failures of the plugin.
    assert_eq!(mina.view(&install).await.payload()["state"], "enabled");
    app.stop().await;
}

#[tokio::test]
async fn a_grant_is_within_what_the_plugin_asks_for() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let review = mina.upload(&TestPackage::new("1.0.0")).await;
    let (digest, asked) = (
        review.payload()["digest"].clone(),
        review.payload()["requested"].clone(),
    );
    let key = review.payload()["publisher"]["keyId"].clone();
    let check = async |change: Value, line: &str| {
        let mut grant = asked.clone();
        for (key, value) in change.as_object().unwrap() {
            grant[key] = value.clone();
        }
        let order = json!({ "package": digest, "grant": grant, "agreedKey": key });
        let reply = mina.client.post(&mina.path("plugins"), order).await;
        assert_eq!(reply.line(), line, "{change}");
    };
    check(json!({ "timers": true }), "422 plugin_grant_too_wide").await;
    check(
        json!({ "reward": { "perPayment": 51, "personDay": 120 } }),
        "422 plugin_grant_too_wide",
    )
    .await;
    check(
        json!({ "reward": { "perPayment": 50 } }),
        "422 plugin_grant_too_wide",
    )
    .await;
    check(
        json!({ "reward": { "perPayment": 0, "personDay": 1 } }),
        "422 validation_failed",
    )
    .await;
    check(json!({ "sql": false }), "422 plugin_needs_data").await;
    check(json!({ "everything": true }), "422 validation_failed").await;
    assert_eq!(app.count("select count(*) from kernel.install").await, 0);
    check(
        json!({ "users": false, "balance": false, "reward": null }),
        "201",
    )
    .await;
    app.stop().await;
}

#[tokio::test]
async fn prizes_are_paid_from_what_operators_paid_in() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let bora = app.person("bora").await;
    give_wit(&app, mina.client.id, 1_000).await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let prize = |key: &str, amount: u64| {
        json!([
            { "op": "transfer", "operation": "reward", "key": key, "to": bora.id, "amount": amount },
        ])
    };
    let outcome = async |key: &str, amount: u64| {
        let reply = run(&bora, &install, prize(key, amount)).await;
        let result = reply.payload()["results"][0].clone();
        result["error"]["kind"]
            .as_str()
            .unwrap_or("paid")
            .to_lowercase()
    };
    assert_eq!(outcome("a", 1_000).await, "insufficient");
    let key = Uuid::from_u128(7);
    for _ in 0..2 {
        let paid = mina
            .post(&install, "funds", json!({ "amount": 100, "key": key }))
            .await;
        assert_eq!(
            paid.payload()["balanceHundredths"],
            10_000,
            "the same payment is made once"
        );
    }
    let none = mina
        .post(&install, "funds", json!({ "amount": 0, "key": key }))
        .await;
    assert_eq!(none.line(), "422 validation_failed");
    let much = json!({ "amount": 901, "key": Uuid::from_u128(8) });
    assert_eq!(
        mina.post(&install, "funds", much).await.line(),
        "409 insufficient_wit"
    );
    assert_eq!(outcome("a", 5_000).await, "paid");
    assert_eq!(outcome("b", 5_001).await, "overlimit", "50 WIT at a time");
    assert_eq!(outcome("c", 4_000).await, "paid");
    assert_eq!(outcome("d", 4_000).await, "overlimit", "120 WIT a day");
    let ended = mina.uninstall(&install).await;
    assert_eq!(ended.payload()["balanceHundredths"], 0);
    let wallet = mina.client.get("/api/v2/wallet").await;
    assert_eq!(
        wallet.payload()["balanceHundredths"],
        91_000,
        "the rest is back"
    );
    app.stop().await;
}

#[tokio::test]
async fn blocks_are_private_and_only_people_of_the_world_are_found() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let blocked = ann
        .send("PUT", &format!("/api/safety/blocks/{}", ben.id), None)
        .await;
    assert_eq!(blocked.line(), "200");
    for call in [
        json!({ "op": "blocked_between", "a": ann.id, "b": ben.id }),
        json!({ "op": "blocked_between", "a": mina.client.id, "b": ben.id }),
        json!({ "op": "pairs", "pairs": [[ann.id, ben.id]] }),
        json!({ "op": "blocks" }),
    ] {
        let reply = run(&mina.client, &install, json!([call])).await;
        assert_eq!(reply.line(), "403 plugin_not_permitted", "{call}");
    }
    let path = mina.path(&format!("plugins/{}/logs", super::text(&install, "id")));
    let logs = mina.client.get(&path).await;
    let line = "\"what\"=\"blocks\" \"layer\"=\"platform\"";
    assert!(
        logs.body.to_string().contains(&json!(line).to_string()),
        "{}",
        logs.body
    );

    let found = async |client: &witverse_testing::Client, prefix: &str| {
        let search = json!([{ "op": "search", "prefix": prefix, "limit": 50 }]);
        let reply = run(client, &install, search).await;
        let people = reply.payload()["results"][0]["ok"].clone();
        let people = people.as_array().unwrap().clone();
        people
            .iter()
            .map(|person| super::text(person, "nickname").to_owned())
            .collect::<Vec<_>>()
    };
    for name in ["a", "b", "m"] {
        assert!(found(&mina.client, name).await.is_empty(), "{name}");
    }
    for member in [&ann, &ben] {
        let joined = member
            .post(
                &format!("/api/v2/worlds/user/member?worldId={}", mina.world),
                json!({}),
            )
            .await;
        assert_eq!(joined.status.as_u16() / 100, 2, "{}", joined.body);
    }
    assert_eq!(found(&mina.client, "a").await, ["ann"]);
    assert_eq!(found(&ben, "a").await, ["ann"], "a block leaves nobody out");
    let entry = json!({ "nickname": "ann", "reason": "Floods the feed", "until": null });
    let listed = mina.client.post(&mina.path("blacklist"), entry).await;
    assert!(listed.status.is_success(), "{:?}", listed.body);
    assert!(
        found(&mina.client, "a").await.is_empty(),
        "her role is a refusal"
    );
    app.stop().await;
}
