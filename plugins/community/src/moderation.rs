//! The handlers of administrators: hiding, pinning, and limiting a post to members. A block between the administrator
//! and the author does not matter here.

use crate::access;
use crate::alarms::{self, Measure};
use crate::events;
use crate::feed_handlers;
use crate::post;
use crate::problems::{FEED_HIDDEN, FEED_NOT_FOUND};
use crate::readable::{self, ById};
use crate::store::{self, Post};
use crate::views::PostView;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewStatus {
    #[schemars(extend("examples" = ["0190a1b2-0000-7000-8000-000000000001"]))]
    feed_id: String,
    is_hide: bool,
    /// The rule that the author reads in the alarm.
    #[schemars(length(max = 3200))]
    reason: Option<String>,
}

/// Hides or shows a post.
pub(crate) fn change_status(
    ctx: &Ctx,
    Json(status): Json<NewStatus>,
) -> Result<Payload<PostView>, Error> {
    let me = ctx.caller()?;
    let reason = post::reason(status.reason.as_deref())?;
    let post = moderated(ctx, &status.feed_id)?;
    match (status.is_hide, post.is_hidden) {
        (true, false) => {
            store::hide(ctx, &post.id, &me.id, reason.as_deref())?;
            alarms::post_moderated(ctx, &post, Measure::Hidden, reason.as_deref())?;
        }
        (false, true) => {
            store::show(ctx, &post.id)?;
            alarms::post_moderated(ctx, &post, Measure::Shown, None)?;
        }
        // It has this status already.
        _ => return current(ctx, &post.id),
    }
    events::changed(ctx, &post.author, &post)?;
    current(ctx, &post.id)
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewAudience {
    #[schemars(extend("examples" = ["0190a1b2-0000-7000-8000-000000000001"]))]
    feed_id: String,
    is_member: bool,
}

/// Limits a post to members of the world, or opens it to all readers.
pub(crate) fn change_audience(
    ctx: &Ctx,
    Json(audience): Json<NewAudience>,
) -> Result<Payload<PostView>, Error> {
    let post = moderated(ctx, &audience.feed_id)?;
    store::set_for_members(ctx, &post.id, audience.is_member)?;
    events::changed(ctx, &post.author, &post)?;
    current(ctx, &post.id)
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Pinned {
    pub(crate) is_fixed: bool,
}

/// Pins a post in place of another one, or removes its pin.
pub(crate) fn toggle_pin(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<Pinned>, Error> {
    let post = moderated(ctx, &by.id)?;
    if store::unpin(ctx, &post)? {
        return Ok(Payload(Pinned { is_fixed: false }));
    }
    if post.is_hidden {
        return Err(FEED_HIDDEN.into());
    }
    store::pin(ctx, &post, ctx.now())?;
    Ok(Payload(Pinned { is_fixed: true }))
}

/// The post, locked, if the caller moderates its world.
fn moderated(ctx: &Ctx, id: &str) -> Result<Post, Error> {
    let id = Uuid::parse(id).ok_or(FEED_NOT_FOUND)?;
    let post = store::lock(ctx, &id)?.ok_or(FEED_NOT_FOUND)?;
    // Other people get the answer of a reader, so that hidden posts are not revealed.
    if !access::may(ctx, "moderateFeed", &post.world) {
        readable::check_readable(ctx, &post)?;
        access::require(ctx, "moderateFeed", &post.world)?;
    }
    Ok(post)
}

fn current(ctx: &Ctx, id: &Uuid) -> Result<Payload<PostView>, Error> {
    let by = ById { id: id.to_string() };
    let (post, reader) = readable::readable(ctx, &by)?;
    feed_handlers::one(ctx, &reader, post).map(Payload)
}
