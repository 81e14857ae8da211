//! Alarms: messages to a person who may be offline, raised with the service `mail@1`.
//!
//! Who raises one decides that it is worth telling; whoever gets it has decided where they hear of it. The manifest asks
//! for `{ use = "mail@1", optional = true }`: a platform without mail tells nothing, and everything else goes on.

use crate::ctx::{Ctx, Text};
use crate::error::Error;
use crate::uuid::Uuid;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// The service that keeps alarms.
pub const SERVICE: &str = "mail@1";
/// Its method that takes a [`NewAlarm`].
pub const RAISE: &str = "raise";
/// Its method that takes a list of them.
pub const RAISE_ALL: &str = "raise-all";
/// Its method that takes a list of [`Settled`].
pub const SETTLE_ALL: &str = "settle-all";
/// The most that one list holds: mail needs up to a statement for each, and a call has 32.
pub const MOST: usize = 25;

/// The kind of an alarm; people choose their notifications for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Something was given, taken, returned.
    Gift,
    /// A friend request was sent or accepted.
    Friend,
    /// WIT was won or earned.
    Reward,
    /// An answer to an alarm.
    Reply,
    /// The platform itself.
    System,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Gift,
        Self::Friend,
        Self::Reward,
        Self::Reply,
        Self::System,
    ];

    /// As it is kept and written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gift => "gift",
            Self::Friend => "friend",
            Self::Reward => "reward",
            Self::Reply => "reply",
            Self::System => "system",
        }
    }

    /// Parses the result of [`Kind::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// An alarm whose cause is over, by the key that its plugin raised it with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// Whose it is.
    pub to: Uuid,
    /// The plugin's own name for it.
    pub key: String,
    /// Replaces the description, so that the alarm does not ask for what was done already; at most 300 characters.
    #[serde(default)]
    pub outcome: Option<Text>,
}

impl Settled {
    /// Marks alarms as read and shows their outcomes. Unknown alarms are ignored.
    pub fn settle_all(ctx: &Ctx, settled: &[Self]) -> Result<(), Error> {
        for settled in settled.chunks(MOST) {
            ctx.services()
                .call_optional::<IgnoredAny>(SERVICE, SETTLE_ALL, &settled)?;
        }
        Ok(())
    }
}

/// The input of an alarm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewAlarm {
    /// Whose it is.
    pub to: Uuid,
    /// Its subject.
    pub kind: Kind,
    /// The plugin's own name for it, of at most 100 characters: the same key raises once for each person.
    pub key: String,
    /// A line of at most 100 characters.
    pub title: Text,
    /// A sentence or two, at most 300 characters.
    pub description: Text,
    /// A path of the shell where one can see more.
    pub link: Option<String>,
    /// The person who caused it.
    pub from: Option<Uuid>,
    /// Whether the receiver can answer. Only if a person caused it.
    pub can_reply: bool,
    /// Hundredths of a WIT that are still to be had.
    pub remain_amount: Option<i64>,
}

impl NewAlarm {
    /// Raises it, in the transaction of this call; nothing happens where there is no mail.
    ///
    /// ```no_run
    /// # use witverse_sdk::alarm::{Kind, NewAlarm};
    /// # use witverse_sdk::{Ctx, Error, Uuid, ctx::Text};
    /// # fn won(ctx: &Ctx, winner: &Uuid, race: &str) -> Result<(), Error> {
    /// NewAlarm {
    ///     to: winner.clone(),
    ///     kind: Kind::Reward,
    ///     key: format!("won:{race}"),
    ///     title: Text::new("우승을 축하합니다", "You have won"),
    ///     description: Text::new("상금 20 WIT를 받았습니다.", "The prize of 20 WIT is yours."),
    ///     link: Some("/races".to_owned()),
    ///     from: None,
    ///     can_reply: false,
    ///     remain_amount: None,
    /// }
    /// .raise(ctx)
    /// # }
    /// ```
    pub fn raise(&self, ctx: &Ctx) -> Result<(), Error> {
        ctx.services()
            .call_optional::<IgnoredAny>(SERVICE, RAISE, self)?;
        Ok(())
    }

    /// Raises several as [`NewAlarm::raise`] does one, for little more than one costs.
    pub fn raise_all(ctx: &Ctx, alarms: &[Self]) -> Result<(), Error> {
        for alarms in alarms.chunks(MOST) {
            ctx.services()
                .call_optional::<IgnoredAny>(SERVICE, RAISE_ALL, &alarms)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for kind in Kind::ALL {
            assert_eq!(Kind::parse(kind.as_str()), Some(kind));
            assert_eq!(serde_json::json!(kind), kind.as_str());
        }
        assert_eq!(Kind::parse("notice"), None);
    }
}
