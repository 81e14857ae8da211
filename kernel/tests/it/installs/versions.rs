//! New versions: what they may do without asking, going back, and migrations.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{TestApp, TestPackage};

use super::{Owner, notes, run, text};
use crate::support::note;

pub(super) async fn upgrade(
    owner: &Owner,
    install: &Value,
    package: &TestPackage,
    grant: Option<Value>,
) -> witverse_testing::Reply {
    let review = owner.upload(package).await;
    let body = json!({ "package": review.payload()["digest"], "grant": grant, "isEarly": true });
    owner.post(install, "version", body).await
}

#[tokio::test]
async fn a_version_that_asks_for_no_more_keeps_the_grant() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let narrow =
        json!({ "sql": true, "users": true, "balance": false, "timers": false, "reward": null });
    let install = mina.install(&TestPackage::new("1.0.0"), Some(narrow)).await;
    run(&mina.client, &install, json!([note("a")])).await;
    let next = TestPackage::new("1.1.0").asking_for("sql = { mib = 16 }\nbalance = true");
    let upgraded = upgrade(&mina, &install, &next, None).await;
    let upgraded = upgraded.payload();
    assert_eq!(upgraded["version"], "1.1.0");
    assert_eq!(upgraded["previousVersion"], "1.0.0");
    assert_eq!(
        upgraded["granted"]["users"], false,
        "it is not asked for any more"
    );
    assert_eq!(upgraded["granted"]["balance"], false, "it was withheld");
    assert_eq!(notes(&mina.client, &install).await, json!([["a"]]));

    mina.uninstall(&install).await;
    let restored = mina.post(&install, "restore", json!({})).await;
    assert_eq!(restored.payload()["previousVersion"], "1.0.0");
    let before = mina.post(&install, "rollback", json!({})).await;
    assert_eq!(before.payload()["version"], "1.0.0");
    assert_eq!(before.payload()["granted"]["users"], true);
    let twice = mina.post(&install, "rollback", json!({})).await;
    assert_eq!(twice.line(), "409 plugin_no_earlier_version");
    assert_eq!(
        mina.events(&install).await,
        [
            "rolled_back",
            "restored",
            "uninstalled",
            "upgraded",
            "installed"
        ]
    );
    app.stop().await;
}

#[tokio::test]
async fn a_version_that_asks_for_more_waits_for_the_operator() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let first = TestPackage::new("1.0.0").asking_for("sql = { mib = 16 }");
    let install = mina.install(&first, None).await;
    let next = TestPackage::new("2.0.0").asking_for("sql = { mib = 16 }\nusers = true");
    let review = mina.upload(&next).await;
    assert_eq!(review.payload()["installed"]["version"], "1.0.0");
    assert_eq!(review.payload()["additional"][0]["key"], "users");
    let waiting = upgrade(&mina, &install, &next, None).await;
    assert_eq!(waiting.line(), "409 plugin_wants_more");
    assert_eq!(
        waiting.body["language"]["en"],
        "The new version asks for more permissions. Review them before you update. Sees people's nicknames and \
         profile pictures, and finds members of the world by nickname."
    );
    assert_eq!(mina.view(&install).await.payload()["version"], "1.0.0");
    let grant = json!({ "sql": true, "users": true });
    let agreed = upgrade(&mina, &install, &next, Some(grant)).await;
    assert_eq!(agreed.payload()["version"], "2.0.0");
    assert_eq!(agreed.payload()["granted"]["users"], true);
    app.stop().await;
}

