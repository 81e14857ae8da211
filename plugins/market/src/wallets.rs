//! Whether people can pay and be paid. Settlement refuses frozen wallets; what is shown before it asks here.

use crate::money::Price;
use witverse_sdk::ctx::{Funds, Party};
use witverse_sdk::kernel_events::WalletChanged;
use witverse_sdk::{Ctx, Error, Event, Uuid, params};

/// Whether a price can be paid from a wallet now.
pub(crate) fn can_pay(funds: &Funds, price: Price) -> bool {
    !funds.frozen && funds.available().hundredths() >= price.hundredths()
}

/// Whether a person can be paid now.
pub(crate) fn can_be_paid(ctx: &Ctx, person: &Uuid) -> bool {
    let funds = ctx.ledger().balance(&Party::Person(person.to_string()));
    funds.is_ok_and(|funds| !funds.frozen)
}

/// Keeps the table that the lists read.
pub(crate) fn on_changed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let WalletChanged { user_id } = event.json()?;
    let statement = match can_be_paid(ctx, &user_id) {
        true => "delete from frozen_trader where account_id = $1",
        false => {
            "insert into frozen_trader (account_id) values ($1) on conflict (account_id) do nothing"
        }
    };
    ctx.sql().execute(statement, &params![&user_id])?;
    Ok(())
}

pub(crate) fn erase_person(ctx: &Ctx, gone: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from frozen_trader where account_id = $1",
        &params![gone],
    )?;
    Ok(())
}
