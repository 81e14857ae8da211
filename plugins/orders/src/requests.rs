//! Withdrawals and defects. A withdrawal is a right of the buyer and needs no decision; a defect is decided by the seller. The
//! rows of `clock` decide whether asking is still possible.

use crate::access;
use crate::alarms;
use crate::carriers::Sent;
use crate::clocks::{self, Clock};
use crate::deliver;
use crate::flow;
use crate::legal_terms::{self, LegalTerms};
use crate::problems::{
    DEFECT_OVER, ITEMS_NOT_HELD, NO_REQUEST, NOT_WITHDRAWABLE, ORDER_NOT_FOUND, ORDER_STATE,
    REQUEST_OPEN, WITHDRAWAL_OVER,
};
use crate::purchase::{Purchase, State, Step};
use crate::reason::checked_reason;
use crate::request_store::{Kind, Request, finish, lapse, open};
use crate::stock;
use crate::store;
use crate::views::{self, ByOrder, OrderView};
use serde::{Deserialize, Serialize};
use witverse_sdk::DAY_MS;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, FileKind, Timestamp, Uuid, params};

const FILES_MAX: usize = 3;

/// What a buyer asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewRequest {
    kind: Kind,
    wish: Wish,
    reason: String,
    #[serde(default)]
    file_ids: Vec<Uuid>,
    /// When a defect was discovered; now without it.
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
        _ => return Err(ORDER_STATE.into()),
    }
    match kind {
        Kind::Withdrawal if !purchase.has_parcel => Err(NOT_WITHDRAWABLE.into()),
        Kind::Withdrawal if !clocks::runs(clocks, "withdraw", now) => Err(WITHDRAWAL_OVER.into()),
        Kind::Defect if !clocks::runs(clocks, "defect", now) => Err(DEFECT_OVER.into()),
        Kind::Defect if found_at.plus_millis(terms.found_days * DAY_MS) < now => {
            Err(DEFECT_OVER.into())
        }
        Kind::Withdrawal | Kind::Defect => Ok(()),
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
    let found_at = new.found_at.as_deref().and_then(Timestamp::parse);
    let terms = (clocks.as_slice(), &legal_terms::current(ctx)?);
    may_ask(&purchase, new.kind, terms, (found_at.unwrap_or(now), now))?;
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
    match new.kind {
        Kind::Withdrawal => accept(ctx, &mut purchase, (None, None))?,
        Kind::Defect => clocks::start_of_request(ctx, &purchase.id)?,
    }
    let product = stock::product(ctx, &purchase.product_id)?;
    if let Some(seller) = product.and_then(|product| product.seller) {
        NewAlarm::raise_all(ctx, &alarms::requested(&purchase, &seller, (&id, new.kind)))?;
    }
    Ok(Payload(views::own(ctx, purchase)?))
}

