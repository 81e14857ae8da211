//! Announcements: in both languages, by administrators, one of them pinned.

use serde_json::{Value, json};
use witverse_testing::Client;

use super::Town;
use crate::user::{says, text};

const BASE: &str = "/api/v2/world/announcements/agora";

fn new(words: &str) -> Value {
    json!({ "title": { "ko": words, "en": words }, "content": { "ko": "내용", "en": "Text" } })
}

async fn titles(by: &Client) -> (Value, Vec<String>) {
    let reply = by.get(BASE).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let items = reply.payload()["items"].as_array().unwrap();
    (
        reply.payload()["fixed"]["title"]["en"].clone(),
        items
            .iter()
            .map(|item| text(&item["title"]["en"]))
            .collect(),
    )
}

#[tokio::test]
async fn administrators_announce_in_both_languages() {
    let town = Town::start().await;
    assert_eq!(
        town.patron.post(BASE, new("x")).await.line(),
        "403 world_admins_only"
    );
    let refused =
        json!({ "title": { "ko": "제목", "en": " " }, "content": { "ko": "", "en": "x" } });
    let refused = town.admin.post(BASE, refused).await;
    says(
        &refused,
        "422 validation_failed",
        "필수 항목을 다시 확인해 주세요.",
        "please double-check the required fields",
    );
    assert_eq!(
        refused.fields(),
        [
            "title.en: This field is required.",
            "content.ko: This field is required."
        ]
    );
    let first = town.admin.post(BASE, new("first")).await;
    assert_eq!(first.line(), "201", "{}", first.body);
    let first = text(&first.payload()["announcementId"]);
    let second = town.owner.post(BASE, new("second")).await;
    let second = text(&second.payload()["announcementId"]);
    let visitor = town.app.visitor();
    let both = vec!["second".to_owned(), "first".to_owned()];
    assert_eq!(titles(&visitor).await, (Value::Null, both.clone()));

    let pin =
        async |by: &Client, id: &str| by.send("PUT", &format!("{BASE}/{id}/fixed"), None).await;
    assert_eq!(
        pin(&town.member, &first).await.line(),
        "403 world_admins_only"
    );
    assert_eq!(pin(&town.admin, &first).await.payload()["isFixed"], true);
    assert_eq!(pin(&town.owner, &second).await.payload()["isFixed"], true);
    assert_eq!(titles(&visitor).await, (json!("second"), both));
    assert_eq!(pin(&town.owner, &second).await.payload()["isFixed"], false);
    assert_eq!(titles(&visitor).await.0, Value::Null);
    pin(&town.owner, &second).await;

    let path = format!("{BASE}/{second}");
    let edited = town.admin.put(&path, new("changed")).await;
    assert_eq!(edited.payload()["title"]["ko"], "changed");
    assert_eq!(visitor.get(&path).await.payload()["isFixed"], true);
    assert_eq!(town.admin.send("DELETE", &path, None).await.line(), "200");
    assert_eq!(
        titles(&visitor).await,
        (Value::Null, vec!["first".to_owned()])
    );
    for reply in [
        visitor.get(&path).await,
        town.admin.send("DELETE", &path, None).await,
        pin(&town.admin, &second).await,
        town.admin.put(&path, new("x")).await,
    ] {
        assert_eq!(reply.line(), "404 announcement_not_found");
    }
    town.make_private().await;
    assert_eq!(visitor.get(BASE).await.line(), "401 unauthenticated");
    assert_eq!(town.guest.get(BASE).await.line(), "403 world_members_only");
    town.app.stop().await;
}
