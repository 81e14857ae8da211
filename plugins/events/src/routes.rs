//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    ALREADY_DECIDED, BLOCK_NOT_FOUND, CANCELLED, CART_EXPIRED, CHECK_IN_EARLY, CHECKED_IN,
    CODE_INVALID, COLLECTION_NOT_FOUND, DRAW_NOT_CLOSED, ENDED, ENTRIES_FULL, ENTRY_CLOSED,
    EVENT_NOT_FOUND, FRIEND_EXCLUDED, FRIEND_HAS_PLACE, FULL, HAS_PLACE, HAS_RESULTS,
    HELPER_EXCLUDED, HELPER_LIMIT, ITEM_NOT_FOUND, ITEM_USED, KIND_UNAVAILABLE, NO_PLACE_TO_GIVE,
    NO_WAITING_LIST, NOT_A_GAME, NOT_ADMITTED, NOT_AT_DOOR, NOT_ELIGIBLE, NOT_FRIENDS, NOT_FULL,
    NOT_OPEN, NOT_ORGANISER, NOT_REFUNDABLE, NOT_STARTED, NOT_TRANSFERABLE, PAID_PLACE,
    PLACE_FREED, PLACE_NOT_FOUND, PLUGIN_UNAVAILABLE, PRICE_CHANGED, STARTED, TICKET_NEEDED,
    TICKET_NOT_FOUND, TOO_MANY_EVENTS, USER_NOT_FOUND, WORLD_ADMINS_ONLY, WORLD_BLACKLISTED,
    WORLD_MEMBERS_ONLY, WORLD_NOT_FOUND,
};
use crate::{
    challenge, door, draw, entry_handlers, helpers, joining, lists, organise, place_log, rewards,
    search,
};
use witverse_sdk::error::{FORBIDDEN, NICKNAME_REQUIRED, PAGE_TOO_DEEP, UNAVAILABLE};
use witverse_sdk::http::Route;
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// Events: upcoming, past, or between two times; by type, world, block and words
        Get "/api/v3/events" => lists::list,
        action: "viewEvents", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code, UNAVAILABLE.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Create an event. Tickets, prizes and challenges need the approval of the world's administrators
        Post "/api/v3/events" => organise::create,
        action: "organise", rate: "2/s",
        problems: &[
            FORBIDDEN.code, NICKNAME_REQUIRED.code, KIND_UNAVAILABLE.code, PLUGIN_UNAVAILABLE.code,
            TOO_MANY_EVENTS.code, NOT_A_GAME.code, COLLECTION_NOT_FOUND.code, ITEM_NOT_FOUND.code,
            UNAVAILABLE.code, BLOCK_NOT_FOUND.code, "block_kicked", "block_login_required",
            "block_members_only", "block_item_required", "block_private", WORLD_MEMBERS_ONLY.code,
            WORLD_BLACKLISTED.code, "file_not_found", "file_wrong_kind", "file_refused", "file_limit",
            "insufficient_wit", "wallet_frozen", "wit_transfer_unavailable", "wallet_closed",
            "wit_limit_reached",
        ],
    ),
    route!(
        /// The caller's own events, the latest start first
        Get "/api/v3/events/mine/organised" => lists::organised,
        action: "takePart", rate: "50/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Events that the caller has applied for, with their places
        Get "/api/v3/events/mine/joined" => lists::joined,
        action: "takePart", rate: "50/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Prizes of the caller that the popup has not shown
        Get "/api/v3/events/mine/rewards" => rewards::view,
        action: "takePart", rate: "20/s",
    ),
    route!(
        /// The popup was closed. Idempotent
        Post "/api/v3/events/mine/rewards/seen" => rewards::mark_seen,
        action: "takePart", rate: "20/s",
    ),
    route!(
        /// Events that wait for the administrators of a world, the oldest first
        Get "/api/v3/events/requests" => lists::requests,
        action: "reviewEvents", rate: "50/s",
        problems: &[PAGE_TOO_DEEP.code, WORLD_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, UNAVAILABLE.code],
    ),
    route!(
        /// Up to eight events of public worlds whose titles have all words, for the search box; those to come first
        Get "/api/v3/events/search" => search::search_events,
        action: "viewEvents", rate: "50/s",
    ),
    route!(
        /// An event with everything that its page shows
        Get "/api/v3/events/{id}" => lists::detail,
        action: "viewEvents", rate: "100/s",
        problems: &[EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Change the texts and the image of an own event
        Put "/api/v3/events/{id}" => organise::change,
        action: "organise", rate: "5/s",
        problems: &[
            FORBIDDEN.code, EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            NOT_ORGANISER.code, ENDED.code, CANCELLED.code, "file_not_found", "file_wrong_kind",
            "file_refused", "file_limit",
        ],
    ),
    route!(
        /// Cancel an own event: tickets are refunded and prizes go back. A running challenge with results can only be ended
        Post "/api/v3/events/{id}/cancel" => organise::cancel,
        action: "takePart", rate: "5/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, NOT_ORGANISER.code,
            ENDED.code, CANCELLED.code, HAS_RESULTS.code, UNAVAILABLE.code,
        ],
    ),
    route!(
        /// Move an own event to a later time. A delay of a day or more lets people have their money back within a week
        Post "/api/v3/events/{id}/postpone" => organise::postpone,
        action: "takePart", rate: "5/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, NOT_ORGANISER.code,
            ENDED.code, CANCELLED.code, STARTED.code,
        ],
    ),
    route!(
        /// End an own event early. An event that has ended never starts again
        Post "/api/v3/events/{id}/end" => organise::end,
        action: "takePart", rate: "5/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, NOT_ORGANISER.code,
            ENDED.code, CANCELLED.code, NOT_STARTED.code,
        ],
    ),
    route!(
        /// Approve or reject the request for an event; for administrators of its world
        Post "/api/v3/events/{id}/review" => organise::review,
        action: "reviewEvents", rate: "10/s",
        problems: &[EVENT_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, ALREADY_DECIDED.code, UNAVAILABLE.code],
    ),
    route!(
        /// Stop an event of another person; for administrators of its world or the platform. It is cancelled; a running
        /// challenge with results ends
        Post "/api/v3/events/{id}/stop" => organise::stop,
        action: "reviewEvents", rate: "5/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_ADMINS_ONLY.code, ENDED.code, CANCELLED.code, UNAVAILABLE.code,
        ],
    ),
    route!(
        /// Give an event the official label, or remove it; for administrators. Idempotent
        Put "/api/v3/events/{id}/official" => organise::set_official,
        action: "superviseEvents", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, EVENT_NOT_FOUND.code],
    ),
    route!(
        /// Apply for a place, or accept an offered one; for events without tickets
        Post "/api/v3/events/{id}/apply" => entry_handlers::apply,
        action: "takePart", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            ENTRY_CLOSED.code, ENDED.code, CANCELLED.code, NOT_OPEN.code, BLOCK_NOT_FOUND.code,
            "block_kicked", "block_login_required", "block_members_only", "block_item_required",
            "block_private", TICKET_NEEDED.code, HAS_PLACE.code, CART_EXPIRED.code, FULL.code,
            ENTRIES_FULL.code, NOT_ELIGIBLE.code, UNAVAILABLE.code, ITEM_USED.code,
            "block_collection_required", FORBIDDEN.code,
        ],
    ),
    route!(
        /// Give a place back, or withdraw an application, until the end
        Post "/api/v3/events/{id}/leave" => entry_handlers::leave,
        action: "takePart", rate: "10/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, PLACE_NOT_FOUND.code,
            PAID_PLACE.code, CHECKED_IN.code, ENDED.code, CANCELLED.code,
        ],
    ),
    route!(
        /// Hold a ticket for 15 minutes
        Post "/api/v3/events/{id}/tickets/{ticketId}/reserve" => entry_handlers::reserve,
        action: "takePart", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            ENTRY_CLOSED.code, ENDED.code, CANCELLED.code, NOT_OPEN.code, BLOCK_NOT_FOUND.code,
            "block_kicked", "block_login_required", "block_members_only", "block_item_required",
            "block_private", TICKET_NOT_FOUND.code, HAS_PLACE.code, FULL.code, UNAVAILABLE.code,
            "block_collection_required", FORBIDDEN.code,
        ],
    ),
    route!(
        /// Pay for the ticket that the caller holds
        Post "/api/v3/events/{id}/pay" => entry_handlers::pay,
        action: "takePart", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            ENTRY_CLOSED.code, ENDED.code, CANCELLED.code, NOT_OPEN.code, PLACE_NOT_FOUND.code,
            TICKET_NOT_FOUND.code, CART_EXPIRED.code, PRICE_CHANGED.code, "insufficient_wit", "wallet_frozen",
            "wit_transfer_unavailable", "wallet_closed", "wit_limit_reached", BLOCK_NOT_FOUND.code,
            "block_kicked", "block_login_required", "block_members_only", "block_item_required",
            "block_private", "block_collection_required", FORBIDDEN.code, UNAVAILABLE.code,
        ],
    ),
    route!(
        /// Join the waiting list of an event or a ticket without free places
        Post "/api/v3/events/{id}/wait" => entry_handlers::wait,
        action: "takePart", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            ENTRY_CLOSED.code, ENDED.code, CANCELLED.code, NOT_OPEN.code, BLOCK_NOT_FOUND.code,
            "block_kicked", "block_login_required", "block_members_only", "block_item_required",
            "block_private", TICKET_NOT_FOUND.code, HAS_PLACE.code, NOT_FULL.code, NOT_ELIGIBLE.code,
            UNAVAILABLE.code, NO_WAITING_LIST.code, ITEM_USED.code, "block_collection_required",
            FORBIDDEN.code,
        ],
    ),
    route!(
        /// Give a paid ticket back after a postponement by a day or more; also one whose place was freed because its holder
        /// did not come
        Post "/api/v3/events/{id}/refund" => entry_handlers::refund,
        action: "takePart", rate: "5/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, PLACE_NOT_FOUND.code,
            NOT_REFUNDABLE.code, CHECKED_IN.code,
        ],
    ),
    route!(
        /// Give the caller's place to a friend; the former code is no longer valid
        Post "/api/v3/events/{id}/transfer" => entry_handlers::transfer,
        action: "takePart", rate: "5/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, PLACE_NOT_FOUND.code,
            NOT_TRANSFERABLE.code, NOT_FRIENDS.code, NOT_ELIGIBLE.code, FRIEND_HAS_PLACE.code, HAS_PLACE.code,
            USER_NOT_FOUND.code, UNAVAILABLE.code, FRIEND_EXCLUDED.code, ITEM_USED.code,
        ],
    ),
    route!(
        /// Who takes part; the organiser also sees applications and the waiting list
        Get "/api/v3/events/{id}/participants" => door::participants,
        action: "viewEvents", rate: "50/s",
        problems: &[
            PAGE_TOO_DEEP.code, EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            NOT_ORGANISER.code,
        ],
    ),
    route!(
        /// Approve or reject an application; for the organiser
        Post "/api/v3/events/{id}/participants/{placeId}/decide" => door::decide,
        action: "takePart", rate: "20/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, NOT_ORGANISER.code,
            ENTRY_CLOSED.code, ENDED.code, CANCELLED.code, NOT_OPEN.code, PLACE_NOT_FOUND.code,
            ALREADY_DECIDED.code, NO_PLACE_TO_GIVE.code, NOT_ADMITTED.code, PLACE_FREED.code,
            UNAVAILABLE.code,
        ],
    ),
    route!(
        /// Let the holder of a code or of a place in, once; for the organiser, and by codes for helpers at the door
        Post "/api/v3/events/{id}/check-in" => door::check_in,
        action: "takePart", rate: "10/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, NOT_ORGANISER.code,
            NOT_AT_DOOR.code, ENDED.code, CANCELLED.code, NOT_OPEN.code, CHECK_IN_EARLY.code,
            CODE_INVALID.code, PLACE_FREED.code, CHECKED_IN.code, NOT_ADMITTED.code, UNAVAILABLE.code,
        ],
    ),
    route!(
        /// The helpers at the door; for the organiser
        Get "/api/v3/events/{id}/helpers" => helpers::list,
        action: "takePart", rate: "50/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, NOT_ORGANISER.code,
        ],
    ),
    route!(
        /// Name a helper at the door, who may check people in by their codes; for the organiser. Idempotent
        Post "/api/v3/events/{id}/helpers" => helpers::add,
        action: "takePart", rate: "5/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, NOT_ORGANISER.code,
            ENDED.code, CANCELLED.code, USER_NOT_FOUND.code, HELPER_LIMIT.code, HELPER_EXCLUDED.code,
        ],
    ),
    route!(
        /// Remove a helper at the door; for the organiser. Idempotent
        Delete "/api/v3/events/{id}/helpers/{userId}" => helpers::remove,
        action: "takePart", rate: "5/s",
        problems: &[
            EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code, NOT_ORGANISER.code,
            USER_NOT_FOUND.code,
        ],
    ),
    route!(
        /// Every change of a place with its reason, newest first; all for the organiser, the caller's own with mine=true
        Get "/api/v3/events/{id}/places/log" => place_log::log,
        action: "takePart", rate: "50/s",
        problems: &[
            PAGE_TOO_DEEP.code, EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            NOT_ORGANISER.code,
        ],
    ),
    route!(
        /// What is published about a draw, with the proof of the caller's entry
        Get "/api/v3/events/{id}/draw" => draw::view,
        action: "viewEvents", rate: "50/s",
        problems: &[EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// The leaves of a draw in the order of the tree
        Get "/api/v3/events/{id}/draw/leaves" => draw::leaves,
        action: "viewEvents", rate: "20/s",
        problems: &[
            PAGE_TOO_DEEP.code, DRAW_NOT_CLOSED.code, CANCELLED.code, EVENT_NOT_FOUND.code,
            WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
        ],
    ),
    route!(
        /// The ranking of a challenge: the first hundred, and the people around the caller
        Get "/api/v3/events/{id}/ranking" => challenge::ranking,
        action: "viewEvents", rate: "50/s",
        problems: &[EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// The most attended meetups
        Get "/api/v3/meetup/ranking" => lists::meetup_ranking,
        action: "viewEvents", rate: "50/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// A meetup with everything that its page shows
        Get "/api/v3/meetup/{id}/detail" => lists::detail,
        action: "viewEvents", rate: "100/s",
        problems: &[EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code],
    ),
    route!(
        /// Join or leave a meetup. Idempotent
        Post "/api/v2/meetup/join" => joining::join_meetup,
        action: "takePart", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, EVENT_NOT_FOUND.code, WORLD_MEMBERS_ONLY.code, WORLD_BLACKLISTED.code,
            ENTRY_CLOSED.code, ENDED.code, CANCELLED.code, NOT_OPEN.code, BLOCK_NOT_FOUND.code,
            "block_kicked", "block_login_required", "block_members_only", "block_item_required",
            "block_private", TICKET_NEEDED.code, HAS_PLACE.code, CART_EXPIRED.code, FULL.code,
            ENTRIES_FULL.code, NOT_ELIGIBLE.code, PAID_PLACE.code, CHECKED_IN.code, UNAVAILABLE.code,
            ITEM_USED.code, "block_collection_required", FORBIDDEN.code,
        ],
    ),
];
