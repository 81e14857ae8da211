//! One rule decides who may hold a place: at the application, a transfer, an offer and the door.

use super::*;
use crate::friends::befriend;

async fn give(by: &Client, event: &str, to: &Client) -> String {
    let body = json!({ "userId": to.id });
    post(by, event, "transfer", body).await.line()
}

impl Scene {
    async fn open_block_to(&self, access: &str) {
        let path = format!("/api/v3/blocks/{}", self.hall);
        let edited = self
            .town
            .owner
            .put(&path, json!({ "access": access }))
            .await;
        assert_eq!(edited.line(), "200", "{}", edited.body);
    }

    async fn skipped(&self) -> i64 {
        let skipped = "select count(*) from plugin_events.place_entry where reason = 'skipped'";
        self.town.app.count(skipped).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_is_not_given_to_a_person_who_may_not_come() {
    let scene = Scene::open().await;
    let town = &scene.town;
    let event = scene.created(&town.patron, HOUR / 2, json!({})).await;
    assert_eq!(apply(&town.member, &event).await.line(), "200");
    let listed = town.app.person("listed").await;
    for (friend, name) in [(&town.guest, "guest"), (&listed, "listed")] {
        befriend(&town.member, (friend, name)).await;
    }
    let body = json!({ "nickname": "listed", "reason": "Spam.", "until": null });
    let entry = town.manage("blacklist", body).await;
    assert_eq!(entry.line(), "201", "{}", entry.body);
    let (excluded, not_admitted) = ("403 event_friend_excluded", "403 event_not_admitted");
    assert_eq!(give(&town.member, &event, &listed).await, excluded);
    assert_eq!(apply(&listed, &event).await.line(), "403 world_blacklisted");

    scene.open_block_to("members").await;
    assert_eq!(give(&town.member, &event, &town.guest).await, excluded);
    assert_eq!(
        apply(&town.guest, &event).await.line(),
        "403 block_members_only"
    );
    scene.open_block_to("everybody").await;
    town.make_private().await;
    assert_eq!(give(&town.member, &event, &town.guest).await, excluded);
    let seen = call(&town.guest, "GET", &format!("/{event}"), &Value::Null).await;
    assert_eq!(seen.line(), "403 world_members_only");

    // The friend gets the place while they may come, and is let in while they may.
    town.set_public(true).await;
    assert_eq!(give(&town.member, &event, &town.guest).await, "200");
    let seen = detail(&town.guest, &event).await;
    let path = format!("/api/v3/meetup/{event}/detail");
    let other = town.guest.get(&path).await;
    assert_eq!(other.payload()["place"], seen["place"]);
    let code = seen["place"]["code"].clone();
    let arrives = async || {
        let arrival = json!({ "code": code });
        post(&town.patron, &event, "check-in", arrival).await.line()
    };
    scene.open_block_to("members").await;
    assert_eq!(arrives().await, not_admitted);
    scene.open_block_to("everybody").await;
    town.make_private().await;
    assert_eq!(arrives().await, not_admitted);
    town.set_public(true).await;
    assert_eq!(arrives().await, "200");

    // The organiser sees who was let in, also across a block between the two.
    crate::community::block(&town.guest, &town.patron).await;
    for path in ["participants", "places/log"] {
        let list = call(
            &town.patron,
            "GET",
            &format!("/{event}/{path}"),
            &Value::Null,
        )
        .await;
        let first = &list.payload()["items"][0];
        assert_eq!(first["person"]["nickname"], "guest", "{path} {}", list.body);
        assert!(list.payload().get("total").is_none(), "{}", list.body);
    }
    // Others see who takes part, and ask for nothing else.
    let path = format!("/{event}/participants?state=waiting");
    let waiting = call(&town.member, "GET", &path, &Value::Null).await;
    assert_eq!(waiting.line(), "403 event_organiser_only");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_waiting_person_who_may_not_come_is_passed_over() {
    let scene = Scene::open().await;
    let town = &scene.town;
    let event = scene
        .created(&town.patron, HOUR, json!({ "maxPeople": 1 }))
        .await;
    assert_eq!(apply(&town.member, &event).await.line(), "200");
    for who in [&town.guest, &town.admin] {
        let waits = post(who, &event, "wait", json!({})).await;
        assert_eq!(waits.line(), "200", "{}", waits.body);
    }
    scene.open_block_to("members").await;
    let left = post(&town.member, &event, "leave", Value::Null).await;
    assert_eq!(left.line(), "200", "{}", left.body);
    assert_eq!(
        detail(&town.admin, &event).await["place"]["state"],
        "offered"
    );
    assert_eq!(scene.skipped().await, 1);
    // An offer is accepted only by a person who may still come.
    scene.open_block_to("owner").await;
    let patron = &town.patron;
    assert_eq!(apply(patron, &event).await.line(), "409 event_full");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_item_admits_one_person() {
    let scene = Scene::open().await;
    let town = &scene.town;
    let keeper = town.app.administrator().await;
    let lantern = crate::items::granted(&keeper, "lantern", "member").await;
    let changes =
        json!({ "eligibility": "items", "items": [{ "id": lantern, "isCollection": false }] });
    let event = scene.created(&town.patron, HOUR / 2, changes).await;
    let hand_over = async |to: &Client| {
        sqlx::query("update plugin_items.item set owner_id = $1 where id = $2::uuid")
            .bind(to.id)
            .bind(&lantern)
            .execute(town.app.owner())
            .await
            .unwrap();
    };
    let arrives = async |who: &Client| {
        let code = detail(who, &event).await["place"]["code"].clone();
        let arrival = json!({ "code": code });
        post(&town.patron, &event, "check-in", arrival).await.line()
    };
    assert_eq!(apply(&town.member, &event).await.line(), "200");
    hand_over(&town.guest).await;
    assert_eq!(arrives(&town.member).await, "403 event_not_admitted");
    // The new owner takes part with it; the place of the former one ends.
    assert_eq!(apply(&town.guest, &event).await.line(), "200");
    assert_eq!(
        detail(&town.member, &event).await["place"]["state"],
        "freed"
    );
    assert_eq!(scene.skipped().await, 1);
    let told = alarms_of(&town.app, &town.member, "Your place has ended").await;
    assert_eq!(told.0, 1);
    assert_eq!(arrives(&town.guest).await, "200");
    // It has let a person in.
    hand_over(&town.admin).await;
    assert_eq!(
        apply(&town.admin, &event).await.line(),
        "409 event_item_used"
    );
    assert_eq!(detail(&town.patron, &event).await["numbers"]["taken"], 1);
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_pays_too_late_reads_that_the_time_is_over() {
    let mut scene = Scene::open().await;
    let (event, tickets) = scene.ticketed(2 * HOUR, &[(30, 5)]).await;
    let held = reserve(&scene.town.member, &event, &tickets[0]).await;
    assert_eq!(held.line(), "200", "{}", held.body);
    scene.advance(16 * MINUTE).await;
    let member = &scene.town.member;
    assert_eq!(
        pay(member, &event, 3_000).await.line(),
        "409 event_hold_expired"
    );
    let expired = "select count(*) from plugin_events.place_entry where reason = 'cart_expired'";
    let app = &scene.town.app;
    app.eventually("the timer has freed the place", async || {
        app.count(expired).await == 1
    })
    .await;
    assert_eq!(
        pay(member, &event, 3_000).await.line(),
        "409 event_hold_expired"
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_ledger_of_places_has_the_order_of_the_lock() {
    let scene = Scene::open().await;
    let event = scene
        .created(&scene.town.patron, HOUR, json!({ "maxPeople": 2 }))
        .await;
    let town = &scene.town;
    let people = [&town.member, &town.guest, &town.admin, &town.owner];
    let turns = people.map(|who| {
        let (who, event) = (who.clone(), event.clone());
        async move {
            for _ in 0..3 {
                apply(&who, &event).await;
                post(&who, &event, "leave", Value::Null).await;
            }
        }
    });
    crate::support::concurrently(turns).await;
    let oversold = "select count(*) from (select sum(x.delta) over (order by x.seq, x.id) as taken
        from plugin_events.place_entry x) t where t.taken > 2 or t.taken < 0";
    assert_eq!(town.app.count(oversold).await, 0);
    let twice = "select count(*) from (select 1 from plugin_events.place_entry group by event_id, seq having count(*) > 1) t";
    assert_eq!(town.app.count(twice).await, 0);
    scene.close().await;
}
