//! The rules of one room instance, as a state machine without IO, clock or randomness.
//!
//! Inputs are method calls that carry the time; outputs are [`Effect`]s, which the caller takes with
//! [`Room::take_effects`] and executes in order. The same inputs give the same effects. The room does not know sockets,
//! tickets or other instances.

mod actions;
mod bucket;
mod chat;
mod chat_log;
mod control;
mod crossings;
mod effect;
mod lag;
mod machine;
mod member;
mod movement;
mod options;
mod snapshots;
mod state;
mod terrain;
mod way;
mod zones;

#[cfg(test)]
mod tests;

pub use actions::{EMOJI_COUNT, GESTURE_COUNT, INTERACT_SIT, INTERACT_STAND};
pub use chat::MAX_CHAT_CHARS;
pub use chat_log::{AllowAll, ChatPolicy, ChatRecord, ChatVerdict, EVIDENCE_MS};
pub use effect::{Delivery, Effect, LeaveCause, RoomEvent};
pub use machine::{Entry, JoinRefusal, Room};
pub use member::MemberInfo;
pub use options::{Bounds, Layout, Permissions, Profile, Relations, RoomOptions};
pub use state::{StateError, VersionedState};
pub use terrain::{Cell, HeightGrid};
pub use way::Waypoint;
pub use zones::Zone;
