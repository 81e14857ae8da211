//! Handles erased accounts, and deletes what belongs to deleted posts. Each call processes a limited number of rows and
//! continues with a timer.

use crate::store;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::timer::{PlainTimer, TimerKind};
use witverse_sdk::{Ctx, Error, params};

/// Rows per statement.
const BATCH: u32 = 200;
/// Deleted posts per call.
const POSTS: u32 = 20;

/// Continues an erasure.
pub(crate) const ERASURE: TimerKind<Erased> = TimerKind::new("forget-person");
/// Deletes what belongs to deleted posts.
pub(crate) const PURGE: PlainTimer = PlainTimer::new("purge");

/// Deletes the person's posts, empties their comments, and removes their reactions and mutes. Announcements belong to
/// the world and stay.
pub(crate) fn erase(ctx: &Ctx, erased: Erased) -> Result<(), Error> {
    let mut full = false;
    for statement in [
        // Posts. Pins first: a pinned post is visible.
        "with gone as (
             update post set is_deleted = true, text = '', is_hidden = false, hidden_by = null, hidden_reason = null,
                    appealed_at = null
             where id in (select id from post where author_id = $1 and not is_deleted
                          order by posted_at desc, id desc limit $2)
             returning id),
         unpinned as (delete from pin where post_id in (select id from gone)),
         unwritten as (delete from revision where post_id in (select id from gone))
         select count(*) from gone",
        // Replies before comments, because a statement changes a row only once. Those that others see are counted.
        "with gone as (
             update comment set is_deleted = true, text = ''
             where id in (select id from comment where author_id = $1 and not is_deleted and parent_id is not null
                          order by at desc, id desc limit $2)
             returning post_id, parent_id, is_hidden),
         uncounted as (
             update post p set comments = p.comments - g.n
             from (select post_id, count(*) as n from gone where not is_hidden group by post_id) g
             where p.id = g.post_id),
         unanswered as (
             update comment c set replies = c.replies - g.n
             from (select parent_id, count(*) as n from gone where not is_hidden group by parent_id) g
             where c.id = g.parent_id)
         select count(*) from gone",
        "with gone as (
             update comment set is_deleted = true, text = ''
             where id in (select id from comment where author_id = $1 and not is_deleted and parent_id is null
                          order by at desc, id desc limit $2)
             returning post_id, is_hidden),
         uncounted as (
             update post p set comments = p.comments - g.n
             from (select post_id, count(*) as n from gone where not is_hidden group by post_id) g
             where p.id = g.post_id)
         select count(*) from gone",
        "with gone as (
             delete from reaction where (post_id, account_id) in (
                 select post_id, account_id from reaction where account_id = $1 order by post_id limit $2)
             returning post_id, kind),
         uncounted as (
             update reaction_total t set total = t.total - 1 from gone g
             where t.post_id = g.post_id and t.kind = g.kind)
         select count(*) from gone",
        "with gone as (
             delete from thread_mute where (post_id, account_id) in (
                 select post_id, account_id from thread_mute where account_id = $1 limit $2)
             returning 1)
         select count(*) from gone",
        "with gone as (
             delete from mention where (post_id, account_id) in (
                 select post_id, account_id from mention where account_id = $1 limit $2)
             returning 1)
         select count(*) from gone",
        "with gone as (
             delete from gallery_comment where id in (
                 select id from gallery_comment where author_id = $1 order by at desc, id desc limit $2)
             returning 1)
         select count(*) from gone",
    ] {
        let (rows,): (i64,) = ctx
            .sql()
            .one(statement, &params![&erased.user_id, BATCH])?;
        full |= rows == i64::from(BATCH);
    }
    PURGE.now(ctx)?;
    if full {
        return ERASURE.now(ctx, &erased.user_id, &erased);
    }
    ctx.sql().execute(
        "delete from writer where account_id = $1",
        &params![&erased.user_id],
    )?;
    Ok(())
}

pub(crate) fn purge(ctx: &Ctx) -> Result<(), Error> {
    match store::purge(ctx, POSTS, BATCH)? {
        true => PURGE.now(ctx),
        false => Ok(()),
    }
}
