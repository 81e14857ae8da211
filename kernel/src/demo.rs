//! Demo data for evaluation: an administrator, twelve members, five worlds, friendships, WIT, items, gifts,
//! memberships, blocks, avatars, listings, offers, products, events and notices.
//! It is created through the HTTP API, so it cannot be in a state that people could not reach.

mod avatars;
mod blocks;
mod clients;
mod events;
mod items;
mod market;
mod people;
mod plugin_world;
mod postcodes;
mod shop;
mod social;
mod worlds;

pub use people::{PASSWORD, logins};
pub use plugin_world::{
    GUEST, OPERATOR, PLAYER, PLUGIN_BLOCK, PLUGIN_WORLD, open_plugin_block, plugin_world_logins,
    seed_plugin_world,
};

use std::sync::Arc;

use clients::DemoClients;
use people::{MEMBERS, Member, WORLDS};
use serde_json::json;

use crate::app::App;
use crate::error::Result;
use crate::postgres::begin;

/// The marker of a database with all demo data. It changes when demo data are added.
const COMPLETE: &str = "complete-with-events";

/// Creates missing demo data. Idempotent: an interrupted start is completed by the next one.
///
/// # Errors
/// The failed call, with its response.
pub async fn seed(app: &Arc<App>) -> Result<()> {
    let pool = &app.platform.pools.app;
    let known: i64 =
        sqlx::query_scalar("select count(*) from kernel.account where email_key = any($1)")
            .bind(
                MEMBERS
                    .iter()
                    .map(|member| member.email)
                    .collect::<Vec<_>>(),
            )
            .fetch_one(pool)
            .await?;
    let done: bool = sqlx::query_scalar(
        "select exists (select 1 from kernel.role_binding b join kernel.account a on a.id = b.account_id
                        where a.email_key = $1 and b.scope = 'demo' and b.role = $2)",
    )
    .bind(MEMBERS[0].email)
    .bind(COMPLETE)
    .fetch_one(pool)
    .await?;
    if done {
        return Ok(());
    }
    if known == 0 {
        tracing::info!("making demo data");
    }
    for member in &MEMBERS {
        create(app, member).await?;
    }
    let clients = DemoClients::log_in(app, crate::http::router(app.clone()), &MEMBERS).await?;
    for member in MEMBERS.iter().filter(|member| !member.world.is_empty()) {
        join_world(&clients, member).await?;
    }
    items::grant(&clients).await?;
    social::connect(&clients).await?;
    worlds::furnish(&clients).await?;
    blocks::build(&clients).await?;
    avatars::choose(&clients).await?;
    market::trade(&clients).await?;
    shop::open(&clients).await?;
    postcodes::import(&clients).await?;
    events::announce(&clients, app.platform.clock.now()).await?;
    clients.log_out().await?;
    sqlx::query(
        "insert into kernel.role_binding (account_id, scope, role)
         select id, 'demo', $2 from kernel.account where email_key = $1 on conflict do nothing",
    )
    .bind(MEMBERS[0].email)
    .bind(COMPLETE)
    .execute(pool)
    .await?;
    Ok(())
}

async fn create(app: &Arc<App>, member: &Member) -> Result<()> {
    let mut transaction = begin(&app.platform.pools.app, "begin").await?;
    let known = sqlx::query("select 1 from kernel.account where email_key = $1")
        .bind(member.email)
        .fetch_optional(&mut *transaction)
        .await?;
    if known.is_none() {
        let roles: &[(&str, &str)] = if member.admin {
            &[("platform", "admin")]
        } else {
            &[]
        };
        app.identity
            .accounts
            .create_ready(
                &mut transaction,
                member.email,
                PASSWORD,
                member.nickname,
                roles,
            )
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Creates the member's world, or joins it if it exists.
async fn join_world(clients: &DemoClients<'_>, member: &Member) -> Result<()> {
    let joined = ["already_has_world"];
    let key = |what: &str| format!("demo-{what}-{}", member.nickname);
    let path = format!("/api/v2/worlds/mInfo?worldName={}", member.world);
    let found = clients.get(member.nickname, &path).await?;
    if let Some(id) = found.payload()["worldId"].as_str() {
        let path = format!("/api/v2/worlds/user/member?worldId={id}");
        clients
            .post_accepting(member.nickname, &path, &key("join"), json!({}), &joined)
            .await?;
        return Ok(());
    }
    let Some(world) = WORLDS.iter().find(|world| world.name == member.world) else {
        return Ok(());
    };
    let new = json!({
        "worldName": world.name,
        "description": { "ko": world.ko, "en": world.en },
        "isPublic": true,
        "hue": world.hue,
        "logo": format!("/assets/plugins/worlds/demo/{}.svg", world.name),
        "thumbnail": format!("/assets/plugins/worlds/demo/{}.webp", world.name),
    });
    clients
        .post_accepting(
            member.nickname,
            "/api/v3/worlds",
            &key("create"),
            new,
            &joined,
        )
        .await?;
    Ok(())
}
