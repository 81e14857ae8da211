//! VRM avatars for tests: a body of boxes with all humanoid bones, in both versions of VRM.

use serde_json::{Value, json};

use crate::models::glb;

/// The version of VRM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    V0,
    V1,
}

/// Bones with their parents and their places in metres; `left` of VRM 1.0 is at positive x.
const BONES: [(&str, Option<usize>, [f32; 3]); 15] = [
    ("hips", None, [0.0, 0.9, 0.0]),
    ("spine", Some(0), [0.0, 1.05, 0.0]),
    ("head", Some(1), [0.0, 1.45, 0.0]),
    ("leftUpperLeg", Some(0), [0.1, 0.85, 0.0]),
    ("leftLowerLeg", Some(3), [0.1, 0.47, 0.0]),
    ("leftFoot", Some(4), [0.1, 0.08, 0.0]),
    ("rightUpperLeg", Some(0), [-0.1, 0.85, 0.0]),
    ("rightLowerLeg", Some(6), [-0.1, 0.47, 0.0]),
    ("rightFoot", Some(7), [-0.1, 0.08, 0.0]),
    ("leftUpperArm", Some(1), [0.18, 1.3, 0.0]),
    ("leftLowerArm", Some(9), [0.42, 1.3, 0.0]),
    ("leftHand", Some(10), [0.64, 1.3, 0.0]),
    ("rightUpperArm", Some(1), [-0.18, 1.3, 0.0]),
    ("rightLowerArm", Some(12), [-0.42, 1.3, 0.0]),
    ("rightHand", Some(13), [-0.64, 1.3, 0.0]),
];
/// Half the side of the box of each bone, in metres.
const HALF: f32 = 0.08;

/// An avatar that everybody may use.
#[must_use]
pub fn sample_avatar(version: Version) -> Vec<u8> {
    let (document, binary) = avatar_parts(version);
    glb(&document, &binary)
}

/// The document and the binary chunk of [`sample_avatar`].
#[must_use]
pub fn avatar_parts(version: Version) -> (Value, Vec<u8>) {
    // VRM 0.x looks to the other side.
    let side = if version == Version::V1 { 1.0 } else { -1.0 };
    let place = |at: usize| {
        let [x, y, z] = BONES[at].2;
        [x * side, y, z]
    };
    let mut binary = Binary::default();
    let (mut positions, mut joints, mut weights, mut indices) = (vec![], vec![], vec![], vec![]);
    let mut matrices = Vec::new();
    for at in 0..BONES.len() {
        let [x, y, z] = place(at);
        let first = at * 8;
        for corner in 0..8_u8 {
            let sign = |bit: u8| if corner & bit == 0 { -HALF } else { HALF };
            for number in [x + sign(1), y + sign(2), z + sign(4)] {
                positions.extend(number.to_le_bytes());
            }
            joints.extend([u8::try_from(at).unwrap(), 0, 0, 0]);
            for weight in [1.0_f32, 0.0, 0.0, 0.0] {
                weights.extend(weight.to_le_bytes());
            }
        }
        for corner in FACES {
            indices.extend(u16::try_from(first + corner).unwrap().to_le_bytes());
        }
        for row in 0..16 {
            let number = match row {
                0 | 5 | 10 | 15 => 1.0,
                12 => -x,
                13 => -y,
                14 => -z,
                _ => 0.0_f32,
            };
            matrices.extend(number.to_le_bytes());
        }
    }
    let vertices = BONES.len() * 8;
    binary.add(&positions, (5126, "VEC3", vertices));
    binary.add(&joints, (5121, "VEC4", vertices));
    binary.add(&weights, (5126, "VEC4", vertices));
    binary.add(&indices, (5123, "SCALAR", BONES.len() * FACES.len()));
    binary.add(&matrices, (5126, "MAT4", BONES.len()));
    let mut nodes: Vec<Value> = (0..BONES.len())
        .map(|at| {
            let [x, y, z] = place(at);
            let [px, py, pz] = BONES[at].1.map_or([0.0; 3], place);
            let children: Vec<usize> = (0..BONES.len())
                .filter(|child| BONES[*child].1 == Some(at))
                .collect();
            let mut node = json!({ "name": BONES[at].0, "translation": [x - px, y - py, z - pz] });
            if !children.is_empty() {
                node["children"] = children.into();
            }
            node
        })
        .collect();
    nodes.push(json!({ "name": "body", "mesh": 0, "skin": 0 }));
    let document = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0, BONES.len()] }],
        "nodes": nodes,
        "skins": [{ "joints": (0..BONES.len()).collect::<Vec<_>>(), "inverseBindMatrices": 4 }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2 }, "indices": 3, "material": 0,
        }] }],
        "materials": [{ "name": "skin", "pbrMetallicRoughness": { "baseColorFactor": [0.2, 0.5, 0.9, 1] } }],
        "accessors": binary.accessors,
        "bufferViews": binary.views,
        "buffers": [{ "byteLength": binary.bytes.len() }],
        "extensionsUsed": [if version == Version::V1 { "VRMC_vrm" } else { "VRM" }],
        "extensions": match version {
            Version::V1 => json!({ "VRMC_vrm": vrm1() }),
            Version::V0 => json!({ "VRM": vrm0() }),
        },
    });
    (document, binary.bytes)
}

/// The corners of the twelve triangles of a box.
const FACES: [usize; 36] = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3,
    5, 3, 7, 5,
];

#[derive(Default)]
struct Binary {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Binary {
    fn add(&mut self, bytes: &[u8], (component, shape, count): (u32, &str, usize)) {
        let view =
            json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        self.accessors.push(json!({
            "bufferView": self.views.len(), "componentType": component, "type": shape, "count": count,
        }));
        self.views.push(view);
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }
}

fn vrm1() -> Value {
    let bones: serde_json::Map<String, Value> = BONES
        .iter()
        .enumerate()
        .map(|(at, (name, ..))| ((*name).to_owned(), json!({ "node": at })))
        .collect();
    json!({
        "specVersion": "1.0",
        "meta": {
            "name": "Boxling",
            "authors": ["Mina"],
            "licenseUrl": "https://vrm.dev/licenses/1.0/",
            "avatarPermission": "everyone",
            "commercialUsage": "personalNonProfit",
            "creditNotation": "required",
            "modification": "allowModification",
            "allowRedistribution": true,
        },
        "humanoid": { "humanBones": bones },
    })
}

fn vrm0() -> Value {
    let bones: Vec<Value> = BONES
        .iter()
        .enumerate()
        .map(|(at, (name, ..))| json!({ "bone": name, "node": at, "useDefaultValues": true }))
        .collect();
    json!({
        "specVersion": "0.0",
        "meta": {
            "title": "Boxling",
            "author": "Mina",
            "allowedUserName": "Everyone",
            "violentUssageName": "Disallow",
            "sexualUssageName": "Disallow",
            "commercialUssageName": "Disallow",
            "licenseName": "CC_BY",
        },
        "humanoid": { "humanBones": bones },
        "firstPerson": { "firstPersonBone": 2, "firstPersonBoneOffset": { "x": 0, "y": 0, "z": 0 }, "meshAnnotations": [] },
        "blendShapeMaster": { "blendShapeGroups": [] },
        "secondaryAnimation": { "boneGroups": [], "colliderGroups": [] },
        "materialProperties": [{
            "name": "skin", "shader": "VRM_USE_GLTFSHADER", "renderQueue": 2000,
            "floatProperties": {}, "vectorProperties": {}, "textureProperties": {}, "keywordMap": {}, "tagMap": {},
        }],
    })
}
