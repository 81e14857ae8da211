//! The state machine of friendship: the relation of two people, and each person's allowed actions.
//!
//! None → pending → accepted or rejected; a pending request can be cancelled, a friendship ended, and a rejected
//! request repeated after a waiting time. Pure: the caller holds the locks of both people, so that the state cannot
//! change between check and write.

use crate::problems::{
    ALREADY_FRIENDS, REFUSED_LATELY, REQUEST_ACCEPTED, REQUEST_EXISTS, REQUEST_NOT_FOUND,
    REQUEST_REJECTED,
};
pub use witverse_sdk::services::friends::Standing;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Problem, Timestamp, Uuid};

/// How long a rejected person must wait before another request to the same person.
pub const REFUSAL_MS: i64 = 7 * 24 * 3_600_000;

/// The state of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The request is pending.
    Pending,
    /// They are friends.
    Accepted,
    /// Rejected: the requester has to wait; the other person may send a request at any time.
    Rejected,
}

impl Status {
    /// The number that is stored and sent.
    pub const fn number(self) -> u8 {
        match self {
            Self::Pending => 0,
            Self::Accepted => 1,
            Self::Rejected => 2,
        }
    }

    /// The relation of `viewer` to the other person of a request. A rejection is not revealed to the requester.
    pub fn standing(self, asker: &Uuid, viewer: &Uuid) -> Standing {
        match self {
            Self::Accepted => Standing::Friends,
            Self::Pending if viewer == asker => Standing::Sent,
            Self::Pending => Standing::Received,
            Self::Rejected => Standing::None,
        }
    }

    /// Parses the result of [`Status::number`].
    pub const fn of(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Pending),
            1 => Some(Self::Accepted),
            2 => Some(Self::Rejected),
            _ => None,
        }
    }

    /// The state of a row; the table contains no other number.
    pub fn stored(number: u8) -> Self {
        Self::of(number).unwrap_or(Self::Rejected)
    }
}

/// The request or friendship between two people.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Relationship {
    /// The request's id; a repeated request has a new id.
    pub id: Uuid,
    /// Who sent the request.
    #[row(column = "asker_id")]
    pub asker: Uuid,
    /// The person who may answer it.
    #[row(column = "asked_id")]
    pub asked: Uuid,
    /// Its state.
    #[row(with = Status::stored)]
    pub status: Status,
    /// When it was sent.
    pub requested_at: Timestamp,
    /// When it was answered.
    pub answered_at: Option<Timestamp>,
}

/// The outcome of sending a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// The first request between the two people.
    First,
    /// Replaces a rejected request.
    Anew,
    /// The other person had sent a request: now they are friends.
    Accepts,
}

impl Relationship {
    /// The other person of the two.
    pub fn other(&self, one: &Uuid) -> &Uuid {
        if *one == self.asker {
            &self.asked
        } else {
            &self.asker
        }
    }

    /// The relation of `viewer`, one of the two people, to the other.
    pub fn standing(&self, viewer: &Uuid) -> Standing {
        self.status.standing(&self.asker, viewer)
    }
}

/// Whether `asker` may send a request, and its outcome.
pub fn ask(known: Option<&Relationship>, asker: &Uuid, now: Timestamp) -> Result<Asking, Problem> {
    let Some(known) = known else {
        return Ok(Asking::First);
    };
    let own = known.asker == *asker;
    match known.status {
        Status::Accepted => Err(ALREADY_FRIENDS),
        Status::Pending if own => Err(REQUEST_EXISTS),
        Status::Pending => Ok(Asking::Accepts),
        Status::Rejected => match known.answered_at {
            Some(at) if own && now < at.plus_millis(REFUSAL_MS) => Err(REFUSED_LATELY),
            _ => Ok(Asking::Anew),
        },
    }
}

/// Whether `by` may answer it: only the receiver, and only once.
pub fn answer(known: Option<&Relationship>, by: &Uuid) -> Result<(), Problem> {
    match known {
        Some(known) if known.asked == *by => require_pending(known),
        _ => Err(REQUEST_NOT_FOUND),
    }
}

