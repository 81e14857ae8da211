//! `/api/safety/…`: blocks, mutes, reports, and decisions in the view of the affected person.

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply, TestApp};

use crate::support::{concurrently, run};
use crate::user::{says, says_at, text};

pub(crate) async fn report(client: &Client, person: Uuid, more: Value) -> Reply {
    let mut body = json!({ "userId": person, "reason": "spam" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    client.post("/api/safety/reports", body).await
}

async fn put(client: &Client, what: &str, id: impl ToString) -> Reply {
    let path = format!("/api/safety/{what}/{}", id.to_string());
    client.send("PUT", &path, None).await
}

async fn delete(client: &Client, what: &str, id: impl ToString) -> Reply {
    let path = format!("/api/safety/{what}/{}", id.to_string());
    client.send("DELETE", &path, None).await
}

async fn kept(client: &Client) -> Vec<Value> {
    let reply = client.get("/api/safety/people").await;
    reply.payload()["items"].as_array().unwrap().clone()
}

/// All entries of a list, read in pages of `limit`.
pub(crate) async fn all_pages(client: &Client, path: &str, limit: usize) -> Vec<Value> {
    let (mut items, mut cursor) = (Vec::new(), String::new());
    loop {
        let separator = if path.contains('?') { '&' } else { '?' };
        let address = format!("{path}{separator}limit={limit}&cursor={cursor}");
        let reply = client.get(&address).await;
        let page = reply.payload()["items"].as_array().unwrap().clone();
        assert!(page.len() <= limit);
        items.extend(page);
        match reply.payload()["nextCursor"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => return items,
        }
    }
}

const BLOCKS: &str = "select count(*) from kernel.block";
const CASES: &str = "select count(*) from kernel.moderation_case";
const REPORTS: &str = "select count(*) from kernel.report";

#[tokio::test]
async fn blocks_and_mutes_can_be_set_and_removed() {
    let app = TestApp::start().await;
    let (mina, theo, sora) = (
        app.person("mina").await,
        app.person("theo").await,
        app.person("sora").await,
    );
    for what in ["blocks", "mutes"] {
        for _ in 0..2 {
            assert_eq!(*put(&mina, what, theo.id).await.payload(), json!({}));
        }
        app.advance(Duration::from_secs(1));
    }
    assert_eq!(put(&mina, "mutes", sora.id).await.line(), "200");
    let names: Vec<Value> = kept(&mina)
        .await
        .iter()
        .map(|item| json!([item["nickname"], item["blocked"], item["muted"]]))
        .collect();
    assert_eq!(
        json!(names),
        json!([["sora", false, true], ["theo", true, true]])
    );
    assert_eq!(all_pages(&mina, "/api/safety/people", 1).await.len(), 2);
    assert!(kept(&theo).await.is_empty(), "nobody is notified");
    let both = "select kernel_api.blocked_between(a.id, b.id)::int::bigint from kernel.account a, kernel.account b
                where a.nickname = 'theo' and b.nickname = 'mina'";
    assert_eq!(app.count(both).await, 1, "it works both ways");
    let pairs = json!([
        [theo.id, mina.id],
        [mina.id, sora.id],
        [mina.id, Uuid::nil()],
        ["x", theo.id]
    ]);
    let asked = run(&sora, json!([{ "op": "pairs", "pairs": pairs }])).await;
    assert_eq!(
        asked.payload()["results"][0]["ok"],
        json!([
            ["theo", "mina", true, false],
            ["mina", "sora", false, true],
            ["mina", null, false, false],
            [null, "theo", false, false]
        ])
    );
    // Everybody in these tests has an open screen and no device; theo's cursor was deleted.
    sqlx::query("delete from kernel.live_cursor where account_id = $1")
        .bind(theo.id)
        .execute(app.owner())
        .await
        .unwrap();
    let asked = json!([{ "op": "reachable", "people": [theo.id, sora.id, "x"] }]);
    let asked = run(&sora, asked).await;
    assert_eq!(
        asked.payload()["results"][0]["ok"],
        json!([[sora.id, true, false]])
    );

    for _ in 0..2 {
        assert_eq!(delete(&mina, "blocks", theo.id).await.line(), "200");
    }
    assert_eq!(delete(&mina, "mutes", theo.id).await.line(), "200");
    assert_eq!(kept(&mina).await.len(), 1);
    assert_eq!(app.count(both).await, 0);
    app.stop().await;
}

/// The people that a plugin finds on either side of a block with its caller.
async fn blocks_of(client: &Client) -> Value {
    let reply = run(client, json!([{ "op": "blocks" }])).await;
    reply.payload()["results"][0]["ok"].clone()
}

#[tokio::test]
async fn a_plugin_finds_the_newest_200_people_on_either_side_of_a_block() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let (theo, sora) = (app.person("theo").await, app.person("sora").await);
    assert_eq!(blocks_of(&mina).await, json!([]));
    for (one, other) in [(&theo, &mina), (&mina, &sora), (&mina, &theo)] {
        app.advance(Duration::from_secs(1));
        assert_eq!(put(one, "blocks", other.id).await.line(), "200");
    }
    assert_eq!(blocks_of(&mina).await, json!([theo.id, sora.id]), "once");
    assert_eq!(blocks_of(&theo).await, json!([mina.id]));
    let crowd = "with a as (
            insert into kernel.account (id, email, email_key, password_hash, nickname, verified_at)
            select gen_random_uuid(), n || '@crowd', n || '@crowd', '', 'crowd' || n, now() from generate_series(1, 300) n
            returning id, nickname)
        insert into kernel.block (blocker, blocked, created_at)
        select case when n % 2 = 0 then $1 else a.id end, case when n % 2 = 0 then a.id else $1 end,
               now() + n * interval '1 minute' + interval '1 day'
        from a cross join lateral (select substr(a.nickname, 6)::int as n) x";
    let crowd = sqlx::query(crowd).bind(mina.id);
    crowd.execute(app.owner()).await.unwrap();
    let found = blocks_of(&mina).await;
    let found: Vec<Uuid> = serde_json::from_value(found).unwrap();
    let newest = "select id from kernel.account where nickname like 'crowd%' order by substr(nickname, 6)::int desc limit 200";
    let newest: Vec<Uuid> = sqlx::query_scalar(newest)
        .fetch_all(app.owner())
        .await
        .unwrap();
    assert_eq!(found, newest);
    app.stop().await;
}

