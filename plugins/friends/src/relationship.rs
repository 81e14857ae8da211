//! What two people are to each other, and what each may do about it: the state machine of friendship.
//!
//! Nothing → pending → accepted or rejected; a pending request is taken back, a friendship ended, and a rejected
//! request made anew after a while. Pure: whoever applies a step holds both people's rows, so that what was
//! decided here is still true when it is written.

use crate::problems::{
    ALREADY_FRIENDS, REFUSED_LATELY, REQUEST_ACCEPTED, REQUEST_EXISTS, REQUEST_NOT_FOUND,
    REQUEST_REJECTED,
};
use serde::Serialize;
use witverse_sdk::{Problem, Timestamp, Uuid};

/// How long somebody who was rejected waits before they may ask the same person again.
pub const REFUSAL_MS: i64 = 7 * 24 * 3_600_000;

/// Where a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It waits for an answer.
    Pending,
    /// They are friends.
    Accepted,
    /// The asker has to wait; the other one may ask at any time.
    Rejected,
}

impl Status {
    /// As it is kept and sent.
    pub const fn number(self) -> u8 {
        match self {
            Self::Pending => 0,
            Self::Accepted => 1,
            Self::Rejected => 2,
        }
    }

    /// How `viewer` stands with whom they asked, or who asked them. That a request was rejected is not shown.
    pub fn standing(self, asker: &Uuid, viewer: &Uuid) -> Standing {
        match self {
            Self::Accepted => Standing::Friends,
            Self::Pending if viewer == asker => Standing::Sent,
            Self::Pending => Standing::Received,
            Self::Rejected => Standing::None,
        }
    }

    /// Reads what [`Status::number`] wrote.
    pub const fn of(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Pending),
            1 => Some(Self::Accepted),
            2 => Some(Self::Rejected),
            _ => None,
        }
    }
}

/// What has begun between two people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relationship {
    /// A request's id; one that is made anew has a new one.
    pub id: Uuid,
    /// Who asked.
    pub asker: Uuid,
    /// Who answers.
    pub asked: Uuid,
    /// Where it stands.
    pub status: Status,
    /// When it was asked.
    pub requested_at: Timestamp,
    /// When it was answered.
    pub answered_at: Option<Timestamp>,
}

/// How somebody stands with another person, from their side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Nothing, or nothing any more.
    None,
    /// They have asked and wait.
    Sent,
    /// They were asked.
    Received,
    /// Friends.
    Friends,
    /// It is they themselves.
    #[serde(rename = "self")]
    Oneself,
}

/// What a request comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// The first between these two.
    First,
    /// In the place of one that was rejected.
    Anew,
    /// The other one had asked: now they are friends.
    Accepts,
}

impl Relationship {
    /// The other one of the two.
    pub fn other(&self, one: &Uuid) -> &Uuid {
        if *one == self.asker {
            &self.asked
        } else {
            &self.asker
        }
    }

    /// How `viewer`, one of the two, stands with the other.
    pub fn standing(&self, viewer: &Uuid) -> Standing {
        self.status.standing(&self.asker, viewer)
    }
}

/// May `asker` ask, given what is known of the two, and what does it come to?
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

/// May `by` answer it? Only whoever was asked, and only once.
pub fn answer(known: Option<&Relationship>, by: &Uuid) -> Result<(), Problem> {
    match known {
        Some(known) if known.asked == *by => waits(known),
        _ => Err(REQUEST_NOT_FOUND),
    }
}

/// May `by` take it back? Only whoever asked, and only while it waits.
pub fn cancel(known: Option<&Relationship>, by: &Uuid) -> Result<(), Problem> {
    match known {
        Some(known) if known.asker == *by => waits(known),
        _ => Err(REQUEST_NOT_FOUND),
    }
}

fn waits(known: &Relationship) -> Result<(), Problem> {
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

    /// Mina (1) asked Theo (2) at the beginning of time; what was answered was answered an hour later.
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
    fn asking_depends_on_who_asked_before_and_when() {
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
    fn the_asked_one_answers_and_the_asker_cancels_once() {
        let (mina, theo, nobody) = (id(1), id(2), id(3));
        for (status, end) in [
            (Status::Pending, "()"),
            (Status::Accepted, "request_answered"),
            (Status::Rejected, "request_answered"),
        ] {
            let known = known(status);
            assert_eq!(code(answer(Some(&known), &theo)), end);
            assert_eq!(code(cancel(Some(&known), &mina)), end);
            for (by, other) in [(&mina, &theo), (&nobody, &nobody)] {
                assert_eq!(code(answer(Some(&known), by)), "request_not_found");
                assert_eq!(code(cancel(Some(&known), other)), "request_not_found");
            }
        }
        assert_eq!(code(answer(None, &theo)), "request_not_found");
    }

    #[test]
    fn each_side_sees_its_own_standing() {
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
