//! The numbers of refusals: of a request, of a move, of a whole connection.

/// Declares an enum whose values have a byte and a name on the wire.
macro_rules! codes {
    ($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $byte:literal $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$note])* $variant = $byte,)* }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            #[must_use]
            pub fn from_byte(byte: u8) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| *code as u8 == byte)
            }

            #[must_use]
            pub fn byte(self) -> u8 {
                self as u8
            }

            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

codes! {
    /// Why a request was refused (ERROR). The connection stays open.
    ErrorCode {
        /// The profile lacks the permission.
        NotAllowed = 1 "not_allowed",
        TooLong = 2 "too_long",
        Empty = 3 "empty",
        /// Control characters in a text.
        InvalidText = 4 "invalid_text",
        /// The chat policy refused the text; `detail` is its code.
        Policy = 5 "policy",
        /// `retry_after_ms` says when the next message is allowed.
        SlowMode = 6 "slow_mode",
        /// `retry_after_ms` says when the next request is allowed.
        RateLimited = 7 "rate_limited",
        UnknownEmoji = 8 "unknown_emoji",
        SeatTaken = 9 "seat_taken",
        UnknownSeat = 10 "unknown_seat",
        TooFar = 11 "too_far",
        /// The opcode is reserved.
        Unsupported = 12 "unsupported",
    }
}

codes! {
    /// Why a move was refused (NACK).
    MoveRefusal {
        TooFast = 1 "too_fast",
        OutOfBounds = 2 "out_of_bounds",
        /// A cell that is not walkable, or a height that cannot be reached there.
        Blocked = 3 "blocked",
        /// A teleport to a point that is not a spawn point.
        Teleport = 4 "teleport",
    }
}

codes! {
    /// Why the server closes a connection (KICK). The WebSocket close code is 4000 + the byte.
    KickCode {
        /// Kicked by a moderator or by the platform.
        Kicked = 1 "kicked",
        Banned = 2 "banned",
        /// The same visitor connected again.
        Replaced = 3 "replaced",
        /// Too many frames.
        Flood = 4 "flood",
        /// Too many refused moves.
        Movement = 5 "movement",
        /// The client reads too slowly for reliable messages.
        Overflow = 6 "overflow",
        /// No bytes arrived in time.
        Idle = 7 "idle",
        /// The room was closed, for example because the block was deleted.
        RoomClosed = 8 "room_closed",
        /// The room's task ended after a fault of the server.
        RoomFailed = 9 "room_failed",
        BadMessage = 10 "bad_message",
        /// HELLO did not arrive in time.
        HelloTimeout = 11 "hello_timeout",
        /// The ticket is not valid; the reason names its error.
        Ticket = 12 "ticket",
        /// The kernel refused the visitor at the door; the reason is the kernel's.
        Refused = 13 "refused",
        /// The server stops or the room moves to another node.
        ServerRestart = 14 "server_restart",
        RoomFull = 15 "room_full",
        UnsupportedVersion = 16 "unsupported_version",
    }
}

impl KickCode {
    /// Whether the client should connect again with its resume token.
    #[must_use]
    pub fn is_resumable(self) -> bool {
        matches!(
            self,
            Self::Overflow | Self::Idle | Self::RoomFailed | Self::ServerRestart
        )
    }

    /// The code of the WebSocket close frame.
    #[must_use]
    pub fn close_code(self) -> u16 {
        4000 + u16::from(self.byte())
    }
}
