//! Challenges: scores and ranks. Times come from two games: the lantern race, which times the crossings of its room, and the
//! lantern puzzle, which plays the log of a run again; `attempts` stores what they report.
//!
//! Ranks are read from the table of scores each time; of equal scores the earlier one comes first.

use crate::access::OfEvent;
use crate::event::{Event as StoredEvent, Kind, Scoring, Step};
use serde::Serialize;
use witverse_sdk::http::{Params, Payload};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Ranks that are shown to all.
const TOP: u32 = 100;
/// People before and after the caller.
const NEIGHBOURS: u32 = 2;
/// A rank further down is not counted.
const COUNTED_MAX: u32 = 10_000;

/// Computes a person's score again from their attempts.
pub(crate) fn update_score(ctx: &Ctx, challenge: &StoredEvent, person: &Uuid) -> Result<(), Error> {
    let (Some(allowed), Some(scoring)) = (challenge.attempts, challenge.scoring) else {
        return Ok(());
    };
    let rows: Vec<(i64, Timestamp)> = ctx
        .sql()
        .query(
            "select a.time_ms, a.at from attempt a where a.event_id = $1 and a.account_id = $2 and a.state = 'counted' \
             order by a.at, a.race_id",
            &params![&challenge.id, person],
        )?
        .all()?;
    let runs: Vec<(i64, i64)> = rows
        .iter()
        .map(|(time, at)| (*time, at.as_micros()))
        .collect();
    let Some(score) = score(scoring, allowed, &runs) else {
        ctx.sql().execute(
            "delete from score where event_id = $1 and account_id = $2",
            &params![&challenge.id, person],
        )?;
        return Ok(());
    };
    ctx.sql().execute(
        "insert into score (event_id, account_id, value_ms, attempts, is_complete, achieved_at) \
         values ($1, $2, $3, $4, $5, $6) on conflict (event_id, account_id) do update set \
         value_ms = excluded.value_ms, attempts = excluded.attempts, is_complete = excluded.is_complete, \
         achieved_at = excluded.achieved_at",
        &params![
            &challenge.id,
            person,
            score.value_ms,
            i64::try_from(runs.len()).unwrap_or(i64::MAX),
            score.is_complete,
            Timestamp::from_micros(score.achieved_micros)
        ],
    )?;
    Ok(())
}

/// A score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Milliseconds.
    pub value_ms: i64,
    /// Whether it is ranked: a sum needs a time of each attempt, so one that was given up or rejected leaves it unranked.
    pub is_complete: bool,
    /// When it was reached.
    pub achieved_micros: i64,
}

/// The score of attempts in their order, each a time in milliseconds and when it ended; `None` without an attempt.
pub fn score(scoring: Scoring, allowed: i64, runs: &[(i64, i64)]) -> Option<Score> {
    match scoring {
        Scoring::Best => {
            let (value_ms, achieved_micros) = runs.iter().min()?;
            Some(Score {
                value_ms: *value_ms,
                is_complete: true,
                achieved_micros: *achieved_micros,
            })
        }
        Scoring::Sum => {
            let (_, last) = runs.last()?;
            let done = i64::try_from(runs.len()).unwrap_or(i64::MAX);
            Some(Score {
                value_ms: runs.iter().map(|(time, _)| time).sum(),
                is_complete: done == allowed,
                achieved_micros: *last,
            })
        }
    }
}

/// Whether a run waits for a moderator.
pub(crate) fn has_pending(ctx: &Ctx, event: &Uuid) -> Result<bool, Error> {
    let (exists,): (bool,) = ctx.sql().one(
        "select exists (select 1 from attempt a where a.event_id = $1 and a.state = 'pending')",
        &params![event],
    )?;
    Ok(exists)
}

/// Whether a run of a challenge counts.
pub(crate) fn has_results(ctx: &Ctx, event: &StoredEvent) -> Result<bool, Error> {
    if event.kind != Kind::Challenge {
        return Ok(false);
    }
    let (exists,): (bool,) = ctx.sql().one(
        "select exists (select 1 from attempt a where a.event_id = $1 and a.state = 'counted')",
        &params![&event.id],
    )?;
    Ok(exists)
}

/// The first people of the ranking, for the prizes.
pub(crate) fn winners(ctx: &Ctx, event: &Uuid, ranks: usize) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select s.account_id from score s where s.event_id = $1 and s.is_complete \
             order by s.value_ms, s.achieved_at, s.account_id limit $2",
            &params![event, i64::try_from(ranks).unwrap_or(0)],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

#[derive(FromRow)]
#[row(alias = "s")]
struct Ranked {
    #[row(column = "account_id")]
    account: Uuid,
    value_ms: i64,
    attempts: i64,
    achieved_at: Timestamp,
}

/// A person in the ranking.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Rank {
    /// Null: further down than [`COUNTED_MAX`].
    rank: Option<i64>,
    person: Option<PersonCard>,
    is_own: bool,
    value_ms: i64,
    attempts: i64,
    achieved_at: Timestamp,
    prize_hundredths: i64,
}

/// The ranking of a challenge.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ranking {
    event_id: Uuid,
    scoring: Option<Scoring>,
    attempts: Option<i64>,
    top: Vec<Rank>,
    /// The caller and the people around them, if the caller is not among the first.
    around: Vec<Rank>,
    /// The caller's attempts that are used: those that have started.
    own_attempts: i64,
    /// Runs that wait for a moderator.
    has_pending: bool,
    is_final: bool,
}

