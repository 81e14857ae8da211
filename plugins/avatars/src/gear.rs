//! Wearing items. A worn item is locked in `items` under this plugin, so it can be neither given away nor sold until it
//! is taken off: only owned items are ever worn, without a second check.

use crate::events;
use crate::look::Slot;
use crate::problems::{ITEM_NOT_FOUND, NOT_WEARABLE};
use crate::services;
use crate::store::{self, Gear};
use crate::views::{Appearance, AvatarView};
use serde::Deserialize;
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewGear {
    slot: Slot,
    /// `None` takes off what is worn in the slot.
    item_id: Option<String>,
}

/// Wears an item of the caller, or takes one off.
pub(crate) fn change_gear(
    ctx: &Ctx,
    Json(new): Json<NewGear>,
) -> Result<Payload<AvatarView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let wanted = match &new.item_id {
        Some(id) => Some(Uuid::parse(id).ok_or(ITEM_NOT_FOUND)?),
        None => None,
    };
    store::lock_wearer(ctx, &me.id, ctx.now())?;
    let worn = store::gear(ctx, &me.id)?;
    let before = worn.into_iter().find(|gear| gear.slot == new.slot);
    let is_same = before.as_ref().map(|gear| &gear.item_id) == wanted.as_ref();
    if !is_same {
        if let Some(gear) = before {
            store::remove_gear(ctx, &me.id, new.slot)?;
            services::release(ctx, &me.id, &gear.item_id)?;
        }
        if let Some(item) = wanted {
            wear(ctx, &me.id, new.slot, item)?;
        }
        events::changed(ctx, &me.id)?;
    }
    let appearance = Appearance::of(ctx, &me.id)?;
    Ok(Payload(AvatarView::of(ctx, &me.id, appearance)))
}

fn wear(ctx: &Ctx, account: &Uuid, slot: Slot, item_id: Uuid) -> Result<(), Error> {
    let made_for = services::lock(ctx, account, &item_id)?.ok_or(NOT_WEARABLE)?;
    if made_for.slot != slot.as_str() {
        return Err(NOT_WEARABLE.into());
    }
    let gear = Gear {
        slot,
        item_id,
        model: made_for.model,
        covers: made_for.bodies_to_disable,
    };
    store::put_gear(ctx, account, &gear, ctx.now())
}
