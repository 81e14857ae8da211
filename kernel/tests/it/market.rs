//! `/api/v2/market/…`: listings, offers, purchases, and what ends them.

mod browse;
mod ends;
mod fair;
mod model;
mod offers;
mod races;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply, TestApp};

use crate::friends::befriend;
use crate::items::{assert_items_consistent, granted};
use crate::user::text;
use crate::wallet_admin;

const BASE: &str = "/api/v2/market";

/// Retries like a client while the machine is too busy; a refused attempt writes nothing.
async fn patiently(client: &Client, method: &str, path: &str, body: &Value) -> Reply {
    let path = format!("{BASE}/{path}");
    let bytes = (!body.is_null()).then(|| body.to_string().into_bytes());
    for _ in 0..5 {
        let reply = client.send(method, &path, bytes.clone()).await;
        if reply.status != 503 && reply.status != 429 {
            return reply;
        }
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
    }
    client.send(method, &path, bytes).await
}

pub(crate) async fn list(client: &Client, item: &str, price: Value) -> Reply {
    let body = json!({ "itemId": item, "price": price, "duration": "7d", "agreed": true });
    patiently(client, "POST", "listings", &body).await
}

/// Lists an item; returns the listing's id.
pub(crate) async fn listed(client: &Client, item: &str, price: u64) -> String {
    let reply = list(client, item, json!(price)).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    text(&reply.payload()["listingId"])
}

async fn quote(client: &Client, listing: &str) -> Reply {
    patiently(
        client,
        "POST",
        &format!("listings/{listing}/quote"),
        &Value::Null,
    )
    .await
}

async fn buy_at(client: &Client, listing: &str, quote: &Value) -> Reply {
    let body = json!({ "quote": quote, "agreed": true });
    patiently(client, "POST", &format!("listings/{listing}/buy"), &body).await
}

/// Buys at the current price.
pub(crate) async fn buy(client: &Client, listing: &str) -> Reply {
    let quoted = quote(client, listing).await;
    if quoted.status != 200 {
        return quoted;
    }
    buy_at(client, listing, quoted.payload()).await
}

async fn offer(client: &Client, item: &str, price: Value) -> Reply {
    let body = json!({ "itemId": item, "price": price, "duration": "3d", "agreed": true });
    patiently(client, "POST", "offers", &body).await
}

/// Makes an offer; returns its id.
pub(crate) async fn offered(client: &Client, item: &str, price: u64) -> String {
    let reply = offer(client, item, json!(price)).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    text(&reply.payload()["offerId"])
}

async fn accept_at(client: &Client, offer: &str, version: u64, wit: u64) -> Reply {
    let body = json!({ "version": version, "priceHundredths": wit * 100, "agreed": true });
    patiently(client, "POST", &format!("offers/{offer}/accept"), &body).await
}

/// The names of the fields of a problem.
fn fields(reply: &Reply) -> Vec<String> {
    let named = reply.fields().into_iter();
    named
        .map(|field| field.split(':').next().unwrap_or_default().to_owned())
        .collect()
}

/// Balance and held amount, in hundredths.
async fn wit(client: &Client) -> (i64, i64) {
    let reply = client.get("/api/v2/wallet").await;
    let number = |name: &str| reply.payload()[name].as_i64().unwrap();
    (number("balanceHundredths"), number("heldHundredths"))
}

async fn owner(app: &TestApp, item: &str) -> Value {
    let reply = app.visitor().get(&format!("/api/v2/items/{item}")).await;
    reply.payload()["owner"]["nickname"].clone()
}

