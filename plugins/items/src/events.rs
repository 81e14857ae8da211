//! The event of an item that plugins with offers for it follow.

use serde_json::json;
use witverse_sdk::{Ctx, Error, Uuid};

/// Publishes that an item has another owner or was used up. Offers for it end.
pub(crate) fn changed(ctx: &Ctx, item: &Uuid, version: i64, is_used: bool) -> Result<(), Error> {
    let event = json!({ "itemId": item, "version": version, "isUsed": is_used });
    ctx.events().publish("items.changed@1", &event)
}
