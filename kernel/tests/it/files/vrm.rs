//! VRM avatars: what is served of them, and refusals with their figures.

use serde_json::json;
use witverse_testing::TestApp;
use witverse_testing::avatars::{Version, avatar_parts, sample_avatar};
use witverse_testing::models::{glb, sample_model};

use super::{assert_files_consistent, checked, upload};
use crate::user::text;

const PURPOSE: &str = "?purpose=vrm&name=me.vrm";

#[tokio::test]
async fn an_avatar_is_served_as_one_file_with_its_facts() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let (mut document, binary) = avatar_parts(Version::V1);
    document["asset"]["copyright"] = json!("secret-studio");
    let sent = upload(&mina, PURPOSE, glb(&document, &binary)).await;
    assert_eq!(sent.line(), "201", "{}", sent.body);
    let file = checked(&app, &mina, &text(&sent.payload()["fileId"])).await;
    assert_eq!(
        (&file["state"], &file["kind"]),
        (&json!("ready"), &json!("vrm")),
        "{file}"
    );
    let facts = &file["vrm"];
    assert_eq!(
        (&facts["version"], &facts["bones"]),
        (&json!("1.0"), &json!(15))
    );
    assert_eq!(facts["licence"]["allowedUsers"], "everyone");
    assert_eq!(file["model"], json!(null));
    let url = text(&file["url"]);
    let served = app.visitor().get(&format!("{url}/avatar.vrm")).await;
    assert_eq!(served.line(), "200");
    assert_eq!(served.header("content-type"), Some("model/gltf-binary"));
    assert!(
        served
            .header("cache-control")
            .unwrap()
            .contains("immutable")
    );
    assert!(!String::from_utf8_lossy(&served.bytes).contains("secret"));
    let other = app.visitor().get(&format!("{url}/level0.glb")).await;
    assert_eq!(other.line(), "404 file_not_found");
    assert_files_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_refusal_names_the_figure_in_both_languages() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let (mut document, binary) = avatar_parts(Version::V0);
    let part = document["meshes"][0]["primitives"][0].clone();
    document["meshes"][0]["primitives"] = std::iter::repeat_n(part, 84).collect();
    for (bytes, reason) in [
        (glb(&document, &binary), "vrm_too_many_triangles"),
        (sample_model(4), "file_no_vrm"),
    ] {
        let sent = upload(&mina, PURPOSE, bytes).await;
        assert_eq!(sent.line(), "201", "{}", sent.body);
        let file = checked(&app, &mina, &text(&sent.payload()["fileId"])).await;
        assert_eq!(file["reason"], reason);
        if reason == "vrm_too_many_triangles" {
            assert_eq!(
                file["reasonText"],
                json!({
                    "ko": "아바타의 삼각형이 15,120개입니다. 최대 15,000개까지 올릴 수 있습니다.",
                    "en": "This avatar has 15,120 triangles. At most 15,000 are allowed.",
                })
            );
        }
    }
    // A VRM is also a model: without its skeleton, it can be placed in a block.
    let sent = upload(
        &mina,
        "?purpose=model&name=statue.glb",
        sample_avatar(Version::V1),
    )
    .await;
    let file = checked(&app, &mina, &text(&sent.payload()["fileId"])).await;
    assert_eq!(file["kind"], "model");
    app.stop().await;
}
