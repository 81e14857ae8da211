//! What is made of a file, and which files are refused.

use image::GenericImageView;
use serde_json::json;
use witverse_testing::{TestApp, cluster, hostile_files};

use super::samples::{gif, hostile, mp4, png, turned_jpeg, webp};
use super::{assert_files_consistent, checked, create, part, ready, upload};

#[tokio::test]
async fn an_image_is_turned_upright_and_loses_its_metadata() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let secret = "37.5665N 126.9780E";
    let stored = turned_jpeg(1000, 500, secret);
    let id = ready(&app, &mina, stored).await;
    let file = mina.get(&format!("/api/files/{id}")).await;
    assert_eq!(file.payload()["width"], 500);
    assert_eq!(file.payload()["height"], 1000);
    for width in [16, 64, 128, 256, 384, 768, 2048] {
        let served = app
            .visitor()
            .get(&format!("/files/{id}/{width}.webp"))
            .await;
        assert_eq!(served.line(), "200");
        let text = String::from_utf8_lossy(&served.bytes);
        assert!(!text.contains(secret) && !text.contains("EXIF"), "{width}");
        let picture = image::load_from_memory(&served.bytes).unwrap();
        // 768 and 2048 are wider than the image: it is served as wide as it is.
        assert_eq!(picture.width(), width.min(500));
        assert_eq!(picture.height(), picture.width() * 2);
        // The red half was left, and is the top after a quarter turn to the right.
        let red = |y: u32| picture.get_pixel(picture.width() / 2, y).0;
        let (top, bottom) = (red(0), red(picture.height() - 1));
        assert!(
            top[0] > top[2] && bottom[2] > bottom[0],
            "{width}: {top:?} {bottom:?}"
        );
    }
    app.stop().await;
}

#[tokio::test]
async fn every_type_of_image_becomes_webp() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    for (name, bytes) in [
        ("png", png(800, 400)),
        ("gif", gif(800, 400)),
        ("webp", webp(800, 400)),
        ("wide", png(3000, 20)),
        ("high", png(20, 3000)),
        ("tiny", png(1, 1)),
    ] {
        let id = ready(&app, &mina, bytes).await;
        let served = app.visitor().get(&format!("/files/{id}/384.webp")).await;
        assert_eq!(served.header("content-type"), Some("image/webp"), "{name}");
        let picture = image::load_from_memory(&served.bytes).unwrap();
        assert!(picture.width() <= 384, "{name}");
    }
    // Metadata and bytes after the image are dropped.
    let mut polyglot = png(100, 100);
    polyglot.extend(b"<!doctype html><script>alert(1)</script>");
    let id = ready(&app, &mina, polyglot).await;
    for width in [64, 768] {
        let served = app
            .visitor()
            .get(&format!("/files/{id}/{width}.webp"))
            .await;
        assert!(!String::from_utf8_lossy(&served.bytes).contains("script"));
    }
    assert_files_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn hostile_files_are_refused_with_the_reason() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    for (name, bytes, reason) in hostile() {
        let sent = upload(&mina, "", bytes).await;
        if sent.line() == "201" {
            let id = sent.payload()["fileId"].as_str().unwrap();
            let file = checked(&app, &mina, id).await;
            assert_eq!(file["reason"], reason, "{name}: {file}");
            assert!(!file["reasonText"]["ko"].as_str().unwrap().is_empty());
        } else {
            assert_eq!(sent.line(), format!("422 {reason}"), "{name}");
        }
    }
    let listed = mina.get("/api/files").await;
    for file in listed.payload()["items"].as_array().unwrap() {
        assert_eq!(file["state"], "refused", "{file}");
        let address = file["url"].as_str().unwrap();
        for variant in ["", "/768.webp", "/original.mp4"] {
            let served = app.visitor().get(&format!("{address}{variant}")).await;
            assert_eq!(served.line(), "404 file_not_found");
        }
    }
    assert_eq!(
        app.count("select count(*) from kernel.file_variant").await,
        0
    );
    assert_eq!(
        app.count("select sum(bytes)::bigint from kernel.file_usage")
            .await,
        0
    );
    app.stop().await;
}

/// The short form of `cargo xtask soak files`, which also looks at the memory: here it is shared by all tests.
#[tokio::test]
async fn damaged_files_never_fail_the_kernel() {
    hostile_files::send(7, 120).await.unwrap();
}

/// Every bomb ends as it should.
#[tokio::test]
async fn bombs_are_refused_or_not_unpacked() {
    let bombs = hostile_files::quick(100 << 20);
    hostile_files::send_bombs(bombs).await.unwrap();
}

