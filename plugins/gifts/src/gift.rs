//! The state machine of gifts, and the rules of what can be given.
//!
//! Pending → accepted, rejected, returned or cancelled, which are final. Pure: the caller holds the gift's lock; the
//! statement that changes a gift has the condition `where status = 'pending'` in addition.

use crate::problems::{AMOUNT_INVALID, GIFT_EXPIRED, GIFT_NOT_FOUND, GIFT_OWN, MESSAGE_TOO_LONG};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use witverse_sdk::ctx::{Text, Wit};
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Error, Timestamp, Uuid, localized, text_length};

/// How long a gift stays pending.
pub const WINDOW_MS: i64 = 168 * 3_600_000;
/// The timer of a gift is set this long before its expiry.
pub(crate) const TIMER_AHEAD_MS: i64 = 30 * 60_000;
/// The maximum amount of one gift; the same as in the manifest's grant.
const WIT_MAX: u64 = 1_000_000;
const MESSAGE_MAX: usize = 200;

/// The state of a gift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Pending.
    Pending,
    /// Accepted: it belongs to the receiver.
    Accepted,
    /// Rejected by the receiver: returned to the sender.
    Rejected,
    /// Expired without an answer: returned to the sender.
    Returned,
    /// Cancelled by a block or an erased account: returned to the sender.
    Cancelled,
}

impl Status {
    /// All states.
    pub const ALL: [Self; 5] = [
        Self::Pending,
        Self::Accepted,
        Self::Rejected,
        Self::Returned,
        Self::Cancelled,
    ];

    /// The text that is stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Returned => "returned",
            Self::Cancelled => "cancelled",
        }
    }

    /// Parses the result of [`Status::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }

    /// The refusal of a change to a closed gift.
    pub(crate) fn closed_error(self) -> Error {
        let (ko, en) = match self {
            Self::Pending | Self::Cancelled => ("취소된 선물입니다.", "This gift was cancelled."),
            Self::Accepted => (
                "이미 수락한 선물입니다.",
                "This gift has already been accepted.",
            ),
            Self::Rejected => (
                "이미 거절한 선물입니다.",
                "This gift has already been declined.",
            ),
            Self::Returned => (
                "보낸 사람에게 돌아간 선물입니다.",
                "This gift was returned to its sender.",
            ),
        };
        Error::new(409, "gift_closed", localized(ko, en))
    }
}

/// The content of a gift.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GiftContent {
    /// WIT, and the hold that reserves them on the sender's account.
    Wit {
        /// In hundredths.
        amount: Wit,
        /// The id of the ledger hold.
        hold: Uuid,
    },
    /// An item, with its display data at the time of sending.
    Item(GiftedItem),
}

/// An item in a gift.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct GiftedItem {
    /// Its id.
    pub item_id: Uuid,
    /// Both languages.
    #[row(both, column = "item_name")]
    pub name: Text,
    /// A path on this origin.
    #[row(column = "item_thumbnail")]
    pub thumbnail_url: String,
    /// A type of items.
    #[schemars(extend("enum" = ["audio", "block", "consumable", "gear", "pfp", "photo", "text", "video"]))]
    #[row(column = "item_type")]
    pub r#type: String,
}

/// A gift as the database stores it.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Gift {
    /// Its id, which also names its hold or lock.
    pub id: Uuid,
    /// The sender.
    #[row(column = "sender_id")]
    pub sender: Uuid,
    /// The receiver.
    #[row(column = "recipient_id")]
    pub recipient: Uuid,
    /// The message; may be empty.
    pub message: String,
    /// The content.
    #[row(
        columns = "amount, hold_id, item_id, item_name_ko, item_name_en, item_thumbnail, item_type",
        with = content
    )]
    pub content: GiftContent,
    /// Its state.
    #[row(parse)]
    pub status: Status,
    /// When it was sent.
    pub sent_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
    /// When it was closed.
    pub closed_at: Option<Timestamp>,
    /// Whether a timer for its expiry is set.
    pub has_timer: bool,
}

