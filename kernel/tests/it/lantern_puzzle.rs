//! The lantern puzzle: logs of presses that the server plays again.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply};

use crate::blocks::BLOCKS;
use crate::community::Town;
use crate::lantern_race::{Walker, course_block};
use crate::rooms::socket::listen;
use crate::user::text;

const SIDE: u32 = 5;
const ALL_LIT: u32 = (1 << 25) - 1;

fn pressed(board: u32, presses: u32) -> u32 {
    let is_beside = |one: u32, other: u32| {
        (one / SIDE).abs_diff(other / SIDE) + (one % SIDE).abs_diff(other % SIDE) <= 1
    };
    let mut now = board;
    for cell in (0..25).filter(|cell| presses & (1 << cell) != 0) {
        for other in (0..25).filter(|other| is_beside(cell, *other)) {
            now ^= 1 << other;
        }
    }
    now
}

/// The lanterns to press: each row lights the one above, after trying the presses of the first row.
pub(crate) fn solution(board: u32) -> Vec<u32> {
    let sets = (0..1_u32 << SIDE).filter_map(|first| {
        let (mut presses, mut now) = (first, pressed(board, first));
        for row in 1..SIDE {
            let set = (!now >> ((row - 1) * SIDE) & 0b11111) << (row * SIDE);
            presses |= set;
            now = pressed(now, set);
        }
        (now == ALL_LIT).then_some(presses)
    });
    let shortest = sets.min_by_key(|presses| presses.count_ones()).unwrap();
    (0..25).filter(|cell| shortest & (1 << cell) != 0).collect()
}

/// A log with pauses of a hand.
pub(crate) fn log(cells: &[u32]) -> Value {
    let mut at_ms = 0;
    let press = |(index, cell): (usize, &u32)| {
        at_ms += 300 + 40 * (index % 5);
        json!({ "cell": cell, "atMs": at_ms })
    };
    json!({ "presses": cells.iter().enumerate().map(press).collect::<Vec<_>>() })
}

pub(crate) async fn start(by: &Client, block: &str) -> Reply {
    by.send("POST", &format!("{BLOCKS}/{block}/puzzle"), None)
        .await
}

/// Sends the log of a run.
pub(crate) async fn finish(by: &Client, block: &str, run: &Value, log: Value) -> Reply {
    let id = text(&run["runId"]);
    by.post(&format!("{BLOCKS}/{block}/puzzle/{id}/finish"), log)
        .await
}

async fn list(by: &Client, block: &str, of: &str) -> Value {
    let listed = by.get(&format!("{BLOCKS}/{block}/puzzle/{of}")).await;
    assert_eq!(listed.line(), "200", "{}", listed.body);
    listed.payload()["items"].clone()
}