#[tokio::test]
async fn self_and_unknown_accounts_cannot_be_blocked() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let nameless = app.nameless("unnamed").await;
    for what in ["blocks", "mutes"] {
        let own = put(&mina, what, mina.id).await;
        says(
            &own,
            "422 self_not_allowed",
            "자신에게는 할 수 없습니다.",
            "You cannot do this to yourself.",
        );
        assert_eq!(
            delete(&mina, what, mina.id).await.line(),
            "422 self_not_allowed"
        );
        for nobody in [Uuid::from_u128(7), nameless.id] {
            assert_eq!(put(&mina, what, nobody).await.line(), "404 user_not_found");
            assert_eq!(
                delete(&mina, what, nobody).await.line(),
                "404 user_not_found"
            );
        }
        for bad in ["7", "%00", "%ff", &"9".repeat(9000)] {
            assert_eq!(put(&mina, what, bad).await.line(), "404 not_found");
            assert_eq!(
                put(&app.visitor(), what, bad).await.line(),
                "401 unauthenticated"
            );
        }
    }
    assert_eq!(app.count(BLOCKS).await, 0);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn subscribed_plugins_get_a_block_event_once() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let lines = concurrently((0..5).map(|_| {
        let (mina, id) = (mina.clone(), theo.id);
        async move { put(&mina, "blocks", id).await.line() }
    }))
    .await;
    assert_eq!(lines, ["200"; 5]);
    let heard = "select count(*) from plugin_probe.note where v like 'event:%'";
    app.eventually("the probe hears of it", async || {
        app.count(heard).await == 1
    })
    .await;
    delete(&mina, "blocks", theo.id).await;
    let reported = report(&mina, theo.id, json!({ "block": true })).await;
    assert_eq!(reported.line(), "201");
    app.eventually("and of the next one", async || app.count(heard).await == 2)
        .await;
    // Others are notified asynchronously.
    app.eventually("nothing else", async || {
        app.count("select count(*) from kernel.delivery").await == 0
    })
    .await;
    assert_eq!(app.count(heard).await, 2);
    app.stop().await;
}

#[tokio::test]
async fn a_report_opens_a_case_and_later_ones_join_it() {
    let app = TestApp::start().await;
    let (mina, theo, mal) = (
        app.person("mina").await,
        app.person("theo").await,
        app.person("mal").await,
    );
    let first = report(&mina, mal.id, json!({ "reason": "hate", "text": " 욕설 " })).await;
    assert_eq!(first.line(), "201");
    app.advance(Duration::from_secs(1));
    let again = report(&mina, mal.id, json!({ "reason": "scam" })).await;
    says(
        &again,
        "409 already_reported",
        "이미 신고하셨습니다. 지금 검토하고 있습니다.",
        "You have already reported this. We are looking into it.",
    );
    let message = json!({ "subject": { "kind": "chat", "id": "m-1" }, "reason": "spam" });
    assert_eq!(report(&mina, mal.id, message.clone()).await.line(), "201");
    assert_eq!(
        report(&mina, mal.id, message).await.line(),
        "409 already_reported"
    );
    assert_eq!(report(&theo, mal.id, json!({})).await.line(), "201");
    assert_eq!(app.count(CASES).await, 1);
    assert_eq!(
        app.count("select reports::bigint from kernel.moderation_case")
            .await,
        3,
        "what was refused is not counted"
    );
    assert_eq!(
        app.count("select cardinality(reasons)::bigint from kernel.moderation_case")
            .await,
        2
    );
    let mine = all_pages(&mina, "/api/safety/reports", 1).await;
    assert_eq!(mine.len(), 2);
    let oldest = &mine[1];
    assert_eq!(oldest["id"], first.payload()["id"]);
    assert_eq!(oldest["person"]["nickname"], "mal");
    assert_eq!(
        json!([
            oldest["reason"],
            oldest["state"],
            oldest["outcome"],
            oldest["decidedAt"]
        ]),
        json!(["hate", "open", null, null])
    );
    assert!(all_pages(&mal, "/api/safety/reports", 9).await.is_empty());
    app.stop().await;
}

