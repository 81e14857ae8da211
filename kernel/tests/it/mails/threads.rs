//! Threads of two people: a reply moves the thread to the top as unread; other people cannot read it.

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::{BASE, alarm, alarms, answer, new, raise, thread};
use crate::support::concurrently;
use crate::user::text;

#[tokio::test]
async fn a_reply_creates_a_thread() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (
        app.person("ann").await,
        app.person("ben").await,
        app.person("eve").await,
    );
    let of_ann = thread(&ben, &ann, "a").await;
    raise(&ben, alarm(&ann, "b", json!({}))).await;
    let said = answer(&ann, &of_ann, " 고마워! ").await;
    assert_eq!(said.line(), "201", "{}", said.body);
    assert_eq!(
        (&said.payload()["content"], &said.payload()["mine"]),
        (&json!("고마워!"), &json!(true))
    );
    assert_eq!(
        text(&alarms(&ann).await[0]["alarmId"]),
        of_ann,
        "it comes to the top"
    );
    assert_eq!(
        new(&ann).await,
        (0, 1),
        "what one wrote is read; the other alarm is not"
    );

    let of_ben = alarms(&ben).await;
    assert_eq!((of_ben.len(), new(&ben).await), (1, (0, 1)));
    let id = text(&of_ben[0]["alarmId"]);
    assert_eq!(
        (&of_ben[0]["kind"], &of_ben[0]["from"]["nickname"]),
        (&json!("reply"), &json!("ann"))
    );
    assert_eq!(answer(&ben, &id, "천만에").await.line(), "201");
    assert_eq!(answer(&ann, &of_ann, "또 봐").await.line(), "201");
    assert_eq!(
        (alarms(&ann).await.len(), alarms(&ben).await.len()),
        (2, 1),
        "one thread, one row each"
    );

    let shown = ben.get(&format!("{BASE}/alarm/{id}")).await;
    let replies = shown.payload()["replies"].as_array().unwrap();
    let lines: Vec<Value> = replies
        .iter()
        .map(|it| json!([it["from"]["nickname"], it["mine"], it["content"]]))
        .collect();
    assert_eq!(
        lines,
        [
            json!(["ann", false, "고마워!"]),
            json!(["ben", true, "천만에"]),
            json!(["ann", false, "또 봐"])
        ]
    );
    assert_eq!(shown.payload()["replyCount"], 3);
    for path in [&of_ann, &id] {
        assert_eq!(
            eve.get(&format!("{BASE}/alarm/{path}")).await.line(),
            "404 alarm_not_found"
        );
        assert_eq!(
            answer(&eve, path, "me too").await.line(),
            "404 alarm_not_found"
        );
    }
    assert_eq!(
        ann.get(&format!("{BASE}/alarm/{id}")).await.line(),
        "404 alarm_not_found",
        "it is ben's row"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_muted_person_is_silent() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let of_ann = thread(&ben, &ann, "a").await;
    let of_ben = thread(&ann, &ben, "b").await;
    let read = json!({ "alarmId": of_ann });
    assert_eq!(
        ann.post(&format!("{BASE}/alarm/log"), read).await.line(),
        "200"
    );
    let mute = format!("/api/safety/mutes/{}", ben.id);
    assert_eq!(ann.send("PUT", &mute, None).await.line(), "200");

    for (key, kind) in [("g", "gift"), ("f", "friend"), ("r", "reply")] {
        let from_ben = alarm(&ann, key, json!({ "from": ben.id, "kind": kind }));
        assert_eq!(raise(&ben, from_ben).await["alarmId"], Value::Null);
        let from_ann = alarm(&ben, key, json!({ "from": ann.id, "kind": kind }));
        assert!(raise(&ann, from_ann).await["alarmId"].is_string());
    }
    let important = alarm(&ann, "s", json!({ "from": ben.id, "kind": "system" }));
    assert!(raise(&ben, important).await["alarmId"].is_string());

    // Ben's replies are stored and stay as read as the thread was.
    assert_eq!(answer(&ann, &of_ann, "hi").await.line(), "201");
    let to_ann = text(&alarms(&ben).await[0]["alarmId"]);
    assert_eq!(answer(&ben, &to_ann, "hello").await.line(), "201");
    assert_eq!(answer(&ben, &of_ben, "to a new row").await.line(), "201");
    assert_eq!(new(&ann).await, (0, 1), "the important one");
    assert_eq!(alarms(&ann).await[0]["replyCount"], 1);
    assert_eq!(alarms(&ann).await.len(), 3);

    assert_eq!(ann.send("DELETE", &mute, None).await.line(), "200");
    assert_eq!(answer(&ben, &to_ann, "again").await.line(), "201");
    assert_eq!(new(&ann).await, (0, 2));
    app.stop().await;
}

