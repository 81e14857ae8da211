//! The errors of this plugin, in both languages. The texts are those of the product specification.

use witverse_sdk::{Problem, problem};

pub(crate) const NAME_LENGTH: Problem = problem!(
    422,
    "world_name_length",
    "월드 이름의 길이를 확인해 주세요.",
    "check the length of the world name",
);
pub(crate) const NAME_UNAVAILABLE: Problem = problem!(
    422,
    "world_name_unavailable",
    "이 이름으로는 월드를 만들 수 없습니다.",
    "a world cannot be created with that name",
);
pub(crate) const NAME_DUPLICATE: Problem = problem!(
    409,
    "world_name_duplicate",
    "이미 사용 중인 월드 이름입니다.",
    "this world name is already in use",
);
pub(crate) const ALREADY_HAS_WORLD: Problem = problem!(
    409,
    "already_has_world",
    "이미 가입한 월드가 있습니다.",
    "You have already joined a world.",
);
pub(crate) const WORLD_NOT_FOUND: Problem = problem!(
    404,
    "world_not_found",
    "월드를 찾을 수 없습니다.",
    "There is no such world.",
);
