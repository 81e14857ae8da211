//! The resumable upload protocol.

use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use witverse_testing::{TestApp, cluster};

use super::samples::{mp4, png};
use super::{assert_files_consistent, checked, create, part, ready, sha_256, upload};

/// The limits of an upload of any type that is kept for at most this long. The clock goes on while a test runs.
fn assert_limit(limit: Option<&str>, age_s: u64) {
    let age =
        limit.and_then(|limit| limit.strip_prefix("min-size=1, max-size=209715200, max-age="));
    let age: u64 = age.and_then(|age| age.parse().ok()).expect("limits");
    assert!((age_s - 50..=age_s).contains(&age), "{age}");
}

#[tokio::test]
async fn an_upload_arrives_whole_or_in_parts() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let image = png(900, 600);
    let whole = upload(&mina, "?purpose=image&name=lake.png", image.clone()).await;
    assert_eq!(whole.line(), "201", "{}", whole.body);
    assert_eq!(whole.header("upload-complete"), Some("?1"));
    assert_eq!(whole.payload()["name"], "lake.png");
    assert_eq!(whole.payload()["state"], "checking");

    let address = create(&mina, image.len()).await;
    let limit = mina.send("HEAD", &address, None).await;
    assert_eq!(limit.line(), "204");
    assert_limit(limit.header("upload-limit"), 86_400);
    assert_eq!(limit.header("cache-control"), Some("no-store"));
    let third = image.len() / 3;
    for (from, to) in [(0, third), (third, third), (third, 2 * third)] {
        let sent = part(&mina, from, false)
            .with_header("content-digest", &sha_256(&image[from..to]))
            .send("PATCH", &address, Some(image[from..to].to_vec()))
            .await;
        assert_eq!(sent.line(), "200", "{}", sent.body);
        assert_eq!(sent.header("upload-offset"), Some(to.to_string().as_str()));
        assert_eq!(sent.header("upload-complete"), Some("?0"));
    }
    let asked = mina.send("HEAD", &address, None).await;
    assert_eq!(
        asked.header("upload-offset"),
        Some((2 * third).to_string().as_str())
    );
    assert_eq!(
        asked.header("upload-length"),
        Some(image.len().to_string().as_str())
    );
    let last = part(&mina, 2 * third, true)
        .with_header("repr-digest", &sha_256(&image))
        .send("PATCH", &address, Some(image[2 * third..].to_vec()))
        .await;
    assert_eq!(last.line(), "200", "{}", last.body);
    assert_eq!(last.header("upload-complete"), Some("?1"));
    let id = address.rsplit('/').next().unwrap();
    let file = checked(&app, &mina, id).await;
    assert_eq!(
        (&file["state"], &file["width"], &file["height"]),
        (&json!("ready"), &json!(900), &json!(600))
    );
    // A complete upload does not change.
    for (bytes, line, kind) in [
        (
            &b"more"[..],
            "400 upload_length_inconsistent",
            "#inconsistent-upload-length",
        ),
        (b"", "400 upload_complete", "#completed-upload"),
    ] {
        let more = part(&mina, image.len(), true)
            .send("PATCH", &address, Some(bytes.to_vec()))
            .await;
        assert_eq!(more.line(), line);
        let named = more.body["type"].as_str().unwrap();
        assert!(named.ends_with(kind), "{named}");
    }
    assert_files_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_wrong_offset_is_answered_with_the_true_one() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let address = create(&mina, 5000).await;
    let video = mp4(5000);
    let sent = part(&mina, 0, false)
        .send("PATCH", &address, Some(video[..1000].to_vec()))
        .await;
    assert_eq!(sent.line(), "200", "{}", sent.body);
    for offset in [0, 999, 1001, 5000] {
        let wrong = part(&mina, offset, false)
            .send("PATCH", &address, Some(vec![1]))
            .await;
        assert_eq!(wrong.line(), "409 upload_offset_mismatch");
        assert_eq!(wrong.header("upload-offset"), Some("1000"));
        assert_eq!(
            wrong.header("content-type"),
            Some("application/problem+json")
        );
        assert_eq!(wrong.body["expected-offset"], 1000);
        assert_eq!(wrong.body["provided-offset"], offset);
        let kind = wrong.body["type"].as_str().unwrap();
        assert!(kind.ends_with("#mismatching-upload-offset"), "{kind}");
    }
    // Beyond the announced size.
    let long = part(&mina, 1000, false)
        .send("PATCH", &address, Some(vec![0; 4001]))
        .await;
    assert_eq!(long.line(), "400 upload_length_inconsistent");
    // Complete, but too short.
    let short = part(&mina, 1000, true)
        .send("PATCH", &address, Some(vec![0; 10]))
        .await;
    assert_eq!(short.line(), "400 upload_length_inconsistent");
    let other = mina
        .with_header("upload-complete", "?0")
        .with_header("upload-offset", "1000");
    assert_eq!(
        other
            .send("PATCH", &address, Some(b"{}".to_vec()))
            .await
            .line(),
        "415 upload_type_wrong"
    );
    // Cancelled: it is gone, and its storage is free.
    assert_eq!(mina.send("DELETE", &address, None).await.line(), "204");
    assert_eq!(mina.send("HEAD", &address, None).await.status.as_u16(), 404);
    let gone = part(&mina, 1000, false)
        .send("PATCH", &address, Some(vec![1]))
        .await;
    assert_eq!(gone.line(), "404 file_not_found");
    assert_eq!(
        app.count("select sum(bytes)::bigint from kernel.file_usage")
            .await,
        0
    );
    app.stop().await;
}

