//! Pages of installed plugins: on a host of the install, without an origin, and listed for people who may enter the world.

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp, TestPackage};

use super::versions::upgrade;
use super::{Owner, fault, text};

fn with_pages() -> TestPackage {
    TestPackage {
        more: "[ui]\nisolation = \"frame\"\nroutes = [{ path = \"/\", page = \"play\", title = \"t:name\" }, \
               { path = \"/help\", page = \"help\", title = \"t:name\" }]"
            .into(),
        files: vec![
            ("web/play.html", "<!doctype html><title>Play</title>".into()),
            ("web/help.html", "<!doctype html><title>Help</title>".into()),
            ("web/parts/play.js", "export {}".into()),
        ],
        ..TestPackage::new("1.0.0")
    }
}

/// A request to the host of an install.
async fn get(client: &Client, install: &Value, path: &str) -> Reply {
    let host = format!("{}.plugins.localhost:8080", text(install, "id"));
    client.with_header("host", &host).get(path).await
}

#[tokio::test]
async fn a_page_has_a_host_of_its_own_and_no_origin() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&with_pages(), None).await;
    let visitor = app.visitor();
    let page = get(&visitor, &install, "/play.html").await;
    assert_eq!(page.line(), "200");
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let policy = page.header("content-security-policy").unwrap();
    for rule in [
        "sandbox allow-scripts allow-forms;",
        "script-src 'self' 'wasm-unsafe-eval';",
        "default-src 'none'",
        "form-action 'none'",
    ] {
        assert!(policy.contains(rule), "{rule} in {policy}");
    }
    assert!(!policy.contains("allow-same-origin") && !policy.contains("connect-src"));
    assert!(
        policy.contains("frame-ancestors 'self' http://localhost:*"),
        "{policy}"
    );
    assert_eq!(page.header("x-dns-prefetch-control"), Some("off"));
    assert_eq!(page.header("set-cookie"), None);
    let etag = page.header("etag").unwrap();
    let again = get(
        &visitor.with_header("if-none-match", etag),
        &install,
        "/play.html",
    )
    .await;
    assert_eq!(again.line(), "304");
    let script = get(&visitor, &install, "/parts/play.js").await;
    assert_eq!(script.bytes, b"export {}");

    for path in [
        "/",
        "/missing.html",
        "/../plugin.toml",
        "/%2e%2e/plugin.toml",
        "/parts",
        "/parts/",
        // Nothing of the platform is on this host.
        "/api/user/auth",
        "/api/v3/worlds",
        "/health/live",
        "/metrics",
    ] {
        assert_eq!(
            get(&visitor, &install, path).await.line(),
            "404 not_found",
            "{path}"
        );
    }
    let host = format!("{}.plugins.localhost", text(&install, "id"));
    let post = visitor
        .with_header("host", &host)
        .post("/play.html", json!({}))
        .await;
    assert_eq!(post.line(), "405 method_not_allowed");
    let unknown = json!({ "id": "x-aaaaaaaaaaaa" });
    assert_eq!(
        get(&visitor, &unknown, "/play.html").await.line(),
        "404 not_found"
    );
    let system = json!({ "id": "worlds" });
    assert_eq!(
        get(&visitor, &system, "/play.html").await.line(),
        "404 not_found"
    );

    mina.patch(&install, json!({ "enabled": false })).await;
    assert_eq!(
        get(&visitor, &install, "/play.html").await.line(),
        "404 not_found"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_document_of_the_platform_decides_where_a_page_may_go() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&with_pages(), None).await;
    let visitor = app.visitor();
    let outer = get(&visitor, &install, "/-/frame?page=play.html").await;
    assert_eq!(outer.line(), "200");
    let document = String::from_utf8(outer.bytes.to_vec()).unwrap();
    assert!(
        document.contains(
            "<iframe sandbox=\"allow-scripts allow-forms\" referrerpolicy=\"no-referrer\" src=\"/-/v/"
        ),
        "{document}"
    );
    let policy = outer.header("content-security-policy").unwrap();
    for rule in [
        "default-src 'none'",
        "frame-src 'self'",
        "script-src 'sha256-",
        "form-action 'none'",
        "frame-ancestors http://localhost:*",
    ] {
        assert!(policy.contains(rule), "{rule} in {policy}");
    }
    assert!(!policy.contains("script-src 'self'") && !policy.contains("https:"));
    for page in [
        "",
        "//evil.example/a",
        "..%2fplugin.toml",
        "play.html%22%3e",
        "-%2fframe?",
        ".a",
        "javascript:1",
    ] {
        let refused = get(&visitor, &install, &format!("/-/frame?page={page}")).await;
        assert_eq!(refused.line(), "404 not_found", "{page}");
    }
    app.stop().await;
}

