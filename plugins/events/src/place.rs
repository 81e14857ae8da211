//! A place at an event, and the quotas.
//!
//! A person has at most one place at an event that is not freed. `applied` waits for the organiser or the draw, `waiting` is on
//! the waiting list; `cart`, `offered` and `taken` occupy a place. Pure: no kernel, no statements.

use crate::event::Event;
use crate::kinds::stored_enum;
use serde::{Deserialize, Serialize};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Timestamp, Uuid};

/// How long a cart holds a place.
pub const CART_MS: i64 = 15 * 60_000;
/// How long an offer to a person on the waiting list holds a place.
pub const OFFER_MS: i64 = 48 * 60 * 60_000;
/// Check-in opens this long before the start.
pub const DOORS_MS: i64 = 60 * 60_000;

stored_enum! {
    /// The state of a place.
    State {
        /// Waits for the organiser's decision, or takes part in the draw.
        Applied = "applied",
        /// On the waiting list.
        Waiting = "waiting",
        /// Held while the person pays.
        Cart = "cart",
        /// Held for a person from the waiting list.
        Offered = "offered",
        /// The person takes part.
        Taken = "taken",
        /// Ended.
        Freed = "freed",
    }
}

impl State {
    /// Whether the place is not available to others.
    pub const fn is_occupied(self) -> bool {
        matches!(self, Self::Cart | Self::Offered | Self::Taken)
    }

    /// What a change to `next` adds to the occupied places of the quota.
    pub const fn delta(self, next: Self) -> i64 {
        next.is_occupied() as i64 - self.is_occupied() as i64
    }
}

stored_enum! {
    /// Why a place changed.
    Reason {
        /// Applied for it.
        Applied = "applied",
        /// Got a free place.
        Taken = "taken",
        /// Put into the cart.
        Cart = "cart",
        /// Paid for.
        Paid = "paid",
        /// The cart's time was over.
        CartExpired = "cart_expired",
        /// Joined the waiting list.
        Waiting = "waiting",
        /// Offered to the first of the waiting list.
        Offered = "offered",
        /// The offer was accepted.
        OfferAccepted = "offer_accepted",
        /// The offer's time was over.
        OfferExpired = "offer_expired",
        /// Passed over: may not take part any more.
        Skipped = "skipped",
        /// Given back, or the application was withdrawn.
        Left = "left",
        /// Approved by the organiser.
        Approved = "approved",
        /// Rejected by the organiser.
        Rejected = "rejected",
        /// Drawn.
        Drawn = "drawn",
        /// Not drawn.
        NotDrawn = "not_drawn",
        /// Received from another person.
        Transferred = "transferred",
        /// Given to another person.
        GivenAway = "given_away",
        /// Let in with the code.
        CheckedIn = "checked_in",
        /// Let in by the organiser without a code.
        CheckedInByHand = "checked_in_by_hand",
        /// Did not come.
        NoShow = "no_show",
        /// Applications closed before it was decided, offered or paid.
        EntryClosed = "entry_closed",
        /// The event was cancelled.
        Cancelled = "cancelled",
        /// Refunded after a postponement.
        Refunded = "refunded",
        /// One of the two has blocked the other.
        Closed = "closed",
        /// The person may not enter the world any more.
        Excluded = "excluded",
        /// The account was erased.
        Erased = "erased",
    }
}

stored_enum! {
    /// What an entry of the ledger of places is, for people who read it.
    EntryKind {
        /// Applied for, or joined the waiting list: no place yet.
        Applied = "applied",
        /// Held while the person pays.
        Held = "held",
        /// Offered to a person of the waiting list.
        Offered = "offered",
        /// The person takes part.
        Taken = "taken",
        /// Ended by a person: given back, cancelled or refunded.
        Freed = "freed",
        /// Ended by a rule: too late, not drawn, not approved.
        Lost = "lost",
    }
}

