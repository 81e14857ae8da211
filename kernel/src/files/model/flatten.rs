//! Turns the nodes of a scene into one still mesh per texture, in metres, with the middle of its base at the origin.

use super::content::Content;
use super::document::{Document, FAN, Primitive, STRIP, Wrapping};
use super::facts::{LeftOut, MAX_DRAWS, MAX_SIDE_M, count};
use super::materials::{Alpha, PLAIN, TextureUse};
use super::matrix::{IDENTITY, Matrix, local, mirrors, moved, moved_normal, product, unit};
use super::refusal::{ModelRefusal, Reason};
use super::skins::{self, Influences};
use super::values::{indices, morph, vectors};

/// The smallest model, in metres.
const MIN_SIDE_M: f32 = 0.01;

/// A corner of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub(super) position: [f32; 3],
    pub(super) normal: [f32; 3],
    /// Has no normal: that of its triangle counts.
    pub(super) is_flat: bool,
    /// Linear, 0 to 1.
    pub(super) colour: [f32; 4],
    pub(super) uv: [f32; 2],
}

/// Triangles with the same texture and the same kind of transparency.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// The place of the texture among those of the model.
    pub(super) texture: Option<usize>,
    pub(super) alpha: Alpha,
    pub(super) vertices: Vec<Vertex>,
    pub(super) indices: Vec<u32>,
}

/// A whole model.
#[derive(Debug)]
pub(super) struct Flat {
    pub(super) groups: Vec<Group>,
    /// The images that are its textures, each as its first surface uses it.
    pub(super) images: Vec<(usize, Wrapping)>,
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
        self.materials
            .iter()
            .filter_map(|material| self.textures.get(material.paint().texture?.index)?.image())
    }
}

struct Flattening<'a> {
    content: &'a Content<'a>,
    /// Of all nodes, for joints.
    places: Vec<Matrix>,
    groups: Vec<Group>,
    images: Vec<(usize, Wrapping)>,
    left_out: Vec<LeftOut>,
    /// The place of the first vertex. Positions are relative to it, so that a model far from the origin keeps its shape.
    anchor: Option<[f64; 3]>,
}

