//! An account was erased: it leaves its world, and everything about it is deleted.

use crate::leaving::leave;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::{Ctx, Error, Event, params};

/// Rows about one account, by an index that begins with it. Sales stay, because they count the items of a collection;
/// the id in them no longer belongs to an account.
const DELETE: [&str; 4] = [
    "delete from world_change where account_id = $1",
    "delete from blacklist where account_id = $1",
    "delete from holder where account_id = $1",
    "delete from visitor where account_id = $1",
];

/// Removes an erased account from its world and deletes its data. Idempotent.
pub(crate) fn on_account_erased(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Erased { user_id } = event.json()?;
    leave(ctx, &user_id)?;
    for statement in DELETE {
        ctx.sql().execute(statement, &params![&user_id])?;
    }
    Ok(())
}
