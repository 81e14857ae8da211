//! `/api/exchange/rate` and `/api/admin/exchange-rates`: the exchange rates of WIT.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::get;

use super::extract::{Administrator, Json};
use super::operation::Operation;
use super::pagination::{List, Page};
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use super::sudo_administrator::SudoAdministrator;
use crate::error::VALIDATION_FAILED;
use crate::identity::Origin;
use crate::payments::{NewRate, RATE_UNCHANGED, Rate, RateEntry};

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    const RATES: &str = "/api/admin/exchange-rates";
    vec![
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
        Operation::also("POST", RATES, "Set the exchange rate for new orders")
            .role("admin")
            .sudo()
            .takes::<NewRate>()
            .answers::<RateEntry>()
            .status(201)
            .fails(&[VALIDATION_FAILED, RATE_UNCHANGED]),
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
    SudoAdministrator(staff): SudoAdministrator,
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
