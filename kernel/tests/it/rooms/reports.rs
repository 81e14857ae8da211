//! Reports from a room: the chat of its last 30 seconds, for moderators only.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::socket::{Socket, listen};
use super::ticket;
use crate::safety::report;
use crate::user::text;

const DAY: Duration = Duration::from_secs(86_400);

/// The reports of the one open case.
async fn reports(moderator: &Client) -> Value {
    let cases = moderator.get("/api/moderation/cases").await;
    let id = text(&cases.payload()["items"][0]["id"]);
    let case = moderator.get(&format!("/api/moderation/cases/{id}")).await;
    assert_eq!(case.line(), "200", "{}", case.body);
    case.payload()["reportList"].clone()
}

/// Name and text of the messages of a report.
fn said(report: &Value) -> Vec<(String, String)> {
    let messages = report["room"]["messages"].as_array().unwrap();
    messages
        .iter()
        .map(|message| {
            let nickname = message["person"]["nickname"].as_str();
            (
                nickname.unwrap_or_default().to_owned(),
                text(&message["text"]),
            )
        })
        .collect()
}

fn line(name: &str, words: &str) -> (String, String) {
    (name.to_owned(), words.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_from_a_room_has_its_chat_for_moderators() {
    let app = TestApp::start().await;
    let address = listen(&app).await;
    let (mina, mal) = (app.person("mina").await, app.person("mal").await);
    let sora = app.person("sora").await;
    let moderator = app.with_role("mod_a", "moderator").await;
    let mut first = Socket::enter(address, &ticket(&mina, "probe:hall").await).await;
    let mut second = Socket::enter(address, &ticket(&mal, "probe:hall").await).await;
    second.chat("something rude").await;
    assert_eq!(first.next_chat().await, "something rude");
    first.chat("please stop").await;
    assert_eq!(first.next_chat().await, "please stop");
    // Who is not in the room cannot attach its chat.
    let more = |room: &str| json!({ "roomId": room });
    let outside = report(&sora, mal.id, more("probe:hall")).await;
    assert_eq!(outside.line(), "409 not_in_room");
    let elsewhere = report(&mina, mal.id, more("probe:small")).await;
    assert_eq!(elsewhere.line(), "409 not_in_room");
    let unknown = report(&mina, mal.id, more("no room")).await;
    assert_eq!(unknown.line(), "404 room_not_found");
    assert_eq!(app.count("select count(*) from kernel.report").await, 0);
    let reported = report(&mina, mal.id, more("probe:hall")).await;
    assert_eq!(reported.line(), "201", "{}", reported.body);
    assert_eq!(report(&sora, mal.id, json!({})).await.line(), "201");
    let listed = reports(&moderator).await;
    assert_eq!(listed[0]["room"], Value::Null, "{listed}");
    assert_eq!(listed[1]["room"]["id"], "probe:hall");
    let expected = [line("mal", "something rude"), line("mina", "please stop")];
    assert_eq!(said(&listed[1]), expected);
    // Neither side reads it.
    for person in [&mina, &mal] {
        for path in ["/api/safety/reports", "/api/safety/decisions"] {
            let shown = person.get(path).await;
            assert!(!shown.body.to_string().contains("rude"), "{path}");
        }
        let asked = person.post("/api/account/export", json!({})).await;
        assert_eq!(asked.line(), "202");
        app.eventually("the export is ready", async || {
            person.get("/api/account/export").await.payload()["state"] == "ready"
        })
        .await;
        let export = person.get("/api/account/export/download").await;
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(export.bytes)).unwrap();
        for at in 0..zip.len() {
            let mut content = String::new();
            std::io::Read::read_to_string(&mut zip.by_index(at).unwrap(), &mut content).unwrap();
            assert!(!content.contains("rude"), "{content}");
        }
    }
    // The words of an erased account are erased; those of others stay.
    let leaving = mal.post("/api/account/deletion", json!({})).await;
    assert_eq!(leaving.line(), "200", "{}", leaving.body);
    app.advance(8 * DAY);
    app.eventually("the words are gone", async || {
        let rude = "select count(*) from kernel.report where room_chat::text like '%rude%'";
        app.count(rude).await == 0
    })
    .await;
    let kept = "select count(*) from kernel.report where room_chat::text like '%please stop%'";
    assert_eq!(app.count(kept).await, 1);
    app.stop().await;
}
