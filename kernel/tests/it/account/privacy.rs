//! Data export and erasure.

use std::io::Read;

use serde_json::{Value, json};
use witverse_testing::{PASSWORD, TestApp};

use super::{DAY, MINUTE, client_of, delete, email, kinds, log_in, post};

#[tokio::test]
async fn an_export_contains_a_part_of_every_plugin() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let world = json!({
        "worldName": "lagoon", "description": { "ko": "호수", "en": "A lake" }, "isPublic": true, "hue": 200,
    });
    assert_eq!(mina.post("/api/v3/worlds", world).await.line(), "201");
    let download = "/api/account/export/download";
    assert_eq!(mina.get(download).await.line(), "404 export_not_ready");
    assert_eq!(
        mina.get("/api/account/export").await.payload()["state"],
        "none"
    );
    let asked = post(&mina, "/api/account/export").await;
    assert_eq!(asked.line(), "202");
    app.eventually("the copy is made", async || {
        mina.get("/api/account/export").await.payload()["state"] == "ready"
    })
    .await;
    let reply = mina.get(download).await;
    assert_eq!(reply.header("content-type"), Some("application/zip"));
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).unwrap();
    let mut file = |name: &str| -> Value {
        let mut text = String::new();
        zip.by_name(name)
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        serde_json::from_str(&text).unwrap()
    };
    assert_eq!(file("account/account.json")["email"], json!(email("mina")));
    assert_eq!(file("account/sessions.json").as_array().unwrap().len(), 1);
    assert_eq!(
        file("worlds/worlds.json")["membership"]["worldName"],
        "lagoon"
    );
    assert_eq!(
        file("worlds/worlds.json")["ownedWorlds"][0]["description"]["en"],
        "A lake"
    );
    assert!(
        file("account/activity.json")
            .to_string()
            .contains("export.requested")
    );

    let theo = app.person("theo").await;
    assert_eq!(
        theo.get(download).await.line(),
        "404 export_not_ready",
        "not theirs"
    );
    app.advance(11 * MINUTE);
    assert_eq!(
        post(&mina, "/api/account/export").await.line(),
        "401 unauthenticated"
    );
    app.advance(7 * DAY);
    let mina = client_of(&app, &log_in(&app, "mina", PASSWORD).await);
    assert_eq!(
        mina.get(download).await.line(),
        "404 export_not_ready",
        "given up after a week"
    );
    app.stop().await;
}

#[tokio::test]
async fn leaving_can_be_regretted_for_seven_days() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let phone = client_of(&app, &log_in(&app, "mina", PASSWORD).await);
    assert_eq!(
        delete(&mina, "/api/account/deletion").await.line(),
        "409 deletion_not_pending"
    );
    let asked = post(&mina, "/api/account/deletion").await;
    let at = asked.payload()["deletionAt"].clone();
    assert_eq!(
        post(&mina, "/api/account/deletion").await.payload()["deletionAt"],
        at,
        "twice is once"
    );
    assert_eq!(
        post(&phone, "/api/user/auth").await.line(),
        "401 unauthenticated",
        "other sessions end"
    );
    assert_eq!(
        post(&mina, "/api/user/auth").await.payload()["deletionAt"],
        at
    );

    app.advance(6 * DAY);
    let back = log_in(&app, "mina", PASSWORD).await;
    assert_eq!(back.payload()["user"]["deletionAt"], at);
    let mina = client_of(&app, &back);
    assert_eq!(delete(&mina, "/api/account/deletion").await.line(), "200");
    app.advance(3 * DAY);
    let mina = client_of(&app, &log_in(&app, "mina", PASSWORD).await);
    assert!(
        kinds(&mina)
            .await
            .ends_with(&["deletion.cancelled".into(), "login.succeeded".into()])
    );
    app.stop().await;
}

#[tokio::test]
async fn an_erased_account_leaves_no_relations() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let world = json!({
        "worldName": "lagoon", "description": { "ko": "호수", "en": "A lake" }, "isPublic": true, "hue": 200,
    });
    let made = theo.post("/api/v3/worlds", world).await;
    let id = made.payload()["worldId"].as_str().unwrap();
    let join = format!("/api/v2/worlds/user/member?worldId={id}");
    assert_eq!(mina.post(&join, json!({})).await.line(), "200");
    post(&mina, "/api/account/export").await;
    assert_eq!(post(&mina, "/api/account/deletion").await.line(), "200");
    app.advance(7 * DAY + MINUTE);
    app.eventually("the account is erased", async || {
        app.count("select count(*) from kernel.account where erased_at is not null")
            .await
            == 1
    })
    .await;
    app.eventually("worlds have heard of it", async || {
        app.count("select member_count from plugin_worlds.world")
            .await
            == 1
    })
    .await;
    assert_eq!(
        log_in(&app, "mina", PASSWORD).await.line(),
        "404 user_not_exist"
    );
    assert_eq!(
        post(&mina, "/api/user/auth").await.line(),
        "401 unauthenticated"
    );
    let found = theo.get("/api/v2/user/query/nickname?nickname=mina").await;
    assert_eq!(
        found.line(),
        "409 duplicate_nickname",
        "nobody can pass for her"
    );
    // No table of the kernel contains personal data of the person.
    let tables: Vec<String> = sqlx::query_scalar(
        "select format('%I.%I', schemaname, tablename) from pg_tables
         where schemaname = 'kernel'
             -- Queued mails, and deliveries to others about her from the last seven days.
             and tablename not in ('delivery', 'live_event')",
    )
    .fetch_all(app.owner())
    .await
    .unwrap();
    for table in tables {
        let query = format!("select count(*) from {table} t where t::text ilike '%mina%'");
        let found: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(query))
            .fetch_one(app.owner())
            .await
            .unwrap();
        assert_eq!(found, 0, "{table}");
    }
    let mail = app.mail_to(&email("mina")).await;
    assert!(!mail.is_empty());
    // The address can be registered again, as another account.
    assert_eq!(
        crate::user::register(&app, &email("mina"), PASSWORD)
            .await
            .line(),
        "201"
    );
    app.stop().await;
}

#[tokio::test]
async fn the_last_administrator_stays() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    assert_eq!(
        post(&keeper, "/api/account/deletion").await.line(),
        "409 last_admin"
    );
    assert!(post(&keeper, "/api/user/auth").await.payload()["deletionAt"].is_null());
    app.stop().await;
}
