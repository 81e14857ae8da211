//! The operations of events: one success each, and their refusals.

use std::time::Duration;

use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use witverse_testing::{Client, TestApp};

use super::Contract;
use crate::events::{BASE, new_meetup, ticket};
use crate::lantern_race::course_block;
use crate::user::text;

const OF_WORLD: &str = "/api/v3/worlds/evently/blocks";

struct People {
    owner: Client,
    organiser: Client,
    fan: Client,
    other: Client,
    keeper: Client,
}

fn in_minutes(app: &TestApp, minutes: i64) -> String {
    let at = app.clock.now() + time::Duration::minutes(minutes);
    at.format(&Rfc3339).unwrap()
}

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let people = People {
        owner: app.person("evowner").await,
        organiser: app.person("evorganiser").await,
        fan: app.person("evfan").await,
        other: app.person("evother").await,
        keeper: app.with_role("evkeeper", "admin").await,
    };
    for who in [&people.fan, &people.other] {
        crate::wallet_admin::give(app, who.id, 100_000).await;
    }
    let new = json!({ "worldName": "evently", "isPublic": true });
    people.owner.post("/api/v3/worlds", new).await;
    let block = course_block(&people.owner, OF_WORLD, json!("lantern-race")).await;
    let meetup = creation(contract, app, &people, &block).await;
    participation(contract, &people, (&meetup, &block)).await;
    tickets(contract, app, &people, &block).await;
    let (drawn, challenge) = drawn_and_challenge(contract, app, &people, &block).await;
    lists(contract, app, &people, &meetup).await;
    ends(contract, app, &people, &meetup, (&drawn, &challenge)).await;
}

async fn creation(contract: &mut Contract, app: &TestApp, people: &People, block: &str) -> String {
    let organiser = &people.organiser;
    let mut new = new_meetup(block, &in_minutes(app, 8));
    new["entry"] = json!("approval");
    new["maxPeople"] = json!(1);
    let with = |key: &str, value: Value| {
        let mut changed = new.clone();
        changed[key] = value;
        changed
    };
    for body in [
        json!({}),
        with("type", json!("video")),
        with("title", json!({ "ko": "", "en": "x" })),
        with("startsAt", json!("2020-01-01T00:00:00Z")),
        with("blockId", json!(uuid::Uuid::nil())),
        with("imageId", json!(uuid::Uuid::nil())),
    ] {
        contract.call(organiser, "POST", BASE, body).await;
    }
    let made = contract.call(organiser, "POST", BASE, new).await;
    let id = text(&made.payload()["eventId"]);
    let one = format!("{BASE}/{id}");
    let texts = json!({ "title": { "ko": "글", "en": "text" }, "description": { "ko": "글", "en": "text" } });
    for (who, body) in [
        (&people.fan, texts.clone()),
        (organiser, json!({})),
        (organiser, texts),
    ] {
        contract.call(who, "PUT", &one, body).await;
    }
    for path in ["/search?q=walk", "/search"] {
        let path = format!("{BASE}{path}");
        contract
            .call(&app.visitor(), "GET", &path, Value::Null)
            .await;
    }
    for path in [
        one,
        format!("{BASE}/x"),
        format!("/api/v3/meetup/{id}/detail"),
    ] {
        contract
            .call(&app.visitor(), "GET", &path, Value::Null)
            .await;
    }
    id
}