#[tokio::test]
async fn limits_are_announced() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    for (query, largest) in [("", 209_715_200), ("?purpose=image", 10_485_760)] {
        let path = format!("/api/files{query}");
        let asked = mina.send("OPTIONS", &path, None).await;
        assert_eq!(asked.line(), "204");
        let limit = format!("min-size=1, max-size={largest}");
        assert_eq!(asked.header("upload-limit"), Some(limit.as_str()));
        assert_eq!(
            asked.header("accept-patch"),
            Some("application/partial-upload")
        );
        // What is too large is refused with the limit.
        let large = mina
            .with_header("upload-complete", "?0")
            .with_header("upload-length", &(largest + 1).to_string())
            .send("POST", &path, None)
            .await;
        assert_eq!(large.line(), "413 file_too_large");
        assert_eq!(large.header("upload-limit"), Some(limit.as_str()));
    }
    assert_eq!(
        mina.send("OPTIONS", "/api/files?purpose=x", None)
            .await
            .line(),
        "400 invalid_query"
    );

    let address = create(&mina, 11 << 20).await;
    let asked = mina.send("OPTIONS", &address, None).await;
    let limit = "min-size=1, max-size=209715200";
    assert_eq!(asked.header("upload-limit"), Some(limit));
    // The lifetime counts from the last part.
    app.advance(Duration::from_secs(60));
    let asked = mina.send("HEAD", &address, None).await;
    assert_limit(asked.header("upload-limit"), 86_340);
    // An image may be smaller than what was announced for any file.
    let sent = part(&mina, 0, false)
        .send("PATCH", &address, Some(png(600, 600)))
        .await;
    assert_eq!(sent.line(), "413 file_too_large");
    let limit = "min-size=1, max-size=10485760";
    assert_eq!(sent.header("upload-limit"), Some(limit));
    app.stop().await;
}

#[tokio::test]
async fn only_the_owner_reaches_an_upload() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let address = create(&mina, 100).await;
    for client in [theo.clone(), app.visitor()] {
        let expected = if client.id.is_nil() { 401 } else { 404 };
        for method in ["GET", "HEAD", "OPTIONS", "DELETE"] {
            let reply = client.send(method, &address, None).await;
            assert_eq!(reply.status.as_u16(), expected, "{method}");
        }
        let reply = part(&client, 0, true)
            .send("PATCH", &address, Some(vec![1; 100]))
            .await;
        assert_eq!(reply.status.as_u16(), expected);
    }
    assert_eq!(
        mina.send("HEAD", &address, None)
            .await
            .header("upload-offset"),
        Some("0")
    );
    app.stop().await;
}

