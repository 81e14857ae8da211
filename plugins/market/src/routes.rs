//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    AGREEMENT_REQUIRED, COLLECTION_HALTED, COLLECTION_NOT_FOUND, ITEM_CHANGED, ITEM_GIFTED,
    ITEM_IN_USE, ITEM_LISTED, ITEM_NOT_FOUND, ITEM_PLACED, ITEM_USED, ITEM_WORN, LIST_FULL,
    LISTING_CLOSED, LISTING_NOT_FOUND, LISTING_SOLD_BY_YOU, MEMBERSHIP_REQUIRED, NEW_ACCOUNT_LIMIT,
    NOT_ITEM_OWNER, NOT_YOUR_LISTING, OFFER_CHANGED, OFFER_EXISTS, OFFER_NOT_FOUND,
    OFFER_UNAVAILABLE, OFFERER_INSUFFICIENT, OFFERS_TOO_LARGE, OWN_ITEM, OWN_LISTING,
    PARTNER_LIMIT, QUOTE_EXPIRED, QUOTE_INVALID, RULES_CHANGED, SALE_NOT_FOUND, SEARCH_NOT_FOUND,
    TOO_MANY_OFFERS, WORLD_NOT_FOUND,
};
use crate::{
    accept, collections, detail, halts, listing_handlers, offer_handlers, offer_lists, purchase,
    receipt, rules, saved_searches, watches,
};
use witverse_sdk::error::{FORBIDDEN, NICKNAME_REQUIRED, PAGE_TOO_DEEP, UNAVAILABLE};
use witverse_sdk::http::Route;
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// Items for sale: search, filters and orders
        Get "/api/v2/market/listings" => listing_handlers::browse,
        action: "browseMarket", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// List an item of the caller for sale; it is locked until the listing ends
        Post "/api/v2/market/listings" => listing_handlers::create,
        action: "trade", rate: "5/s",
        problems: &[
            NICKNAME_REQUIRED.code, AGREEMENT_REQUIRED.code, NEW_ACCOUNT_LIMIT.code, COLLECTION_HALTED.code,
            COLLECTION_NOT_FOUND.code, "price_unusual", UNAVAILABLE.code, ITEM_NOT_FOUND.code,
            NOT_ITEM_OWNER.code, ITEM_USED.code, ITEM_LISTED.code, ITEM_GIFTED.code, ITEM_WORN.code,
            ITEM_PLACED.code, ITEM_IN_USE.code, ITEM_CHANGED.code,
        ],
    ),
    route!(
        /// Change the price and the end of a listing
        Put "/api/v2/market/listings/{id}" => listing_handlers::change,
        action: "trade", rate: "10/s",
        problems: &[
            LISTING_NOT_FOUND.code, NOT_YOUR_LISTING.code, LISTING_SOLD_BY_YOU.code, LISTING_CLOSED.code,
            COLLECTION_HALTED.code, "price_unusual",
        ],
    ),
    route!(
        /// Cancel a listing
        Delete "/api/v2/market/listings/{id}" => listing_handlers::cancel,
        action: "trade", rate: "10/s",
        problems: &[
            LISTING_NOT_FOUND.code, NOT_YOUR_LISTING.code, LISTING_SOLD_BY_YOU.code, LISTING_CLOSED.code,
            UNAVAILABLE.code,
        ],
    ),
    route!(
        /// A signed quote of 60 seconds: the exact price, fee and royalty for the caller
        Post "/api/v2/market/listings/{id}/quote" => purchase::make_quote,
        action: "trade", rate: "20/s",
        problems: &[
            NICKNAME_REQUIRED.code, LISTING_NOT_FOUND.code, OWN_LISTING.code, LISTING_SOLD_BY_YOU.code,
            LISTING_CLOSED.code, COLLECTION_HALTED.code, ITEM_NOT_FOUND.code, UNAVAILABLE.code,
            "wit_transfer_unavailable",
        ],
    ),
    route!(
        /// Buy an item for exactly the quoted terms
        Post "/api/v2/market/listings/{id}/buy" => purchase::buy,
        action: "trade", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, AGREEMENT_REQUIRED.code, QUOTE_INVALID.code, QUOTE_EXPIRED.code,
            "quote_changed", LISTING_NOT_FOUND.code, OWN_LISTING.code, LISTING_SOLD_BY_YOU.code,
            LISTING_CLOSED.code, COLLECTION_HALTED.code, "price_unusual", NEW_ACCOUNT_LIMIT.code,
            PARTNER_LIMIT.code, MEMBERSHIP_REQUIRED.code, ITEM_USED.code, ITEM_GIFTED.code, ITEM_WORN.code,
            ITEM_PLACED.code, ITEM_IN_USE.code, ITEM_CHANGED.code, "user_not_found", UNAVAILABLE.code,
            "insufficient_wit", "wallet_frozen", "wit_transfer_unavailable", "wallet_closed",
            "wit_limit_reached",
        ],
    ),
    route!(
        /// An item on the market: its listing, whether it can be bought, the caller's offers
        Get "/api/v2/market/items/{id}" => detail::view,
        action: "browseMarket", rate: "100/s",
        problems: &[ITEM_NOT_FOUND.code, UNAVAILABLE.code],
    ),
    route!(
        /// The price history of an item, newest first
        Get "/api/v2/market/items/{id}/sales" => detail::item_sales,
        action: "browseMarket", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code, ITEM_NOT_FOUND.code],
    ),
    route!(
        /// The open offers for an item, the highest first
        Get "/api/v2/market/items/{id}/offers" => detail::item_offers,
        action: "browseMarket", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code, ITEM_NOT_FOUND.code, UNAVAILABLE.code],
    ),
    route!(
        /// Watch an item. Idempotent
        Put "/api/v2/market/items/{id}/watch" => watches::add,
        action: "trade", rate: "10/s",
        problems: &[ITEM_NOT_FOUND.code, LIST_FULL.code, UNAVAILABLE.code],
    ),
    route!(
        /// End the watch of an item. Idempotent
        Delete "/api/v2/market/items/{id}/watch" => watches::remove,
        action: "trade", rate: "10/s",
        problems: &[ITEM_NOT_FOUND.code],
    ),
    route!(
        /// A collection on the market: floor, volume, owners, the last 90 days
        Get "/api/v2/market/collections/{id}" => collections::view,
        action: "browseMarket", rate: "100/s",
        problems: &[COLLECTION_NOT_FOUND.code, UNAVAILABLE.code],
    ),
    route!(
        /// The sales of a collection, newest first
        Get "/api/v2/market/collections/{id}/sales" => detail::collection_sales,
        action: "browseMarket", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code, COLLECTION_NOT_FOUND.code],
    ),
    route!(
        /// The open offers for any item of a collection, the highest first
        Get "/api/v2/market/collections/{id}/offers" => detail::collection_offers,
        action: "browseMarket", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code, COLLECTION_NOT_FOUND.code],
    ),
    route!(
        /// Stop or resume trading in a collection; for administrators. Idempotent
        Put "/api/v2/market/collections/{id}/halt" => halts::change,
        action: "superviseMarket", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, COLLECTION_NOT_FOUND.code, UNAVAILABLE.code],
    ),
    route!(
        /// Offer WIT for an item, or for any item of a collection; nothing is reserved
        Post "/api/v2/market/offers" => offer_handlers::create,
        action: "trade", rate: "5/s",
        problems: &[
            NICKNAME_REQUIRED.code, AGREEMENT_REQUIRED.code, NEW_ACCOUNT_LIMIT.code, ITEM_NOT_FOUND.code,
            COLLECTION_NOT_FOUND.code, OWN_ITEM.code, ITEM_USED.code, ITEM_GIFTED.code, ITEM_WORN.code,
            ITEM_PLACED.code, ITEM_IN_USE.code, ITEM_CHANGED.code, NOT_ITEM_OWNER.code,
            COLLECTION_HALTED.code, MEMBERSHIP_REQUIRED.code, "price_unusual", OFFERS_TOO_LARGE.code,
            TOO_MANY_OFFERS.code, OFFER_EXISTS.code, "wallet_frozen", "wit_transfer_unavailable",
            "wallet_closed", UNAVAILABLE.code,
        ],
    ),
    route!(
        /// Cancel all open offers of the caller at once. Idempotent
        Post "/api/v2/market/offers/cancel-all" => offer_handlers::cancel_all,
        action: "trade", rate: "10/s",
    ),
    route!(
        /// Change the price and the deadline of an offer of the caller
        Put "/api/v2/market/offers/{id}" => offer_handlers::change,
        action: "trade", rate: "10/s",
        problems: &[
            OFFER_NOT_FOUND.code, OFFER_UNAVAILABLE.code, COLLECTION_HALTED.code, COLLECTION_NOT_FOUND.code,
            "price_unusual", OFFERS_TOO_LARGE.code, TOO_MANY_OFFERS.code, "wit_transfer_unavailable",
            "wallet_closed", UNAVAILABLE.code,
        ],
    ),
    route!(
        /// Cancel an offer of the caller
        Delete "/api/v2/market/offers/{id}" => offer_handlers::cancel,
        action: "trade", rate: "10/s",
        problems: &[OFFER_NOT_FOUND.code, OFFER_UNAVAILABLE.code],
    ),
    route!(
        /// Reject an offer for an item of the caller
        Post "/api/v2/market/offers/{id}/reject" => offer_handlers::reject,
        action: "trade", rate: "10/s",
        problems: &[OFFER_NOT_FOUND.code, OFFER_UNAVAILABLE.code],
    ),
    route!(
        /// Accept an offer: the item goes to the offerer, who pays now
        Post "/api/v2/market/offers/{id}/accept" => accept::accept,
        action: "trade", rate: "10/s",
        problems: &[
            NICKNAME_REQUIRED.code, AGREEMENT_REQUIRED.code, OWN_ITEM.code, OFFER_NOT_FOUND.code,
            OFFER_UNAVAILABLE.code, OFFER_CHANGED.code, OFFERER_INSUFFICIENT.code, ITEM_NOT_FOUND.code,
            NOT_ITEM_OWNER.code, ITEM_CHANGED.code, ITEM_USED.code, ITEM_GIFTED.code, ITEM_WORN.code,
            ITEM_PLACED.code, ITEM_IN_USE.code, COLLECTION_HALTED.code, COLLECTION_NOT_FOUND.code,
            "price_unusual", NEW_ACCOUNT_LIMIT.code, PARTNER_LIMIT.code, MEMBERSHIP_REQUIRED.code,
            "wallet_frozen", "wit_transfer_unavailable", "wallet_closed", "wit_limit_reached",
            "user_not_found", UNAVAILABLE.code,
        ],
    ),
    route!(
        /// The caller's listings, newest first
        Get "/api/v2/market/mine/listings" => listing_handlers::list_own,
        action: "trade", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Offers that the caller has received or sent, newest first
        Get "/api/v2/market/mine/offers" => offer_lists::list_own,
        action: "trade", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// What the caller has bought or sold, newest first
        Get "/api/v2/market/mine/sales" => detail::own_sales,
        action: "trade", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// The caller's watch list, newest first
        Get "/api/v2/market/mine/watches" => watches::list,
        action: "trade", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// The caller's saved searches, newest first
        Get "/api/v2/market/mine/searches" => saved_searches::list,
        action: "trade", rate: "100/s",
    ),
    route!(
        /// Save a search; new listings that match raise an alarm, at most one a day
        Post "/api/v2/market/mine/searches" => saved_searches::create,
        action: "trade", rate: "10/s",
        problems: &[LIST_FULL.code, WORLD_NOT_FOUND.code],
    ),
    route!(
        /// Remove a saved search
        Delete "/api/v2/market/mine/searches/{id}" => saved_searches::remove,
        action: "trade", rate: "10/s",
        problems: &[SEARCH_NOT_FOUND.code],
    ),
    route!(
        /// The signed receipt of a sale, without the two people
        Get "/api/v2/market/sales/{saleId}" => receipt::view,
        action: "browseMarket", rate: "50/s",
        problems: &[SALE_NOT_FOUND.code],
    ),
    route!(
        /// The rules of the market in force
        Get "/api/v2/market/rules" => rules::view,
        action: "browseMarket", rate: "100/s",
        problems: &[UNAVAILABLE.code],
    ),
    route!(
        /// Make the next version of the market's rules; for administrators
        Put "/api/v2/market/rules" => rules::change,
        action: "superviseMarket", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, RULES_CHANGED.code],
    ),
    route!(
        /// All versions of the market's rules, newest first; for administrators
        Get "/api/v2/market/rules/history" => rules::history,
        action: "superviseMarket", rate: "100/s", role: "admin",
        problems: &[FORBIDDEN.code, PAGE_TOO_DEEP.code],
    ),
    route!(
        /// The log of halted and resumed collections, newest first; for administrators
        Get "/api/v2/market/halts" => halts::list,
        action: "superviseMarket", rate: "100/s", role: "admin",
        problems: &[FORBIDDEN.code, PAGE_TOO_DEEP.code],
    ),
];
