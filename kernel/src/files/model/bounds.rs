//! The bounds of a document, checked before anything is decoded: counts, references, ranges of bytes, depth.
//!
//! After this check every index of the document exists, every accessor that is read lies in the binary chunk, and the sum
//! of all placed triangles and vertices is within its limit.

use super::content::Content;
use super::document::{Accessor, Document, Primitive, STRIP, Sparse, TRIANGLES};
use super::facts::{MAX_TEXTURES, MAX_TRIANGLES, MAX_VERTICES};
use super::refusal::{ModelRefusal, Reason};
use super::values::{Component, components, sparse_indices};

/// The most entries of each list of a document.
const MAX_NODES: usize = 2000;
const MAX_ENTRIES: usize = 4000;
const MAX_MATERIALS: usize = 200;
/// How deep nodes may be nested.
const MAX_DEPTH: usize = 32;

/// The most vertices times morph targets that are applied at rest.
const MAX_MORPHED: usize = 20_000_000;

/// Extensions that a file may require. Of other ones of surfaces the colours are kept; the effects are left out.
const KNOWN: [&str; 5] = [
    "KHR_texture_transform",
    "EXT_texture_webp",
    "KHR_mesh_quantization",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
];
const KNOWN_EFFECTS: &str = "KHR_materials_";

/// What has to be known before bytes are looked at.
pub(super) fn check_document(document: &Document) -> Result<(), ModelRefusal> {
    extensions(document)?;
    lists(document)?;
    references(document)
}

pub(super) fn check(content: &Content<'_>) -> Result<(), ModelRefusal> {
    // Before single accessors: the sum is the figure that an artist knows.
    placed(content.document)?;
    accessors(content)
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
        (document.buffers.len(), MAX_ENTRIES),
        (document.skins.len(), MAX_ENTRIES),
    ] {
        if length > most {
            return Err(ModelRefusal::counted(Reason::TooComplex, length));
        }
    }
    Ok(())
}

/// Indices of the document exist; those of primitives are checked with their accessors.
pub(super) fn references(document: &Document) -> Result<(), ModelRefusal> {
    let nodes = document.nodes.len();
    let is_node = |at: &usize| *at < nodes;
    let textures = document.materials.iter();
    let textures = textures.filter_map(|material| Some(material.paint().texture?.index));
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
        && document
            .skins
            .iter()
            .all(|skin| skin.joints.len() <= nodes && skin.joints.iter().all(is_node))
        && document.buffer_views.iter().all(|view| {
            let is_stride = |stride| (4..=252).contains(&stride);
            view.byte_stride.is_none_or(is_stride)
        })
        && textures.into_iter().all(|at| at < document.textures.len())
        && images.into_iter().all(|at| at < document.images.len())
        && views.into_iter().all(|at| at < document.buffer_views.len());
    exist.then_some(()).ok_or(Reason::Damaged.into())
}

fn accessors(content: &Content<'_>) -> Result<(), ModelRefusal> {
    let document = content.document;
    for primitive in document.meshes.iter().flat_map(|mesh| &mesh.primitives) {
        if primitive.has_triangles() {
            check_primitive(content, primitive)?;
        }
    }
    for skin in &document.skins {
        if let Some(at) = skin.inverse_bind_matrices {
            let matrices = document.accessors.get(at).ok_or(Reason::Damaged)?;
            check_accessor(content, matrices)?;
            if matrices.shape != "MAT4" || matrices.count < skin.joints.len() as u64 {
                return Err(Reason::Damaged.into());
            }
        }
    }
    Ok(())
}

fn check_primitive(content: &Content<'_>, primitive: &Primitive) -> Result<(), ModelRefusal> {
    let document = content.document;
    let find = |at: usize| document.accessors.get(at).ok_or(Reason::Damaged);
    if primitive
        .material
        .is_some_and(|at| at >= document.materials.len())
    {
        return Err(Reason::Damaged.into());
    }
    let Some(positions) = primitive.attributes.get("POSITION") else {
        return Ok(());
    };
    let count = find(*positions)?.count;
    let targets = primitive.targets.iter().flatten();
    for (name, at) in primitive.attributes.iter().chain(targets) {
        if READ.iter().any(|read| name.starts_with(read)) {
            let accessor = find(*at)?;
            check_accessor(content, accessor)?;
            if accessor.count != count {
                return Err(Reason::Damaged.into());
            }
        }
    }
    if let Some(at) = primitive.indices {
        let indices = find(at)?;
        check_accessor(content, indices)?;
        check_indices(indices)?;
    }
    Ok(())
}

