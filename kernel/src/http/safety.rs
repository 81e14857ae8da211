//! `/api/safety/…`: the caller's blocks, mutes and reports, and the decisions about the caller.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post, put};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::extract::{Caller, ClientIp, Json, SignedIn};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues, Query};
use super::problem::Failure;
use super::reply::{Empty, count, payload};
use super::state::Shared;
use crate::actor::{Actor, Person};
use crate::error::{Catalogue, NOT_FOUND, TOO_MANY, UNAUTHENTICATED, VALIDATION_FAILED};
use crate::identity::{NO_SUCH_PERSON, SELF_NOT_ALLOWED};
use crate::page_cursor::PageCursor;
use crate::rooms::{NOT_IN_ROOM, ROOM_NOT_FOUND};
use crate::safety::{
    ALREADY_APPEALED, ALREADY_REPORTED, APPEAL_TOO_LATE, BlockEntry, Decision, MyReport,
    NO_SUCH_DECISION, NewReport, REPORT_LIMIT, Reason, SANCTION_OVER, Subject,
};

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    let mut operations = blocks_and_mutes();
    operations.extend(reporting());
    operations.extend(decided());
    operations
}

fn blocks_and_mutes() -> Vec<Operation> {
    let about = |method, path, handler, summary| {
        Operation::new(method, path, handler, summary)
            .signed_in()
            .answers::<Empty>()
            .fails(&[NO_SUCH_PERSON, SELF_NOT_ALLOWED, NOT_FOUND, TOO_MANY])
    };
    const BLOCK: &str = "/api/safety/blocks/{userId}";
    const MUTE: &str = "/api/safety/mutes/{userId}";
    vec![
        Operation::new(
            "GET",
            "/api/safety/people",
            get(people),
            "The people that the caller has blocked or muted",
        )
        .signed_in()
        .paged()
        .answers::<List<BlockEntry>>(),
        about(
            "PUT",
            BLOCK,
            put(block),
            "Block a person, in both directions",
        ),
        about("DELETE", BLOCK, delete(unblock), "Remove a block"),
        about("PUT", MUTE, put(mute), "Mute a person"),
        about("DELETE", MUTE, delete(unmute), "Remove a mute"),
    ]
}

fn reporting() -> Vec<Operation> {
    vec![
        Operation::new(
            "POST",
            "/api/safety/reports",
            post(report),
            "Report a person",
        )
        .signed_in()
        .takes::<Report>()
        .answers::<Reported>()
        .status(201)
        .fails(&[
            VALIDATION_FAILED,
            NO_SUCH_PERSON,
            SELF_NOT_ALLOWED,
            REPORT_LIMIT,
            ALREADY_REPORTED,
            ROOM_NOT_FOUND,
            NOT_IN_ROOM,
            TOO_MANY,
        ]),
        Operation::new(
            "GET",
            "/api/safety/reports",
            get(reports),
            "The caller's reports",
        )
        .signed_in()
        .paged()
        .answers::<List<MyReport>>(),
    ]
}

