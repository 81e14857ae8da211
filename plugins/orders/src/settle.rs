//! How requests end: by a decision, by a step of the seller, or by a term that is over. An exchange that does not happen becomes a
//! refund on the same path. What no term can settle waits for an administrator of the platform. The caller has locked the order.

use crate::clocks;
use crate::deliver;
use crate::flow::{self, Payer};
use crate::legal_terms;
use crate::notices::{self, News};
use crate::problems::{ITEMS_NOT_HELD, NO_REQUEST};
use crate::purchase::{Purchase, State, Step};
use crate::request_store::{self, Escalation, Fallback, Request, finish, lapse, open};
use crate::stock::{self, Reason};
use crate::store;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// How a request is accepted.
pub(crate) struct Acceptance<'a> {
    pub(crate) answer: Option<&'a str>,
    /// None if a term accepts it.
    pub(crate) by: Option<&'a Uuid>,
    pub(crate) payer: Payer,
    /// Why an exchange is refunded instead.
    pub(crate) fallback: Option<Fallback>,
}

impl Acceptance<'_> {
    /// Of a withdrawal, or by a term.
    pub(crate) const fn automatic(fallback: Option<Fallback>) -> Self {
        Self {
            answer: None,
            by: None,
            payer: Payer::Seller,
            fallback,
        }
    }
}

/// Accepts the open request of an order. Goods come back first. A random item, a parcel that never arrived, and a refund that an
/// administrator pays are settled at once. A withdrawal after the payout leaves the WIT with the seller until the refund.
///
/// # Errors
/// `items_not_held`, before anything was changed; those of [`flow::return_payout`] and [`flow::refund`].
pub(crate) fn accept(
    ctx: &Ctx,
    purchase: &mut Purchase,
    accepted: &Acceptance<'_>,
) -> Result<(), Error> {
    let request = open(ctx, &purchase.id)?.ok_or(NO_REQUEST)?;
    let is_lost = purchase.state == State::Shipped;
    let is_at_once = !purchase.has_parcel || is_lost || accepted.payer == Payer::Operator;
    let wants_exchange = purchase.has_parcel && request.is_exchange();
    // An administrator who pays has no replacement to send.
    let paid_by_operator = (accepted.payer == Payer::Operator).then_some(Fallback::Unanswered);
    let mut fallback = accepted
        .fallback
        .or(paid_by_operator)
        .filter(|_| wants_exchange);
    if wants_exchange && is_lost && fallback.is_none() && !has_replacement(ctx, purchase)? {
        fallback = Some(Fallback::SoldOut);
    }
    let is_exchange = wants_exchange && fallback.is_none();
    if is_at_once && !is_exchange {
        match request.waits_for(Escalation::Items) {
            // A person accepts it although the buyer does not hold all items.
            true => release(ctx, purchase, &request)?,
            false => deliver::take_back_items(ctx, purchase, request.has_locks(purchase))?,
        }
    }
    ctx.sql().execute(
        "update request set state = 'accepted', answer = $2, decided_at = $3, decided_by = $4, escalation = null, \
         escalated_at = null where id = $1",
        &params![&request.request_id, accepted.answer, ctx.now(), accepted.by],
    )?;
    // The buyer withdraws without the seller, who gives the WIT back with the refund.
    if !is_exchange && request.is_defect() {
        flow::return_payout(ctx, purchase, accepted.payer)?;
    }
    match (is_at_once, is_exchange) {
        (false, _) => clocks::start_of_sending_back(ctx, &purchase.id),
        (true, true) => {
            finish(ctx, &purchase.id)?;
            flow::exchange(ctx, purchase)
        }
        (true, false) => {
            if let Some(why) = fallback {
                fall_back(ctx, purchase, &request, why)?;
            }
            finish(ctx, &purchase.id)?;
            flow::refund(ctx, purchase, (Step::Refund, Reason::WrittenOff))
        }
    }
}

fn has_replacement(ctx: &Ctx, purchase: &Purchase) -> Result<bool, Error> {
    stock::has_units(ctx, &purchase.product_id, purchase.quantity)
}

