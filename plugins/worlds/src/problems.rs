//! The errors of this plugin, in both languages. The texts are those of the product specification.

pub(crate) use witverse_sdk::problems::{USER_NOT_FOUND, WORLD_BLACKLISTED, WORLD_NOT_FOUND};
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
pub(crate) const WORLD_CHANGE_USED: Problem = problem!(
    409,
    "world_change_used",
    "월드 변경은 한 번만 할 수 있으며, 이미 변경하셨습니다.",
    "You can change your world only once, and you already have.",
);
pub(crate) const ADMINS_MAX: Problem = problem!(
    409,
    "world_admins_max",
    "관리자는 최대 5명까지 지정할 수 있습니다.",
    "the maximum number of admins is 5",
);
pub(crate) const NOT_A_MEMBER: Problem = problem!(
    409,
    "not_world_member",
    "이 월드의 멤버가 아닙니다.",
    "This person is not a member of this world.",
);
pub(crate) const ALREADY_ADMIN: Problem = problem!(
    409,
    "already_world_admin",
    "이미 이 월드의 관리자입니다.",
    "This person is already an admin of this world.",
);
pub(crate) const WORLD_OWNER_ONLY: Problem = problem!(
    403,
    "world_owner_only",
    "이 월드의 소유자만 할 수 있습니다.",
    "Only the owner of this world can do this.",
);
pub(crate) const CANNOT_BLACKLIST: Problem = problem!(
    409,
    "cannot_blacklist",
    "월드의 소유자와 관리자는 블랙리스트에 추가할 수 없습니다.",
    "The owner and administrators of a world cannot be blacklisted.",
);
pub(crate) const INVITATION_NOT_FOUND: Problem = problem!(
    404,
    "invitation_not_found",
    "더 이상 사용할 수 없는 초대 링크입니다. 새 링크를 요청해 주세요.",
    "This invitation link no longer works. Ask for a new one.",
);
pub(crate) const MEMBERSHIP_NOT_FOUND: Problem = problem!(
    404,
    "membership_not_found",
    "멤버십을 찾을 수 없습니다.",
    "Membership not found.",
);
pub(crate) const MEMBERSHIP_UNSOLD: Problem = problem!(
    409,
    "membership_unsold",
    "기존 멤버십 컬렉션이 모두 판매된 후에 새 컬렉션을 추가할 수 있습니다.",
    "You cannot add a membership collection until the existing one is sold out.",
);
pub(crate) const MEMBERSHIP_SOLD_OUT: Problem = problem!(
    409,
    "membership_sold_out",
    "모두 판매된 멤버십입니다.",
    "This membership is sold out.",
);
pub(crate) const MEMBERSHIP_CLOSED: Problem = problem!(
    409,
    "membership_closed",
    "가입 기간이 지난 멤버십입니다.",
    "The registration period for this membership has ended.",
);
pub(crate) const MEMBERSHIP_FREE_ONCE: Problem = problem!(
    409,
    "membership_free_once",
    "무료 멤버십은 한 번만 받을 수 있습니다.",
    "You can get a free membership only once.",
);
pub(crate) const PRICE_CHANGED: Problem = problem!(
    409,
    "membership_price_changed",
    "멤버십 가격이 달라졌습니다. 가격을 다시 확인해 주세요.",
    "The price of this membership has changed. Please check it again.",
);
