//! `/api/moderation/…`: cases are decided once, by an uninvolved person; appeals by another one.

mod appeals;

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, PASSWORD, Reply, TestApp};

use crate::safety::{all_pages, log_in, report};
use crate::support::concurrently;
use crate::user::{says, text};

async fn queue(client: &Client, state: &str) -> Vec<Value> {
    all_pages(client, &format!("/api/moderation/cases?state={state}"), 2).await
}

/// The id of the one open case.
async fn open_case(client: &Client) -> String {
    let cases = queue(client, "open").await;
    assert_eq!(cases.len(), 1);
    text(&cases[0]["id"])
}

async fn decide(client: &Client, case: &str, body: Value) -> Reply {
    let path = format!("/api/moderation/cases/{case}/decision");
    client.post(&path, body).await
}

async fn answer(client: &Client, case: &str, outcome: &str) -> Reply {
    let path = format!("/api/moderation/cases/{case}/appeal");
    client
        .post(
            &path,
            json!({ "outcome": outcome, "reason": "다시 살펴봤습니다." }),
        )
        .await
}

async fn appeal(client: &Client, decision: &str, token: Option<&str>) -> Reply {
    let path = format!("/api/safety/decisions/{decision}/appeal");
    let text = "제가 쓴 글이 아닙니다. 다시 확인해 주시기 바랍니다.";
    client
        .post(&path, json!({ "text": text, "token": token }))
        .await
}

async fn decisions(client: &Client) -> Vec<Value> {
    all_pages(client, "/api/safety/decisions", 1).await
}

fn warn() -> Value {
    json!({ "action": "warn", "reason": "욕설을 하셨습니다." })
}

fn suspend(hours: Option<i64>) -> Value {
    json!({ "action": "suspend", "reason": "욕설을 하셨습니다.", "hours": hours })
}

/// The link in the newest mail to a person: (decision, token).
async fn link(app: &TestApp, nickname: &str) -> (String, String) {
    let mail = app.mail_to(&format!("{nickname}@test.witverse.dev")).await;
    let (_, rest) = mail.split_once("/appeal?decision=").expect("a link");
    let (id, token) = rest.split_once("&token=").unwrap();
    let token = token.split_whitespace().next().unwrap();
    assert_eq!(token.len(), 43, "256 bits");
    (id.to_owned(), token.to_owned())
}

async fn pushes(app: &TestApp, person: &Client) -> Value {
    let rows: Vec<(String, Value)> = sqlx::query_as(
        "select kind, payload from kernel.live_event where account_id = $1 order by seq",
    )
    .bind(person.id)
    .fetch_all(app.owner())
    .await
    .unwrap();
    json!(rows)
}

/// A case about `mal`, reported by `mina`.
struct Scene {
    app: TestApp,
    mina: Client,
    mal: Client,
    mod_a: Client,
    mod_b: Client,
    case: String,
}

impl Scene {
    async fn set() -> Self {
        let app = TestApp::start().await;
        let (mina, mal) = (app.person("mina").await, app.person("mal").await);
        let (mod_a, mod_b) = (
            app.with_role("mod_a", "moderator").await,
            app.with_role("mod_b", "moderator").await,
        );
        let reply = report(&mina, mal.id, json!({ "reason": "hate", "text": "욕설" })).await;
        assert_eq!(reply.line(), "201");
        let case = open_case(&mod_a).await;
        Self {
            app,
            mina,
            mal,
            mod_a,
            mod_b,
            case,
        }
    }
}

