//! What operators find without a file, how many files they may leave unused, and what reviewers see of a package.

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp, TestPackage};

use super::{Owner, text};

const PACKAGES: &str = "/api/admin/plugin-packages";
const PLAIN: &str = "sql = { mib = 16 }";

async fn found(owner: &Owner, query: &str) -> Vec<String> {
    let path = owner.path(&format!("plugin-catalogue{query}"));
    let found = owner.client.get(&path).await;
    assert_eq!(found.line(), "200", "{:?}", found.body);
    let items = found.payload()["items"].as_array().unwrap().clone();
    items
        .iter()
        .map(|one| format!("{} {}", text(one, "plugin"), text(one, "version")))
        .collect()
}

async fn review(keeper: &Client, review: &Reply) -> Reply {
    let path = format!("{PACKAGES}/{}/review", text(review.payload(), "digest"));
    keeper.post(&path, json!({})).await
}

#[tokio::test]
async fn operators_find_what_the_platform_has_reviewed() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, joon) = (Owner::of(&app, "mina").await, Owner::of(&app, "joon").await);
    assert_eq!(found(&joon, "").await, Vec::<String>::new());
    let described = TestPackage::new("1.0.0")
        .asking_for(PLAIN)
        .described("For quiet evenings");
    let first = mina.upload(&described).await;
    assert_eq!(found(&joon, "").await, Vec::<String>::new(), "not reviewed");
    assert_eq!(review(&keeper, &first).await.line(), "200");
    let next = mina
        .upload(&TestPackage::new("1.1.0").asking_for(PLAIN))
        .await;
    assert_eq!(found(&joon, "").await, ["acme.probe 1.0.0"]);
    let path = joon.path("plugin-catalogue");
    let listed = joon.client.get(&path).await;
    let listed = listed.payload()["items"][0].clone();
    assert_eq!(listed["description"]["en"], "For quiet evenings");
    assert_eq!(listed["permissions"][0]["key"], "sql");
    assert_eq!(listed["isInstalled"], false);

    // It leads into the review, without a file.
    let path = joon.path(&format!("plugin-packages/{}", text(&listed, "package")));
    let shown = joon.client.get(&path).await;
    let shown = shown.payload();
    assert_eq!(shown["isReviewed"], true);
    assert_eq!(shown["description"]["en"], "For quiet evenings");
    let order = json!({
        "package": shown["digest"], "grant": shown["requested"], "agreedKey": shown["publisher"]["keyId"],
    });
    let installed = joon.client.post(&joon.path("plugins"), order).await;
    assert_eq!(installed.line(), "201", "{:?}", installed.body);

    review(&keeper, &next).await;
    assert_eq!(
        found(&joon, "").await,
        ["acme.probe 1.1.0"],
        "the latest one"
    );
    for version in ["1.0.1", "2.0.0-beta.1"] {
        let other = TestPackage::new(version).asking_for(PLAIN);
        let other = mina.upload(&other).await;
        assert_eq!(review(&keeper, &other).await.line(), "200");
        assert_eq!(
            found(&joon, "").await,
            ["acme.probe 1.1.0"],
            "a correction of the earlier version, and a version under development"
        );
    }
    for (query, count) in [
        ("?search=acme.pr", 1),
        ("?search=prob", 1),
        ("?search=robe", 1),
        ("?search=nothing", 0),
        ("?search=%25", 0),
        ("?search=acme_probe", 0),
    ] {
        assert_eq!(found(&joon, query).await.len(), count, "{query}");
    }
    let stop = format!("{PACKAGES}/{}/stop", text(next.payload(), "digest"));
    keeper.post(&stop, json!({ "reason": "It floods" })).await;
    assert_eq!(found(&joon, "").await, ["acme.probe 1.0.1"], "not stopped");
    // A row that was written past the kernel is no review.
    let forged = "update kernel.package set review_signature = reverse(review_signature)";
    sqlx::query(forged).execute(app.owner()).await.unwrap();
    assert_eq!(found(&joon, "").await, Vec::<String>::new());
    app.stop().await;
}