#[tokio::test]
async fn only_alarms_of_people_can_be_replied_to() {
    let app = TestApp::start().await;
    let (ann, ben, nameless) = (
        app.person("ann").await,
        app.person("ben").await,
        app.nameless("new").await,
    );
    let silent = text(&raise(&ben, alarm(&ann, "s", json!({ "from": ben.id }))).await["alarmId"]);
    assert_eq!(
        answer(&ann, &silent, "hi").await.line(),
        "409 reply_not_possible"
    );
    let open = thread(&ben, &ann, "o").await;
    for wrong in ["", "   ", &"x".repeat(501)] {
        let refused = answer(&ann, &open, wrong).await;
        assert_eq!(refused.line(), "422 reply_length");
        assert_eq!(
            refused.fields(),
            ["content: A reply can be 1 to 500 characters."]
        );
    }
    for unknown in ["", "x", "0190a1b2-0000-7000-8000-000000000001"] {
        assert_eq!(
            answer(&ann, unknown, "hi").await.line(),
            "404 alarm_not_found"
        );
    }
    assert_eq!(
        answer(&nameless, &open, "hi").await.line(),
        "403 nickname_required"
    );
    assert_eq!(
        answer(&app.visitor(), &open, "hi").await.line(),
        "401 unauthenticated"
    );
    ben.put(&format!("/api/safety/blocks/{}", ann.id), Value::Null)
        .await;
    assert_eq!(
        answer(&ann, &open, "hi").await.line(),
        "409 reply_not_possible"
    );
    assert_eq!(app.count("select count(*) from plugin_mail.reply").await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_muted_person_cannot_send_messages() {
    let app = TestApp::start().await;
    let (ann, ben, keeper) = (
        app.person("ann").await,
        app.person("ben").await,
        app.administrator().await,
    );
    let open = thread(&ben, &ann, "o").await;
    let mute = json!({ "action": "mute", "reason": "because", "hours": 24 });
    let path = format!("/api/admin/users/{}/sanctions", ann.id);
    assert_eq!(keeper.post(&path, mute).await.line(), "200");
    let refused = answer(&ann, &open, "hi").await;
    assert_eq!(refused.line(), "403 muted");
    assert!(
        refused.body["language"]["en"]
            .as_str()
            .is_some_and(|text| text.contains("(KST)")),
        "until when: {}",
        refused.body
    );
    assert_eq!(alarms(&ann).await.len(), 1, "reading is not speaking");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_people_may_reply_concurrently() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let of_ann = thread(&ben, &ann, "a").await;
    answer(&ann, &of_ann, "first").await;
    let of_ben = text(&alarms(&ben).await[0]["alarmId"]);
    for n in 0..10 {
        let both = [(ann.clone(), of_ann.clone()), (ben.clone(), of_ben.clone())];
        let outcomes = concurrently(
            both.map(|(who, id)| async move { answer(&who, &id, &n.to_string()).await.line() }),
        )
        .await;
        assert_eq!(outcomes, ["201", "201"]);
    }
    for (who, id) in [(&ann, &of_ann), (&ben, &of_ben)] {
        let shown = who.get(&format!("{BASE}/alarm/{id}")).await;
        assert_eq!(shown.payload()["replyCount"], 21);
        assert_eq!(shown.payload()["replies"].as_array().unwrap().len(), 21);
    }
    app.stop().await;
}
