//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    BLOCK_NOT_FOUND, NOT_FOUND, NOT_HERE, NOT_INSIDE, NOT_SOLVED, OVER, REVIEW_INVOLVED,
    REVIEW_NOT_FOUND,
};
use crate::{best_times, handlers, reviews};
use witverse_sdk::error::{FORBIDDEN, NICKNAME_REQUIRED, PAGE_TOO_DEEP};
use witverse_sdk::http::Route;
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// The caller's puzzle in a block that is not solved yet
        Get "/api/v3/blocks/{id}/puzzle" => handlers::view_own,
        action: "viewPuzzle", rate: "100/s",
        problems: &[
            BLOCK_NOT_FOUND.code, "world_members_only", "world_blacklisted", "block_kicked",
            "block_login_required", "block_members_only", "block_item_required", "block_private",
        ],
    ),
    route!(
        /// Start a puzzle; the time runs from now on. Returns the one that is not solved yet, if there is one
        Post "/api/v3/blocks/{id}/puzzle" => handlers::start,
        action: "play", rate: "2/s",
        problems: &[
            NICKNAME_REQUIRED.code, BLOCK_NOT_FOUND.code, "world_members_only", "world_blacklisted",
            "block_kicked", "block_login_required", "block_members_only", "block_item_required",
            "block_private", NOT_INSIDE.code, NOT_HERE.code,
        ],
    ),
    route!(
        /// Send the log of all presses. The server plays it again, and its clock gives the time. Idempotent
        Post "/api/v3/blocks/{id}/puzzle/{runId}/finish" => handlers::finish,
        action: "play", rate: "5/s",
        problems: &[
            BLOCK_NOT_FOUND.code, "world_members_only", "world_blacklisted", "block_kicked",
            "block_login_required", "block_members_only", "block_item_required", "block_private",
            NOT_FOUND.code, OVER.code, NOT_SOLVED.code,
        ],
    ),
    route!(
        /// End a puzzle without a time. Idempotent
        Post "/api/v3/blocks/{id}/puzzle/{runId}/give-up" => handlers::give_up,
        action: "play", rate: "5/s",
        problems: &[
            BLOCK_NOT_FOUND.code, "world_members_only", "world_blacklisted", "block_kicked",
            "block_login_required", "block_members_only", "block_item_required", "block_private",
            NOT_FOUND.code,
        ],
    ),
    route!(
        /// The best times in a block, the fastest first; of equal times the earlier one first
        Get "/api/v3/blocks/{id}/puzzle/times" => best_times::list_times,
        action: "viewPuzzle", rate: "100/s",
        problems: &[
            PAGE_TOO_DEEP.code, BLOCK_NOT_FOUND.code, "world_members_only", "world_blacklisted",
            "block_kicked", "block_login_required", "block_members_only", "block_item_required",
            "block_private",
        ],
    ),
    route!(
        /// Times that are too fast or too even for a person, with their logs, the oldest first. For moderators of the block
        Get "/api/v3/blocks/{id}/puzzle/reviews" => reviews::list_reviews,
        action: "reviewRuns", rate: "20/s",
        problems: &[
            PAGE_TOO_DEEP.code, FORBIDDEN.code, BLOCK_NOT_FOUND.code, "world_members_only",
            "world_blacklisted", "block_kicked", "block_login_required", "block_members_only",
            "block_item_required", "block_private",
        ],
    ),
    route!(
        /// Rank a time that is under review. For moderators of the block
        Post "/api/v3/blocks/{id}/puzzle/{runId}/accept" => reviews::accept,
        action: "reviewRuns", rate: "5/s",
        problems: &[
            FORBIDDEN.code, REVIEW_NOT_FOUND.code, REVIEW_INVOLVED.code, BLOCK_NOT_FOUND.code,
            "world_members_only", "world_blacklisted", "block_kicked", "block_login_required",
            "block_members_only", "block_item_required", "block_private",
        ],
    ),
    route!(
        /// Keep a time that is under review out of all ranks. For moderators of the block
        Post "/api/v3/blocks/{id}/puzzle/{runId}/reject" => reviews::reject,
        action: "reviewRuns", rate: "5/s",
        problems: &[
            FORBIDDEN.code, REVIEW_NOT_FOUND.code, REVIEW_INVOLVED.code, BLOCK_NOT_FOUND.code,
            "world_members_only", "world_blacklisted", "block_kicked", "block_login_required",
            "block_members_only", "block_item_required", "block_private",
        ],
    ),
];
