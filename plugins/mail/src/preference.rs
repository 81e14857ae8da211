//! Preferences: how a person is notified of which kinds. Pure: no kernel, no SQL.
//!
//! Everything is in the list unless somebody does not want it there; devices are asked for what a person did to them;
//! mails and digests are only sent to those who have asked for them.

use serde::{Deserialize, Serialize};
use witverse_sdk::Timestamp;
use witverse_sdk::alarm::Kind;

const DAY_MS: i64 = 86_400_000;
/// Digests go out at nine in the morning in Korea, which is midnight UTC.
const HOUR_OF_DIGESTS_MS: i64 = 0;
/// 1970-01-05 was a Monday.
const FIRST_MONDAY_MS: i64 = 4 * DAY_MS;

/// How one hears of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channels {
    /// In the list.
    pub app: bool,
    /// By mail, at once.
    pub email: bool,
    /// On one's devices, at once.
    pub push: bool,
}

const fn channels(app: bool, email: bool, push: bool) -> Channels {
    Channels { app, email, push }
}

/// For each kind that one can choose for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kinds {
    /// Gifts.
    pub gift: Channels,
    /// Friends and requests.
    pub friend: Channels,
    /// WIT won or earned.
    pub reward: Channels,
    /// Answers.
    pub reply: Channels,
    /// Notices of the platform. They are always in the list.
    pub notice: Channels,
}

/// How often a person gets a digest of unread alarms by mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Digest {
    /// Never.
    Off,
    /// Every morning.
    Daily,
    /// On Mondays.
    Weekly,
}

impl Digest {
    /// As it is kept.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
        }
    }

    /// Reads what [`Digest::as_str`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Off, Self::Daily, Self::Weekly]
            .into_iter()
            .find(|digest| digest.as_str() == text)
    }

    /// The first moment after `now` at which one is due.
    pub fn after(self, now: Timestamp) -> Option<Timestamp> {
        let (start, every) = match self {
            Self::Off => return None,
            Self::Daily => (HOUR_OF_DIGESTS_MS, DAY_MS),
            Self::Weekly => (FIRST_MONDAY_MS + HOUR_OF_DIGESTS_MS, 7 * DAY_MS),
        };
        let since = (now.as_millis() - start).rem_euclid(every);
        Some(Timestamp::from_millis(now.as_millis() - since + every))
    }
}

/// All preferences of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// How one hears of each kind.
    pub kinds: Kinds,
    /// How often one gets a summary.
    pub digest: Digest,
}

impl Default for Preferences {
    fn default() -> Self {
        let here = channels(true, false, true);
        Self {
            kinds: Kinds {
                gift: here,
                friend: here,
                reward: here,
                reply: here,
                notice: channels(true, false, false),
            },
            digest: Digest::Off,
        }
    }
}

impl Preferences {
    /// How its owner hears of an alarm. What the platform itself has to say is always in the list, and only there.
    pub fn of(&self, kind: Kind) -> Channels {
        match kind {
            Kind::Gift => self.kinds.gift,
            Kind::Friend => self.kinds.friend,
            Kind::Reward => self.kinds.reward,
            Kind::Reply => self.kinds.reply,
            Kind::System => channels(true, false, false),
        }
    }

    /// Whether notices go anywhere but into the list.
    pub fn wants_notices_elsewhere(&self) -> bool {
        self.kinds.notice.email || self.kinds.notice.push
    }

    /// With the entries that cannot be chosen set to their fixed values.
    #[must_use]
    pub fn settled(mut self) -> Self {
        self.kinds.notice.app = true;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Digest, Preferences};
    use witverse_sdk::Timestamp;
    use witverse_sdk::alarm::Kind;

    #[test]
    fn digests_are_due_in_the_morning() {
        let check = |digest: Digest, now: &str, due: Option<&str>| {
            let now = Timestamp::parse(now).expect("a time");
            let due = due.map(str::to_owned);
            assert_eq!(digest.after(now).map(|at| at.to_string()), due);
        };
        // 2026-11-20 is a Friday.
        check(Digest::Off, "2026-11-20T10:00:00Z", None);
        check(
            Digest::Daily,
            "2026-11-20T10:00:00Z",
            Some("2026-11-21T00:00:00.000Z"),
        );
        check(
            Digest::Daily,
            "2026-11-21T00:00:00Z",
            Some("2026-11-22T00:00:00.000Z"),
        );
        check(
            Digest::Weekly,
            "2026-11-20T10:00:00Z",
            Some("2026-11-23T00:00:00.000Z"),
        );
        check(
            Digest::Weekly,
            "2026-11-23T00:00:00Z",
            Some("2026-11-30T00:00:00.000Z"),
        );
    }

    #[test]
    fn notices_stay_in_the_list() {
        let mut chosen = Preferences::default();
        chosen.kinds.notice.app = false;
        assert!(chosen.settled().kinds.notice.app);
        assert!(!chosen.wants_notices_elsewhere());
        chosen.kinds.notice.email = true;
        assert!(chosen.wants_notices_elsewhere());
    }

    #[test]
    fn nobody_is_written_to_unasked() {
        let unasked = Preferences::default();
        for kind in Kind::ALL {
            assert!(unasked.of(kind).app);
            assert!(!unasked.of(kind).email);
        }
        assert_eq!(unasked.digest, Digest::Off);
    }
}
