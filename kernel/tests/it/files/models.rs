//! 3D models: what is made of them, who is told what, and that nothing of them is served as it was sent.

use serde_json::json;
use witverse_testing::TestApp;
use witverse_testing::models::{add_texture, glb, model_parts, sample_model};

use super::samples::png;
use super::{assert_files_consistent, checked, upload};
use crate::user::text;

const PURPOSE: &str = "?purpose=model&name=pagoda.glb";

#[tokio::test]
async fn a_model_is_served_in_three_levels_with_its_texture() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let mut parts = model_parts(40);
    parts.0["asset"]["copyright"] = json!("secret-studio");
    parts.0["animations"] = json!([{ "channels": [], "samplers": [] }]);
    add_texture(&mut parts, &png(900, 300));
    let sent = upload(&mina, PURPOSE, glb(&parts.0, &parts.1)).await;
    assert_eq!(sent.line(), "201", "{}", sent.body);
    let file = checked(&app, &mina, &text(&sent.payload()["fileId"])).await;
    assert_eq!(
        (&file["state"], &file["kind"]),
        (&json!("ready"), &json!("model")),
        "{file}"
    );
    assert_eq!(file["mediaType"], "model/gltf-binary");
    let facts = &file["model"];
    assert_eq!(
        (&facts["triangles"][0], &facts["draws"]),
        (&json!(3200), &json!(1))
    );
    assert_eq!(facts["leftOut"], json!(["animations"]));
    let url = text(&file["url"]);
    let mut sizes = Vec::new();
    for level in 0..3 {
        let served = app.visitor().get(&format!("{url}/level{level}.glb")).await;
        assert_eq!(served.line(), "200");
        assert_eq!(served.header("content-type"), Some("model/gltf-binary"));
        assert!(
            served
                .header("cache-control")
                .unwrap()
                .contains("immutable")
        );
        assert!(!String::from_utf8_lossy(&served.bytes).contains("secret"));
        sizes.push(served.bytes.len());
    }
    assert!(
        sizes.is_sorted_by(|larger, smaller| larger > smaller),
        "{sizes:?}"
    );
    let texture = app.visitor().get(&format!("{url}/texture0.webp")).await;
    assert_eq!(texture.header("content-type"), Some("image/webp"));
    assert_eq!(
        image::load_from_memory(&texture.bytes).unwrap().width(),
        512
    );
    for name in ["level3.glb", "texture1.webp", "original.glb"] {
        let served = app.visitor().get(&format!("{url}/{name}")).await;
        assert_eq!(served.line(), "404 file_not_found", "{name}");
    }
    assert_files_consistent(&app).await;
    // Deleted: nothing is left at its addresses, and its bytes count no longer.
    let own = format!("/api/files/{}", text(&file["fileId"]));
    assert_eq!(mina.send("DELETE", &own, None).await.line(), "204");
    let gone = app.visitor().get(&format!("{url}/level0.glb")).await;
    assert_eq!(gone.line(), "404 file_not_found");
    assert_eq!(mina.get("/api/files").await.payload()["usedBytes"], 0);
    app.stop().await;
}

#[tokio::test]
async fn a_refusal_names_the_figure_in_both_languages() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let many = upload(&mina, PURPOSE, sample_model(180)).await;
    assert_eq!(many.line(), "201", "{}", many.body);
    let file = checked(&app, &mina, &text(&many.payload()["fileId"])).await;
    assert_eq!(file["reason"], "model_too_many_triangles");
    assert_eq!(
        file["reasonText"],
        json!({
            "ko": "모델의 삼각형이 64,800개입니다. 최대 60,000개까지 올릴 수 있습니다.",
            "en": "This model has 64,800 triangles. At most 60,000 are allowed.",
        })
    );
    let (mut document, binary) = model_parts(2);
    document["buffers"][0]["uri"] = json!("pagoda.bin");
    let parts = upload(&mina, PURPOSE, glb(&document, &binary)).await;
    let file = checked(&app, &mina, &text(&parts.payload()["fileId"])).await;
    assert_eq!(file["reason"], "model_refers_to_files");
    assert_eq!(file["model"], json!(null));
    document["buffers"][0]["uri"] = json!(null);
    document["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
    let packed = upload(&mina, PURPOSE, glb(&document, &binary)).await;
    let file = checked(&app, &mina, &text(&packed.payload()["fileId"])).await;
    assert_eq!(file["reason"], "model_extension");
    assert_eq!(
        file["reasonText"],
        json!({
            "ko": "지원하지 않는 기능이 필요한 모델입니다: KHR_draco_mesh_compression. 3D 프로그램에서 압축 등 이 기능을 끄고 다시 내보내 주세요.",
            "en": "This model needs something that is not supported: KHR_draco_mesh_compression. Export it again without it, for example without compression.",
        })
    );
    // What is no GLB is refused while it is sent.
    for (purpose, bytes, line) in [
        (
            "model",
            b"{\"asset\":{\"version\":\"2.0\"}}".to_vec(),
            "422 file_no_model",
        ),
        ("model", png(4, 4), "422 file_no_model"),
        ("image", sample_model(1), "422 file_no_image"),
    ] {
        let sent = upload(&mina, &format!("?purpose={purpose}&name=x"), bytes).await;
        assert_eq!(sent.line(), line);
    }
    let large = mina
        .with_header("upload-complete", "?0")
        .with_header("upload-length", &(8 * 1024 * 1024 + 1).to_string())
        .send("POST", "/api/files?purpose=model", None)
        .await;
    assert_eq!(large.line(), "413 file_too_large");
    app.stop().await;
}
