//! Reactions to posts: one per person and post, counted in roll-up rows.

use crate::access;
use crate::blocked::{Blocked, OfPosts};
use crate::post::Reaction;
use crate::readable::{self, ById};
use crate::store;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::{Ctx, Error, Uuid, params};

#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct ReactionCount {
    pub(crate) kind: Reaction,
    pub(crate) count: u32,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct NewReaction {
    kind: Reaction,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Reactions {
    reactions: Vec<ReactionCount>,
    my_reaction: Option<Reaction>,
}

/// Sets the caller's reaction; it replaces an earlier one.
pub(crate) fn react(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<NewReaction>),
) -> Result<Payload<Reactions>, Error> {
    set(ctx, &by, Some(new.kind))
}

/// Removes the caller's reaction. Idempotent.
pub(crate) fn unreact(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<Reactions>, Error> {
    set(ctx, &by, None)
}

fn set(ctx: &Ctx, by: &ById, kind: Option<Reaction>) -> Result<Payload<Reactions>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let (post, reader) = readable::readable(ctx, by)?;
    access::require(ctx, "react", &post.world)?;
    // Serialises the reactions of one person, so that a double click is counted once.
    store::lock_writer(ctx, &me.id)?;
    let before = of_account(ctx, &me.id, std::slice::from_ref(&post.id))?
        .get(&post.id)
        .copied();
    if before != kind {
        match kind {
            Some(kind) => ctx.sql().execute(
                "insert into reaction (post_id, account_id, kind) values ($1, $2, $3) \
                 on conflict (post_id, account_id) do update set kind = excluded.kind",
                &params![&post.id, &me.id, kind.as_str()],
            )?,
            None => ctx.sql().execute(
                "delete from reaction where post_id = $1 and account_id = $2",
                &params![&post.id, &me.id],
            )?,
        };
        // In the order of kinds, because other people change the same rows.
        let mut changes: Vec<(Reaction, i64)> = before
            .map(|kind| (kind, -1))
            .into_iter()
            .chain(kind.map(|kind| (kind, 1)))
            .collect();
        changes.sort_by_key(|(kind, _)| kind.as_str());
        for (kind, by) in changes {
            count(ctx, &post.id, kind, by)?;
        }
    }
    let posts = std::slice::from_ref(&post.id);
    let mut counted = counts(ctx, posts)?.remove(&post.id).unwrap_or_default();
    let blocked = Blocked::of(ctx, &reader).of_posts(ctx, posts)?;
    without(&mut counted, &post.id, &blocked);
    Ok(Payload(Reactions {
        reactions: counted,
        my_reaction: kind,
    }))
}

fn count(ctx: &Ctx, post: &Uuid, kind: Reaction, by: i64) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into reaction_total (post_id, kind, total) values ($1, $2, greatest($3::bigint, 0)) \
         on conflict (post_id, kind) do update set total = reaction_total.total + $3",
        &params![post, kind.as_str(), by],
    )?;
    Ok(())
}

/// The reactions of posts, by post, in the order of [`Reaction::ALL`].
pub(crate) fn counts(
    ctx: &Ctx,
    posts: &[Uuid],
) -> Result<HashMap<Uuid, Vec<ReactionCount>>, Error> {
    let rows: Vec<(Uuid, String, u32)> = ctx
        .sql()
        .query(
            "select post_id, kind, total from reaction_total where post_id = any($1) and total > 0",
            &params![posts.to_vec()],
        )?
        .all()?;
    let mut counts: HashMap<Uuid, Vec<ReactionCount>> = HashMap::new();
    for (post, kind, count) in rows {
        if let Some(kind) = Reaction::parse(&kind) {
            counts
                .entry(post)
                .or_default()
                .push(ReactionCount { kind, count });
        }
    }
    for counts in counts.values_mut() {
        counts.sort_by_key(|one| Reaction::ALL.iter().position(|kind| *kind == one.kind));
    }
    Ok(counts)
}

/// Subtracts the reactions of blocked people; kinds without others are left out.
pub(crate) fn without(counts: &mut Vec<ReactionCount>, post: &Uuid, blocked: &OfPosts) {
    for one in counts.iter_mut() {
        one.count = one.count.saturating_sub(blocked.reactions(post, one.kind));
    }
    counts.retain(|one| one.count > 0);
}

/// The reactions of one person to posts, by post.
pub(crate) fn of_account(
    ctx: &Ctx,
    account: &Uuid,
    posts: &[Uuid],
) -> Result<HashMap<Uuid, Reaction>, Error> {
    let rows: Vec<(Uuid, String)> = ctx
        .sql()
        .query(
            "select p.id, r.kind from unnest($2::uuid[]) p (id) cross join lateral ( \
                 select x.kind from reaction x where x.account_id = $1 and x.post_id = p.id limit 1) r",
            &params![account, posts.to_vec()],
        )?
        .all()?;
    Ok(rows
        .into_iter()
        .filter_map(|(post, kind)| Some((post, Reaction::parse(&kind)?)))
        .collect())
}
