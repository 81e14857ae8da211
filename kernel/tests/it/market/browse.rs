//! Lists of more listings than a page may examine: every matching listing is found, once, whatever is filtered.

use super::*;

const LISTINGS: i64 = 7_000;
const COLLECTION: &str = "01900000-0000-7000-c000-000000000001";

/// Listings of one collection: each 1,400th is a sound, a third have prices from 100 to 200 WIT.
async fn fill(app: &TestApp) {
    for statement in [
        "insert into plugin_market.collection (id, name_ko, name_en, royalty_bp)
         values ('01900000-0000-7000-c000-000000000001', '모음', 'Collection', 0)",
        "insert into plugin_market.listing (id, item_id, item_version, collection_id, item_type, name_ko, name_en, thumbnail,
             seller_id, price, fee_bp, royalty_bp, rules_version, status, has_offers, created_at, expires_at)
         select gen_random_uuid(), gen_random_uuid(), 1, '01900000-0000-7000-c000-000000000001',
                case when i % 1400 = 0 then 'audio' else 'gear' end, '등불', 'Lantern', '/x.svg', gen_random_uuid(),
                (case when i % 3 = 0 then 100 + i % 101 else 1000 end) * 100, 0, 0, 1, 'open', i % 700 = 0,
                now() - i * interval '1 second', now() + interval '30 days' - i * interval '1 second'
         from generate_series(1, 7000) i",
        "analyze plugin_market.listing",
    ] {
        sqlx::raw_sql(statement).execute(app.owner()).await.unwrap();
    }
}

/// All ids of a list in their order, and the number of its pages.
async fn all(client: &Client, query: &str) -> (Vec<String>, usize) {
    let (mut ids, mut pages, mut cursor) = (Vec::new(), 0, String::new());
    loop {
        let reply = client
            .get(&format!("{BASE}/listings?limit=100&{query}{cursor}"))
            .await;
        let page = reply.payload();
        ids.extend(
            page["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| text(&one["listingId"])),
        );
        pages += 1;
        assert!(pages < 200, "{query} does not end");
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return (ids, pages),
        }
    }
}

#[tokio::test]
async fn every_matching_listing_is_found_once() {
    let app = TestApp::start().await;
    fill(&app).await;
    let visitor = app.visitor();
    let audio = format!("collection={COLLECTION}&type=audio");
    for (query, condition, order) in [
        (
            audio.clone(),
            "item_type = 'audio'",
            "created_at desc, id desc",
        ),
        (
            format!("{audio}&sort=cheapest"),
            "item_type = 'audio'",
            "price, id",
        ),
        (
            format!("{audio}&sort=ending"),
            "item_type = 'audio'",
            "expires_at, id",
        ),
        (
            "minPrice=100&maxPrice=200".to_owned(),
            "price between 10000 and 20000",
            "created_at desc, id desc",
        ),
        (
            "minPrice=100&maxPrice=101&sort=ending".to_owned(),
            "price between 10000 and 10100",
            "expires_at, id",
        ),
        (
            "hasOffers=true&type=audio".to_owned(),
            "item_type = 'audio'",
            "created_at desc, id desc",
        ),
        ("sort=dearest".to_owned(), "true", "price desc, id desc"),
    ] {
        let expected = format!(
            "select id::text from plugin_market.listing where {condition} order by {order}"
        );
        let expected: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(expected))
            .fetch_all(app.owner())
            .await
            .unwrap();
        let (found, pages) = all(&visitor, &query).await;
        assert_eq!(found.len(), expected.len(), "{query}");
        assert_eq!(found, expected, "{query} on {pages} pages");
    }
    // A page that examined its rows without a match goes on.
    let none = visitor
        .get(&format!(
            "{BASE}/listings?collection={COLLECTION}&type=video"
        ))
        .await;
    assert_eq!(none.payload()["items"], json!([]));
    assert!(none.payload()["nextCursor"].is_string());
    let (found, pages) = all(&visitor, &format!("collection={COLLECTION}&type=video")).await;
    assert_eq!((found.len(), pages), (0, 3), "of {LISTINGS} listings");
    app.stop().await;
}

#[tokio::test]
async fn a_search_says_when_it_compared_the_newest_listings_only() {
    let app = TestApp::start().await;
    fill(&app).await;
    let visitor = app.visitor();
    let index = "insert into plugin_market.listing_term (term, listed_at, listing_id)
         select 'lantern', created_at, id from plugin_market.listing order by created_at desc, id desc
         offset $1 limit $2";
    let query = format!("{BASE}/listings?q=lantern&sort=cheapest&limit=1");
    for (offset, limit, searched) in [(0, 200, Value::Null), (200, 1, json!(200))] {
        sqlx::query(index)
            .bind(offset)
            .bind(limit)
            .execute(app.owner())
            .await
            .unwrap();
        let reply = visitor.get(&query).await;
        assert_eq!(reply.payload()["searched"], searched);
        assert_eq!(reply.payload()["items"].as_array().unwrap().len(), 1);
    }
    // A type that items do not have is no filter.
    let unknown = visitor.get(&format!("{BASE}/listings?type=nft")).await;
    assert_eq!(fields(&unknown), ["type"], "{}", unknown.body);
    let search = json!({ "name": "nft", "type": "nft" });
    let person = app.person("theo").await;
    let saved = person.post(&format!("{BASE}/mine/searches"), search).await;
    assert_eq!(fields(&saved), ["type"], "{}", saved.body);
    // Without words, and without a match.
    for query in ["sort=cheapest", "q=nothing", "q=%20"] {
        let reply = visitor.get(&format!("{BASE}/listings?{query}")).await;
        assert_eq!(reply.payload()["searched"], Value::Null, "{query}");
    }
    app.stop().await;
}
