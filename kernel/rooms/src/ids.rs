//! Identifiers of rooms and their instances, visitors, members and connections.

use std::fmt;
use std::sync::Arc;

use uuid::Uuid;

/// The longest room id, in bytes.
pub const MAX_ROOM_ID_BYTES: usize = 64;

/// The id of a room: 1 to 64 characters of `A-Z a-z 0-9 _ - . :`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(Arc<str>);

impl RoomId {
    /// `None` if the text is empty, too long, or has another character.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let is_allowed = |c: u8| c.is_ascii_alphanumeric() || b"_-.:".contains(&c);
        let fits = (1..=MAX_ROOM_ID_BYTES).contains(&text.len());
        (fits && text.bytes().all(is_allowed)).then(|| Self(text.into()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One running copy of a room. Index 0 is the first; higher ones open when those before are full.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId {
    pub room: RoomId,
    pub index: u16,
}

/// The account of a visitor, or the temporary id of a visitor without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identity {
    User(Uuid),
    Guest(Uuid),
}

/// A visitor on one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub identity: Identity,
    /// The login session of the device, with which the visit ends; nil for visitors without an account.
    pub login: Uuid,
}

impl Identity {
    #[must_use]
    pub fn id(&self) -> Uuid {
        match self {
            Self::User(id) | Self::Guest(id) => *id,
        }
    }

    #[must_use]
    pub fn is_guest(&self) -> bool {
        matches!(self, Self::Guest(_))
    }
}

/// The number of a member in one room. It is used again after the member has left.
pub type Slot = u16;

/// Unique per connection of this process. A member that reconnects keeps its slot and gets another connection.
pub type ConnectionId = u64;
