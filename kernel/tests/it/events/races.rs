//! Concurrent calls: the last place, a ticket and a cancellation, two tabs.

use uuid::Uuid;
use witverse_testing::events::rig::take;

use super::*;
use crate::friends::befriend;
use crate::support::concurrently;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_fifty_people_one_gets_the_last_place() {
    let scene = Scene::open().await;
    let event = scene
        .created(&scene.town.patron, 3 * HOUR, json!({ "maxPeople": 1 }))
        .await;
    let mut people = Vec::new();
    for n in 0..50 {
        people.push(scene.town.app.person(&format!("person_{n}")).await);
    }
    let replies = concurrently(people.into_iter().map(|person| {
        let event = event.clone();
        async move { apply(&person, &event).await.line() }
    }))
    .await;
    let (won, full) = (
        replies.iter().filter(|line| *line == "200").count(),
        replies
            .iter()
            .filter(|line| *line == "409 event_full")
            .count(),
    );
    assert_eq!((won, full), (1, 49), "{replies:?}");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_ticket_that_is_bought_while_the_event_is_cancelled_is_refunded_or_refused() {
    let scene = Scene::open().await;
    let (member, patron) = (&scene.town.member, &scene.town.patron);
    for round in 0..6 {
        let (event, tickets) = scene.ticketed(48 * HOUR, &[(30, 1)]).await;
        assert_eq!(reserve(member, &event, &tickets[0]).await.line(), "200");
        let replies = concurrently([0, 1].map(|what| {
            let (member, patron, event) = (member.clone(), patron.clone(), event.clone());
            async move {
                match what {
                    0 => pay(&member, &event, 3_000).await.line(),
                    _ => post(&patron, &event, "cancel", Value::Null).await.line(),
                }
            }
        }))
        .await;
        assert_eq!(replies[1], "200", "round {round}");
        let of_buyer = ["200", "409 event_cancelled", "404 event_place_not_found"];
        assert!(of_buyer.contains(&replies[0].as_str()), "{replies:?}");
        scene
            .town
            .app
            .eventually("the WIT are back", async || {
                balance(member).await == 100_000
            })
            .await;
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_person_in_two_tabs_has_one_place_and_pays_once() {
    let scene = Scene::open().await;
    let member = &scene.town.member;
    let (event, tickets) = scene.ticketed(48 * HOUR, &[(30, 9), (20, 9)]).await;
    let held = concurrently([0, 1, 0, 1].map(|n| {
        let (member, event, ticket) = (member.clone(), event.clone(), tickets[n].clone());
        async move { reserve(&member, &event, &ticket).await.line() }
    }))
    .await;
    assert!(held.iter().all(|line| line == "200"), "{held:?}");
    let mine = detail(member, &event).await["place"].clone();
    let price = if mine["ticketId"] == json!(tickets[0]) {
        3_000
    } else {
        2_000
    };
    let paid = concurrently([0, 1, 2].map(|_| {
        let (member, event) = (member.clone(), event.clone());
        async move { pay(&member, &event, price).await.line() }
    }))
    .await;
    assert!(paid.iter().all(|line| line == "200"), "{paid:?}");
    assert_eq!(balance(member).await, 100_000 - price);
    assert_eq!(detail(member, &event).await["numbers"]["taken"], 1);
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn people_who_join_a_meetup_without_a_limit_at_once_have_one_place_each() {
    let scene = Scene::open().await;
    let event = scene
        .created(&scene.town.patron, 3 * HOUR, json!({ "maxPeople": null }))
        .await;
    let mut people = vec![scene.town.member.clone(), scene.town.guest.clone()];
    for n in 0..10 {
        people.push(scene.town.app.person(&format!("person_{n}")).await);
    }
    let twice = people.iter().chain(&people);
    let replies =
        futures::future::join_all(twice.map(|person| scene.join(person, &event, true))).await;
    for reply in &replies {
        assert_eq!(reply.line(), "200", "{}", reply.body);
        assert_eq!(reply.payload()["isJoined"], true);
    }
    assert_eq!(
        detail(&scene.town.member, &event).await["numbers"]["taken"],
        people.len()
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn who_joins_while_the_own_ticket_is_given_back_needs_a_new_one() {
    let scene = Scene::open().await;
    let member = &scene.town.member;
    let (event, tickets) = scene.ticketed(48 * HOUR, &[(30, 9)]).await;
    assert_eq!(reserve(member, &event, &tickets[0]).await.line(), "200");
    let id = Uuid::parse_str(&event).unwrap();
    let mut other = scene.town.app.owner().begin().await.unwrap();
    for statement in [
        "select 1 from plugin_events.event where id = $1 for no key update",
        "insert into plugin_events.place_entry (id, event_id, place_id, ticket_id, delta, reason, at)
         select gen_random_uuid(), event_id, id, ticket_id, -1, 'left', now() from plugin_events.place where event_id = $1",
        "update plugin_events.place set state = 'freed', held_until = null where event_id = $1",
    ] {
        sqlx::query(statement).bind(id).execute(&mut *other).await.unwrap();
    }
    let give_back = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        other.commit().await.unwrap();
    };
    let (reply, ()) = futures::join!(scene.join(member, &event, true), give_back);
    assert_eq!(reply.line(), "409 event_ticket_needed");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_the_last_place_is_sold_twice() {
    let scene = Scene::open().await;
    for (is_locked, sold) in [(false, 3), (true, 1)] {
        let event = scene
            .created(&scene.town.patron, 3 * HOUR, json!({ "maxPeople": 1 }))
            .await;
        let id = Uuid::parse_str(&event).unwrap();
        let pool = scene.town.app.owner().clone();
        let got = concurrently((0..3).map(|_| take(pool.clone(), id, is_locked))).await;
        let got = got.into_iter().filter(|got| *got).count();
        assert_eq!(got, sold, "with the lock: {is_locked}");
    }
    scene.town.app.stop().await;
}

/// Random numbers from a seed (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }
}

/// What people, and the organiser, do at the events of the property test: open, approved, drawn, and with tickets.
const ACTS: [&[&str]; 4] = [
    &["apply", "apply", "wait", "leave", "transfer", "check-in"],
    &["apply", "apply", "leave", "decide", "decide", "check-in"],
    &["apply", "apply", "apply", "leave", "wait", "check-in"],
    &[
        "reserve", "buy", "buy", "pay", "wait", "leave", "refund", "transfer", "check-in",
    ],
];

async fn act(
    (who, organiser, friend): (Client, Client, Client),
    (event, ticket): (String, Option<String>),
    what: &str,
) {
    let ticket = ticket.unwrap_or_default();
    let reply = match what {
        "reserve" => reserve(&who, &event, &ticket).await,
        "buy" | "pay" => {
            if what == "buy" {
                let held = reserve(&who, &event, &ticket).await;
                assert!(!held.status.is_server_error(), "{}", held.body);
            }
            let place = detail(&who, &event).await["place"]["ticketId"].clone();
            let price = if place == json!(ticket) { 3_000 } else { 2_000 };
            pay(&who, &event, price).await
        }
        "wait" if ticket.is_empty() => post(&who, &event, what, json!({})).await,
        "wait" => post(&who, &event, what, json!({ "ticketId": ticket })).await,
        "transfer" => post(&who, &event, what, json!({ "userId": friend.id })).await,
        "decide" => {
            let Some(place) = first_place(&organiser, &event, "applied").await else {
                return;
            };
            let path = format!("participants/{place}/decide");
            post(&organiser, &event, &path, json!({ "isApproved": true })).await
        }
        "check-in" => {
            let Some(place) = first_place(&organiser, &event, "taken").await else {
                return;
            };
            post(&organiser, &event, what, json!({ "placeId": place })).await
        }
        "apply" => apply(&who, &event).await,
        _ => post(&who, &event, what, Value::Null).await,
    };
    assert!(!reply.status.is_server_error(), "{what}: {}", reply.body);
}

async fn first_place(organiser: &Client, event: &str, state: &str) -> Option<String> {
    let path = format!("/{event}/participants?state={state}&limit=1");
    let found = call(organiser, "GET", &path, &Value::Null).await;
    let place = &found.payload()["items"][0]["placeId"];
    place.is_string().then(|| text(place))
}

/// People apply, buy, wait, leave, transfer and ask for refunds at the same time, the organiser approves and lets people in, a
/// draw takes place, and the clock goes on, in an order that a seed determines. Afterwards no quota is exceeded, and places,
/// payouts and WIT fit.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn places_and_wit_are_conserved_whatever_people_do() {
    let mut scene = Scene::open().await;
    let mut chance = Chance(40);
    let patron = &scene.town.patron;
    let open = scene.created(patron, 30 * HOUR, json!({ "maxPeople": 2 }));
    let open = open.await;
    let chosen = json!({ "maxPeople": 2, "entry": "approval" });
    let chosen = scene.created(patron, 30 * HOUR, chosen).await;
    // The draw is after the fourth round.
    let drawn = json!({ "maxPeople": 2, "entry": "draw", "drawMinutesBefore": 30 * 60 - 70 });
    let drawn = scene.created(patron, 30 * HOUR, drawn).await;
    let late = json!({ "noShowMinutes": 15 });
    let (sold, tickets) = scene
        .ticketed_with(40 * HOUR, &[(30, 1), (20, 1)], late)
        .await;
    befriend(&scene.town.member, (&scene.town.guest, "guest")).await;
    befriend(&scene.town.admin, (&scene.town.owner, "owner_1")).await;
    for round in 0..11 {
        let Town {
            member,
            guest,
            admin,
            owner,
            patron,
            ..
        } = &scene.town;
        // Each with a friend.
        let people = [
            (member, guest),
            (guest, member),
            (admin, owner),
            (owner, admin),
        ];
        let acts: Vec<_> = (0..8)
            .map(|_| {
                let (who, friend) = people[chance.below(people.len())];
                let (kind, at) = match chance.below(6) {
                    0 => (0, (open.clone(), None)),
                    1 => (1, (chosen.clone(), None)),
                    2 => (2, (drawn.clone(), None)),
                    n => (3, (sold.clone(), Some(tickets[n % 2].clone()))),
                };
                let what = ACTS[kind][chance.below(ACTS[kind].len())];
                act((who.clone(), patron.clone(), friend.clone()), at, what)
            })
            .collect();
        concurrently(acts).await;
        if round == 4 {
            let later = json!({ "startsAt": scene.after(80 * HOUR) });
            let moved = post(&scene.town.patron, &sold, "postpone", later).await;
            assert_eq!(moved.line(), "200", "{}", moved.body);
        }
        // The doors of the first events open, and then those of the one with tickets.
        let minutes = match round {
            8 => 27 * 60,
            9 => 52 * 60 - 10,
            _ => 20,
        };
        scene.advance(Duration::from_secs(minutes * 60)).await;
    }
    scene.advance(200 * HOUR).await;
    scene
        .until(&sold, "it is over", |seen| seen["phase"] == "post")
        .await;
    scene.advance(8 * DAY).await;
    let app = &scene.town.app;
    app.eventually("the clock has done all steps", async || {
        app.count("select count(*) from plugin_events.event where steps_done & 512 = 0 and eligibility = 'tickets'")
            .await
            == 0
    })
    .await;
    // The run has done what it is about.
    let reasons: Vec<String> =
        sqlx::query_scalar("select distinct reason from plugin_events.place_entry")
            .fetch_all(app.owner())
            .await
            .unwrap();
    for reason in ["approved", "drawn", "paid"] {
        assert!(
            reasons.iter().any(|one| one == reason),
            "{reason}: {reasons:?}"
        );
    }
    scene.close().await;
}
