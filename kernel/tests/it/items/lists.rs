//! Inventories: the caller's own items by type and state, giftable items, and what others see.

use super::*;

const OWN: &str = "/api/item/inventory/craft";

#[tokio::test]
async fn own_items_are_listed_by_type_and_state() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let mina = app.person("mina").await;
    let mut made = Vec::new();
    for n in 0..12 {
        let kind = ["gear", "photo", "audio"][n % 3];
        let key = format!("k{n}");
        made.push(granted_with(&keeper, &key, "mina", json!({ "type": kind })).await);
        app.advance(std::time::Duration::from_millis(1500));
    }
    for n in [0, 1] {
        lock(&mina, &made[n], mina.id, ("k", "placed"))
            .await
            .unwrap();
    }
    let used = json!({ "itemId": made[2], "owner": mina.id });
    serve(&mina, "use", used).await.unwrap();
    let check = async |filter: &str, expected: &[usize]| {
        let newest: Vec<String> = expected.iter().rev().map(|n| made[*n].clone()).collect();
        let path = format!("{OWN}/{filter}");
        let total = i64::try_from(expected.len()).unwrap();
        assert_eq!(
            listed(&mina, &path).await,
            (newest.clone(), total),
            "{filter}"
        );
        let (mut seen, mut address) = (Vec::new(), format!("{path}?limit=2"));
        loop {
            let reply = mina.get(&address).await;
            let payload = reply.payload();
            let items = payload["items"].as_array().unwrap().iter();
            seen.extend(items.map(|item| text(item.get("itemId").unwrap_or(&item["id"]))));
            let Some(cursor) = payload["nextCursor"].as_str() else {
                break;
            };
            address = format!("{path}?limit=2&cursor={cursor}");
        }
        assert_eq!(seen, newest, "{filter} by cursor");
    };
    check("all/all", &(0..12).collect::<Vec<_>>()).await;
    check("all/free", &(3..12).collect::<Vec<_>>()).await;
    check("all/locked", &[0, 1]).await;
    check("gear/all", &[0, 3, 6, 9]).await;
    check("gear/free", &[3, 6, 9]).await;
    check("photo/locked", &[1]).await;
    check("video/all", &[]).await;
    check("gift/item", &(3..12).collect::<Vec<_>>()).await;
    for wrong in ["things/all", "all/used", "all/x", "gear/"] {
        let reply = mina.get(&format!("{OWN}/{wrong}")).await;
        assert!([404, 422].contains(&reply.status.as_u16()), "{wrong}");
    }
    for query in ["limit=0", "limit=101", "page=101", "cursor=x"] {
        let reply = mina.get(&format!("{OWN}/all/all?{query}")).await;
        assert_eq!(reply.status, 422, "{query}");
    }
    let locked = mina.get(&format!("{OWN}/all/locked")).await;
    assert_eq!(
        locked.payload()["items"][0]["lock"],
        json!({ "by": "placed", "until": null })
    );
    let gifts = mina.get(&format!("{OWN}/gift/item?limit=1")).await;
    assert_eq!(
        gifts.payload()["items"][0],
        json!({
            "id": made[11], "thumbnail_url": "/assets/plugins/items/items/lantern.svg",
            "name": { "kr": "등불", "en": "Lantern" }, "type": "audio",
        })
    );
    let visitor = app.visitor();
    for path in ["all/all", "gift/item"] {
        let reply = visitor.get(&format!("{OWN}/{path}")).await;
        assert_eq!(reply.line(), "401 unauthenticated");
    }
    assert_items_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn others_see_items_without_their_locks() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let item = granted(&keeper, "a", "mina").await;
    lock(&mina, &item, mina.id, ("k", "placed")).await.unwrap();
    let path = format!("/api/v2/user/inventory/paging/{}?page=1&limit=20", mina.id);
    for client in [&mina, &theo, &app.visitor()] {
        assert_eq!(listed(client, &path).await, (vec![item.clone()], 1));
        let reply = client.get(&path).await;
        let shown = &reply.payload()["items"][0];
        assert_eq!(shown["lock"], Value::Null);
        assert_eq!(shown["owner"]["nickname"], "mina");
    }
    let empty = (Vec::new(), 0);
    for unknown_id in ["7", &Uuid::nil().to_string()] {
        let path = format!("/api/v2/user/inventory/paging/{unknown_id}");
        assert_eq!(listed(&theo, &path).await, empty);
    }
    let block = format!("/api/safety/blocks/{}", theo.id);
    assert_eq!(mina.send("PUT", &block, None).await.line(), "200");
    assert_eq!(listed(&theo, &path).await, empty);
    let reply = theo.get(&format!("/api/v2/items/{item}")).await;
    assert_eq!(reply.payload()["owner"], Value::Null);
    app.stop().await;
}
