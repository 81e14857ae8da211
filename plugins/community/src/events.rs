//! Events for other plugins and pushes to open screens. Alarms are raised from these events, after the commit.

use crate::access;
use crate::store::Post;
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::{Ctx, Error, Uuid};

pub(crate) const POSTED: &str = "community.posted@1";
pub(crate) const COMMENTED: &str = "community.commented@1";

/// A new post.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Posted {
    pub(crate) feed_id: Uuid,
    pub(crate) world_name: String,
    pub(crate) user_id: Uuid,
}

impl From<&Post> for Posted {
    fn from(post: &Post) -> Self {
        Self {
            feed_id: post.id.clone(),
            world_name: post.world.as_str().to_owned(),
            user_id: post.author.clone(),
        }
    }
}

/// A new comment or reply.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Commented {
    pub(crate) comment_id: Uuid,
    pub(crate) feed_id: Uuid,
    pub(crate) world_name: String,
    pub(crate) user_id: Uuid,
    /// The comment that a reply answers.
    pub(crate) replied_to: Option<Uuid>,
}

/// Publishes a new post. Screens learn of it by a broadcast only if any visitor may read it, and the broadcast does not
/// name the author, whom a reader may have blocked. Readers of the others look for new posts in an interval.
pub(crate) fn posted(ctx: &Ctx, post: &Post) -> Result<(), Error> {
    ctx.events().publish(POSTED, &Posted::from(post))?;
    if !post.for_members && access::is_open(ctx, "viewFeed", &post.world) {
        ctx.live()
            .broadcast("community.posted", &json!({ "worldName": post.world }))?;
    }
    changed(ctx, &post.author, post)
}

/// Publishes a new comment; the screens of the post's author reload.
pub(crate) fn commented(ctx: &Ctx, post: &Post, event: &Commented) -> Result<(), Error> {
    ctx.events().publish(COMMENTED, event)?;
    changed(ctx, &post.author, post)
}

/// Open screens of a person reload what they show of posts.
pub(crate) fn changed(ctx: &Ctx, person: &Uuid, post: &Post) -> Result<(), Error> {
    let payload = json!({ "feedId": post.id, "worldName": post.world });
    ctx.live().push(person, "community.changed", &payload)
}