async fn seen(client: &Client, item: &str) -> Value {
    let reply = client.get(&format!("{BASE}/items/{item}")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload().clone()
}

/// A seller with an item, and two buyers with 1,000 WIT each.
struct Scene {
    app: TestApp,
    keeper: Client,
    mina: Client,
    theo: Client,
    sora: Client,
    lantern: String,
}

impl Scene {
    async fn open() -> Self {
        let app = TestApp::start().await;
        let keeper = app.administrator().await;
        let (mina, theo) = (app.person("mina").await, app.person("theo").await);
        let sora = app.person("sora").await;
        for buyer in [&theo, &sora] {
            wallet_admin::give(&app, buyer.id, 100_000).await;
        }
        let lantern = granted(&keeper, "lantern", "mina").await;
        Self {
            app,
            keeper,
            mina,
            theo,
            sora,
            lantern,
        }
    }

    /// Gives the collection of the granted items a maker with a royalty.
    async fn royalty(&self, maker: Uuid, royalty_bp: i32) {
        sqlx::query("update plugin_items.collection set maker_id = $1, royalty_bp = $2")
            .bind(maker)
            .bind(royalty_bp)
            .execute(self.app.owner())
            .await
            .unwrap();
    }

    async fn fee(&self, fee_bp: i64) {
        let rules = self
            .keeper
            .get(&format!("{BASE}/rules"))
            .await
            .payload()
            .clone();
        let mut new = rules.clone();
        new["feeBp"] = json!(fee_bp);
        let reply = self.keeper.put(&format!("{BASE}/rules"), new).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
    }

    /// Checks the market, WIT and items, and stops the kernel.
    async fn close(self) {
        assert_market_consistent(&self.app).await;
        self.app.stop().await;
    }
}

/// Open listings and no others have locks, open offers and no others have open mandates, and each sale is one payment of
/// its parts and one provenance link.
pub(crate) async fn assert_market_consistent(app: &TestApp) {
    app.eventually("all events are handled", async || {
        app.count("select count(*) from kernel.delivery where subscriber in ('market', 'items')")
            .await
            == 0
    })
    .await;
    let locks = "select count(*) from (
        (select item_id, id::text from plugin_market.listing where status = 'open'
         except select id, lock_key from plugin_items.item where lock_plugin = 'market' and lock_by = 'listing')
        union all
        (select id, lock_key from plugin_items.item where lock_plugin = 'market'
         except select item_id, id::text from plugin_market.listing where status = 'open')) x";
    assert_eq!(app.count(locks).await, 0, "locks and listings differ");
    let versions =
        "select count(*) from plugin_market.listing l join plugin_items.item i on i.id = l.item_id
        where l.status = 'open' and (l.item_version <> i.links or l.seller_id <> i.owner_id)";
    assert_eq!(
        app.count(versions).await,
        0,
        "a listing is of another version"
    );
    let mandates = "select count(*) from (
        (select mandate_id from plugin_market.offer where status = 'open'
         except select id from ledger.mandate where source = 'market' and state = 0)
        union all
        (select id from ledger.mandate where source = 'market' and state = 0
         except select mandate_id from plugin_market.offer where status = 'open')
        union all
        (select mandate_id from plugin_market.offer where status = 'accepted'
         except select id from ledger.mandate where source = 'market' and state = 1)
        union all
        (select id from ledger.mandate where source = 'market' and state = 1
         except select mandate_id from plugin_market.offer where status = 'accepted')) x";
    assert_eq!(app.count(mandates).await, 0, "mandates and offers differ");
    let payments = "select count(*) from plugin_market.sale s where s.price <> (
        select coalesce(sum(t.amount), 0) from generate_series(1, 3) n
        join ledger.transfer t on t.id = ledger.leg_id(s.payment_id, n))";
    assert_eq!(app.count(payments).await, 0, "a sale is not its payment");
    let links = "select count(*) from (
        (select item_id, provenance_seq, 'sale:' || id from plugin_market.sale
         except select item_id, seq, reference from plugin_items.provenance where kind = 'sold')
        union all
        (select item_id, seq, reference from plugin_items.provenance where kind = 'sold'
         except select item_id, provenance_seq, 'sale:' || id from plugin_market.sale)) x";
    assert_eq!(app.count(links).await, 0, "chains and sales differ");
    let statistics = "select count(*) from (
        (select collection_id, sum(price)::bigint, count(*) from plugin_market.sale where not is_wash group by 1
         except select id, volume, sales from plugin_market.collection)
        union all
        (select id, volume, sales from plugin_market.collection where sales > 0
         except select collection_id, sum(price)::bigint, count(*) from plugin_market.sale where not is_wash group by 1)) x";
    assert_eq!(
        app.count(statistics).await,
        0,
        "statistics and sales differ"
    );
    assert_items_consistent(app).await;
    wallet_admin::assert_ledger_consistent(app).await;
}