/// Ends the locks on the items of a request that does not lead to a refund.
pub(crate) fn release(ctx: &Ctx, purchase: &Purchase, request: &Request) -> Result<(), Error> {
    match request.has_locks(purchase) {
        true => deliver::release_items(ctx, purchase),
        false => Ok(()),
    }
}

/// Marks an exchange as one that becomes a refund, and notifies both sides.
fn fall_back(
    ctx: &Ctx,
    purchase: &Purchase,
    request: &Request,
    why: Fallback,
) -> Result<(), Error> {
    if request_store::mark_fallback(ctx, &request.request_id, why)? {
        notices::schedule(ctx, purchase, &request.request_id, News::Instead(why))?;
    }
    Ok(())
}

/// A term is over that cannot settle the request by itself: the administrators of the platform, the seller and the buyer are
/// notified once. The request stays as it is, and its order is listed among those with an open request, also if it is about a
/// replacement.
fn escalate(
    ctx: &Ctx,
    purchase: &Purchase,
    request: &Request,
    why: Escalation,
) -> Result<(), Error> {
    if !request_store::mark_escalation(ctx, &request.request_id, why)? {
        return Ok(());
    }
    ctx.log().warn(&format!(
        "order {} needs an administrator: its request is not settled by its term ({})",
        purchase.id,
        why.as_str()
    ));
    request_store::set_open(ctx, &purchase.id, true)?;
    let news = News::Escalated(why);
    notices::schedule(ctx, purchase, &request.request_id, news)?;
    flow::changed(ctx, purchase)
}

const fn is_paid_out(purchase: &Purchase) -> bool {
    matches!(purchase.paid_out, Some(paid) if paid > 0)
}

/// The seller has not decided in time: the defect is accepted. If the WIT were paid out, only the seller or an administrator can
/// accept it; an item that the buyer does not hold any more cannot be taken back.
pub(crate) fn undecided(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let request = open(ctx, &purchase.id)?.filter(|request| request.state == "requested");
    let Some(request) = request else {
        return Ok(());
    };
    if is_paid_out(purchase) {
        return escalate(ctx, purchase, &request, Escalation::PaidOut);
    }
    // A replacement of a lost parcel has to be packed by the seller, who does not answer.
    let fallback = (purchase.state == State::Shipped).then_some(Fallback::Unanswered);
    match accept(ctx, purchase, &Acceptance::automatic(fallback)) {
        Err(error) if error.code() == ITEMS_NOT_HELD.code => {
            return escalate(ctx, purchase, &request, Escalation::Items);
        }
        accepted => accepted?,
    }
    notices::schedule(ctx, purchase, &request.request_id, News::Decided(true))
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
    NewAlarm::raise_all(ctx, &crate::alarms::lapsed(purchase, &request.request_id))
}

/// The goods were sent back, and the seller has not said that they are missing: they count as returned. A replacement would have to
/// be packed by the seller, so an exchange becomes a refund.
pub(crate) fn arrived(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    match accepted(ctx, purchase)? {
        Some(request) => back(ctx, purchase, &request, Some(Fallback::Unconfirmed)),
        None => Ok(()),
    }
}

/// The seller confirms that the goods of an accepted request came back.
pub(crate) fn returned(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let request = accepted(ctx, purchase)?.ok_or(NO_REQUEST)?;
    back(ctx, purchase, &request, None)
}

/// The accepted request whose goods did not come back yet.
fn accepted(ctx: &Ctx, purchase: &Purchase) -> Result<Option<Request>, Error> {
    let request = open(ctx, &purchase.id)?;
    Ok(request.filter(|request| request.state == "accepted" && request.returned_at.is_none()))
}

