//! Avatars whose values are sparse, quantised or compressed.

use serde_json::{Value, json};
use witverse_testing::avatars::Version::{V0, V1};
use witverse_testing::avatars::avatar_parts;
use witverse_testing::models::glb;

use super::{opened, push, refusal};
use crate::files::model::vrm::convert;
use crate::files::model::vrm::facts::MAX_MORPH_BYTES;

const FLOAT: u32 = 5126;
const VERTICES: usize = 120;

fn entries(list: &Value) -> usize {
    list.as_array().expect("a list").len()
}

fn add_view((document, binary): &mut (Value, Vec<u8>), bytes: &[u8]) -> usize {
    let view = json!({ "buffer": 0, "byteOffset": binary.len(), "byteLength": bytes.len() });
    push(&mut document["bufferViews"], view);
    binary.extend(bytes);
    binary.resize(binary.len().next_multiple_of(4), 0);
    document["buffers"][0]["byteLength"] = binary.len().into();
    entries(&document["bufferViews"]) - 1
}

/// Gives the avatar a shape of which one vertex moves.
fn with_morph(base: Option<usize>) -> (Value, Vec<u8>) {
    let mut parts = avatar_parts(V1);
    let indices = add_view(&mut parts, &[5, 0]);
    let offset: Vec<u8> = [0.0_f32, 0.02, 0.0]
        .into_iter()
        .flat_map(f32::to_le_bytes)
        .collect();
    let values = add_view(&mut parts, &offset);
    let mut accessor = json!({
        "componentType": FLOAT, "type": "VEC3", "count": VERTICES,
        "sparse": {
            "count": 1,
            "indices": { "bufferView": indices, "componentType": 5123 },
            "values": { "bufferView": values },
        },
    });
    if let Some(stride) = base {
        let view = add_view(&mut parts, &vec![0; stride * VERTICES]);
        if stride > 12 {
            parts.0["bufferViews"][view]["byteStride"] = stride.into();
        }
        accessor["bufferView"] = view.into();
    }
    push(&mut parts.0["accessors"], accessor);
    let at = entries(&parts.0["accessors"]) - 1;
    parts.0["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": at }]);
    parts
}

#[test]
fn sparse_shapes_stay_sparse() {
    for base in [None, Some(12), Some(16)] {
        let (document, binary) = with_morph(base);
        let (facts, file) = convert(&glb(&document, &binary)).expect("an avatar");
        let (document, views) = opened(&file);
        let accessor = &document["accessors"][5];
        if base == Some(16) {
            // three.js reads sparse values of interleaved ones wrong.
            assert_eq!(accessor["sparse"], Value::Null);
            let last = views.last().expect("a view");
            assert_eq!(last.len(), 12 * VERTICES);
            assert_eq!(last[5 * 12 + 4..][..4], 0.02_f32.to_le_bytes());
        } else {
            let values = &accessor["sparse"]["values"]["bufferView"];
            let values = usize::try_from(values.as_u64().expect("a view")).expect("a number");
            assert_eq!(views[values][4..8], 0.02_f32.to_le_bytes());
            assert_eq!(accessor["bufferView"].is_null(), base.is_none());
        }
        assert_eq!(convert(&file).expect("an avatar").0, facts);
    }
    // A shape that changes nothing.
    let (mut document, binary) = with_morph(None);
    document["accessors"][5]["sparse"] = Value::Null;
    assert_eq!(refusal(&document, &binary).0, "");
}

#[test]
fn sparse_shapes_have_bounds() {
    let refused = |change: fn(&mut Value)| {
        let (mut document, binary) = with_morph(None);
        change(&mut document["accessors"][5]);
        refusal(&document, &binary).0
    };
    assert_eq!(
        refused(|one| one["sparse"]["count"] = json!(2)),
        "file_unreadable"
    );
    assert_eq!(
        refused(|one| one["count"] = json!(4_000_000_000_u64)),
        "vrm_morphs_too_large"
    );
    assert_eq!(
        refused(|one| one["sparse"]["indices"]["componentType"] = json!(5126)),
        "file_unreadable"
    );
    // Shapes without values cost nothing in the file, but in the memory of every client.
    let (mut document, binary) = with_morph(None);
    document["accessors"][5] = json!({ "componentType": FLOAT, "type": "VEC3", "count": 50_000 });
    let target = json!({ "POSITION": 5 });
    document["meshes"][0]["primitives"][0]["targets"] = vec![target; 112].into();
    let found = refusal(&document, &binary);
    assert_eq!(found, ("vrm_morphs_too_large", "65".into()));
    const { assert!(112 * 50_000 * 12 > MAX_MORPH_BYTES) };
}

