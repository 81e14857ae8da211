//! `/sandbox/pay/{paymentId}`: the sandbox's page, its languages, and the authorization of its buttons.

use serde_json::json;
use witverse_kernel::config::PaymentProvider;
use witverse_testing::{Client, Reply, TestApp};

use super::{UNKNOWN_ID, act, order, paid, press, sandbox_state, state, wait_for_state};

fn html(reply: &Reply) -> String {
    String::from_utf8(reply.bytes.clone()).unwrap()
}

fn token(reply: &Reply) -> String {
    let html = html(reply);
    let rest = html
        .split("name=\"token\" value=\"")
        .nth(1)
        .expect("a form");
    rest.split('"').next().unwrap().to_owned()
}

fn browser(app: &TestApp, page: &Reply) -> Client {
    let cookie = page.cookie("witverse_sandbox").unwrap();
    app.visitor()
        .with_header("cookie", &format!("witverse_sandbox={cookie}"))
        .with_header("content-type", "application/x-www-form-urlencoded")
}

async fn send(client: &Client, id: &str, form: &str) -> Reply {
    let path = format!("/sandbox/pay/{id}");
    client.send("POST", &path, Some(form.into())).await
}

#[tokio::test]
async fn the_page_has_both_languages_and_no_external_resources() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    let path = format!("/sandbox/pay/{id}");
    let korean = app.visitor().get(&path).await;
    assert_eq!(korean.line(), "200");
    assert!(html(&korean).contains("결제 승인") && html(&korean).contains("1,400원"));
    assert!(html(&korean).contains("Witverse 100 WIT"));
    let asks = app.visitor().with_header("accept-language", "en-US");
    assert!(html(&asks.get(&path).await).contains("Approve"));
    let english = app.visitor().get(&format!("{path}?lang=en")).await;
    assert!(html(&english).contains("<html lang=\"en\">"));
    let policy = korean.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"));
    assert!(!html(&korean).contains("<script") && !html(&korean).contains("style=\""));
    let style = app.visitor().get("/sandbox/pay.css").await;
    assert_eq!(
        style.header("content-type"),
        Some("text/css; charset=utf-8")
    );
    for nobody in [UNKNOWN_ID, "7", "%00"] {
        let none = app.visitor().get(&format!("/sandbox/pay/{nobody}")).await;
        assert_eq!(none.status, 404);
        assert!(html(&none).contains("존재하지 않는 주문입니다."));
    }
    app.stop().await;
}

#[tokio::test]
async fn a_form_is_accepted_once_and_in_its_own_browser() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    let path = format!("/sandbox/pay/{id}");
    let (page, others) = (
        app.visitor().get(&path).await,
        app.visitor().get(&path).await,
    );
    let own = browser(&app, &page);
    let good = format!("token={}&press=approve", token(&page));
    let of_another = format!("token={}&press=approve", token(&others));
    for bad in [
        "press=approve".to_owned(),
        "token=&press=approve".to_owned(),
        format!("token={}&press=steal", token(&page)),
        format!("token={}", token(&page)),
        of_another.clone(),
        "\u{fffd}".into(),
    ] {
        let reply = send(&own, &id, &bad).await;
        assert_eq!(reply.status, 403, "{bad}");
        assert!(html(&reply).contains("role=\"alert\""));
    }
    let elsewhere = own.with_header("sec-fetch-site", "cross-site");
    assert_eq!(send(&elsewhere, &id, &good).await.status, 403);
    let without = app
        .visitor()
        .with_header("content-type", "application/x-www-form-urlencoded");
    assert_eq!(send(&without, &id, &good).await.status, 403);
    assert_eq!(sandbox_state(&app, &id).await, "ready");
    assert_eq!(send(&own, &id, &good).await.status, 303);
    assert_eq!(send(&own, &id, &good).await.status, 403, "once");
    wait_for_state(&app, &mina, &id, "paid").await;
    app.stop().await;
}

#[tokio::test]
async fn closed_orders_are_read_only() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let bought = paid(&app, &mina).await;
    for button in ["approve", "decline", "delay", "twice", "wrong-amount"] {
        assert_eq!(press(&app, &bought, button).await.status, 409, "{button}");
    }
    let given_up = order(&mina).await;
    // An earlier form of the page is rejected.
    let page = app.visitor().get(&format!("/sandbox/pay/{given_up}")).await;
    act(&mina, &given_up, "cancel").await;
    let form = format!("token={}&press=approve", token(&page));
    assert_eq!(
        send(&browser(&app, &page), &given_up, &form).await.status,
        409
    );
    let page = app.visitor().get(&format!("/sandbox/pay/{given_up}")).await;
    assert!(!html(&page).contains("<form"));
    assert_eq!(state(&mina, &given_up).await, "cancelled");
    app.stop().await;
}

#[tokio::test]
async fn the_sandbox_page_is_absent_with_a_real_provider() {
    let app = TestApp::with(|config| {
        config.payments.provider = PaymentProvider::Portone;
        config.payments.portone.secret = Some("secret".into());
        config.payments.portone.store_id = Some("store".into());
        config.payments.portone.channel_key = Some("channel".into());
        config.payments.portone.webhook_secret = Some("whsec_AAAAAAAAAAAAAAAAAAAAAAAA".into());
    })
    .await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    let page = app.visitor().get(&format!("/sandbox/pay/{id}")).await;
    assert!(!html(&page).contains("name=\"token\""));
    assert_ne!(
        app.visitor()
            .get("/sandbox/pay.css")
            .await
            .header("content-type"),
        Some("text/css; charset=utf-8")
    );
    let offers = mina.get("/api/v2/wallet/offers").await;
    assert_eq!(offers.payload()["provider"], json!("portone"));
    app.stop().await;
}
