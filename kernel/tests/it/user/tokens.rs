//! Invalid tokens over HTTP: altered ones, other texts of ours, and well-formed ones for an ended session or another
//! account. Tokens with a valid signature and wrong content are tested in `identity/tokens/hostile.rs`.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE, URL_SAFE_NO_PAD};
use serde_json::json;
use uuid::Uuid;
use witverse_testing::{Client, PASSWORD, TestApp};

use super::{log_in, says_unauthenticated, text, ticket};

/// Every alteration that is possible without a key.
fn mangled(token: &str) -> Vec<String> {
    let parts: Vec<&str> = token.split('.').collect();
    let [head, body, signature] = parts[..] else {
        unreachable!("a token has three parts")
    };
    let bytes = URL_SAFE_NO_PAD.decode(signature).unwrap();
    let claims = String::from_utf8(URL_SAFE_NO_PAD.decode(body).unwrap()).unwrap();
    let encode = |text: &str| URL_SAFE_NO_PAD.encode(text);
    let mut all = Vec::new();
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        all.push(format!("{head}.{body}.{}", URL_SAFE_NO_PAD.encode(flipped)));
    }
    for length in 0..signature.len() {
        all.push(format!("{head}.{body}.{}", &signature[..length]));
    }
    for alg in [
        "none", "None", "NONE", "nOnE", "HS256", "HS512", "RS256", "ES256", "EdDSA", "",
    ] {
        let header = encode(&json!({ "alg": alg, "typ": "at+jwt" }).to_string());
        all.push(format!("{header}.{body}."));
        all.push(format!("{header}.{body}.{signature}"));
    }
    for (from, to) in [
        ("\"exp\":1", "\"exp\":9"),
        ("\"sub\":\"", "\"sub\":\"0"),
        ("witverse-api", "witverse"),
        ("}", "} "),
    ] {
        let changed = claims.replacen(from, to, 1);
        assert_ne!(changed, claims, "{from}");
        all.push(format!("{head}.{}.{signature}", encode(&changed)));
    }
    all.extend([
        String::new(),
        ".".into(),
        "..".into(),
        "...".into(),
        "....".into(),
        format!("{head}.{body}"),
        format!("{head}.{body}."),
        format!("{head}..{signature}"),
        format!(".{body}.{signature}"),
        format!("{token}."),
        format!(".{token}"),
        format!("{token}.{signature}"),
        format!("{token}.{body}.{signature}"),
        format!("{token}{token}"),
        format!("{token},{token}"),
        format!("{token} {token}"),
        format!("{head} .{body}.{signature}"),
        format!("{head}.\t{body}.{signature}"),
        format!("Bearer {token}"),
        format!("\"{token}\""),
        format!("{token}=="),
        format!("{head}=.{body}=.{signature}=="),
        format!("{head}.{body}.{}", URL_SAFE.encode(&bytes)),
        format!("{head}.{body}.{}", STANDARD.encode(&bytes)),
        token.replace('.', "%2E"),
        token.to_ascii_uppercase(),
        token.chars().rev().collect(),
        "null".into(),
        "undefined".into(),
        "{}".into(),
        "' or 1=1 --".into(),
        "../../etc/passwd".into(),
    ]);
    for bytes in [2 << 10, 4 << 10, 64 << 10, 1 << 20] {
        all.push("x".repeat(bytes));
        all.push(format!("{token}{}", "A".repeat(bytes)));
        all.push(format!("{}.{body}.{signature}", "A".repeat(bytes)));
        all.push(".".repeat(bytes));
    }
    all
}

/// One operation for signed-in people, one for everybody, one of a plugin: each refuses a bad token.
async fn is_refused(app: &TestApp, token: &str, why: &str) {
    let client = app.visitor().with_token(token);
    for path in ["/api/user/nickname", "/api/v3/worlds"] {
        let reply = client.get(path).await;
        let shown: String = why.chars().take(80).collect();
        assert_eq!(reply.line(), "401 unauthenticated", "{path}: {shown}");
        says_unauthenticated(&reply);
    }
}

async fn is_good(client: &Client) {
    let reply = client.get("/api/user/nickname").await;
    assert_eq!(reply.line(), "200");
}

#[tokio::test]
async fn hostile_tokens_are_refused() {
    let app = TestApp::start().await;
    let alice = app.person("alice").await;
    let good = alice.token().unwrap();
    is_good(&alice).await;
    let hostile = mangled(good);
    assert!(hostile.len() >= 300, "{}", hostile.len());
    for token in &hostile {
        assert_ne!(token, good);
        is_refused(&app, token, token).await;
    }
    // An invalid cookie makes the caller a visitor.
    for token in hostile
        .iter()
        .filter(|token| !token.contains(['\t', ' ', ',']))
    {
        let cookie = format!("witverse_access={token}");
        let webview = app.visitor().with_header("cookie", &cookie);
        says_unauthenticated(&webview.get("/api/user/nickname").await);
    }
    is_good(&alice).await;
    app.stop().await;
}

