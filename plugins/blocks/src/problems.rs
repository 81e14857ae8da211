//! The errors of this plugin, in both languages.

pub(crate) use witverse_sdk::problems::{
    BLOCK_NOT_FOUND, ITEM_NOT_FOUND, NOT_ITEM_OWNER, USER_NOT_FOUND, WORLD_BLACKLISTED,
    WORLD_MEMBERS_ONLY, WORLD_NOT_FOUND,
};
use witverse_sdk::{Problem, problem};

pub(crate) const NAME_LENGTH: Problem = problem!(
    422,
    "block_name_length",
    "블록 이름은 3~20자로 입력해 주세요.",
    "Please enter a block name of 3 to 20 characters.",
);
pub(crate) const NAME_UNAVAILABLE: Problem = problem!(
    422,
    "block_name_unavailable",
    "이 이름으로는 블록을 만들 수 없습니다.",
    "A block cannot be created with that name.",
);
pub(crate) const NAME_DUPLICATE: Problem = problem!(
    409,
    "block_name_duplicate",
    "이 월드에서 이미 사용 중인 블록 이름입니다.",
    "This block name is already in use in this world.",
);
pub(crate) const MAKER_LIMIT: Problem = problem!(
    409,
    "block_maker_limit",
    "블록은 한 사람이 최대 20개까지 만들 수 있습니다. 쓰지 않는 블록을 삭제한 후 다시 시도해 주세요.",
    "You can have at most 20 blocks. Delete one that you no longer use and try again.",
);
pub(crate) const WORLD_LIMIT: Problem = problem!(
    409,
    "block_world_limit",
    "한 월드에는 블록을 최대 200개까지 만들 수 있습니다. 월드 관리자에게 문의해 주세요.",
    "A world can have at most 200 blocks. Please contact the world's administrators.",
);
pub(crate) const NOT_COMPLETE: Problem = problem!(
    409,
    "block_not_complete",
    "공개한 블록만 메인 블록으로 지정할 수 있습니다.",
    "Only a published block can be the main block.",
);
pub(crate) const SCENE_STALE: Problem = problem!(
    409,
    "scene_stale",
    "다른 화면에서 먼저 저장했습니다. 최신 버전을 불러온 후 다시 저장해 주세요.",
    "This scene was saved elsewhere. Load the latest version, then save again.",
);
pub(crate) const SCENE_TOO_LARGE: Problem = problem!(
    413,
    "scene_too_large",
    "공간 데이터는 512KiB까지 저장할 수 있습니다.",
    "A scene can have at most 512 KiB.",
);
pub(crate) const VERSION_NOT_FOUND: Problem = problem!(
    404,
    "scene_version_not_found",
    "이 버전은 더 이상 보관되어 있지 않습니다.",
    "This version is no longer available.",
);
/// The fields name the objects and the reasons.
pub(crate) const ITEMS_UNAVAILABLE: Problem = problem!(
    409,
    "scene_items_unavailable",
    "놓을 수 없는 아이템이 있어 공개하지 못했습니다.",
    "Some of the items can't be placed, so nothing was published.",
);
pub(crate) const LOGIN_REQUIRED: Problem = problem!(
    403,
    "block_login_required",
    "로그인하면 이 블록에 들어갈 수 있습니다.",
    "Log in to enter this block.",
);
pub(crate) const MEMBERS_ONLY: Problem = problem!(
    403,
    "block_members_only",
    "이 월드의 멤버만 들어갈 수 있습니다. 월드에 가입하면 들어갈 수 있습니다.",
    "Only members of this world can enter. Join the world to come in.",
);
pub(crate) const ITEM_REQUIRED: Problem = problem!(
    403,
    "block_item_required",
    "이 월드의 멤버십 아이템이 있어야 들어갈 수 있습니다. 월드 페이지에서 멤버십을 받아 주세요.",
    "You need a membership item of this world to enter. Get one on the world's page.",
);
pub(crate) const COLLECTION_REQUIRED: Problem = problem!(
    403,
    "block_collection_required",
    "이 블록이 지정한 컬렉션의 아이템이 있어야 들어갈 수 있습니다.",
    "You need an item of the collection that this block asks for.",
);
pub(crate) const PRIVATE: Problem = problem!(
    403,
    "block_private",
    "비공개 블록입니다. 만든 사람과 월드 관리자만 들어갈 수 있습니다.",
    "This block is private. Only its maker and the world's administrators can enter.",
);
pub(crate) const KICKED: Problem = problem!(
    403,
    "block_kicked",
    "이 블록에서 내보내져 지금은 들어갈 수 없습니다. 나중에 다시 찾아 주세요.",
    "You were removed from this block and can't enter right now. Please come back later.",
);
pub(crate) const CANNOT_KICK: Problem = problem!(
    409,
    "cannot_kick",
    "블록을 만든 사람과 월드 관리자는 내보낼 수 없습니다.",
    "The maker of this block and the world's administrators cannot be removed.",
);
pub(crate) const MANAGERS_ONLY: Problem = problem!(
    403,
    "block_managers_only",
    "블록을 만든 사람과 월드 관리자만 할 수 있습니다.",
    "Only the maker of this block and the world's administrators can do this.",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_of_policies_have_the_texts_of_the_catalogue() {
        let files = [
            include_str!("../i18n/ko.toml"),
            include_str!("../i18n/en.toml"),
        ];
        for known in [
            WORLD_NOT_FOUND,
            BLOCK_NOT_FOUND,
            WORLD_MEMBERS_ONLY,
            WORLD_BLACKLISTED,
            MANAGERS_ONLY,
        ] {
            for (text, file) in [known.ko, known.en].into_iter().zip(files) {
                let line = format!("\"problem.{}\" = \"{text}\"", known.code);
                assert!(file.lines().any(|known| known == line), "{line}");
            }
        }
    }
}
