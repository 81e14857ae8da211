//! `/api/user/avatars2` and `/api/v2/avatars/…`: the choice of an avatar, its view, its token, its portrait, gear, and VRM files.

mod choosing;
mod gear;
mod leaving;
mod portrait;
mod rooms;
pub(crate) mod vrm;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply};

const CHOOSE: &str = "/api/user/avatars2";
pub(crate) const GEAR: &str = "/api/v2/avatars/gear";
pub(crate) const VRM: &str = "/api/v2/avatars/vrm";
pub(crate) const TOKEN: &str = "/api/v2/avatars/token";

/// A look with this hair style.
pub(crate) fn look(hair: &str) -> Value {
    json!({
        "body": "slim", "skin": "honey", "face": "bright", "hair": hair, "hairColor": "red", "top": "teal",
        "topStyle": "hoodie", "bottom": "navy", "bottomStyle": "jeans",
    })
}

async fn choose(by: &Client, hair: &str) -> Reply {
    by.put(CHOOSE, look(hair)).await
}

async fn view(by: &Client, of: &Client) -> Value {
    let reply = by.get(&format!("/api/v2/avatars/users/{}", of.id)).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload().clone()
}

/// Wears an item in a slot; `null` takes off what is worn.
async fn wear(by: &Client, slot: &str, item: Value) -> Reply {
    by.put(GEAR, json!({ "slot": slot, "itemId": item })).await
}
