//! Posts as responses, with their authors, images and reactions. People on either side of a block with the reader are
//! left out, except for administrators of the world.

use crate::access::{Reader, World};
use crate::blocked::{Blocked, OfPosts};
use crate::images;
use crate::post::Reaction;
use crate::reactions::{self, ReactionCount};
use crate::store::Post;
use serde::Serialize;
use std::collections::HashSet;
use witverse_sdk::images::Image;
use witverse_sdk::people::{People, PersonCard, Relation};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PostView {
    feed_id: Uuid,
    world_name: World,
    author: PersonCard,
    text: String,
    images: Vec<Image>,
    block_id: Option<Uuid>,
    is_hide: bool,
    /// For the author and administrators only.
    hide_reason: Option<String>,
    /// The author has asked for a review of the hiding.
    is_appealed: bool,
    /// Only members see it.
    is_member: bool,
    /// The pinned post of the world.
    is_fixed: bool,
    is_mine: bool,
    /// The caller is an administrator of the world.
    can_moderate: bool,
    comment_count: u32,
    reactions: Vec<ReactionCount>,
    my_reaction: Option<Reaction>,
    created_at: Timestamp,
    edited_at: Option<Timestamp>,
}

/// The authors whose rows the reader sees: existing people without a block, whom the reader has not muted.
pub(crate) struct Authors {
    people: People,
    hidden: HashSet<Uuid>,
}

impl Authors {
    pub(crate) fn of<'a>(
        ctx: &Ctx,
        reader: &Reader,
        ids: impl IntoIterator<Item = &'a Uuid>,
    ) -> Self {
        let ids: HashSet<&Uuid> = ids.into_iter().collect();
        let Some(me) = &reader.account else {
            return Self {
                people: People::of(ctx, ids),
                hidden: HashSet::new(),
            };
        };
        let pairs: Vec<(&Uuid, &Uuid)> = ids.into_iter().map(|id| (me, id)).collect();
        let (people, relations) = People::related(ctx, &pairs);
        let is_hidden = |relation: &Relation| {
            relation.blocked && !reader.is_admin || relation.muted && !reader.shows_muted
        };
        let hidden = pairs
            .iter()
            .zip(&relations)
            .filter(|(_, relation)| is_hidden(relation))
            .map(|((_, id), _)| (*id).clone());
        Self {
            people,
            hidden: hidden.collect(),
        }
    }

    /// The author, if the reader sees what they wrote.
    pub(crate) fn get(&self, id: &Uuid) -> Option<PersonCard> {
        self.people.get(id).filter(|_| !self.hidden.contains(id))
    }
}

/// The views of posts that the reader may see, in the same order.
pub(crate) fn views(ctx: &Ctx, reader: &Reader, posts: Vec<Post>) -> Result<Vec<PostView>, Error> {
    if posts.is_empty() {
        return Ok(Vec::new());
    }
    let authors = Authors::of(ctx, reader, posts.iter().map(|post| &post.author));
    let ids: Vec<Uuid> = posts.iter().map(|post| post.id.clone()).collect();
    let mut images = images::of_posts(ctx, &ids)?;
    let mut counts = reactions::counts(ctx, &ids)?;
    let is_counted = !counts.is_empty() || posts.iter().any(|post| post.comments > 0);
    let blocked = match is_counted {
        true => Blocked::of(ctx, reader).of_posts(ctx, &ids)?,
        false => OfPosts::default(),
    };
    let mine = match &reader.account {
        Some(account) => reactions::of_account(ctx, account, &ids)?,
        None => std::collections::HashMap::new(),
    };
    let view = |post: Post| {
        let author = authors.get(&post.author)?;
        let is_mine = reader.is(&post.author);
        let mut reactions = counts.remove(&post.id).unwrap_or_default();
        reactions::without(&mut reactions, &post.id, &blocked);
        Some(PostView {
            images: images.remove(&post.id).unwrap_or_default(),
            reactions,
            my_reaction: mine.get(&post.id).copied(),
            hide_reason: post.hidden_reason.filter(|_| is_mine || reader.is_admin),
            is_appealed: post.appealed_at.is_some(),
            comment_count: post.comments.saturating_sub(blocked.comments(&post.id)),
            feed_id: post.id,
            world_name: post.world,
            author,
            text: post.text,
            block_id: post.block,
            is_hide: post.is_hidden,
            is_member: post.for_members,
            is_fixed: post.is_pinned,
            is_mine,
            can_moderate: reader.is_admin,
            created_at: post.posted_at,
            edited_at: post.edited_at,
        })
    };
    Ok(posts.into_iter().filter_map(view).collect())
}

/// A page of a list without a total: counting hidden rows would reveal them.
#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Part<T> {
    pub(crate) items: Vec<T>,
    /// Where the next page starts; null at the end.
    pub(crate) next_cursor: Option<String>,
}
