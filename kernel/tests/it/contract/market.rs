//! The operations of the market: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::Contract;
use crate::user::text;

const BASE: &str = "/api/v2/market";

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let keeper = app.with_role("broker", "admin").await;
    let (seller, buyer) = (app.person("gaon").await, app.person("haru").await);
    crate::wallet_admin::give(app, buyer.id, 100_000).await;
    let first = crate::items::granted(&keeper, "to-sell", "gaon").await;
    let second = crate::items::granted(&keeper, "to-offer-for", "gaon").await;
    let listing = listings(contract, (&seller, &buyer), &first).await;
    purchase(contract, (&seller, &buyer), &listing).await;
    offers(contract, (&seller, &buyer), &second).await;
    lists(contract, app, &buyer, &first).await;
    supervision(contract, (&keeper, &buyer), &first).await;
}

async fn listings(
    contract: &mut Contract,
    (seller, buyer): (&Client, &Client),
    item: &str,
) -> String {
    let path = format!("{BASE}/listings");
    let new = |item: &str, price: Value, agreed: bool| json!({ "itemId": item, "price": price, "duration": "7d", "agreed": agreed });
    for (who, body) in [
        (seller, json!({})),
        (seller, new(item, json!(0), true)),
        (seller, new(item, json!(10), false)),
        (seller, new("x", json!(10), true)),
        (buyer, new(item, json!(10), true)),
    ] {
        contract.call(who, "POST", &path, body).await;
    }
    let made = contract
        .call(seller, "POST", &path, new(item, json!(10), true))
        .await;
    contract
        .call(seller, "POST", &path, new(item, json!(10), true))
        .await;
    let one = format!("{path}/{}", text(&made.payload()["listingId"]));
    for (who, path, body) in [
        (
            seller,
            one.as_str(),
            json!({ "price": 12, "duration": "1d" }),
        ),
        (seller, one.as_str(), json!({ "price": -1 })),
        (buyer, one.as_str(), json!({ "price": 12 })),
        (seller, "/api/v2/market/listings/x", json!({ "price": 12 })),
    ] {
        contract.call(who, "PUT", path, body).await;
    }
    for who in [buyer, seller, seller] {
        contract.call(who, "DELETE", &one, Value::Null).await;
    }
    let again = contract
        .call(seller, "POST", &path, new(item, json!(10), true))
        .await;
    for query in [
        "",
        "?q=lantern&sort=cheapest",
        "?sort=x",
        "?minPrice=1&maxPrice=20&hasOffers=false",
        "?limit=0",
        "?page=101",
    ] {
        contract
            .call(buyer, "GET", &format!("{path}{query}"), Value::Null)
            .await;
    }
    text(&again.payload()["listingId"])
}

async fn purchase(contract: &mut Contract, (seller, buyer): (&Client, &Client), listing: &str) {
    let one = format!("{BASE}/listings/{listing}");
    let quote = format!("{one}/quote");
    contract.call(seller, "POST", &quote, Value::Null).await;
    contract
        .call(
            buyer,
            "POST",
            &format!("{BASE}/listings/x/quote"),
            Value::Null,
        )
        .await;
    let quoted = contract.call(buyer, "POST", &quote, Value::Null).await;
    let mut forged = quoted.payload().clone();
    forged["priceHundredths"] = json!(100);
    let buy = format!("{one}/buy");
    for body in [
        json!({}),
        json!({ "quote": forged, "agreed": true }),
        json!({ "quote": quoted.payload(), "agreed": false }),
        json!({ "quote": quoted.payload(), "agreed": true }),
        json!({ "quote": quoted.payload(), "agreed": true }),
    ] {
        contract.call(buyer, "POST", &buy, body).await;
    }
}

