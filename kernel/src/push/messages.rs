//! The error catalogue of push notifications.

use crate::error::Catalogue;

pub const PUSH_ENDPOINT_REFUSED: Catalogue = Catalogue::new(
    422,
    "push_endpoint_refused",
    "이 브라우저의 알림 서비스는 사용할 수 없습니다.",
    "This browser's notification service can't be used.",
);
pub const PUSH_KEYS_INVALID: Catalogue = Catalogue::new(
    422,
    "push_keys_invalid",
    "알림 구독 키가 올바르지 않습니다.",
    "The keys of this subscription are not valid.",
);
