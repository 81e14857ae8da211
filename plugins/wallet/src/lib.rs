//! The wallet's part on the server that is not the kernel's: how much WIT somebody can give away.
//!
//! The kernel keeps the books and answers for balances, histories and orders itself; this plugin brings the
//! wallet's screens, and the one call that gifting asks by its own address. It moves nothing and keeps nothing.

use serde::Serialize;
use serde_json::value::RawValue;
use witverse_sdk::ctx::Party;
use witverse_sdk::http::{Payload, Route};
use witverse_sdk::{Ctx, Error, Plugin, register, route};

/// The plugin `wallet`.
#[derive(Debug)]
pub struct Wallet;

impl Plugin for Wallet {
    const ROUTES: &'static [Route] =
        &[route!(Get "/api/item/inventory/craft/gift/wit" => view_wit)];
}

#[derive(Serialize)]
struct WitInventory {
    /// A decimal number, written digit by digit: no floating point touches money.
    wit: Box<RawValue>,
}

fn view_wit(ctx: &Ctx, (): ()) -> Result<Payload<WitInventory>, Error> {
    let available = ctx.ledger().balance(&Party::Caller)?.available();
    let wit = RawValue::from_string(available.to_string())
        .map_err(|error| Error::internal(format!("{available} is no number: {error}")))?;
    Ok(Payload(WitInventory { wit }))
}

register!(Wallet);
