//! What people on either side of a block with a reader added to counts, so that the reader sees the counts without it.
//!
//! The stored counts are the same for everybody. Here the rows of these people are counted, with one statement for a page
//! of a list, and none for readers without blocks. Administrators of the world see the stored counts.
//!
//! The statements look up each pair of a post and a person in an index. With `= any` for both, the planner may read all
//! reactions to a post, or all comments of a person.

use crate::access::Reader;
use crate::post::Reaction;
use std::collections::HashMap;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// The people on either side of a block with the reader: at most 200, those of the newest blocks.
#[derive(Debug, Default)]
pub(crate) struct Blocked(Vec<Uuid>);

/// What blocked people added to the counts of posts.
#[derive(Debug, Default)]
pub(crate) struct OfPosts {
    /// Visible comments and replies, by post.
    comments: HashMap<Uuid, u32>,
    reactions: HashMap<(Uuid, Reaction), u32>,
}

impl Blocked {
    pub(crate) fn of(ctx: &Ctx, reader: &Reader) -> Self {
        match reader.account {
            Some(_) if !reader.is_admin => Self(ctx.users().blocks()),
            _ => Self::default(),
        }
    }

    /// What they added to the counts of these posts.
    pub(crate) fn of_posts(&self, ctx: &Ctx, posts: &[Uuid]) -> Result<OfPosts, Error> {
        let mut found = OfPosts::default();
        if self.0.is_empty() || posts.is_empty() {
            return Ok(found);
        }
        let rows: Vec<(Uuid, Option<String>, u32)> = ctx
            .sql()
            .query(
                "select p.id, r.kind, count(*) \
                 from unnest($1::uuid[]) p (id) cross join unnest($2::uuid[]) b (id) \
                 cross join lateral (select x.kind from reaction x \
                 where x.post_id = p.id and x.account_id = b.id limit 1) r group by p.id, r.kind \
                 union all \
                 select p.id, null, sum(c.comments)::bigint \
                 from unnest($1::uuid[]) p (id) cross join unnest($2::uuid[]) b (id) \
                 cross join lateral (select count(*) as comments from comment x where x.post_id = p.id \
                 and x.author_id = b.id and not x.is_hidden and not x.is_deleted) c \
                 group by p.id having sum(c.comments) > 0",
                &params![posts.to_vec(), self.0.clone()],
            )?
            .all()?;
        for (post, kind, count) in rows {
            match kind {
                None => {
                    found.comments.insert(post, count);
                }
                Some(kind) => {
                    let kind = Reaction::parse(&kind);
                    found
                        .reactions
                        .extend(kind.map(|kind| ((post, kind), count)));
                }
            }
        }
        Ok(found)
    }

    /// The number of their visible replies to comments of a post, by comment.
    pub(crate) fn replies(
        &self,
        ctx: &Ctx,
        post: &Uuid,
        comments: &[Uuid],
    ) -> Result<HashMap<Uuid, u32>, Error> {
        if self.0.is_empty() || comments.is_empty() {
            return Ok(HashMap::new());
        }
        let rows: Vec<(Uuid, u32)> = ctx
            .sql()
            .query(
                "select c.parent_id, count(*) from unnest($2::uuid[]) b (id) \
                 cross join lateral (select x.parent_id from comment x where x.post_id = $1 and x.author_id = b.id \
                 and x.parent_id = any($3) and not x.is_hidden and not x.is_deleted offset 0) c group by c.parent_id",
                &params![post, self.0.clone(), comments.to_vec()],
            )?
            .all()?;
        Ok(rows.into_iter().collect())
    }
}

impl OfPosts {
    pub(crate) fn comments(&self, post: &Uuid) -> u32 {
        self.comments.get(post).copied().unwrap_or_default()
    }

    pub(crate) fn reactions(&self, post: &Uuid, kind: Reaction) -> u32 {
        let key = (post.clone(), kind);
        self.reactions.get(&key).copied().unwrap_or_default()
    }
}