fn content(row: Row<'_>) -> Result<GiftContent, SqlError> {
    Ok(match row.flatten_optional()? {
        Some(item) => GiftContent::Item(item),
        None => GiftContent::Wit {
            amount: row.get("amount")?,
            hold: row.get("hold_id")?,
        },
    })
}

/// Whether `by` may answer the gift now: only the receiver, once, and before its expiry.
pub fn answer(gift: Option<&Gift>, by: &Uuid, now: Timestamp) -> Result<(), Error> {
    let gift = gift.ok_or(GIFT_NOT_FOUND)?;
    match (gift.recipient == *by, gift.sender == *by) {
        (true, _) if gift.status != Status::Pending => Err(gift.status.closed_error()),
        // The timer may run late; an answer after the expiry is refused in any case.
        (true, _) if now >= gift.expires_at => Err(GIFT_EXPIRED.into()),
        (true, _) => Ok(()),
        (_, true) => Err(GIFT_OWN.into()),
        _ => Err(GIFT_NOT_FOUND.into()),
    }
}

/// Whether it has expired.
pub fn is_overdue(gift: &Gift, now: Timestamp) -> bool {
    gift.status == Status::Pending && now >= gift.expires_at
}

/// The request body of a new gift.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewGift {
    /// Of WIT: a whole number. Of an item: its id.
    #[schemars(extend("type" = ["string", "integer"]))]
    airdrop_target_data: Value,
    airdrop_target_type: TargetType,
    /// At most 200 characters, as people count them.
    #[serde(default)]
    #[schemars(length(max = 3200))]
    message: String,
    /// The recipient.
    #[schemars(extend("format" = "uuid"))]
    user_id: String,
}

#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TargetType {
    Item,
    Wit,
}

/// The validated content; rules that need the database are checked later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestedContent {
    /// A whole number of WIT.
    Wit(Wit),
    /// An item, by an unverified id.
    Item(Option<Uuid>),
}

/// A validated [`NewGift`]; rules that need the database are checked later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The content.
    pub requested: RequestedContent,
    /// The trimmed message.
    pub message: String,
    /// The recipient, by an unverified id.
    pub recipient: Option<Uuid>,
}

impl NewGift {
    /// Checks everything that needs no other service.
    pub fn draft(&self) -> Result<Draft, Error> {
        let message = self.message.trim();
        if text_length(message) > MESSAGE_MAX {
            return Err(Error::from(MESSAGE_TOO_LONG).at("message"));
        }
        let requested = match self.airdrop_target_type {
            TargetType::Wit => RequestedContent::Wit(whole_wit(&self.airdrop_target_data)?),
            TargetType::Item => {
                RequestedContent::Item(self.airdrop_target_data.as_str().and_then(Uuid::parse))
            }
        };
        Ok(Draft {
            requested,
            message: message.to_owned(),
            recipient: Uuid::parse(&self.user_id),
        })
    }
}

