//! Installed plugins as kinds of events: the organiser fills in their form, they read and end their events, and the event stays
//! without them.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::events::new_meetup;
use witverse_testing::{Client, TestPackage};

use super::services::{called, outcome};
use super::trials::try_out;
use super::{Owner, text};
use crate::community::Town;
use crate::events::{apply, call, detail, tomorrow};

const EVENT: (&str, &str) = ("events@1", "event");
const FORM: &str = r#"{ "type": "object", "additionalProperties": false, "properties": {
    "question": { "type": "string", "minLength": 1, "maxLength": 20, "default": "", "title": "Question" },
    "rounds": { "type": "integer", "minimum": 1, "maximum": 9, "default": 3, "title": "Rounds" } } }"#;

fn package() -> TestPackage {
    TestPackage {
        more: "[ui]\nisolation = \"frame\"\nslots = [\n\
               { at = \"event.form\", form = \"schemas/form.json\", title = \"t:name\" },\n\
               { at = \"event.page\", page = \"poll\", title = \"t:name\" },\n]"
            .into(),
        files: vec![
            ("web/poll.html", "<!doctype html><title>Poll</title>".into()),
            ("schemas/form.json", FORM.into()),
        ],
        ..TestPackage::new("1.0.0").asking_for(
            "sql = { mib = 16 }\nservices = [{ use = \"events@1\", scopes = [\"create\", \"read\", \"manage\"] }]",
        )
    }
}

struct Scene {
    town: Town,
    owner: Owner,
    hall: String,
    install: Value,
}

impl Scene {
    async fn open() -> Self {
        let town = Town::start().await;
        let hall = crate::blocks::complete(&town.owner, "hall").await;
        let owner = Owner::in_world(town.owner.clone(), &town.id);
        let install = owner.install(&package(), None).await;
        Self {
            town,
            owner,
            hall,
            install,
        }
    }

    /// A meetup of tomorrow with this plugin.
    fn meetup(&self, install: &Value, form: Value) -> Value {
        let mut new = new_meetup(&self.hall, &tomorrow(&self.town.app));
        new["plugin"] = json!({ "install": install["id"], "form": form });
        new
    }

    async fn event(&self) -> String {
        let new = self.meetup(&self.install, json!({ "question": "어디?" }));
        let made = call(&self.town.patron, "POST", "", &new).await;
        assert_eq!(made.line(), "201", "{}", made.body);
        text(made.payload(), "eventId")
    }

    /// What the world shows of the plugin as a kind of event.
    async fn kind(&self) -> Value {
        let pages = self.town.guest.get(&self.owner.path("extensions")).await;
        pages.payload()["items"][0]["event"].clone()
    }
}

#[tokio::test]
async fn an_organiser_fills_in_the_form_of_an_installed_plugin() {
    let scene = Scene::open().await;
    let kind = scene.kind().await;
    assert_eq!(kind["file"], "poll.html");
    assert_eq!(
        (&kind["form"][0]["key"], &kind["form"][0]["minLength"]),
        (&json!("question"), &json!(1))
    );
    let refused = async |form: Value| {
        let new = scene.meetup(&scene.install, form);
        let reply = call(&scene.town.patron, "POST", "", &new).await;
        assert_eq!(reply.line(), "422 validation_failed", "{}", reply.body);
        reply.body.to_string()
    };
    assert!(refused(json!({})).await.contains("plugin.form.question"));
    let both = refused(json!({ "question": "어디?", "rounds": 10, "more": 1 })).await;
    assert!(
        both.contains("plugin.form.rounds") && both.contains("plugin.form.more"),
        "{both}"
    );

    let event = scene.event().await;
    let shown = detail(&scene.town.guest, &event).await;
    assert_eq!(
        shown["plugin"],
        json!({
            "installId": scene.install["id"], "plugin": "acme.probe", "name": scene.install["name"],
            "form": { "question": "어디?", "rounds": 3 }, "result": null,
        })
    );
    let contents = scene
        .owner
        .path(&format!("plugins/{}/contents", text(&scene.install, "id")));
    let contents = scene.owner.client.get(&contents).await;
    let events = &contents.payload()["events"];
    assert_eq!(events["count"], 1, "an uninstall names the event: {events}");
    // A challenge has a game of its own.
    let mut challenge = scene.meetup(&scene.install, json!({ "question": "a" }));
    challenge["type"] = json!("challenge");
    challenge["attempts"] = json!(3);
    challenge["scoring"] = json!("best");
    let reply = call(&scene.town.patron, "POST", "", &challenge).await;
    assert_eq!(reply.line(), "422 validation_failed");
    assert!(
        reply.body.to_string().contains("\"plugin\""),
        "{}",
        reply.body
    );
    scene.town.app.stop().await;
}

