//! Writes the subset of GLB that clients read: one mesh; per texture one primitive with positions (`f32`), normals (`i8`),
//! colours with alpha (`u16`, linear) and, with a texture, coordinates (`f32`). Textures are variants beside the file.

use serde_json::{Value, json};

use super::document::Wrapping;
use super::facts::count;
use super::flatten::Group;
use super::materials::Alpha;

const FLOAT: u32 = 5126;
const BYTE: u32 = 5120;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;

#[derive(Default)]
struct Output {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Output {
    /// Adds the values of one attribute, and returns its accessor.
    fn add(&mut self, bytes: &[u8], stride: usize, mut accessor: Value) -> usize {
        let mut view =
            json!({ "buffer": 0, "byteOffset": self.binary.len(), "byteLength": bytes.len() });
        if stride > 0 {
            view["byteStride"] = stride.into();
        }
        self.binary.extend(bytes);
        while !self.binary.len().is_multiple_of(4) {
            self.binary.push(0);
        }
        accessor["bufferView"] = self.views.len().into();
        self.views.push(view);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

/// `images`: those of the textures.
pub(super) fn glb(groups: &[Group], images: &[(usize, Wrapping)]) -> Vec<u8> {
    let mut output = Output::default();
    let primitives: Vec<Value> = groups
        .iter()
        .enumerate()
        .map(|(at, group)| primitive(&mut output, group, at))
        .collect();
    let materials: Vec<Value> = groups.iter().map(material).collect();
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "Witverse" },
        "extensionsUsed": ["KHR_mesh_quantization"],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": primitives }],
        "materials": materials,
        "accessors": output.accessors,
        "bufferViews": output.views,
        "buffers": [{ "byteLength": output.binary.len() }],
    });
    if !images.is_empty() {
        let names = (0..images.len()).map(|at| json!({ "uri": format!("texture{at}.webp") }));
        document["images"] = names.collect();
        let textures = (0..images.len()).map(|at| json!({ "source": at, "sampler": at }));
        document["textures"] = textures.collect();
        let samplers = images.iter();
        document["samplers"] = samplers
            .map(|(_, [s, t])| json!({ "wrapS": s, "wrapT": t }))
            .collect();
    }
    container(document.to_string().into_bytes(), &output.binary)
}

pub(super) fn container(mut json: Vec<u8>, binary: &[u8]) -> Vec<u8> {
    while !json.len().is_multiple_of(4) {
        json.push(b' ');
    }
    let word = |number: usize| count(number).to_le_bytes();
    let mut file = b"glTF".to_vec();
    file.extend(2_u32.to_le_bytes());
    file.extend(word(12 + 8 + json.len() + 8 + binary.len()));
    file.extend(word(json.len()));
    file.extend(b"JSON");
    file.extend(json);
    file.extend(word(binary.len()));
    file.extend(b"BIN\0");
    file.extend(binary);
    file
}

fn primitive(output: &mut Output, group: &Group, material: usize) -> Value {
    let count = group.vertices.len();
    let (mut least, mut most) = ([f32::MAX; 3], [f32::MIN; 3]);
    let (mut positions, mut normals, mut colours, mut uvs) = (vec![], vec![], vec![], vec![]);
    for vertex in &group.vertices {
        for (axis, metres) in vertex.position.into_iter().enumerate() {
            least[axis] = least[axis].min(metres);
            most[axis] = most[axis].max(metres);
            positions.extend(metres.to_le_bytes());
        }
        for value in normal_bytes(vertex.normal) {
            normals.extend(value.to_le_bytes());
        }
        normals.push(0);
        for value in vertex.colour {
            colours.extend(short(value).to_le_bytes());
        }
        for value in vertex.uv {
            uvs.extend(value.to_le_bytes());
        }
    }
    let mut attributes = json!({
        "POSITION": output.add(&positions, 12, json!({
            "componentType": FLOAT, "type": "VEC3", "count": count, "min": least, "max": most,
        })),
        "NORMAL": output.add(&normals, 4, json!({
            "componentType": BYTE, "normalized": true, "type": "VEC3", "count": count,
        })),
        "COLOR_0": output.add(&colours, 8, json!({
            "componentType": UNSIGNED_SHORT, "normalized": true, "type": "VEC4", "count": count,
        })),
    });
    if group.texture.is_some() {
        let accessor = json!({ "componentType": FLOAT, "type": "VEC2", "count": count });
        attributes["TEXCOORD_0"] = output.add(&uvs, 8, accessor).into();
    }
    let is_short = count <= usize::from(u16::MAX);
    let indices: Vec<u8> = group
        .indices
        .iter()
        .flat_map(|corner| {
            let bytes = corner.to_le_bytes();
            bytes.into_iter().take(if is_short { 2 } else { 4 })
        })
        .collect();
    let component = if is_short {
        UNSIGNED_SHORT
    } else {
        UNSIGNED_INT
    };
    let accessor =
        json!({ "componentType": component, "type": "SCALAR", "count": group.indices.len() });
    json!({
        "attributes": attributes,
        "indices": output.add(&indices, 0, accessor),
        "material": material,
    })
}

fn material(group: &Group) -> Value {
    let mut surface = json!({ "metallicFactor": 0, "roughnessFactor": 1 });
    if let Some(texture) = group.texture {
        surface["baseColorTexture"] = json!({ "index": texture });
    }
    let mode = match group.alpha {
        Alpha::Opaque => "OPAQUE",
        Alpha::Mask(_) => "MASK",
        Alpha::Blend => "BLEND",
    };
    let mut material =
        json!({ "pbrMetallicRoughness": surface, "alphaMode": mode, "doubleSided": true });
    if let Alpha::Mask(cutoff) = group.alpha {
        material["alphaCutoff"] = cutoff.into();
    }
    material
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "a normal is between -1 and 1"
)]
pub(super) fn normal_bytes(normal: [f32; 3]) -> [i8; 3] {
    normal.map(|value| (value.clamp(-1.0, 1.0) * 127.0).round() as i8)
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a colour is between 0 and 1"
)]
fn short(value: f32) -> u16 {
    (value.clamp(0.0, 1.0) * 65_535.0).round() as u16
}
