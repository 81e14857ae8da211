//! `/api/user/…`: signing up, logging in, staying signed in, choosing a nickname. What people are told is
//! checked word for word against the product's catalogue, in both languages.

use std::time::Duration;

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::Row;
use time::OffsetDateTime;
use witverse_testing::{Client, PASSWORD, Reply, TestApp};

use crate::support::at_once;

const OTHER_PASSWORD: &str = "Bbbbbb2@";
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

/// A ticket that one registration may use.
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

/// An account that has proven its address.
async fn verified(app: &TestApp, email: &str) {
    assert_eq!(register(app, email, PASSWORD).await.line(), "201");
    let code = code(app, email, 1).await;
    assert_eq!(verify(app, email, &code).await.line(), "200");
}

fn wrong(code: &str) -> String {
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
    "비밀번호는 대문자, 숫자, 특수문자를 포함해 8~20자로 입력해 주세요.",
    "Password must be 8 to 20 characters, including uppercase, numbers and special characters.",
);
const CODE_REQUIRED: (&str, &str, &str) = (
    "code",
    "인증 코드 6자리를 입력해 주세요.",
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
        "자동 가입 방지 확인에 실패했습니다. 다시 시도해 주세요.",
        "The captcha check failed. Please try again.",
    );
}

fn says_invalid(reply: &Reply) {
    says(
        reply,
        "400 invalid",
        "유효하지 않은 인증 코드입니다.",
        "Invalid verification code.",
    );
}

