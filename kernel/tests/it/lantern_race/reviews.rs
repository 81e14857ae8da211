//! Times that are faster than rooms let people move: never ranked by themselves, and decided by moderators.

use serde_json::{Value, json};
use witverse_testing::Client;

use super::{Walker, latest, race_block, start, wait_until};
use crate::blocks::BLOCKS;
use crate::community::Town;
use crate::events::alarms_of;
use crate::rooms::socket::listen;
use crate::user::text;

async fn times(by: &Client, block: &str) -> Value {
    let listed = by.get(&format!("{BLOCKS}/{block}/race/times")).await;
    assert_eq!(listed.line(), "200", "{}", listed.body);
    listed.payload()["items"].clone()
}

async fn decide(by: &Client, block: &str, review: &str, verdict: &str) -> String {
    let path = format!("{BLOCKS}/{block}/race/reviews/{review}/{verdict}");
    by.send("POST", &path, None).await.line()
}

/// A race whose course is far longer than the room shows: the run of the member is impossible. Returns its review.
async fn impossible_race(town: &Town, block: &str, walker: &mut Walker) -> Value {
    let started = start(&town.member, block).await;
    assert_eq!(started.line(), "201", "{}", started.body);
    let race = started.payload().clone();
    sqlx::query(
        "update plugin_lantern_race.race set legs_mm = '{60000,60000,60000}' where state = 'open'",
    )
    .execute(town.app.owner())
    .await
    .unwrap();
    let go = race["goMs"].as_i64().unwrap();
    wait_until(&race, go + 300, &mut [walker]).await;
    walker.lap().await;
    town.app
        .eventually("the race is over", async || {
            latest(&town.patron, block).await["state"] == "ended"
        })
        .await;
    let runner = latest(&town.app.visitor(), block).await["runners"][0].clone();
    assert_eq!(
        (&runner["review"], &runner["rank"], &runner["isBest"]),
        (&json!("pending"), &Value::Null, &json!(false)),
        "{runner}"
    );
    assert!(runner["timeMs"].as_i64().unwrap() > 2_000, "{runner}");
    let listed = town
        .patron
        .get(&format!("{BLOCKS}/{block}/race/reviews"))
        .await;
    assert_eq!(listed.line(), "200", "{}", listed.body);
    assert_eq!(listed.payload()["total"], 1);
    listed.payload()["items"][0].clone()
}

