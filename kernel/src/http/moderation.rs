//! `/api/moderation/…`: the queue of cases, for moderators and administrators.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Json, Moderator};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues, Query};
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use crate::error::{INVALID_QUERY, NOT_FOUND, VALIDATION_FAILED};
use crate::identity::{LAST_ADMIN, NO_SUCH_PERSON, SELF_NOT_ALLOWED};
use crate::page_cursor::PageCursor;
use crate::safety::{
    APPEAL_CLOSED, APPEAL_NEEDS_ANOTHER, CASE_DECIDED, Case, CaseDetail, CaseState,
    DECISION_NEEDS_ADMIN, DECISION_NEEDS_ANOTHER, NO_SUCH_CASE, NewDecision, Ruling, Verdict,
};

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    let impartial = [
        VALIDATION_FAILED,
        NO_SUCH_CASE,
        NOT_FOUND,
        SELF_NOT_ALLOWED,
        DECISION_NEEDS_ADMIN,
        DECISION_NEEDS_ANOTHER,
    ];
    vec![
        Operation::new(
            "GET",
            "/api/moderation/cases",
            get(cases),
            "Cases: open ones, oldest first; closed ones, newest first",
        )
        .role("moderator")
        .query("state", "`open` (default), `appealed` or `closed`", false)
        .paged()
        .answers::<List<Case>>(),
        Operation::new(
            "GET",
            "/api/moderation/cases/{id}",
            get(case),
            "A case with its reports and earlier decisions",
        )
        .role("moderator")
        .answers::<CaseDetail>()
        .fails(&[NO_SUCH_CASE, NOT_FOUND]),
        Operation::new(
            "POST",
            "/api/moderation/cases/{id}/decision",
            post(decide),
            "Decide a case, once",
        )
        .role("moderator")
        .takes::<NewDecision>()
        .answers::<CaseDetail>()
        .fails(&impartial)
        .fails(&[CASE_DECIDED, NO_SUCH_PERSON, LAST_ADMIN]),
        Operation::new(
            "POST",
            "/api/moderation/cases/{id}/appeal",
            post(answer),
            "Decide an appeal; not by the moderator who decided the case",
        )
        .role("moderator")
        .takes::<Answer>()
        .answers::<CaseDetail>()
        .fails(&impartial)
        .fails(&[APPEAL_CLOSED, APPEAL_NEEDS_ANOTHER]),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct Answer {
    outcome: Ruling,
    /// The reason, 5 to 500 characters; shown to the person concerned.
    reason: String,
}

async fn cases(
    State(app): State<Shared>,
    staff: Moderator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let state = match query.text("state")? {
        None => CaseState::Open,
        Some(text) => CaseState::parse(&text).ok_or(INVALID_QUERY)?,
    };
    let items = app
        .safety
        .cases(&staff.authorized(), state, &page.window()?)
        .await?;
    Ok(payload(List::of(items, &page, |case| PageCursor {
        at: case.moved_at,
        id: case.id,
    })))
}

async fn case(
    State(app): State<Shared>,
    staff: Moderator,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    Ok(payload(
        app.safety.case(&staff.authorized(), path.id("id")?).await?,
    ))
}

async fn decide(
    State(app): State<Shared>,
    staff: Moderator,
    path: PathValues,
    Json(new): Json<NewDecision>,
) -> Reply<impl IntoResponse> {
    let (by, verdict) = (staff.authorized(), Verdict::parse(&new)?);
    let id = path.id("id")?;
    app.safety.decide(&by, id, verdict).await?;
    Ok(payload(app.safety.case(&by, id).await?))
}

async fn answer(
    State(app): State<Shared>,
    staff: Moderator,
    path: PathValues,
    Json(answer): Json<Answer>,
) -> Reply<impl IntoResponse> {
    let (by, id) = (staff.authorized(), path.id("id")?);
    app.safety
        .answer(&by, id, answer.outcome, &answer.reason)
        .await?;
    Ok(payload(app.safety.case(&by, id).await?))
}
