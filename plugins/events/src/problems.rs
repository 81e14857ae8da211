//! The errors of this plugin, in both languages. Errors about WIT come from the ledger, and those about blocks from
//! `blocks`.

pub(crate) use witverse_sdk::problems::{
    BLOCK_NOT_FOUND, COLLECTION_NOT_FOUND, ITEM_NOT_FOUND, USER_NOT_FOUND, WORLD_ADMINS_ONLY,
    WORLD_BLACKLISTED, WORLD_MEMBERS_ONLY, WORLD_NOT_FOUND,
};
use witverse_sdk::{Problem, problem};

/// Also used between people one of whom has blocked the other.
pub(crate) const EVENT_NOT_FOUND: Problem = problem!(
    404,
    "event_not_found",
    "이벤트를 찾을 수 없습니다.",
    "Event not found.",
);
pub(crate) const PLACE_NOT_FOUND: Problem = problem!(
    404,
    "event_place_not_found",
    "이 이벤트에 참가 신청한 내역이 없습니다.",
    "You have not applied for this event.",
);
pub(crate) const TICKET_NOT_FOUND: Problem = problem!(
    404,
    "event_ticket_not_found",
    "티켓을 찾을 수 없습니다.",
    "Ticket not found.",
);
pub(crate) const KIND_UNAVAILABLE: Problem = problem!(
    409,
    "event_kind_unavailable",
    "아직 열 수 없는 이벤트 유형입니다.",
    "This type of event is not available yet.",
);
/// The plugin is not installed in the world of the block, does not run, or is no kind of event.
pub(crate) const PLUGIN_UNAVAILABLE: Problem = problem!(
    409,
    "event_plugin_unavailable",
    "이 월드에서 사용할 수 없는 플러그인입니다. 다른 진행 방식을 골라 주세요.",
    "This plugin can't be used in this world. Choose another activity.",
);
pub(crate) const ENTRY_CLOSED: Problem = problem!(
    409,
    "event_entry_closed",
    "응모 기간이 지났습니다.",
    "The entry period has passed.",
);
pub(crate) const ENDED: Problem = problem!(
    409,
    "event_ended",
    "종료된 이벤트입니다.",
    "This event has ended.",
);
pub(crate) const CANCELLED: Problem = problem!(
    409,
    "event_cancelled",
    "취소된 이벤트입니다.",
    "This event was cancelled.",
);
pub(crate) const NOT_OPEN: Problem = problem!(
    409,
    "event_not_open",
    "아직 승인을 기다리는 이벤트입니다.",
    "This event is still waiting for approval.",
);
pub(crate) const STARTED: Problem = problem!(
    409,
    "event_started",
    "이미 시작된 이벤트입니다.",
    "This event has already started.",
);
pub(crate) const NOT_STARTED: Problem = problem!(
    409,
    "event_not_started",
    "아직 시작되지 않은 이벤트입니다.",
    "This event has not started yet.",
);
pub(crate) const FULL: Problem = problem!(
    409,
    "event_full",
    "남은 자리가 없습니다. 대기 명단에 등록해 보세요.",
    "There are no places left. You can join the waiting list.",
);
/// A draw has as many entries as the page can check.
pub(crate) const ENTRIES_FULL: Problem = problem!(
    409,
    "event_entries_full",
    "응모가 마감 인원에 이르러 더 받지 않습니다.",
    "This draw has the largest possible number of entries.",
);
pub(crate) const NOT_FULL: Problem = problem!(
    409,
    "event_not_full",
    "아직 자리가 남아 있습니다. 지금 신청해 주세요.",
    "There are places left. You can apply now.",
);
/// For events whose places are drawn or given by the organiser.
pub(crate) const NO_WAITING_LIST: Problem = problem!(
    409,
    "event_no_waiting_list",
    "이 이벤트에는 대기 명단이 따로 없습니다. 참가를 신청해 주세요.",
    "This event has no waiting list to join. Apply for a place instead.",
);
/// For the organiser, who cannot join a waiting list.
pub(crate) const NO_PLACE_TO_GIVE: Problem = problem!(
    409,
    "event_no_place_to_give",
    "남은 자리가 없습니다. 자리가 나면 승인할 수 있습니다.",
    "There are no places left. You can approve this application when one becomes free.",
);
/// A challenge in which people have results ends; its prizes are paid.
pub(crate) const HAS_RESULTS: Problem = problem!(
    409,
    "event_has_results",
    "이미 기록을 낸 참가자가 있어 취소할 수 없습니다. 이벤트를 종료하면 지금 순위대로 상금이 지급됩니다.",
    "People already have results in this challenge, so it can't be cancelled. You can end it: the prizes go by the current ranks.",
);
pub(crate) const NOT_ELIGIBLE: Problem = problem!(
    403,
    "event_not_eligible",
    "정해진 아이템을 가진 분만 참가할 수 있습니다.",
    "Only owners of the chosen items can take part.",
);
/// Each item admits one person.
pub(crate) const ITEM_USED: Problem = problem!(
    409,
    "event_item_used",
    "이 아이템으로 이미 다른 분이 이 이벤트에 참가했습니다. 아이템 하나로 한 명만 참가할 수 있습니다.",
    "Someone else is already taking part in this event with this item. Each item admits one person.",
);
/// For the person who gives a place away. It does not say why.
pub(crate) const FRIEND_EXCLUDED: Problem = problem!(
    403,
    "event_friend_excluded",
    "이 친구는 이 이벤트에 참가할 수 없습니다.",
    "This friend can't take part in this event.",
);
/// For the organiser and the door. It does not say why.
pub(crate) const NOT_ADMITTED: Problem = problem!(
    403,
    "event_not_admitted",
    "이 참가자는 더 이상 참가 조건에 맞지 않아 입장할 수 없습니다.",
    "This person no longer meets the conditions of this event, so they can't be let in.",
);
pub(crate) const TICKET_NEEDED: Problem = problem!(
    409,
    "event_ticket_needed",
    "티켓이 필요한 이벤트입니다.",
    "You need a ticket for this event.",
);
pub(crate) const PRICE_CHANGED: Problem = problem!(
    409,
    "event_price_changed",
    "화면의 가격이 실제 가격과 다릅니다. 새로고침해 주세요.",
    "The price on your screen is not the current one. Please refresh.",
);
pub(crate) const CART_EXPIRED: Problem = problem!(
    409,
    "event_hold_expired",
    "자리를 잡아 둔 시간이 지났습니다. 다시 시도해 주세요.",
    "The time for which this place was held is over. Please try again.",
);
pub(crate) const HAS_PLACE: Problem = problem!(
    409,
    "event_has_place",
    "이미 신청한 이벤트입니다.",
    "You have already applied for this event.",
);
pub(crate) const PAID_PLACE: Problem = problem!(
    409,
    "event_paid_place",
    "구매한 티켓은 취소할 수 없습니다. 다른 회원에게 양도할 수 있습니다.",
    "A ticket that was paid for can't be given back. You can transfer it to someone else.",
);
pub(crate) const NOT_REFUNDABLE: Problem = problem!(
    409,
    "event_not_refundable",
    "환불을 신청할 수 있는 기간이 아닙니다.",
    "This ticket can't be refunded now.",
);
pub(crate) const CHECKED_IN: Problem = problem!(
    409,
    "event_checked_in",
    "이미 입장한 티켓입니다.",
    "This place was checked in before.",
);
/// For the person who gives a place away.
pub(crate) const FRIEND_HAS_PLACE: Problem = problem!(
    409,
    "event_friend_has_place",
    "이 친구는 이미 이 이벤트에 자리가 있습니다.",
    "This friend already has a place at this event.",
);
/// For the door: the place of a code was given up, refunded, or released because its holder was late.
pub(crate) const PLACE_FREED: Problem = problem!(
    409,
    "event_place_freed",
    "이 참가자의 자리는 이미 취소되어 입장 처리를 할 수 없습니다.",
    "This person's place was given up or released, so they can't be checked in.",
);
pub(crate) const CODE_INVALID: Problem = problem!(
    409,
    "event_code_invalid",
    "이 이벤트의 입장 코드가 아닙니다.",
    "This is not an entry code of this event.",
);
pub(crate) const CHECK_IN_EARLY: Problem = problem!(
    409,
    "event_check_in_early",
    "시작 한 시간 전부터 입장 확인을 할 수 있습니다.",
    "Check-in opens one hour before the start.",
);
pub(crate) const ALREADY_DECIDED: Problem = problem!(
    409,
    "event_already_decided",
    "이미 처리된 신청입니다.",
    "This was already decided.",
);
pub(crate) const NOT_ORGANISER: Problem = problem!(
    403,
    "event_organiser_only",
    "이벤트를 연 회원만 할 수 있습니다.",
    "Only the organiser can do this.",
);
pub(crate) const NOT_AT_DOOR: Problem = problem!(
    403,
    "event_helpers_only",
    "이벤트를 연 회원이나 입장 도우미만 할 수 있습니다.",
    "Only the organiser and the helpers at the door can do this.",
);
/// It does not say why.
pub(crate) const HELPER_EXCLUDED: Problem = problem!(
    403,
    "event_helper_excluded",
    "이 이벤트를 볼 수 없는 회원은 입장 도우미로 지정할 수 없습니다.",
    "This person can't see the event, so they can't help at the door.",
);
pub(crate) const HELPER_LIMIT: Problem = problem!(
    409,
    "event_helper_limit",
    "입장 도우미는 10명까지 지정할 수 있습니다.",
    "An event can have up to 10 helpers.",
);
pub(crate) const NOT_TRANSFERABLE: Problem = problem!(
    409,
    "event_not_transferable",
    "이 자리는 지금 양도할 수 없습니다.",
    "This place can't be transferred now.",
);
pub(crate) const NOT_A_GAME: Problem = problem!(
    409,
    "event_block_without_game",
    "챌린지는 등불 경주나 등불 퍼즐이 있는 게임 블록에서 열 수 있습니다.",
    "Challenges take place in blocks with the lantern race or the lantern puzzle.",
);
pub(crate) const TOO_MANY_EVENTS: Problem = problem!(
    409,
    "event_limit",
    "동시에 열 수 있는 이벤트는 20개까지입니다.",
    "You can have at most 20 events open at the same time.",
);
pub(crate) const NOT_FRIENDS: Problem = problem!(
    403,
    "event_not_friends",
    "친구에게만 양도할 수 있습니다.",
    "You can only transfer a place to a friend.",
);
pub(crate) const DRAW_NOT_CLOSED: Problem = problem!(
    409,
    "event_draw_not_closed",
    "아직 응모가 마감되지 않았습니다.",
    "Entries for this draw are not closed yet.",
);
