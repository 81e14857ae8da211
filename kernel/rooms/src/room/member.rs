//! One member of a room: what is known about it, and its limits.

use bytes::Bytes;

use crate::ids::{ConnectionId, Identity, Slot};
use crate::protocol::{Point, Pose, Presence};

use super::bucket::{Bucket, Limit};
use super::lag::Lag;
use super::options::Profile;
use super::way::Way;

/// Running speed of 4.5 m/s with half of it on top: 6.75 m/s in quanta. The burst is 1.5 s of it, for a link that
/// stalls and then delivers several moves at once.
pub(super) const WALK_LIMIT: Limit = Limit {
    burst: 2592,
    per_second: 1728,
};
pub(super) const CHAT_LIMIT: Limit = Limit {
    burst: 5,
    per_second: 1,
};
pub(super) const EMOJI_LIMIT: Limit = Limit {
    burst: 6,
    per_second: 2,
};
pub(super) const INTERACT_LIMIT: Limit = Limit {
    burst: 10,
    per_second: 5,
};
/// Chat requests that are remembered, so that a repeated one is confirmed and not shown again.
const REMEMBERED_REQUESTS: usize = 8;

/// Where a member's connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    Connected(ConnectionId),
    /// Lost, and the member can resume.
    Dropped {
        since_ms: u64,
    },
}

pub(super) struct Member {
    pub(super) slot: Slot,
    pub(super) identity: Identity,
    pub(super) profile: Profile,
    pub(super) link: Link,
    pub(super) joined_ms: u64,
    pub(super) is_away: bool,
    /// Slots of members that this one must not see, and the other way round.
    pub(super) hidden: Vec<Slot>,

    pub(super) pose: Pose,
    /// When the client's last move was accepted.
    pub(super) moved_ms: u64,
    pub(super) way: Way,
    /// The tick whose snapshot carries the newest pose.
    pub(super) moved_tick: u32,
    pub(super) teleport_tick: Option<u32>,
    pub(super) last_sequence: Option<u16>,
    pub(super) correction: u8,
    pub(super) walk: Bucket,
    /// Times of recent refused moves.
    pub(super) violations_ms: Vec<u64>,
    pub(super) seat: Option<u16>,

    pub(super) lag: Lag,
    /// The first tick whose snapshot this client did not get.
    pub(super) missed_from: Option<u32>,
    pub(super) needs_full: bool,

    pub(super) chat: Bucket,
    pub(super) last_chat_ms: Option<u64>,
    /// The newest chat id when the member joined: earlier messages are not for it.
    pub(super) chat_from: u32,
    recent_requests: [Option<u16>; REMEMBERED_REQUESTS],
    next_request: usize,
    pub(super) emoji: Bucket,
    pub(super) interact: Bucket,
}

impl Member {
    pub(super) fn new(
        slot: Slot,
        identity: Identity,
        profile: Profile,
        connection: ConnectionId,
        pose: Pose,
        now_ms: u64,
    ) -> Self {
        Self {
            slot,
            identity,
            profile,
            link: Link::Connected(connection),
            joined_ms: now_ms,
            is_away: false,
            hidden: Vec::new(),
            pose,
            moved_ms: now_ms,
            way: Way::default(),
            moved_tick: 0,
            teleport_tick: None,
            last_sequence: None,
            correction: 0,
            walk: Bucket::full(WALK_LIMIT, now_ms),
            violations_ms: Vec::new(),
            seat: None,
            lag: Lag::default(),
            missed_from: None,
            needs_full: false,
            chat: Bucket::full(CHAT_LIMIT, now_ms),
            last_chat_ms: None,
            chat_from: 0,
            recent_requests: [None; REMEMBERED_REQUESTS],
            next_request: 0,
            emoji: Bucket::full(EMOJI_LIMIT, now_ms),
            interact: Bucket::full(INTERACT_LIMIT, now_ms),
        }
    }

    /// A new connection of the same visitor: what belongs to the old connection starts again.
    pub(super) fn reconnect(&mut self, connection: ConnectionId) {
        self.link = Link::Connected(connection);
        self.last_sequence = None;
        self.correction = self.correction.wrapping_add(1);
        self.lag = Lag::default();
        self.missed_from = None;
        self.needs_full = false;
    }

    pub(super) fn connection(&self) -> Option<ConnectionId> {
        match self.link {
            Link::Connected(connection) => Some(connection),
            Link::Dropped { .. } => None,
        }
    }

    pub(super) fn hides(&self, slot: Slot) -> bool {
        self.hidden.contains(&slot)
    }

    /// The entry of this member in a snapshot that covers the ticks from `from`.
    pub(super) fn snapshot_pose(&self, from: u32) -> Pose {
        Pose {
            teleport: self.teleport_tick.is_some_and(|tick| tick >= from),
            ..self.pose
        }
    }

    pub(super) fn presence(&self, with_look: bool) -> Presence {
        Presence {
            slot: self.slot,
            identity: self.identity,
            name: self.profile.name.clone(),
            is_away: self.is_away,
            is_moderator: self.profile.permissions.is_moderator,
            pose: Pose {
                teleport: false,
                ..self.pose
            },
            seat: self.seat,
            look: with_look.then(|| self.profile.look.clone()),
        }
    }

    pub(super) fn info(&self) -> MemberInfo {
        MemberInfo {
            slot: self.slot,
            identity: self.identity,
            name: self.profile.name.clone(),
            look: self.profile.look.clone(),
            is_away: self.is_away,
            is_connected: self.connection().is_some(),
            joined_ms: self.joined_ms,
            at: self.pose.at,
            seat: self.seat,
        }
    }

    /// True if this request was accepted before.
    pub(super) fn knows_request(&self, request: u16) -> bool {
        self.recent_requests.contains(&Some(request))
    }

    pub(super) fn remember_request(&mut self, request: u16) {
        self.recent_requests[self.next_request] = Some(request);
        self.next_request = (self.next_request + 1) % REMEMBERED_REQUESTS;
    }

    /// The connection starts with request numbers of its own.
    pub(super) fn forget_requests(&mut self) {
        self.recent_requests = [None; REMEMBERED_REQUESTS];
    }
}

/// A member as the kernel sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberInfo {
    pub slot: Slot,
    pub identity: Identity,
    pub name: String,
    pub look: Bytes,
    pub is_away: bool,
    /// False while a dropped connection can still resume.
    pub is_connected: bool,
    pub joined_ms: u64,
    pub at: Point,
    pub seat: Option<u16>,
}
