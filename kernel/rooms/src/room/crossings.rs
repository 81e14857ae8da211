//! Crossings of zones: their entry and exit are reported, with the time at which the way of a member crosses the edge.
//!
//! A member moves in straight lines between accepted positions. The time of a crossing is interpolated on the line, so it
//! depends neither on the rate of the client's moves nor on the tick, and a fast member does not pass through a thin zone
//! unnoticed. Teleports, corrections, spawns and resumes are no way: they place a member inside or outside of a zone
//! without a crossing.
//!
//! A crossing carries the way since the one before, so that a game can show a run again.

use std::sync::Arc;

use crate::ids::Slot;
use crate::protocol::Point;

use super::effect::RoomEvent;
use super::machine::Room;

/// The usual pause between two moves of a client, and some of its delay. A member that stood still began its way at most
/// this long before the move arrived, unless it is longer than that at [`RUN_QUANTA_PER_S`].
const STEP_MS: u64 = 200;
/// Running speed: 4.5 m/s. Several moves of a stalled link arrive at once, and the way took as long as running it.
const RUN_QUANTA_PER_S: u64 = 1152;

/// The time of a point of the line, between the times of its ends.
fn interpolated(from_ms: u64, to_ms: u64, share: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share between 0 and 1 of a few seconds in milliseconds"
    )]
    let passed = (to_ms.saturating_sub(from_ms) as f64 * share).floor() as u64;
    from_ms + passed
}

/// When the way to a move that arrived at `now_ms` began. The position before it was accepted at `before_ms`.
fn way_began_ms(before_ms: u64, now_ms: u64, distance: u32) -> u64 {
    let running_ms = u64::from(distance) * 1000 / RUN_QUANTA_PER_S;
    let elapsed_ms = now_ms.saturating_sub(before_ms);
    now_ms.saturating_sub(elapsed_ms.min(running_ms.max(STEP_MS)))
}

impl Room {
    /// Reports the zones that a member entered and left on its way to a position that was accepted at `now_ms`, in the
    /// order of the way. Call it before the position is set.
    pub(super) fn report_crossings(&mut self, now_ms: u64, slot: Slot, to: Point) {
        if self.options.zones.is_empty() {
            return;
        }
        let Some(member) = self.member(slot) else {
            return;
        };
        let (identity, from) = (member.identity, member.pose.at);
        let began_ms = way_began_ms(member.moved_ms, now_ms, from.ground_distance(to));
        let mut crossings: Vec<(f64, Arc<str>, bool)> = Vec::new();
        for zone in &*self.options.zones {
            let Some(span) = zone.inside(from, to) else {
                continue;
            };
            if span.from > 0.0 {
                crossings.push((span.from, zone.id.clone(), true));
            }
            if span.to < 1.0 {
                crossings.push((span.to, zone.id.clone(), false));
            }
        }
        crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.record_way(now_ms, slot, to, !crossings.is_empty());
        for (share, zone, is_entry) in crossings {
            let way = self.member_mut(slot).map(|member| member.way.take());
            self.emit(RoomEvent::Crossed {
                identity,
                zone,
                at_ms: interpolated(began_ms, now_ms, share),
                is_entry,
                way: way.unwrap_or_default(),
            });
        }
    }

    /// Records a position of a member in a room with zones. `is_exact`: also if the last one is recent.
    pub(super) fn record_way(&mut self, now_ms: u64, slot: Slot, to: Point, is_exact: bool) {
        if self.options.zones.is_empty() {
            return;
        }
        if let Some(member) = self.member_mut(slot) {
            member.way.add(now_ms, to, is_exact);
        }
    }
}
