//! Events about runs, for plugins that rank them, such as `events`, and the alarm of a runner whose time was reviewed.
//!
//! - `lantern-race.started@1 {raceId, blockId, userId, laps, course, at}`: a runner has left the start after the signal, or
//!   has given up after it.
//! - `lantern-race.voided@1 {raceId, blockId, userId, at}`: a run ends without a time, and not by the runner's doing: the room
//!   was opened again, or crossings were lost.
//! - `lantern-race.finished@1 {raceId, blockId, userId, laps, course, timeMs, at, isPending}`: a run was finished. With
//!   `isPending` its time is faster than rooms let people move and waits for a moderator.
//! - `lantern-race.reviewed@1 {raceId, blockId, userId, isAccepted}`: the moderator has decided.
//!
//! Times are comparable if they have the same `course`: it is a text of the gates and the laps.

use crate::race::RunState;
use crate::store::{EndReason, Race, Runner};
use serde_json::json;
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::Text;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, games};

const STARTED: &str = "lantern-race.started@1";
const VOIDED: &str = "lantern-race.voided@1";
const FINISHED: &str = "lantern-race.finished@1";
const REVIEWED: &str = "lantern-race.reviewed@1";

/// Publishes that runs have started. Repeating it has no further effect.
pub(crate) fn started(
    ctx: &Ctx,
    race: &Race,
    runners: impl IntoIterator<Item = Uuid>,
) -> Result<(), Error> {
    for account in runners {
        let run = json!({
            "raceId": race.id, "blockId": race.block_id, "userId": account, "laps": race.course.laps,
            "course": race.course_key, "at": ctx.now(),
        });
        ctx.events().publish(STARTED, &run)?;
    }
    Ok(())
}

/// What the end of a race means for a run that is on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// It has started with this: the runner has not left the start.
    Started,
    /// It counts as started before.
    Kept,
    /// It does not count.
    Voided,
}

/// Whether a run on the way counts as started when its race ends. A runner who was in the room until the time limit has used the
/// time; if the room is not the one of the start, or crossings are missing, the run cannot be completed.
pub(crate) fn unfinished(reason: EndReason, runner: &Runner, is_inside: bool) -> Unfinished {
    let has_left_start = runner.run.passed > 0;
    match reason {
        EndReason::Restarted | EndReason::Lost => Unfinished::Voided,
        // A runner who leaves the room is reported. A missing one without a report was in a room that has stopped.
        EndReason::TimeLimit if !is_inside => Unfinished::Voided,
        EndReason::TimeLimit | EndReason::Finished if has_left_start => Unfinished::Kept,
        EndReason::TimeLimit | EndReason::Finished => Unfinished::Started,
    }
}

/// Publishes what the end of a race means for the runs that are on the way.
pub(crate) fn ended(
    ctx: &Ctx,
    race: &Race,
    reason: EndReason,
    runners: &[Runner],
) -> Result<(), Error> {
    let inside = match reason {
        // Refused if the block has another game by now: then no runner is in a room of this one.
        EndReason::TimeLimit => ctx
            .rooms()
            .presence(&games::room(&race.block_id))
            .map(|presence| presence.accounts)
            .unwrap_or_default(),
        _ => Vec::new(),
    };
    for runner in runners {
        if runner.run.state != RunState::Running {
            continue;
        }
        match unfinished(reason, runner, inside.contains(&runner.account)) {
            Unfinished::Kept => {}
            Unfinished::Started => started(ctx, race, [runner.account.clone()])?,
            Unfinished::Voided => {
                let run = json!({
                    "raceId": race.id, "blockId": race.block_id, "userId": runner.account, "at": ctx.now(),
                });
                ctx.events().publish(VOIDED, &run)?;
            }
        }
    }
    Ok(())
}

/// Publishes that runs were finished.
pub(crate) fn finished(
    ctx: &Ctx,
    race: &Race,
    runs: &[(Uuid, i64)],
    is_pending: bool,
    at: Timestamp,
) -> Result<(), Error> {
    for (account, time_ms) in runs {
        let run = json!({
            "raceId": race.id, "blockId": race.block_id, "userId": account, "laps": race.course.laps,
            "course": race.course_key, "timeMs": time_ms, "at": at, "isPending": is_pending,
        });
        ctx.events().publish(FINISHED, &run)?;
    }
    Ok(())
}

/// Publishes the decision about a run, and notifies the runner.
pub(crate) fn reviewed(
    ctx: &Ctx,
    (race, block): (&Uuid, &Uuid),
    (account, time_ms): (&Uuid, i64),
    is_accepted: bool,
) -> Result<(), Error> {
    let decision = json!({
        "raceId": race, "blockId": block, "userId": account, "isAccepted": is_accepted,
    });
    ctx.events().publish(REVIEWED, &decision)?;
    let time = games::stopwatch(time_ms);
    let (title, description) = match is_accepted {
        true => (
            Text::new(
                "등불 경주 기록이 인정되었습니다",
                "Your lantern race time counts",
            ),
            Text::new(
                format!("관리자가 {time} 기록을 확인하고 인정했습니다."),
                format!("A moderator has looked at your time of {time} and accepted it."),
            ),
        ),
        false => (
            Text::new(
                "등불 경주 기록이 인정되지 않았습니다",
                "Your lantern race time does not count",
            ),
            Text::new(
                format!(
                    "관리자가 {time} 기록을 확인했지만 인정하지 않았습니다. 이 기록은 순위에 들어가지 않습니다."
                ),
                format!(
                    "A moderator has looked at your time of {time} and rejected it, so it is not ranked."
                ),
            ),
        ),
    };
    NewAlarm {
        to: account.clone(),
        kind: Kind::Event,
        key: format!("reviewed:{race}"),
        title,
        description,
        link: games::path(ctx, block)?,
        from: None,
        can_reply: false,
        remain_amount: None,
    }
    .raise(ctx)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::Run;

    fn runner(passed: usize) -> Runner {
        Runner {
            account: Uuid::nil(),
            run: Run { passed, ..Run::NEW },
            is_best: false,
            review: None,
        }
    }

    #[test]
    fn a_run_that_the_room_could_not_complete_does_not_count() {
        use Unfinished::*;
        for (reason, passed, is_inside, expected) in [
            (EndReason::TimeLimit, 2, true, Kept),
            (EndReason::TimeLimit, 0, true, Started),
            (EndReason::TimeLimit, 2, false, Voided),
            (EndReason::Restarted, 2, true, Voided),
            (EndReason::Lost, 2, true, Voided),
        ] {
            let got = unfinished(reason, &runner(passed), is_inside);
            assert_eq!(got, expected, "{reason:?} {passed} {is_inside}");
        }
    }
}
