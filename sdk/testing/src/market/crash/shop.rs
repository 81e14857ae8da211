//! The products of a run: an album that is restocked, and a random item.

use serde_json::{Value, json};

pub(super) const ORDERS: &str = "/api/v2/orders";
/// Units that the album begins with, and that are added at a time: few, so that people meet at the last one.
pub(super) const FEW: i64 = 5;
/// Units of each row of the random item, which gets no more.
pub(super) const MANY: i64 = 1_000;
const ART: &str = "/assets/plugins/items/items/moon-cat.svg";

/// The album, which is restocked, and the random item.
pub(super) fn products() -> [Value; 2] {
    let name = |ko: &str, en: &str| json!({ "ko": ko, "en": en });
    let item = json!({ "name": name("달", "Moon"), "type": "photo", "thumbnailUrl": ART });
    let mut row = item.clone();
    (row["weight"], row["stock"]) = (json!(1), json!(MANY));
    let product = |kind: &str, contents: Value| {
        json!({
            "kind": kind, "name": name("밤의 노래", "Night songs"), "about": name("설명", "About"),
            "won": 1_000, "witHundredths": 100, "contents": contents,
        })
    };
    let mut album = product("album", json!([item]));
    album["stock"] = json!(FEW);
    [album, product("random", json!([row, row]))]
}

pub(super) fn address() -> Value {
    json!({
        "recipient": "김하늘", "phone": "01012345678", "postalCode": "04524", "street": "서울 중구 세종대로 110",
        "detail": "3층", "isDefault": true,
    })
}
