//! Lists of gifts, possible recipients, and the data export.

use super::*;

async fn listed(client: &Client, path: &str) -> (Vec<String>, i64) {
    let reply = client.get(&format!("{BASE}/{path}")).await;
    let items = reply.payload()["items"].as_array().unwrap();
    let ids = items.iter().map(|item| text(&item["airdropId"])).collect();
    (ids, reply.payload()["total"].as_i64().unwrap())
}

#[tokio::test]
async fn lists_are_read_by_page_and_by_cursor() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let mut ids = Vec::new();
    for n in 0..9 {
        ids.push(given(mina, "wit", json!(n + 1), theo.id).await);
        scene.app.advance(std::time::Duration::from_millis(1_500));
    }
    for n in [0, 4] {
        assert_eq!(handle(theo, &ids[n], n == 0).await.line(), "200");
    }
    let all: Vec<String> = ids.iter().rev().cloned().collect();
    let pending: Vec<String> = [8, 7, 6, 5, 3, 2, 1].map(|n| ids[n].clone()).into();
    let closed: Vec<String> = [4, 0].map(|n| ids[n].clone()).into();
    for (client, path) in [(mina, "sent"), (theo, "received")] {
        assert_eq!(listed(client, path).await, (all.clone(), 9));
        for (query, expected) in [("all", &all), ("pending", &pending), ("closed", &closed)] {
            let (mut seen, mut cursor) = (Vec::new(), String::new());
            loop {
                let path = format!("{BASE}/{path}?status={query}&limit=2{cursor}");
                let reply = client.get(&path).await;
                let payload = reply.payload();
                assert_eq!(payload["total"], expected.len());
                let items = payload["items"].as_array().unwrap();
                seen.extend(items.iter().map(|item| text(&item["airdropId"])));
                match payload["nextCursor"].as_str() {
                    Some(next) => cursor = format!("&cursor={next}"),
                    None => break,
                }
            }
            assert_eq!(seen, *expected, "{path} {query}");
        }
        let second = listed(client, &format!("{path}?limit=4&page=2")).await;
        assert_eq!(second, (all[4..8].to_vec(), 9));
    }
    assert_eq!(listed(theo, "sent").await, (Vec::new(), 0));
    for wrong in ["status=open", "limit=0", "page=101", "cursor=x"] {
        let reply = mina.get(&format!("{BASE}/sent?{wrong}")).await;
        assert_eq!(reply.status, 422, "{wrong}");
    }
    scene.close().await;
}

#[tokio::test]
async fn recipients_are_found_among_friends() {
    let scene = Scene::open().await;
    let mina = &scene.mina;
    let sora = scene.app.person("sora").await;
    befriend(mina, (&sora, "sora")).await;
    scene.app.person("sori").await;
    let found = async |text_of: &str| -> Vec<String> {
        let path = format!("{BASE}/user/search");
        let reply = mina.post(&path, json!({ "searchData": text_of })).await;
        let items = reply.payload()["items"].as_array().unwrap();
        items.iter().map(|item| text(&item["nickname"])).collect()
    };
    assert_eq!(found("").await, ["sora", "theo"]);
    assert_eq!(found("SO").await, ["sora"], "friends only");
    assert!(found("소").await.is_empty());
    scene.close().await;
}

#[tokio::test]
async fn an_export_contains_every_gift() {
    let scene = Scene::open().await;
    let (mina, theo) = (&scene.mina, &scene.theo);
    let id = given(mina, "wit", json!(5), theo.id).await;
    for (client, own, other) in [(mina, "sent", "received"), (theo, "received", "sent")] {
        let asked = client.post("/api/account/export", json!({})).await;
        assert_eq!(asked.line(), "202");
        scene
            .app
            .eventually("the copy is made", async || {
                client.get("/api/account/export").await.payload()["state"] == "ready"
            })
            .await;
        let reply = client.get("/api/account/export/download").await;
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).unwrap();
        let mut file = |name: &str| -> Value {
            let file = zip.by_name(&format!("gifts/{name}-1.json")).unwrap();
            serde_json::from_reader(file).unwrap()
        };
        assert_eq!(file(own)[0]["airdropId"], json!(id));
        assert_eq!(file(own)[0]["message"], "축하해!");
        assert_eq!(file(other), json!([]));
    }
    scene.close().await;
}
