//! The handlers that read posts: the feed, one post, its versions, the pinned post, and the posts of a block.

use crate::access::{self, Reader, World};
use crate::feed_queries::{self, Listed, Newest, key_of};
use crate::problems::FEED_NOT_FOUND;
use crate::readable::{ById, readable};
use crate::store::{self, Post};
use crate::threads;
use crate::views::{self, Part, PostView};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, PageLimits, PageQuery, Window};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

const LIMITS: PageLimits = PageLimits {
    default_limit: 20,
    max_limit: 50,
    max_page: 1,
};
/// How often a page that is empty without blocked people is read on.
const ROUNDS: usize = 4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum View {
    #[default]
    All,
    Hidden,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FeedQuery {
    /// The name of the world.
    #[schemars(extend("examples" = ["agora"]))]
    world_name: World,
    /// `hidden`: hidden posts, for administrators.
    #[serde(default)]
    #[schemars(extend("default" = "all"))]
    view: View,
    #[schemars(range(min = 1, max = 50), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response.
    cursor: Option<String>,
}

/// The posts of a world, newest first.
pub(crate) fn list_feed(
    ctx: &Ctx,
    Query(query): Query<FeedQuery>,
) -> Result<Payload<Part<PostView>>, Error> {
    let world = query.world_name.checked()?;
    let listed = match query.view {
        View::All => Listed::Feed,
        View::Hidden => {
            access::require(ctx, "moderateFeed", &world)?;
            Listed::Hidden
        }
    };
    list(ctx, &world, &listed, query.limit, query.cursor)
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BlockQuery {
    /// The name of the world.
    #[schemars(extend("examples" = ["agora"]))]
    world_name: World,
    #[schemars(extend("format" = "uuid"))]
    block_id: String,
    #[schemars(range(min = 1, max = 50), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response.
    cursor: Option<String>,
}

/// The posts of a block, newest first.
pub(crate) fn list_of_block(
    ctx: &Ctx,
    Query(query): Query<BlockQuery>,
) -> Result<Payload<Part<PostView>>, Error> {
    let world = query.world_name.checked()?;
    let block = Uuid::parse(&query.block_id)
        .ok_or_else(|| Error::field("blockId", "블록 ID가 아닙니다.", "This is not a block ID."))?;
    list(
        ctx,
        &world,
        &Listed::Block(block),
        query.limit,
        query.cursor,
    )
}

fn list(
    ctx: &Ctx,
    world: &World,
    listed: &Listed,
    limit: Option<u32>,
    cursor: Option<String>,
) -> Result<Payload<Part<PostView>>, Error> {
    let asked = PageQuery {
        page: None,
        limit,
        cursor,
    };
    let mut window: Window<Newest> = asked.window(LIMITS)?;
    let reader = Reader::of(ctx, world);
    for _ in 0..ROUNDS {
        let after = window.after.as_ref();
        let rows = feed_queries::posts(ctx, world, &reader, listed, after, window.fetch())?;
        let page = window.page(rows, key_of);
        let last = page.items.last().map(key_of);
        let items = views::views(ctx, &reader, page.items)?;
        if !items.is_empty() || page.next_cursor.is_none() {
            return Ok(Payload(Part {
                items,
                next_cursor: page.next_cursor,
            }));
        }
        window.after = last;
    }
    Ok(Payload(Part {
        items: Vec::new(),
        next_cursor: window.after.as_ref().map(page::encode),
    }))
}

/// One post with what the caller may do with it.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PostPage {
    #[serde(flatten)]
    post: PostView,
    can_comment: bool,
    is_thread_muted: bool,
}

/// A post.
pub(crate) fn view_post(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<PostPage>, Error> {
    let (post, reader) = readable(ctx, &by)?;
    let can_comment = reader.account.is_some() && access::may(ctx, "comment", &post.world);
    let is_thread_muted = match &reader.account {
        Some(me) => threads::is_muted(ctx, &post.id, me)?,
        None => false,
    };
    Ok(Payload(PostPage {
        post: one(ctx, &reader, post)?,
        can_comment,
        is_thread_muted,
    }))
}

/// The view of one post, also of a person whom the reader has muted; its author was erased if there is none.
pub(crate) fn one(ctx: &Ctx, reader: &Reader, post: Post) -> Result<PostView, Error> {
    let reader = Reader {
        shows_muted: true,
        ..reader.clone()
    };
    let view = views::views(ctx, &reader, vec![post])?.pop();
    Ok(view.ok_or(FEED_NOT_FOUND)?)
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Revision {
    text: String,
    written_at: Timestamp,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct History {
    items: Vec<Revision>,
}

/// The earlier versions of a post, newest first.
pub(crate) fn view_history(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<History>, Error> {
    let (post, _) = readable(ctx, &by)?;
    let items = store::revisions(ctx, &post.id)?
        .into_iter()
        .map(|(written_at, text)| Revision { text, written_at })
        .collect();
    Ok(Payload(History { items }))
}

#[derive(Deserialize)]
pub(crate) struct OfWorld {
    pub(crate) world: World,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Fixed {
    post: Option<PostView>,
}

/// The pinned post of a world, if there is one that the caller may see.
pub(crate) fn view_fixed(ctx: &Ctx, Params(of): Params<OfWorld>) -> Result<Payload<Fixed>, Error> {
    let world = of.world.checked()?;
    let reader = Reader::of(ctx, &world);
    let pinned = store::pinned(ctx, &world)?.filter(|post| reader.is_member || !post.for_members);
    let posts = views::views(ctx, &reader, pinned.into_iter().collect())?;
    Ok(Payload(Fixed {
        post: posts.into_iter().next(),
    }))
}
