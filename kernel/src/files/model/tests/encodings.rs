//! How values are stored: sparse, quantised, compressed, in addresses. The shape is the same each time.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::samples::{FACES, FLOAT, Sample, corners, floats, push};
use super::{glb, refusal, textured};
use crate::files::model::convert;

const QUANTISED: &str = "KHR_mesh_quantization";
const COMPRESSED: &str = "EXT_meshopt_compression";

/// Corners 2 and 3 of the cube, which are 1 m high, become 4 m high.
fn sparse(indices: &[u16], count: u64) -> Sample {
    let mut sample = Sample::cube();
    let indices: Vec<u8> = indices.iter().flat_map(|at| at.to_le_bytes()).collect();
    let indices = sample.view(&indices);
    let values = sample.view(&floats(&[[0.0, 4.0, 0.0], [1.0, 4.0, 0.0]]));
    sample.document["accessors"][0]["sparse"] = json!({
        "count": count,
        "indices": { "bufferView": indices, "componentType": 5123 },
        "values": { "bufferView": values },
    });
    sample
}

#[test]
fn sparse_values_replace_others() {
    assert!(sparse(&[2, 3], 2).shown().has_size([1.0, 4.0, 1.0]));
    assert!(sparse(&[2, 3], 1).shown().has_size([1.0, 4.0, 1.0]));
    // Without a view, what is not listed is zero.
    let mut alone = sparse(&[2, 3], 2);
    alone.document["accessors"][0]["bufferView"] = Value::Null;
    assert!(alone.shown().has_size([1.0, 4.0, 0.0]));
    // Indices of triangles and colours may be sparse or absent too.
    let mut colours = sparse(&[2, 3], 2);
    let accessor = json!({ "componentType": FLOAT, "type": "VEC3", "count": 8 });
    let black = push(&mut colours.document["accessors"], accessor);
    colours.primitive()["attributes"]["COLOR_0"] = black.into();
    assert_eq!(colours.shown().colours[0], [0, 0, 0, 65_535]);
    let mut triangles = Sample::cube();
    let places = triangles.view(&[0, 1, 2]);
    let values = triangles.view(&[7, 0, 6, 0, 5, 0]);
    triangles.document["accessors"][1]["sparse"] = json!({
        "count": 3,
        "indices": { "bufferView": places, "componentType": 5121 },
        "values": { "bufferView": values },
    });
    assert_eq!(triangles.shown().facts.triangles[0], 12);
}

#[test]
fn sparse_values_have_bounds() {
    let refused = |sample: &Sample| refusal(&sample.file()).0;
    assert_eq!(
        refused(&sparse(&[2, 8], 2)),
        "file_unreadable",
        "no such place"
    );
    assert_eq!(
        refused(&sparse(&[3, 2], 2)),
        "file_unreadable",
        "not increasing"
    );
    assert_eq!(refused(&sparse(&[2, 2], 2)), "file_unreadable", "twice");
    assert_eq!(
        refused(&sparse(&[2, 3, 4], 3)),
        "file_unreadable",
        "too few values"
    );
    assert_eq!(refused(&sparse(&[2], 4_000_000_000)), "file_unreadable");
    assert_eq!(refused(&sparse(&[2], u64::MAX)), "file_unreadable");
    let mut changed = sparse(&[2, 3], 2);
    let sparse = &mut changed.document["accessors"][0]["sparse"];
    sparse["values"]["byteOffset"] = json!(u64::MAX);
    assert_eq!(refused(&changed), "file_unreadable");
    let mut huge = Sample::cube();
    huge.document["accessors"][0] =
        json!({ "componentType": FLOAT, "type": "VEC3", "count": 4_000_000_000_u64 });
    assert_eq!(
        refusal(&huge.file()),
        ("model_too_many_vertices", "4,000,000,000".into())
    );
    // Attributes without a view cost nothing in the file, so that each is as long as the positions.
    let mut longer = Sample::cube();
    let accessor = json!({ "componentType": FLOAT, "type": "VEC3", "count": 170_000 });
    let normals = push(&mut longer.document["accessors"], accessor);
    longer.primitive()["attributes"]["NORMAL"] = normals.into();
    assert_eq!(refused(&longer), "file_unreadable");
}

