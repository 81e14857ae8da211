//! Somebody's things, whose ids others know, and whose each call with an id in its address is.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use crate::crypto_addresses::Key;
use crate::http::Operation;
use crate::safety::report;
use crate::user::text;

/// What somebody has that others know the ids of.
pub(super) struct Things {
    owner: Client,
    passkey: String,
    session: String,
    wallet: String,
    decision: String,
    sanction: String,
    case: String,
    order: String,
    adjustment: String,
    item: String,
    alarm: String,
    notice: String,
    gift: String,
}

/// Whose a call's placeholder is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// Its owner's alone.
    Own,
    /// Nobody's but the staff's, whatever it names.
    Staff,
    /// It names whom the caller acts about; what is written is the caller's.
    About,
    /// It opens with what only a mailbox has.
    Proof,
    /// It opens with the signature of whoever it names.
    Signed,
    /// Everybody may see it.
    Public,
}

/// Places a call with an id; one that is not here fails its test.
pub(super) fn whose(operation: &Operation) -> Whose {
    let path = operation.path.as_str();
    match () {
        () if operation.about["x-role"].is_string() => Whose::Staff,
        () if path.starts_with("/api/account/") => Whose::Own,
        () if path.starts_with("/api/safety/decisions/") => Whose::Own,
        () if path.starts_with("/api/v2/wallet/orders/{") => Whose::Own,
        () if path.starts_with("/api/v2/gift/{") => Whose::Own,
        () if path.starts_with("/api/payments/{") => Whose::Signed,
        () if path.starts_with("/api/safety/blocks/{") => Whose::About,
        () if path.starts_with("/api/safety/mutes/{") => Whose::About,
        () if path.starts_with("/api/user/resetpw/{") => Whose::Proof,
        () if path.starts_with("/api/v2/profile/") => Whose::Public,
        // How whoever asks stands with somebody: it says nothing of the other's.
        () if path.starts_with("/api/v2/relationship/with/{") => Whose::About,
        () if path.starts_with("/api/v2/user/sns/{") => Whose::Public,
        // The placeholders say which of the caller's own are meant.
        () if path == "/api/item/inventory/craft/{a}/{b}" => Whose::About,
        () if path.starts_with("/api/v2/items/{id}") => Whose::Public,
        () if path.starts_with("/api/v2/user/inventory/paging/{") => Whose::Public,
        () if path.starts_with("/api/v2/mails/alarm/check/{") => Whose::About,
        () if path.starts_with("/api/v2/mails/alarm/{") => Whose::Own,
        () if path.starts_with("/api/x/probe/") => Whose::Public,
        () => panic!("{operation} has an id in its path: say in `whose` whose it is"),
    }
}

impl Things {
    pub(super) async fn of(app: &TestApp) -> Self {
        let owner = app.person("alice").await;
        let theo = app.person("theo").await;
        let keeper = app.administrator().await;
        let listed = owner.get("/api/account/sessions").await;
        let session = text(&listed.payload()["items"][0]["id"]);
        let passkey: uuid::Uuid = sqlx::query_scalar(
            "insert into kernel.passkey (id, account_id, credential_id, name, credential, created_at)
             values (gen_random_uuid(), $1, '\\x01', 'phone', '{}', now()) returning id",
        )
        .bind(owner.id)
        .fetch_one(app.owner())
        .await
        .unwrap();
        let key = Key::new(5);
        let wallets = "/api/account/wallets";
        let body = json!({ "address": key.address() });
        let asked = owner.post(&format!("{wallets}/challenge"), body).await;
        let signature = key.sign(&text(&asked.payload()["message"]));
        let body = json!({ "address": key.address(), "signature": signature });
        assert_eq!(owner.post(wallets, body).await.line(), "200");
        assert_eq!(report(&theo, owner.id, json!({})).await.line(), "201");
        let cases = keeper.get("/api/moderation/cases").await;
        let case = text(&cases.payload()["items"][0]["id"]);
        let sanctions = format!("/api/admin/users/{}/sanctions", owner.id);
        let body = json!({ "action": "warn", "reason": "because" });
        let passed = keeper.post(&sanctions, body).await;
        let sanction = text(&passed.payload()["sanctions"][0]["id"]);
        let decisions = owner.get("/api/safety/decisions").await;
        let decision = text(&decisions.payload()["items"][0]["id"]);
        for (what, about) in [("blocks", theo.id), ("mutes", theo.id)] {
            let path = format!("/api/safety/{what}/{about}");
            assert_eq!(owner.send("PUT", &path, None).await.line(), "200");
        }
        let reset = json!({ "email": "alice@test.witverse.dev", "captcha": crate::user::ticket(&app.visitor()).await });
        let asked = app.visitor().post("/api/user/email/resetpw", reset).await;
        assert_eq!(asked.line(), "200");
        let order = crate::payments::paid(app, &owner).await;
        let path = format!("/api/v2/wallet/orders/{order}/refund");
        let wanted = owner.post(&path, json!({ "reason": "because" })).await;
        assert_eq!(wanted.line(), "200");
        let body =
            json!({ "accountId": owner.id, "amountHundredths": 5, "reason": "a correction" });
        let proposed = keeper.post("/api/admin/adjustments", body).await;
        let adjustment = text(&proposed.payload()["id"]);
        let told = crate::mails::alarm(&owner, "hers", json!({}));
        let alarm = text(&crate::mails::raise(&theo, told).await["alarmId"]);
        let notice =
            json!({ "title": { "ko": "글", "en": "text" }, "body": { "ko": "글", "en": "text" } });
        let written = keeper.post("/api/v2/mails/admin/notices", notice).await;
        let notice = text(&written.payload()["noticeId"]);
        let item = crate::items::granted(&keeper, "hers", "alice").await;
        let sora = app.person("sora").await;
        crate::friends::befriend(&owner, (&sora, "sora")).await;
        let wrapped = crate::items::granted(&keeper, "wrapped", "alice").await;
        let body = crate::gifts::new_gift("item", json!(wrapped), sora.id);
        let given = owner.post("/api/v2/gift/create", body).await;
        let gift = text(&given.payload()["airdropId"]);
        app.eventually("mail and books are at rest", async || {
            app.count(
                "select (select count(*) from kernel.delivery) + (select count(*) from ledger.deferred)
                     + (select count(*) from kernel.ledger_check where findings <> '[]')",
            )
            .await
                == 0
        })
        .await;
        Self {
            order,
            adjustment,
            item,
            alarm,
            notice,
            gift,
            passkey: passkey.to_string(),
            session,
            wallet: key.address(),
            decision,
            sanction,
            case,
            owner,
        }
    }

