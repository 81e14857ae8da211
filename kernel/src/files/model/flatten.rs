//! Turns the nodes of a scene into one still mesh per texture, in metres, with the middle of its base at the origin.

use super::document::{Document, FAN, Node, Primitive, STRIP, TextureUse};
use super::facts::{LeftOut, MAX_SIDE_M, count};
use super::refusal::{ModelRefusal, Reason};
use super::values::{indices, vectors};

/// The smallest model, in metres.
const MIN_SIDE_M: f32 = 0.01;

/// A corner of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub(super) position: [f32; 3],
    pub(super) normal: [f32; 3],
    /// Linear, 0 to 1.
    pub(super) colour: [f32; 4],
    pub(super) uv: [f32; 2],
}

/// Triangles with the same texture.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// The place of the texture among those of the model.
    pub(super) texture: Option<usize>,
    /// Holes where the texture is transparent.
    pub(super) has_holes: bool,
    pub(super) vertices: Vec<Vertex>,
    pub(super) indices: Vec<u32>,
}

/// A whole model.
#[derive(Debug)]
pub(super) struct Flat {
    pub(super) groups: Vec<Group>,
    /// The images that are its textures.
    pub(super) images: Vec<usize>,
    pub(super) size: [f32; 3],
    pub(super) left_out: Vec<LeftOut>,
}

impl Document {
    /// The roots of the scene; without one, all nodes that are not a child of another node.
    pub(super) fn roots(&self) -> Vec<usize> {
        if let Some(scene) = self.scenes.get(self.scene.unwrap_or_default()) {
            return scene.nodes.clone();
        }
        let mut is_child = vec![false; self.nodes.len()];
        for child in self.nodes.iter().flat_map(|node| &node.children) {
            if let Some(known) = is_child.get_mut(*child) {
                *known = true;
            }
        }
        (0..self.nodes.len()).filter(|at| !is_child[*at]).collect()
    }

    /// The images of colour textures.
    pub(super) fn textures_used(&self) -> impl Iterator<Item = usize> {
        self.materials.iter().filter_map(|material| {
            let used = material
                .pbr_metallic_roughness
                .base_color_texture
                .as_ref()?;
            self.textures.get(used.index)?.image()
        })
    }
}

/// Column-major, as in the document.
pub(super) type Matrix = [f64; 16];

pub(super) const IDENTITY: Matrix = [
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
];

struct Flattening<'a> {
    document: &'a Document,
    binary: &'a [u8],
    groups: Vec<Group>,
    images: Vec<usize>,
    left_out: Vec<LeftOut>,
}

pub(super) fn flatten(document: &Document, binary: &[u8]) -> Result<Flat, ModelRefusal> {
    let mut flattening = Flattening {
        document,
        binary,
        groups: Vec::new(),
        images: Vec::new(),
        left_out: Vec::new(),
    };
    for root in document.roots() {
        flattening.node(root, &IDENTITY)?;
    }
    let mut flat = Flat {
        groups: flattening.groups,
        images: flattening.images,
        size: [0.0; 3],
        left_out: flattening.left_out,
    };
    flat.groups.retain(|group| !group.indices.is_empty());
    flat.place()?;
    Ok(flat)
}

