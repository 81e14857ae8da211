//! Avatars made for tests: what becomes of them, and which are refused.

mod encodings;
mod hostile;

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Cursor;
use witverse_testing::avatars::Version::{V0, V1};
use witverse_testing::avatars::{Version, avatar_parts, sample_avatar};
use witverse_testing::models::glb;

use super::facts::MAX_TEXTURE_BYTES;
use super::{AllowedUsers, CommercialUse, Modification, VrmVersion, convert};
use crate::files::model::container;

/// The document of a result, and the content of its views.
fn opened(file: &[u8]) -> (Value, Vec<Vec<u8>>) {
    let (json, binary) = container::split(file, 1 << 20).expect("a container");
    let document: Value = serde_json::from_slice(json).expect("JSON");
    let number =
        |value: &Value| usize::try_from(value.as_u64().unwrap_or_default()).expect("a size");
    let views = document["bufferViews"].as_array().expect("views");
    let views = views.iter().map(|view| {
        let from = number(&view["byteOffset"]);
        binary[from..from + number(&view["byteLength"])].to_vec()
    });
    let views = views.collect();
    (document, views)
}

/// The code of a refusal and its value; empty if the avatar is accepted.
fn refusal(document: &Value, binary: &[u8]) -> (&'static str, String) {
    match convert(&glb(document, binary)) {
        Ok(_) => ("", String::new()),
        Err(refusal) => (refusal.reason.row().code, refusal.value.unwrap_or_default()),
    }
}

fn push(list: &mut Value, entry: Value) {
    list.as_array_mut().expect("a list").push(entry);
}

/// Gives the avatar textures of this size.
fn add_textures((document, binary): &mut (Value, Vec<u8>), count: usize, side: u32) {
    let picture = image::RgbImage::from_pixel(side, side, image::Rgb([200, 40, 40]));
    let mut png = Vec::new();
    image::DynamicImage::ImageRgb8(picture)
        .write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png)
        .expect("a picture");
    let view = document["bufferViews"].as_array().expect("a list").len();
    push(
        &mut document["bufferViews"],
        json!({ "buffer": 0, "byteOffset": binary.len(), "byteLength": png.len() }),
    );
    binary.extend(png);
    binary.resize(binary.len().next_multiple_of(4), 0);
    document["buffers"][0]["byteLength"] = binary.len().into();
    document["images"] = (0..count)
        .map(|_| json!({ "bufferView": view, "mimeType": "image/png" }))
        .collect();
    document["textures"] = (0..count)
        .map(|at| json!({ "source": at, "sampler": 0 }))
        .collect();
    document["samplers"] = json!([{ "wrapS": 33071 }]);
    document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = json!({ "index": 0 });
}

#[test]
fn both_versions_keep_their_bones_and_their_licence() {
    for (version, expected) in [(V0, VrmVersion::V0), (V1, VrmVersion::V1)] {
        let (facts, file) = convert(&sample_avatar(version)).expect("an avatar");
        assert_eq!(facts.version, expected);
        assert_eq!(
            (facts.title.as_str(), &facts.authors[..]),
            ("Boxling", &["Mina".to_owned()][..])
        );
        assert_eq!(
            (facts.triangles, facts.materials, facts.bones),
            (180, 1, 15)
        );
        assert!((facts.height - 1.53).abs() < 0.011, "{}", facts.height);
        assert_eq!(facts.licence.allowed_users, AllowedUsers::Everyone);
        let (document, views) = opened(&file);
        let name = if version == V1 { "VRMC_vrm" } else { "VRM" };
        let bones = &document["extensions"][name]["humanoid"]["humanBones"];
        let count = bones.as_object().map(serde_json::Map::len);
        assert_eq!(count.or(bones.as_array().map(Vec::len)), Some(15));
        assert_eq!(
            (document["skins"][0]["joints"][14].as_u64(), views.len()),
            (Some(14), 5)
        );
        // A result is a file that would be accepted again.
        assert_eq!(convert(&file).expect("an avatar").0, facts);
    }
}

#[test]
fn textures_become_small_webp_inside_the_file() {
    let mut parts = avatar_parts(V1);
    add_textures(&mut parts, 3, 1200);
    // The second one is used by an extension, the third one only as the preview picture.
    parts.0["extensionsUsed"] = json!(["VRMC_vrm", "VRMC_materials_mtoon", "ACME_secret"]);
    parts.0["materials"][0]["extensions"] = json!({
        "VRMC_materials_mtoon": { "specVersion": "1.0", "shadeMultiplyTexture": { "index": 1 } },
        "ACME_secret": { "address": "https://a.example" },
    });
    parts.0["extensions"]["VRMC_vrm"]["meta"]["thumbnailImage"] = json!(2);
    let (facts, file) = convert(&glb(&parts.0, &parts.1)).expect("an avatar");
    assert_eq!(facts.texture_bytes, 2 * (512 * 512 * 4 * 4 / 3));
    let (document, views) = opened(&file);
    let images = document["images"].as_array().expect("images");
    assert_eq!(images.len(), 2);
    for image in images {
        assert_eq!(image["mimeType"], "image/webp");
        let view =
            usize::try_from(image["bufferView"].as_u64().expect("a view")).expect("a number");
        let picture = image::load_from_memory(&views[view]).expect("a picture");
        assert_eq!((picture.width(), picture.height()), (512, 512));
    }
    assert_eq!(
        document["textures"],
        json!([
            { "sampler": 0, "extensions": { "EXT_texture_webp": { "source": 0 } } },
            { "sampler": 0, "extensions": { "EXT_texture_webp": { "source": 1 } } },
            { "sampler": 0 },
        ])
    );
    assert_eq!(document["extensionsRequired"], json!(["EXT_texture_webp"]));
    let text = document.to_string();
    assert!(
        !text.contains("thumbnailImage") && !text.contains("ACME"),
        "{text}"
    );
}

