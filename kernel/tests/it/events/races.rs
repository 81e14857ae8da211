//! Concurrent calls: the last place, a ticket and a cancellation, two tabs.

use uuid::Uuid;
use witverse_testing::events::rig::take;

use super::*;
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

/// People apply, buy, wait, leave and ask for refunds at the same time, and the clock goes on, in an order that a seed
/// determines. Afterwards no quota is exceeded, and places, payouts and WIT fit.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn places_and_wit_are_conserved_whatever_people_do() {
    let mut scene = Scene::open().await;
    let mut chance = Chance(40);
    let changes = json!({ "maxPeople": 2 });
    let open = scene.created(&scene.town.patron, 30 * HOUR, changes).await;
    let (sold, tickets) = scene.ticketed(40 * HOUR, &[(30, 1), (20, 1)]).await;
    for round in 0..8 {
        let Town {
            member,
            guest,
            admin,
            owner,
            ..
        } = &scene.town;
        let people = [member, guest, admin, owner];
        let acts: Vec<_> = (0..6)
            .map(|_| {
                let who = people[chance.below(people.len())].clone();
                let (event, ticket) = match chance.below(3) {
                    0 => (open.clone(), None),
                    n => (sold.clone(), Some(tickets[n - 1].clone())),
                };
                let what = chance.below(5);
                async move {
                    let waiting = json!({ "ticketId": ticket });
                    let reply = match (what, &ticket) {
                        (0 | 1, None) => apply(&who, &event).await,
                        (0, Some(ticket)) => reserve(&who, &event, ticket).await,
                        (1, Some(_)) => {
                            let place = detail(&who, &event).await["place"]["ticketId"].clone();
                            let price = if place == json!(ticket) { 3_000 } else { 2_000 };
                            pay(&who, &event, price).await
                        }
                        (2, _) => post(&who, &event, "wait", waiting).await,
                        (3, _) => post(&who, &event, "leave", Value::Null).await,
                        _ => post(&who, &event, "refund", Value::Null).await,
                    };
                    assert!(!reply.status.is_server_error(), "{}", reply.body);
                }
            })
            .collect();
        concurrently(acts).await;
        if round == 4 {
            let later = json!({ "startsAt": scene.after(80 * HOUR) });
            let moved = post(&scene.town.patron, &sold, "postpone", later).await;
            assert_eq!(moved.line(), "200", "{}", moved.body);
        }
        scene.advance(Duration::from_secs(20 * 60)).await;
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
    scene.close().await;
}
