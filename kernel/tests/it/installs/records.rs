//! What operators see of an install: its settings, its log, what its calls use, and the export of what it holds.

use std::io::{Cursor, Read};

use serde_json::{Value, json};
use witverse_testing::{Reply, TestApp, TestPackage};
use zip::ZipArchive;

use super::{Owner, fault, give_wit, notes, run, text};
use crate::support::note;

const SETTINGS: &str = r#"{ "type": "object", "additionalProperties": false, "properties": {
    "rounds": { "type": "integer", "minimum": 1, "maximum": 9, "default": 5, "title": "Rounds" },
    "calm": { "type": "boolean", "default": false, "title": "Calm" } } }"#;

/// A package with two settings, and the limit of the number.
fn with_settings(version: &'static str, maximum: &str) -> TestPackage {
    let schema = SETTINGS.replace("\"maximum\": 9", &format!("\"maximum\": {maximum}"));
    let mut package = TestPackage::new(version);
    package.more = "[settings]\nschema = \"schemas/settings.json\"".into();
    package.files = vec![("schemas/settings.json", schema.into())];
    package
}

async fn rounds(owner: &Owner, install: &Value) -> Value {
    let reply = run(
        &owner.client,
        install,
        json!([{ "op": "settings", "key": "rounds" }]),
    )
    .await;
    let setting = &reply.payload()["results"][0]["ok"];
    serde_json::from_str(setting.as_str().unwrap_or("null")).unwrap()
}

async fn read(owner: &Owner, install: &Value, what: &str) -> Reply {
    let path = owner.path(&format!("plugins/{}/{what}", text(install, "id")));
    owner.client.get(&path).await
}

#[tokio::test]
async fn settings_are_checked_and_reach_the_plugin() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&with_settings("1.0.0", "9"), None).await;
    assert_eq!(install["settings"][0]["key"], "rounds");
    assert_eq!(install["settings"][0]["value"], 5);
    assert_eq!(rounds(&mina, &install).await, 5, "the default");

    let set = mina
        .patch(&install, json!({ "settings": { "rounds": 9 } }))
        .await;
    assert_eq!(set.payload()["settings"][0]["value"], 9);
    assert_eq!(rounds(&mina, &install).await, 9);
    let wrong = json!({ "settings": { "rounds": 10, "calm": true } });
    let refused = mina.patch(&install, wrong).await;
    assert_eq!(refused.line(), "422 validation_failed");
    let fields = &refused.body["fields"];
    assert_eq!(fields[0]["field"], "settings.rounds");
    assert_eq!(
        fields[0]["language"]["ko"],
        "1~9 사이의 정수를 입력해 주세요."
    );
    let view = mina.view(&install).await;
    assert_eq!(
        view.payload()["settings"][1]["value"],
        false,
        "nothing of it was set"
    );
    let unknown = mina
        .patch(&install, json!({ "settings": { "wings": 1 } }))
        .await;
    assert_eq!(unknown.line(), "422 validation_failed");

    // A version with a narrower setting uses its default for a value that does not fit; the version before has it again.
    let narrow = mina.upload(&with_settings("1.1.0", "7")).await;
    let version = json!({ "package": narrow.payload()["digest"], "isEarly": true });
    mina.post(&install, "version", version).await;
    assert_eq!(rounds(&mina, &install).await, 5);
    mina.post(&install, "rollback", json!({})).await;
    assert_eq!(rounds(&mina, &install).await, 9);
    let unset = mina
        .patch(&install, json!({ "settings": { "rounds": null } }))
        .await;
    assert_eq!(unset.payload()["settings"][0]["value"], 5);
    let events = mina.events(&install).await;
    assert_eq!(
        events.iter().filter(|kind| *kind == "configured").count(),
        2
    );
    app.stop().await;
}

#[tokio::test]
async fn a_faulty_schema_of_settings_is_refused_by_its_name() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let refused = mina.upload(&with_settings("1.0.0", "4")).await;
    assert_eq!(refused.line(), "422 package_invalid");
    let english = fault(&refused);
    for part in [
        "schemas/settings.json",
        "rounds",
        "its default does not fit",
    ] {
        assert!(english.contains(part), "{english}");
    }
    app.stop().await;
}

