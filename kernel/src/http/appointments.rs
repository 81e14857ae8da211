//! `/api/admin/appointments`: proposed administrators, which another administrator approves or rejects. `admin.rs` has the
//! operation that proposes one.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Administrator, Json};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues};
use super::reply::{Reply, payload};
use super::state::Shared;
use crate::error::{NOT_FOUND, VALIDATION_FAILED};
use crate::identity::{APPOINTMENT_DECIDED, Appointment, NO_SUCH_APPOINTMENT, NO_SUCH_PERSON};
use crate::page_cursor::PageCursor;
use crate::proposal::APPROVAL_PROBLEMS;

pub(super) fn operations() -> Vec<Operation> {
    let decision = |path, handler, summary| {
        Operation::new("POST", path, handler, summary)
            .role("admin")
            .takes::<Answer>()
            .answers::<Appointment>()
            .fails(&[
                VALIDATION_FAILED,
                NO_SUCH_APPOINTMENT,
                NOT_FOUND,
                APPOINTMENT_DECIDED,
            ])
    };
    vec![
        Operation::new(
            "GET",
            "/api/admin/appointments",
            get(open_appointments),
            "Proposed administrators that nobody has decided about, newest first",
        )
        .role("admin")
        .paged()
        .answers::<List<Appointment>>(),
        decision(
            "/api/admin/appointments/{id}/approve",
            post(approve),
            "Approve a proposed administrator. A new administrator approves nothing for 72 hours, and never what their proposer proposed",
        )
        .fails(APPROVAL_PROBLEMS)
        .fails(&[NO_SUCH_PERSON]),
        decision(
            "/api/admin/appointments/{id}/reject",
            post(reject),
            "Reject a proposed administrator, or withdraw one's own proposal",
        ),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct Answer {
    /// At most 500 characters.
    #[serde(default)]
    answer: String,
}

async fn open_appointments(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
) -> Reply<impl IntoResponse> {
    let items = app
        .identity
        .roles
        .appointments(&staff.authorized(), &page.window()?)
        .await?;
    Ok(payload(List::of(items, &page, |item| PageCursor {
        at: item.review.proposed_at,
        id: item.id,
    })))
}

async fn approve(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    Json(given): Json<Answer>,
) -> Reply<impl IntoResponse> {
    let (by, id) = (staff.authorized(), path.id("id")?);
    let roles = &app.identity.roles;
    Ok(payload(
        roles.approve_appointment(&by, id, &given.answer).await?,
    ))
}

async fn reject(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    Json(given): Json<Answer>,
) -> Reply<impl IntoResponse> {
    let (by, id) = (staff.authorized(), path.id("id")?);
    let roles = &app.identity.roles;
    Ok(payload(
        roles.reject_appointment(&by, id, &given.answer).await?,
    ))
}