impl Flattening<'_> {
    /// The depth was checked before.
    fn node(&mut self, at: usize, parent: &Matrix) -> Result<(), ModelRefusal> {
        let document = self.document;
        let node = document.nodes.get(at).ok_or(Reason::Damaged)?;
        let whole = product(parent, &local(node));
        if let Some(mesh) = node.mesh.and_then(|mesh| document.meshes.get(mesh)) {
            // The nodes of a skinned mesh do not move it.
            let placed = if node.skin.is_some() {
                &IDENTITY
            } else {
                &whole
            };
            for primitive in &mesh.primitives {
                if primitive.has_triangles() {
                    self.primitive(primitive, placed)?;
                } else {
                    self.left_out.push(LeftOut::Lines);
                }
            }
        }
        for child in &node.children {
            self.node(*child, &whole)?;
        }
        Ok(())
    }

    fn primitive(&mut self, primitive: &Primitive, placed: &Matrix) -> Result<(), ModelRefusal> {
        let (document, binary) = (self.document, self.binary);
        let attribute = |name: &str| primitive.attributes.get(name).copied();
        let Some(position) = attribute("POSITION") else {
            return Ok(());
        };
        let positions = vectors::<3>(document, binary, position, 0.0)?;
        let corners = match primitive.indices {
            Some(at) => indices(document, binary, at)?,
            None => (0..count(positions.len())).collect(),
        };
        let mut corners = triangles(&corners, primitive.mode());
        if corners
            .iter()
            .any(|corner| *corner as usize >= positions.len())
        {
            return Err(Reason::Damaged.into());
        }
        let normals = match attribute("NORMAL") {
            Some(at) => vectors::<3>(document, binary, at, 0.0)?,
            None => normals_of(&positions, &corners),
        };
        let colours = match attribute("COLOR_0") {
            Some(at) => vectors::<4>(document, binary, at, 1.0)?,
            None => Vec::new(),
        };
        let material = primitive.material.and_then(|at| document.materials.get(at));
        let surface = material.map(|material| &material.pbr_metallic_roughness);
        let factor = surface
            .and_then(|one| one.base_color_factor)
            .unwrap_or([1.0; 4]);
        let used = surface.and_then(|one| one.base_color_texture.as_ref());
        let has_holes = material.is_some_and(|one| {
            one.alpha_mode
                .as_deref()
                .is_some_and(|mode| mode != "OPAQUE")
        });
        let image = used.and_then(|used| document.textures.get(used.index)?.image());
        let uvs = match used.filter(|_| image.is_some()) {
            Some(used) => self.uvs(primitive, used)?,
            None => Vec::new(),
        };
        if mirrors(placed) {
            for triangle in corners.chunks_exact_mut(3) {
                triangle.swap(1, 2);
            }
        }
        let group = self.group(image, has_holes);
        let first = count(group.vertices.len());
        for (at, position) in positions.iter().enumerate() {
            let own = colours.get(at).copied().unwrap_or([1.0; 4]);
            let mut colour = [0.0; 4];
            for (channel, value) in colour.iter_mut().enumerate() {
                *value = (own[channel] * factor[channel]).clamp(0.0, 1.0);
            }
            group.vertices.push(Vertex {
                position: moved(placed, *position, 1.0),
                normal: unit(moved_normal(
                    placed,
                    normals.get(at).copied().unwrap_or_default(),
                )),
                colour,
                uv: uvs.get(at).copied().unwrap_or_default(),
            });
        }
        group
            .indices
            .extend(corners.iter().map(|corner| first + corner));
        Ok(())
    }

    fn uvs(&self, primitive: &Primitive, used: &TextureUse) -> Result<Vec<[f32; 2]>, ModelRefusal> {
        let transform = used.extensions.transform.as_ref();
        let set = transform
            .and_then(|one| one.tex_coord)
            .unwrap_or(used.tex_coord);
        let name = if set == 1 { "TEXCOORD_1" } else { "TEXCOORD_0" };
        let Some(at) = primitive.attributes.get(name) else {
            return Ok(Vec::new());
        };
        let mut uvs = vectors::<2>(self.document, self.binary, *at, 0.0)?;
        if let Some(transform) = transform {
            let (sin, cos) = transform.rotation.sin_cos();
            for uv in &mut uvs {
                let [u, v] = [uv[0] * transform.scale[0], uv[1] * transform.scale[1]];
                *uv = [
                    cos * u + sin * v + transform.offset[0],
                    cos * v - sin * u + transform.offset[1],
                ];
            }
        }
        if uvs.iter().flatten().any(|number| !number.is_finite()) {
            return Err(Reason::Numbers.into());
        }
        Ok(uvs)
    }

    fn group(&mut self, image: Option<usize>, has_holes: bool) -> &mut Group {
        let texture = image.map(|image| {
            self.images
                .iter()
                .position(|known| *known == image)
                .unwrap_or_else(|| {
                    self.images.push(image);
                    self.images.len() - 1
                })
        });
        let at = self
            .groups
            .iter()
            .position(|group| group.texture == texture);
        let at = at.unwrap_or_else(|| {
            self.groups.push(Group {
                texture,
                ..Group::default()
            });
            self.groups.len() - 1
        });
        let group = &mut self.groups[at];
        group.has_holes |= has_holes && texture.is_some();
        group
    }
}

impl Flat {
    /// Moves the middle of the base to the origin, and checks the size.
    fn place(&mut self) -> Result<(), ModelRefusal> {
        let (mut least, mut most) = ([f32::MAX; 3], [f32::MIN; 3]);
        let used = self.groups.iter().flat_map(|group| {
            group
                .indices
                .iter()
                .filter_map(|corner| group.vertices.get(*corner as usize))
        });
        for vertex in used {
            for (axis, metres) in vertex.position.into_iter().enumerate() {
                if !metres.is_finite() || vertex.normal.iter().any(|number| !number.is_finite()) {
                    return Err(Reason::Numbers.into());
                }
                least[axis] = least[axis].min(metres);
                most[axis] = most[axis].max(metres);
            }
        }
        if self.groups.is_empty() {
            return Err(Reason::Empty.into());
        }
        for axis in 0..3 {
            self.size[axis] = most[axis] - least[axis];
        }
        let side = self.size.into_iter().fold(0.0, f32::max);
        if !side.is_finite() || side > MAX_SIDE_M {
            return Err(ModelRefusal::named(Reason::TooLarge, &metres(side)));
        }
        if side < MIN_SIDE_M {
            return Err(Reason::TooSmall.into());
        }
        let origin = [
            f32::midpoint(least[0], most[0]),
            least[1],
            f32::midpoint(least[2], most[2]),
        ];
        for vertex in self.groups.iter_mut().flat_map(|group| &mut group.vertices) {
            for (axis, metres) in vertex.position.iter_mut().enumerate() {
                *metres -= origin[axis];
            }
        }
        Ok(())
    }
}