impl Reason {
    /// The kind of an entry with this reason.
    pub const fn kind(self) -> EntryKind {
        match self {
            Self::Applied | Self::Waiting => EntryKind::Applied,
            Self::Cart => EntryKind::Held,
            Self::Offered => EntryKind::Offered,
            Self::Taken
            | Self::Paid
            | Self::OfferAccepted
            | Self::Approved
            | Self::Drawn
            | Self::Transferred
            | Self::CheckedIn
            | Self::CheckedInByHand => EntryKind::Taken,
            Self::Left
            | Self::GivenAway
            | Self::Cancelled
            | Self::Refunded
            | Self::Closed
            | Self::Excluded
            | Self::Erased => EntryKind::Freed,
            Self::CartExpired
            | Self::OfferExpired
            | Self::Skipped
            | Self::Rejected
            | Self::NotDrawn
            | Self::NoShow
            | Self::EntryClosed => EntryKind::Lost,
        }
    }
}

/// A place `p` as stored.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
#[row(alias = "p")]
pub struct Place {
    /// Its id.
    pub id: Uuid,
    /// The event.
    #[row(column = "event_id")]
    pub event: Uuid,
    /// The ticket.
    #[row(column = "ticket_id")]
    pub ticket: Option<Uuid>,
    /// Whose it is; `None`: the account was erased.
    #[row(column = "holder_id")]
    pub holder: Option<Uuid>,
    /// Its state.
    #[row(parse)]
    pub state: State,
    /// What was paid, in hundredths.
    pub paid: i64,
    /// Who has paid.
    #[row(column = "payer_id")]
    pub payer: Option<Uuid>,
    /// The answer to the organiser's question.
    pub answer: Option<String>,
    /// Until when a cart or an offer holds it.
    pub held_until: Option<Timestamp>,
    /// The code for the door.
    pub code: Option<String>,
    /// When its holder was let in.
    pub checked_in_at: Option<Timestamp>,
    /// When the person applied: the order of the waiting list.
    pub joined_at: Timestamp,
    /// The rank in the draw.
    pub rank: Option<i64>,
    /// The item that admits its holder, at an event for owners of items.
    #[row(column = "item_id")]
    pub item: Option<Uuid>,
    /// What its holder's device has added to the leaf of a draw.
    pub nonce: Option<String>,
    /// It was paid, freed because its holder did not come, and not refunded.
    #[row(sql = "p.state = 'freed' and p.paid > 0 \
                 and exists (select 1 from place_entry x where x.place_id = p.id and x.reason = 'no_show') \
                 and not exists (select 1 from payout o where o.place_id = p.id and o.kind = 'refund')")]
    pub is_unrefunded_no_show: bool,
}

impl Place {
    /// Whether the payer can have the money back now: only of a place from before the postponement. A person who could not come
    /// to the new time has the rest of the week, also after the place was freed for that.
    pub fn is_refundable(&self, event: &Event, now: Timestamp) -> bool {
        let is_from_before = event.postponed_at.is_some_and(|at| self.joined_at < at);
        let is_unused = match self.state {
            State::Taken => self.checked_in_at.is_none(),
            _ => self.is_unrefunded_no_show,
        };
        is_unused && self.paid > 0 && is_from_before && event.is_refundable(now)
    }

    /// Whether its holder has paid for it: a place that was given to a friend stays paid by the first holder.
    pub fn is_paid_by_holder(&self) -> bool {
        self.payer.is_some() && self.payer == self.holder
    }

    /// Whether the cart or the offer is over, also if no timer has ended it yet.
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        self.held_until.is_some_and(|until| until <= now)
    }
}

/// Occupied places and the limits, of the event and of one of its tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Of the event; `None`: no limit.
    pub max_people: Option<i64>,
    /// Occupied places of the event.
    pub occupied: i64,
    /// Quantity and occupied places of the ticket.
    pub ticket: Option<(i64, i64)>,
}

