//! The errors of the quiz, in both languages.

use witverse_sdk::{Problem, problem};

pub const QUIZ_FULL: Problem = problem!(
    409,
    "quiz_full",
    "이번 게임은 인원이 모두 찼습니다. 다음 게임에 참여해 주세요.",
    "This game is full. Join the next one.",
);
pub const QUIZ_NOT_JOINED: Problem = problem!(
    403,
    "quiz_not_joined",
    "먼저 게임에 참여해 주세요.",
    "Join the game first.",
);
pub const QUIZ_ROUND_OVER: Problem = problem!(
    409,
    "quiz_round_over",
    "시간이 지나 답을 받을 수 없습니다.",
    "Time is up for this question.",
);
pub const QUIZ_ANSWERED: Problem = problem!(
    409,
    "quiz_answered",
    "이 문제에는 이미 답했습니다.",
    "You have answered this question already.",
);
pub const QUIZ_NOT_WINNER: Problem = problem!(
    403,
    "quiz_not_winner",
    "우승자만 상금을 받을 수 있습니다.",
    "Only the winner can take the prize.",
);
pub const QUIZ_PRIZE_TAKEN_TODAY: Problem = problem!(
    409,
    "quiz_prize_taken_today",
    "상금은 하루에 한 번 받을 수 있습니다. 내일 다시 도전해 주세요.",
    "You can win one prize a day. Come back tomorrow.",
);
pub const QUIZ_CHARGE_ENDED: Problem = problem!(
    409,
    "quiz_charge_ended",
    "시간이 지나 WIT가 돌아갔습니다. 다시 시도해 주세요.",
    "Your WIT were returned because it took too long. Please try again.",
);
pub const QUIZ_NO_PRIZE: Problem = problem!(
    409,
    "quiz_no_prize",
    "지금은 지급할 상금이 없습니다. 월드 관리자에게 알려 주세요.",
    "There is no prize money right now. Please tell an administrator of the world.",
);