    /// The call's address with ids of the owner's things in it.
    pub(super) fn address(&self, operation: &Operation) -> String {
        let mut address = operation.path.clone();
        let owner = self.owner.id.to_string();
        let things = [
            ("/passkeys/{id}", &self.passkey),
            ("/sessions/{id}", &self.session),
            ("/wallets/{address}", &self.wallet),
            ("/decisions/{id}", &self.decision),
            ("/sanctions/{id}", &self.sanction),
            ("/cases/{id}", &self.case),
            ("/orders/{id}", &self.order),
            ("/refunds/{orderId}", &self.order),
            ("/adjustments/{id}", &self.adjustment),
            ("/wallets/{accountId}", &owner),
            ("/payments/{provider}", &"sandbox".to_owned()),
            ("/users/{id}", &owner),
            ("/sns/{id}", &owner),
            ("/check/{id}", &owner),
            ("/things/{id}", &owner),
            ("/rooms/{room}", &owner),
            ("/blocks/{userId}", &owner),
            ("/mutes/{userId}", &owner),
            ("/roles/{role}", &"moderator".to_owned()),
            ("/words/{word}", &"admin".to_owned()),
            ("/user/{name}", &"alice".to_owned()),
            ("/with/{nickname}", &"alice".to_owned()),
            ("/craft/{a}", &"all".to_owned()),
            ("/all/{b}", &"all".to_owned()),
            ("/items/{id}", &self.item),
            ("/check/{type}", &"gift".to_owned()),
            ("/alarm/{id}", &self.alarm),
            ("/notices/{id}", &self.notice),
            ("/paging/{userId}", &owner),
            ("/gift/{airdropId}", &self.gift),
            ("/resetpw/{email}", &"alice@test.witverse.dev".to_owned()),
            ("/{encoded}", &"000000".to_owned()),
        ];
        for (place, id) in things {
            let name = place.split('{').next().unwrap();
            address = address.replace(place, &format!("{name}{id}"));
        }
        assert!(
            !address.contains('{'),
            "{operation}: `Things` has nothing to put there"
        );
        address
    }

    /// What the owner sees of their own.
    pub(super) async fn still_has(&self, app: &TestApp) -> Vec<Value> {
        let mut rows = Vec::new();
        for path in [
            "/api/safety/people",
            "/api/safety/reports",
            "/api/safety/decisions",
            "/api/account/sessions",
            "/api/account/wallets",
            "/api/account/activity",
            "/api/user/nickname",
            "/api/v2/wallet/orders",
            "/api/v2/wallet/history",
            "/api/v2/relationship/get/friends",
            "/api/item/inventory/craft/all/all",
            "/api/v2/gift/sent",
        ] {
            rows.push(self.owner.get(path).await.payload().clone());
        }
        rows.push(json!(
            app.count("select count(*) from kernel.passkey").await
        ));
        rows
    }
}
