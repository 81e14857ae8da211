//! The catalogue of account messages, word for word as the product specifies them.

use crate::error::{Catalogue, Localized};

macro_rules! catalogue {
    ($($name:ident = $status:literal $code:literal $ko:literal $en:literal;)*) => {
        $(pub const $name: Catalogue = Catalogue::new($status, $code, $ko, $en);)*
        /// Every row, for the contract.
        pub const ACCOUNT_PROBLEMS: &[Catalogue] = &[$($name),*];
    };
}

catalogue! {
    PASSWORD_UNMATCH = 401 "password_unmatch" "비밀번호가 일치하지 않습니다." "Password does not match.";
    USER_NOT_EXIST = 404 "user_not_exist" "존재하지 않는 이메일입니다." "Email does not exist.";
    UNACTIVATED_USER = 403 "unactivated_user" "이메일 인증을 완료해 주세요." "Please verify your email.";
    LOGIN_FAILED = 401 "login_failed" "로그인 중 오류가 발생했습니다. 다시 시도해 주세요." "An error occurred while logging in. Please try again.";
    USER_ALREADY_EXIST = 409 "user_already_exist" "이미 가입된 이메일입니다." "This email is already registered.";
    ALREADY_CONFIRMED = 409 "already_confirmed" "이미 인증된 이메일입니다." "This email is already verified.";
    INVALID_CODE = 400 "invalid" "유효하지 않은 인증 코드입니다." "Invalid verification code.";
    CODE_NOT_MATCHED = 400 "code_not_matched" "인증 코드가 일치하지 않습니다." "Verification code does not match.";
    RESEND_TOO_SOON = 429 "resend_too_soon" "인증 메일은 잠시 후 다시 보낼 수 있습니다." "You can resend the email in a little while.";
    RESEND_LIMIT = 429 "resend_limit" "오늘 보낼 수 있는 인증 메일을 모두 보냈습니다. 내일 다시 시도해 주세요." "You have used up today's verification emails. Please try again tomorrow.";
    CAPTCHA_REQUIRED = 400 "captcha_required" "자동 가입 방지 확인을 완료해 주세요." "Please complete the captcha.";
    CAPTCHA_FAILED = 400 "captcha_failed" "자동 가입 방지 확인에 실패했습니다. 다시 시도해 주세요." "The captcha check failed. Please try again.";
    REFRESH_INVALID = 401 "refresh_invalid" "로그인이 만료되었습니다. 다시 로그인해 주세요." "Your session has ended. Please log in again.";
    DUPLICATE_NICKNAME = 409 "duplicate_nickname" "이미 사용 중인 닉네임입니다." "this nickname is already in use";
    UNAVAILABLE_NICKNAME = 422 "unavailable_nickname" "사용할 수 없는 닉네임입니다." "this is an unavailable nickname";
    NICKNAME_ALREADY_SET = 409 "nickname_already_set" "닉네임은 한 번 정하면 바꿀 수 없습니다." "A nickname cannot be changed once set.";
    NICKNAME_REQUIRED = 403 "nickname_required" "닉네임을 먼저 설정해 주세요." "Please set a nickname first.";
}

/// Messages at fields.
pub struct FieldText {
    ko: &'static str,
    en: &'static str,
}

impl FieldText {
    const fn new(ko: &'static str, en: &'static str) -> Self {
        Self { ko, en }
    }

    #[must_use]
    pub fn text(&self) -> Localized {
        Localized::new(self.ko, self.en)
    }
}

pub const EMAIL_REQUIRED: FieldText =
    FieldText::new("이메일을 입력해 주세요.", "Please enter your email.");
pub const EMAIL_FORMAT: FieldText = FieldText::new(
    "이메일 형식이 올바르지 않습니다.",
    "Email format is incorrect.",
);
pub const PASSWORD_REQUIRED: FieldText =
    FieldText::new("비밀번호를 입력해 주세요.", "Please enter your password.");
pub const PASSWORD_LENGTH: FieldText = FieldText::new(
    "비밀번호는 6자 이상이어야 합니다.",
    "Password must be at least 6 characters.",
);
pub const PASSWORD_PATTERN: FieldText = FieldText::new(
    "비밀번호는 대문자, 숫자, 특수문자를 포함해 8~20자로 입력해 주세요.",
    "Password must be 8 to 20 characters, including uppercase, numbers and special characters.",
);
pub const LOGIN_EMAIL: FieldText = FieldText::new("올바르지 않은 이메일입니다.", "Invalid email.");
pub const LOGIN_PASSWORD: FieldText =
    FieldText::new("올바르지 않은 비밀번호입니다.", "Invalid password.");
pub const CODE_REQUIRED: FieldText = FieldText::new(
    "인증 코드 6자리를 입력해 주세요.",
    "Please enter the 6-digit verification code.",
);
pub const NICKNAME_ENTER: FieldText =
    FieldText::new("닉네임을 입력해 주세요.", "please enter your nickname");
pub const LANGUAGE_UNKNOWN: FieldText = FieldText::new(
    "한국어(ko) 또는 영어(en)만 선택할 수 있습니다.",
    "Choose Korean (ko) or English (en).",
);
