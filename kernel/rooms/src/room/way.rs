//! The way of a member: its accepted positions, for games that show a run again.

use std::collections::VecDeque;

use crate::protocol::Point;

/// The least time between two points of a way. Jumps and crossings are recorded at once.
const SAMPLE_MS: u64 = 100;
/// Points that are kept: a minute. Older ones are dropped.
const MAX_WAYPOINTS: usize = 600;

/// Where a member was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waypoint {
    /// When the room accepted the position, on the clock of the rooms.
    pub at_ms: u64,
    pub at: Point,
}

/// The accepted positions of a member since its last crossing.
#[derive(Debug, Default)]
pub(super) struct Way(VecDeque<Waypoint>);

impl Way {
    /// Records a position, unless the last one is recent. `is_exact`: in any case.
    pub(super) fn add(&mut self, at_ms: u64, at: Point, is_exact: bool) {
        let is_recent = |last: &Waypoint| at_ms.saturating_sub(last.at_ms) < SAMPLE_MS;
        if !is_exact && self.0.back().is_some_and(is_recent) {
            return;
        }
        if self.0.len() == MAX_WAYPOINTS {
            self.0.pop_front();
        }
        self.0.push_back(Waypoint { at_ms, at });
    }

    /// Takes all positions.
    pub(super) fn take(&mut self) -> Vec<Waypoint> {
        std::mem::take(&mut self.0).into()
    }
}
