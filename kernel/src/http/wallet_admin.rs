//! `/api/admin/wallets/…`, `/api/admin/adjustments…`, `/api/admin/ledger/…`: administration of WIT.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::extract::{Administrator, Json};
use super::operation::Operation;
use super::pagination::{List, Page, PathValues, Query};
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use crate::error::{INVALID_QUERY, NOT_FOUND, VALIDATION_FAILED};
use crate::identity::{NO_SUCH_PERSON, Origin};
use crate::page_cursor::PageCursor;
use crate::proposal::APPROVAL_PROBLEMS;
use crate::wallet_admin::{
    ADJUSTMENT_DECIDED, AccountWallet, Adjustment, INSUFFICIENT_WIT, LatestCheck,
    NO_SUCH_ADJUSTMENT, Totals, WALLET_IS_CLOSED, WALLET_STATE_UNCHANGED, WIT_AMOUNT_INVALID,
};

type Reply<T> = Result<T, Failure>;

const MAX_DAYS: u8 = 90;

pub(super) fn operations() -> Vec<Operation> {
    let mut operations = wallets();
    operations.extend(adjustments());
    operations.extend(ledger());
    operations
}

fn wallets() -> Vec<Operation> {
    let change = |path, handler, summary| {
        Operation::new("POST", path, handler, summary)
            .role("admin")
            .takes::<Reason>()
            .answers::<AccountWallet>()
            .fails(&[
                VALIDATION_FAILED,
                NO_SUCH_PERSON,
                NOT_FOUND,
                WALLET_IS_CLOSED,
                WALLET_STATE_UNCHANGED,
            ])
    };
    vec![
        Operation::new(
            "GET",
            "/api/admin/wallets/{accountId}",
            get(wallet),
            "A person's WIT and last movements",
        )
        .role("admin")
        .answers::<AccountWallet>()
        .fails(&[NO_SUCH_PERSON, NOT_FOUND]),
        change(
            "/api/admin/wallets/{accountId}/freeze",
            post(freeze),
            "Freeze a wallet",
        ),
        change(
            "/api/admin/wallets/{accountId}/unfreeze",
            post(unfreeze),
            "Unfreeze a wallet",
        ),
    ]
}

fn adjustments() -> Vec<Operation> {
    let decision = |path, handler, summary| {
        Operation::new("POST", path, handler, summary)
            .role("admin")
            .takes::<Answer>()
            .answers::<Adjustment>()
            .fails(&[
                VALIDATION_FAILED,
                NO_SUCH_ADJUSTMENT,
                NOT_FOUND,
                ADJUSTMENT_DECIDED,
            ])
            .fails(APPROVAL_PROBLEMS)
    };
    vec![
        Operation::new(
            "GET",
            "/api/admin/adjustments",
            get(list),
            "Corrections of balances, newest first",
        )
        .role("admin")
        .query("state", "`proposed` (default) or `all`", false)
        .paged()
        .answers::<List<Adjustment>>(),
        Operation::new(
            "POST",
            "/api/admin/adjustments",
            post(propose),
            "Propose a correction, for another administrator to decide",
        )
        .role("admin")
        .takes::<NewAdjustment>()
        .answers::<Adjustment>()
        .status(201)
        .fails(&[
            VALIDATION_FAILED,
            WIT_AMOUNT_INVALID,
            NO_SUCH_PERSON,
            WALLET_IS_CLOSED,
        ]),
        decision(
            "/api/admin/adjustments/{id}/approve",
            post(approve),
            "Approve a proposed correction",
        )
        .fails(&[INSUFFICIENT_WIT, WALLET_IS_CLOSED, WIT_AMOUNT_INVALID]),
        decision(
            "/api/admin/adjustments/{id}/reject",
            post(reject),
            "Reject a proposed correction",
        ),
    ]
}

fn ledger() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/admin/ledger/totals",
            get(totals),
            "Daily totals in Korean time, and the WIT in circulation",
        )
        .role("admin")
        .query("days", "1 to 90; default 30", false)
        .answers::<Totals>(),
        Operation::new(
            "GET",
            "/api/admin/ledger/check",
            get(latest_check),
            "The result of the last ledger check",
        )
        .role("admin")
        .answers::<Option<LatestCheck>>(),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct Reason {
    /// The reason, 5 to 500 characters; shown to the person concerned.
    reason: String,
}