/// Accepts the open request of a locked order. Goods come back first; a random item, and a parcel that never arrived, are
/// settled at once.
///
/// # Errors
/// `items_not_held`, before anything was changed; those of [`flow::return_payout`] and [`flow::refund`].
fn accept(
    ctx: &Ctx,
    purchase: &mut Purchase,
    (answer, by): (Option<&str>, Option<&Uuid>),
) -> Result<(), Error> {
    let request = open(ctx, &purchase.id)?.ok_or(NO_REQUEST)?;
    let is_exchange = purchase.has_parcel && request.wish == Wish::Exchange.as_str();
    let is_lost = purchase.state == State::Shipped;
    let is_at_once = !purchase.has_parcel || is_lost;
    if is_at_once && !is_exchange {
        deliver::use_up_items(ctx, purchase, purchase.has_parcel)?;
    }
    ctx.sql().execute(
        "update request set state = 'accepted', answer = $2, decided_at = $3, decided_by = $4 where id = $1",
        &params![&request.request_id, answer, ctx.now(), by],
    )?;
    if !is_exchange {
        flow::return_payout(ctx, purchase)?;
    }
    match (is_at_once, is_exchange) {
        (false, _) => clocks::start_of_sending_back(ctx, &purchase.id),
        (true, true) => {
            finish(ctx, &purchase.id)?;
            flow::exchange(ctx, purchase)
        }
        (true, false) => {
            finish(ctx, &purchase.id)?;
            flow::refund(ctx, purchase, Step::Refund)
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Decision {
    accept: bool,
    answer: String,
}

/// Decides a reported defect. If the WIT were paid out, accepting a refund takes them from the seller.
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
        true => accept(ctx, &mut purchase, (Some(&answer), Some(&me.id)))?,
        false => {
            ctx.sql().execute(
                "update request set state = 'rejected', answer = $2, decided_at = $3, decided_by = $4 where id = $1",
                &params![&request.request_id, &answer, ctx.now(), &me.id],
            )?;
            store::meet_clock(ctx, &purchase.id, "decide", ctx.now())?;
            release(ctx, &purchase, &request)?;
        }
    }
    let answer = shortened(&answer);
    let text = Text::new(answer.clone(), answer);
    let decided = (request.request_id, decision.accept, text);
    NewAlarm::raise_all(ctx, &alarms::decided(&purchase, &decided))?;
    Ok(Payload(views::sale(ctx, purchase)?))
}

/// Ends the locks on the items of a request that does not lead to a refund.
fn release(ctx: &Ctx, purchase: &Purchase, request: &Request) -> Result<(), Error> {
    match request.wish == Wish::Refund.as_str() && purchase.has_parcel {
        true => deliver::release_items(ctx, purchase),
        false => Ok(()),
    }
}

/// The seller has not decided in time: the defect is accepted. If the WIT were paid out, only the seller can accept it; an item
/// that the buyer does not hold any more cannot be taken back.
pub(crate) fn undecided(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let request = open(ctx, &purchase.id)?.filter(|request| request.state == "requested");
    let is_paid_out = purchase.paid_out.is_some_and(|paid| paid > 0);
    // A replacement needs stock, and its packing a seller.
    let Some(request) = request.filter(|request| {
        !is_paid_out
            && (request.wish == Wish::Refund.as_str() || purchase.state == State::Delivered)
    }) else {
        return Ok(());
    };
    match accept(ctx, purchase, (None, None)) {
        Err(error) if error.code() == ITEMS_NOT_HELD.code => return Ok(()),
        accepted => accepted?,
    }
    let text = Text::new(
        "판매자가 7일 안에 답하지 않아 자동으로 승인되었습니다.",
        "The seller did not answer within 7 days, so it was accepted automatically.",
    );
    let decided = (request.request_id, true, text);
    NewAlarm::raise_all(ctx, &alarms::decided(purchase, &decided))
}

/// The buyer did not send the goods back in time: the order goes on.
pub(crate) fn not_sent_back(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    let request = open(ctx, &purchase.id)?
        .filter(|request| request.state == "accepted" && request.sent_back_at.is_none());
    let Some(request) = request.filter(|request| request.returned_at.is_none()) else {
        return Ok(());
    };
    lapse(ctx, &purchase.id)?;
    release(ctx, purchase, &request)?;
    if purchase.paid_out.is_none() {
        clocks::start(ctx, &purchase.id, "payout", ctx.now())?;
    }
    NewAlarm::raise_all(ctx, &alarms::lapsed(purchase, &request.request_id))
}

/// The goods were sent back, and the seller has not said that they are missing: they count as returned. A replacement is left to
/// the seller, because it needs stock.
pub(crate) fn arrived(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let request = open(ctx, &purchase.id)?.filter(|request| {
        request.state == "accepted"
            && request.returned_at.is_none()
            && request.wish == Wish::Refund.as_str()
    });
    match request {
        Some(_) => returned(ctx, purchase),
        None => Ok(()),
    }
}

#[derive(Deserialize)]
pub(crate) struct SentBack {
    carrier: Option<String>,
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
        let product = stock::product(ctx, &purchase.product_id)?;
        if let Some(seller) = product.and_then(|product| product.seller) {
            let alarms = alarms::sent_back(&purchase, &seller, &request.request_id);
            NewAlarm::raise_all(ctx, &alarms)?;
        }
    }
    Ok(Payload(views::own(ctx, purchase)?))
}

/// The first characters of a text, for an alarm.
fn shortened(text: &str) -> String {
    text.chars().take(200).collect()
}

/// The goods of an accepted request came back: a new parcel is packed, or the term for the refund begins.
pub(crate) fn returned(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let request = open(ctx, &purchase.id)?
        .filter(|request| request.state == "accepted" && request.returned_at.is_none())
        .ok_or(NO_REQUEST)?;
    ctx.sql().execute(
        "update request set returned_at = $2 where id = $1",
        &params![&request.request_id, ctx.now()],
    )?;
    if request.wish == Wish::Exchange.as_str() {
        finish(ctx, &purchase.id)?;
        return flow::exchange(ctx, purchase);
    }
    deliver::use_up_items(ctx, purchase, true)?;
    clocks::start_of_return(ctx, &purchase.id)
}

/// The seller gives the money back after the return.
pub(crate) fn refund(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let is_back = open(ctx, &purchase.id)?
        .is_some_and(|request| request.state == "accepted" && request.returned_at.is_some());
    match is_back {
        true => {
            flow::return_payout(ctx, purchase)?;
            flow::refund_after_return(ctx, purchase)
        }
        false => Err(NO_REQUEST.into()),
    }
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
    use super::{Kind, may_ask};
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
            Some("order_state"),
        );
        // It has not arrived.
        check(State::Shipped, true, defect, (1, 1), None);
        check(State::Paid, true, defect, (1, 1), Some("order_state"));
        check(delivered, true, defect, (60, 90), None);
        check(delivered, true, defect, (59, 90), Some("defect_over"));
        check(delivered, true, defect, (91, 91), Some("defect_over"));
        check(delivered, false, defect, (1, 1), None);
    }
}
