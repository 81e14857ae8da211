//! `/api/admin/refunds/…`, `/api/admin/orders/…` and `/api/admin/plugin-payments/…`: administration of payments.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Administrator, Json};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues, Query};
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use crate::error::{INVALID_QUERY, NOT_FOUND, VALIDATION_FAILED};
use crate::page_cursor::PageCursor;
use crate::payments::{
    DisputeOutcome, NOT_DISPUTED, NOTHING_REFUSED, ORDER_NOT_FOUND, OrderRow, OrderState,
    PaymentQueue, PluginPaymentRow, REFUND_NOT_REQUESTED, RefundQueue, RefundRow, WALLET_FROZEN,
};

type Reply<T> = Result<T, Failure>;

pub(super) fn operations() -> Vec<Operation> {
    let decision = |path, handler, summary| {
        Operation::new("POST", path, handler, summary)
            .role("admin")
            .fails(&[VALIDATION_FAILED, ORDER_NOT_FOUND, NOT_FOUND])
    };
    vec![
        Operation::new(
            "GET",
            "/api/admin/refunds",
            get(refunds),
            "Orders with a refund request: undecided ones, oldest first, or all, newest first",
        )
        .role("admin")
        .query("state", "`requested` (default) or `all`", false)
        .paged()
        .answers::<List<RefundRow>>(),
        decision(
            "/api/admin/refunds/{orderId}/approve",
            post(approve),
            "Approve a refund; approving again retries a failed refund",
        )
        .takes::<Answer>()
        .answers::<RefundRow>()
        .fails(&[REFUND_NOT_REQUESTED, WALLET_FROZEN]),
        decision(
            "/api/admin/refunds/{orderId}/reject",
            post(reject),
            "Reject a refund",
        )
        .takes::<Answer>()
        .answers::<RefundRow>()
        .fails(&[REFUND_NOT_REQUESTED]),
        Operation::new(
            "GET",
            "/api/admin/orders",
            get(orders),
            "All orders, newest first",
        )
        .role("admin")
        .query("state", "Filter by state", false)
        .query(
            "search",
            "An order id, an account id, or the beginning of a nickname or an email",
            false,
        )
        .paged()
        .answers::<List<OrderRow>>(),
        decision(
            "/api/admin/orders/{id}/dispute",
            post(dispute),
            "Settle a dispute about a payment",
        )
        .takes::<Settlement>()
        .answers::<OrderRow>()
        .fails(&[NOT_DISPUTED]),
        Operation::new(
            "GET",
            "/api/admin/plugin-payments",
            get(plugin_payments),
            "Card payments for orders of plugins, newest first: those that need an administrator, those that were paid too late, or all",
        )
        .role("admin")
        .query("state", "`open` (default), `voided` or `all`", false)
        .query(
            "search",
            "The number of an order or a payment, an account id, or the beginning of a nickname or an email",
            false,
        )
        .paged()
        .answers::<List<PluginPaymentRow>>(),
        Operation::new(
            "POST",
            "/api/admin/plugin-payments/{id}/retry",
            post(retry_refused),
            "Request again what the provider has refused to give back",
        )
        .role("admin")
        .answers::<PluginPaymentRow>()
        .fails(&[NOTHING_REFUSED, ORDER_NOT_FOUND, NOT_FOUND]),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct Answer {
    /// The answer, 5 to 500 characters; shown to the person concerned.
    answer: String,
}

#[derive(Deserialize, JsonSchema)]
struct Settlement {
    outcome: DisputeOutcome,
    /// The reason, 5 to 500 characters; shown to the person concerned.
    reason: String,
}

async fn refunds(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let queue = match query.text("state")? {
        None => RefundQueue::Requested,
        Some(text) => RefundQueue::parse(&text).ok_or(INVALID_QUERY)?,
    };
    let items = app
        .payments
        .admin_queries
        .refunds(&staff.authorized(), queue, &page.window()?)
        .await?;
    Ok(payload(List::of(items, &page, |row| {
        let refund = row.order.refund.as_ref();
        PageCursor {
            at: refund.map_or(row.order.created_at, |refund| refund.requested_at),
            id: row.order.id,
        }
    })))
}

async fn approve(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    Json(given): Json<Answer>,
) -> Reply<impl IntoResponse> {
    let id = path.id("orderId")?;
    let row = app
        .payments
        .refunds
        .approve_refund(&staff.authorized(), id, &given.answer)
        .await?;
    Ok(payload(row))
}

async fn reject(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    Json(given): Json<Answer>,
) -> Reply<impl IntoResponse> {
    let id = path.id("orderId")?;
    let row = app
        .payments
        .refunds
        .reject_refund(&staff.authorized(), id, &given.answer)
        .await?;
    Ok(payload(row))
}

async fn orders(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let state = match query.text("state")? {
        None => None,
        Some(text) => Some(OrderState::parse(&text).ok_or(INVALID_QUERY)?),
    };
    let search = query.text("search")?;
    let items = app
        .payments
        .admin_queries
        .all_orders(
            &staff.authorized(),
            (state, search.as_deref()),
            &page.window()?,
        )
        .await?;
    Ok(payload(List::of(items, &page, |row| PageCursor {
        at: row.order.created_at,
        id: row.order.id,
    })))
}

async fn dispute(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    Json(given): Json<Settlement>,
) -> Reply<impl IntoResponse> {
    let id = path.id("id")?;
    let settlement = (given.outcome, given.reason.as_str());
    let row = app
        .payments
        .disputes
        .settle_dispute(&staff.authorized(), id, settlement)
        .await?;
    Ok(payload(row))
}

async fn plugin_payments(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let queue = match query.text("state")? {
        None => PaymentQueue::Open,
        Some(text) => PaymentQueue::parse(&text).ok_or(INVALID_QUERY)?,
    };
    let search = query.text("search")?;
    let items = app
        .payments
        .plugin_payments
        .payments_of_all(
            &staff.authorized(),
            (queue, search.as_deref()),
            &page.window()?,
        )
        .await?;
    Ok(payload(List::of(items, &page, |row| PageCursor {
        at: row.created_at,
        id: row.id,
    })))
}

async fn retry_refused(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let id = path.id("id")?;
    let payments = &app.payments.plugin_payments;
    let row = payments.retry_refused(&staff.authorized(), id).await?;
    Ok(payload(row))
}
