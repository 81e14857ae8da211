//! Alarms: validation of raised alarms and of replies. Pure: no kernel, no statements.

use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::Text;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Error, Timestamp, Uuid, text, text_length};

const TITLE_MAX: usize = 100;
const DESCRIPTION_MAX: usize = 300;
const KEY_MAX: usize = 100;
const LINK_MAX: usize = 200;
const REPLY_MAX: usize = 500;

fn fits(text: &Text, max: usize) -> bool {
    [&text.ko, &text.en]
        .iter()
        .all(|text| !text.trim().is_empty() && text_length(text) <= max)
}

/// Whether a description can be stored and shown.
pub fn check_description(text: &Text) -> Result<(), Error> {
    match fits(text, DESCRIPTION_MAX) {
        true => Ok(()),
        false => Err(Error::internal(format!("invalid description {text:?}"))),
    }
}

/// Whether the alarm can be stored and shown; an invalid alarm is an error of the plugin that raised it.
pub fn check(new: &NewAlarm) -> Result<(), Error> {
    let path =
        |link: &String| link.len() <= LINK_MAX && link.starts_with('/') && !link.starts_with("//");
    let sound = fits(&new.title, TITLE_MAX)
        && fits(&new.description, DESCRIPTION_MAX)
        && (1..=KEY_MAX).contains(&text_length(&new.key))
        && new.link.as_ref().is_none_or(path)
        && new.remain_amount.is_none_or(|amount| amount >= 0)
        && (!new.can_reply || new.from.is_some());
    match sound {
        true => Ok(()),
        false => Err(Error::internal(format!("no alarm can be made of {new:?}"))),
    }
}

/// An alarm in its owner's list.
#[derive(Clone, Debug, FromRow)]
pub struct Alarm {
    /// Its id.
    pub id: Uuid,
    /// The thread; the same id on both sides.
    #[row(column = "thread_id")]
    pub thread: Uuid,
    /// Its subject.
    #[row(with = stored_kind)]
    pub kind: Kind,
    /// The title, one line.
    #[row(both)]
    pub title: Text,
    /// One or two sentences.
    #[row(both)]
    pub description: Text,
    /// The other person of the thread.
    #[row(column = "from_id")]
    pub from: Option<Uuid>,
    /// A path of the shell.
    pub link: Option<String>,
    /// Whether the owner may reply.
    pub can_reply: bool,
    /// The number of replies in the thread.
    #[row(column = "reply_count")]
    pub replies: i64,
    /// Hundredths of a WIT that can still be claimed.
    pub remain_amount: Option<i64>,
    /// When it was raised.
    pub created_at: Timestamp,
    /// Time of the last activity.
    pub active_at: Timestamp,
    /// Whether the owner has seen the last activity.
    #[row(sql = "read_at is not null")]
    pub is_read: bool,
}

/// The plugin writes no other value.
fn stored_kind(kind: String) -> Kind {
    Kind::parse(&kind).unwrap_or(Kind::System)
}

/// The text of a reply: 1 to 500 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyText(String);

impl ReplyText {
    /// `None` if empty or too long.
    pub fn parse(text: &str) -> Option<Self> {
        text::paragraph("content", text, 1..=REPLY_MAX)
            .ok()
            .map(Self)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{ReplyText, check};
    use serde_json::{Value, json};
    use witverse_sdk::alarm::NewAlarm;

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
    fn invalid_alarms_are_not_raised() {
        assert!(check(&alarm(json!({}))).is_ok());
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
            assert!(check(&alarm(wrong.clone())).is_err(), "{wrong}");
        }
        // Counted as the titles that they name.
        let families = "👨‍👩‍👧‍👦".repeat(100);
        let long = alarm(json!({ "title": { "ko": families, "en": families } }));
        assert!(check(&long).is_ok());
        let of_nobody = alarm(json!({ "from": null, "canReply": false }));
        assert!(check(&of_nobody).is_ok());
    }

    #[test]
    fn a_reply_has_a_length_limit() {
        let check = |text: &str, expected: Option<&str>| {
            let read = ReplyText::parse(text);
            assert_eq!(read.as_ref().map(ReplyText::as_str), expected);
        };
        check(" 고마워! ", Some("고마워!"));
        check("", None);
        check(" \n ", None);
        check(&"가".repeat(500), Some(&"가".repeat(500)));
        check(&"가".repeat(501), None);
        check("a\0b", None);
    }
}
