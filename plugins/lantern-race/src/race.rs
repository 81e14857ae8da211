//! The rules of a race: its schedule, the order of the gates, false starts, ranks.
//!
//! Pure: no kernel, no statements. Times are milliseconds of the clock of the rooms. A course is a list of gates, the start first.
//! A run consists of steps: leaving the start after the signal, then entering each gate in order, and at the end of each lap
//! the start. So all runners begin at the start at the signal, and a place further ahead is no advantage.

use serde::Serialize;
use witverse_sdk::sql::FromRow;

/// How long people can join.
pub const LOBBY_MS: i64 = 10_000;
/// From the end of the lobby to the signal.
pub const COUNTDOWN_MS: i64 = 3_000;
/// The time limit for each lap.
pub const LAP_LIMIT_MS: i64 = 5 * 60_000;
/// Laps of a race.
pub const LAPS_MAX: u32 = 3;
/// People in a race.
pub const RUNNERS_MAX: usize = 50;
/// Gates of a course, with the start.
pub const GATES_MAX: usize = 20;

/// When a race begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Schedule {
    /// People can join before this time.
    pub lobby_until_ms: i64,
    /// The signal.
    pub go_ms: i64,
    /// The race ends at the latest then.
    pub limit_ms: i64,
}

impl Schedule {
    /// Of a race that was created at this time.
    pub fn from_now(now_ms: i64, laps: u32) -> Self {
        let lobby_until_ms = now_ms + LOBBY_MS;
        let go_ms = lobby_until_ms + COUNTDOWN_MS;
        Self {
            lobby_until_ms,
            go_ms,
            limit_ms: go_ms + LAP_LIMIT_MS * i64::from(laps),
        }
    }
}

/// The gates in order, and how often they are passed.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Course {
    /// The ids of zones; the first one is the start and the finish.
    pub gates: Vec<String>,
    /// At least 1.
    pub laps: u32,
}

impl Course {
    /// The number of steps of a complete run.
    pub fn steps(&self) -> usize {
        1 + self.gates.len() * self.laps as usize
    }

    /// The gate of a step.
    fn gate(&self, step: usize) -> Option<&str> {
        let is_step = step < self.steps();
        let gate = self.gates.get(step % self.gates.len().max(1));
        gate.filter(|_| is_step).map(String::as_str)
    }
}

/// Whether a person still takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// In the lobby, or on the way.
    Running,
    /// Has done all steps.
    Finished,
    /// Gave up, or left the room.
    Left,
}

impl RunState {
    /// The text that is stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Left => "left",
        }
    }

    /// Parses the result of [`Self::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Running, Self::Finished, Self::Left]
            .into_iter()
            .find(|state| state.as_str() == text)
    }
}

/// The progress of one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Run {
    /// Whether the person still takes part.
    #[row(parse)]
    pub state: RunState,
    /// Steps that are done.
    pub passed: usize,
    /// How often the person left the start during the countdown.
    pub false_starts: u32,
    /// From the signal to the finish.
    pub time_ms: Option<i64>,
}

impl Run {
    /// Of a person who has just joined.
    pub const NEW: Self = Self {
        state: RunState::Running,
        passed: 0,
        false_starts: 0,
        time_ms: None,
    };
}

/// The edge of a zone that a person crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing<'a> {
    /// The id of the zone.
    pub zone: &'a str,
    /// When.
    pub at_ms: i64,
    /// Into the zone, or out of it.
    pub is_entry: bool,
}

/// What a crossing means for a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing: the wrong gate, or a time at which nothing counts.
    Ignored,
    /// The person left the start before the signal and has to leave it again after it.
    FalseStart,
    /// The next step is done.
    Passed,
    /// The last step is done.
    Finished,
}

/// Applies a crossing to a run.
pub fn cross(
    course: &Course,
    schedule: Schedule,
    run: &mut Run,
    crossing: Crossing<'_>,
) -> Outcome {
    let Crossing {
        zone,
        at_ms,
        is_entry,
    } = crossing;
    let is_open = (schedule.lobby_until_ms..schedule.limit_ms).contains(&at_ms);
    if run.state != RunState::Running || !is_open {
        return Outcome::Ignored;
    }
    let is_start = course.gates.first().is_some_and(|start| start == zone);
    if at_ms < schedule.go_ms {
        if !is_start || is_entry {
            return Outcome::Ignored;
        }
        run.false_starts = run.false_starts.saturating_add(1);
        return Outcome::FalseStart;
    }
    // The start is left, all other gates are entered.
    let is_exit_expected = run.passed == 0;
    if course.gate(run.passed) != Some(zone) || is_entry == is_exit_expected {
        return Outcome::Ignored;
    }
    run.passed += 1;
    if run.passed < course.steps() {
        return Outcome::Passed;
    }
    run.state = RunState::Finished;
    run.time_ms = Some((at_ms - schedule.go_ms).max(1));
    Outcome::Finished
}

