//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    ALREADY_FRIENDS, FRIEND_SELF, NOT_FRIENDS, REFUSED_LATELY, REQUEST_EXISTS, REQUEST_NOT_FOUND,
    REQUEST_REJECTED, TOO_MANY_FRIENDS, TOO_MANY_PENDING, USER_NOT_FOUND,
};
use crate::{handlers, list_handlers, presence, search};
use witverse_sdk::error::{NICKNAME_REQUIRED, PAGE_TOO_DEEP};
use witverse_sdk::http::Route;
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// The caller's friends, newest friendship first
        Get "/api/v2/relationship/get/friends" => list_handlers::list_friends,
        action: "viewFriends", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Pending friend requests, newest first
        Get "/api/v2/relationship/requests" => list_handlers::list_requests,
        action: "viewFriends", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// The caller's relation to a person
        Get "/api/v2/relationship/with/{nickname}" => list_handlers::view_relationship,
        action: "viewFriends", rate: "100/s",
        problems: &[USER_NOT_FOUND.code],
    ),
    route!(
        /// Members of the caller's world without a relation to the caller
        Get "/api/v2/relationship/suggestions" => list_handlers::suggest_people,
        action: "findPeople", rate: "10/s",
    ),
    route!(
        /// The caller's numbers of friends and pending requests
        Get "/api/v2/relationship/summary" => list_handlers::view_summary,
        action: "viewFriends", rate: "100/s",
    ),
    route!(
        /// The caller's friends who are in blocks now, as far as they show it and the caller may enter
        Get "/api/v2/relationship/presence" => presence::list_present,
        action: "viewFriends", rate: "100/s",
    ),
    route!(
        /// Choose who learns in which block the caller is
        Put "/api/v2/relationship/presence/audience" => presence::choose_audience,
        action: "chooseAudience", rate: "10/s",
    ),
    route!(
        /// People whose nickname begins with a text
        Get "/api/v2/relationship/people/search" => search::find_people,
        action: "findPeople", rate: "20/s",
    ),
    route!(
        /// People whose nickname begins with a text, friends first
        Post "/api/v2/relationship/search" => list_handlers::search_people,
        action: "findPeople", rate: "10/s",
    ),
    route!(
        /// Send a friend request; if the other person has sent one, it is accepted
        Post "/api/v2/relationship/request/friend" => handlers::request_friend,
        action: "askFriend", rate: "10/s",
        problems: &[
            "muted", NICKNAME_REQUIRED.code, USER_NOT_FOUND.code, FRIEND_SELF.code, REQUEST_EXISTS.code,
            ALREADY_FRIENDS.code, REFUSED_LATELY.code, TOO_MANY_FRIENDS.code, TOO_MANY_PENDING.code,
        ],
    ),
    route!(
        /// Accept or reject a friend request
        Post "/api/v2/relationship/process/request" => handlers::process_request,
        action: "answerRequest", rate: "10/s",
        problems: &[REQUEST_NOT_FOUND.code, REQUEST_REJECTED.code, TOO_MANY_FRIENDS.code],
    ),
    route!(
        /// Cancel the caller's own friend request
        Post "/api/v2/relationship/cancel/request" => handlers::cancel_request,
        action: "answerRequest", rate: "10/s",
        problems: &[REQUEST_NOT_FOUND.code, REQUEST_REJECTED.code],
    ),
    route!(
        /// End a friendship
        Post "/api/v2/relationship/delete/friend" => handlers::delete_friend,
        action: "endFriendship", rate: "10/s",
        problems: &[NOT_FRIENDS.code],
    ),
];
