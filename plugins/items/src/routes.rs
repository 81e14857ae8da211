//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    ALREADY_ROCK_ITEM, AWAITING_ACCEPTANCE, COLLECTION_NOT_FOUND, COLLECTION_SOLD_OUT,
    CRAFTING_LIMIT, ESCROW_NOT_ASKED, ITEM_LOCKED, ITEM_NOT_FOUND, NOT_A_PICTURE,
    NOT_COLLECTION_MAKER, NOT_CONSUMABLE, NOT_ITEM_OWNER, USED_ITEM, USER_NOT_FOUND,
    WORLD_ADMINS_ONLY,
};
use crate::{
    collections, craft_collection, craft_item, create_item, escrow, handlers, item_search,
    profile_image, search,
};
use witverse_sdk::error::{FORBIDDEN, NICKNAME_REQUIRED, PAGE_TOO_DEEP};
use witverse_sdk::http::{Route, RouteResource};
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// The caller's items, newest first: `a` is all or a type, `b` is all, free or locked
        Get "/api/item/inventory/craft/{a}/{b}" => handlers::list_own_items,
        action: "viewOwnItems", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// The caller's free items, newest first
        Get "/api/item/inventory/craft/gift/item" => handlers::list_gift_items,
        action: "viewOwnItems", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// A person's items, newest first; empty after a block in either direction
        Get "/api/v2/user/inventory/paging/{userId}" => handlers::list_items_of,
        action: "viewInventory", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Up to eight items whose names have all words, one for each name in a collection, for the search box; the newest
        /// first
        Get "/api/v2/items/search" => item_search::search_items,
        action: "viewItem", rate: "50/s",
    ),
    route!(
        /// An item; its lock is shown to its owner only
        Get "/api/v2/items/{id}" => handlers::view_item,
        action: "viewItem", rate: "100/s",
        problems: &[ITEM_NOT_FOUND.code],
    ),
    route!(
        /// The signed provenance chain of an item, with the keys to verify it
        Get "/api/v2/items/{id}/provenance" => handlers::view_provenance,
        action: "viewItem", rate: "100/s",
        problems: &[ITEM_NOT_FOUND.code],
    ),
    route!(
        /// Make a collection, for oneself or for a world that one manages
        Post "/api/v2/collections" => craft_collection::create_collection,
        action: "craft", rate: "2/s",
        problems: &[
            "muted", NICKNAME_REQUIRED.code, WORLD_ADMINS_ONLY.code, CRAFTING_LIMIT.code, "file_not_found",
            "file_wrong_kind", "file_refused", "file_limit",
        ],
    ),
    route!(
        /// The caller's collections, newest first
        Get "/api/v2/collections/mine" => craft_collection::list_own,
        action: "viewOwnItems", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Change the texts of a collection, and its picture if one is given
        Put "/api/v2/collections/{id}" => craft_collection::change_collection,
        action: "craft", rate: "5/s",
        problems: &[
            "muted", COLLECTION_NOT_FOUND.code, NOT_COLLECTION_MAKER.code, "file_not_found",
            "file_wrong_kind", "file_refused", "file_limit",
        ],
    ),
    route!(
        /// Make equal items in an own collection; they belong to the caller
        Post "/api/v2/collections/{id}/items" => craft_item::craft_items,
        action: "craft", rate: "2/s",
        problems: &[
            "muted", NICKNAME_REQUIRED.code, COLLECTION_NOT_FOUND.code, NOT_COLLECTION_MAKER.code,
            COLLECTION_SOLD_OUT.code, CRAFTING_LIMIT.code, "file_not_found", "file_wrong_kind",
            "file_refused", "file_limit",
        ],
    ),
    route!(
        /// The collections of a world, newest first
        Get "/api/v3/worlds/{id}/item-collections" => craft_collection::list_of_world,
        action: "viewCollections", rate: "100/s",
        resource: RouteResource::path("worlds::World", "id").or("world_not_found"),
        problems: &["world_not_found", "world_members_only", "world_blacklisted", PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Use up an own consumable. It cannot be undone
        Put "/api/v2/items/{id}/use" => craft_item::use_item,
        action: "useOwnItem", rate: "10/s",
        problems: &[
            ITEM_NOT_FOUND.code, NOT_ITEM_OWNER.code, USED_ITEM.code, ITEM_LOCKED.code,
            AWAITING_ACCEPTANCE.code, ALREADY_ROCK_ITEM.code, NOT_CONSUMABLE.code,
        ],
    ),
    route!(
        /// Answer a plugin that asks whether it may give an own item to another person. Only the dialog of the platform
        /// calls it. Idempotent
        Put "/api/v2/items/{id}/escrow" => escrow::answer,
        action: "useOwnItem", rate: "10/s",
        problems: &[ITEM_NOT_FOUND.code, NOT_ITEM_OWNER.code, ESCROW_NOT_ASKED.code],
    ),
    route!(
        /// Up to eight collections whose names have all words, for the search box; official ones first
        Get "/api/v2/collections/search" => search::search_collections,
        action: "viewItem", rate: "50/s",
    ),
    route!(
        /// The official collections, newest first
        Get "/api/v2/collections/official" => collections::list_official,
        action: "viewItem", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Make a collection official, or end it; for administrators. Blocks may ask for items of official collections.
        /// Idempotent
        Put "/api/v2/collections/{id}/official" => collections::change_status,
        action: "markOfficial", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, COLLECTION_NOT_FOUND.code],
    ),
    route!(
        /// A collection of items
        Get "/api/v2/collections/{id}" => collections::view_collection,
        action: "viewItem", rate: "100/s",
        problems: &[COLLECTION_NOT_FOUND.code],
    ),
    route!(
        /// The numbered items of a collection, by number
        Get "/api/v2/collections/{id}/items" => collections::list_items,
        action: "viewItem", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code, COLLECTION_NOT_FOUND.code],
    ),
    route!(
        /// Use an own item of the type pfp as the caller's picture, until its owner changes or it is used up. Idempotent
        Put "/api/v2/items/{id}/profile-image" => profile_image::use_as_picture,
        action: "useOwnItem", rate: "10/s",
        problems: &[ITEM_NOT_FOUND.code, NOT_ITEM_OWNER.code, NOT_A_PICTURE.code, USED_ITEM.code],
    ),
    route!(
        /// Create an item for a person; for administrators. Idempotent by key
        Post "/api/v2/items/grants" => create_item::grant_item,
        action: "grantItem", rate: "100/s", role: "admin",
        problems: &[FORBIDDEN.code, USER_NOT_FOUND.code, COLLECTION_NOT_FOUND.code],
    ),
];
