//! The bounds of a document, checked before anything is decoded: counts, references, ranges of bytes, depth.
//!
//! After this check every index of the document exists, every accessor that is read lies in the binary chunk, and the sum
//! of all placed triangles and vertices is within its limit.

use super::document::{Accessor, Document, Primitive, STRIP, TRIANGLES};
use super::facts::{MAX_TEXTURES, MAX_TRIANGLES, MAX_VERTICES};
use super::refusal::{ModelRefusal, Reason};
use super::values::{Component, components};

/// The most entries of each list of a document.
const MAX_NODES: usize = 2000;
const MAX_ENTRIES: usize = 4000;
const MAX_MATERIALS: usize = 200;
/// How deep nodes may be nested.
const MAX_DEPTH: usize = 32;

/// Extensions that a file may require: colours and textures, whose other effects are left out.
const KNOWN: [&str; 3] = [
    "KHR_materials_unlit",
    "KHR_texture_transform",
    "EXT_texture_webp",
];
const KNOWN_EFFECTS: &str = "KHR_materials_";

pub(super) fn check(document: &Document, binary: &[u8]) -> Result<(), ModelRefusal> {
    extensions(document)?;
    lists(document)?;
    views(document, binary)?;
    references(document)?;
    // Before single accessors: the sum is the figure that an artist knows.
    placed(document)?;
    accessors(document)
}

fn extensions(document: &Document) -> Result<(), ModelRefusal> {
    let is_known =
        |name: &&String| KNOWN.contains(&name.as_str()) || name.starts_with(KNOWN_EFFECTS);
    let unknown = document
        .extensions_required
        .iter()
        .find(|name| !is_known(name));
    match unknown {
        Some(name) => Err(ModelRefusal::named(Reason::Extension, name)),
        None => Ok(()),
    }
}

pub(super) fn lists(document: &Document) -> Result<(), ModelRefusal> {
    for (length, most) in [
        (document.nodes.len(), MAX_NODES),
        (document.materials.len(), MAX_MATERIALS),
        (document.meshes.len(), MAX_ENTRIES),
        (document.accessors.len(), MAX_ENTRIES),
        (document.buffer_views.len(), MAX_ENTRIES),
        (document.textures.len(), MAX_ENTRIES),
        (document.images.len(), MAX_ENTRIES),
        (document.scenes.len(), MAX_ENTRIES),
    ] {
        if length > most {
            return Err(ModelRefusal::counted(Reason::TooComplex, length));
        }
    }
    Ok(())
}

/// Buffers are in the file, and views in their buffer.
pub(super) fn views(document: &Document, binary: &[u8]) -> Result<(), ModelRefusal> {
    let uris = document.buffers.iter().filter_map(|one| one.uri.as_ref());
    let uris = uris.chain(document.images.iter().filter_map(|one| one.uri.as_ref()));
    if uris.count() > 0 {
        return Err(Reason::RefersToFiles.into());
    }
    if document.buffers.len() > 1 {
        return Err(Reason::RefersToFiles.into());
    }
    let length = binary.len() as u64;
    if document
        .buffers
        .iter()
        .any(|buffer| buffer.byte_length > length)
    {
        return Err(Reason::Damaged.into());
    }
    let is_inside =
        |offset: u64, bytes: u64| offset.checked_add(bytes).is_some_and(|end| end <= length);
    let all = document.buffer_views.iter().all(|view| {
        view.buffer < document.buffers.len()
            && is_inside(view.byte_offset, view.byte_length)
            && view
                .byte_stride
                .is_none_or(|stride| (4..=252).contains(&stride))
    });
    all.then_some(()).ok_or(Reason::Damaged.into())
}

/// Indices of the document exist; those of primitives are checked with their accessors.
pub(super) fn references(document: &Document) -> Result<(), ModelRefusal> {
    let nodes = document.nodes.len();
    let is_node = |at: &usize| *at < nodes;
    let textures = document.materials.iter().filter_map(|material| {
        let used = material.pbr_metallic_roughness.base_color_texture.as_ref();
        Some(used?.index)
    });
    let images = document
        .textures
        .iter()
        .filter_map(|texture| texture.image());
    let views = document
        .accessors
        .iter()
        .filter_map(|accessor| accessor.buffer_view);
    let views = views.chain(document.images.iter().filter_map(|image| image.buffer_view));
    let exist = document.nodes.iter().all(|node| {
        node.children.iter().all(is_node)
            && node.mesh.is_none_or(|mesh| mesh < document.meshes.len())
            && node.skin.is_none_or(|skin| skin < document.skins.len())
    }) && document
        .scenes
        .iter()
        .all(|scene| scene.nodes.iter().all(is_node))
        && document
            .scene
            .is_none_or(|scene| scene < document.scenes.len())
        && textures.into_iter().all(|at| at < document.textures.len())
        && images.into_iter().all(|at| at < document.images.len())
        && views.into_iter().all(|at| at < document.buffer_views.len());
    exist.then_some(()).ok_or(Reason::Damaged.into())
}

fn accessors(document: &Document) -> Result<(), ModelRefusal> {
    for primitive in document.meshes.iter().flat_map(|mesh| &mesh.primitives) {
        if primitive.has_triangles() {
            check_primitive(document, primitive)?;
        }
    }
    Ok(())
}

