//! The errors of this plugin, in both languages. The refused second choice is named by the product specification.

pub(crate) use witverse_sdk::problems::{ITEM_NOT_FOUND, USER_NOT_FOUND};
use witverse_sdk::{Problem, problem};

pub(crate) const ALREADY_CHOSEN: Problem = problem!(
    409,
    "avatar_already_chosen",
    "아바타는 한 번만 정할 수 있어 변경할 수 없습니다.",
    "Avatar changes are not possible: an avatar is chosen once.",
);
pub(crate) const VRM_NOT_READY: Problem = problem!(
    409,
    "vrm_not_ready",
    "아바타 파일을 아직 확인하고 있습니다. 잠시 후 다시 시도해 주세요.",
    "The avatar file is still being checked. Please try again in a moment.",
);
pub(crate) const VRM_PERMISSION_NEEDED: Problem = problem!(
    422,
    "vrm_permission_needed",
    "이 아바타는 제작자 본인이나 허락받은 사람만 사용할 수 있습니다. 해당하는지 확인해 주세요.",
    "Only the author, or people with the author's permission, may use this avatar. Please confirm that this is you.",
);
pub(crate) const NOT_WEARABLE: Problem = problem!(
    422,
    "item_not_wearable",
    "이 자리에 착용할 수 없는 아이템입니다.",
    "This item can't be worn there.",
);
