//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    ADMINS_MAX, ALREADY_ADMIN, ALREADY_HAS_WORLD, CANNOT_BLACKLIST, INVITATION_NOT_FOUND,
    MEMBERSHIP_CLOSED, MEMBERSHIP_FREE_ONCE, MEMBERSHIP_NOT_FOUND, MEMBERSHIP_SOLD_OUT,
    MEMBERSHIP_UNSOLD, NAME_DUPLICATE, NAME_LENGTH, NAME_UNAVAILABLE, NOT_A_MEMBER, PRICE_CHANGED,
    USER_NOT_FOUND, WORLD_BLACKLISTED, WORLD_CHANGE_USED, WORLD_NOT_FOUND, WORLD_OWNER_ONLY,
};
use crate::{
    admin_handlers, blacklist, handlers, invitations, members, membership_handlers, search,
    statistics, visits,
};
use witverse_sdk::error::{NICKNAME_REQUIRED, NOT_FOUND, PAGE_TOO_DEEP};
use witverse_sdk::http::{Route, RouteResource};
use witverse_sdk::route;

const WORLD_IN_BODY: Option<RouteResource> =
    RouteResource::body("World", "worldId").or("world_not_found");
const WORLD_IN_PATH: Option<RouteResource> =
    RouteResource::path("World", "id").or("world_not_found");

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// Public worlds in a chosen order, or those with a text in their name or description
        Get "/api/v3/worlds" => handlers::list_worlds,
        action: "listWorlds", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Create a world and become its owner and first member
        Post "/api/v3/worlds" => handlers::create_world,
        action: "createWorld", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, ALREADY_HAS_WORLD.code, NAME_LENGTH.code, NAME_UNAVAILABLE.code,
            NAME_DUPLICATE.code, "file_not_found", "file_wrong_kind", "file_refused", "file_limit",
        ],
    ),
    route!(
        /// Worlds by name and description: public ones, and the caller's own
        Get "/api/v2/worlds/search" => search::search_worlds,
        action: "listWorlds", rate: "20/s",
    ),
    route!(
        /// Whether a world can be created with a name
        Post "/api/v2/worlds/name" => handlers::check_name,
        action: "checkWorldName", rate: "10/s",
        problems: &[NAME_LENGTH.code, NAME_UNAVAILABLE.code, NAME_DUPLICATE.code],
    ),
    route!(
        /// The caller's own world
        Get "/api/v2/worlds/my" => handlers::my_world,
        action: "viewMyWorld", rate: "100/s",
    ),
    route!(
        /// A world by its name
        Get "/api/v2/worlds/mInfo" => handlers::world_by_name,
        action: "viewWorld", rate: "100/s",
        problems: &[WORLD_NOT_FOUND.code, NOT_FOUND.code],
    ),
    route!(
        /// A world by its name
        Get "/api/v2/worlds/basic-info" => handlers::world_by_name,
        action: "viewWorld", rate: "100/s",
        problems: &[WORLD_NOT_FOUND.code, NOT_FOUND.code],
    ),
    route!(
        /// A world by its name
        Get "/api/v3/worlds/basic-info/{worldName}" => handlers::basic_info,
        action: "viewWorld", rate: "100/s",
        problems: &[WORLD_NOT_FOUND.code, NOT_FOUND.code],
    ),
    route!(
        /// Join a world; a person is a member of one world
        Post "/api/v2/worlds/user/member" => handlers::join_world,
        action: "joinWorld", rate: "10/s",
        resource: RouteResource::query("World", "worldId").or("world_not_found"),
        problems: &[
            NICKNAME_REQUIRED.code, ALREADY_HAS_WORLD.code, WORLD_CHANGE_USED.code, WORLD_NOT_FOUND.code,
            "world_private", WORLD_BLACKLISTED.code,
        ],
    ),
    route!(
        /// Change the logo and the picture of a world
        Put "/api/v3/worlds/admins/img" => admin_handlers::change_images,
        action: "manageWorld", rate: "10/s",
        resource: WORLD_IN_BODY,
        problems: &[
            WORLD_NOT_FOUND.code, "world_admins_only", "file_not_found", "file_wrong_kind", "file_refused",
            "file_limit",
        ],
    ),
    route!(
        /// Change the description and the colour of a world
        Put "/api/v3/worlds/admins/texts" => admin_handlers::change_texts,
        action: "manageWorld", rate: "10/s",
        resource: WORLD_IN_BODY,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only"],
    ),
    route!(
        /// Make a world public or private
        Put "/api/v3/worlds/admins/visibility" => admin_handlers::change_visibility,
        action: "ownWorld", rate: "10/s",
        resource: WORLD_IN_BODY,
        problems: &[WORLD_NOT_FOUND.code, WORLD_OWNER_ONLY.code],
    ),
    route!(
        /// Choose whether buyers of the world's items on the market need a membership. Idempotent
        Put "/api/v3/worlds/{id}/admin/market-rule" => admin_handlers::change_market_rule,
        action: "manageWorld", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only"],
    ),
    route!(
        /// What the management page of a world shows first
        Get "/api/v3/worlds/{id}/admin/default/data" => admin_handlers::default_data,
        action: "manageWorld", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only"],
    ),
    route!(
        /// The members of a world, newest first
        Get "/api/v3/worlds/{id}/members" => members::list_members,
        action: "viewInside", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_members_only", WORLD_BLACKLISTED.code, PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Make a member an administrator; at most five
        Post "/api/v3/worlds/{id}/admins" => members::appoint_admin,
        action: "ownWorld", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[
            WORLD_NOT_FOUND.code, WORLD_OWNER_ONLY.code, USER_NOT_FOUND.code, NOT_A_MEMBER.code,
            ALREADY_ADMIN.code, ADMINS_MAX.code,
        ],
    ),
    route!(
        /// Make an administrator a member again: the owner, or the administrator. Idempotent
        Delete "/api/v3/worlds/{id}/admins/{userId}" => members::dismiss_admin,
        action: "manageWorld", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only", USER_NOT_FOUND.code, WORLD_OWNER_ONLY.code],
    ),
    route!(
        /// The blacklist of a world, newest entry first
        Get "/api/v3/worlds/{id}/blacklist" => blacklist::list_blacklist,
        action: "manageWorld", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only", PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Put a person on the blacklist, or change their entry. A member leaves the world
        Post "/api/v3/worlds/{id}/blacklist" => blacklist::put_on_blacklist,
        action: "manageWorld", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only", USER_NOT_FOUND.code, CANNOT_BLACKLIST.code],
    ),
    route!(
        /// Take a person off the blacklist. Idempotent
        Delete "/api/v3/worlds/{id}/blacklist/{userId}" => blacklist::take_off_blacklist,
        action: "manageWorld", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only", USER_NOT_FOUND.code],
    ),
    route!(
        /// The invitation link of a world
        Get "/api/v3/worlds/{id}/invitation" => invitations::view_link,
        action: "manageWorld", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only"],
    ),
    route!(
        /// Create an invitation link; the one before no longer works
        Post "/api/v3/worlds/{id}/invitation" => invitations::renew_link,
        action: "manageWorld", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only"],
    ),
    route!(
        /// Delete the invitation link. Idempotent
        Delete "/api/v3/worlds/{id}/invitation" => invitations::revoke_link,
        action: "manageWorld", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only"],
    ),
    route!(
        /// The world that an invitation link leads to
        Get "/api/v3/invitations/{code}" => invitations::view_invitation,
        action: "viewInvitation", rate: "10/s",
        problems: &[INVITATION_NOT_FOUND.code],
    ),
    route!(
        /// Join a world by an invitation link
        Post "/api/v3/invitations/{code}" => invitations::accept_invitation,
        action: "acceptInvitation", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, INVITATION_NOT_FOUND.code, WORLD_BLACKLISTED.code, ALREADY_HAS_WORLD.code,
            WORLD_CHANGE_USED.code,
        ],
    ),
    route!(
        /// The membership collections of a world, newest first
        Get "/api/v3/worlds/{id}/collections" => membership_handlers::list_memberships,
        action: "viewInside", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_members_only", WORLD_BLACKLISTED.code, PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Open a membership collection, once the one before is sold out or has ended
        Post "/api/v3/worlds/{id}/collections" => membership_handlers::open_membership,
        action: "manageWorld", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only", MEMBERSHIP_UNSOLD.code],
    ),
    route!(
        /// Buy a membership with WIT, or claim a free one
        Post "/api/v3/worlds/{id}/collections/{membershipId}/buy" => membership_handlers::buy_membership,
        action: "buyMembership", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[
            NICKNAME_REQUIRED.code, WORLD_NOT_FOUND.code, "world_members_only", WORLD_BLACKLISTED.code,
            MEMBERSHIP_NOT_FOUND.code, MEMBERSHIP_SOLD_OUT.code, MEMBERSHIP_CLOSED.code, PRICE_CHANGED.code,
            MEMBERSHIP_FREE_ONCE.code, "insufficient_wit", "wallet_frozen", "wit_transfer_unavailable",
            "wallet_closed", "wit_limit_reached",
        ],
    ),
    route!(
        /// Report that the caller is in a world; every 240 seconds
        Post "/api/v2/worlds/logs/user-connection" => visits::log_visit,
        action: "logVisit", rate: "2/s",
        resource: RouteResource::body("World", "worldName").or("world_not_found"),
        problems: &[WORLD_NOT_FOUND.code, "world_members_only", WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Visits of a world: totals, the last 28 days, the hours of the day
        Get "/api/v3/worlds/{id}/statistics" => statistics::view_statistics,
        action: "manageWorld", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only"],
    ),
    route!(
        /// People who were in a world, the latest first
        Get "/api/v3/worlds/{id}/visitors" => statistics::list_visitors,
        action: "manageWorld", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_admins_only", PAGE_TOO_DEEP.code],
    ),
    route!(
        /// The witch points of a world, and what earned them
        Get "/api/v3/worlds/{id}/witch-points" => statistics::view_witch_points,
        action: "viewInside", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, "world_members_only", WORLD_BLACKLISTED.code],
    ),
];