fn check_primitive(document: &Document, primitive: &Primitive) -> Result<(), ModelRefusal> {
    let find = |at: usize| document.accessors.get(at).ok_or(Reason::Damaged);
    if primitive
        .material
        .is_some_and(|at| at >= document.materials.len())
    {
        return Err(Reason::Damaged.into());
    }
    for name in READ {
        if let Some(at) = primitive.attributes.get(name) {
            check_accessor(document, find(*at)?)?;
        }
    }
    if let Some(at) = primitive.indices {
        let indices = find(at)?;
        check_accessor(document, indices)?;
        check_indices(indices)?;
    }
    Ok(())
}

pub(super) fn check_indices(accessor: &Accessor) -> Result<(), ModelRefusal> {
    let is_index = matches!(accessor.component_type, 5121 | 5123 | 5125);
    let fits = accessor.shape == "SCALAR" && is_index;
    fits.then_some(()).ok_or(Reason::Damaged.into())
}

/// The attributes that are read.
const READ: [&str; 5] = ["POSITION", "NORMAL", "COLOR_0", "TEXCOORD_0", "TEXCOORD_1"];

/// The values of an accessor lie in its view.
pub(super) fn check_accessor(document: &Document, accessor: &Accessor) -> Result<(), ModelRefusal> {
    if accessor.sparse.is_some() {
        return Err(ModelRefusal::named(Reason::Extension, "sparse accessors"));
    }
    let count = usize::try_from(accessor.count).unwrap_or(usize::MAX);
    if count > MAX_TRIANGLES * 3 {
        return Err(ModelRefusal::counted(Reason::TooManyVertices, count));
    }
    let component = Component::parse(accessor.component_type).ok_or(Reason::Damaged)?;
    let shape = components(&accessor.shape).ok_or(Reason::Damaged)?;
    // An accessor without a view is all zeros: no mesh has such positions.
    let view = accessor.buffer_view.ok_or(Reason::Damaged)?;
    let view = document.buffer_views.get(view).ok_or(Reason::Damaged)?;
    let size = (component.bytes() * shape) as u64;
    let stride = view.byte_stride.unwrap_or(size);
    let needed = match accessor.count {
        0 => Some(0),
        count => (count - 1)
            .checked_mul(stride)
            .and_then(|bytes| bytes.checked_add(size))
            .and_then(|bytes| bytes.checked_add(accessor.byte_offset)),
    };
    let fits = stride >= size && needed.is_some_and(|bytes| bytes <= view.byte_length);
    fits.then_some(()).ok_or(Reason::Damaged.into())
}

/// Counts what the scene places, each mesh as often as nodes use it. A node that is its own descendant is too deep.
fn placed(document: &Document) -> Result<(), ModelRefusal> {
    let mut sum = Sum::default();
    for root in document.roots() {
        sum.node(document, root, 0)?;
    }
    let mut images: Vec<usize> = document.textures_used().collect();
    images.sort_unstable();
    images.dedup();
    if images.len() > MAX_TEXTURES {
        return Err(ModelRefusal::counted(Reason::TooManyTextures, images.len()));
    }
    if sum.triangles > MAX_TRIANGLES {
        return Err(ModelRefusal::counted(
            Reason::TooManyTriangles,
            sum.triangles,
        ));
    }
    if sum.vertices > MAX_VERTICES {
        return Err(ModelRefusal::counted(Reason::TooManyVertices, sum.vertices));
    }
    Ok(())
}

#[derive(Default)]
pub(super) struct Sum {
    nodes: usize,
    pub(super) triangles: usize,
    pub(super) vertices: usize,
}

impl Sum {
    pub(super) fn node(
        &mut self,
        document: &Document,
        at: usize,
        depth: usize,
    ) -> Result<(), ModelRefusal> {
        if depth >= MAX_DEPTH {
            return Err(Reason::TooDeep.into());
        }
        // A node that several others have as a child would be counted again and again.
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return Err(ModelRefusal::counted(Reason::TooComplex, self.nodes));
        }
        let node = document.nodes.get(at).ok_or(Reason::Damaged)?;
        let mesh = node.mesh.and_then(|mesh| document.meshes.get(mesh));
        for primitive in mesh.iter().flat_map(|mesh| &mesh.primitives) {
            if !primitive.has_triangles() {
                continue;
            }
            let count = |at: Option<usize>| {
                let accessor = at.and_then(|at| document.accessors.get(at));
                accessor.map(|one| usize::try_from(one.count).unwrap_or(usize::MAX))
            };
            let vertices = count(primitive.attributes.get("POSITION").copied()).unwrap_or_default();
            let corners = count(primitive.indices).unwrap_or(vertices);
            let triangles = match primitive.mode() {
                TRIANGLES => corners / 3,
                STRIP.. => corners.saturating_sub(2),
                _ => 0,
            };
            self.vertices = self.vertices.saturating_add(vertices);
            self.triangles = self.triangles.saturating_add(triangles);
        }
        for child in &node.children {
            self.node(document, *child, depth + 1)?;
        }
        Ok(())
    }
}
