//! Files of an install: under its own id, within its space, checked, and for the people whom its rules permit them.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp, TestPackage};

use super::{Owner, run, text};
use crate::files::png;

const DAY: u64 = 86_400;
const FILES: &str = "select count(*) from kernel.install_file";

/// A package with 1 MiB of files, which people who have signed in may read.
fn package() -> TestPackage {
    TestPackage {
        more:
            "[[routes]]\nmethod = \"GET\"\npath = \"/mine\"\naction = \"run\"\nsummary = \"Mine\"\n\
               response = \"schemas/any.json\""
                .into(),
        ..TestPackage::new("1.0.0")
            .asking_for("sql = { mib = 16 }\nfiles = { mib = 1, read = \"run\" }")
    }
}

/// The result of one call: its value, or the kind of its error.
async fn call(client: &Client, install: &Value, op: Value) -> Value {
    let reply = run(client, install, json!([op])).await;
    let result = &reply.payload()["results"][0];
    match result["error"]["kind"].as_str() {
        Some(kind) => json!(kind),
        None => result["ok"].clone(),
    }
}

async fn write(client: &Client, install: &Value, name: &str, content: &str) -> Value {
    let op = json!({ "op": "own_file_write", "name": name, "text": content });
    call(client, install, op).await
}

async fn download(client: &Client, install: &Value, name: &str) -> Reply {
    let path = format!("/api/x/{}/-/files/{name}", text(install, "id"));
    client.get(&path).await
}

async fn all_checked(app: &TestApp) {
    app.eventually("all files are checked", async || {
        app.count("select count(*) from kernel.install_file where state = 'checking'")
            .await
            == 0
    })
    .await;
}

#[tokio::test]
async fn files_are_of_one_install_and_within_its_space() {
    let app = TestApp::start().await;
    let (mina, joon) = (Owner::of(&app, "mina").await, Owner::of(&app, "joon").await);
    let (first, second) = (
        mina.install(&package(), None).await,
        joon.install(&package(), None).await,
    );
    let bora = app.person("bora").await;
    let written = write(&bora, &first, "note.txt", "of mina").await;
    assert_eq!(written["mediaType"], "text/plain; charset=utf-8");

    // Another install has neither the file nor a path to it.
    let read = |name: &str| json!({ "op": "own_file_read", "name": name });
    let all = json!({ "op": "own_file_find", "limit": 10 });
    let own = call(&bora, &first, read("note.txt")).await;
    assert_eq!(own["text"], "of mina");
    assert_eq!(call(&bora, &second, read("note.txt")).await, "no-such-file");
    assert_eq!(call(&bora, &second, all.clone()).await, json!([]));
    assert_eq!(
        download(&bora, &second, "note.txt").await.line(),
        "404 file_not_found"
    );
    let foreign = format!("../{}/note.txt", text(&first, "id"));
    for name in ["", ".", "..", "../note.txt", &foreign, "a/b", "a\\b"] {
        assert_eq!(call(&bora, &second, read(name)).await, "invalid-name");
        assert_eq!(write(&bora, &second, name, "a").await, "invalid-name");
    }
    for path in [
        "%2e%2e%2fnote.txt",
        "..%2f..%2fnote.txt",
        "..",
        "note.txt%00",
    ] {
        let reply = download(&bora, &second, path).await;
        assert!(reply.line().starts_with('4'), "{path}: {}", reply.line());
    }

    // What is no picture, sound, video or text, too large, or beyond the space.
    let hex = json!({ "op": "own_file_write", "name": "a", "hex": "4d5a9000" });
    assert_eq!(call(&bora, &first, hex).await, "unsupported");
    assert_eq!(write(&bora, &first, "a", "").await, "invalid-size");
    let large = |name: &str, times: usize| json!({ "op": "own_file_write", "name": name, "text": "12345678", "times": times });
    let most = (512 << 10) / 8;
    assert_eq!(
        call(&bora, &first, large("a", most + 1)).await,
        "invalid-size"
    );
    assert_eq!(
        call(&bora, &first, large("a", most)).await["bytes"],
        most * 8
    );
    assert_eq!(call(&bora, &first, large("b", most)).await, "limit");
    let fits = large("b", most - 1);
    assert_eq!(call(&bora, &first, fits).await["name"], "b");
    assert_eq!(write(&bora, &first, "c", "123").await, "limit");
    // A replaced file makes room, and an attempt that is rolled back changes nothing.
    assert_eq!(write(&bora, &first, "a", "1").await["bytes"], 1);
    for (end, line) in [("report", "409 reported"), ("trap", "502 plugin_failed")] {
        let rolled_back = json!([
            { "op": "own_file_remove", "name": "b" }, { "op": "own_file_write", "name": "d", "text": "1" },
            { "op": end },
        ]);
        assert_eq!(run(&bora, &first, rolled_back).await.line(), line);
    }
    let names = call(&bora, &first, all).await;
    let names: Vec<&str> = names
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|file| file["name"].as_str())
        .collect();
    assert_eq!(names, ["a", "b", "note.txt"]);
    let remove = json!({ "op": "own_file_remove", "name": "b" });
    assert_eq!(call(&bora, &first, remove.clone()).await, true);
    assert_eq!(call(&bora, &first, remove).await, false);
    app.stop().await;
}