fn says_not_matched(reply: &Reply) {
    says(
        reply,
        "400 code_not_matched",
        "인증 코드가 일치하지 않습니다.",
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

fn says_refresh_invalid(reply: &Reply) {
    says(
        reply,
        "401 refresh_invalid",
        "로그인이 만료되었습니다. 다시 로그인해 주세요.",
        "Your session has ended. Please log in again.",
    );
}

#[tokio::test]
async fn signing_up_from_captcha_to_nickname() {
    let app = TestApp::start().await;
    let email = "First.Light@example.com";
    let registered = register(&app, email, PASSWORD).await;
    assert_eq!(registered.line(), "201");
    assert_eq!(
        *registered.payload(),
        json!({ "email": email, "expiresInSeconds": 600, "resendAfterSeconds": 300 })
    );
    let code = code(&app, email, 1).await;
    let verified = verify(&app, "first.light@EXAMPLE.com", &code).await;
    assert_eq!(
        verified.payload()["verified"],
        true,
        "case does not make another address"
    );

    let logged_in = log_in(&app, email, PASSWORD).await;
    let session = logged_in.payload();
    assert_eq!(session["expiresIn"], 600);
    let info = json!({
        "id": session["user"]["id"], "email": email, "nickname": null, "default_img": null,
        "hasNickname": false, "hasWorld": false, "worldName": null, "language": "en", "roles": [],
    });
    assert_eq!(session["user"], info);

    let me = app.visitor().with_token(&text(&session["accessToken"]));
    assert_eq!(*me.post("/api/user/auth", json!({})).await.payload(), info);
    assert_eq!(
        *me.get("/api/user/nickname").await.payload(),
        json!({ "nickname": null })
    );
    let named = me
        .post(
            "/api/user/nickname",
            json!({ "email": email, "nickname": "light_1" }),
        )
        .await;
    assert_eq!(*named.payload(), json!({ "nickname": "light_1" }));
    let after = me.post("/api/user/auth", json!({})).await;
    assert_eq!(after.payload()["nickname"], "light_1");
    assert_eq!(after.payload()["hasNickname"], true);
    assert_eq!(
        *me.post("/api/v2/user/auth/health-check", json!({}))
            .await
            .payload(),
        json!({ "ok": true })
    );
    app.stop().await;
}

#[tokio::test]
async fn what_a_registration_refuses() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let unspent = ticket(&visitor).await;
    let fields = [
        ("", "", &[EMAIL_REQUIRED, PASSWORD_REQUIRED][..]),
        ("a@b", PASSWORD, &[EMAIL_FORMAT]),
        ("a b@c.de", PASSWORD, &[EMAIL_FORMAT]),
        ("a@b.c1", PASSWORD, &[EMAIL_FORMAT]),
        ("a\r\nBcc: x@y.zz@c.de", PASSWORD, &[EMAIL_FORMAT]),
        ("a@b.co", "", &[PASSWORD_REQUIRED]),
        ("a@b.co", "Aa1!x", &[PASSWORD_LENGTH]),
        ("a@b.co", "Aa1!xyz", &[PASSWORD_PATTERN]),
        ("a@b.co", "aaaaaaa1!", &[PASSWORD_PATTERN]),
        ("a@b.co", "Aaaaaaaa1", &[PASSWORD_PATTERN]),
        ("x", "y", &[EMAIL_FORMAT, PASSWORD_LENGTH]),
    ];
    for (email, password, expected) in fields {
        says_at(
            &register_with(&visitor, &unspent, email, password).await,
            expected,
        );
    }
    let english = visitor.with_header("x-language", "en");
    let reply = register_with(&english, &unspent, "", PASSWORD).await;
    assert_eq!(
        reply.body["message"],
        "Please double-check the required fields."
    );
    assert_eq!(
        reply.body["fields"][0]["message"],
        "Please enter your email."
    );

    let without = json!({ "email": "a@b.co", "password": PASSWORD });
    let reply = visitor.post("/api/user/email/register", without).await;
    let (ko, en) = (
        "자동 가입 방지 확인을 완료해 주세요.",
        "Please complete the captcha.",
    );
    says(&reply, "400 captcha_required", ko, en);
    let reply = register_with(&visitor, "", "a@b.co", PASSWORD).await;
    says(&reply, "400 captcha_required", ko, en);
    assert_eq!(app.count("select count(*) from kernel.account").await, 0);
    // Nothing of the above has used the ticket up.
    assert_eq!(
        register_with(&visitor, &unspent, "a@b.co", PASSWORD)
            .await
            .line(),
        "201"
    );
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_captcha_ticket_is_earned_and_good_once() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let token = solved(&visitor).await;
    let tampered = {
        let mut payload: Value = serde_json::from_slice(&STANDARD.decode(&token).unwrap()).unwrap();
        payload["challenge"]["parameters"]["cost"] = json!(1);
        STANDARD.encode(payload.to_string())
    };
    for bad in ["", "e30=", "not base64", &tampered] {
        says_captcha_failed(
            &visitor
                .post("/api/recaptcha", json!({ "token": bad }))
                .await,
        );
    }

    let good = ticket(&visitor).await;
    let bytes = URL_SAFE_NO_PAD.decode(&good).unwrap();
    for at in [0, 16, 23, 24, bytes.len() - 1] {
        let mut forged = bytes.clone();
        forged[at] ^= 1;
        let forged = URL_SAFE_NO_PAD.encode(forged);
        says_captcha_failed(&register_with(&visitor, &forged, "a@b.co", PASSWORD).await);
    }
    for short in ["x", "AAAA", &good[..good.len() - 4]] {
        says_captcha_failed(&register_with(&visitor, short, "a@b.co", PASSWORD).await);
    }

    let replies = at_once((0..4).map(|n| {
        let (visitor, good) = (visitor.clone(), good.clone());
        async move { register_with(&visitor, &good, &format!("racer{n}@b.co"), PASSWORD).await }
    }))
    .await;
    let (won, lost): (Vec<&Reply>, Vec<&Reply>) =
        replies.iter().partition(|reply| reply.status == 201);
    assert_eq!(won.len(), 1, "one ticket, one registration");
    lost.into_iter().for_each(says_captcha_failed);
    assert_eq!(app.count("select count(*) from kernel.account").await, 1);

    // The same work gives the same ticket's number again, not another registration.
    let again = visitor
        .post("/api/recaptcha", json!({ "token": token }))
        .await;
    let first = text(&again.payload()["ticket"]);
    assert_eq!(
        register_with(&visitor, &first, "b@b.co", PASSWORD)
            .await
            .line(),
        "201"
    );
    let again = visitor
        .post("/api/recaptcha", json!({ "token": token }))
        .await;
    let second = text(&again.payload()["ticket"]);
    says_captcha_failed(&register_with(&visitor, &second, "c@b.co", PASSWORD).await);

    // A refusal uses it up too: it told something about an address.
    let used = ticket(&visitor).await;
    says_taken(&register_with(&visitor, &used, "b@b.co", OTHER_PASSWORD).await);
    says_captcha_failed(&register_with(&visitor, &used, "b@b.co", PASSWORD).await);

    let old = ticket(&visitor).await;
    app.advance(10 * MINUTE + SECOND);
    says_captcha_failed(&register_with(&visitor, &old, "d@b.co", PASSWORD).await);
    app.stop().await;
}

#[tokio::test]
async fn a_code_holds_five_tries_and_ten_minutes() {
    let app = TestApp::start().await;
    let email = "a@b.co";
    for (given, code, expected) in [
        ("", "", &[EMAIL_REQUIRED, CODE_REQUIRED][..]),
        ("a@b", "123456", &[EMAIL_FORMAT]),
        (email, "12345", &[CODE_REQUIRED]),
        (email, "1234567", &[CODE_REQUIRED]),
        (email, "12345a", &[CODE_REQUIRED]),
        (email, "１２３４５６", &[CODE_REQUIRED]),
    ] {
        says_at(&verify(&app, given, code).await, expected);
    }
    says_invalid(&verify(&app, email, "123456").await);

    register(&app, email, PASSWORD).await;
    let first = code(&app, email, 1).await;
    let row = sqlx::query("select code_hash from kernel.email_code")
        .fetch_one(app.owner())
        .await
        .unwrap();
    let stored: Vec<u8> = row.get(0);
    assert_eq!(stored.len(), 32);
    assert_ne!(
        stored,
        Sha256::digest(first.as_bytes()).to_vec(),
        "a plain hash of six digits is no secret"
    );
    // The sent mail is forgotten, so the code is nowhere in the database.
    app.eventually("the mail is forgotten", async || {
        app.count("select count(*) from kernel.delivery").await == 0
    })
    .await;

    for _ in 0..5 {
        says_not_matched(&verify(&app, email, &wrong(&first)).await);
    }
    says_invalid(&verify(&app, email, &first).await);

    let soon = resend(&app, email).await;
    says(
        &soon,
        "429 resend_too_soon",
        "인증 메일은 잠시 후 다시 보낼 수 있습니다.",
        "You can resend the email in a little while.",
    );
    let wait: u64 = soon.header("retry-after").unwrap().parse().unwrap();
    assert!((290..=300).contains(&wait), "{wait}");
    assert_eq!(soon.body["retryAfterSeconds"], wait);

    app.advance(5 * MINUTE);
    assert_eq!(
        *resend(&app, email).await.payload(),
        json!({ "resendAfterSeconds": 300 })
    );
    let second = code(&app, email, 2).await;
    says_not_matched(&verify(&app, email, &first).await);
    app.advance(10 * MINUTE + SECOND);
    says_invalid(&verify(&app, email, &second).await);

    assert_eq!(resend(&app, email).await.line(), "200");
    let third = code(&app, email, 3).await;
    assert_eq!(
        verify(&app, email, &format!(" {third} ")).await.line(),
        "200",
        "as it was pasted"
    );
    let (ko, en) = (
        "이미 인증된 이메일입니다.",
        "This email is already verified.",
    );
    says(
        &verify(&app, email, &third).await,
        "409 already_confirmed",
        ko,
        en,
    );
    app.advance(5 * MINUTE);
    says(&resend(&app, email).await, "409 already_confirmed", ko, en);
    let (ko, en) = ("존재하지 않는 이메일입니다.", "Email does not exist.");
    says(
        &resend(&app, "nobody@b.co").await,
        "404 user_not_exist",
        ko,
        en,
    );
    says_at(&resend(&app, "nobody").await, &[EMAIL_FORMAT]);
    app.stop().await;
}

#[tokio::test]
async fn ten_codes_are_sent_a_day() {
    let app = TestApp::start().await;
    // Just after midnight in Korea, so that no day ends in between.
    let now = app.clock.now().to_offset(witverse_kernel::clock::KST);
    let midnight = OffsetDateTime::new_in_offset(
        now.date().next_day().unwrap(),
        time::Time::MIDNIGHT,
        now.offset(),
    );
    app.advance((midnight - now).unsigned_abs() + MINUTE);

    let email = "a@b.co";
    register(&app, email, PASSWORD).await;
    for _ in 0..9 {
        app.advance(5 * MINUTE);
        assert_eq!(resend(&app, email).await.line(), "200");
    }
    app.advance(5 * MINUTE);
    says(
        &resend(&app, email).await,
        "429 resend_limit",
        "오늘 보낼 수 있는 인증 메일을 모두 보냈습니다. 내일 다시 시도해 주세요.",
        "You have used up today's verification emails. Please try again tomorrow.",
    );
    let tenth = code(&app, email, 10).await;
    assert_eq!(
        log_in(&app, email, PASSWORD).await.line(),
        "403 unactivated_user",
        "and no mail"
    );
    app.advance(24 * HOUR);
    assert_eq!(resend(&app, email).await.line(), "200", "another day");
    let fresh = code(&app, email, 11).await;
    assert_ne!(tenth, fresh);
    assert_eq!(verify(&app, email, &fresh).await.line(), "200");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_address_is_proven_once() {
    let app = std::sync::Arc::new(TestApp::start().await);
    for round in 0..5 {
        let email = format!("a{round}@b.co");
        register(&app, &email, PASSWORD).await;
        let code = code(&app, &email, 1).await;
        let replies = at_once((0..2).map(|_| {
            let (app, email, code) = (app.clone(), email.clone(), code.clone());
            async move { verify(&app, &email, &code).await.line() }
        }))
        .await;
        assert_eq!(
            replies.iter().filter(|line| *line == "200").count(),
            1,
            "{replies:?}"
        );
        assert!(
            replies.iter().all(
                |line| ["200", "409 already_confirmed", "400 invalid"].contains(&line.as_str())
            ),
            "{replies:?}"
        );
    }
    assert_eq!(
        app.count("select count(*) from kernel.account where verified_at is not null")
            .await,
        5
    );
}

#[tokio::test]
async fn an_address_belongs_to_whoever_proves_it() {
    let app = TestApp::start().await;
    verified(&app, "taken@b.co").await;
    says_taken(&register(&app, "taken@b.co", PASSWORD).await);
    says_taken(&register(&app, "TAKEN@b.co", OTHER_PASSWORD).await);
    assert_eq!(log_in(&app, "taken@b.co", PASSWORD).await.line(), "200");

    let email = "slow@b.co";
    register(&app, email, PASSWORD).await;
    says_taken(&register(&app, email, OTHER_PASSWORD).await);
    assert_eq!(
        log_in(&app, email, OTHER_PASSWORD).await.line(),
        "401 password_unmatch",
        "unchanged"
    );
    // The same person goes on, with the code that is still good.
    assert_eq!(register(&app, email, PASSWORD).await.line(), "201");
    let first = code(&app, email, 1).await;
    app.advance(5 * MINUTE);
    assert_eq!(mails(&app, email), 1);
    assert_eq!(register(&app, email, PASSWORD).await.line(), "201");
    let second = code(&app, email, 2).await;
    assert_ne!(first, second);

    app.advance(23 * HOUR + 54 * MINUTE);
    says_taken(&register(&app, email, OTHER_PASSWORD).await);
    app.advance(2 * MINUTE);
    assert_eq!(
        register(&app, email, OTHER_PASSWORD).await.line(),
        "201",
        "given up after a day"
    );
    says_not_matched(&verify(&app, email, &second).await);
    let third = code(&app, email, 3).await;
    assert_eq!(verify(&app, email, &third).await.line(), "200");
    assert_eq!(
        log_in(&app, email, PASSWORD).await.line(),
        "401 password_unmatch"
    );
    assert_eq!(log_in(&app, email, OTHER_PASSWORD).await.line(), "200");
    assert_eq!(app.count("select count(*) from kernel.account").await, 2);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_registrations_at_once_make_one_account() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let mut tickets = Vec::new();
    for _ in 0..20 {
        tickets.push(ticket(&visitor).await);
    }
    let replies = at_once(tickets.into_iter().map(|ticket| {
        let visitor = visitor.clone();
        async move {
            register_with(&visitor, &ticket, "crowd@b.co", PASSWORD)
                .await
                .line()
        }
    }))
    .await;
    assert!(replies.iter().any(|line| line == "201"), "{replies:?}");
    assert!(
        replies
            .iter()
            .all(|line| line == "201" || line == "409 user_already_exist"),
        "{replies:?}"
    );
    assert_eq!(app.count("select count(*) from kernel.account").await, 1);
    let code = code(&app, "crowd@b.co", 1).await;
    assert_eq!(
        verify(&app, "crowd@b.co", &code).await.line(),
        "200",
        "and its one code is good"
    );
    assert_eq!(mails(&app, "crowd@b.co"), 1);
    app.stop().await;
}

#[tokio::test]
async fn what_a_login_refuses() {
    let app = TestApp::start().await;
    verified(&app, "a@b.co").await;
    let unmatch = ("비밀번호가 일치하지 않습니다.", "Password does not match.");
    says(
        &log_in(&app, "a@b.co", OTHER_PASSWORD).await,
        "401 password_unmatch",
        unmatch.0,
        unmatch.1,
    );
    let absent = ("존재하지 않는 이메일입니다.", "Email does not exist.");
    says(
        &log_in(&app, "b@b.co", PASSWORD).await,
        "404 user_not_exist",
        absent.0,
        absent.1,
    );
    let email = ("email", "올바르지 않은 이메일입니다.", "Invalid email.");
    let password = (
        "password",
        "올바르지 않은 비밀번호입니다.",
        "Invalid password.",
    );
    says_at(&log_in(&app, "", "").await, &[email, password]);
    says_at(&log_in(&app, "a@b", PASSWORD).await, &[email]);
    says_at(&log_in(&app, "a@b.co", "").await, &[password]);
    says_at(
        &log_in(&app, "a@b.co", &"x".repeat(2000)).await,
        &[password],
    );
    assert_eq!(log_in(&app, "A@B.co", PASSWORD).await.line(), "200");

    register(&app, "new@b.co", PASSWORD).await;
    let early = log_in(&app, "new@b.co", PASSWORD).await;
    let unactivated = ("이메일 인증을 완료해 주세요.", "Please verify your email.");
    says(&early, "403 unactivated_user", unactivated.0, unactivated.1);
    assert!(
        early.header("retry-after").is_some(),
        "the code that was just sent is still good"
    );
    assert_eq!(early.cookie("witverse_refresh"), None);
    let first = code(&app, "new@b.co", 1).await;
    app.advance(5 * MINUTE);
    says(
        &log_in(&app, "new@b.co", PASSWORD).await,
        "403 unactivated_user",
        unactivated.0,
        unactivated.1,
    );
    let second = code(&app, "new@b.co", 2).await;
    says_not_matched(&verify(&app, "new@b.co", &first).await);
    assert_eq!(
        log_in(&app, "new@b.co", OTHER_PASSWORD).await.line(),
        "401 password_unmatch",
        "and no mail"
    );
    assert_eq!(verify(&app, "new@b.co", &second).await.line(), "200");
    assert_eq!(log_in(&app, "new@b.co", PASSWORD).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn generic_errors_hide_who_is_known() {
    let app = TestApp::with(|config| config.auth.generic_errors = true).await;
    verified(&app, "known@b.co").await;
    register(&app, "pending@b.co", PASSWORD).await;
    code(&app, "pending@b.co", 1).await;
    let same = |replies: Vec<Reply>| {
        let seen: Vec<(String, Value)> = replies
            .into_iter()
            .map(|reply| {
                let mut body = reply.body.clone();
                body.as_object_mut().unwrap().remove("requestId");
                if let Some(payload) = body["payload"].as_object_mut() {
                    payload.remove("email");
                }
                (reply.line(), body)
            })
            .collect();
        assert!(seen.iter().all(|one| *one == seen[0]), "{seen:?}");
        seen[0].0.clone()
    };
    let emails = ["known@b.co", "pending@b.co", "unknown@b.co"];
    let (mut logins, mut codes, mut resends, mut registers) = (vec![], vec![], vec![], vec![]);
    for email in emails {
        logins.push(log_in(&app, email, OTHER_PASSWORD).await);
        codes.push(verify(&app, email, "000000").await);
        resends.push(resend(&app, email).await);
        registers.push(register(&app, email, OTHER_PASSWORD).await);
    }
    assert_eq!(same(logins), "401 login_failed");
    assert_eq!(same(codes), "400 invalid");
    assert_eq!(same(resends), "200");
    assert_eq!(same(registers), "201");
    let neutral = log_in(&app, "unknown@b.co", PASSWORD).await;
    says(
        &neutral,
        "401 login_failed",
        "로그인 중 오류가 발생했습니다. 다시 시도해 주세요.",
        "An error occurred while logging in. Please try again.",
    );
    assert_eq!(
        log_in(&app, "known@b.co", PASSWORD).await.line(),
        "200",
        "nothing changed"
    );
    assert_eq!(mails(&app, "known@b.co"), 1);
    app.stop().await;
}

#[tokio::test]
async fn a_nickname_is_chosen_once() {
    let app = TestApp::start().await;
    let (someone, taken) = (app.nameless("someone").await, app.person("moonlight").await);
    let query = async |name: &str| {
        let name: String = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
        someone
            .get(&format!("/api/v2/user/query/nickname?nickname={name}"))
            .await
    };
    let set = async |name: &str| {
        someone
            .post("/api/user/nickname", json!({ "nickname": name }))
            .await
    };
    let unavailable = (
        "사용할 수 없는 닉네임입니다.",
        "this is an unavailable nickname",
    );
    for bad in [
        "ab",
        "thirteenchars",
        "Abc",
        "a-b",
        "a b",
        " abc",
        "달빛이",
        "abc\0",
        "admin",
        "myadmin1",
        "register",
        "xregisterx",
        "system",
        "sibal12",
        "witverse_1",
    ] {
        says(
            &query(bad).await,
            "422 unavailable_nickname",
            unavailable.0,
            unavailable.1,
        );
        says(
            &set(bad).await,
            "422 unavailable_nickname",
            unavailable.0,
            unavailable.1,
        );
    }
    let enter = (
        "nickname",
        "닉네임을 입력해 주세요.",
        "please enter your nickname",
    );
    for empty in ["", "  "] {
        says_at(&query(empty).await, &[enter]);
        says_at(&set(empty).await, &[enter]);
    }
    says_at(&someone.get("/api/v2/user/query/nickname").await, &[enter]);
    let duplicate = (
        "이미 사용 중인 닉네임입니다.",
        "this nickname is already in use",
    );
    says(
        &query("moonlight").await,
        "409 duplicate_nickname",
        duplicate.0,
        duplicate.1,
    );
    says(
        &set("moonlight").await,
        "409 duplicate_nickname",
        duplicate.0,
        duplicate.1,
    );
    for good in ["abc", "a_1", "twelve_chars", "___"] {
        assert_eq!(*query(good).await.payload(), json!({ "available": true }));
    }

    assert_eq!(
        *set("starlight").await.payload(),
        json!({ "nickname": "starlight" })
    );
    assert_eq!(
        *set("starlight").await.payload(),
        json!({ "nickname": "starlight" }),
        "asked again"
    );
    let again = (
        "닉네임은 한 번 정하면 바꿀 수 없습니다.",
        "A nickname cannot be changed once set.",
    );
    says(
        &set("sunlight").await,
        "409 nickname_already_set",
        again.0,
        again.1,
    );
    assert_eq!(
        *someone.get("/api/user/nickname").await.payload(),
        json!({ "nickname": "starlight" })
    );
    assert_eq!(
        *taken.get("/api/user/nickname").await.payload(),
        json!({ "nickname": "moonlight" })
    );
    says_unauthenticated(&app.visitor().get("/api/user/nickname").await);
    says_unauthenticated(
        &app.visitor()
            .post("/api/user/nickname", json!({ "nickname": "abc" }))
            .await,
    );
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_two_gets_the_nickname() {
    let app = TestApp::start().await;
    let (a, b) = (app.nameless("first").await, app.nameless("second").await);
    let replies = at_once([a.clone(), b.clone()].map(|person| async move {
        person
            .post("/api/user/nickname", json!({ "nickname": "wanted" }))
            .await
            .line()
    }))
    .await;
    let mut sorted = replies.clone();
    sorted.sort();
    assert_eq!(sorted, ["200", "409 duplicate_nickname"]);
    let loser = if replies[0] == "200" { b } else { a };
    assert_eq!(
        loser
            .post("/api/user/nickname", json!({ "nickname": "other" }))
            .await
            .line(),
        "200"
    );

    // One person who chooses two at once has one of them.
    let torn = app.nameless("torn").await;
    let mut replies = at_once(["left", "right"].map(|name| {
        let torn = torn.clone();
        async move {
            torn.post("/api/user/nickname", json!({ "nickname": name }))
                .await
                .line()
        }
    }))
    .await;
    replies.sort();
    assert_eq!(replies, ["200", "409 nickname_already_set"]);
    app.stop().await;
}

/// Presents a refresh token.
async fn refresh(app: &TestApp, token: &str) -> Reply {
    let cookie = format!("witverse_refresh={token}");
    app.visitor()
        .with_header("cookie", &cookie)
        .send("POST", "/api/user/refresh", None)
        .await
}

/// A fresh session of a person of the harness: refresh token and access token.
async fn session(app: &TestApp, nickname: &str) -> (String, String) {
    let email = format!("{nickname}@test.witverse.dev");
    let reply = log_in(app, &email, PASSWORD).await;
    (
        reply.cookie("witverse_refresh").unwrap(),
        text(&reply.payload()["accessToken"]),
    )
}

#[tokio::test]
async fn a_refresh_token_is_rotated_and_its_reuse_ends_the_session() {
    let app = TestApp::start().await;
    app.person("alice").await;
    let (first, access) = session(&app, "alice").await;
    let reply = refresh(&app, &first).await;
    assert_eq!(reply.payload()["expiresIn"], 600);
    let cookie = reply.header("set-cookie").unwrap().to_owned();
    for attribute in [
        "HttpOnly",
        "Secure",
        "SameSite=Strict",
        "Path=/api/user",
        "Max-Age=2592000",
    ] {
        assert!(
            cookie.split("; ").any(|part| part == attribute),
            "{attribute}: {cookie}"
        );
    }
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let second = reply.cookie("witverse_refresh").unwrap();
    assert_ne!(first, second);
    assert!(second.len() >= 43, "256 bits");
    let me = app
        .visitor()
        .with_token(&text(&reply.payload()["accessToken"]));
    assert_eq!(
        me.get("/api/user/nickname").await.payload()["nickname"],
        "alice"
    );

    // The answer was lost: the same successor, for ten seconds.
    app.advance(9 * SECOND);
    assert_eq!(
        refresh(&app, &first).await.cookie("witverse_refresh"),
        Some(second.clone())
    );
    let third = refresh(&app, &second)
        .await
        .cookie("witverse_refresh")
        .unwrap();
    assert_eq!(
        refresh(&app, &first).await.line(),
        "200",
        "even when that one was used"
    );
    app.advance(2 * SECOND);
    let stolen = refresh(&app, &first).await;
    says_refresh_invalid(&stolen);
    assert!(
        stolen.header("set-cookie").unwrap().contains("Max-Age=0"),
        "forgotten by the browser"
    );
    says_refresh_invalid(&refresh(&app, &third).await);
    says_refresh_invalid(&refresh(&app, &second).await);
    for access in [&access, me.token().unwrap()] {
        says_unauthenticated(
            &app.visitor()
                .with_token(access)
                .get("/api/user/nickname")
                .await,
        );
    }

    // Tokens are stored as hashes, and a hash is no token.
    let (fresh, _) = session(&app, "alice").await;
    let hash = Sha256::digest(fresh.as_bytes()).to_vec();
    let kept: bool =
        sqlx::query_scalar("select exists (select 1 from kernel.refresh_token where hash = $1)")
            .bind(&hash)
            .fetch_one(app.owner())
            .await
            .unwrap();
    assert!(kept);
    for nothing in ["", "x", &URL_SAFE_NO_PAD.encode(&hash)] {
        says_refresh_invalid(&refresh(&app, nothing).await);
    }
    says_refresh_invalid(&app.visitor().send("POST", "/api/user/refresh", None).await);
    let forbidden = (
        "이 작업을 할 권한이 없습니다.",
        "You are not allowed to do this.",
    );
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("sec-fetch-site", "cross-site"),
    ] {
        let evil = app
            .visitor()
            .with_header("host", "witverse.example")
            .with_header(name, value);
        let evil = evil.with_header("cookie", &format!("witverse_refresh={fresh}"));
        for call in ["/api/user/refresh", "/api/user/logout"] {
            says(
                &evil.send("POST", call, None).await,
                "403 forbidden",
                forbidden.0,
                forbidden.1,
            );
        }
    }
    app.advance(29 * 24 * HOUR);
    let later = refresh(&app, &fresh)
        .await
        .cookie("witverse_refresh")
        .unwrap();
    app.advance(31 * 24 * HOUR);
    says_refresh_invalid(&refresh(&app, &later).await);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_refreshes_at_once_have_one_successor() {
    let app = std::sync::Arc::new(TestApp::start().await);
    app.person("alice").await;
    let (token, _) = session(&app, "alice").await;
    let successors = at_once((0..100).map(|_| {
        let (app, token) = (app.clone(), token.clone());
        async move {
            let reply = refresh(&app, &token).await;
            assert_eq!(reply.line(), "200");
            reply.cookie("witverse_refresh").unwrap()
        }
    }))
    .await;
    assert!(
        successors
            .iter()
            .all(|successor| *successor == successors[0])
    );
    // The harness's own session of alice, and this one.
    let live =
        "select count(*) from kernel.refresh_token t join kernel.session s on s.id = t.session_id
                where t.used_at is null and s.revoked_at is null";
    assert_eq!(app.count(live).await, 2);
    assert_eq!(app.count("select count(*) from kernel.session").await, 2);
    assert_eq!(refresh(&app, &successors[0]).await.line(), "200");
}

#[tokio::test]
async fn logging_out_ends_the_session_at_once() {
    let app = TestApp::start().await;
    app.person("alice").await;
    let nickname = async |access: &str| {
        app.visitor()
            .with_token(access)
            .get("/api/user/nickname")
            .await
    };

    let (token, access) = session(&app, "alice").await;
    let (other_token, other) = session(&app, "alice").await;
    assert_eq!(nickname(&access).await.line(), "200");
    let reply = app
        .visitor()
        .with_token(&access)
        .send("POST", "/api/user/logout", None)
        .await;
    assert_eq!(*reply.payload(), json!({}));
    assert!(reply.header("set-cookie").unwrap().contains("Max-Age=0"));
    says_unauthenticated(&nickname(&access).await);
    says_refresh_invalid(&refresh(&app, &token).await);
    assert_eq!(nickname(&other).await.line(), "200", "other devices stay");

    // The access token has expired; the cookie alone says goodbye.
    let cookie = format!("witverse_refresh={other_token}");
    let reply = app
        .visitor()
        .with_header("cookie", &cookie)
        .send("POST", "/api/user/logout", None)
        .await;
    assert_eq!(reply.line(), "200");
    says_unauthenticated(&nickname(&other).await);
    says_refresh_invalid(&refresh(&app, &other_token).await);
    let again = app
        .visitor()
        .with_header("cookie", &cookie)
        .send("POST", "/api/user/logout", None)
        .await;
    assert_eq!(again.line(), "200", "twice does no harm");
    assert_eq!(
        app.visitor()
            .send("POST", "/api/user/logout", None)
            .await
            .line(),
        "200"
    );
    app.stop().await;
}

#[tokio::test]
async fn only_a_good_access_token_is_believed() {
    let app = TestApp::start().await;
    let (alice, bob) = (app.person("alice").await, app.person("bob").await);
    let (token, other) = (alice.token().unwrap(), bob.token().unwrap());
    let parts: Vec<&str> = token.split('.').collect();
    let others: Vec<&str> = other.split('.').collect();
    let none = URL_SAFE_NO_PAD.encode(r#"{"typ":"at+jwt","alg":"none"}"#);
    let forged = [
        String::new(),
        "x".into(),
        "a.b.c".into(),
        token[..token.len() - 2].into(),
        format!("{}.{}.{}", parts[0], others[1], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{none}.{}.", parts[1]),
        format!("{token}{token}"),
        "y".repeat(10_000),
    ];
    let everything = [
        "/api/user/nickname",
        "/api/v2/worlds/my",
        "/api/v3/worlds",
        "/api/live",
    ];
    for bad in &forged {
        for path in everything {
            says_unauthenticated(&app.visitor().with_token(bad).get(path).await);
        }
    }
    for scheme in ["Basic YWxpY2U6eA==", "Bearer", token] {
        let client = app.visitor().with_header("authorization", scheme);
        says_unauthenticated(&client.get("/api/user/nickname").await);
    }

    // A webview's cookie is believed for reading, and for more only from our own pages.
    let webview = app
        .visitor()
        .with_header("cookie", &format!("witverse_access={token}"));
    assert_eq!(
        webview.get("/api/user/nickname").await.payload()["nickname"],
        "alice"
    );
    let language = json!({ "language": "en" });
    let evil = webview.with_header("sec-fetch-site", "cross-site");
    assert_eq!(
        evil.put("/api/user/language", language.clone())
            .await
            .line(),
        "403 forbidden"
    );
    let own = webview.with_header("sec-fetch-site", "same-origin");
    assert_eq!(
        *own.put("/api/user/language", language.clone())
            .await
            .payload(),
        language
    );
    assert_eq!(
        alice.post("/api/user/auth", json!({})).await.payload()["language"],
        "en"
    );
    let unknown = (
        "language",
        "한국어(ko) 또는 영어(en)만 선택할 수 있습니다.",
        "Choose Korean (ko) or English (en).",
    );
    says_at(
        &alice
            .put("/api/user/language", json!({ "language": "fr" }))
            .await,
        &[unknown],
    );

    app.advance(10 * MINUTE + SECOND);
    for path in everything {
        says_unauthenticated(&alice.get(path).await);
    }
    assert_eq!(
        app.visitor().get("/api/ip").await.payload()["ip"],
        "127.0.0.1"
    );
    app.stop().await;
}

#[tokio::test]
async fn guessing_is_slowed_down() {
    let app = TestApp::with(|config| {
        config.http.account_rate = 5;
        config.http.trusted_proxies = 1;
    })
    .await;
    let from = |ip: &str| app.visitor().with_header("x-forwarded-for", ip);
    let guess = json!({ "email": "a@b", "password": "x" });
    for _ in 0..5 {
        let reply = from("203.0.113.7")
            .post("/api/user/login", guess.clone())
            .await;
        assert_eq!(reply.line(), "422 validation_failed");
    }
    let slowed = from("203.0.113.7")
        .post("/api/user/login", guess.clone())
        .await;
    says(
        &slowed,
        "429 too_many_requests",
        "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.",
        "Too many requests. Please try again shortly.",
    );
    assert!(slowed.header("retry-after").is_some());
    let lied = from("198.51.100.1, 203.0.113.7")
        .post("/api/user/login", guess.clone())
        .await;
    assert_eq!(
        lied.line(),
        "429 too_many_requests",
        "what the caller wrote before the proxy is not believed"
    );
    let other = from("203.0.113.8").post("/api/user/login", guess).await;
    assert_eq!(other.line(), "422 validation_failed");
    app.stop().await;
}