/// The points of a way are in their order and pass every gate at the time of its step.
fn check_way(run: &Value, review: &Value) {
    let number = |value: &Value| value.as_i64().unwrap();
    let gates = run["gates"].as_array().unwrap();
    assert_eq!(gates.len(), 3, "{run}");
    let steps: Vec<i64> = run["stepsMs"]
        .as_array()
        .unwrap()
        .iter()
        .map(number)
        .collect();
    assert_eq!(steps.len(), 4, "leaving the start, and three gates");
    assert_eq!(steps.last().copied(), review["timeMs"].as_i64());
    let points: Vec<[i64; 3]> = run["points"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| std::array::from_fn(|at| number(&point[at])))
        .collect();
    assert!(points.is_sorted_by_key(|[at_ms, ..]| *at_ms), "{points:?}");
    for (step, at_ms) in steps.iter().enumerate() {
        let gate = &gates[step % gates.len()];
        let (x, z, radius) = (
            number(&gate["x"]),
            number(&gate["z"]),
            number(&gate["radius"]),
        );
        // The move that crossed the edge is a point of the way.
        let is_there =
            |[_, px, pz]: &[i64; 3]| (px - x).pow(2) + (pz - z).pow(2) <= (radius + 200).pow(2);
        let near = points.iter().filter(|[at, ..]| (at - at_ms).abs() <= 400);
        assert!(
            near.clone().any(is_there),
            "step {step} at {at_ms}: {gate} {points:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_impossible_time_waits_for_a_moderator() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let block = race_block(&town).await;
    let mut walker = Walker::enter(address, &town.member, &block).await;

    let review = impossible_race(&town, &block, &mut walker).await;
    assert_eq!(times(&town.patron, &block).await, json!([]));
    assert_eq!(review["person"]["nickname"], "member");
    let part = |name: &str| review[name].as_i64().unwrap();
    assert!(part("tookMs") < part("leastMs"), "{review}");
    assert!(part("fromStep") < part("toStep"), "{review}");

    // Only moderators see it and decide about it.
    let id = text(&review["reviewId"]);
    let list = format!("{BLOCKS}/{block}/race/reviews");
    assert_eq!(town.member.get(&list).await.line(), "403 forbidden");
    assert_eq!(
        town.app.visitor().get(&list).await.line(),
        "401 unauthenticated"
    );
    assert_eq!(
        decide(&town.member, &block, &id, "accept").await,
        "403 forbidden"
    );
    let elsewhere = uuid::Uuid::nil().to_string();
    for (of, review, expected) in [
        (&block, &elsewhere, "404 race_review_not_found"),
        (&elsewhere, &id, "404 block_not_found"),
    ] {
        assert_eq!(decide(&town.patron, of, review, "accept").await, expected);
    }

    // They watch the way first: from the countdown to the finish, through the gates.
    let watch = format!("{list}/{id}/way");
    assert_eq!(town.member.get(&watch).await.line(), "403 forbidden");
    for (of, review, expected) in [
        (&block, &elsewhere, "404 race_review_not_found"),
        (&elsewhere, &id, "404 block_not_found"),
    ] {
        let path = format!("{BLOCKS}/{of}/race/reviews/{review}/way");
        assert_eq!(town.patron.get(&path).await.line(), expected);
    }
    let watched = town.patron.get(&watch).await;
    assert_eq!(watched.line(), "200", "{}", watched.body);
    check_way(watched.payload(), &review);

    // A moderator who has run in the same race is refused.
    let race = uuid::Uuid::parse_str(&text(&review["raceId"])).unwrap();
    sqlx::query(
        "insert into plugin_lantern_race.runner (race_id, account_id, state, passed, false_starts, is_best, joined_at)
         values ($1, $2, 'left', 0, 0, false, now())",
    )
    .bind(race)
    .bind(town.patron.id)
    .execute(town.app.owner())
    .await
    .unwrap();
    assert_eq!(
        decide(&town.patron, &block, &id, "accept").await,
        "403 race_review_involved"
    );
    sqlx::query("delete from plugin_lantern_race.runner where account_id = $1")
        .bind(town.patron.id)
        .execute(town.app.owner())
        .await
        .unwrap();

    // Rejected: it never counts. Decided once, and the runner is notified.
    assert_eq!(decide(&town.patron, &block, &id, "reject").await, "200");
    for verdict in ["accept", "reject"] {
        let again = decide(&town.patron, &block, &id, verdict).await;
        assert_eq!(again, "404 race_review_not_found");
    }
    let runner = latest(&town.patron, &block).await["runners"][0].clone();
    assert_eq!(
        (&runner["review"], &runner["rank"]),
        (&json!("rejected"), &Value::Null)
    );
    assert_eq!(times(&town.patron, &block).await, json!([]));
    let rejected = "Your lantern race time does not count";
    assert_eq!(alarms_of(&town.app, &town.member, rejected).await.0, 1);

    // Accepted: it is ranked with the time at which it was found.
    let review = impossible_race(&town, &block, &mut walker).await;
    let id = text(&review["reviewId"]);
    let both = tokio::join!(
        decide(&town.patron, &block, &id, "accept"),
        decide(&town.patron, &block, &id, "accept"),
    );
    let mut both = [both.0, both.1];
    both.sort();
    assert_eq!(both, ["200", "404 race_review_not_found"]);
    let runner = latest(&town.patron, &block).await["runners"][0].clone();
    assert_eq!((runner.get("review"), &runner["rank"]), (None, &json!(1)));
    let listed = times(&town.patron, &block).await;
    assert_eq!(listed[0]["timeMs"], review["timeMs"]);
    assert_eq!(listed[0]["achievedAt"], review["foundAt"]);
    town.app.stop().await;
}
