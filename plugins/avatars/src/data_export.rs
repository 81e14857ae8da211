//! The data export: the chosen look, the worn items and the VRM file.

use crate::look::Look;
use crate::store;
use serde::Serialize;
use witverse_sdk::export::Part;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, part};

pub(crate) const PARTS: &[Part] = &[part!("avatar" => stored_data)];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredData {
    look: Option<Look>,
    chosen_at: Option<Timestamp>,
    gear: Vec<WornItem>,
    vrm_file_id: Option<Uuid>,
    vrm_confirmed_at: Option<Timestamp>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WornItem {
    slot: &'static str,
    item_id: Uuid,
    model: String,
}

/// All stored data of an account.
fn stored_data(ctx: &Ctx, account: &Uuid) -> Result<StoredData, Error> {
    let avatar = store::avatar(ctx, account)?;
    let worn = store::gear(ctx, account)?.into_iter().map(|gear| WornItem {
        slot: gear.slot.as_str(),
        item_id: gear.item_id,
        model: gear.model,
    });
    let vrm = store::vrm(ctx, account)?;
    Ok(StoredData {
        look: avatar.as_ref().map(|avatar| avatar.look),
        chosen_at: avatar.map(|avatar| avatar.chosen_at),
        gear: worn.collect(),
        vrm_confirmed_at: vrm.as_ref().and_then(|vrm| vrm.confirmed_at),
        vrm_file_id: vrm.map(|vrm| vrm.file_id),
    })
}
