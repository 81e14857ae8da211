//! Messages from the room to a client.

use bytes::{BufMut, Bytes};

use crate::ids::Slot;

use super::client::{MAX_CHAT_BYTES, MAX_TICKET_BYTES};
use super::codec::{DecodeError, Reader, Result, put_blob, put_text};
use super::codes::{ErrorCode, KickCode, MoveRefusal};
use super::pose::Pose;
use super::presence::{MAX_NAME_BYTES, Presence};

/// The largest room state, in bytes.
pub const MAX_STATE_BYTES: usize = 64 * 1024;
/// The largest content of a custom event, in bytes.
pub const MAX_EVENT_BYTES: usize = 16 * 1024;
/// The longest kind of a custom event, in bytes.
pub const MAX_EVENT_KIND_BYTES: usize = 64;
/// The longest reason of a KICK, in bytes.
pub const MAX_REASON_BYTES: usize = 256;

const WELCOME: u8 = 0x81;
const SNAP: u8 = 0x82;
const FULL: u8 = 0x83;
const JOIN: u8 = 0x84;
const LEAVE: u8 = 0x85;
const EVENT: u8 = 0x86;
const CHAT: u8 = 0x87;
const ACK: u8 = 0x88;
const NACK: u8 = 0x89;
const MOVED: u8 = 0x8A;
const ERROR: u8 = 0x8B;
const KICK: u8 = 0x8C;
const PONG: u8 = 0x8D;
const STATE: u8 = 0x8E;
const RTC: u8 = 0x8F;
const RESUME: u8 = 0x90;

/// The first message that a client receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Welcome {
    pub version: u8,
    pub slot: Slot,
    pub instance: u16,
    pub tick: u32,
    pub tick_hz: u8,
    pub server_ms: u64,
    /// The membership continued: same slot, seat and position, and missed chat follows.
    pub is_resumed: bool,
    /// The correction that MOVE must carry from now on.
    pub correction: u8,
    pub pose: Pose,
}

/// Something that happens to members, or an event of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Emoji { slot: Slot, id: u8, tick: u32 },
    Gesture { slot: Slot, id: u8, tick: u32 },
    Sit { slot: Slot, seat: u16 },
    Stand { slot: Slot, seat: u16 },
    Away { slot: Slot },
    Back { slot: Slot },
    Custom { kind: String, json: Bytes },
}

/// A message from the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerMessage {
    Welcome(Welcome),
    /// The members that moved since the snapshot before. The only message that may be left out.
    Snap {
        tick: u32,
        moved: Vec<(Slot, Pose)>,
    },
    /// All visible members. It replaces what the client knew.
    Full {
        tick: u32,
        members: Vec<Presence>,
    },
    Join(Presence),
    Leave {
        slot: Slot,
    },
    Event(Event),
    Chat {
        /// Grows with each message of this instance.
        id: u32,
        slot: Slot,
        name: String,
        text: String,
    },
    /// The request was accepted.
    Ack {
        request: u16,
    },
    Nack {
        sequence: u16,
        code: MoveRefusal,
        correction: u8,
        pose: Pose,
    },
    /// The server moved this client.
    Moved {
        correction: u8,
        pose: Pose,
    },
    /// The request was refused.
    Error {
        request: u16,
        code: ErrorCode,
        detail: u8,
        retry_after_ms: u32,
    },
    Kick {
        code: KickCode,
        is_resumable: bool,
        reason: String,
    },
    Pong {
        client_ms: u32,
        server_ms: u64,
        tick: u32,
    },
    State {
        version: u64,
        json: Bytes,
    },
    /// Replaces the resume token that the client holds.
    Resume {
        token: String,
    },
}

/// Encodes SNAP without an intermediate list.
pub fn encode_snapshot(tick: u32, moved: impl ExactSizeIterator<Item = (Slot, Pose)>) -> Bytes {
    let mut out = Vec::with_capacity(7 + moved.len() * (2 + Pose::LEN));
    out.put_u8(SNAP);
    out.put_u32_le(tick);
    out.put_u16_le(u16::try_from(moved.len()).unwrap_or(u16::MAX));
    for (slot, pose) in moved.take(usize::from(u16::MAX)) {
        out.put_u16_le(slot);
        pose.put(&mut out);
    }
    out.into()
}