#[test]
fn what_is_unknown_is_removed() {
    let (mut document, binary) = avatar_parts(V1);
    document["asset"]["copyright"] = json!("secret");
    document["nodes"][0]["extras"] = json!({ "path": "secret" });
    document["animations"] = json!([{ "channels": [], "samplers": [] }]);
    document["nodes"][1]["__proto__"] = json!({ "secret": 1 });
    let (_, file) = convert(&glb(&document, &binary)).expect("an avatar");
    let (document, _) = opened(&file);
    assert!(!document.to_string().contains("secret"));
    assert_eq!(document["animations"], Value::Null);
}

#[test]
fn licences_of_version_1_are_read() {
    let (mut document, binary) = avatar_parts(V1);
    // Without a statement, nothing is permitted.
    document["extensions"]["VRMC_vrm"]["meta"] =
        json!({ "name": "\u{202e}N\u{0}", "authors": [7, " "] });
    let (facts, _) = convert(&glb(&document, &binary)).expect("an avatar");
    assert_eq!((facts.title.as_str(), facts.authors.len()), ("N", 0));
    let licence = facts.licence;
    assert_eq!(licence.allowed_users, AllowedUsers::OnlyAuthor);
    assert_eq!(licence.commercial_use, CommercialUse::No);
    assert_eq!(licence.modification, Modification::Prohibited);
    assert!(licence.credit_required && !licence.redistribution);
    document["extensions"]["VRMC_vrm"]["meta"] = json!({
        "avatarPermission": "onlySeparatelyLicensedPerson", "commercialUsage": "corporation",
        "creditNotation": "unnecessary", "modification": "allowModificationRedistribution",
        "licenseUrl": "javascript:alert(1)", "otherLicenseUrl": "https://a.example/l",
        "allowExcessivelyViolentUsage": true,
    });
    let (facts, _) = convert(&glb(&document, &binary)).expect("an avatar");
    let licence = facts.licence;
    assert_eq!(licence.allowed_users, AllowedUsers::OnlyLicensed);
    assert_eq!(licence.commercial_use, CommercialUse::Everyone);
    assert_eq!(
        licence.modification,
        Modification::AllowedWithRedistribution
    );
    assert_eq!(licence.url.as_deref(), Some("https://a.example/l"));
    assert!(!licence.credit_required && licence.violence && !licence.sexual_content);
}

#[test]
fn licences_of_version_0_are_read() {
    let licence = |meta: Value| {
        let (mut document, binary) = avatar_parts(V0);
        document["extensions"]["VRM"]["meta"] = meta;
        convert(&glb(&document, &binary))
            .expect("an avatar")
            .0
            .licence
    };
    assert_eq!(licence(json!({})).allowed_users, AllowedUsers::OnlyAuthor);
    let licensed = licence(json!({ "allowedUserName": "ExplicitlyLicensedPerson" }));
    assert_eq!(licensed.allowed_users, AllowedUsers::OnlyLicensed);
    let free = licence(json!({ "licenseName": "CC0", "commercialUssageName": "Allow" }));
    assert!(!free.credit_required && free.redistribution);
    assert_eq!(free.commercial_use, CommercialUse::Everyone);
    let fixed = licence(json!({ "licenseName": "CC_BY_NC_ND" }));
    assert!(fixed.credit_required && fixed.redistribution);
    assert_eq!(fixed.modification, Modification::Prohibited);
    let other = licence(json!({
        "licenseName": "Redistribution_Prohibited", "otherPermissionUrl": "http://a.example/p",
    }));
    assert!(!other.redistribution);
    assert_eq!(
        other.other_permission_url.as_deref(),
        Some("http://a.example/p")
    );
}

/// A change of the document, and how the result is refused.
type Case = (
    &'static str,
    Version,
    fn(&mut Value),
    &'static str,
    &'static str,
);

fn repeat(list: &Value, times: usize) -> Value {
    let one = list[0].clone();
    std::iter::repeat_n(one, times).collect()
}