pub(super) fn check_indices(accessor: &Accessor) -> Result<(), ModelRefusal> {
    let is_index = matches!(accessor.component_type, 5121 | 5123 | 5125);
    let fits = accessor.shape == "SCALAR" && is_index;
    fits.then_some(()).ok_or(Reason::Damaged.into())
}

/// How the names of attributes begin that are read.
const READ: [&str; 6] = [
    "POSITION",
    "NORMAL",
    "COLOR_0",
    "TEXCOORD_",
    "JOINTS_",
    "WEIGHTS_",
];

/// The values of an accessor lie in its view, and its sparse values in theirs.
pub(super) fn check_accessor(
    content: &Content<'_>,
    accessor: &Accessor,
) -> Result<(), ModelRefusal> {
    let count = usize::try_from(accessor.count).unwrap_or(usize::MAX);
    if count > MAX_TRIANGLES * 3 {
        return Err(ModelRefusal::counted(Reason::TooManyVertices, count));
    }
    let component = Component::parse(accessor.component_type).ok_or(Reason::Damaged)?;
    let shape = components(&accessor.shape).ok_or(Reason::Damaged)?;
    let size = (component.bytes() * shape) as u64;
    // Without a view all values are zero.
    if let Some(at) = accessor.buffer_view {
        let view = content.document.buffer_views.get(at);
        let view = view.ok_or(Reason::Damaged)?;
        let stride = view.byte_stride.unwrap_or(size);
        let needed = match accessor.count {
            0 => Some(0),
            count => (count - 1)
                .checked_mul(stride)
                .and_then(|bytes| bytes.checked_add(size)),
        };
        let is_inside = needed.is_some_and(|bytes| fits(content, at, accessor.byte_offset, bytes));
        if stride < size || !is_inside {
            content.view(at)?;
            return Err(Reason::Damaged.into());
        }
    }
    match &accessor.sparse {
        Some(sparse) => check_sparse(content, accessor, sparse, size),
        None => Ok(()),
    }
}

/// Whether so many bytes of a view are there.
fn fits(content: &Content<'_>, view: usize, offset: u64, bytes: u64) -> bool {
    let length = content.view(view).map_or(0, <[u8]>::len) as u64;
    offset.checked_add(bytes).is_some_and(|end| end <= length)
}

/// There are not more sparse values than values; their places exist and increase.
fn check_sparse(
    content: &Content<'_>,
    accessor: &Accessor,
    sparse: &Sparse,
    size: u64,
) -> Result<(), ModelRefusal> {
    let (indices, values) = (&sparse.indices, &sparse.values);
    let index_bytes: u64 = match indices.component_type {
        5121 => 1,
        5123 => 2,
        5125 => 4,
        _ => return Err(Reason::Damaged.into()),
    };
    // The count of the accessor is bounded, so that no product overflows.
    let is_inside = sparse.count <= accessor.count
        && fits(
            content,
            indices.buffer_view,
            indices.byte_offset,
            sparse.count * index_bytes,
        )
        && fits(
            content,
            values.buffer_view,
            values.byte_offset,
            sparse.count * size,
        );
    if !is_inside {
        return Err(Reason::Damaged.into());
    }
    let places = sparse_indices(content, sparse)?;
    let increase = places.is_sorted_by(|one, next| one < next);
    let exist = places
        .last()
        .is_none_or(|last| u64::from(*last) < accessor.count);
    (increase && exist)
        .then_some(())
        .ok_or(Reason::Damaged.into())
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
    if sum.morphed > MAX_MORPHED {
        return Err(ModelRefusal::counted(Reason::TooComplex, sum.morphed));
    }
    Ok(())
}

#[derive(Default)]
pub(super) struct Sum {
    nodes: usize,
    pub(super) triangles: usize,
    pub(super) vertices: usize,
    /// Vertices times morph targets that are applied.
    morphed: usize,
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
            let applied = mesh.map_or(0, |mesh| {
                let weights = node.weights(mesh).iter();
                weights.filter(|weight| **weight != 0.0).count()
            });
            let applied = applied.min(primitive.targets.len());
            self.morphed = self
                .morphed
                .saturating_add(vertices.saturating_mul(applied));
            self.vertices = self.vertices.saturating_add(vertices);
            self.triangles = self.triangles.saturating_add(triangles);
        }
        for child in &node.children {
            self.node(document, *child, depth + 1)?;
        }
        Ok(())
    }
}
