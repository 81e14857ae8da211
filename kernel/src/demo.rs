//! Demo data for evaluation: an administrator, six members, five worlds and their content. It is created through the
//! HTTP API, so it cannot be in a state that people could not reach.

mod calls;
mod items;
mod people;

pub use people::{PASSWORD, logins};

use std::sync::Arc;

use axum::http::StatusCode;
use calls::{call, signed_in, signed_out};
use people::{MEMBERS, Member, WORLDS};
use serde_json::json;

use crate::app::App;
use crate::error::{Error, Result};
use crate::postgres::begin;

/// The marker of a database with all demo data. It changes when demo data are added.
const COMPLETE: &str = "complete-with-items";

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
    let router = crate::http::router(app.clone());
    for member in MEMBERS.iter().filter(|member| !member.world.is_empty()) {
        settle(app, &router, member).await?;
    }
    items::grant(app, &router).await?;
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
async fn settle(app: &Arc<App>, router: &axum::Router, member: &Member) -> Result<()> {
    let logged_in = signed_in(app, member.email).await?;
    let token = &logged_in.tokens.access;
    let about = format!("/api/v2/worlds/mInfo?worldName={}", member.world);
    let (status, found) = call(router, token, "GET", &about, None).await?;
    let (status, answer) = if status == StatusCode::OK {
        let id = found["payload"]["worldId"].as_str().unwrap_or_default();
        let path = format!("/api/v2/worlds/user/member?worldId={id}");
        call(router, token, "POST", &path, Some(json!({}))).await?
    } else {
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
        call(router, token, "POST", "/api/v3/worlds", Some(new)).await?
    };
    signed_out(app, logged_in).await?;
    match answer["code"].as_str() {
        None if status.is_success() => Ok(()),
        Some("already_has_world") => Ok(()),
        _ => Err(Error::internal(format!(
            "demo data: {} answered {status}: {answer}",
            member.world
        ))),
    }
}
