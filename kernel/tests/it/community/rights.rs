//! Who may read, write, comment, hide and pin; and who sees posts of people on either side of a block.

use serde_json::json;
use witverse_testing::Client;

use super::{FEED, Town, block, comment, feed, pin, read, write};
use crate::user::{says, text};

/// The answers to reading, writing, commenting, hiding and pinning.
async fn answers(by: &Client, id: &str) -> [String; 5] {
    let list = by.get(&format!("{FEED}?worldName=agora")).await.line();
    assert_eq!(list, read(by, id).await.line(), "list and post agree");
    let status = json!({ "feedId": id, "isHide": false });
    [
        list,
        write(by, "a text").await.line(),
        comment(by, id, "a comment").await.line(),
        by.post(&format!("{FEED}/change/status"), status)
            .await
            .line(),
        pin(by, id).await.line(),
    ]
}

const ANONYMOUS: &str = "401 unauthenticated";
const ADMINS: &str = "403 world_admins_only";

#[tokio::test]
async fn roles_decide_in_a_public_world() {
    let town = Town::start().await;
    let id = town.post(&town.owner, "hello").await;
    let outcast = town.app.person("outcast").await;
    let entry = json!({ "nickname": "outcast", "reason": "because" });
    assert_eq!(town.manage("blacklist", entry).await.line(), "201");
    let visitor = town.app.visitor();
    let out = "403 world_blacklisted";
    for (who, client, expected) in [
        (
            "visitor",
            &visitor,
            ["200", ANONYMOUS, ANONYMOUS, ANONYMOUS, ANONYMOUS],
        ),
        (
            "guest",
            &town.guest,
            [
                "200",
                "403 members_only_write",
                "403 members_only_comment",
                ADMINS,
                ADMINS,
            ],
        ),
        (
            "member",
            &town.member,
            ["200", "403 members_only_write", "201", ADMINS, ADMINS],
        ),
        (
            "patron",
            &town.patron,
            ["200", "201", "201", ADMINS, ADMINS],
        ),
        ("admin", &town.admin, ["200", "201", "201", "200", "200"]),
        ("owner", &town.owner, ["200", "201", "201", "200", "200"]),
        ("blacklisted", &outcast, [out, out, out, out, out]),
    ] {
        assert_eq!(answers(client, &id).await, expected, "{who}");
    }
    says(
        &write(&town.member, "a text").await,
        "403 members_only_write",
        "이 월드의 멤버십이 있는 멤버만 글을 쓸 수 있습니다. 월드 페이지에서 멤버십을 받아 주세요.",
        "You need a membership of this world to post. Get one on the world's page.",
    );
    town.app.stop().await;
}

#[tokio::test]
async fn a_private_world_is_read_by_its_members() {
    let town = Town::start().await;
    let id = town.post(&town.owner, "hello").await;
    town.make_private().await;
    let visitor = town.app.visitor();
    assert_eq!(read(&visitor, &id).await.line(), ANONYMOUS);
    let (out, path) = ("403 world_members_only", format!("{FEED}/fixed/agora"));
    assert_eq!(
        answers(&town.guest, &id).await,
        [out, "403 members_only_write", out, out, out]
    );
    assert_eq!(town.guest.get(&path).await.line(), out);
    assert_eq!(read(&town.member, &id).await.line(), "200");
    for unknown in ["nowhere", "x", &uuid::Uuid::nil().to_string()] {
        let path = format!("{FEED}?worldName={unknown}");
        assert_eq!(town.guest.get(&path).await.line(), "404 world_not_found");
    }
    town.app.stop().await;
}

#[tokio::test]
async fn only_posts_that_anybody_may_read_are_broadcast() {
    let town = Town::start().await;
    let mut broadcasts = town.app.app.platform.signals.live.broadcasts();
    town.post(&town.owner, "for everybody").await;
    let broadcast = broadcasts.try_recv().unwrap();
    assert_eq!(&*broadcast.kind, "community.posted");
    assert_eq!(*broadcast.payload, json!({ "worldName": "agora" }));
    town.make_private().await;
    town.post(&town.owner, "for members").await;
    assert!(broadcasts.try_recv().is_err());
    town.app.stop().await;
}