async fn participation(contract: &mut Contract, people: &People, (id, block): (&str, &str)) {
    let one = format!("{BASE}/{id}");
    let (organiser, fan, other) = (&people.organiser, &people.fan, &people.other);
    for who in [fan, fan, other] {
        contract
            .call(who, "POST", &format!("{one}/apply"), json!({}))
            .await;
    }
    let path = format!("{one}/participants?state=applied");
    let applied = contract.call(organiser, "GET", &path, Value::Null).await;
    let items = applied.payload()["items"].as_array().unwrap().clone();
    let decide = |place: &str| format!("{one}/participants/{place}/decide");
    let yes = json!({ "isApproved": true });
    let first = decide(&text(&items[0]["placeId"]));
    let second = decide(&text(&items[1]["placeId"]));
    for (who, path, body) in [
        (fan, &first, yes.clone()),
        (organiser, &decide("x"), yes.clone()),
        (organiser, &first, json!({})),
        (organiser, &first, yes.clone()),
        (organiser, &first, yes.clone()),
        (organiser, &second, yes),
    ] {
        contract.call(who, "POST", path, body).await;
    }
    let mine = contract.call(fan, "GET", &one, Value::Null).await;
    let code = mine.payload()["place"]["code"].clone();
    let helpers = format!("{one}/helpers");
    let helper = json!({ "userId": fan.id });
    for (who, body) in [
        (fan, helper.clone()),
        (organiser, json!({})),
        (organiser, json!({ "userId": organiser.id })),
        (organiser, helper.clone()),
        (organiser, helper),
    ] {
        contract.call(who, "POST", &helpers, body).await;
    }
    let helper = format!("{helpers}/{}", fan.id);
    for (who, method, path) in [
        (fan, "GET", &helpers),
        (organiser, "GET", &helpers),
        (fan, "DELETE", &helper),
        (organiser, "DELETE", &helper),
        (organiser, "DELETE", &format!("{helpers}/7")),
    ] {
        contract.call(who, method, path, Value::Null).await;
    }
    let check_in = format!("{one}/check-in");
    let place = mine.payload()["place"]["placeId"].clone();
    for (who, arrival) in [
        (fan, json!({ "code": code })),
        (organiser, json!({})),
        (organiser, json!({ "code": "0" })),
        (organiser, json!({ "placeId": uuid::Uuid::nil() })),
        (organiser, json!({ "code": code })),
        (organiser, json!({ "code": code })),
        (organiser, json!({ "placeId": place })),
    ] {
        contract.call(who, "POST", &check_in, arrival).await;
    }
    for (who, path) in [
        (organiser, "participants?q=evf"),
        (fan, "participants?q=evf"),
        (organiser, "places/log"),
        (organiser, "places/log?limit=0"),
        (fan, "places/log"),
        (fan, "places/log?mine=true"),
    ] {
        let path = format!("{one}/{path}");
        contract.call(who, "GET", &path, Value::Null).await;
    }
    for who in [fan, other, other] {
        contract
            .call(who, "POST", &format!("{one}/leave"), Value::Null)
            .await;
    }
    let joining =
        |is_joined: bool| json!({ "meetupId": id, "blockId": block, "isJoined": is_joined });
    for body in [
        joining(true),
        joining(false),
        json!({}),
        json!({ "meetupId": "x", "blockId": block, "isJoined": true }),
    ] {
        contract
            .call(other, "POST", "/api/v2/meetup/join", body)
            .await;
    }
    for path in ["wait", "transfer", "refund", "pay"] {
        let body = json!({ "userId": other.id, "priceHundredths": 1 });
        contract
            .call(other, "POST", &format!("{one}/{path}"), body)
            .await;
    }
}

async fn tickets(contract: &mut Contract, app: &TestApp, people: &People, block: &str) {
    let (organiser, fan, other) = (&people.organiser, &people.fan, &people.other);
    let mut new = new_meetup(block, &in_minutes(app, 60));
    new["eligibility"] = json!("tickets");
    new["tickets"] = json!([ticket(10, 1)]);
    let made = contract.call(organiser, "POST", BASE, new).await;
    let id = text(&made.payload()["eventId"]);
    let one = format!("{BASE}/{id}");
    let ticket = text(&made.payload()["tickets"][0]["ticketId"]);
    for (who, path) in [
        (organiser, format!("{BASE}/requests?world=evently")),
        (&people.owner, format!("{BASE}/requests?world=nowhere")),
        (&people.owner, format!("{BASE}/requests?world=evently")),
    ] {
        contract.call(who, "GET", &path, Value::Null).await;
    }
    let review = format!("{one}/review");
    for (who, body) in [
        (organiser, json!({ "isApproved": true })),
        (&people.owner, json!({ "isApproved": false })),
        (&people.owner, json!({ "isApproved": true })),
        (&people.owner, json!({ "isApproved": true })),
    ] {
        contract.call(who, "POST", &review, body).await;
    }
    let reserve = |ticket: &str| format!("{one}/tickets/{ticket}/reserve");
    for (who, path) in [
        (fan, reserve("x")),
        (fan, reserve(&ticket)),
        (other, reserve(&ticket)),
    ] {
        contract.call(who, "POST", &path, json!({})).await;
    }
    for body in [
        json!({}),
        json!({ "priceHundredths": 1 }),
        json!({ "priceHundredths": 1_000 }),
    ] {
        contract
            .call(fan, "POST", &format!("{one}/pay"), body)
            .await;
    }
    for body in [
        json!({}),
        json!({ "ticketId": ticket }),
        json!({ "ticketId": ticket }),
    ] {
        contract
            .call(other, "POST", &format!("{one}/wait"), body)
            .await;
    }
    contract
        .call(other, "POST", &format!("{one}/leave"), Value::Null)
        .await;
    for body in [
        json!({}),
        json!({ "userId": "x" }),
        json!({ "userId": other.id }),
    ] {
        contract
            .call(fan, "POST", &format!("{one}/transfer"), body)
            .await;
    }
    contract
        .call(fan, "POST", &format!("{one}/leave"), Value::Null)
        .await;
    let postpone = format!("{one}/postpone");
    for (who, at) in [
        (fan, in_minutes(app, 3_000)),
        (organiser, in_minutes(app, 10)),
        (organiser, in_minutes(app, 3_000)),
    ] {
        contract
            .call(who, "POST", &postpone, json!({ "startsAt": at }))
            .await;
    }
    contract
        .call(fan, "POST", &format!("{one}/refund"), Value::Null)
        .await;
    crate::friends::befriend(fan, (other, "evother")).await;
    for body in [json!({ "priceHundredths": 1_000 })] {
        contract
            .call(fan, "POST", &reserve(&ticket), json!({}))
            .await;
        contract
            .call(fan, "POST", &format!("{one}/pay"), body)
            .await;
    }
    contract
        .call(
            fan,
            "POST",
            &format!("{one}/transfer"),
            json!({ "userId": other.id }),
        )
        .await;
    for who in [fan, organiser, organiser] {
        contract
            .call(who, "POST", &format!("{one}/cancel"), Value::Null)
            .await;
    }
}