#[test]
fn quantised_avatars_become_plain() {
    for version in [V0, V1] {
        let (mut document, mut binary) = avatar_parts(version);
        let expected = convert(&glb(&document, &binary)).expect("an avatar").0;
        // Positions from -2 to 2 metres as 16 bits, scaled by the matrices of the joints.
        let positions: Vec<f32> = binary[..VERTICES * 12]
            .as_chunks::<4>()
            .0
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect();
        let mut quantised = Vec::new();
        for vertex in positions.as_chunks::<3>().0 {
            for metres in vertex {
                #[allow(clippy::cast_possible_truncation, reason = "16 bits are enough")]
                let number = (metres / 2.0 * 32_767.0).round() as i16;
                quantised.extend(number.to_le_bytes());
            }
            quantised.extend([0, 0]);
        }
        let mut parts = (document, binary);
        let view = add_view(&mut parts, &quantised);
        (document, binary) = parts;
        document["bufferViews"][view]["byteStride"] = json!(8);
        document["accessors"][0] = json!({
            "bufferView": view, "componentType": 5122, "normalized": true, "type": "VEC3", "count": VERTICES,
        });
        let matrices = VERTICES * (12 + 4 + 16) + 15 * 36 * 2;
        for matrix in 0..15 {
            for axis in 0..3 {
                let at = matrices + matrix * 64 + axis * 20;
                binary[at..at + 4].copy_from_slice(&2.0_f32.to_le_bytes());
            }
        }
        document["extensionsUsed"] = json!(["KHR_mesh_quantization"]);
        document["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
        let (facts, file) = convert(&glb(&document, &binary)).expect("an avatar");
        assert_eq!(facts, expected);
        let (document, _) = opened(&file);
        assert!(!document.to_string().contains("quantization"));
        assert_eq!(document["accessors"][0]["componentType"], FLOAT);
        assert_eq!(
            document["accessors"][0]["max"].as_array().map(Vec::len),
            Some(3)
        );
    }
}

#[test]
fn an_avatar_stands_near_the_origin() {
    let (mut document, binary) = avatar_parts(V1);
    document["nodes"][0]["translation"] = json!([30, 0.9, 0]);
    assert_eq!(refusal(&document, &binary).0, "");
    document["nodes"][0]["translation"] = json!([3000, 0.9, 0]);
    assert_eq!(
        refusal(&document, &binary),
        ("vrm_too_far", "3000.7".into())
    );
}

#[test]
fn a_shape_that_is_applied_at_rest_counts_for_the_height() {
    let (mut document, mut binary) = with_morph(None);
    // Moves a corner on top of the head.
    let [index, offset] = [2, 1].map(|back| {
        let view = &document["bufferViews"][entries(&document["bufferViews"]) - back];
        usize::try_from(view["byteOffset"].as_u64().expect("an offset")).expect("an index")
    });
    binary[index] = 2 * 8 + 2;
    binary[offset + 4..offset + 8].copy_from_slice(&0.5_f32.to_le_bytes());
    let height = |document: &Value| {
        let (facts, _) = convert(&glb(document, &binary)).expect("an avatar");
        facts.height
    };
    let plain = height(&document);
    document["meshes"][0]["weights"] = json!([0.5]);
    assert!((height(&document) - plain - 0.25).abs() < 0.011, "{plain}");
    let nodes = document["nodes"].as_array_mut().expect("nodes");
    for node in nodes.iter_mut().filter(|node| node["mesh"] == 0) {
        node["weights"] = json!([0.0]);
    }
    assert!((height(&document) - plain).abs() < 1e-9, "the node decides");
}
