//! Who sells: the administrators of a world, or those of the platform. Administrators of the platform also take over the
//! orders of sellers who were erased.

use crate::problems::WORLD_NOT_FOUND;
use witverse_sdk::ctx::Resource;
use witverse_sdk::error::{FORBIDDEN, UNAUTHENTICATED};
use witverse_sdk::{Ctx, Error};

const WORLD: &str = "worlds::World";
const PLATFORM: &str = "Platform";
const ACTION: &str = "manageShop";
const READ_ADDRESSES: &str = "readAddresses";

/// The name of a world; it never changes.
pub(crate) fn world_name(name: String) -> Result<String, Error> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    match (3..=10).contains(&name.len()) && name.bytes().all(plain) {
        true => Ok(name),
        false => Err(WORLD_NOT_FOUND.into()),
    }
}

/// Whether the caller reads the addresses of orders: who sells for the world, or for the platform without one or without a seller.
/// Administrators of the platform see the other orders too, and settle their disputes; neither needs an address.
pub(crate) fn reads_addresses(ctx: &Ctx, world: Option<&str>, is_orphan: bool) -> bool {
    let platform = || Resource::declared(PLATFORM, "witverse");
    let may = |resource: &Resource| ctx.authz().check(READ_ADDRESSES, resource);
    match world {
        Some(world) => may(&Resource::declared(WORLD, world)) || (is_orphan && may(&platform())),
        None => may(&platform()),
    }
}

/// Whether the caller sells for the world, or for the platform without one.
pub(crate) fn is_seller(ctx: &Ctx, world: Option<&str>) -> bool {
    match world {
        Some(world) => ctx.authz().check(ACTION, &Resource::declared(WORLD, world)),
        None => is_administrator(ctx),
    }
}

pub(crate) fn is_administrator(ctx: &Ctx) -> bool {
    let platform = Resource::declared(PLATFORM, "witverse");
    ctx.authz().check(ACTION, &platform)
}

/// 401 for a visitor, 403 for a person who does not sell here.
pub(crate) fn require_seller(ctx: &Ctx, world: Option<&str>, is_orphan: bool) -> Result<(), Error> {
    if ctx.actor().account().is_none() {
        return Err(UNAUTHENTICATED.into());
    }
    match is_seller(ctx, world) || (is_orphan && is_administrator(ctx)) {
        true => Ok(()),
        false => Err(FORBIDDEN.into()),
    }
}
