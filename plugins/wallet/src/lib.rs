//! The wallet's screens, the balance for the gift form, and alarms about refunds.
//!
//! The kernel serves balances, histories and orders. This plugin moves no WIT and stores nothing.

mod refund_alarm;
mod routes;

use serde::Serialize;
use serde_json::value::RawValue;
use witverse_sdk::ctx::Party;
use witverse_sdk::http::{Payload, Route};
use witverse_sdk::kernel_events::RefundDecided;
use witverse_sdk::{Ctx, Error, Event, Plugin, register};

/// The plugin `wallet`.
#[derive(Debug)]
pub struct Wallet;

impl Plugin for Wallet {
    const ROUTES: &'static [Route] = routes::ROUTES;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            RefundDecided::TOPIC => refund_alarm::of(&event.json()?).raise(ctx),
            _ => Ok(()),
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
struct WitInventory {
    /// A decimal number, written digit by digit: no floating point touches money.
    #[schemars(with = "f64")]
    wit: Box<RawValue>,
}

fn view_wit(ctx: &Ctx, (): ()) -> Result<Payload<WitInventory>, Error> {
    let available = ctx.ledger().balance(&Party::Caller)?.available();
    let wit = RawValue::from_string(available.to_string())
        .map_err(|error| Error::internal(format!("{available} is no number: {error}")))?;
    Ok(Payload(WitInventory { wit }))
}

register!(Wallet);
