//! Everything that can be sent: whatever it is, the answer is a proper one, and nothing is written that
//! should not be. Bad input is generated from the kernel's own contract, so that a new call is covered by
//! being in it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha384};
use witverse_testing::{Client, Reply, TestApp};

/// A call of the contract.
pub(crate) struct Operation {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) about: Value,
}

impl Operation {
    /// The schema of its body.
    pub(crate) fn body(&self) -> Option<&Value> {
        let schema = &self.about["requestBody"]["content"]["application/json"]["schema"];
        schema.is_object().then_some(schema)
    }

    /// Its address with something in each placeholder.
    pub(crate) fn address(&self) -> String {
        let parts = self
            .path
            .split('/')
            .map(|part| if part.starts_with('{') { "7" } else { part });
        parts.collect::<Vec<_>>().join("/")
    }

    fn parameters(&self) -> impl Iterator<Item = (&str, &Value)> {
        let parameters = self.about["parameters"].as_array().into_iter().flatten();
        parameters
            .filter(|parameter| parameter["in"] == "query")
            .map(|parameter| (parameter["name"].as_str().unwrap(), &parameter["schema"]))
    }

    async fn send(&self, client: &Client, body: Vec<u8>) -> Reply {
        client.send(&self.method, &self.address(), Some(body)).await
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}

/// Every call of the running kernel.
pub(crate) async fn operations(app: &TestApp) -> Vec<Operation> {
    let document = app.visitor().get("/api/openapi.json").await.body;
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            operations.push(Operation {
                method: method.to_uppercase(),
                path: path.clone(),
                about: about.clone(),
            });
        }
    }
    assert!(operations.len() > 20, "the contract is there");
    operations
}

/// Something that the schema takes, as far as types go.
pub(crate) fn sample(schema: &Value) -> Value {
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[0].clone(),
        kind => kind.clone(),
    };
    match kind.as_str() {
        Some("string") => json!("abc"),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        Some("object") => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            Value::Object(
                properties
                    .map(|(name, schema)| (name.clone(), sample(schema)))
                    .collect(),
            )
        }
        _ => Value::Null,
    }
}

/// Checks the shape that every refusal has.
pub(crate) fn is_problem(reply: &Reply, what: &str) {
    let body = &reply.body;
    assert_eq!(
        reply.header("content-type"),
        Some("application/problem+json"),
        "{what}: {body}"
    );
    assert_eq!(body["status"], reply.status.as_u16(), "{what}");
    assert_eq!(body["type"], "about:blank", "{what}");
    assert!(body["title"].is_string(), "{what}");
    let code = body["code"].as_str().unwrap_or_default();
    assert!(
        !code.is_empty()
            && code
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'),
        "{what}"
    );
    says_twice(body, what);
    for field in body["fields"].as_array().into_iter().flatten() {
        assert!(
            field["field"]
                .as_str()
                .is_some_and(|name| !name.is_empty() && name != "."),
            "{what}: {field}"
        );
        says_twice(field, what);
    }
    assert_eq!(
        body["requestId"].as_str(),
        reply.header("x-request-id"),
        "{what}"
    );
    is_guarded(reply, what);
}

fn says_twice(body: &Value, what: &str) {
    for language in ["ko", "en"] {
        let text = body["language"][language].as_str();
        assert!(
            text.is_some_and(|text| !text.is_empty()),
            "{what}: {language} of {body}"
        );
    }
    let hangul = body["language"]["ko"]
        .as_str()
        .unwrap()
        .chars()
        .any(|c| ('가'..='힣').contains(&c));
    assert!(hangul, "{what}: Korean is Korean: {body}");
    assert_eq!(body["message"], body["language"]["ko"], "{what}");
}

/// Checks that a request was refused for what it is.
fn is_refused(reply: &Reply, what: &str) {
    assert!(reply.status.is_client_error(), "{what}: {}", reply.line());
    is_problem(reply, what);
}

/// Checks that a request, taken or refused, was answered properly.
fn is_answered(reply: &Reply, what: &str) {
    assert!(!reply.status.is_server_error(), "{what}: {}", reply.line());
    if !reply.status.is_success() {
        is_problem(reply, what);
    }
}

