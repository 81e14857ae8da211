//! Alarms: messages to a person who may be offline, raised with the service `mail@1`.
//!
//! The plugin decides which alarms to raise; the receiver's preferences decide the channels. The manifest declares `{
//! use = "mail@1", optional = true }`: on a platform without the plugin `mail`, no alarms are raised and everything
//! else works.

use crate::ctx::{Ctx, Resource, Text};
use crate::error::Error;
use crate::uuid::Uuid;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// The service that stores alarms.
pub const SERVICE: &str = "mail@1";
/// Its method that takes a [`NewAlarm`].
pub const RAISE: &str = "raise";
/// Its method that takes a list of them.
pub const RAISE_ALL: &str = "raise-all";
/// Its method that takes a list of [`Settled`].
pub const SETTLE_ALL: &str = "settle-all";
/// Maximum length of a list: `mail` runs up to one statement per alarm, and a call may run 32.
pub const MOST: usize = 25;

/// The kind of an alarm; people choose their notifications per kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A gift was sent, accepted or returned.
    Gift,
    /// A friend request was sent or accepted.
    Friend,
    /// WIT was won or earned.
    Reward,
    /// A reply to an alarm.
    Reply,
    /// A sale, an offer, an order or a parcel.
    Trade,
    /// An event that the person takes part in or organises.
    Event,
    /// The platform itself.
    System,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Gift,
        Self::Friend,
        Self::Reward,
        Self::Reply,
        Self::Trade,
        Self::Event,
        Self::System,
    ];

    /// The text that is stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gift => "gift",
            Self::Friend => "friend",
            Self::Reward => "reward",
            Self::Reply => "reply",
            Self::Trade => "trade",
            Self::Event => "event",
            Self::System => "system",
        }
    }

    /// Parses the result of [`Kind::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// An alarm that needs no action any more, by the key that its plugin raised it with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// The receiver of the alarm.
    pub to: Uuid,
    /// The plugin's key for the alarm.
    pub key: String,
    /// Replaces the description, so that the alarm no longer requests an action that was taken; at most 300 characters.
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
    /// The receiver.
    pub to: Uuid,
    /// Its subject.
    pub kind: Kind,
    /// The plugin's key for the alarm, of at most 100 characters: an alarm is raised once per key and person.
    pub key: String,
    /// The title: one line of at most 100 characters.
    pub title: Text,
    /// One or two sentences, at most 300 characters.
    pub description: Text,
    /// A path of the shell with more information.
    pub link: Option<String>,
    /// The person who caused it.
    pub from: Option<Uuid>,
    /// Whether the receiver can reply; only for an alarm that a person caused.
    pub can_reply: bool,
    /// Hundredths of a WIT that can still be claimed.
    pub remain_amount: Option<i64>,
}

impl NewAlarm {
    /// Raises the alarm in the transaction of this call; does nothing without the plugin `mail`.
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

    /// Raises the alarms of those people who may do `action` to `resource`: an alarm about something that not all may read tells
    /// the others nothing, also not that it exists. For system plugins.
    pub fn raise_permitted(
        ctx: &Ctx,
        (action, resource): (&str, &Resource),
        mut alarms: Vec<Self>,
    ) -> Result<(), Error> {
        let people: Vec<Uuid> = alarms.iter().map(|alarm| alarm.to.clone()).collect();
        let permitted = ctx.authz().permitted(&people, action, resource);
        alarms.retain(|alarm| permitted.contains(&alarm.to));
        Self::raise_all(ctx, &alarms)
    }

    /// Raises several alarms like [`NewAlarm::raise`], in one service call.
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
