//! An account was erased: its items and its file are released, and its rows are deleted. Items then
//! belong to the platform.

use crate::events::Changed;
use crate::services;
use crate::store;
use crate::vrm;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::{Ctx, Error, Event, Uuid};

pub(crate) fn on_account_erased(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Erased { user_id } = event.json()?;
    delete(ctx, &user_id)
}

/// Checks the account again after the commit of a change: a concurrent erasure has not seen the new rows.
pub(crate) fn recheck_account(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Changed { user_id } = event.json()?;
    match ctx.users().profile(&user_id) {
        Some(_) => Ok(()),
        None => delete(ctx, &user_id),
    }
}

fn delete(ctx: &Ctx, account: &Uuid) -> Result<(), Error> {
    store::lock_wearer(ctx, account, ctx.now())?;
    for gear in store::gear(ctx, account)? {
        services::release(ctx, account, &gear.item_id)?;
    }
    ctx.files().detach_all(&vrm::reference(account));
    store::delete_account(ctx, account)
}
