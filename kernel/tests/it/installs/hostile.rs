//! Packages that must not be installed.

use std::fs;

use serde_json::json;
use witverse_kernel::plugins::{PublisherKey, pack, sign};
use witverse_testing::{Reply, TestApp, TestPackage};

use super::{Owner, fault, text};

fn refused(reply: &Reply, reason: &str) {
    assert_eq!(reply.line(), "422 package_invalid", "{:?}", reply.body);
    let says = fault(reply);
    assert!(says.contains(reason), "{says}");
    let ko = text(&reply.body["language"], "ko");
    assert!(ko.contains("플러그인") || ko.contains("파일"), "{ko}");
}

#[tokio::test]
async fn what_is_no_signed_plugin_is_refused() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    refused(&mina.send(b"no zip".to_vec()).await, "not a plugin file");
    refused(&mina.send(vec![0; (26 << 20) + 1]).await, "too large");
    let mut cut = TestPackage::new("1.0.0").archive();
    cut.truncate(cut.len() / 2);
    refused(&mina.send(cut).await, "not a plugin file");
    assert_eq!(app.count("select count(*) from kernel.package").await, 0);
    assert_eq!(app.count("select count(*) from kernel.publisher").await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_manifest_that_asks_for_what_is_not_open_is_refused() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let check = async |capabilities: &str, more: &str, reason: &str| {
        let package = TestPackage {
            more: more.to_owned(),
            ..TestPackage::new("1.0.0").asking_for(capabilities)
        };
        refused(&mina.upload(&package).await, reason);
    };
    let sql = "sql = { mib = 16 }";
    for capability in [
        "spending",
        "authz",
        "events",
        "live",
        "signing",
        "files",
        "profile_images",
        "payments",
        "sealing",
        "tracking",
        "email",
        "push",
        "install_forms",
    ] {
        let reason = format!("the capability {capability} is for system plugins");
        check(&format!("{sql}\n{capability} = true"), "", &reason).await;
    }
    for (files, reason) in [
        (
            "{ mib = 0 }",
            "capabilities.files.mib is 0; 1 to 64 is possible",
        ),
        ("{ mib = 65 }", "capabilities.files.mib is 65"),
        (
            "{ mib = 1, read = \"none\" }",
            "is not the action of a GET route",
        ),
        (
            "{ mib = 1, public = true }",
            "files is neither true nor a table",
        ),
    ] {
        check(&format!("{sql}\nfiles = {files}"), "", reason).await;
    }
    for op in ["give", "hold", "mandate"] {
        let asked = format!("{sql}\nledger = [{{ op = \"{op}\", per_op = 5 }}]");
        check(
            &asked,
            "",
            &format!("the ledger grant {op} is for system plugins"),
        )
        .await;
    }
    check(
        &format!("{sql}\nservices = [{{ use = \"items@1\" }}]"),
        "",
        "the use of items@1 names no scopes",
    )
    .await;
    let route =
        |path: &str| format!("[[routes]]\nmethod = \"GET\"\npath = \"{path}\"\naction = \"open\"");
    check(sql, &route("/api/v3/worlds"), "is not the path after").await;
    check(sql, &route("worlds"), "is not the path after").await;
    check(sql, &route("/-/files/a"), "where the platform serves").await;
    let picture = format!("{}\nmedia_type = \"image/svg+xml\"", route("/card"));
    check(
        sql,
        &picture,
        "not JSON, of the route /card, is for system plugins",
    )
    .await;
    check(
        sql,
        "[[provides]]\nservice = \"mail@1\"",
        "the service mail@1 is for system plugins",
    )
    .await;
    check(
        sql,
        "[[subscriptions]]\ntopic = \"worlds.member.joined@1\"",
        "the subscription to",
    )
    .await;
    check(
        sql,
        "[[resources]]\nkind = \"World\"",
        "the resource kind World",
    )
    .await;
    check(sql, "[unknown]\na = 1", "unknown").await;
    // What people would read beside the texts of the platform.
    for (version, title, reason) in [
        ("1.0", "Play", "plugin.version is \"1.0\""),
        ("1.0.0 (reviewed)", "Play", "plugin.version"),
        ("1.0.0", "Witverse Pay", "ui.routes is \"Witverse Pay\""),
        (
            "1.0.0",
            "Play\\u202e",
            "ui.routes contains the character U+202E",
        ),
    ] {
        let page = format!("{{ path = \"/\", page = \"play\", title = \"{title}\" }}");
        let package = TestPackage {
            more: format!("[ui]\nisolation = \"frame\"\nroutes = [{page}]"),
            files: vec![("web/play.html", "<!doctype html>".into())],
            ..TestPackage::new(version).asking_for(sql)
        };
        refused(&mina.upload(&package).await, reason);
    }
    app.stop().await;
}

