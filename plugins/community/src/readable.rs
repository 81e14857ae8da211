//! The post that a path names, if the caller may read it.

use crate::access::{self, Reader};
use crate::problems::{FEED_NOT_FOUND, WORLD_MEMBERS_ONLY};
use crate::store::{self, Post};
use serde::Deserialize;
use witverse_sdk::alarm::NewAlarm;
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Deserialize)]
pub(crate) struct ById {
    pub(crate) id: String,
}

impl ById {
    pub(crate) fn post(&self) -> Result<Uuid, Error> {
        Ok(Uuid::parse(&self.id).ok_or(FEED_NOT_FOUND)?)
    }
}

/// The post, if the caller may read it, and the caller. 404 for hidden posts of others and for authors on either side of
/// a block.
pub(crate) fn readable(ctx: &Ctx, by: &ById) -> Result<(Post, Reader), Error> {
    let post = store::by_id(ctx, &by.post()?)?.ok_or(FEED_NOT_FOUND)?;
    let reader = check_readable(ctx, &post)?;
    Ok((post, reader))
}

/// The action that people need for a post which is not hidden.
fn action(post: &Post) -> &'static str {
    match post.for_members {
        true => "viewMemberPosts",
        false => "viewFeed",
    }
}

/// Raises the alarms about a post, which is not hidden, of those people who may read it.
pub(crate) fn raise(ctx: &Ctx, post: &Post, alarms: Vec<NewAlarm>) -> Result<(), Error> {
    let world = access::resource(&post.world);
    NewAlarm::raise_permitted(ctx, (action(post), &world), alarms)
}

/// Fails if the caller may not read the post.
pub(crate) fn check_readable(ctx: &Ctx, post: &Post) -> Result<Reader, Error> {
    access::require(ctx, "viewFeed", &post.world)?;
    let reader = Reader::of(ctx, &post.world);
    let is_mine = reader.is(&post.author);
    if post.is_hidden && !is_mine && !reader.is_admin {
        return Err(FEED_NOT_FOUND.into());
    }
    if post.for_members && !reader.is_member {
        return Err(WORLD_MEMBERS_ONLY.into());
    }
    let blocked = match &reader.account {
        Some(me) if !is_mine && !reader.is_admin => ctx.users().blocked_between(me, &post.author),
        _ => false,
    };
    match blocked {
        true => Err(FEED_NOT_FOUND.into()),
        false => Ok(reader),
    }
}
