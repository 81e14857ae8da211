//! The kernel's mails, in both languages. No mail contains a password. Codes and one-use links are sent only on the
//! receiver's request.

use crate::error::Language;
use crate::mailer::Message;

/// The mail in the receiver's language; `ko` and `en` are (subject, body).
pub(crate) fn localized_message(
    to: &str,
    language: Language,
    ko: (String, String),
    en: (String, String),
) -> Message {
    let (subject, text) = match language {
        Language::Ko => ko,
        Language::En => en,
    };
    Message {
        to: to.to_owned(),
        subject,
        text,
    }
}

impl Message {
    /// The code that verifies an address.
    #[must_use]
    pub fn verification_code(to: &str, code: &str, language: Language) -> Self {
        localized_message(
            to,
            language,
            (
                format!("Witverse 인증번호: {code}"),
                format!(
                    "안녕하세요, Witverse입니다.\n\n인증번호는 {code}입니다.\n10분 안에 입력해 주세요.\n\n\
                     가입하지 않으셨다면 이 메일은 무시하셔도 됩니다.\n"
                ),
            ),
            (
                format!("Your Witverse code: {code}"),
                format!(
                    "Hello from Witverse.\n\nYour verification code is {code}.\nPlease enter it within 10 minutes.\n\n\
                     If you did not sign up, you can ignore this email.\n"
                ),
            ),
        )
    }

    /// A registration was attempted with an address that has an account.
    #[must_use]
    pub fn already_registered(to: &str, language: Language) -> Self {
        localized_message(
            to,
            language,
            (
                "Witverse에 이미 가입되어 있습니다".into(),
                "이 이메일로 다시 가입하려는 시도가 있었습니다.\n\n본인이라면 로그인하거나 비밀번호를 재설정해 주세요.\n\
                 본인이 아니라면 이 메일은 무시하셔도 됩니다. 바뀐 것은 없습니다.\n"
                    .into(),
            ),
            (
                "You already have a Witverse account".into(),
                "Someone tried to sign up with this email address.\n\nIf it was you, log in or reset your password.\n\
                 If it was not you, you can ignore this email. Nothing has changed.\n"
                    .into(),
            ),
        )
    }

    /// The code and the link for a new password.
    #[must_use]
    pub fn password_reset(to: &str, code: &str, link: &str, language: Language) -> Self {
        localized_message(
            to,
            language,
            (
                format!("Witverse 비밀번호 재설정 인증번호: {code}"),
                format!(
                    "비밀번호 재설정을 요청하셨습니다.\n\n인증번호: {code}\n\n또는 아래 링크를 열어 주세요.\n{link}\n\n\
                     10분 동안 한 번만 쓸 수 있습니다. 요청하지 않으셨다면 이 메일은 무시하셔도 됩니다. 비밀번호는 바뀌지 않습니다.\n"
                ),
            ),
            (
                format!("Your Witverse password reset code: {code}"),
                format!(
                    "You asked to reset your password.\n\nCode: {code}\n\nOr open this link:\n{link}\n\n\
                     It works once, for 10 minutes. If you did not ask for this, you can ignore this email. Your password will not change.\n"
                ),
            ),
        )
    }

    /// The password was changed.
    #[must_use]
    pub fn password_changed(to: &str, ip: &str, language: Language) -> Self {
        localized_message(
            to,
            language,
            (
                "Witverse 비밀번호가 변경되었습니다".into(),
                format!(
                    "비밀번호가 변경되어 다른 모든 기기에서 로그아웃되었습니다.\n접속 IP 주소: {ip}\n\n\
                     본인이 아니라면 지금 바로 비밀번호를 재설정해 주세요.\n"
                ),
            ),
            (
                "Your Witverse password was changed".into(),
                format!(
                    "Your password was changed, and every other device was logged out.\nIP address: {ip}\n\n\
                     If this was not you, reset your password right away.\n"
                ),
            ),
        )
    }

    /// A used refresh token was sent again, so its session was ended.
    #[must_use]
    pub fn session_stolen(to: &str, ip: &str, language: Language) -> Self {
        localized_message(
            to,
            language,
            (
                "Witverse: 안전을 위해 기기 한 대에서 로그아웃했습니다".into(),
                format!(
                    "이미 사용된 로그인 정보가 다시 전송되어, 안전을 위해 해당 기기에서 로그아웃했습니다.\n접속 IP 주소: {ip}\n\n\
                     다시 로그인해 주세요. 모르는 활동이 있다면 비밀번호를 바꾸고 내 계정의 ‘보안’을 확인해 주세요.\n"
                ),
            ),
            (
                "Witverse: we logged out one of your devices".into(),
                format!(
                    "Login data that had already been used was sent again. To be safe, we logged out that device.\nIP address: {ip}\n\n\
                     You can log in again. If you notice anything unusual, change your password and check “Security” in your account.\n"
                ),
            ),
        )
    }

    /// A login method was changed; `change` names it in Korean and English.
    #[must_use]
    pub fn security_changed(to: &str, change: (&str, &str), ip: &str, language: Language) -> Self {
        let (ko, en) = change;
        localized_message(
            to,
            language,
            (
                format!("Witverse 보안 알림: {ko}"),
                format!(
                    "{ko}\n접속 IP 주소: {ip}\n\n본인이 아니라면 비밀번호를 바꾸고 다른 기기에서 로그아웃해 주세요.\n"
                ),
            ),
            (
                format!("Witverse security: {en}"),
                format!(
                    "{en}\nIP address: {ip}\n\nIf this was not you, change your password and log out your other devices.\n"
                ),
            ),
        )
    }

    /// The account is scheduled for erasure.
    #[must_use]
    pub fn deletion_requested(to: &str, day: &str, language: Language) -> Self {
        localized_message(
            to,
            language,
            (
                "Witverse 계정 삭제가 예약되었습니다".into(),
                format!(
                    "신청하신 대로 {day}에 계정이 삭제됩니다.\n\n마음이 바뀌면 그 전에 로그인해서 ‘계정 유지하기’를 눌러 주세요. 삭제된 뒤에는 되돌릴 수 없습니다.\n"
                ),
            ),
            (
                "Your Witverse account will be deleted".into(),
                format!(
                    "As you asked, your account will be deleted on {day}.\n\nIf you change your mind, log in before then and select “Keep my account”. After that, it cannot be undone.\n"
                ),
            ),
        )
    }

    /// The account was erased.
    #[must_use]
    pub fn account_erased(to: &str, language: Language) -> Self {
        localized_message(
            to,
            language,
            (
                "Witverse 계정이 삭제되었습니다".into(),
                "계정과 개인정보가 삭제되었습니다. 그동안 함께해 주셔서 감사합니다.\n".into(),
            ),
            (
                "Your Witverse account was deleted".into(),
                "Your account and your personal data were deleted. Thank you for being with us.\n"
                    .into(),
            ),
        )
    }

    /// The data export is ready.
    #[must_use]
    pub fn export_ready(to: &str, link: &str, language: Language) -> Self {
        localized_message(
            to,
            language,
            (
                "Witverse 데이터 사본이 준비되었습니다".into(),
                format!("요청하신 데이터 사본을 7일 동안 받을 수 있습니다.\n{link}\n"),
            ),
            (
                "Your Witverse data is ready".into(),
                format!("You can download the copy of your data for 7 days.\n{link}\n"),
            ),
        )
    }
}
