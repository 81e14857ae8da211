//! The rows of requests: for withdrawal, and about defects. An order has one that is not finished.

use crate::purchase::Purchase;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Why a buyer asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Without a reason, within the term from the receipt.
    Withdrawal,
    Defect,
}

impl Kind {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Withdrawal => "withdrawal",
            Self::Defect => "defect",
        }
    }
}

/// Why an exchange became a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fallback {
    /// A lost parcel, and a seller who did not decide in time.
    Unanswered,
    /// Goods that were sent back, and a seller who did not confirm their return.
    Unconfirmed,
    /// No unit was left to send.
    SoldOut,
    /// The replacement was not shipped in time.
    Late,
    /// The seller refunds, within the term, instead of shipping the replacement.
    Declined,
}

impl Fallback {
    /// As it is stored.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Unanswered => "unanswered",
            Self::Unconfirmed => "unconfirmed",
            Self::SoldOut => "sold_out",
            Self::Late => "late",
            Self::Declined => "declined",
        }
    }
}

/// Why a term could not settle a request by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Escalation {
    /// The seller has received the WIT.
    PaidOut,
    /// The buyer does not hold all items of the order.
    Items,
}

impl Escalation {
    /// As it is stored.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::PaidOut => "paid_out",
            Self::Items => "items",
        }
    }
}

/// A request, as both sides see it.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Request {
    #[row(column = "id")]
    pub(crate) request_id: Uuid,
    #[schemars(extend("enum" = ["defect", "withdrawal"]))]
    pub(crate) kind: String,
    #[schemars(extend("enum" = ["exchange", "refund"]))]
    pub(crate) wish: String,
    pub(crate) reason: String,
    #[serde(skip)]
    pub(crate) file_ids: Vec<Uuid>,
    #[schemars(extend("enum" = ["accepted", "done", "lapsed", "rejected", "requested"]))]
    pub(crate) state: String,
    pub(crate) answer: Option<String>,
    pub(crate) requested_at: Timestamp,
    pub(crate) decided_at: Option<Timestamp>,
    /// When the buyer sent the goods back, and how.
    pub(crate) sent_back_at: Option<Timestamp>,
    pub(crate) return_carrier: Option<String>,
    pub(crate) return_tracking: Option<String>,
    pub(crate) returned_at: Option<Timestamp>,
    /// Why an exchange became a refund.
    #[schemars(extend("enum" = ["declined", "late", "sold_out", "unanswered", "unconfirmed", null]))]
    pub(crate) fallback: Option<String>,
    /// Why it waits for an administrator of the platform, and since when.
    #[schemars(extend("enum" = ["items", "paid_out", null]))]
    pub(crate) escalation: Option<String>,
    pub(crate) escalated_at: Option<Timestamp>,
}

impl Request {
    /// Whether it is not finished.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.state.as_str(), "requested" | "accepted")
    }

    /// Whether it waits for an administrator for this reason.
    pub(crate) fn waits_for(&self, why: Escalation) -> bool {
        self.escalation.as_deref() == Some(why.as_str())
    }

    /// Whether it asks for a replacement, and has not become a refund.
    pub(crate) fn is_exchange(&self) -> bool {
        self.wish == "exchange" && self.fallback.is_none()
    }

    pub(crate) fn is_defect(&self) -> bool {
        self.kind == Kind::Defect.as_str()
    }

    /// Whether the goods of an accepted request came back.
    pub(crate) fn is_back(&self) -> bool {
        self.state == "accepted" && self.returned_at.is_some()
    }

    /// Whether the items of the order were locked when it was made.
    pub(crate) fn has_locks(&self, purchase: &Purchase) -> bool {
        self.wish == "refund" && purchase.has_parcel
    }
}

pub(crate) fn by_id(ctx: &Ctx, id: &Uuid) -> Result<Option<Request>, Error> {
    Ok(ctx
        .sql()
        .optional(select!(Request, "from request where id = $1"), &params![id])?)
}

