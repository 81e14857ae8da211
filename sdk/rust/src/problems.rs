//! Problems that several plugins have, with one text.

use crate::error::Problem;
use crate::problem;

/// No such person, or one whom the caller may not find.
pub const USER_NOT_FOUND: Problem = problem!(
    404,
    "user_not_found",
    "존재하지 않는 사용자입니다.",
    "No such user."
);

/// No such world, or one that the caller may not see.
pub const WORLD_NOT_FOUND: Problem = problem!(
    404,
    "world_not_found",
    "월드를 찾을 수 없습니다.",
    "World not found."
);

/// The caller is on the blacklist of the world.
pub const WORLD_BLACKLISTED: Problem = problem!(
    403,
    "world_blacklisted",
    "지금은 이 월드를 이용할 수 없습니다.",
    "You can't use this world at the moment."
);

/// Only members see this.
pub const WORLD_MEMBERS_ONLY: Problem = problem!(
    403,
    "world_members_only",
    "이 월드의 멤버만 볼 수 있습니다. 먼저 월드에 가입해 주세요.",
    "Only members of this world can see this. Join it first."
);

/// Only the owner and the administrators do this.
pub const WORLD_ADMINS_ONLY: Problem = problem!(
    403,
    "world_admins_only",
    "이 월드의 관리자만 할 수 있습니다.",
    "Only administrators of this world can do this."
);

/// No such block, or one that the caller may not see.
pub const BLOCK_NOT_FOUND: Problem = problem!(
    404,
    "block_not_found",
    "블록을 찾을 수 없습니다.",
    "Block not found."
);

/// No such item.
pub const ITEM_NOT_FOUND: Problem = problem!(
    404,
    "item_not_found",
    "아이템을 찾을 수 없습니다.",
    "Item not found."
);

/// The item has another owner.
pub const NOT_ITEM_OWNER: Problem = problem!(
    403,
    "not_item_owner",
    "내 아이템이 아닙니다.",
    "This item is not yours."
);

/// No such collection.
pub const COLLECTION_NOT_FOUND: Problem = problem!(
    404,
    "collection_not_found",
    "컬렉션을 찾을 수 없습니다.",
    "Collection not found."
);

/// The operator of the world has not opened the collection for the plugin.
pub const COLLECTION_NOT_OPENED: Problem = problem!(
    403,
    "collection_not_opened",
    "이 월드의 운영자가 이 플러그인에 열어 준 컬렉션이 아닙니다. 운영자가 월드 관리의 플러그인 권한에서 이 컬렉션을 고르면 쓸 수 있습니다.",
    "The operator of this world has not opened this collection for the plugin. They can choose it in the plugin's permissions, in the management of the world."
);
