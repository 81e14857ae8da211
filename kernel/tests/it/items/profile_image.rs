//! `PUT /api/v2/items/{id}/profile-image`: an item of the type pfp as a person's picture.

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::{granted, granted_with, lock, release, transfer};
use crate::support::{concurrently, portrait_of};

const LANTERN: &str = "/assets/plugins/items/items/lantern.svg";

async fn use_picture(client: &Client, item: &str) -> Reply {
    let path = format!("/api/v2/items/{item}/profile-image");
    client.put(&path, json!({})).await
}

async fn picture(client: &Client) -> Value {
    let reply = client.post("/api/user/auth", json!({})).await;
    reply.payload()["default_img"].clone()
}

async fn picture_item(keeper: &Client, key: &str, nickname: &str) -> String {
    granted_with(keeper, key, nickname, json!({ "type": "pfp" })).await
}

#[tokio::test]
async fn the_picture_goes_with_the_item() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let cat = picture_item(&keeper, "cat", "mina").await;
    assert_eq!(picture(&mina).await, portrait_of(mina.id));
    for _ in 0..2 {
        let reply = use_picture(&mina, &cat).await;
        assert_eq!(reply.payload()["profileImage"], LANTERN, "{}", reply.body);
    }
    assert_eq!(picture(&mina).await, LANTERN, "the cache was renewed");
    let profile = theo.get("/api/v2/profile/user/mina").await;
    assert_eq!(profile.payload()["image"], LANTERN);
    // A lock, as a gift has one, changes nothing; the new owner gets the item but not the picture.
    lock(&mina, &cat, mina.id, ("k", "gift")).await.unwrap();
    assert_eq!(picture(&mina).await, LANTERN);
    release(&mina, &cat, "k").await.unwrap();
    transfer(&mina, &cat, (mina.id, theo.id), None)
        .await
        .unwrap();
    assert_eq!(picture(&mina).await, portrait_of(mina.id));
    assert_eq!(picture(&theo).await, portrait_of(theo.id));
    app.stop().await;
}

#[tokio::test]
async fn another_picture_stays_when_the_item_goes() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let cat = picture_item(&keeper, "cat", "mina").await;
    let dog = picture_item(&keeper, "dog", "mina").await;
    use_picture(&mina, &cat).await;
    use_picture(&mina, &dog).await;
    transfer(&mina, &cat, (mina.id, theo.id), None)
        .await
        .unwrap();
    assert_eq!(picture(&mina).await, LANTERN, "it is the other item's");
    // Removing it works as for an uploaded picture, and the item no longer matters.
    let removed = mina
        .put("/api/v2/user/image", json!({ "fileId": null }))
        .await;
    assert_eq!(removed.line(), "200");
    assert_eq!(picture(&mina).await, portrait_of(mina.id));
    app.stop().await;
}

#[tokio::test]
async fn only_ones_own_picture_items() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let cat = picture_item(&keeper, "cat", "mina").await;
    let lantern = granted(&keeper, "lantern", "mina").await;
    assert_eq!(use_picture(&theo, &cat).await.line(), "403 not_item_owner");
    assert_eq!(
        use_picture(&mina, &lantern).await.line(),
        "422 not_a_picture"
    );
    assert_eq!(use_picture(&mina, "7").await.line(), "404 item_not_found");
    let visitor = app.visitor();
    assert_eq!(
        use_picture(&visitor, &cat).await.line(),
        "401 unauthenticated"
    );
    assert_eq!(picture(&mina).await, portrait_of(mina.id));
    app.stop().await;
}

/// Used as a picture and transferred at the same time: whichever is first, the former owner ends without the picture.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_transfer_beside_the_use_leaves_no_picture() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let people = [app.person("mina").await, app.person("theo").await];
    let cat = picture_item(&keeper, "cat", "mina").await;
    for round in 0..10 {
        let (from, to) = (&people[round % 2], &people[(round + 1) % 2]);
        let (used, moved) = {
            let calls = concurrently([true, false].map(|uses| {
                let (client, item, ids) = (from.clone(), cat.clone(), (from.id, to.id));
                async move {
                    if uses {
                        use_picture(&client, &item).await.line()
                    } else {
                        transfer(&client, &item, ids, None).await.unwrap();
                        String::new()
                    }
                }
            }))
            .await;
            (calls[0].clone(), calls[1].clone())
        };
        assert!(
            ["200", "403 not_item_owner", "429 rate_limited"].contains(&used.as_str()),
            "{used}"
        );
        assert_eq!(moved, "");
        assert_eq!(
            picture(from).await,
            portrait_of(from.id),
            "round {round}: {used}"
        );
    }
    app.stop().await;
}