/// A whole number of WIT. A string of digits is not a number.
fn whole_wit(data: &Value) -> Result<Wit, Error> {
    const FIELD: &str = "airdropTargetData";
    let Value::Number(number) = data else {
        return Err(Error::field(
            FIELD,
            "숫자로 입력해 주세요.",
            "This must be a number.",
        ));
    };
    number
        .as_u64()
        .filter(|wit| (1..=WIT_MAX).contains(wit))
        .and_then(Wit::whole)
        .ok_or_else(|| Error::from(AMOUNT_INVALID).at(FIELD))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn id(n: u8) -> Uuid {
        Uuid::parse(&format!("0190f3a0-0000-7000-8000-0000000000{n:02x}")).expect("a UUID")
    }

    /// Mina (1) gives Theo (2) one WIT at the epoch.
    fn gift(status: Status) -> Gift {
        let at = Timestamp::from_millis(0);
        Gift {
            id: id(9),
            sender: id(1),
            recipient: id(2),
            message: String::new(),
            content: GiftContent::Wit {
                amount: Wit::of_hundredths(100),
                hold: id(8),
            },
            status,
            sent_at: at,
            expires_at: at.plus_millis(WINDOW_MS),
            closed_at: (status != Status::Pending).then_some(at),
            has_timer: false,
        }
    }

    fn code(result: Result<(), Error>) -> String {
        match result {
            Ok(()) => "fine".to_owned(),
            Err(error) => format!("{} {}", error.code(), error.message().en),
        }
    }

    #[test]
    fn a_gift_is_answered_once_by_its_recipient_in_time() {
        let in_time = Timestamp::from_millis(WINDOW_MS - 1);
        let late = Timestamp::from_millis(WINDOW_MS);
        let check = |status, by: u8, now, expect: &str| {
            let result = code(answer(Some(&gift(status)), &id(by), now));
            assert!(result.starts_with(expect), "{status:?} by {by}: {result}");
        };
        check(Status::Pending, 2, in_time, "fine");
        check(Status::Pending, 2, late, "gift_expired");
        check(Status::Pending, 1, in_time, "gift_own");
        check(Status::Pending, 3, in_time, "gift_not_found");
        for status in &Status::ALL[1..] {
            let word = match status {
                Status::Rejected => "declined",
                status => status.as_str(),
            };
            check(*status, 1, in_time, "gift_own");
            check(*status, 3, in_time, "gift_not_found");
            for now in [in_time, late] {
                let result = code(answer(Some(&gift(*status)), &id(2), now));
                assert!(result.contains(word), "{result}");
            }
        }
        assert!(code(answer(None, &id(2), in_time)).starts_with("gift_not_found"));
    }

    #[test]
    fn only_pending_gifts_are_overdue() {
        for status in Status::ALL {
            assert!(!is_overdue(
                &gift(status),
                Timestamp::from_millis(WINDOW_MS - 1)
            ));
            let late = is_overdue(&gift(status), Timestamp::from_millis(WINDOW_MS));
            assert_eq!(late, status == Status::Pending);
            assert_eq!(Status::parse(status.as_str()), Some(status));
        }
    }

    fn new(kind: TargetType, data: Value, message: &str) -> NewGift {
        NewGift {
            airdrop_target_data: data,
            airdrop_target_type: kind,
            message: message.into(),
            user_id: id(2).to_string(),
        }
    }

    #[test]
    fn wit_is_given_in_whole_numbers() {
        let wanted = |data: Value| {
            let draft = new(TargetType::Wit, data, "").draft();
            draft.map(|draft| draft.requested).map_err(|error| {
                assert_eq!(error.fields()[0].field, "airdropTargetData");
                error.code().to_owned()
            })
        };
        let wit = |whole| Ok(RequestedContent::Wit(Wit::whole(whole).expect("an amount")));
        assert_eq!(wanted(json!(1)), wit(1));
        assert_eq!(wanted(json!(1_000_000)), wit(1_000_000));
        for wrong in [
            json!(0),
            json!(-1),
            json!(1.5),
            json!(1_000_001),
            json!(u64::MAX),
        ] {
            assert_eq!(
                wanted(wrong.clone()),
                Err("gift_amount_invalid".into()),
                "{wrong}"
            );
        }
        // Other types are refused, also a string of digits.
        for wrong in [json!(""), json!("1"), json!("1.0"), json!(null), json!([1])] {
            assert_eq!(
                wanted(wrong.clone()),
                Err("validation_failed".into()),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_message_is_trimmed_and_limited() {
        let result = |message: &str| {
            let draft = new(TargetType::Wit, json!(1), message).draft();
            draft.map(|draft| draft.message).map_err(|error| {
                assert_eq!(error.fields()[0].field, "message");
                error.code().to_owned()
            })
        };
        assert_eq!(result("  hi \n"), Ok("hi".into()));
        assert_eq!(
            result(&format!(" {} ", "가".repeat(200))),
            Ok("가".repeat(200))
        );
        assert_eq!(
            result(&"가".repeat(201)),
            Err("gift_message_too_long".into())
        );
    }

    #[test]
    fn an_item_is_named_by_its_id() {
        let wanted = |data| {
            new(TargetType::Item, data, "")
                .draft()
                .map(|draft| draft.requested)
        };
        assert_eq!(
            wanted(json!(id(7).as_str())),
            Ok(RequestedContent::Item(Some(id(7))))
        );
        assert_eq!(wanted(json!(7)), Ok(RequestedContent::Item(None)));
    }
}