/// The latest request about an order.
pub(crate) fn latest(ctx: &Ctx, purchase: &Uuid) -> Result<Option<Request>, Error> {
    Ok(ctx.sql().optional(
        select!(
            Request,
            "from request where purchase_id = $1 order by requested_at desc, id desc limit 1"
        ),
        &params![purchase],
    )?)
}

/// The request about an order that is not finished.
pub(crate) fn open(ctx: &Ctx, purchase: &Uuid) -> Result<Option<Request>, Error> {
    Ok(latest(ctx, purchase)?.filter(Request::is_open))
}

/// The open requests about some orders, in one statement; also those whose replacement waits for an administrator.
pub(crate) fn open_of(ctx: &Ctx, purchases: &[Purchase]) -> Result<HashMap<Uuid, Request>, Error> {
    let ids: Vec<Uuid> = purchases.iter().map(|one| one.id.clone()).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<OfPurchase> = ctx
        .sql()
        .query(
            select!(
                OfPurchase,
                "from request where purchase_id = any($1::uuid[]) \
             and (state in ('requested', 'accepted') or escalated_at is not null) order by purchase_id"
            ),
            &params![ids],
        )?
        .all()?;
    Ok(rows
        .into_iter()
        .map(|one| (one.purchase_id, one.request))
        .collect())
}

#[derive(FromRow)]
struct OfPurchase {
    purchase_id: Uuid,
    #[row(flatten)]
    request: Request,
}

/// Lists an order among those with an open request, or no longer. A replacement that waits for an administrator counts as one.
pub(crate) fn set_open(ctx: &Ctx, purchase: &Uuid, is_open: bool) -> Result<(), Error> {
    ctx.sql().execute(
        "update purchase set has_open_request = $2 where id = $1",
        &params![purchase, is_open],
    )?;
    Ok(())
}

/// Stores why an exchange became a refund. False if it has become one before.
pub(crate) fn mark_fallback(ctx: &Ctx, request: &Uuid, why: Fallback) -> Result<bool, Error> {
    let marked = ctx.sql().execute(
        "update request set fallback = $2 where id = $1 and fallback is null",
        &params![request, why.as_str()],
    )?;
    Ok(marked == 1)
}

/// Stores why a request waits for an administrator. False if it waits already. Every step of the request ends the waiting.
pub(crate) fn mark_escalation(ctx: &Ctx, request: &Uuid, why: Escalation) -> Result<bool, Error> {
    let marked = ctx.sql().execute(
        "update request set escalation = $2, escalated_at = $3 where id = $1 and escalated_at is null",
        &params![request, why.as_str(), ctx.now()],
    )?;
    Ok(marked == 1)
}

/// The replacement was shipped, or the order ended without it: its request does not wait for an administrator any more.
pub(crate) fn end_waiting(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    if purchase.exchanges == 0 {
        return Ok(());
    }
    ctx.sql().execute(
        "update request set escalation = null, escalated_at = null where purchase_id = $1 and escalated_at is not null",
        &params![&purchase.id],
    )?;
    set_open(ctx, &purchase.id, false)
}

/// Ends the accepted request of an order, and the terms of requests.
pub(crate) fn finish(ctx: &Ctx, purchase: &Uuid) -> Result<(), Error> {
    end(ctx, purchase, "done")
}

/// The goods of the accepted request were not sent back in time.
pub(crate) fn lapse(ctx: &Ctx, purchase: &Uuid) -> Result<(), Error> {
    end(ctx, purchase, "lapsed")
}

fn end(ctx: &Ctx, purchase: &Uuid, state: &str) -> Result<(), Error> {
    ctx.sql().execute(
        "update request set state = $2, escalation = null, escalated_at = null where purchase_id = $1 and state = 'accepted'",
        &params![purchase, state],
    )?;
    ctx.sql().execute(
        "update clock set met_at = $2 where purchase_id = $1 and kind in ('decide', 'return', 'arrive') and met_at is null",
        &params![purchase, ctx.now()],
    )?;
    set_open(ctx, purchase, false)
}