#[tokio::test]
async fn an_event_has_a_running_plugin_of_its_world_and_stays_without_it() {
    let scene = Scene::open().await;
    let Town { app, patron, .. } = &scene.town;
    let event = scene.event().await;
    let refused = async |install: &Value| {
        let new = scene.meetup(install, json!({ "question": "어디?" }));
        let reply = call(patron, "POST", "", &new).await;
        assert_eq!(reply.line(), "409 event_plugin_unavailable");
    };
    let bea = Owner::of(app, "bea").await;
    let elsewhere = bea.install(&package(), None).await;
    refused(&elsewhere).await;
    refused(&try_out(&scene.owner, &package()).await).await;
    refused(&json!({ "id": "x-nothing" })).await;

    // The other install neither reads the event nor creates one here.
    let of = json!({ "id": event });
    let said = outcome(&bea.client, &elsewhere, EVENT, &of).await;
    assert_eq!(said, "event_not_found");
    let new = scene.meetup(&elsewhere, json!({}));
    let mut new = new;
    new["form"] = json!({ "question": "어디?" });
    let said = outcome(patron, &elsewhere, ("events@1", "create"), &new).await;
    assert_eq!(said, "event_plugin_unavailable");

    // Without the scope it is no kind of event.
    let grant = json!({ "sql": true, "services": { "events@1": ["create", "manage"] } });
    let narrowed = scene
        .owner
        .patch(&scene.install, json!({ "grant": grant }))
        .await;
    assert_eq!(narrowed.line(), "200", "{:?}", narrowed.body);
    assert_eq!(scene.kind().await, Value::Null);
    refused(&scene.install).await;

    assert_eq!(scene.owner.uninstall(&scene.install).await.line(), "200");
    let shown = detail(&scene.town.guest, &event).await;
    assert_eq!(
        (&shown["plugin"]["plugin"], &shown["phase"]),
        (&json!("acme.probe"), &json!("pre"))
    );
    scene.town.app.stop().await;
}

/// The people who take part, as the plugin reads them.
async fn participants(scene: &Scene, by: &Client, event: &str) -> Vec<Value> {
    let asked = json!({ "id": event });
    let page = called(by, &scene.install, ("events@1", "participants"), asked).await;
    let items = page["items"].as_array().unwrap();
    items.iter().map(|one| one["userId"].clone()).collect()
}

#[tokio::test]
async fn a_plugin_creates_reads_and_ends_its_events_for_the_people_who_act() {
    let mut scene = Scene::open().await;
    let mut new = new_meetup(&scene.hall, &tomorrow(&scene.town.app));
    new["form"] = json!({ "question": "어디?" });
    let made = called(
        &scene.town.patron,
        &scene.install,
        ("events@1", "create"),
        new.clone(),
    )
    .await;
    let event = text(&made, "eventId");
    let shown = detail(&scene.town.guest, &event).await;
    assert_eq!(shown["organiser"]["userId"], json!(scene.town.patron.id));
    assert_eq!(shown["plugin"]["form"]["question"], "어디?");

    // The approval of administrators stays: a request is seen by its organiser and the administrators.
    new["eligibility"] = json!("tickets");
    new["tickets"] = json!([crate::events::ticket(5, 3)]);
    let asked = called(
        &scene.town.patron,
        &scene.install,
        ("events@1", "create"),
        new,
    )
    .await;
    assert_eq!(asked["phase"], "requested");
    let listed = async |by: &Client| {
        let page = called(by, &scene.install, ("events@1", "list"), json!({})).await;
        page["items"].as_array().unwrap().len()
    };
    assert_eq!(
        (
            listed(&scene.town.guest).await,
            listed(&scene.town.patron).await
        ),
        (1, 2)
    );
    let waiting = json!({ "id": asked["eventId"] });
    let said = outcome(&scene.town.guest, &scene.install, EVENT, &waiting).await;
    assert_eq!(said, "event_not_found");

    assert_eq!(apply(&scene.town.member, &event).await.line(), "200");
    let of = json!({ "id": event });
    let read = called(&scene.town.member, &scene.install, EVENT, of.clone()).await;
    assert_eq!(
        (&read["hasPlace"], &read["isOrganiser"], &read["phase"]),
        (&json!(true), &json!(false), &json!("pre"))
    );
    let people = participants(&scene, &scene.town.guest, &event).await;
    assert_eq!(people, [json!(scene.town.member.id)]);

    let result = json!({ "id": event, "result": { "ko": "공원", "en": "The park" } });
    let state = ("events@1", "set_result");
    let said = outcome(&scene.town.patron, &scene.install, state, &result).await;
    assert_eq!(said, "event_not_started");
    let day = Duration::from_secs(86_400 + 60);
    scene.town.app.advance(day);
    let patron = scene.town.app.log_in("patron", scene.town.patron.id).await;
    let guest = scene.town.app.log_in("guest", scene.town.guest.id).await;
    scene.town.patron = patron;
    let end = ("events@1", "end");
    let said = outcome(&guest, &scene.install, end, &of).await;
    assert_eq!(said, "event_organiser_only");
    let ended = called(&scene.town.patron, &scene.install, end, of).await;
    assert_eq!(ended["phase"], "post");
    called(&guest, &scene.install, state, result).await;
    let shown = detail(&guest, &event).await;
    assert_eq!(shown["plugin"]["result"]["en"], "The park");
    scene.town.app.stop().await;
}
