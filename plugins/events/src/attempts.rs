//! Attempts: the runs of a challenge, as its game reports them.
//!
//! A run uses an attempt when it starts, so giving up saves none. A run that the platform has stopped uses none. Only runs with
//! the laps and on the course of the challenge count: the course is the one at the start of the event. No time comes from a
//! client. A run that looks wrong to its game waits for a moderator of the block and is ranked after the decision.
//!
//! Reports may arrive twice and in any order: a report of a start changes no run that has an end.

use crate::challenge::update_score;
use crate::course::{Course, mismatch};
use crate::event::{Event as StoredEvent, Step};
use crate::run_notices::{self, Question};
use crate::store;
use serde::Deserialize;
use witverse_sdk::games;
use witverse_sdk::services::blocks;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Event, Timestamp, Uuid, params, select};

pub(crate) const RACE_STARTED: &str = "lantern-race.started@1";
pub(crate) const RACE_VOIDED: &str = "lantern-race.voided@1";
pub(crate) const RACE_FINISHED: &str = "lantern-race.finished@1";
pub(crate) const RACE_REVIEWED: &str = "lantern-race.reviewed@1";
pub(crate) const PUZZLE_STARTED: &str = "lantern-puzzle.started@1";
pub(crate) const PUZZLE_FINISHED: &str = "lantern-puzzle.finished@1";
pub(crate) const PUZZLE_REVIEWED: &str = "lantern-puzzle.reviewed@1";
/// A game with laps and a course.
pub(crate) const RACE: &str = "lantern-race";
/// Challenges of one block at the same time in which a run counts: each needs up to seven statements.
const CHALLENGES: u32 = 4;
/// Runs of one call that no moderator has decided about.
const UNCHECKED: u32 = 15;

/// What a challenge counts.
pub(crate) fn course(ctx: &Ctx, event: &Uuid) -> Result<Course, Error> {
    let found = ctx.sql().optional(
        select!(Course, "from event e where e.id = $1"),
        &params![event],
    )?;
    Ok(found.unwrap_or_default())
}

/// Stores the game whose times a challenge uses, and the laps of its races.
pub(crate) fn set_game(
    ctx: &Ctx,
    event: &Uuid,
    game: &str,
    laps: Option<i64>,
) -> Result<(), Error> {
    let laps = (game == RACE).then(|| laps.unwrap_or(1));
    ctx.sql().execute(
        "update event set game = $2, laps = $3 where id = $1",
        &params![event, game, laps],
    )?;
    Ok(())
}

/// Stores the course of a challenge at its start. A block without a course then gets it from the first run that counts.
pub(crate) fn fix_course(ctx: &Ctx, event: &StoredEvent) -> Result<(), Error> {
    let Some(laps) = course(ctx, &event.id)?
        .laps
        .and_then(|laps| u32::try_from(laps).ok())
    else {
        return Ok(());
    };
    let zones = match blocks::describe(ctx, &event.block) {
        Ok(room) => room.zones,
        Err(error) => {
            ctx.log()
                .warn(&format!("the course of {}: {}", event.block, error.code()));
            return Ok(());
        }
    };
    if zones.len() < 2 {
        return Ok(());
    }
    ctx.sql().execute(
        "update event set course = $2 where id = $1 \
         and not exists (select 1 from attempt a where a.event_id = $1)",
        &params![&event.id, games::course_key(&zones, laps)],
    )?;
    Ok(())
}

/// A report about a run.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    #[serde(alias = "raceId")]
    run_id: Uuid,
    block_id: Uuid,
    user_id: Uuid,
    at: Timestamp,
    #[serde(flatten)]
    course: Course,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Finished {
    #[serde(flatten)]
    run: Run,
    time_ms: i64,
    /// The time waits for a moderator.
    is_pending: bool,
}

/// A challenge that a run may count in.
#[derive(FromRow)]
#[row(alias = "e")]
struct Candidate {
    id: Uuid,
    #[row(flatten)]
    counts: Course,
}

