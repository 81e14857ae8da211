//! Where plugins use files: the host interface, and the collection of unused files.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, PASSWORD, TestApp};

use super::samples::{mp4, png};
use super::{assert_files_consistent, ready, upload};
use crate::support::{reported, run};

const DAY: Duration = Duration::from_secs(24 * 3600);

fn attach(file: &str, reference: &str) -> Value {
    json!({ "op": "file_attach", "file": file, "reference": reference })
}

/// The person with a new session: the old access token has expired with the clock.
async fn again(app: &TestApp, person: &Client) -> Client {
    let body = json!({ "email": "mina@test.witverse.dev", "password": PASSWORD });
    let logged_in = app.visitor().post("/api/user/login", body).await;
    person.with_token(logged_in.payload()["accessToken"].as_str().unwrap())
}

/// The result of one call that commits.
async fn done(client: &Client, op: Value) -> Value {
    let reply = run(client, json!([op])).await;
    reply.payload()["results"][0].clone()
}

#[tokio::test]
async fn a_plugin_attaches_files_of_the_caller() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let image = ready(&app, &mina, png(100, 50)).await;
    let video = ready(&app, &mina, mp4(5000)).await;
    let attached = done(&mina, attach(&image, "post:1")).await;
    let info = &attached["ok"];
    assert_eq!(info["url"], format!("/files/{image}"), "{attached}");
    assert_eq!(
        (&info["width"], &info["ready"]),
        (&json!(100), &json!(true))
    );
    // Idempotent, and of several places.
    for reference in ["post:1", "post:2"] {
        assert!(done(&mina, attach(&image, reference)).await["ok"].is_object());
    }
    let refused = upload(&mina, "", b"<html>".to_vec()).await;
    assert_eq!(refused.line(), "422 file_type_unsupported");
    let unfinished = super::create(&mina, 500).await;
    let unfinished = unfinished.rsplit('/').next().unwrap().to_owned();
    let mut damaged = png(40, 40);
    damaged.truncate(60);
    let damaged = upload(&mina, "", damaged).await.payload()["fileId"]
        .as_str()
        .unwrap()
        .to_owned();
    super::checked(&app, &mina, &damaged).await;
    let long = "x".repeat(201);
    for (client, file, reference, expected) in [
        (&theo, image.as_str(), "post:3", "no-such-file"),
        (&mina, "no-id", "post:3", "no-such-file"),
        (&mina, unfinished.as_str(), "post:3", "no-such-file"),
        (&mina, video.as_str(), "post:3", "wrong-kind"),
        (&mina, damaged.as_str(), "post:3", "refused"),
        (&mina, image.as_str(), "", "limit"),
        (&mina, image.as_str(), long.as_str(), "limit"),
    ] {
        let results = reported(client, json!([attach(file, reference)])).await;
        assert_eq!(results[0]["error"]["kind"], expected, "{results}");
    }
    // Facts are for everybody, in the order of the ids.
    let ids = json!([video, "no-id", image, unfinished]);
    let known = done(&theo, json!({ "op": "file_info", "ids": ids })).await;
    let known: Vec<&str> = known["ok"]
        .as_array()
        .unwrap()
        .iter()
        .map(|info| info["id"].as_str().unwrap())
        .collect();
    assert_eq!(known, [video.as_str(), image.as_str()]);
    let many: Vec<&str> = vec!["x"; 101];
    let reply = run(&mina, json!([{ "op": "file_info", "ids": many }])).await;
    assert_eq!(reply.line(), "502 plugin_failed");
    // The owner sees where it is used.
    let file = mina.get(&format!("/api/files/{image}")).await;
    assert_eq!(file.payload()["useCount"], 2);
    assert_eq!(
        file.payload()["uses"][0],
        json!({ "plugin": "probe", "reference": "post:1" })
    );
    app.stop().await;
}

#[tokio::test]
async fn a_file_is_deleted_a_day_after_its_last_use() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let (used, unused) = (
        ready(&app, &mina, png(60, 60)).await,
        ready(&app, &mina, png(61, 61)).await,
    );
    for reference in ["post:1", "post:2"] {
        done(&mina, attach(&used, reference)).await;
    }
    app.advance(2 * DAY);
    app.app.files.collect().await.unwrap();
    let left = app.count("select count(*) from kernel.file").await;
    assert_eq!(left, 1, "the unused one is gone");
    assert_eq!(
        app.visitor()
            .get(&format!("/files/{unused}"))
            .await
            .status
            .as_u16(),
        404
    );
    let mina = again(&app, &mina).await;
    done(
        &mina,
        json!({ "op": "file_detach", "file": used, "reference": "post:1" }),
    )
    .await;
    app.advance(2 * DAY);
    app.app.files.collect().await.unwrap();
    assert_eq!(
        app.visitor().get(&format!("/files/{used}")).await.line(),
        "200"
    );
    let mina = again(&app, &mina).await;
    done(&mina, json!({ "op": "file_detach", "reference": "post:2" })).await;
    app.app.files.collect().await.unwrap();
    assert_eq!(
        app.visitor().get(&format!("/files/{used}")).await.line(),
        "200"
    );
    app.advance(DAY + Duration::from_secs(60));
    app.app.files.collect().await.unwrap();
    assert_eq!(
        app.visitor()
            .get(&format!("/files/{used}"))
            .await
            .status
            .as_u16(),
        404
    );
    assert_eq!(app.count("select count(*) from kernel.blob").await, 0);
    let folder = app.app.config.data_dir.join("files");
    let files = walkdir::WalkDir::new(folder).into_iter().flatten();
    assert_eq!(
        files.filter(|entry| entry.file_type().is_file()).count(),
        0,
        "bytes are deleted"
    );
    assert_files_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn equal_bytes_are_stored_once() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let video = mp4(20_000);
    let first = ready(&app, &mina, video.clone()).await;
    let second = ready(&app, &theo, video.clone()).await;
    assert_eq!(app.count("select count(*) from kernel.blob").await, 1);
    assert_eq!(
        mina.send("DELETE", &format!("/api/files/{first}"), None)
            .await
            .line(),
        "204"
    );
    app.advance(DAY / 2);
    app.app.files.collect().await.unwrap();
    let kept = app
        .visitor()
        .get(&format!("/files/{second}/original.mp4"))
        .await;
    assert!(
        kept.bytes == video,
        "the other person's file is not affected"
    );
    assert_files_consistent(&app).await;
    app.stop().await;
}
