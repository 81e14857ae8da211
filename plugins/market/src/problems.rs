//! The errors of this plugin, in both languages. Errors about WIT come from the ledger.

pub(crate) use witverse_sdk::problems::{
    COLLECTION_NOT_FOUND, COLLECTION_NOT_OPENED, ITEM_NOT_FOUND, NOT_ITEM_OWNER, WORLD_NOT_FOUND,
};
use witverse_sdk::{Problem, problem};

/// Also used between people one of whom has blocked the other.
pub(crate) const LISTING_NOT_FOUND: Problem = problem!(
    404,
    "listing_not_found",
    "판매 중인 아이템을 찾을 수 없습니다.",
    "This listing does not exist.",
);
pub(crate) const OFFER_NOT_FOUND: Problem = problem!(
    404,
    "offer_not_found",
    "제안을 찾을 수 없습니다.",
    "Offer not found.",
);
pub(crate) const SALE_NOT_FOUND: Problem = problem!(
    404,
    "sale_not_found",
    "거래를 찾을 수 없습니다.",
    "Sale not found.",
);
pub(crate) const SEARCH_NOT_FOUND: Problem = problem!(
    404,
    "search_not_found",
    "저장한 검색을 찾을 수 없습니다.",
    "Saved search not found.",
);
pub(crate) const NOT_YOUR_LISTING: Problem = problem!(
    403,
    "not_your_listing",
    "내가 등록한 판매가 아닙니다.",
    "This is not your listing.",
);
pub(crate) const OWN_LISTING: Problem = problem!(
    409,
    "own_listing",
    "내가 판매하는 아이템은 살 수 없습니다.",
    "You can't buy your own listing.",
);
pub(crate) const OWN_ITEM: Problem = problem!(
    409,
    "own_item",
    "내 아이템에는 제안할 수 없습니다.",
    "You can't make an offer on your own item.",
);
pub(crate) const ITEM_USED: Problem = problem!(
    409,
    "used_item",
    "이미 사용한 아이템입니다.",
    "This item has been used.",
);
pub(crate) const ITEM_LISTED: Problem = problem!(
    409,
    "item_listed",
    "이미 판매 중인 아이템입니다.",
    "This item is already listed.",
);
pub(crate) const ITEM_GIFTED: Problem = problem!(
    409,
    "item_awaiting_acceptance",
    "선물로 보내 수락을 기다리는 아이템입니다.",
    "This item is a gift that is waiting to be accepted.",
);
pub(crate) const ITEM_WORN: Problem = problem!(
    409,
    "item_worn",
    "아바타가 착용 중인 아이템입니다. 벗은 뒤 다시 시도해 주세요.",
    "Your avatar is wearing this item. Take it off and try again.",
);
pub(crate) const ITEM_PLACED: Problem = problem!(
    409,
    "item_placed",
    "월드에 배치한 아이템입니다. 치운 뒤 다시 시도해 주세요.",
    "This item is placed in a world. Remove it there and try again.",
);
pub(crate) const ITEM_IN_USE: Problem = problem!(
    409,
    "item_in_use",
    "다른 곳에서 사용 중인 아이템입니다. 사용을 끝낸 뒤 다시 시도해 주세요.",
    "This item is in use elsewhere. Stop using it there and try again.",
);
/// The item was moved or used after the listing or the offer was made.
pub(crate) const ITEM_CHANGED: Problem = problem!(
    409,
    "item_changed",
    "아이템의 소유자나 상태가 바뀌었습니다.",
    "The owner or the state of this item has changed.",
);
pub(crate) const LISTING_SOLD: Problem = problem!(
    409,
    "listing_sold",
    "방금 다른 분이 먼저 구매했습니다. WIT는 차감되지 않았습니다.",
    "Someone else bought this just before you. You were not charged.",
);
/// For the person who has bought it: an answer was lost, and they have asked again.
pub(crate) const LISTING_SOLD_TO_YOU: Problem = problem!(
    409,
    "listing_sold",
    "이미 구매하신 아이템입니다. WIT는 한 번만 차감되었습니다.",
    "You have already bought this item. You were charged once.",
);
/// For the seller.
pub(crate) const LISTING_SOLD_BY_YOU: Problem = problem!(
    409,
    "listing_sold",
    "이미 판매된 아이템입니다. 변경하거나 취소할 수 없습니다.",
    "This item was sold. The listing can't be changed or cancelled any more.",
);
pub(crate) const LISTING_CLOSED: Problem = problem!(
    409,
    "listing_closed",
    "판매가 끝난 아이템입니다.",
    "This listing has ended.",
);
pub(crate) const COLLECTION_HALTED: Problem = problem!(
    409,
    "collection_halted",
    "운영자가 거래를 잠시 멈춘 컬렉션입니다.",
    "Trading in this collection is paused by an administrator.",
);
pub(crate) const QUOTE_EXPIRED: Problem = problem!(
    409,
    "quote_expired",
    "가격 확인 시간이 지났습니다. 가격을 다시 확인해 주세요.",
    "The time to buy at this price has passed. Please check the price again.",
);
pub(crate) const QUOTE_INVALID: Problem = problem!(
    422,
    "quote_invalid",
    "가격 정보가 올바르지 않습니다. 가격을 다시 확인해 주세요.",
    "This price was not confirmed by Witverse. Please check the price again.",
);
pub(crate) const AGREEMENT_REQUIRED: Problem = problem!(
    422,
    "agreement_required",
    "거래 내용을 확인하고 동의해 주세요.",
    "Please confirm the terms of this trade.",
);
pub(crate) const OFFER_UNAVAILABLE: Problem = problem!(
    409,
    "offer_unavailable",
    "기한이 지났거나 더 이상 협의할 수 없는 제안입니다.",
    "This offer has expired or is no longer negotiable.",
);
pub(crate) const OFFER_CHANGED: Problem = problem!(
    409,
    "offer_changed",
    "제안 내용이 바뀌었습니다. 새 가격을 확인해 주세요.",
    "This offer was changed. Please check the new price.",
);
pub(crate) const OFFERER_INSUFFICIENT: Problem = problem!(
    409,
    "offerer_insufficient_wit",
    "제안한 분의 WIT 잔액이 부족합니다.",
    "The offerer's WIT balance is insufficient.",
);
pub(crate) const OFFER_EXISTS: Problem = problem!(
    409,
    "offer_exists",
    "이미 보낸 제안이 있습니다. 그 제안을 변경해 주세요.",
    "You already have an open offer here. Change that offer instead.",
);
pub(crate) const OFFERS_TOO_LARGE: Problem = problem!(
    409,
    "offers_too_large",
    "진행 중인 제안의 합계는 쓸 수 있는 WIT의 10배까지 가능합니다.",
    "Your open offers together can be at most ten times the WIT you can spend.",
);
pub(crate) const TOO_MANY_OFFERS: Problem = problem!(
    409,
    "too_many_offers",
    "진행 중인 제안은 최대 100개까지 보낼 수 있습니다.",
    "You can have up to 100 open offers.",
);
pub(crate) const NEW_ACCOUNT_LIMIT: Problem = problem!(
    409,
    "new_account_limit",
    "새 계정이 하루에 할 수 있는 거래 수를 넘었습니다. 내일 다시 시도해 주세요.",
    "New accounts can make a limited number of trades a day. Please try again tomorrow.",
);
pub(crate) const PARTNER_LIMIT: Problem = problem!(
    409,
    "partner_limit",
    "상대방이 오늘 할 수 있는 거래를 모두 마쳤습니다. 내일 다시 시도해 주세요.",
    "The other person has made all the trades they can make today. Please try again tomorrow.",
);
pub(crate) const MEMBERSHIP_REQUIRED: Problem = problem!(
    403,
    "membership_required",
    "이 월드의 멤버십이 있어야 구매할 수 있습니다.",
    "You need a membership of this world to buy this item.",
);
pub(crate) const LIST_FULL: Problem = problem!(
    409,
    "list_full",
    "목록이 가득 찼습니다. 필요 없는 항목을 먼저 지워 주세요.",
    "This list is full. Please remove something first.",
);
/// The rules were changed since the administrator read them.
pub(crate) const RULES_CHANGED: Problem = problem!(
    409,
    "rules_changed",
    "그사이 규칙이 바뀌었습니다. 새로 고친 뒤 다시 시도해 주세요.",
    "The rules were changed in the meantime. Please reload and try again.",
);
