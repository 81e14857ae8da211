//! Creating, editing and deleting blocks.

use serde_json::json;

use super::{
    BLOCKS, OF_AGORA, assert_blocks_consistent, complete, counts, create, delete, draft, listed,
    new_block, publish,
};
use crate::community::Town;
use crate::support::{concurrently, portrait_of};
use crate::user::{says, says_at, text};

#[tokio::test]
async fn membership_owners_and_administrators_create_blocks() {
    let town = Town::start().await;
    for (n, person) in [&town.owner, &town.admin, &town.patron].iter().enumerate() {
        let created = create(person, &format!("block-{n}")).await;
        assert_eq!(created.line(), "201", "{}", created.body);
        assert_eq!(created.payload()["maker"]["userId"], json!(person.id));
    }
    for person in [&town.member, &town.guest] {
        says(
            &create(person, "plaza").await,
            "403 block_creators_only",
            "이 월드의 멤버십이 있어야 블록을 만들 수 있습니다. 월드 페이지에서 멤버십을 받아 주세요.",
            "You need a membership of this world to create blocks. Get one on the world's page.",
        );
    }
    let visitor = town.app.visitor();
    assert_eq!(
        create(&visitor, "plaza").await.line(),
        "401 unauthenticated"
    );
    let nowhere = "/api/v3/worlds/nowhere/blocks";
    let reply = town.owner.post(nowhere, new_block("plaza")).await;
    assert_eq!(reply.line(), "404 world_not_found");
    let by_id = format!("/api/v3/worlds/{}/blocks", town.id);
    let created = town.owner.post(&by_id, new_block("by-id")).await;
    let view = created.payload();
    let expected = json!({
        "blockId": view["blockId"], "worldId": town.id, "worldName": "agora", "blockName": "by-id",
        "type": "social", "state": "assembling", "title": { "ko": "광장", "en": "Plaza" },
        "description": { "ko": "", "en": "" }, "access": "everybody", "chat": "everybody", "slowModeSeconds": 0,
        "template": "empty", "isMain": false, "peopleInside": 0,
        "maker": { "userId": town.owner.id, "nickname": "owner_1", "thumbnail": portrait_of(town.owner.id) },
        "thumbnails": [], "createdAt": view["createdAt"], "publishedAt": null, "canManage": true, "game": null,
        "collectionId": null,
        "version": 1, "publishedVersion": null, "visits": 0, "visitors": 0, "updatedAt": view["createdAt"],
    });
    assert_eq!(*view, expected);
    assert_blocks_consistent(&town.app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn a_muted_or_blacklisted_person_creates_nothing() {
    let town = Town::start().await;
    let id = draft(&town.patron, "plaza").await;
    let keeper = town.app.administrator().await;
    let sanctions = format!("/api/admin/users/{}/sanctions", town.patron.id);
    let body = json!({ "action": "mute", "reason": "because", "hours": 24 });
    assert_eq!(keeper.post(&sanctions, body).await.line(), "200");
    assert_eq!(create(&town.patron, "other").await.line(), "403 muted");
    let path = format!("{BLOCKS}/{id}");
    let edited = town.patron.put(&path, json!({ "type": "game" })).await;
    assert_eq!(edited.line(), "403 muted");
    let body = json!({ "nickname": "patron", "reason": "because" });
    assert_eq!(town.manage("blacklist", body).await.line(), "201");
    let blacklisted = "403 world_blacklisted";
    assert_eq!(create(&town.patron, "other").await.line(), blacklisted);
    assert_eq!(publish(&town.patron, &id, 1).await.line(), blacklisted);
    assert_eq!(
        delete(&town.patron, &id).await.line(),
        "404 block_not_found"
    );
    town.app.stop().await;
}

#[tokio::test]
async fn names_and_titles_have_rules() {
    let town = Town::start().await;
    for (name, line) in [
        ("ab", "422 block_name_length"),
        ("abcdefghijklmnopqrstu", "422 block_name_length"),
        ("Plaza", "422 block_name_unavailable"),
        ("a b", "422 block_name_unavailable"),
        ("admin", "422 block_name_unavailable"),
        ("management", "422 block_name_unavailable"),
        ("announcement", "422 block_name_unavailable"),
        ("x", "422 block_name_unavailable"),
    ] {
        let reply = create(&town.owner, name).await;
        assert_eq!(reply.line(), line, "{name}");
        assert_eq!(reply.body["fields"][0]["field"], "blockName", "{name}");
    }
    let mut new = new_block("plaza");
    new["title"]["en"] = json!(" ");
    says_at(
        &town.owner.post(OF_AGORA, new.clone()).await,
        &[("title.en", "필수 항목입니다.", "This field is required.")],
    );
    new["type"] = json!("castle");
    let reply = town.owner.post(OF_AGORA, new).await;
    assert_eq!(reply.line(), "422 validation_failed");
    assert_eq!(reply.body["fields"][0]["field"], "type");
    draft(&town.owner, "plaza").await;
    let other = draft(&town.patron, "other").await;
    let path = format!("{BLOCKS}/{other}");
    for reply in [
        create(&town.patron, "plaza").await,
        town.patron
            .put(&path, json!({ "blockName": "plaza" }))
            .await,
    ] {
        says(
            &reply,
            "409 block_name_duplicate",
            "이 월드에서 이미 사용 중인 블록 이름입니다.",
            "This block name is already in use in this world.",
        );
        assert_eq!(reply.body["fields"][0]["field"], "blockName");
    }
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_concurrent_creators_gets_the_name() {
    let town = Town::start().await;
    let people = [&town.owner, &town.admin, &town.patron];
    let mut lines = concurrently(people.map(|person| {
        let person = person.clone();
        async move { create(&person, "plaza").await.line() }
    }))
    .await;
    lines.sort();
    let duplicate = "409 block_name_duplicate";
    assert_eq!(lines, ["201", duplicate, duplicate]);
    assert_blocks_consistent(&town.app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn makers_and_administrators_edit_a_block() {
    let town = Town::start().await;
    let id = complete(&town.patron, "plaza").await;
    let path = format!("{BLOCKS}/{id}");
    let changes = json!({ "blockName": "new-plaza", "type": "game", "access": "members",
        "title": { "ko": "새 광장", "en": "New plaza" }, "description": { "ko": " 설명 " } });
    for person in [&town.patron, &town.admin, &town.owner] {
        let edited = person.put(&path, changes.clone()).await;
        assert_eq!(edited.line(), "200", "{}", edited.body);
    }
    for person in [&town.member, &town.guest] {
        says(
            &person.put(&path, changes.clone()).await,
            "403 block_managers_only",
            "블록을 만든 사람과 월드 관리자만 할 수 있습니다.",
            "Only the maker of this block and the world's administrators can do this.",
        );
    }
    let seen = town.app.visitor().get(&path).await;
    let view = seen.payload();
    assert_eq!(
        (
            &view["blockName"],
            &view["type"],
            &view["access"],
            &view["canManage"]
        ),
        (
            &json!("new-plaza"),
            &json!("game"),
            &json!("members"),
            &json!(false)
        )
    );
    assert_eq!(view["description"], json!({ "ko": "설명", "en": "" }));
    assert_eq!(view["version"], json!(null), "for managers only");
    town.app.stop().await;
}

#[tokio::test]
async fn a_person_has_at_most_twenty_blocks() {
    let town = Town::start().await;
    let mut last = String::new();
    for n in 0..20 {
        last = draft(&town.patron, &format!("block-{n}")).await;
    }
    says(
        &create(&town.patron, "one-more").await,
        "409 block_maker_limit",
        "블록은 한 사람이 최대 20개까지 만들 수 있습니다. 쓰지 않는 블록을 삭제한 후 다시 시도해 주세요.",
        "You can have at most 20 blocks. Delete one that you no longer use and try again.",
    );
    assert_eq!(delete(&town.patron, &last).await.line(), "200");
    draft(&town.patron, "one-more").await;
    // As if the world had many.
    let filled = "update plugin_blocks.world_total set blocks = 200";
    sqlx::query(filled).execute(town.app.owner()).await.unwrap();
    let full = create(&town.owner, "too-many").await;
    assert_eq!(full.line(), "409 block_world_limit");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_deletion_is_idempotent_and_counted_once() {
    let town = Town::start().await;
    let (id, kept) = (
        complete(&town.patron, "plaza").await,
        complete(&town.owner, "kept").await,
    );
    let hidden = draft(&town.owner, "hidden").await;
    counts(&town.app, 2).await;
    assert_eq!(
        delete(&town.member, &id).await.line(),
        "403 block_managers_only"
    );
    assert_eq!(
        delete(&town.patron, &hidden).await.line(),
        "404 block_not_found"
    );
    assert_eq!(
        delete(&town.patron, "x").await.line(),
        "404 block_not_found"
    );
    let replies = concurrently((0..4).map(|_| {
        let (patron, id) = (town.patron.clone(), id.clone());
        async move { delete(&patron, &id).await }
    }))
    .await;
    let deleted = replies
        .iter()
        .filter(|reply| reply.payload()["deleted"] == true)
        .count();
    assert_eq!(deleted, 1);
    assert_eq!(
        *delete(&town.patron, &id).await.payload(),
        json!({ "deleted": false })
    );
    counts(&town.app, 1).await;
    assert_eq!(listed(&town.app.visitor()).await, ["kept"]);
    let seen = town.owner.get(&format!("{BLOCKS}/{kept}")).await;
    assert_eq!(text(&seen.payload()["blockId"]), kept);
    assert_blocks_consistent(&town.app).await;
    town.app.stop().await;
}

#[tokio::test]
async fn an_older_event_does_not_change_the_count_of_a_world() {
    let town = Town::start().await;
    let id = complete(&town.patron, "plaza").await;
    counts(&town.app, 1).await;
    // As if a later event had arrived before those of the next changes.
    let later = "update plugin_worlds.world set block_count = 7, block_sequence = 3";
    sqlx::query(later).execute(town.app.owner()).await.unwrap();
    delete(&town.patron, &id).await;
    complete(&town.patron, "other").await;
    town.app
        .eventually("the events are delivered", async || {
            let waiting = "select count(*) from kernel.delivery";
            town.app.count(waiting).await == 0
        })
        .await;
    counts(&town.app, 7).await;
    complete(&town.patron, "third").await;
    counts(&town.app, 2).await;
    town.app.stop().await;
}
