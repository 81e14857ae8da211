//! The runs of a challenge: what counts, when an attempt is used, and who decides about doubtful times.

use super::*;
use crate::blocks::{BLOCKS, OF_AGORA};
use crate::lantern_puzzle;
use crate::lantern_race::{Walker, course_block, leave, race_block, start, wait_until};
use crate::rooms::socket::listen;

const NOT_COUNTED: &str = "This race does not count in the challenge";
const ASKED: &str = "A time in a challenge needs a decision";

/// A running challenge of the patron in a block, in which people take part.
async fn running(scene: &mut Scene, block: &str, changes: Value, people: &[&str]) -> String {
    let mut new =
        json!({ "type": "challenge", "blockId": block, "attempts": 2, "scoring": "best" });
    for (key, value) in changes.as_object().unwrap() {
        new[key] = value.clone();
    }
    let event = scene.created(&scene.town.patron, HOUR, new).await;
    let yes = json!({ "isApproved": true });
    let reviewed = post(&scene.town.admin, &event, "review", yes).await;
    assert_eq!(reviewed.line(), "200", "{}", reviewed.body);
    for name in people {
        let person = match *name {
            "member" => &scene.town.member,
            "guest" => &scene.town.guest,
            "admin" => &scene.town.admin,
            _ => &scene.town.owner,
        };
        assert_eq!(apply(person, &event).await.line(), "200", "{name}");
    }
    scene.advance(HOUR).await;
    scene
        .until(&event, "it has started", |seen| seen["phase"] == "in")
        .await;
    let started = "select count(*) from plugin_events.event where steps_done & 32 <> 0";
    let app = &scene.town.app;
    app.eventually("the start is done", async || app.count(started).await == 1)
        .await;
    event
}

async fn ranking(person: &Client, event: &str) -> Value {
    let reply = call(person, "GET", &format!("/{event}/ranking"), &Value::Null).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload().clone()
}

/// Waits until the person has used a number of attempts.
async fn used(scene: &Scene, person: &Client, event: &str, attempts: i64) {
    let app = &scene.town.app;
    app.eventually(&format!("{attempts} attempts are used"), async || {
        ranking(person, event).await["ownAttempts"] == attempts
    })
    .await;
}