/// Checks the headers that protect whoever looks at an answer.
fn is_guarded(reply: &Reply, what: &str) {
    for (name, begins) in [
        ("content-security-policy", "default-src '"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "strict-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(self)"),
        ("x-request-id", ""),
    ] {
        let value = reply
            .header(name)
            .unwrap_or_else(|| panic!("{what} has no {name}"));
        assert!(value.starts_with(begins), "{what}: {name}: {value}");
    }
    let policy = reply.header("content-security-policy").unwrap();
    assert!(
        policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"),
        "{what}"
    );
    assert!(
        !policy.contains("unsafe-eval") && !policy.contains('*'),
        "{what}: {policy}"
    );
}

/// What a test of refusals must leave as it was.
async fn rows(app: &TestApp) -> i64 {
    app.count(
        "select (select count(*) from kernel.account) + (select count(*) from kernel.session)
              + (select count(*) from kernel.email_code) + (select count(*) from kernel.delivery)
              + (select count(*) from plugin_worlds.world) + (select count(*) from plugin_worlds.member)
              + (select count(*) from plugin_probe.note)",
    )
    .await
}

/// The body with one property replaced.
fn with(body: &Value, name: &str, value: Value) -> Vec<u8> {
    let mut body = body.clone();
    body[name] = value;
    body.to_string().into_bytes()
}

/// Whether the schema takes values of the kind of `value`; anything goes where it names no type.
fn takes(schema: &Value, value: &Value) -> bool {
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return true,
    };
    kinds.into_iter().any(|kind| match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => value.is_null(),
    })
}

#[tokio::test]
async fn bad_bodies_are_refused_and_leave_nothing() {
    let app = TestApp::start().await;
    let person = app.person("mina").await;
    let before = rows(&app).await;
    let deep = |open: &str, close: &str| {
        format!("{}{}", open.repeat(50_000), close.repeat(50_000)).into_bytes()
    };
    for operation in operations(&app).await {
        let Some(schema) = operation.body() else {
            continue;
        };
        let empty = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&empty);
        let required: Vec<&str> = schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let good = sample(schema);
        let mut bad: Vec<(String, Vec<u8>)> = [
            ("nothing", b"".to_vec()),
            ("an empty list", b"[]".to_vec()),
            ("a number", b"3".to_vec()),
            ("null", b"null".to_vec()),
            ("a text", b"\"x\"".to_vec()),
            ("half an object", b"{".to_vec()),
            ("a form", b"email=a%40b.co&password=x".to_vec()),
            ("two values", format!("{good} {good}").into_bytes()),
            ("invalid UTF-8", b"\xff\xfe{}".to_vec()),
            (
                "invalid UTF-8 in a text",
                b"{\"email\":\"\xc3\x28\",\"worldName\":\"\xff\"}".to_vec(),
            ),
            (
                "a lone surrogate",
                br#"{"email":"\ud800","worldName":"\ud800","name":"\ud800"}"#.to_vec(),
            ),
            ("a byte order mark", "\u{feff}{}".into()),
            ("deep lists", deep("[", "]")),
            ("deep objects", deep("{\"a\":", "}")),
            (
                "an endless number",
                format!("{{\"qty\":1{}}}", "0".repeat(500)).into_bytes(),
            ),
        ]
        .map(|(what, body)| (what.to_owned(), body))
        .into();
        for name in &required {
            let mut body = good.clone();
            body.as_object_mut().unwrap().remove(*name);
            bad.push((format!("no {name}"), body.to_string().into_bytes()));
            bad.push((format!("null as {name}"), with(&good, name, Value::Null)));
        }
        for (name, schema) in properties {
            let values = [
                json!(7),
                json!(1.5),
                json!("text"),
                json!(true),
                json!([1]),
                json!({ "a": 1 }),
            ];
            for value in values.into_iter().filter(|value| !takes(schema, value)) {
                bad.push((format!("{value} as {name}"), with(&good, name, value)));
            }
        }
        for (what, body) in bad {
            is_refused(
                &operation.send(&person, body).await,
                &format!("{operation} with {what}"),
            );
        }

        // A page of another site can send these without asking.
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "",
        ] {
            let body = good.to_string().into_bytes();
            let reply = operation
                .send(&person.with_header("content-type", kind), body)
                .await;
            assert_eq!(
                reply.line(),
                "415 unsupported_media_type",
                "{operation} as {kind:?}"
            );
            is_problem(&reply, "another media type");
        }
        let large = json!({ "email": "x".repeat(2 << 20), "worldName": "x".repeat(2 << 20) });
        let reply = operation
            .send(&person, large.to_string().into_bytes())
            .await;
        assert_eq!(reply.line(), "413 body_too_large", "{operation}");
        is_problem(&reply, "a large body");
    }
    assert_eq!(rows(&app).await, before, "nothing was written");
    app.stop().await;
}