#[tokio::test]
async fn muting_somebody_hides_what_they_write() {
    let town = Town::start().await;
    let theirs = town.post(&town.patron, "from the patron").await;
    let ours = town.post(&town.owner, "from the owner").await;
    assert_eq!(
        comment(&town.patron, &ours, "a comment").await.line(),
        "201"
    );
    let path = format!("/api/safety/mutes/{}", town.patron.id);
    assert_eq!(town.guest.send("PUT", &path, None).await.line(), "200");
    assert_eq!(feed(&town.guest).await, ["from the owner"]);
    let comments = format!("{FEED}/{ours}/comments");
    let reply = town.guest.get(&comments).await;
    assert_eq!(reply.payload()["items"], json!([]));
    assert_eq!(
        read(&town.guest, &theirs).await.line(),
        "200",
        "a link still leads there"
    );
    assert_eq!(feed(&town.patron).await.len(), 2, "they do not notice");
    assert_eq!(town.guest.send("DELETE", &path, None).await.line(), "200");
    assert_eq!(feed(&town.guest).await.len(), 2);
    town.app.stop().await;
}

#[tokio::test]
async fn a_muted_person_reads_and_reacts_only() {
    let town = Town::start().await;
    let id = town.post(&town.owner, "hello").await;
    let keeper = town.app.administrator().await;
    let sanctions = format!("/api/admin/users/{}/sanctions", town.patron.id);
    let body = json!({ "action": "mute", "reason": "because", "hours": 24 });
    assert_eq!(keeper.post(&sanctions, body).await.line(), "200");
    for reply in [
        write(&town.patron, "a text").await,
        comment(&town.patron, &id, "a comment").await,
    ] {
        assert_eq!(reply.line(), "403 muted");
        assert!(
            text(&reply.body["language"]["en"]).contains("until"),
            "{}",
            reply.body
        );
    }
    let path = format!("{FEED}/{id}/reaction");
    let reacted = town.patron.put(&path, json!({ "kind": "love" })).await;
    assert_eq!(reacted.line(), "200");
    town.app.stop().await;
}

#[tokio::test]
async fn posts_for_members_are_seen_by_members() {
    let town = Town::start().await;
    let id = town.post(&town.owner, "for members").await;
    let path = format!("{FEED}/change/ismember");
    let body = json!({ "feedId": id, "isMember": true });
    assert_eq!(town.member.post(&path, body.clone()).await.line(), ADMINS);
    let changed = town.admin.post(&path, body).await;
    assert_eq!(changed.payload()["isMember"], true);
    assert_eq!(pin(&town.admin, &id).await.line(), "200");
    for client in [&town.app.visitor(), &town.guest] {
        assert_eq!(feed(client).await, Vec::<String>::new());
        assert_eq!(super::fixed(client).await, json!(null));
    }
    assert_eq!(
        read(&town.guest, &id).await.line(),
        "403 world_members_only"
    );
    assert_eq!(feed(&town.member).await, ["for members"]);
    town.app.stop().await;
}

#[tokio::test]
async fn a_block_hides_posts_in_both_directions() {
    let town = Town::start().await;
    let id = town.post(&town.patron, "by patron").await;
    town.post(&town.owner, "by owner").await;
    let other = town.post(&town.owner, "commented").await;
    assert_eq!(
        comment(&town.patron, &other, "by patron").await.line(),
        "201"
    );
    block(&town.member, &town.patron).await;
    assert_eq!(feed(&town.member).await, ["commented", "by owner"]);
    assert_eq!(read(&town.member, &id).await.line(), "404 feed_not_found");
    assert_eq!(
        comment(&town.member, &id, "x").await.line(),
        "404 feed_not_found"
    );
    let listed = town.member.get(&format!("{FEED}/{other}/comments")).await;
    assert_eq!(listed.payload()["items"], json!([]));
    // The other direction, and a moderator, who must see what they moderate.
    block(&town.patron, &town.guest).await;
    assert_eq!(feed(&town.guest).await, ["commented", "by owner"]);
    block(&town.admin, &town.patron).await;
    assert_eq!(feed(&town.admin).await.len(), 3);
    assert_eq!(town.hide(&id, true).await.line(), "200");
    town.app.stop().await;
}
