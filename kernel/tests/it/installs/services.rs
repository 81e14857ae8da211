//! Services that system plugins open to installed plugins: each scope opens its own functions, the operator allows or withholds
//! it, and a trial changes nothing.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, TestPackage};

use super::trials::try_out;
use super::{Owner, run, text};
use crate::community::Town;

/// Every scope that the platform opens.
pub(super) const ALL: &str = "sql = { mib = 16 }\nservices = [\n\
    { use = \"events@1\", scopes = [\"create\", \"read\", \"manage\"] },\n\
    { use = \"mail@1\", scopes = [\"send\"] },\n\
    { use = \"items@1\", scopes = [\"owns\", \"lock\", \"transfer\"] },\n\
    { use = \"market@1\", scopes = [\"prices\"] },\n]";

/// Service, scope and function.
const FUNCTIONS: [(&str, &str, &str); 17] = [
    ("events@1", "create", "create"),
    ("events@1", "read", "event"),
    ("events@1", "read", "list"),
    ("events@1", "read", "participants"),
    ("events@1", "manage", "end"),
    ("events@1", "manage", "set_result"),
    ("mail@1", "send", "add_recipient"),
    ("mail@1", "send", "remove_recipient"),
    ("mail@1", "send", "send"),
    ("items@1", "owns", "owns"),
    ("items@1", "lock", "lock"),
    ("items@1", "lock", "release"),
    ("items@1", "transfer", "escrow"),
    ("items@1", "transfer", "transfer"),
    ("items@1", "transfer", "return"),
    ("market@1", "prices", "floor"),
    ("market@1", "prices", "listed"),
];

/// Functions that only give back what their scope has taken: it need not be granted any more.
const UNDO: [&str; 3] = ["remove_recipient", "release", "return"];

/// A call of a service that is rolled back: `ok`, or the code of its refusal.
pub(super) async fn outcome(
    client: &Client,
    install: &Value,
    (service, method): (&str, &str),
    payload: &Value,
) -> String {
    let call =
        json!({ "op": "service_call", "service": service, "method": method, "payload": payload });
    let reply = run(client, install, json!([call, { "op": "report" }])).await;
    assert_eq!(reply.line(), "409 reported", "{}", reply.body);
    let results = reply.body["language"]["en"].as_str().unwrap();
    let results: Value = serde_json::from_str(results).unwrap();
    let error = &results[0]["error"];
    match (&error["problem"]["code"], error) {
        (Value::String(code), _) => code.clone(),
        (_, Value::Null) => "ok".into(),
        (_, other) => other.to_string(),
    }
}

/// A call of a service that is committed; its answer.
pub(super) async fn called(
    client: &Client,
    install: &Value,
    (service, method): (&str, &str),
    payload: Value,
) -> Value {
    let call =
        json!({ "op": "service_call", "service": service, "method": method, "payload": payload });
    let reply = run(client, install, json!([call])).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let result = reply.payload()["results"][0].clone();
    assert_eq!(result["error"], Value::Null, "{method} of {service}");
    result["ok"].clone()
}

/// A payload that every function can read.
fn payload() -> Value {
    let id = Uuid::from_u128(7);
    let text = json!({ "ko": "글", "en": "text" });
    json!({
        "id": id, "to": id, "key": "k", "title": text, "text": text, "result": text, "itemId": id,
        "collectionId": id, "userId": id, "type": "meetup", "description": text, "blockId": id,
        "startsAt": "2020-01-01T00:00:00Z", "durationMinutes": 60, "eligibility": "open", "entry": "first",
    })
}

#[tokio::test]
async fn each_scope_opens_its_own_functions_and_no_others() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let install = owner
        .install(&TestPackage::new("1.0.0").asking_for(ALL), None)
        .await;
    let all = json!({
        "events@1": ["create", "manage", "read"], "items@1": ["lock", "owns", "transfer"], "mail@1": ["send"],
        "market@1": ["prices"],
    });
    assert_eq!(install["granted"]["services"], all);
    let mut withheld: Vec<_> = FUNCTIONS
        .iter()
        .map(|(service, scope, _)| (*service, *scope))
        .collect();
    withheld.dedup();
    for without in withheld {
        let mut services = all.clone();
        let scopes = services[without.0].as_array_mut().unwrap();
        scopes.retain(|scope| scope != without.1);
        let grant = json!({ "sql": true, "services": services });
        let narrowed = owner.patch(&install, json!({ "grant": grant })).await;
        assert_eq!(narrowed.line(), "200", "{:?}", narrowed.body);
        for (service, scope, function) in FUNCTIONS {
            let said = outcome(&town.member, &install, (service, function), &payload()).await;
            let is_denied = said == "plugin_not_permitted";
            let is_withheld = (service, scope) == without && !UNDO.contains(&function);
            assert_eq!(
                is_denied, is_withheld,
                "{function} of {service} without {without:?}: {said}"
            );
        }
    }
    // What is in no scope stays closed, also with every scope.
    let grant = json!({ "sql": true, "services": all });
    let widened = owner.patch(&install, json!({ "grant": grant })).await;
    assert_eq!(widened.line(), "200", "{:?}", widened.body);
    for function in [
        ("items@1", "make"),
        ("items@1", "lock_all"),
        ("mail@1", "raise"),
        ("events@1", "nothing"),
        ("worlds@1", "role"),
    ] {
        let said = outcome(&town.member, &install, function, &payload()).await;
        assert_eq!(said, "plugin_not_permitted", "{function:?}");
    }
    // Refusals are no failures of the plugin.
    assert_eq!(owner.view(&install).await.payload()["state"], "enabled");
    town.app.stop().await;
}