async fn offers(contract: &mut Contract, (seller, buyer): (&Client, &Client), item: &str) {
    let path = format!("{BASE}/offers");
    let new = |item: &str, price: i64| json!({ "itemId": item, "price": price, "duration": "3d", "agreed": true });
    for (who, body) in [
        (buyer, json!({})),
        (buyer, new("x", 5)),
        (seller, new(item, 5)),
        (buyer, new(item, 900_000)),
    ] {
        contract.call(who, "POST", &path, body).await;
    }
    let made = contract.call(buyer, "POST", &path, new(item, 5)).await;
    contract.call(buyer, "POST", &path, new(item, 6)).await;
    let id = text(&made.payload()["offerId"]);
    let one = format!("{path}/{id}");
    for who in [buyer, seller] {
        contract
            .call(who, "PUT", &one, json!({ "price": 6, "duration": "1y" }))
            .await;
        contract
            .call(
                who,
                "GET",
                &format!("{BASE}/items/{item}/offers"),
                Value::Null,
            )
            .await;
        for direction in ["sent", "received", "x"] {
            let path = format!("{BASE}/mine/offers?direction={direction}");
            contract.call(who, "GET", &path, Value::Null).await;
        }
    }
    contract
        .call(buyer, "POST", &format!("{one}/reject"), Value::Null)
        .await;
    contract
        .call(seller, "POST", &format!("{one}/reject"), Value::Null)
        .await;
    let made = contract.call(buyer, "POST", &path, new(item, 7)).await;
    let one = format!("{path}/{}", text(&made.payload()["offerId"]));
    contract.call(seller, "DELETE", &one, Value::Null).await;
    contract.call(buyer, "DELETE", &one, Value::Null).await;
    contract
        .call(buyer, "POST", &format!("{path}/cancel-all"), Value::Null)
        .await;
    let made = contract.call(buyer, "POST", &path, new(item, 8)).await;
    let accept = format!("{path}/{}/accept", text(&made.payload()["offerId"]));
    let seen = |version: i64| json!({ "version": version, "priceHundredths": 800, "agreed": true });
    for (who, body) in [
        (seller, json!({})),
        (buyer, seen(1)),
        (seller, seen(2)),
        (seller, seen(1)),
        (seller, seen(1)),
    ] {
        contract.call(who, "POST", &accept, body).await;
    }
    let sales = contract
        .call(
            buyer,
            "GET",
            &format!("{BASE}/items/{item}/sales"),
            Value::Null,
        )
        .await;
    let sale = text(&sales.payload()["items"][0]["saleId"]);
    for id in [sale.as_str(), "x"] {
        let path = format!("{BASE}/sales/{id}");
        contract.call(seller, "GET", &path, Value::Null).await;
    }
}

async fn lists(contract: &mut Contract, app: &TestApp, buyer: &Client, item: &str) {
    let visitor = app.visitor();
    for path in [
        format!("items/{item}"),
        "items/x".to_owned(),
        format!("items/{item}/sales"),
        format!("items/{item}/offers?limit=0"),
        "rules".to_owned(),
    ] {
        for who in [buyer, &visitor] {
            contract
                .call(who, "GET", &format!("{BASE}/{path}"), Value::Null)
                .await;
        }
    }
    for path in [
        "listings",
        "sales",
        "sales?side=sold",
        "sales?side=x",
        "watches",
        "searches",
    ] {
        let path = format!("{BASE}/mine/{path}");
        for who in [buyer, &visitor] {
            contract.call(who, "GET", &path, Value::Null).await;
        }
    }
    for id in [item, "x"] {
        let path = format!("{BASE}/items/{id}/watch");
        contract.call(buyer, "PUT", &path, Value::Null).await;
        contract
            .call(buyer, "GET", &format!("{BASE}/mine/watches"), Value::Null)
            .await;
        contract.call(buyer, "DELETE", &path, Value::Null).await;
    }
    let searches = format!("{BASE}/mine/searches");
    let new = json!({ "name": "lights", "q": "lantern", "type": "gear", "minPrice": 1, "hasOffers": true, "sort": "ending" });
    let made = contract.call(buyer, "POST", &searches, new).await;
    for body in [
        json!({ "name": "" }),
        json!({ "name": "far", "world": "nowhere" }),
    ] {
        contract.call(buyer, "POST", &searches, body).await;
    }
    contract.call(buyer, "GET", &searches, Value::Null).await;
    for id in [text(&made.payload()["searchId"]), "x".to_owned()] {
        contract
            .call(buyer, "DELETE", &format!("{searches}/{id}"), Value::Null)
            .await;
    }
}

async fn supervision(contract: &mut Contract, (keeper, buyer): (&Client, &Client), item: &str) {
    let view = contract
        .call(buyer, "GET", &format!("{BASE}/items/{item}"), Value::Null)
        .await;
    let collection = text(&view.payload()["item"]["collectionId"]);
    for id in [collection.as_str(), "x"] {
        let path = format!("{BASE}/collections/{id}");
        for part in ["", "/sales", "/offers"] {
            contract
                .call(buyer, "GET", &format!("{path}{part}"), Value::Null)
                .await;
        }
        let reason = json!({ "ko": "확인 중", "en": "Under review" });
        for body in [
            json!({ "isHalted": true }),
            json!({ "isHalted": true, "reason": reason }),
            json!({ "isHalted": false }),
        ] {
            contract
                .call(keeper, "PUT", &format!("{path}/halt"), body)
                .await;
        }
    }
    let rules = format!("{BASE}/rules");
    let current = contract
        .call(keeper, "GET", &rules, Value::Null)
        .await
        .payload()
        .clone();
    let mut wrong = current.clone();
    wrong["feeBp"] = json!(-1);
    for body in [current.clone(), current, wrong, json!({})] {
        contract.call(keeper, "PUT", &rules, body).await;
    }
    for log in ["rules/history", "halts"] {
        for query in ["", "?limit=0", "?page=1000"] {
            let path = format!("{BASE}/{log}{query}");
            contract.call(keeper, "GET", &path, Value::Null).await;
        }
    }
}