#[tokio::test]
async fn the_log_and_the_usage_also_tell_of_calls_that_failed() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    give_wit(&app, mina.client.id, 100).await;
    let payment = json!({ "amount": 60, "key": uuid::Uuid::from_u128(1) });
    mina.post(&install, "funds", payment).await;
    let line = |text: &str| json!({ "op": "log", "message": text });
    run(
        &mina.client,
        &install,
        json!([line("a"), note("x"), line("b")]),
    )
    .await;
    let bora = app.person("bora").await;
    let reward = json!({ "op": "transfer", "operation": "reward", "key": "a", "to": bora.id, "amount": 500 });
    assert_eq!(
        run(&mina.client, &install, json!([reward])).await.line(),
        "200"
    );
    let again = json!({ "op": "transfer", "operation": "reward", "key": "b", "to": bora.id, "amount": 500 });
    run(
        &mina.client,
        &install,
        json!([again, line("c"), { "op": "trap" }]),
    )
    .await;

    let logs = read(&mina, &install, "logs").await;
    let items = logs.payload()["items"].as_array().unwrap();
    let lines: Vec<_> = items
        .iter()
        .rev()
        .map(|line| format!("{} {}", text(line, "level"), text(line, "message")))
        .collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert_eq!(lines[..3], ["info a", "info b", "info c"]);
    assert!(
        lines[3].starts_with("error the plugin failed"),
        "{}",
        lines[3]
    );
    let view = mina.view(&install).await;
    let used = &view.payload()["usedToday"];
    assert_eq!(used["calls"], 3);
    assert_eq!(used["failures"], 1);
    assert_eq!(used["statements"], 1);
    assert_eq!(
        used["paidHundredths"], 500,
        "the prize of the failed call was not paid"
    );
    assert!(used["cpuUs"].as_i64().unwrap() > 0);
    assert_eq!(view.payload()["usedMonth"], *used);

    // Another administrator of another world reads nothing of it.
    let joon = Owner::of(&app, "joon").await;
    for what in ["logs", "contents", "export"] {
        let path = joon.path(&format!("plugins/{}/{what}", text(&install, "id")));
        assert_eq!(
            joon.client.get(&path).await.line(),
            "404 plugin_not_installed"
        );
        assert_eq!(
            bora.get(&mina.path(&format!("plugins/{}/{what}", text(&install, "id"))))
                .await
                .line(),
            "403 plugin_managers_only"
        );
    }
    app.stop().await;
}

#[tokio::test]
async fn the_newest_thousand_lines_are_kept() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    for call in 0..11 {
        let lines: Vec<_> = (0..100)
            .map(|line| json!({ "op": "log", "message": format!("{call}-{line}") }))
            .collect();
        assert_eq!(
            run(&mina.client, &install, json!(lines)).await.line(),
            "200"
        );
        app.app.installs.write_records().await.unwrap();
    }
    assert_eq!(
        app.count("select count(*) from kernel.install_log").await,
        1000
    );
    let oldest = "select count(*) from kernel.install_log where message like '0-%'";
    assert_eq!(app.count(oldest).await, 0);
    let first = read(&mina, &install, "logs?limit=1").await;
    assert_eq!(first.payload()["items"][0]["message"], "10-99");
    app.stop().await;
}

/// The files of a zip, as texts.
pub(super) fn files(zip: &[u8]) -> Vec<(String, String)> {
    let mut zip = ZipArchive::new(Cursor::new(zip)).unwrap();
    (0..zip.len())
        .map(|index| {
            let mut file = zip.by_index(index).unwrap();
            let mut content = String::new();
            file.read_to_string(&mut content).unwrap();
            (file.name().unwrap().to_string(), content)
        })
        .collect()
}

