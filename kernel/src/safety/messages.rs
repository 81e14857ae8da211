//! The error catalogue of safety, in both languages.

use time::OffsetDateTime;

use crate::clock::kst_minute;
use crate::error::{Catalogue, Localized, Problem};

macro_rules! catalogue {
    ($($name:ident = $status:literal $code:literal $ko:literal $en:literal;)*) => {
        $(pub const $name: Catalogue = Catalogue::new($status, $code, $ko, $en);)*
    };
}

catalogue! {
    MUTED = 403 "muted" "운영 정책에 따라 지금은 다른 사람에게 말하거나 선물할 수 없습니다." "You can't talk to others or send gifts for now because of a moderation decision.";
    REPORT_LIMIT = 429 "report_limit" "신고는 하루에 20건까지 할 수 있습니다. 나중에 다시 시도해 주세요." "You can send up to 20 reports a day. Please try again later.";
    ALREADY_REPORTED = 409 "already_reported" "이미 신고하셨습니다. 지금 검토하고 있습니다." "You have already reported this. We are looking into it.";
    NO_SUCH_CASE = 404 "case_not_found" "존재하지 않는 신고 건입니다." "Case not found.";
    CASE_DECIDED = 409 "case_decided" "다른 운영자가 이미 처리한 신고 건입니다." "This case has already been decided.";
    DECISION_NEEDS_ADMIN = 403 "decision_needs_admin" "관리자에 대한 신고는 관리자만 처리할 수 있습니다." "Only an administrator can decide a case about an administrator.";
    DECISION_NEEDS_ANOTHER = 403 "decision_needs_another" "직접 신고한 건은 다른 운영자가 처리해야 합니다." "You reported this yourself, so someone else has to decide it.";
    APPEAL_CLOSED = 409 "appeal_closed" "검토할 이의 제기가 없거나 이미 답변했습니다." "There is no appeal to answer, or it has been answered already.";
    APPEAL_NEEDS_ANOTHER = 403 "appeal_needs_another" "이의 제기는 결정한 사람이 아닌 다른 운영자가 검토해야 합니다." "An appeal must be answered by someone who did not make the decision.";
    NO_SUCH_DECISION = 404 "decision_not_found" "존재하지 않거나 볼 수 없는 결정입니다." "This decision doesn't exist, or you can't view it.";
    ALREADY_APPEALED = 409 "already_appealed" "이미 이의를 제기하셨습니다." "You have already appealed.";
    APPEAL_TOO_LATE = 409 "appeal_too_late" "이의는 결정 후 30일 안에 제기할 수 있습니다." "You can only appeal within 30 days of the decision.";
    SANCTION_OVER = 409 "sanction_over" "이미 끝났거나 해제된 조치입니다." "This sanction has already ended or been lifted.";
    NO_SUCH_SANCTION = 404 "sanction_not_found" "존재하지 않는 조치입니다." "Sanction not found.";
}

/// `muted`, with the end of the sanction in its message.
#[must_use]
pub fn muted(until: OffsetDateTime) -> Problem {
    let until = kst_minute(until);
    Problem {
        message: Localized::new(
            format!("운영 정책에 따라 {until}까지 다른 사람에게 말하거나 선물할 수 없습니다."),
            format!(
                "You can't talk to others or send gifts until {until} (KST) because of a moderation decision."
            ),
        ),
        ..MUTED.into()
    }
}
