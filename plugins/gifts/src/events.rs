//! The events and pushes of a gift. Erased accounts get none.

use crate::gift::{Gift, GiftContent, Status};
use serde_json::json;
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error};

/// Publishes the event of a gift's status.
pub(crate) fn changed(ctx: &Ctx, gift: &Gift, people: &People) -> Result<(), Error> {
    let (kind, _) = describe(gift);
    let event = json!({
        "airdropId": gift.id, "sender": gift.sender, "recipient": gift.recipient, "type": kind,
    });
    ctx.events().publish(topic(gift.status), &event)?;
    let payload = json!({ "airdropId": gift.id, "status": gift.status });
    for person in [&gift.sender, &gift.recipient] {
        if people.get(person).is_some() {
            ctx.live().push(person, "gifts.changed", &payload)?;
        }
    }
    Ok(())
}

pub(crate) fn topic(status: Status) -> &'static str {
    match status {
        Status::Pending => "gifts.sent@1",
        Status::Accepted => "gifts.accepted@1",
        Status::Rejected => "gifts.rejected@1",
        Status::Returned => "gifts.returned@1",
        Status::Cancelled => "gifts.cancelled@1",
    }
}

/// A gift's type and its name in Korean and English.
pub(crate) fn describe(gift: &Gift) -> (&'static str, (String, String)) {
    match &gift.content {
        GiftContent::Wit { amount, .. } => {
            ("wit", (format!("{amount} WIT"), format!("{amount} WIT")))
        }
        GiftContent::Item(item) => ("item", (item.name.ko.clone(), item.name.en.clone())),
    }
}
