//! Decisions about resources that plugins declare: rooms with roles, and seats in them.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, TestApp};

use crate::support::{reported, run};

fn declare(kind: &str, id: &str, parent: Option<&str>, attributes: Value) -> Value {
    json!({ "op": "declare", "kind": kind, "id": id, "parent": parent, "attributes": attributes })
}

fn grant(person: &Client, role: &str, kind: &str, id: &str) -> Value {
    json!({ "op": "grant_role", "person": person.id, "role": role, "kind": kind, "id": id })
}

/// A closed room `1`, also called `hall`, with the seat `1`; `guest` is its guest.
async fn furnish(owner: &Client, guest: &Client) {
    let mut room = declare("Room", "1", None, json!({ "isOpen": false }));
    room["alias"] = json!("hall");
    let ops = json!([
        room,
        declare("Seat", "1", Some("1"), json!({})),
        grant(owner, "owner", "Room", "1"),
        grant(guest, "guest", "Room", "1"),
    ]);
    let reply = run(owner, ops).await;
    let results = &reply.payload()["results"];
    for result in results.as_array().unwrap() {
        assert!(result["error"].is_null(), "{results}");
    }
}

#[tokio::test]
async fn a_route_decides_about_the_resource_that_it_names() {
    let app = TestApp::start().await;
    let (owner, guest) = (app.person("owner").await, app.person("guest").await);
    let (stranger, visitor) = (app.person("stranger").await, app.visitor());
    furnish(&owner, &guest).await;

    let room = |key: &str| format!("/api/x/probe/rooms/{key}");
    for key in ["1", "hall"] {
        for (client, expected) in [
            (&owner, "200"),
            (&guest, "200"),
            (&stranger, "403 room_closed"),
            (&visitor, "401 unauthenticated"),
        ] {
            assert_eq!(client.get(&room(key)).await.line(), expected, "{key}");
        }
    }
    let refused = stranger.get(&room("1")).await;
    assert_eq!(refused.body["language"]["ko"], "닫힌 방입니다.");
    assert_eq!(stranger.get(&room("2")).await.line(), "404 room_not_found");

    // A role on the room decides about the seats in it.
    let take = |seat: Value| json!({ "seat": seat });
    let seats = "/api/x/probe/seats";
    for (client, body, expected) in [
        (&guest, take(json!("1")), "200"),
        (&owner, take(json!("1")), "403 guests_only"),
        (&stranger, take(json!("1")), "403 guests_only"),
        (&guest, take(json!("2")), "404 not_found"),
        (&guest, take(json!(1)), "422 validation_failed"),
        (&guest, json!({}), "422 validation_failed"),
        (&visitor, take(json!("2")), "401 unauthenticated"),
    ] {
        let line = client.post(seats, body.clone()).await.line();
        assert_eq!(line, expected, "{body}");
    }
    for (query, expected) in [
        ("?seat=1", "200"),
        ("?seat=2", "404 not_found"),
        ("", "422 validation_failed"),
    ] {
        let line = visitor.get(&format!("{seats}{query}")).await.line();
        assert_eq!(line, expected, "{query}");
    }

    // An open room needs no role; a role that was taken away counts no more.
    let open = declare("Room", "1", None, json!({ "isOpen": true }));
    let revoke = json!({ "op": "revoke_role", "person": guest.id, "role": "guest", "kind": "Room", "id": "1" });
    run(&owner, json!([open, revoke])).await;
    assert_eq!(visitor.get(&room("1")).await.status, 200);
    assert_eq!(
        stranger.get(&room("hall")).await.line(),
        "404 room_not_found"
    );
    let line = guest.post(seats, take(json!("1"))).await.line();
    assert_eq!(line, "403 guests_only");

    // What is in a room goes with it, and so do the roles.
    run(
        &owner,
        json!([{ "op": "remove", "kind": "Room", "id": "1" }]),
    )
    .await;
    assert_eq!(owner.get(&room("1")).await.line(), "404 room_not_found");
    assert_eq!(visitor.get(&format!("{seats}?seat=1")).await.status, 404);
    let left = app
        .count("select count(*) from kernel.role_binding where scope like 'probe::%'")
        .await;
    assert_eq!(left, 0);
}

