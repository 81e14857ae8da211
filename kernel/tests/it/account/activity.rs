//! The audit log: visible to its owner only, paged, and complete.

use serde_json::json;
use witverse_testing::{PASSWORD, TestApp};

use super::{client_of, log_in, log_in_from, post};

#[tokio::test]
async fn the_audit_log_is_paged_for_its_owner() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let theo = app.person("theo").await;
    for _ in 0..4 {
        let browser = app.visitor().with_header("user-agent", "Test/1.0");
        log_in_from(&browser, "mina", PASSWORD).await;
    }
    let first = mina.get("/api/account/activity?limit=3").await;
    let items = first.payload()["items"].as_array().unwrap().clone();
    assert_eq!(items.len(), 3);
    assert_eq!(items[0]["seq"], 5);
    assert_eq!(items[0]["userAgent"], "Test/1.0");
    assert_eq!(items[0]["details"], json!({ "method": "password" }));
    let cursor = first.payload()["nextCursor"].as_str().unwrap();
    let second = mina
        .get(&format!("/api/account/activity?limit=3&cursor={cursor}"))
        .await;
    assert_eq!(second.payload()["items"].as_array().unwrap().len(), 2);
    assert!(second.payload()["nextCursor"].is_null());
    assert_eq!(
        theo.get("/api/account/activity").await.payload()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    for bad in [
        "limit=0",
        "limit=101",
        "limit=x",
        "cursor=%21",
        "cursor=bnVsbHg",
    ] {
        let reply = mina.get(&format!("/api/account/activity?{bad}")).await;
        assert_eq!(reply.line(), "400 invalid_query", "{bad}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_changed_or_missing_entry_is_detected() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    for _ in 0..4 {
        log_in(&app, "mina", PASSWORD).await;
    }
    let verify = async || {
        mina.get("/api/account/activity/verify")
            .await
            .payload()
            .clone()
    };
    assert_eq!(
        verify().await,
        json!({ "intact": true, "entries": 5, "brokenAt": null })
    );

    // The application's role may only insert.
    let app_pool = &app.app.platform.pools.app;
    for statement in [
        "update kernel.audit_entry set kind = 'x'",
        "update kernel.audit_entry set at = now()",
        "delete from kernel.audit_entry",
    ] {
        let refused = sqlx::query(statement).execute(app_pool).await;
        let text = refused.expect_err("the log is kept").to_string();
        assert!(text.contains("append-only"), "{statement}: {text}");
    }
    let owner = app.owner();
    let as_owner = async |statement: &'static str| {
        sqlx::raw_sql("alter table kernel.audit_entry disable trigger all")
            .execute(owner)
            .await
            .unwrap();
        sqlx::raw_sql(statement).execute(owner).await.unwrap();
    };
    as_owner("update kernel.audit_entry set personal = jsonb_set(personal, '{ip}', '\"9.9.9.9\"') where seq = 2").await;
    assert_eq!(verify().await["brokenAt"], 2);
    as_owner("update kernel.audit_entry set personal = null where seq = 2").await;
    assert_eq!(
        verify().await["intact"],
        true,
        "what is personal may be taken out"
    );
    as_owner("delete from kernel.audit_entry where seq = 3").await;
    assert_eq!(verify().await["brokenAt"], 4);
    as_owner("delete from kernel.audit_entry where seq in (4, 5)").await;
    assert_eq!(verify().await["brokenAt"], 3, "cut off at its end");
    let again = client_of(&app, &log_in(&app, "mina", PASSWORD).await);
    assert_eq!(post(&again, "/api/user/auth").await.line(), "200");
    app.stop().await;
}
