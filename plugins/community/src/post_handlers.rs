//! The handlers of authors: writing, editing and deleting posts, and asking for a review of a hidden one.

use crate::access::{self, Reader, World};
use crate::account_events::PURGE;
use crate::alarms;
use crate::events;
use crate::feed_handlers;
use crate::images;
use crate::mentions;
use crate::post;
use crate::problems::{APPEAL_SENT, FEED_NOT_FOUND, NOT_AUTHOR};
use crate::readable::{self, ById};
use crate::search;
use crate::store::{self, Post};
use crate::views::PostView;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::{Ctx, Error, text};

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPost {
    /// The name of the world.
    #[schemars(extend("examples" = ["agora"]))]
    world_name: World,
    /// 1 to 2,000 characters, as people count them.
    #[schemars(length(min = 1, max = 32000))]
    #[schemars(extend("examples" = ["Hello"]))]
    text: String,
    /// Ids of files.
    #[serde(default)]
    #[schemars(length(max = 5))]
    #[schemars(extend("examples" = [[]]))]
    images: Vec<String>,
}

/// Writes a post. Cedar has decided already that the caller may write in the world.
pub(crate) fn create_post(ctx: &Ctx, Json(new): Json<NewPost>) -> Result<Created<PostView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let world = new.world_name.checked()?;
    let text = post::post_text(&new.text)?;
    let files = post::image_ids(&new.images)?;
    let writer = store::lock_writer(ctx, &me.id)?.post(now)?;
    store::save_writer(ctx, &me.id, &writer)?;
    let post = Post {
        id: ctx.random().uuid(),
        world,
        author: me.id,
        text,
        block: None,
        for_members: false,
        is_hidden: false,
        hidden_by: None,
        hidden_reason: None,
        appealed_at: None,
        is_pinned: false,
        comments: 0,
        posted_at: now,
        edited_at: None,
    };
    store::insert(ctx, &post)?;
    images::attach(ctx, &post.id, &files)?;
    search::index(ctx, &post)?;
    events::posted(ctx, &post)?;
    let reader = Reader::of(ctx, &post.world);
    feed_handlers::one(ctx, &reader, post).map(Created)
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct EditedPost {
    /// 1 to 2,000 characters, as people count them.
    #[schemars(length(min = 1, max = 32000))]
    #[schemars(extend("examples" = ["Hello again"]))]
    text: String,
}

/// Changes the text of the caller's own post. The earlier text stays readable.
pub(crate) fn edit_post(
    ctx: &Ctx,
    (Params(by), Json(edited)): (Params<ById>, Json<EditedPost>),
) -> Result<Payload<PostView>, Error> {
    let me = ctx.caller()?;
    let text = post::post_text(&edited.text)?;
    let mut post = store::lock(ctx, &by.post()?)?.ok_or(FEED_NOT_FOUND)?;
    let reader = readable::check_readable(ctx, &post)?;
    if post.author != me.id {
        return Err(NOT_AUTHOR.into());
    }
    access::require(ctx, "writePost", &post.world)?;
    if post.text != text {
        store::edit(ctx, &post, &text, ctx.now())?;
        post.text = text;
        post.edited_at = Some(ctx.now());
        search::index(ctx, &post)?;
        mentions::publish_edit(ctx, &post)?;
    }
    feed_handlers::one(ctx, &reader, post).map(Payload)
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Deleted {
    #[schemars(extend("enum" = [true]))]
    pub(crate) deleted: bool,
}

/// Deletes a post: its author, or an administrator. It cannot be restored.
pub(crate) fn delete_post(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<Deleted>, Error> {
    let me = ctx.caller()?;
    let post = store::lock(ctx, &by.post()?)?.ok_or(FEED_NOT_FOUND)?;
    if post.author != me.id {
        // A blocked author's post can be deleted by an administrator, who may read it.
        readable::check_readable(ctx, &post)?;
        access::require(ctx, "moderateFeed", &post.world)?;
    }
    store::delete(ctx, &post.id)?;
    images::detach(ctx, &post.id);
    PURGE.now(ctx)?;
    events::changed(ctx, &post.author, &post)?;
    if post.author != me.id {
        alarms::post_moderated(ctx, &post, alarms::Measure::Deleted, None)?;
    }
    Ok(Payload(Deleted { deleted: true }))
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Appeal {
    /// 1 to 200 characters, as people count them.
    #[schemars(length(min = 1, max = 3200))]
    #[schemars(extend("examples" = ["Please look again."]))]
    text: String,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Appealed {
    #[schemars(extend("enum" = [true]))]
    appealed: bool,
}

/// Asks the administrator who has hidden the caller's post to review the decision; once per decision.
pub(crate) fn appeal(
    ctx: &Ctx,
    (Params(by), Json(appeal)): (Params<ById>, Json<Appeal>),
) -> Result<Payload<Appealed>, Error> {
    let me = ctx.caller()?;
    let text = text::paragraph("text", &appeal.text, 1..=post::REASON_MAX)?;
    let post = store::lock(ctx, &by.post()?)?
        .filter(|post| post.author == me.id && post.is_hidden)
        .ok_or(FEED_NOT_FOUND)?;
    if !store::appeal(ctx, &post.id, ctx.now())? {
        return Err(APPEAL_SENT.into());
    }
    alarms::appealed(ctx, &post, &text)?;
    Ok(Payload(Appealed { appealed: true }))
}
