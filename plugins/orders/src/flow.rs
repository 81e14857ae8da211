//! What happens to an order whose row is locked: it is paid, released, refunded, paid out. Every function changes the order, its
//! stock and its terms in one transaction, and does nothing in a state that does not need it, so it may be called twice.

use crate::alarms;
use crate::calendar::Calendar;
use crate::clocks;
use crate::deliver::{self, OfOrder};
use crate::draw;
use crate::give_back::give_back;
use crate::problems::SELLER_MUST_REFUND;
use crate::product;
use crate::purchase::{Method, Purchase, State, Step, next};
use crate::refund_parts;
use crate::request_store::{self, Request};
use crate::shipping::Shipping;
use crate::stock::{self, Reason};
use crate::store::{self, Given};
use crate::world_rule;
use serde_json::json;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::ctx::{LedgerErrorKind, Wit};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, DAY_MS, Error, KoreanDay, Uuid, params};

/// Ends an unpaid order.
pub(crate) const RESERVATION: TimerKind<OfOrder> = TimerKind::new("reservation");

/// Tells the buyer's open screens.
pub(crate) fn changed(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    match &purchase.buyer {
        Some(buyer) => ctx.live().push(
            buyer,
            "orders.changed",
            &json!({ "orderId": purchase.id, "state": purchase.state }),
        ),
        None => Ok(()),
    }
}

/// An order was paid: its units are sold, a random item is drawn, and the items are created by a timer.
pub(crate) fn paid(ctx: &Ctx, purchase: &mut Purchase, method: Method) -> Result<(), Error> {
    if purchase.state != State::Reserved {
        return Ok(());
    }
    let now = ctx.now();
    let sold = (Reason::Sold, purchase.quantity);
    // Locks the product: concurrent draws of one product happen one after another.
    let product = stock::lock(ctx, &purchase.product_id)?;
    stock::change(ctx, &purchase.product_id, Some(&purchase.id), sold)?;
    give(ctx, purchase)?;
    purchase.method = Some(method);
    purchase.paid_at = Some(now);
    purchase.state = State::Paid;
    if purchase.has_parcel {
        let calendar = Calendar::load(ctx)?;
        let today = KoreanDay::of(now).number();
        let release = product
            .and_then(|one| one.release_day)
            .filter(|day| *day > today);
        let shipping = Shipping::of(&calendar, now, release);
        purchase.ship_days = Some(shipping.days);
        purchase.promised_day = release.map(|_| shipping.days.0);
        clocks::start(ctx, &purchase.id, "ship", shipping.due_at)?;
    } else {
        purchase.state = State::Delivered;
        purchase.delivered_at = Some(now);
        purchase.ended_at = Some(now);
        clocks::start_of_receipt(ctx, purchase)?;
    }
    store::save(ctx, purchase)?;
    RESERVATION.cancel(ctx, &purchase.id);
    deliver::schedule(ctx, &purchase.id)?;
    changed(ctx, purchase)
}

/// Draws a random item, or takes the fixed items of another product. The caller has locked the product.
fn give(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    let mut contents = stock::contents(ctx, &purchase.product_id)?;
    let Some(seed) = &purchase.seed else {
        let contents = contents.iter().map(|content| content.no).collect();
        return store::insert_all_given(ctx, &purchase.id, contents);
    };
    let nonce = purchase.nonce.as_deref().unwrap_or_default();
    for n in 1..=purchase.quantity {
        let left = |no| contents.iter().find(|one| one.no == no).map(|one| one.left);
        let odds = match &purchase.promised {
            Some(promised) => draw::open_rows(promised, left),
            None => product::odds(&contents),
        };
        let no = draw::pick(seed, purchase.id.as_str(), nonce, n, &odds)
            .ok_or_else(|| Error::internal("a sold random item has nothing left to draw"))?;
        let given = Given {
            n,
            content_no: no,
            odds: Some(odds),
            item_id: None,
        };
        store::insert_given(ctx, &purchase.id, &given)?;
        ctx.sql().execute(
            "update content set left_over = left_over - 1 where product_id = $1 and no = $2",
            &params![&purchase.product_id, no],
        )?;
        for content in &mut contents {
            if content.no == no {
                content.left = content.left.map(|left| left - 1);
            }
        }
    }
    Ok(())
}

/// Ends an unpaid order; its units can be sold again.
pub(crate) fn release(ctx: &Ctx, purchase: &mut Purchase, state: State) -> Result<(), Error> {
    if purchase.state != State::Reserved {
        return Ok(());
    }
    let released = (Reason::Released, purchase.quantity);
    stock::lock(ctx, &purchase.product_id)?;
    stock::change(ctx, &purchase.product_id, Some(&purchase.id), released)?;
    purchase.state = state;
    purchase.ended_at = Some(ctx.now());
    purchase.address = None;
    store::save(ctx, purchase)?;
    RESERVATION.cancel(ctx, &purchase.id);
    changed(ctx, purchase)
}

