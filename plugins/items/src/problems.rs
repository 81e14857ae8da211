//! The errors of this plugin, in both languages. The English texts of the three that `gifts` uses are those of the
//! product specification.

pub(crate) use witverse_sdk::problems::{
    COLLECTION_NOT_FOUND, COLLECTION_NOT_OPENED, ITEM_NOT_FOUND, NOT_ITEM_OWNER, USER_NOT_FOUND,
    WORLD_ADMINS_ONLY,
};
use witverse_sdk::{Problem, problem};

pub(crate) const ALREADY_ROCK_ITEM: Problem = problem!(
    409,
    "already_rock_item",
    "이미 사용 중이라 선물할 수 없는 아이템입니다.",
    "already rock item",
);
pub(crate) const USED_ITEM: Problem =
    problem!(409, "used_item", "이미 사용한 아이템입니다.", "used item",);
pub(crate) const AWAITING_ACCEPTANCE: Problem = problem!(
    409,
    "item_awaiting_acceptance",
    "수락을 기다리는 아이템은 선물할 수 없습니다.",
    "You cannot gift assets that are awaiting acceptance.",
);
pub(crate) const NOT_A_PICTURE: Problem = problem!(
    422,
    "not_a_picture",
    "프로필 이미지(PFP) 아이템만 프로필 이미지로 쓸 수 있습니다.",
    "Only profile picture items can be used as your picture.",
);
pub(crate) const ESCROW_NOT_ASKED: Problem = problem!(
    409,
    "escrow_not_asked",
    "플러그인의 요청이 끝났습니다. 플러그인에서 다시 시도해 주세요.",
    "The plugin no longer asks for this item. Please try again in the plugin.",
);
/// Of installed plugins only.
pub(crate) const ESCROW_NOT_AGREED: Problem = problem!(
    409,
    "escrow_not_agreed",
    "이 플러그인에 맡겨진 아이템이 아니거나 맡긴 기간이 끝났습니다.",
    "The owner has not handed this item over to this plugin, or the time for it is over.",
);
/// Of installed plugins only. Also used between people one of whom has blocked the other.
pub(crate) const NOT_TAKING_PART: Problem = problem!(
    403,
    "not_taking_part",
    "이 사람에게는 줄 수 없는 아이템입니다. 지금 요청한 사람이나 같은 건으로 아이템을 맡긴 사람만 받을 수 있습니다.",
    "This item cannot go to this person. It goes to the person who asks, or to one who has handed over an item for the same purpose.",
);
pub(crate) const COLLECTION_SOLD_OUT: Problem = problem!(
    409,
    "collection_sold_out",
    "이 컬렉션의 아이템이 모두 소진되었습니다.",
    "This collection is sold out.",
);
pub(crate) const NOT_COLLECTION_MAKER: Problem = problem!(
    403,
    "not_collection_maker",
    "이 컬렉션을 만든 사람이나 월드 관리자만 할 수 있습니다.",
    "Only the maker of this collection or its world's administrators can do this.",
);
pub(crate) const CRAFTING_LIMIT: Problem = problem!(
    429,
    "crafting_limit",
    "하루에 컬렉션 10개, 아이템 500개까지 만들 수 있습니다. 내일 다시 시도해 주세요.",
    "You can make 10 collections and 500 items a day. Please try again tomorrow.",
);
pub(crate) const NOT_CONSUMABLE: Problem = problem!(
    422,
    "not_consumable",
    "소모품 아이템만 사용할 수 있습니다.",
    "Only consumables can be used up.",
);
pub(crate) const ITEM_LOCKED: Problem = problem!(
    409,
    "item_locked",
    "선물·판매 중이거나 다른 곳에서 쓰고 있는 아이템입니다. 아이템 페이지에서 확인해 주세요.",
    "This item is being gifted, sold or used elsewhere. Its page shows where.",
);
