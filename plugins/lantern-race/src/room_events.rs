//! What the kernel reports about the room of a block: the service `lantern-race.game@1`.
//!
//! `events {room, events}` is called by the kernel with events in their order. An event may arrive twice: a step that was
//! done is not done again.

use crate::handlers;
use crate::plausibility;
use crate::race::{self, Crossing, Outcome, RunState};
use crate::results;
use crate::reviews::{self, Suspect};
use crate::store::{self, EndReason, Race, Runner, Step, Verdict};
use crate::ways::{self, Way};
use serde::Deserialize;
use serde_json::json;
use witverse_sdk::ctx::Caller;
use witverse_sdk::error::{FORBIDDEN, NOT_FOUND};
use witverse_sdk::{Ctx, Error, ServiceCall, Uuid, games};

const SERVICE: &str = "lantern-race.game@1";

#[derive(Debug, Deserialize)]
struct Delivery {
    room: String,
    events: Vec<RoomEvent>,
}

#[derive(Debug, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
enum RoomEvent {
    Opened {
        at_ms: i64,
    },
    Crossed {
        user_id: Uuid,
        zone: String,
        at_ms: i64,
        is_entry: bool,
        #[serde(default)]
        way: Vec<(i64, i64, i64)>,
    },
    Left {
        user_id: Uuid,
    },
    Lost,
    /// Of a newer kernel.
    #[serde(other)]
    Unknown,
}

/// `lantern-race.game@1`.
pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    // Times must come from the room: another plugin must not report any.
    if call.from != "kernel" || ctx.actor() != Caller::System {
        return Err(FORBIDDEN.into());
    }
    if (call.service.as_str(), call.method.as_str()) != (SERVICE, "events") {
        return Err(NOT_FOUND.into());
    }
    let delivery: Delivery = call.json()?;
    if let Some(block) = games::block_of(&delivery.room)
        && let Some(race) = store::lock_open(ctx, &block)?
    {
        apply(ctx, race, delivery.events)?;
    }
    ServiceCall::answer(&json!({}))
}

fn apply(ctx: &Ctx, race: Race, events: Vec<RoomEvent>) -> Result<(), Error> {
    if let Some(reason) = invalidation(&race, &events) {
        return handlers::end(ctx, race, reason);
    }
    let mut runners = store::runners(ctx, &race.id)?;
    let mut progress = Progress {
        now_ms: handlers::room_now_ms(ctx),
        ..Progress::default()
    };
    for event in events {
        progress.follow(&race, &mut runners, event);
    }
    ways::insert(ctx, &race.id, &progress.ways)?;
    if progress.changed.is_empty() {
        return Ok(());
    }
    let changed: Vec<&Runner> = runners
        .iter()
        .filter(|one| progress.changed.contains(&one.account))
        .collect();
    store::update_runs(ctx, &race.id, &changed)?;
    if !progress.steps.is_empty() {
        store::insert_steps(ctx, &race.id, &progress.steps)?;
    }
    results::started(ctx, &race, progress.started)?;
    if !progress.finished.is_empty() {
        let suspects = suspects(ctx, &race, &progress.finished)?;
        reviews::insert(ctx, &race, &suspects)?;
        let is_suspect = |account: &Uuid| suspects.iter().any(|one| one.account == *account);
        let mut finished = progress.finished;
        let pending = finished
            .extract_if(.., |(account, _)| is_suspect(account))
            .collect::<Vec<_>>();
        results::finished(ctx, &race, &pending, true, ctx.now())?;
        results::finished(ctx, &race, &finished, false, ctx.now())?;
        let best = store::record_bests(ctx, &race, &finished, ctx.now())?;
        for one in &mut runners {
            one.is_best |= best.contains(&one.account);
            if is_suspect(&one.account) {
                one.review = Some(Verdict::Pending);
            }
        }
    }
    handlers::conclude(ctx, race, runners)?;
    Ok(())
}

/// The runs that are faster than rooms let people move.
fn suspects(ctx: &Ctx, race: &Race, finished: &[(Uuid, i64)]) -> Result<Vec<Suspect>, Error> {
    let accounts = finished
        .iter()
        .map(|(account, _)| account.clone())
        .collect();
    let tracks = store::tracks(ctx, &race.id, accounts)?;
    let suspect = |(account, time_ms): &(Uuid, i64)| {
        let (_, steps) = tracks.iter().find(|(of, _)| of == account)?;
        Some(Suspect {
            why: plausibility::suspicion(&race.legs_mm, steps)?,
            account: account.clone(),
            time_ms: *time_ms,
        })
    };
    Ok(finished.iter().filter_map(suspect).collect())
}

/// Why the times of a race cannot be right any more.
fn invalidation(race: &Race, events: &[RoomEvent]) -> Option<EndReason> {
    events.iter().find_map(|event| match event {
        // The event of a room that was opened can arrive after the first race in it was started.
        RoomEvent::Opened { at_ms } if *at_ms > race.created_ms => Some(EndReason::Restarted),
        RoomEvent::Lost => Some(EndReason::Lost),
        _ => None,
    })
}

/// What the events of one delivery change.
#[derive(Default)]
struct Progress {
    /// The time of the rooms' clock at the delivery.
    now_ms: i64,
    changed: Vec<Uuid>,
    started: Vec<Uuid>,
    steps: Vec<Step>,
    finished: Vec<(Uuid, i64)>,
    ways: Vec<Way>,
}

