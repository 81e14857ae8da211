//! Objects of a person with ids that others know, and the owner of each operation's path ids.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, TestApp};

use crate::crypto_addresses::Key;
use crate::http::Operation;
use crate::safety::report;
use crate::user::text;

/// Objects of a person whose ids other people know.
pub(super) struct OwnedObjects {
    owner: Client,
    passkey: String,
    session: String,
    wallet: String,
    decision: String,
    sanction: String,
    case: String,
    order: String,
    adjustment: String,
    appointment: String,
    rate_proposal: String,
    item: String,
    alarm: String,
    notice: String,
    gift: String,
    listing: String,
    offer: String,
    search: String,
    product: String,
    delivery_address: String,
    purchase: String,
    payment: String,
    world: String,
    membership: String,
    invitation: String,
    block: String,
    event: String,
    post: String,
    comment: String,
    announcement: String,
    file: Uuid,
}

/// The owner of an operation's path id.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum IdOwner {
    /// Only its owner.
    Own,
    /// Only moderators or administrators.
    Staff,
    /// It names the other person of the action; the written rows belong to the caller.
    About,
    /// It requires a token from a mail.
    Proof,
    /// It requires a signature.
    Signed,
    /// Visible to everybody.
    Public,
}

/// Classifies an operation with an id; a missing entry fails its test.
pub(super) fn id_owner(operation: &Operation) -> IdOwner {
    let path = operation.path.as_str();
    match () {
        () if operation.about["x-role"].is_string() => IdOwner::Staff,
        () if path.starts_with("/api/account/") => IdOwner::Own,
        () if path.starts_with("/api/files/{") => IdOwner::Own,
        () if path.starts_with("/api/safety/decisions/") => IdOwner::Own,
        () if path.starts_with("/api/v2/wallet/orders/{") => IdOwner::Own,
        () if path.starts_with("/api/v2/payments/{") => IdOwner::Own,
        () if path == "/api/v2/orders/products/{productId}" => match operation.method.as_str() {
            "GET" => IdOwner::Public,
            _ => IdOwner::Own,
        },
        () if path.starts_with("/api/v2/orders/products/{") => IdOwner::Own,
        () if path.starts_with("/api/v2/orders/draws/{") => IdOwner::Public,
        () if path.starts_with("/api/v2/orders/addresses/{") => IdOwner::Own,
        () if path.starts_with("/api/v2/orders/mine/{") => IdOwner::Own,
        () if path.starts_with("/api/v2/orders/sales/{") => IdOwner::Own,
        () if path.starts_with("/api/v2/gift/{") => IdOwner::Own,
        // Everybody may ask for a price and buy.
        () if path == "/api/v2/market/listings/{id}/quote" => IdOwner::About,
        () if path == "/api/v2/market/listings/{id}/buy" => IdOwner::About,
        () if path.starts_with("/api/v2/market/listings/{") => IdOwner::Own,
        () if path == "/api/v2/market/items/{id}/watch" => IdOwner::About,
        () if path.starts_with("/api/v2/market/items/{") => IdOwner::Public,
        () if path.starts_with("/api/v2/market/sales/{") => IdOwner::Public,
        () if path.starts_with("/api/v2/market/collections/{") => IdOwner::Public,
        () if path.starts_with("/api/v2/market/offers/{") => IdOwner::Own,
        () if path.starts_with("/api/v2/market/mine/searches/{") => IdOwner::Own,
        () if path.starts_with("/api/payments/{") => IdOwner::Signed,
        () if path.starts_with("/api/safety/blocks/{") => IdOwner::About,
        () if path.starts_with("/api/safety/mutes/{") => IdOwner::About,
        () if path.starts_with("/api/user/resetpw/{") => IdOwner::Proof,
        () if path == "/api/rooms/{id}/join" => IdOwner::Public,
        () if path.starts_with("/api/v2/profile/") => IdOwner::Public,
        // The caller's relation to a person: it reveals no data of the other person.
        () if path.starts_with("/api/v2/relationship/with/{") => IdOwner::About,
        () if path.starts_with("/api/v2/user/sns/{") => IdOwner::Public,
        // The path ids refer to the caller's own objects.
        () if path == "/api/item/inventory/craft/{a}/{b}" => IdOwner::About,
        () if path == "/api/v2/items/{id}/profile-image" => IdOwner::Own,
        () if path == "/api/v2/items/{id}/use" => IdOwner::Own,
        () if path == "/api/v2/items/{id}/escrow" => IdOwner::Own,
        () if path.starts_with("/api/v2/items/{id}") => IdOwner::Public,
        () if path == "/api/v2/avatars/users/{id}" => IdOwner::Public,
        () if path == "/api/v2/user/{id}/portrait" => IdOwner::Public,
        () if path.starts_with("/api/v2/collections/{id}") => match operation.method.as_str() {
            "GET" => IdOwner::Public,
            _ => IdOwner::Own,
        },
        // The world is private: its inside, its settings and its memberships are for its people only.
        () if path.starts_with("/api/v3/worlds/{id}/") => IdOwner::Own,
        // The plugins of a world are for its administrators.
        () if path.starts_with("/api/v3/worlds/{worldId}/plugin") => IdOwner::Own,
        // The world is private.
        () if path == "/api/v3/worlds/{worldId}/extensions" => IdOwner::Own,
        // Files of a plugin of the world.
        () if path == "/api/x/{id}/-/files/{name}" => IdOwner::Own,
        // The event takes place in a private world.
        () if path.starts_with("/api/v3/events/{id}") => IdOwner::Own,
        () if path == "/api/v3/meetup/{id}/detail" => IdOwner::Own,
        // A draft.
        () if path.starts_with("/api/v3/blocks/{id}") => IdOwner::Own,
        () if path.starts_with("/api/v3/worlds/basic-info/{") => IdOwner::Public,
        () if path.starts_with("/api/v3/invitations/{") => IdOwner::Own,
        () if path.starts_with("/api/v2/user/inventory/paging/{") => IdOwner::Public,
        () if path.starts_with("/api/v2/mails/alarm/check/{") => IdOwner::About,
        () if path.starts_with("/api/v2/mails/alarm/{") => IdOwner::Own,
        // Posts and announcements of a private world.
        () if path.starts_with("/api/v2/world/feed/") => IdOwner::Own,
        () if path.starts_with("/api/v2/world/announcements/") => IdOwner::Own,
        () if path.starts_with("/api/v2/comments/{") => match operation.method.as_str() {
            "DELETE" => IdOwner::Own,
            // The status is for moderators.
            "POST" if path.ends_with("/status") => IdOwner::Own,
            "POST" => IdOwner::About,
            _ => IdOwner::Public,
        },
        () if path.starts_with("/api/x/probe/") => IdOwner::Public,
        () => panic!("{operation} has an id in its path: classify it in `id_owner`"),
    }
}