/// For a text: whole metres, or that it is far more than can be shown.
fn metres(side: f32) -> String {
    if side < 1e6 {
        format!("{:.0}", side.ceil())
    } else {
        "1000000".into()
    }
}

pub(super) fn triangles(corners: &[u32], mode: u32) -> Vec<u32> {
    match mode {
        STRIP => (2..corners.len())
            .flat_map(|at| match at % 2 {
                0 => [corners[at - 2], corners[at - 1], corners[at]],
                _ => [corners[at - 1], corners[at - 2], corners[at]],
            })
            .collect(),
        FAN => (2..corners.len())
            .flat_map(|at| [corners[0], corners[at - 1], corners[at]])
            .collect(),
        _ => corners[..corners.len() - corners.len() % 3].to_vec(),
    }
}

pub(super) fn local(node: &Node) -> Matrix {
    if let Some(matrix) = node.matrix {
        return matrix;
    }
    let [x, y, z, w] = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let [sx, sy, sz] = node.scale.unwrap_or([1.0; 3]);
    let [tx, ty, tz] = node.translation.unwrap_or_default();
    [
        (1.0 - 2.0 * (y * y + z * z)) * sx,
        2.0 * (x * y + z * w) * sx,
        2.0 * (x * z - y * w) * sx,
        0.0,
        2.0 * (x * y - z * w) * sy,
        (1.0 - 2.0 * (x * x + z * z)) * sy,
        2.0 * (y * z + x * w) * sy,
        0.0,
        2.0 * (x * z + y * w) * sz,
        2.0 * (y * z - x * w) * sz,
        (1.0 - 2.0 * (x * x + y * y)) * sz,
        0.0,
        tx,
        ty,
        tz,
        1.0,
    ]
}

pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut result = [0.0; 16];
    for column in 0..4 {
        for row in 0..4 {
            result[column * 4 + row] = (0..4).map(|at| a[at * 4 + row] * b[column * 4 + at]).sum();
        }
    }
    result
}

fn mirrors(m: &Matrix) -> bool {
    let minor = |a: usize, b: usize, c: usize, d: usize| m[a] * m[b] - m[c] * m[d];
    m[0] * minor(5, 10, 6, 9) - m[4] * minor(1, 10, 2, 9) + m[8] * minor(1, 6, 2, 5) < 0.0
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "positions are stored with 32 bits"
)]
fn moved(m: &Matrix, [x, y, z]: [f32; 3], w: f64) -> [f32; 3] {
    let [x, y, z] = [f64::from(x), f64::from(y), f64::from(z)];
    let row = |at: usize| (m[at] * x + m[at + 4] * y + m[at + 8] * z + m[at + 12] * w) as f32;
    [row(0), row(1), row(2)]
}

/// By the cofactors of the matrix, which is right for uneven scales too.
#[allow(
    clippy::cast_possible_truncation,
    reason = "normals are stored with 32 bits"
)]
fn moved_normal(m: &Matrix, [x, y, z]: [f32; 3]) -> [f32; 3] {
    let columns = [[m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]]];
    let cofactors = [
        cross(columns[1], columns[2]),
        cross(columns[2], columns[0]),
        cross(columns[0], columns[1]),
    ];
    let sign = if mirrors(m) { -1.0 } else { 1.0 };
    let [x, y, z] = [f64::from(x), f64::from(y), f64::from(z)];
    let row = |at: usize| {
        ((cofactors[0][at] * x + cofactors[1][at] * y + cofactors[2][at] * z) * sign) as f32
    };
    [row(0), row(1), row(2)]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn unit(vector: [f32; 3]) -> [f32; 3] {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 && length.is_finite() {
        vector.map(|value| value / length)
    } else {
        [0.0, 1.0, 0.0]
    }
}

/// Smooth normals of a mesh that has none.
fn normals_of(positions: &[[f32; 3]], corners: &[u32]) -> Vec<[f32; 3]> {
    let mut normals = vec![[0.0; 3]; positions.len()];
    for triangle in corners.chunks_exact(3) {
        let [a, b, c] = [0, 1, 2].map(|at| positions[triangle[at] as usize].map(f64::from));
        let edge = |to: [f64; 3]| [to[0] - a[0], to[1] - a[1], to[2] - a[2]];
        let face = cross(edge(b), edge(c));
        for corner in triangle {
            for (value, more) in normals[*corner as usize].iter_mut().zip(face) {
                #[allow(
                    clippy::cast_possible_truncation,
                    reason = "normals are stored with 32 bits"
                )]
                let more = more as f32;
                *value += more;
            }
        }
    }
    normals
}
