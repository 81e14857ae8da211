//! `/api/exchange/rate`, `/api/admin/exchange-rates` and `/api/admin/rate-proposals`: the exchange rates of WIT.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};

use super::extract::{Administrator, Json};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues};
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use super::wallet_admin::Answer;
use crate::error::{Catalogue, NOT_FOUND, VALIDATION_FAILED};
use crate::identity::Origin;
use crate::page_cursor::PageCursor;
use crate::payments::{
    NO_SUCH_RATE_PROPOSAL, NewRate, RATE_CHANGED, RATE_NEEDS_APPROVAL, RATE_PROPOSAL_DECIDED,
    RATE_PROPOSAL_OPEN, RATE_UNCHANGED, Rate, RateEntry, RateProposal,
};
use crate::proposal::APPROVAL_PROBLEMS;

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    const RATES: &str = "/api/admin/exchange-rates";
    let mut operations = vec![
        Operation::new(
            "GET",
            "/api/exchange/rate",
            get(current),
            "The current exchange rate",
        )
        .answers::<Rate>(),
        Operation::new(
            "GET",
            RATES,
            get(history).post(set),
            "All exchange rates, newest first",
        )
        .role("admin")
        .paged()
        .answers::<List<RateEntry>>(),
        Operation::also(
            "POST",
            RATES,
            "Set the exchange rate for new orders, by at most 10 % up or down",
        )
        .role("admin")
        .takes::<NewRate>()
        .answers::<RateEntry>()
        .status(201)
        .fails(&[VALIDATION_FAILED, RATE_UNCHANGED, RATE_NEEDS_APPROVAL]),
    ];
    operations.extend(proposals());
    operations
}

fn proposals() -> Vec<Operation> {
    const PROPOSALS: &str = "/api/admin/rate-proposals";
    const DECISION: [Catalogue; 4] = [
        VALIDATION_FAILED,
        NO_SUCH_RATE_PROPOSAL,
        NOT_FOUND,
        RATE_PROPOSAL_DECIDED,
    ];
    vec![
        Operation::new(
            "GET",
            PROPOSALS,
            get(proposed).post(propose),
            "Proposed exchange rates, newest first; at most one is open",
        )
        .role("admin")
        .paged()
        .answers::<List<RateProposal>>(),
        Operation::also(
            "POST",
            PROPOSALS,
            "Propose an exchange rate, for another administrator to decide",
        )
        .role("admin")
        .takes::<NewRate>()
        .answers::<RateProposal>()
        .status(201)
        .fails(&[VALIDATION_FAILED, RATE_UNCHANGED, RATE_PROPOSAL_OPEN]),
        Operation::new(
            "POST",
            "/api/admin/rate-proposals/{id}/approve",
            post(approve),
            "Approve a proposed exchange rate, which applies to new orders at once",
        )
        .role("admin")
        .takes::<Answer>()
        .answers::<RateEntry>()
        .fails(&DECISION)
        .fails(APPROVAL_PROBLEMS)
        .fails(&[RATE_CHANGED]),
        Operation::new(
            "POST",
            "/api/admin/rate-proposals/{id}/reject",
            post(reject),
            "Reject a proposed exchange rate, or withdraw one's own",
        )
        .role("admin")
        .takes::<Answer>()
        .answers::<RateProposal>()
        .fails(&DECISION),
    ]
}

async fn current(State(app): State<Shared>) -> Reply<impl IntoResponse> {
    Ok(payload(app.payments.rates.rate().await?))
}

async fn history(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
) -> Reply<impl IntoResponse> {
    let items = app
        .payments
        .rates
        .rates(&staff.authorized(), &page.window()?)
        .await?;
    Ok(payload(List::of(items, &page, |entry| entry.rate.version)))
}

async fn set(
    State(app): State<Shared>,
    staff: Administrator,
    origin: Origin,
    Json(new): Json<NewRate>,
) -> Reply<impl IntoResponse> {
    let entry = app
        .payments
        .rates
        .set_rate(&staff.authorized(), &new, &origin)
        .await?;
    Ok((StatusCode::CREATED, payload(entry)))
}

async fn proposed(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
) -> Reply<impl IntoResponse> {
    let items = app
        .payments
        .rates
        .proposals(&staff.authorized(), &page.window()?)
        .await?;
    Ok(payload(List::of(items, &page, |item| PageCursor {
        at: item.review.proposed_at,
        id: item.id,
    })))
}

async fn propose(
    State(app): State<Shared>,
    staff: Administrator,
    Json(new): Json<NewRate>,
) -> Reply<impl IntoResponse> {
    let by = staff.authorized();
    let proposal = app.payments.rates.propose(&by, &new).await?;
    Ok((StatusCode::CREATED, payload(proposal)))
}

async fn approve(
    State(app): State<Shared>,
    staff: Administrator,
    origin: Origin,
    path: PathValues,
    Json(given): Json<Answer>,
) -> Reply<impl IntoResponse> {
    let (by, id) = (staff.authorized(), path.id("id")?);
    let entry = app
        .payments
        .rates
        .approve(&by, id, &given.answer, &origin)
        .await?;
    Ok(payload(entry))
}

async fn reject(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    Json(given): Json<Answer>,
) -> Reply<impl IntoResponse> {
    let (by, id) = (staff.authorized(), path.id("id")?);
    Ok(payload(
        app.payments.rates.reject(&by, id, &given.answer).await?,
    ))
}
