//! Proofs of a client: a captcha ticket, a code from a mail.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::Row;
use time::OffsetDateTime;
use witverse_testing::{PASSWORD, Reply, TestApp};

use super::{
    CODE_REQUIRED, EMAIL_FORMAT, EMAIL_REQUIRED, HOUR, MINUTE, OTHER_PASSWORD, SECOND, code,
    log_in, register, register_with, resend, says, says_at, says_captcha_failed, says_invalid,
    says_not_matched, says_taken, solved, text, ticket, verify, wrong,
};
use crate::support::concurrently;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_captcha_ticket_is_accepted_once() {
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

    let replies = concurrently((0..4).map(|n| {
        let (visitor, good) = (visitor.clone(), good.clone());
        async move { register_with(&visitor, &good, &format!("racer{n}@b.co"), PASSWORD).await }
    }))
    .await;
    let (won, lost): (Vec<&Reply>, Vec<&Reply>) =
        replies.iter().partition(|reply| reply.status == 201);
    assert_eq!(won.len(), 1, "one ticket, one registration");
    lost.into_iter().for_each(says_captcha_failed);
    assert_eq!(app.count("select count(*) from kernel.account").await, 1);

    // The same solution gives the same ticket number, and no second registration.
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

    // A refusal also uses up the ticket, because it revealed information about an address.
    let used = ticket(&visitor).await;
    let code = code(&app, "b@b.co", 1).await;
    assert_eq!(verify(&app, "b@b.co", &code).await.line(), "200");
    says_taken(&register_with(&visitor, &used, "b@b.co", OTHER_PASSWORD).await);
    says_captcha_failed(&register_with(&visitor, &used, "b@b.co", PASSWORD).await);

    let old = ticket(&visitor).await;
    app.advance(10 * MINUTE + SECOND);
    says_captcha_failed(&register_with(&visitor, &old, "d@b.co", PASSWORD).await);
    app.stop().await;
}

#[tokio::test]
async fn a_code_is_valid_for_five_attempts_and_ten_minutes() {
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
    let row = sqlx::query("select code_hash from kernel.sign_up")
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
    // The sent mail is deleted, so that the code is not in the database.
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
    // Just after midnight in Korea, so that the test does not cross midnight.
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
    // Half a minute into the next day in Korea, and within a day of the registration.
    app.advance(23 * HOUR + 9 * MINUTE + 30 * SECOND);
    assert_eq!(resend(&app, email).await.line(), "200", "another day");
    let fresh = code(&app, email, 11).await;
    assert_ne!(tenth, fresh);
    assert_eq!(verify(&app, email, &fresh).await.line(), "200");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_address_is_verified_once() {
    let app = std::sync::Arc::new(TestApp::start().await);
    for round in 0..5 {
        let email = format!("a{round}@b.co");
        register(&app, &email, PASSWORD).await;
        let code = code(&app, &email, 1).await;
        let replies = concurrently((0..2).map(|_| {
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
            replies
                .iter()
                .all(|line| ["200", "409 already_confirmed"].contains(&line.as_str())),
            "{replies:?}"
        );
    }
    assert_eq!(
        app.count("select count(*) from kernel.account where verified_at is not null")
            .await,
        5
    );
}
