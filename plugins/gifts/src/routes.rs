//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    AMOUNT_INVALID, GIFT_EXPIRED, GIFT_NOT_FOUND, GIFT_OWN, GIFT_SELF, GIFT_UNAVAILABLE,
    ITEM_NOT_FOUND, MESSAGE_TOO_LONG, NOT_FRIENDS, USER_NOT_FOUND,
};
use crate::{handlers, list_handlers};
use witverse_sdk::error::{NICKNAME_REQUIRED, PAGE_TOO_DEEP, UNAVAILABLE};
use witverse_sdk::http::Route;
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// Send WIT or an item to a friend; the gift expires after 168 hours
        Post "/api/v2/gift/create" => handlers::create_gift,
        action: "sendGift", rate: "5/s",
        problems: &[
            "muted", NICKNAME_REQUIRED.code, USER_NOT_FOUND.code, GIFT_SELF.code, NOT_FRIENDS.code,
            AMOUNT_INVALID.code, MESSAGE_TOO_LONG.code, "insufficient_wit", "wallet_frozen",
            GIFT_UNAVAILABLE.code, "wallet_closed", ITEM_NOT_FOUND.code, "already_rock_item", "used_item",
            "item_awaiting_acceptance", "not_item_owner", UNAVAILABLE.code,
        ],
    ),
    route!(
        /// Accept or reject a gift
        Post "/api/v2/gift/handle" => handlers::handle_gift,
        action: "answerGift", rate: "10/s",
        problems: &[
            GIFT_NOT_FOUND.code, GIFT_OWN.code, "gift_closed", GIFT_EXPIRED.code, "wallet_frozen",
            GIFT_UNAVAILABLE.code, "wallet_closed", UNAVAILABLE.code,
        ],
    ),
    route!(
        /// Friends whose nickname begins with a text, as possible recipients
        Post "/api/v2/gift/user/search" => list_handlers::search_recipients,
        action: "findRecipient", rate: "10/s",
        problems: &[UNAVAILABLE.code],
    ),
    route!(
        /// Gifts to the caller, newest first
        Get "/api/v2/gift/received" => list_handlers::list_received,
        action: "viewGifts", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// The caller's own gifts, newest first
        Get "/api/v2/gift/sent" => list_handlers::list_sent,
        action: "viewGifts", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// A gift, for its sender and its recipient
        Get "/api/v2/gift/{airdropId}" => list_handlers::view_gift,
        action: "viewGifts", rate: "100/s",
        problems: &[GIFT_NOT_FOUND.code],
    ),
];
