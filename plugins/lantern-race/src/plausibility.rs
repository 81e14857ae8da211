//! Which runs are faster than rooms let people move.
//!
//! Pure. The rooms refuse moves over their limit, so a run that breaks it comes from a fault or a trick that they did not
//! notice. Such a time is not ranked: it waits for a moderator.

/// The speed limit of rooms on average: 6.75 m/s.
const MM_PER_S: i64 = 6_750;
/// How far people may be ahead of it, after a link that stalled: 1.5 s of it.
const BURST_MM: i64 = 10_125;
/// The times of crossings are interpolated between two moves.
const SLACK_MS: i64 = 250;

/// The part of a run that is too fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspicion {
    /// The step from which the part counts.
    pub from_step: usize,
    /// Its last step.
    pub to_step: usize,
    /// How long it took.
    pub took_ms: i64,
    /// How long it takes at least.
    pub least_ms: i64,
}

/// A round gate of a course: its place and size in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    /// To the right.
    pub x: f64,
    /// To the front.
    pub z: f64,
    /// Of the gate.
    pub radius: f64,
}

/// The least way from the edge of each gate to the edge of the next one in millimetres; the last one leads to the start.
pub fn legs_mm(gates: &[Gate]) -> Vec<i64> {
    let next = gates.iter().cycle().skip(1);
    gates
        .iter()
        .zip(next)
        .map(|(from, to)| {
            let metres = (to.x - from.x).hypot(to.z - from.z) - from.radius - to.radius;
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a room has a side of at most 64 m; a cast of a float saturates"
            )]
            let millimetres = (metres.max(0.0) * 1000.0).floor() as i64;
            millimetres
        })
        .collect()
}

/// The part of a run that beats the limit by the most. `steps_ms` has the time of each step: the exit from the start, then
/// the entry of each gate. Without legs nothing is known, and nothing is suspicious.
pub fn suspicion(legs_mm: &[i64], steps_ms: &[i64]) -> Option<Suspicion> {
    if legs_mm.is_empty() {
        return None;
    }
    // The way from the start to each step.
    let mut way = vec![0_i64];
    for leg in legs_mm
        .iter()
        .cycle()
        .take(steps_ms.len().saturating_sub(1))
    {
        way.push(way.last().copied().unwrap_or(0).saturating_add(*leg));
    }
    let mut worst: Option<Suspicion> = None;
    for (to_step, (to_ms, to_way)) in steps_ms.iter().zip(&way).enumerate() {
        for (from_step, (from_ms, from_way)) in steps_ms.iter().zip(&way).enumerate().take(to_step)
        {
            let far = (to_way - from_way - BURST_MM).max(0);
            let least_ms = far.saturating_mul(1000) / MM_PER_S - SLACK_MS;
            let took_ms = (to_ms - from_ms).max(0);
            let gain = |one: &Suspicion| one.least_ms - one.took_ms;
            let found = Suspicion {
                from_step,
                to_step,
                took_ms,
                least_ms,
            };
            if took_ms < least_ms && worst.as_ref().is_none_or(|one| gain(one) < gain(&found)) {
                worst = Some(found);
            }
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle with two legs of 20 m and one of 28.28 m, less the radii.
    fn triangle() -> Vec<i64> {
        let gate = |x, z| Gate { x, z, radius: 1.0 };
        legs_mm(&[gate(0.0, 0.0), gate(20.0, 0.0), gate(20.0, 20.0)])
    }

    #[test]
    fn legs_lead_from_edge_to_edge_and_back_to_the_start() {
        assert_eq!(triangle(), [18_000, 18_000, 26_284]);
        let gate = |x| Gate {
            x,
            z: 0.0,
            radius: 3.0,
        };
        assert_eq!(
            legs_mm(&[gate(0.0), gate(1.0)]),
            [0, 0],
            "gates that overlap"
        );
    }

    #[test]
    fn a_run_at_the_limit_is_fine_and_a_faster_one_is_not() {
        let legs = triangle();
        let at = |speed_mm_per_s: i64, laps: usize| -> Vec<i64> {
            let mut times = vec![0];
            for leg in legs.iter().cycle().take(3 * laps) {
                times.push(times[times.len() - 1] + leg * 1000 / speed_mm_per_s);
            }
            times
        };
        for laps in 1..=3 {
            assert_eq!(suspicion(&legs, &at(MM_PER_S, laps)), None);
            assert!(suspicion(&legs, &at(2 * MM_PER_S, laps)).is_some());
        }
        // Within the burst on one leg, but not on all of three laps.
        assert_eq!(suspicion(&legs, &at(MM_PER_S * 11 / 10, 1)), None);
        assert!(suspicion(&legs, &at(MM_PER_S * 11 / 10, 3)).is_some());
    }

    #[test]
    fn the_part_that_is_too_fast_is_named() {
        let legs = [40_000, 40_000, 40_000];
        let found = suspicion(&legs, &[0, 8_000, 9_000, 17_000]).expect("a jump");
        assert_eq!((found.from_step, found.to_step), (1, 2));
        assert_eq!(found.took_ms, 1_000);
        // 29.875 m at 6.75 m/s, less the slack.
        assert_eq!(found.least_ms, 4_175);
    }

    #[test]
    fn races_from_before_are_not_checked() {
        assert_eq!(suspicion(&[], &[0, 1, 2]), None);
        assert_eq!(suspicion(&triangle(), &[]), None);
    }
}
