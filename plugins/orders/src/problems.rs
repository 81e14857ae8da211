//! The errors of this plugin, in both languages. Errors about WIT come from the ledger.

pub(crate) use witverse_sdk::problems::{ITEM_NOT_FOUND, WORLD_NOT_FOUND};
use witverse_sdk::{Problem, problem};

pub(crate) const PRODUCT_NOT_FOUND: Problem = problem!(
    404,
    "product_not_found",
    "상품을 찾을 수 없습니다.",
    "Product not found.",
);
/// Also for an order of another person.
pub(crate) const ORDER_NOT_FOUND: Problem = problem!(
    404,
    "order_not_found",
    "존재하지 않는 주문입니다.",
    "Order not found.",
);
pub(crate) const ADDRESS_NOT_FOUND: Problem = problem!(
    404,
    "address_not_found",
    "배송지를 찾을 수 없습니다.",
    "Address not found.",
);
pub(crate) const ADDRESS_NEEDED: Problem = problem!(
    422,
    "address_needed",
    "배송지를 선택해 주세요.",
    "Please choose a delivery address.",
);
pub(crate) const SOLD_OUT: Problem = problem!(
    409,
    "sold_out",
    "남은 수량이 부족합니다.",
    "There are not enough left.",
);
pub(crate) const PRODUCT_CLOSED: Problem = problem!(
    409,
    "product_closed",
    "판매가 끝난 상품입니다.",
    "This product is no longer on sale.",
);
pub(crate) const OPEN_ORDER_LIMIT: Problem = problem!(
    409,
    "open_order_limit",
    "결제하지 않은 주문이 3건 있습니다. 먼저 결제하거나 취소해 주세요.",
    "You have 3 unpaid orders. Please pay or cancel one of them first.",
);
pub(crate) const ORDER_STATE: Problem = problem!(
    409,
    "order_state",
    "지금 상태에서는 할 수 없습니다. 새로고침한 뒤 다시 확인해 주세요.",
    "This is not possible in the current state. Please refresh the page.",
);
/// A cancellation is too late, and a withdrawal needs the receipt.
pub(crate) const PARCEL_ON_THE_WAY: Problem = problem!(
    409,
    "parcel_on_the_way",
    "상품이 배송 중입니다. 받은 뒤 수령 확인을 하시면 청약 철회 기간 안에 철회하실 수 있습니다.",
    "Your parcel is on its way. Confirm the receipt when it arrives; from then on you can withdraw within the withdrawal period.",
);
pub(crate) const TERMS_CHANGED: Problem = problem!(
    409,
    "terms_changed",
    "다른 관리자가 먼저 바꿨습니다. 새로고침한 뒤 다시 확인해 주세요.",
    "Another administrator has changed them. Please refresh and check again.",
);
pub(crate) const DELIVERED_TOO_EARLY: Problem = problem!(
    409,
    "delivered_too_early",
    "발송한 다음 날부터 배송 완료로 바꿀 수 있습니다.",
    "You can mark it as delivered from the day after you shipped it.",
);
pub(crate) const MEMBERSHIP_REQUIRED: Problem = problem!(
    403,
    "membership_required",
    "이 월드의 멤버십이 있어야 구매할 수 있습니다.",
    "You need a membership of this world to buy this.",
);
pub(crate) const ORDER_EXPIRED: Problem = problem!(
    409,
    "order_expired",
    "결제 시간이 지나 주문이 취소되었습니다.",
    "The time to pay is over, so the order was cancelled.",
);
pub(crate) const ORDER_NOT_PAID: Problem = problem!(
    409,
    "order_not_paid",
    "결제가 확인되지 않은 주문입니다.",
    "This order has not been paid.",
);
pub(crate) const NOT_FOR_WIT: Problem = problem!(
    422,
    "not_for_wit",
    "WIT로 살 수 없는 상품입니다.",
    "This product cannot be bought with WIT.",
);
pub(crate) const AGREEMENT_REQUIRED: Problem = problem!(
    422,
    "agreement_required",
    "안내를 확인하고 동의해 주세요.",
    "Please read and accept the notice.",
);
pub(crate) const WITHDRAWAL_OVER: Problem = problem!(
    409,
    "withdrawal_over",
    "청약철회 기한이 지났습니다. 상품에 하자가 있으면 하자 신고를 이용해 주세요.",
    "The time to withdraw is over. If the product is defective, report the defect instead.",
);
pub(crate) const DEFECT_OVER: Problem = problem!(
    409,
    "defect_over",
    "이 주문의 하자 신고 기한이 지났습니다.",
    "The time to report a defect of this order is over.",
);
/// The term from the receipt still runs, but not the one from the discovery.
pub(crate) const DISCOVERY_OVER: Problem = problem!(
    409,
    "discovery_over",
    "하자를 발견한 날부터 신고할 수 있는 기간이 지났습니다. 발견한 날을 확인해 주세요.",
    "Too much time has passed since the day you found the defect. Please check that date.",
);
pub(crate) const NOT_WITHDRAWABLE: Problem = problem!(
    409,
    "not_withdrawable",
    "랜덤 아이템은 결제와 함께 추첨되어 전달되므로 청약을 철회할 수 없습니다. 하자가 있으면 하자 신고를 이용해 주세요.",
    "A random item is drawn and delivered with the payment, so it cannot be returned. If it is defective, report the defect instead.",
);
pub(crate) const ITEMS_NOT_HELD: Problem = problem!(
    409,
    "items_not_held",
    "이 주문으로 받은 아이템을 모두 가지고 있고 사용 중이 아니어야 반품할 수 있습니다.",
    "To return this order, you must still hold all of its items, and none may be in use.",
);
pub(crate) const REQUEST_OPEN: Problem = problem!(
    409,
    "request_open",
    "처리 중인 요청이 있습니다.",
    "A request is already being handled.",
);
pub(crate) const NO_REQUEST: Problem = problem!(
    404,
    "no_request",
    "처리할 요청이 없습니다.",
    "There is no request to decide.",
);
pub(crate) const PARCEL_LIMIT: Problem = problem!(
    409,
    "parcel_limit",
    "한 주문은 택배 10개까지 나누어 보낼 수 있습니다.",
    "An order can be sent in up to 10 parcels.",
);
pub(crate) const PARCEL_NOT_FOUND: Problem = problem!(
    404,
    "parcel_not_found",
    "택배를 찾을 수 없습니다.",
    "Parcel not found.",
);
pub(crate) const NOTE_LIMIT: Problem = problem!(
    409,
    "note_limit",
    "한 택배에는 기록을 10번까지 더할 수 있습니다.",
    "You can add to a parcel up to 10 times.",
);
pub(crate) const PART_TOO_MUCH: Problem = problem!(
    422,
    "part_too_much",
    "1 이상, 아직 환불하지 않은 금액 이하로 입력해 주세요.",
    "Enter at least 1, and no more than what has not been refunded yet.",
);
pub(crate) const PART_KEY_USED: Problem = problem!(
    409,
    "part_key_used",
    "같은 요청으로 다른 금액을 이미 환불했습니다. 새로고침한 뒤 확인해 주세요.",
    "This request has already refunded another amount. Please refresh and check.",
);
pub(crate) const PART_LIMIT: Problem = problem!(
    409,
    "part_limit",
    "한 주문은 20번까지 나누어 환불할 수 있습니다.",
    "An order can be refunded in up to 20 parts.",
);
/// The WIT of a world's product were paid to its seller.
pub(crate) const PART_PAID_OUT: Problem = problem!(
    409,
    "part_paid_out",
    "판매 대금이 이미 지급되어 이 주문에서 환불할 수 없습니다.",
    "The WIT were already paid out to the seller, so this order can no longer be refunded in parts.",
);
/// The WIT of an order were paid out; only the seller can give them back.
pub(crate) const SELLER_MUST_REFUND: Problem = problem!(
    409,
    "seller_must_refund",
    "판매 대금이 이미 판매자에게 지급되어, 대금을 받은 판매자만 환불할 수 있습니다.",
    "The WIT were already paid out, so only the seller who received them can refund this order.",
);
/// The numbers of a random item's prizes are part of its published odds.
pub(crate) const FIXED_SUPPLY: Problem = problem!(
    409,
    "fixed_supply",
    "랜덤 아이템은 공개한 수량을 늘릴 수 없습니다.",
    "The published numbers of a random item cannot be raised.",
);
pub(crate) const ADDRESS_LIMIT: Problem = problem!(
    409,
    "address_limit",
    "배송지는 10개까지 저장할 수 있습니다.",
    "You can save up to 10 addresses.",
);
pub(crate) const ADDRESS_CHANGE_LIMIT: Problem = problem!(
    409,
    "address_change_limit",
    "한 주문의 배송지는 5번까지 바꿀 수 있습니다.",
    "The address of an order can be changed up to 5 times.",
);
pub(crate) const POSTCODE_VERSION_GONE: Problem = problem!(
    404,
    "postcode_version_gone",
    "가져오는 중인 우편번호 목록이 아닙니다. 처음부터 다시 가져와 주세요.",
    "This version of the postal codes is not being imported. Start the import again.",
);
pub(crate) const POSTCODES_INCOMPLETE: Problem = problem!(
    409,
    "postcodes_incomplete",
    "빠진 우편번호가 있어 사용할 수 없습니다. 처음부터 다시 가져와 주세요.",
    "Some postal codes are missing, so the list cannot be used. Start the import again.",
);
