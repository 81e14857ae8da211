//! From the upload to the end: who may, two worlds apart, failures, uninstalling, and the deletion of the data.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp, TestPackage};

use super::{Owner, notes, run, text};
use crate::support::note;
use crate::user::says;

#[tokio::test]
async fn an_operator_installs_a_plugin_that_visitors_use() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let package = TestPackage::new("1.0.0");
    let review = mina.upload(&package).await;
    let review = review.payload();
    assert_eq!(review["plugin"], "acme.probe");
    assert_eq!(review["publisher"]["isNew"], true);
    assert_eq!(review["installed"], json!(null));
    let lines: Vec<String> = review["permissions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| format!("{}: {}", text(line, "key"), text(line, "en")))
        .collect();
    assert_eq!(
        lines,
        [
            "sql: Stores up to 16 MB of its own data.",
            "users: Sees people's nicknames and profile pictures, and finds members of the world by nickname.",
            "balance: Sees the WIT balance of a person who uses it.",
            "reward: May pay up to 50 WIT at a time from its own wallet, 120 a day to one person.",
        ]
    );
    let install = mina.install(&package, None).await;
    assert_eq!(install["state"], "enabled");

    // The same request twice.
    let order = json!({ "package": review["digest"], "grant": review["requested"] });
    let again = mina.client.post(&mina.path("plugins"), order).await;
    assert_eq!(again.line(), "409 plugin_installed_already");

    let bora = app.person("bora").await;
    assert_eq!(run(&bora, &install, json!([note("a")])).await.line(), "200");
    assert_eq!(notes(&bora, &install).await, json!([["a"]]));
    let open = format!("/api/x/{}/open", text(&install, "id"));
    assert_eq!(app.visitor().get(&open).await.line(), "200");
    assert_eq!(
        run(&app.visitor(), &install, json!([])).await.line(),
        "401 unauthenticated"
    );
    assert_eq!(
        bora.get("/api/x/x-aaaaaaaaaaaa/open").await.line(),
        "404 not_found"
    );

    let list = mina.client.get(&mina.path("plugins")).await;
    assert_eq!(list.payload()["items"][0]["id"], install["id"]);
    assert_eq!(mina.events(&install).await, ["installed"]);
    app.stop().await;
}

#[tokio::test]
async fn two_worlds_share_nothing_of_a_plugin() {
    let app = TestApp::start().await;
    let (mina, joon) = (Owner::of(&app, "mina").await, Owner::of(&app, "joon").await);
    let package = TestPackage::new("1.0.0");
    let first = mina.install(&package, None).await;
    let second = joon.install(&package, None).await;
    assert_ne!(first["id"], second["id"]);
    run(&mina.client, &first, json!([note("of mina")])).await;
    assert_eq!(notes(&joon.client, &second).await, json!([]));
    let other = format!("plugin_{}", text(&first, "id").replace('-', "_"));
    let peek = json!([
        { "op": "sql_query", "statement": format!("select v from {other}.note") },
        { "op": "report" }
    ]);
    let peeked = run(&joon.client, &second, peek).await;
    let results = peeked.body["language"]["en"].as_str().unwrap().to_owned();
    assert!(results.contains("denied"), "{results}");

    // A manager of one world does not reach an install of another one.
    let foreign = joon.path(&format!("plugins/{}", text(&first, "id")));
    assert_eq!(
        joon.client.get(&foreign).await.line(),
        "404 plugin_not_installed"
    );
    let bora = app.person("bora").await;
    says(
        &bora.get(&mina.path("plugins")).await,
        "403 plugin_managers_only",
        "월드 관리자만 플러그인을 관리할 수 있습니다.",
        "Only administrators of the world can manage its plugins.",
    );
    assert_eq!(
        app.visitor().get(&mina.path("plugins")).await.line(),
        "401 unauthenticated"
    );
    let unknown = "/api/v3/worlds/0190a1b2-0000-7000-8000-000000000001/plugins";
    assert_eq!(bora.get(unknown).await.line(), "404 not_found");
    app.stop().await;
}