impl ServerMessage {
    /// Encodes the message. A text over its limit is cut.
    #[must_use]
    pub fn encode(&self) -> Bytes {
        let mut out = Vec::with_capacity(32);
        match self {
            Self::Welcome(welcome) => welcome.put(&mut out),
            Self::Snap { tick, moved } => return encode_snapshot(*tick, moved.iter().copied()),
            Self::Full { tick, members } => {
                out.put_u8(FULL);
                out.put_u32_le(*tick);
                out.put_u16_le(u16::try_from(members.len()).unwrap_or(u16::MAX));
                for member in members.iter().take(usize::from(u16::MAX)) {
                    member.put(&mut out);
                }
            }
            Self::Join(presence) => {
                out.put_u8(JOIN);
                presence.put(&mut out);
            }
            Self::Leave { slot } => {
                out.put_u8(LEAVE);
                out.put_u16_le(*slot);
            }
            Self::Event(event) => event.put(&mut out),
            Self::Chat {
                id,
                slot,
                name,
                text,
            } => {
                out.put_u8(CHAT);
                out.put_u32_le(*id);
                out.put_u16_le(*slot);
                put_text(&mut out, name, MAX_NAME_BYTES);
                put_text(&mut out, text, MAX_CHAT_BYTES);
            }
            other => other.put_reply(&mut out),
        }
        out.into()
    }

    /// The messages that concern the receiver alone, and STATE.
    fn put_reply(&self, out: &mut Vec<u8>) {
        match self {
            Self::Ack { request } => {
                out.put_u8(ACK);
                out.put_u16_le(*request);
            }
            Self::Nack {
                sequence,
                code,
                correction,
                pose,
            } => {
                out.put_u8(NACK);
                out.put_u16_le(*sequence);
                out.put_slice(&[code.byte(), *correction]);
                pose.put(out);
            }
            Self::Moved { correction, pose } => {
                out.put_slice(&[MOVED, *correction]);
                pose.put(out);
            }
            Self::Error {
                request,
                code,
                detail,
                retry_after_ms,
            } => {
                out.put_u8(ERROR);
                out.put_u16_le(*request);
                out.put_slice(&[code.byte(), *detail]);
                out.put_u32_le(*retry_after_ms);
            }
            Self::Kick {
                code,
                is_resumable,
                reason,
            } => {
                out.put_slice(&[KICK, code.byte(), u8::from(*is_resumable)]);
                put_text(out, reason, MAX_REASON_BYTES);
            }
            Self::Pong {
                client_ms,
                server_ms,
                tick,
            } => {
                out.put_u8(PONG);
                out.put_u32_le(*client_ms);
                out.put_u64_le(*server_ms);
                out.put_u32_le(*tick);
            }
            Self::State { version, json } => {
                out.put_u8(STATE);
                out.put_u64_le(*version);
                put_blob(out, json);
            }
            Self::Resume { token } => {
                out.put_u8(RESUME);
                put_text(out, token, MAX_TICKET_BYTES);
            }
            Self::Welcome(_)
            | Self::Snap { .. }
            | Self::Full { .. }
            | Self::Join(_)
            | Self::Leave { .. }
            | Self::Event(_)
            | Self::Chat { .. } => {}
        }
    }

    /// Decodes one frame.
    ///
    /// # Errors
    /// Every frame that is not exactly one message.
    pub fn decode(frame: &[u8]) -> Result<Self> {
        let (&opcode, body) = frame.split_first().ok_or(DecodeError::Empty)?;
        let mut reader = Reader::new(body);
        let message = Self::read(opcode, &mut reader)?;
        reader.finish()?;
        Ok(message)
    }

    fn read(opcode: u8, reader: &mut Reader<'_>) -> Result<Self> {
        Ok(match opcode {
            WELCOME => Self::Welcome(Welcome::read(reader)?),
            SNAP => Self::Snap {
                tick: reader.u32("tick")?,
                moved: list(reader, |reader| {
                    Ok((reader.u16("slot")?, Pose::read(reader)?))
                })?,
            },
            FULL => Self::Full {
                tick: reader.u32("tick")?,
                members: list(reader, Presence::read)?,
            },
            JOIN => Self::Join(Presence::read(reader)?),
            LEAVE => Self::Leave {
                slot: reader.u16("slot")?,
            },
            EVENT => Self::Event(Event::read(reader)?),
            CHAT => Self::Chat {
                id: reader.u32("id")?,
                slot: reader.u16("slot")?,
                name: reader.text(MAX_NAME_BYTES, "name")?,
                text: reader.text(MAX_CHAT_BYTES, "text")?,
            },
            _ => return Self::read_reply(opcode, reader),
        })
    }

