//! An item of the type pfp as its owner's picture. When the item gets another owner or is used
//! up, the picture goes.

use crate::handlers::ById;
use crate::item::ItemType;
use crate::problems::{ITEM_NOT_FOUND, NOT_A_PICTURE, NOT_ITEM_OWNER, USED_ITEM};
use crate::store;
use serde::Serialize;
use witverse_sdk::http::{Params, Payload};
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemPicture {
    /// The caller's picture now: a path on this origin.
    profile_image: String,
}

/// Makes the caller's item their picture. The lock on the item orders this call and a transfer of the item.
pub(crate) fn use_as_picture(
    ctx: &Ctx,
    Params(by): Params<ById>,
) -> Result<Payload<ItemPicture>, Error> {
    let me = ctx.caller()?;
    let id = Uuid::parse(&by.id).ok_or(ITEM_NOT_FOUND)?;
    let item = store::lock_row(ctx, &id)?.ok_or(ITEM_NOT_FOUND)?;
    if item.owner.as_ref() != Some(&me.id) {
        return Err(NOT_ITEM_OWNER.into());
    }
    if item.kind != ItemType::Pfp {
        return Err(NOT_A_PICTURE.into());
    }
    if item.is_used {
        return Err(USED_ITEM.into());
    }
    ctx.users().set_image(&item.thumbnail, id.as_str())?;
    Ok(Payload(ItemPicture {
        profile_image: item.thumbnail,
    }))
}

/// Removes the former owner's picture if it is this item.
pub(crate) fn remove_of_former_owner(ctx: &Ctx, owner: &Uuid, item: &Uuid, kind: ItemType) {
    if kind == ItemType::Pfp {
        ctx.users().clear_image(owner, item.as_str());
    }
}
