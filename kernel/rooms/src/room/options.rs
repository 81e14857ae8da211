//! What the kernel decides about a room and its visitors.

use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;
use uuid::Uuid;

use crate::ids::Identity;
use crate::protocol::{Point, Pose};

use super::terrain::HeightGrid;
use super::zones::Zone;

/// The box in which members can be, both corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub min: Point,
    pub max: Point,
}

impl Bounds {
    /// Everything that the protocol can express.
    pub const ALL: Self = Self {
        min: Point { x: 0, y: 0, z: 0 },
        max: Point {
            x: u16::MAX,
            y: u16::MAX,
            z: u16::MAX,
        },
    };

    #[must_use]
    pub fn contains(&self, at: Point) -> bool {
        let holds = |min: u16, value: u16, max: u16| (min..=max).contains(&value);
        holds(self.min.x, at.x, self.max.x)
            && holds(self.min.y, at.y, self.max.y)
            && holds(self.min.z, at.z, self.max.z)
    }
}

/// A room as it opens.
#[derive(Clone, Debug)]
pub struct RoomOptions {
    /// Members per instance, 1 to 500.
    pub capacity: u16,
    pub bounds: Bounds,
    /// Where members appear, in turn; also the points that a client may teleport to.
    pub spawns: Vec<Pose>,
    /// The pose of each seat; a seat's number is its index.
    pub seats: Vec<Pose>,
    pub terrain: Option<Arc<HeightGrid>>,
    /// Seconds between two messages of one member; 0 switches slow mode off.
    pub slow_mode_s: u32,
    pub initial_state: Option<Bytes>,
    /// The places whose crossings are reported. A room without zones has no cost for them.
    pub zones: Arc<[Zone]>,
    /// The game that is played here. The room only keeps it for the kernel.
    pub game: Option<Arc<str>>,
    pub banned: Vec<Identity>,
}

/// Where members can be, where they appear and sit, and how often they chat: the part of [`RoomOptions`] that can change while the room runs.
#[derive(Clone, Debug)]
pub struct Layout {
    pub bounds: Bounds,
    pub spawns: Vec<Pose>,
    pub seats: Vec<Pose>,
    pub zones: Arc<[Zone]>,
    pub slow_mode_s: u32,
}

impl From<&RoomOptions> for Layout {
    fn from(options: &RoomOptions) -> Self {
        Self {
            bounds: options.bounds,
            spawns: options.spawns.clone(),
            seats: options.seats.clone(),
            zones: options.zones.clone(),
            slow_mode_s: options.slow_mode_s,
        }
    }
}

impl RoomOptions {
    pub const DEFAULT_CAPACITY: u16 = 50;
    pub const MAX_CAPACITY: u16 = 500;
}

impl Default for RoomOptions {
    fn default() -> Self {
        let spawn = Pose {
            at: Point::from_metres(0.0, 0.0, 0.0),
            ..Pose::default()
        };
        Self {
            capacity: Self::DEFAULT_CAPACITY,
            bounds: Bounds::ALL,
            spawns: vec![spawn],
            seats: Vec::new(),
            terrain: None,
            slow_mode_s: 0,
            initial_state: None,
            zones: Arc::default(),
            game: None,
            banned: Vec::new(),
        }
    }
}

/// What a member may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permissions {
    pub may_chat: bool,
    pub may_interact: bool,
    /// Shown to others, and exempt from slow mode.
    pub is_moderator: bool,
}

/// The people that a member does not want to meet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relations {
    /// Neither sees nor hears the other.
    pub blocked: HashSet<Uuid>,
    /// The member does not receive their chat.
    pub muted: HashSet<Uuid>,
}

/// A visitor as the kernel describes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// At most [`crate::protocol::MAX_NAME_BYTES`].
    pub name: String,
    /// Opaque, at most [`crate::protocol::MAX_LOOK_BYTES`].
    pub look: Bytes,
    pub permissions: Permissions,
    pub relations: Relations,
}
