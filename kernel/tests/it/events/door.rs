//! Check-in, transfers, no-shows, and an early end.

use super::*;
use crate::friends::befriend;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_lets_its_holder_in_once_and_a_transfer_makes_a_new_one() {
    let mut scene = Scene::open().await;
    let event = scene
        .created(
            &scene.town.patron,
            3 * HOUR,
            json!({ "maxPeople": 2, "noShowMinutes": 15 }),
        )
        .await;
    let other = scene.created(&scene.town.patron, 3 * HOUR, json!({})).await;
    let first = text(&apply(&scene.town.member, &event).await.payload()["code"]);
    assert_eq!(apply(&scene.town.admin, &event).await.line(), "200");
    let of_other = text(&apply(&scene.town.member, &other).await.payload()["code"]);
    let check_in = async |by: &Client, code: &str| {
        post(by, &event, "check-in", json!({ "code": code }))
            .await
            .line()
    };
    assert_eq!(
        check_in(&scene.town.patron, &first).await,
        "409 event_check_in_early"
    );
    let give = json!({ "userId": scene.town.guest.id });
    assert_eq!(
        post(&scene.town.member, &event, "transfer", give.clone())
            .await
            .line(),
        "403 event_not_friends"
    );
    befriend(&scene.town.member, (&scene.town.guest, "guest")).await;
    let given = post(&scene.town.member, &event, "transfer", give.clone()).await;
    assert_eq!(
        (given.line().as_str(), &given.payload()["code"]),
        ("200", &Value::Null),
        "{}",
        given.body
    );
    assert_eq!(
        post(&scene.town.member, &event, "transfer", give)
            .await
            .line(),
        "404 event_place_not_found"
    );
    let second = text(&detail(&scene.town.guest, &event).await["place"]["code"]);
    assert_eq!(
        detail(&scene.town.patron, &event).await["numbers"]["taken"],
        2
    );
    for (who, reason, kind) in [
        (&scene.town.member, "given_away", "freed"),
        (&scene.town.guest, "transferred", "taken"),
    ] {
        let path = format!("/{event}/places/log?mine=true");
        let own = call(who, "GET", &path, &Value::Null).await;
        let latest = &own.payload()["items"][0];
        assert_eq!(
            (&latest["reason"], &latest["kind"]),
            (&json!(reason), &json!(kind))
        );
    }
    // A third person waits for a place at the door.
    assert_eq!(
        post(&scene.town.owner, &event, "wait", json!({}))
            .await
            .line(),
        "200"
    );

    scene.advance(3 * HOUR).await;
    let patron = &scene.town.patron;
    for forged in ["", "0000000000", &of_other, &first, &format!("{second}0")] {
        assert_eq!(
            check_in(patron, forged).await,
            "409 event_code_invalid",
            "{forged}"
        );
    }
    assert_eq!(
        check_in(&scene.town.guest, &second).await,
        "403 event_helpers_only"
    );
    // As people type it.
    let typed = format!(" {}-{}", second[..5].to_lowercase(), &second[5..]);
    assert_eq!(check_in(patron, &typed).await, "200");
    assert_eq!(check_in(patron, &second).await, "409 event_checked_in");
    assert_eq!(
        post(&scene.town.guest, &event, "leave", Value::Null)
            .await
            .line(),
        "409 event_checked_in"
    );
    // A person without a code is found by a part of the nickname, and let in from the list.
    let found = async |by: &Client, q: &str| {
        let path = format!("/{other}/participants?q={q}");
        call(by, "GET", &path, &Value::Null).await
    };
    assert_eq!(
        found(&scene.town.guest, "member").await.line(),
        "403 event_organiser_only"
    );
    assert_eq!(found(patron, "zzz").await.payload()["items"], json!([]));
    let members = found(patron, "EMBE").await;
    let place = members.payload()["items"][0]["placeId"].clone();
    let by_hand = async |by: &Client, event: &str, body: Value| {
        post(by, event, "check-in", body).await.line()
    };
    let this = json!({ "placeId": place });
    for (by, event, body, line) in [
        (
            &scene.town.guest,
            &other,
            this.clone(),
            "403 event_helpers_only",
        ),
        (patron, &event, this.clone(), "409 event_place_freed"),
        (
            patron,
            &other,
            json!({ "placeId": uuid::Uuid::nil() }),
            "409 event_place_freed",
        ),
        (patron, &other, json!({}), "422 validation_failed"),
        (
            patron,
            &other,
            json!({ "placeId": place, "code": of_other }),
            "422 validation_failed",
        ),
        (patron, &other, this.clone(), "200"),
        (patron, &other, this, "409 event_checked_in"),
    ] {
        assert_eq!(by_hand(by, event, body).await, line);
    }
    // The administrator did not come: the place goes to the person who waits.
    scene.advance(16 * 60 * Duration::from_secs(1)).await;
    let owner = &scene.town.owner;
    scene
        .town
        .app
        .eventually("the place is offered at the door", async || {
            detail(owner, &event).await["place"]["state"] == "offered"
        })
        .await;
    assert_eq!(apply(owner, &event).await.payload()["state"], "taken");

    assert_eq!(
        post(&scene.town.guest, &event, "end", Value::Null)
            .await
            .line(),
        "403 event_organiser_only"
    );
    assert_eq!(
        post(&scene.town.patron, &event, "end", Value::Null)
            .await
            .payload()["phase"],
        "post"
    );
    assert_eq!(
        post(&scene.town.patron, &event, "end", Value::Null)
            .await
            .line(),
        "409 event_ended"
    );
    assert_eq!(
        check_in(&scene.town.patron, &second).await,
        "409 event_ended"
    );
    let most = scene.town.app.visitor().get("/api/v3/meetup/ranking").await;
    let best = &most.payload()["items"][0];
    assert_eq!(
        (&best["eventId"], &best["attended"]),
        (&json!(event), &json!(1))
    );
    scene.close().await;
}