/// `(component (import "wasi:cli/environment@0.2.0" (instance (export "f" (func)))))`
fn wants_environment() -> Vec<u8> {
    let name = b"wasi:cli/environment@0.2.0";
    let mut component = b"\0asm\x0d\0\x01\0".to_vec();
    // One type, an instance with one function; one import, an instance of that type.
    component.extend([0x07, 0x0e, 0x01, 0x42, 0x02]);
    component.extend([
        0x01, 0x40, 0x00, 0x01, 0x00, 0x04, 0x00, 0x01, b'f', 0x01, 0x00,
    ]);
    component.extend([0x0a, u8::try_from(name.len() + 5).unwrap(), 0x01, 0x00]);
    component.push(u8::try_from(name.len()).unwrap());
    component.extend(name);
    component.extend([0x05, 0x00]);
    component
}

#[tokio::test]
async fn a_bundle_that_is_not_what_it_claims_is_refused() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let package = TestPackage::new("1.0.0");
    let check = async |name: &str, content: &[u8], reason: &str| {
        let folder = package.folder();
        fs::write(folder.path().join(name), content).unwrap();
        let archive = pack(folder.path(), &package.id, package.version, &package.key).unwrap();
        refused(&mina.send(archive).await, reason);
    };
    let manifest = package.manifest();
    let other = manifest.replace("acme.probe", "acme.other");
    check("plugin.toml", other.as_bytes(), "name different plugins").await;
    let system = manifest
        .replace("world-block", "system")
        .replace("\"/", "\"/api/")
        .replace("personal = false", "");
    check("plugin.toml", system.as_bytes(), "plugin.kind is").await;
    check("component.wasm", b"\0asm", "").await;
    check("component.wasm", &[0; 100], "").await;
    check(
        "component.wasm",
        &wants_environment(),
        "wasi:cli/environment",
    )
    .await;
    check("schemas/script.json", b"{", "schemas/script.json").await;
    let foreign = "namespace worlds { entity Secret; }";
    check("cedar/plugin.cedarschema", foreign.as_bytes(), "only").await;
    let open = "permit (principal, action, resource);";
    check(
        "cedar/plugin.cedar",
        open.as_bytes(),
        "must name actions of its own",
    )
    .await;
    let other = "permit (principal, action == worlds::Action::\"manageWorld\", resource);";
    check(
        "cedar/plugin.cedar",
        other.as_bytes(),
        "must name actions of its own",
    )
    .await;
    app.stop().await;
}

#[tokio::test]
async fn the_name_of_a_publisher_belongs_to_its_keys() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let first = TestPackage::key(1);
    assert_eq!(mina.upload(&TestPackage::new("1.0.0")).await.line(), "200");
    let stranger = TestPackage {
        key: TestPackage::key(9),
        ..TestPackage::new("1.0.1")
    };
    assert_eq!(
        mina.upload(&stranger).await.line(),
        "403 publisher_key_unknown"
    );
    let second = first.rotate(&[2; 32]).unwrap();
    let rotated = TestPackage {
        key: second.clone(),
        ..TestPackage::new("1.1.0")
    };
    let review = mina.upload(&rotated).await;
    assert_eq!(
        text(&review.payload()["publisher"], "keyId"),
        second.public().unwrap().id()
    );
    assert_eq!(
        mina.upload(&TestPackage::new("1.2.0")).await.line(),
        "403 publisher_key_replaced",
        "the first key is not in use any more"
    );
    let fork = TestPackage {
        key: first.rotate(&[3; 32]).unwrap(),
        ..TestPackage::new("1.2.0")
    };
    assert_eq!(mina.upload(&fork).await.line(), "403 publisher_key_unknown");
    // The same contents signed with the new key are the same package.
    let again = sign(&TestPackage::new("1.0.0").archive(), &second).unwrap();
    assert_eq!(mina.send(again).await.line(), "200");
    let changed = TestPackage {
        key: second,
        ..TestPackage::new("1.0.0").asking_for("sql = { mib = 17 }")
    };
    assert_eq!(
        mina.upload(&changed).await.line(),
        "409 package_version_taken"
    );
    // Names of system plugins are no names of publishers.
    let squatter = TestPackage {
        id: "worlds.extra".into(),
        key: PublisherKey::new("worlds", &[4; 32]).unwrap(),
        ..TestPackage::new("1.0.0")
    };
    assert_eq!(
        mina.upload(&squatter).await.line(),
        "403 publisher_key_unknown"
    );
    app.stop().await;
}

#[tokio::test]
async fn two_publishers_with_one_name_at_the_same_time() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let uploads = [1, 2].map(|number| {
        let package = TestPackage {
            key: TestPackage::key(number),
            ..TestPackage::new("1.0.0")
        };
        let (client, path) = (mina.client.clone(), mina.path("plugin-packages"));
        async move {
            client
                .send("POST", &path, Some(package.archive()))
                .await
                .line()
        }
    });
    let mut lines = crate::support::concurrently(uploads).await;
    lines.sort();
    assert_eq!(lines, ["200", "403 publisher_key_unknown"]);
    let unknown = json!({ "package": "00", "grant": {} });
    let reply = mina.client.post(&mina.path("plugins"), unknown).await;
    assert_eq!(reply.line(), "404 package_not_found");
    app.stop().await;
}
