//! The operations on the caller's account: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::{Client, PASSWORD, TestApp};

use super::Contract;
use crate::account::authenticator::Authenticator;
use crate::account::second_factor::{authenticator, code};
use crate::account::{MINUTE, client_of, email, log_in};
use crate::user::{text, ticket};

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    app.person("sora").await;
    let sora = client_of(app, &log_in(app, "sora", PASSWORD).await);
    reading(contract, &sora).await;
    proving(contract, app, &sora).await;
    passkeys(contract, app, &sora).await;
    app_codes(contract, app, &sora).await;
    links(contract, app, &sora).await;
    sessions(contract, app, &sora).await;
    privacy(contract, app, &sora).await;
    passwords(contract, app, &sora).await;
}

async fn reading(contract: &mut Contract, sora: &Client) {
    for path in [
        "/api/account/security",
        "/api/account/sessions",
        "/api/account/activity",
        "/api/account/activity?limit=1",
        "/api/account/activity?limit=x",
        "/api/account/activity/verify",
        "/api/account/export",
        "/api/account/export/download",
    ] {
        contract.call(sora, "GET", path, Value::Null).await;
    }
}

async fn proving(contract: &mut Contract, app: &TestApp, sora: &Client) {
    let path = "/api/account/reauthenticate";
    contract
        .call(sora, "POST", path, json!({ "password": "Wrong5$horse" }))
        .await;
    contract
        .call(sora, "POST", path, json!({ "password": PASSWORD }))
        .await;
    app.advance(MINUTE / 60);
    contract
        .call(sora, "POST", path, json!({ "password": PASSWORD }))
        .await;
}

async fn passkeys(contract: &mut Contract, app: &TestApp, sora: &Client) {
    let mut phone = Authenticator::new(7);
    let begun = contract
        .call(sora, "POST", "/api/account/passkeys/start", json!({}))
        .await;
    let options = &begun.payload()["options"];
    let new = json!({
        "ticket": begun.payload()["ticket"], "name": "phone", "credential": phone.create(options),
    });
    let finish = "/api/account/passkeys/finish";
    let added = contract.call(sora, "POST", finish, new.clone()).await;
    contract.call(sora, "POST", finish, new).await;
    for (client, start, finish) in [
        (
            app.visitor(),
            "/api/user/login/passkey/start",
            "/api/user/login/passkey/finish",
        ),
        (
            sora.clone(),
            "/api/account/reauthenticate/passkey/start",
            "/api/account/reauthenticate/passkey/finish",
        ),
    ] {
        let begun = contract.call(&client, "POST", start, json!({})).await;
        let credential = phone.get(&begun.payload()["options"]);
        let body = json!({ "ticket": begun.payload()["ticket"], "credential": credential });
        contract.call(&client, "POST", finish, body.clone()).await;
        contract.call(&client, "POST", finish, body).await;
    }
    let path = format!("/api/account/passkeys/{}", text(&added.payload()["id"]));
    for name in ["tablet", ""] {
        contract
            .call(sora, "PATCH", &path, json!({ "name": name }))
            .await;
    }
    contract.call(sora, "DELETE", &path, Value::Null).await;
    contract.call(sora, "DELETE", &path, Value::Null).await;
}

async fn app_codes(contract: &mut Contract, app: &TestApp, sora: &Client) {
    let confirm = "/api/account/totp/confirm";
    contract
        .call(sora, "POST", confirm, json!({ "code": "1" }))
        .await;
    let setup = contract
        .call(sora, "POST", "/api/account/totp/start", json!({}))
        .await;
    let totp = authenticator(setup.payload());
    contract
        .call(sora, "POST", confirm, json!({ "code": "1" }))
        .await;
    contract
        .call(sora, "POST", confirm, json!({ "code": code(app, &totp) }))
        .await;
    app.advance(MINUTE / 2);
    let credentials = json!({ "email": email("sora"), "password": PASSWORD });
    let asked = contract
        .call(&app.visitor(), "POST", "/api/user/login", credentials)
        .await;
    let ticket = &asked.payload()["secondFactor"]["ticket"];
    let second = "/api/user/login/second-factor";
    for given in ["12".to_owned(), code(app, &totp)] {
        let body = json!({ "ticket": ticket, "code": given });
        contract.call(&app.visitor(), "POST", second, body).await;
        app.advance(MINUTE / 60);
    }
    for _ in 0..2 {
        contract
            .call(sora, "DELETE", "/api/account/totp", Value::Null)
            .await;
        let renew = "/api/account/recovery-codes";
        contract.call(sora, "POST", renew, json!({})).await;
        if contract.seen.contains("POST /api/account/recovery-codes") {
            break;
        }
        let setup = sora.post("/api/account/totp/start", json!({})).await;
        let totp = authenticator(setup.payload());
        let body = json!({ "code": code(app, &totp) });
        assert_eq!(sora.post(confirm, body).await.line(), "200");
        contract.call(sora, "POST", renew, json!({})).await;
    }
    sora.send("DELETE", "/api/account/totp", None).await;
}

