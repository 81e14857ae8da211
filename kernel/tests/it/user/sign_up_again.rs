//! Several pending registrations of one address, some of them by other people.

use witverse_kernel::plugins::sweep;
use witverse_testing::{Client, PASSWORD, Reply, TestApp};

use super::{
    HOUR, MINUTE, OTHER_PASSWORD, SECOND, code, log_in, mails, register, resend, says_invalid,
    says_not_matched, verify, wrong,
};
use crate::support::concurrently;

const EMAIL: &str = "owner@b.co";

const PENDING: &str = "select count(*) from kernel.sign_up";

/// A browser with the cookie that a response has set.
fn browser(app: &TestApp, reply: &Reply) -> Client {
    let mark = reply.cookie("witverse_sign_up").unwrap();
    app.visitor()
        .with_header("cookie", &format!("witverse_sign_up={mark}"))
}

async fn verify_in(browser: &Client, code: &str) -> Reply {
    let body = serde_json::json!({ "email": EMAIL, "code": code });
    browser.post("/api/user/register/verify", body).await
}

async fn resend_in(browser: &Client) -> Reply {
    let body = serde_json::json!({ "email": EMAIL });
    browser.post("/api/v2/user/email/resend", body).await
}

/// Registers with both passwords; each registration has a code. Returns both browsers and codes.
async fn two(app: &TestApp) -> ([Client; 2], [String; 2]) {
    let first = register(app, EMAIL, PASSWORD).await;
    assert_eq!(first.line(), "201");
    let first_code = code(app, EMAIL, 1).await;
    app.advance(5 * MINUTE);
    let second = register(app, EMAIL, OTHER_PASSWORD).await;
    assert_eq!(second.line(), "201");
    assert_eq!(second.payload()["resendAfterSeconds"], 300);
    let second_code = code(app, EMAIL, 2).await;
    assert_ne!(first_code, second_code);
    (
        [browser(app, &first), browser(app, &second)],
        [first_code, second_code],
    )
}

/// Logs in with both passwords: the first must be right, the other wrong.
async fn only(app: &TestApp, right: &str, other: &str) {
    assert_eq!(
        log_in(app, EMAIL, other).await.line(),
        "401 password_unmatch"
    );
    app.advance(SECOND);
    assert_eq!(log_in(app, EMAIL, right).await.line(), "200");
    assert_eq!(app.count(PENDING).await, 0, "the others are deleted");
    assert_eq!(app.count("select count(*) from kernel.account").await, 1);
    assert_eq!(
        app.count("select count(*) from kernel.sign_up_mail").await,
        0
    );
}

#[tokio::test]
async fn a_browser_verifies_its_own_registration() {
    for own in [0, 1] {
        let app = TestApp::start().await;
        let (browsers, codes) = two(&app).await;
        says_not_matched(&verify_in(&browsers[own], &codes[1 - own]).await);
        assert_eq!(
            log_in(&app, EMAIL, PASSWORD).await.line(),
            "403 unactivated_user"
        );
        let verified = verify_in(&browsers[own], &codes[own]).await;
        assert_eq!(verified.line(), "200");
        assert_eq!(verified.cookie("witverse_sign_up").as_deref(), Some(""));
        let late = verify_in(&browsers[1 - own], &codes[1 - own]).await;
        assert_eq!(late.line(), "409 already_confirmed");
        let passwords = [PASSWORD, OTHER_PASSWORD];
        only(&app, passwords[own], passwords[1 - own]).await;
        app.stop().await;
    }
}

#[tokio::test]
async fn a_code_verifies_the_password_it_was_requested_with() {
    for own in [0, 1] {
        let app = TestApp::start().await;
        let (_, codes) = two(&app).await;
        assert_eq!(verify(&app, EMAIL, &codes[own]).await.line(), "200");
        let passwords = [PASSWORD, OTHER_PASSWORD];
        only(&app, passwords[own], passwords[1 - own]).await;
        app.stop().await;
    }
}

#[tokio::test]
async fn a_login_binds_the_browser_to_the_registration_with_its_password() {
    let app = TestApp::start().await;
    let (_, codes) = two(&app).await;
    let asked = log_in(&app, EMAIL, PASSWORD).await;
    assert_eq!(asked.line(), "403 unactivated_user");
    let elsewhere = browser(&app, &asked);
    says_not_matched(&verify_in(&elsewhere, &codes[1]).await);
    assert_eq!(verify_in(&elsewhere, &codes[0]).await.line(), "200");
    only(&app, PASSWORD, OTHER_PASSWORD).await;
    app.stop().await;
}

#[tokio::test]
async fn mails_of_an_address_are_limited_for_all_registrations_together() {
    let app = TestApp::start().await;
    let other = browser(&app, &register(&app, EMAIL, PASSWORD).await);
    let theirs = code(&app, EMAIL, 1).await;
    app.advance(MINUTE);
    // No second mail so soon; the code of the other registration does not help.
    let mine = register(&app, EMAIL, OTHER_PASSWORD).await;
    assert_eq!(mine.line(), "201");
    let wait = mine.payload()["resendAfterSeconds"].as_i64().unwrap();
    assert!((235..=241).contains(&wait), "{wait}");
    let mine = browser(&app, &mine);
    says_invalid(&verify_in(&mine, &theirs).await);
    assert_eq!(resend_in(&mine).await.line(), "429 resend_too_soon");
    app.advance(4 * MINUTE);
    assert_eq!(resend_in(&mine).await.line(), "200");
    assert_eq!(resend_in(&other).await.line(), "429 resend_too_soon");
    let own = code(&app, EMAIL, 2).await;
    assert_eq!(mails(&app, EMAIL), 2);
    says_not_matched(&verify_in(&other, &own).await);
    assert_eq!(verify_in(&mine, &own).await.line(), "200");
    only(&app, OTHER_PASSWORD, PASSWORD).await;
    app.stop().await;
}