#[test]
fn quantised_values_are_read() {
    // From -1 to 1 in each type, and as it is.
    let cases: [(u32, bool, [i32; 2], [f32; 3]); 6] = [
        (5120, true, [-127, 127], [1.5, 1.0, 0.5]),
        (5122, true, [-32_767, 32_767], [1.5, 1.0, 0.5]),
        (5121, true, [0, 255], [0.75, 0.5, 0.25]),
        (5123, true, [0, 65_535], [0.75, 0.5, 0.25]),
        (5120, false, [-2, 3], [3.75, 2.5, 1.25]),
        (5123, false, [10, 30], [15.0, 10.0, 5.0]),
    ];
    for (component, normalized, [least, most], size) in cases {
        let is_byte = matches!(component, 5120 | 5121);
        let values = corners().into_iter().flat_map(|[x, y, z]| {
            let number = |side: f32| if side > 0.0 { most } else { least };
            let numbers = [number(x), number(y), number(z), 0];
            numbers.into_iter().flat_map(move |number| {
                let bytes = number.to_le_bytes();
                bytes.into_iter().take(if is_byte { 1 } else { 2 })
            })
        });
        let values: Vec<u8> = values.collect();
        let mut sample = Sample::cube();
        let stride = values.len() / 8;
        let accessor = json!({
            "componentType": component, "normalized": normalized, "type": "VEC3", "count": 8,
        });
        sample.attribute("POSITION", &values, accessor);
        let view = sample.document["accessors"][2]["bufferView"]
            .as_u64()
            .expect("a view");
        let view = usize::try_from(view).expect("a number");
        sample.document["bufferViews"][view]["byteStride"] = stride.into();
        sample.document["nodes"][0]["scale"] = json!([0.75, 0.5, 0.25]);
        sample.require(QUANTISED);
        let shown = sample.shown();
        assert!(
            shown.has_size(size),
            "{component} {normalized} {:?}",
            shown.facts.size
        );
        // The scale of the node does not bend the normals of its surfaces.
        assert!(
            shown
                .normals
                .iter()
                .all(|normal| normal.iter().filter(|one| **one != 0).count() == 1)
        );
    }
}

#[test]
fn quantised_coordinates_of_textures_are_read() {
    let (mut document, mut binary) = textured(8, 8);
    let from = binary.len();
    binary.extend((0..25_u8).flat_map(|at| [at * 10, 255, 0, 0]));
    document["buffers"][0]["byteLength"] = binary.len().into();
    let view = push(
        &mut document["bufferViews"],
        json!({ "buffer": 0, "byteOffset": from, "byteLength": 100, "byteStride": 4 }),
    );
    let at = push(
        &mut document["accessors"],
        json!({ "bufferView": view, "componentType": 5121, "normalized": true, "type": "VEC2", "count": 25 }),
    );
    document["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_3"] = at.into();
    document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["texCoord"] = json!(3);
    document["extensionsRequired"] = json!([QUANTISED]);
    let sample = Sample { document, binary };
    let uvs = sample.shown().uvs;
    let is_last = |uv: &&[f32; 2]| (uv[0] - 240.0 / 255.0).abs() < 0.0001 && uv[1] == 1.0;
    assert_eq!(
        (uvs.len(), uvs.iter().filter(is_last).count() > 0),
        (96, true)
    );
}

/// The cube as gltfpack compresses it; the uncompressed buffer is absent.
fn compressed() -> Sample {
    let mut sample = Sample::cube();
    let positions: Vec<[f32; 3]> = corners();
    let positions = meshopt::encode_vertex_buffer(&positions).expect("encoded");
    let faces: Vec<u32> = FACES.iter().map(|corner| u32::from(*corner)).collect();
    let faces = meshopt::encode_index_buffer(&faces, 8).expect("encoded");
    // Octahedral normals that all look upwards.
    let normals = meshopt::encode_filter_oct::<i8>(&[[0.0, 1.0, 0.0, 0.0]; 8], 8);
    let normals = meshopt::encode_vertex_buffer(&normals).expect("encoded");
    sample.binary.clear();
    sample.document["bufferViews"] = json!([]);
    let parts = [
        (positions, 12, 8, "ATTRIBUTES", "NONE"),
        (faces, 2, 36, "TRIANGLES", "NONE"),
        (normals, 4, 8, "ATTRIBUTES", "OCTAHEDRAL"),
    ];
    for (bytes, stride, count, mode, filter) in parts {
        let at = sample.view(&bytes);
        let mut view = sample.document["bufferViews"][at].clone();
        view["byteStride"] = stride.into();
        view["count"] = count.into();
        view["mode"] = mode.into();
        view["filter"] = filter.into();
        sample.document["bufferViews"][at] = json!({
            "buffer": 1, "byteLength": stride * count, "extensions": { COMPRESSED: view },
        });
    }
    let accessor = json!({
        "bufferView": 2, "componentType": 5120, "normalized": true, "type": "VEC3", "count": 8,
    });
    let normals = push(&mut sample.document["accessors"], accessor);
    sample.document["bufferViews"][2]["byteStride"] = json!(4);
    sample.primitive()["attributes"]["NORMAL"] = normals.into();
    push(
        &mut sample.document["buffers"],
        json!({ "byteLength": 200, "extensions": { COMPRESSED: { "fallback": true } } }),
    );
    sample.require(COMPRESSED);
    sample
}