/// The challenges of a block at the time of a report that its runner takes part in.
fn candidates(ctx: &Ctx, event: &Event, run: &Run) -> Result<Vec<Candidate>, Error> {
    let (game, _) = event.topic.split_once('.').unwrap_or_default();
    let rows = ctx.sql().query(
        select!(
            Candidate,
            "from event e join place p on p.event_id = e.id and p.holder_id = $2 and p.state = 'taken' \
             where e.block_id = $1 and e.kind = 'challenge' and e.status <> 'cancelled' \
             and e.review = 'approved' and e.starts_at <= $3 and e.ends_at > $3 \
             and coalesce(e.game, 'lantern-race') = $4 order by e.id limit $5"
        ),
        &params![&run.block_id, &run.user_id, run.at, game, CHALLENGES],
    )?;
    Ok(rows.all()?)
}

/// Locks a challenge; `None` if a report of this time changes nothing any more.
fn lock(ctx: &Ctx, id: &Uuid, at: Timestamp) -> Result<Option<(StoredEvent, i64)>, Error> {
    let Some(challenge) = store::lock(ctx, id)? else {
        return Ok(None);
    };
    let is_settled = challenge.steps_done & Step::PayPrizes.bit() != 0;
    let is_in_time = challenge.starts_at <= at && at < challenge.ends_at;
    let attempts = challenge.attempts.filter(|_| !is_settled && is_in_time);
    Ok(attempts.map(|attempts| (challenge, attempts)))
}

/// Whether a run counts in a locked challenge. The runner of one that does not is notified, once for each reason.
fn counts(
    ctx: &Ctx,
    challenge: &StoredEvent,
    mut counted: Course,
    run: &Run,
) -> Result<bool, Error> {
    if let (Some(_), None, Some(course)) = (counted.laps, &counted.course, &run.course.course)
        && counted.laps == run.course.laps
    {
        // There was no course at the start.
        let (fixed,): (String,) = ctx.sql().one(
            "update event set course = coalesce(course, $2) where id = $1 returning course",
            &params![&challenge.id, course],
        )?;
        counted.course = Some(fixed);
    }
    match mismatch(&counted, &run.course) {
        None => Ok(true),
        Some(why) => {
            let laps = counted.laps.unwrap_or(1);
            run_notices::not_counted(ctx, challenge, &run.user_id, (why, laps))?;
            Ok(false)
        }
    }
}

/// A run has started: it uses an attempt.
pub(crate) fn on_started(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let run: Run = event.json()?;
    for Candidate { id, counts: of } in candidates(ctx, event, &run)? {
        let Some((challenge, allowed)) = lock(ctx, &id, run.at)? else {
            continue;
        };
        if !counts(ctx, &challenge, of, &run)? {
            continue;
        }
        // The event is locked: of two runs of one person the second one sees the first.
        ctx.sql().execute(
            "insert into attempt (event_id, race_id, account_id, state, at) select $1, $2, $3, 'started', $4 \
             where (select count(*) from attempt a where a.event_id = $1 and a.account_id = $3 and a.state <> 'void') < $5 \
             on conflict do nothing",
            &params![&id, &run.run_id, &run.user_id, run.at, allowed],
        )?;
        push_changed(ctx, &challenge, &run.user_id)?;
    }
    Ok(())
}

/// The platform has stopped a run that had started: it uses no attempt.
pub(crate) fn on_voided(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let run: Run = event.json()?;
    for Candidate { id, .. } in candidates(ctx, event, &run)? {
        let Some((challenge, _)) = lock(ctx, &id, run.at)? else {
            continue;
        };
        // The row is also written if the report of the start is late.
        ctx.sql().execute(
            "insert into attempt (event_id, race_id, account_id, state, at) values ($1, $2, $3, 'void', $4) \
             on conflict (event_id, race_id, account_id) do update set state = 'void' where attempt.state = 'started'",
            &params![&id, &run.run_id, &run.user_id, run.at],
        )?;
        push_changed(ctx, &challenge, &run.user_id)?;
    }
    Ok(())
}

/// A run was finished: its attempt has a time.
pub(crate) fn on_finished(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let finished: Finished = event.json()?;
    let run = &finished.run;
    for Candidate { id, counts: of } in candidates(ctx, event, run)? {
        let Some((challenge, allowed)) = lock(ctx, &id, run.at)? else {
            continue;
        };
        if counts(ctx, &challenge, of, run)? {
            record(ctx, &challenge, allowed, &finished)?;
        }
    }
    Ok(())
}