#[tokio::test]
async fn an_item_is_listed_and_bought_with_its_royalty_and_fee() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    scene.royalty(sora.id, 333).await;
    scene.fee(250).await;
    let listing = listed(mina, &scene.lantern, 101).await;
    let quoted = quote(theo, &listing).await;
    let terms = quoted.payload();
    let parts = [
        "priceHundredths",
        "feeHundredths",
        "royaltyHundredths",
        "sellerReceivesHundredths",
    ]
    .map(|part| terms[part].as_i64().unwrap());
    // 2.525 and 3.3633 WIT, rounded down.
    assert_eq!(parts, [10_100, 252, 336, 9_512]);
    assert_eq!(
        (&terms["rulesVersion"], &terms["itemVersion"]),
        (&json!(2), &json!(1))
    );
    let light = json!({ "isOwned": true, "isFree": true, "isFunded": true, "isFresh": true, "isAllowed": true });
    assert_eq!(terms["liveness"], light);
    let bought = buy_at(theo, &listing, terms).await;
    assert_eq!(bought.line(), "200", "{}", bought.body);
    assert_eq!(bought.payload()["provenanceSeq"], 2);
    assert_eq!(owner(&scene.app, &scene.lantern).await, "theo");
    assert_eq!(
        (wit(mina).await, wit(theo).await, wit(sora).await),
        ((9_512, 0), (89_900, 0), (100_336, 0))
    );
    let again = buy_at(theo, &listing, terms).await;
    assert_eq!(again.line(), "409 listing_sold");
    let path = format!("listings/{listing}");
    let own = patiently(mina, "DELETE", &path, &Value::Null).await;
    for (reply, sentence) in [
        (again, "You have already bought this item."),
        (quote(sora, &listing).await, "Someone else bought this"),
        (own, "This item was sold."),
    ] {
        let read = text(&reply.body["language"]["en"]);
        assert!(read.starts_with(sentence), "{read}");
    }
    let history = theo
        .get(&format!("{BASE}/items/{}/sales", scene.lantern))
        .await;
    let sale = &history.payload()["items"][0];
    assert_eq!(
        (&sale["seller"]["nickname"], &sale["isWash"]),
        (&json!("mina"), &json!(false))
    );
    assert!(sale["paymentId"].is_string());
    let public = scene
        .app
        .visitor()
        .get(&format!("{BASE}/items/{}/sales", scene.lantern))
        .await;
    assert!(public.payload()["items"][0]["paymentId"].is_null());
    // The receipt links the sale to its payment for everybody, and names no person.
    let path = format!("{BASE}/sales/{}", text(&sale["saleId"]));
    let receipt = scene.app.visitor().get(&path).await;
    assert_eq!(receipt.line(), "200", "{}", receipt.body);
    assert_eq!(receipt.payload()["paymentId"], sale["paymentId"]);
    let statement: Value =
        serde_json::from_str(receipt.payload()["statement"].as_str().unwrap()).unwrap();
    assert_eq!(
        (
            &statement["payment"],
            &statement["priceHundredths"],
            &statement["royaltyHundredths"]
        ),
        (&sale["paymentId"], &json!(10_100), &json!(336))
    );
    let shown = receipt.body.to_string();
    for person in [mina, theo, sora] {
        assert!(!shown.contains(&person.id.to_string()), "{shown}");
    }
    assert!(!shown.contains("mina") && !shown.contains("theo"));
    let again = theo.get(&path).await;
    assert_eq!(again.payload(), receipt.payload(), "always the same");
    let transfers = "select count(*) from plugin_market.sale s join generate_series(1, 3) n on true
        join ledger.transfer t on t.id = ledger.leg_id(s.payment_id, n)";
    assert_eq!(scene.app.count(transfers).await, 3);
    scene.close().await;
}

