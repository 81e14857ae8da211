//! The kernel's events about card payments, and the end of the reservation. The kernel's row decides between payment and
//! expiry; this plugin follows it and never counts a payment by itself.

use crate::alarms;
use crate::deliver::OfOrder;
use crate::flow;
use crate::purchase::{Method, Purchase, State};
use crate::refund_parts;
use crate::store;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::ctx::{PAYMENT_STATE, PaymentState};
use witverse_sdk::kernel_events::PaymentChanged;
use witverse_sdk::{Ctx, Error, Event, Uuid};

pub(crate) fn on_changed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let change: PaymentChanged = event.json()?;
    let Some(id) = Uuid::parse(&change.reference) else {
        return Ok(());
    };
    let Some(mut purchase) = store::lock(ctx, &id)? else {
        return Ok(());
    };
    if change.refund_failed {
        return flow::refund_refused(ctx, &purchase);
    }
    let is_part = match &change.refund_key {
        Some(key) => refund_parts::paid(ctx, &purchase, key)?,
        None => false,
    };
    match change.state.as_str() {
        // All of it was refunded in parts, and the order goes on.
        "paid" | "refunded" if is_part && purchase.state.is_bought() => {
            flow::changed(ctx, &purchase)
        }
        "paid" if change.refund_key.is_none() => flow::paid(ctx, &mut purchase, Method::Card),
        "refunded" => flow::refunded(ctx, &mut purchase),
        "voided" => {
            NewAlarm::raise_all(ctx, &alarms::voided(&purchase))?;
            flow::release(ctx, &mut purchase, State::Expired)
        }
        // An attempt was declined. The reservation goes on: the buyer can try another card until it ends.
        "created" => flow::changed(ctx, &purchase),
        "failed" | "expired" | "cancelled" => flow::release(ctx, &mut purchase, State::Expired),
        "disputed" => {
            ctx.log()
                .warn(&format!("the payment of order {id} was disputed"));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The time to pay is over. A card payment that was made in the same moment wins.
pub(crate) fn end_reservation(ctx: &Ctx, OfOrder { order_id }: OfOrder) -> Result<(), Error> {
    let Some(mut purchase) = store::lock(ctx, &order_id)? else {
        return Ok(());
    };
    if purchase.state != State::Reserved {
        return Ok(());
    }
    if ctx.now() < purchase.reserved_until {
        return flow::schedule_end(ctx, &purchase);
    }
    match cancel_payment(ctx, &purchase)? {
        true => flow::release(ctx, &mut purchase, State::Expired),
        false => Ok(()),
    }
}

/// Ends the card payment of an order; false if it was paid, so that the order is not released.
pub(crate) fn cancel_payment(ctx: &Ctx, purchase: &Purchase) -> Result<bool, Error> {
    if purchase.method != Some(Method::Card) {
        return Ok(true);
    }
    match ctx.payments().cancel(purchase.id.as_str()) {
        Ok(()) => Ok(true),
        Err(error) if error.code() == PAYMENT_STATE.code => Ok(false),
        Err(error) => Err(error),
    }
}

/// Applies a payment whose event was not delivered yet.
pub(crate) fn apply_known_payment(ctx: &Ctx, purchase: &mut Purchase) -> Result<(), Error> {
    if purchase.state != State::Reserved || purchase.method != Some(Method::Card) {
        return Ok(());
    }
    let payment = ctx.payments().find(purchase.id.as_str())?;
    match payment.map(|payment| payment.state) {
        Some(PaymentState::Paid) => flow::paid(ctx, purchase, Method::Card),
        _ => Ok(()),
    }
}
