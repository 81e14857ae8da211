//! Notices: written by administrators for now or later, visible to all people.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::{BASE, new};
use crate::live::Screen;
use crate::user::text;

const WRITE: &str = "/api/v2/mails/admin/notices";

fn notice(title: &str, publish_at: Value) -> Value {
    json!({
        "title": { "ko": format!("{title} 안내"), "en": title },
        "body": { "ko": "본문", "en": "Body" }, "publishAt": publish_at,
    })
}

async fn write(admin: &Client, title: &str, publish_at: Value) -> Reply {
    admin.post(WRITE, notice(title, publish_at)).await
}

async fn titles(of: &Client) -> Vec<String> {
    let listed = of.get(&format!("{BASE}/notices")).await;
    let titles = titles_in(&listed);
    assert_eq!(listed.payload()["total"], titles.len());
    titles
}

fn titles_in(listed: &Reply) -> Vec<String> {
    let items = listed.payload()["items"].as_array().unwrap();
    items.iter().map(|it| text(&it["title"]["en"])).collect()
}

#[tokio::test]
async fn a_notice_reaches_everybody_and_is_marked_as_read_per_person() {
    let app = TestApp::start().await;
    let (ann, ben, admin) = (
        app.person("ann").await,
        app.person("ben").await,
        app.administrator().await,
    );
    let mut screen = Screen::open(&ann).await;
    let written = write(&admin, "Welcome", Value::Null).await;
    assert_eq!(
        (written.line().as_str(), &written.payload()["state"]),
        ("201", &json!("published"))
    );
    assert_eq!(
        screen.heard("mail.notice").await["noticeId"],
        written.payload()["noticeId"]
    );
    app.advance(Duration::from_secs(1));
    write(&admin, "Second", json!("2020-01-01T00:00:00Z")).await;
    assert_eq!(
        (titles(&ann).await, new(&ann).await),
        (vec!["Second".into(), "Welcome".into()], (2, 0))
    );

    let log = format!("{BASE}/notice/log");
    let one = json!({ "noticeId": written.payload()["noticeId"] });
    for _ in 0..2 {
        assert_eq!(ann.post(&log, one.clone()).await.payload()["notices"], 1);
    }
    let listed = ann.get(&format!("{BASE}/notices")).await;
    let read: Vec<&Value> = listed.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["isRead"])
        .collect();
    assert_eq!(read, [&json!(false), &json!(true)]);
    assert_eq!(
        ann.post(&log, json!({ "noticeId": "all" })).await.payload()["isNotice"],
        false
    );
    assert_eq!((new(&ann).await, new(&ben).await), ((0, 0), (2, 0)));
    for unknown in ["x", "0190a1b2-0000-7000-8000-000000000001"] {
        assert_eq!(
            ann.post(&log, json!({ "noticeId": unknown })).await.line(),
            "404 notice_not_found"
        );
    }
    // Notices older than three months do not count as unread.
    app.advance(Duration::from_secs(91 * 86_400));
    let ben = app
        .visitor()
        .with_token(&crate::safety::log_in(&app, "ben").await);
    assert_eq!((new(&ben).await, titles(&ben).await.len()), ((0, 0), 2));
    app.stop().await;
}

#[tokio::test]
async fn a_scheduled_notice_can_be_changed_and_withdrawn() {
    let app = TestApp::start().await;
    let (ann, admin) = (app.person("ann").await, app.administrator().await);
    let in_minutes = |minutes: i64| {
        let at = app.clock.now() + time::Duration::minutes(minutes);
        json!(
            at.format(&time::format_description::well_known::Rfc3339)
                .unwrap()
        )
    };
    let later = write(&admin, "Later", in_minutes(3)).await;
    assert_eq!(later.payload()["state"], "scheduled");
    let path = format!("{WRITE}/{}", text(&later.payload()["noticeId"]));
    assert_eq!(
        admin
            .put(&path, notice("Sooner", in_minutes(1)))
            .await
            .payload()["title"]["en"],
        "Sooner"
    );
    let never = write(&admin, "Never", in_minutes(1)).await;
    let never = format!("{WRITE}/{}", text(&never.payload()["noticeId"]));
    for _ in 0..2 {
        let gone = admin.send("DELETE", &never, None).await;
        assert_eq!(gone.payload()["state"], "withdrawn");
    }
    assert_eq!(titles(&ann).await, [""; 0]);
    app.advance(Duration::from_secs(70));
    // During the publication, list and total may be read at different times.
    app.eventually("it is out", async || {
        titles_in(&ann.get(&format!("{BASE}/notices")).await) == ["Sooner"]
    })
    .await;
    assert_eq!(titles(&ann).await, ["Sooner"]);
    assert_eq!(
        admin
            .put(&path, notice("Too late", Value::Null))
            .await
            .line(),
        "409 notice_published"
    );
    assert_eq!(
        admin
            .put(&never, notice("Too late", Value::Null))
            .await
            .line(),
        "409 notice_published"
    );
    let listed = admin.get(WRITE).await;
    assert_eq!(listed.payload()["total"], 2);
    let gone = admin.send("DELETE", &path, None).await;
    assert_eq!(gone.payload()["state"], "withdrawn");
    assert_eq!((titles(&ann).await.len(), new(&ann).await), (0, (0, 0)));
    let log = json!({ "noticeId": gone.payload()["noticeId"] });
    assert_eq!(
        ann.post(&format!("{BASE}/notice/log"), log).await.line(),
        "404 notice_not_found"
    );
    app.stop().await;
}

#[tokio::test]
async fn notices_need_both_languages_and_an_administrator() {
    let app = TestApp::start().await;
    let (ann, admin) = (app.person("ann").await, app.administrator().await);
    let moderator = app.with_role("mod", "moderator").await;
    for who in [&ann, &moderator] {
        assert_eq!(
            write(who, "Mine", Value::Null).await.line(),
            "403 forbidden"
        );
        assert_eq!(who.get(WRITE).await.line(), "403 forbidden");
    }
    let mut one_sided = notice("x", Value::Null);
    one_sided["title"]["ko"] = json!(" ");
    one_sided["body"]["en"] = json!("");
    let refused = admin.post(WRITE, one_sided).await;
    assert_eq!(refused.line(), "422 notice_needs_both_languages");
    assert_eq!(
        refused.fields(),
        [
            "title.ko: Please write the notice in both Korean and English.",
            "body.en: Please write the notice in both Korean and English."
        ]
    );
    let long = write(&admin, &"x".repeat(101), Value::Null).await;
    assert_eq!(
        long.fields()[1],
        "title.en: Please enter at most 100 characters."
    );
    assert_eq!(
        write(&admin, "When?", json!("tomorrow")).await.line(),
        "422 validation_failed"
    );
    let unknown = format!("{WRITE}/0190a1b2-0000-7000-8000-000000000001");
    assert_eq!(
        admin.put(&unknown, notice("x", Value::Null)).await.line(),
        "404 notice_not_found"
    );
    assert_eq!(
        admin.send("DELETE", &unknown, None).await.line(),
        "404 notice_not_found"
    );
    app.stop().await;
}
