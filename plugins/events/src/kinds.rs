//! The words that an event consists of. Each is stored and sent as a text.

use serde::{Deserialize, Serialize};

macro_rules! stored_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
        pub enum $name {
            $($(#[$of])* #[serde(rename = $text)] $variant,)+
        }

        impl $name {
            /// The text that is stored and sent.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// Parses the result of [`Self::as_str`].
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}
pub(crate) use stored_enum;

stored_enum! {
    /// What people do at an event.
    Kind {
        /// People meet in a block. The specification's name of this type is `multi`.
        #[serde(alias = "multi")]
        Meetup = "meetup",
        /// People compete in the game of a block.
        Challenge = "challenge",
    }
}

stored_enum! {
    /// Who may take part.
    Eligibility {
        /// Anybody with an account.
        Open = "open",
        /// Owners of an item, or of an item of a collection.
        Items = "items",
        /// People with a ticket.
        Tickets = "tickets",
    }
}

stored_enum! {
    /// How places are given.
    Entry {
        /// To the first.
        First = "first",
        /// By the organiser's decision.
        Approval = "approval",
        /// By a draw.
        Draw = "draw",
    }
}

stored_enum! {
    /// The decision of an administrator of the world.
    Review {
        /// The event needs none.
        None = "none",
        /// It waits.
        Pending = "pending",
        /// It may take place.
        Approved = "approved",
        /// It may not.
        Rejected = "rejected",
    }
}

stored_enum! {
    /// What is stored about the course of an event.
    Status {
        /// Before or during the event.
        Open = "open",
        /// Cancelled before its end.
        Cancelled = "cancelled",
        /// Over.
        Ended = "ended",
    }
}

stored_enum! {
    /// How the attempts of a challenge count.
    Scoring {
        /// The best one.
        Best = "best",
        /// Their sum.
        Sum = "sum",
    }
}

stored_enum! {
    /// The phase of an event, as people see it.
    Phase {
        /// Waits for an administrator of the world.
        Requested = "requested",
        /// An administrator has refused it.
        Rejected = "rejected",
        /// Before its start.
        Pre = "pre",
        /// Between start and end.
        In = "in",
        /// Over.
        Post = "post",
        /// Cancelled.
        Cancelled = "cancelled",
    }
}
