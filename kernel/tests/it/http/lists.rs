//! Every list of the kernel: pages by number and by cursor, and totals.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp, TestPackage};

use crate::http::operations;
use crate::installs::Owner;
use crate::user::text;

/// The addresses of the lists, from the contract. Plugins refuse invalid values with another code.
async fn lists(app: &TestApp) -> Vec<String> {
    let listed = |about: &Value| {
        let takes = |name: &str| {
            about["parameters"].as_array().is_some_and(|parameters| {
                parameters
                    .iter()
                    .any(|parameter| parameter["name"] == name && parameter["in"] == "query")
            })
        };
        takes("cursor") && takes("limit") && about["tags"] == json!(["kernel"])
    };
    operations(app)
        .await
        .into_iter()
        .filter(|operation| operation.method == "GET" && listed(&operation.about))
        .map(|operation| operation.path)
        .collect()
}

async fn page(client: &Client, path: &str, query: &str) -> Value {
    let sign = if path.contains('?') { '&' } else { '?' };
    let reply = client.get(&format!("{path}{sign}{query}")).await;
    assert_eq!(reply.line(), "200", "{path} {query}");
    reply.payload().clone()
}

/// Checks a list of at most 100 rows; returns their number.
async fn check(client: &Client, path: &str) -> usize {
    let all = page(client, path, "limit=100").await;
    let items = all["items"].as_array().unwrap();
    assert_eq!(all["page"], 1, "{path}");
    assert_eq!(all["limit"], 100, "{path}");
    assert_eq!(all["total"], json!(items.len()), "{path}");
    assert!(all["nextCursor"].is_null(), "{path}");
    let mut cursor = String::new();
    for (at, item) in items.iter().enumerate() {
        let by_number = page(client, path, &format!("limit=1&page={}", at + 1)).await;
        let by_cursor = page(client, path, &format!("limit=1&page=7&cursor={cursor}")).await;
        let by_cursor = match at {
            // An empty cursor is none.
            0 => by_number.clone(),
            _ => by_cursor,
        };
        for (shown, number) in [(&by_number, at + 1), (&by_cursor, 1)] {
            assert_eq!(shown["items"], json!([item]), "{path} {at}");
            assert_eq!(shown["total"], json!(items.len()), "{path} {at}");
            assert_eq!(shown["limit"], 1, "{path}");
            if at > 0 {
                assert_eq!(shown["page"], json!(number), "{path}");
            }
            assert_eq!(
                shown["nextCursor"].is_null(),
                at + 1 == items.len(),
                "{path} {at}"
            );
        }
        cursor = by_number["nextCursor"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
    }
    let past = page(
        client,
        path,
        &format!("limit=1&page={}", items.len().max(1) + 1),
    )
    .await;
    assert_eq!(past["items"], json!([]), "{path}");
    assert!(past["nextCursor"].is_null(), "{path}");
    page(client, path, "page=100&limit=100").await;
    let sign = if path.contains('?') { '&' } else { '?' };
    for (query, line) in [
        ("page=101", "422 page_too_deep"),
        ("page=0", "400 invalid_query"),
        ("page=x", "400 invalid_query"),
        ("page=99999999999999999999", "400 invalid_query"),
        ("limit=0", "400 invalid_query"),
        ("limit=101", "400 invalid_query"),
        ("cursor=x", "400 invalid_query"),
    ] {
        let reply = client.get(&format!("{path}{sign}{query}")).await;
        assert_eq!(reply.line(), line, "{path} {query}");
    }
    items.len()
}

#[tokio::test]
async fn lists_have_pages_and_totals() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    for name in ["mina", "sora", "minho"] {
        let person = app.person(name).await;
        let path = format!("/api/safety/blocks/{}", person.id);
        keeper.put(&path, json!({})).await;
        app.advance(std::time::Duration::from_secs(1));
    }
    for word in ["zzzb", "zzza", "zzzc"] {
        let body = json!({ "word": word, "kind": "exact" });
        keeper.post("/api/admin/words", body).await;
    }
    let mut filled = Vec::new();
    let lists = lists(&app).await;
    assert!(lists.len() >= 13, "{lists:?}");
    let owner = Owner::of(&app, "tower").await;
    let install = owner.install(&TestPackage::new("1.0.0"), None).await;
    let events = owner.path(&format!("plugins/{}/events", text(&install["id"])));
    assert_eq!(check(&owner.client, &events).await, 1);
    for path in lists.into_iter().filter(|path| !path.contains('{')) {
        let path = match path.as_str() {
            // The delivered list is longer than what is counted.
            path if path.contains("words") => format!("{path}?search=zzz"),
            _ => path,
        };
        if check(&keeper, &path).await > 1 {
            filled.push(path);
        }
    }
    assert!(filled.len() >= 4, "{filled:?}");
    // A search goes over nicknames, then over emails.
    assert_eq!(check(&keeper, "/api/admin/users?search=min").await, 2);
    app.stop().await;
}

#[tokio::test]
async fn totals_are_counted_up_to_a_limit() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    sqlx::query(
        "insert into kernel.forbidden_word (word, kind)
         select 'zzz' || n, 'exact' from generate_series(1, 250) n",
    )
    .execute(app.owner())
    .await
    .unwrap();
    let path = "/api/admin/words?search=zzz";
    let shown = page(&keeper, path, "limit=100").await;
    assert_eq!(shown["total"], 200);
    let last = page(&keeper, path, "limit=100&page=3").await;
    assert_eq!(last["items"].as_array().unwrap().len(), 50);
    app.stop().await;
}
