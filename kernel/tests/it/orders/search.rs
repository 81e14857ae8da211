//! Products in the search box.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::{BASE, album, name, of_world, on_sale, random};
use crate::user::text;

async fn found(by: &Client, q: &str) -> Vec<Value> {
    let q: String = form_urlencoded::byte_serialize(q.as_bytes()).collect();
    let reply = by.get(&format!("{BASE}/products/search?q={q}")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["items"].as_array().unwrap().clone()
}

async fn titles(by: &Client, q: &str) -> Vec<String> {
    let found = found(by, q).await;
    found.iter().map(|one| text(&one["title"])).collect()
}

#[tokio::test]
async fn products_on_sale_are_found_by_name_and_random_items_stand_first() {
    let app = TestApp::start().await;
    let (keeper, visitor) = (app.administrator().await, app.visitor());
    let (mut stars, mut songs) = (random(3), album(2));
    stars["name"] = name("별빛 뽑기", "Starlight draw");
    songs["name"] = name("별빛 노래", "Starlight songs");
    let drawn = on_sale(&keeper, stars).await;
    let sung = on_sale(&keeper, songs.clone()).await;
    assert_eq!(titles(&visitor, "별빛").await, ["별빛 뽑기", "별빛 노래"]);
    let english = app.visitor().with_header("accept-language", "en");
    let first = &found(&english, "starlight dr").await[0];
    assert_eq!(
        (&first["title"], &first["text"]["en"], &first["link"]),
        (
            &json!("Starlight draw"),
            &json!("Random item"),
            &json!(format!("/order?product={drawn}"))
        )
    );
    for q in ["", "%", "starlight harbour"] {
        assert!(found(&visitor, q).await.is_empty(), "{q}");
    }
    // What is not on sale is not found, until it is again.
    for (is_open, expected) in [
        (false, vec!["별빛 뽑기"]),
        (true, vec!["별빛 뽑기", "별빛 노래"]),
    ] {
        let change = json!({
            "isOpen": is_open, "about": songs["about"], "won": 12_000, "witHundredths": 120_000,
        });
        let changed = keeper.put(&format!("{BASE}/products/{sung}"), change).await;
        assert_eq!(changed.line(), "200", "{}", changed.body);
        assert_eq!(titles(&visitor, "별빛").await, expected);
    }
    // The products of a person on either side of a block are left out, and their name.
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let mut harbour = random(3);
    harbour["name"] = name("항구 뽑기", "Harbour draw");
    let harbour = of_world(&mina, harbour).await;
    let path = format!("{BASE}/products/{harbour}");
    assert_eq!(titles(&theo, "항구").await.len(), 1);
    assert_eq!(
        theo.get(&path).await.payload()["seller"]["nickname"],
        "mina"
    );
    crate::community::block(&theo, &mina).await;
    assert!(found(&theo, "항구").await.is_empty());
    assert_eq!(theo.get(&path).await.payload()["seller"], Value::Null);
    app.stop().await;
}