#[tokio::test]
async fn other_sealed_texts_are_not_tokens() {
    let app = TestApp::start().await;
    let alice = app.person("alice").await;
    let reply = log_in(&app, "alice@test.witverse.dev", PASSWORD).await;
    let code = alice.post("/api/user/login/code", json!({})).await;
    let passkey = alice.post("/api/account/passkeys/start", json!({})).await;
    let (visitor, ask) = (app.visitor(), "/api/user/login/passkey/start");
    let ceremony = visitor.post(ask, json!({})).await;
    let totp = alice.post("/api/account/totp/start", json!({})).await;
    let others = [
        ("a refresh token", reply.cookie("witverse_refresh").unwrap()),
        ("a device's mark", reply.cookie("witverse_device").unwrap()),
        ("a login code", text(&code.payload()["code"])),
        ("a passkey's ticket", text(&passkey.payload()["ticket"])),
        ("a login's ticket", text(&ceremony.payload()["ticket"])),
        ("a captcha's ticket", ticket(&app.visitor()).await),
        ("an authenticator's secret", text(&totp.payload()["secret"])),
        ("an id", alice.id.to_string()),
    ];
    for (what, other) in &others {
        is_refused(&app, other, what).await;
        // Nor as the signature or the claims of a token.
        let parts: Vec<&str> = alice.token().unwrap().split('.').collect();
        is_refused(&app, &format!("{}.{}.{other}", parts[0], parts[1]), what).await;
        is_refused(&app, &format!("{}.{other}.{}", parts[0], parts[2]), what).await;
    }
    // And a token is not accepted in place of these.
    let token = alice.token().unwrap();
    let cookie = format!("witverse_refresh={token}");
    let refreshed = app.visitor().with_header("cookie", &cookie);
    let refreshed = refreshed.send("POST", "/api/user/refresh", None).await;
    assert_eq!(refreshed.line(), "401 refresh_invalid");
    let redeem = json!({ "code": token });
    let redeemed = app
        .visitor()
        .post("/api/user/login/code/redeem", redeem)
        .await;
    assert_eq!(redeemed.line(), "401 login_code_invalid");
    let body = json!({ "ticket": token, "code": "123456" });
    let finished = app
        .visitor()
        .post("/api/user/login/second-factor", body)
        .await;
    assert_eq!(finished.line(), "401 ticket_invalid");
    is_good(&alice).await;
    app.stop().await;
}

#[tokio::test]
async fn a_token_is_valid_for_its_own_session_only() {
    let app = TestApp::start().await;
    let (alice, bob) = (app.person("alice").await, app.person("bob").await);
    let session = async |client: &Client| -> Uuid {
        let listed = client.get("/api/account/sessions").await;
        listed.payload()["items"][0]["id"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap()
    };
    let (hers, his) = (session(&alice).await, session(&bob).await);
    let tokens = &app.app.identity.tokens;
    let issue = |account: Uuid, session: Uuid| tokens.issue(account, session).unwrap();
    is_good(&app.visitor().with_token(&issue(alice.id, hers))).await;
    // All of them with a valid signature.
    for (why, token) in [
        ("her name on his session", issue(alice.id, his)),
        ("his name on her session", issue(bob.id, hers)),
        (
            "a session that never was",
            issue(alice.id, Uuid::from_u128(7)),
        ),
        ("nobody on her session", issue(Uuid::nil(), hers)),
        ("nobody at all", issue(Uuid::nil(), Uuid::nil())),
        ("a session's id for an account's", issue(hers, hers)),
        ("the other way round", issue(hers, alice.id)),
    ] {
        is_refused(&app, &token, why).await;
    }
    is_good(&alice).await;
    is_good(&bob).await;

    let phone = log_in(&app, "alice@test.witverse.dev", PASSWORD).await;
    let phone = app
        .visitor()
        .with_token(&text(&phone.payload()["accessToken"]));
    is_good(&phone).await;
    let ended = alice
        .post("/api/account/sessions/revoke-others", json!({}))
        .await;
    assert_eq!(ended.payload()["ended"], 1);
    is_refused(&app, phone.token().unwrap(), "ended from elsewhere").await;
    alice.send("POST", "/api/user/logout", None).await;
    is_refused(&app, alice.token().unwrap(), "logged out").await;
    is_refused(
        &app,
        &issue(alice.id, hers),
        "a fresh token of a session that is over",
    )
    .await;
    is_good(&bob).await;
    app.advance(std::time::Duration::from_secs(600));
    is_refused(&app, bob.token().unwrap(), "ten minutes old").await;
    is_good(&app.visitor().with_token(&issue(bob.id, his))).await;
    app.stop().await;
}
