//! `/api/admin/…`: for administrators only; the last administrator cannot be removed.

mod appointments;
mod platform;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply, TestApp};

use crate::safety::{all_pages, log_in, report};
use crate::support::concurrently;
use crate::user::{says, text};

const UNKNOWN_ID: &str = "0190a1b2-0000-7000-8000-000000000001";

async fn role(client: &Client, method: &str, person: Uuid, role: &str) -> Reply {
    let path = format!("/api/admin/users/{person}/roles/{role}");
    client.send(method, &path, None).await
}

async fn sanction(client: &Client, person: impl ToString, body: Value) -> Reply {
    let path = format!("/api/admin/users/{}/sanctions", person.to_string());
    client.post(&path, body).await
}

async fn lift(client: &Client, sanction: &str) -> Reply {
    let path = format!("/api/admin/sanctions/{sanction}/lift");
    client
        .post(&path, json!({ "reason": "착오였습니다." }))
        .await
}

async fn names(client: &Client, search: &str, limit: usize) -> Vec<String> {
    let path = format!("/api/admin/users?search={search}");
    let people = all_pages(client, &path, limit).await;
    people
        .iter()
        .map(|person| text(&person["email"]).split('@').next().unwrap().to_owned())
        .collect()
}

fn warn() -> Value {
    json!({ "action": "warn", "reason": "욕설을 하셨습니다." })
}

fn suspend(hours: Option<i64>) -> Value {
    json!({ "action": "suspend", "reason": "욕설을 하셨습니다.", "hours": hours })
}

