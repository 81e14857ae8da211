//! Demo data for a first look: an administrator, six members, five worlds and what people have. Goes through the
//! same calls as people do, so that it is never in a state that people could not reach.

mod items;

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::app::App;
use crate::error::{Error, Result};
use crate::identity::{Actor, Credence, Credentials, LoggedIn, Origin};
use crate::postgres::begin;

/// The password of every demo account.
pub const PASSWORD: &str = "Witverse1!";

/// Marks a database that has all of it; another word where there is more to make.
const COMPLETE: &str = "complete-with-items";

struct Member {
    email: &'static str,
    nickname: &'static str,
    admin: bool,
    /// The world to make, or to join.
    world: &'static str,
}

struct DemoWorld {
    name: &'static str,
    ko: &'static str,
    en: &'static str,
    hue: u16,
}

const MEMBERS: [Member; 7] = [
    member("admin@witverse.localhost", "witkeeper", true, ""),
    member("haneul@witverse.localhost", "haneul", false, "agora"),
    member("minji@witverse.localhost", "minji", false, "hanok"),
    member("theo@witverse.localhost", "theo", false, "orbit"),
    member("sora@witverse.localhost", "sora", false, "reef"),
    member("jules@witverse.localhost", "jules", false, "arcade"),
    member("dohyun@witverse.localhost", "dohyun", false, "agora"),
];

const WORLDS: [DemoWorld; 5] = [
    world(
        "agora",
        262,
        "밤마다 이야기가 모이는 광장",
        "A plaza where stories gather every night",
    ),
    world(
        "hanok",
        28,
        "등불이 켜진 한옥 골목",
        "A hanok alley lit by lanterns",
    ),
    world(
        "orbit",
        205,
        "궤도를 도는 정거장의 정원",
        "A garden on a station in orbit",
    ),
    world(
        "reef",
        172,
        "빛이 스며드는 바닷속 산호초",
        "A reef under the sea where light seeps in",
    ),
    world(
        "arcade",
        322,
        "네온이 꺼지지 않는 오락실",
        "An arcade whose neon never goes out",
    ),
];

const fn member(
    email: &'static str,
    nickname: &'static str,
    admin: bool,
    world: &'static str,
) -> Member {
    Member {
        email,
        nickname,
        admin,
        world,
    }
}

const fn world(name: &'static str, hue: u16, ko: &'static str, en: &'static str) -> DemoWorld {
    DemoWorld { name, ko, en, hue }
}

/// Email and nickname of every demo account, the administrator first.
#[must_use]
pub fn logins() -> Vec<(&'static str, &'static str)> {
    MEMBERS
        .iter()
        .map(|member| (member.email, member.nickname))
        .collect()
}

/// Makes what is missing; a start that was cut off in the middle is completed by the next.
///
/// # Errors
/// What a call answered, with its name.
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

/// Makes the member's world, or joins it where it exists.
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

async fn signed_in(app: &App, email: &str) -> Result<LoggedIn> {
    let credentials = Credentials {
        email,
        password: PASSWORD,
    };
    app.identity
        .log_in(credentials, Credence::default(), &Origin::default())
        .await?
        .done()
        .ok_or_else(|| Error::internal("a demo account asks for a second factor"))
}

async fn signed_out(app: &App, who: LoggedIn) -> Result<()> {
    let actor = Actor::Person(who.person);
    app.identity.log_out(&actor, None).await?;
    Ok(())
}

async fn call(
    router: &axum::Router,
    token: &str,
    method: &str,
    path: &str,
    body: Option<Value>,
) -> Result<(StatusCode, Value)> {
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(body)
        .map_err(Error::internal)?;
    let response = router
        .clone()
        .oneshot(request)
        .await
        .map_err(Error::internal)?;
    let status = response.status();
    let bytes = axum::body::to_bytes(response.into_body(), 1 << 20)
        .await
        .map_err(Error::internal)?;
    Ok((status, serde_json::from_slice(&bytes).unwrap_or_default()))
}
