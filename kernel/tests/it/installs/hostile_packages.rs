//! Packages whose texts are hostile in size, depth or number: each is refused with a sentence, the kernel lives, and nothing of
//! them stays in memory.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde_json::json;
use witverse_testing::{ENDLESS, TestApp, TestPackage};

use super::{Owner, fault, run, text};

fn nested(open: &str, middle: &str, close: &str, depth: usize) -> String {
    format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
}

/// Policies whose first one has this condition.
fn policies(condition: &str) -> String {
    format!(
        "permit (principal, action == acme::probe::Action::\"open\", resource) when {{ {condition} }};
         permit (principal, action == acme::probe::Action::\"run\", resource);"
    )
}

/// A schema with further declarations, whose action `open` has this context.
fn schema(more: &str, context: &str) -> String {
    format!(
        "namespace acme::probe {{
           {more}
           action open appliesTo {{
             principal: [Witverse::User, Witverse::Visitor], resource: [worlds::World], context: {context}
           }};
           action run appliesTo {{ principal: [Witverse::User], resource: [worlds::World] }};
         }}"
    )
}

fn route(path: &str) -> String {
    format!("[[routes]]\nmethod = \"GET\"\npath = \"{path}\"\naction = \"open\"\n\n")
}

const CEDAR: &str = "cedar/plugin.cedar";
const SCHEMA: &str = "cedar/plugin.cedarschema";

/// A file in place of the usual one, or lines of the manifest; and what the refusal says.
fn hostile() -> Vec<(&'static str, String, &'static str)> {
    // Each type has twice the size of the one before.
    let mut doubling = String::from("type T0 = { a: Long };");
    for index in 1..40 {
        let before = index - 1;
        let _ = write!(
            doubling,
            "type T{index} = {{ a: T{before}, b: T{before} }};"
        );
    }
    let mut actions = String::new();
    for index in 0..700 {
        let _ = write!(
            actions,
            "action a{index} appliesTo {{ principal: [Witverse::User], resource: [worlds::World] }};"
        );
    }
    let policy = "permit (principal, action == acme::probe::Action::\"run\", resource);";
    let routes: String = (0..200).map(|index| route(&format!("/r{index}"))).collect();
    vec![
        (
            CEDAR,
            policies(&nested("(", "true", ")", 300)),
            "deeper than 32",
        ),
        (
            CEDAR,
            policies(&nested("[", "1", "]", 300)),
            "deeper than 32",
        ),
        (
            CEDAR,
            policies(&nested("if true then ", "true", " else true", 300)),
            "deeper than 32",
        ),
        (
            CEDAR,
            policies(&format!("context{} == 1", ".a".repeat(5_000))),
            "256 operators",
        ),
        (
            CEDAR,
            policies(&format!("true{}", " && true".repeat(5_000))),
            "256 operators",
        ),
        (CEDAR, policy.repeat(300), "at most 200"),
        (CEDAR, format!("{policy}{}", " ".repeat(70_000)), "64 KiB"),
        (
            SCHEMA,
            schema("", &nested("{ a: ", "Long", " }", 300)),
            "deeper than 32",
        ),
        (
            SCHEMA,
            schema(
                "",
                &format!("{{ a: {} }}", nested("Set<", "Long", ">", 300)),
            ),
            "deeper than 32",
        ),
        (SCHEMA, schema(&doubling, "T39"), "memory or time"),
        (SCHEMA, schema(&actions, "{}"), "at most 100"),
        ("more", route(&"/a".repeat(20_000)), "16 segments"),
        ("more", route(&"/a".repeat(90)), "16 segments"),
        ("more", route(&format!("/{}", "a".repeat(200))), "200 bytes"),
        ("more", routes, "at most 200"),
        (
            "schemas/any.json",
            format!("{{\"description\": \"{}\"}}", "a".repeat(70_000)),
            "64 KiB",
        ),
        (
            "schemas/any.json",
            nested("[", "", "]", 10_000),
            "recursion",
        ),
        (
            "i18n/en.toml",
            format!("name = \"{}\"", "a".repeat(300_000)),
            "256 KiB",
        ),
        (
            "migrations/0001_expand.sql",
            "-- a\n".repeat(60_000),
            "256 KiB",
        ),
    ]
}

fn package(place: &'static str, content: String) -> TestPackage {
    let package = TestPackage::new("1.0.0");
    match place {
        "more" => TestPackage {
            more: content,
            ..package
        },
        file => TestPackage {
            files: vec![(file, content.into())],
            ..package
        },
    }
}