#[tokio::test]
async fn an_opened_page_keeps_the_files_of_its_version() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&with_pages(), None).await;
    let visitor = app.visitor();
    let folder = async || {
        let outer = get(&visitor, &install, "/-/frame?page=play.html").await;
        let document = String::from_utf8(outer.bytes.to_vec()).unwrap();
        let (_, rest) = document.split_once("src=\"").unwrap();
        rest.split_once("play.html").unwrap().0.to_owned()
    };
    let before = folder().await;
    let mut next = with_pages();
    next.version = "1.1.0";
    next.files[2].1 = "export const lamp = 2".into();
    assert_eq!(upgrade(&mina, &install, &next, None).await.line(), "200");
    let after = folder().await;
    assert_ne!(before, after);
    for (folder, script) in [
        (before.as_str(), "export {}"),
        (after.as_str(), "export const lamp = 2"),
        ("/", "export const lamp = 2"),
    ] {
        let part = get(&visitor, &install, &format!("{folder}parts/play.js")).await;
        assert_eq!(part.line(), "200", "{folder}");
        assert_eq!(part.bytes, script.as_bytes(), "{folder}");
    }
    for unknown in ["/-/v/", "/-/v/0123/", "/-/v/../"] {
        let part = get(&visitor, &install, &format!("{unknown}parts/play.js")).await;
        assert_eq!(part.line(), "404 not_found", "{unknown}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_part_of_a_file_is_served() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&with_pages(), None).await;
    let visitor = app.visitor();
    let range = async |range: &str| {
        let asking = visitor
            .with_header("range", range)
            .with_header("accept-encoding", "br");
        get(&asking, &install, "/parts/play.js").await
    };
    let part = range("bytes=0-1").await;
    assert_eq!((part.line().as_str(), &part.bytes[..]), ("206", &b"ex"[..]));
    assert_eq!(part.header("content-range"), Some("bytes 0-1/9"));
    assert_eq!(part.header("content-encoding"), None);
    let outside = range("bytes=9-").await;
    assert_eq!(outside.status.as_u16(), 416);
    assert_eq!(outside.header("content-range"), Some("bytes */9"));
    app.stop().await;
}

#[tokio::test]
async fn files_of_pages_are_compressed_once_and_limited_by_network() {
    let app = TestApp::with(|config| config.http.route_rate_factor = 1).await;
    let mina = Owner::of(&app, "mina").await;
    // Files of test packages live as long as the program.
    let script: &'static str = "export const lamps = [];\n".repeat(400).leak();
    let mut package = with_pages();
    package.files.push(("web/large.js", script.into()));
    let install = mina.install(&package, None).await;
    let visitor = app.visitor().with_header("accept-encoding", "br");
    let path = "/large.js";
    app.eventually("the file is compressed", async || {
        let reply = get(&visitor, &install, path).await;
        assert_eq!(reply.line(), "200");
        let is_compressed = reply.header("content-encoding") == Some("br");
        assert_eq!(is_compressed, reply.bytes.len() < 1_000);
        is_compressed
    })
    .await;
    let plain = get(&app.visitor(), &install, path).await;
    assert_eq!(plain.bytes, script.as_bytes());
    for _ in 0..1_200 {
        if get(&visitor, &install, "/missing.js").await.status == 429 {
            break;
        }
    }
    let limited = get(&visitor, &install, path).await;
    assert_eq!(limited.line(), "429 too_many_requests");
    app.stop().await;
}

#[tokio::test]
async fn pages_are_listed_for_people_who_may_enter() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&with_pages(), None).await;
    let joon = Owner::of(&app, "joon").await;
    joon.install(&TestPackage::new("1.0.1"), None).await;
    let visitor = app.visitor();
    let list = async |client: &Client, world: &str| {
        client
            .get(&format!("/api/v3/worlds/{world}/extensions"))
            .await
    };
    let here = list(&visitor, "mina").await;
    assert_eq!(here.payload()["frameHost"], "plugins.localhost");
    let plugin = &here.payload()["items"][0];
    assert_eq!(plugin["id"], install["id"]);
    assert_eq!(
        plugin["pages"][0],
        json!({ "path": "/", "file": "play.html", "title": { "ko": "탐침", "en": "Probe" } })
    );
    assert_eq!(plugin["pages"][1]["path"], "/help");
    let without_pages = list(&visitor, "joon").await;
    assert_eq!(without_pages.payload()["items"], json!([]));
    assert_eq!(list(&visitor, "nowhere").await.line(), "404 not_found");

    let body = json!({ "worldId": mina.world, "isPublic": false });
    let closed = mina
        .client
        .put("/api/v3/worlds/admins/visibility", body)
        .await;
    assert_eq!(closed.line(), "200");
    assert_eq!(list(&visitor, "mina").await.line(), "401 unauthenticated");
    assert_eq!(
        list(&joon.client, "mina").await.line(),
        "403 world_members_only"
    );
    assert_eq!(list(&mina.client, "mina").await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn a_manifest_with_other_screens_is_refused() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let check = async |ui: &str, reason: &str| {
        let package = TestPackage {
            more: format!("[ui]\n{ui}"),
            ..with_pages()
        };
        let refused = mina.upload(&package).await;
        assert_eq!(refused.line(), "422 package_invalid", "{ui}");
        let says = fault(&refused);
        assert!(says.contains(reason), "{says}");
    };
    let page = |fields: &str| {
        format!(
            "isolation = \"frame\"\nroutes = [{{ page = \"play\", title = \"t:name\", {fields} }}]"
        )
    };
    check("isolation = \"page\"", "is for system plugins").await;
    check(&page("path = \"/wallet/x\""), "neither / nor one word").await;
    check(&page("path = \"/{worldName}\""), "neither / nor one word").await;
    check(&page("path = \"/\", nav = true"), "for system plugins").await;
    check(
        "isolation = \"frame\"\nroutes = [{ path = \"/\", page = \"missing\", title = \"t:name\" }]",
        "web/missing.html is missing",
    )
    .await;
    check(
        "isolation = \"frame\"\nroutes = [{ path = \"/\", page = \"../play\", title = \"t:name\" }]",
        "is not the name of a file",
    )
    .await;
    check(
        "isolation = \"frame\"\nslots = [{ at = \"world.section\", page = \"play\", title = \"t:name\" }]",
        "the slot world.section is for system plugins",
    )
    .await;
    app.stop().await;
}
