//! An installed plugin as the game of a block.

use serde_json::{Value, json};
use witverse_testing::{Client, TestPackage};

use super::{Owner, fault, notes, run, text};
use crate::blocks::OF_AGORA;
use crate::community::Town;
use crate::lantern_race::{Walker, course_block};
use crate::rooms::socket::listen;

fn package() -> TestPackage {
    let page = "<!doctype html><title>Play</title>";
    TestPackage {
        more: "[[provides]]\nservice = \"acme.probe.game@1\"\n[ui]\nisolation = \"frame\"\n\
               slots = [{ at = \"block.renderer\", page = \"play\", title = \"t:name\" }]"
            .into(),
        files: vec![("web/play.html", page)],
        ..TestPackage::new("1.0.0").asking_for("sql = { mib = 16 }\nrooms = true\nchat = true")
    }
}

/// The result of one call in the room of a block.
async fn call(client: &Client, install: &Value, op: Value) -> Value {
    let reply = run(client, install, json!([op])).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["results"][0].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_installed_plugin_is_the_game_of_a_block() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let install = owner.install(&package(), None).await;
    let game = async || {
        let pages = town.guest.get(&owner.path("extensions")).await;
        pages.payload()["items"][0]["game"].clone()
    };
    let shown = game().await;
    assert_eq!(
        (&shown["file"], &shown["hasChat"]),
        (&json!("play.html"), &json!(true))
    );

    let block = course_block(&town.patron, OF_AGORA, json!("acme.probe")).await;
    let contents = owner.path(&format!("plugins/{}/contents", text(&install, "id")));
    let contents = town.owner.get(&contents).await;
    let blocks = &contents.payload()["blocks"];
    assert_eq!(blocks["count"], 1, "an uninstall names the block: {blocks}");
    let room = format!("blocks:{block}");
    let mut walker = Walker::enter(address, &town.member, &block).await;
    for place in [(16.0, 10.0), (12.0, 10.0)] {
        walker.run(place).await;
    }
    town.app
        .eventually("the install learns of the crossings", async || {
            let notes = notes(&town.patron, &install).await;
            notes.to_string().matches("crossed").count() == 3
        })
        .await;
    let bell = json!({ "op": "room_broadcast", "room": room, "topic": "bell", "payload": 1 });
    assert_eq!(
        call(&town.patron, &install, bell.clone()).await["error"],
        Value::Null
    );
    assert_eq!(walker.socket.event().await, ("bell".to_owned(), json!(1)));
    let presence = json!({ "op": "room_presence", "room": room });
    let inside = call(&town.patron, &install, presence).await;
    assert_eq!(inside["ok"]["accounts"], json!([town.member.id]));
    let kick = json!({ "op": "room_kick", "room": room, "account": town.member.id, "reason": "" });
    assert_ne!(
        call(&town.patron, &install, kick).await["error"],
        Value::Null
    );

    // The same plugin in another world is not the game of this block.
    let bea = Owner::of(&town.app, "bea").await;
    let other = bea.install(&package(), None).await;
    assert_ne!(
        call(&bea.client, &other, bell.clone()).await["error"],
        Value::Null
    );

    // Without the permission it is no game, and its calls are denied.
    let grant = json!({ "sql": true, "chat": true });
    let changed = owner.patch(&install, json!({ "grant": grant })).await;
    assert_eq!(changed.line(), "200", "{}", changed.body);
    assert!(
        owner.view(&install).await.payload()["permissions"]
            .to_string()
            .contains("\"chat\"")
    );
    let pages = town.guest.get(&owner.path("extensions")).await;
    assert_eq!(pages.payload()["items"], json!([]));
    let denied = run(&town.patron, &install, json!([bell])).await;
    let error = denied.payload()["results"][0]["error"].clone();
    let error = error.as_str().unwrap_or_default();
    assert!(error.starts_with("not-granted"), "{error}");
    town.app.stop().await;
}

#[tokio::test]
async fn a_game_declares_what_it_needs() {
    let town = Town::start().await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let check = async |package: TestPackage, reason: &str| {
        let reply = owner.upload(&package).await;
        assert_eq!(reply.line(), "422 package_invalid", "{}", reply.body);
        let says = fault(&reply);
        assert!(says.contains(reason), "{says}");
    };
    let sql = "sql = { mib = 16 }";
    check(package().asking_for(sql), "needs the capability rooms").await;
    let without_page = TestPackage {
        files: Vec::new(),
        ..package()
    };
    check(without_page, "web/play.html is missing").await;
    let chat = TestPackage {
        more: String::new(),
        ..package()
    };
    check(chat, "the capability chat is for the slot").await;
    let other = TestPackage {
        more: package().more.replace("block.renderer", "profile.actions"),
        ..package()
    };
    check(other, "the slot profile.actions is for system plugins").await;
    town.app.stop().await;
}
