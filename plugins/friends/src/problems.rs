//! The errors of this plugin, in both languages.

pub(crate) use witverse_sdk::problems::USER_NOT_FOUND;
use witverse_sdk::{Problem, problem};

pub(crate) const REQUEST_EXISTS: Problem = problem!(
    409,
    "friend_request_exists",
    "이미 친구 요청을 보냈습니다.",
    "You have already sent a friend request.",
);
pub(crate) const ALREADY_FRIENDS: Problem = problem!(
    409,
    "already_friends",
    "이미 친구입니다.",
    "You're already friends.",
);
pub(crate) const FRIEND_SELF: Problem = problem!(
    422,
    "friend_self",
    "자신에게는 친구 요청을 보낼 수 없습니다.",
    "You can't send a friend request to yourself.",
);
/// Also used for people who are not a party to the request.
pub(crate) const REQUEST_NOT_FOUND: Problem = problem!(
    404,
    "request_not_found",
    "친구 요청을 찾을 수 없습니다.",
    "Friend request not found.",
);
pub(crate) const REQUEST_ACCEPTED: Problem = problem!(
    409,
    "request_answered",
    "이미 수락한 친구 요청입니다.",
    "This friend request has already been accepted.",
);
pub(crate) const REQUEST_REJECTED: Problem = problem!(
    409,
    "request_answered",
    "이미 거절한 친구 요청입니다.",
    "This friend request has already been declined.",
);
pub(crate) const NOT_FRIENDS: Problem = problem!(
    404,
    "not_friends",
    "친구가 아닙니다.",
    "You are not friends.",
);
pub(crate) const TOO_MANY_FRIENDS: Problem = problem!(
    409,
    "too_many_friends",
    "친구는 한 사람당 5,000명까지 추가할 수 있습니다.",
    "Each person can have up to 5,000 friends.",
);
pub(crate) const TOO_MANY_PENDING: Problem = problem!(
    409,
    "too_many_requests_pending",
    "답을 기다리는 친구 요청이 200건입니다. 보낸 요청을 일부 취소한 뒤 다시 시도해 주세요.",
    "You have 200 unanswered friend requests. Please cancel some and try again.",
);
/// The text does not say that the last request was declined, and not when the waiting time began.
pub(crate) const REFUSED_LATELY: Problem = problem!(
    409,
    "friend_request_refused_lately",
    "이 사람에게는 아직 친구 요청을 다시 보낼 수 없습니다. 늦어도 7일 뒤에는 다시 보낼 수 있습니다.",
    "You can't send this person another request yet. You can try again in 7 days at the latest.",
);