fn decided() -> Vec<Operation> {
    let shown: &[Catalogue] = &[NO_SUCH_DECISION, NOT_FOUND, UNAUTHENTICATED, TOO_MANY];
    vec![
        Operation::new(
            "GET",
            "/api/safety/decisions",
            get(decisions),
            "Moderation decisions about the caller",
        )
        .signed_in()
        .paged()
        .answers::<List<Decision>>(),
        Operation::new(
            "GET",
            "/api/safety/decisions/{id}",
            get(decision),
            "A decision, for the sanctioned person or with the token of the mail",
        )
        .query("token", "The token of the mail's link", false)
        .answers::<Decision>()
        .fails(shown),
        Operation::new(
            "POST",
            "/api/safety/decisions/{id}/appeal",
            post(appeal),
            "Appeal a decision",
        )
        .takes::<NewAppeal>()
        .answers::<Decision>()
        .fails(shown)
        .fails(&[
            VALIDATION_FAILED,
            ALREADY_APPEALED,
            APPEAL_TOO_LATE,
            SANCTION_OVER,
        ]),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Report {
    user_id: Uuid,
    reason: Reason,
    /// The text, at most 500 characters; required for the reason `other`.
    text: Option<String>,
    /// The reported object, for example a message or an item.
    subject: Option<Subject>,
    /// Whether to block the reported person too.
    block: Option<bool>,
    /// The room that the caller is in: the chat of its last 30 seconds is attached for moderators.
    room_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Reported {
    id: Uuid,
}

#[derive(Deserialize, JsonSchema)]
struct NewAppeal {
    /// 20 to 1000 characters.
    text: String,
    /// The token of the mail's link; required if the caller is not signed in.
    token: Option<String>,
}

async fn people(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    page: Page,
) -> Reply<impl IntoResponse> {
    let items = app.safety.people(&me, &page.window()?).await?;
    Ok(payload(List::of(items, &page, |kept| PageCursor {
        at: kept.since,
        id: kept.person.id,
    })))
}

async fn block(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    app.safety.block(&me, path.id("userId")?).await?;
    Ok(payload(Empty {}))
}

async fn unblock(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    app.safety.unblock(&me, path.id("userId")?).await?;
    Ok(payload(Empty {}))
}

async fn mute(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    app.safety.mute(&me, path.id("userId")?).await?;
    Ok(payload(Empty {}))
}

async fn unmute(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    app.safety.unmute(&me, path.id("userId")?).await?;
    Ok(payload(Empty {}))
}

async fn report(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    Json(given): Json<Report>,
) -> Reply<impl IntoResponse> {
    paced(&app, &me)?;
    let chat = match &given.room_id {
        Some(room) => Some(app.rooms.chat_for_report(&me, room).await?),
        None => None,
    };
    let new = NewReport {
        chat,
        person: given.user_id,
        reason: given.reason,
        text: given.text.as_deref().unwrap_or_default(),
        subject: given.subject,
        block: given.block.unwrap_or(false),
    };
    let id = app.safety.report(&me, new).await?;
    Ok((StatusCode::CREATED, payload(Reported { id })))
}

async fn reports(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    page: Page,
) -> Reply<impl IntoResponse> {
    let items = app.safety.reports(&me, &page.window()?).await?;
    Ok(payload(List::of(items, &page, |report| PageCursor {
        at: report.at,
        id: report.id,
    })))
}

async fn decisions(
    State(app): State<Shared>,
    SignedIn(me): SignedIn,
    page: Page,
) -> Reply<impl IntoResponse> {
    let items = app.safety.decisions(&me, &page.window()?).await?;
    Ok(payload(List::of(items, &page, |decision| PageCursor {
        at: decision.at,
        id: decision.id,
    })))
}

async fn decision(
    State(app): State<Shared>,
    Caller(actor): Caller,
    ip: ClientIp,
    query: Query,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let token = query.text("token")?;
    known(&app, &ip, &actor, token.as_deref())?;
    let id = path.id("id")?;
    let decision = app
        .safety
        .decision(actor.person(), id, token.as_deref())
        .await?;
    Ok(payload(decision))
}

async fn appeal(
    State(app): State<Shared>,
    Caller(actor): Caller,
    ip: ClientIp,
    path: PathValues,
    Json(given): Json<NewAppeal>,
) -> Reply<impl IntoResponse> {
    let token = given.token.as_deref();
    known(&app, &ip, &actor, token)?;
    let id = path.id("id")?;
    let decision = app
        .safety
        .appeal(actor.person(), id, token, &given.text)
        .await?;
    Ok(payload(decision))
}

/// Limits how often a person may write texts that others are notified of.
pub(super) fn paced(app: &Shared, me: &Person) -> Reply<()> {
    let limit = app.config.http.account_rate;
    let key = format!("written by {}", me.id);
    Ok(app.rates.count(key, limit, Duration::from_secs(60))?)
}

/// Requires a signed-in person or a token; attempts with tokens are rate limited.
fn known(app: &Shared, ip: &ClientIp, actor: &Actor, token: Option<&str>) -> Reply<()> {
    match (actor.person(), token) {
        (Some(_), None) => Ok(()),
        (None, None) => Err(UNAUTHENTICATED.into()),
        (_, Some(_)) => Ok(count(app, ip)?),
    }
}