#[tokio::test]
async fn a_report_has_a_valid_reason_and_text() {
    let app = TestApp::start().await;
    let (mina, mal) = (app.person("mina").await, app.person("mal").await);
    let bare = report(&mina, mal.id, json!({ "reason": "other", "text": " " })).await;
    says_at(
        &bare,
        &[(
            "text",
            "어떤 일이 있었는지 적어 주세요.",
            "Please tell us what happened.",
        )],
    );
    for bad in [
        json!({ "text": "가".repeat(501) }),
        json!({ "text": "a\0b" }),
        json!({ "subject": { "kind": "", "id": "x" } }),
        json!({ "subject": { "kind": "chat", "id": "\0" } }),
        json!({ "subject": { "kind": "chat" } }),
        json!({ "reason": "dull" }),
        json!({ "userId": "7" }),
    ] {
        let reply = report(&mina, mal.id, bad.clone()).await;
        assert_eq!(reply.line(), "422 validation_failed", "{bad}");
    }
    assert_eq!(
        report(&mina, mina.id, json!({})).await.line(),
        "422 self_not_allowed"
    );
    assert_eq!(
        report(&mina, Uuid::from_u128(7), json!({})).await.line(),
        "404 user_not_found"
    );
    assert_eq!(
        report(&app.visitor(), mal.id, json!({})).await.line(),
        "401 unauthenticated"
    );
    assert_eq!(app.count(CASES).await, 0);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_reports_open_one_case() {
    let app = TestApp::start().await;
    let mal = app.person("mal").await;
    let mut people = Vec::new();
    for n in 0..6 {
        people.push(app.person(&format!("p_{n}")).await);
    }
    let lines = concurrently(
        people
            .iter()
            .chain(&people)
            .cloned()
            .map(|person| async move { report(&person, mal.id, json!({})).await.line() }),
    )
    .await;
    let taken = lines.iter().filter(|line| *line == "201").count();
    assert_eq!(taken, 6, "{lines:?}");
    let refused = lines.iter().filter(|line| *line == "409 already_reported");
    assert_eq!(refused.count(), 6);
    assert_eq!(app.count(CASES).await, 1);
    assert_eq!(app.count(REPORTS).await, 6);
    assert_eq!(
        app.count("select reports::bigint from kernel.moderation_case")
            .await,
        6
    );
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_reports_a_day_also_concurrently() {
    let app = TestApp::start().await;
    let (mina, mal) = (app.person("mina").await, app.person("mal").await);
    let about = |n: usize| json!({ "subject": { "kind": "chat", "id": n.to_string() } });
    let lines = concurrently((0..26).map(|n| {
        let (mina, id, about) = (mina.clone(), mal.id, about(n));
        async move { report(&mina, id, about).await.line() }
    }))
    .await;
    assert_eq!(
        lines.iter().filter(|line| *line == "201").count(),
        20,
        "{lines:?}"
    );
    assert_eq!(app.count(REPORTS).await, 20);
    let late = report(&mina, mal.id, about(99)).await;
    says(
        &late,
        "429 report_limit",
        "신고는 하루에 20건까지 할 수 있습니다. 나중에 다시 시도해 주세요.",
        "You can send up to 20 reports a day. Please try again later.",
    );
    let wait = late.body["retryAfterSeconds"].as_u64().unwrap();
    assert!((86_000..=86_401).contains(&wait), "{wait}");
    app.advance(Duration::from_secs(86_401));
    // A day later the token's session is over; the person can still report.
    let token = log_in(&app, "mina").await;
    assert_eq!(
        report(&mina.with_token(&token), mal.id, about(99))
            .await
            .line(),
        "201"
    );
    app.stop().await;
}

/// A new access token of a person of the harness.
pub(crate) async fn log_in(app: &TestApp, nickname: &str) -> String {
    let email = format!("{nickname}@test.witverse.dev");
    let reply = crate::user::log_in(app, &email, witverse_testing::PASSWORD).await;
    text(&reply.payload()["accessToken"])
}

#[tokio::test]
async fn repeated_blocks_publish_one_event() {
    let app = TestApp::with(|config| config.http.account_rate = 5).await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    for n in 0..6 {
        let reply = match n % 2 {
            0 => put(&mina, "blocks", theo.id).await,
            _ => delete(&mina, "blocks", theo.id).await,
        };
        let expected = if n < 5 {
            "200"
        } else {
            "429 too_many_requests"
        };
        assert_eq!(reply.line(), expected, "{n}");
    }
    assert_eq!(put(&theo, "mutes", mina.id).await.line(), "200");
    app.stop().await;
}
