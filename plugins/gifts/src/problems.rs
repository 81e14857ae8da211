//! The errors of this plugin, in both languages. Errors about WIT come from the ledger, errors about items from
//! `items`.

pub(crate) use witverse_sdk::problems::{ITEM_NOT_FOUND, USER_NOT_FOUND};
use witverse_sdk::{Problem, problem};

pub(crate) const NOT_FRIENDS: Problem = problem!(
    403,
    "gift_not_friends",
    "친구에게만 선물할 수 있습니다.",
    "You can only send gifts to friends.",
);
pub(crate) const GIFT_SELF: Problem = problem!(
    422,
    "gift_self",
    "자신에게는 선물할 수 없습니다.",
    "You can't send a gift to yourself.",
);
pub(crate) const AMOUNT_INVALID: Problem = problem!(
    422,
    "gift_amount_invalid",
    "선물할 WIT는 1 이상 1,000,000 이하의 정수로 입력해 주세요.",
    "Please enter a whole number of WIT from 1 to 1,000,000.",
);
pub(crate) const MESSAGE_TOO_LONG: Problem = problem!(
    422,
    "gift_message_too_long",
    "메시지는 최대 200자까지 쓸 수 있습니다.",
    "A message can be up to 200 characters.",
);
/// Also used for people who are not a party to the gift.
pub(crate) const GIFT_NOT_FOUND: Problem = problem!(
    404,
    "gift_not_found",
    "선물을 찾을 수 없습니다.",
    "Gift not found.",
);
pub(crate) const GIFT_OWN: Problem = problem!(
    403,
    "gift_own",
    "본인이 보낸 선물은 수락하거나 거절할 수 없습니다.",
    "You can't accept or decline a gift you sent.",
);
/// The wallet of the other person is frozen; the text does not say so.
pub(crate) const GIFT_UNAVAILABLE: Problem = problem!(
    409,
    "gift_unavailable",
    "지금은 이 WIT 선물을 보내거나 받을 수 없습니다.",
    "This gift of WIT can't be sent or accepted right now.",
);
pub(crate) const GIFT_EXPIRED: Problem = problem!(
    409,
    "gift_expired",
    "수락 기한이 지나 보낸 사람에게 돌아간 선물입니다.",
    "The time to accept this gift has passed, so it goes back to its sender.",
);
