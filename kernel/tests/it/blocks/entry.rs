//! Who may enter a block: each kind of access for each kind of person.

use serde_json::{Value, json};
use witverse_testing::Client;

use super::{BLOCKS, complete};
use crate::community::Town;
use crate::items::granted;
use crate::user::text;

async fn entry(by: &Client, id: &str) -> Value {
    let reply = by.get(&format!("{BLOCKS}/{id}/entry")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload().clone()
}

#[tokio::test]
async fn each_kind_of_access_for_each_kind_of_person() {
    let town = Town::start().await;
    let maker = &town.patron;
    let id = complete(maker, "plaza").await;
    let path = format!("{BLOCKS}/{id}");
    let other = town.app.person("other").await;
    let join = format!("/api/v2/worlds/user/member?worldId={}", town.id);
    assert_eq!(other.send("POST", &join, None).await.line(), "200");
    // The second owner of a membership, who is not the maker.
    let lists = format!("/api/v3/worlds/{}/collections", town.id);
    let collection = town.owner.get(&lists).await.payload()["items"][0]["collectionId"].clone();
    let buy = format!("{lists}/{}/buy", collection.as_str().unwrap());
    assert_eq!(other.post(&buy, json!({ "price": 0 })).await.line(), "201");
    let visitor = town.app.visitor();
    let people = [
        &visitor,
        &town.guest,
        &town.member,
        &other,
        maker,
        &town.admin,
        &town.owner,
    ];
    let (login, join, item) = (
        "block_login_required",
        "block_members_only",
        "block_item_required",
    );
    let private = "block_private";
    for (access, expected) in [
        ("everybody", ["", "", "", "", "", "", ""]),
        ("signedIn", [login, "", "", "", "", "", ""]),
        ("members", [join, join, "", "", "", "", ""]),
        ("membership", [item, item, item, "", "", "", ""]),
        ("owner", [private, private, private, private, "", "", ""]),
    ] {
        let edited = maker.put(&path, json!({ "access": access })).await;
        assert_eq!(edited.line(), "200", "{}", edited.body);
        for (n, (person, code)) in people.iter().zip(expected).enumerate() {
            let answer = entry(person, &id).await;
            assert_eq!(answer["allowed"], code.is_empty(), "{access} {n}: {answer}");
            let scene = person.get(&format!("{path}/scene")).await;
            let line = match code {
                "" => "200".to_owned(),
                code => {
                    assert_eq!(answer["code"], code, "{access} {n}");
                    assert!(
                        answer["message"]["ko"].is_string() && answer["message"]["en"].is_string()
                    );
                    format!("403 {code}")
                }
            };
            assert_eq!(scene.line(), line, "the scene, {access} {n}");
            if n > 0 {
                let entered = person.send("POST", &format!("{path}/entered"), None).await;
                assert_eq!(entered.line(), line, "{access} {n}");
            }
        }
    }
    town.app.stop().await;
}

#[tokio::test]
async fn a_refusal_says_what_would_let_the_person_in() {
    let town = Town::start().await;
    let id = complete(&town.patron, "plaza").await;
    let path = format!("{BLOCKS}/{id}");
    let allowed = json!({
        "allowed": true, "code": null, "message": null, "remedy": null, "collection": null,
    });
    assert_eq!(entry(&town.app.visitor(), &id).await, allowed);
    for (access, remedy) in [
        ("signedIn", json!("logIn")),
        ("members", json!("join")),
        ("membership", json!("getMembership")),
        ("owner", Value::Null),
    ] {
        town.patron.put(&path, json!({ "access": access })).await;
        assert_eq!(entry(&town.app.visitor(), &id).await["remedy"], remedy);
    }
    town.patron
        .put(&path, json!({ "access": "everybody" }))
        .await;
    town.make_private().await;
    assert_eq!(
        entry(&town.guest, &id).await,
        json!({
            "allowed": false, "code": "world_members_only", "remedy": "join", "collection": null,
            "message": {
                "ko": "이 월드의 멤버만 볼 수 있습니다. 먼저 월드에 가입해 주세요.",
                "en": "Only members of this world can see this. Join it first.",
            },
        })
    );
    assert_eq!(entry(&town.member, &id).await, allowed);
    for nickname in ["member", "patron"] {
        let body = json!({ "nickname": nickname, "reason": "because" });
        assert_eq!(town.manage("blacklist", body).await.line(), "201");
    }
    // Even the maker.
    for person in [&town.member, &town.patron] {
        let answer = entry(person, &id).await;
        assert_eq!(answer["code"], "world_blacklisted", "{answer}");
        assert_eq!(answer["remedy"], Value::Null);
    }
    town.app.stop().await;
}

#[tokio::test]
async fn a_block_asks_for_an_item_of_an_official_collection() {
    let town = Town::start().await;
    let keeper = town.app.administrator().await;
    let item = granted(&keeper, "key", "guest").await;
    let id = complete(&town.patron, "plaza").await;
    let path = format!("{BLOCKS}/{id}");
    let collection = keeper.get(&format!("/api/v2/items/{item}")).await;
    let collection = text(&collection.payload()["collection"]["collectionId"]);
    let official = format!("/api/v2/collections/{collection}/official");
    let ask = async |body: Value| town.patron.put(&path, body).await;
    let wanted = || json!({ "access": "item", "collectionId": collection });
    // Without a collection, with an unknown one, and with one that is not official.
    for body in [
        json!({ "access": "item" }),
        json!({ "access": "item", "collectionId": uuid::Uuid::nil() }),
        wanted(),
    ] {
        let refused = ask(body).await;
        assert_eq!(refused.line(), "422 validation_failed", "{}", refused.body);
        assert!(refused.fields()[0].starts_with("collectionId: "));
    }
    let made = keeper.put(&official, json!({ "isOfficial": true })).await;
    assert_eq!(made.line(), "200", "{}", made.body);
    let edited = ask(wanted()).await;
    assert_eq!(
        edited.payload()["collectionId"],
        json!(collection),
        "{}",
        edited.body
    );
    assert_eq!(entry(&town.guest, &id).await["allowed"], true);
    assert_eq!(entry(&town.admin, &id).await["allowed"], true);
    for by in [&town.member, &town.app.visitor()] {
        let refused = entry(by, &id).await;
        assert_eq!(refused["code"], "block_collection_required", "{refused}");
        assert_eq!(refused["remedy"], "getItem");
        assert_eq!(refused["collection"]["collectionId"], json!(collection));
        assert_eq!(refused["collection"]["name"]["en"], "Lights of the night");
    }
    // A collection that is no longer official keeps its blocks.
    let ended = keeper.put(&official, json!({ "isOfficial": false })).await;
    assert_eq!(ended.line(), "200");
    let title = json!({ "ko": "광장", "en": "Plaza" });
    assert_eq!(ask(json!({ "title": title })).await.line(), "200");
    assert_eq!(entry(&town.guest, &id).await["allowed"], true);
    let open = ask(json!({ "access": "everybody" })).await;
    assert_eq!(open.payload()["collectionId"], Value::Null);
    assert_eq!(entry(&town.member, &id).await["allowed"], true);
    town.app.stop().await;
}
