//! Times that wait for the moderators of a block: the list with the logs, and the decisions. A moderator is refused a decision
//! about their own time, and about one in a challenge in which they take part.

use crate::handlers::{GAME, OfBlock, OfRun};
use crate::problems::{REVIEW_INVOLVED, REVIEW_NOT_FOUND};
use crate::puzzle::{Press, Suspicion};
use crate::results;
use crate::store::{self, Run};
use serde::{Deserialize, Serialize};
use witverse_sdk::games::Rivals;
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, games, params, select};

/// The number of reviews that are counted.
const COUNTED_MAX: u32 = 1_000;

/// The order of the list: when the run ended in microseconds, and its id.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Key(i64, Uuid);

/// A time under review with its log, which the moderator watches.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Review {
    run_id: Uuid,
    /// Null after the account was erased.
    person: Option<PersonCard>,
    time_ms: i64,
    /// A bit for each lantern that is lit: bit 0 is the first one of the first row.
    board: u32,
    /// The log, to watch the run again.
    presses: Vec<Press>,
    /// `tooFast`: the fewest presses, or more presses a second, than a hand is likely to do. `evenPace`: all pauses between presses are equal.
    suspicion: Suspicion,
    found_at: Timestamp,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Decision {
    run_id: Uuid,
    /// Whether the time is ranked now.
    is_accepted: bool,
}

/// What waits for a decision in a block, the oldest first. For its moderators.
pub(crate) fn list_reviews(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfBlock>, Query<PageQuery>),
) -> Result<Payload<Page<Review>>, Error> {
    let window: Window<Key> = query.window(page::USUAL)?;
    let block = of.id()?;
    games::require_moderator(ctx, &block)?;
    let Key(micros, after) = window.after.clone().unwrap_or_else(|| Key(0, Uuid::nil()));
    let at = Timestamp::from_micros(micros).min(Timestamp::LATEST);
    let rows: Vec<Run> = ctx
        .sql()
        .query(
            select!(
                Run,
                "from run where block_id = $1 and review = 'pending' and (ended_at, id) > ($4, $5) \
                 order by ended_at, id limit $2 offset $3"
            ),
            &params![&block, window.fetch(), window.offset, at, &after],
        )?
        .all()?;
    let counted: Option<(i64,)> = ctx.sql().optional(
        "select count(*) from (select from run where block_id = $1 and review = 'pending' limit $2) counted",
        &params![&block, COUNTED_MAX],
    )?;
    let total = counted.map_or(0, |(count,)| count.unsigned_abs());
    let ended = |run: &Run| run.ended_at.unwrap_or(run.started_at);
    let page = window.counted_page(rows, total, |run| {
        Key(ended(run).as_micros(), run.id.clone())
    });
    let people = People::of(ctx, page.items.iter().map(|run| &run.account));
    Ok(Payload(page.map(|run| Review {
        person: people.get(&run.account),
        board: run.board(),
        time_ms: run.time_ms.unwrap_or(1),
        suspicion: run.suspicion.unwrap_or(Suspicion::TooFast),
        found_at: ended(&run),
        presses: run.log,
        run_id: run.id,
    })))
}

/// Ranks a time that was under review.
pub(crate) fn accept(ctx: &Ctx, Params(of): Params<OfRun>) -> Result<Payload<Decision>, Error> {
    decide(ctx, &of, true)
}

/// Keeps a time that was under review out of all ranks.
pub(crate) fn reject(ctx: &Ctx, Params(of): Params<OfRun>) -> Result<Payload<Decision>, Error> {
    decide(ctx, &of, false)
}

fn decide(ctx: &Ctx, of: &OfRun, is_accepted: bool) -> Result<Payload<Decision>, Error> {
    let block = of.block()?;
    games::require_moderator(ctx, &block)?;
    let id = of.run().ok_or(REVIEW_NOT_FOUND)?;
    let found: Option<Run> = ctx.sql().optional(
        select!(
            Run,
            "from run where id = $1 and block_id = $2 and review = 'pending' for update"
        ),
        &params![&id, &block],
    )?;
    let run = found.ok_or(REVIEW_NOT_FOUND)?;
    let rivals = Rivals {
        block_id: block.clone(),
        game: GAME.to_owned(),
        at: run.ended_at.unwrap_or(run.started_at),
        runner: run.account.clone(),
        moderator: ctx.caller()?.id,
    };
    if rivals.compete(ctx)? {
        return Err(REVIEW_INVOLVED.into());
    }
    let verdict = (!is_accepted).then_some("rejected");
    ctx.sql().execute(
        "update run set review = $2 where id = $1",
        &params![&id, verdict],
    )?;
    if let (true, Some(time_ms), Some(at)) = (is_accepted, run.time_ms, run.ended_at) {
        store::record_best(ctx, (&block, &run.account), time_ms, at)?;
    }
    results::reviewed(ctx, &run, is_accepted)?;
    Ok(Payload(Decision {
        run_id: id,
        is_accepted,
    }))
}