#[tokio::test]
async fn the_operator_reads_each_scope_and_a_wider_version_waits() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let narrow = "services = [{ use = \"events@1\", scopes = [\"read\"] }]";
    let first = TestPackage::new("1.0.0").asking_for(&format!("sql = {{ mib = 16 }}\n{narrow}"));
    let review = owner.upload(&first).await;
    let lines = review.payload()["permissions"].as_array().unwrap().clone();
    let line = lines
        .iter()
        .find(|line| line["key"] == "services.events@1.read");
    let line = line.expect("the scope is a line of the review");
    assert!(text(line, "ko").contains("진행 방식"), "{line}");
    assert!(text(line, "en").contains("sees its own events"), "{line}");

    // More than it asks for cannot be granted.
    let digest = review.payload()["digest"].clone();
    let wide = json!({ "sql": true, "services": { "events@1": ["create", "read"] } });
    let order = json!({ "package": digest, "grant": wide });
    let refused = owner.client.post(&owner.path("plugins"), order).await;
    assert_eq!(refused.line(), "422 plugin_grant_too_wide");

    let install = owner.install(&first, None).await;
    let wider = owner
        .upload(&TestPackage::new("2.0.0").asking_for(ALL))
        .await;
    let wider = wider.payload();
    let added: Vec<String> = wider["additional"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| text(line, "key"))
        .collect();
    let expected = [
        "services.events@1.create",
        "services.events@1.manage",
        "services.items@1.lock",
        "services.items@1.owns",
        "services.items@1.transfer",
        "services.mail@1.send",
        "services.market@1.prices",
    ];
    assert_eq!(added, expected);
    let upgrade = json!({ "package": wider["digest"], "isEarly": true });
    let waits = owner.post(&install, "version", upgrade).await;
    assert_eq!(waits.line(), "409 plugin_wants_more");
    assert!(
        waits.body.to_string().contains("Sends messages"),
        "{}",
        waits.body
    );
    let upgrade = json!({
        "package": wider["digest"], "grant": wider["requested"], "isEarly": true,
    });
    let done = owner.post(&install, "version", upgrade).await;
    assert_eq!(done.line(), "200", "{:?}", done.body);
    town.app.stop().await;
}

#[tokio::test]
async fn a_trial_reads_and_changes_nothing_outside() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let trial = try_out(&owner, &TestPackage::new("1.0.0").asking_for(ALL)).await;
    for (service, scope, function) in FUNCTIONS {
        let said = outcome(&town.owner, &trial, (service, function), &payload()).await;
        let reads = matches!(scope, "read" | "owns" | "prices");
        assert_eq!(said != "plugin_not_in_trial", reads, "{function}: {said}");
    }
    town.app.stop().await;
}

#[tokio::test]
async fn a_package_asks_for_scopes_that_exist() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let mut number = 0;
    let mut upload = async |used: &str| {
        number += 1;
        let version: &'static str = ["1.0.0", "1.0.1", "1.0.2", "1.0.3", "1.0.4"][number - 1];
        let capabilities = format!("sql = {{ mib = 16 }}\nservices = [{used}]");
        let package = TestPackage::new(version).asking_for(&capabilities);
        (owner.upload(&package).await, package)
    };
    for (used, why) in [
        (
            "{ use = \"events@1\", scopes = [\"erase\"] }",
            "opens no scope erase",
        ),
        (
            "{ use = \"blocks@1\", scopes = [\"read\"], optional = true }",
            "opens no scope read",
        ),
        (
            "{ use = \"weather@1\", scopes = [\"read\"] }",
            "which the platform does not have",
        ),
        ("{ use = \"events@1\" }", "names no scopes"),
    ] {
        let (refused, _) = upload(used).await;
        assert_eq!(refused.line(), "422 package_invalid", "{used}");
        assert!(refused.body.to_string().contains(why), "{}", refused.body);
    }
    // A service that is optional may be missing.
    let (review, package) =
        upload("{ use = \"weather@1\", scopes = [\"read\"], optional = true }").await;
    assert_eq!(review.line(), "200", "{}", review.body);
    let install = owner.install(&package, None).await;
    let said = outcome(&town.member, &install, ("weather@1", "read"), &json!({})).await;
    assert_eq!(said, "\"unavailable\"");
    town.app.stop().await;
}
