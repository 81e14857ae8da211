//! Withdrawals and defects. A withdrawal is a right of the buyer and needs no decision; a defect is decided by the seller. The
//! rows of `clock` decide whether asking is still possible.

use crate::access;
use crate::carriers::Sent;
use crate::clocks::{self, Clock};
use crate::deliver;
use crate::flow::Payer;
use crate::legal_terms::{self, LegalTerms};
use crate::notices::{self, News};
use crate::problems::{
    DEFECT_OVER, DISCOVERY_OVER, NO_REQUEST, NOT_WITHDRAWABLE, ORDER_NOT_FOUND, ORDER_STATE,
    PARCEL_ON_THE_WAY, REQUEST_OPEN, SELLER_MUST_REFUND, WITHDRAWAL_OVER,
};
use crate::purchase::{Purchase, State};
use crate::reason::checked_reason;
use crate::request_store::{Kind, latest, open, set_open};
use crate::settle::{self, Acceptance};
use crate::stock;
use crate::store;
use crate::views::{self, ByOrder, OrderView};
use serde::{Deserialize, Serialize};
use witverse_sdk::DAY_MS;
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, FileKind, Timestamp, Uuid, params};

const FILES_MAX: usize = 3;

/// What a buyer asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Wish {
    Refund,
    Exchange,
}

impl Wish {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Refund => "refund",
            Self::Exchange => "exchange",
        }
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewRequest {
    kind: Kind,
    wish: Wish,
    reason: String,
    #[serde(default)]
    #[schemars(length(max = 3))]
    file_ids: Vec<Uuid>,
    /// When a defect was discovered; now without it.
    #[schemars(extend("format" = "date-time"))]
    found_at: Option<String>,
}

/// Whether a buyer may ask. `found_at` is when the defect was discovered.
pub(crate) fn may_ask(
    purchase: &Purchase,
    kind: Kind,
    (clocks, terms): (&[Clock], &LegalTerms),
    (found_at, now): (Timestamp, Timestamp),
) -> Result<(), Error> {
    match (purchase.state, kind) {
        (State::Delivered, _) => {}
        // The parcel has not arrived.
        (State::Shipped, Kind::Defect) => return Ok(()),
        (State::Shipped, Kind::Withdrawal) => return Err(PARCEL_ON_THE_WAY.into()),
        _ => return Err(ORDER_STATE.into()),
    }
    match kind {
        Kind::Withdrawal if !purchase.has_parcel => Err(NOT_WITHDRAWABLE.into()),
        Kind::Withdrawal if !clocks::runs(clocks, "withdraw", now) => Err(WITHDRAWAL_OVER.into()),
        Kind::Defect if !clocks::runs(clocks, "defect", now) => Err(DEFECT_OVER.into()),
        Kind::Defect if found_at.plus_millis(terms.found_days * DAY_MS) < now => {
            Err(DISCOVERY_OVER.into())
        }
        Kind::Withdrawal | Kind::Defect => Ok(()),
    }
}

/// When a defect was discovered. The days to report it run from then.
///
/// # Errors
/// 422 at `foundAt` for what is no time, or in the future.
fn discovery(named: Option<&str>, now: Timestamp) -> Result<Timestamp, Error> {
    match named.map(Timestamp::parse) {
        None => Ok(now),
        Some(Some(at)) if at <= now => Ok(at),
        Some(Some(_)) => Err(Error::field(
            "foundAt",
            "하자를 발견한 날은 오늘보다 늦을 수 없습니다.",
            "The defect can't have been found in the future.",
        )),
        Some(None) => Err(Error::field(
            "foundAt",
            "날짜와 시간을 올바르게 입력해 주세요.",
            "Please enter a valid date and time.",
        )),
    }
}

