//! Alarms: raised once, listed by last activity, marked as read singly or all together.

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::{BASE, alarm, alarms, new, raise};
use crate::live::Screen;
use crate::support::{concurrently, reported, run};
use crate::user::text;

#[tokio::test]
async fn the_same_key_raises_one_alarm_per_person() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let first = raise(&ben, alarm(&ann, "a", json!({}))).await;
    assert_eq!(first["replayed"], false);
    let again = raise(&ben, alarm(&ann, "a", json!({ "kind": "reward" }))).await;
    assert_eq!(
        again,
        json!({ "alarmId": first["alarmId"], "replayed": true })
    );
    raise(&ben, alarm(&ben, "a", json!({}))).await;
    assert_eq!((alarms(&ann).await.len(), alarms(&ben).await.len()), (1, 1));
    let together = concurrently((0..8).map(|_| {
        let (ben, alarm) = (ben.clone(), alarm(&ann, "b", json!({})));
        async move { raise(&ben, alarm).await }
    }))
    .await;
    let fresh = together.iter().filter(|raised| raised["replayed"] == false);
    assert_eq!(fresh.count(), 1);
    assert_eq!(new(&ann).await, (0, 2));
    app.stop().await;
}

#[tokio::test]
async fn one_of_several_alarms_with_the_same_key_is_raised() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let say = |key: &str| alarm(&ann, key, json!({}));
    let call = |method: &str, payload: Value| json!([{ "op": "service_call", "service": "mail@1", "method": method, "payload": payload }]);
    let list = json!([say("a"), say("b"), say("a")]);
    let done = async |call: Value| {
        let reply = run(&ben, call).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        reply.payload()["results"][0]["ok"].clone()
    };
    let raised = done(call("raise-all", list.clone())).await;
    let replayed = |raised: &Value| {
        let all = raised.as_array().unwrap().iter();
        all.map(|one| one["replayed"].as_bool().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(replayed(&raised), [false, false, true]);
    assert_eq!(raised[0]["alarmId"], raised[2]["alarmId"]);
    let again = done(call("raise-all", list)).await;
    assert_eq!(replayed(&again), [true, true, true]);
    assert_eq!(new(&ann).await, (0, 2));

    // Settled alarms are marked as read, once, and only for the plugin that raised them.
    let mut screen = Screen::open(&ann).await;
    let settled = json!([{ "to": ann.id, "key": "a" }, { "to": ann.id, "key": "x" }, { "to": ben.id, "key": "a" }]);
    done(call("settle-all", settled.clone())).await;
    let shown = screen.next().await.unwrap();
    assert_eq!(
        (shown.event.as_str(), &shown.data["alarms"]),
        ("mail.badge", &json!(1))
    );
    done(call("settle-all", settled)).await;
    assert_eq!(new(&ann).await, (0, 1));

    // An outcome replaces the description, also of an alarm that was read.
    let outcome = json!({ "ko": "수락했습니다.", "en": "Accepted." });
    let settled = json!([{ "to": ann.id, "key": "a", "outcome": outcome }]);
    done(call("settle-all", settled)).await;
    let listed = alarms(&ann).await;
    let changed = listed
        .iter()
        .filter(|alarm| alarm["description"] == outcome);
    assert_eq!(changed.count(), 1, "{listed:?}");
    app.stop().await;
}

#[tokio::test]
async fn the_badge_is_pushed_after_an_alarm_and_after_a_read() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut screen = Screen::open(&ann).await;
    let unread_count = async |screen: &mut Screen| {
        let shown = screen.next().await.unwrap();
        assert_eq!(shown.event, "mail.badge");
        shown.data["alarms"].as_u64().unwrap()
    };
    raise(&ben, alarm(&ann, "a", json!({}))).await;
    assert_eq!(unread_count(&mut screen).await, 1);
    raise(
        &ben,
        alarm(&ann, "b", json!({ "kind": "reward", "remainAmount": 700 })),
    )
    .await;
    assert_eq!(unread_count(&mut screen).await, 2);

    let check = async |kind: &str| {
        let reply = ann.get(&format!("{BASE}/alarm/check/{kind}")).await;
        assert_eq!(reply.line(), "200");
        reply.payload().clone()
    };
    let reward = check("reward").await;
    assert_eq!(
        (&reward["isExist"], &reward["remainAmount"]),
        (&json!(true), &json!(700))
    );
    assert_eq!(reward["alarm"]["title"]["en"], "A gift");
    assert_eq!(
        check("friend").await,
        json!({ "isExist": false, "remainAmount": null, "alarm": null })
    );
    let unknown = ann.get(&format!("{BASE}/alarm/check/x")).await;
    assert_eq!(unknown.line(), "422 validation_failed");

    let listed = alarms(&ann).await;
    assert_eq!(listed[0]["kind"], "reward", "the latest first");
    let log = format!("{BASE}/alarm/log");
    let one = json!({ "alarmId": listed[0]["alarmId"] });
    for _ in 0..2 {
        let reply = ann.post(&log, one.clone()).await;
        assert_eq!(reply.payload()["alarms"], 1);
        assert_eq!(unread_count(&mut screen).await, 1);
    }
    assert_eq!(check("reward").await["isExist"], false);
    assert_eq!(ben.post(&log, one).await.line(), "404 alarm_not_found");
    assert_eq!(
        ann.post(&log, json!({ "alarmId": "all" })).await.payload()["isAlarm"],
        false
    );
    assert_eq!(unread_count(&mut screen).await, 0);
    assert_eq!(new(&ann).await, (0, 0));
    app.stop().await;
}

