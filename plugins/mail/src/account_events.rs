//! Deletes the data of erased accounts, and alarms older than a year.

use witverse_sdk::kernel_events::Erased;
use witverse_sdk::timer::{PlainTimer, TimerKind};
use witverse_sdk::{Ctx, Error, KoreanDay, params};

const BATCH: u32 = 500;
const KEPT_MS: i64 = 365 * 86_400_000;

/// Continues an erasure.
pub(crate) const ERASURE: TimerKind<Erased> = TimerKind::new("forget-person");
/// Deletes old alarms.
pub(crate) const SWEEP: PlainTimer = PlainTimer::new("sweep");

/// Deletes the person's alarms and texts, and alarms of other people that contain the person's name.
pub(crate) fn erase(ctx: &Ctx, erased: Erased) -> Result<(), Error> {
    let gone = &erased.user_id;
    let mut left = false;
    let own = "delete from alarm where account_id = $1 and id in (
        select id from alarm where account_id = $1 limit $2)";
    left |= ctx.sql().execute(own, &params![gone, BATCH])? == u64::from(BATCH);
    let written = "delete from reply where (thread_id, id) in (
        select thread_id, id from reply where author_id = $1 limit $2)";
    left |= ctx.sql().execute(written, &params![gone, BATCH])? == u64::from(BATCH);
    let mentions = "delete from alarm where (account_id, id) in (
        select account_id, id from alarm where from_id = $1 limit $2)";
    left |= ctx.sql().execute(mentions, &params![gone, BATCH])? == u64::from(BATCH);
    for table in [
        "delete from notice_reader where account_id = $1",
        "delete from notice_seen where account_id = $1",
        "delete from preference where account_id = $1",
        "delete from plugin_recipient where account_id = $1",
        "delete from plugin_mute where account_id = $1",
        "delete from plugin_alarm_count where account_id = $1",
    ] {
        ctx.sql().execute(table, &params![gone])?;
    }
    if left {
        ERASURE.now(ctx, gone, &erased)?;
    }
    Ok(())
}

/// Deletes alarms without activity for a year, in batches.
pub(crate) fn sweep(ctx: &Ctx) -> Result<(), Error> {
    let before = ctx.now().plus_millis(-KEPT_MS);
    let (swept,): (i64,) = ctx.sql().one(
        "with gone as (
             delete from alarm where (account_id, id) in (
                 select account_id, id from alarm where active_at < $1 limit $2)
             returning thread_id),
         silent as (
             delete from reply r using gone g where r.thread_id = g.thread_id)
         select count(*) from gone",
        &params![before, BATCH],
    )?;
    // Counts of earlier days are of no use.
    let today = KoreanDay::of(ctx.now()).number();
    let counts = ctx.sql().execute(
        "delete from plugin_alarm_count where (install, account_id, day) in (
             select install, account_id, day from plugin_alarm_count where day < $1 limit $2)",
        &params![today, BATCH],
    )?;
    if swept == i64::from(BATCH) || counts == u64::from(BATCH) {
        SWEEP.now(ctx)?;
    }
    Ok(())
}