/// Whether `by` may cancel it: only the requester, and only while it is pending. For the requester, a rejected request
/// no longer exists, as in their list of sent requests.
pub fn cancel(known: Option<&Relationship>, by: &Uuid) -> Result<(), Problem> {
    match known {
        Some(known) if known.status == Status::Rejected => Err(REQUEST_NOT_FOUND),
        Some(known) if known.asker == *by => require_pending(known),
        _ => Err(REQUEST_NOT_FOUND),
    }
}

fn require_pending(known: &Relationship) -> Result<(), Problem> {
    match known.status {
        Status::Pending => Ok(()),
        Status::Accepted => Err(REQUEST_ACCEPTED),
        Status::Rejected => Err(REQUEST_REJECTED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u8) -> Uuid {
        Uuid::parse(&format!("0190f3a0-0000-7000-8000-0000000000{n:02x}")).expect("a UUID")
    }

    /// Mina (1) sent Theo (2) a request at time 0; an answer followed one hour later.
    fn known(status: Status) -> Relationship {
        let at = Timestamp::from_millis(0);
        Relationship {
            id: id(9),
            asker: id(1),
            asked: id(2),
            status,
            requested_at: at,
            answered_at: (status != Status::Pending).then(|| at.plus_millis(3_600_000)),
        }
    }

    fn code<T: std::fmt::Debug>(result: Result<T, Problem>) -> String {
        match result {
            Ok(step) => format!("{step:?}"),
            Err(problem) => problem.code.to_owned(),
        }
    }

    #[test]
    fn requests_depend_on_earlier_requests() {
        let (mina, theo) = (id(1), id(2));
        let after = |ms| Timestamp::from_millis(3_600_000 + ms);
        let check = |status: Option<Status>, asker: &Uuid, now, expect: &str| {
            let known = status.map(known);
            assert_eq!(code(ask(known.as_ref(), asker, now)), expect, "{status:?}");
        };
        check(None, &mina, after(0), "First");
        check(
            Some(Status::Pending),
            &mina,
            after(0),
            "friend_request_exists",
        );
        check(Some(Status::Pending), &theo, after(0), "Accepts");
        check(Some(Status::Accepted), &mina, after(0), "already_friends");
        check(Some(Status::Accepted), &theo, after(0), "already_friends");
        let early = after(REFUSAL_MS - 1);
        check(
            Some(Status::Rejected),
            &mina,
            early,
            "friend_request_refused_lately",
        );
        check(Some(Status::Rejected), &mina, after(REFUSAL_MS), "Anew");
        check(Some(Status::Rejected), &theo, after(0), "Anew");
    }

    #[test]
    fn the_receiver_answers_and_the_sender_cancels_once() {
        let (mina, theo, nobody) = (id(1), id(2), id(3));
        for (status, answered, cancelled) in [
            (Status::Pending, "()", "()"),
            (Status::Accepted, "request_answered", "request_answered"),
            (Status::Rejected, "request_answered", "request_not_found"),
        ] {
            let known = known(status);
            assert_eq!(code(answer(Some(&known), &theo)), answered);
            assert_eq!(code(cancel(Some(&known), &mina)), cancelled);
            for (by, other) in [(&mina, &theo), (&nobody, &nobody)] {
                assert_eq!(code(answer(Some(&known), by)), "request_not_found");
                assert_eq!(code(cancel(Some(&known), other)), "request_not_found");
            }
        }
        assert_eq!(code(answer(None, &theo)), "request_not_found");
    }

    #[test]
    fn each_side_sees_its_own_relation() {
        let check = |status, mina, theo| {
            let known = known(status);
            assert_eq!(
                (known.standing(&id(1)), known.standing(&id(2))),
                (mina, theo)
            );
            assert_eq!((known.other(&id(1)), known.other(&id(2))), (&id(2), &id(1)));
            assert_eq!(Status::of(status.number()), Some(status));
        };
        check(Status::Pending, Standing::Sent, Standing::Received);
        check(Status::Accepted, Standing::Friends, Standing::Friends);
        check(Status::Rejected, Standing::None, Standing::None);
    }
}
