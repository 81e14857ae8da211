//! VRM avatars: a GLB with a humanoid skeleton and a licence, version 0.x or 1.0.
//!
//! Unlike a model (`super`), an avatar keeps its skeleton, its shapes of the face and its materials. Its limits are checked
//! before anything is decoded, its textures become small WebP images, and everything that this platform does not know is
//! removed. The result is one self-contained VRM. It runs in the same process of limited memory.

mod bones;
mod bounds;
mod conversion;
mod extent;
mod facts;
mod licence;
mod rewrite;
mod springs;

pub(crate) use conversion::convert;
pub(crate) use facts::NAME;
pub use facts::{AllowedUsers, CommercialUse, Modification, VrmFacts, VrmLicence, VrmVersion};

#[cfg(test)]
mod tests;
