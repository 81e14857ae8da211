//! Models made here: what becomes of them, and which are refused.

mod encodings;
mod resting;
mod samples;
mod surfaces;

use image::{DynamicImage, ImageFormat, RgbaImage};
use serde_json::{Value, json};
use std::io::Cursor;

use super::facts::MAX_TRIANGLES;
use super::{LeftOut, convert};

/// A square of `side` × `side` cells, bent into a wave, in a document of which tests change parts.
fn wave(side: usize) -> (Value, Vec<u8>) {
    let row = side + 1;
    let (mut positions, mut indices) = (Vec::new(), Vec::new());
    for at in 0..row * row {
        #[allow(clippy::cast_precision_loss, reason = "a small number")]
        let place = |at: usize| at as f32 / side as f32 * 2.0;
        let (x, z) = (place(at % row), place(at / row));
        for number in [x, (x * 3.0).sin() * (z * 2.0).cos() * 0.4 + 1.0, z] {
            positions.extend(number.to_le_bytes());
        }
    }
    let corner = |at: usize| u32::try_from(at).expect("a small number");
    for at in (0..side * row).filter(|at| at % row < side) {
        for corner in [at, at + row, at + 1, at + 1, at + row, at + row + 1].map(corner) {
            indices.extend(corner.to_le_bytes());
        }
    }
    let count = indices.len() / 4;
    let binary = [positions.clone(), indices.clone()].concat();
    let document = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1, "material": 0 }] }],
        "materials": [{ "pbrMetallicRoughness": { "baseColorFactor": [1, 0.5, 0, 1] } }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "type": "VEC3", "count": row * row },
            { "bufferView": 1, "componentType": 5125, "type": "SCALAR", "count": count },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": positions.len() },
            { "buffer": 0, "byteOffset": positions.len(), "byteLength": indices.len() },
        ],
        "buffers": [{ "byteLength": binary.len() }],
    });
    (document, binary)
}

fn glb(document: &Value, binary: &[u8]) -> Vec<u8> {
    let mut json = document.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let word = |number: usize| u32::try_from(number).expect("a small file").to_le_bytes();
    [
        &b"glTF\x02\0\0\0"[..],
        &word(12 + 8 + json.len() + 8 + binary.len()),
        &word(json.len()),
        b"JSON",
        &json,
        &word(binary.len()),
        b"BIN\0",
        binary,
    ]
    .concat()
}

fn push(list: &mut Value, entry: Value) {
    list.as_array_mut().expect("a list").push(entry);
}

/// The wave with a texture of this size, and a square of the same material beside it.
fn textured(width: u32, height: u32) -> (Value, Vec<u8>) {
    let (mut document, mut binary) = wave(4);
    let mut png = Vec::new();
    DynamicImage::ImageRgba8(RgbaImage::from_pixel(
        width,
        height,
        image::Rgba([200, 40, 40, 255]),
    ))
    .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)
    .expect("a picture");
    push(
        &mut document["bufferViews"],
        json!({ "buffer": 0, "byteOffset": binary.len(), "byteLength": png.len() }),
    );
    binary.extend(png);
    binary.resize(binary.len().next_multiple_of(4), 0);
    document["images"] = json!([{ "bufferView": 2, "mimeType": "image/png" }]);
    document["textures"] = json!([{ "source": 0 }]);
    document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = json!({ "index": 0 });
    document["buffers"][0]["byteLength"] = binary.len().into();
    (document, binary)
}

/// The code of a refusal and its value; empty if the model is accepted.
fn refusal(file: &[u8]) -> (&'static str, String) {
    match convert(file) {
        Ok(_) => ("", String::new()),
        Err(refusal) => (refusal.reason.row().code, refusal.value.unwrap_or_default()),
    }
}

#[test]
fn a_model_gets_three_levels() {
    let (document, binary) = wave(100);
    let (facts, variants) = convert(&glb(&document, &binary)).expect("a model");
    let [all, fewer, fewest] = facts.triangles[..] else {
        panic!("{facts:?}");
    };
    assert_eq!((all, facts.draws, facts.texture_bytes), (20_000, 1, 0));
    assert!((6000..=9000).contains(&fewer), "{fewer}");
    assert!((1200..=3600).contains(&fewest), "{fewest}");
    assert!(
        (facts.size[0] - 2.0).abs() < 0.01 && facts.size[1] < 0.9,
        "{:?}",
        facts.size
    );
    let names: Vec<&str> = variants.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["level0.glb", "level1.glb", "level2.glb"]);
    // The middle of the base is the origin, as its bounds say.
    let (json, _) = super::container::split(&variants[0].bytes, 1 << 20).expect("a container");
    let written: Value = serde_json::from_slice(json).expect("JSON");
    let least = &written["accessors"][0]["min"];
    assert_eq!(
        (&least[0], &least[1], &least[2]),
        (&json!(-1.0), &json!(0.0), &json!(-1.0))
    );
    // Our own files can be uploaded again, if they have no textures beside them.
    let (again, _) = convert(&variants[0].bytes).expect("a model");
    assert_eq!((again.triangles[0], again.size), (20_000, facts.size));
}

