//! The pictures of a block.

use serde_json::{Value, json};

use super::{BLOCKS, OF_AGORA, complete, delete};
use crate::community::Town;
use crate::files::{png, ready};
use crate::user::text;

const USES: &str = "select count(*) from kernel.file_use where plugin = 'blocks'";

#[tokio::test]
async fn a_block_shows_at_most_five_images() {
    let town = Town::start().await;
    let (app, maker) = (&town.app, &town.patron);
    let id = complete(maker, "plaza").await;
    let mut files = Vec::new();
    for n in 0..6 {
        files.push(ready(app, maker, png(40 + n, 40)).await);
    }
    let path = format!("{BLOCKS}/{id}/thumbnails");
    let put = |images: &[String]| json!({ "images": images });
    let shown = |view: &Value| -> Vec<String> {
        let images = view["thumbnails"].as_array().unwrap();
        images.iter().map(|image| text(&image["fileId"])).collect()
    };
    let many = maker.put(&path, put(&files)).await;
    assert_eq!(many.line(), "422 validation_failed");
    assert_eq!(many.body["fields"][0]["field"], "images");
    let twice = [files[0].clone(), files[0].clone()];
    assert_eq!(
        maker.put(&path, put(&twice)).await.line(),
        "422 validation_failed"
    );
    assert_eq!(
        town.owner.put(&path, put(&files[..1])).await.line(),
        "404 file_not_found"
    );
    assert_eq!(
        town.member.put(&path, put(&files[..1])).await.line(),
        "403 block_managers_only"
    );
    let five = maker.put(&path, put(&files[..5])).await;
    assert_eq!(five.line(), "200", "{}", five.body);
    assert_eq!(shown(five.payload()), files[..5]);
    assert_eq!(app.count(USES).await, 5);
    let picture = format!("{}/384.webp", text(&five.payload()["thumbnails"][0]["url"]));
    assert_eq!(app.visitor().get(&picture).await.line(), "200");
    // An administrator keeps pictures of the maker, in another order.
    let fewer = [files[4].clone(), files[1].clone()];
    let changed = town.admin.put(&path, put(&fewer)).await;
    assert_eq!(changed.line(), "200", "{}", changed.body);
    let list = app.visitor().get(OF_AGORA).await;
    assert_eq!(shown(&list.payload()["items"][0]), fewer);
    assert_eq!(app.count(USES).await, 2);
    // A file that its owner deletes is no picture of the block any more, and cannot become one again.
    let file = format!("/api/files/{}", files[4]);
    assert_eq!(maker.send("DELETE", &file, None).await.status, 204);
    app.eventually("the picture is gone", async || {
        let list = app.visitor().get(OF_AGORA).await;
        shown(&list.payload()["items"][0]) == files[1..2]
    })
    .await;
    let again = maker.put(&path, put(&fewer)).await;
    assert_eq!(again.line(), "404 file_not_found", "{}", again.body);
    assert_eq!(delete(maker, &id).await.line(), "200");
    assert_eq!(
        app.count(USES).await,
        0,
        "the files are free for the collection"
    );
    town.app.stop().await;
}