/// The rank of a time among all times of a race: equal times have the same rank.
pub fn rank(time_ms: i64, all: &[i64]) -> usize {
    1 + all.iter().filter(|other| **other < time_ms).count()
}

/// Whether no runner is on the way any more.
pub fn is_over<'a>(mut runs: impl Iterator<Item = &'a Run>) -> bool {
    runs.all(|run| run.state != RunState::Running)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GO: i64 = 1_013_000;

    fn schedule() -> Schedule {
        Schedule::from_now(1_000_000, 1)
    }

    fn course(laps: u32) -> Course {
        Course {
            gates: ["start", "a", "b"].map(str::to_owned).into(),
            laps,
        }
    }

    fn out(zone: &str, at_ms: i64) -> Crossing<'_> {
        Crossing {
            zone,
            at_ms,
            is_entry: false,
        }
    }

    fn into(zone: &str, at_ms: i64) -> Crossing<'_> {
        Crossing {
            zone,
            at_ms,
            is_entry: true,
        }
    }

    fn outcomes(laps: u32, crossings: &[Crossing<'_>]) -> (Vec<Outcome>, Run) {
        let (course, mut run) = (course(laps), Run::NEW);
        let outcomes = crossings
            .iter()
            .map(|crossing| cross(&course, schedule(), &mut run, *crossing))
            .collect();
        (outcomes, run)
    }

    #[test]
    fn a_run_is_the_gates_in_order() {
        use Outcome::*;
        let (got, run) = outcomes(
            1,
            &[
                out("start", GO + 100),
                into("b", GO + 4_000),
                into("a", GO + 5_000),
                out("a", GO + 5_100),
                into("start", GO + 6_000),
                into("a", GO + 6_500),
                into("b", GO + 7_000),
                into("start", GO + 9_123),
                into("a", GO + 9_500),
            ],
        );
        let expected = [
            Passed, Ignored, Passed, Ignored, Ignored, Ignored, Passed, Finished, Ignored,
        ];
        assert_eq!(got, expected);
        assert_eq!((run.time_ms, run.passed), (Some(9_123), 4));
    }

    #[test]
    fn two_laps_pass_all_gates_twice() {
        let lap = ["a", "b", "start"];
        let mut crossings = vec![out("start", GO)];
        for (at, zone) in lap.into_iter().cycle().take(6).enumerate() {
            crossings.push(into(
                zone,
                GO + 1_000 * (i64::try_from(at).expect("small") + 1),
            ));
        }
        let (got, run) = outcomes(2, &crossings);
        assert_eq!(
            got.iter().filter(|one| **one == Outcome::Finished).count(),
            1
        );
        assert_eq!(got.last(), Some(&Outcome::Finished));
        assert_eq!((run.time_ms, run.passed), (Some(6_000), 7));
    }

    #[test]
    fn a_false_start_has_to_be_repeated() {
        use Outcome::*;
        let (got, run) = outcomes(
            1,
            &[
                out("start", GO - COUNTDOWN_MS - 1),
                into("start", GO - 2_500),
                out("start", GO - 1),
                into("a", GO + 3_000),
                into("start", GO + 6_000),
                out("start", GO + 7_000),
                into("a", GO + 9_000),
            ],
        );
        let expected = [
            Ignored, Ignored, FalseStart, Ignored, Ignored, Passed, Passed,
        ];
        assert_eq!(got, expected);
        assert_eq!((run.false_starts, run.passed), (1, 2));
    }

    #[test]
    fn nothing_counts_after_the_limit_or_the_end_of_the_run() {
        let limit = schedule().limit_ms;
        let (got, _) = outcomes(1, &[out("start", limit)]);
        assert_eq!(got, [Outcome::Ignored]);
        let mut run = Run {
            state: RunState::Left,
            ..Run::NEW
        };
        let got = cross(&course(1), schedule(), &mut run, out("start", GO));
        assert_eq!(got, Outcome::Ignored);
    }

    #[test]
    fn equal_times_share_a_rank() {
        let times = [50, 40, 50, 90];
        let ranks = times.map(|time| rank(time, &times));
        assert_eq!(ranks, [2, 1, 2, 4]);
    }

    #[test]
    fn a_race_is_over_without_runners_on_the_way() {
        let left = Run {
            state: RunState::Left,
            ..Run::NEW
        };
        assert!(is_over([left].iter()));
        assert!(!is_over([left, Run::NEW].iter()));
    }
}
