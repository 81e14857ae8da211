//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    ADDRESS_CHANGE_LIMIT, ADDRESS_LIMIT, ADDRESS_NEEDED, ADDRESS_NOT_FOUND, AGREEMENT_REQUIRED,
    DEFECT_OVER, DELIVERED_TOO_EARLY, DISCOVERY_OVER, FIXED_SUPPLY, ITEM_NOT_FOUND, ITEMS_NOT_HELD,
    MEMBERSHIP_REQUIRED, NO_REQUEST, NOT_FOR_WIT, NOT_WITHDRAWABLE, NOTE_LIMIT, OPEN_ORDER_LIMIT,
    ORDER_EXPIRED, ORDER_NOT_FOUND, ORDER_NOT_PAID, ORDER_STATE, PARCEL_LIMIT, PARCEL_NOT_FOUND,
    PARCEL_ON_THE_WAY, PART_KEY_USED, PART_LIMIT, PART_PAID_OUT, PART_TOO_MUCH,
    POSTCODE_VERSION_GONE, POSTCODES_INCOMPLETE, PRODUCT_CLOSED, PRODUCT_NOT_FOUND, REQUEST_OPEN,
    SELLER_MUST_REFUND, SOLD_OUT, TERMS_CHANGED, WITHDRAWAL_OVER, WORLD_NOT_FOUND,
};
use crate::{
    address, address_change, buying, desk, draw_handlers, holidays, item_api, legal_terms,
    postcode_import, postcodes, product_handlers, product_search, requests, restock, surcharges,
};
use witverse_sdk::error::{FORBIDDEN, NICKNAME_REQUIRED, PAGE_TOO_DEEP, UNAVAILABLE};
use witverse_sdk::http::Route;
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// Products on sale, the newest first; of one world if it is named
        Get "/api/v2/orders/products" => product_handlers::list,
        action: "browseShop", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code, WORLD_NOT_FOUND.code],
    ),
    route!(
        /// Up to eight products on sale whose names have all words, for the search box; random items first
        Get "/api/v2/orders/products/search" => product_search::search,
        action: "browseShop", rate: "50/s",
    ),
    route!(
        /// How an item was drawn, to be repeated by anybody; null for other items
        Get "/api/v2/orders/draws/{itemId}" => draw_handlers::view,
        action: "browseShop", rate: "50/s",
        problems: &[ITEM_NOT_FOUND.code],
    ),
    route!(
        /// Put a product on sale, for a world or for the platform
        Post "/api/v2/orders/products" => product_handlers::create,
        action: "sell", rate: "5/s",
        problems: &[
            NICKNAME_REQUIRED.code, FORBIDDEN.code, WORLD_NOT_FOUND.code, UNAVAILABLE.code, "file_not_found",
            "file_wrong_kind", "file_refused", "file_limit",
        ],
    ),
    route!(
        /// A product with its items and published odds
        Get "/api/v2/orders/products/{productId}" => product_handlers::view,
        action: "browseShop", rate: "100/s",
        problems: &[PRODUCT_NOT_FOUND.code],
    ),
    route!(
        /// Change the text, the prices and whether a product is on sale
        Put "/api/v2/orders/products/{productId}" => product_handlers::change,
        action: "sell", rate: "5/s",
        problems: &[FORBIDDEN.code, PRODUCT_NOT_FOUND.code],
    ),
    route!(
        /// What was added to the stock of a product, the newest first; for its seller
        Get "/api/v2/orders/products/{productId}/stock" => restock::list,
        action: "sell", rate: "50/s",
        problems: &[PAGE_TOO_DEEP.code, FORBIDDEN.code, PRODUCT_NOT_FOUND.code],
    ),
    route!(
        /// Add units to a product, with a reason; not to a random item
        Post "/api/v2/orders/products/{productId}/stock" => restock::add,
        action: "sell", rate: "5/s",
        problems: &[FORBIDDEN.code, PRODUCT_NOT_FOUND.code, FIXED_SUPPLY.code],
    ),
    route!(
        /// The delivery addresses of the caller
        Get "/api/v2/orders/addresses" => address::list,
        action: "order", rate: "20/s",
    ),
    route!(
        /// Add a delivery address
        Post "/api/v2/orders/addresses" => address::create,
        action: "order", rate: "5/s",
        problems: &[ADDRESS_LIMIT.code],
    ),
    route!(
        /// Change a delivery address
        Put "/api/v2/orders/addresses/{addressId}" => address::change,
        action: "order", rate: "5/s",
        problems: &[ADDRESS_NOT_FOUND.code],
    ),
    route!(
        /// Delete a delivery address
        Delete "/api/v2/orders/addresses/{addressId}" => address::remove,
        action: "order", rate: "5/s",
        problems: &[ADDRESS_NOT_FOUND.code],
    ),
    route!(
        /// The legal periods in force
        Get "/api/v2/orders/terms" => legal_terms::view,
        action: "browseShop", rate: "100/s",
        problems: &[UNAVAILABLE.code],
    ),
    route!(
        /// Make the next version of the legal periods; for administrators
        Put "/api/v2/orders/terms" => legal_terms::change,
        action: "setLegalTerms", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, TERMS_CHANGED.code],
    ),
    route!(
        /// The holidays in force; for administrators
        Get "/api/v2/orders/holidays" => holidays::view,
        action: "setHolidays", rate: "20/s", role: "admin",
        problems: &[FORBIDDEN.code],
    ),
    route!(
        /// Make the next version of the holidays, with other coming days in one year; for administrators
        Put "/api/v2/orders/holidays" => holidays::change,
        action: "setHolidays", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, TERMS_CHANGED.code],
    ),
    route!(
        /// The surcharges for delivery to islands in force; for administrators
        Get "/api/v2/orders/surcharges" => surcharges::view,
        action: "setSurcharges", rate: "20/s", role: "admin",
        problems: &[FORBIDDEN.code],
    ),
    route!(
        /// Make the next version of the surcharges, a whole list of areas; for administrators
        Put "/api/v2/orders/surcharges" => surcharges::change,
        action: "setSurcharges", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, TERMS_CHANGED.code],
    ),
    route!(
        /// Up to 20 addresses with their postal codes, by street, building, quarter or code
        Get "/api/v2/orders/postcodes" => postcodes::search,
        action: "order", rate: "20/s",
    ),
    route!(
        /// The versions of the index of postal codes; for administrators
        Get "/api/v2/orders/postcodes/versions" => postcode_import::list,
        action: "importPostcodes", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code],
    ),
    route!(
        /// Begin a new version of the index of postal codes; for administrators
        Post "/api/v2/orders/postcodes/versions" => postcode_import::begin,
        action: "importPostcodes", rate: "1/s", role: "admin",
        problems: &[FORBIDDEN.code],
    ),
    route!(
        /// Add rows to a version that is being filled; for administrators. Idempotent
        Post "/api/v2/orders/postcodes/versions/{version}/rows" => postcode_import::fill,
        action: "importPostcodes", rate: "100/s", role: "admin",
        problems: &[FORBIDDEN.code, POSTCODE_VERSION_GONE.code],
    ),
    route!(
        /// Use a filled version for all searches; for administrators
        Post "/api/v2/orders/postcodes/versions/{version}/use" => postcode_import::use_version,
        action: "importPostcodes", rate: "1/s", role: "admin",
        problems: &[FORBIDDEN.code, POSTCODE_VERSION_GONE.code, POSTCODES_INCOMPLETE.code],
    ),
    route!(
        /// The orders of the caller, the newest first
        Get "/api/v2/orders/mine" => buying::list,
        action: "order", rate: "50/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Reserve a product for ten minutes
        Post "/api/v2/orders/mine" => buying::place,
        action: "order", rate: "5/s",
        problems: &[
            NICKNAME_REQUIRED.code, PRODUCT_NOT_FOUND.code, PRODUCT_CLOSED.code, MEMBERSHIP_REQUIRED.code,
            OPEN_ORDER_LIMIT.code, SOLD_OUT.code, ADDRESS_NEEDED.code, ADDRESS_NOT_FOUND.code,
        ],
    ),
    route!(
        /// An order of the caller
        Get "/api/v2/orders/mine/{orderId}" => buying::view,
        action: "order", rate: "50/s",
        problems: &[ORDER_NOT_FOUND.code],
    ),
    route!(
        /// Pay with WIT, or open the card payment. Idempotent
        Post "/api/v2/orders/mine/{orderId}/pay" => buying::pay,
        action: "order", rate: "5/s",
        problems: &[
            AGREEMENT_REQUIRED.code, ORDER_NOT_FOUND.code, ORDER_STATE.code, ORDER_EXPIRED.code,
            NOT_FOR_WIT.code, "payment_state", "insufficient_wit", "wallet_frozen",
            "wit_transfer_unavailable", "wallet_closed", "wit_limit_reached",
        ],
    ),
    route!(
        /// Cancel an order that was not shipped
        Post "/api/v2/orders/mine/{orderId}/cancel" => buying::cancel,
        action: "order", rate: "5/s",
        problems: &[
            ORDER_NOT_FOUND.code, ORDER_STATE.code, PARCEL_ON_THE_WAY.code, ITEMS_NOT_HELD.code,
            "payment_state", UNAVAILABLE.code, "insufficient_wit", "wallet_frozen",
            "wit_transfer_unavailable", "wallet_closed", "wit_limit_reached",
        ],
    ),
    route!(
        /// Send a paid order that was not shipped to another address with the same surcharge. Idempotent
        Put "/api/v2/orders/mine/{orderId}/address" => address_change::change,
        action: "order", rate: "5/s",
        problems: &[
            ORDER_NOT_FOUND.code, ORDER_STATE.code, ADDRESS_NOT_FOUND.code, "surcharge_differs",
            ADDRESS_CHANGE_LIMIT.code,
        ],
    ),
    route!(
        /// Confirm the receipt of the parcel
        Post "/api/v2/orders/mine/{orderId}/received" => buying::receive,
        action: "order", rate: "5/s",
        problems: &[ORDER_NOT_FOUND.code, ORDER_STATE.code],
    ),
    route!(
        /// Withdraw from an order, or report a defect
        Post "/api/v2/orders/mine/{orderId}/requests" => requests::ask,
        action: "order", rate: "2/s",
        problems: &[
            ORDER_NOT_FOUND.code, ORDER_STATE.code, PARCEL_ON_THE_WAY.code, NOT_WITHDRAWABLE.code,
            WITHDRAWAL_OVER.code, DEFECT_OVER.code, DISCOVERY_OVER.code, ITEMS_NOT_HELD.code,
            REQUEST_OPEN.code, UNAVAILABLE.code, "file_not_found", "file_wrong_kind", "file_refused",
            "file_limit",
        ],
    ),
    route!(
        /// Report that the goods of an accepted request were sent back. Idempotent
        Post "/api/v2/orders/mine/{orderId}/sent-back" => requests::send_back,
        action: "order", rate: "2/s",
        problems: &[ORDER_NOT_FOUND.code, NO_REQUEST.code],
    ),
    route!(
        /// The paid orders of a world, or of the platform, for its sellers
        Get "/api/v2/orders/sales" => desk::list,
        action: "sell", rate: "50/s",
        problems: &[PAGE_TOO_DEEP.code, FORBIDDEN.code, WORLD_NOT_FOUND.code],
    ),
    route!(
        /// A paid order, for its seller
        Get "/api/v2/orders/sales/{orderId}" => desk::view,
        action: "sell", rate: "50/s",
        problems: &[ORDER_NOT_FOUND.code],
    ),
    route!(
        /// Pack, ship, add a parcel, add to a parcel, deliver; confirm a return; refund after it
        Post "/api/v2/orders/sales/{orderId}/step" => desk::step,
        action: "sell", rate: "5/s",
        problems: &[
            ORDER_NOT_FOUND.code, ORDER_STATE.code, DELIVERED_TOO_EARLY.code, PARCEL_LIMIT.code,
            PARCEL_NOT_FOUND.code, NOTE_LIMIT.code, "file_not_found", "file_wrong_kind", "file_refused",
            "file_limit", NO_REQUEST.code, ITEMS_NOT_HELD.code, SOLD_OUT.code, SELLER_MUST_REFUND.code,
            "payment_state", UNAVAILABLE.code, "insufficient_wit", "wallet_frozen",
            "wit_transfer_unavailable", "wallet_closed", "wit_limit_reached",
        ],
    ),
    route!(
        /// Refund a part of an order, with a reason. Idempotent by the key
        Post "/api/v2/orders/sales/{orderId}/refunds" => desk::refund_part,
        action: "sell", rate: "5/s",
        problems: &[
            ORDER_NOT_FOUND.code, ORDER_STATE.code, PART_TOO_MUCH.code, PART_KEY_USED.code, PART_LIMIT.code,
            PART_PAID_OUT.code, "payment_state", UNAVAILABLE.code, "insufficient_wit", "wallet_frozen",
            "wit_transfer_unavailable", "wallet_closed", "wit_limit_reached",
        ],
    ),
    route!(
        /// Decide a reported defect
        Post "/api/v2/orders/sales/{orderId}/decide" => requests::decide,
        action: "sell", rate: "5/s",
        problems: &[
            ORDER_NOT_FOUND.code, NO_REQUEST.code, ORDER_STATE.code, ITEMS_NOT_HELD.code, SOLD_OUT.code,
            SELLER_MUST_REFUND.code, "payment_state", UNAVAILABLE.code, "insufficient_wit", "wallet_frozen",
            "wit_transfer_unavailable", "wallet_closed", "wit_limit_reached",
        ],
    ),
    route!(
        /// Create the items of a paid order. Idempotent
        Post "/api/v3/item/generate" => item_api::generate,
        action: "order", rate: "10/s",
        problems: &[ORDER_NOT_FOUND.code, ORDER_NOT_PAID.code, UNAVAILABLE.code],
    ),
    route!(
        /// Mark the items of a paid order as opened. Idempotent
        Post "/api/v3/item/set" => item_api::set,
        action: "order", rate: "10/s",
        problems: &[ORDER_NOT_FOUND.code, ORDER_NOT_PAID.code],
    ),
];
