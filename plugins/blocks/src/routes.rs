//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    BLOCK_NOT_FOUND, CANNOT_KICK, COLLECTION_REQUIRED, ITEM_NOT_FOUND, ITEM_REQUIRED,
    ITEMS_UNAVAILABLE, KICKED, LOGIN_REQUIRED, MAKER_LIMIT, MANAGERS_ONLY, MEMBERS_ONLY,
    NAME_DUPLICATE, NAME_LENGTH, NAME_UNAVAILABLE, NOT_COMPLETE, NOT_ITEM_OWNER, PRIVATE,
    SCENE_STALE, SCENE_TOO_LARGE, USER_NOT_FOUND, VERSION_NOT_FOUND, WORLD_BLACKLISTED,
    WORLD_LIMIT, WORLD_MEMBERS_ONLY, WORLD_NOT_FOUND,
};
use crate::{
    block_handlers, entry_handlers, list_handlers, lively, main_block, placed_items, room_bans,
    scene_handlers,
};
use witverse_sdk::error::{NICKNAME_REQUIRED, PAGE_TOO_DEEP};
use witverse_sdk::http::{Route, RouteResource};
use witverse_sdk::route;

const WORLD_IN_PATH: Option<RouteResource> =
    RouteResource::path("worlds::World", "id").or("world_not_found");