#[tokio::test]
async fn a_reviewer_sees_the_files_and_what_has_changed() {
    let app = TestApp::start().await;
    let keeper = app.with_role("keeper", "admin").await;
    let mina = Owner::of(&app, "mina").await;
    let first = mina
        .upload(&TestPackage::new("1.0.0").asking_for(PLAIN))
        .await;
    let details = async |review: &Reply| {
        let path = format!("{PACKAGES}/{}", text(review.payload(), "digest"));
        let details = keeper.get(&path).await;
        assert_eq!(details.line(), "200", "{:?}", details.body);
        details.payload().clone()
    };
    assert_eq!(details(&first).await["changes"], Value::Null);
    review(&keeper, &first).await;
    let next = TestPackage {
        files: vec![("web/new.html", "<p>new</p>".into())],
        ..TestPackage::new("1.1.0").asking_for("sql = { mib = 16 }\nusers = true")
    };
    let next = mina.upload(&next).await;
    let seen = details(&next).await;
    assert_eq!(seen["changes"]["version"], "1.0.0");
    assert_eq!(seen["changes"]["addedPermissions"][0]["key"], "users");
    assert_eq!(seen["keyId"], next.payload()["publisher"]["keyId"]);
    let files = seen["files"].as_array().unwrap();
    let change = |path: &str| {
        let file = files.iter().find(|file| file["path"] == path).unwrap();
        assert_eq!(text(file, "sha256").len(), 64);
        file["change"].clone()
    };
    assert_eq!(change("web/new.html"), "added");
    assert_eq!(change("plugin.toml"), "changed");
    assert_eq!(change("component.wasm"), Value::Null);

    let path = format!("{PACKAGES}/{}/archive", text(next.payload(), "digest"));
    assert_eq!(mina.client.get(&path).await.line(), "403 forbidden");
    assert_eq!(keeper.get(&path).await.line(), "200");
    let logged = "select count(*) from kernel.audit_entry where kind = 'plugin.downloaded'";
    assert_eq!(app.count(logged).await, 1);
    app.stop().await;
}

#[tokio::test]
async fn unused_packages_of_one_person_are_limited() {
    let app = TestApp::start().await;
    let (mina, joon) = (Owner::of(&app, "mina").await, Owner::of(&app, "joon").await);
    let package = TestPackage::new("1.0.0").asking_for(PLAIN);
    assert_eq!(mina.upload(&package).await.line(), "200");
    let copies = "insert into kernel.package (digest, publisher, plugin, version, archive, name_ko, name_en, requested,
            sql_mib, has_migrations, has_pages, uploaded_by, uploaded_at)
        select sha256(n::text::bytea), publisher, plugin, 'copy ' || n, ''::bytea, name_ko, name_en, requested,
            sql_mib, has_migrations, has_pages, uploaded_by, uploaded_at
        from kernel.package, generate_series(1, 29) n";
    sqlx::query(copies).execute(app.owner()).await.unwrap();
    let next = TestPackage::new("1.1.0").asking_for(PLAIN);
    let refused = mina.upload(&next).await;
    crate::user::says(
        &refused,
        "409 package_storage_full",
        "설치하지 않고 올려 둔 플러그인 파일이 30개 또는 200MB를 넘습니다. 올린 파일을 설치하거나, 쓰지 않는 파일이 지워질 때까지(올린 지 7일 뒤) 기다려 주세요.",
        "You have uploaded more than 30 plugin files, or 200 MB, that no world uses. Install some, or wait: unused files are deleted 7 days after their upload.",
    );
    assert_eq!(mina.upload(&package).await.line(), "200", "the same again");
    assert_eq!(joon.upload(&next).await.line(), "200", "another person");
    mina.install(&package, None).await;
    let third = TestPackage::new("1.2.0").asking_for(PLAIN);
    assert_eq!(mina.upload(&third).await.line(), "200", "one is in use");
    let large = "update kernel.package set archive = decode(repeat('00', 8 * 1024 * 1024), 'hex') where version like 'copy %'";
    let fewer = "delete from kernel.package where version = 'copy 1'";
    for statement in [fewer, large] {
        sqlx::query(statement).execute(app.owner()).await.unwrap();
    }
    let fourth = TestPackage::new("1.3.0").asking_for(PLAIN);
    let refused = mina.upload(&fourth).await;
    assert_eq!(refused.line(), "409 package_storage_full", "200 MiB");
    app.stop().await;
}