#[tokio::test]
async fn a_file_is_checked_and_only_for_the_people_of_its_rule() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&package(), None).await;
    let bora = app.person("bora").await;
    sqlx::query(
        "insert into kernel.forbidden_file (digest, reason) values (sha256('forbidden'), 'a')",
    )
    .execute(app.owner())
    .await
    .unwrap();
    let hex: String = png(40, 30)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let picture = json!({ "op": "own_file_write", "name": "p.png", "hex": hex });
    assert_eq!(
        call(&bora, &install, picture).await["mediaType"],
        "image/png"
    );
    write(&bora, &install, "page.html", "<script>alert(1)</script>").await;
    write(&bora, &install, "bad.txt", "forbidden").await;
    let broken = json!({ "op": "own_file_write", "name": "broken.png", "hex": &hex[..60] });
    call(&bora, &install, broken).await;
    all_checked(&app).await;

    let shown = download(&bora, &install, "p.png").await;
    assert_eq!(shown.header("content-type"), Some("image/webp"));
    assert!(shown.bytes.starts_with(b"RIFF"), "made by the kernel");
    let page = download(&bora, &install, "page.html").await;
    assert_eq!(
        page.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert_eq!(
        page.header("content-disposition"),
        Some("attachment; filename=\"page.html\"")
    );
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("sandbox; default-src 'none'"),
        "{policy}"
    );
    for refused in ["bad.txt", "broken.png"] {
        let reply = download(&bora, &install, refused).await;
        assert_eq!(reply.line(), "404 file_not_found", "{refused}");
        let read = json!({ "op": "own_file_read", "name": refused });
        assert_eq!(call(&bora, &install, read).await, "refused");
    }
    // The rule of the route whose action the manifest names.
    let visitor = download(&app.visitor(), &install, "p.png").await;
    assert_eq!(visitor.line(), "401 unauthenticated");
    let grant = json!({ "sql": true, "files": null });
    let withheld = mina.patch(&install, json!({ "grant": grant })).await;
    assert_eq!(withheld.line(), "200", "{:?}", withheld.body);
    assert_eq!(
        download(&bora, &install, "p.png").await.line(),
        "404 not_found"
    );
    let granted = json!({ "op": "granted", "permission": "files" });
    assert_eq!(call(&bora, &install, granted).await, false);
    app.stop().await;
}

#[tokio::test]
async fn files_are_exported_and_end_with_the_install_or_the_person() {
    let app = TestApp::start().await;
    let mut mina = Owner::of(&app, "mina").await;
    let install = mina.install(&package(), None).await;
    let ann = app.person("ann").await;
    write(&ann, &install, "rules.txt", "be kind").await;
    let of_ann =
        json!({ "op": "own_file_write", "name": "ann.txt", "text": "mine", "person": ann.id });
    assert_eq!(call(&ann, &install, of_ann).await["person"], json!(ann.id));
    let nobody = json!({ "op": "own_file_write", "name": "x", "text": "a", "person": "ann" });
    assert_eq!(call(&ann, &install, nobody).await, "invalid-person");
    let path = |rest: &str| format!("plugins/{}/{rest}", text(&install, "id"));
    let contents = mina.client.get(&mina.path(&path("contents"))).await;
    assert_eq!(contents.payload()["files"], 2);
    assert_eq!(contents.payload()["fileBytes"], 11);
    let export = mina.client.get(&mina.path(&path("export"))).await;
    let files: BTreeMap<_, _> = super::records::files(&export.bytes).into_iter().collect();
    assert_eq!(files["files/rules.txt"], "be kind");
    assert_eq!(files["files/ann.txt"], "mine");
    assert!(files["files.jsonl"].contains("\"rules.txt\""));

    // Also while the plugin does not run.
    mina.uninstall(&install).await;
    ann.post("/api/account/deletion", json!({})).await;
    app.advance(Duration::from_secs(8 * DAY));
    app.eventually("the file of the person is gone", async || {
        app.count(FILES).await == 1
    })
    .await;
    mina.later(&app, "mina", Duration::ZERO).await;
    app.advance(Duration::from_secs(31 * DAY));
    app.app.installs.delete_expired().await.unwrap();
    assert_eq!(app.count(FILES).await, 0);
    let used = "select count(*) from kernel.install_file_usage";
    assert_eq!(app.count(used).await, 0);
    app.stop().await;
}