/// A report of a race that no room has timed.
fn report(scene: &Scene, block: &str, run: uuid::Uuid, laps: i64, course: &str) -> Value {
    json!({
        "raceId": run, "blockId": block, "userId": scene.town.member.id, "laps": laps, "course": course,
        "at": scene.after(Duration::ZERO), "timeMs": 9_000 * laps, "isPending": false,
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_counts_races_of_its_length_on_its_course() {
    let mut scene = Scene::open().await;
    let block = race_block(&scene.town).await;
    let event = running(&mut scene, &block, json!({ "laps": 2 }), &["member"]).await;
    assert_eq!(detail(&scene.town.member, &event).await["laps"], 2);
    let course: String =
        sqlx::query_scalar("select course from plugin_events.event where laps = 2")
            .fetch_one(scene.town.app.owner())
            .await
            .unwrap();
    assert!(course.ends_with("-2"), "{course}");
    for (laps, on) in [(1, "x-1"), (3, "x-3"), (2, "0123456789abcdef-2")] {
        let run = report(&scene, &block, uuid::Uuid::new_v4(), laps, on);
        scene.publish("lantern-race.started@1", &run).await;
        scene.publish("lantern-race.finished@1", &run).await;
    }
    let (app, member) = (&scene.town.app, &scene.town.member);
    app.eventually("the runner knows both reasons", async || {
        alarms_of(app, member, NOT_COUNTED).await.0 == 2
    })
    .await;
    let counted = report(&scene, &block, uuid::Uuid::new_v4(), 2, &course);
    scene.publish("lantern-race.finished@1", &counted).await;
    app.eventually("the run of two laps counts", async || {
        ranking(member, &event).await["top"][0]["valueMs"] == 18_000
    })
    .await;
    used(&scene, member, &event, 1).await;
    assert_eq!(alarms_of(app, member, NOT_COUNTED).await.0, 2);
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_uses_an_attempt_once_in_any_order_of_the_reports() {
    let mut scene = Scene::open().await;
    let block = race_block(&scene.town).await;
    let changes = json!({ "scoring": "sum" });
    let event = running(&mut scene, &block, changes, &["member"]).await;
    let course: String =
        sqlx::query_scalar("select course from plugin_events.event where laps = 1")
            .fetch_one(scene.town.app.owner())
            .await
            .unwrap();
    let [first, second, third, fourth] = std::array::from_fn(|_| uuid::Uuid::new_v4());
    let member = &scene.town.member;
    let send = async |what: &str, run: uuid::Uuid| {
        let run = report(&scene, &block, run, 1, &course);
        scene.publish(&format!("lantern-race.{what}@1"), &run).await;
    };
    // The report of the first run's start arrives after its end, and again.
    send("finished", first).await;
    used(&scene, member, &event, 1).await;
    for _ in 0..2 {
        send("started", first).await;
        send("started", second).await;
    }
    used(&scene, member, &event, 2).await;
    // No attempt is left for the third run. The second one was given up, so the sum has no rank.
    send("started", third).await;
    send("finished", third).await;
    let app = &scene.town.app;
    let waiting = "select count(*) from kernel.delivery where subscriber = 'events'";
    app.eventually("all reports have arrived", async || {
        app.count(waiting).await == 0
    })
    .await;
    let seen = ranking(member, &event).await;
    assert_eq!(
        (&seen["ownAttempts"], &seen["top"]),
        (&json!(2), &json!([]))
    );
    // The platform has stopped the second run: its attempt is free again. The report of a start that is late changes nothing.
    send("voided", second).await;
    used(&scene, member, &event, 1).await;
    send("voided", fourth).await;
    app.eventually("the report has arrived", async || {
        app.count(waiting).await == 0
    })
    .await;
    send("started", fourth).await;
    send("started", third).await;
    send("finished", third).await;
    app.eventually("both runs are summed", async || {
        ranking(member, &event).await["top"][0]["valueMs"] == 18_000
    })
    .await;
    used(&scene, member, &event, 2).await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn giving_up_a_race_saves_no_attempt_and_a_room_that_stops_does() {
    let mut scene = Scene::open().await;
    let address = listen(&scene.town.app).await;
    let block = race_block(&scene.town).await;
    let changes = json!({ "attempts": 5 });
    let event = running(&mut scene, &block, changes, &["member"]).await;
    let member = &scene.town.member;
    let mut walker = Walker::enter(address, member, &block).await;
    let begin = async |walker: &mut Walker, until_go_ms: i64| {
        let race = start(member, &block).await;
        assert_eq!(race.line(), "201", "{}", race.body);
        let race = race.payload().clone();
        let at = race["goMs"].as_i64().unwrap() + until_go_ms;
        wait_until(&race, at, &mut [walker]).await;
    };
    // Before the signal nothing has started.
    begin(&mut walker, -2_000).await;
    assert_eq!(leave(member, &block).await.line(), "200");
    // After it, at the start and on the way.
    begin(&mut walker, 200).await;
    assert_eq!(leave(member, &block).await.line(), "200");
    used(&scene, member, &event, 1).await;
    begin(&mut walker, 200).await;
    walker.run((16.0, 10.0)).await;
    used(&scene, member, &event, 2).await;
    walker.run((10.0, 10.0)).await;
    assert_eq!(leave(member, &block).await.line(), "200");
    // The room stops with a run on the way.
    begin(&mut walker, 200).await;
    walker.run((16.0, 10.0)).await;
    used(&scene, member, &event, 3).await;
    scene.town.app.app.rooms.hub().shut_down().await;
    drop(walker);
    let _back = Walker::enter(address, member, &block).await;
    used(&scene, member, &event, 2).await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn giving_up_a_puzzle_uses_an_attempt_and_leaves_a_sum_without_a_rank() {
    let mut scene = Scene::open().await;
    let address = listen(&scene.town.app).await;
    let block = course_block(&scene.town.patron, OF_AGORA, json!("lantern-puzzle")).await;
    let changes = json!({ "scoring": "sum" });
    let event = running(&mut scene, &block, changes, &["member"]).await;
    let member = &scene.town.member;
    let _inside = Walker::enter(address, member, &block).await;
    let run = lantern_puzzle::start(member, &block)
        .await
        .payload()
        .clone();
    used(&scene, member, &event, 1).await;
    let path = format!("{BLOCKS}/{block}/puzzle/{}/give-up", text(&run["runId"]));
    assert_eq!(member.send("POST", &path, None).await.line(), "200");
    let run = lantern_puzzle::start(member, &block)
        .await
        .payload()
        .clone();
    let board = u32::try_from(run["board"].as_u64().unwrap()).unwrap();
    scene.town.app.advance(Duration::from_secs(20));
    let log = lantern_puzzle::log(&lantern_puzzle::solution(board));
    let solved = lantern_puzzle::finish(member, &block, &run, log).await;
    assert_eq!(solved.line(), "200", "{}", solved.body);
    let app = &scene.town.app;
    let counted = "select count(*) from plugin_events.attempt where state = 'counted'";
    app.eventually("the second run has a time", async || {
        app.count(counted).await == 1
    })
    .await;
    let seen = ranking(member, &event).await;
    assert_eq!(
        (&seen["ownAttempts"], &seen["top"]),
        (&json!(2), &json!([]))
    );
    scene.close().await;
}

/// A puzzle that a person solves faster than a person can. Returns the run.
async fn too_fast(person: &Client, block: &str) -> String {
    let run = lantern_puzzle::start(person, block).await.payload().clone();
    let board = u32::try_from(run["board"].as_u64().unwrap()).unwrap();
    let mut log = lantern_puzzle::log(&lantern_puzzle::solution(board));
    for press in log["presses"].as_array_mut().unwrap() {
        press["atMs"] = json!(1);
    }
    let solved = lantern_puzzle::finish(person, block, &run, log).await;
    assert_eq!(solved.payload()["isPending"], true, "{}", solved.body);
    text(&run["runId"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_doubtful_time_is_decided_by_an_administrator_who_does_not_compete() {
    let mut scene = Scene::open().await;
    let address = listen(&scene.town.app).await;
    let block = course_block(&scene.town.patron, OF_AGORA, json!("lantern-puzzle")).await;
    let event = running(&mut scene, &block, json!({}), &["member", "admin"]).await;
    let (app, member) = (&scene.town.app, &scene.town.member);
    let (admin, owner, patron) = (&scene.town.admin, &scene.town.owner, &scene.town.patron);
    let _member = Walker::enter(address, member, &block).await;
    let _patron = Walker::enter(address, patron, &block).await;
    let decide = async |by: &Client, run: &str, verdict: &str| {
        let path = format!("{BLOCKS}/{block}/puzzle/{run}/{verdict}");
        by.send("POST", &path, None).await.line()
    };
    let run = too_fast(member, &block).await;
    // At once: the refusal does not wait for the report of the run.
    let involved = "403 puzzle_review_involved";
    for verdict in ["accept", "reject"] {
        assert_eq!(decide(admin, &run, verdict).await, involved);
    }
    app.eventually("the owner is asked", async || {
        alarms_of(app, owner, ASKED).await == (1, 1)
    })
    .await;
    assert_eq!(alarms_of(app, admin, ASKED).await.0, 0);
    assert_eq!(decide(owner, &run, "accept").await, "200");
    app.eventually("the run is ranked", async || {
        ranking(member, &event).await["top"][0]["isOwn"] == true
    })
    .await;
    assert_eq!(alarms_of(app, owner, ASKED).await, (1, 0));
    let accepted = "Your lantern puzzle time counts";
    assert_eq!(alarms_of(app, member, accepted).await.0, 1);
    // A manager of the block who does not compete decides about others, and not about their own run.
    let own = too_fast(patron, &block).await;
    assert_eq!(decide(patron, &own, "accept").await, involved);
    let run = too_fast(member, &block).await;
    assert_eq!(decide(patron, &run, "reject").await, "200");
    let rejected = "Your lantern puzzle time does not count";
    assert_eq!(alarms_of(app, member, rejected).await.0, 1);
    scene.close().await;
}