#[tokio::test]
async fn strange_texts_do_no_harm() {
    let app = TestApp::start().await;
    let person = app.person("mina").await;
    let before = rows(&app).await;
    let strange = [
        "\0".to_owned(),
        "a\0b".to_owned(),
        "x".repeat(900_000),
        "한".repeat(200_000),
        "\u{202e}\u{200b}\u{feff}".to_owned(),
        "'; drop table kernel.account; --".to_owned(),
        "<script>alert(1)</script>".to_owned(),
        "\r\nSet-Cookie: a=b\r\n".to_owned(),
        "%00%0a${7*7}{{7*7}}".to_owned(),
        "👩‍👩‍👧‍👦".repeat(100),
    ];
    for operation in operations(&app).await {
        let Some(schema) = operation.body() else {
            continue;
        };
        let mut good = sample(schema);
        // The rest is wrong too, so that nothing strange is taken because the rest was right.
        for (name, value) in [("worldName", json!("a")), ("email", json!("a@b"))] {
            if !good[name].is_null() {
                good[name] = value;
            }
        }
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            for text in strange.iter().filter(|text| takes(schema, &json!(text))) {
                let reply = operation
                    .send(&person, with(&good, name, json!(text)))
                    .await;
                let shown: String = text.chars().take(20).collect();
                is_answered(&reply, &format!("{operation} with {shown:?} as {name}"));
            }
        }
    }
    let info = person.post("/api/user/auth", json!({})).await;
    assert_eq!(info.payload()["nickname"], "mina");
    assert_eq!(rows(&app).await, before, "nothing was written");
    app.stop().await;
}

#[tokio::test]
async fn rubbish_in_addresses_is_refused() {
    let app = TestApp::start().await;
    let person = app.person("mina").await;
    let operations = operations(&app).await;
    for operation in operations
        .iter()
        .filter(|operation| operation.method == "GET" && operation.path != "/api/live")
    {
        let address = operation.address();
        for (query, expected) in [
            ("%ff=1", "400 invalid_query"),
            ("a=%", "400 invalid_query"),
            ("a=%zz", "400 invalid_query"),
            ("a=%e2%28%a1", "400 invalid_query"),
        ] {
            let reply = person.get(&format!("{address}?{query}")).await;
            is_answered(&reply, &format!("{operation}?{query}"));
            if operation.parameters().next().is_some() {
                assert_eq!(reply.line(), expected, "{operation}?{query}");
            }
        }
        for query in [
            "",
            "&&&",
            "=",
            "a",
            "a=b=c",
            "%00=%00",
            &"a=b&".repeat(2000),
            &format!("a={}", "x".repeat(30_000)),
        ] {
            is_answered(
                &person.get(&format!("{address}?{query}")).await,
                &format!("{operation}?{query:.20}"),
            );
        }
        for (name, schema) in operation.parameters() {
            for value in [
                "",
                "%00",
                "-1",
                "1e9",
                "NaN",
                "99999999999999999999",
                "%F0%9F%92%A9",
                "a%26b",
                &"9".repeat(20_000),
            ] {
                let reply = person
                    .get(&format!("{address}?{name}={value}&{name}={value}"))
                    .await;
                is_answered(&reply, &format!("{operation}?{name}={value:.20}"));
                if schema["type"] == "integer" && !value.is_empty() {
                    is_refused(&reply, &format!("{operation}?{name}={value:.20}"));
                }
            }
        }
    }
    for path in [
        "/api/x/probe/things/%ff",
        "/api/x/probe/things/%",
        "/api/x/probe/things/%zz",
        "/api/x/probe/things/",
        "/api/x/probe/things/a/b",
        "/api//v3/worlds",
        "/api/v3/worlds/",
        "/api/v3/worlds/%2e%2e/x",
        "/api/v3/../v3/worlds",
        "/api/v9/worlds",
        "/api/nope",
        "/api",
        "/api/",
        "/api/%00",
        "/assets/",
        "/assets/nope",
        "/assets/%ff",
    ] {
        for method in ["GET", "POST", "PUT", "DELETE", "BREW"] {
            let reply = person
                .send(method, path, (method != "GET").then(|| b"{}".to_vec()))
                .await;
            is_refused(&reply, &format!("{method} {path}"));
        }
        assert_eq!(person.get(path).await.line(), "404 not_found", "{path}");
    }
    let shown = person.get("/api/x/probe/things/%00").await;
    is_answered(&shown, "U+0000 in a placeholder");
    let shown = person
        .get("/api/x/probe/things/a%2Fb%20%ED%95%9C?q=1+2%2B3")
        .await;
    assert_eq!(shown.payload()["params"], json!([["id", "a/b 한"]]));
    assert_eq!(shown.payload()["query"], json!([["q", "1 2+3"]]));
    for path in [
        "/%ff",
        "/%00",
        "/a%2fb",
        "//evil.example",
        "/.git/config",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/<b>",
        "/a?b=%ff",
    ] {
        let Ok(_) = path.parse::<axum::http::Uri>() else {
            continue;
        };
        let reply = app.visitor().get(path).await;
        assert!(matches!(reply.status.as_u16(), 200 | 404), "{path}");
        assert!(
            reply
                .header("content-type")
                .unwrap()
                .starts_with("text/html"),
            "{path}"
        );
        assert!(
            !String::from_utf8_lossy(&reply.bytes).contains("<b>"),
            "the address is not in the page"
        );
    }
    app.stop().await;
}

