//! The errors of this plugin, in both languages.

use witverse_sdk::error::Problem;
use witverse_sdk::problem;

pub(crate) const ALARM_NOT_FOUND: Problem = problem!(
    404,
    "alarm_not_found",
    "알림을 찾을 수 없습니다.",
    "Notification not found."
);
pub(crate) const NOTICE_NOT_FOUND: Problem = problem!(
    404,
    "notice_not_found",
    "공지를 찾을 수 없습니다.",
    "Notice not found."
);
pub(crate) const REPLY_NOT_POSSIBLE: Problem = problem!(
    409,
    "reply_not_possible",
    "이 알림에는 답장할 수 없습니다.",
    "You can't reply to this notification."
);
pub(crate) const REPLY_LENGTH: Problem = problem!(
    422,
    "reply_length",
    "답장은 1~500자로 입력해 주세요.",
    "A reply can be 1 to 500 characters."
);
pub(crate) const PLUGIN_RECIPIENT_NEEDED: Problem = problem!(
    403,
    "mail_recipient_needed",
    "이 플러그인을 사용한 사람에게만 알림을 보낼 수 있습니다.",
    "A plugin can only write to people who have used it."
);
pub(crate) const PLUGIN_ALARM_LIMIT: Problem = problem!(
    409,
    "mail_plugin_limit",
    "플러그인이 오늘 보낼 수 있는 알림을 모두 보냈습니다.",
    "The plugin has sent all the messages it may send today."
);
pub(crate) const PLUGIN_SENDER_NOT_FOUND: Problem = problem!(
    404,
    "plugin_sender_not_found",
    "이 플러그인을 찾을 수 없습니다. 월드에서 삭제되었을 수 있습니다.",
    "Plugin not found. It may have been removed from its world."
);
pub(crate) const NEEDS_BOTH_LANGUAGES: Problem = problem!(
    422,
    "notice_needs_both_languages",
    "한국어와 영어를 모두 입력해 주세요.",
    "Please write the notice in both Korean and English."
);
pub(crate) const NOTICE_PUBLISHED: Problem = problem!(
    409,
    "notice_published",
    "이미 게시된 공지는 수정할 수 없습니다. 내린 뒤 새로 작성해 주세요.",
    "A published notice can't be changed. Withdraw it and write a new one."
);