#[test]
fn textures_become_small_webp() {
    let (document, binary) = textured(1200, 300);
    let (facts, variants) = convert(&glb(&document, &binary)).expect("a model");
    assert_eq!(facts.texture_bytes, 512 * 128 * 4 * 4 / 3);
    let last = variants.last().expect("a texture");
    assert_eq!(last.name, "texture0.webp");
    assert!(last.bytes.starts_with(b"RIFF"));
}

#[test]
fn what_does_not_stand_still_is_left_out() {
    let (mut document, binary) = wave(4);
    document["animations"] = json!([{ "channels": [], "samplers": [] }]);
    document["cameras"] = json!([{ "type": "perspective" }]);
    document["extensionsUsed"] = json!(["KHR_lights_punctual"]);
    document["materials"][0]["emissiveFactor"] = json!([1, 0, 0]);
    push(
        &mut document["meshes"][0]["primitives"],
        json!({ "attributes": { "POSITION": 0 }, "mode": 1 }),
    );
    let (facts, _) = convert(&glb(&document, &binary)).expect("a model");
    let expected = [
        LeftOut::Animations,
        LeftOut::Cameras,
        LeftOut::Lights,
        LeftOut::Effects,
        LeftOut::Lines,
    ];
    assert_eq!(facts.left_out, expected);
}

#[test]
fn nodes_place_meshes() {
    let (mut document, binary) = wave(4);
    document["nodes"] = json!([
        { "children": [1, 2] },
        { "mesh": 0, "scale": [-2, 1, 1] },
        { "mesh": 0, "translation": [10, 0, 0], "rotation": [0, 0.6, 0, 0.8] },
    ]);
    let (facts, _) = convert(&glb(&document, &binary)).expect("a model");
    // From -4 to 0, and from 10 to 12.48 after a turn by 73.7 degrees.
    assert!((facts.size[0] - 16.48).abs() < 0.01, "{:?}", facts.size);
    assert_eq!(facts.triangles[0], 64);
}