#[tokio::test]
async fn a_private_world_closes_its_plugins_to_others() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let body = json!({ "worldId": mina.world, "isPublic": false });
    let closed = mina
        .client
        .put("/api/v3/worlds/admins/visibility", body)
        .await;
    assert_eq!(closed.line(), "200");
    let bora = app.person("bora").await;
    assert_eq!(
        run(&bora, &install, json!([])).await.line(),
        "403 world_members_only"
    );
    let open = format!("/api/x/{}/open", text(&install, "id"));
    assert_eq!(app.visitor().get(&open).await.line(), "401 unauthenticated");
    assert_eq!(run(&mina.client, &install, json!([])).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn a_plugin_that_keeps_failing_is_disabled() {
    let app = TestApp::start().await;
    let (mina, joon) = (Owner::of(&app, "mina").await, Owner::of(&app, "joon").await);
    let package = TestPackage::new("1.0.0");
    let install = mina.install(&package, None).await;
    let other = joon.install(&package, None).await;
    for _ in 0..3 {
        let failed = run(&mina.client, &install, json!([{ "op": "trap" }])).await;
        assert_eq!(failed.line(), "502 plugin_failed");
    }
    let next = run(&mina.client, &install, json!([])).await;
    assert_eq!(next.line(), "404 not_found", "it is stopped at once");
    app.eventually("it is disabled", async || {
        mina.view(&install).await.payload()["state"] == "disabled"
    })
    .await;
    let view = mina.view(&install).await;
    assert_eq!(view.payload()["disabledBecause"], "failures");
    assert_eq!(mina.events(&install).await, ["failed", "installed"]);
    assert_eq!(
        run(&mina.client, &install, json!([])).await.line(),
        "404 not_found"
    );
    assert_eq!(
        run(&joon.client, &other, json!([])).await.line(),
        "200",
        "in another world it runs"
    );

    let enabled = mina.patch(&install, json!({ "enabled": true })).await;
    assert_eq!(enabled.payload()["state"], "enabled");
    assert_eq!(run(&mina.client, &install, json!([])).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn an_uninstalled_plugin_can_be_restored_for_30_days() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let package = TestPackage::new("1.0.0");
    let install = mina.install(&package, None).await;
    run(&mina.client, &install, json!([note("kept")])).await;
    let ended = mina.uninstall(&install).await;
    assert_eq!(ended.payload()["state"], "uninstalled");
    assert_eq!(
        mina.uninstall(&install).await.line(),
        "404 plugin_not_installed"
    );
    assert_eq!(
        run(&mina.client, &install, json!([])).await.line(),
        "404 not_found"
    );
    let restored = mina.post(&install, "restore", json!({})).await;
    assert_eq!(restored.payload()["state"], "enabled");
    assert_eq!(notes(&mina.client, &install).await, json!([["kept"]]));

    mina.uninstall(&install).await;
    app.advance(Duration::from_secs(29 * 86_400));
    app.app.installs.delete_expired().await.unwrap();
    let kept = "select count(*) from kernel.install where state = 'uninstalled'";
    assert_eq!(app.count(kept).await, 1);
    app.advance(Duration::from_secs(86_400));
    app.app.installs.delete_expired().await.unwrap();
    for query in [
        "select count(*) from pg_namespace where nspname like 'plugin_x_%'",
        "select count(*) from kernel.plugin where id like 'x-%'",
        "select count(*) from kernel.plugin_migration where plugin like 'x-%'",
        "select count(*) from kernel.install",
    ] {
        assert_eq!(app.count(query).await, 0, "{query}");
    }
    assert_eq!(
        app.count("select count(*) from kernel.install_event").await,
        5,
        "the history stays"
    );

    app.stop().await;
}

#[tokio::test]
async fn timers_wait_for_an_install_that_does_not_run() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let package = TestPackage::new("1.0.0").asking_for("sql = { mib = 16 }\ntimers = true");
    let install = mina.install(&package, None).await;
    let due = app.clock.now() + Duration::from_secs(60);
    let at_ms = i64::try_from(due.unix_timestamp_nanos() / 1_000_000).unwrap();
    let schedule = json!([{ "op": "schedule", "key": "round", "at_ms": at_ms, "payload": {} }]);
    assert_eq!(run(&mina.client, &install, schedule).await.line(), "200");
    mina.uninstall(&install).await;
    for _ in 0..4 {
        app.advance(Duration::from_secs(3_600));
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let untried = "select count(*) from kernel.timer where plugin like 'x-%' and attempts = 0 and parked_at is null";
    assert_eq!(app.count(untried).await, 1);
    let client = app.log_in("mina", mina.client.id).await;
    let mina = Owner { client, ..mina };
    let restored = mina.post(&install, "restore", json!({})).await;
    assert_eq!(restored.payload()["state"], "enabled", "{}", restored.body);
    app.eventually("the timer has fired", async || {
        app.count(untried).await == 0
    })
    .await;
    let notes = notes(&mina.client, &install).await;
    assert!(notes.to_string().contains("timer:round"), "{notes}");
    app.stop().await;
}

#[tokio::test]
async fn two_kernels_do_not_exceed_the_limit_of_a_world() {
    let cluster = witverse_testing::cluster().await;
    let database = cluster.clone_template().await;
    let app = TestApp::on(cluster, &database, |_| {}).await;
    let other = TestApp::on(cluster, &database, |_| {}).await;
    let mina = Owner::of(&app, "mina").await;
    let review = mina.upload(&TestPackage::new("1.0.0")).await;
    let review = review.payload();
    let digest = text(review, "digest");
    sqlx::query(
        "insert into kernel.install (id, scope_kind, scope_id, plugin, digest, granted, state, disabled_because, installed_by,
             installed_at, changed_at, granted_at)
         select 'x-aaaaaaaaaa' || chr(97 + n / 10) || chr(97 + n % 10), 'worlds::World', $1, 'acme.other' || n, decode($2, 'hex'),
             '{}', 'disabled', 'operator', $3, now(), now(), now()
         from generate_series(1, 29) n",
    )
    .bind(&mina.world)
    .bind(&digest)
    .bind(mina.client.id)
    .execute(app.owner())
    .await
    .unwrap();
    // Both have counted before one of them is written.
    let mut first = app.owner().begin().await.unwrap();
    sqlx::query(
        "select pg_advisory_xact_lock(hashtextextended('installs of worlds::World ' || $1, 0))",
    )
    .bind(&mina.world)
    .execute(&mut *first)
    .await
    .unwrap();
    let there = other.log_in("mina", mina.client.id).await;
    let path = mina.path("plugins");
    let order = |client: &Client, is_trial: bool| {
        let order = json!({
            "package": digest, "grant": review["requested"], "trial": is_trial,
            "agreedKey": review["publisher"]["keyId"],
        });
        let (client, path) = (client.clone(), path.clone());
        async move { client.post(&path, order).await }
    };
    let release = async {
        let waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())";
        app.eventually("both wait", async || app.count(waiting).await == 2)
            .await;
        first.commit().await.unwrap();
    };
    let (trial, install, ()) =
        tokio::join!(order(&mina.client, true), order(&there, false), release);
    let mut lines = [trial.line(), install.line()];
    lines.sort();
    assert_eq!(lines, ["201", "422 plugin_limit_reached"]);
    let all = "select count(*) from kernel.install where state <> 'uninstalled'";
    assert_eq!(app.count(all).await, 30);
    other.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn installs_survive_a_restart_and_reach_other_kernels() {
    let cluster = witverse_testing::cluster().await;
    let database = cluster.clone_template().await;
    let first = TestApp::on(cluster, &database, |_| {}).await;
    let mina = Owner::of(&first, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    run(&mina.client, &install, json!([note("before")])).await;
    let second = TestApp::on(cluster, &database, |_| {}).await;
    let open = format!("/api/x/{}/open", text(&install, "id"));
    assert_eq!(second.visitor().get(&open).await.line(), "200");
    let stopped = mina.patch(&install, json!({ "enabled": false })).await;
    assert_eq!(stopped.payload()["isLoaded"], false);
    assert_eq!(first.visitor().get(&open).await.line(), "404 not_found");
    second
        .eventually("the other kernel follows", async || {
            second.visitor().get(&open).await.line() == "404 not_found"
        })
        .await;
    // A kernel that cannot load it leaves it out, and its operators read why.
    let runs = mina.patch(&install, json!({ "enabled": true })).await;
    assert_eq!(runs.payload()["isLoaded"], true);
    assert_eq!(runs.payload()["checkFailed"], Value::Null);
    let kind = async |name: &'static str| {
        let change = "update kernel.install set scope_kind = $1";
        let change = sqlx::query(change).bind(name);
        change.execute(first.owner()).await.unwrap();
    };
    kind("nothing::World").await;
    let third = TestApp::on(cluster, &database, |_| {}).await;
    kind("worlds::World").await;
    assert_eq!(third.visitor().get(&open).await.line(), "404 not_found");
    assert_eq!(first.visitor().get(&open).await.line(), "200");
    let seen = mina.client.get(&mina.path("plugins")).await;
    let seen = &seen.payload()["items"][0];
    assert_eq!(seen["isLoaded"], true, "by the kernel that answers");
    assert!(
        text(seen, "checkFailed").contains("nothing::World"),
        "{seen}"
    );
    third.stop().await;
    first.stop().await;
    second.stop().await;
}
