//! Password guessing: growing delays, a captcha after five failures, a soft lock at a hundred, and the owner's access.

use serde_json::json;
use witverse_kernel::identity::HashCost;
use witverse_testing::{PASSWORD, TestApp};

use super::{DAY, SECOND, advance_to_morning, email, kinds, log_in, log_in_from};
use crate::support::concurrently;
use crate::user::ticket;

const WRONG: &str = "Wrong5$horse";

#[tokio::test]
async fn each_failure_delays_longer_and_five_require_a_captcha() {
    let app = TestApp::start().await;
    app.person("mina").await;
    for name in ["mina", "nobody"] {
        let refused = if name == "mina" {
            "401 password_unmatch"
        } else {
            "404 user_not_exist"
        };
        for wait in [1, 3, 5, 10, 10] {
            assert_eq!(log_in(&app, name, WRONG).await.line(), refused);
            let early = log_in(&app, name, PASSWORD).await;
            assert_eq!(early.line(), "429 login_delayed");
            let retry_after: u64 = early.header("retry-after").unwrap().parse().unwrap();
            assert!(
                (wait..=wait + 1).contains(&retry_after),
                "{wait}: {retry_after}"
            );
            app.advance(SECOND * u32::try_from(wait).unwrap());
        }
        assert_eq!(
            log_in(&app, name, WRONG).await.line(),
            "400 captcha_required"
        );
        let body = json!({ "email": email(name), "password": WRONG, "captcha": "x" });
        let reply = app.visitor().post("/api/user/login", body).await;
        assert_eq!(reply.line(), "400 captcha_failed");
        let captcha = ticket(&app.visitor()).await;
        let body = json!({ "email": email(name), "password": WRONG, "captcha": captcha });
        let reply = app.visitor().post("/api/user/login", body.clone()).await;
        assert_eq!(reply.line(), refused);
        app.advance(SECOND * 10);
        let reply = app.visitor().post("/api/user/login", body).await;
        assert_eq!(reply.line(), "400 captcha_failed", "a ticket is good once");
    }
    let captcha = ticket(&app.visitor()).await;
    let body = json!({ "email": email("mina"), "password": PASSWORD, "captcha": captcha });
    let reply = app.visitor().post("/api/user/login", body).await;
    assert_eq!(reply.line(), "200");
    assert_eq!(
        log_in(&app, "mina", PASSWORD).await.line(),
        "200",
        "and all is forgotten"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_hundred_failures_lock_out_unknown_devices_but_not_the_owner() {
    let app = TestApp::start().await;
    advance_to_morning(&app).await;
    app.person("mina").await;
    let known = log_in(&app, "mina", PASSWORD).await;
    let mark = known.cookie("witverse_device").unwrap();
    // A hundred failures of this day, without a hundred hashes.
    assert_eq!(
        log_in(&app, "mina", WRONG).await.line(),
        "401 password_unmatch"
    );
    sqlx::query("update kernel.login_guard set day_failures = 99 where failures = 1")
        .execute(app.owner())
        .await
        .unwrap();
    app.advance(10 * SECOND);
    let captcha = ticket(&app.visitor()).await;
    let body = json!({ "email": email("mina"), "password": WRONG, "captcha": captcha });
    let hundredth = app.visitor().post("/api/user/login", body).await;
    assert_eq!(hundredth.line(), "401 password_unmatch");
    app.advance(10 * SECOND);
    let locked = log_in(&app, "mina", PASSWORD).await;
    assert_eq!(locked.line(), "429 login_locked");
    assert!(locked.header("retry-after").is_some(), "never for good");
    app.eventually("the owner is notified", async || {
        app.app.mailer.mailbox(Some(&email("mina"))).len() == 1
    })
    .await;

    let cookie = format!("witverse_device={mark}");
    let device = app.visitor().with_header("cookie", &cookie);
    let owner = log_in_from(&device, "mina", PASSWORD).await;
    assert_eq!(owner.line(), "200", "a device that the account knows");
    let forged = app.visitor().with_header(
        "cookie",
        &format!("witverse_device={}x", &mark[..mark.len() - 1]),
    );
    assert_eq!(
        log_in_from(&forged, "mina", PASSWORD).await.line(),
        "429 login_locked"
    );
    let identity = &app.app.identity;
    assert!(identity.throttle.knows_device(&email("mina"), &mark));
    assert!(
        !identity.throttle.knows_device(&email("theo"), &mark),
        "another account's mark"
    );

    app.advance(DAY);
    let captcha = ticket(&app.visitor()).await;
    let body = json!({ "email": email("mina"), "password": PASSWORD, "captcha": captcha });
    let tomorrow = app.visitor().post("/api/user/login", body).await;
    assert_eq!(tomorrow.line(), "200");
    let log = kinds(&super::client_of(&app, &tomorrow)).await;
    assert!(log.contains(&"login.locked".to_owned()), "{log:?}");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_guesses_are_counted_one_by_one() {
    let app = TestApp::start().await;
    app.person("mina").await;
    let lines = concurrently((0..60).map(|_| {
        let visitor = app.visitor();
        async move { log_in_from(&visitor, "mina", WRONG).await.line() }
    }))
    .await;
    let looked_at = lines
        .iter()
        .filter(|line| *line == "401 password_unmatch")
        .count();
    assert_eq!(looked_at, 1, "{lines:?}");
    app.stop().await;
}

#[tokio::test]
async fn a_hash_of_another_cost_is_renewed_at_the_next_login() {
    let app = TestApp::start().await;
    app.person("mina").await;
    // The same password at m = 19456, t = 2: the earlier recommendation.
    let old = {
        use argon2::password_hash::PasswordHasher;
        let params = argon2::Params::new(19_456, 2, 1, None).unwrap();
        argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params)
            .hash_password(PASSWORD.as_bytes())
            .unwrap()
            .to_string()
    };
    sqlx::query("update kernel.account set password_hash = $1")
        .bind(&old)
        .execute(app.owner())
        .await
        .unwrap();
    assert_eq!(log_in(&app, "mina", PASSWORD).await.line(), "200");
    let hash: String = sqlx::query_scalar("select password_hash from kernel.account")
        .fetch_one(app.owner())
        .await
        .unwrap();
    let HashCost { memory_kib, passes } = witverse_testing::HASH_COST;
    let current = format!("$argon2id$v=19$m={memory_kib},t={passes},p=1$");
    assert!(hash.starts_with(&current), "{hash}");
    assert_eq!(log_in(&app, "mina", PASSWORD).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn an_attempt_rejected_before_verification_keeps_earlier_failures() {
    let app = TestApp::with(|config| config.auth.hash_queue = 0).await;
    advance_to_morning(&app).await;
    assert_eq!(log_in(&app, "mina", WRONG).await.line(), "429 busy");
    sqlx::query("update kernel.login_guard set failures = 4, day_failures = 60")
        .execute(app.owner())
        .await
        .unwrap();
    for _ in 0..3 {
        app.advance(10 * SECOND);
        assert_eq!(log_in(&app, "mina", WRONG).await.line(), "429 busy");
    }
    let kept = "select count(*) from kernel.login_guard where failures = 4 and day_failures = 60";
    assert_eq!(app.count(kept).await, 1);
    app.stop().await;
}
