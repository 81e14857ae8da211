//! Life in the demo worlds: an administrator, a membership collection with its first holders, posts and visits.

use serde_json::json;

use super::clients::DemoClients;
use super::people::{MEMBERS, Member, WORLDS};
use crate::error::{Error, Result};

/// Whole WIT for a membership, by the place of the world in the list; 0 is free.
const PRICES: [i64; 5] = [0, 30, 0, 20, 0];
const QUANTITY: i64 = 100;

/// What the owner of each world announces and posts, and what the first administrator answers.
const POSTS: [[&str; 3]; 5] = [
    [
        "오늘 밤 9시, 광장에서 별 이야기를 나눠요. 담요를 챙겨 오세요!",
        "I painted the plaza at dusk today. The lamps were just coming on.",
        "좋아요! 저도 갈게요.",
    ],
    [
        "골목 끝 찻집에 새 등불을 걸었습니다. 지나가다 들러 주세요.",
        "처마 밑에서 듣는 빗소리가 참 좋네요.",
        "사진으로도 남겨 주세요!",
    ],
    [
        "The garden's first tomatoes are ripe. Come and pick one before the next orbit.",
        "정거장 창가 자리에서 보는 지구, 몇 번을 봐도 좋습니다.",
        "Saving a seat by the window!",
    ],
    [
        "산호초 안쪽 길을 새로 냈습니다. 해파리 등을 따라오세요.",
        "Saw two sea turtles near the east reef this morning.",
        "Which path did you take?",
    ],
    [
        "High score night on Friday. Bring your lucky coin.",
        "3번 기계 고쳤습니다. 이제 소리도 잘 나요!",
        "드디어! 바로 갑니다.",
    ],
];

/// Gives each world an administrator, a membership collection and visits. Idempotent.
pub(super) async fn furnish(clients: &DemoClients<'_>) -> Result<()> {
    for (at, world) in WORLDS.iter().enumerate() {
        let members: Vec<&Member> = MEMBERS
            .iter()
            .filter(|member| member.world == world.name)
            .collect();
        let Some((owner, others)) = members.split_first() else {
            continue;
        };
        let path = format!("/api/v2/worlds/mInfo?worldName={}", world.name);
        let found = clients.get(owner.nickname, &path).await?;
        let Some(id) = found.payload()["worldId"].as_str() else {
            return Err(Error::internal(format!(
                "demo data: no world {}",
                world.name
            )));
        };
        appoint(clients, owner, others.first(), id).await?;
        memberships(clients, (owner, others), id, PRICES[at]).await?;
        posts(clients, world.name, (owner, others.first()), &POSTS[at]).await?;
        for member in &members {
            let key = format!("demo-visit-{}", member.nickname);
            let body = json!({ "worldName": world.name });
            let report = "/api/v2/worlds/logs/user-connection";
            clients
                .post_accepting(member.nickname, report, &key, body, &[])
                .await?;
        }
    }
    Ok(())
}

async fn appoint(
    clients: &DemoClients<'_>,
    owner: &Member,
    admin: Option<&&Member>,
    id: &str,
) -> Result<()> {
    let Some(admin) = admin else {
        return Ok(());
    };
    let path = format!("/api/v3/worlds/{id}/admins");
    let key = format!("demo-admin-{}", admin.nickname);
    let body = json!({ "nickname": admin.nickname });
    clients
        .post_accepting(owner.nickname, &path, &key, body, &["already_world_admin"])
        .await?;
    Ok(())
}

/// Opens a collection, of which all but the last member own an item.
async fn memberships(
    clients: &DemoClients<'_>,
    (owner, others): (&Member, &[&Member]),
    id: &str,
    price: i64,
) -> Result<()> {
    let path = format!("/api/v3/worlds/{id}/collections");
    let new = json!({
        "name": { "ko": "첫 번째 멤버십", "en": "First membership" },
        "quantity": QUANTITY, "price": price,
    });
    let key = format!("demo-membership-{}", owner.nickname);
    let opened = clients
        .post_accepting(owner.nickname, &path, &key, new, &["membership_unsold"])
        .await?;
    let Some(collection) = opened.payload()["collectionId"].as_str() else {
        return Ok(());
    };
    let path = format!("{path}/{collection}/buy");
    for buyer in others.iter().take(others.len().saturating_sub(1)) {
        let key = format!("demo-buy-{}", buyer.nickname);
        let accepted = ["membership_free_once"];
        clients
            .post_accepting(
                buyer.nickname,
                &path,
                &key,
                json!({ "price": price }),
                &accepted,
            )
            .await?;
    }
    Ok(())
}

/// A post of the owner with an answer, and one of the administrator.
async fn posts(
    clients: &DemoClients<'_>,
    world: &str,
    (owner, admin): (&Member, Option<&&Member>),
    [first, second, answer]: &[&str; 3],
) -> Result<()> {
    const FEED: &str = "/api/v2/world/feed";
    let write = async |author: &Member, text: &str| {
        let key = format!("demo-post-{}", author.nickname);
        let body = json!({ "worldName": world, "text": text });
        clients
            .post_accepting(author.nickname, FEED, &key, body, &["pace_exceeded"])
            .await
    };
    let post = write(owner, first).await?;
    let Some(admin) = admin else {
        return Ok(());
    };
    write(admin, second).await?;
    if let Some(id) = post.payload()["feedId"].as_str() {
        let path = format!("{FEED}/{id}/comments");
        let key = format!("demo-comment-{}", admin.nickname);
        let body = json!({ "text": answer });
        clients
            .post_accepting(admin.nickname, &path, &key, body, &["pace_exceeded"])
            .await?;
    }
    Ok(())
}
