//! The errors of this plugin, in both languages.

pub(crate) use witverse_sdk::problems::BLOCK_NOT_FOUND;
use witverse_sdk::{Problem, problem};

pub(crate) const NOT_INSIDE: Problem = problem!(
    409,
    "race_not_inside",
    "블록 안에 있어야 경주에 참가할 수 있습니다.",
    "You have to be in the block to take part in a race.",
);
pub(crate) const NOT_HERE: Problem = problem!(
    409,
    "race_not_here",
    "이 블록에서는 등불 경주를 할 수 없습니다.",
    "There is no lantern race in this block.",
);
pub(crate) const NO_COURSE: Problem = problem!(
    409,
    "race_no_course",
    "출발문 하나와 등불 관문 하나 이상을 놓아야 경주할 수 있습니다.",
    "A course needs a finish gate and at least one checkpoint.",
);
pub(crate) const RUNNING: Problem = problem!(
    409,
    "race_running",
    "이미 진행 중인 경주가 있습니다. 끝난 뒤에 다시 시작해 주세요.",
    "A race is already on. Please start again when it is over.",
);
pub(crate) const NOT_FOUND: Problem = problem!(
    404,
    "race_not_found",
    "진행 중인 경주가 없습니다.",
    "There is no race at the moment.",
);
pub(crate) const REVIEW_NOT_FOUND: Problem = problem!(
    404,
    "race_review_not_found",
    "검토할 기록을 찾을 수 없습니다. 이미 처리되었을 수 있습니다.",
    "There is no such time to review. It may have been decided already.",
);
pub(crate) const REVIEW_INVOLVED: Problem = problem!(
    403,
    "race_review_involved",
    "자신의 기록이나 함께 겨룬 사람의 기록은 직접 판단할 수 없습니다. 다른 관리자에게 맡겨 주세요.",
    "You can't decide about your own time, or about a time that you compete with. Please leave it to another moderator.",
);
pub(crate) const STARTED: Problem = problem!(
    409,
    "race_started",
    "경주가 이미 시작되어 참가할 수 없습니다. 다음 경주에 참가해 주세요.",
    "This race has already started. Please join the next one.",
);
pub(crate) const FULL: Problem = problem!(
    409,
    "race_full",
    "경주에는 50명까지 참가할 수 있습니다.",
    "Up to 50 people can take part in a race.",
);
