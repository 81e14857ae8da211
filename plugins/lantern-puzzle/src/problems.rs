//! The errors of this plugin, in both languages.

pub(crate) use witverse_sdk::problems::BLOCK_NOT_FOUND;
use witverse_sdk::{Problem, problem};

pub(crate) const NOT_INSIDE: Problem = problem!(
    409,
    "puzzle_not_inside",
    "블록 안에 있어야 퍼즐을 풀 수 있습니다.",
    "You have to be in the block to play the puzzle.",
);
pub(crate) const NOT_HERE: Problem = problem!(
    409,
    "puzzle_not_here",
    "이 블록에는 등불 퍼즐이 없습니다.",
    "There is no lantern puzzle in this block.",
);
pub(crate) const NOT_FOUND: Problem = problem!(
    404,
    "puzzle_not_found",
    "퍼즐을 찾을 수 없습니다.",
    "There is no such puzzle.",
);
pub(crate) const OVER: Problem = problem!(
    409,
    "puzzle_over",
    "이미 끝난 퍼즐입니다. 새 퍼즐을 시작해 주세요.",
    "This puzzle is over. Please start a new one.",
);
pub(crate) const NOT_SOLVED: Problem = problem!(
    422,
    "puzzle_not_solved",
    "보낸 기록대로 누르면 등불이 모두 켜지지 않습니다.",
    "With these presses not all lanterns are lit.",
);
pub(crate) const REVIEW_NOT_FOUND: Problem = problem!(
    404,
    "puzzle_review_not_found",
    "검토할 기록을 찾을 수 없습니다. 이미 처리되었을 수 있습니다.",
    "There is no such time to review. It may have been decided already.",
);
pub(crate) const REVIEW_INVOLVED: Problem = problem!(
    403,
    "puzzle_review_involved",
    "자신의 기록이나 함께 겨룬 사람의 기록은 직접 판단할 수 없습니다. 다른 관리자에게 맡겨 주세요.",
    "You can't decide about your own time, or about a time that you compete with. Please leave it to another moderator.",
);