#[tokio::test]
async fn a_migration_that_fails_leaves_the_earlier_version_running() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    run(&mina.client, &install, json!([note("a")])).await;
    for (version, sql, reason) in [
        (
            "1.0.1",
            "alter table note add column v text;",
            "already exists",
        ),
        (
            "1.0.2",
            "create function f() returns int language sql as 'select 1';",
            "may only create",
        ),
        ("1.0.3", "drop table kernel.account;", "permission denied"),
        (
            "1.0.4",
            "insert into worlds.world default values;",
            "does not exist",
        ),
    ] {
        let broken = TestPackage {
            migrations: vec![sql],
            ..TestPackage::new(version)
        };
        let refused = upgrade(&mina, &install, &broken, None).await;
        assert_eq!(refused.line(), "422 plugin_install_failed");
        let says = text(&refused.body["language"], "en");
        assert!(says.contains(reason), "{says}");
        assert_eq!(mina.view(&install).await.payload()["version"], "1.0.0");
        assert_eq!(notes(&mina.client, &install).await, json!([["a"]]));
    }
    let wider = TestPackage {
        migrations: vec!["alter table note add column extra int;"],
        ..TestPackage::new("1.1.0")
    };
    assert_eq!(upgrade(&mina, &install, &wider, None).await.line(), "200");
    let before = mina.post(&install, "rollback", json!({})).await;
    assert_eq!(
        before.payload()["version"],
        "1.0.0",
        "the new version declared that both work"
    );
    let strict = TestPackage {
        migrations: vec!["alter table note add column extra int;"],
        compatible_from: 2,
        ..TestPackage::new("1.2.0")
    };
    assert_eq!(upgrade(&mina, &install, &strict, None).await.line(), "200");
    let refused = mina.post(&install, "rollback", json!({})).await;
    assert_eq!(refused.line(), "422 plugin_install_failed");
    assert_eq!(mina.view(&install).await.payload()["version"], "1.2.0");
    app.stop().await;
}

#[tokio::test]
async fn of_two_changes_at_the_same_time_one_is_made() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let mut orders = Vec::new();
    for version in ["1.1.0", "1.2.0", "1.3.0"] {
        let review = mina.upload(&TestPackage::new(version)).await;
        orders.push(json!({ "package": review.payload()["digest"], "isEarly": true }));
    }
    let path = mina.path(&format!("plugins/{}/version", text(&install, "id")));
    let changes = orders.into_iter().map(|order| {
        let (client, path) = (mina.client.clone(), path.clone());
        async move { client.post(&path, order).await.line() }
    });
    let lines = crate::support::concurrently(changes).await;
    assert!(lines.iter().any(|line| line == "200"), "{lines:?}");
    assert!(
        lines
            .iter()
            .all(|line| line == "200" || line == "409 plugin_state_changed"),
        "{lines:?}"
    );
    assert_eq!(run(&mina.client, &install, json!([])).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn a_withdrawn_permission_does_not_come_back_with_another_change() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let asking = |version: &'static str| {
        TestPackage::new(version).asking_for("sql = { mib = 16 }\nusers = true")
    };
    let install = mina.install(&asking("1.0.0"), None).await;
    let newer = mina.upload(&asking("1.1.0")).await;
    let update = json!({ "package": newer.payload()["digest"], "isEarly": true });
    let path = mina.path(&format!("plugins/{}/version", text(&install, "id")));
    let mut narrower = install["granted"].clone();
    narrower["users"] = json!(false);
    // Both read the row before the first one writes.
    let (withdrawn, updated) = tokio::join!(
        mina.patch(&install, json!({ "grant": narrower })),
        mina.client.post(&path, update),
    );
    let lines = [withdrawn.line(), updated.line()];
    assert!(lines.contains(&"200".to_owned()), "{lines:?}");
    if withdrawn.line() == "200" {
        let seen = mina.view(&install).await;
        assert_eq!(seen.payload()["granted"]["users"], false, "{lines:?}");
    }
    app.stop().await;
}

#[tokio::test]
async fn the_highest_newer_version_is_offered_with_the_time_of_its_rest() {
    let app = TestApp::start().await;
    let mut mina = Owner::of(&app, "mina").await;
    let theo = Owner::of(&app, "theo").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let update = async |mina: &Owner| mina.view(&install).await.payload()["update"].clone();
    assert_eq!(update(&mina).await, Value::Null);
    // Another world uploads it. Lower versions and those under development are no updates.
    for version in ["1.10.0", "1.9.0", "0.9.0", "2.0.0-beta.1"] {
        let uploaded = theo.upload(&TestPackage::new(version)).await;
        assert_eq!(uploaded.line(), "200", "{}", uploaded.body);
    }
    let offered = update(&mina).await;
    assert_eq!(offered["version"], "1.10.0");
    assert!(offered["restsUntil"].is_string(), "{offered}");
    let path = mina.path(&format!("plugin-packages/{}", text(&offered, "package")));
    let review = mina.client.get(&path).await;
    assert_eq!(review.payload()["installed"]["version"], "1.0.0");
    assert_eq!(review.payload()["restsUntil"], offered["restsUntil"]);
    let unknown = mina.path(&format!("plugin-packages/{}", "0".repeat(64)));
    assert_eq!(
        mina.client.get(&unknown).await.line(),
        "404 package_not_found"
    );

    mina.later(&app, "mina", Duration::from_secs(24 * 3600))
        .await;
    assert_eq!(update(&mina).await["restsUntil"], Value::Null);
    let keeper = app.administrator().await;
    let stop = format!(
        "/api/admin/plugin-packages/{}/stop",
        text(&offered, "package")
    );
    let stopped = keeper
        .post(&stop, json!({ "reason": "It floods rooms" }))
        .await;
    assert_eq!(stopped.line(), "200", "{}", stopped.body);
    let offered = update(&mina).await;
    assert_eq!(offered["version"], "1.9.0");
    let body = json!({ "package": offered["package"] });
    let upgraded = mina.post(&install, "version", body).await;
    assert_eq!(upgraded.line(), "200", "{}", upgraded.body);
    assert_eq!(update(&mina).await, Value::Null);
    app.stop().await;
}

