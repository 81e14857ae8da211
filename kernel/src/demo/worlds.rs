//! Life in the demo worlds: an administrator, a membership collection with its first holders, and visits.

use serde_json::json;

use super::clients::DemoClients;
use super::people::{MEMBERS, Member, WORLDS};
use crate::error::{Error, Result};

/// Whole WIT for a membership, by the place of the world in the list; 0 is free.
const PRICES: [i64; 5] = [0, 30, 0, 20, 0];
const QUANTITY: i64 = 100;

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
