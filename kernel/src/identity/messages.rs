//! The catalogue of account messages; the texts are those of the product specification.

use crate::error::{Catalogue, Localized};

macro_rules! catalogue {
    ($($name:ident = $status:literal $code:literal $ko:literal $en:literal;)*) => {
        $(pub const $name: Catalogue = Catalogue::new($status, $code, $ko, $en);)*
        /// All rows, for the API document.
        pub const ACCOUNT_PROBLEMS: &[Catalogue] = &[$($name),*];
    };
}

catalogue! {
    PASSWORD_UNMATCH = 401 "password_unmatch" "비밀번호가 일치하지 않습니다." "Password does not match.";
    USER_NOT_EXIST = 404 "user_not_exist" "존재하지 않는 이메일입니다." "Email does not exist.";
    UNACTIVATED_USER = 403 "unactivated_user" "이메일을 인증해 주세요." "Please verify your email.";
    LOGIN_FAILED = 401 "login_failed" "로그인 중 오류가 발생했습니다. 다시 시도해 주세요." "An error occurred while logging in. Please try again.";
    USER_ALREADY_EXIST = 409 "user_already_exist" "이미 가입된 이메일입니다." "This email is already registered.";
    ALREADY_CONFIRMED = 409 "already_confirmed" "이미 인증된 이메일입니다." "This email is already verified.";
    INVALID_CODE = 400 "invalid" "올바르지 않은 인증번호입니다." "Invalid verification code.";
    CODE_NOT_MATCHED = 400 "code_not_matched" "인증번호가 일치하지 않습니다." "Verification code does not match.";
    RESEND_TOO_SOON = 429 "resend_too_soon" "인증 메일은 잠시 후 다시 보낼 수 있습니다." "You can resend the email in a little while.";
    RESEND_LIMIT = 429 "resend_limit" "오늘 보낼 수 있는 인증 메일을 모두 보냈습니다. 내일 다시 시도해 주세요." "You have used up today's verification emails. Please try again tomorrow.";
    CAPTCHA_REQUIRED = 400 "captcha_required" "자동 입력 방지 확인을 완료해 주세요." "Please complete the captcha.";
    CAPTCHA_FAILED = 400 "captcha_failed" "자동 입력 방지 확인에 실패했습니다. 다시 시도해 주세요." "The captcha check failed. Please try again.";
    REFRESH_INVALID = 401 "refresh_invalid" "로그인이 만료되었습니다. 다시 로그인해 주세요." "Your session has ended. Please log in again.";
    DUPLICATE_NICKNAME = 409 "duplicate_nickname" "이미 사용 중인 닉네임입니다." "this nickname is already in use";
    UNAVAILABLE_NICKNAME = 422 "unavailable_nickname" "사용할 수 없는 닉네임입니다." "this is an unavailable nickname";
    NICKNAME_ALREADY_SET = 409 "nickname_already_set" "닉네임은 한 번 정하면 바꿀 수 없습니다." "A nickname cannot be changed once set.";
    SIGN_IN_BUSY = 429 "busy" "지금 이용자가 많습니다. 잠시 후 다시 시도해 주세요." "We are busy right now. Please try again shortly.";
    LOGIN_DELAYED = 429 "login_delayed" "잠시 기다렸다가 다시 시도해 주세요." "Please wait a moment and try again.";
    LOGIN_LOCKED = 429 "login_locked" "오늘 로그인 시도가 너무 많았습니다. 전에 로그인한 기기나 패스키로 로그인하거나, 비밀번호를 재설정해 주세요." "There were too many login attempts today. Use a device you've logged in on before, log in with a passkey, or reset your password.";
    SUSPENDED = 403 "suspended" "이용이 정지된 계정입니다." "This account is suspended.";
    SECOND_FACTOR_WRONG = 400 "second_factor_wrong" "코드가 올바르지 않습니다." "The code does not match.";
    SECOND_FACTOR_USED = 400 "second_factor_used" "이미 사용한 코드입니다. 앱에 새로 나타난 코드나 다른 복구 코드를 입력해 주세요." "This code was used already. Enter the next code of your app, or another recovery code.";
    TICKET_INVALID = 401 "ticket_invalid" "시간이 지났거나 이미 사용되었습니다. 처음부터 다시 시도해 주세요." "This took too long or was already used. Please start over.";
    PASSKEY_REFUSED = 400 "passkey_refused" "이 패스키는 사용할 수 없습니다." "This passkey cannot be used.";
    PASSKEY_LIMIT = 409 "passkey_limit" "패스키는 10개까지 등록할 수 있습니다." "You can have up to 10 passkeys.";
    NO_SUCH_PASSKEY = 404 "not_found" "없는 패스키입니다." "Passkey not found.";
    LOGIN_CODE_INVALID = 401 "login_code_invalid" "로그인 링크가 만료되었거나 이미 사용되었습니다." "This login link has expired or was already used.";
    RESET_NOT_EXIST = 404 "not_exist" "존재하지 않는 이메일입니다." "Email does not exist.";
    RESET_CONFIRMED = 409 "already_confirmed" "이미 확인되었습니다." "Already Confirmed";
    RESET_INVALID = 400 "invalid" "올바르지 않은 인증번호입니다." "Verification code is invalid";
    TOTP_ALREADY_ON = 409 "totp_already_on" "인증 앱을 이미 사용하고 있습니다." "An authenticator app is already in use.";
    TOTP_NOT_STARTED = 409 "totp_not_started" "먼저 인증 앱 등록을 시작해 주세요." "Start setting up the authenticator app first.";
    TOTP_IS_OFF = 409 "totp_off" "인증 앱을 사용하고 있지 않습니다." "No authenticator app is in use.";
    DELETION_NOT_PENDING = 409 "deletion_not_pending" "예약된 계정 삭제가 없습니다." "No deletion is pending.";
    EXPORT_NOT_READY = 404 "export_not_ready" "받을 수 있는 데이터 사본이 없습니다." "There is no copy of your data to download.";
    LAST_ADMIN = 409 "last_admin" "관리자가 한 명 이상 남아 있어야 합니다." "At least one administrator must remain.";
    ONLY_ADMIN = 409 "only_admin" "승인할 다른 관리자가 없습니다. 서버에서 ‘witverse admin appoint’ 명령으로 임명해 주세요." "There is no other administrator to approve this. Appoint one on the server with “witverse admin appoint”.";
    APPOINTMENT_DECIDED = 409 "appointment_decided" "이미 결정된 임명입니다." "This appointment has already been decided.";
    NO_SUCH_APPOINTMENT = 404 "appointment_not_found" "없는 임명 제안입니다." "This appointment does not exist.";
    NO_SUCH_SESSION = 404 "not_found" "이미 로그아웃되었거나 없는 기기입니다." "This device is already logged out or does not exist.";
    NO_SUCH_PERSON = 404 "user_not_found" "존재하지 않는 사용자입니다." "no such user";
    SELF_NOT_ALLOWED = 422 "self_not_allowed" "자신에게는 할 수 없습니다." "You cannot do this to yourself.";
    REAUTHENTICATION_REQUIRED = 403 "reauthentication_required" "안전을 위해 본인 확인을 다시 해 주세요." "Please confirm that it's you.";
    NICKNAME_REQUIRED = 403 "nickname_required" "먼저 닉네임을 정해 주세요." "Please choose a nickname first.";
    // Administration and wallets.
    WORD_EXISTS = 409 "word_exists" "이미 등록된 금지어입니다." "This word is already on the list.";
    NO_SUCH_WORD = 404 "word_not_found" "등록되지 않은 금지어입니다." "This word is not on the list.";
    WALLET_LIMIT = 409 "wallet_limit" "지갑은 최대 5개까지 연결할 수 있습니다." "You can connect up to 5 wallets.";
    WALLET_CONNECTED = 409 "wallet_connected" "이미 연결된 지갑입니다." "This wallet is already connected.";
    WALLET_SIGNATURE_INVALID = 400 "wallet_signature_invalid" "지갑 서명이 올바르지 않습니다. 다시 시도해 주세요." "The signature does not come from this wallet. Please try again.";
    WALLET_CHALLENGE_EXPIRED = 400 "wallet_challenge_expired" "서명 요청이 만료되었습니다. 다시 시도해 주세요." "The request to sign has expired. Please try again.";
    NO_SUCH_WALLET = 404 "wallet_not_found" "연결되지 않은 지갑입니다." "This wallet is not connected.";
}

