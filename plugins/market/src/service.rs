//! `market@1`: the service for other plugins. `listed {itemId}` answers `{listingId, priceHundredths}` or nulls; `floor
//! {collectionId}` answers `{floorHundredths, listed}`. It only reads: trades are made by people. Installed plugins reach it
//! through `install_service`.

use crate::browse;
use crate::listing_store;
use crate::money::Price;
use serde::{Deserialize, Serialize};
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::{Ctx, Error, ServiceCall, Uuid};

/// Listings are counted up to this number.
const COUNTED_MAX: u32 = 1_000;

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    match (call.service.as_str(), call.method.as_str()) {
        ("market@1", "listed") => ServiceCall::answer(&listed(ctx, &call.json()?)?),
        ("market@1", "floor") => ServiceCall::answer(&floor(ctx, &call.json()?)?),
        _ => Err(NOT_FOUND.into()),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfItem {
    pub(crate) item_id: Uuid,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Listed {
    listing_id: Option<Uuid>,
    price_hundredths: Option<u64>,
}

pub(crate) fn listed(ctx: &Ctx, of: &OfItem) -> Result<Listed, Error> {
    let listing =
        listing_store::open_of_item(ctx, &of.item_id)?.filter(|listing| listing.is_live(ctx.now()));
    Ok(Listed {
        price_hundredths: listing.as_ref().map(|one| one.price.hundredths()),
        listing_id: listing.map(|one| one.id),
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfCollection {
    pub(crate) collection_id: Uuid,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Floor {
    floor_hundredths: Option<u64>,
    listed: i64,
}

pub(crate) fn floor(ctx: &Ctx, of: &OfCollection) -> Result<Floor, Error> {
    let (floor, listed) = browse::floor(ctx, &of.collection_id, COUNTED_MAX)?;
    Ok(Floor {
        floor_hundredths: floor.map(Price::hundredths),
        listed,
    })
}