fn cells_of(run: &Value) -> Vec<u32> {
    solution(u32::try_from(run["board"].as_u64().unwrap()).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_counts_after_the_server_has_played_it_again() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let block = course_block(
        &town.patron,
        crate::blocks::OF_AGORA,
        json!("lantern-puzzle"),
    )
    .await;
    let (member, guest, visitor) = (&town.member, &town.guest, town.app.visitor());
    assert_eq!(start(&visitor, &block).await.line(), "401 unauthenticated");
    assert_eq!(start(member, &block).await.line(), "409 puzzle_not_inside");
    let _inside = Walker::enter(address, member, &block).await;
    let _other = Walker::enter(address, guest, &block).await;

    // One run at a time, also of two tabs.
    let both = tokio::join!(start(member, &block), start(member, &block));
    let run = both.0.payload().clone();
    assert_eq!(run["runId"], both.1.payload()["runId"], "{}", both.1.body);
    let own = member.get(&format!("{BLOCKS}/{block}/puzzle")).await;
    assert_eq!(own.payload()["run"]["board"], run["board"]);
    let theirs = start(guest, &block).await.payload().clone();

    // Cut, forged, of another player, of another run, later than now.
    let cells = cells_of(&run);
    let mut late = log(&cells);
    late["presses"][8]["atMs"] = json!(590_000);
    for (bad, expected) in [
        (log(&cells[1..]), "422 puzzle_not_solved"),
        (log(&cells_of(&theirs)), "422 puzzle_not_solved"),
        (
            log(&[cells.as_slice(), &[0, 0]].concat()),
            "422 puzzle_not_solved",
        ),
        (
            json!({ "presses": [{ "cell": 25, "atMs": 1 }] }),
            "422 validation_failed",
        ),
        (json!({ "presses": [] }), "422 validation_failed"),
        (log(&[0; 501]), "422 validation_failed"),
        (late, "422 validation_failed"),
    ] {
        assert_eq!(finish(member, &block, &run, bad).await.line(), expected);
    }
    assert_eq!(
        finish(guest, &block, &run, log(&cells)).await.line(),
        "404 puzzle_not_found"
    );

    // The time is the one of the server, and an answer that was lost is given again.
    town.app.advance(Duration::from_secs(12));
    let both = tokio::join!(
        finish(member, &block, &run, log(&cells)),
        finish(member, &block, &run, log(&cells)),
    );
    let solved = both.0.payload().clone();
    assert_eq!(both.0.line(), "200", "{}", both.0.body);
    assert_eq!(&solved, both.1.payload(), "{}", both.1.body);
    let time = solved["timeMs"].as_i64().unwrap();
    assert!((12_000..20_000).contains(&time), "{solved}");
    assert_eq!(
        (&solved["isBest"], &solved["isPending"]),
        (&json!(true), &json!(false))
    );
    let times = list(&visitor, &block, "times").await;
    assert_eq!(times[0]["timeMs"], time);
    assert_eq!(times[0]["person"]["nickname"], "member");

    // Over after ten minutes. A new one has another board.
    sqlx::query(
        "update plugin_lantern_puzzle.run set started_at = started_at - interval '10 minutes'",
    )
    .execute(town.app.owner())
    .await
    .unwrap();
    let late = finish(guest, &block, &theirs, log(&cells_of(&theirs))).await;
    assert_eq!(late.line(), "409 puzzle_over");
    let again = start(guest, &block).await.payload().clone();
    assert_ne!(again["runId"], theirs["runId"]);
    let leave = format!("{BLOCKS}/{block}/puzzle/{}/give-up", text(&again["runId"]));
    for _ in 0..2 {
        assert_eq!(guest.send("POST", &leave, None).await.line(), "200");
    }
    let given_up = finish(guest, &block, &again, log(&cells_of(&again))).await;
    assert_eq!(given_up.line(), "409 puzzle_over");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_time_too_fast_for_a_person_waits_for_a_moderator() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let block = course_block(
        &town.patron,
        crate::blocks::OF_AGORA,
        json!("lantern-puzzle"),
    )
    .await;
    let (member, patron) = (&town.member, &town.patron);
    let _inside = Walker::enter(address, member, &block).await;
    let decide = async |by: &Client, run: &str, verdict: &str| {
        let path = format!("{BLOCKS}/{block}/puzzle/{run}/{verdict}");
        by.send("POST", &path, None).await.line()
    };
    for (verdict, ranked) in [("reject", 0), ("accept", 1)] {
        let run = start(member, &block).await.payload().clone();
        // Within a second, which is too fast for a person.
        let cells = cells_of(&run);
        let presses: Vec<Value> = (1..)
            .zip(&cells)
            .map(|(at, cell)| json!({ "cell": cell, "atMs": at }))
            .collect();
        let solved = finish(member, &block, &run, json!({ "presses": presses })).await;
        assert_eq!(solved.line(), "200", "{}", solved.body);
        assert_eq!(
            (&solved.payload()["isPending"], &solved.payload()["isBest"]),
            (&json!(true), &json!(false))
        );
        assert_eq!(list(patron, &block, "times").await, json!([]));
        let refused = member
            .get(&format!("{BLOCKS}/{block}/puzzle/reviews"))
            .await;
        assert_eq!(refused.line(), "403 forbidden");
        let reviews = list(patron, &block, "reviews").await;
        assert_eq!(reviews[0]["presses"], json!(presses));
        assert_eq!(reviews[0]["board"], run["board"]);
        assert_eq!(reviews[0]["suspicion"], "tooFast");
        let id = text(&run["runId"]);
        assert_eq!(decide(member, &id, verdict).await, "403 forbidden");
        assert_eq!(decide(patron, &id, verdict).await, "200");
        assert_eq!(
            decide(patron, &id, "accept").await,
            "404 puzzle_review_not_found"
        );
        let times = list(patron, &block, "times").await;
        assert_eq!(times.as_array().unwrap().len(), ranked, "{times}");
    }
    town.app.stop().await;
}
