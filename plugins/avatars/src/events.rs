//! `avatars.changed@1` with `{userId}`, after a choice and after each change of gear.

use serde::{Deserialize, Serialize};
use witverse_sdk::{Ctx, Error, Uuid};

pub(crate) const CHANGED: &str = "avatars.changed@1";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Changed {
    pub(crate) user_id: Uuid,
}

/// Publishes the event, and updates the other screens of the person.
pub(crate) fn changed(ctx: &Ctx, account: &Uuid) -> Result<(), Error> {
    let event = Changed {
        user_id: account.clone(),
    };
    ctx.events().publish(CHANGED, &event)?;
    ctx.live().push(account, "avatars.changed", &event)
}