#[tokio::test]
async fn going_back_grants_nothing_that_was_withdrawn() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let all = "sql = { mib = 16 }\nusers = true\ntimers = true\nledger = [{ op = \"reward\", per_op = 50 }]";
    let first = TestPackage::new("1.0.0").asking_for(all);
    let install = mina.install(&first, None).await;
    let less = "sql = { mib = 16 }\nusers = true\nledger = [{ op = \"reward\", per_op = 50 }]";
    let next = TestPackage::new("1.1.0").asking_for(less);
    assert_eq!(upgrade(&mina, &install, &next, None).await.line(), "200");
    let narrow = json!({ "sql": true, "sqlMib": 8, "reward": { "perPayment": 10 } });
    let narrowed = mina.patch(&install, json!({ "grant": narrow })).await;
    assert_eq!(narrowed.line(), "200", "{:?}", narrowed.body);
    let before = mina.post(&install, "rollback", json!({})).await;
    let granted = &before.payload()["granted"];
    assert_eq!(before.payload()["version"], "1.0.0");
    assert_eq!(granted["users"], false, "withdrawn later");
    assert_eq!(granted["sqlMib"], 8, "lowered later");
    assert_eq!(granted["reward"]["perPayment"], 10, "lowered later");
    assert_eq!(
        granted["timers"], true,
        "the later version did not ask for it"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_version_with_more_data_or_in_a_new_place_waits_for_the_operator() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let first = TestPackage::new("1.0.0").asking_for("sql = { mib = 16 }");
    let install = mina.install(&first, None).await;
    let larger = TestPackage::new("1.1.0").asking_for("sql = { mib = 32 }");
    let review = mina.upload(&larger).await;
    let additional = review.payload()["additional"].clone();
    assert_eq!(additional[0]["en"], "Stores up to 32 MB of its own data.");
    let waiting = upgrade(&mina, &install, &larger, None).await;
    assert_eq!(waiting.line(), "409 plugin_wants_more");
    let page = "[ui]\nisolation = \"frame\"\n\
                slots = [{ at = \"header.action\", page = \"quick\", title = \"t:name\" }]";
    let seen = TestPackage {
        more: page.into(),
        files: vec![("web/quick.html", "<p>quick</p>".into())],
        ..TestPackage::new("1.2.0").asking_for("sql = { mib = 16 }")
    };
    let review = mina.upload(&seen).await;
    let additional = review.payload()["additional"].clone();
    assert_eq!(additional[0]["key"], "slots.header.action", "{additional}");
    let waiting = upgrade(&mina, &install, &seen, None).await;
    assert_eq!(waiting.line(), "409 plugin_wants_more");
    let says = text(&waiting.body["language"], "en");
    assert!(says.contains("Adds a button to the header"), "{says}");

    // The operator lowers the size, and the plugin keeps to it.
    let grant = json!({ "sql": true, "sqlMib": 1 });
    let agreed = upgrade(&mina, &install, &larger, Some(grant)).await;
    assert_eq!(agreed.line(), "200", "{:?}", agreed.body);
    assert_eq!(
        agreed.payload()["permissions"][0]["en"],
        "Stores up to 1 MB of its own data."
    );
    let fill = json!({
        "op": "sql_execute",
        "statement": "insert into note (id, v) select gen_random_uuid(), md5(random()::text) || i || $1
                      from generate_series(1, 1000) i",
        "params": ["x".repeat(1900)],
    });
    let mut ops = vec![fill; 20];
    ops.push(json!({ "op": "report" }));
    let reply = run(&mina.client, &install, json!(ops)).await;
    let refused = text(&reply.body["language"], "en").contains("is 1 MiB");
    assert!(refused, "the quota is that of the grant");
    app.stop().await;
}