#[tokio::test]
async fn damaged_parts_and_files_are_refused() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let image = png(300, 200);
    let address = create(&mina, image.len()).await;
    let damaged = part(&mina, 0, false)
        .with_header("content-digest", &sha_256(b"something else"))
        .send("PATCH", &address, Some(image[..100].to_vec()))
        .await;
    assert_eq!(damaged.line(), "400 file_digest_mismatch");
    // Nothing of the part was stored, so it can be sent again.
    let again = part(&mina, 0, false)
        .send("PATCH", &address, Some(image[..100].to_vec()))
        .await;
    assert_eq!(again.header("upload-offset"), Some("100"), "{}", again.body);
    let whole = part(&mina, 100, true)
        .with_header("repr-digest", &sha_256(b"something else"))
        .send("PATCH", &address, Some(image[100..].to_vec()))
        .await;
    assert_eq!(whole.line(), "400 file_digest_mismatch");
    let file = mina.get(&address).await;
    assert_eq!(file.payload()["state"], "refused");
    assert_eq!(file.payload()["reason"], "file_digest_mismatch");
    let same = mina
        .with_header("repr-digest", &sha_256(&image))
        .with_header("upload-complete", "?1")
        .send("POST", "/api/files", Some(image))
        .await;
    assert_eq!(same.line(), "201");
    for (name, value) in [
        ("upload-complete", "yes"),
        ("upload-length", "-1"),
        ("repr-digest", "sha-256=x"),
    ] {
        let client = if name == "upload-complete" {
            mina.clone()
        } else {
            mina.with_header("upload-complete", "?0")
        };
        let reply = client
            .with_header(name, value)
            .send("POST", "/api/files", None)
            .await;
        assert_eq!(reply.line(), "400 upload_header_invalid", "{name}");
    }
    app.stop().await;
}

#[tokio::test]
async fn an_image_has_at_most_ten_megabytes() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let limit = 10 * 1024 * 1024;
    let mut image = png(64, 64);
    image.resize(limit + 1, 0);
    let large = upload(&mina, "?purpose=image", image.clone()).await;
    assert_eq!(large.line(), "413 file_too_large");
    assert_eq!(large.body["language"]["en"], "the file is too large");
    assert_eq!(large.body["language"]["ko"], "파일 용량이 너무 큽니다.");
    // The bytes decide, not the purpose: an image is no smaller part of the limit of videos.
    let any = upload(&mina, "", image.clone()).await;
    assert_eq!(any.line(), "413 file_too_large");
    let announced = mina
        .with_header("upload-complete", "?0")
        .with_header("upload-length", &(200 * 1024 * 1024 + 1).to_string())
        .send("POST", "/api/files", None)
        .await;
    assert_eq!(announced.line(), "413 file_too_large");
    image.truncate(limit);
    ready(&app, &mina, image).await;
    app.stop().await;
}

#[tokio::test]
async fn a_quota_ends_an_upload_halfway() {
    let app = TestApp::with(|config| config.files.quota_mib = 6).await;
    let mina = app.person("mina").await;
    let video = mp4(5 << 20);
    let id = ready(&app, &mina, video.clone()).await;
    let announced = mina
        .with_header("upload-complete", "?0")
        .with_header("upload-length", &(2 << 20).to_string())
        .send("POST", "/api/files", None)
        .await;
    assert_eq!(announced.line(), "413 file_quota_exceeded");
    // Without an announced size the quota is reached while bytes arrive.
    let unknown = mina
        .with_header("upload-complete", "?0")
        .send("POST", "/api/files", Some(video[..1 << 19].to_vec()))
        .await;
    assert_eq!(unknown.line(), "201", "{}", unknown.body);
    let address = unknown.header("location").unwrap().to_owned();
    let rest = video[1 << 19..].to_vec();
    let full = part(&mina, 1 << 19, true)
        .send("PATCH", &address, Some(rest))
        .await;
    assert_eq!(full.line(), "413 file_quota_exceeded");
    let listed = mina.get("/api/files").await;
    assert_eq!(listed.payload()["quotaBytes"], 6 << 20);
    assert_files_consistent(&app).await;
    // After a deletion there is room again.
    let path = format!("/api/files/{id}");
    assert_eq!(mina.send("DELETE", &path, None).await.line(), "204");
    let asked = mina.send("HEAD", &address, None).await;
    assert_eq!(
        asked.header("upload-offset"),
        Some((1 << 19).to_string().as_str())
    );
    let rest = video[1 << 19..].to_vec();
    let sent = part(&mina, 1 << 19, true)
        .send("PATCH", &address, Some(rest))
        .await;
    assert_eq!(sent.line(), "200", "{}", sent.body);
    app.stop().await;
}