impl Quota {
    /// Free places; `None`: no limit.
    pub fn free(self) -> Option<i64> {
        let of_event = self.max_people.map(|max| max - self.occupied);
        let of_ticket = self.ticket.map(|(quantity, occupied)| quantity - occupied);
        match (of_event, of_ticket) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    /// Whether one more place can be given.
    pub fn has_free(self) -> bool {
        self.free().is_none_or(|free| free > 0)
    }
}

/// The letters of codes: no `I`, `L`, `O` and `U`, which are easily mistaken.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// 50 bits.
const CODE_LETTERS: usize = 10;

/// A code for the door, from ten random bytes.
pub fn code(random: &[u8]) -> String {
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    random.iter().take(CODE_LETTERS).map(letter).collect()
}

/// The code as people type it, and as the QR code contains it.
pub fn normalise_code(typed: &str) -> String {
    let letters = typed.trim().to_ascii_uppercase();
    let letters = letters.rsplit(['/', ':', '=']).next().unwrap_or_default();
    let similar = |letter: char| match letter {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    letters
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(similar)
        .take(CODE_LETTERS + 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::tests::{at, event};
    use witverse_sdk::DAY_MS;

    #[test]
    fn both_quotas_limit_the_places() {
        let quota = |max_people, occupied, ticket| Quota {
            max_people,
            occupied,
            ticket,
        };
        for (quota, free) in [
            (quota(None, 9, None), None),
            (quota(Some(10), 9, None), Some(1)),
            (quota(Some(10), 10, Some((5, 0))), Some(0)),
            (quota(Some(10), 5, Some((5, 5))), Some(0)),
            (quota(None, 5, Some((5, 3))), Some(2)),
        ] {
            assert_eq!(quota.free(), free, "{quota:?}");
            assert_eq!(quota.has_free(), free != Some(0));
        }
    }

    #[test]
    fn the_ledger_of_places_counts_what_is_occupied() {
        use State::{Applied, Cart, Freed, Offered, Taken, Waiting};
        let path = [Waiting, Offered, Taken, Freed];
        let sum: i64 = path.windows(2).map(|two| two[0].delta(two[1])).sum();
        assert_eq!(sum, 0);
        assert_eq!(Cart.delta(Taken), 0);
        assert_eq!(Applied.delta(Taken), 1);
        assert_eq!(Offered.delta(Freed), -1);
    }

    fn paid_place(state: State) -> Place {
        Place {
            id: Uuid::nil(),
            event: Uuid::nil(),
            ticket: Some(Uuid::nil()),
            holder: Some(Uuid::nil()),
            state,
            paid: 500,
            payer: Some(Uuid::nil()),
            answer: None,
            held_until: None,
            code: None,
            checked_in_at: None,
            joined_at: at(-10 * DAY_MS),
            rank: None,
            item: None,
            nonce: None,
            is_unrefunded_no_show: false,
        }
    }

    #[test]
    fn a_no_show_of_a_postponed_event_is_refundable_for_the_rest_of_the_week() {
        let postponed = Event {
            postponed_from: Some(at(-DAY_MS)),
            postponed_at: Some(at(-2 * DAY_MS)),
            ..event()
        };
        let no_show = Place {
            is_unrefunded_no_show: true,
            ..paid_place(State::Freed)
        };
        let later = Place {
            joined_at: at(-DAY_MS),
            ..no_show.clone()
        };
        let came = Place {
            checked_in_at: Some(at(0)),
            ..paid_place(State::Taken)
        };
        for (place, event, now, expected) in [
            (&paid_place(State::Taken), &postponed, at(0), true),
            (&no_show, &postponed, at(5 * DAY_MS - 1), true),
            (&no_show, &postponed, at(5 * DAY_MS), false),
            (&no_show, &event(), at(0), false),
            (&later, &postponed, at(0), false),
            (&came, &postponed, at(0), false),
            (&paid_place(State::Freed), &postponed, at(0), false),
        ] {
            assert_eq!(place.is_refundable(event, now), expected, "{place:?}");
        }
    }

    #[test]
    fn codes_are_read_as_people_type_them() {
        let code = code(&[1, 10, 31, 32, 255, 7, 0, 17, 20, 24]);
        assert_eq!(code.len(), 10);
        let typed = format!(" {}-{} ", &code[..5].to_lowercase(), &code[5..]);
        assert_eq!(normalise_code(&typed), code);
        assert_eq!(normalise_code(&format!("https://x.test/e/{code}")), code);
        assert_eq!(normalise_code("oil"), "011");
    }
}
