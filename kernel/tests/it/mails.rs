//! `/api/v2/mails/…` and the service `mail@1`: alarms are raised once, and delivered by the chosen channels.

mod alarms;
mod channels;
mod leaving;
mod notices;
mod threads;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply};

use crate::support::run;
use crate::user::text;

pub(crate) const BASE: &str = "/api/v2/mails";

/// An alarm as raised by a plugin; `change` overrides fields.
pub(crate) fn alarm(to: &Client, key: &str, change: Value) -> Value {
    let mut alarm = json!({
        "to": to.id, "kind": "gift", "key": key, "from": null, "canReply": false, "remainAmount": null,
        "title": { "ko": "선물", "en": "A gift" },
        "description": { "ko": "도착했어요", "en": "It is here" }, "link": "/gifts",
    });
    for (name, value) in change.as_object().unwrap() {
        alarm[name] = value.clone();
    }
    alarm
}

/// Raises an alarm through the probe; returns the service's response.
pub(crate) async fn raise(by: &Client, alarm: Value) -> Value {
    let call =
        json!([{ "op": "service_call", "service": "mail@1", "method": "raise", "payload": alarm }]);
    let reply = run(by, call).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["results"][0]["ok"].clone()
}

/// The id of an alarm from `by` for `to`, who may reply.
async fn thread(by: &Client, to: &Client, key: &str) -> String {
    let raised = raise(
        by,
        alarm(to, key, json!({ "from": by.id, "canReply": true })),
    )
    .await;
    text(&raised["alarmId"])
}

pub(crate) async fn alarms(of: &Client) -> Vec<Value> {
    // An alarm that arrives between the two statements of a list is in the total only.
    for _ in 0..3 {
        let reply = of.get(&format!("{BASE}/alarms")).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        let listed = reply.payload()["items"].as_array().unwrap().clone();
        if reply.payload()["total"] == listed.len() {
            return listed;
        }
    }
    panic!("the total is not the number of alarms");
}

/// Unread notices and alarms.
pub(crate) async fn new(of: &Client) -> (u64, u64) {
    let reply = of.get(&format!("{BASE}/new/check")).await;
    let count = |name: &str| reply.payload()[name].as_u64().unwrap();
    let (notices, alarms) = (count("notices"), count("alarms"));
    assert_eq!(reply.payload()["isNotice"], notices > 0);
    assert_eq!(reply.payload()["isAlarm"], alarms > 0);
    (notices, alarms)
}

async fn answer(by: &Client, alarm: &str, content: &str) -> Reply {
    let body = json!({ "alarmId": alarm, "content": content });
    by.post(&format!("{BASE}/alarm/reply"), body).await
}

/// The default preferences with a `change` of one kind.
fn preferences(change: Value, digest: &str) -> Value {
    let usual = json!({ "app": true, "email": false, "push": true });
    let mut kinds = json!({
        "gift": usual, "friend": usual, "reward": usual, "reply": usual, "trade": usual, "event": usual,
        "notice": { "app": true, "email": false, "push": false },
    });
    for (kind, channels) in change.as_object().unwrap() {
        kinds[kind] = channels.clone();
    }
    json!({ "kinds": kinds, "digest": digest })
}

async fn prefers(who: &Client, chosen: &Value) {
    let reply = who
        .put(&format!("{BASE}/preferences"), chosen.clone())
        .await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    assert_eq!(reply.payload(), chosen);
}
