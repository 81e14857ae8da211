//! Messages from a client to the room.

use bytes::BufMut;

use super::codec::{DecodeError, Reader, Result, put_text};
use super::pose::Pose;

/// The longest ticket or resume token, in bytes.
pub const MAX_TICKET_BYTES: usize = 1024;
/// The longest chat text on the wire. The room's limit is in characters, and lower.
pub const MAX_CHAT_BYTES: usize = 400;

const HELLO: u8 = 0x01;
const MOVE: u8 = 0x02;
const EMOJI: u8 = 0x03;
const CHAT: u8 = 0x04;
const INTERACT: u8 = 0x05;
const PING: u8 = 0x06;
const AWAY: u8 = 0x07;
const RTC: u8 = 0x0F;

/// What EMOJI shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feeling {
    Emoji(u8),
    Gesture(u8),
}

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// The first message of every connection.
    Hello {
        version: u8,
        /// A ticket or a resume token.
        ticket: String,
        /// The highest id of a CHAT that this client has received; 0 for none.
        last_chat: u32,
    },
    Move {
        /// Grows by one with each MOVE, modulo 2^16.
        sequence: u16,
        /// The newest tick of a SNAP or FULL that was received.
        ack_tick: u32,
        /// The number of the newest correction (NACK, MOVED, WELCOME) that was applied.
        correction: u8,
        pose: Pose,
    },
    Emoji {
        request: u16,
        feeling: Feeling,
    },
    Chat {
        request: u16,
        text: String,
    },
    Interact {
        request: u16,
        object: u32,
        kind: u8,
    },
    Ping {
        /// Any value; PONG returns it.
        client_ms: u32,
    },
    /// `true`: the tab was hidden. `false`: it is visible again and asks for FULL.
    Away(bool),
}

impl ClientMessage {
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
            HELLO => Self::Hello {
                version: reader.u8("version")?,
                ticket: reader.text(MAX_TICKET_BYTES, "ticket")?,
                last_chat: reader.u32("last_chat")?,
            },
            MOVE => Self::Move {
                sequence: reader.u16("sequence")?,
                ack_tick: reader.u32("ack_tick")?,
                correction: reader.u8("correction")?,
                pose: Pose::read(reader)?,
            },
            EMOJI => Self::Emoji {
                request: reader.u16("request")?,
                feeling: match (reader.u8("kind")?, reader.u8("id")?) {
                    (0, id) => Feeling::Emoji(id),
                    (1, id) => Feeling::Gesture(id),
                    _ => return Err(DecodeError::InvalidValue("kind")),
                },
            },
            CHAT => Self::Chat {
                request: reader.u16("request")?,
                text: reader.text(MAX_CHAT_BYTES, "text")?,
            },
            INTERACT => Self::Interact {
                request: reader.u16("request")?,
                object: reader.u32("object")?,
                kind: reader.u8("kind")?,
            },
            PING => Self::Ping {
                client_ms: reader.u32("client_ms")?,
            },
            AWAY => Self::Away(reader.bool("away")?),
            RTC => return Err(DecodeError::ReservedOpcode(RTC)),
            other => return Err(DecodeError::UnknownOpcode(other)),
        })
    }

    /// Encodes the message. A text over its limit is cut.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(24);
        match self {
            Self::Hello {
                version,
                ticket,
                last_chat,
            } => {
                out.put_slice(&[HELLO, *version]);
                put_text(&mut out, ticket, MAX_TICKET_BYTES);
                out.put_u32_le(*last_chat);
            }
            Self::Move {
                sequence,
                ack_tick,
                correction,
                pose,
            } => {
                out.put_u8(MOVE);
                out.put_u16_le(*sequence);
                out.put_u32_le(*ack_tick);
                out.put_u8(*correction);
                pose.put(&mut out);
            }
            Self::Emoji { request, feeling } => {
                out.put_u8(EMOJI);
                out.put_u16_le(*request);
                match feeling {
                    Feeling::Emoji(id) => out.put_slice(&[0, *id]),
                    Feeling::Gesture(id) => out.put_slice(&[1, *id]),
                }
            }
            Self::Chat { request, text } => {
                out.put_u8(CHAT);
                out.put_u16_le(*request);
                put_text(&mut out, text, MAX_CHAT_BYTES);
            }
            Self::Interact {
                request,
                object,
                kind,
            } => {
                out.put_u8(INTERACT);
                out.put_u16_le(*request);
                out.put_u32_le(*object);
                out.put_u8(*kind);
            }
            Self::Ping { client_ms } => {
                out.put_u8(PING);
                out.put_u32_le(*client_ms);
            }
            Self::Away(is_away) => out.put_slice(&[AWAY, u8::from(*is_away)]),
        }
        out
    }
}
