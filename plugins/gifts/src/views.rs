//! Gifts in responses, from the view of the sender or the recipient.

use crate::gift::{Gift, GiftContent, GiftedItem, Status};
use crate::store::Direction;
use serde::Serialize;
use witverse_sdk::ctx::Wit;
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Timestamp, Uuid};

/// A gift.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GiftView {
    airdrop_id: Uuid,
    #[schemars(extend("enum" = ["item", "wit"]))]
    r#type: &'static str,
    direction: Direction,
    /// Null where they have left.
    sender: Option<PersonCard>,
    /// Null where they have left.
    recipient: Option<PersonCard>,
    /// May be empty.
    message: String,
    /// Of WIT, in hundredths; null for an item.
    amount_hundredths: Option<u64>,
    /// Null for WIT.
    item: Option<GiftedItem>,
    /// Giving costs nothing.
    #[schemars(extend("enum" = [0]))]
    fee_hundredths: u64,
    /// `cancelled`: by a block between the two, or because one of them has left.
    status: Status,
    sent_at: Timestamp,
    /// 168 hours later, when it returns by itself.
    expires_at: Timestamp,
    closed_at: Option<Timestamp>,
}

/// The ids of the senders and recipients of these gifts.
pub(crate) fn people_of<'a>(gifts: impl IntoIterator<Item = &'a Gift>) -> Vec<&'a Uuid> {
    gifts
        .into_iter()
        .flat_map(|gift| [&gift.sender, &gift.recipient])
        .collect()
}

impl GiftView {
    /// The view of one of the gift's two people.
    pub(crate) fn of(gift: Gift, viewer: &Uuid, people: &People) -> Self {
        let direction = match gift.sender == *viewer {
            true => Direction::Sent,
            false => Direction::Received,
        };
        let (r#type, amount, item) = match gift.content {
            GiftContent::Wit { amount, .. } => ("wit", Some(amount), None),
            GiftContent::Item(item) => ("item", None, Some(item)),
        };
        Self {
            airdrop_id: gift.id,
            r#type,
            direction,
            sender: people.get(&gift.sender),
            recipient: people.get(&gift.recipient),
            message: gift.message,
            amount_hundredths: amount.map(Wit::hundredths),
            item,
            // Always 0: a gift has no fee. Clients cannot set it.
            fee_hundredths: 0,
            status: gift.status,
            sent_at: gift.sent_at,
            expires_at: gift.expires_at,
            closed_at: gift.closed_at,
        }
    }
}