#[tokio::test]
async fn other_methods_are_told_which_there_are() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let operations = operations(&app).await;
    for operation in &operations {
        let known: Vec<&str> = operations
            .iter()
            .filter(|other| other.path == operation.path)
            .map(|other| other.method.as_str())
            .collect();
        for method in [
            "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW",
        ] {
            if known.contains(&method) {
                continue;
            }
            let reply = visitor.send(method, &operation.address(), None).await;
            let what = format!("{method} {}", operation.path);
            assert_eq!(reply.line(), "405 method_not_allowed", "{what}");
            is_problem(&reply, &what);
            let allow = reply
                .header("allow")
                .unwrap_or_else(|| panic!("{what}: no Allow"));
            for method in &known {
                assert!(
                    allow.split(',').any(|allowed| allowed.trim() == *method),
                    "{what}: {allow}"
                );
            }
        }
    }
    for path in [
        "/",
        "/agora",
        "/no/such/screen",
        "/assets/shell/theme.js",
        "/health/live",
        "/metrics",
        "/api/openapi.json",
    ] {
        let reply = visitor.send("POST", path, Some(b"{}".to_vec())).await;
        assert_eq!(reply.line(), "405 method_not_allowed", "{path}");
        assert!(
            reply
                .header("allow")
                .is_some_and(|allow| allow.contains("GET")),
            "{path}"
        );
        let head = visitor.send("HEAD", path, None).await;
        assert_eq!(head.status, visitor.get(path).await.status, "{path}");
        assert!(
            head.bytes.is_empty() || path == "/" || !path.contains('.'),
            "{path}"
        );
    }
    let head = visitor.send("HEAD", "/api/v3/worlds", None).await;
    assert_eq!(head.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn every_answer_is_guarded_and_has_its_number() {
    let app = TestApp::start().await;
    let (visitor, person) = (app.visitor(), app.person("mina").await);
    let etag = visitor
        .get("/assets/shell/theme.js")
        .await
        .header("etag")
        .unwrap()
        .to_owned();
    for (client, path) in [
        (&visitor, "/"),
        (&visitor, "/no/such/screen"),
        (&visitor, "/assets/shell/theme.js"),
        (
            &visitor.with_header("if-none-match", &etag),
            "/assets/shell/theme.js",
        ),
        (&visitor, "/assets/nope.js"),
        (&visitor, "/api/v3/worlds"),
        (&visitor, "/api/v2/worlds/my"),
        (&visitor, "/api/ui/plugins"),
        (&visitor, "/api/openapi.json"),
        (&visitor, "/api/nope"),
        (&visitor, "/health/live"),
        (&visitor, "/health/ready"),
        (&visitor, "/metrics"),
        (&visitor, "/dev/mailbox"),
        (&visitor, "/dev/mailbox/messages"),
        (&person, "/api/user/nickname"),
        (&person, "/api/x/probe/open"),
    ] {
        is_guarded(&client.get(path).await, path);
    }
    let stream = person.stream("/api/live").await;
    assert!(stream.headers().contains_key("content-security-policy"));

    for (sent, kept) in [
        ("0123456789abcdef", true),
        ("a-b-c-d-e-f-g-h", true),
        ("short", false),
        ("has spaces in it", false),
        ("<script>alert(1)</script>", false),
        (&"x".repeat(65), false),
    ] {
        let reply = visitor
            .with_header("x-request-id", sent)
            .get("/api/nope")
            .await;
        let answered = reply.header("x-request-id").unwrap();
        assert_eq!(answered == sent, kept, "{sent}");
        assert_eq!(reply.body["requestId"], answered);
    }
    let (a, b) = (visitor.get("/api/ip").await, visitor.get("/api/ip").await);
    assert_ne!(a.header("x-request-id"), b.header("x-request-id"));

    // The answer's language is the caller's; both travel along.
    for (header, value, message) in [
        ("x-language", "en", "Please log in."),
        ("x-language", "ko", "로그인이 필요합니다."),
        (
            "accept-language",
            "en-GB,en;q=0.9,ko;q=0.1",
            "Please log in.",
        ),
        ("accept-language", "fr", "로그인이 필요합니다."),
        ("cookie", "lang=en", "Please log in."),
    ] {
        let reply = visitor
            .with_header(header, value)
            .get("/api/user/nickname")
            .await;
        assert_eq!(reply.body["message"], message, "{header}: {value}");
    }
    app.stop().await;
}

/// The page's text between two marks.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = page
        .split_once(from)
        .unwrap_or_else(|| panic!("the page has no {from}"));
    rest.split_once(to).unwrap().0
}