#[tokio::test]
async fn an_export_holds_every_row_before_and_after_the_uninstall() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    give_wit(&app, mina.client.id, 100).await;
    let payment = json!({ "amount": 60, "key": uuid::Uuid::from_u128(1) });
    mina.post(&install, "funds", payment).await;
    run(&mina.client, &install, json!([note("one"), note("둘")])).await;

    let contents = read(&mina, &install, "contents").await;
    let contents = contents.payload();
    assert_eq!(contents["tables"][0], json!({ "name": "note", "rows": 2 }));
    assert_eq!(contents["balanceHundredths"], 6000);
    assert_eq!(contents["pages"], 0);

    for state in ["enabled", "uninstalled"] {
        let export = read(&mina, &install, "export").await;
        assert_eq!(export.line(), "200", "{state}");
        let files = files(&export.bytes);
        let file = |name: &str| -> Vec<Value> {
            let found = files.iter().find(|(known, _)| known == name);
            let (_, content) = found.unwrap_or_else(|| panic!("{name} in {files:?}"));
            content
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect()
        };
        let notes: Vec<_> = file("rows/note.jsonl")
            .iter()
            .map(|row| text(row, "v"))
            .collect();
        assert_eq!(notes, ["one", "둘"]);
        assert_eq!(file("wit.jsonl")[0]["amountHundredths"], 6000);
        let about = files
            .iter()
            .find(|(name, _)| name == "plugin.json")
            .unwrap();
        let about: Value = serde_json::from_str(&about.1).unwrap();
        assert_eq!(about["state"], state);
        assert_eq!(file("history.jsonl")[0]["kind"], "installed");
        for empty in ["timers.jsonl", "files.jsonl"] {
            assert_eq!(file(empty), Vec::<Value>::new());
        }
        if state == "enabled" {
            assert_eq!(mina.uninstall(&install).await.line(), "200");
        }
    }
    assert_eq!(
        mina.events(&install).await,
        ["exported", "uninstalled", "exported", "funded", "installed"]
    );
    app.advance(std::time::Duration::from_secs(30 * 86_400));
    app.app.installs.delete_expired().await.unwrap();
    for query in [
        "select count(*) from kernel.install_log",
        "select count(*) from kernel.install_usage",
        "select count(*) from kernel.install",
    ] {
        assert_eq!(app.count(query).await, 0, "{query}");
    }
    app.stop().await;
}

#[tokio::test]
async fn an_export_that_meets_the_end_of_the_data_finds_no_install() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let id = text(&install, "id");
    let schema = format!("plugin_{}", id.replace('-', "_"));
    let mut owner = app.app.platform.pools.owner().await.unwrap();
    let mut deletion = sqlx::Connection::begin(&mut owner).await.unwrap();
    let end = format!(
        "lock table {schema}.note in access exclusive mode; delete from kernel.install where id = '{id}';
         drop schema {schema} cascade"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(end))
        .execute(&mut *deletion)
        .await
        .unwrap();
    let exporting = read(&mina, &install, "export");
    let ending = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        deletion.commit().await.unwrap();
    };
    let (export, ()) = futures::join!(exporting, ending);
    assert_eq!(export.line(), "404 plugin_not_installed");
    app.stop().await;
}

#[tokio::test]
async fn reading_while_people_play_gives_one_moment() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let writing = async {
        for index in 0..20 {
            run(
                &mina.client,
                &install,
                json!([note(&format!("{index:02}"))]),
            )
            .await;
        }
    };
    let reading = async {
        let mut sizes = Vec::new();
        for _ in 0..5 {
            let export = read(&mina, &install, "export").await;
            assert_eq!(export.line(), "200");
            let files = files(&export.bytes);
            let (_, rows) = files
                .iter()
                .find(|(name, _)| name == "rows/note.jsonl")
                .unwrap();
            sizes.push(rows.lines().count());
        }
        sizes
    };
    let ((), sizes) = futures::join!(writing, reading);
    assert!(sizes.is_sorted(), "{sizes:?}");
    assert_eq!(
        notes(&mina.client, &install)
            .await
            .as_array()
            .unwrap()
            .len(),
        20
    );
    app.stop().await;
}
