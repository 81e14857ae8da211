//! Emojis, gestures, interactions, seats, and the hidden tab.

use crate::ids::Slot;
use crate::protocol::{
    ErrorCode, Event, Feeling, Motion, Point, Pose, QUANTA_PER_METRE, ServerMessage,
};

use super::effect::RoomEvent;
use super::machine::Room;
use super::member::{EMOJI_LIMIT, INTERACT_LIMIT};

/// Emojis have the ids 0 to 14.
pub const EMOJI_COUNT: u8 = 15;
/// Gestures have the ids 0 to 7.
pub const GESTURE_COUNT: u8 = 8;
/// The kind of INTERACT that takes the seat `object`. The room handles it and emits no event.
pub const INTERACT_SIT: u8 = 0;
/// The kind of INTERACT that leaves the seat. The room handles it and emits no event.
pub const INTERACT_STAND: u8 = 1;

/// Emojis and gestures begin this many ticks after the current one, so that all clients can begin together.
const LEAD_TICKS: u32 = 2;
/// How far away a seat can be taken: 3 m.
const SEAT_REACH_QUANTA: u32 = 3 * QUANTA_PER_METRE;

impl Room {
    pub(super) fn show_feeling(&mut self, now_ms: u64, slot: Slot, request: u16, what: Feeling) {
        let tick = self.tick + LEAD_TICKS;
        if !self.may_interact(slot) {
            return self.refuse(slot, request, ErrorCode::NotAllowed, 0, 0);
        }
        let event = match what {
            Feeling::Emoji(id) if id < EMOJI_COUNT => Event::Emoji { slot, id, tick },
            Feeling::Gesture(id) if id < GESTURE_COUNT => Event::Gesture { slot, id, tick },
            _ => return self.refuse(slot, request, ErrorCode::UnknownEmoji, 0, 0),
        };
        let Some(member) = self.member_mut(slot) else {
            return;
        };
        match member.emoji.take(EMOJI_LIMIT, 1, now_ms) {
            Ok(()) => self.send_around(slot, &ServerMessage::Event(event)),
            Err(wait_ms) => self.refuse(slot, request, ErrorCode::RateLimited, 0, wait_ms),
        }
    }

    pub(super) fn interact(
        &mut self,
        now_ms: u64,
        slot: Slot,
        request: u16,
        object: u32,
        kind: u8,
    ) {
        let Some(member) = self.member_mut(slot) else {
            return;
        };
        if let Err(wait_ms) = member.interact.take(INTERACT_LIMIT, 1, now_ms) {
            return self.refuse(slot, request, ErrorCode::RateLimited, 0, wait_ms);
        }
        let identity = member.identity;
        let result = match kind {
            _ if !self.may_interact(slot) => Err(ErrorCode::NotAllowed),
            INTERACT_SIT => self.sit(slot, object),
            INTERACT_STAND => {
                self.stand(slot);
                Ok(())
            }
            _ => {
                self.emit(RoomEvent::Interacted {
                    identity,
                    object,
                    kind,
                });
                Ok(())
            }
        };
        match result {
            Ok(()) => self.send(slot, &ServerMessage::Ack { request }),
            Err(code) => self.refuse(slot, request, code, 0, 0),
        }
    }

    /// Visitors without an account look on: they neither sit nor show feelings.
    fn may_interact(&self, slot: Slot) -> bool {
        self.member(slot)
            .is_some_and(|member| member.profile.permissions.may_interact)
    }

    fn sit(&mut self, slot: Slot, object: u32) -> Result<(), ErrorCode> {
        let seat = u16::try_from(object).map_err(|_| ErrorCode::UnknownSeat)?;
        let place = self.options.seats.get(usize::from(seat)).copied();
        let place = place.ok_or(ErrorCode::UnknownSeat)?;
        match self.seats[usize::from(seat)] {
            Some(owner) if owner == slot => return Ok(()),
            Some(_) => return Err(ErrorCode::SeatTaken),
            None => {}
        }
        let from = self.member(slot).map(|member| member.pose.at);
        let is_near = |from: Point| {
            from.ground_distance(place.at) <= SEAT_REACH_QUANTA
                && u32::from(from.y.abs_diff(place.at.y)) <= SEAT_REACH_QUANTA
        };
        if !from.is_some_and(is_near) {
            return Err(ErrorCode::TooFar);
        }
        self.free_seat(slot);
        self.seats[usize::from(seat)] = Some(slot);
        if let Some(member) = self.member_mut(slot) {
            member.seat = Some(seat);
        }
        self.send_around(slot, &ServerMessage::Event(Event::Sit { slot, seat }));
        let motion = Motion::Sit;
        self.correct(slot, Pose { motion, ..place });
        Ok(())
    }

    pub(super) fn stand(&mut self, slot: Slot) {
        self.free_seat(slot);
        let pose = self.member(slot).map(|member| member.pose);
        if let Some(pose) = pose.filter(|pose| pose.motion == Motion::Sit) {
            let motion = Motion::Idle;
            self.place(slot, Pose { motion, ..pose });
        }
    }

    pub(super) fn free_seat(&mut self, slot: Slot) {
        let seat = self.member_mut(slot).and_then(|member| member.seat.take());
        if let Some(seat) = seat {
            self.seats[usize::from(seat)] = None;
            self.send_around(slot, &ServerMessage::Event(Event::Stand { slot, seat }));
        }
    }

    pub(super) fn set_away(&mut self, slot: Slot, is_away: bool) {
        let Some(member) = self.member_mut(slot) else {
            return;
        };
        let was_away = std::mem::replace(&mut member.is_away, is_away);
        if was_away != is_away {
            let event = match is_away {
                true => Event::Away { slot },
                false => Event::Back { slot },
            };
            let audience = self.audience(slot);
            self.send_many(audience, &ServerMessage::Event(event));
        }
        match is_away {
            true => self.rest(slot),
            // Asking for FULL twice has no effect on others, and the flood limit covers it.
            false => self.send_full(slot, false),
        }
    }
}
