//! Events of `blocks`: a block was deleted or renamed.
//!
//! An event that has not started is cancelled with its block, and so is one that runs: people cannot come in any more. A
//! challenge in which a run counts ends instead, and its prizes are paid by rank, so that the deletion of a block takes no prize from a winner.

use crate::challenge;
use crate::clock;
use crate::event::{Event as StoredEvent, Phase};
use crate::person_notices;
use crate::store;
use crate::venue;
use serde::{Deserialize, Serialize};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid, params};

pub(crate) const BLOCK_DELETED: &str = "blocks.deleted@1";
pub(crate) const BLOCK_RENAMED: &str = "blocks.renamed@1";
/// Events per call: each takes several statements.
const BATCH: u32 = 3;
/// Rows per statement.
const RENAMED: u32 = 200;
/// A call that has seen the block before it was deleted has ended by then.
const LATE_MS: i64 = 60_000;

macro_rules! event_renaming {
    ($condition:literal) => {
        concat!(
            "update event set block_name = $2, block_title_ko = $3, block_title_en = $4 where id in ( \
             select e.id from event e where e.block_id = $1 and ",
            $condition,
            " and (e.block_name, e.block_title_ko, e.block_title_en) is distinct from ($2, $3, $4) limit $5)"
        )
    };
}

/// The block that an event of `blocks` is about.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfBlock {
    block_id: Uuid,
    /// The second pass after a deletion, for events that were created at the same time.
    #[serde(default)]
    is_late: bool,
}

/// Continue with the rest.
pub(crate) const DELETION: TimerKind<OfBlock> = TimerKind::new("end-block");
pub(crate) const RENAMING: TimerKind<OfBlock> = TimerKind::new("rename-block");

/// Ends some open events of a deleted block. Idempotent.
pub(crate) fn end_events(ctx: &Ctx, of: OfBlock) -> Result<(), Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select e.id from event e where e.block_id = $1 and e.status = 'open' order by e.id limit $2",
            &params![&of.block_id, BATCH],
        )?
        .all()?;
    for (id,) in &rows {
        if let Some(event) = store::lock(ctx, id)? {
            end_event(ctx, &event)?;
        }
    }
    if rows.len() == BATCH as usize {
        return DELETION.now(ctx, &of.block_id, &of);
    }
    if of.is_late {
        return Ok(());
    }
    let late = OfBlock {
        is_late: true,
        ..of
    };
    let at = ctx.now().plus_millis(LATE_MS);
    DELETION.at(ctx, &late.block_id, at, &late)
}

fn end_event(ctx: &Ctx, event: &StoredEvent) -> Result<(), Error> {
    let now = ctx.now();
    let phase = event.phase(now);
    let ends = phase == Phase::Post || phase == Phase::In && challenge::has_results(ctx, event)?;
    if !ends {
        clock::cancel(ctx, event, now)?;
        return person_notices::block_deleted(ctx, event, false);
    }
    clock::finish(ctx, event, now)?;
    if let Some(ended) = store::by_id(ctx, &event.id)? {
        clock::schedule(ctx, &ended)?;
    }
    match phase {
        Phase::In => person_notices::block_deleted(ctx, event, true),
        _ => Ok(()),
    }
}

/// Gives the events of a block its name and title. They are asked for, because two changes may arrive in another order.
pub(crate) fn rename(ctx: &Ctx, of: OfBlock) -> Result<(), Error> {
    let Some(block) = venue::find(ctx, &of.block_id)? else {
        return Ok(());
    };
    let mut changed = 0;
    // Each condition has its index: announced events, and open ones with requests.
    for statement in [
        event_renaming!("e.review in ('none', 'approved')"),
        event_renaming!("e.status = 'open'"),
    ] {
        changed += ctx.sql().execute(
            statement,
            &params![
                &of.block_id,
                &block.block_name,
                &block.block_title.ko,
                &block.block_title.en,
                RENAMED
            ],
        )?;
    }
    match changed >= u64::from(RENAMED) {
        true => RENAMING.now(ctx, &of.block_id, &of),
        false => Ok(()),
    }
}