impl Progress {
    fn follow(&mut self, race: &Race, runners: &mut [Runner], event: RoomEvent) {
        let (user_id, crossing) = match event {
            RoomEvent::Crossed {
                user_id,
                zone,
                at_ms,
                is_entry,
                way,
            } => (user_id, Some(((zone, at_ms, is_entry), way))),
            RoomEvent::Left { user_id } => (user_id, None),
            _ => return,
        };
        let Some(runner) = runners.iter_mut().find(|one| one.account == user_id) else {
            return;
        };
        let is_changed = match crossing {
            None if runner.run.state == RunState::Running => {
                runner.run.state = RunState::Left;
                if handlers::started_by_leaving(race, runner, self.now_ms) {
                    self.started.push(runner.account.clone());
                }
                true
            }
            None => false,
            Some((crossing, way)) => {
                if runner.run.state == RunState::Running {
                    let way = Way::during(race.schedule, &runner.account, &way);
                    self.ways.extend(way);
                }
                self.step(race, runner, crossing)
            }
        };
        if is_changed && !self.changed.contains(&user_id) {
            self.changed.push(user_id);
        }
    }

    fn step(
        &mut self,
        race: &Race,
        runner: &mut Runner,
        (zone, at_ms, is_entry): (String, i64, bool),
    ) -> bool {
        let number = runner.run.passed;
        let crossing = Crossing {
            zone: &zone,
            at_ms,
            is_entry,
        };
        let outcome = race::cross(&race.course, race.schedule, &mut runner.run, crossing);
        if matches!(outcome, Outcome::Passed | Outcome::Finished) {
            self.steps.push(Step {
                account: runner.account.clone(),
                number,
                zone,
                at_ms,
            });
            if number == 0 {
                self.started.push(runner.account.clone());
            }
        }
        if let (Outcome::Finished, Some(time)) = (outcome, runner.run.time_ms) {
            self.finished.push((runner.account.clone(), time));
        }
        outcome != Outcome::Ignored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{Course, Run, Schedule};

    fn race() -> Race {
        Race {
            id: Uuid::nil(),
            block_id: Uuid::nil(),
            course_key: "c-1".into(),
            course: Course {
                gates: ["s", "a"].map(str::to_owned).into(),
                laps: 1,
            },
            legs_mm: Vec::new(),
            gates_cm: Vec::new(),
            started_by: None,
            end_reason: None,
            created_ms: 1_000,
            schedule: Schedule::from_now(1_000, 1),
        }
    }

    fn events(json: serde_json::Value) -> Vec<RoomEvent> {
        serde_json::from_value(json).expect("as the kernel writes them")
    }

    #[test]
    fn a_delivery_may_arrive_twice() {
        let (race, me) = (race(), Uuid::nil());
        let go = race.schedule.go_ms;
        let crossed = |zone: &str, at: i64, is_entry: bool| json!({ "kind": "crossed", "userId": me, "zone": zone, "atMs": at, "isEntry": is_entry });
        let mut runners = vec![Runner {
            account: me.clone(),
            run: Run::NEW,
            is_best: false,
            review: None,
        }];
        let delivery = json!([
            crossed("s", go + 10, false),
            crossed("a", go + 900, true),
            crossed("s", go + 2_000, true),
        ]);
        let mut progress = Progress::default();
        for _ in 0..2 {
            for event in events(delivery.clone()) {
                progress.follow(&race, &mut runners, event);
            }
        }
        let numbers: Vec<usize> = progress.steps.iter().map(|step| step.number).collect();
        assert_eq!(numbers, [0, 1, 2]);
        assert_eq!(progress.finished, [(me.clone(), 2_000)]);
        assert_eq!(progress.started, std::slice::from_ref(&me));
        assert_eq!(progress.changed, [me]);
    }

    #[test]
    fn a_room_that_opened_before_the_race_does_not_end_it() {
        let check = |json, expected| assert_eq!(invalidation(&race(), &events(json)), expected);
        check(json!([{ "kind": "opened", "atMs": 900 }]), None);
        check(
            json!([{ "kind": "opened", "atMs": 1_001 }]),
            Some(EndReason::Restarted),
        );
        check(json!([{ "kind": "lost" }]), Some(EndReason::Lost));
        check(json!([{ "kind": "rained", "mm": 3 }]), None);
    }

    #[test]
    fn a_person_who_left_has_no_time_and_a_start_after_the_signal() {
        let (race, me) = (race(), Uuid::nil());
        for (now_ms, passed, expected) in [
            (race.schedule.go_ms - 1, 0, 0),
            (race.schedule.go_ms, 0, 1),
            // Published when the runner left the start.
            (race.schedule.go_ms + 900, 1, 0),
        ] {
            let started = started_by_leaving(&race, &me, now_ms, passed);
            assert_eq!(started, expected, "{now_ms} {passed}");
        }
    }

    /// The number of starts that a runner's leaving of the room makes.
    fn started_by_leaving(race: &Race, me: &Uuid, now_ms: i64, passed: usize) -> usize {
        let mut runners = vec![Runner {
            account: me.clone(),
            run: Run { passed, ..Run::NEW },
            is_best: false,
            review: None,
        }];
        let mut progress = Progress {
            now_ms,
            ..Progress::default()
        };
        for event in
            events(json!([{ "kind": "left", "userId": me }, { "kind": "left", "userId": me }]))
        {
            progress.follow(race, &mut runners, event);
        }
        assert_eq!(runners[0].run.state, RunState::Left);
        assert_eq!(progress.changed.len(), 1);
        progress.started.len()
    }
}
