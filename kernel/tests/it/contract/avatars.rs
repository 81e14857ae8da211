//! The operations of avatars: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::TestApp;
use witverse_testing::models::sample_model;

use super::Contract;
use crate::avatars::vrm::{own_avatar, uploaded};
use crate::avatars::{CHOOSE, GEAR, TOKEN, VRM, look};
use crate::files::{checked, upload};

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let (dora, visitor) = (app.person("dora").await, app.visitor());
    let (keeper, nameless) = (
        app.with_role("tailor", "admin").await,
        app.nameless("undressed").await,
    );
    for (by, body) in [
        (&visitor, look("bob")),
        (&nameless, look("bob")),
        (&dora, json!({})),
        (&dora, look("mohawk")),
        (&dora, look("bob")),
        (&dora, look("bob")),
        (&dora, look("long")),
    ] {
        contract.call(by, "PUT", CHOOSE, body).await;
    }
    for by in [&visitor, &nameless, &dora] {
        contract.call(by, "GET", TOKEN, Value::Null).await;
        for id in [dora.id.to_string(), keeper.id.to_string(), "7".to_owned()] {
            let path = format!("/api/v2/avatars/users/{id}");
            contract.call(by, "GET", &path, Value::Null).await;
        }
    }
    let more = json!({ "gear": { "slot": "head", "model": "crown" } });
    let crown = crate::items::granted_with(&keeper, "dora-crown", "dora", more.clone()).await;
    let others = crate::items::granted_with(&keeper, "tailor-crown", "tailor", more).await;
    for (by, body) in [
        (&dora, json!({ "slot": "head", "itemId": crown })),
        (&dora, json!({ "slot": "head" })),
        (&dora, json!({ "slot": "back", "itemId": crown })),
        (&dora, json!({ "slot": "head", "itemId": others })),
        (&dora, json!({ "slot": "head", "itemId": "7" })),
        (&dora, json!({ "slot": "foot" })),
        (&nameless, json!({ "slot": "head" })),
        (&visitor, json!({ "slot": "head" })),
    ] {
        contract.call(by, "PUT", GEAR, body).await;
    }
    let avatar = uploaded(app, &dora, own_avatar()).await;
    let refused = upload(&dora, "?purpose=vrm&name=a.vrm", sample_model(2)).await;
    let refused = refused.payload()["fileId"].clone();
    checked(app, &dora, refused.as_str().unwrap_or_default()).await;
    for (by, body) in [
        (&dora, json!({ "fileId": avatar })),
        (&dora, json!({ "fileId": avatar, "confirmed": true })),
        (&dora, json!({ "fileId": "7" })),
        (&dora, json!({ "fileId": refused })),
        (&dora, json!({ "fileId": 7 })),
        (&nameless, json!({})),
        (&visitor, json!({})),
    ] {
        contract.call(by, "PUT", VRM, body).await;
    }
    let path = format!("/api/v2/avatars/users/{}/vrm", dora.id);
    for (by, path) in [
        (&visitor, path.as_str()),
        (&dora, &path),
        (&keeper, &path),
        (&keeper, "/api/v2/avatars/users/7/vrm"),
    ] {
        contract.call(by, "DELETE", path, Value::Null).await;
    }
}