#[tokio::test]
async fn the_queue_is_for_moderators() {
    let scene = Scene::set().await;
    let case = format!("/api/moderation/cases/{}", scene.case);
    for (client, line) in [
        (&scene.app.visitor(), "401 unauthenticated"),
        (&scene.mina, "403 forbidden"),
        (&scene.mal, "403 forbidden"),
    ] {
        assert_eq!(client.get("/api/moderation/cases").await.line(), line);
        assert_eq!(client.get(&case).await.line(), line);
        assert_eq!(decide(client, &scene.case, warn()).await.line(), line);
        assert_eq!(answer(client, &scene.case, "uphold").await.line(), line);
    }
    let listed = queue(&scene.mod_a, "open").await;
    let shown = scene.mod_a.get(&case).await;
    for field in [
        "id", "person", "reports", "reasons", "openedAt", "state", "decision",
    ] {
        assert_eq!(listed[0][field], shown.payload()[field], "{field}");
    }
    assert_eq!(
        json!([
            listed[0]["reports"],
            listed[0]["reasons"],
            listed[0]["state"],
            listed[0]["decision"]
        ]),
        json!([1, ["hate"], "open", null])
    );
    let received = &shown.payload()["reportList"][0];
    assert_eq!(
        json!([
            received["reporter"]["nickname"],
            received["text"],
            received["subject"]
        ]),
        json!(["mina", "욕설", null])
    );
    assert_eq!(shown.payload()["appeal"], Value::Null);
    let keeper = scene.app.administrator().await;
    assert_eq!(open_case(&keeper).await, scene.case, "administrators too");
    for bad in ["7", "%00", "%ff"] {
        let path = format!("/api/moderation/cases/{bad}");
        assert_eq!(scene.mod_a.get(&path).await.line(), "404 not_found");
        assert_eq!(
            decide(&scene.mod_a, bad, warn()).await.line(),
            "404 not_found"
        );
    }
    let unknown = "0190a1b2-0000-7000-8000-000000000001";
    assert_eq!(
        decide(&scene.mod_a, unknown, warn()).await.line(),
        "404 case_not_found"
    );
    for query in ["state=closing", "state=%00", "cursor=x", "limit=0"] {
        let reply = scene
            .mod_a
            .get(&format!("/api/moderation/cases?{query}"))
            .await;
        assert_eq!(reply.line(), "400 invalid_query", "{query}");
    }
    scene.app.stop().await;
}

#[tokio::test]
async fn a_mute_notifies_the_person_and_its_outcome_the_reporter() {
    let scene = Scene::set().await;
    let body = json!({ "action": "mute", "reason": "욕설을 하셨습니다.", "hours": 24 });
    let reply = decide(&scene.mod_a, &scene.case, body).await;
    assert_eq!(reply.payload()["decision"]["action"], "mute");
    assert_eq!(reply.payload()["decision"]["by"]["nickname"], "mod_a");
    assert_eq!(reply.payload()["decisionReason"], "욕설을 하셨습니다.");
    assert_eq!(reply.payload()["state"], "closed");

    let about = &decisions(&scene.mal).await[0];
    assert_eq!(
        json!([
            about["action"],
            about["state"],
            about["mayAppeal"],
            about["appeal"]
        ]),
        json!(["mute", "in_force", true, null])
    );
    assert!(about.get("by").is_none(), "nobody learns who decided");
    let (id, _) = link(&scene.app, "mal").await;
    assert_eq!(about["id"], id);
    assert_eq!(
        pushes(&scene.app, &scene.mal).await,
        json!([["kernel.safety.decision", { "id": id, "state": "in_force" }]])
    );

    let mine = &all_pages(&scene.mina, "/api/safety/reports", 5).await[0];
    assert_eq!(
        json!([mine["state"], mine["outcome"]]),
        json!(["decided", "acted"])
    );
    assert_eq!(
        pushes(&scene.app, &scene.mina).await,
        json!([["kernel.safety.report", { "id": mine["id"], "outcome": "acted" }]])
    );
    let mail = scene.app.mail_to("mina@test.witverse.dev").await;
    assert!(mail.contains("mal님") && !mail.contains("제한"), "{mail}");

    let log = "select count(*) from kernel.audit_entry e join kernel.account a on a.id = e.actor
               where e.kind = 'sanction.received' and a.nickname = 'mod_a' and e.personal ->> 'ip' = ''";
    assert_eq!(scene.app.count(log).await, 1);
    let muted = "select count(*) from kernel.session s, kernel.sanction x where x.action = 'mute'
                 and s.account_id = x.account_id and s.revoked_at is null";
    assert_eq!(scene.app.count(muted).await, 1, "they stay signed in");
    assert_eq!(decisions(&scene.mina).await.len(), 0);
    scene.app.advance(Duration::from_secs(24 * 3600 + 1));
    let mal = scene.mal.with_token(&log_in(&scene.app, "mal").await);
    assert_eq!(decisions(&mal).await[0]["state"], "ended");
    scene.app.stop().await;
}

#[tokio::test]
async fn a_dismissal_has_no_sanction() {
    let scene = Scene::set().await;
    let body = json!({ "action": "dismiss", "reason": "문제가 없습니다.", "hours": null });
    let reply = decide(&scene.mod_a, &scene.case, body).await;
    assert_eq!(reply.payload()["decision"]["action"], "dismiss");
    assert!(decisions(&scene.mal).await.is_empty());
    assert_eq!(pushes(&scene.app, &scene.mal).await, json!([]));
    let mine = &all_pages(&scene.mina, "/api/safety/reports", 5).await[0];
    assert_eq!(mine["outcome"], "no_action");
    let again = report(&scene.mina, scene.mal.id, json!({})).await;
    assert_eq!(again.line(), "201", "a new case");
    assert_eq!(queue(&scene.mod_a, "open").await.len(), 1);
    assert_eq!(queue(&scene.mod_a, "closed").await.len(), 1);
    scene.app.stop().await;
}

