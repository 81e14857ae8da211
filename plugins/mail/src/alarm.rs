//! What an alarm is: its kinds, what other plugins may raise, what people may answer. Pure: no kernel, no SQL.

use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::{Error, Timestamp, Uuid};

const TITLE_MAX: usize = 100;
const DESCRIPTION_MAX: usize = 300;
const KEY_MAX: usize = 100;
const LINK_MAX: usize = 200;
const REPLY_MAX: usize = 500;

/// What an alarm is about; people choose for each kind how they hear of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Something was given, taken, returned.
    Gift,
    /// Somebody wants to be a friend, or has become one.
    Friend,
    /// WIT was won or earned.
    Reward,
    /// Somebody has written back.
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

    /// Reads what [`Kind::as_str`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// What a plugin raises.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewAlarm {
    /// Whose it is.
    pub to: Uuid,
    /// What it is about.
    pub kind: Kind,
    /// The plugin's own name for it: the same key raises once for each person.
    pub key: String,
    /// A line.
    pub title: Text,
    /// A sentence or two.
    pub description: Text,
    /// A path of the shell where one can see more.
    pub link: Option<String>,
    /// Who caused it.
    pub from: Option<Uuid>,
    /// May the receiver write back?
    pub can_reply: bool,
    /// Hundredths of a WIT that are still to be had.
    pub remain_amount: Option<i64>,
}

impl NewAlarm {
    /// Whether it can be kept and shown; what is wrong is the raising plugin's mistake.
    pub fn check(&self) -> Result<(), Error> {
        let fits = |text: &Text, max: usize| {
            [&text.ko, &text.en]
                .iter()
                .all(|text| !text.trim().is_empty() && text.chars().count() <= max)
        };
        let path = |link: &String| {
            link.len() <= LINK_MAX && link.starts_with('/') && !link.starts_with("//")
        };
        let sound = fits(&self.title, TITLE_MAX)
            && fits(&self.description, DESCRIPTION_MAX)
            && (1..=KEY_MAX).contains(&self.key.chars().count())
            && self.link.as_ref().is_none_or(path)
            && self.remain_amount.is_none_or(|amount| amount >= 0)
            && (!self.can_reply || self.from.is_some());
        match sound {
            true => Ok(()),
            false => Err(Error::internal(format!("no alarm can be made of {self:?}"))),
        }
    }
}

/// An alarm as its owner's list has it.
#[derive(Clone, Debug)]
pub struct Alarm {
    /// Its id.
    pub id: Uuid,
    /// The same at the other person's.
    pub thread: Uuid,
    /// What it is about.
    pub kind: Kind,
    /// A line.
    pub title: Text,
    /// A sentence or two.
    pub description: Text,
    /// The other person of the thread.
    pub from: Option<Uuid>,
    /// A path of the shell.
    pub link: Option<String>,
    /// May its owner write back?
    pub can_reply: bool,
    /// How many replies the thread has.
    pub replies: i64,
    /// Hundredths of a WIT that are still to be had.
    pub remain_amount: Option<i64>,
    /// When it was raised.
    pub created_at: Timestamp,
    /// When something last happened in it.
    pub active_at: Timestamp,
    /// Whether its owner has seen that.
    pub is_read: bool,
}

/// What somebody answers: 1 to 500 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyText(String);

impl ReplyText {
    /// `None` where it is empty or too long.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let plain = !text.contains('\0');
        (plain && (1..=REPLY_MAX).contains(&text.chars().count())).then(|| Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, NewAlarm, ReplyText};
    use serde_json::{Value, json};

    fn alarm(change: Value) -> NewAlarm {
        let mut alarm = json!({
            "to": "0190a1b2-0000-7000-8000-000000000001", "kind": "gift", "key": "arrived:1",
            "title": { "ko": "선물", "en": "A gift" }, "description": { "ko": "왔어요", "en": "It is here" },
            "link": "/gifts?id=1", "from": "0190a1b2-0000-7000-8000-000000000002", "canReply": true,
            "remainAmount": null,
        });
        for (name, value) in change.as_object().cloned().unwrap_or_default() {
            alarm[name] = value;
        }
        serde_json::from_value(alarm).expect("an alarm")
    }

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for kind in Kind::ALL {
            assert_eq!(Kind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(Kind::parse("notice"), None);
    }

    #[test]
    fn what_cannot_be_shown_is_not_raised() {
        assert!(alarm(json!({})).check().is_ok());
        for wrong in [
            json!({ "title": { "ko": "", "en": "x" } }),
            json!({ "title": { "ko": "x".repeat(101), "en": "x" } }),
            json!({ "description": { "ko": "x", "en": "x".repeat(301) } }),
            json!({ "key": "" }),
            json!({ "link": "https://example.com" }),
            json!({ "link": "//example.com" }),
            json!({ "remainAmount": -1 }),
            json!({ "from": null }),
        ] {
            assert!(alarm(wrong.clone()).check().is_err(), "{wrong}");
        }
        assert!(
            alarm(json!({ "from": null, "canReply": false }))
                .check()
                .is_ok()
        );
    }

    #[test]
    fn a_reply_says_something_and_not_too_much() {
        let check = |text: &str, kept: Option<&str>| {
            let read = ReplyText::parse(text);
            assert_eq!(read.as_ref().map(ReplyText::as_str), kept);
        };
        check(" 고마워! ", Some("고마워!"));
        check("", None);
        check(" \n ", None);
        check(&"가".repeat(500), Some(&"가".repeat(500)));
        check(&"가".repeat(501), None);
        check("a\0b", None);
    }
}
