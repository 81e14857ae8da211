//! The ways of runners: the positions that the room accepted, which moderators watch before they decide about a time.

use crate::course;
use crate::problems::REVIEW_NOT_FOUND;
use crate::race::Schedule;
use crate::reviews::OfReview;
use crate::store;
use serde::Serialize;
use witverse_sdk::http::{Params, Payload};
use witverse_sdk::{Ctx, Error, Uuid, games, params};

/// How long before the signal a way begins: the countdown.
const BEFORE_MS: i64 = 3_000;

/// Where a runner was between two crossings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    account: Uuid,
    from_ms: i64,
    /// The time, x and z of each point.
    points: Vec<i64>,
}

impl Way {
    /// The part of a way that belongs to a race; `None` if no point does.
    pub(crate) fn during(
        schedule: Schedule,
        account: &Uuid,
        way: &[(i64, i64, i64)],
    ) -> Option<Self> {
        let (from, until) = (schedule.go_ms - BEFORE_MS, schedule.limit_ms);
        let inside: Vec<_> = way
            .iter()
            .filter(|(at_ms, ..)| (from..=until).contains(at_ms))
            .collect();
        let (from_ms, ..) = inside.first()?;
        Some(Self {
            account: account.clone(),
            from_ms: *from_ms,
            points: inside
                .iter()
                .flat_map(|(at_ms, x, z)| [*at_ms, *x, *z])
                .collect(),
        })
    }
}

/// Stores ways of a race. Idempotent.
pub(crate) fn insert(ctx: &Ctx, race: &Uuid, ways: &[Way]) -> Result<(), Error> {
    for way in ways {
        ctx.sql().execute(
            "insert into way (race_id, account_id, from_ms, points) values ($1, $2, $3, $4) \
             on conflict (race_id, account_id, from_ms) do nothing",
            &params![race, &way.account, way.from_ms, way.points.clone()],
        )?;
    }
    Ok(())
}

/// A run to watch: the gates, the steps and the way.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunToWatch {
    /// The gates as they stood in this race, the start first; empty for races from before they were stored.
    gates: Vec<GatePlace>,
    /// When each step was done, in milliseconds after the signal.
    steps_ms: Vec<i64>,
    /// Milliseconds after the signal, x and z in centimetres.
    #[schemars(with = "Vec<Vec<i64>>", inner(length(min = 3, max = 3)))]
    points: Vec<(i64, i64, i64)>,
}

/// A round gate in centimetres; the start is the first one.
#[derive(Serialize, schemars::JsonSchema)]
struct GatePlace {
    /// Centimetres to the right of the middle of the room.
    x: i64,
    /// Centimetres in front of the middle of the room.
    z: i64,
    /// Centimetres.
    radius: i64,
}

/// The way of a run that is under review. For moderators of the block.
pub(crate) fn view_way(
    ctx: &Ctx,
    Params(of): Params<OfReview>,
) -> Result<Payload<RunToWatch>, Error> {
    let block = course::parse_block(&of.id)?;
    games::require_moderator(ctx, &block)?;
    let id = Uuid::parse(&of.review_id).ok_or(REVIEW_NOT_FOUND)?;
    let found: Option<(Uuid, Uuid)> = ctx.sql().optional(
        "select race_id, account_id from review where id = $1 and block_id = $2",
        &params![&id, &block],
    )?;
    let (race_id, account) = found.ok_or(REVIEW_NOT_FOUND)?;
    let race = store::find(ctx, &race_id)?.ok_or(REVIEW_NOT_FOUND)?;
    let go_ms = race.schedule.go_ms;
    let mut steps = store::tracks(ctx, &race_id, vec![account.clone()])?;
    let steps_ms = steps.pop().map(|(_, steps)| steps).unwrap_or_default();
    let parts: Vec<(Vec<i64>,)> = ctx
        .sql()
        .query(
            "select points from way where race_id = $1 and account_id = $2 order by from_ms",
            &params![&race_id, &account],
        )?
        .all()?;
    let points = parts.iter().flat_map(|(points,)| threes(points));
    Ok(Payload(RunToWatch {
        gates: threes(&race.gates_cm)
            .map(|(x, z, radius)| GatePlace { x, z, radius })
            .collect(),
        steps_ms: steps_ms.into_iter().map(|at_ms| at_ms - go_ms).collect(),
        points: points.map(|(at_ms, x, z)| (at_ms - go_ms, x, z)).collect(),
    }))
}

fn threes(numbers: &[i64]) -> impl Iterator<Item = (i64, i64, i64)> + '_ {
    let (threes, _) = numbers.as_chunks::<3>();
    threes.iter().map(|[a, b, c]| (*a, *b, *c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_begins_with_the_countdown() {
        let schedule = Schedule::from_now(0, 1);
        let go = schedule.go_ms;
        let during = |way: &[(i64, i64, i64)]| Way::during(schedule, &Uuid::nil(), way);
        assert_eq!(during(&[]), None);
        assert_eq!(during(&[(go - 3_001, 1, 2)]), None);
        let way = during(&[(go - 3_001, 1, 2), (go - 3_000, 3, 4), (go, 5, 6)]).expect("a way");
        assert_eq!(way.from_ms, go - 3_000);
        assert_eq!(way.points, [go - 3_000, 3, 4, go, 5, 6]);
        assert_eq!(during(&[(schedule.limit_ms + 1, 1, 2)]), None);
    }

    #[test]
    fn numbers_are_read_in_threes() {
        assert_eq!(
            threes(&[1, 2, 3, 4, 5, 6]).collect::<Vec<_>>(),
            [(1, 2, 3), (4, 5, 6)]
        );
        assert_eq!(threes(&[]).count(), 0);
    }
}
