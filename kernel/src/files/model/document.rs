//! The JSON of a model: the fields that are read. Unknown fields are ignored.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

use super::facts::LeftOut;
use super::refusal::{ModelRefusal, Reason};

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Document {
    pub(super) extensions_required: Vec<String>,
    extensions_used: Vec<String>,
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
    animations: Vec<IgnoredAny>,
    pub(super) skins: Vec<IgnoredAny>,
    cameras: Vec<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub(super) byte_length: u64,
    pub(super) uri: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: u64,
    pub(super) byte_length: u64,
    pub(super) byte_stride: Option<u64>,
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
    pub(super) sparse: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Mesh {
    pub(super) primitives: Vec<Primitive>,
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
}

#[derive(Debug, Deserialize)]
pub(super) struct SceneNodes {
    #[serde(default)]
    pub(super) nodes: Vec<usize>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Material {
    pub(super) pbr_metallic_roughness: Surface,
    pub(super) alpha_mode: Option<String>,
    normal_texture: Option<IgnoredAny>,
    occlusion_texture: Option<IgnoredAny>,
    emissive_texture: Option<IgnoredAny>,
    emissive_factor: Option<[f64; 3]>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Surface {
    pub(super) base_color_factor: Option<[f32; 4]>,
    pub(super) base_color_texture: Option<TextureUse>,
    metallic_roughness_texture: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextureUse {
    pub(super) index: usize,
    #[serde(default)]
    pub(super) tex_coord: u32,
    #[serde(default)]
    pub(super) extensions: TextureExtensions,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct TextureExtensions {
    #[serde(rename = "KHR_texture_transform")]
    pub(super) transform: Option<Transform>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Transform {
    #[serde(default)]
    pub(super) offset: [f32; 2],
    #[serde(default)]
    pub(super) rotation: f32,
    #[serde(default = "unscaled")]
    pub(super) scale: [f32; 2],
    pub(super) tex_coord: Option<u32>,
}

fn unscaled() -> [f32; 2] {
    [1.0, 1.0]
}

#[derive(Debug, Deserialize)]
pub(super) struct Texture {
    source: Option<usize>,
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
    /// What the document has beside its meshes.
    pub(super) fn left_out(&self) -> Vec<LeftOut> {
        let uses = |name: &str| self.extensions_used.iter().any(|used| used == name);
        let has_effects = |material: &Material| {
            material.normal_texture.is_some()
                || material.occlusion_texture.is_some()
                || material.emissive_texture.is_some()
                || material
                    .emissive_factor
                    .is_some_and(|glow| glow != [0.0; 3])
                || material
                    .pbr_metallic_roughness
                    .metallic_roughness_texture
                    .is_some()
        };
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
            (LeftOut::Effects, self.materials.iter().any(has_effects)),
        ]
        .into_iter()
        .filter_map(|(what, is_there)| is_there.then_some(what))
        .collect()
    }
}