#[tokio::test]
async fn hostile_texts_are_refused_and_the_kernel_lives() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    for (place, content, says) in hostile() {
        let shown: String = content.chars().take(80).collect();
        let refused = mina.upload(&package(place, content)).await;
        assert_eq!(
            refused.line(),
            "422 package_invalid",
            "{place}: {shown}: {:?}",
            refused.body
        );
        assert!(
            fault(&refused).contains(says),
            "{place}: {shown}: {}",
            fault(&refused)
        );
    }
    // The same version without the fault is not taken, and works.
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    assert_eq!(run(&mina.client, &install, json!([])).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn the_largest_policies_can_be_decided_about() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let deep = nested("(", &format!("true{}", " && true".repeat(120)), ")", 31);
    let install = mina.install(&package(CEDAR, policies(&deep)), None).await;
    let open = format!("/api/x/{}/open", text(&install, "id"));
    assert_eq!(mina.client.get(&open).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn a_stored_package_is_checked_by_the_rules_of_today() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina
        .install(
            &TestPackage::new("1.0.0").described("Its files are changed"),
            None,
        )
        .await;
    assert_eq!(
        mina.patch(&install, json!({ "enabled": false }))
            .await
            .line(),
        "200"
    );
    // As if it had been accepted before the rules.
    let deep = policies(&nested("(", "true", ")", 300));
    let digest: String = sqlx::query_scalar(
        "update kernel.package set checked_rules = 0 returning encode(digest, 'hex')",
    )
    .fetch_one(&app.app.platform.pools.app)
    .await
    .unwrap();
    std::fs::write(app.packages().join(digest).join(CEDAR), deep).unwrap();
    let refused = mina.patch(&install, json!({ "enabled": true })).await;
    assert_eq!(
        refused.line(),
        "422 plugin_install_failed",
        "{:?}",
        refused.body
    );
    assert!(text(&refused.body["language"], "en").contains("deeper than 32"));
    app.stop().await;
}

#[tokio::test]
async fn migrations_have_limits_of_time_space_and_names() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let table = "create table big (v text);";
    let check = async |version: &'static str, sql: String, says: &str| {
        let package = TestPackage {
            migrations: vec![sql.leak()],
            ..TestPackage::new(version).asking_for("sql = { mib = 1, statement_ms = 250 }")
        };
        let review = mina.upload(&package).await;
        let review = review.payload();
        let order = json!({ "package": review["digest"], "grant": review["requested"],
            "agreedKey": review["publisher"]["keyId"] });
        let began = Instant::now();
        let refused = mina.client.post(&mina.path("plugins"), order).await;
        assert_eq!(
            refused.line(),
            "422 plugin_install_failed",
            "{:?}",
            refused.body
        );
        let why = text(&refused.body["language"], "en");
        assert!(why.contains(says), "{why}");
        began.elapsed()
    };
    let rows = |count: u64| {
        format!(
            "insert into big select '{}' from generate_series(1, {count});",
            "x".repeat(1000)
        )
    };
    check(
        "1.0.0",
        format!("{table}{}", rows(5_000)),
        "1 MiB that it may store",
    )
    .await;
    let endless = format!("insert into big select ({ENDLESS})::text;");
    let took = check("1.0.1", format!("{table}{endless}"), "timeout").await;
    assert!(took < Duration::from_secs(20), "{took:?}");
    let named = "insert into big select oid::regclass::text from generate_series(1, 9) oid;";
    check("1.0.2", format!("{table}{named}"), "regclass").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_migration_does_not_delay_the_withdrawal_of_a_permission() {
    let app = TestApp::start().await;
    let (mina, hana) = (Owner::of(&app, "mina").await, Owner::of(&app, "hana").await);
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let profile = json!([{ "op": "profiles", "ids": [mina.client.id] }]);
    assert_eq!(
        run(&mina.client, &install, profile.clone()).await.line(),
        "200"
    );

    let slow = TestPackage {
        migrations: vec![
            format!("insert into note select gen_random_uuid(), ({ENDLESS})::text;").leak(),
        ],
        ..TestPackage::new("2.0.0")
    };
    let review = hana.upload(&slow).await;
    let order = json!({ "package": review.payload()["digest"], "grant": review.payload()["requested"],
        "agreedKey": review.payload()["publisher"]["keyId"] });
    let (client, path) = (hana.client.clone(), hana.path("plugins"));
    let installing = tokio::spawn(async move { client.post(&path, order).await });
    tokio::time::sleep(Duration::from_millis(1_500)).await;

    let mut grant = install["granted"].clone();
    grant["users"] = json!(false);
    let began = Instant::now();
    let narrowed = mina.patch(&install, json!({ "grant": grant })).await;
    assert_eq!(narrowed.line(), "200", "{:?}", narrowed.body);
    assert!(!installing.is_finished(), "the migration still runs");
    assert!(
        began.elapsed() < Duration::from_secs(3),
        "{:?}",
        began.elapsed()
    );
    assert_eq!(
        run(&mina.client, &install, profile).await.line(),
        "403 plugin_not_permitted"
    );
    assert_eq!(
        mina.events(&install).await.first().map(String::as_str),
        Some("granted")
    );
    assert_eq!(
        installing.await.unwrap().line(),
        "422 plugin_install_failed"
    );
    app.stop().await;
}

#[tokio::test]
async fn what_is_refused_leaves_no_compiled_file() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    assert_eq!(mina.upload(&TestPackage::new("1.0.0")).await.line(), "200");
    // A component that nothing else has: a custom section with a random content.
    let probe = witverse_testing::target().join("test-bundles/probe/component.wasm");
    let mut component = std::fs::read(probe).unwrap();
    component.extend_from_slice(&[0, 23, 6, b'r', b'a', b'n', b'd', b'o', b'm']);
    component.extend_from_slice(uuid::Uuid::new_v4().as_bytes());
    let digest = blake3::hash(&component).to_hex().to_string();
    let is_compiled = || {
        let folder = app.packages().with_file_name("components");
        let mut files = std::fs::read_dir(folder).unwrap().flatten();
        files.any(|file| file.file_name().to_string_lossy().starts_with(&digest))
    };
    let check = async |package: TestPackage, refusal: &str| {
        let folder = package.folder();
        std::fs::write(folder.path().join("component.wasm"), &component).unwrap();
        let archive = witverse_kernel::plugins::pack(
            folder.path(),
            &package.id,
            package.version,
            &package.key,
        );
        let sent = mina.send(archive.unwrap()).await;
        assert_eq!(sent.line(), refusal, "{:?}", sent.body);
        assert_eq!(is_compiled(), refusal == "200", "{refusal}");
    };
    check(TestPackage::new("1.0.0"), "409 package_version_taken").await;
    let stranger = TestPackage {
        key: TestPackage::key(2),
        ..TestPackage::new("1.1.0")
    };
    check(stranger, "403 publisher_key_unknown").await;
    check(TestPackage::new("1.1.0"), "200").await;
    app.stop().await;
}
