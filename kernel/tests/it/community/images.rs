//! Images of posts.

use serde_json::{Value, json};

use super::{FEED, PAUSE, Town, read};
use crate::files::{png, ready};
use crate::user::text;

#[tokio::test]
async fn a_post_shows_the_images_of_its_author() {
    let town = Town::start().await;
    let (app, patron) = (&town.app, &town.patron);
    let (first, second) = (
        ready(app, patron, png(800, 400)).await,
        ready(app, patron, png(40, 40)).await,
    );
    let foreign = ready(app, &town.owner, png(40, 40)).await;
    let body = |images: Value| json!({ "worldName": "agora", "text": "사진", "images": images });
    let refused = patron.post(FEED, body(json!([first, foreign]))).await;
    assert_eq!(refused.line(), "404 file_not_found");
    let posted = patron.post(FEED, body(json!([second, first]))).await;
    assert_eq!(posted.line(), "201", "{}", posted.body);
    let shown = &posted.payload()["images"];
    assert_eq!(
        (&shown[0]["fileId"], &shown[1]["fileId"], &shown[1]["width"]),
        (&json!(second), &json!(first), &json!(800)),
        "in the order of the request"
    );
    let picture = format!("{}/384.webp", text(&shown[1]["url"]));
    assert_eq!(app.visitor().get(&picture).await.line(), "200");
    app.advance(PAUSE);
    let id = text(&posted.payload()["feedId"]);
    // A file that its owner deletes is no image of the post any more.
    let deleted = patron
        .send("DELETE", &format!("/api/files/{second}"), None)
        .await;
    assert_eq!(deleted.status, 204);
    app.eventually("one image is left", async || {
        let post = read(patron, &id).await;
        let images = post.payload()["images"].as_array().cloned();
        images.is_some_and(|images| images.len() == 1 && images[0]["fileId"] == json!(first))
    })
    .await;
    let deleted = patron.send("DELETE", &format!("{FEED}/{id}"), None).await;
    assert_eq!(deleted.line(), "200");
    let uses = app
        .count("select count(*) from kernel.file_use where plugin = 'community'")
        .await;
    assert_eq!(uses, 0, "the files are free for the collection");
    town.app.stop().await;
}
