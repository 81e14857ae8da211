//! Preferences: the channels by which a person is notified, per kind. Pure: no kernel, no SQL.
//!
//! By default, every kind is shown in the list, devices are notified of actions of other people, and mails and digests
//! are off. Trades, events and notices are always in the list: they concern contracts and the platform.

use serde::{Deserialize, Serialize};
use witverse_sdk::alarm::Kind;
use witverse_sdk::{DAY_MS, Timestamp};

/// Digests are sent at nine in the morning in Korea, which is midnight UTC.
const DIGEST_TIME_MS: i64 = 0;
/// 1970-01-05 was a Monday.
const FIRST_MONDAY_MS: i64 = 4 * DAY_MS;

/// The channels of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Channels {
    /// In the list.
    pub app: bool,
    /// By mail, immediately.
    pub email: bool,
    /// On the person's devices, immediately.
    pub push: bool,
}

const fn channels(app: bool, email: bool, push: bool) -> Channels {
    Channels { app, email, push }
}

/// The channels of a kind that a person has not chosen.
const fn usual() -> Channels {
    channels(true, false, true)
}

/// The channels of each configurable kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kinds {
    /// Gifts.
    pub gift: Channels,
    /// Friends and requests.
    pub friend: Channels,
    /// WIT won or earned.
    pub reward: Channels,
    /// Replies.
    pub reply: Channels,
    /// Sales, offers, orders and parcels; always in the list. Clients before this kind do not name it.
    #[serde(default = "usual")]
    pub trade: Channels,
    /// Events that the person takes part in; always in the list. Clients before this kind do not name it.
    #[serde(default = "usual")]
    pub event: Channels,
    /// Notices of the platform; always in the list.
    pub notice: Channels,
}

/// How often a person gets a digest of unread alarms by mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
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
    /// The stored form.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
        }
    }

    /// Parses the result of [`Digest::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Off, Self::Daily, Self::Weekly]
            .into_iter()
            .find(|digest| digest.as_str() == text)
    }

    /// The first time after `now` at which a digest is due.
    pub fn after(self, now: Timestamp) -> Option<Timestamp> {
        let (start, every) = match self {
            Self::Off => return None,
            Self::Daily => (DIGEST_TIME_MS, DAY_MS),
            Self::Weekly => (FIRST_MONDAY_MS + DIGEST_TIME_MS, 7 * DAY_MS),
        };
        let since = (now.as_millis() - start).rem_euclid(every);
        Some(Timestamp::from_millis(now.as_millis() - since + every))
    }
}

/// All preferences of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// The channels of each kind.
    pub kinds: Kinds,
    /// The interval of the digest.
    pub digest: Digest,
}

impl Default for Preferences {
    fn default() -> Self {
        let here = usual();
        Self {
            kinds: Kinds {
                gift: here,
                friend: here,
                reward: here,
                reply: here,
                trade: here,
                event: here,
                notice: channels(true, false, false),
            },
            digest: Digest::Off,
        }
    }
}

impl Preferences {
    /// The channels of an alarm for this person. Alarms of the platform itself are always in the list, and only there.
    pub fn of(&self, kind: Kind) -> Channels {
        match kind {
            Kind::Gift => self.kinds.gift,
            Kind::Friend => self.kinds.friend,
            Kind::Reward => self.kinds.reward,
            Kind::Reply => self.kinds.reply,
            Kind::Trade => Channels {
                app: true,
                ..self.kinds.trade
            },
            Kind::Event => Channels {
                app: true,
                ..self.kinds.event
            },
            Kind::System => channels(true, false, false),
        }
    }

    /// Whether notices use another channel than the list.
    pub fn has_other_notice_channel(&self) -> bool {
        self.kinds.notice.email || self.kinds.notice.push
    }

    /// Sets the entries that cannot be chosen to their fixed values.
    #[must_use]
    pub fn normalized(mut self) -> Self {
        self.kinds.notice.app = true;
        self.kinds.trade.app = true;
        self.kinds.event.app = true;
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
    fn notices_and_trades_stay_in_the_list() {
        let mut chosen = Preferences::default();
        chosen.kinds.notice.app = false;
        chosen.kinds.trade.app = false;
        chosen.kinds.event.app = false;
        assert!(chosen.normalized().kinds.notice.app);
        assert!(chosen.normalized().kinds.trade.app);
        assert!(chosen.of(Kind::Trade).app);
        assert!(chosen.of(Kind::Event).app);
        assert!(!chosen.has_other_notice_channel());
        chosen.kinds.notice.email = true;
        assert!(chosen.has_other_notice_channel());
    }

    #[test]
    fn mails_and_digests_are_off_by_default() {
        let unasked = Preferences::default();
        for kind in Kind::ALL {
            assert!(unasked.of(kind).app);
            assert!(!unasked.of(kind).email);
        }
        assert_eq!(unasked.digest, Digest::Off);
    }
}
