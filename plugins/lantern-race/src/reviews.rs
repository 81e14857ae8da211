//! Times that wait for the moderators of a block: the list, and the decisions.
//!
//! The lock order is the review, its run, then best times. A decision deletes the review, so a second one finds nothing. A
//! moderator who has run in the same race, or who takes part in a challenge that counts the run, is refused.

use crate::course;
use crate::handlers::OfBlock;
use crate::plausibility::Suspicion;
use crate::problems::{REVIEW_INVOLVED, REVIEW_NOT_FOUND};
use crate::results;
use crate::store;
use crate::views;
use serde::{Deserialize, Serialize};
use witverse_sdk::games::Rivals;
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, games, params, select};

/// The number of reviews that are counted.
const COUNTED_MAX: u32 = 1_000;

/// The order of the list: when it was found in microseconds, and its id.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Key(i64, Uuid);

#[derive(FromRow)]
struct Stored {
    id: Uuid,
    race_id: Uuid,
    #[row(column = "account_id")]
    account: Uuid,
    time_ms: i64,
    from_step: i64,
    to_step: i64,
    took_ms: i64,
    least_ms: i64,
    found_at: Timestamp,
}

/// A time under review, with the part of the run that is too fast.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Review {
    review_id: Uuid,
    race_id: Uuid,
    /// Null after the account was erased.
    person: Option<PersonCard>,
    time_ms: i64,
    /// The part that is too fast begins with this step: 0 is leaving the start, 1 the first gate.
    from_step: i64,
    /// Its last step.
    to_step: i64,
    /// How long the part took.
    took_ms: i64,
    /// How long it takes at least at the speed limit of rooms.
    least_ms: i64,
    found_at: Timestamp,
}

/// The path of a route about one review.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfReview {
    pub(crate) id: String,
    pub(crate) review_id: String,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Decision {
    review_id: Uuid,
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
    let rows: Vec<Stored> = ctx
        .sql()
        .query(
            select!(
                Stored,
                "from review where block_id = $1 and (found_at, id) > ($4, $5) \
                 order by found_at, id limit $2 offset $3"
            ),
            &params![&block, window.fetch(), window.offset, at, &after],
        )?
        .all()?;
    let counted: Option<(i64,)> = ctx.sql().optional(
        "select count(*) from (select from review where block_id = $1 limit $2) counted",
        &params![&block, COUNTED_MAX],
    )?;
    let total = counted.map_or(0, |(count,)| count.unsigned_abs());
    let page = window.counted_page(rows, total, |one| {
        Key(one.found_at.as_micros(), one.id.clone())
    });
    let people = People::of(ctx, page.items.iter().map(|one| &one.account));
    Ok(Payload(page.map(|one| Review {
        person: people.get(&one.account),
        review_id: one.id,
        race_id: one.race_id,
        time_ms: one.time_ms,
        from_step: one.from_step,
        to_step: one.to_step,
        took_ms: one.took_ms,
        least_ms: one.least_ms,
        found_at: one.found_at,
    })))
}

/// Ranks a time that was under review.
pub(crate) fn accept_review(
    ctx: &Ctx,
    Params(of): Params<OfReview>,
) -> Result<Payload<Decision>, Error> {
    decide(ctx, &of, true)
}

/// Keeps a time that was under review out of all ranks.
pub(crate) fn reject_review(
    ctx: &Ctx,
    Params(of): Params<OfReview>,
) -> Result<Payload<Decision>, Error> {
    decide(ctx, &of, false)
}

fn decide(ctx: &Ctx, of: &OfReview, is_accepted: bool) -> Result<Payload<Decision>, Error> {
    let block = course::parse_block(&of.id)?;
    games::require_moderator(ctx, &block)?;
    let id = Uuid::parse(&of.review_id).ok_or(REVIEW_NOT_FOUND)?;
    let decided: Option<Stored> = ctx.sql().optional(
        "delete from review where id = $1 and block_id = $2 \
         returning id, race_id, account_id, time_ms, from_step, to_step, took_ms, least_ms, found_at",
        &params![&id, &block],
    )?;
    let decided = decided.ok_or(REVIEW_NOT_FOUND)?;
    // The refusal restores the review.
    require_impartial(ctx, &block, &decided)?;
    let state = (!is_accepted).then_some("rejected");
    ctx.sql().execute(
        "update runner set review = $3 where race_id = $1 and account_id = $2",
        &params![&decided.race_id, &decided.account, state],
    )?;
    let of = (&decided.race_id, &block);
    let run = (&decided.account, decided.time_ms);
    results::reviewed(ctx, of, run, is_accepted)?;
    if let Some(race) = store::find(ctx, &decided.race_id)? {
        if is_accepted {
            let finished = [(decided.account, decided.time_ms)];
            store::record_bests(ctx, &race, &finished, decided.found_at)?;
        }
        // The room shows the latest race only.
        if store::latest(ctx, &block)?.is_some_and(|latest| latest.id == race.id) {
            let runners = store::runners(ctx, &race.id)?;
            views::changed(ctx, race, runners)?;
        }
    }
    Ok(Payload(Decision {
        review_id: id,
        is_accepted,
    }))
}

/// Refuses a moderator who has an interest in the decision.
fn require_impartial(ctx: &Ctx, block: &Uuid, review: &Stored) -> Result<(), Error> {
    let me = ctx.caller()?.id;
    let (has_run,): (bool,) = ctx.sql().one(
        "select exists (select 1 from runner where race_id = $1 and account_id = $2)",
        &params![&review.race_id, &me],
    )?;
    let rivals = Rivals {
        block_id: block.clone(),
        game: course::GAME.to_owned(),
        at: review.found_at,
        runner: review.account.clone(),
        moderator: me,
    };
    match has_run || rivals.compete(ctx)? {
        true => Err(REVIEW_INVOLVED.into()),
        false => Ok(()),
    }
}

/// A run that has to be reviewed.
pub(crate) struct Suspect {
    pub(crate) account: Uuid,
    pub(crate) time_ms: i64,
    pub(crate) why: Suspicion,
}

/// Stores runs that wait for a decision. Idempotent.
pub(crate) fn insert(ctx: &Ctx, race: &store::Race, suspects: &[Suspect]) -> Result<(), Error> {
    let count = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
    for one in suspects {
        ctx.sql().execute(
            "insert into review (id, block_id, race_id, account_id, time_ms, from_step, to_step, took_ms, least_ms, \
             found_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (race_id, account_id) do nothing",
            &params![
                ctx.random().uuid(),
                &race.block_id,
                &race.id,
                &one.account,
                one.time_ms,
                count(one.why.from_step),
                count(one.why.to_step),
                one.why.took_ms,
                one.why.least_ms,
                ctx.now(),
            ],
        )?;
        ctx.sql().execute(
            "update runner set review = 'pending' where race_id = $1 and account_id = $2",
            &params![&race.id, &one.account],
        )?;
    }
    Ok(())
}