/// The goods came back: a new parcel is packed, or the term for the refund begins. `fallback` says why there is no new parcel.
fn back(
    ctx: &Ctx,
    purchase: &mut Purchase,
    request: &Request,
    fallback: Option<Fallback>,
) -> Result<(), Error> {
    ctx.sql().execute(
        "update request set returned_at = $2, escalation = null, escalated_at = null where id = $1",
        &params![&request.request_id, ctx.now()],
    )?;
    if !request.is_exchange() {
        deliver::take_back_items(ctx, purchase, true)?;
        return clocks::start_of_return(ctx, &purchase.id);
    }
    let why = match fallback {
        Some(why) => why,
        None if has_replacement(ctx, purchase)? => {
            finish(ctx, &purchase.id)?;
            return flow::exchange(ctx, purchase);
        }
        None => Fallback::SoldOut,
    };
    fall_back(ctx, purchase, request, why)?;
    clocks::start_of_return(ctx, &purchase.id)?;
    match deliver::take_back_items(ctx, purchase, false) {
        Err(error) if error.code() == ITEMS_NOT_HELD.code => {
            store::meet_clock(ctx, &purchase.id, "refund", ctx.now())?;
            escalate(ctx, purchase, request, Escalation::Items)
        }
        used => used,
    }
}

/// The time for the refund after a return is over: it is made now, unless the WIT were paid out.
pub(crate) fn refund_due(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let request = open(ctx, &purchase.id)?.filter(Request::is_back);
    match request {
        Some(request) if is_paid_out(purchase) => {
            escalate(ctx, purchase, &request, Escalation::PaidOut)
        }
        Some(request) => flow::refund_after_return(ctx, purchase, &request),
        None => Ok(()),
    }
}

/// The seller, or an administrator who pays, gives the money back: after the return, or instead of a replacement that was not
/// shipped.
pub(crate) fn refund(ctx: &Ctx, purchase: &mut Purchase, payer: Payer) -> Result<(), Error> {
    if let Some(request) = open(ctx, &purchase.id)?.filter(Request::is_back) {
        flow::return_payout(ctx, purchase, payer)?;
        return flow::refund_after_return(ctx, purchase, &request);
    }
    match replaced(ctx, purchase)? {
        Some(request) => {
            if !request.waits_for(Escalation::Items) {
                deliver::take_back_items(ctx, purchase, false)?;
            }
            flow::return_payout(ctx, purchase, payer)?;
            // It waits for an administrator since its term was over.
            let why = match request.escalated_at {
                Some(_) => Fallback::Late,
                None => Fallback::Declined,
            };
            refund_replacement(ctx, purchase, (&request, why))
        }
        None => Err(NO_REQUEST.into()),
    }
}

/// The request whose replacement is not shipped yet.
fn replaced(ctx: &Ctx, purchase: &Purchase) -> Result<Option<Request>, Error> {
    match purchase.state == State::Preparing && purchase.exchanges > 0 {
        true => request_store::latest(ctx, &purchase.id),
        false => Ok(None),
    }
}

fn refund_replacement(
    ctx: &Ctx,
    purchase: &mut Purchase,
    (request, why): (&Request, Fallback),
) -> Result<(), Error> {
    fall_back(ctx, purchase, request, why)?;
    // The replacement was not shipped, so it can be sold.
    flow::refund(ctx, purchase, (Step::Cancel, Reason::Returned))
}

/// The term to ship is over: a replacement is refunded instead, and the buyer of another order can cancel.
pub(crate) fn late(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    if purchase.exchanges == 0 {
        return NewAlarm::raise_all(ctx, &crate::alarms::late(purchase));
    }
    let Some(request) = replaced(ctx, purchase)? else {
        return Ok(());
    };
    if is_paid_out(purchase) {
        return escalate(ctx, purchase, &request, Escalation::PaidOut);
    }
    match deliver::take_back_items(ctx, purchase, false) {
        Err(error) if error.code() == ITEMS_NOT_HELD.code => {
            escalate(ctx, purchase, &request, Escalation::Items)
        }
        used => {
            used?;
            refund_replacement(ctx, purchase, (&request, Fallback::Late))
        }
    }
}

/// The parcel counts as received, and the buyer is notified of the time to withdraw.
pub(crate) fn notify_delivered(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    let days = legal_terms::current(ctx)?.withdraw_days;
    NewAlarm::raise_all(ctx, &crate::alarms::delivered(purchase, days))
}