/// The version, and whether the last update waits to be finished.
async fn state(owner: &Owner, install: &Value) -> (Value, Value) {
    let view = owner.view(install).await;
    let view = view.payload();
    (view["version"].clone(), view["isUnfinished"].clone())
}

#[tokio::test]
async fn what_the_version_before_needs_stays_until_the_operator_finishes_the_update() {
    const EXTRA: &str = "alter table note add column extra int;";
    const DROP: &str = "-- contract\nalter table note drop column old;";
    const LATER: &str = "create table later (id int);";
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let first = TestPackage {
        migrations: vec!["alter table note add column old text;"],
        ..TestPackage::new("1.0.0")
    };
    let install = mina.install(&first, None).await;
    let write_old = json!([{
        "op": "sql_execute", "statement": "update note set old = 'x'", "params": [],
    }]);
    let has_old = || async { run(&mina.client, &install, write_old.clone()).await };
    let second = TestPackage {
        migrations: vec![first.migrations[0], DROP, EXTRA],
        ..TestPackage::new("1.1.0")
    };
    let upgraded = upgrade(&mina, &install, &second, None).await;
    assert_eq!(
        upgraded.payload()["isUnfinished"],
        true,
        "{:?}",
        upgraded.body
    );
    assert_eq!(has_old().await.line(), "200");

    // The version before still works, and the next update waits again.
    let before = mina.post(&install, "rollback", json!({})).await;
    assert_eq!(before.payload()["version"], "1.0.0");
    assert_eq!(before.payload()["isUnfinished"], false);
    upgrade(&mina, &install, &second, None).await;
    assert_eq!(state(&mina, &install).await, (json!("1.1.0"), json!(true)));

    // A stop and a new start do not finish it; strangers cannot.
    for enabled in [false, true] {
        mina.patch(&install, json!({ "enabled": enabled })).await;
    }
    assert_eq!(state(&mina, &install).await, (json!("1.1.0"), json!(true)));
    let stranger = Owner::of(&app, "theo").await;
    let path = mina.path(&format!("plugins/{}/finish", text(&install, "id")));
    let refused = stranger.client.post(&path, json!({})).await;
    assert_eq!(refused.line(), "403 plugin_managers_only");

    for _ in 0..2 {
        let finished = mina.post(&install, "finish", json!({})).await;
        assert_eq!(
            finished.payload()["isUnfinished"],
            false,
            "{:?}",
            finished.body
        );
        assert_eq!(finished.payload()["previousVersion"], Value::Null);
    }
    let gone = has_old().await;
    assert!(gone.status.is_server_error(), "{}", gone.line());
    let back = mina.post(&install, "rollback", json!({})).await;
    assert_eq!(back.line(), "409 plugin_no_earlier_version");
    let older = upgrade(&mina, &install, &first, None).await;
    assert_eq!(older.line(), "422 plugin_install_failed");
    let events = mina.events(&install).await;
    let finished = events.iter().filter(|kind| **kind == "finished");
    assert_eq!(finished.count(), 1, "{events:?}");

    // The next update finishes the one before: both versions that can run work without what it removes.
    let third = TestPackage {
        migrations: vec![
            first.migrations[0],
            DROP,
            EXTRA,
            "-- contract\nalter table note drop column extra;",
        ],
        ..TestPackage::new("1.2.0")
    };
    upgrade(&mina, &install, &third, None).await;
    assert_eq!(state(&mina, &install).await, (json!("1.2.0"), json!(true)));
    let fourth = TestPackage {
        migrations: [&third.migrations[..], &[LATER]].concat(),
        ..TestPackage::new("1.3.0")
    };
    upgrade(&mina, &install, &fourth, None).await;
    assert_eq!(state(&mina, &install).await, (json!("1.3.0"), json!(false)));
    let before = mina.post(&install, "rollback", json!({})).await;
    assert_eq!(before.payload()["version"], "1.2.0");
    app.stop().await;
}
