//! 3D models for tests: a GLB with a mesh that is made here, and with parts that tests change.

use serde_json::{Value, json};

/// A bent square of `side` × `side` cells, 2 m wide, in one colour: `2 * side * side` triangles.
#[must_use]
pub fn sample_model(side: usize) -> Vec<u8> {
    let (document, binary) = model_parts(side);
    glb(&document, &binary)
}

/// The document and the binary chunk of [`sample_model`].
#[must_use]
pub fn model_parts(side: usize) -> (Value, Vec<u8>) {
    let row = side + 1;
    let (mut positions, mut indices) = (Vec::new(), Vec::new());
    let place = |at: usize| {
        let share = f64::from(u32::try_from(at).unwrap()) / f64::from(u32::try_from(side).unwrap());
        share * 2.0
    };
    for at in 0..row * row {
        let (x, z) = (place(at % row), place(at / row));
        let y = (x * 3.0).sin() * (z * 2.0).cos() * 0.4 + 1.0;
        for number in [x, y, z] {
            #[allow(clippy::cast_possible_truncation, reason = "positions have 32 bits")]
            positions.extend((number as f32).to_le_bytes());
        }
    }
    for at in (0..side * row).filter(|at| at % row < side) {
        for corner in [at, at + row, at + 1, at + 1, at + row, at + row + 1] {
            indices.extend(u32::try_from(corner).unwrap().to_le_bytes());
        }
    }
    let binary = [&positions[..], &indices].concat();
    let document = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1, "material": 0 }] }],
        "materials": [{ "pbrMetallicRoughness": { "baseColorFactor": [0.8, 0.25, 0.1, 1] } }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "type": "VEC3", "count": row * row },
            { "bufferView": 1, "componentType": 5125, "type": "SCALAR", "count": indices.len() / 4 },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": positions.len() },
            { "buffer": 0, "byteOffset": positions.len(), "byteLength": indices.len() },
        ],
        "buffers": [{ "byteLength": binary.len() }],
    });
    (document, binary)
}

/// Adds a PNG as the texture of [`model_parts`].
pub fn add_texture((document, binary): &mut (Value, Vec<u8>), png: &[u8]) {
    let view = json!({ "buffer": 0, "byteOffset": binary.len(), "byteLength": png.len() });
    document["bufferViews"].as_array_mut().unwrap().push(view);
    binary.extend(png);
    binary.resize(binary.len().next_multiple_of(4), 0);
    document["images"] = json!([{ "bufferView": 2, "mimeType": "image/png" }]);
    document["textures"] = json!([{ "source": 0 }]);
    document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = json!({ "index": 0 });
    document["buffers"][0]["byteLength"] = binary.len().into();
}

/// The container of a document and its binary chunk.
#[must_use]
pub fn glb(document: &Value, binary: &[u8]) -> Vec<u8> {
    let mut json = document.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let word = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
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
