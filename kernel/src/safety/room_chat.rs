//! The chat of a room at the time of a report. Only moderators read it; it is in no export and in no list of reports.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{PersonCard, card};
use crate::error::Result;

/// The maximum number of messages that are stored with a report.
const MAX_MESSAGES: usize = 100;

/// The chat that a reporter could read in a room, oldest first.
#[derive(Clone, Debug)]
pub struct RoomChat {
    pub room: String,
    pub messages: Vec<RoomMessage>,
}

/// A message as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomMessage {
    /// `None` for a visitor.
    pub account: Option<Uuid>,
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    pub text: String,
}

/// The room of a report, as shown to moderators.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReportedRoom {
    pub id: String,
    /// The chat of the last 30 seconds before the report, oldest first. Null for older reports of a case with many.
    pub messages: Option<Vec<ReportedMessage>>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReportedMessage {
    /// Null for a visitor.
    pub person: Option<PersonCard>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    pub text: String,
}

impl RoomChat {
    /// At most [`MAX_MESSAGES`]: those of the reported person first, then the newest of others.
    pub(super) fn limited_for(mut self, person: Uuid) -> Self {
        let is_reported = |message: &RoomMessage| message.account == Some(person);
        let reported = self.messages.iter().filter(|m| is_reported(m)).count();
        let others = self.messages.len() - reported;
        // How many of each, counted from the oldest, are left out.
        let mut reported_excess = reported.saturating_sub(MAX_MESSAGES);
        let mut others_excess = others.saturating_sub(MAX_MESSAGES.saturating_sub(reported));
        self.messages.retain(|message| {
            let excess = match is_reported(message) {
                true => &mut reported_excess,
                false => &mut others_excess,
            };
            let is_kept = *excess == 0;
            *excess = excess.saturating_sub(1);
            is_kept
        });
        self
    }
}

/// The people of stored messages, by their ids.
pub(super) async fn people_of(
    pool: &PgPool,
    messages: impl Iterator<Item = &RoomMessage>,
) -> Result<HashMap<Uuid, PersonCard>> {
    let ids: HashSet<Uuid> = messages.filter_map(|message| message.account).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query(
        "select id as person, nickname, picture as image from kernel.account where id = any($1)",
    )
    .bind(Vec::from_iter(ids))
    .fetch_all(pool)
    .await?;
    let cards = rows.iter().map(card).collect::<Result<Vec<_>>>()?;
    Ok(cards.into_iter().map(|card| (card.id, card)).collect())
}

impl ReportedMessage {
    pub(super) fn of(message: RoomMessage, people: &HashMap<Uuid, PersonCard>) -> Self {
        let person = message.account.and_then(|id| people.get(&id).cloned());
        Self {
            person,
            at: message.at,
            text: message.text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAL: Uuid = Uuid::from_u128(1);

    /// The texts that are kept of a chat in which `m` is a message of the reported person.
    fn kept(chat: &str) -> String {
        let message = |(n, who): (usize, char)| RoomMessage {
            account: (who == 'm').then_some(MAL),
            at: OffsetDateTime::UNIX_EPOCH + time::Duration::seconds(i64::try_from(n).unwrap_or(0)),
            text: who.to_string(),
        };
        let chat = RoomChat {
            room: "blocks:1".into(),
            messages: chat.chars().enumerate().map(message).collect(),
        };
        let kept = chat.limited_for(MAL).messages;
        kept.into_iter().map(|message| message.text).collect()
    }

    #[test]
    fn the_messages_of_the_reported_person_come_first() {
        assert_eq!(kept("amb"), "amb");
        assert_eq!(kept(&"a".repeat(120)).len(), MAX_MESSAGES);
        let long = format!("m{}b", "a".repeat(200));
        let expected = format!("m{}b", "a".repeat(98));
        assert_eq!(kept(&long), expected);
        assert_eq!(kept(&"m".repeat(150)).len(), MAX_MESSAGES);
    }
}