async fn links(contract: &mut Contract, app: &TestApp, sora: &Client) {
    let issued = contract
        .call(sora, "POST", "/api/user/login/code", json!({}))
        .await;
    let body = json!({ "code": issued.payload()["code"] });
    for action in ["describe", "redeem", "describe", "redeem"] {
        let path = format!("/api/user/login/code/{action}");
        contract
            .call(&app.visitor(), "POST", &path, body.clone())
            .await;
    }
}

async fn sessions(contract: &mut Contract, app: &TestApp, sora: &Client) {
    log_in(app, "sora", PASSWORD).await;
    let list = sora.get("/api/account/sessions").await;
    let other = list.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["current"] == false)
        .unwrap()
        .clone();
    let path = format!("/api/account/sessions/{}", text(&other["id"]));
    contract.call(sora, "DELETE", &path, Value::Null).await;
    contract.call(sora, "DELETE", &path, Value::Null).await;
    contract
        .call(
            sora,
            "POST",
            "/api/account/sessions/revoke-others",
            json!({}),
        )
        .await;
}

async fn privacy(contract: &mut Contract, app: &TestApp, sora: &Client) {
    let export = "/api/account/export";
    contract.call(sora, "POST", export, json!({})).await;
    app.eventually("the copy is made", async || {
        sora.get(export).await.payload()["state"] == "ready"
    })
    .await;
    contract.call(sora, "GET", export, Value::Null).await;
    contract
        .call(sora, "GET", "/api/account/export/download", Value::Null)
        .await;
    let deletion = "/api/account/deletion";
    contract.call(sora, "POST", deletion, json!({})).await;
    contract.call(sora, "DELETE", deletion, Value::Null).await;
    contract.call(sora, "DELETE", deletion, Value::Null).await;
}

async fn passwords(contract: &mut Contract, app: &TestApp, sora: &Client) {
    let visitor = app.visitor();
    let change = "/api/user/resetpw/popup";
    for (current, new) in [(PASSWORD, "weak"), (PASSWORD, "Harbour2@Song")] {
        let body = json!({ "current_password": current, "new_password": new });
        contract.call(sora, "POST", change, body).await;
    }
    let ask = "/api/user/email/resetpw";
    let address = email("sora");
    contract
        .call(&visitor, "POST", ask, json!({ "email": address }))
        .await;
    let captcha = ticket(&visitor).await;
    let body = json!({ "email": address, "captcha": captcha });
    contract.call(&visitor, "POST", ask, body).await;
    let link = || {
        let mails = app.app.mailer.mailbox(Some(&address));
        let text = mails.into_iter().map(|mail| mail.message.text);
        text.filter_map(|text| Some(text.split("&reset=").nth(1)?.lines().next()?.to_owned()))
            .next()
    };
    app.eventually("the link arrives", async || link().is_some())
        .await;
    let code = link().unwrap();
    let path = |code: &str| format!("/api/user/resetpw/{address}/{code}");
    contract
        .call(&visitor, "GET", &path("x"), Value::Null)
        .await;
    let confirmed = contract
        .call(&visitor, "GET", &path(&code), Value::Null)
        .await;
    for encoded in ["x", &code] {
        let given = json!({ "email": address, "encoded": encoded });
        contract
            .call(&visitor, "POST", "/api/user/resetpw/confirm", given)
            .await;
    }
    let body = json!({
        "email": address, "hashed": confirmed.payload()["hashed"], "new_password": PASSWORD,
    });
    for _ in 0..2 {
        contract
            .call(&visitor, "POST", "/api/user/resetpw/change", body.clone())
            .await;
    }
}