fn record(
    ctx: &Ctx,
    challenge: &StoredEvent,
    allowed: i64,
    Finished {
        run,
        time_ms,
        is_pending,
    }: &Finished,
) -> Result<(), Error> {
    let state = match is_pending {
        true => "pending",
        false => "counted",
    };
    // A run whose start was not reported, or before the event, uses an attempt now.
    let changed = ctx.sql().execute(
        "insert into attempt (event_id, race_id, account_id, time_ms, state, at) select $1, $2, $3, $4, $5, $6 \
         where (select count(*) from attempt a where a.event_id = $1 and a.account_id = $3 and a.race_id <> $2 \
                and a.state <> 'void') < $7 \
         on conflict (event_id, race_id, account_id) do update \
         set time_ms = excluded.time_ms, state = excluded.state, at = excluded.at where attempt.state = 'started'",
        &params![
            &challenge.id,
            &run.run_id,
            &run.user_id,
            *time_ms,
            state,
            run.at,
            allowed
        ],
    )?;
    if changed == 0 {
        return Ok(());
    }
    if *is_pending {
        run_notices::schedule_question(
            ctx,
            &Question {
                event_id: challenge.id.clone(),
                run_id: run.run_id.clone(),
                runner: run.user_id.clone(),
                time_ms: *time_ms,
            },
        )?;
    }
    update_score(ctx, challenge, &run.user_id)?;
    push_changed(ctx, challenge, &run.user_id)
}

/// The page of the event reads the attempts and the ranking again.
fn push_changed(ctx: &Ctx, challenge: &StoredEvent, person: &Uuid) -> Result<(), Error> {
    ctx.live().push(
        person,
        "events.changed",
        &serde_json::json!({ "eventId": challenge.id }),
    )
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reviewed {
    #[serde(alias = "raceId")]
    run_id: Uuid,
    user_id: Uuid,
    is_accepted: bool,
}

/// A moderator of the block has decided about a run. Returns the challenges whose prizes may have waited for it.
pub(crate) fn on_reviewed(ctx: &Ctx, event: &Event) -> Result<Vec<StoredEvent>, Error> {
    let decision: Reviewed = event.json()?;
    let challenges: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select a.event_id from attempt a where a.account_id = $1 and a.race_id = $2 and a.state = 'pending' \
             order by a.event_id",
            &params![&decision.user_id, &decision.run_id],
        )?
        .all()?;
    let mut changed_challenges = Vec::new();
    for (id,) in challenges {
        let Some(challenge) = store::lock(ctx, &id)? else {
            continue;
        };
        let state = match decision.is_accepted {
            true => "counted",
            false => "rejected",
        };
        let changed = ctx.sql().execute(
            "update attempt set state = $4 where event_id = $1 and race_id = $2 and account_id = $3 \
             and state = 'pending'",
            &params![&id, &decision.run_id, &decision.user_id, state],
        )?;
        if changed == 0 {
            continue;
        }
        run_notices::settle(ctx, &challenge, &decision.run_id, decision.is_accepted)?;
        if challenge.steps_done & Step::PayPrizes.bit() == 0 {
            update_score(ctx, &challenge, &decision.user_id)?;
            push_changed(ctx, &challenge, &decision.user_id)?;
            changed_challenges.push(challenge);
        }
    }
    Ok(changed_challenges)
}

/// Closes runs of a locked challenge that no moderator has decided about in time, and notifies their runners and the
/// organiser: some of them in a call.
pub(crate) fn close_unchecked(ctx: &Ctx, challenge: &StoredEvent) -> Result<(), Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "update attempt set state = 'unchecked' where (event_id, race_id, account_id) in ( \
                 select event_id, race_id, account_id from attempt where event_id = $1 and state = 'pending' \
                 order by at, race_id limit $2) \
             returning account_id",
            &params![&challenge.id, UNCHECKED],
        )?
        .all()?;
    let mut runners: Vec<Uuid> = rows.into_iter().map(|(account,)| account).collect();
    runners.sort();
    runners.dedup();
    run_notices::left_out(ctx, challenge, &runners)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_a_run_may_have_no_course() {
        let report = serde_json::json!({
            "runId": Uuid::nil(), "blockId": Uuid::nil(), "userId": Uuid::nil(), "at": "2026-12-01T10:00:00Z",
            "timeMs": 5, "isPending": false,
        });
        let finished: Finished = serde_json::from_value(report).expect("as the puzzle reports it");
        assert_eq!(finished.run.course, Course::default());
    }
}
