//! Invalid bodies and paths, generated from the contract.

use serde_json::{Map, Value, json};
use witverse_testing::{Reply, TestApp};

use super::{is_problem, operations, sample};

/// Checks that a request was refused with the expected error.
fn is_refused(reply: &Reply, what: &str) {
    assert!(reply.status.is_client_error(), "{what}: {}", reply.line());
    is_problem(reply, what);
}

/// Checks that the response has the standard form, for accepted and refused requests.
fn is_answered(reply: &Reply, what: &str) {
    assert!(!reply.status.is_server_error(), "{what}: {}", reply.line());
    if !reply.status.is_success() {
        is_problem(reply, what);
    }
}

/// The rows that refusals must not change.
async fn rows(app: &TestApp) -> i64 {
    app.count(
        "select (select count(*) from kernel.account) + (select count(*) from kernel.session)
              + (select count(*) from kernel.sign_up) + (select count(*) from kernel.delivery)
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

/// The body with one of its inner objects as a list of its values, which a reader by the order of fields would take.
fn lists_for_objects(body: &Value) -> Vec<(String, Vec<u8>)> {
    fn objects(value: &Value, at: &str, found: &mut Vec<String>) {
        for (name, inner) in value.as_object().into_iter().flatten() {
            let at = format!("{at}/{name}");
            if inner.is_object() {
                found.push(at.clone());
            }
            objects(inner, &at, found);
        }
    }
    let mut found = Vec::new();
    objects(body, "", &mut found);
    let listed = |at: String| {
        let mut body = body.clone();
        let inner = body.pointer_mut(&at).unwrap();
        let values = inner.as_object().unwrap().values().cloned().collect();
        *inner = Value::Array(values);
        (format!("a list at {at}"), body.to_string().into_bytes())
    };
    found.into_iter().map(listed).collect()
}

/// Whether the schema accepts the type of `value`; a schema without a type accepts any.
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
async fn bad_bodies_are_refused_without_writes() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let before = rows(&app).await;
    let deep = |open: &str, close: &str| {
        format!("{}{}", open.repeat(50_000), close.repeat(50_000)).into_bytes()
    };
    for operation in operations(&app).await {
        let Some(schema) = operation.body() else {
            continue;
        };
        let person = operation.allowed_client(&mina, &keeper);
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
            // A field can be required and null, where null has a meaning of its own.
            if !takes(&schema["properties"][*name], &Value::Null) {
                bad.push((format!("null as {name}"), with(&good, name, Value::Null)));
            }
        }
        for (name, schema) in properties {
            let values = [
                json!(7),
                json!(1.5),
                json!("text"),
                // A text of digits is not a number.
                json!("7"),
                json!(true),
                json!([1]),
                json!({ "a": 1 }),
            ];
            for value in values.into_iter().filter(|value| !takes(schema, value)) {
                bad.push((format!("{value} as {name}"), with(&good, name, value)));
            }
        }
        bad.extend(lists_for_objects(&good));
        for (what, body) in bad {
            is_refused(
                &operation.send(person, body).await,
                &format!("{operation} with {what}"),
            );
        }

        // A page of another site can send these without a preflight.
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
        let reply = operation.send(person, large.to_string().into_bytes()).await;
        assert_eq!(reply.line(), "413 body_too_large", "{operation}");
        is_problem(&reply, "a large body");
    }
    assert_eq!(rows(&app).await, before, "nothing was written");
    app.stop().await;
}

#[tokio::test]
async fn a_list_is_no_object_inside_of_a_body() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let report = |subject: Value| json!({ "userId": theo.id, "reason": "spam", "text": "", "subject": subject, "block": false });
    let listed = mina
        .post("/api/safety/reports", report(json!(["item", "1"])))
        .await;
    assert_eq!(listed.line(), "422 validation_failed", "{}", listed.body);
    assert_eq!(listed.body["fields"][0]["field"], "subject");
    let good = report(json!({ "kind": "item", "id": "1" }));
    let reported = mina.post("/api/safety/reports", good).await;
    assert!(reported.status.is_success(), "{}", reported.body);
    app.stop().await;
}

#[tokio::test]
async fn strange_texts_do_no_harm() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
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
        let person = operation.allowed_client(&mina, &keeper);
        let mut good = sample(schema);
        // The other fields are invalid, too, so that the request cannot succeed.
        for (name, value) in [("worldName", json!("a")), ("email", json!("a@b"))] {
            if !good[name].is_null() {
                good[name] = value;
            }
        }
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            for text in strange.iter().filter(|text| takes(schema, &json!(text))) {
                let reply = operation.send(person, with(&good, name, json!(text))).await;
                let shown: String = text.chars().take(20).collect();
                is_answered(&reply, &format!("{operation} with {shown:?} as {name}"));
            }
        }
    }
    let info = mina.post("/api/user/auth", json!({})).await;
    assert_eq!(info.payload()["nickname"], "mina");
    assert_eq!(rows(&app).await, before, "nothing was written");
    app.stop().await;
}

#[tokio::test]
async fn invalid_queries_and_paths_are_refused() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let operations = operations(&app).await;
    for operation in operations
        .iter()
        .filter(|operation| operation.method == "GET" && operation.path != "/api/live")
    {
        let address = operation.address();
        let person = operation.allowed_client(&mina, &keeper);
        for (query, expected) in [
            ("%ff=1", "400 invalid_query"),
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
            "a=%",
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
    let person = &mina;
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