#[tokio::test]
async fn replacing_registrations_does_not_raise_the_daily_limit() {
    let app = TestApp::start().await;
    let now = app.clock.now().to_offset(witverse_kernel::clock::KST);
    let midnight = (now.date() + time::Duration::days(1)).midnight();
    app.advance((midnight.assume_offset(now.offset()) - now).unsigned_abs() + MINUTE);
    for round in 0..10 {
        let password = format!("{PASSWORD}{round}");
        assert_eq!(register(&app, EMAIL, &password).await.line(), "201");
        code(&app, EMAIL, round + 1).await;
        app.advance(5 * MINUTE);
    }
    assert_eq!(app.count(PENDING).await, 5);
    let eleventh = register(&app, EMAIL, OTHER_PASSWORD).await;
    assert_eq!(eleventh.line(), "429 resend_limit");
    assert_eq!(
        log_in(&app, EMAIL, OTHER_PASSWORD).await.line(),
        "401 password_unmatch",
        "nothing was replaced"
    );
    app.stop().await;
}

#[tokio::test]
async fn the_oldest_of_five_registrations_is_replaced() {
    let app = TestApp::start().await;
    let first = browser(&app, &register(&app, EMAIL, PASSWORD).await);
    let own = code(&app, EMAIL, 1).await;
    for round in 0..5 {
        app.advance(SECOND);
        let password = format!("{OTHER_PASSWORD}{round}");
        assert_eq!(register(&app, EMAIL, &password).await.line(), "201");
        assert_eq!(app.count(PENDING).await, (round + 2).min(5));
    }
    says_invalid(&verify_in(&first, &own).await);
    // The browser of a replaced registration is not bound to another one, whose code may be the newest mail.
    app.advance(5 * MINUTE);
    assert_eq!(resend_in(&first).await.line(), "404 user_not_exist");
    assert_eq!(resend(&app, EMAIL).await.line(), "200");
    let theirs = code(&app, EMAIL, 2).await;
    says_invalid(&verify_in(&first, &theirs).await);
    // The cookie of another address does not bind.
    let mark = register(&app, "else@b.co", PASSWORD).await;
    says_not_matched(&verify_in(&browser(&app, &mark), &wrong(&theirs)).await);
    assert_eq!(
        verify_in(&browser(&app, &mark), &theirs).await.line(),
        "200"
    );
    app.stop().await;
}

#[tokio::test]
async fn wrong_attempts_count_against_every_registration() {
    let app = TestApp::start().await;
    let (browsers, codes) = two(&app).await;
    let miss = (0..)
        .map(|n| format!("{n:06}"))
        .find(|code| !codes.contains(code))
        .unwrap();
    for round in 0..5 {
        let reply = match round % 2 {
            0 => verify(&app, EMAIL, &miss).await,
            _ => verify_in(&browsers[0], &miss).await,
        };
        says_not_matched(&reply);
    }
    for own in [0, 1] {
        says_invalid(&verify(&app, EMAIL, &codes[own]).await);
        says_invalid(&verify_in(&browsers[own], &codes[own]).await);
    }
    // A new code of one registration does not renew the attempts of the other.
    app.advance(5 * MINUTE);
    assert_eq!(resend_in(&browsers[0]).await.line(), "200");
    let fresh = code(&app, EMAIL, 3).await;
    says_invalid(&verify_in(&browsers[1], &codes[1]).await);
    assert_eq!(verify_in(&browsers[0], &fresh).await.line(), "200");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_two_concurrent_verifications_wins() {
    let app = std::sync::Arc::new(TestApp::start().await);
    let (browsers, codes) = two(&app).await;
    let replies = concurrently(
        browsers
            .into_iter()
            .zip(codes)
            .map(|(browser, code)| async move { verify_in(&browser, &code).await.line() }),
    )
    .await;
    let mut lines = replies.clone();
    lines.sort_unstable();
    assert_eq!(lines, ["200", "409 already_confirmed"]);
    let won = replies.iter().position(|line| line == "200").unwrap();
    let passwords = [PASSWORD, OTHER_PASSWORD];
    only(&app, passwords[won], passwords[1 - won]).await;
}

#[tokio::test]
async fn registrations_are_deleted_after_a_day() {
    let app = TestApp::start().await;
    register(&app, EMAIL, PASSWORD).await;
    app.advance(23 * HOUR);
    register(&app, EMAIL, OTHER_PASSWORD).await;
    app.advance(HOUR + SECOND);
    sweep(&app.app.platform).await.unwrap();
    assert_eq!(app.count(PENDING).await, 1, "the second one is pending");
    assert_eq!(
        log_in(&app, EMAIL, PASSWORD).await.line(),
        "401 password_unmatch"
    );
    app.advance(23 * HOUR);
    sweep(&app.app.platform).await.unwrap();
    assert_eq!(app.count(PENDING).await, 0);
    assert_eq!(app.count("select count(*) from kernel.account").await, 0);
    app.stop().await;
}
