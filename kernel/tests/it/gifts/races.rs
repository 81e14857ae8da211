//! Concurrent calls on the same gift or the same item.

use super::*;
use crate::support::concurrently;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_accept_and_reject_one_succeeds() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let mut accepted = 0;
    for round in 0..25 {
        let item = round % 2 == 0 && owner(&scene.app, &scene.lantern).await == "mina";
        let id = match item {
            true => given(mina, "item", json!(scene.lantern), theo.id).await,
            false => given(mina, "wit", json!(1), theo.id).await,
        };
        let replies = concurrently([true, false, true, false].map(|approve| {
            let (theo, id) = (theo.clone(), id.clone());
            async move { handle(&theo, &id, approve).await }
        }))
        .await;
        let won: Vec<&Reply> = replies.iter().filter(|reply| reply.status == 200).collect();
        assert_eq!(won.len(), 1, "round {round}");
        assert!(
            replies
                .iter()
                .all(|reply| reply.status == 200 || reply.line() == "409 gift_closed")
        );
        let end = text(&won[0].payload()["status"]);
        assert_eq!(status(mina, &id).await, end);
        accepted += i64::from(end == "accepted" && !item);
    }
    assert_eq!(wit(theo).await, (accepted * 100, 0));
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_item_is_in_one_pending_gift_at_a_time() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let sora = scene.app.person("sora").await;
    befriend(mina, (&sora, "sora")).await;
    for round in 0..8 {
        let replies = concurrently([theo.id, sora.id, theo.id].map(|to| {
            let (mina, item) = (mina.clone(), json!(scene.lantern));
            async move { give(&mina, "item", item, to).await }
        }))
        .await;
        let won: Vec<&Reply> = replies.iter().filter(|reply| reply.status == 201).collect();
        assert_eq!(won.len(), 1, "round {round}");
        assert!(
            replies
                .iter()
                .all(|reply| reply.status == 201 || reply.line() == "409 item_awaiting_acceptance")
        );
        let id = text(&won[0].payload()["airdropId"]);
        let to = match won[0].payload()["recipient"]["nickname"] == "theo" {
            true => theo,
            false => &sora,
        };
        assert_eq!(handle(to, &id, false).await.line(), "200");
    }
    // A hundred WIT can be given only once, also by concurrent calls.
    let replies = concurrently((0..6).map(|n| {
        let (mina, to) = (mina.clone(), [theo.id, sora.id][n % 2]);
        async move { give(&mina, "wit", json!(30), to).await.line() }
    }))
    .await;
    assert_eq!(replies.iter().filter(|line| *line == "201").count(), 3);
    assert!(
        replies
            .iter()
            .all(|line| line == "201" || line == "409 insufficient_wit"),
        "{replies:?}"
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_key_pays_once() {
    let scene = Scene::open().await;
    let keyed = scene.mina.with_header("idempotency-key", "one-click");
    let to = scene.theo.id;
    let replies = concurrently((0..4).map(|_| {
        let keyed = keyed.clone();
        async move { give(&keyed, "wit", json!(10), to).await }
    }))
    .await;
    assert!(
        replies
            .iter()
            .all(|reply| reply.status == 201 && reply.bytes == replies[0].bytes)
    );
    assert_eq!(wit(&scene.mina).await, (10_000, 1_000));
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_concurrent_gift_and_block_leave_no_pending_gift() {
    let scene = Scene::open().await;
    let mina = &scene.mina;
    for n in 0..8 {
        let name = format!("p_{n}");
        let other = scene.app.person(&name).await;
        befriend(mina, (&other, &name)).await;
        let waiting = given(mina, "wit", json!(1), other.id).await;
        concurrently([0, 1, 2].map(|what| {
            let (mina, other, waiting) = (mina.clone(), other.clone(), waiting.clone());
            async move {
                match what {
                    0 => {
                        let path = format!("/api/safety/blocks/{}", mina.id);
                        assert_eq!(other.send("PUT", &path, None).await.line(), "200");
                    }
                    1 => {
                        let line = give(&mina, "wit", json!(2), other.id).await.line();
                        let known = ["201", "404 user_not_found", "403 gift_not_friends"];
                        assert!(known.contains(&&*line), "{line}");
                    }
                    _ => {
                        let line = handle(&other, &waiting, true).await.line();
                        assert!(["200", "409 gift_closed"].contains(&&*line), "{line}");
                    }
                }
            }
        }))
        .await;
    }
    let app = &scene.app;
    app.eventually("nothing waits", async || {
        app.count(
            "select (select count(*) from kernel.delivery) + (select count(*) from plugin_gifts.gift
             where status = 'pending')",
        )
        .await
            == 0
    })
    .await;
    assert_eq!(wit(mina).await.1, 0);
    scene.close().await;
}
