//! Registration of an address: requirements and ownership.

use serde_json::{Value, json};
use witverse_testing::{PASSWORD, Reply, TestApp};

use super::{
    EMAIL_FORMAT, EMAIL_REQUIRED, HOUR, MINUTE, OTHER_PASSWORD, PASSWORD_LENGTH, PASSWORD_PATTERN,
    PASSWORD_REQUIRED, SECOND, code, log_in, mails, register, register_with, resend, says, says_at,
    says_invalid, says_taken, text, ticket, verified, verify,
};
use crate::support::concurrently;

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
        "id": session["user"]["id"], "email": email, "nickname": null, "default_img": null, "hasImage": false,
        "hasNickname": false, "hasWorld": false, "worldName": null, "language": "en", "roles": [],
        "deletionAt": null, "mutedUntil": null,
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
async fn refusals_of_a_registration() {
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
        "please double-check the required fields"
    );
    assert_eq!(
        reply.body["fields"][0]["message"],
        "Please enter your email."
    );

    let without = json!({ "email": "a@b.co", "password": PASSWORD });
    let reply = visitor.post("/api/user/email/register", without).await;
    let (ko, en) = (
        "자동 입력 방지 확인을 완료해 주세요.",
        "Please complete the captcha.",
    );
    says(&reply, "400 captcha_required", ko, en);
    let reply = register_with(&visitor, "", "a@b.co", PASSWORD).await;
    says(&reply, "400 captcha_required", ko, en);
    assert_eq!(app.count("select count(*) from kernel.account").await, 0);
    // The requests above have not used up the ticket.
    assert_eq!(
        register_with(&visitor, &unspent, "a@b.co", PASSWORD)
            .await
            .line(),
        "201"
    );
    app.stop().await;
}

#[tokio::test]
async fn an_address_belongs_to_the_account_that_verifies_it() {
    let app = TestApp::start().await;
    verified(&app, "taken@b.co").await;
    says_taken(&register(&app, "taken@b.co", PASSWORD).await);
    says_taken(&register(&app, "TAKEN@b.co", OTHER_PASSWORD).await);
    assert_eq!(log_in(&app, "taken@b.co", PASSWORD).await.line(), "200");

    assert_eq!(app.count("select count(*) from kernel.account").await, 1);
    assert_eq!(app.count("select count(*) from kernel.sign_up").await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_registration_continues_with_its_password() {
    let app = TestApp::start().await;
    let email = "slow@b.co";
    register(&app, email, PASSWORD).await;
    // The same person continues, with the code that is still valid.
    app.advance(MINUTE);
    let again = register(&app, email, PASSWORD).await;
    assert_eq!(again.line(), "201");
    let wait = again.payload()["resendAfterSeconds"].as_i64().unwrap();
    assert!((235..=241).contains(&wait), "{wait}");
    let first = code(&app, email, 1).await;
    app.advance(4 * MINUTE);
    assert_eq!(mails(&app, email), 1);
    assert_eq!(register(&app, email, PASSWORD).await.line(), "201");
    let second = code(&app, email, 2).await;
    assert_ne!(first, second);
    assert_eq!(app.count("select count(*) from kernel.sign_up").await, 1);

    app.advance(24 * HOUR);
    assert_eq!(
        log_in(&app, email, PASSWORD).await.line(),
        "404 user_not_exist",
        "given up after a day"
    );
    says_invalid(&verify(&app, email, &second).await);
    assert_eq!(resend(&app, email).await.line(), "404 user_not_exist");
    assert_eq!(register(&app, email, OTHER_PASSWORD).await.line(), "201");
    let third = code(&app, email, 3).await;
    assert_eq!(verify(&app, email, &third).await.line(), "200");
    app.advance(MINUTE);
    assert_eq!(
        log_in(&app, email, PASSWORD).await.line(),
        "401 password_unmatch"
    );
    app.advance(MINUTE);
    assert_eq!(log_in(&app, email, OTHER_PASSWORD).await.line(), "200");
    assert_eq!(app.count("select count(*) from kernel.account").await, 1);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_concurrent_registrations_create_one_account() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let mut tickets = Vec::new();
    for _ in 0..20 {
        tickets.push(ticket(&visitor).await);
    }
    let replies = concurrently(tickets.into_iter().map(|ticket| {
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
async fn generic_errors_mask_account_existence() {
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
    app.advance(SECOND);
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
    app.eventually("the owner is notified once", async || {
        mails(&app, "known@b.co") == 2
    })
    .await;
    register(&app, "known@b.co", OTHER_PASSWORD).await;
    assert_eq!(mails(&app, "known@b.co"), 2, "and not again");
    app.stop().await;
}

#[tokio::test]
async fn kr_is_an_alias_of_korean() {
    let app = TestApp::start().await;
    let visitor = app.visitor().with_header("x-language", "en");
    for (given, stored) in [("kr", "ko"), ("ko", "ko"), ("en", "en")] {
        let email = format!("{given}.person@b.co");
        let body = json!({
            "email": email, "password": PASSWORD, "language": given, "captcha": ticket(&visitor).await,
        });
        let reply = visitor.post("/api/user/email/register", body).await;
        assert_eq!(reply.line(), "201", "{given}");
        let code = code(&app, &email, 1).await;
        verify(&app, &email, &code).await;
        let session = log_in(&app, &email, PASSWORD).await;
        assert_eq!(session.payload()["user"]["language"], stored, "{given}");
        let me = app
            .visitor()
            .with_token(&text(&session.payload()["accessToken"]));
        let set = me
            .put("/api/user/language", json!({ "language": given }))
            .await;
        assert_eq!(*set.payload(), json!({ "language": stored }));
    }
    let korean = app.visitor().with_header("x-language", "kr");
    let refused = register_with(&korean, "", "", PASSWORD).await;
    assert_eq!(refused.body["message"], "필수 항목을 다시 확인해 주세요.");
    for wrong in ["", "fr", "KR", "ko-KR"] {
        let body = json!({ "email": "a@b.co", "password": PASSWORD, "language": wrong });
        let reply = visitor.post("/api/user/email/register", body).await;
        assert_eq!(reply.line(), "422 validation_failed", "{wrong}");
        assert_eq!(reply.body["fields"][0]["field"], "language");
    }
    app.stop().await;
}