#[tokio::test]
async fn the_bytes_decide_what_a_file_is() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let sent = upload(&mina, "?name=holiday.png", mp4(4000)).await;
    let id = sent.payload()["fileId"].as_str().unwrap().to_owned();
    let file = checked(&app, &mina, &id).await;
    assert_eq!(
        (&file["kind"], &file["mediaType"]),
        (&json!("video"), &json!("video/mp4"))
    );
    // An upload for images refuses it as soon as enough bytes have arrived.
    let refused = upload(&mina, "?purpose=image&name=holiday.png", mp4(4000)).await;
    assert_eq!(refused.line(), "422 file_no_image");
    let refused = upload(&mina, "?purpose=video&name=a.mp4", png(10, 10)).await;
    assert_eq!(refused.line(), "422 file_no_video");
    let address = create(&mina, 5_000_000).await;
    let early = part(&mina, 0, false)
        .send("PATCH", &address, Some(vec![b'x'; 100]))
        .await;
    assert_eq!(early.line(), "422 file_type_unsupported");
    let later = part(&mina, 100, false)
        .send("PATCH", &address, Some(vec![b'x'; 100]))
        .await;
    assert_eq!(later.line(), "422 file_type_unsupported");
    assert_eq!(upload(&mina, "", Vec::new()).await.line(), "422 file_empty");
    app.stop().await;
}

#[tokio::test]
async fn a_scanner_decides_before_anybody_sees_a_file() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let bytes = png(50, 50);
    sqlx::query("insert into kernel.forbidden_file (digest, reason) values (sha256($1), 'a test')")
        .bind(&bytes)
        .execute(app.owner())
        .await
        .unwrap();
    let sent = upload(&mina, "", bytes).await;
    let id = sent.payload()["fileId"].as_str().unwrap().to_owned();
    let file = checked(&app, &mina, &id).await;
    assert_eq!(file["reason"], "file_forbidden");
    assert_eq!(file["reasonText"]["en"], "This file can't be shared.");
    ready(&app, &mina, png(51, 51)).await;
    app.stop().await;
}

#[tokio::test]
async fn a_check_that_was_interrupted_is_repeated() {
    let cluster = cluster().await;
    let database = cluster.clone_template().await;
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("data");
    let app = TestApp::on(cluster, &database, |config| {
        config.data_dir.clone_from(&folder)
    })
    .await;
    let mina = app.person("mina").await;
    let (token, image) = (mina.token().unwrap().to_owned(), png(300, 300));
    // As if the kernel had ended after it had claimed the file.
    sqlx::query("alter table kernel.file_variant add constraint paused check (false) not valid")
        .execute(app.owner())
        .await
        .unwrap();
    let sent = upload(&mina, "", image).await;
    let id = sent.payload()["fileId"].as_str().unwrap().to_owned();
    app.eventually("an attempt has failed", async || {
        app.count("select max(checks)::bigint from kernel.file")
            .await
            > 0
    })
    .await;
    app.stop().await;
    let app = TestApp::on(cluster, &database, |config| {
        config.data_dir.clone_from(&folder)
    })
    .await;
    sqlx::query("alter table kernel.file_variant drop constraint paused")
        .execute(app.owner())
        .await
        .unwrap();
    app.advance(std::time::Duration::from_secs(600));
    let mina = app.visitor().with_token(&token);
    app.eventually("it is ready", async || {
        app.count("select count(*) from kernel.file where state = 'ready'")
            .await
            == 1
    })
    .await;
    let served = mina.get(&format!("/files/{id}/128.webp")).await;
    assert_eq!(served.line(), "200");
    assert_files_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn people_take_turns_and_have_a_budget_of_checks() {
    let app = TestApp::start().await;
    let (mina, sora) = (app.person("mina").await, app.person("sora").await);
    let large = png(4_000, 3_000);
    for _ in 0..6 {
        let sent = upload(&mina, "", large.clone()).await;
        assert_eq!(sent.line(), "201", "{}", sent.body);
    }
    ready(&app, &sora, png(64, 64)).await;
    let waiting = "select count(*) from kernel.file where state = 'checking'";
    assert!(
        app.count(waiting).await > 0,
        "another person does not wait for all of them"
    );
    app.eventually("they are checked as well", async || {
        app.count(waiting).await == 0
    })
    .await;
    let spent = "update kernel.file_usage set check_ms = 300000 where check_ms > 0 and account_id = (
                     select id from kernel.account where nickname = 'mina') and checked_on is not null";
    let updated = sqlx::query(spent).execute(app.owner()).await.unwrap();
    assert_eq!(updated.rows_affected(), 1);
    let refused = upload(&mina, "", png(64, 64)).await;
    assert_eq!(refused.line(), "429 file_checks_spent");
    ready(&app, &sora, png(64, 65)).await;
    app.advance(std::time::Duration::from_secs(86_400));
    let mina = app.log_in("mina", mina.id).await;
    ready(&app, &mina, png(64, 64)).await;
    app.stop().await;
}