#[tokio::test]
async fn the_page_starts_the_shell_and_vouches_for_every_script() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let page = async |client: &Client, path: &str| {
        let reply = client.get(path).await;
        let text = String::from_utf8(reply.bytes.clone()).unwrap();
        assert_eq!(
            reply.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        assert!(text.contains(r#"<div id="root">"#), "{path}");
        (reply, text)
    };
    for (path, status) in [
        ("/", 200),
        ("/agora", 200),
        ("/world/crafting", 200),
        ("/no/such/screen", 404),
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
    let boot: Value = serde_json::from_str(between(&text, r#"id="boot">"#, "</script>")).unwrap();
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
    let preloads = text.matches(r#"<link rel="preload" as="script""#).count();
    assert_eq!(preloads, boot["plugins"].as_array().unwrap().len());
    for (file, digest) in worlds["integrity"].as_object().unwrap() {
        let reply = visitor.get(file).await;
        assert_eq!(reply.line(), "200", "{file}");
        let actual = format!("sha384-{}", STANDARD.encode(Sha384::digest(&reply.bytes)));
        assert_eq!(*digest, actual, "{file}");
    }
    assert!(
        worlds["routes"]
            .as_array()
            .unwrap()
            .iter()
            .all(|route| route["title"]["ko"].is_string())
    );

    // No script of the page's own text: the policy would stop it.
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

#[tokio::test]
async fn whoever_runs_it_can_ask_how_it_is() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    assert_eq!(visitor.get("/health/live").await.bytes, b"ok\n");
    assert_eq!(visitor.get("/health/ready").await.bytes, b"ok\n");
    visitor.get("/api/v3/worlds").await;
    visitor.send("BREW", "/api/secret-of-somebody", None).await;
    let metrics = String::from_utf8(visitor.get("/metrics").await.bytes).unwrap();
    for expected in [
        "http_requests_total{",
        "plugin_calls_total{plugin=\"worlds\"}",
        "database_connections{",
        "live_people",
    ] {
        assert!(metrics.contains(expected), "{expected}\n{metrics}");
    }
    assert!(
        !metrics.contains("BREW") && !metrics.contains("secret-of-somebody"),
        "labels are ours to choose"
    );
    app.app.stop.send_replace(true);
    let stopping = visitor.get("/health/ready").await;
    assert_eq!(stopping.status, 503, "no new requests, please");
    app.stop().await;
}

#[tokio::test]
async fn mail_is_shown_to_developers_only() {
    let app = TestApp::start().await;
    crate::user::register(&app, "dev@b.co", witverse_testing::PASSWORD).await;
    app.mail_to("dev@b.co").await;
    let visitor = app.visitor();
    let mails = visitor.get("/dev/mailbox/messages?to=DEV@b.co").await;
    assert_eq!(mails.payload()["items"][0]["to"], "dev@b.co");
    assert_eq!(
        *visitor
            .get("/dev/mailbox/messages?to=other@b.co")
            .await
            .payload(),
        json!({ "items": [] })
    );
    let page = String::from_utf8(visitor.get("/dev/mailbox").await.bytes).unwrap();
    assert!(page.contains("dev@b.co") && page.contains("Your Witverse code"));
    app.stop().await;

    let app = TestApp::with(|config| config.dev.mailbox = false).await;
    let reply = app.visitor().get("/dev/mailbox/messages").await;
    assert!(reply.body.is_null(), "a screen of the shell, if anything");
    app.stop().await;
}
