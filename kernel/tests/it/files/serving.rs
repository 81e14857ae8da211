//! `/files`: headers, ranges, and what is not served.

use witverse_testing::TestApp;

use super::samples::{mp4, png};
use super::{ready, upload};

#[tokio::test]
async fn files_are_served_immutable_and_inert() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = ready(&app, &mina, png(900, 300)).await;
    let visitor = app.visitor();
    let path = format!("/files/{id}/768.webp");
    let served = visitor.get(&path).await;
    assert_eq!(served.line(), "200");
    for (name, value) in [
        ("content-type", "image/webp"),
        ("cache-control", "public, max-age=31536000, immutable"),
        ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "cross-origin"),
        ("access-control-allow-origin", "*"),
    ] {
        assert_eq!(served.header(name), Some(value));
    }
    let policy = served.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("sandbox; default-src 'none'"),
        "{policy}"
    );
    // Without a variant: the usual width.
    let usual = visitor.get(&format!("/files/{id}")).await;
    assert!(usual.bytes == served.bytes);
    let etag = served.header("etag").unwrap();
    let known = visitor.with_header("if-none-match", etag).get(&path).await;
    assert_eq!((known.line().as_str(), known.bytes.len()), ("304", 0));
    for missing in [
        "769.webp",
        "original.png",
        "original.mp4",
        "768.png",
        "..",
        "768.webp%00",
    ] {
        let reply = visitor.get(&format!("/files/{id}/{missing}")).await;
        assert_eq!(reply.status.as_u16(), 404, "{missing}");
    }
    for path in [
        "/files",
        "/files/x/768.webp",
        "/files/0190a1b2-0000-7000-8000-000000000001/768.webp",
    ] {
        assert_eq!(visitor.get(path).await.status.as_u16(), 404, "{path}");
    }
    assert_eq!(visitor.send("POST", &path, None).await.status.as_u16(), 405);
    app.stop().await;
}

#[tokio::test]
async fn parts_of_a_video_can_be_requested() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let video = mp4(100_000);
    let id = ready(&app, &mina, video.clone()).await;
    let path = format!("/files/{id}/original.mp4");
    let visitor = app.visitor().with_header("accept-encoding", "gzip, br");
    let whole = visitor.get(&path).await;
    assert_eq!(whole.header("accept-ranges"), Some("bytes"));
    assert_eq!(whole.header("content-encoding"), None);
    assert!(whole.bytes == video);
    let etag = whole.header("etag").unwrap().to_owned();
    for (range, from, to) in [
        ("bytes=0-9", 0, 10),
        ("bytes=70000-", 70_000, 100_000),
        ("bytes=-5", 99_995, 100_000),
    ] {
        let part = visitor.with_header("range", range).get(&path).await;
        assert_eq!(part.status.as_u16(), 206, "{range}");
        assert!(part.bytes == video[from..to], "{range}");
        let said = format!("bytes {from}-{}/100000", to - 1);
        assert_eq!(part.header("content-range"), Some(said.as_str()));
    }
    let outside = visitor
        .with_header("range", "bytes=100000-")
        .get(&path)
        .await;
    assert_eq!(outside.line(), "416 file_range_unsatisfiable");
    assert_eq!(outside.header("content-range"), Some("bytes */100000"));
    let resumed = visitor.with_header("range", "bytes=5-9");
    let same = resumed.with_header("if-range", &etag).get(&path).await;
    assert_eq!(same.status.as_u16(), 206);
    let other = resumed
        .with_header("if-range", "\"another\"")
        .get(&path)
        .await;
    assert_eq!((other.status.as_u16(), other.bytes.len()), (200, 100_000));
    app.stop().await;
}

#[tokio::test]
async fn addresses_have_the_origin_of_the_cdn() {
    let app =
        TestApp::with(|config| config.files.cdn_origin = Some("https://cdn.example".into())).await;
    let mina = app.person("mina").await;
    let sent = upload(&mina, "", png(20, 20)).await;
    let id = sent.payload()["fileId"].as_str().unwrap();
    let url = sent.payload()["url"].as_str().unwrap();
    assert_eq!(url, format!("https://cdn.example/files/{id}"));
    let page = app.visitor().get("/").await;
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.contains("img-src 'self' data: blob: https://cdn.example;"),
        "{policy}"
    );
    assert!(
        policy.contains("connect-src 'self' https://cdn.example;"),
        "{policy}"
    );
    assert!(
        policy.contains("media-src 'self' https://cdn.example"),
        "{policy}"
    );
    app.stop().await;
}
