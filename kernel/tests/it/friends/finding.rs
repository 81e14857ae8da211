//! Lists and searches: visible people, and their order.

use super::*;

async fn search(client: &Client, text: &str) -> Vec<(String, String)> {
    let path = format!("{BASE}/search");
    let reply = client.post(&path, json!({ "searchData": text })).await;
    let items = reply.payload()["items"].as_array().unwrap().clone();
    column(&items, "nickname")
        .into_iter()
        .zip(column(&items, "state"))
        .collect()
}

async fn suggested(client: &Client, query: &str) -> Vec<String> {
    let reply = client.get(&format!("{BASE}/suggestions{query}")).await;
    column(reply.payload()["items"].as_array().unwrap(), "nickname")
}

#[tokio::test]
async fn lists_are_read_by_page_and_by_cursor() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let mut names = Vec::new();
    for n in 0..25 {
        let name = format!("p_{n:02}");
        let other = app.person(&name).await;
        if n < 13 {
            befriend(&other, (&mina, "mina")).await;
        } else {
            assert_eq!(ask(&other, "mina").await.line(), "200");
        }
        names.push(name);
        app.advance(std::time::Duration::from_millis(1500));
    }
    let cases = [
        ("get/friends", 13, &names[..13]),
        ("requests?direction=received", 12, &names[13..]),
    ];
    for (path, total, expected) in cases {
        let newest: Vec<String> = expected.iter().rev().cloned().collect();
        let name_of = |row: &Value| match row["person"].is_object() {
            true => text(&row["person"]["nickname"]),
            false => text(&row["nickname"]),
        };
        let separator = if path.contains('?') { '&' } else { '?' };
        for limit in [1, 5, 100] {
            let address = format!("{BASE}/{path}{separator}limit={limit}");
            let (mut seen, mut reply) = (Vec::new(), mina.get(&address).await);
            loop {
                let payload = reply.payload();
                assert_eq!(payload["total"], total);
                seen.extend(payload["items"].as_array().unwrap().iter().map(name_of));
                let Some(cursor) = payload["nextCursor"].as_str().map(str::to_owned) else {
                    break;
                };
                reply = mina.get(&format!("{address}&cursor={cursor}")).await;
            }
            assert_eq!(seen, newest, "{path} by {limit}");
        }
        let second = format!("{BASE}/{path}{separator}limit=5&page=2");
        let reply = mina.get(&second).await;
        let rows = reply.payload()["items"].as_array().unwrap();
        assert_eq!(rows.iter().map(name_of).collect::<Vec<_>>(), newest[5..10]);
        for wrong in ["limit=0", "limit=101", "page=0", "page=101", "cursor=x"] {
            let reply = mina.get(&format!("{BASE}/{path}{separator}{wrong}")).await;
            assert_eq!(reply.status, 422, "{path} {wrong}");
        }
    }
    let reply = mina.get(&format!("{BASE}/requests?direction=up")).await;
    assert_eq!(reply.line(), "422 validation_failed");
    app.stop().await;
}

#[tokio::test]
async fn a_search_finds_friends_by_nickname_prefix() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    for name in ["sora", "sori", "soy_1", "solo", "theo"] {
        let other = app.person(name).await;
        befriend(&mina, (&other, name)).await;
    }
    let names = async |text: &str| -> Vec<String> {
        search(&mina, text)
            .await
            .into_iter()
            .filter(|(_, state)| state == "friends")
            .map(|(name, _)| name)
            .collect()
    };
    assert_eq!(names("so").await, ["solo", "sora", "sori", "soy_1"]);
    assert_eq!(names(" SOR ").await, ["sora", "sori"]);
    assert_eq!(names("soy_").await, ["soy_1"]);
    for nothing in ["", " ", "min", "%", "so%", "소라", "so~", "abcdefghijklmn"] {
        assert!(names(nothing).await.is_empty(), "{nothing}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_search_lists_other_people_after_friends() {
    let app = TestApp::start().await;
    let (mina, min_b) = (app.person("mina").await, app.person("min_b").await);
    let (min_c, min_d) = (app.person("min_c").await, app.person("min_d").await);
    let (min_e, min_z) = (app.person("min_e").await, app.person("min_z").await);
    befriend(&mina, (&min_z, "min_z")).await;
    assert_eq!(ask(&mina, "min_b").await.line(), "200");
    assert_eq!(ask(&min_c, "mina").await.line(), "200");
    let block = format!("/api/safety/blocks/{}", mina.id);
    assert_eq!(min_e.send("PUT", &block, None).await.line(), "200");
    let expected = [
        ("min_z", "friends"),
        ("min_b", "sent"),
        ("min_c", "received"),
        ("min_d", "none"),
    ];
    assert_eq!(
        search(&mina, "Min").await,
        expected.map(|(name, state)| (name.to_owned(), state.to_owned()))
    );
    for n in 0..25 {
        app.person(&format!("min_{n:02}")).await;
    }
    let found = search(&mina, "min_").await;
    assert_eq!((found.len(), found[0].0.as_str()), (20, "min_z"));
    drop((min_b, min_d));
    app.stop().await;
}

#[tokio::test]
async fn suggestions_are_world_members_without_a_relation() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    assert!(suggested(&mina, "").await.is_empty(), "without a world");
    let world = json!({ "worldName": "agora" });
    let made = mina.post("/api/v3/worlds", world).await;
    let join = format!(
        "/api/v2/worlds/user/member?worldId={}",
        text(&made.payload()["worldId"])
    );
    let mut people = Vec::new();
    for name in ["aaa", "bbb", "ccc", "ddd", "eee", "fff"] {
        let other = app.person(name).await;
        assert_eq!(other.post(&join, json!({})).await.line(), "200");
        people.push(other);
        app.advance(std::time::Duration::from_secs(1));
    }
    app.person("outsider").await;
    assert_eq!(
        suggested(&mina, "").await,
        ["fff", "eee", "ddd", "ccc", "bbb", "aaa"],
        "newest members first"
    );
    befriend(&mina, (&people[0], "aaa")).await;
    assert_eq!(ask(&mina, "bbb").await.line(), "200");
    assert_eq!(ask(&people[2], "mina").await.line(), "200");
    let block = format!("/api/safety/blocks/{}", mina.id);
    assert_eq!(people[3].send("PUT", &block, None).await.line(), "200");
    assert_eq!(suggested(&mina, "").await, ["fff", "eee"]);
    assert_eq!(suggested(&mina, "?limit=1").await, ["fff"]);
    let reply = mina.get(&format!("{BASE}/suggestions?limit=21")).await;
    assert_eq!(reply.line(), "422 validation_failed");
    app.stop().await;
}
