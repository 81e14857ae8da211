//! The lists of posts, newest first, each with an index in its order.

use crate::access::{Reader, World};
use crate::store::Post;
use witverse_sdk::page::{self, Window};
use witverse_sdk::{Ctx, Error, Uuid, params, select};

/// Sort key of every list here: when a post was written, and its id.
pub(crate) type Newest = page::TimeKey;

pub(crate) fn key_of(post: &Post) -> Newest {
    (post.posted_at.as_micros(), post.id.clone())
}

/// Which posts a list shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    /// All that the reader may see.
    Feed,
    /// Hidden posts, for administrators.
    Hidden,
    /// The posts of a block.
    Block(Uuid),
}

/// The posts of the world `$1` after `($2, $3)`, at most `$4`.
macro_rules! page_of {
    ($which:literal) => {
        select!(
            Post,
            "from post p where not p.is_deleted and p.world = $1 and ",
            $which,
            " and (p.posted_at, p.id) < ($2, $3) order by p.posted_at desc, p.id desc limit $4"
        )
    };
}

/// Up to `limit` posts after `after`, newest first.
pub(crate) fn posts(
    ctx: &Ctx,
    world: &World,
    reader: &Reader,
    listed: &Listed,
    after: Option<&Newest>,
    limit: u32,
) -> Result<Vec<Post>, Error> {
    let (at, id) = page::upper_bound(after);
    let mut values = Vec::from(params![world.as_str(), at, &id, limit]);
    let statement = match listed {
        Listed::Hidden => page_of!("p.is_hidden"),
        Listed::Block(block) => {
            values.extend(params![block, reader.is_member]);
            page_of!(
                "not p.is_hidden and p.block_id is not null and p.block_id = $5 and ($6 or not p.for_members)"
            )
        }
        Listed::Feed if reader.is_admin => page_of!("true"),
        Listed::Feed if reader.is_member => page_of!("not p.is_hidden"),
        Listed::Feed => page_of!("not p.is_hidden and not p.for_members"),
    };
    let mut posts: Vec<Post> = ctx.sql().query(statement, &values)?.all()?;
    if *listed == Listed::Feed
        && !reader.is_admin
        && let Some(account) = &reader.account
    {
        let own = ctx.sql().query(
            page_of!("p.is_hidden and p.author_id = $5 and ($6 or not p.for_members)"),
            &params![world.as_str(), at, &id, limit, account, reader.is_member],
        )?;
        posts.extend(own.all::<Post>()?);
        posts.sort_by_key(|post| std::cmp::Reverse(key_of(post)));
        posts.truncate(limit as usize);
    }
    Ok(posts)
}

/// The posts of an author in all worlds, newest first.
pub(crate) fn of_author(
    ctx: &Ctx,
    author: &Uuid,
    window: &Window<Newest>,
) -> Result<Vec<Post>, Error> {
    let (at, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            Post,
            "from post p where not p.is_deleted and p.author_id = $1 and (p.posted_at, p.id) < ($2, $3) order by \
             p.posted_at desc, p.id desc limit $4"
        ),
        &params![author, at, &id, window.fetch()],
    )?;
    Ok(rows.all()?)
}