    fn read_reply(opcode: u8, reader: &mut Reader<'_>) -> Result<Self> {
        Ok(match opcode {
            ACK => Self::Ack {
                request: reader.u16("request")?,
            },
            NACK => Self::Nack {
                sequence: reader.u16("sequence")?,
                code: code(reader, MoveRefusal::from_byte)?,
                correction: reader.u8("correction")?,
                pose: Pose::read(reader)?,
            },
            MOVED => Self::Moved {
                correction: reader.u8("correction")?,
                pose: Pose::read(reader)?,
            },
            ERROR => Self::Error {
                request: reader.u16("request")?,
                code: code(reader, ErrorCode::from_byte)?,
                detail: reader.u8("detail")?,
                retry_after_ms: reader.u32("retry_after_ms")?,
            },
            KICK => Self::Kick {
                code: code(reader, KickCode::from_byte)?,
                is_resumable: reader.bool("resumable")?,
                reason: reader.text(MAX_REASON_BYTES, "reason")?,
            },
            PONG => Self::Pong {
                client_ms: reader.u32("client_ms")?,
                server_ms: reader.u64("server_ms")?,
                tick: reader.u32("tick")?,
            },
            STATE => Self::State {
                version: reader.u64("version")?,
                json: reader.blob(MAX_STATE_BYTES, "json")?,
            },
            RESUME => Self::Resume {
                token: reader.text(MAX_TICKET_BYTES, "token")?,
            },
            RTC => return Err(DecodeError::ReservedOpcode(RTC)),
            other => return Err(DecodeError::UnknownOpcode(other)),
        })
    }
}

fn code<T>(reader: &mut Reader<'_>, from_byte: fn(u8) -> Option<T>) -> Result<T> {
    from_byte(reader.u8("code")?).ok_or(DecodeError::InvalidValue("code"))
}

/// A list with its length as u16. Nothing is allocated before the first item was read.
fn list<T>(reader: &mut Reader<'_>, item: fn(&mut Reader<'_>) -> Result<T>) -> Result<Vec<T>> {
    let count = reader.u16("count")?;
    (0..count).map(|_| item(reader)).collect()
}

impl Welcome {
    fn put(&self, out: &mut Vec<u8>) {
        out.put_slice(&[WELCOME, self.version]);
        out.put_u16_le(self.slot);
        out.put_u16_le(self.instance);
        out.put_u32_le(self.tick);
        out.put_u8(self.tick_hz);
        out.put_u64_le(self.server_ms);
        out.put_slice(&[u8::from(self.is_resumed), self.correction]);
        self.pose.put(out);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            version: reader.u8("version")?,
            slot: reader.u16("slot")?,
            instance: reader.u16("instance")?,
            tick: reader.u32("tick")?,
            tick_hz: reader.u8("tick_hz")?,
            server_ms: reader.u64("server_ms")?,
            is_resumed: reader.bool("resumed")?,
            correction: reader.u8("correction")?,
            pose: Pose::read(reader)?,
        })
    }
}

impl Event {
    fn put(&self, out: &mut Vec<u8>) {
        let (kind, slot) = match self {
            Self::Emoji { slot, .. } => (0, *slot),
            Self::Gesture { slot, .. } => (1, *slot),
            Self::Sit { slot, .. } => (2, *slot),
            Self::Stand { slot, .. } => (3, *slot),
            Self::Away { slot } => (4, *slot),
            Self::Back { slot } => (5, *slot),
            Self::Custom { kind, json } => {
                out.put_slice(&[EVENT, 255]);
                put_text(out, kind, MAX_EVENT_KIND_BYTES);
                put_blob(out, json);
                return;
            }
        };
        out.put_slice(&[EVENT, kind]);
        out.put_u16_le(slot);
        match self {
            Self::Emoji { id, tick, .. } | Self::Gesture { id, tick, .. } => {
                out.put_u8(*id);
                out.put_u32_le(*tick);
            }
            Self::Sit { seat, .. } | Self::Stand { seat, .. } => out.put_u16_le(*seat),
            Self::Away { .. } | Self::Back { .. } | Self::Custom { .. } => {}
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let kind = reader.u8("kind")?;
        if kind == 255 {
            return Ok(Self::Custom {
                kind: reader.text(MAX_EVENT_KIND_BYTES, "kind")?,
                json: reader.blob(MAX_EVENT_BYTES, "json")?,
            });
        }
        let slot = reader.u16("slot")?;
        Ok(match kind {
            0 => Self::Emoji {
                slot,
                id: reader.u8("id")?,
                tick: reader.u32("tick")?,
            },
            1 => Self::Gesture {
                slot,
                id: reader.u8("id")?,
                tick: reader.u32("tick")?,
            },
            2 => Self::Sit {
                slot,
                seat: reader.u16("seat")?,
            },
            3 => Self::Stand {
                slot,
                seat: reader.u16("seat")?,
            },
            4 => Self::Away { slot },
            5 => Self::Back { slot },
            _ => return Err(DecodeError::InvalidValue("kind")),
        })
    }
}