/// Who gives the WIT of a payout back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Payer {
    /// The seller who has received them.
    Seller,
    /// The caller, an administrator of the platform, from their own wallet. The seller keeps the WIT.
    Operator,
}

/// The key of the payment by which a payout was given back, counted from 0.
fn payback_key(purchase: &Purchase, n: i64) -> String {
    format!("payback:{}:{n}", purchase.id)
}

/// The caller gives the WIT of a payout back, so that they can be refunded.
///
/// # Errors
/// `seller_must_refund` if the seller has to pay and the caller is another person; those of the ledger.
pub(crate) fn return_payout(ctx: &Ctx, purchase: &mut Purchase, payer: Payer) -> Result<(), Error> {
    let Some(hundredths) = purchase.paid_out else {
        return Ok(());
    };
    if hundredths > 0 {
        let me = ctx.caller()?;
        let product = stock::product(ctx, &purchase.product_id)?;
        let is_seller = product.and_then(|product| product.seller) == Some(me.id);
        if !is_seller && payer == Payer::Seller {
            return Err(SELLER_MUST_REFUND.into());
        }
        let amount = Wit::of_hundredths(u64::try_from(hundredths).unwrap_or_default());
        let key = payback_key(purchase, purchase.paybacks);
        ctx.ledger().charge(&key, amount, "order refund")?;
        purchase.paybacks += 1;
    }
    purchase.paid_out = None;
    store::save(ctx, purchase)
}

/// Gives back all the money that was not refunded in parts: WIT at once, a card payment by its provider. `step` says why, and
/// `goods` what happens to the units: [`Reason::Returned`] or [`Reason::WrittenOff`].
/// WIT that were paid to the seller have to come back first; see [`return_payout`].
pub(crate) fn refund(
    ctx: &Ctx,
    purchase: &mut Purchase,
    (step, goods): (Step, Reason),
) -> Result<(), Error> {
    if purchase.paid_out.is_some_and(|hundredths| hundredths > 0) {
        return Err(SELLER_MUST_REFUND.into());
    }
    purchase.state = next(purchase.state, step)?;
    let now = ctx.now();
    let left = u64::try_from(purchase.left_to_refund()).unwrap_or_default();
    match (purchase.method, &purchase.buyer) {
        // All of it was refunded in parts.
        _ if left == 0 => purchase.state = State::Refunded,
        (Some(Method::Wit), Some(buyer)) => {
            let key = format!("refund:{}", purchase.id);
            give_back(ctx, purchase, buyer, (&key, left))?;
            purchase.state = State::Refunded;
        }
        (Some(Method::Wit), None) => purchase.state = State::Refunded,
        _ => ctx
            .payments()
            .refund(purchase.id.as_str(), "refund", left)?,
    }
    stock::lock(ctx, &purchase.product_id)?;
    let back = (goods, purchase.quantity);
    stock::change(ctx, &purchase.product_id, Some(&purchase.id), back)?;
    purchase.ended_at = Some(now);
    let kinds = ["ship", "receive", "withdraw", "defect", "refund", "payout"];
    store::meet_clocks(ctx, &purchase.id, &kinds, now)?;
    request_store::end_waiting(ctx, purchase)?;
    store::save(ctx, purchase)?;
    changed(ctx, purchase)
}

/// The provider of a card payment has refused a refund: it is requested again every day until it is made.
pub(crate) fn refund_refused(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    ctx.log().warn(&format!(
        "the card provider refused a refund of order {}",
        purchase.id
    ));
    clocks::start(ctx, &purchase.id, "retry", ctx.now().plus_millis(DAY_MS))?;
    NewAlarm::raise_all(ctx, &alarms::refund_delayed(purchase))?;
    changed(ctx, purchase)
}

/// Requests every card refund of an order again that was not made. One that is queued or done is left alone.
pub(crate) fn request_refunds_again(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    if purchase.method != Some(Method::Card) {
        return Ok(());
    }
    refund_parts::request_again(ctx, purchase)?;
    if purchase.state == State::Refunding {
        let left = u64::try_from(purchase.left_to_refund()).unwrap_or_default();
        ctx.payments()
            .refund(purchase.id.as_str(), "refund", left)?;
    }
    Ok(())
}

/// The provider has made the refund.
pub(crate) fn refunded(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    if purchase.state == State::Refunded || !was_paid(purchase) {
        return Ok(());
    }
    purchase.state = State::Refunded;
    purchase.ended_at = purchase.ended_at.or(Some(ctx.now()));
    store::meet_clock(ctx, &purchase.id, "retry", ctx.now())?;
    store::save(ctx, purchase)?;
    NewAlarm::raise_all(ctx, &alarms::refunded(purchase))?;
    changed(ctx, purchase)
}

fn was_paid(purchase: &Purchase) -> bool {
    purchase.state.is_bought() || purchase.state == State::Refunding
}