#[test]
fn each_limit_refuses_with_its_figure() {
    let cases: [Case; 19] = [
        (
            "no VRM",
            V1,
            |d| d["extensions"] = json!({}),
            "file_no_vrm",
            "",
        ),
        (
            "a required extension",
            V0,
            |d| d["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]),
            "model_extension",
            "KHR_draco_mesh_compression",
        ),
        (
            "a picture elsewhere",
            V1,
            |d| d["images"] = json!([{ "uri": "https://a.example/b.png" }]),
            "model_refers_to_files",
            "",
        ),
        (
            "triangles",
            V1,
            |d| {
                let indices = &mut d["accessors"][3];
                indices["count"] = json!(45_003);
            },
            "vrm_too_many_triangles",
            "15,001",
        ),
        (
            "vertices",
            V1,
            |d| d["accessors"][0]["count"] = json!(45_001),
            "vrm_too_many_vertices",
            "45,001",
        ),
        (
            "materials",
            V1,
            |d| {
                d["materials"] = repeat(&d["materials"], 3);
                let parts = &mut d["meshes"][0]["primitives"];
                *parts = repeat(parts, 3);
                for at in 0..3 {
                    parts[at]["material"] = json!(at);
                }
            },
            "vrm_too_many_materials",
            "3",
        ),
        (
            "parts",
            V0,
            |d| d["meshes"][0]["primitives"] = repeat(&d["meshes"][0]["primitives"], 9),
            "vrm_too_many_parts",
            "9",
        ),
        (
            "bones",
            V1,
            |d| {
                for at in 16..92 {
                    push(&mut d["nodes"], json!({}));
                    push(&mut d["scenes"][0]["nodes"], json!(at));
                    push(&mut d["skins"][0]["joints"], json!(at));
                }
            },
            "vrm_too_many_bones",
            "91",
        ),
        (
            "shapes of the face",
            V1,
            |d| {
                let targets = json!([{ "POSITION": 0 }]);
                d["meshes"][0]["primitives"][0]["targets"] = repeat(&targets, 121);
            },
            "vrm_too_many_morphs",
            "121",
        ),
        (
            "textures",
            V1,
            |d| d["images"] = (0..33).map(|_| json!({ "bufferView": 0 })).collect(),
            "vrm_too_many_textures",
            "33",
        ),
        (
            "a missing bone of version 1",
            V1,
            |d| {
                let bones = &mut d["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"];
                bones.as_object_mut().expect("bones").remove("leftFoot");
            },
            "vrm_bones_missing",
            "leftFoot",
        ),
        (
            "missing bones of version 0",
            V0,
            |d| {
                d["extensions"]["VRM"]["humanoid"]["humanBones"] =
                    json!([{ "bone": "hips", "node": 0 }])
            },
            "vrm_bones_missing",
            "spine, head, leftUpperLeg, leftLowerLeg, …",
        ),
        (
            "two bones at one node",
            V1,
            |d| {
                d["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]["leftFoot"] =
                    json!({ "node": 4 })
            },
            "vrm_bones_missing",
            "leftLowerLeg, leftFoot",
        ),
        (
            "a bone that is no node",
            V1,
            |d| {
                d["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]["head"] =
                    json!({ "node": 99 })
            },
            "file_unreadable",
            "",
        ),
        (
            "a giant",
            V1,
            |d| d["nodes"][0]["scale"] = json!([4, 4, 4]),
            "vrm_too_large",
            "6.1",
        ),
        (
            "a dwarf",
            V0,
            |d| d["nodes"][0]["scale"] = json!([0.1, 0.1, 0.1]),
            "vrm_too_small",
            "0.2",
        ),
        (
            "a joint that is no node",
            V1,
            |d| d["skins"][0]["joints"][3] = json!(77),
            "file_unreadable",
            "",
        ),
        (
            "a child of two nodes",
            V1,
            |d| d["nodes"][2]["children"] = json!([5]),
            "file_unreadable",
            "",
        ),
        (
            "many nodes",
            V1,
            |d| {
                for at in 16..317 {
                    push(&mut d["nodes"], json!({}));
                    push(&mut d["scenes"][0]["nodes"], json!(at));
                }
            },
            "model_too_complex",
            "317",
        ),
    ];
    let mut failed = String::new();
    for (name, version, change, code, value) in cases {
        let (mut document, binary) = avatar_parts(version);
        change(&mut document);
        let found = refusal(&document, &binary);
        if found != (code, value.to_owned()) {
            writeln!(failed, "{name}: {found:?}, expected {code} {value}").expect("a text");
        }
    }
    assert_eq!(failed, "");
}

#[test]
fn textures_have_a_limit_of_memory() {
    let mut parts = avatar_parts(V0);
    add_textures(&mut parts, 14, 512);
    let names = (0..14).map(|at| (format!("_Texture{at}"), json!(at)));
    let names: serde_json::Map<String, Value> = names.collect();
    parts.0["extensions"]["VRM"]["materialProperties"][0]["textureProperties"] = names.into();
    let found = refusal(&parts.0, &parts.1);
    assert_eq!(found, ("vrm_textures_too_large", "19".into()));
    const { assert!(14 * (512 * 512 * 4 * 4 / 3) > MAX_TEXTURE_BYTES) };
    // Thirteen fit.
    let removed = &mut parts.0["extensions"]["VRM"]["materialProperties"][0]["textureProperties"];
    removed.as_object_mut().expect("names").remove("_Texture13");
    assert_eq!(refusal(&parts.0, &parts.1).0, "");
}