#[tokio::test]
async fn every_operation_requires_an_administrator() {
    let app = TestApp::start().await;
    let (visitor, mina) = (app.visitor(), app.person("mina").await);
    let mod_a = app.with_role("mod_a", "moderator").await;
    let id = mina.id;
    let calls = [
        ("GET", "/api/admin/users".to_owned(), None),
        ("GET", format!("/api/admin/users/{id}"), None),
        ("PUT", format!("/api/admin/users/{id}/roles/admin"), None),
        ("DELETE", format!("/api/admin/users/{id}/roles/admin"), None),
        ("GET", "/api/admin/appointments".to_owned(), None),
        (
            "POST",
            format!("/api/admin/appointments/{UNKNOWN_ID}/approve"),
            Some(json!({})),
        ),
        (
            "POST",
            format!("/api/admin/appointments/{UNKNOWN_ID}/reject"),
            Some(json!({})),
        ),
        (
            "POST",
            format!("/api/admin/users/{id}/sessions/revoke"),
            None,
        ),
        (
            "POST",
            format!("/api/admin/users/{id}/sanctions"),
            Some(warn()),
        ),
        (
            "POST",
            format!("/api/admin/sanctions/{UNKNOWN_ID}/lift"),
            Some(json!({ "reason": "because" })),
        ),
        ("GET", "/api/admin/words".to_owned(), None),
        (
            "POST",
            "/api/admin/words".to_owned(),
            Some(json!({ "word": "x", "kind": "part" })),
        ),
        ("DELETE", "/api/admin/words/root".to_owned(), None),
        ("GET", "/api/admin/forbidden-files".to_owned(), None),
        (
            "POST",
            "/api/admin/forbidden-files".to_owned(),
            Some(json!({ "digest": "0".repeat(64), "reason": "because" })),
        ),
        (
            "POST",
            format!("/api/admin/forbidden-files/{}/remove", "0".repeat(64)),
            Some(json!({ "reason": "because" })),
        ),
        ("GET", "/api/admin/audit".to_owned(), None),
        ("GET", "/api/admin/signing-keys".to_owned(), None),
        ("POST", "/api/admin/signing-keys/rotate".to_owned(), None),
    ];
    for (method, path, body) in calls {
        for (client, line) in [
            (&visitor, "401 unauthenticated"),
            (&mina, "403 forbidden"),
            (&mod_a, "403 forbidden"),
        ] {
            let sent = body.as_ref().map(|body| body.to_string().into_bytes());
            let reply = client.send(method, &path, sent).await;
            assert_eq!(reply.line(), line, "{method} {path}");
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn people_are_found_by_prefix() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (sora, mina) = (app.person("sora").await, app.person("mina").await);
    app.nameless("sorbet").await;
    app.person("sol").await;
    assert_eq!(
        names(&keeper, "", 2).await,
        ["sol", "sorbet", "mina", "sora", "keeper"],
        "the newest first"
    );
    for limit in [1, 2, 10] {
        assert_eq!(
            names(&keeper, "SO", limit).await,
            ["sol", "sora", "sorbet"],
            "nicknames, then emails, nobody twice"
        );
    }
    assert_eq!(names(&keeper, "sora%40test", 5).await, ["sora"]);
    assert_eq!(names(&keeper, &mina.id.to_string(), 5).await, ["mina"]);
    for nobody in ["zzz", "%25", "_ora", UNKNOWN_ID, "%ED%95%9C"] {
        assert!(names(&keeper, nobody, 5).await.is_empty(), "{nobody}");
    }
    for bad in ["search=%00", "search=%ff", "cursor=eyJ4Ijox", "limit=101"] {
        let reply = keeper.get(&format!("/api/admin/users?{bad}")).await;
        assert_eq!(reply.line(), "400 invalid_query", "{bad}");
    }
    // A forged cursor: {"nickname":"a\u0000"}
    let reply = keeper
        .get("/api/admin/users?search=so&cursor=eyJuaWNrbmFtZSI6ImFcdTAwMDAifQ")
        .await;
    assert_eq!(reply.line(), "400 invalid_query");
    let unverified = "insert into kernel.account (id, email, email_key, password_hash)
                      values (gen_random_uuid(), 'New@b.co', 'new@b.co', '')";
    sqlx::query(unverified).execute(app.owner()).await.unwrap();
    let found = all_pages(&keeper, "/api/admin/users?search=new", 5).await;
    assert_eq!(
        json!([
            found[0]["state"],
            found[0]["verified"],
            found[0]["nickname"]
        ]),
        json!(["unverified", false, null])
    );
    let seen = keeper.get(&format!("/api/admin/users/{}", sora.id)).await;
    let seen = seen.payload();
    assert_eq!(
        json!([
            seen["state"],
            seen["roles"],
            seen["sessions"],
            seen["passkeys"],
            seen["totp"],
            seen["language"],
            seen["sanctions"],
            seen["reportsAgainst"],
            seen["deletionAt"],
            seen["email"],
        ]),
        json!([
            "active",
            [],
            1,
            0,
            false,
            "ko",
            [],
            0,
            null,
            "sora@test.witverse.dev"
        ])
    );
    for (id, line) in [
        (UNKNOWN_ID, "404 user_not_found"),
        ("7", "404 not_found"),
        ("%00", "404 not_found"),
    ] {
        let reply = keeper.get(&format!("/api/admin/users/{id}")).await;
        assert_eq!(reply.line(), line);
    }
    app.stop().await;
}

#[tokio::test]
async fn role_grants_and_revocations_are_in_the_audit_log() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    assert_eq!(
        mina.get("/api/moderation/cases").await.line(),
        "403 forbidden"
    );
    for _ in 0..2 {
        let reply = role(&keeper, "PUT", mina.id, "moderator").await;
        assert_eq!(reply.payload()["roles"], json!(["moderator"]));
    }
    assert_eq!(
        mina.get("/api/moderation/cases").await.line(),
        "200",
        "at once"
    );
    for _ in 0..2 {
        let reply = role(&keeper, "DELETE", mina.id, "moderator").await;
        assert_eq!(reply.payload()["roles"], json!([]));
    }
    assert_eq!(
        mina.get("/api/moderation/cases").await.line(),
        "403 forbidden"
    );
    let log = all_pages(&keeper, &format!("/api/admin/audit?account={}", mina.id), 1).await;
    let kinds: Vec<Value> = log
        .iter()
        .map(|entry| json!([entry["kind"], entry["details"], entry["actor"]["nickname"]]))
        .take(2)
        .collect();
    let details = json!({ "role": "moderator" });
    assert_eq!(
        json!(kinds),
        json!([
            ["role.revoked", details, "keeper"],
            ["role.granted", details, "keeper"]
        ]),
        "each once"
    );
    let chain = app
        .app
        .identity
        .audit
        .verify_activity(mina.id)
        .await
        .unwrap();
    assert_eq!(chain.broken_at, None, "the log holds together");
    for unknown in ["owner", "", "%00", "Admin"] {
        let reply = role(&keeper, "PUT", mina.id, unknown).await;
        assert_eq!(reply.status, 404, "{unknown}");
    }
    let nobody = UNKNOWN_ID.parse().unwrap();
    for method in ["PUT", "DELETE"] {
        assert_eq!(
            role(&keeper, method, nobody, "admin").await.line(),
            "404 user_not_found"
        );
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_last_administrator_cannot_be_removed() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    says(
        &role(&keeper, "DELETE", keeper.id, "admin").await,
        "409 last_admin",
        "관리자가 한 명 이상 남아 있어야 합니다.",
        "At least one administrator must remain.",
    );
    // Two administrators concurrently remove each other's role, or suspend each other.
    for round in 0..4 {
        let other = app.with_role(&format!("adm_{round}"), "admin").await;
        let pairs = [(keeper.clone(), other.id), (other.clone(), keeper.id)];
        let lines = concurrently(pairs.map(|(who, whom)| async move {
            if round % 2 == 0 {
                role(&who, "DELETE", whom, "admin").await.line()
            } else {
                sanction(&who, whom, suspend(Some(1))).await.line()
            }
        }))
        .await;
        let left =
            "select count(*) from kernel.role_binding b where b.role = 'admin' and not exists
                    (select 1 from kernel.sanction x where x.account_id = b.account_id)";
        assert!(app.count(left).await >= 1, "{lines:?}");
        assert!(
            lines.iter().filter(|line| *line == "200").count() <= 1,
            "{lines:?}"
        );
        // Restores the administrator for the next round.
        for statement in [
            "update kernel.moderation_case set sanction_id = null",
            "delete from kernel.sanction",
            "insert into kernel.role_binding (account_id, scope, role)
             select id, 'platform', 'admin' from kernel.account where nickname = 'keeper' on conflict do nothing",
            "delete from kernel.role_binding b using kernel.account a
             where a.id = b.account_id and a.nickname like 'adm%'",
            "update kernel.session set revoked_at = null",
        ] {
            sqlx::query(statement).execute(app.owner()).await.unwrap();
        }
        app.app.identity.sessions.forget_person(keeper.id);
    }
    app.stop().await;
}

#[tokio::test]
async fn a_sanction_without_a_report_can_be_appealed_and_lifted() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let reply = sanction(&keeper, mina.id, suspend(Some(24))).await;
    let seen = reply.payload();
    assert_eq!(seen["state"], "suspended");
    assert_eq!(seen["sessions"], 0);
    let passed = &seen["sanctions"][0];
    assert_eq!(
        json!([passed["action"], passed["state"], passed["by"]["nickname"]]),
        json!(["suspend", "in_force", "keeper"])
    );
    assert_eq!(
        mina.get("/api/user/nickname").await.line(),
        "401 unauthenticated"
    );
    let id = text(&passed["id"]);
    let reply = lift(&keeper, &id).await;
    assert_eq!(
        json!([
            reply.payload()["state"],
            reply.payload()["sanctions"][0]["state"]
        ]),
        json!(["active", "lifted"])
    );
    says(
        &lift(&keeper, &id).await,
        "409 sanction_over",
        "이미 끝났거나 해제된 조치입니다.",
        "This sanction has already ended or been lifted.",
    );
    let address = "mina@test.witverse.dev";
    app.eventually("both mails arrive", async || {
        app.app.mailer.mailbox(Some(address)).len() == 2
    })
    .await;
    let mail = app.mail_to(address).await;
    assert!(mail.contains("해제") && mail.contains("착오"), "{mail}");
    let mina = mina.with_token(&log_in(&app, "mina").await);
    let appeal = json!({ "text": "이미 해제된 조치에 대해 이의를 제기합니다. 정말입니다." });
    let late = mina
        .post(
            &format!("/api/safety/decisions/{id}/appeal"),
            appeal.clone(),
        )
        .await;
    assert_eq!(late.line(), "409 sanction_over");

    // Lifting a sanction grants its pending appeal, which leaves the queue.
    let reply = sanction(&keeper, mina.id, warn()).await;
    let id = text(&reply.payload()["sanctions"][0]["id"]);
    let made = mina
        .post(&format!("/api/safety/decisions/{id}/appeal"), appeal)
        .await;
    assert_eq!(made.line(), "200");
    let appealed = "/api/moderation/cases?state=appealed";
    assert_eq!(all_pages(&keeper, appealed, 5).await.len(), 1);
    assert_eq!(lift(&keeper, &id).await.line(), "200");
    assert!(all_pages(&keeper, appealed, 5).await.is_empty());
    let about = &all_pages(&mina, "/api/safety/decisions", 5).await[0];
    assert_eq!(
        json!([about["state"], about["appeal"]["state"]]),
        json!(["lifted", "overturned"])
    );
    app.stop().await;
}

#[tokio::test]
async fn own_sanctions_cannot_be_imposed_or_lifted() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let second = app.with_role("second", "admin").await;
    assert_eq!(
        sanction(&keeper, keeper.id, warn()).await.line(),
        "422 self_not_allowed"
    );
    let reply = sanction(&second, keeper.id, warn()).await;
    let id = text(&reply.payload()["sanctions"][0]["id"]);
    assert_eq!(lift(&keeper, &id).await.line(), "422 self_not_allowed");
    assert_eq!(
        lift(&keeper, UNKNOWN_ID).await.line(),
        "404 sanction_not_found"
    );
    assert_eq!(lift(&keeper, "7").await.line(), "404 not_found");
    for body in [
        json!({ "action": "dismiss", "reason": "because" }),
        json!({ "action": "mute", "reason": "because", "hours": null }),
        json!({ "action": "warn", "reason": "" }),
    ] {
        let reply = sanction(&keeper, mina.id, body).await;
        assert_eq!(reply.line(), "422 validation_failed");
    }
    assert_eq!(
        sanction(&keeper, UNKNOWN_ID, warn()).await.line(),
        "404 user_not_found"
    );
    report(&second, mina.id, json!({})).await;
    let seen = keeper.get(&format!("/api/admin/users/{}", mina.id)).await;
    assert_eq!(seen.payload()["reportsAgainst"], 1);
    app.stop().await;
}

#[tokio::test]
async fn sessions_of_a_person_end() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    log_in(&app, "mina").await;
    assert_eq!(mina.get("/api/user/nickname").await.line(), "200");
    let path = format!("/api/admin/users/{}/sessions/revoke", mina.id);
    let reply = keeper.post(&path, json!({})).await;
    assert_eq!(*reply.payload(), json!({ "ended": 2 }));
    assert_eq!(
        mina.get("/api/user/nickname").await.line(),
        "401 unauthenticated"
    );
    let again = keeper.send("POST", &path, None).await;
    assert_eq!(*again.payload(), json!({ "ended": 0 }));
    let path = format!("/api/admin/users/{UNKNOWN_ID}/sessions/revoke");
    assert_eq!(
        keeper.send("POST", &path, None).await.line(),
        "404 user_not_found"
    );
    app.stop().await;
}
