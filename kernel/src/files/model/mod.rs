//! 3D models: a GLB of a stranger becomes a still GLB of our own, with three levels of detail and its textures as WebP.
//!
//! It runs in the process of limited memory (`image_process`). Bounds are checked before anything is decoded. Animations,
//! skins, cameras, lights and effects of surfaces are left out, and the result names them; skins and morph targets are applied
//! as they are at rest. Files with compression other than that of meshopt, or with parts elsewhere, are refused.

mod bounds;
mod compression;
mod container;
mod content;
mod conversion;
mod document;
mod facets;
mod facts;
mod flatten;
mod levels;
mod materials;
mod matrix;
mod refusal;
mod skins;
mod surfaces;
mod values;
pub(super) mod vrm;
mod writer;

pub(super) use conversion::{Variant, convert};
pub(super) use facts::MAX_VARIANTS;
pub use facts::{LeftOut, ModelFacts};
pub(super) use refusal::ModelRefusal;
pub use vrm::{AllowedUsers, CommercialUse, Modification, VrmFacts, VrmLicence, VrmVersion};

#[cfg(test)]
mod tests;