/// The decision about a proposal.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Answer {
    /// At most 500 characters; at least 5 for a rejection.
    #[serde(default)]
    pub(super) answer: String,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NewAdjustment {
    account_id: Uuid,
    /// The change of the balance, in hundredths of a WIT; a negative amount is taken away.
    amount_hundredths: i64,
    /// The reason, 5 to 500 characters; shown to the person concerned.
    reason: String,
}

async fn wallet(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    let account = path.id("accountId")?;
    Ok(payload(
        app.wallet_admin
            .account_wallet(&staff.authorized(), account)
            .await?,
    ))
}

async fn freeze(
    state: State<Shared>,
    staff: Administrator,
    origin: Origin,
    path: PathValues,
    body: Json<Reason>,
) -> Reply<impl IntoResponse> {
    set_frozen(state, staff, origin, path, body, true).await
}

async fn unfreeze(
    state: State<Shared>,
    staff: Administrator,
    origin: Origin,
    path: PathValues,
    body: Json<Reason>,
) -> Reply<impl IntoResponse> {
    set_frozen(state, staff, origin, path, body, false).await
}

async fn set_frozen(
    State(app): State<Shared>,
    staff: Administrator,
    origin: Origin,
    path: PathValues,
    Json(given): Json<Reason>,
    frozen: bool,
) -> Reply<impl IntoResponse> {
    let (by, account) = (staff.authorized(), path.id("accountId")?);
    app.wallet_admin
        .set_frozen(&by, &origin, account, frozen, &given.reason)
        .await?;
    Ok(payload(
        app.wallet_admin.account_wallet(&by, account).await?,
    ))
}

async fn list(
    State(app): State<Shared>,
    staff: Administrator,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let open_only = match query.text("state")?.as_deref() {
        None | Some("proposed") => true,
        Some("all") => false,
        Some(_) => return Err(INVALID_QUERY.into()),
    };
    let items = app
        .wallet_admin
        .adjustments(&staff.authorized(), open_only, &page.window()?)
        .await?;
    Ok(payload(List::of(items, &page, |item| PageCursor {
        at: item.review.proposed_at,
        id: item.id,
    })))
}

async fn propose(
    State(app): State<Shared>,
    staff: Administrator,
    Json(new): Json<NewAdjustment>,
) -> Reply<impl IntoResponse> {
    let proposed = app
        .wallet_admin
        .propose_adjustment(
            &staff.authorized(),
            new.account_id,
            new.amount_hundredths,
            &new.reason,
        )
        .await?;
    Ok((StatusCode::CREATED, payload(proposed)))
}

async fn approve(
    State(app): State<Shared>,
    staff: Administrator,
    origin: Origin,
    path: PathValues,
    Json(given): Json<Answer>,
) -> Reply<impl IntoResponse> {
    let id = path.id("id")?;
    let applied = app
        .wallet_admin
        .approve_adjustment(&staff.authorized(), &origin, id, &given.answer)
        .await?;
    Ok(payload(applied))
}

async fn reject(
    State(app): State<Shared>,
    staff: Administrator,
    path: PathValues,
    Json(given): Json<Answer>,
) -> Reply<impl IntoResponse> {
    let id = path.id("id")?;
    let rejected = app
        .wallet_admin
        .reject_adjustment(&staff.authorized(), id, &given.answer)
        .await?;
    Ok(payload(rejected))
}

async fn totals(
    State(app): State<Shared>,
    staff: Administrator,
    query: Query,
) -> Reply<impl IntoResponse> {
    let days = match query.text("days")? {
        None => 30,
        Some(text) => text
            .parse()
            .ok()
            .filter(|days| (1..=MAX_DAYS).contains(days))
            .ok_or(INVALID_QUERY)?,
    };
    Ok(payload(
        app.wallet_admin.totals(&staff.authorized(), days).await?,
    ))
}

async fn latest_check(State(app): State<Shared>, staff: Administrator) -> Reply<impl IntoResponse> {
    Ok(payload(
        app.wallet_admin.latest_check(&staff.authorized()).await?,
    ))
}
