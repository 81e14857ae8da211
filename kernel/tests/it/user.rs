//! `/api/user/…`: registration, login, sessions, choosing a nickname. Texts are compared word for word with the
//! product's catalog, in both languages.

mod nickname;
mod proofs;
mod refreshing;
mod session;
mod sign_up;
mod sign_up_again;
mod tokens;

use std::time::Duration;

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use witverse_testing::{Client, PASSWORD, Reply, TestApp};

const OTHER_PASSWORD: &str = "Harbour2@Song";

const SECOND: Duration = Duration::from_secs(1);

const MINUTE: Duration = Duration::from_secs(60);

const HOUR: Duration = Duration::from_secs(3600);

/// Base64 of a solved challenge.
pub(crate) async fn solved(client: &Client) -> String {
    let reply = client.get("/api/captcha/challenge").await;
    let challenge: Challenge = serde_json::from_value(reply.payload().clone()).unwrap();
    let solution = solve_challenge(SolveChallengeOptions::new(&challenge))
        .unwrap()
        .unwrap();
    STANDARD.encode(
        serde_json::to_vec(&Payload {
            challenge,
            solution,
        })
        .unwrap(),
    )
}

/// A ticket for one registration.
pub(crate) async fn ticket(client: &Client) -> String {
    let token = solved(client).await;
    let reply = client
        .post("/api/recaptcha", json!({ "token": token }))
        .await;
    assert_eq!(reply.payload()["success"], true);
    text(&reply.payload()["ticket"])
}

pub(crate) async fn register_with(
    client: &Client,
    ticket: &str,
    email: &str,
    password: &str,
) -> Reply {
    let body = json!({
        "email": email, "password": password, "language": "en", "access_at": "2026-01-01T00:00:00Z",
        "captcha": ticket,
    });
    client.post("/api/user/email/register", body).await
}

pub(crate) async fn register(app: &TestApp, email: &str, password: &str) -> Reply {
    let visitor = app.visitor();
    let ticket = ticket(&visitor).await;
    register_with(&visitor, &ticket, email, password).await
}

/// The code in the nth mail to an address, from 1; waits for it.
pub(crate) async fn code(app: &TestApp, email: &str, nth: usize) -> String {
    app.eventually("the code's mail arrives", async || mails(app, email) >= nth)
        .await;
    let mails = app.app.mailer.mailbox(Some(email));
    let text = &mails[mails.len() - nth].message.text;
    let code = text
        .split(|c: char| !c.is_ascii_digit())
        .find(|part| part.len() == 6);
    code.expect("a mail holds a code").to_owned()
}

fn mails(app: &TestApp, email: &str) -> usize {
    app.app.mailer.mailbox(Some(email)).len()
}

pub(crate) async fn verify(app: &TestApp, email: &str, code: &str) -> Reply {
    let body = json!({ "email": email, "code": code });
    app.visitor().post("/api/user/register/verify", body).await
}

async fn resend(app: &TestApp, email: &str) -> Reply {
    let body = json!({ "email": email, "accessAt": 0 });
    app.visitor().post("/api/v2/user/email/resend", body).await
}

pub(crate) async fn log_in(app: &TestApp, email: &str, password: &str) -> Reply {
    let body = json!({
        "email": email, "password": password, "ip": "10.0.0.1", "blockname": "", "access_at": "now",
    });
    app.visitor().post("/api/user/login", body).await
}

/// An account with a verified address.
async fn verified(app: &TestApp, email: &str) {
    assert_eq!(register(app, email, PASSWORD).await.line(), "201");
    let code = code(app, email, 1).await;
    assert_eq!(verify(app, email, &code).await.line(), "200");
}

pub(crate) fn wrong(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Checks a refusal: its line, and its words in both languages.
pub(crate) fn says(reply: &Reply, line: &str, ko: &str, en: &str) {
    assert_eq!(reply.line(), line);
    assert_eq!(
        reply.body["language"],
        json!({ "ko": ko, "en": en }),
        "{line}"
    );
    assert_eq!(
        reply.body["message"], ko,
        "Korean is the platform's language"
    );
    assert_eq!(
        reply.header("content-type"),
        Some("application/problem+json")
    );
}

/// Checks a refusal of fields: each with its words in both languages.
pub(crate) fn says_at(reply: &Reply, fields: &[(&str, &str, &str)]) {
    assert_eq!(reply.line(), "422 validation_failed");
    let expected: Vec<Value> = fields
        .iter()
        .map(|(field, ko, en)| json!({ "field": field, "message": ko, "language": { "ko": ko, "en": en } }))
        .collect();
    assert_eq!(reply.body["fields"], json!(expected));
}

const EMAIL_REQUIRED: (&str, &str, &str) = (
    "email",
    "이메일을 입력해 주세요.",
    "Please enter your email.",
);

const EMAIL_FORMAT: (&str, &str, &str) = (
    "email",
    "이메일 형식이 올바르지 않습니다.",
    "Email format is incorrect.",
);

const PASSWORD_REQUIRED: (&str, &str, &str) = (
    "password",
    "비밀번호를 입력해 주세요.",
    "Please enter your password.",
);

const PASSWORD_LENGTH: (&str, &str, &str) = (
    "password",
    "비밀번호는 6자 이상이어야 합니다.",
    "Password must be at least 6 characters.",
);

const PASSWORD_PATTERN: (&str, &str, &str) = (
    "password",
    "비밀번호는 영문 대문자와 소문자, 숫자, 특수문자를 모두 포함한 8~64자여야 합니다.",
    "Password must be 8 to 64 characters with an uppercase letter, a lowercase letter, a number and a special character.",
);

const CODE_REQUIRED: (&str, &str, &str) = (
    "code",
    "인증번호 6자리를 입력해 주세요.",
    "Please enter the 6-digit verification code.",
);

fn says_taken(reply: &Reply) {
    says(
        reply,
        "409 user_already_exist",
        "이미 가입된 이메일입니다.",
        "This email is already registered.",
    );
}

fn says_captcha_failed(reply: &Reply) {
    says(
        reply,
        "400 captcha_failed",
        "자동 입력 방지 확인에 실패했습니다. 다시 시도해 주세요.",
        "The captcha check failed. Please try again.",
    );
}

fn says_invalid(reply: &Reply) {
    says(
        reply,
        "400 invalid",
        "올바르지 않은 인증번호입니다.",
        "Invalid verification code.",
    );
}

fn says_not_matched(reply: &Reply) {
    says(
        reply,
        "400 code_not_matched",
        "인증번호가 일치하지 않습니다.",
        "Verification code does not match.",
    );
}

fn says_unauthenticated(reply: &Reply) {
    says(
        reply,
        "401 unauthenticated",
        "로그인이 필요합니다.",
        "Please log in.",
    );
    assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
}