/// The first hundred, and the people around the caller.
pub(crate) fn ranking(ctx: &Ctx, Params(of): Params<OfEvent>) -> Result<Payload<Ranking>, Error> {
    let event = of.visible(ctx)?;
    if event.kind != Kind::Challenge {
        return Err(crate::problems::EVENT_NOT_FOUND.into());
    }
    let top: Vec<Ranked> = ctx
        .sql()
        .query(
            select!(
                Ranked,
                "from score s where s.event_id = $1 and s.is_complete order by s.value_ms, s.achieved_at, \
                 s.account_id limit $2"
            ),
            &params![&event.id, TOP],
        )?
        .all()?;
    let me = ctx.actor().account().cloned();
    let (mut around, mut first_around, mut own_attempts) = (Vec::new(), None, 0);
    if let Some(me) = &me {
        (own_attempts,) = ctx.sql().one(
            "select count(*) from attempt a where a.event_id = $1 and a.account_id = $2 and a.state <> 'void'",
            &params![&event.id, me],
        )?;
        if !top.iter().any(|row| row.account == *me) {
            (around, first_around) = neighbours(ctx, &event.id, me)?;
        }
    }
    let people = People::of(ctx, top.iter().chain(&around).map(|row| &row.account));
    let ranked = |rows: Vec<Ranked>, first: Option<i64>| -> Vec<Rank> {
        let numbered = rows.into_iter().zip(0..);
        numbered
            .map(|(row, at)| (row, first.map(|first| first + at)))
            .map(|(row, rank)| Rank {
                prize_hundredths: rank
                    .and_then(|rank| usize::try_from(rank - 1).ok())
                    .and_then(|at| event.prizes.get(at).copied())
                    .unwrap_or(0),
                rank,
                person: people.get(&row.account),
                is_own: me.as_ref() == Some(&row.account),
                value_ms: row.value_ms,
                attempts: row.attempts,
                achieved_at: row.achieved_at,
            })
            .collect()
    };
    Ok(Payload(Ranking {
        top: ranked(top, Some(1)),
        around: ranked(around, first_around),
        scoring: event.scoring,
        attempts: event.attempts,
        own_attempts,
        has_pending: has_pending(ctx, &event.id)?,
        is_final: event.steps_done & Step::PayPrizes.bit() != 0,
        event_id: event.id,
    }))
}

/// The rows around a person, and the rank of the first of them if it is counted; nothing without a ranked score.
fn neighbours(ctx: &Ctx, event: &Uuid, me: &Uuid) -> Result<(Vec<Ranked>, Option<i64>), Error> {
    let own: Option<Ranked> = ctx.sql().optional(
        select!(
            Ranked,
            "from score s where s.event_id = $1 and s.is_complete and s.account_id = $2"
        ),
        &params![event, me],
    )?;
    let Some(own) = own else {
        return Ok((Vec::new(), None));
    };
    let key = params![event, own.value_ms, own.achieved_at, me, NEIGHBOURS].to_vec();
    let mut rows: Vec<Ranked> = ctx
        .sql()
        .query(
            select!(
                Ranked,
                "from score s where s.event_id = $1 and s.is_complete and (s.value_ms, s.achieved_at, \
                 s.account_id) < ($2, $3, $4) order by s.value_ms desc, s.achieved_at desc, s.account_id desc \
                 limit $5"
            ),
            &key,
        )?
        .all()?;
    rows.reverse();
    let before = i64::try_from(rows.len()).unwrap_or(0);
    let after: Vec<Ranked> = ctx
        .sql()
        .query(
            select!(
                Ranked,
                "from score s where s.event_id = $1 and s.is_complete and (s.value_ms, s.achieved_at, \
                 s.account_id) > ($2, $3, $4) order by s.value_ms, s.achieved_at, s.account_id limit $5"
            ),
            &key,
        )?
        .all()?;
    let (better,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from score s where s.event_id = $1 and s.is_complete \
         and (s.value_ms, s.achieved_at, s.account_id) < ($2, $3, $4) limit $5) counted",
        &params![event, own.value_ms, own.achieved_at, me, COUNTED_MAX],
    )?;
    rows.push(own);
    rows.extend(after);
    let is_counted = better < i64::from(COUNTED_MAX);
    Ok((rows, is_counted.then_some(better + 1 - before)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_attempt_counts_and_of_equal_ones_the_earlier() {
        let got = score(Scoring::Best, 3, &[(9_000, 1), (8_500, 2), (8_500, 3)]);
        let expected = Score {
            value_ms: 8_500,
            is_complete: true,
            achieved_micros: 2,
        };
        assert_eq!(got, Some(expected));
        assert_eq!(score(Scoring::Best, 3, &[]), None);
    }

    #[test]
    fn a_sum_is_ranked_after_all_attempts() {
        let sum = |runs: &[(i64, i64)]| score(Scoring::Sum, 2, runs).expect("a score");
        assert!(!sum(&[(9_000, 1)]).is_complete);
        let both = sum(&[(9_000, 1), (8_000, 5)]);
        assert_eq!(
            (both.value_ms, both.is_complete, both.achieved_micros),
            (17_000, true, 5)
        );
    }
}