#[test]
fn views_are_decompressed() {
    let shown = compressed().shown();
    assert!(shown.has_size([1.0, 1.0, 1.0]));
    assert_eq!(
        (shown.facts.triangles[0], &shown.normals[..]),
        (12, &[[0, 127, 0]; 8][..])
    );
    // A view without compression in the absent buffer is not there.
    let mut absent = compressed();
    absent.document["bufferViews"][0]["extensions"] = json!({});
    assert_eq!(refusal(&absent.file()).0, "model_refers_to_files");
}

#[test]
fn compressed_views_have_bounds() {
    let changed = |name: &str, value: Value| {
        let mut sample = compressed();
        sample.document["bufferViews"][0]["extensions"][COMPRESSED][name] = value;
        refusal(&sample.file()).0
    };
    assert_eq!(
        changed("count", json!(4_000_000_000_u64)),
        "model_too_complex"
    );
    assert_eq!(changed("count", json!(u64::MAX)), "file_unreadable");
    assert_eq!(changed("count", json!(7)), "file_unreadable");
    for stride in [0, 3, 13, 260] {
        assert_eq!(
            changed("byteStride", json!(stride)),
            "file_unreadable",
            "{stride}"
        );
    }
    assert_eq!(changed("mode", json!("TRIANGLES")), "file_unreadable");
    assert_eq!(changed("filter", json!("QUATERNION")), "file_unreadable");
    assert_eq!(changed("byteLength", json!(u64::MAX)), "file_unreadable");
    assert_eq!(changed("buffer", json!(1)), "model_refers_to_files");
    assert_eq!(changed("buffer", json!(2)), "file_unreadable");
    // Wrong bytes never become more than a refusal or another shape.
    let whole = compressed();
    for at in 0..whole.binary.len() {
        let mut binary = whole.binary.clone();
        binary[at] ^= 0x55;
        if let Ok((facts, _)) = convert(&glb(&whole.document, &binary)) {
            assert!(facts.size.iter().all(|side| side.is_finite()));
        }
    }
}

#[test]
fn data_addresses_are_read() {
    let address =
        |media: &str, bytes: &[u8]| format!("data:{media};base64,{}", STANDARD.encode(bytes));
    let (mut document, binary) = textured(64, 64);
    let view = &document["bufferViews"][2];
    let from = usize::try_from(view["byteOffset"].as_u64().expect("a number")).expect("a number");
    document["images"] = json!([{ "uri": address("image/png", &binary[from..]) }]);
    let (facts, _) = convert(&glb(&document, &binary)).expect("a model");
    assert!(facts.texture_bytes > 0);
    // The buffer too, and a second one that is empty.
    document["buffers"][0]["uri"] = address("application/octet-stream", &binary).into();
    push(&mut document["buffers"], json!({ "byteLength": 0 }));
    let (again, _) = convert(&glb(&document, &[])).expect("a model");
    assert_eq!(again, facts);
    // Their length does not count as structure, which has a limit.
    let mut padded = binary.clone();
    padded.resize(3 << 20, 0);
    document["buffers"][0]["uri"] = address("application/octet-stream", &padded).into();
    assert!(convert(&glb(&document, &[])).is_ok());
    document["images"][0]["uri"] = json!("data:image/png;base64,####");
    assert_eq!(refusal(&glb(&document, &[])).0, "model_texture_unreadable");
    document["buffers"][0]["uri"] = address("a/b", &binary[..40]).into();
    assert_eq!(refusal(&glb(&document, &[])).0, "file_unreadable");
    document["extras"] = "data:".repeat(1 << 18).into();
    document["nodes"][0]["name"] = ":".repeat(1 << 20).into();
    assert_eq!(refusal(&glb(&document, &[])).0, "model_too_complex");
}