async fn drawn_and_challenge(
    contract: &mut Contract,
    app: &TestApp,
    people: &People,
    block: &str,
) -> (String, String) {
    let mut new = new_meetup(block, &in_minutes(app, 7));
    new["entry"] = json!("draw");
    new["maxPeople"] = json!(5);
    new["drawMinutesBefore"] = json!(5);
    let drawn = contract.call(&people.organiser, "POST", BASE, new).await;
    let drawn = text(&drawn.payload()["eventId"]);
    contract
        .call(
            &people.fan,
            "POST",
            &format!("{BASE}/{drawn}/apply"),
            json!({ "nonce": "0a".repeat(32) }),
        )
        .await;
    for path in ["draw", "draw/leaves", "ranking"] {
        contract
            .call(
                &people.fan,
                "GET",
                &format!("{BASE}/{drawn}/{path}"),
                Value::Null,
            )
            .await;
    }
    let mut new = new_meetup(block, &in_minutes(app, 30));
    new["type"] = json!("challenge");
    new["attempts"] = json!(2);
    new["scoring"] = json!("sum");
    new["laps"] = json!(2);
    let challenge = contract.call(&people.owner, "POST", BASE, new).await;
    let challenge = text(&challenge.payload()["eventId"]);
    contract
        .call(
            &people.fan,
            "GET",
            &format!("{BASE}/{challenge}/ranking"),
            Value::Null,
        )
        .await;
    let label = format!("{BASE}/{challenge}/official");
    for (who, body) in [
        (&people.owner, json!({ "isOfficial": true })),
        (&people.keeper, json!({})),
        (&people.keeper, json!({ "isOfficial": true })),
    ] {
        contract.call(who, "PUT", &label, body).await;
    }
    (drawn, challenge)
}

async fn lists(contract: &mut Contract, app: &TestApp, people: &People, meetup: &str) {
    let visitor = app.visitor();
    for query in [
        "",
        "?q=text",
        "?when=past",
        "?when=x",
        "?limit=0",
        "?page=101",
        "?world=evently&type=meetup",
    ] {
        contract
            .call(&visitor, "GET", &format!("{BASE}{query}"), Value::Null)
            .await;
    }
    for path in ["mine/organised", "mine/joined", "mine/rewards"] {
        contract
            .call(&people.fan, "GET", &format!("{BASE}/{path}"), Value::Null)
            .await;
    }
    contract
        .call(
            &people.fan,
            "POST",
            &format!("{BASE}/mine/rewards/seen"),
            Value::Null,
        )
        .await;
    contract
        .call(
            &visitor,
            "GET",
            &format!("{BASE}/{meetup}/participants"),
            Value::Null,
        )
        .await;
    contract
        .call(&visitor, "GET", "/api/v3/meetup/ranking", Value::Null)
        .await;
}

/// The clock goes on by less than an access token lives.
async fn ends(
    contract: &mut Contract,
    app: &TestApp,
    people: &People,
    meetup: &str,
    (drawn, _): (&str, &str),
) {
    let end = format!("{BASE}/{meetup}/end");
    contract
        .call(&people.organiser, "POST", &end, Value::Null)
        .await;
    app.advance(Duration::from_secs(4 * 60));
    for (published, seconds) in [("root", 61), ("seed", 0)] {
        app.eventually("the draw goes on", async || {
            let reply = app.visitor().get(&format!("{BASE}/{drawn}/draw")).await;
            reply.payload()[published].is_string()
        })
        .await;
        app.advance(Duration::from_secs(seconds));
    }
    for path in ["draw", "draw/leaves"] {
        contract
            .call(
                &people.fan,
                "GET",
                &format!("{BASE}/{drawn}/{path}"),
                Value::Null,
            )
            .await;
    }
    app.advance(Duration::from_secs(4 * 60));
    for who in [&people.fan, &people.organiser, &people.organiser] {
        contract.call(who, "POST", &end, Value::Null).await;
    }
    for who in [&people.fan, &people.other] {
        let leave = format!("{BASE}/{meetup}/leave");
        contract.call(who, "POST", &leave, Value::Null).await;
    }
    let (stop, fraud) = (
        format!("{BASE}/{drawn}/stop"),
        json!({ "reason": "A fraud." }),
    );
    for (who, body) in [
        (&people.fan, fraud.clone()),
        (&people.keeper, json!({})),
        (&people.keeper, fraud.clone()),
        (&people.keeper, fraud),
    ] {
        contract.call(who, "POST", &stop, body).await;
    }
}
