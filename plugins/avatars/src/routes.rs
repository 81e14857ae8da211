//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    ALREADY_CHOSEN, ITEM_NOT_FOUND, NOT_WEARABLE, USER_NOT_FOUND, VRM_NOT_READY,
    VRM_PERMISSION_NEEDED,
};
use crate::{gear, handlers, token, vrm_handlers};
use witverse_sdk::error::{FORBIDDEN, NICKNAME_REQUIRED};
use witverse_sdk::http::Route;
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// Choose the caller's avatar, once; people who chose before there were clothes choose once more. A repeated choice of the same look is answered like the first
        Put "/api/user/avatars2" => handlers::choose_avatar,
        action: "chooseAvatar", rate: "5/s",
        problems: &[NICKNAME_REQUIRED.code, ALREADY_CHOSEN.code, USER_NOT_FOUND.code],
    ),
    route!(
        /// A signed statement about the caller's avatar, valid for ten minutes
        Get "/api/v2/avatars/token" => token::issue_token,
        action: "viewOwnAvatar", rate: "10/s",
    ),
    route!(
        /// A person's avatar; a look made from the id for people who have not chosen, and after a block in either direction
        Get "/api/v2/avatars/users/{id}" => handlers::view_avatar,
        action: "viewAvatar", rate: "100/s",
        problems: &[USER_NOT_FOUND.code],
    ),
    route!(
        /// A person's portrait as a picture: the profile picture of people who have not set one. The same for everybody
        Get "/api/v2/user/{id}/portrait" => handlers::view_portrait,
        action: "viewAvatar", rate: "300/s",
        problems: &[USER_NOT_FOUND.code],
    ),
    route!(
        /// Wear an own item in a slot, in place of the one before, or take it off. Idempotent
        Put "/api/v2/avatars/gear" => gear::change_gear,
        action: "wearGear", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, ITEM_NOT_FOUND.code, "not_item_owner", "used_item",
            "item_awaiting_acceptance", "already_rock_item", NOT_WEARABLE.code, USER_NOT_FOUND.code,
        ],
    ),
    route!(
        /// Appear as an own VRM file, in place of the one before, or as the chosen look again. Idempotent
        Put "/api/v2/avatars/vrm" => vrm_handlers::choose_vrm,
        action: "chooseVrm", rate: "5/s",
        problems: &[
            NICKNAME_REQUIRED.code, "file_not_found", "file_wrong_kind", "file_refused", "file_limit",
            VRM_NOT_READY.code, VRM_PERMISSION_NEEDED.code, USER_NOT_FOUND.code,
        ],
    ),
    route!(
        /// Take off a person's VRM file; for administrators. Idempotent
        Delete "/api/v2/avatars/users/{id}/vrm" => vrm_handlers::remove_vrm,
        action: "removeVrm", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, USER_NOT_FOUND.code],
    ),
];
