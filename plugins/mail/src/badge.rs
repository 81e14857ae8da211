//! The counters of unread alarms and notices: read by a request, or pushed to open screens after a change.

use crate::queries;
use serde::Serialize;
use witverse_sdk::http::Payload;
use witverse_sdk::{Ctx, Error, Uuid};

/// Unread notices and alarms; counts stop at a hundred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Badge {
    is_notice: bool,
    is_alarm: bool,
    /// Unread; more than a hundred are a hundred.
    notices: u32,
    alarms: u32,
}

pub(crate) fn badge(ctx: &Ctx, account: &Uuid) -> Result<Badge, Error> {
    let (notices, alarms) = queries::unread(ctx, account)?;
    Ok(Badge {
        is_notice: notices > 0,
        is_alarm: alarms > 0,
        notices,
        alarms,
    })
}

/// Pushes the counters to the screens of `account`, and returns them.
pub(crate) fn push(ctx: &Ctx, account: &Uuid) -> Result<Badge, Error> {
    let badge = badge(ctx, account)?;
    ctx.live().push(account, "mail.badge", &badge)?;
    Ok(badge)
}

/// The caller's counters.
pub(crate) fn check_new(ctx: &Ctx, (): ()) -> Result<Payload<Badge>, Error> {
    let me = ctx.caller()?;
    Ok(Payload(badge(ctx, &me.id)?))
}