/// The goods of a request came back: the refund is made now. Only goods without a defect are sold again.
pub(crate) fn refund_after_return(
    ctx: &Ctx,
    purchase: &mut Purchase,
    request: &Request,
) -> Result<(), Error> {
    if purchase.state != State::Delivered {
        return Ok(());
    }
    request_store::finish(ctx, &purchase.id)?;
    let goods = match request.is_defect() {
        true => Reason::WrittenOff,
        false => Reason::Returned,
    };
    refund(ctx, purchase, (Step::Refund, goods))
}

/// Pays the WIT of a world's product to its seller, after the time to withdraw. An open request delays it.
pub(crate) fn pay_out(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let is_due = purchase.state == State::Delivered && purchase.paid_out.is_none();
    let (true, Some(Method::Wit)) = (is_due, purchase.method) else {
        return Ok(());
    };
    if request_store::open(ctx, &purchase.id)?.is_some() {
        let tomorrow = clocks::end_of_day_after(ctx.now(), 0);
        return clocks::start(ctx, &purchase.id, "payout", tomorrow);
    }
    count_spending(ctx, purchase)?;
    let product = stock::product(ctx, &purchase.product_id)?;
    let seller = product.and_then(|product| product.seller.filter(|_| product.world.is_some()));
    if let Some(seller) = seller {
        let hundredths = purchase.left_to_refund();
        let amount = u64::try_from(hundredths).unwrap_or_default();
        // Nothing is left if everything was refunded in parts.
        if amount > 0 {
            pay_seller(ctx, purchase, &seller, Wit::of_hundredths(amount))?;
        }
        purchase.paid_out = Some(hundredths);
        store::save(ctx, purchase)?;
    }
    Ok(())
}

/// Pays the seller of an order. If they have given a payout back for goods that were then not sent back, it is that payment.
fn pay_seller(ctx: &Ctx, purchase: &Purchase, seller: &Uuid, amount: Wit) -> Result<(), Error> {
    let (ledger, memo) = (ctx.ledger(), "order sale");
    Ok(match purchase.paybacks {
        0 => ledger.reward(&format!("payout:{}", purchase.id), seller, amount, memo),
        n => {
            let key = format!("payout:{}:{n}", purchase.id);
            ledger.refund(&key, seller, amount, memo, &payback_key(purchase, n - 1))
        }
    }?)
}

/// What a buyer paid to a world counts as spent there, once it is no longer given back; without the parts that were refunded.
fn count_spending(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    let Some(name) = &purchase.world else {
        return Ok(());
    };
    let Some(world) = world_rule::id_of(ctx, name)? else {
        return Ok(());
    };
    let kept = match u64::try_from(purchase.left_to_refund()) {
        Ok(kept) if kept > 0 => Wit::of_hundredths(kept),
        _ => return Ok(()),
    };
    let ledger = ctx.ledger();
    match ledger.count_spending_kept(purchase.id.as_str(), &world, kept) {
        // The world was deleted.
        Err(error) if error.kind == LedgerErrorKind::NoSuchAccount => Ok(()),
        counted => Ok(counted?),
    }
}

/// Sets the timer that ends the reservation.
pub(crate) fn schedule_end(ctx: &Ctx, purchase: &Purchase) -> Result<(), Error> {
    let of = OfOrder {
        order_id: purchase.id.clone(),
    };
    RESERVATION.at(ctx, &purchase.id, purchase.reserved_until, &of)
}

/// A new parcel for one that is defective or was lost: the terms begin again with its receipt. The caller has checked the stock.
pub(crate) fn exchange(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    purchase.state = next(purchase.state, Step::Exchange)?;
    stock::lock(ctx, &purchase.product_id)?;
    let another = (Reason::Exchanged, purchase.quantity);
    stock::change(ctx, &purchase.product_id, Some(&purchase.id), another)?;
    let now = ctx.now();
    let shipping = Shipping::of(&Calendar::load(ctx)?, now, None);
    purchase.ship_days = Some(shipping.days);
    purchase.exchanges += 1;
    purchase.carrier = None;
    purchase.tracking = None;
    purchase.shipped_at = None;
    purchase.delivered_at = None;
    purchase.ended_at = None;
    let kinds = ["receive", "withdraw", "defect", "payout"];
    store::meet_clocks(ctx, &purchase.id, &kinds, now)?;
    clocks::start(ctx, &purchase.id, "ship", shipping.due_at)?;
    store::save(ctx, purchase)?;
    changed(ctx, purchase)
}

/// Ends an exchange whose buyer has left before the new parcel was sent: the order stays delivered, as it was before.
pub(crate) fn end_exchange(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    let now = ctx.now();
    stock::lock(ctx, &purchase.product_id)?;
    let back = (Reason::Kept, purchase.quantity);
    stock::change(ctx, &purchase.product_id, Some(&purchase.id), back)?;
    purchase.state = State::Delivered;
    purchase.delivered_at = Some(now);
    purchase.ended_at = Some(now);
    store::meet_clock(ctx, &purchase.id, "ship", now)?;
    request_store::end_waiting(ctx, purchase)?;
    store::save(ctx, purchase)
}