/// Asks for a withdrawal, or reports a defect. An order has one open request.
pub(crate) fn ask(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ByOrder>, Json<NewRequest>),
) -> Result<Payload<OrderView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let reason = checked_reason(&new.reason)?;
    if new.file_ids.len() > FILES_MAX {
        return Err(Error::field(
            "fileIds",
            format!("사진은 {FILES_MAX}장까지 넣을 수 있습니다."),
            format!("Add up to {FILES_MAX} photos."),
        ));
    }
    if new.kind == Kind::Withdrawal && new.wish == Wish::Exchange {
        return Err(Error::field(
            "wish",
            "청약 철회는 환불로만 처리됩니다. 교환을 원하시면 하자 신고를 이용해 주세요.",
            "A withdrawal ends in a refund. For a replacement, please report a defect.",
        ));
    }
    let mut purchase = store::lock_own(ctx, &by.uuid()?, &me.id)?;
    let clocks = clocks::of(ctx, &purchase.id)?;
    let found_at = discovery(new.found_at.as_deref(), now)?;
    let terms = (clocks.as_slice(), &legal_terms::current(ctx)?);
    may_ask(&purchase, new.kind, terms, (found_at, now))?;
    if new.wish == Wish::Refund && purchase.has_parcel {
        deliver::lock_items(ctx, &purchase)?;
    }
    let id = ctx.random().uuid();
    for file in &new.file_ids {
        ctx.files()
            .attach(file, FileKind::Image, &format!("request:{id}"))?;
    }
    ctx.sql()
        .execute(
            "insert into request (id, purchase_id, kind, wish, reason, file_ids, state, requested_at) \
             values ($1, $2, $3, $4, $5, $6, 'requested', $7)",
            &params![
                &id,
                &purchase.id,
                new.kind.as_str(),
                new.wish.as_str(),
                reason,
                new.file_ids,
                now
            ],
        )
        .on_constraint(&[("request_open", REQUEST_OPEN)])?;
    set_open(ctx, &purchase.id, true)?;
    match new.kind {
        Kind::Withdrawal => settle::accept(ctx, &mut purchase, &Acceptance::automatic(None))?,
        Kind::Defect => clocks::start_of_request(ctx, &purchase.id)?,
    }
    notices::schedule(ctx, &purchase, &id, News::Requested(new.kind))?;
    Ok(Payload(views::own(ctx, purchase)?))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Decision {
    accept: bool,
    answer: String,
    /// An administrator of the platform refunds WIT that were paid out from their own wallet.
    #[serde(default)]
    from_own_wallet: bool,
}

/// Who pays a refund of WIT that were paid out: the seller; after the term also an administrator of the platform who offers it.
///
/// # Errors
/// `seller_must_refund` before the end of the term, and for other people.
pub(crate) fn payer(ctx: &Ctx, purchase: &Purchase, from_own_wallet: bool) -> Result<Payer, Error> {
    if !from_own_wallet {
        return Ok(Payer::Seller);
    }
    let product = stock::product(ctx, &purchase.product_id)?;
    let is_orphan = product.is_some_and(|product| product.is_orphan);
    let request = latest(ctx, &purchase.id)?;
    let is_escalated = request.is_some_and(|request| request.escalated_at.is_some());
    match (is_orphan || is_escalated) && access::is_administrator(ctx) {
        true => Ok(Payer::Operator),
        false => Err(SELLER_MUST_REFUND.into()),
    }
}

/// Decides a reported defect. If the WIT were paid out, accepting a refund takes them from the person who pays.
pub(crate) fn decide(
    ctx: &Ctx,
    (Params(by), Json(decision)): (Params<ByOrder>, Json<Decision>),
) -> Result<Payload<OrderView>, Error> {
    let me = ctx.caller()?;
    let mut purchase = lock_sale(ctx, &by.uuid()?)?;
    let answer = checked_reason(&decision.answer).map_err(|error| error.at("answer"))?;
    let request = open(ctx, &purchase.id)?
        .filter(|request| request.state == "requested")
        .ok_or(NO_REQUEST)?;
    match decision.accept {
        true => {
            let accepted = Acceptance {
                answer: Some(&answer),
                by: Some(&me.id),
                payer: payer(ctx, &purchase, decision.from_own_wallet)?,
                fallback: None,
            };
            settle::accept(ctx, &mut purchase, &accepted)?;
        }
        false => {
            ctx.sql().execute(
                "update request set state = 'rejected', answer = $2, decided_at = $3, decided_by = $4, escalation = null, \
                 escalated_at = null where id = $1",
                &params![&request.request_id, &answer, ctx.now(), &me.id],
            )?;
            store::meet_clock(ctx, &purchase.id, "decide", ctx.now())?;
            set_open(ctx, &purchase.id, false)?;
            settle::release(ctx, &purchase, &request)?;
        }
    }
    let news = News::Decided(decision.accept);
    notices::schedule(ctx, &purchase, &request.request_id, news)?;
    Ok(Payload(views::sale(ctx, purchase)?))
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct SentBack {
    /// The code or the name of a listed carrier (`cj`, `hanjin`, `lotte`, `epost`, `logen`), or the name of another one.
    carrier: Option<String>,
    /// Of a listed carrier: in the form of its numbers.
    tracking: Option<String>,
}

/// The buyer has sent the goods of an accepted request back. Said again, the new number counts.
pub(crate) fn send_back(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ByOrder>, Json<SentBack>),
) -> Result<Payload<OrderView>, Error> {
    let me = ctx.caller()?;
    let purchase = store::lock_own(ctx, &by.uuid()?, &me.id)?;
    let sent = Sent::parse(new.carrier.as_deref(), new.tracking.as_deref())?;
    let request = open(ctx, &purchase.id)?
        .filter(|request| request.state == "accepted" && request.returned_at.is_none())
        .ok_or(NO_REQUEST)?;
    ctx.sql().execute(
        "update request set sent_back_at = coalesce(sent_back_at, $2), return_carrier = $3, return_tracking = $4 where id = $1",
        &params![&request.request_id, ctx.now(), sent.carrier, sent.tracking],
    )?;
    if request.sent_back_at.is_none() {
        clocks::start_of_arrival(ctx, &purchase.id)?;
        notices::schedule(ctx, &purchase, &request.request_id, News::SentBack)?;
    }
    Ok(Payload(views::own(ctx, purchase)?))
}

