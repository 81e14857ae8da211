//! From the bytes of a GLB to its levels and textures.

use super::content::Content;
use super::facts::{ModelFacts, count};
use super::refusal::ModelRefusal;
use super::{bounds, container, document, flatten, levels, surfaces, writer};

/// A variant of a model.
#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Makes the levels and the textures of a model.
pub(crate) fn convert(bytes: &[u8]) -> Result<(ModelFacts, Vec<Variant>), ModelRefusal> {
    let (json, binary) = container::split(bytes, container::MAX_JSON_BYTES)?;
    let document = document::parse(json)?;
    bounds::check_document(&document)?;
    let content = Content::open(&document, binary)?;
    bounds::check(&content)?;
    let mut left_out = document.left_out();
    let mesh = flatten::flatten(&content)?;
    left_out.extend(mesh.left_out.iter().copied());
    left_out.sort_unstable();
    left_out.dedup();
    let textures = surfaces::textures(&content, &mesh.images)?;
    let levels = levels::levels(&mesh.groups);
    let facts = ModelFacts {
        triangles: levels
            .iter()
            .map(|level| count(level.triangles()))
            .collect(),
        draws: count(mesh.groups.len()),
        texture_bytes: textures.iter().map(|texture| texture.memory_bytes).sum(),
        size: mesh.size,
        left_out,
    };
    let mut variants = Vec::new();
    for (at, level) in levels.iter().enumerate() {
        variants.push(Variant {
            name: format!("level{at}.glb"),
            bytes: writer::glb(&level.groups, &mesh.images),
        });
    }
    for (at, texture) in textures.into_iter().enumerate() {
        variants.push(Variant {
            name: format!("texture{at}.webp"),
            bytes: texture.webp,
        });
    }
    Ok((facts, variants))
}
