//! The choice of an avatar, and its view.

use crate::events;
use crate::look::Look;
use crate::problems::{ALREADY_CHOSEN, USER_NOT_FOUND};
use crate::store;
use crate::views::{Appearance, AvatarView};
use serde::Deserialize;
use witverse_sdk::http::{IfNoneMatch, Json, Params, Payload, Svg};
use witverse_sdk::{Ctx, Error, Uuid};

/// Stores the caller's look, once; a look of an earlier version is replaced. The row decides between concurrent calls; a repeated
/// call with the same look succeeds, so a client may retry after a lost response.
pub(crate) fn choose_avatar(
    ctx: &Ctx,
    Json(look): Json<Look>,
) -> Result<Payload<AvatarView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    if store::choose(ctx, &me.id, &look, ctx.now())? {
        events::changed(ctx, &me.id)?;
    } else if store::avatar(ctx, &me.id)?.is_none_or(|avatar| avatar.look != look) {
        return Err(ALREADY_CHOSEN.into());
    }
    let appearance = Appearance::of(ctx, &me.id)?;
    Ok(Payload(AvatarView::of(ctx, &me.id, appearance)))
}

#[derive(Deserialize)]
pub(crate) struct OfPerson {
    id: String,
}

/// A person's avatar. After a block in either direction the response is that of a person who has not chosen, so that it
/// does not reveal the block.
pub(crate) fn view_avatar(
    ctx: &Ctx,
    Params(of): Params<OfPerson>,
) -> Result<Payload<AvatarView>, Error> {
    let id = Uuid::parse(&of.id).ok_or(USER_NOT_FOUND)?;
    let actor = ctx.actor();
    let me = actor.account();
    if me != Some(&id) {
        ctx.users().profile(&id).ok_or(USER_NOT_FOUND)?;
    }
    let is_blocked = me.is_some_and(|me| *me != id && ctx.users().blocked_between(me, &id));
    let appearance = match is_blocked {
        true => Appearance::derived(&id),
        false => Appearance::of(ctx, &id)?,
    };
    Ok(Payload(AvatarView::of(ctx, &id, appearance)))
}

/// How long a browser shows a portrait without asking again: soon enough for new clothes, and lists ask for each person once.
const PORTRAIT_CACHE: &str = "public, max-age=300, stale-while-revalidate=86400";

/// A person's portrait, the same for everybody: like a profile picture, it is not hidden after a block.
pub(crate) fn view_portrait(
    ctx: &Ctx,
    (Params(of), known): (Params<OfPerson>, IfNoneMatch),
) -> Result<Svg, Error> {
    let id = Uuid::parse(&of.id).ok_or(USER_NOT_FOUND)?;
    ctx.users().profile(&id).ok_or(USER_NOT_FOUND)?;
    let drawing = Appearance::of_drawing(ctx, &id)?.portrait();
    Ok(Svg::new(drawing, PORTRAIT_CACHE).unless(&known))
}
