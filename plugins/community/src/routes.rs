//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    ANNOUNCEMENT_NOT_FOUND, APPEAL_SENT, COMMENT_NOT_FOUND, FEED_HIDDEN, FEED_NOT_FOUND,
    MEMBERS_ONLY_COMMENT, MEMBERS_ONLY_WRITE, NOT_AUTHOR, SUBJECT_NOT_FOUND, WORLD_ADMINS_ONLY,
    WORLD_BLACKLISTED, WORLD_MEMBERS_ONLY, WORLD_NOT_FOUND,
};
use crate::{
    announcements, comments, feed_handlers, gallery, gallery_counts, moderation, post_handlers,
    reactions, search, threads,
};
use witverse_sdk::error::NICKNAME_REQUIRED;
use witverse_sdk::http::{Route, RouteResource};
use witverse_sdk::route;

const WORLD_IN_QUERY: Option<RouteResource> =
    RouteResource::query("worlds::World", "worldName").or("world_not_found");
const WORLD_IN_PATH: Option<RouteResource> =
    RouteResource::path("worlds::World", "world").or("world_not_found");

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// The posts of a world, newest first
        Get "/api/v2/world/feed" => feed_handlers::list_feed,
        action: "viewFeed", rate: "100/s",
        resource: WORLD_IN_QUERY,
        problems: &[
            WORLD_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, WORLD_ADMINS_ONLY.code,
        ],
    ),
    route!(
        /// Write a post
        Post "/api/v2/world/feed" => post_handlers::create_post,
        action: "writePost", rate: "5/s",
        resource: RouteResource::body("worlds::World", "worldName").or("world_not_found"),
        problems: &[
            "muted", NICKNAME_REQUIRED.code, WORLD_NOT_FOUND.code, MEMBERS_ONLY_WRITE.code,
            WORLD_BLACKLISTED.code, "pace_exceeded", "file_not_found", "file_wrong_kind", "file_refused",
            "file_limit",
        ],
    ),
    route!(
        /// Posts that the caller may read, by their text
        Get "/api/v2/world/posts/search" => search::search_posts,
        action: "viewFeed", rate: "20/s",
    ),
    route!(
        /// The posts of a block, newest first
        Get "/api/v2/world/feed/block/query" => feed_handlers::list_of_block,
        action: "viewFeed", rate: "100/s",
        resource: WORLD_IN_QUERY,
        problems: &[WORLD_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// The pinned post of a world
        Get "/api/v2/world/feed/fixed/{world}" => feed_handlers::view_fixed,
        action: "viewFeed", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Hide a post, or show it again; its author gets an alarm
        Post "/api/v2/world/feed/change/status" => moderation::change_status,
        action: "moderateFeed", rate: "10/s",
        problems: &[
            FEED_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
        ],
    ),
    route!(
        /// Limit a post to members of the world, or open it
        Post "/api/v2/world/feed/change/ismember" => moderation::change_audience,
        action: "moderateFeed", rate: "10/s",
        problems: &[
            FEED_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
        ],
    ),
    route!(
        /// A post
        Get "/api/v2/world/feed/{id}" => feed_handlers::view_post,
        action: "viewFeed", rate: "100/s",
        problems: &[FEED_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Change the text of one's own post; earlier versions stay readable
        Put "/api/v2/world/feed/{id}" => post_handlers::edit_post,
        action: "writePost", rate: "5/s",
        problems: &[
            "muted", NICKNAME_REQUIRED.code, FEED_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code,
            WORLD_BLACKLISTED.code, NOT_AUTHOR.code, MEMBERS_ONLY_WRITE.code,
        ],
    ),
    route!(
        /// Delete a post: its author, or an administrator. It cannot be restored
        Delete "/api/v2/world/feed/{id}" => post_handlers::delete_post,
        action: "manageOwn", rate: "10/s",
        problems: &[
            FEED_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
        ],
    ),
    route!(
        /// The earlier versions of a post, newest first
        Get "/api/v2/world/feed/{id}/history" => feed_handlers::view_history,
        action: "viewFeed", rate: "100/s",
        problems: &[FEED_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Ask for a review of one's own hidden post; once per decision
        Post "/api/v2/world/feed/{id}/appeal" => post_handlers::appeal,
        action: "manageOwn", rate: "2/s",
        problems: &[FEED_NOT_FOUND.code, APPEAL_SENT.code],
    ),
    route!(
        /// Pin a post in place of another one, or remove its pin
        Put "/api/v2/world/feed/{id}/fixed" => moderation::toggle_pin,
        action: "moderateFeed", rate: "10/s",
        problems: &[
            FEED_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            FEED_HIDDEN.code,
        ],
    ),
    route!(
        /// React to a post; replaces an earlier reaction
        Put "/api/v2/world/feed/{id}/reaction" => reactions::react,
        action: "react", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, FEED_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
        ],
    ),
    route!(
        /// Remove the caller's reaction. Idempotent
        Delete "/api/v2/world/feed/{id}/reaction" => reactions::unreact,
        action: "react", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, FEED_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
        ],
    ),
    route!(
        /// Get no alarms about comments on a post. Idempotent
        Put "/api/v2/world/feed/{id}/mute" => threads::mute,
        action: "manageOwn", rate: "10/s",
        problems: &[FEED_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Get alarms about comments on a post again. Idempotent
        Delete "/api/v2/world/feed/{id}/mute" => threads::unmute,
        action: "manageOwn", rate: "10/s",
        problems: &[FEED_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// The comments of a post, or the replies to one, oldest first
        Get "/api/v2/world/feed/{id}/comments" => comments::list_comments,
        action: "viewFeed", rate: "100/s",
        problems: &[
            FEED_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, COMMENT_NOT_FOUND.code,
        ],
    ),
    route!(
        /// Comment on a post, or reply to a comment
        Post "/api/v2/world/feed/{id}/comments" => comments::create_comment,
        action: "comment", rate: "5/s",
        problems: &[
            "muted", NICKNAME_REQUIRED.code, FEED_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code,
            WORLD_BLACKLISTED.code, COMMENT_NOT_FOUND.code, MEMBERS_ONLY_COMMENT.code, "pace_exceeded",
        ],
    ),
    route!(
        /// Delete a comment: its author, or an administrator
        Delete "/api/v2/world/feed/{id}/comments/{commentId}" => comments::delete_comment,
        action: "manageOwn", rate: "10/s",
        problems: &[
            FEED_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            COMMENT_NOT_FOUND.code,
        ],
    ),
    route!(
        /// Hide a comment, or show it again
        Post "/api/v2/world/feed/{id}/comments/{commentId}/status" => comments::change_comment_status,
        action: "moderateFeed", rate: "10/s",
        problems: &[
            FEED_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            COMMENT_NOT_FOUND.code,
        ],
    ),
    route!(
        /// The announcements of a world, newest first
        Get "/api/v2/world/announcements/{world}" => announcements::list_announcements,
        action: "viewFeed", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Create an announcement, in both languages
        Post "/api/v2/world/announcements/{world}" => announcements::create_announcement,
        action: "moderateFeed", rate: "5/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, WORLD_ADMINS_ONLY.code],
    ),
    route!(
        /// An announcement
        Get "/api/v2/world/announcements/{world}/{id}" => announcements::view_announcement,
        action: "viewFeed", rate: "100/s",
        resource: WORLD_IN_PATH,
        problems: &[
            WORLD_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            ANNOUNCEMENT_NOT_FOUND.code,
        ],
    ),
    route!(
        /// Change an announcement
        Put "/api/v2/world/announcements/{world}/{id}" => announcements::edit_announcement,
        action: "moderateFeed", rate: "5/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, ANNOUNCEMENT_NOT_FOUND.code],
    ),
    route!(
        /// Delete an announcement
        Delete "/api/v2/world/announcements/{world}/{id}" => announcements::delete_announcement,
        action: "moderateFeed", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, ANNOUNCEMENT_NOT_FOUND.code],
    ),
    route!(
        /// Pin an announcement in place of another one, or remove its pin
        Put "/api/v2/world/announcements/{world}/{id}/fixed" => announcements::toggle_pin,
        action: "moderateFeed", rate: "10/s",
        resource: WORLD_IN_PATH,
        problems: &[WORLD_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, ANNOUNCEMENT_NOT_FOUND.code],
    ),
    route!(
        /// How many comments items have, for a page of a list
        Get "/api/v2/comments/counts" => gallery_counts::count_comments,
        action: "viewComments", rate: "100/s",
        problems: &[SUBJECT_NOT_FOUND.code],
    ),
    route!(
        /// The comments on an item or a block, newest first
        Get "/api/v2/comments/{kind}/{id}" => gallery::list_comments,
        action: "viewComments", rate: "100/s",
        problems: &[SUBJECT_NOT_FOUND.code],
    ),
    route!(
        /// Comment on an item or a block
        Post "/api/v2/comments/{kind}/{id}" => gallery::create_comment,
        action: "comment", rate: "5/s",
        problems: &["muted", NICKNAME_REQUIRED.code, SUBJECT_NOT_FOUND.code, "pace_exceeded"],
    ),
    route!(
        /// Delete a comment: its author, the owner of the item, or a manager of the block
        Delete "/api/v2/comments/{kind}/{id}/{commentId}" => gallery::delete_comment,
        action: "manageOwn", rate: "10/s",
        problems: &[SUBJECT_NOT_FOUND.code, COMMENT_NOT_FOUND.code],
    ),
    route!(
        /// Hide a comment on an item or a block, or show it again: the owner of the item, or a manager of the block
        Post "/api/v2/comments/{kind}/{id}/{commentId}/status" => gallery::change_comment_status,
        action: "manageOwn", rate: "10/s",
        problems: &[SUBJECT_NOT_FOUND.code, COMMENT_NOT_FOUND.code],
    ),
];
