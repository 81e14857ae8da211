//! A cube that tests change, and the finest level of what becomes of it.

use serde_json::{Value, json};

use super::{convert, glb};
use crate::files::model::container;
use crate::files::model::facts::ModelFacts;

pub(super) const FLOAT: u32 = 5126;

/// The corners of a cube of one metre.
pub(super) fn corners() -> Vec<[f32; 3]> {
    let side = |at: u8, bit: u8| f32::from(u8::from(at & bit > 0));
    (0..8)
        .map(|at| [side(at, 1), side(at, 2), side(at, 4)])
        .collect()
}

pub(super) const FACES: [u16; 36] = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3,
    5, 3, 7, 5,
];

pub(super) fn floats(vectors: &[impl AsRef<[f32]>]) -> Vec<u8> {
    let numbers = vectors.iter().flat_map(|vector| vector.as_ref().to_vec());
    numbers.flat_map(f32::to_le_bytes).collect()
}

/// A document whose first primitive has positions and indices, and to which views and accessors are added.
pub(super) struct Sample {
    pub(super) document: Value,
    pub(super) binary: Vec<u8>,
}

impl Sample {
    pub(super) fn cube() -> Self {
        let document = json!({
            "asset": { "version": "2.0" },
            "nodes": [{ "mesh": 0 }],
            "scenes": [{ "nodes": [0] }],
            "meshes": [{ "primitives": [{ "attributes": {}, "material": 0 }] }],
            "materials": [{}],
            "accessors": [],
            "bufferViews": [],
            "buffers": [{ "byteLength": 0 }],
        });
        let mut sample = Self {
            document,
            binary: Vec::new(),
        };
        let positions = floats(&corners());
        let positions = sample.add(
            &positions,
            json!({ "componentType": FLOAT, "type": "VEC3", "count": 8 }),
        );
        let faces: Vec<u8> = FACES
            .iter()
            .flat_map(|corner| corner.to_le_bytes())
            .collect();
        let faces = sample.add(
            &faces,
            json!({ "componentType": 5123, "type": "SCALAR", "count": 36 }),
        );
        sample.primitive()["attributes"]["POSITION"] = positions.into();
        sample.primitive()["indices"] = faces.into();
        sample
    }

    pub(super) fn primitive(&mut self) -> &mut Value {
        &mut self.document["meshes"][0]["primitives"][0]
    }

    pub(super) fn view(&mut self, bytes: &[u8]) -> usize {
        let view =
            json!({ "buffer": 0, "byteOffset": self.binary.len(), "byteLength": bytes.len() });
        self.binary.extend(bytes);
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        self.document["buffers"][0]["byteLength"] = self.binary.len().into();
        push(&mut self.document["bufferViews"], view)
    }

    pub(super) fn add(&mut self, bytes: &[u8], mut accessor: Value) -> usize {
        accessor["bufferView"] = self.view(bytes).into();
        push(&mut self.document["accessors"], accessor)
    }

    /// Gives the cube an attribute.
    pub(super) fn attribute(&mut self, name: &str, bytes: &[u8], accessor: Value) {
        let at = self.add(bytes, accessor);
        self.primitive()["attributes"][name] = at.into();
    }

    pub(super) fn require(&mut self, extension: &str) {
        self.document["extensionsUsed"] = json!([extension]);
        self.document["extensionsRequired"] = json!([extension]);
    }

    pub(super) fn file(&self) -> Vec<u8> {
        glb(&self.document, &self.binary)
    }

    pub(super) fn shown(&self) -> Shown {
        let (facts, variants) = convert(&self.file()).expect("a model");
        Shown::read(facts, &variants[0].bytes)
    }
}

/// Returns the place of the entry.
pub(super) fn push(list: &mut Value, entry: Value) -> usize {
    let list = list.as_array_mut().expect("a list");
    list.push(entry);
    list.len() - 1
}

/// The finest level; of its groups the first.
pub(super) struct Shown {
    pub(super) facts: ModelFacts,
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[i8; 3]>,
    pub(super) colours: Vec<[u16; 4]>,
    pub(super) uvs: Vec<[f32; 2]>,
    pub(super) materials: Vec<Value>,
}

impl Shown {
    fn read(facts: ModelFacts, file: &[u8]) -> Self {
        let (json, binary) = container::split(file, 1 << 20).expect("a container");
        let document: Value = serde_json::from_slice(json).expect("JSON");
        let attributes = &document["meshes"][0]["primitives"][0]["attributes"];
        let bytes = |name: &str| {
            let number =
                |value: &Value| usize::try_from(value.as_u64().unwrap_or(0)).expect("a number");
            let Some(at) = attributes[name].as_u64() else {
                return &[][..];
            };
            let view = &document["accessors"][number(&at.into())]["bufferView"];
            let view = &document["bufferViews"][number(view)];
            &binary[number(&view["byteOffset"])..][..number(&view["byteLength"])]
        };
        let float = |bytes: &[u8]| f32::from_le_bytes(*bytes.first_chunk().expect("four bytes"));
        let positions = bytes("POSITION").as_chunks::<12>().0.iter();
        let uvs = bytes("TEXCOORD_0").as_chunks::<8>().0.iter();
        let colours = bytes("COLOR_0").as_chunks::<8>().0.iter();
        let normals = bytes("NORMAL").as_chunks::<4>().0.iter();
        Self {
            facts,
            positions: positions
                .map(|one| [0, 4, 8].map(|at| float(&one[at..])))
                .collect(),
            normals: normals
                .map(|one| [0, 1, 2].map(|at| one[at].cast_signed()))
                .collect(),
            colours: colours
                .map(|one| [0, 2, 4, 6].map(|at| u16::from_le_bytes([one[at], one[at + 1]])))
                .collect(),
            uvs: uvs.map(|one| [0, 4].map(|at| float(&one[at..]))).collect(),
            materials: document["materials"].as_array().expect("a list").clone(),
        }
    }

    /// Whether it has these sides, to a millimetre.
    pub(super) fn has_size(&self, size: [f32; 3]) -> bool {
        let sides = self.facts.size.iter().zip(size);
        sides
            .into_iter()
            .all(|(found, side)| (found - side).abs() < 0.001)
    }
}
