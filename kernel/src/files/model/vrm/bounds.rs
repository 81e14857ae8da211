//! The bounds of an avatar, checked before a value is read.
//!
//! After this check the nodes of the scene are trees, every accessor lies in the binary chunk, and all counts are within
//! their limits.

use std::collections::BTreeSet;

use super::facts::{
    MAX_BONES, MAX_MATERIALS, MAX_MORPH_BYTES, MAX_MORPHS, MAX_PARTS, MAX_TEXTURES, MAX_TRIANGLES,
    MAX_VERTICES,
};
use crate::files::model::bounds::{self, Sum};
use crate::files::model::content::Content;
use crate::files::model::document::{Accessor, Document, Mesh, Primitive};
use crate::files::model::refusal::{ModelRefusal, Reason};

/// The most nodes of the scene. Each costs time in every frame of every client.
const MAX_NODES: usize = 300;

/// Extensions that the result keeps.
pub(super) const EXTENSIONS: [&str; 10] = [
    "VRM",
    "VRMC_vrm",
    "VRMC_materials_mtoon",
    "VRMC_materials_hdr_emissiveMultiplier",
    "VRMC_springBone",
    "VRMC_node_constraint",
    "KHR_materials_unlit",
    "KHR_materials_emissive_strength",
    "KHR_texture_transform",
    "EXT_texture_webp",
];

/// Extensions that a file may require and the result has not: its values are plain.
const CONVERTED: [&str; 3] = [
    "KHR_mesh_quantization",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
];

/// What the scene places.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) nodes: BTreeSet<usize>,
    pub(super) triangles: usize,
    pub(super) materials: usize,
    pub(super) bones: usize,
}

pub(super) fn check<'a>(
    document: &'a Document,
    binary: &'a [u8],
) -> Result<(Content<'a>, Placed), ModelRefusal> {
    let is_known =
        |name: &String| EXTENSIONS.contains(&name.as_str()) || CONVERTED.contains(&name.as_str());
    if let Some(name) = document
        .extensions_required
        .iter()
        .find(|name| !is_known(name))
    {
        return Err(ModelRefusal::named(Reason::Extension, name));
    }
    bounds::lists(document)?;
    bounds::references(document)?;
    let content = Content::open(document, binary)?;
    let nodes = trees(document)?;
    let placed = placed(document, nodes)?;
    for accessor in &document.accessors {
        bounds::check_accessor(&content, accessor)?;
    }
    for primitive in document.meshes.iter().flat_map(|mesh| &mesh.primitives) {
        check_primitive(document, primitive)?;
    }
    check_skins(document, &placed.nodes)?;
    Ok((content, placed))
}

/// The nodes of the scene. Each has one parent at most, so that no walk visits a node twice.
fn trees(document: &Document) -> Result<BTreeSet<usize>, ModelRefusal> {
    let mut nodes = BTreeSet::new();
    let mut next: Vec<usize> = document.roots();
    let children = document.nodes.iter().flat_map(|node| &node.children);
    let children: Vec<usize> = children.copied().collect();
    let parents: BTreeSet<usize> = children.iter().copied().collect();
    let is_root_below = next.iter().any(|root| parents.contains(root));
    if parents.len() != children.len() || is_root_below {
        return Err(Reason::Damaged.into());
    }
    while let Some(node) = next.pop() {
        if !nodes.insert(node) {
            return Err(Reason::Damaged.into());
        }
        let node = document.nodes.get(node).ok_or(Reason::Damaged)?;
        next.extend(&node.children);
    }
    if nodes.len() > MAX_NODES {
        return Err(ModelRefusal::counted(Reason::TooComplex, nodes.len()));
    }
    Ok(nodes)
}