/// A change of the document, and how the result is refused.
type Case = (&'static str, fn(&mut Value), &'static str, &'static str);

#[test]
fn each_bound_refuses_with_its_reason() {
    let cases: [Case; 22] = [
        (
            "a buffer elsewhere",
            |d| d["buffers"][0]["uri"] = json!("a.bin"),
            "model_refers_to_files",
            "",
        ),
        (
            "an image elsewhere",
            |d| d["images"] = json!([{ "uri": "https://a.example/b.png" }]),
            "model_refers_to_files",
            "",
        ),
        (
            "compression",
            |d| d["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]),
            "model_extension",
            "KHR_draco_mesh_compression",
        ),
        (
            "markup in a name",
            |d| d["extensionsRequired"] = json!(["<b>\u{202e}x"]),
            "model_extension",
            "bx",
        ),
        (
            "sparse values",
            |d| {
                let part = json!({ "bufferView": 0, "componentType": 5123 });
                let count = 4_000_000_000_u64;
                d["accessors"][0]["sparse"] =
                    json!({ "count": count, "indices": part, "values": part });
            },
            "file_unreadable",
            "",
        ),
        (
            "a huge count",
            |d| d["accessors"][0]["count"] = json!(4_000_000_000_u64),
            "model_too_many_vertices",
            "4,000,000,000",
        ),
        (
            "a count beyond its view",
            |d| d["accessors"][0]["count"] = json!(26),
            "file_unreadable",
            "",
        ),
        (
            "an offset that overflows",
            |d| d["bufferViews"][0]["byteOffset"] = json!(u64::MAX),
            "file_unreadable",
            "",
        ),
        (
            "an accessor that overflows",
            |d| d["accessors"][0]["byteOffset"] = json!(u64::MAX),
            "file_unreadable",
            "",
        ),
        (
            "a view beyond the file",
            |d| d["bufferViews"][1]["byteLength"] = json!(1 << 20),
            "file_unreadable",
            "",
        ),
        (
            "only zeros",
            |d| d["accessors"][0]["bufferView"] = Value::Null,
            "model_too_small",
            "",
        ),
        (
            "a stride of nothing",
            |d| d["bufferViews"][0]["byteStride"] = json!(0),
            "file_unreadable",
            "",
        ),
        (
            "an unknown mesh",
            |d| d["nodes"][0]["mesh"] = json!(7),
            "file_unreadable",
            "",
        ),
        (
            "an unknown material",
            |d| d["meshes"][0]["primitives"][0]["material"] = json!(7),
            "file_unreadable",
            "",
        ),
        (
            "an unknown accessor",
            |d| d["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = json!(9),
            "file_unreadable",
            "",
        ),
        (
            "indices of floating-point numbers",
            |d| d["accessors"][1]["componentType"] = json!(5126),
            "file_unreadable",
            "",
        ),
        (
            "a node in itself",
            |d| d["nodes"][0]["children"] = json!([0]),
            "model_too_deep",
            "",
        ),
        (
            "many nodes",
            |d| d["nodes"] = (0..3000).map(|_| json!({})).collect(),
            "model_too_complex",
            "3,000",
        ),
        (
            "nodes with the same children",
            |d| {
                d["nodes"] = (0..20)
                    .map(|at| json!({ "children": if at < 19 { vec![at + 1; 4] } else { vec![] } }))
                    .collect();
            },
            "model_too_complex",
            "2,001",
        ),
        (
            "no triangles",
            |d| d["meshes"][0]["primitives"][0]["mode"] = json!(0),
            "model_empty",
            "",
        ),
        (
            "larger than a block",
            |d| d["nodes"][0]["scale"] = json!([100, 100, 100]),
            "model_too_large",
            "200",
        ),
        (
            "tiny",
            |d| d["nodes"][0]["scale"] = json!([0.001, 0.001, 0.001]),
            "model_too_small",
            "",
        ),
    ];
    for (name, change, code, value) in cases {
        let (mut document, binary) = wave(4);
        change(&mut document);
        let found = refusal(&glb(&document, &binary));
        assert_eq!(found, (code, value.to_owned()), "{name}");
    }
}

#[test]
fn triangles_are_counted_as_often_as_they_are_placed() {
    let (mut document, binary) = wave(100);
    document["nodes"] =
        json!([{ "mesh": 0, "children": [1, 2, 3] }, { "mesh": 0 }, { "mesh": 0 }, { "mesh": 0 }]);
    let found = refusal(&glb(&document, &binary));
    assert_eq!(found, ("model_too_many_triangles", "80,000".into()));
    const { assert!(80_000 > MAX_TRIANGLES) };
}

#[test]
fn wrong_values_are_refused() {
    let (document, mut binary) = wave(4);
    binary[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(refusal(&glb(&document, &binary)).0, "model_numbers");
    let (document, mut binary) = wave(4);
    let end = binary.len();
    binary[end - 4..].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(refusal(&glb(&document, &binary)).0, "file_unreadable");
}

#[test]
fn textures_have_bounds() {
    let (mut document, binary) = textured(4, 4);
    document["images"] = (0..5).map(|_| json!({ "bufferView": 2 })).collect();
    document["textures"] = (0..5).map(|at| json!({ "source": at })).collect();
    document["materials"] = (0..5)
        .map(|at| json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": at } } }))
        .collect();
    let found = refusal(&glb(&document, &binary));
    assert_eq!(found, ("model_too_many_textures", "5".into()));
    let (document, binary) = textured(5000, 4000);
    assert_eq!(
        refusal(&glb(&document, &binary)).0,
        "model_texture_too_large"
    );
    let (mut document, binary) = textured(4, 4);
    document["images"][0]["bufferView"] = json!(0);
    assert_eq!(
        refusal(&glb(&document, &binary)).0,
        "model_texture_unreadable"
    );
}

#[test]
fn damaged_files_are_refused_or_become_models() {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    let (document, binary) = textured(8, 8);
    let whole = glb(&document, &binary);
    for end in 0..200.min(whole.len()) {
        assert!(convert(&whole[..end]).is_err(), "{end}");
    }
    let mut rng = StdRng::seed_from_u64(29);
    for _ in 0..2000 {
        let mut file = whole.clone();
        for _ in 0..=rng.next_u32() % 6 {
            let at = usize::try_from(rng.next_u64()).unwrap_or_default() % file.len();
            file[at] = u8::try_from(rng.next_u32() % 256).unwrap_or_default();
        }
        if let Ok((facts, _)) = convert(&file) {
            assert!(facts.size.iter().all(|side| side.is_finite()));
        }
    }
}
