//! The way of one client through a room. Each client has a lane of its own, so that a pose tells who made the move and
//! when, without a word about it in the protocol.

use std::sync::atomic::{AtomicU32, Ordering};

use witverse_rooms::protocol::{Motion, Point, Pose};

/// Where the rooms of the probe let people appear, in quanta of a position.
const CENTRE: u16 = 32_768 + 32 * 256;
/// Distance of two lanes.
const LANE: u16 = 4;
/// Way of one move: 0.6 m/s at 20 Hz.
const STEP: u16 = 8;
/// Moves in one direction.
const STEPS: u16 = 256;
/// The way to the own lane, at most 3.1 m/s.
const TO_LANE: u16 = 40;
pub(super) const LANES: u16 = 500;

/// When each position of each lane was sent last, in microseconds.
pub(super) struct SendTimes(Vec<AtomicU32>);

impl Default for SendTimes {
    fn default() -> Self {
        let positions = usize::from(LANES) * usize::from(2 * STEPS);
        Self((0..positions).map(|_| AtomicU32::new(0)).collect())
    }
}

impl SendTimes {
    pub(super) fn note(&self, pose: &Pose, at: u32) {
        if let Some(cell) = self.cell(pose) {
            cell.store(at, Ordering::Relaxed);
        }
    }

    /// When this pose was sent; none before its client has reached its lane.
    pub(super) fn of(&self, pose: &Pose) -> Option<u32> {
        let at = self.cell(pose)?.load(Ordering::Relaxed);
        (at != 0).then_some(at)
    }

    fn cell(&self, pose: &Pose) -> Option<&AtomicU32> {
        let lane = (pose.at.z.checked_sub(CENTRE - LANES / 2 * LANE)?) / LANE;
        let position = pose.at.x.checked_sub(CENTRE)? / (STEP / 2);
        if lane >= LANES || position >= 2 * STEPS {
            return None;
        }
        self.0
            .get(usize::from(lane) * usize::from(2 * STEPS) + usize::from(position))
    }
}

/// Walks to its lane, and then up and down in it. The way back passes other positions than the way there.
pub(super) struct Walk {
    z: u16,
    lane: u16,
    step: u16,
}

impl Walk {
    pub(super) fn new(lane: u16) -> Self {
        Self {
            z: CENTRE,
            lane: CENTRE - LANES / 2 * LANE + lane % LANES * LANE,
            step: 0,
        }
    }

    /// The pose of a resumed connection is the server's.
    pub(super) fn continue_from(&mut self, pose: &Pose) {
        self.z = pose.at.z;
    }

    pub(super) fn next(&mut self) -> Pose {
        if self.z == self.lane {
            self.step = (self.step + 1) % (2 * STEPS);
        } else if self.z < self.lane {
            self.z = self.lane.min(self.z + TO_LANE);
        } else {
            self.z = self.lane.max(self.z - TO_LANE);
        }
        let x = if self.step < STEPS {
            self.step * STEP
        } else {
            (2 * STEPS - self.step) * STEP - STEP / 2
        };
        Pose {
            at: Point {
                x: CENTRE + x,
                y: 32_768,
                z: self.z,
            },
            yaw: self.step.to_le_bytes()[0],
            motion: Motion::Walk,
            ..Pose::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_a_lane_is_passed_once_in_a_turn() {
        let mut walk = Walk::new(7);
        while walk.step == 0 {
            walk.next();
        }
        let mut seen: Vec<u16> = (0..2 * STEPS).map(|_| walk.next().at.x).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), usize::from(2 * STEPS));
    }

    #[test]
    fn a_pose_tells_when_it_was_sent() {
        let times = SendTimes::default();
        let (mut one, mut other) = (Walk::new(0), Walk::new(499));
        let mut last = (Pose::default(), Pose::default());
        for at in 1..400 {
            last = (one.next(), other.next());
            times.note(&last.0, at);
            times.note(&last.1, at + 1000);
        }
        assert_eq!(times.of(&last.0), Some(399));
        assert_eq!(times.of(&last.1), Some(1399));
        assert_eq!(times.of(&Pose::default()), None);
    }
}
