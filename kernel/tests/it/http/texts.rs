//! Texts that people type: names and titles are one line, and lengths are counted as people count characters, in forms, rules and
//! tables alike.

use serde_json::{Value, json};

use crate::blocks::{OF_AGORA, new_block};
use crate::community::Town;

const FAMILY: &str = "👨\u{200d}👩\u{200d}👧\u{200d}👦";

#[tokio::test]
async fn titles_are_one_line_of_characters_as_people_count_them() {
    let town = Town::start().await;
    let both = |text: &str| json!({ "ko": text, "en": text });
    let block = |title: Value, name: &str| {
        let mut new = new_block(name);
        new["title"] = title;
        new["description"] = both(&FAMILY.repeat(300));
        (OF_AGORA.to_owned(), new)
    };
    let search = |name: &str| {
        let new = json!({ "name": name, "q": FAMILY.repeat(60) });
        ("/api/v2/market/mine/searches".to_owned(), new)
    };
    let announcement = |title: Value| {
        let new = json!({ "title": title, "content": both(&FAMILY.repeat(1000)) });
        ("/api/v2/world/announcements/agora".to_owned(), new)
    };
    let families = |count: usize| FAMILY.repeat(count);
    let collection = |name: &str| {
        let new = json!({
            "name": both(name), "description": both("a\nb"), "supply": null, "royaltyBp": 0, "imageFileId": null,
        });
        ("/api/v2/collections".to_owned(), new)
    };
    for ((path, good), (_, bad), (_, long), field) in [
        (
            block(both(&families(40)), "families"),
            block(both("a\nb"), "lines"),
            block(both(&families(41)), "long"),
            "title.ko",
        ),
        (
            search(&families(40)),
            search("a\tb"),
            search(&families(41)),
            "name",
        ),
        (
            announcement(both(&families(100))),
            announcement(json!({ "ko": "a\u{2028}b", "en": "a" })),
            announcement(both(&families(101))),
            "title.ko",
        ),
        (
            collection(&families(60)),
            collection("a\r\nb"),
            collection(&families(61)),
            "name.ko",
        ),
    ] {
        let made = town.admin.post(&path, good).await;
        assert_eq!(made.line(), "201", "{path}: {}", made.body);
        for wrong in [bad, long] {
            let refused = town.admin.post(&path, wrong).await;
            assert_eq!(refused.line(), "422 validation_failed", "{path}");
            assert_eq!(refused.body["fields"][0]["field"], field, "{path}");
        }
    }
    let listed = json!({ "nickname": "guest", "reason": FAMILY.repeat(200) });
    let listed = town.manage("blacklist", listed).await;
    assert_eq!(listed.line(), "201", "{}", listed.body);
    let report = json!({
        "userId": town.guest.id, "reason": "spam", "text": FAMILY.repeat(500), "subject": null, "block": false,
    });
    let reported = town.member.post("/api/safety/reports", report).await;
    assert!(reported.status.is_success(), "{}", reported.body);
    town.app.stop().await;
}
