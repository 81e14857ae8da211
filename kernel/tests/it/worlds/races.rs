//! Concurrent calls of one and of several people.

use witverse_testing::{Reply, TestApp};

use super::{create, join, says_already, says_duplicate, world};
use crate::support::concurrently;
use crate::user::{says, text};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_concurrent_creators_gets_the_name() {
    let app = TestApp::start().await;
    let (a, b, c) = (
        app.person("aaa").await,
        app.person("bbb").await,
        app.person("ccc").await,
    );
    let replies = concurrently(
        [a.clone(), b.clone()].map(|person| async move { create(&person, "agora").await }),
    )
    .await;
    let (won, lost): (Vec<&Reply>, Vec<&Reply>) =
        replies.iter().partition(|reply| reply.status == 201);
    assert_eq!(won.len(), 1);
    says_duplicate(lost[0]);
    let agora = text(&won[0].payload()["worldId"]);
    let (owner, loser) = if replies[0].status == 201 {
        (a, b)
    } else {
        (b, a)
    };
    assert_eq!(
        loser.get("/api/v2/worlds/my").await.payload()["hasWorld"],
        false,
        "nothing half done"
    );

    let mut lines = concurrently((0..5).map(|n| {
        let loser = loser.clone();
        async move { create(&loser, &format!("orbit{n}")).await.line() }
    }))
    .await;
    lines.sort();
    assert_eq!(lines[0], "201");
    assert!(
        lines[1..]
            .iter()
            .all(|line| line == "409 already_has_world"),
        "{lines:?}"
    );

    let replies = concurrently((0..5).map(|_| {
        let (c, agora) = (c.clone(), agora.clone());
        async move { join(&c, &agora).await.line() }
    }))
    .await;
    assert_eq!(
        replies.iter().filter(|line| *line == "200").count(),
        1,
        "{replies:?}"
    );
    assert_eq!(
        world(&owner, "agora").await.payload()["memberCount"],
        2,
        "counted once"
    );

    // Eight people join concurrently: each is counted.
    let mut people = Vec::new();
    for n in 0..8 {
        people.push(app.person(&format!("p_{n}")).await);
    }
    let lines = concurrently(people.into_iter().map(|person| {
        let agora = agora.clone();
        async move { join(&person, &agora).await.line() }
    }))
    .await;
    assert!(lines.iter().all(|line| line == "200"), "{lines:?}");
    assert_eq!(world(&owner, "agora").await.payload()["memberCount"], 10);
    assert_eq!(
        app.count("select count(*) from plugin_worlds.world").await,
        2
    );
    assert_eq!(
        app.visitor().get("/api/v3/worlds").await.payload()["total"],
        2
    );
    assert_eq!(
        app.count("select count(*) from plugin_worlds.member").await,
        11
    );
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_key_creates_one_world() {
    let app = TestApp::start().await;
    let (a, b) = (app.person("aaa").await, app.person("bbb").await);
    let keyed = a.with_header("idempotency-key", "the-same-key");
    let first = create(&keyed, "agora").await;
    assert_eq!(first.line(), "201");
    assert_eq!(first.header("idempotency-replayed"), None);
    let again = create(&keyed, "agora").await;
    assert_eq!(
        (again.line(), again.header("idempotency-replayed")),
        ("201".to_owned(), Some("true"))
    );
    assert_eq!(again.bytes, first.bytes);
    says(
        &create(&keyed, "orbit").await,
        "422 idempotency_key_reused",
        "이미 다른 요청에 쓰인 키입니다.",
        "This key was already used for another request.",
    );
    says_already(&create(&a, "orbit").await);
    let others = create(&b.with_header("idempotency-key", "the-same-key"), "agora").await;
    says_duplicate(&others);
    // A refusal is not stored: the same key can be used again, even with another body.
    let keyed = b.with_header("idempotency-key", "the-same-key");
    let replies = concurrently((0..4).map(|_| {
        let keyed = keyed.clone();
        async move { create(&keyed, "reef").await }
    }))
    .await;
    assert!(
        replies
            .iter()
            .all(|reply| reply.status == 201 && reply.bytes == replies[0].bytes)
    );
    let fresh = replies
        .iter()
        .filter(|reply| reply.header("idempotency-replayed").is_none())
        .count();
    assert_eq!(fresh, 1, "the others got the same response");
    for bad in ["", &"x".repeat(101)] {
        let reply = create(&a.with_header("idempotency-key", bad), "agora").await;
        assert_eq!(reply.line(), "400 idempotency_key_invalid");
    }
    assert_eq!(
        app.count("select count(*) from plugin_worlds.world").await,
        2
    );
    app.stop().await;
}
