//! `/api/v2/wallet…`: the caller's WIT. Orders are in `orders`, crypto addresses in `crypto_addresses`.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use axum::routing::get;
use schemars::JsonSchema;
use serde::Serialize;
use witverse_ledger::{Direction, Kind};

use super::extract::{SignedIn, language};
use super::operation::Operation;
use super::pagination::{List, Page, Query};
use super::problem::Failure;
use super::reply::payload;
use super::safety::paced;
use super::state::Shared;
use crate::error::{INVALID_QUERY, TOO_MANY};
use crate::page_cursor::PageCursor;
use crate::payments::Rate;
use crate::wallet_admin::{HoldView, Lookup, MonthSum, Movement, Proof, month_of};

type Reply<T> = Result<T, Failure>;

/// The maximum number of chain entries in one response.
const MAX_LINKS: i64 = 1000;
const MAX_MONTHS: u8 = 24;

pub(super) fn operations() -> Vec<Operation> {
    let filtered = |operation: Operation| {
        operation
            .query("kind", "Filter by kind", false)
            .query("direction", "`in` or `out`", false)
            .query("month", "A month in Korean time: `2026-11`", false)
    };
    let own = |path, handler, summary| Operation::new("GET", path, handler, summary).signed_in();
    vec![
        own("/api/v2/wallet", get(wallet), "The caller's WIT").answers::<Wallet>(),
        filtered(own(
            "/api/v2/wallet/history",
            get(history),
            "The caller's movements, newest first",
        ))
        .paged()
        .answers::<List<Movement>>(),
        filtered(own(
            "/api/v2/wallet/history.csv",
            get(statement),
            "The caller's movements as CSV",
        ))
        .media_type("text/csv")
        .fails(&[TOO_MANY]),
        own(
            "/api/v2/wallet/summary",
            get(summary),
            "The caller's monthly totals",
        )
        .query("months", "1 to 24; default 12", false)
        .answers::<Summary>(),
        own(
            "/api/v2/wallet/holds",
            get(holds),
            "The caller's open holds, the earliest expiry first",
        )
        .paged()
        .answers::<List<HoldView>>(),
        own(
            "/api/v2/wallet/proof",
            get(proof),
            "The hash chain of the caller's movements, for verification",
        )
        .query("after", "The number of the last known entry", false)
        .query("limit", "1 to 1000; default 100", false)
        .answers::<Proof>(),
    ]
}

/// The caller's balance, in hundredths of a WIT.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Wallet {
    balance_hundredths: i64,
    /// The held part of the balance.
    held_hundredths: i64,
    available_hundredths: i64,
    /// `active` or `frozen`; a frozen wallet can neither spend nor receive.
    state: String,
    rate: Rate,
}

#[derive(Serialize, JsonSchema)]
struct Summary {
    /// The earliest month first; months without movements are left out.
    items: Vec<MonthSum>,
}

async fn wallet(State(app): State<Shared>, SignedIn(person): SignedIn) -> Reply<impl IntoResponse> {
    let wallet = app.wallet_admin.wallet(person.id).await?;
    Ok(payload(Wallet {
        balance_hundredths: wallet.balance,
        held_hundredths: wallet.held,
        available_hundredths: wallet.available(),
        state: wallet.state.as_str().to_owned(),
        rate: app.payments.rates.rate().await?,
    }))
}

fn lookup(query: &Query) -> Reply<Lookup> {
    let read = |name| query.text(name);
    let kind = match read("kind")? {
        None => None,
        Some(text) => Some(Kind::parse(&text).ok_or(INVALID_QUERY)?),
    };
    let direction = match read("direction")?.as_deref() {
        None => None,
        Some("in") => Some(Direction::In),
        Some("out") => Some(Direction::Out),
        Some(_) => return Err(INVALID_QUERY.into()),
    };
    let month = match read("month")? {
        None => None,
        Some(text) => Some(month_of(&text).ok_or(INVALID_QUERY)?),
    };
    Ok(Lookup {
        kind,
        direction,
        month,
    })
}

async fn history(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    page: Page,
    query: Query,
) -> Reply<impl IntoResponse> {
    let lookup = lookup(&query)?;
    let items = app
        .wallet_admin
        .history(person.id, &lookup, &page.window()?)
        .await?;
    Ok(payload(List::of(items, &page, |item| item.seq)))
}

async fn statement(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    headers: HeaderMap,
    query: Query,
) -> Reply<impl IntoResponse> {
    let lookup = lookup(&query)?;
    paced(&app, &person)?;
    let statement = app
        .wallet_admin
        .statement(person.id, lookup, language(&headers));
    let body = Body::from_stream(statement);
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"witverse-wit.csv\"",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, body))
}

async fn summary(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    query: Query,
) -> Reply<impl IntoResponse> {
    let months = match query.text("months")? {
        None => 12,
        Some(text) => text
            .parse()
            .ok()
            .filter(|months| (1..=MAX_MONTHS).contains(months))
            .ok_or(INVALID_QUERY)?,
    };
    let items = app.wallet_admin.months(person.id, months).await?;
    Ok(payload(Summary { items }))
}

async fn holds(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    page: Page,
) -> Reply<impl IntoResponse> {
    let items = app.wallet_admin.holds(person.id, &page.window()?).await?;
    Ok(payload(List::of(items, &page, |hold| PageCursor {
        at: hold.expires_at,
        id: hold.id,
    })))
}

async fn proof(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    query: Query,
) -> Reply<impl IntoResponse> {
    let number = |name: &str, least: i64, most: i64, otherwise: i64| -> Reply<i64> {
        match query.text(name)? {
            None => Ok(otherwise),
            Some(text) => text
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| INVALID_QUERY.into()),
        }
    };
    let after = number("after", 0, i64::MAX, 0)?;
    let limit = number("limit", 1, MAX_LINKS, 100)?;
    Ok(payload(
        app.wallet_admin.proof(person.id, after, limit).await?,
    ))
}