#[tokio::test]
async fn a_suspension_ends_every_session_at_once() {
    let scene = Scene::set().await;
    assert_eq!(scene.mal.get("/api/user/nickname").await.line(), "200");
    let other = scene.mal.with_token(&log_in(&scene.app, "mal").await);
    let reply = decide(&scene.mod_a, &scene.case, suspend(None)).await;
    assert_eq!(reply.line(), "200");
    for client in [&scene.mal, &other] {
        assert_eq!(
            client.get("/api/user/nickname").await.line(),
            "401 unauthenticated"
        );
    }
    // A right password does not count as a failed attempt: neither a delay nor a captcha masks the reason.
    for _ in 0..7 {
        let reply = crate::user::log_in(&scene.app, "mal@test.witverse.dev", PASSWORD).await;
        assert_eq!(reply.line(), "403 suspended");
    }
    // With the token from the mail they can read and appeal the decision; without it, they cannot.
    let visitor = scene.app.visitor();
    let (id, token) = link(&scene.app, "mal").await;
    let address = format!("/api/safety/decisions/{id}");
    let read = visitor.get(&format!("{address}?token={token}")).await;
    assert_eq!(read.payload()["until"], Value::Null);
    assert_eq!(visitor.get(&address).await.line(), "401 unauthenticated");
    for (client, token) in [
        (&visitor, "wrong".to_owned()),
        (&scene.mina, token.to_uppercase()),
        (&visitor, "a".repeat(43)),
    ] {
        assert_eq!(
            client.get(&format!("{address}?token={token}")).await.line(),
            "404 decision_not_found"
        );
        assert_eq!(
            appeal(client, &id, Some(&token)).await.line(),
            "404 decision_not_found"
        );
    }
    assert_eq!(
        scene.mina.get(&address).await.line(),
        "404 decision_not_found"
    );
    let reply = appeal(&visitor, &id, Some(&token)).await;
    assert_eq!(reply.payload()["appeal"]["state"], "open");
    assert_eq!(reply.payload()["mayAppeal"], false);
    let kept = "select count(*) from kernel.sanction where length(appeal_token_hash) = 32";
    assert_eq!(scene.app.count(kept).await, 1, "only its digest");

    assert_eq!(
        answer(&scene.mod_b, &scene.case, "overturn").await.line(),
        "200"
    );
    let back = scene.mal.with_token(&log_in(&scene.app, "mal").await);
    let about = &decisions(&back).await[0];
    assert_eq!(
        json!([
            about["state"],
            about["appeal"]["state"],
            about["appeal"]["answer"]
        ]),
        json!(["lifted", "overturned", "다시 살펴봤습니다."])
    );
    scene.app.stop().await;
}

