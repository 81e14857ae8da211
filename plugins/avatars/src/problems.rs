//! The errors of this plugin, in both languages. The refused second choice is named by the product specification.

use witverse_sdk::{Problem, problem};

pub(crate) const ALREADY_CHOSEN: Problem = problem!(
    409,
    "avatar_already_chosen",
    "아바타는 한 번만 정할 수 있어 변경할 수 없습니다.",
    "Avatar changes are not possible: an avatar is chosen once.",
);
pub(crate) const USER_NOT_FOUND: Problem = problem!(
    404,
    "user_not_found",
    "존재하지 않는 사용자입니다.",
    "No such user.",
);
pub(crate) const ITEM_NOT_FOUND: Problem = problem!(
    404,
    "item_not_found",
    "아이템을 찾을 수 없습니다.",
    "Item not found.",
);
pub(crate) const NOT_WEARABLE: Problem = problem!(
    422,
    "item_not_wearable",
    "이 자리에 착용할 수 없는 아이템입니다.",
    "This item can't be worn there.",
);