#[tokio::test]
async fn prices_and_items_that_cannot_be_listed_are_refused() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    for wrong in [
        json!(0),
        json!(-1),
        json!(0.5),
        json!(1_000_001),
        json!(1_000_000_000_000_000_000_u64),
        json!("10"),
        Value::Null,
    ] {
        let reply = list(mina, &scene.lantern, wrong.clone()).await;
        assert_eq!(reply.line(), "422 validation_failed", "{wrong}");
        assert_eq!(fields(&reply), ["price"]);
    }
    let body = json!({ "itemId": scene.lantern, "price": 1, "duration": "2d", "agreed": true });
    let reply = patiently(mina, "POST", "listings", &body).await;
    assert_eq!(reply.line(), "422 validation_failed");
    let body = json!({ "itemId": scene.lantern, "price": 1, "duration": "1d", "agreed": false });
    let reply = patiently(mina, "POST", "listings", &body).await;
    assert_eq!(reply.line(), "422 agreement_required");
    assert_eq!(
        list(theo, &scene.lantern, json!(5)).await.line(),
        "403 not_item_owner"
    );
    assert_eq!(list(mina, "x", json!(5)).await.line(), "404 item_not_found");
    // An item is in one place: a gift cannot be listed, and what is listed cannot be given away.
    befriend(mina, (theo, "theo")).await;
    let gift = crate::gifts::new_gift("item", json!(scene.lantern), theo.id);
    let sent = mina.post("/api/v2/gift/create", gift.clone()).await;
    assert_eq!(sent.line(), "201");
    assert_eq!(
        list(mina, &scene.lantern, json!(5)).await.line(),
        "409 item_awaiting_acceptance"
    );
    let answer = json!({ "airdropId": sent.payload()["airdropId"], "approve": false });
    theo.post("/api/v2/gift/handle", answer).await;
    listed(mina, &scene.lantern, 5).await;
    assert_eq!(
        list(mina, &scene.lantern, json!(6)).await.line(),
        "409 item_listed"
    );
    let given = mina.post("/api/v2/gift/create", gift).await;
    assert_eq!(given.line(), "409 already_rock_item");
    scene.close().await;
}

#[tokio::test]
async fn a_quote_fills_exactly_or_names_what_has_changed() {
    let scene = Scene::open().await;
    let (mina, theo, sora) = (&scene.mina, &scene.theo, &scene.sora);
    let listing = listed(mina, &scene.lantern, 100).await;
    let quoted = quote(theo, &listing).await.payload().clone();
    // It is for one person and one listing, and every value is signed.
    assert_eq!(
        buy_at(sora, &listing, &quoted).await.line(),
        "422 quote_invalid"
    );
    for field in ["priceHundredths", "feeHundredths", "itemVersion"] {
        let mut forged = quoted.clone();
        forged[field] = json!(forged[field].as_i64().unwrap() + 1);
        assert_eq!(
            buy_at(theo, &listing, &forged).await.line(),
            "422 quote_invalid",
            "{field}"
        );
    }
    let body = json!({ "quote": quoted, "agreed": false });
    let path = format!("listings/{listing}/buy");
    let reply = patiently(theo, "POST", &path, &body).await;
    assert_eq!(reply.line(), "422 agreement_required");
    let change = json!({ "price": 110 });
    let changed = patiently(mina, "PUT", &format!("listings/{listing}"), &change).await;
    assert_eq!(changed.payload()["priceHundredths"], 11_000);
    let late = buy_at(theo, &listing, &quoted).await;
    assert_eq!(
        (late.line().as_str(), fields(&late)),
        ("409 quote_changed", vec!["priceHundredths".to_owned()])
    );
    assert_eq!(wit(theo).await, (100_000, 0));
    let fresh = quote(theo, &listing).await.payload().clone();
    scene.app.advance(std::time::Duration::from_secs(61));
    assert_eq!(
        buy_at(theo, &listing, &fresh).await.line(),
        "409 quote_expired"
    );
    // Neither the seller nor a person without WIT can buy it.
    assert_eq!(quote(mina, &listing).await.line(), "409 own_listing");
    let poor = scene.app.person("poor").await;
    assert_eq!(buy(&poor, &listing).await.line(), "409 insufficient_wit");
    assert_eq!(owner(&scene.app, &scene.lantern).await, "mina");
    let cancelled = patiently(mina, "DELETE", &format!("listings/{listing}"), &Value::Null).await;
    assert_eq!(cancelled.payload()["status"], "cancelled");
    assert_eq!(quote(theo, &listing).await.line(), "409 listing_closed");
    scene.close().await;
}

