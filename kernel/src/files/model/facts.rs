//! The limits of a model, and the facts that the kernel stores about one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most triangles of a model, with every part as often as it is placed.
pub(super) const MAX_TRIANGLES: usize = 60_000;
/// The most vertices.
pub(super) const MAX_VERTICES: usize = 120_000;
/// The most textures that give a colour.
pub(super) const MAX_TEXTURES: usize = 4;
/// The most draw calls: one for each texture, and one for surfaces without any, each solid, with holes or transparent.
pub(super) const MAX_DRAWS: usize = (MAX_TEXTURES + 1) * 3;
/// The largest side of a model, in metres.
pub(super) const MAX_SIDE_M: f32 = 64.0;
/// The share of triangles of each level of detail, in hundredths.
pub(super) const SHARES: [usize; 3] = [100, 40, 12];
/// The most variants of a model: its levels and its textures.
pub(crate) const MAX_VARIANTS: usize = SHARES.len() + MAX_TEXTURES;

/// What was left out of a model.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum LeftOut {
    Animations,
    Skins,
    Cameras,
    Lights,
    /// Shapes that a mesh can change into.
    Morphs,
    /// Relief, shine and glow of surfaces: only their colours are kept.
    Effects,
    /// Points and lines.
    Lines,
}

/// The facts about a model that is ready.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelFacts {
    /// The triangles of each level of detail: all, about 40 % and about 12 %. Level `n` is the variant `level<n>.glb`.
    pub triangles: Vec<u32>,
    /// Draw calls.
    pub draws: u32,
    /// Bytes of its textures in the memory of a graphics card.
    pub texture_bytes: u32,
    /// Metres: width, height and depth. The origin is the middle of the base.
    pub size: [f32; 3],
    /// What the file had and the model has not.
    pub left_out: Vec<LeftOut>,
}

/// For a document.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