#[tokio::test]
async fn a_resource_is_declared_as_the_manifest_says() {
    let app = TestApp::start().await;
    let (owner, guest) = (app.person("owner").await, app.person("guest").await);
    furnish(&owner, &guest).await;
    let mut hall = declare("Room", "2", None, json!({ "isOpen": true }));
    hall["alias"] = json!("hall");
    let cases = [
        (
            declare("Cellar", "1", None, json!({})),
            "declares no resource kind",
        ),
        (
            declare("Room", "", None, json!({ "isOpen": true })),
            "1 to 64 bytes",
        ),
        (declare("Room", "2", None, json!({})), "isOpen"),
        (
            declare("Room", "2", None, json!({ "isOpen": "yes" })),
            "isOpen",
        ),
        (
            declare("Room", "2", None, json!({ "isOpen": true, "big": true })),
            "big",
        ),
        (
            declare("Room", "2", Some("1"), json!({ "isOpen": true })),
            "has no parent",
        ),
        (hall, "has this alias"),
        (declare("Seat", "2", None, json!({})), "is missing"),
        (declare("Seat", "2", Some("7"), json!({})), "does not exist"),
        (grant(&guest, "king", "Room", "1"), "no role"),
        (grant(&guest, "guest", "Room", "7"), "no such resource"),
        (grant(&guest, "guest", "Seat", "1"), "no role"),
        (
            json!({ "op": "remove", "kind": "Cellar", "id": "1" }),
            "declares no resource kind",
        ),
    ];
    for (op, expected) in cases {
        let results = reported(&owner, json!([op])).await;
        let error = results[0]["error"].to_string();
        assert!(error.contains(expected), "{op}: {results}");
    }
}

#[tokio::test]
async fn a_plugin_asks_about_what_it_has_declared() {
    let app = TestApp::start().await;
    let (owner, guest) = (app.person("owner").await, app.person("guest").await);
    furnish(&owner, &guest).await;
    let explain =
        |id: &str| json!({ "op": "explain", "action": "enterRoom", "kind": "Room", "id": id });
    let new = declare("Room", "new", None, json!({ "isOpen": true }));
    let results = reported(
        &guest,
        json!([explain("hall"), explain("none"), new, explain("new")]),
    )
    .await;
    let found = |at: usize| &results[at]["ok"];
    assert_eq!(
        found(0)["policies"],
        json!(["probe: guests-enter"]),
        "{results}"
    );
    assert_eq!(found(1)["allowed"], false, "{results}");
    assert_eq!(
        found(3)["policies"],
        json!(["probe: rooms-are-entered"]),
        "{results}"
    );
    let stranger = app.person("stranger").await;
    let results = reported(&stranger, json!([explain("hall")])).await;
    assert_eq!(
        results[0]["ok"]["problems"],
        json!(["room_closed"]),
        "{results}"
    );
}

#[tokio::test]
async fn a_plugin_asks_what_other_people_may_do() {
    let app = TestApp::start().await;
    let (owner, guest) = (app.person("owner").await, app.person("guest").await);
    furnish(&owner, &guest).await;
    let stranger = app.person("stranger").await;
    let ask = |kind: &str, people: Value| json!({ "op": "explain_for", "people": people, "action": "enterRoom", "kind": kind, "id": "hall" });
    let people = json!([stranger.id, guest.id, "nobody", Uuid::now_v7(), owner.id]);
    // The caller does not matter.
    for caller in [&owner, &stranger] {
        let results = reported(
            caller,
            json!([
                ask("Room", people.clone()),
                ask("Room", json!([])),
                ask("Cellar", people.clone())
            ]),
        )
        .await;
        let expected = json!([false, true, false, false, true]);
        assert_eq!(results[0]["ok"], expected, "{results}");
        assert_eq!(results[1]["ok"], json!([]));
        assert_eq!(results[2]["ok"], json!(vec![false; 5]));
    }
    let many: Vec<Uuid> = (0..201).map(|_| guest.id).collect();
    let reply = run(&owner, json!([ask("Room", json!(many))])).await;
    assert_eq!(reply.line(), "502 plugin_failed", "{}", reply.body);
}
