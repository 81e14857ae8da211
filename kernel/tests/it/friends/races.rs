//! Concurrent calls of two people: one outcome, and matching counters.

use super::*;
use crate::support::concurrently;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_concurrent_requests_make_a_friendship() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    for round in 0..15 {
        let replies = concurrently(
            [(mina.clone(), "theo"), (theo.clone(), "mina")]
                .map(|(client, name)| async move { ask(&client, name).await }),
        )
        .await;
        let mut states: Vec<i64> = replies
            .iter()
            .map(|reply| reply.payload()["status"].as_i64().unwrap())
            .collect();
        states.sort_unstable();
        assert_eq!(states, [0, 1], "round {round}");
        assert_eq!(counted(&mina).await, [1, 0, 0]);
        let ends = concurrently(
            [(mina.clone(), "theo"), (theo.clone(), "mina")]
                .map(|(client, name)| async move { unfriend(&client, name).await.line() }),
        )
        .await;
        assert_eq!(ends.iter().filter(|line| *line == "200").count(), 1);
        assert!(ends.contains(&"404 not_friends".to_owned()), "{ends:?}");
    }
    assert_friends_consistent(&app).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_request_is_sent_once_and_answered_once() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let mut accepted = 0;
    for n in 0..20 {
        let asker = app.person(&format!("asker_{n}")).await;
        let lines = concurrently((0..3).map(|_| {
            let asker = asker.clone();
            async move { ask(&asker, "theo").await.line() }
        }))
        .await;
        assert_eq!(
            lines.iter().filter(|line| *line == "200").count(),
            1,
            "{lines:?}"
        );
        let path = format!("{BASE}/requests?direction=sent");
        let id = text(&asker.get(&path).await.payload()["items"][0]["relationshipId"]);
        let replies = concurrently([0, 1, 2].map(|what| {
            let (theo, asker, id) = (theo.clone(), asker.clone(), id.clone());
            async move {
                match what {
                    0 => answer(&theo, &id, true).await,
                    1 => answer(&theo, &id, false).await,
                    _ => cancel(&asker, &id).await,
                }
            }
        }))
        .await;
        let won: Vec<usize> = (0..3).filter(|n| replies[*n].status == 200).collect();
        assert_eq!(won.len(), 1, "one of accept, reject and cancel");
        for (n, reply) in replies.iter().enumerate() {
            let line = reply.line();
            // A cancelled request does not exist any more, and a rejected one not for the person who sent it.
            let lost = match (won.as_slice(), n) {
                ([2], _) | ([1], 2) => "404 request_not_found",
                _ => "409 request_answered",
            };
            assert!(won == [n] || line == lost, "{won:?}: {n} got {line}");
        }
        accepted += i64::from(won == [0]);
        assert_eq!(counted(&theo).await, [accepted, 0, 0]);
    }
    assert_friends_consistent(&app).await;
    drop(mina);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_concurrent_block_leaves_no_request_and_no_friendship() {
    let app = TestApp::start().await;
    let theo = app.person("theo").await;
    for n in 0..12 {
        let asker = app.person(&format!("asker_{n}")).await;
        concurrently([true, false].map(|blocks| {
            let (asker, theo) = (asker.clone(), theo.clone());
            async move {
                if blocks {
                    let path = format!("/api/safety/blocks/{}", asker.id);
                    assert_eq!(theo.send("PUT", &path, None).await.line(), "200");
                } else {
                    let line = ask(&asker, "theo").await.line();
                    assert!(["200", "404 user_not_found"].contains(&&*line), "{line}");
                }
            }
        }))
        .await;
    }
    app.eventually("nothing is left", async || {
        app.count(
            "select (select count(*) from kernel.delivery) + (select count(*) from plugin_friends.relationship)",
        )
        .await
            == 0
    })
    .await;
    assert_eq!(counted(&theo).await, [0, 0, 0]);
    assert_friends_consistent(&app).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn limits_hold_for_concurrent_callers() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    for nickname in ["aaa", "bbb", "ccc", "ddd"] {
        app.person(nickname).await;
    }
    let fill = "insert into plugin_friends.tally (account_id, sent, friends) values ($1, $2, $3)
        on conflict (account_id) do update set sent = excluded.sent, friends = excluded.friends";
    let set = async |sent: i32, friends: i32| {
        let filled = sqlx::query(fill).bind(mina.id).bind(sent).bind(friends);
        filled.execute(app.owner()).await.unwrap();
    };
    set(198, 0).await;
    let mut lines = concurrently(["aaa", "bbb", "ccc", "ddd"].map(|name| {
        let mina = mina.clone();
        async move { ask(&mina, name).await.line() }
    }))
    .await;
    lines.sort();
    let full = "409 too_many_requests_pending";
    assert_eq!(lines, ["200", "200", full, full]);
    set(2, 5_000).await;
    let eve = app.person("eve").await;
    let id = text(&ask(&eve, "mina").await.payload()["relationshipId"]);
    let reply = answer(&mina, &id, true).await;
    assert_eq!(reply.line(), "409 too_many_friends");
    assert_eq!(counted(&eve).await, [0, 0, 1], "it still waits");
    app.stop().await;
}
