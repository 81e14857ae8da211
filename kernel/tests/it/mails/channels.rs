//! Other channels than the list: mail, devices and digests, only if the person has chosen them.

use std::time::Duration;

use serde_json::json;
use witverse_testing::TestApp;

use super::{BASE, alarm, alarms, answer, preferences, prefers, raise, thread};
use crate::delivery::{Device, Service};

const TO_ANN: &str = "ann@test.witverse.dev";

#[tokio::test]
async fn mails_and_digests_are_off_by_default() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let usual = ann.get(&format!("{BASE}/preferences")).await;
    assert_eq!(usual.payload(), &preferences(json!({}), "off"));
    raise(&ben, alarm(&ann, "a", json!({}))).await;
    assert_eq!(app.count("select count(*) from kernel.delivery").await, 0);
    for wrong in [
        json!({}),
        preferences(json!({}), "hourly"),
        preferences(json!({ "gift": { "app": true } }), "off"),
        preferences(
            json!({ "other": { "app": true, "email": true, "push": true } }),
            "off",
        ),
    ] {
        let refused = ann.put(&format!("{BASE}/preferences"), wrong.clone()).await;
        assert_eq!(refused.line(), "422 validation_failed", "{wrong}");
    }
    let hidden = preferences(
        json!({ "notice": { "app": false, "email": false, "push": false } }),
        "off",
    );
    let kept = ann.put(&format!("{BASE}/preferences"), hidden).await;
    assert_eq!(
        kept.payload()["kinds"]["notice"]["app"],
        true,
        "notices stay in the list"
    );
    app.stop().await;
}

#[tokio::test]
async fn an_alarm_uses_the_channels_of_its_kind() {
    let (service, port) = Service::start().await;
    let origin = format!("http://127.0.0.1:{port}");
    let app = TestApp::with(|config| config.push.hosts.push(origin.clone())).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let device = Device::new(&format!("{origin}/ann"));
    ann.post("/api/push/subscriptions", device.subscription())
        .await;
    let silent = json!({ "app": false, "email": false, "push": false });
    let by_mail = json!({ "app": false, "email": true, "push": false });
    prefers(
        &ann,
        &preferences(json!({ "gift": by_mail, "reward": silent }), "off"),
    )
    .await;

    let raised = raise(&ben, alarm(&ann, "gift", json!({}))).await;
    assert_eq!(raised["alarmId"], serde_json::Value::Null);
    app.eventually("it comes by mail", async || {
        app.mail_to(TO_ANN).await == "도착했어요\n\nhttp://localhost:0/gifts\n"
    })
    .await;
    raise(&ben, alarm(&ann, "reward", json!({ "kind": "reward" }))).await;
    assert_eq!((alarms(&ann).await.len(), service.taken()), (0, 0));
    raise(
        &ben,
        alarm(
            &ann,
            "friend",
            json!({ "kind": "friend", "link": "/friends" }),
        ),
    )
    .await;
    app.eventually("it rings", async || service.taken() == 1)
        .await;
    let shown = device.opened(&service.body(0));
    assert_eq!(
        (&shown["title"], &shown["link"]),
        (&json!("선물"), &json!("/friends"))
    );
    assert_eq!(alarms(&ann).await.len(), 1);

    let open = thread(&ann, &ben, "t").await;
    assert_eq!(answer(&ben, &open, "잘 받았어").await.line(), "201");
    app.eventually("an answer rings too", async || service.taken() == 2)
        .await;
    let shown = device.opened(&service.body(1));
    assert_eq!(
        (&shown["body"], &shown["link"]),
        (&json!("잘 받았어"), &json!("/mail"))
    );
    app.stop().await;
}

#[tokio::test]
async fn notices_use_the_chosen_channels() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let by_mail = json!({ "app": true, "email": true, "push": false });
    let mut readers = Vec::new();
    for n in 0..20 {
        let reader = app.person(&format!("reader{n}")).await;
        if n % 2 == 0 {
            prefers(&reader, &preferences(json!({ "notice": by_mail }), "off")).await;
        }
        readers.push(reader);
    }
    let notice = json!({ "title": { "ko": "점검", "en": "Maintenance" }, "body": { "ko": "새벽 2시", "en": "At two" } });
    assert_eq!(
        keeper
            .post("/api/v2/mails/admin/notices", notice)
            .await
            .line(),
        "201"
    );
    let sent = |n: usize| {
        let mailbox = app
            .app
            .mailer
            .mailbox(Some(&format!("reader{n}@test.witverse.dev")));
        mailbox
            .iter()
            .filter(|mail| mail.message.subject == "점검")
            .count()
    };
    app.eventually("each is written to", async || {
        (0..20).step_by(2).all(|n| sent(n) == 1)
    })
    .await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    for n in 0..20 {
        assert_eq!(sent(n), usize::from(n % 2 == 0), "reader{n}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_digest_is_sent_in_the_morning_unless_it_is_empty() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    prefers(&ann, &preferences(json!({}), "daily")).await;
    prefers(&ben, &preferences(json!({}), "daily")).await;
    for n in 0..7 {
        raise(
            &ben,
            alarm(
                &ann,
                &n.to_string(),
                json!({ "title": { "ko": format!("선물 {n}"), "en": "x" } }),
            ),
        )
        .await;
    }
    let digests = |to: &str| {
        let mails = app.app.mailer.mailbox(Some(to));
        mails
            .iter()
            .filter(|mail| mail.message.subject.contains("읽지 않은"))
            .count()
    };
    app.advance(Duration::from_secs(86_400 + 600));
    app.eventually("the morning comes", async || digests(TO_ANN) == 1)
        .await;
    let letter = app.mail_to(TO_ANN).await;
    assert!(
        letter.contains("7개") && letter.contains("· 선물 6") && letter.contains("/mail"),
        "{letter}"
    );
    app.advance(Duration::from_secs(86_400 + 600));
    app.eventually("the next one passes", async || {
        app.count("select count(*) from plugin_mail.preference where digest_at <= now() + interval '2 days'").await == 0
    })
    .await;
    assert_eq!(digests(TO_ANN), 1, "nothing was new");
    assert_eq!(digests("ben@test.witverse.dev"), 0);
    app.stop().await;
}
