//! The tick: who receives which snapshot.

use bytes::Bytes;

use crate::ids::{ConnectionId, Slot};
use crate::protocol::{Pose, ServerMessage, encode_snapshot};

use super::effect::{Delivery, Effect};
use super::lag::{FULL_AFTER_TICKS, SKIP_AFTER_TICKS};
use super::machine::Room;
use super::member::Member;

/// What one client receives in one tick.
enum Share {
    Nothing,
    /// The snapshot that most clients receive.
    Common,
    /// A snapshot of its own: of the ticks from this one, without hidden members.
    Own(u32),
    Full,
}

impl Room {
    /// Ends a tick of 50 ms: sends the moves since the tick before, and removes members that did not resume.
    pub fn tick(&mut self, now_ms: u64) {
        self.tick += 1;
        self.remove_dropped(now_ms);
        self.chat_log.forget_old(now_ms);
        let movers = self.moved_since(self.tick);
        let mut common: Vec<ConnectionId> = Vec::new();
        for at in 0..self.members.len() {
            let tick = self.tick;
            let Some(member) = self.members[at].as_mut() else {
                continue;
            };
            let Some(connection) = member.connection().filter(|_| !member.is_away) else {
                continue;
            };
            let slot = member.slot;
            match share(member, &movers, tick) {
                Share::Nothing => {}
                Share::Common => {
                    member.lag.sent(tick);
                    common.push(connection);
                }
                Share::Own(from) => self.send_own_snapshot(slot, from),
                Share::Full => self.send_full(slot, false),
            }
        }
        if !common.is_empty() {
            let message = self.snapshot(&movers, self.tick);
            self.push(Effect::SendMany {
                to: common,
                delivery: Delivery::Droppable,
                message,
            });
        }
    }

    /// The members whose newest pose is of this tick or a later one.
    fn moved_since(&self, tick: u32) -> Vec<Slot> {
        let members = self.members.iter().flatten();
        members
            .filter(|member| member.moved_tick >= tick)
            .map(|member| member.slot)
            .collect()
    }

    fn snapshot(&self, slots: &[Slot], from: u32) -> Bytes {
        let entries: Vec<(Slot, Pose)> = slots
            .iter()
            .filter_map(|slot| Some((*slot, self.member(*slot)?.snapshot_pose(from))))
            .collect();
        encode_snapshot(self.tick, entries.into_iter())
    }

    fn send_own_snapshot(&mut self, slot: Slot, from: u32) {
        let mut slots = self.moved_since(from);
        let tick = self.tick;
        let Some(member) = self.member_mut(slot) else {
            return;
        };
        member.missed_from = None;
        slots.retain(|other| !member.hides(*other));
        if slots.is_empty() {
            return;
        }
        member.lag.sent(tick);
        let message = self.snapshot(&slots, from);
        self.send_bytes(slot, Delivery::Droppable, message);
    }

    /// Sends everybody that the member may see. It replaces what its client knew.
    pub(super) fn send_full(&mut self, slot: Slot, with_looks: bool) {
        let tick = self.tick;
        let Some(member) = self.member_mut(slot) else {
            return;
        };
        member.lag.full_sent(tick);
        member.missed_from = None;
        member.needs_full = false;
        let Some(member) = self.member(slot) else {
            return;
        };
        let visible = self.members.iter().flatten();
        let members = visible
            .filter(|other| !member.hides(other.slot))
            .map(|other| other.presence(with_looks))
            .collect();
        self.send(slot, &ServerMessage::Full { tick, members });
    }

    pub(super) fn acknowledge(&mut self, slot: Slot, ack_tick: u32) {
        let tick = self.tick;
        if let Some(member) = self.member_mut(slot) {
            member.lag.acked(ack_tick, tick);
        }
    }

    /// The socket of this client took no snapshot in the current tick: the next one covers what it missed.
    pub fn snapshot_dropped(&mut self, connection: ConnectionId) {
        let tick = self.tick;
        let slot = self.slot_of(connection);
        if let Some(member) = slot.and_then(|slot| self.member_mut(slot)) {
            member.missed_from.get_or_insert(tick);
        }
    }
}

/// Decides by how far the client is behind.
fn share(member: &mut Member, movers: &[Slot], tick: u32) -> Share {
    let missed = member.missed_from.map_or(0, |from| tick - from);
    if member.lag.behind(tick).max(missed) > FULL_AFTER_TICKS {
        member.needs_full = true;
    }
    if member.needs_full {
        // As long as earlier messages are on their way, FULL would only make the client later.
        return match member.lag.is_current() {
            true => Share::Full,
            false => Share::Nothing,
        };
    }
    if member.lag.behind(tick) > SKIP_AFTER_TICKS {
        if !movers.is_empty() {
            member.missed_from.get_or_insert(tick);
        }
        return Share::Nothing;
    }
    match member.missed_from {
        Some(from) => Share::Own(from),
        None if movers.is_empty() => Share::Nothing,
        None if movers.iter().any(|slot| member.hides(*slot)) => Share::Own(tick),
        None => Share::Common,
    }
}