pub(super) fn flatten(content: &Content<'_>) -> Result<Flat, ModelRefusal> {
    let mut flattening = Flattening {
        content,
        places: skins::places(content.document),
        groups: Vec::new(),
        images: Vec::new(),
        left_out: Vec::new(),
        anchor: None,
    };
    for root in content.document.roots() {
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
        let document = self.content.document;
        let node = document.nodes.get(at).ok_or(Reason::Damaged)?;
        let whole = product(parent, &local(node));
        if let Some(mesh) = node.mesh.and_then(|mesh| document.meshes.get(mesh)) {
            let skin = node.skin.and_then(|skin| document.skins.get(skin));
            let joints = match skin {
                Some(skin) => skins::joints(self.content, skin, &self.places)?,
                None => Vec::new(),
            };
            for primitive in &mesh.primitives {
                if !primitive.has_triangles() {
                    self.left_out.push(LeftOut::Lines);
                    continue;
                }
                // The nodes of a skinned mesh do not move it; its joints do.
                let influences = match skin {
                    Some(_) => Influences::read(self.content, primitive, &joints)?,
                    None => None,
                };
                let pose = Pose {
                    node: whole,
                    influences,
                    weights: node.weights(mesh),
                };
                self.primitive(primitive, &pose)?;
            }
        }
        for child in &node.children {
            self.node(*child, &whole)?;
        }
        Ok(())
    }

    fn primitive(&mut self, primitive: &Primitive, pose: &Pose<'_>) -> Result<(), ModelRefusal> {
        let content = self.content;
        let attribute = |name: &str| primitive.attributes.get(name).copied();
        let Some(position) = attribute("POSITION") else {
            return Ok(());
        };
        let mut positions = vectors::<3>(content, position, 0.0)?;
        let mut corners = corners_of(content, primitive, positions.len())?;
        let mut normals = match attribute("NORMAL") {
            Some(at) => vectors::<3>(content, at, 0.0)?,
            None => Vec::new(),
        };
        morph(content, primitive, pose.weights, "POSITION", &mut positions)?;
        morph(content, primitive, pose.weights, "NORMAL", &mut normals)?;
        let colours = match attribute("COLOR_0") {
            Some(at) => vectors::<4>(content, at, 1.0)?,
            None => Vec::new(),
        };
        let material = primitive.material;
        let material = material.and_then(|at| content.document.materials.get(at));
        let paint = material.map_or(PLAIN, |material| material.paint());
        let texture = |used: &TextureUse| {
            let texture = content.document.textures.get(used.index)?;
            Some((texture.image()?, content.document.wrapping(texture)))
        };
        let image = paint.texture.and_then(texture);
        let uvs = match paint.texture.filter(|_| image.is_some()) {
            Some(used) => self.uvs(primitive, used)?,
            None => Vec::new(),
        };
        let mut vertices = Vec::with_capacity(positions.len());
        let mut is_mirrored = Vec::with_capacity(positions.len());
        for (at, position) in positions.iter().enumerate() {
            let matrix = pose.matrix(at)?;
            let own = colours.get(at).copied().unwrap_or([1.0; 4]);
            let mut colour = [0.0; 4];
            for (channel, value) in colour.iter_mut().enumerate() {
                *value = (own[channel] * paint.factor[channel]).clamp(0.0, 1.0);
            }
            if paint.alpha == Alpha::Opaque {
                colour[3] = 1.0;
            }
            is_mirrored.push(mirrors(&matrix));
            let normal = normals.get(at);
            vertices.push(Vertex {
                position: self.relative(moved(&matrix, position.map(f64::from))),
                normal: normal.map_or([0.0; 3], |one| unit(moved_normal(&matrix, *one))),
                is_flat: normal.is_none(),
                colour,
                uv: uvs.get(at).copied().unwrap_or_default(),
            });
        }
        for triangle in corners.chunks_exact_mut(3) {
            if is_mirrored[triangle[0] as usize] {
                triangle.swap(1, 2);
            }
        }
        // Older programs mark every surface as transparent.
        let is_solid = image.is_none() && vertices.iter().all(|vertex| vertex.colour[3] == 1.0);
        let alpha = match paint.alpha {
            Alpha::Blend if is_solid => Alpha::Opaque,
            Alpha::Mask(cutoff) if cutoff <= 0.0 => Alpha::Opaque,
            alpha => alpha,
        };
        let group = self.group(image, alpha)?;
        let first = count(group.vertices.len());
        group.vertices.extend(vertices);
        group
            .indices
            .extend(corners.iter().map(|corner| first + corner));
        Ok(())
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "positions are stored with 32 bits"
    )]
    fn relative(&mut self, position: [f64; 3]) -> [f32; 3] {
        let anchor = *self.anchor.get_or_insert(position);
        [0, 1, 2].map(|axis| (position[axis] - anchor[axis]) as f32)
    }

    fn uvs(&self, primitive: &Primitive, used: &TextureUse) -> Result<Vec<[f32; 2]>, ModelRefusal> {
        let transform = used.extensions.transform.as_ref();
        let set = transform
            .and_then(|one| one.tex_coord)
            .unwrap_or(used.tex_coord);
        let Some(at) = primitive.attributes.get(&format!("TEXCOORD_{set}")) else {
            return Ok(Vec::new());
        };
        let mut uvs = vectors::<2>(self.content, *at, 0.0)?;
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

    fn group(
        &mut self,
        image: Option<(usize, Wrapping)>,
        alpha: Alpha,
    ) -> Result<&mut Group, ModelRefusal> {
        let texture = image.map(|image| {
            let known = self.images.iter().position(|known| known.0 == image.0);
            known.unwrap_or_else(|| {
                self.images.push(image);
                self.images.len() - 1
            })
        });
        let mut groups = self.groups.iter();
        let at = groups.position(|group| group.texture == texture && group.alpha == alpha);
        let at = at.unwrap_or_else(|| {
            self.groups.push(Group {
                texture,
                alpha,
                ..Group::default()
            });
            self.groups.len() - 1
        });
        if at >= MAX_DRAWS {
            return Err(ModelRefusal::counted(Reason::TooComplex, at + 1));
        }
        Ok(&mut self.groups[at])
    }
}

/// What the scene does to a mesh.
struct Pose<'a> {
    node: Matrix,
    influences: Option<Influences<'a>>,
    /// Of morph targets.
    weights: &'a [f64],
}

impl Pose<'_> {
    fn matrix(&self, vertex: usize) -> Result<Matrix, ModelRefusal> {
        match &self.influences {
            Some(influences) => influences.matrix(vertex),
            None => Ok(self.node),
        }
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

fn corners_of(
    content: &Content<'_>,
    primitive: &Primitive,
    vertices: usize,
) -> Result<Vec<u32>, ModelRefusal> {
    let corners = match primitive.indices {
        Some(at) => indices(content, at)?,
        None => (0..count(vertices)).collect(),
    };
    let corners = triangles(&corners, primitive.mode());
    let exist = corners.iter().all(|corner| (*corner as usize) < vertices);
    exist.then_some(corners).ok_or(Reason::Damaged.into())
}
