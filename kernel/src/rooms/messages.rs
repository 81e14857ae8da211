//! The refusals of rooms, in both languages.

use crate::error::Catalogue;

pub(crate) const ROOM_NOT_FOUND: Catalogue = Catalogue::new(
    404,
    "room_not_found",
    "방을 찾을 수 없습니다.",
    "Room not found.",
);
pub(crate) const NOT_IN_ROOM: Catalogue = Catalogue::new(
    409,
    "not_in_room",
    "방에 있을 때만 방의 대화를 함께 보낼 수 있습니다. 대화 없이 다시 신고해 주세요.",
    "A room's chat can be attached only while you are in the room. Please report again without it.",
);
pub(crate) const ROOM_BANNED: Catalogue = Catalogue::new(
    403,
    "room_banned",
    "이 방에서 내보내져 다시 들어갈 수 없습니다.",
    "You were removed from this room and can't come back in.",
);
pub(crate) const ROOM_FULL: Catalogue = Catalogue::new(
    409,
    "room_full",
    "방이 가득 찼습니다. 잠시 후 다시 시도해 주세요.",
    "The room is full. Please try again in a moment.",
);
pub(crate) const ROOM_ELSEWHERE: Catalogue = Catalogue::new(
    503,
    "room_elsewhere",
    "방이 다른 서버로 옮겨지고 있습니다. 잠시 후 다시 시도해 주세요.",
    "The room is moving to another server. Please try again in a moment.",
);