#[tokio::test]
async fn an_upload_continues_after_a_restart() {
    let cluster = cluster().await;
    let database = cluster.clone_template().await;
    let data = TempDir::new().unwrap();
    let folder = data.path().join("data");
    let app = TestApp::on(cluster, &database, |config| {
        config.data_dir.clone_from(&folder)
    })
    .await;
    let mina = app.person("mina").await;
    let video = mp4(3 << 20);
    let address = create(&mina, video.len()).await;
    let sent = part(&mina, 0, false)
        .send("PATCH", &address, Some(video[..1 << 20].to_vec()))
        .await;
    assert_eq!(sent.line(), "200", "{}", sent.body);
    let (token, id) = (mina.token().unwrap().to_owned(), mina.id);
    app.stop().await;
    // Bytes that arrived and were not acknowledged do not count.
    let name = format!(
        "{}.part",
        address.rsplit('/').next().unwrap().replace('-', "")
    );
    let path = folder.join("uploads").join(name);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend(b"never acknowledged");
    std::fs::write(&path, bytes).unwrap();

    let app = TestApp::on(cluster, &database, |config| {
        config.data_dir.clone_from(&folder)
    })
    .await;
    let mina = app.visitor().with_token(&token);
    let asked = mina.send("HEAD", &address, None).await;
    assert_eq!(
        asked.header("upload-offset"),
        Some((1 << 20).to_string().as_str())
    );
    let rest = part(&mina, 1 << 20, true)
        .with_header("repr-digest", &sha_256(&video))
        .send("PATCH", &address, Some(video[1 << 20..].to_vec()))
        .await;
    assert_eq!(rest.line(), "200", "{}", rest.body);
    let file = checked(&app, &mina, address.rsplit('/').next().unwrap()).await;
    assert_eq!(file["state"], "ready");
    assert!(!path.exists(), "the upload folder is empty again");
    let served = app
        .visitor()
        .get(&format!("{}/original.mp4", file["url"].as_str().unwrap()))
        .await;
    assert!(served.bytes == video, "the bytes are the same");
    let _ = id;
    app.stop().await;
}

#[tokio::test]
async fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let cluster = cluster().await;
    let database = cluster.clone_template().await;
    let data = TempDir::new().unwrap();
    let folder = data.path().join("data");
    let app = TestApp::on(cluster, &database, |config| {
        config.data_dir.clone_from(&folder)
    })
    .await;
    let mina = app.person("mina").await;
    let video = mp4(10_000);
    let address = create(&mina, video.len()).await;
    let name = format!(
        "{}.part",
        address.rsplit('/').next().unwrap().replace('-', "")
    );
    let path = folder.join("uploads").join(name);
    std::fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("/dev/full", &path).unwrap();
    let full = part(&mina, 0, true)
        .send("PATCH", &address, Some(video.clone()))
        .await;
    assert_eq!(full.line(), "507 storage_full");
    assert_eq!(
        mina.send("HEAD", &address, None)
            .await
            .header("upload-offset"),
        Some("0")
    );
    std::fs::remove_file(&path).unwrap();
    let sent = part(&mina, 0, true)
        .send("PATCH", &address, Some(video))
        .await;
    assert_eq!(sent.line(), "200", "{}", sent.body);
    app.stop().await;
}

#[tokio::test]
async fn parallel_parts_have_one_winner() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let video = mp4(2 << 20);
    let address = create(&mina, video.len()).await;
    let sends = (0..6).map(|_| {
        let (client, address) = (part(&mina, 0, true), address.clone());
        let video = video.clone();
        async move { client.send("PATCH", &address, Some(video)).await.line() }
    });
    let lines = crate::support::concurrently(sends.collect::<Vec<_>>()).await;
    let won = lines.iter().filter(|line| *line == "200").count();
    assert_eq!(won, 1, "{lines:?}");
    for line in lines.iter().filter(|line| *line != "200") {
        assert!(
            [
                "409 upload_superseded",
                "409 upload_offset_mismatch",
                "400 upload_length_inconsistent"
            ]
            .contains(&line.as_str()),
            "{line}"
        );
    }
    let file = checked(&app, &mina, address.rsplit('/').next().unwrap()).await;
    assert_eq!(file["state"], "ready");
    app.stop().await;
}

#[tokio::test]
async fn unfinished_uploads_are_limited_and_collected() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    for _ in 0..20 {
        create(&mina, 100).await;
    }
    let one_more = mina
        .with_header("upload-complete", "?0")
        .send("POST", "/api/files", None)
        .await;
    assert_eq!(one_more.line(), "429 uploads_too_many");
    app.advance(std::time::Duration::from_secs(25 * 3600));
    app.app.files.collect().await.unwrap();
    assert_eq!(app.count("select count(*) from kernel.file").await, 0);
    assert_files_consistent(&app).await;
    app.stop().await;
}
