//! The JSON of a model: the fields that are read. Unknown fields are ignored.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

use super::facts::LeftOut;
use super::materials::{Material, is_effect};
use super::refusal::{ModelRefusal, Reason};

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Document {
    pub(super) extensions_required: Vec<String>,
    pub(super) extensions_used: Vec<String>,
    pub(super) buffers: Vec<Buffer>,
    pub(super) buffer_views: Vec<View>,
    pub(super) accessors: Vec<Accessor>,
    pub(super) meshes: Vec<Mesh>,
    pub(super) nodes: Vec<Node>,
    pub(super) scenes: Vec<SceneNodes>,
    pub(super) scene: Option<usize>,
    pub(super) materials: Vec<Material>,
    pub(super) textures: Vec<Texture>,
    pub(super) images: Vec<Image>,
    samplers: Vec<Sampler>,
    animations: Vec<IgnoredAny>,
    pub(super) skins: Vec<Skin>,
    cameras: Vec<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub(super) byte_length: u64,
    pub(super) uri: Option<String>,
    #[serde(default)]
    extensions: BufferExtensions,
}

#[derive(Debug, Default, Deserialize)]
struct BufferExtensions {
    #[serde(rename = "EXT_meshopt_compression", alias = "KHR_meshopt_compression")]
    compression: Option<Fallback>,
}

#[derive(Debug, Deserialize)]
struct Fallback {
    #[serde(default)]
    fallback: bool,
}

impl Buffer {
    /// Whether its content is for programs that do not know the compression; it may be absent.
    pub(super) fn is_fallback(&self) -> bool {
        let compression = self.extensions.compression.as_ref();
        compression.is_some_and(|one| one.fallback)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
    pub(super) byte_stride: Option<u64>,
    #[serde(default)]
    extensions: ViewExtensions,
}

#[derive(Debug, Default, Deserialize)]
struct ViewExtensions {
    #[serde(rename = "EXT_meshopt_compression", alias = "KHR_meshopt_compression")]
    compression: Option<Compressed>,
}

/// Where the compressed values of a view are, and what they become.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Compressed {
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
    pub(super) byte_stride: usize,
    pub(super) count: usize,
    pub(super) mode: String,
    pub(super) filter: Option<String>,
}

impl View {
    pub(super) fn compression(&self) -> Option<&Compressed> {
        self.extensions.compression.as_ref()
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<usize>,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) component_type: u32,
    #[serde(default)]
    pub(super) normalized: bool,
    pub(super) count: u64,
    #[serde(rename = "type")]
    pub(super) shape: String,
    pub(super) sparse: Option<Sparse>,
}

/// Elements that differ from the view of an accessor, or from zero if it has none.
#[derive(Debug, Deserialize)]
pub(super) struct Sparse {
    pub(super) count: u64,
    pub(super) indices: SparsePart,
    pub(super) values: SparsePart,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparsePart {
    pub(super) buffer_view: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
    /// Of indices.
    #[serde(default)]
    pub(super) component_type: u32,
}

#[derive(Debug, Deserialize)]
pub(super) struct Mesh {
    pub(super) primitives: Vec<Primitive>,
    #[serde(default)]
    pub(super) weights: Vec<f64>,
}

/// Nodes that move the vertices of a mesh.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skin {
    pub(super) joints: Vec<usize>,
    pub(super) inverse_bind_matrices: Option<usize>,
    pub(super) skeleton: Option<usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: BTreeMap<String, usize>,
    pub(super) indices: Option<usize>,
    pub(super) material: Option<usize>,
    pub(super) mode: Option<u32>,
    #[serde(default)]
    pub(super) targets: Vec<BTreeMap<String, usize>>,
}

/// The modes of primitives that have triangles.
pub(super) const TRIANGLES: u32 = 4;
pub(super) const STRIP: u32 = 5;
pub(super) const FAN: u32 = 6;

impl Primitive {
    pub(super) fn mode(&self) -> u32 {
        self.mode.unwrap_or(TRIANGLES)
    }

    pub(super) fn has_triangles(&self) -> bool {
        matches!(self.mode(), TRIANGLES | STRIP | FAN)
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Node {
    #[serde(default)]
    pub(super) children: Vec<usize>,
    pub(super) mesh: Option<usize>,
    pub(super) skin: Option<usize>,
    pub(super) matrix: Option<[f64; 16]>,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
    weights: Option<Vec<f64>>,
}

impl Node {
    /// How far each morph target of its mesh is applied at rest.
    pub(super) fn weights<'a>(&'a self, mesh: &'a Mesh) -> &'a [f64] {
        self.weights.as_deref().unwrap_or(&mesh.weights)
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct SceneNodes {
    #[serde(default)]
    pub(super) nodes: Vec<usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Texture {
    source: Option<usize>,
    sampler: Option<usize>,
    #[serde(default)]
    extensions: TextureSources,
}

#[derive(Debug, Default, Deserialize)]
struct TextureSources {
    #[serde(rename = "EXT_texture_webp")]
    webp: Option<TextureSource>,
}

#[derive(Debug, Deserialize)]
struct TextureSource {
    source: usize,
}

impl Texture {
    pub(super) fn image(&self) -> Option<usize> {
        self.source
            .or(self.extensions.webp.as_ref().map(|webp| webp.source))
    }
}

/// What is beyond the edges of a texture: numbers of the specification, along both sides.
pub(super) type Wrapping = [u32; 2];
pub(super) const REPEAT: u32 = 10_497;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Sampler {
    wrap_s: u32,
    wrap_t: u32,
}

impl Default for Sampler {
    fn default() -> Self {
        Self {
            wrap_s: REPEAT,
            wrap_t: REPEAT,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Image {
    pub(super) buffer_view: Option<usize>,
    pub(super) uri: Option<String>,
}

pub(super) fn parse(json: &[u8]) -> Result<Document, ModelRefusal> {
    serde_json::from_slice(json).map_err(|_| Reason::Damaged.into())
}

impl Document {
    /// Edges that stay as they are, or mirror; everything else repeats.
    pub(super) fn wrapping(&self, texture: &Texture) -> Wrapping {
        let sampler = texture.sampler.and_then(|at| self.samplers.get(at));
        let known = |wrap: u32| match wrap {
            33_071 | 33_648 => wrap,
            _ => REPEAT,
        };
        sampler.map_or([REPEAT; 2], |one| [known(one.wrap_s), known(one.wrap_t)])
    }

    /// What the document has beside its meshes.
    pub(super) fn left_out(&self) -> Vec<LeftOut> {
        let uses = |name: &str| self.extensions_used.iter().any(|used| used == name);
        let mut primitives = self.meshes.iter().flat_map(|mesh| &mesh.primitives);
        [
            (LeftOut::Animations, !self.animations.is_empty()),
            (LeftOut::Skins, !self.skins.is_empty()),
            (LeftOut::Cameras, !self.cameras.is_empty()),
            (LeftOut::Lights, uses("KHR_lights_punctual")),
            (
                LeftOut::Morphs,
                primitives.any(|one| !one.targets.is_empty()),
            ),
            (
                LeftOut::Effects,
                self.extensions_required.iter().any(|name| is_effect(name))
                    || self.materials.iter().any(Material::has_effects),
            ),
        ]
        .into_iter()
        .filter_map(|(what, is_there)| is_there.then_some(what))
        .collect()
    }
}