fn placed(document: &Document, nodes: BTreeSet<usize>) -> Result<Placed, ModelRefusal> {
    let mut sum = Sum::default();
    for root in document.roots() {
        sum.node(document, root, 0)?;
    }
    let meshes: Vec<&Mesh> = nodes
        .iter()
        .filter_map(|node| document.meshes.get(document.nodes.get(*node)?.mesh?))
        .collect();
    let parts: Vec<&Primitive> = meshes.iter().flat_map(|mesh| &mesh.primitives).collect();
    let used: BTreeSet<Option<usize>> = parts.iter().map(|part| part.material).collect();
    let worn = nodes
        .iter()
        .filter_map(|node| document.nodes.get(*node)?.skin);
    let bones: BTreeSet<usize> = worn
        .filter_map(|skin| document.skins.get(skin))
        .flat_map(|skin| skin.joints.iter().copied())
        .collect();
    let morphs = parts.iter().map(|part| part.targets.len()).max();
    let morph_bytes: u64 = parts.iter().map(|part| morph_bytes(document, part)).sum();
    let found = [
        (sum.triangles, MAX_TRIANGLES, Reason::AvatarTriangles),
        (sum.vertices, MAX_VERTICES, Reason::AvatarVertices),
        (used.len(), MAX_MATERIALS, Reason::AvatarMaterials),
        (parts.len(), MAX_PARTS, Reason::AvatarParts),
        (bones.len(), MAX_BONES, Reason::AvatarJoints),
        (morphs.unwrap_or_default(), MAX_MORPHS, Reason::AvatarMorphs),
        (document.images.len(), MAX_TEXTURES, Reason::AvatarTextures),
    ];
    for (number, most, reason) in found {
        if number > most {
            return Err(ModelRefusal::counted(reason, number));
        }
    }
    if morph_bytes > MAX_MORPH_BYTES {
        let mebibytes = morph_bytes.div_ceil(1 << 20).to_string();
        return Err(ModelRefusal::named(Reason::AvatarMorphMemory, &mebibytes));
    }
    if sum.triangles == 0 {
        return Err(Reason::Empty.into());
    }
    Ok(Placed {
        triangles: sum.triangles,
        materials: used.len(),
        bones: bones.len(),
        nodes,
    })
}

/// What the morph targets of a part take in the memory of a client, where no value is sparse or shared.
fn morph_bytes(document: &Document, part: &Primitive) -> u64 {
    let accessors = part.targets.iter().flat_map(|target| target.values());
    let counts = accessors.filter_map(|at| Some(document.accessors.get(*at)?.count));
    let count = counts.fold(0, u64::saturating_add);
    count.saturating_mul(MORPH_BYTES).min(u64::from(u32::MAX))
}

/// An offset: three floating-point numbers.
const MORPH_BYTES: u64 = 12;

/// Accessors of these attributes have these shapes.
const SHAPES: [(&str, &str); 6] = [
    ("POSITION", "VEC3"),
    ("NORMAL", "VEC3"),
    ("TANGENT", "VEC4"),
    ("TEXCOORD_0", "VEC2"),
    ("JOINTS_0", "VEC4"),
    ("WEIGHTS_0", "VEC4"),
];
const FLOAT: u32 = 5126;

/// A floating-point number, or a quantised one of 8 or 16 bits.
fn is_coordinate(accessor: &Accessor) -> bool {
    matches!(accessor.component_type, 5120..=5123 | FLOAT)
}

fn check_primitive(document: &Document, primitive: &Primitive) -> Result<(), ModelRefusal> {
    if !primitive.has_triangles() {
        return Err(ModelRefusal::named(Reason::Extension, "points and lines"));
    }
    let find = |at: usize| document.accessors.get(at).ok_or(Reason::Damaged);
    let is_material = |at: usize| at < document.materials.len();
    if !primitive.material.is_none_or(is_material) {
        return Err(Reason::Damaged.into());
    }
    let positions = *primitive
        .attributes
        .get("POSITION")
        .ok_or(Reason::Damaged)?;
    let count = find(positions)?.count;
    for (name, at) in &primitive.attributes {
        let accessor = find(*at)?;
        let shape = SHAPES.iter().find(|(known, _)| known == name);
        let has_shape = shape.is_none_or(|(_, shape)| accessor.shape == *shape);
        let is_number = name != "POSITION" || is_coordinate(accessor);
        if accessor.count != count || !has_shape || !is_number {
            return Err(Reason::Damaged.into());
        }
    }
    for at in primitive.targets.iter().flat_map(|target| target.values()) {
        let accessor = find(*at)?;
        let is_offset = accessor.shape == "VEC3" && is_coordinate(accessor);
        if accessor.count != count || !is_offset {
            return Err(Reason::Damaged.into());
        }
    }
    match primitive.indices {
        Some(at) => bounds::check_indices(find(at)?),
        None => Ok(()),
    }
}

/// Joints are nodes of the scene, and each has its matrix.
fn check_skins(document: &Document, nodes: &BTreeSet<usize>) -> Result<(), ModelRefusal> {
    let fits = document.skins.iter().all(|skin| {
        let matrices = skin.inverse_bind_matrices;
        let has_matrices = matrices.is_none_or(|at| {
            document.accessors.get(at).is_some_and(|accessor| {
                accessor.shape == "MAT4"
                    && accessor.component_type == FLOAT
                    && accessor.count >= skin.joints.len() as u64
            })
        });
        has_matrices
            && !skin.joints.is_empty()
            && skin
                .joints
                .iter()
                .chain(&skin.skeleton)
                .all(|at| nodes.contains(at))
    });
    fits.then_some(()).ok_or(Reason::Damaged.into())
}
