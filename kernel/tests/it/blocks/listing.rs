//! Lists of blocks, drafts, the main block, and blocks that a person entered.

use serde_json::{Value, json};

use super::{
    BLOCKS, OF_AGORA, assert_blocks_consistent, choose_main, complete, counts, delete, draft,
    listed, names, publish,
};
use crate::community::Town;
use crate::support::concurrently;
use crate::user::{says, text};

#[tokio::test]
async fn drafts_do_not_exist_for_others() {
    let town = Town::start().await;
    let id = draft(&town.patron, "plaza").await;
    let paths = [
        format!("{BLOCKS}/{id}"),
        format!("{OF_AGORA}/plaza"),
        format!("{BLOCKS}/{id}/entry"),
        format!("{BLOCKS}/{id}/scene"),
    ];
    let visitor = town.app.visitor();
    for path in &paths {
        for person in [&town.patron, &town.owner, &town.admin] {
            assert_eq!(person.get(path).await.line(), "200", "{path}");
        }
        for person in [&town.member, &town.guest, &visitor] {
            let line = person.get(path).await.line();
            assert_eq!(line, "404 block_not_found", "{path}");
        }
    }
    let entered = format!("{BLOCKS}/{id}/entered");
    let refused = town.member.send("POST", &entered, None).await;
    assert_eq!(refused.line(), "404 block_not_found");
    assert!(listed(&town.patron).await.is_empty());
    let drafts = format!("{BLOCKS}/drafts");
    let own = town.patron.get(&drafts).await;
    assert_eq!(names(&own.payload()["items"]), ["plaza"]);
    let others = town.owner.get(&drafts).await;
    assert!(names(&others.payload()["items"]).is_empty());
    assert_eq!(publish(&town.patron, &id, 1).await.line(), "200");
    let own = town.patron.get(&drafts).await;
    assert!(names(&own.payload()["items"]).is_empty());
    for path in &paths {
        assert_eq!(visitor.get(path).await.line(), "200", "{path}");
    }
    for missing in ["nothing", "NO", "x", "event"] {
        let reply = visitor.get(&format!("{OF_AGORA}/{missing}")).await;
        assert_eq!(reply.line(), "404 block_not_found", "{missing}");
    }
    town.app.stop().await;
}

#[tokio::test]
async fn a_world_lists_complete_blocks_in_pages() {
    let town = Town::start().await;
    let visitor = town.app.visitor();
    let empty = visitor.get(OF_AGORA).await;
    let nothing = json!({ "mainBlock": null, "items": [], "page": 1, "limit": 20, "total": 0, "nextCursor": null });
    assert_eq!(*empty.payload(), nothing);
    let mut ids = Vec::new();
    for n in 0..7 {
        ids.push(complete(&town.owner, &format!("block-{n}")).await);
    }
    draft(&town.owner, "hidden").await;
    counts(&town.app, 7).await;
    assert_eq!(choose_main(&town.admin, &ids[3]).await.line(), "200");
    let mut found = Vec::new();
    let mut path = format!("{OF_AGORA}?limit=4");
    loop {
        let page = visitor.get(&path).await;
        let page = page.payload();
        assert_eq!(page["mainBlock"]["blockName"], "block-3");
        assert_eq!(page["total"], 7);
        found.extend(names(&page["items"]));
        match &page["nextCursor"] {
            Value::String(cursor) => path = format!("{OF_AGORA}?limit=4&cursor={cursor}"),
            _ => break,
        }
    }
    let expected = [
        "block-6", "block-5", "block-4", "block-2", "block-1", "block-0",
    ];
    assert_eq!(found, expected, "newest first, without the main block");
    let by_id = visitor
        .get(&format!("/api/v3/worlds/{}/blocks?page=2&limit=4", town.id))
        .await;
    assert_eq!(names(&by_id.payload()["items"]), ["block-1", "block-0"]);
    town.make_private().await;
    for path in [OF_AGORA.to_owned(), format!("{BLOCKS}/{}", ids[0])] {
        assert_eq!(town.member.get(&path).await.line(), "200");
        says(
            &town.guest.get(&path).await,
            "403 world_members_only",
            "이 월드의 멤버만 볼 수 있습니다. 먼저 월드에 가입해 주세요.",
            "Only members of this world can see this. Join it first.",
        );
        let line = visitor.get(&path).await.line();
        assert_eq!(line, "401 unauthenticated", "{path}");
    }
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_world_has_one_main_block() {
    let town = Town::start().await;
    let (a, b) = (
        complete(&town.patron, "first").await,
        complete(&town.patron, "second").await,
    );
    let hidden = draft(&town.patron, "hidden").await;
    assert_eq!(
        choose_main(&town.patron, &a).await.line(),
        "403 world_admins_only"
    );
    assert_eq!(
        choose_main(&town.owner, &hidden).await.line(),
        "409 block_not_complete"
    );
    let unknown = uuid::Uuid::nil().to_string();
    assert_eq!(
        choose_main(&town.owner, &unknown).await.line(),
        "404 block_not_found"
    );
    let lines = concurrently((0..8).map(|n| {
        let (owner, id) = (town.owner.clone(), [&a, &b][n % 2].clone());
        async move { choose_main(&owner, &id).await.line() }
    }))
    .await;
    assert!(lines.iter().all(|line| line == "200"), "{lines:?}");
    let mains = "select count(*) from plugin_blocks.block where is_main";
    assert_eq!(town.app.count(mains).await, 1);
    assert_eq!(choose_main(&town.owner, &a).await.line(), "200");
    let main = async || {
        let path = "/api/v3/worlds/agora/main-block";
        town.app.visitor().get(path).await.payload()["block"].clone()
    };
    assert_eq!(main().await["blockName"], "first");
    assert_eq!(delete(&town.patron, &a).await.line(), "200");
    assert_eq!(main().await, Value::Null);
    assert_eq!(listed(&town.member).await, ["second"]);
    assert_blocks_consistent(&town.app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn the_last_five_visited_blocks() {
    let town = Town::start().await;
    let mut ids = Vec::new();
    for n in 0..12 {
        ids.push(complete(&town.patron, &format!("block-{n}")).await);
    }
    let enter = async |id: &str| {
        let path = format!("{BLOCKS}/{id}/entered");
        let reply = town.guest.send("POST", &path, None).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
    };
    let visited = async || {
        let reply = town.guest.get(&format!("{BLOCKS}/visited")).await;
        names(&reply.payload()["items"])
    };
    assert!(visited().await.is_empty());
    for id in &ids {
        enter(id).await;
    }
    enter(&ids[9]).await;
    let expected = ["block-9", "block-11", "block-10", "block-8", "block-7"];
    assert_eq!(visited().await, expected);
    let longest = "select max(cardinality(block_ids))::bigint from plugin_blocks.visited";
    assert_eq!(town.app.count(longest).await, 10);
    delete(&town.patron, &ids[11]).await;
    let expected = ["block-9", "block-10", "block-8", "block-7", "block-6"];
    assert_eq!(visited().await, expected);
    town.make_private().await;
    assert!(visited().await.is_empty(), "the guest sees none of them");
    let visitor = town.app.visitor();
    let path = format!("{BLOCKS}/{}/entered", text(&json!(ids[0])));
    let refused = visitor.send("POST", &path, None).await;
    assert_eq!(refused.line(), "401 unauthenticated");
    town.app.stop().await;
}
