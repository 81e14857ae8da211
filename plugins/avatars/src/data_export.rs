//! The data export: the chosen look and the worn items.

use crate::look::Look;
use crate::store;
use serde::Serialize;
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredData {
    look: Option<Look>,
    chosen_at: Option<Timestamp>,
    gear: Vec<WornItem>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WornItem {
    slot: &'static str,
    item_id: Uuid,
    model: String,
}

/// All stored data of an account, in one page.
pub(crate) fn export(ctx: &Ctx, account: &Uuid) -> Result<DataPage, Error> {
    let avatar = store::avatar(ctx, account)?;
    let worn = store::gear(ctx, account)?.into_iter().map(|gear| WornItem {
        slot: gear.slot.as_str(),
        item_id: gear.item_id,
        model: gear.model,
    });
    let data = StoredData {
        look: avatar.as_ref().map(|avatar| avatar.look),
        chosen_at: avatar.map(|avatar| avatar.chosen_at),
        gear: worn.collect(),
    };
    DataPage::json("avatar.json", &data)
}
