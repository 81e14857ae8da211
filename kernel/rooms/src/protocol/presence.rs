//! A member as other members see it: an entry of FULL, and the body of JOIN.

use bytes::{BufMut, Bytes};

use crate::ids::{Identity, Slot};

use super::codec::{DecodeError, Reader, Result, put_text};
use super::pose::Pose;

/// The longest display name, in bytes.
pub const MAX_NAME_BYTES: usize = 128;
/// The largest look, in bytes.
pub const MAX_LOOK_BYTES: usize = 4096;

pub const FLAG_AWAY: u8 = 1;
pub const FLAG_MODERATOR: u8 = 2;
pub const FLAG_GUEST: u8 = 4;

/// In place of a seat: the member does not sit.
const NO_SEAT: u16 = 0xFFFF;
/// In place of a look's length: the look is unchanged since the last JOIN or FULL that carried it.
const SAME_LOOK: u16 = 0xFFFF;

/// Everything about one member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    pub slot: Slot,
    pub identity: Identity,
    pub name: String,
    pub is_away: bool,
    pub is_moderator: bool,
    pub pose: Pose,
    pub seat: Option<u16>,
    /// Opaque to the room; `None` if the receiver already has it.
    pub look: Option<Bytes>,
}

impl Presence {
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        out.put_u16_le(self.slot);
        let mut flags = 0;
        for (is_set, flag) in [
            (self.is_away, FLAG_AWAY),
            (self.is_moderator, FLAG_MODERATOR),
            (self.identity.is_guest(), FLAG_GUEST),
        ] {
            flags |= if is_set { flag } else { 0 };
        }
        out.put_u8(flags);
        out.put_slice(self.identity.id().as_bytes());
        put_text(out, &self.name, MAX_NAME_BYTES);
        self.pose.put(out);
        out.put_u16_le(self.seat.unwrap_or(NO_SEAT));
        match &self.look {
            Some(look) => {
                let look = &look[..look.len().min(MAX_LOOK_BYTES)];
                out.put_u16_le(u16::try_from(look.len()).unwrap_or_default());
                out.put_slice(look);
            }
            None => out.put_u16_le(SAME_LOOK),
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let slot = reader.u16("slot")?;
        let flags = reader.u8("flags")?;
        if flags & !(FLAG_AWAY | FLAG_MODERATOR | FLAG_GUEST) != 0 {
            return Err(DecodeError::InvalidValue("flags"));
        }
        let id = reader.uuid("user")?;
        let identity = match flags & FLAG_GUEST {
            0 => Identity::User(id),
            _ => Identity::Guest(id),
        };
        let name = reader.text(MAX_NAME_BYTES, "name")?;
        let pose = Pose::read(reader)?;
        let seat = Some(reader.u16("seat")?).filter(|seat| *seat != NO_SEAT);
        let look = match reader.u16("look")? {
            SAME_LOOK => None,
            len if usize::from(len) > MAX_LOOK_BYTES => return Err(DecodeError::TooLong("look")),
            len => Some(Bytes::copy_from_slice(reader.bytes(len.into(), "look")?)),
        };
        Ok(Self {
            slot,
            identity,
            name,
            is_away: flags & FLAG_AWAY != 0,
            is_moderator: flags & FLAG_MODERATOR != 0,
            pose,
            seat,
            look,
        })
    }
}