/// The locked order of a product that the caller sells.
pub(crate) fn lock_sale(ctx: &Ctx, id: &Uuid) -> Result<Purchase, Error> {
    let purchase = store::lock(ctx, id)?.ok_or(ORDER_NOT_FOUND)?;
    let product = stock::product(ctx, &purchase.product_id)?.ok_or(ORDER_NOT_FOUND)?;
    access::require_seller(ctx, product.world.as_deref(), product.is_orphan).map_err(|error| {
        match error.status() {
            // Whether an order exists is not for others.
            403 => ORDER_NOT_FOUND.into(),
            _ => error,
        }
    })?;
    Ok(purchase)
}

#[cfg(test)]
mod tests {
    use super::{Kind, discovery, may_ask};
    use crate::clocks::Clock;
    use crate::legal_terms::tests::terms;
    use crate::purchase::State;
    use crate::purchase::tests::purchase;
    use witverse_sdk::DAY_MS;
    use witverse_sdk::Timestamp;

    fn day(n: i64) -> Timestamp {
        Timestamp::from_millis(n * DAY_MS)
    }

    #[test]
    fn the_terms_decide_what_can_be_asked() {
        let clocks = [("withdraw", 8), ("defect", 91)].map(|(kind, due)| Clock {
            kind: kind.into(),
            due_at: day(due),
            met_at: None,
        });
        let check = |state, has_parcel, kind, (found, now), expect: Option<&str>| {
            let asked = may_ask(
                &purchase(state, has_parcel),
                kind,
                (&clocks, &terms()),
                (day(found), day(now)),
            );
            let code = asked.err().map(|error| error.code().to_owned());
            assert_eq!(code.as_deref(), expect, "{state:?} {kind:?} on day {now}");
        };
        let (delivered, withdrawal, defect) = (State::Delivered, Kind::Withdrawal, Kind::Defect);
        check(delivered, true, withdrawal, (7, 7), None);
        check(delivered, true, withdrawal, (8, 8), Some("withdrawal_over"));
        check(
            delivered,
            false,
            withdrawal,
            (1, 1),
            Some("not_withdrawable"),
        );
        check(
            State::Shipped,
            true,
            withdrawal,
            (1, 1),
            Some("parcel_on_the_way"),
        );
        check(State::Paid, true, withdrawal, (1, 1), Some("order_state"));
        // It has not arrived.
        check(State::Shipped, true, defect, (1, 1), None);
        check(State::Paid, true, defect, (1, 1), Some("order_state"));
        check(delivered, true, defect, (60, 90), None);
        check(delivered, true, defect, (59, 90), Some("discovery_over"));
        check(delivered, true, defect, (91, 91), Some("defect_over"));
        check(delivered, false, defect, (1, 1), None);
    }

    #[test]
    fn a_defect_was_found_before_it_is_reported() {
        let now = day(20_000);
        let check = |named: Option<&str>, expect: Option<Timestamp>| match discovery(named, now) {
            Ok(at) => assert_eq!(Some(at), expect, "{named:?}"),
            Err(error) => {
                assert_eq!(error.fields()[0].field, "foundAt");
                assert_eq!(expect, None, "{named:?}");
            }
        };
        check(None, Some(now));
        check(Some("2024-10-04T00:00:00Z"), Some(now));
        check(Some("2024-10-03T09:00:00+09:00"), Some(day(19_999)));
        check(Some("2024-10-05T00:00:00Z"), None);
        check(Some("soon"), None);
        check(Some(""), None);
    }
}