#[tokio::test]
async fn the_list_is_searched_filtered_and_sorted() {
    let scene = Scene::open().await;
    let mina = &scene.mina;
    let gear = crate::items::granted_with(
        &scene.keeper,
        "goggles",
        "mina",
        json!({ "type": "photo", "name": { "ko": "별 고글", "en": "Star Goggles" } }),
    )
    .await;
    listed(mina, &scene.lantern, 30).await;
    listed(mina, &gear, 50).await;
    let names = async |query: &str| -> Vec<String> {
        let reply = scene
            .app
            .visitor()
            .get(&format!("{BASE}/listings?{query}"))
            .await;
        assert_eq!(reply.line(), "200", "{query}: {}", reply.body);
        let items = reply.payload()["items"].as_array().unwrap().clone();
        items
            .iter()
            .map(|row| text(&row["item"]["itemId"]))
            .collect()
    };
    let (lantern, gear) = (scene.lantern.clone(), gear);
    assert_eq!(
        names("sort=cheapest").await,
        [lantern.clone(), gear.clone()]
    );
    assert_eq!(names("sort=dearest").await, [gear.clone(), lantern.clone()]);
    assert_eq!(names("").await, [gear.clone(), lantern.clone()]);
    assert_eq!(names("q=star").await, std::slice::from_ref(&gear));
    assert_eq!(
        names("q=%EA%B3%A0%EA%B8%80").await,
        std::slice::from_ref(&gear)
    );
    assert_eq!(names("q=nothing").await, Vec::<String>::new());
    assert_eq!(names("type=photo").await, std::slice::from_ref(&gear));
    assert_eq!(names("maxPrice=30").await, std::slice::from_ref(&lantern));
    assert_eq!(
        names("minPrice=31&sort=ending").await,
        std::slice::from_ref(&gear)
    );
    assert_eq!(names("hasOffers=true").await, Vec::<String>::new());
    offered(&scene.theo, &lantern, 20).await;
    assert_eq!(
        names("hasOffers=true").await,
        std::slice::from_ref(&lantern)
    );
    // Pages continue behind the last row.
    for sort in ["newest", "cheapest", "dearest", "ending"] {
        let first = scene
            .app
            .visitor()
            .get(&format!("{BASE}/listings?sort={sort}&limit=1"))
            .await;
        let cursor = text(&first.payload()["nextCursor"]);
        let rest = names(&format!("sort={sort}&limit=1&cursor={cursor}")).await;
        assert_eq!(rest.len(), 1);
        assert_ne!(
            rest[0],
            text(&first.payload()["items"][0]["item"]["itemId"]),
            "{sort}"
        );
    }
    // People on either side of a block do not see each other's listings.
    let path = format!("/api/safety/blocks/{}", scene.sora.id);
    assert_eq!(mina.send("PUT", &path, None).await.line(), "200");
    let reply = scene.sora.get(&format!("{BASE}/listings")).await;
    assert_eq!(reply.payload()["items"], json!([]));
    assert!(seen(&scene.sora, &lantern).await["listing"].is_null());
    scene.close().await;
}