impl OwnedObjects {
    pub(super) async fn of(app: &TestApp) -> Self {
        let owner = app.person("alice").await;
        let theo = app.person("theo").await;
        let keeper = app.administrator().await;
        let listed = owner.get("/api/account/sessions").await;
        let session = text(&listed.payload()["items"][0]["id"]);
        let passkey: Uuid = sqlx::query_scalar(
            "insert into kernel.passkey (id, account_id, credential_id, name, credential, created_at)
             values (gen_random_uuid(), $1, '\\x01', 'phone', '{}', now()) returning id",
        )
        .bind(owner.id)
        .fetch_one(app.owner())
        .await
        .unwrap();
        let file = sqlx::query_scalar(
            "insert into kernel.file (id, account_id, state, purpose, name, charged, created_at, changed_at)
             values (gen_random_uuid(), $1, 'uploading', 'any', 'hers.png', 0, now(), now()) returning id",
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
        let appointment: Uuid = sqlx::query_scalar(
            "insert into kernel.appointment (id, account_id, proposed_by, proposed_at)
             values (gen_random_uuid(), $1, $2, now()) returning id",
        )
        .bind(owner.id)
        .bind(keeper.id)
        .fetch_one(app.owner())
        .await
        .unwrap();
        let appointment = appointment.to_string();
        let body = json!({
            "hundredthsPerUsd": 20_000, "hundredthsPer1000Krw": 7_143, "note": "because",
        });
        let proposed = keeper.post("/api/admin/rate-proposals", body).await;
        let rate_proposal = text(&proposed.payload()["id"]);
        let new_alarm = crate::mails::alarm(&owner, "hers", json!({}));
        let alarm = text(&crate::mails::raise(&theo, new_alarm).await["alarmId"]);
        let notice =
            json!({ "title": { "ko": "글", "en": "text" }, "body": { "ko": "글", "en": "text" } });
        let written = keeper.post("/api/v2/mails/admin/notices", notice).await;
        let notice = text(&written.payload()["noticeId"]);
        let item = crate::items::granted(&keeper, "hers", "alice").await;
        let new = json!({ "worldName": "alices", "isPublic": false });
        let world = text(&owner.post("/api/v3/worlds", new).await.payload()["worldId"]);
        let path = format!("/api/v3/worlds/{world}/collections");
        let new = json!({ "name": { "ko": "봄", "en": "Spring" }, "quantity": 5, "price": 0 });
        let membership = text(&owner.post(&path, new).await.payload()["collectionId"]);
        let path = format!("/api/v3/worlds/{world}/invitation");
        let invitation = text(&owner.send("POST", &path, None).await.payload()["code"]);
        // A link works for everyone who has it, so the test uses one that was deleted.
        assert_eq!(owner.send("DELETE", &path, None).await.line(), "200");
        let path = format!("/api/v3/worlds/{world}/blocks");
        let new = crate::blocks::new_block("hers");
        let block = text(&owner.post(&path, new).await.payload()["blockId"]);
        let new = crate::blocks::new_block("hall");
        let hall = text(&owner.post(&path, new).await.payload()["blockId"]);
        let body = json!({ "version": 1 });
        let published = owner
            .post(&format!("/api/v3/blocks/{hall}/publish"), body)
            .await;
        assert_eq!(published.line(), "200", "{}", published.body);
        let new = crate::events::new_meetup(&hall, &crate::events::tomorrow(app));
        let event = text(&owner.post(crate::events::BASE, new).await.payload()["eventId"]);
        let body = json!({ "worldName": "alices", "text": "hers" });
        let written = owner.post("/api/v2/world/feed", body).await;
        let post = text(&written.payload()["feedId"]);
        let path = format!("/api/v2/world/feed/{post}/comments");
        let written = owner.post(&path, json!({ "text": "hers" })).await;
        let comment = text(&written.payload()["commentId"]);
        let words = json!({ "ko": "글", "en": "text" });
        let body = json!({ "title": words, "content": words });
        let path = "/api/v2/world/announcements/alices";
        let announcement = text(&owner.post(path, body).await.payload()["announcementId"]);
        let sora = app.person("sora").await;
        crate::friends::befriend(&owner, (&sora, "sora")).await;
        let wrapped = crate::items::granted(&keeper, "wrapped", "alice").await;
        let body = crate::gifts::new_gift("item", json!(wrapped), sora.id);
        let given = owner.post("/api/v2/gift/create", body).await;
        let gift = text(&given.payload()["airdropId"]);
        let for_sale = crate::items::granted(&keeper, "for-sale", "alice").await;
        let listing = crate::market::listed(&owner, &for_sale, 5).await;
        let soras = crate::items::granted(&keeper, "soras", "sora").await;
        crate::wallet_admin::give(app, owner.id, 10_000).await;
        let offer = crate::market::offered(&owner, &soras, 5).await;
        let body = json!({ "name": "hers" });
        let saved = owner.post("/api/v2/market/mine/searches", body).await;
        let search = text(&saved.payload()["searchId"]);
        let mut album = crate::orders::album(5);
        album["worldName"] = json!("alices");
        let product = crate::orders::on_sale(&owner, album).await;
        let delivery_address = crate::orders::saved(&owner, "04524").await;
        let placed = crate::orders::placed(&owner, &product, Some(&delivery_address)).await;
        let purchase = text(&placed["orderId"]);
        let payment = crate::orders::paid_by_card(app, &owner, &purchase).await;
        app.eventually("mail is sent, items are delivered, and the ledger has no deferred work", async || {
            app.count(
                "select (select count(*) from kernel.delivery) + (select count(*) from ledger.deferred)
                     + (select count(*) from kernel.timer where key like 'deliver:%')
                     + (select count(*) from kernel.ledger_check where findings <> '[]')",
            )
            .await
                == 0
        })
        .await;
        Self {
            file,
            order,
            adjustment,
            appointment,
            rate_proposal,
            item,
            alarm,
            notice,
            gift,
            listing,
            offer,
            search,
            product,
            delivery_address,
            purchase,
            payment,
            world,
            membership,
            invitation,
            block,
            event,
            post,
            comment,
            announcement,
            passkey: passkey.to_string(),
            session,
            wallet: key.address(),
            decision,
            sanction,
            case,
            owner,
        }
    }

    /// The operation's path with ids of the owner's objects.
    pub(super) fn address(&self, operation: &Operation) -> String {
        let mut address = operation.path.clone();
        let owner = self.owner.id.to_string();
        let file = self.file.to_string();
        let objects = [
            ("/passkeys/{id}", &self.passkey),
            ("/files/{id}", &file),
            ("/sessions/{id}", &self.session),
            ("/wallets/{address}", &self.wallet),
            ("/decisions/{id}", &self.decision),
            ("/sanctions/{id}", &self.sanction),
            ("/cases/{id}", &self.case),
            ("/orders/{id}", &self.order),
            ("/refunds/{orderId}", &self.order),
            ("/products/{productId}", &self.product),
            ("/addresses/{addressId}", &self.delivery_address),
            ("/mine/{orderId}", &self.purchase),
            ("/sales/{orderId}", &self.purchase),
            ("/sales/{saleId}", &self.listing),
            ("/draws/{itemId}", &self.item),
            ("/payments/{id}", &self.payment),
            ("/plugin-payments/{id}", &self.payment),
            ("/helpers/{userId}", &owner),
            ("/adjustments/{id}", &self.adjustment),
            ("/appointments/{id}", &self.appointment),
            ("/rate-proposals/{id}", &self.rate_proposal),
            ("/wallets/{accountId}", &owner),
            ("/payments/{provider}", &"sandbox".to_owned()),
            ("/users/{id}", &owner),
            ("/sns/{id}", &owner),
            ("/check/{id}", &owner),
            ("/things/{id}", &owner),
            ("/rooms/{room}", &owner),
            ("/rooms/{id}", &"probe:hall".to_owned()),
            ("/v3/blocks/{id}", &self.block),
            ("/v3/events/{id}", &self.event),
            ("/meetup/{id}", &self.event),
            ("/tickets/{ticketId}", &owner),
            ("/participants/{placeId}", &owner),
            ("/reviews/{reviewId}", &owner),
            ("/puzzle/{runId}", &owner),
            ("/blocks/{blockName}", &"hers".to_owned()),
            ("/versions/{version}", &"1".to_owned()),
            ("/blocks/{userId}", &owner),
            ("/mutes/{userId}", &owner),
            ("/roles/{role}", &"moderator".to_owned()),
            ("/words/{word}", &"admin".to_owned()),
            ("/forbidden-files/{digest}", &"0".repeat(64)),
            ("/plugin-packages/{digest}", &"0".repeat(64)),
            ("/plugin-publishers/{name}", &"acme".to_owned()),
            ("/keys/{key}", &"00".to_owned()),
            ("/user/{name}", &"alice".to_owned()),
            ("/user/{id}", &owner),
            ("/with/{nickname}", &"alice".to_owned()),
            ("/craft/{a}", &"all".to_owned()),
            ("/all/{b}", &"all".to_owned()),
            ("/items/{id}", &self.item),
            ("/items/{itemId}", &self.item),
            ("/collections/{id}", &self.membership),
            ("/collections/{membershipId}", &self.membership),
            ("/worlds/{id}", &self.world),
            ("/worlds/{worldId}", &self.world),
            ("/plugins/{id}", &"x-aaaaaaaaaaaa".to_owned()),
            ("/basic-info/{worldName}", &"alices".to_owned()),
            ("/invitations/{code}", &self.invitation),
            ("/kicks/{accountId}", &owner),
            ("/admins/{userId}", &owner),
            ("/blacklist/{userId}", &owner),
            ("/feed/{id}", &self.post),
            ("/fixed/{world}", &"alices".to_owned()),
            ("/announcements/{world}", &"alices".to_owned()),
            ("/alices/{id}", &self.announcement),
            ("/comments/{kind}", &"item".to_owned()),
            ("/item/{id}", &self.item),
            ("/{commentId}", &self.comment),
            ("/check/{type}", &"gift".to_owned()),
            ("/alarm/{id}", &self.alarm),
            ("/notices/{id}", &self.notice),
            ("/paging/{userId}", &owner),
            ("/gift/{airdropId}", &self.gift),
            ("/api/x/{id}", &"x-aaaaaaaaaaaa".to_owned()),
            ("/files/{name}", &"a.txt".to_owned()),
            ("/listings/{id}", &self.listing),
            ("/offers/{id}", &self.offer),
            ("/searches/{id}", &self.search),
            ("/resetpw/{email}", &"alice@test.witverse.dev".to_owned()),
            ("/{encoded}", &"000000".to_owned()),
        ];
        for (place, id) in objects {
            let name = place.split('{').next().unwrap();
            address = address.replace(place, &format!("{name}{id}"));
        }
        assert!(
            !address.contains('{'),
            "{operation}: `OwnedObjects` has nothing to put there"
        );
        address
    }

    /// The data that the owner reads through the API.
    pub(super) async fn owner_data(&self, app: &TestApp) -> Vec<Value> {
        let mut rows = Vec::new();
        for path in [
            "/api/safety/people",
            "/api/safety/reports",
            "/api/safety/decisions",
            "/api/account/sessions",
            "/api/account/wallets",
            "/api/files",
            "/api/account/activity",
            "/api/user/nickname",
            "/api/v2/wallet/orders",
            "/api/v2/wallet/history",
            "/api/v2/relationship/get/friends",
            "/api/item/inventory/craft/all/all",
            "/api/v2/gift/sent",
            "/api/v2/market/mine/listings",
            "/api/v2/market/mine/offers?direction=sent",
            "/api/v2/market/mine/searches",
            "/api/v2/worlds/my",
        ] {
            rows.push(self.owner.get(path).await.payload().clone());
        }
        rows.push(json!(
            app.count("select count(*) from kernel.passkey").await
        ));
        rows
    }
}