#[tokio::test]
async fn decisions_require_an_uninvolved_moderator() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let mod_a = app.with_role("mod_a", "moderator").await;
    // A case about a moderator is hidden from that moderator and decided by another one.
    report(&mina, mod_a.id, json!({})).await;
    let case = open_case(&keeper).await;
    assert!(queue(&mod_a, "open").await.is_empty());
    let path = format!("/api/moderation/cases/{case}");
    assert_eq!(mod_a.get(&path).await.line(), "404 case_not_found");
    assert_eq!(
        decide(&mod_a, &case, warn()).await.line(),
        "422 self_not_allowed"
    );
    assert_eq!(decide(&keeper, &case, warn()).await.line(), "200");
    // A case about an administrator is decided by another administrator only.
    report(&mina, keeper.id, json!({})).await;
    let case = open_case(&mod_a).await;
    says(
        &decide(&mod_a, &case, warn()).await,
        "403 decision_needs_admin",
        "관리자에 대한 신고는 관리자만 처리할 수 있습니다.",
        "Only an administrator can decide a case about an administrator.",
    );
    assert_eq!(
        decide(&keeper, &case, warn()).await.line(),
        "422 self_not_allowed"
    );
    let second = app.with_role("second", "admin").await;
    assert_eq!(decide(&second, &case, warn()).await.line(), "200");
    // The reporter cannot decide the case.
    report(&second, mina.id, json!({})).await;
    let case = open_case(&second).await;
    assert_eq!(
        decide(&second, &case, warn()).await.line(),
        "403 decision_needs_another"
    );
    assert_eq!(decide(&mod_a, &case, warn()).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn a_decision_fits_together() {
    let scene = Scene::set().await;
    for (body, field) in [
        (
            json!({ "action": "mute", "reason": "because", "hours": null }),
            "hours",
        ),
        (json!({ "action": "mute", "reason": "because" }), "hours"),
        (
            json!({ "action": "suspend", "reason": "because", "hours": 8761 }),
            "hours",
        ),
        (
            json!({ "action": "suspend", "reason": "because", "hours": 0 }),
            "hours",
        ),
        (json!({ "action": "warn", "reason": "no" }), "reason"),
        (
            json!({ "action": "warn", "reason": "a\u{0}bcdef" }),
            "reason",
        ),
        (json!({ "action": "banish", "reason": "because" }), "action"),
    ] {
        let reply = decide(&scene.mod_a, &scene.case, body.clone()).await;
        assert_eq!(reply.line(), "422 validation_failed", "{body}");
        assert_eq!(reply.body["fields"][0]["field"], field, "{body}");
    }
    assert_eq!(queue(&scene.mod_a, "open").await.len(), 1);
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_moderators_one_decides() {
    let scene = Scene::set().await;
    let bodies = [warn(), suspend(Some(1)), warn(), warn()];
    let tries = bodies.into_iter().enumerate().map(|(n, body)| {
        let who = if n % 2 == 0 {
            &scene.mod_a
        } else {
            &scene.mod_b
        };
        let (who, case) = (who.clone(), scene.case.clone());
        async move { decide(&who, &case, body).await.line() }
    });
    let mut lines = concurrently(tries).await;
    lines.sort();
    assert_eq!(
        lines,
        [
            "200",
            "409 case_decided",
            "409 case_decided",
            "409 case_decided"
        ]
    );
    says(
        &decide(&scene.mod_a, &scene.case, warn()).await,
        "409 case_decided",
        "다른 운영자가 이미 처리한 신고 건입니다.",
        "This case has already been decided.",
    );
    let app = &scene.app;
    assert_eq!(app.count("select count(*) from kernel.sanction").await, 1);
    assert_eq!(
        app.count("select count(*) from kernel.live_event").await,
        2,
        "one push each"
    );
    scene.app.stop().await;
}

#[tokio::test]
async fn earlier_decisions_are_shown() {
    let scene = Scene::set().await;
    decide(&scene.mod_a, &scene.case, warn()).await;
    let sora = scene.app.person("sora").await;
    for person in [&scene.mina, &sora] {
        scene.app.advance(Duration::from_secs(1));
        report(person, scene.mal.id, json!({})).await;
    }
    let case = open_case(&scene.mod_b).await;
    let reply = decide(&scene.mod_b, &case, suspend(Some(2))).await;
    let history = reply.payload()["history"].as_array().unwrap();
    assert_eq!(history.len(), 1, "without the decision itself");
    assert_eq!(history[0]["action"], "warn");
    assert_eq!(reply.payload()["reportList"].as_array().unwrap().len(), 2);
    let closed = queue(&scene.mod_a, "closed").await;
    assert_eq!(closed[0]["id"], case, "the latest first");
    scene.app.stop().await;
}

#[tokio::test]
async fn a_failed_decision_is_rolled_back() {
    let scene = Scene::set().await;
    let app = &scene.app;
    let breaks = "alter table kernel.live_event add constraint broken
                  check (kind <> 'kernel.safety.report') not valid";
    sqlx::query(breaks).execute(app.owner()).await.unwrap();
    let reply = decide(&scene.mod_a, &scene.case, suspend(None)).await;
    assert_eq!(reply.line(), "500 internal_error");
    assert_eq!(scene.mal.get("/api/user/nickname").await.line(), "200");
    for nothing in [
        "select count(*) from kernel.sanction",
        "select count(*) from kernel.live_event",
        "select count(*) from kernel.delivery",
        "select count(*) from kernel.audit_entry where kind = 'sanction.received'",
        "select count(*) from kernel.session where revoked_at is not null",
    ] {
        assert_eq!(app.count(nothing).await, 0, "{nothing}");
    }
    assert!(app.app.mailer.mailbox(None).is_empty());
    let mends = "alter table kernel.live_event drop constraint broken";
    sqlx::query(mends).execute(app.owner()).await.unwrap();
    let again = decide(&scene.mod_a, &scene.case, suspend(None)).await;
    assert_eq!(again.line(), "200");
    scene.app.stop().await;
}