const BLOCK_IN_PATH: Option<RouteResource> =
    RouteResource::path("Block", "id").or("block_not_found");

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// The complete blocks of a world, newest first, with its main block apart
        Get "/api/v3/worlds/{id}/blocks" => list_handlers::list_blocks,
        action: "viewBlocks", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[
            WORLD_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, PAGE_TOO_DEEP.code,
        ],
    ),
    route!(
        /// Create a block, which only its maker and the administrators see until it is published
        Post "/api/v3/worlds/{id}/blocks" => block_handlers::create_block,
        action: "createBlock", rate: "5/s",
        resource: WORLD_IN_PATH,
        problems: &[
            "muted", NICKNAME_REQUIRED.code, WORLD_NOT_FOUND.code, WORLD_BLACKLISTED.code,
            "block_creators_only", NAME_LENGTH.code, NAME_UNAVAILABLE.code, NAME_DUPLICATE.code,
            MAKER_LIMIT.code, WORLD_LIMIT.code,
        ],
    ),
    route!(
        /// A block by its world and its name
        Get "/api/v3/worlds/{id}/blocks/{blockName}" => list_handlers::block_by_name,
        action: "viewBlocks", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[
            WORLD_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, BLOCK_NOT_FOUND.code,
        ],
    ),
    route!(
        /// The main block of a world
        Get "/api/v3/worlds/{id}/main-block" => main_block::view_main_block,
        action: "viewBlocks", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Choose the main block of a world, in place of the one before
        Put "/api/v3/worlds/{id}/main-block" => main_block::choose_main_block,
        action: "chooseMainBlock", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[
            WORLD_NOT_FOUND.code, "world_admins_only", WORLD_BLACKLISTED.code, BLOCK_NOT_FOUND.code,
            NOT_COMPLETE.code,
        ],
    ),
    route!(
        /// The blocks that everybody may enter and that somebody is in, those with the most people first
        Get "/api/v3/blocks/lively" => lively::list_lively,
        action: "findBlocks", rate: "100/s",
    ),
    route!(
        /// The caller's own blocks that are not published yet, newest first
        Get "/api/v3/blocks/drafts" => list_handlers::list_drafts,
        action: "listOwnBlocks", rate: "100/s",
    ),
    route!(
        /// The blocks that the caller entered last, at most five
        Get "/api/v3/blocks/visited" => entry_handlers::list_visited,
        action: "listOwnBlocks", rate: "100/s",
    ),
    route!(
        /// The block in which an item of the caller stands
        Get "/api/v3/blocks/placed" => placed_items::view_placed,
        action: "listOwnBlocks", rate: "100/s",
    ),
    route!(
        /// A block
        Get "/api/v3/blocks/{id}" => list_handlers::view_block,
        action: "viewBlock", rate: "100/s",
        resource: BLOCK_IN_PATH,
        problems: &[BLOCK_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Change the settings of a block; absent fields are kept
        Put "/api/v3/blocks/{id}" => block_handlers::edit_block,
        action: "editBlock", rate: "10/s",
        resource: BLOCK_IN_PATH,
        problems: &[
            "muted", BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code, NAME_LENGTH.code,
            NAME_UNAVAILABLE.code, NAME_DUPLICATE.code,
        ],
    ),
    route!(
        /// Delete a block with its scene. Idempotent
        Delete "/api/v3/blocks/{id}" => block_handlers::delete_block,
        action: "deleteBlock", rate: "10/s",
        problems: &[BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Whether the caller may enter a block, and otherwise what would let them in
        Get "/api/v3/blocks/{id}/entry" => entry_handlers::view_entry,
        action: "askEntry", rate: "100/s",
        problems: &[BLOCK_NOT_FOUND.code],
    ),
    route!(
        /// Record that the caller has entered a block, for the list of visited blocks
        Post "/api/v3/blocks/{id}/entered" => entry_handlers::record_entry,
        action: "recordEntry", rate: "10/s",
        problems: &[
            BLOCK_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, KICKED.code,
            LOGIN_REQUIRED.code, MEMBERS_ONLY.code, ITEM_REQUIRED.code, COLLECTION_REQUIRED.code,
            PRIVATE.code,
        ],
    ),
    route!(
        /// Remove a person from a block; they may not enter again for some minutes. A repeated call replaces the end
        Post "/api/v3/blocks/{id}/kick" => room_bans::kick_person,
        action: "kickFromBlock", rate: "10/s",
        resource: BLOCK_IN_PATH,
        problems: &[
            BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code, USER_NOT_FOUND.code,
            CANNOT_KICK.code,
        ],
    ),
    route!(
        /// The people who may not enter a block for some time, the one with the latest end first
        Get "/api/v3/blocks/{id}/kicks" => room_bans::list_removed,
        action: "kickFromBlock", rate: "100/s",
        resource: BLOCK_IN_PATH,
        problems: &[BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code, PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Let a removed person enter a block again. Idempotent
        Delete "/api/v3/blocks/{id}/kicks/{accountId}" => room_bans::let_in,
        action: "kickFromBlock", rate: "10/s",
        resource: BLOCK_IN_PATH,
        problems: &[BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code, USER_NOT_FOUND.code],
    ),
    route!(
        /// Take an own item down from the scene that visitors see: its object stays empty, and the item is free. Idempotent
        Delete "/api/v3/blocks/{id}/items/{itemId}" => placed_items::take_own_down,
        action: "takeDownItem", rate: "10/s",
        problems: &[BLOCK_NOT_FOUND.code, ITEM_NOT_FOUND.code, NOT_ITEM_OWNER.code],
    ),
    route!(
        /// Replace the pictures of a block; at most five
        Put "/api/v3/blocks/{id}/thumbnails" => block_handlers::replace_thumbnails,
        action: "editBlock", rate: "10/s",
        resource: BLOCK_IN_PATH,
        problems: &[
            "muted", BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code, "file_not_found",
            "file_wrong_kind", "file_refused", "file_limit",
        ],
    ),
    route!(
        /// Publish a version of the scene: visitors see it from now on. Its items are locked, those that it does not show
        /// any more are free
        Post "/api/v3/blocks/{id}/publish" => scene_handlers::publish,
        action: "manageBlock", rate: "10/s",
        resource: BLOCK_IN_PATH,
        problems: &[
            BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code, VERSION_NOT_FOUND.code,
            ITEMS_UNAVAILABLE.code,
        ],
    ),
    route!(
        /// The scene that visitors see, for people who may enter the block
        Get "/api/v3/blocks/{id}/scene" => scene_handlers::view_scene,
        action: "askEntry", rate: "100/s",
        problems: &[
            BLOCK_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, KICKED.code,
            LOGIN_REQUIRED.code, MEMBERS_ONLY.code, ITEM_REQUIRED.code, COLLECTION_REQUIRED.code,
            PRIVATE.code,
        ],
    ),
    route!(
        /// Save the scene as a new version
        Put "/api/v3/blocks/{id}/scene" => scene_handlers::save_scene,
        action: "manageBlock", rate: "5/s",
        resource: BLOCK_IN_PATH,
        problems: &[
            BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code, SCENE_STALE.code,
            SCENE_TOO_LARGE.code, "file_not_found", "file_wrong_kind", "file_refused", "file_limit",
        ],
    ),
    route!(
        /// The kept versions of the scene, newest first: the last 50 and the published one
        Get "/api/v3/blocks/{id}/versions" => scene_handlers::list_versions,
        action: "manageBlock", rate: "100/s",
        resource: BLOCK_IN_PATH,
        problems: &[BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// A version of the scene; `latest` is the newest one
        Get "/api/v3/blocks/{id}/versions/{version}" => scene_handlers::view_version,
        action: "manageBlock", rate: "100/s",
        resource: BLOCK_IN_PATH,
        problems: &[BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code, VERSION_NOT_FOUND.code],
    ),
    route!(
        /// Save an earlier version of the scene as the newest one
        Post "/api/v3/blocks/{id}/versions/{version}/restore" => scene_handlers::restore_version,
        action: "manageBlock", rate: "5/s",
        resource: BLOCK_IN_PATH,
        problems: &[
            BLOCK_NOT_FOUND.code, MANAGERS_ONLY.code, WORLD_BLACKLISTED.code, VERSION_NOT_FOUND.code,
            SCENE_STALE.code,
        ],
    ),
];