#[tokio::test]
async fn rolled_back_alarms_are_discarded_and_invalid_ones_refused() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let call = |alarm: Value| json!({ "op": "service_call", "service": "mail@1", "method": "raise", "payload": alarm });
    let undone = reported(&ben, json!([call(alarm(&ann, "a", json!({})))])).await;
    assert!(undone[0]["ok"]["alarmId"].is_string(), "{undone}");
    for wrong in [
        json!({ "link": "https://example.com" }),
        json!({ "title": { "ko": "", "en": "" } }),
        json!({ "kind": "notice" }),
        json!({ "canReply": true }),
        json!({ "key": "" }),
    ] {
        let refused = reported(&ben, json!([call(alarm(&ann, "b", wrong.clone()))])).await;
        assert!(refused[0]["ok"].is_null(), "{wrong}: {refused}");
    }
    let nobody = json!({ "to": "0190a1b2-0000-7000-8000-000000000001" });
    let raised = raise(&ben, alarm(&ann, "c", nobody)).await;
    assert_eq!(raised["alarmId"], Value::Null, "nobody is there");
    let block = format!("/api/safety/blocks/{}", ben.id);
    ann.put(&block, Value::Null).await;
    let raised = raise(&ben, alarm(&ann, "d", json!({ "from": ben.id }))).await;
    assert_eq!(raised["alarmId"], Value::Null, "it is not welcome");
    assert_eq!(alarms(&ann).await.len(), 0);
    app.stop().await;
}

#[tokio::test]
async fn lists_continue_at_their_cursor() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for n in 0..7 {
        raise(
            &ben,
            alarm(
                &ann,
                &n.to_string(),
                json!({ "title": { "ko": "x", "en": format!("{n}") } }),
            ),
        )
        .await;
        app.advance(std::time::Duration::from_secs(1));
    }
    let mut cursor = String::new();
    let mut seen = Vec::new();
    loop {
        let page = ann.get(&format!("{BASE}/alarms?limit=3{cursor}")).await;
        assert_eq!(page.payload()["total"], 7);
        let items = page.payload()["items"].as_array().unwrap();
        seen.extend(items.iter().map(|alarm| text(&alarm["title"]["en"])));
        match page.payload()["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(seen, ["6", "5", "4", "3", "2", "1", "0"]);
    let second = ann.get(&format!("{BASE}/alarms?limit=3&page=2")).await;
    assert_eq!(second.payload()["items"][0]["title"]["en"], "3");
    app.stop().await;
}

#[tokio::test]
async fn alarms_are_forgotten_after_a_year() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let old = super::thread(&ben, &ann, "old").await;
    assert_eq!(super::answer(&ann, &old, "thanks").await.line(), "201");
    app.advance(std::time::Duration::from_secs(300 * 86_400));
    // A session does not last three hundred days.
    let ann = crate::safety::log_in(&app, "ann").await;
    let ann = app.visitor().with_token(&ann);
    let ben = crate::safety::log_in(&app, "ben").await;
    let ben = app.visitor().with_token(&ben);
    let kept = "select count(*) from plugin_mail.alarm";
    assert_eq!(app.count(kept).await, 2);
    app.advance(std::time::Duration::from_secs(66 * 86_400));
    app.eventually("they are swept", async || app.count(kept).await == 0)
        .await;
    assert_eq!(app.count("select count(*) from plugin_mail.reply").await, 0);
    drop((ann, ben));
    app.stop().await;
}