/// Messages of form fields.
pub struct FieldText {
    ko: &'static str,
    en: &'static str,
}

impl FieldText {
    pub(crate) const fn new(ko: &'static str, en: &'static str) -> Self {
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
    "비밀번호는 영문 대문자와 소문자, 숫자, 특수문자를 모두 포함한 8~64자여야 합니다.",
    "Password must be 8 to 64 characters with an uppercase letter, a lowercase letter, a number and a special character.",
);
pub const LOGIN_EMAIL: FieldText = FieldText::new("올바르지 않은 이메일입니다.", "Invalid email.");
pub const LOGIN_PASSWORD: FieldText =
    FieldText::new("올바르지 않은 비밀번호입니다.", "Invalid password.");
pub const CODE_REQUIRED: FieldText = FieldText::new(
    "인증번호 6자리를 입력해 주세요.",
    "Please enter the 6-digit verification code.",
);
pub const NICKNAME_ENTER: FieldText =
    FieldText::new("닉네임을 입력해 주세요.", "please enter your nickname");
pub const LANGUAGE_UNKNOWN: FieldText = FieldText::new(
    "한국어(ko) 또는 영어(en)만 선택할 수 있습니다.",
    "Choose Korean (ko) or English (en).",
);
pub const PASSWORD_BREACHED: FieldText = FieldText::new(
    "널리 알려져 추측하기 쉬운 비밀번호입니다. 다른 비밀번호를 입력해 주세요.",
    "This password is widely known and easy to guess. Please choose another.",
);
pub const PASSWORD_SAME: FieldText = FieldText::new(
    "현재 비밀번호와 다른 비밀번호를 입력해 주세요.",
    "Please choose a password that differs from your current one.",
);
pub const PASSWORD_CURRENT: FieldText =
    FieldText::new("비밀번호가 일치하지 않습니다.", "Password does not match.");
pub const CODE_WRONG: FieldText =
    FieldText::new("코드가 올바르지 않습니다.", "The code does not match.");
// Administration and wallets.
pub const WALLET_ADDRESS: FieldText = FieldText::new(
    "지갑 주소가 올바르지 않습니다.",
    "This is not a valid wallet address.",
);
pub const WORD_FORMAT: FieldText = FieldText::new(
    "금지어는 소문자 1~30자로, 띄어쓰기 없이 입력해 주세요.",
    "Use 1 to 30 lowercase characters without spaces.",
);
