//! A challenge: times from the room, the ranking, and the prizes.

use super::*;
use crate::blocks::OF_AGORA;
use crate::lantern_puzzle;
use crate::lantern_race::{Walker, course_block, join, race_block, start, wait_until};
use crate::rooms::socket::listen;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_people_compete_and_the_prizes_are_paid_once() {
    let mut scene = Scene::open().await;
    let address = listen(&scene.town.app).await;
    let course = race_block(&scene.town).await;
    wallet_admin::buy(&scene.town.app, scene.town.patron.id, 10_000).await;
    let new = json!({
        "type": "challenge", "blockId": course, "attempts": 1, "scoring": "best", "prizes": [50, 30, 20],
    });
    let event = scene.created(&scene.town.patron, HOUR, new).await;
    let yes = json!({ "isApproved": true });
    assert_eq!(
        post(&scene.town.admin, &event, "review", yes).await.line(),
        "200"
    );
    for who in [&scene.town.member, &scene.town.guest, &scene.town.owner] {
        assert_eq!(apply(who, &event).await.line(), "200");
    }
    scene.advance(HOUR).await;

    // The member runs in the room; the administrator runs too, but does not take part in the challenge.
    let (member, admin) = (&scene.town.member, &scene.town.admin);
    let mut runner = Walker::enter(address, member, &course).await;
    let mut outsider = Walker::enter(address, admin, &course).await;
    let race = start(member, &course).await.payload().clone();
    assert_eq!(join(admin, &course).await.line(), "200");
    let go = race["goMs"].as_i64().unwrap();
    wait_until(&race, go + 150, &mut [&mut runner, &mut outsider]).await;
    tokio::join!(runner.lap(), outsider.lap());
    let ranking = async |who: &Client| {
        let reply = call(who, "GET", &format!("/{event}/ranking"), &Value::Null).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        reply.payload().clone()
    };
    scene
        .town
        .app
        .eventually("the run is ranked", async || {
            ranking(member).await["top"][0].is_object()
        })
        .await;
    let first = ranking(member).await;
    assert_eq!(first["top"].as_array().unwrap().len(), 1, "{first}");
    assert_eq!(
        (&first["top"][0]["isOwn"], &first["ownAttempts"]),
        (&json!(true), &json!(1))
    );
    let time = first["top"][0]["valueMs"].as_i64().unwrap();

    // Two runs of the game's events that the room has not made: a tie, which the earlier run wins, and one to be reviewed.
    for (who, time_ms, is_pending) in [
        (scene.town.guest.id, time, false),
        (scene.town.owner.id, 5, true),
    ] {
        let run = json!({
            "raceId": uuid::Uuid::new_v4(), "blockId": course, "userId": who, "timeMs": time_ms,
            "at": scene.after(Duration::ZERO), "isPending": is_pending,
        });
        scene.publish("lantern-race.finished@1", &run).await;
    }
    let member = &scene.town.member;
    scene
        .town
        .app
        .eventually("both runs have arrived", async || {
            let now = ranking(member).await;
            now["top"].as_array().unwrap().len() == 2 && now["hasPending"] == true
        })
        .await;
    let names: Vec<Value> = ranking(member).await["top"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rank| rank["person"]["nickname"].clone())
        .collect();
    assert_eq!(names, ["member", "guest"]);
    // People have run for the prizes: it can only be ended.
    let cancelling = post(&scene.town.patron, &event, "cancel", Value::Null).await;
    assert_eq!(cancelling.line(), "409 event_has_results");

    scene.advance(2 * HOUR).await;
    let is_ended = "select count(*) from plugin_events.event where status = 'ended'";
    scene
        .town
        .app
        .eventually("the clock has ended it", async || {
            scene.town.app.count(is_ended).await == 1
        })
        .await;
    // The prizes wait for the moderator, at most a week. The owner runs in the challenge, so the administrator is asked.
    assert_eq!(balance(&scene.town.member).await, 100_000);
    let asked = "A time in a challenge needs a decision";
    let (app, admin) = (&scene.town.app, &scene.town.admin);
    app.eventually("the administrator is asked", async || {
        alarms_of(app, admin, asked).await == (1, 1)
    })
    .await;
    assert_eq!(alarms_of(app, &scene.town.owner, asked).await, (0, 0));
    scene.advance(6 * DAY).await;
    let (app, admin) = (&scene.town.app, &scene.town.admin);
    app.eventually("the administrator is reminded", async || {
        let reminder = "Times in a challenge still need a decision";
        alarms_of(app, admin, reminder).await.0 == 1
    })
    .await;
    scene.advance(2 * DAY).await;
    let (member, guest, patron) = (&scene.town.member, &scene.town.guest, &scene.town.patron);
    scene
        .town
        .app
        .eventually("the prizes are paid", async || {
            (
                balance(member).await,
                balance(guest).await,
                balance(patron).await,
            ) == (105_000, 103_000, 2_000)
        })
        .await;
    // What is not won comes back as it was paid; a prize is received.
    let app = &scene.town.app;
    assert_eq!(wallet_admin::bought(app, patron.id).await, 2_000);
    assert_eq!(wallet_admin::bought(app, member.id).await, 0);
    let last = ranking(member).await;
    assert_eq!(
        (&last["isFinal"], &last["hasPending"]),
        (&json!(true), &json!(false))
    );
    for (who, left_out) in [
        (&scene.town.owner, "Your time was not checked in time"),
        (patron, "The ranking is final without unchecked times"),
    ] {
        assert_eq!(alarms_of(&scene.town.app, who, left_out).await.0, 1);
    }
    let prizes =
        "select count(*) from ledger.transfer where source = 'events' and memo = 'event_prize'";
    assert_eq!(scene.town.app.count(prizes).await, 2);
    let popup = call(member, "GET", "/mine/rewards", &Value::Null).await;
    assert_eq!(
        (
            &popup.payload()["isExist"],
            &popup.payload()["remainAmount"]
        ),
        (&json!(true), &json!(5_000))
    );
    for seen in [1, 0] {
        let marked = call(member, "POST", "/mine/rewards/seen", &Value::Null).await;
        assert_eq!(marked.payload()["seen"], seen);
    }
    let popup = call(member, "GET", "/mine/rewards", &Value::Null).await;
    assert_eq!(
        popup.payload(),
        &json!({ "isExist": false, "remainAmount": 0, "alarm": null })
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_counts_the_times_of_its_own_game() {
    let mut scene = Scene::open().await;
    let address = listen(&scene.town.app).await;
    let puzzle = course_block(&scene.town.patron, OF_AGORA, json!("lantern-puzzle")).await;
    let new = json!({ "type": "challenge", "blockId": puzzle, "attempts": 2, "scoring": "sum" });
    let event = scene.created(&scene.town.patron, HOUR, new).await;
    let yes = json!({ "isApproved": true });
    assert_eq!(
        post(&scene.town.admin, &event, "review", yes).await.line(),
        "200"
    );
    assert_eq!(apply(&scene.town.member, &event).await.line(), "200");
    scene.advance(HOUR).await;
    let member = &scene.town.member;
    let _inside = Walker::enter(address, member, &puzzle).await;
    let mut sum = 0;
    for expected in [0, 1] {
        let run = lantern_puzzle::start(member, &puzzle)
            .await
            .payload()
            .clone();
        let board = u32::try_from(run["board"].as_u64().unwrap()).unwrap();
        scene.town.app.advance(Duration::from_secs(20));
        let log = lantern_puzzle::log(&lantern_puzzle::solution(board));
        let solved = lantern_puzzle::finish(member, &puzzle, &run, log).await;
        assert_eq!(solved.line(), "200", "{}", solved.body);
        sum += solved.payload()["timeMs"].as_i64().unwrap();
        // A time of the other game in the same block does not count.
        let run = json!({
            "raceId": uuid::Uuid::new_v4(), "blockId": puzzle, "userId": member.id, "timeMs": 5,
            "at": scene.after(Duration::ZERO), "isPending": false,
        });
        scene.publish("lantern-race.finished@1", &run).await;
        let ranking = async || {
            let reply = call(member, "GET", &format!("/{event}/ranking"), &Value::Null).await;
            reply.payload().clone()
        };
        scene
            .town
            .app
            .eventually("the attempt has a time", async || {
                let counted = "select count(*) from plugin_events.attempt where state = 'counted'";
                usize::try_from(scene.town.app.count(counted).await) == Ok(expected + 1)
            })
            .await;
        assert_eq!(ranking().await["ownAttempts"], expected + 1);
        assert_eq!(ranking().await["top"].as_array().unwrap().len(), expected);
        if expected == 1 {
            assert_eq!(ranking().await["top"][0]["valueMs"], sum);
        }
    }
    // With its block a challenge in which runs count ends, and is not cancelled.
    let path = format!("/api/v3/blocks/{puzzle}");
    assert_eq!(
        scene.town.patron.send("DELETE", &path, None).await.line(),
        "200"
    );
    scene
        .until(&event, "it ends with its block", |seen| {
            seen["phase"] == "post"
        })
        .await;
    scene.close().await;
}

/// Makes a write of the plugin fail while `condition` holds, and counts the attempts: the call ends with everything that it did before.
async fn fail(scene: &Scene, table: &str, condition: &str) {
    let statement = format!(
        "create sequence if not exists public.failures minvalue 0 start 0;
         select nextval('public.failures');
         create or replace function public.fail() returns trigger language plpgsql security definer as
         $$ begin perform nextval('public.failures'); raise exception 'fails here'; end $$;
         create trigger fail before update on plugin_events.{table} for each row when ({condition})
         execute function public.fail()"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
        .execute(scene.town.app.owner())
        .await
        .unwrap();
}

/// Waits for a failed attempt, and lets the next one succeed.
async fn heal(scene: &Scene, table: &str) {
    let app = &scene.town.app;
    app.eventually("the call has failed", async || {
        app.count("select last_value from public.failures").await > 0
    })
    .await;
    let statement = format!(
        "drop trigger fail on plugin_events.{table}; select setval('public.failures', 0, false)"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
        .execute(app.owner())
        .await
        .unwrap();
    app.advance(Duration::from_secs(20));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_and_payments_that_fail_halfway_are_done_once() {
    let mut scene = Scene::open().await;
    let course = race_block(&scene.town).await;
    wallet_admin::give(&scene.town.app, scene.town.patron.id, 10_000).await;
    let new = json!({
        "type": "challenge", "blockId": course, "attempts": 1, "scoring": "best", "prizes": [50, 30, 20],
        "maxPeople": 3,
    });
    let event = scene.created(&scene.town.patron, HOUR, new).await;
    let yes = json!({ "isApproved": true });
    assert_eq!(
        post(&scene.town.admin, &event, "review", yes).await.line(),
        "200"
    );
    for who in [&scene.town.member, &scene.town.guest, &scene.town.owner] {
        assert_eq!(apply(who, &event).await.line(), "200");
    }
    let waiting = post(&scene.town.admin, &event, "wait", json!({})).await;
    assert_eq!(waiting.line(), "200", "{}", waiting.body);

    // The start fails after the waiting list was freed and before it is done.
    fail(
        &scene,
        "event",
        "(new.steps_done & 32) > (old.steps_done & 32)",
    )
    .await;
    scene.advance(HOUR).await;
    heal(&scene, "event").await;
    scene
        .until(&event, "the waiting list is freed", |seen| {
            seen["numbers"]["waiting"] == 0
        })
        .await;
    let closed = "select count(*) from plugin_events.place_entry where reason = 'entry_closed'";
    assert_eq!(scene.town.app.count(closed).await, 1);

    for (who, time_ms) in [
        (scene.town.member.id, 5_000),
        (scene.town.guest.id, 6_000),
        (scene.town.owner.id, 7_000),
    ] {
        let run = json!({
            "raceId": uuid::Uuid::new_v4(), "blockId": course, "userId": who, "timeMs": time_ms,
            "at": scene.after(Duration::ZERO), "isPending": false,
        });
        scene.publish("lantern-race.finished@1", &run).await;
    }
    let app = &scene.town.app;
    app.eventually("the runs are ranked", async || {
        app.count("select count(*) from plugin_events.score").await == 3
    })
    .await;
    // A frozen wallet refuses the common movement, so each prize is paid by itself. The call fails at one of them.
    crate::payments::freeze(app, &scene.town.guest).await;
    fail(&scene, "payout", "new.state = 'paid' and new.rank = 3").await;
    scene.advance(2 * HOUR).await;
    let ended = "select count(*) from plugin_events.event where status = 'ended'";
    let app = &scene.town.app;
    app.eventually("the clock has ended it", async || {
        app.count(ended).await == 1
    })
    .await;
    scene.advance(MINUTE).await;
    let (member, guest, owner) = (&scene.town.member, &scene.town.guest, &scene.town.owner);
    heal(&scene, "payout").await;
    let app = &scene.town.app;
    app.eventually("two prizes are paid", async || {
        (balance(member).await, balance(owner).await) == (105_000, 2_000)
    })
    .await;
    crate::payments::unfreeze(app, guest).await;
    scene.advance(25 * HOUR).await;
    let guest = &scene.town.guest;
    scene
        .town
        .app
        .eventually("the third one follows", async || {
            balance(guest).await == 103_000
        })
        .await;
    scene.close().await;
}
