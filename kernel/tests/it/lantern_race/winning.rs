//! A whole race: who may take part, a false start, ranks, best times.

use serde_json::{Value, json};

use super::{Walker, join, latest, leave, race_block, start, wait_until};
use crate::blocks::BLOCKS;
use crate::community::Town;
use crate::rooms::socket::listen;
use crate::user::text;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_race_and_one_wins() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let (patron, member) = (&town.patron, &town.member);
    let block = race_block(&town).await;
    assert_eq!(start(patron, &block).await.line(), "409 race_not_inside");
    assert_eq!(latest(patron, &block).await, Value::Null);
    let mut hasty = Walker::enter(address, patron, &block).await;
    let mut steady = Walker::enter(address, member, &block).await;

    let started = start(patron, &block).await;
    assert_eq!(started.line(), "201", "{}", started.body);
    let race = started.payload().clone();
    assert_eq!(race["gates"], json!(["start", "gate-1", "gate-2"]));
    let (name, sent) = steady.socket.event().await;
    assert_eq!((name.as_str(), &sent), ("lantern-race.changed", &race));
    assert_eq!(start(member, &block).await.line(), "409 race_running");
    assert_eq!(
        join(&town.guest, &block).await.line(),
        "409 race_not_inside"
    );
    for _ in 0..2 {
        let joined = join(member, &block).await;
        assert_eq!(joined.line(), "200", "{}", joined.body);
        assert_eq!(joined.payload()["runners"].as_array().unwrap().len(), 2);
    }

    // Crossings in the lobby do not count.
    hasty.run((12.0, 10.0)).await;
    hasty.run((10.0, 10.0)).await;
    let lobby_until = race["lobbyUntilMs"].as_i64().unwrap();
    wait_until(&race, lobby_until + 700, &mut [&mut hasty, &mut steady]).await;
    assert_eq!(
        join(&town.admin, &block).await.line(),
        "409 race_not_inside"
    );
    // A false start: over the line before the signal, and back.
    hasty.run((12.0, 10.0)).await;
    wait_until_go(&mut hasty, &mut steady).await;
    let second = async {
        hasty.run((16.0, 10.0)).await;
        hasty.run((10.0, 10.0)).await;
        hasty.lap().await;
    };
    tokio::join!(second, steady.lap());
    town.app
        .eventually("the race is over", async || {
            latest(patron, &block).await["state"] == "ended"
        })
        .await;

    let race = latest(&town.app.visitor(), &block).await;
    assert_eq!(race["endReason"], "finished");
    let runners = race["runners"].as_array().unwrap();
    let names: Vec<String> = runners.iter().map(|one| text(&one["nickname"])).collect();
    assert_eq!(names, ["member", "patron"], "{race}");
    assert_eq!(
        (&runners[0]["rank"], &runners[1]["rank"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(runners[0]["falseStarts"], 0);
    assert!(runners[1]["falseStarts"].as_i64().unwrap() >= 1, "{race}");
    let times: Vec<i64> = runners
        .iter()
        .map(|one| one["timeMs"].as_i64().unwrap())
        .collect();
    // 6 m, 6 m and 8.5 m to the edges of the gates, at 6.25 m/s.
    assert!(
        (2_000..8_000).contains(&times[0]) && times[1] > times[0] + 1_000,
        "{times:?}"
    );

    let listed = patron.get(&format!("{BLOCKS}/{block}/race/times")).await;
    let items = listed.payload()["items"].as_array().unwrap().clone();
    let best: Vec<i64> = items
        .iter()
        .map(|one| one["timeMs"].as_i64().unwrap())
        .collect();
    assert_eq!(best, times);
    assert_eq!(items[0]["person"]["nickname"], "member");
    assert_eq!(listed.payload()["own"]["timeMs"], json!(times[1]));
    assert_eq!(listed.payload()["total"], 2);

    // The track: the start and three gates of each runner, in the order of their times.
    let tracks: Vec<(String, i64, i64)> = sqlx::query_as(
        "select c.zone, c.step, c.at_ms - r.go_ms from plugin_lantern_race.crossing c
             join plugin_lantern_race.race r on r.id = c.race_id
             where c.account_id = $1 order by c.at_ms",
    )
    .bind(member.id)
    .fetch_all(town.app.owner())
    .await
    .unwrap();
    let zones: Vec<&str> = tracks.iter().map(|(zone, ..)| zone.as_str()).collect();
    assert_eq!(zones, ["start", "gate-1", "gate-2", "start"]);
    assert!(tracks.iter().map(|(_, step, _)| *step).eq(0..4));
    assert_eq!(tracks[3].2, times[0]);
    assert_eq!(leave(patron, &block).await.line(), "404 race_not_found");
    town.app.stop().await;
}

/// Two and a half seconds, which is more than the rest of the countdown.
async fn wait_until_go(hasty: &mut Walker, steady: &mut Walker) {
    for walker in [hasty, steady] {
        let ping = witverse_rooms::protocol::ClientMessage::Ping { client_ms: 0 };
        walker.socket.send(&ping).await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(2_500)).await;
}
