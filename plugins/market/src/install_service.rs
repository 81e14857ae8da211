//! The service `market@1` for plugins that operators have installed: the functions for system plugins, limited to collections of
//! the world of the install that its operator has opened for it. The kernel checks the scope and names the install. It only reads.

use crate::item;
use crate::problems::{COLLECTION_NOT_FOUND, COLLECTION_NOT_OPENED, ITEM_NOT_FOUND};
use crate::service::{self, OfCollection, OfItem};
use witverse_sdk::ctx::CallingInstall;
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::{Ctx, Error, ServiceCall, Uuid};

/// The objects of this service, as the manifest names them.
const COLLECTIONS: &str = "collections";

pub(crate) fn answer(
    ctx: &Ctx,
    install: &CallingInstall,
    call: &ServiceCall,
) -> Result<Vec<u8>, Error> {
    match call.method.as_str() {
        "listed" => {
            let of: OfItem = call.json()?;
            let item = item::item(ctx, &of.item_id)?;
            if !is_here(ctx, install, &item.collection_id)? {
                return Err(ITEM_NOT_FOUND.into());
            }
            require_opened(install, &item.collection_id)?;
            ServiceCall::answer(&service::listed(ctx, &of)?)
        }
        "floor" => {
            let of: OfCollection = call.json()?;
            if !is_here(ctx, install, &of.collection_id)? {
                return Err(COLLECTION_NOT_FOUND.into());
            }
            require_opened(install, &of.collection_id)?;
            ServiceCall::answer(&service::floor(ctx, &of)?)
        }
        _ => Err(NOT_FOUND.into()),
    }
}

/// Whether a collection belongs to the world of the install, as `items` says now.
fn is_here(ctx: &Ctx, install: &CallingInstall, collection: &Uuid) -> Result<bool, Error> {
    let world = item::collection(ctx, collection)?.world_id;
    Ok(world.as_ref() == Some(&install.world))
}

/// Fails if the operator has not opened a collection of the world for the plugin.
fn require_opened(install: &CallingInstall, collection: &Uuid) -> Result<(), Error> {
    match install.may_use(COLLECTIONS, collection) {
        true => Ok(()),
        false => Err(COLLECTION_NOT_OPENED.into()),
    }
}
