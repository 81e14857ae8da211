//! An installed plugin as the game of a block.

use serde_json::{Value, json};
use witverse_rooms::protocol::KickCode;
use witverse_testing::{Client, TestPackage};

use super::trials::{players, try_out};
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
        files: vec![("web/play.html", page.into())],
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_on_trial_has_a_copy_of_a_block() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let owner = Owner::in_world(town.owner.clone(), &town.id);
    let trial = try_out(&owner, &package()).await;
    assert_eq!(trial["isGame"], true);
    let block = course_block(&town.patron, OF_AGORA, Value::Null).await;
    let install = text(&trial, "id");
    let copy = format!("{block}:{install}");
    let join = async |client: &Client, room: &str| {
        let path = format!("/api/rooms/blocks:{room}/join");
        client.post(&path, json!({})).await
    };

    // For people who do not manage the world, the copy does not exist.
    let player = owner.client.with_header("x-witverse-player", "1");
    let pretender = town.member.with_header("x-witverse-player", "1");
    for client in [&town.member, &pretender, &town.app.visitor()] {
        assert_eq!(join(client, &copy).await.line(), "404 room_not_found");
    }
    for unknown in [format!("{block}:x-aaaaaaaaaaaa"), format!("{block}:")] {
        let reply = join(&owner.client, &unknown).await;
        assert_eq!(reply.line(), "404 room_not_found");
    }

    // A made-up player is in the copy alone. The block itself has no game and is not visited.
    let mut walker = Walker::enter(address, &player, &copy).await;
    let mut visitor = Walker::enter(address, &town.member, &block).await;
    for place in [(16.0, 10.0), (12.0, 10.0)] {
        walker.run(place).await;
        visitor.run(place).await;
    }
    let player_id = players(&owner, &trial).await[1]["id"].clone();
    town.app
        .eventually("the plugin learns of the crossings", async || {
            let notes = notes(&player, &trial).await.to_string();
            notes.matches("crossed").count() == 3
        })
        .await;
    let notes = notes(&player, &trial).await.to_string();
    assert!(!notes.contains(&town.member.id.to_string()), "{notes}");
    let presence = |room: &str| json!({ "op": "room_presence", "room": format!("blocks:{room}") });
    let inside = call(&player, &trial, presence(&copy)).await;
    assert_eq!(inside["ok"]["accounts"], json!([player_id]));
    let outside = call(&player, &trial, presence(&block)).await;
    assert_ne!(outside["error"], Value::Null, "{outside}");
    let bell = json!({ "op": "room_broadcast", "room": format!("blocks:{copy}"), "topic": "bell", "payload": 1 });
    assert_eq!(call(&player, &trial, bell).await["error"], Value::Null);
    assert_eq!(walker.socket.event().await, ("bell".to_owned(), json!(1)));
    let myself = Walker::enter(address, &owner.client, &copy).await;
    let names = &myself.socket.names;
    assert!(names.contains(&"Player1".to_owned()), "{names:?}");

    // A block of another world has no copy for this trial.
    let bea = town.app.person("bea").await;
    let world = json!({ "worldName": "beacon", "isPublic": true });
    assert_eq!(bea.post("/api/v3/worlds", world).await.line(), "201");
    let theirs = course_block(&bea, "/api/v3/worlds/beacon/blocks", Value::Null).await;
    let elsewhere = join(&player, &format!("{theirs}:{install}")).await;
    assert_eq!(elsewhere.line(), "404 room_not_found");

    // With the trial, the copy ends.
    assert_eq!(owner.uninstall(&trial).await.line(), "200");
    let (code, _) = walker.socket.kicked().await;
    assert_eq!(code, KickCode::RoomClosed);
    assert_eq!(join(&player, &copy).await.line(), "404 room_not_found");
    assert_eq!(join(&town.member, &block).await.line(), "200");
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
