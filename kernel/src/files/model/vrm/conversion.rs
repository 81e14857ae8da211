//! From the bytes of a VRM to the avatar that is served.

use serde_json::Value;

use super::bounds;
use super::facts::{VrmFacts, VrmVersion};
use super::{bones, extent, licence, rewrite, springs};
use crate::files::model::facts::count;
use crate::files::model::refusal::{ModelRefusal, Reason};
use crate::files::model::{container, document};

/// The largest JSON, in bytes: springs and shapes of the face are listed there.
const MAX_JSON_BYTES: usize = 2 << 20;

/// Checks an avatar and makes the file that is served.
pub(crate) fn convert(bytes: &[u8]) -> Result<(VrmFacts, Vec<u8>), ModelRefusal> {
    let (json, binary) = container::split(bytes, MAX_JSON_BYTES)?;
    let mut root: Value = serde_json::from_slice(json).map_err(|_| Reason::Damaged)?;
    let version = version_of(&root).ok_or(Reason::NoAvatar)?;
    let document = document::parse(json)?;
    let (content, placed) = bounds::check(&document, binary)?;
    let extensions = &mut root["extensions"];
    let (bones, (credit, licence)) = match version {
        VrmVersion::V1 => {
            let vrm = &extensions["VRMC_vrm"];
            (bones::of_v1(&vrm["humanoid"]), licence::of_v1(&vrm["meta"]))
        }
        VrmVersion::V0 => {
            let vrm = &extensions["VRM"];
            (bones::of_v0(&vrm["humanoid"]), licence::of_v0(&vrm["meta"]))
        }
    };
    let is_placed = |node: usize| placed.nodes.contains(&node);
    if !bones.values().all(|node| is_placed(*node)) {
        return Err(Reason::Damaged.into());
    }
    bones::check(&document, &bones)?;
    let height = extent::check(&content, &placed)?;
    match version {
        VrmVersion::V1 => springs::limit_v1(extensions),
        VrmVersion::V0 => springs::limit_v0(&document, &mut extensions["VRM"], is_placed),
    }
    let (file, texture_bytes) = rewrite::rewrite(root, &content)?;
    let facts = VrmFacts {
        version,
        title: credit.title,
        authors: credit.authors,
        copyright: credit.copyright,
        contact: credit.contact,
        licence,
        triangles: count(placed.triangles),
        materials: count(placed.materials),
        bones: count(placed.bones),
        texture_bytes,
        height,
    };
    Ok((facts, file))
}

/// By the extension. A file may have both; the newer one counts, as in three-vrm.
fn version_of(root: &Value) -> Option<VrmVersion> {
    let extensions = root.get("extensions")?;
    if extensions.get("VRMC_vrm").is_some_and(Value::is_object) {
        Some(VrmVersion::V1)
    } else if extensions.get("VRM").is_some_and(Value::is_object) {
        Some(VrmVersion::V0)
    } else {
        None
    }
}
