//! The choice of an avatar, and its view.

use crate::events;
use crate::look::Look;
use crate::problems::{ALREADY_CHOSEN, USER_NOT_FOUND};
use crate::store;
use crate::views::{Appearance, AvatarView};
use serde::Deserialize;
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::{Ctx, Error, Uuid};

/// Stores the caller's look, once. The primary key decides between concurrent calls; a repeated call with the same look
/// succeeds, so a client may retry after a lost response.
pub(crate) fn choose_avatar(
    ctx: &Ctx,
    Json(look): Json<Look>,
) -> Result<Payload<AvatarView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    if store::insert(ctx, &me.id, &look, ctx.now())? {
        events::changed(ctx, &me.id)?;
    } else if store::avatar(ctx, &me.id)?.is_none_or(|avatar| avatar.look != look) {
        return Err(ALREADY_CHOSEN.into());
    }
    Ok(Payload(AvatarView::of(
        &me.id,
        Appearance::of(ctx, &me.id)?,
    )))
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
    Ok(Payload(AvatarView::of(&id, appearance)))
}
