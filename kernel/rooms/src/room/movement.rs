//! Checks moves against the speed limit, the bounds and the terrain, and corrects the client.

use crate::ids::{Identity, Slot};
use crate::protocol::{KickCode, Motion, MoveRefusal, Pose, QUANTA_PER_METRE, ServerMessage};

use super::effect::{Effect, LeaveCause};
use super::machine::Room;
use super::member::{Member, WALK_LIMIT};

/// This many refused moves within the window end the connection.
const MAX_VIOLATIONS: usize = 10;
const VIOLATION_WINDOW_MS: u64 = 10_000;
/// How close to a spawn point a client's own teleport must end.
const SPAWN_QUANTA: u32 = QUANTA_PER_METRE * 3 / 2;
/// A sitting member that moves further than this stands up: 0.25 m.
const SEAT_QUANTA: u32 = 64;

impl Room {
    pub(super) fn walk(
        &mut self,
        now_ms: u64,
        slot: Slot,
        sequence: u16,
        correction: u8,
        pose: Pose,
    ) {
        let Some(member) = self.member_mut(slot) else {
            return;
        };
        let is_newer = |last: u16| {
            let ahead = sequence.wrapping_sub(last);
            ahead != 0 && ahead < 0x8000
        };
        if !member.last_sequence.is_none_or(is_newer) {
            return;
        }
        member.last_sequence = Some(sequence);
        // Moves that the client sent before it saw the correction start from a position that was refused.
        if correction != member.correction {
            return;
        }
        let pose = Pose {
            // Whether the jump is shown as a teleport is decided below, from the distance.
            teleport: pose.teleport && pose.at != member.pose.at,
            ..pose
        };
        if pose == member.pose {
            return;
        }
        match self.check_move(now_ms, slot, pose) {
            Ok(()) => self.accept_move(now_ms, slot, pose),
            Err(code) => self.refuse_move(now_ms, slot, sequence, code),
        }
    }

    fn check_move(&mut self, now_ms: u64, slot: Slot, pose: Pose) -> Result<(), MoveRefusal> {
        if !self.options.bounds.contains(pose.at) {
            return Err(MoveRefusal::OutOfBounds);
        }
        let spawns = &self.options.spawns;
        let is_spawn = pose.teleport
            && spawns.iter().any(|spawn| {
                spawn.at.ground_distance(pose.at) <= SPAWN_QUANTA
                    && u32::from(spawn.at.y.abs_diff(pose.at.y)) <= SPAWN_QUANTA
            });
        let terrain = self.options.terrain.clone();
        let Some(member) = self.member_mut(slot) else {
            return Ok(());
        };
        let from = member.pose.at;
        if is_spawn || pose.at == from {
            return Ok(());
        }
        if terrain.is_some_and(|terrain| !terrain.allows(from, pose.at)) {
            return Err(MoveRefusal::Blocked);
        }
        // Falling costs nothing: gravity is faster than running.
        let climb = u32::from(pose.at.y.saturating_sub(from.y));
        let distance = from.ground_distance(pose.at).max(climb);
        let refusal = match pose.teleport {
            true => MoveRefusal::Teleport,
            false => MoveRefusal::TooFast,
        };
        let taken = member.walk.take(WALK_LIMIT, distance, now_ms);
        taken.map_err(|_| refusal)
    }

    fn accept_move(&mut self, now_ms: u64, slot: Slot, pose: Pose) {
        let seat_pose = self.member(slot).and_then(|member| {
            let seat = usize::from(member.seat?);
            self.options.seats.get(seat).copied()
        });
        if let Some(seat) = seat_pose {
            let stays = seat.at.ground_distance(pose.at) <= SEAT_QUANTA;
            if !stays || pose.motion != Motion::Sit {
                self.free_seat(slot);
            }
        }
        match pose.teleport {
            true => self.record_way(now_ms, slot, pose.at, true),
            false => self.report_crossings(now_ms, slot, pose.at),
        }
        if let Some(member) = self.member_mut(slot) {
            member.moved_ms = now_ms;
        }
        self.place(slot, pose);
    }

    /// Sets the pose, which the next snapshot carries.
    pub(super) fn place(&mut self, slot: Slot, pose: Pose) {
        let next = self.tick + 1;
        if let Some(member) = self.member_mut(slot) {
            if pose.teleport {
                member.teleport_tick = Some(next);
            }
            member.moved_tick = next;
            member.pose = Pose {
                teleport: false,
                ..pose
            };
        }
    }

    /// A member without a connection stands still.
    pub(super) fn rest(&mut self, slot: Slot) {
        let pose = self.member(slot).map(|member| member.pose);
        let moves = |motion| !matches!(motion, Motion::Idle | Motion::Sit);
        if let Some(pose) = pose.filter(|pose| moves(pose.motion)) {
            let motion = Motion::Idle;
            self.place(slot, Pose { motion, ..pose });
        }
    }

    fn refuse_move(&mut self, now_ms: u64, slot: Slot, sequence: u16, code: MoveRefusal) {
        let Some(member) = self.member_mut(slot) else {
            return;
        };
        member.correction = member.correction.wrapping_add(1);
        let recent = |at: &u64| now_ms.saturating_sub(*at) < VIOLATION_WINDOW_MS;
        member.violations_ms.retain(recent);
        member.violations_ms.push(now_ms);
        let is_cheating = member.violations_ms.len() >= MAX_VIOLATIONS;
        let nack = ServerMessage::Nack {
            sequence,
            code,
            correction: member.correction,
            pose: member.pose,
        };
        self.send(slot, &nack);
        if is_cheating {
            self.expel(now_ms, slot, KickCode::Movement, code.name());
        }
    }

    /// Tells the member why, closes its connection and removes it.
    pub(super) fn expel(&mut self, now_ms: u64, slot: Slot, code: KickCode, reason: &str) {
        if let Some(connection) = self.member(slot).and_then(Member::connection) {
            self.push(Effect::Disconnect {
                connection,
                code,
                reason: reason.to_owned(),
            });
        }
        self.remove(now_ms, slot, LeaveCause::Kicked(code));
    }

    /// Moves a member to a place of the kernel's choice. False if it is no member.
    pub fn teleport(&mut self, identity: Identity, pose: Pose) -> bool {
        let Some(slot) = self.slot_of_identity(identity) else {
            return false;
        };
        self.free_seat(slot);
        self.correct(slot, pose);
        true
    }

    /// Places the member and tells its client.
    pub(super) fn correct(&mut self, slot: Slot, pose: Pose) {
        let teleport = true;
        self.place(slot, Pose { teleport, ..pose });
        if let Some(member) = self.member_mut(slot) {
            member.correction = member.correction.wrapping_add(1);
            let moved = ServerMessage::Moved {
                correction: member.correction,
                pose: member.pose,
            };
            self.send(slot, &moved);
        }
    }

    /// Whether a member can be placed there.
    pub(super) fn is_place(&self, pose: Pose) -> bool {
        let terrain = self.options.terrain.as_ref();
        self.options.bounds.contains(pose.at)
            && terrain.is_none_or(|terrain| terrain.allows(pose.at, pose.at))
    }
}
