//! The page of the shell and its assets.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use witverse_testing::{Client, TestApp};

/// The page's text between two markers.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = page
        .split_once(from)
        .unwrap_or_else(|| panic!("the page has no {from}"));
    rest.split_once(to).unwrap().0
}

#[tokio::test]
async fn a_path_without_a_page_is_not_found() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let status = async |path: &str| visitor.get(path).await.status.as_u16();
    // A world has a page; a name without a world, and a fixed path that no plugin has built, have none.
    assert_eq!(status("/agora").await, 404);
    assert_eq!(status("/metaverse/apply").await, 404);
    let description = json!({ "ko": "광장", "en": "A plaza" });
    let world = json!({ "worldName": "agora", "description": description, "isPublic": false });
    let owner = app.person("owner").await;
    assert_eq!(owner.post("/api/v3/worlds", world).await.status, 201);
    assert_eq!(status("/agora").await, 200);
    assert_eq!(status("/%61gora").await, 200);
    assert_eq!(status("/agora/x").await, 404);
    app.stop().await;
}

#[tokio::test]
async fn a_page_comes_with_its_first_data_and_markup() {
    let app = TestApp::start().await;
    let visitor = app.visitor().with_header("cookie", "lang=en");
    let page = async |path: &str| {
        let reply = visitor.get(path).await;
        let text = String::from_utf8(reply.bytes.clone()).unwrap();
        let boot: Value =
            serde_json::from_str(between(&text, r#"id="boot">"#, "</script>")).unwrap();
        (reply, text, boot["initial"].clone())
    };
    // Too few worlds for the markup with data: the page comes as it waits for them.
    let (reply, home, initial) = page("/").await;
    assert_eq!(initial["path"], "/api/v3/worlds?limit=20");
    assert_eq!(initial["payload"]["items"], json!([]));
    assert!(home.contains(r#"<div id="root" data-prerendered inert>"#));
    assert!(home.contains("w-carousel-skeleton"));
    // The one inline element is allowed by its digest.
    let styles = between(&home, "<style>", "</style>");
    let digest = STANDARD.encode(Sha256::digest(styles));
    let policy = reply.header("content-security-policy").unwrap();
    assert!(
        policy.contains(&format!("style-src 'self' 'sha256-{digest}';")),
        "{policy}"
    );

    for (name, description, is_public) in [
        ("agora", "A <b>plaza</b> & \"more\"", true),
        ("cellar", "A secret", false),
    ] {
        let description = json!({ "ko": "광장", "en": description });
        let world = json!({ "worldName": name, "description": description, "isPublic": is_public, "hue": 123 });
        let owner = app.person(&format!("{name}er")).await;
        assert_eq!(owner.post("/api/v3/worlds", world).await.status, 201);
    }
    let (_, agora, initial) = page("/agora").await;
    assert_eq!(initial["path"], "/api/v2/worlds/mInfo?worldName=agora");
    assert_eq!(initial["payload"]["isMember"], false);
    assert!(agora.contains("<title>agora · Witverse</title>"));
    // Its only member: English has another form for one, so the browser renders the header.
    assert!(agora.contains("w-head-skeleton"));
    let korean = app.visitor().with_header("cookie", "lang=ko");
    let korean = korean.get("/agora").await;
    let korean = String::from_utf8(korean.bytes.clone()).unwrap();
    assert!(korean.contains("--hue:123"));
    assert!(korean.contains(">광장<"));
    for secret in ["/cellar", "/nowhere"] {
        let (_, text, initial) = page(secret).await;
        assert_eq!(initial, Value::Null, "{secret}");
        assert!(!text.contains("secret"), "{secret}");
    }
    app.stop().await;
}

#[tokio::test]
async fn the_page_starts_the_shell_with_a_digest_of_every_script() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let page = async |client: &Client, path: &str| {
        let reply = client.get(path).await;
        let text = String::from_utf8(reply.bytes.clone()).unwrap();
        assert_eq!(
            reply.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        assert!(text.contains(r#"<div id="root""#), "{path}");
        (reply, text)
    };
    for (path, status) in [
        ("/", 200),
        ("/world/crafting", 200),
        ("/no/such/screen", 404),
        ("/user/0190a1b2-0000-7000-8000-000000000001", 200),
        ("/admin/people/0190a1b2-0000-7000-8000-000000000001", 200),
        ("/profile/security", 200),
        ("/profile/security/x", 404),
        ("/a/b", 404),
    ] {
        let (reply, _) = page(&visitor, path).await;
        assert_eq!(reply.status, status, "{path}");
        assert_eq!(reply.header("cache-control"), Some("no-cache"));
    }
    for (header, value, language) in [
        ("cookie", "a=b; lang=en", "en"),
        ("cookie", "lang=ko", "ko"),
        ("cookie", "lang=<script>", "ko"),
        ("accept-language", "en-US,en;q=0.9", "en"),
        ("accept-language", "ko-KR", "ko"),
        ("accept-language", "de", "ko"),
    ] {
        let (_, text) = page(&visitor.with_header(header, value), "/").await;
        assert!(
            text.contains(&format!(r#"<html lang="{language}""#)),
            "{header}: {value}"
        );
        let boot: Value =
            serde_json::from_str(between(&text, r#"id="boot">"#, "</script>")).unwrap();
        assert_eq!(boot["language"], language);
    }

    let (_, text) = page(&visitor, "/").await;
    let mut boot: Value =
        serde_json::from_str(between(&text, r#"id="boot">"#, "</script>")).unwrap();
    boot.as_object_mut().unwrap().remove("initial");
    assert_eq!(
        boot,
        *visitor.get("/api/ui/plugins").await.payload(),
        "the same for development"
    );
    assert_eq!(boot["dev"], json!({ "mailbox": true }));
    let worlds = &boot["plugins"]
        .as_array()
        .unwrap()
        .iter()
        .find(|plugin| plugin["id"] == "worlds")
        .unwrap();
    let listed = |key: &str| {
        worlds[key]
            .as_array()
            .unwrap()
            .iter()
            .map(crate::user::text)
            .collect::<Vec<_>>()
    };
    let entry = crate::user::text(&worlds["entry"]);
    let (js, css) = (listed("js"), listed("css"));
    for file in js.iter().chain(&css).chain([&entry]) {
        assert!(
            worlds["integrity"][file].is_string(),
            "{file} has no integrity"
        );
    }
    for (path, preloaded) in [
        ("/", "worlds"),
        ("/agora", "worlds"),
        ("/friends", "friends"),
        ("/wallet", "wallet"),
        ("/item/7", "items"),
        ("/profile", ""),
        ("/admin/people", ""),
        ("/no/such/screen", ""),
    ] {
        let (_, text) = page(&visitor, path).await;
        let links: Vec<&str> = text
            .split(r#"<link rel="preload" as="script" href="/assets/plugins/"#)
            .skip(1)
            .filter_map(|rest| rest.split('/').next())
            .collect();
        let expected: Vec<&str> = preloaded.split_whitespace().collect();
        assert_eq!(links, expected, "{path}");
    }
    for (file, digest) in worlds["integrity"].as_object().unwrap() {
        let reply = visitor.get(file).await;
        assert_eq!(reply.line(), "200", "{file}");
        let actual = format!("sha256-{}", STANDARD.encode(Sha256::digest(&reply.bytes)));
        assert_eq!(*digest, actual, "{file}");
    }
    assert!(
        worlds["routes"]
            .as_array()
            .unwrap()
            .iter()
            .all(|route| route["title"]["ko"].is_string())
    );

    // The page has no inline script: the content security policy would block it.
    for script in text.split("<script").skip(1) {
        let attributes = script.split('>').next().unwrap();
        assert!(
            attributes.contains(" src=") || attributes.contains("application/json"),
            "{attributes}"
        );
    }
    app.stop().await;
}

#[tokio::test]
async fn kakaos_postal_codes_are_allowed_only_where_they_are_offered() {
    for (is_on, hosts) in [(false, 0), (true, 1)] {
        let app = TestApp::with(|config| config.address.kakao = is_on).await;
        let page = app.visitor().get("/").await;
        let policy = page.header("content-security-policy").unwrap();
        for part in [
            "script-src 'self' https://t1.kakaocdn.net;",
            "frame-src https://postcode.map.kakao.com ",
        ] {
            assert_eq!(policy.matches(part).count(), hosts, "{policy}");
        }
        assert_eq!(policy.contains("kakao"), is_on, "{policy}");
        let boot = app.visitor().get("/api/ui/plugins").await;
        assert_eq!(boot.payload()["address"]["kakao"], is_on);
        app.stop().await;
    }
}

#[tokio::test]
async fn assets_are_cached_by_their_names() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let page = String::from_utf8(visitor.get("/").await.bytes).unwrap();
    let main = format!(
        "/assets/shell/main.{}",
        between(&page, "src=\"/assets/shell/main.", "\"")
    );
    let reply = visitor.get(&main).await;
    assert_eq!(
        reply.header("cache-control"),
        Some("public, max-age=31536000, immutable")
    );
    assert_eq!(
        reply
            .header("content-type")
            .and_then(|kind| kind.split(';').next()),
        Some("text/javascript")
    );
    for changing in [
        "/assets/shell/theme.js",
        "/assets/plugins/worlds/mf-manifest.json",
    ] {
        assert_eq!(
            visitor.get(changing).await.header("cache-control"),
            Some("no-cache"),
            "{changing}"
        );
    }
    for file in [main.as_str(), "/assets/shell/theme.js"] {
        let etag = visitor.get(file).await.header("etag").unwrap().to_owned();
        for known in [
            etag.clone(),
            format!("W/{etag}"),
            format!("\"other\", {etag}"),
            "*".to_owned(),
        ] {
            let again = visitor.with_header("if-none-match", &known).get(file).await;
            assert_eq!(
                (again.status.as_u16(), again.bytes.len()),
                (304, 0),
                "{file} known as {known}"
            );
            assert_eq!(again.header("etag"), Some(etag.as_str()));
        }
        let other = visitor
            .with_header("if-none-match", "\"other\"")
            .get(file)
            .await;
        assert_eq!(other.status, 200);
    }

    let browser = visitor.with_header("accept-encoding", "gzip, deflate, br, zstd");
    let compressed = browser.get(&main).await;
    assert_eq!(compressed.header("content-encoding"), Some("br"));
    assert!(
        compressed
            .header("vary")
            .unwrap()
            .contains("accept-encoding")
    );
    assert!(compressed.bytes.len() * 2 < reply.bytes.len());
    let mut plain = Vec::new();
    brotli::BrotliDecompress(&mut &compressed.bytes[..], &mut plain).unwrap();
    assert_eq!(plain, reply.bytes);
    for refusing in ["identity", "br;q=0, identity"] {
        let client = visitor.with_header("accept-encoding", refusing);
        assert_eq!(
            client.get(&main).await.header("content-encoding"),
            None,
            "{refusing}"
        );
    }
    let font = format!("/assets/shell/{}", font(&app));
    assert_eq!(
        browser.get(&font).await.header("content-type"),
        Some("font/woff2")
    );

    for outside in [
        "/assets/shell/../../secret",
        "/assets/shell/..%2f..%2fsecret",
        "/assets/shell/%2e%2e/%2e%2e/secret",
        "/assets/shell/....//secret",
        "/assets/shell/..\\secret",
        "/assets//etc/passwd",
        "/assets/plugins/worlds/../../../Cargo.toml",
        "/assets/plugins/worlds/../plugin.toml",
        "/assets/plugins/worlds/component.wasm",
        "/assets/plugins/probe/plugin.toml",
        "/assets/shell/index.html",
        "/assets/shell/",
        "/assets/shell",
        &format!("{main}.map"),
        &format!("{main}%00"),
    ] {
        if outside.parse::<axum::http::Uri>().is_ok() {
            let reply = visitor.get(outside).await;
            assert_eq!(reply.status, 404, "{outside}");
        }
    }
    app.stop().await;
}

/// A font of the shell.
fn font(app: &TestApp) -> String {
    let folder = &app.app.config.web;
    let mut names = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name().into_string().unwrap());
    names.find(|name| name.ends_with(".woff2")).unwrap()
}
