//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    BLOCK_NOT_FOUND, FULL, NO_COURSE, NOT_FOUND, NOT_HERE, NOT_INSIDE, REVIEW_INVOLVED,
    REVIEW_NOT_FOUND, RUNNING, STARTED,
};
use crate::{best_times, handlers, reviews, ways};
use witverse_sdk::error::{FORBIDDEN, NICKNAME_REQUIRED, PAGE_TOO_DEEP};
use witverse_sdk::http::Route;
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// The latest race in a block: the one that is open, or the last one
        Get "/api/v3/blocks/{id}/race" => handlers::view_latest,
        action: "viewRaces", rate: "100/s",
        problems: &[
            BLOCK_NOT_FOUND.code, "world_members_only", "world_blacklisted", "block_kicked",
            "block_login_required", "block_members_only", "block_item_required", "block_private",
        ],
    ),
    route!(
        /// Start a race and take part in it. Others can join until its countdown begins
        Post "/api/v3/blocks/{id}/race" => handlers::start_race,
        action: "race", rate: "2/s",
        problems: &[
            NICKNAME_REQUIRED.code, BLOCK_NOT_FOUND.code, "world_members_only", "world_blacklisted",
            "block_kicked", "block_login_required", "block_members_only", "block_item_required",
            "block_private", NOT_INSIDE.code, NOT_HERE.code, NO_COURSE.code, RUNNING.code,
        ],
    ),
    route!(
        /// Take part in the open race. Idempotent
        Post "/api/v3/blocks/{id}/race/join" => handlers::join_race,
        action: "race", rate: "5/s",
        problems: &[
            NICKNAME_REQUIRED.code, BLOCK_NOT_FOUND.code, "world_members_only", "world_blacklisted",
            "block_kicked", "block_login_required", "block_members_only", "block_item_required",
            "block_private", NOT_INSIDE.code, NOT_HERE.code, NOT_FOUND.code, STARTED.code, FULL.code,
        ],
    ),
    route!(
        /// Give up in the open race. Idempotent
        Post "/api/v3/blocks/{id}/race/leave" => handlers::leave_race,
        action: "race", rate: "5/s",
        problems: &[BLOCK_NOT_FOUND.code, NOT_FOUND.code],
    ),
    route!(
        /// The best times on the course of the latest race in a block, the fastest first; of equal times the earlier one
        /// first
        Get "/api/v3/blocks/{id}/race/times" => best_times::list_times,
        action: "viewRaces", rate: "100/s",
        problems: &[
            PAGE_TOO_DEEP.code, BLOCK_NOT_FOUND.code, "world_members_only", "world_blacklisted",
            "block_kicked", "block_login_required", "block_members_only", "block_item_required",
            "block_private",
        ],
    ),
    route!(
        /// Times that are faster than rooms let people move, the oldest first. For moderators of the block
        Get "/api/v3/blocks/{id}/race/reviews" => reviews::list_reviews,
        action: "reviewRaces", rate: "20/s",
        problems: &[
            PAGE_TOO_DEEP.code, FORBIDDEN.code, BLOCK_NOT_FOUND.code, "world_members_only",
            "world_blacklisted", "block_kicked", "block_login_required", "block_members_only",
            "block_item_required", "block_private",
        ],
    ),
    route!(
        /// The way of a run whose time is under review, as the room accepted it. For moderators of the block
        Get "/api/v3/blocks/{id}/race/reviews/{reviewId}/way" => ways::view_way,
        action: "reviewRaces", rate: "20/s",
        problems: &[
            FORBIDDEN.code, REVIEW_NOT_FOUND.code, BLOCK_NOT_FOUND.code, "world_members_only",
            "world_blacklisted", "block_kicked", "block_login_required", "block_members_only",
            "block_item_required", "block_private",
        ],
    ),
    route!(
        /// Rank a time that is under review. For moderators of the block
        Post "/api/v3/blocks/{id}/race/reviews/{reviewId}/accept" => reviews::accept_review,
        action: "reviewRaces", rate: "5/s",
        problems: &[
            FORBIDDEN.code, REVIEW_NOT_FOUND.code, REVIEW_INVOLVED.code, BLOCK_NOT_FOUND.code,
            "world_members_only", "world_blacklisted", "block_kicked", "block_login_required",
            "block_members_only", "block_item_required", "block_private",
        ],
    ),
    route!(
        /// Keep a time that is under review out of all ranks. For moderators of the block
        Post "/api/v3/blocks/{id}/race/reviews/{reviewId}/reject" => reviews::reject_review,
        action: "reviewRaces", rate: "5/s",
        problems: &[
            FORBIDDEN.code, REVIEW_NOT_FOUND.code, REVIEW_INVOLVED.code, BLOCK_NOT_FOUND.code,
            "world_members_only", "world_blacklisted", "block_kicked", "block_login_required",
            "block_members_only", "block_item_required", "block_private",
        ],
    ),
];
