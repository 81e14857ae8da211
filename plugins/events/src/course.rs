//! The course that a challenge counts: the laps and the gates of its races.
//!
//! Pure: no kernel, no statements.

use serde::Deserialize;
use witverse_sdk::sql::FromRow;

/// What a challenge `e` counts, or what a run was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, FromRow)]
#[row(alias = "e")]
pub struct Course {
    /// `None`: a game without laps, or a run of an older version of its game.
    #[row(
        sql = "coalesce(e.laps, case when coalesce(e.game, 'lantern-race') = 'lantern-race' \
                 and e.kind = 'challenge' then 1 end)"
    )]
    pub laps: Option<i64>,
    /// `None`: as above, or the challenge has not started.
    pub course: Option<String>,
}

/// Why a run does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// It has another number of laps.
    Laps,
    /// The gates have other places, or others are there.
    Gates,
}

/// Why a run does not count in a challenge; `None` if it does.
pub fn mismatch(challenge: &Course, run: &Course) -> Option<Mismatch> {
    fn differ<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
        one.zip(other).is_some_and(|(one, other)| one != other)
    }
    if differ(challenge.laps.as_ref(), run.laps.as_ref()) {
        return Some(Mismatch::Laps);
    }
    differ(challenge.course.as_ref(), run.course.as_ref()).then_some(Mismatch::Gates)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(laps: Option<i64>, course: Option<&str>) -> Course {
        Course {
            laps,
            course: course.map(str::to_owned),
        }
    }

    #[test]
    fn a_run_counts_with_the_laps_and_on_the_course_of_the_challenge() {
        let challenge = course(Some(1), Some("c-1"));
        for (run, expected) in [
            (course(Some(1), Some("c-1")), None),
            (course(Some(3), Some("c-3")), Some(Mismatch::Laps)),
            (course(Some(1), Some("d-1")), Some(Mismatch::Gates)),
            // Of an older version of the game.
            (course(None, None), None),
        ] {
            assert_eq!(mismatch(&challenge, &run), expected, "{run:?}");
        }
    }

    #[test]
    fn a_game_without_laps_counts_all_runs() {
        let run = course(None, None);
        assert_eq!(mismatch(&course(None, None), &run), None);
    }
}
