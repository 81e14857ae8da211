//! The list of worlds, and its rate limit.

use std::collections::BTreeSet;

use serde_json::json;
use witverse_testing::{Reply, TestApp};

use super::check_name;
use crate::user::{says, says_at, text};

#[tokio::test]
async fn the_list_is_read_by_page_and_by_cursor() {
    let app = TestApp::start().await;
    let fill = "with w as (
            insert into plugin_worlds.world (id, name, owner_id, description_ko, description_en, hue, is_public,
                                             member_count, created_at)
            select gen_random_uuid(), 'w' || lpad(i::text, 4, '0'), gen_random_uuid(), '', '', i % 360,
                   i % 11 <> 0, i % 7 + 1, now()
            from generate_series(1, 275) i returning is_public)
        insert into plugin_worlds.tally (shard, public_worlds) select 0, count(*) from w where is_public";
    sqlx::query(fill).execute(app.owner()).await.unwrap();
    let visitor = app.visitor();
    let list = async |query: &str| visitor.get(&format!("/api/v3/worlds{query}")).await;
    let names = |reply: &Reply| -> Vec<(i64, String)> {
        let items = reply.payload()["items"].as_array().unwrap();
        items
            .iter()
            .map(|item| {
                (
                    item["memberCount"].as_i64().unwrap(),
                    text(&item["worldName"]),
                )
            })
            .collect()
    };

    let first = list("").await;
    let payload = first.payload();
    assert_eq!(
        (&payload["page"], &payload["limit"], &payload["total"]),
        (&json!(1), &json!(20), &json!(250))
    );
    let mut by_page = Vec::new();
    for page in 1..=13 {
        let reply = list(&format!("?page={page}")).await;
        assert_eq!(reply.payload()["nextCursor"].is_null(), page == 13);
        by_page.extend(names(&reply));
    }
    assert_eq!(by_page.len(), 250);
    assert!(
        by_page.is_sorted_by_key(|(members, _)| -members),
        "most members first"
    );
    assert_eq!(
        by_page.iter().collect::<BTreeSet<_>>().len(),
        250,
        "each once"
    );
    assert!(names(&list("?page=14").await).is_empty());
    assert!(names(&list("?page=100&limit=100").await).is_empty());

    for limit in [1, 99, 100] {
        let mut by_cursor = Vec::new();
        let mut reply = list(&format!("?limit={limit}")).await;
        loop {
            by_cursor.extend(names(&reply));
            let Some(cursor) = reply.payload()["nextCursor"].as_str().map(str::to_owned) else {
                break;
            };
            reply = list(&format!("?limit={limit}&cursor={cursor}&page=7")).await;
            assert_eq!(reply.payload()["total"], 250);
        }
        assert_eq!(by_cursor, by_page, "the same list, {limit} at a time");
    }

    let deep = list("?page=101").await;
    says(
        &deep,
        "422 page_too_deep",
        "더 뒤의 목록은 커서로 이어서 불러와 주세요.",
        "Please continue with the cursor for pages this deep.",
    );
    let cursor = (
        "cursor",
        "올바른 커서가 아닙니다.",
        "This is not a cursor of this list.",
    );
    for bad in ["x", "!!", "Zm9v", "WzEsMl0", "bnVsbA", "W10"] {
        says_at(&list(&format!("?cursor={bad}")).await, &[cursor]);
    }
    let limits = (
        "limit",
        "1~100 사이의 값이어야 합니다.",
        "This must be between 1 and 100.",
    );
    says_at(&list("?limit=0").await, &[limits]);
    says_at(&list("?limit=101").await, &[limits]);
    says_at(
        &list("?page=0").await,
        &[(
            "page",
            "1 이상의 값이어야 합니다.",
            "This must be 1 or more.",
        )],
    );
    for invalid in [
        "?limit=x",
        "?limit=-1",
        "?limit=1.5",
        "?page=99999999999999999999",
        "?page=%00",
    ] {
        assert_eq!(
            list(invalid).await.line(),
            "422 validation_failed",
            "{invalid}"
        );
    }
    app.stop().await;
}

#[tokio::test]
async fn the_rate_limit_of_a_route_applies() {
    let app = TestApp::with(|config| config.http.route_rate_factor = 1).await;
    let (person, other) = (app.person("mina").await, app.person("theo").await);
    let mut slowed = None;
    for n in 0..40 {
        let reply = check_name(&person, &format!("name{n}")).await;
        if reply.status == 429 {
            slowed = Some(reply);
            break;
        }
        assert_eq!(reply.line(), "200");
    }
    let slowed = slowed.expect("ten a second are allowed");
    assert_eq!(slowed.line(), "429 too_many_requests");
    assert_eq!(slowed.header("retry-after"), Some("1"));
    assert_eq!(
        check_name(&other, "free").await.line(),
        "200",
        "others are not"
    );
    app.stop().await;
}
