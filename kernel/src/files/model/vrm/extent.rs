//! Reads the vertices of an avatar: that their values can be used, and the space that they take in the pose of the file.

use super::bounds::{Placed, Skin, Skins};
use super::facts::{MAX_SIDE_M, MIN_HEIGHT_M};
use crate::files::model::document::{Document, Primitive};
use crate::files::model::flatten::{IDENTITY, Matrix, local, product};
use crate::files::model::refusal::{ModelRefusal, Reason};
use crate::files::model::values::{indices, vectors};

/// The height in metres.
pub(super) fn check(
    document: &Document,
    skins: &Skins,
    binary: &[u8],
    placed: &Placed,
) -> Result<f64, ModelRefusal> {
    let mut reading = Reading {
        document,
        binary,
        places: vec![IDENTITY; document.nodes.len()],
        least: [f64::INFINITY; 3],
        most: [f64::NEG_INFINITY; 3],
    };
    for root in document.roots() {
        reading.place(root, &IDENTITY);
    }
    for at in &placed.nodes {
        let node = document.nodes.get(*at).ok_or(Reason::Damaged)?;
        let Some(mesh) = node.mesh.and_then(|mesh| document.meshes.get(mesh)) else {
            continue;
        };
        let joints = match node.skin.and_then(|skin| skins.skins.get(skin)) {
            Some(skin) => Some(reading.joints(skin)?),
            None => None,
        };
        let own = reading.places.get(*at).copied().unwrap_or(IDENTITY);
        for primitive in &mesh.primitives {
            reading.primitive(primitive, &own, joints.as_deref())?;
        }
    }
    let sides = [0, 1, 2].map(|axis| reading.most[axis] - reading.least[axis]);
    let side = sides.into_iter().fold(0.0, f64::max);
    if !side.is_finite() {
        return Err(Reason::Numbers.into());
    }
    if side > MAX_SIDE_M {
        return Err(ModelRefusal::named(Reason::AvatarTooLarge, &metres(side)));
    }
    if sides[1] < MIN_HEIGHT_M {
        return Err(ModelRefusal::named(
            Reason::AvatarTooSmall,
            &metres(sides[1]),
        ));
    }
    Ok((sides[1] * 100.0).round() / 100.0)
}

struct Reading<'a> {
    document: &'a Document,
    binary: &'a [u8],
    /// The place of each node in the scene.
    places: Vec<Matrix>,
    least: [f64; 3],
    most: [f64; 3],
}

impl Reading<'_> {
    /// The depth was checked before.
    fn place(&mut self, at: usize, parent: &Matrix) {
        let document = self.document;
        let Some(node) = document.nodes.get(at) else {
            return;
        };
        let whole = product(parent, &local(node));
        if let Some(place) = self.places.get_mut(at) {
            *place = whole;
        }
        for child in &node.children {
            self.place(*child, &whole);
        }
    }

    /// What each joint does to a vertex.
    fn joints(&self, skin: &Skin) -> Result<Vec<Matrix>, ModelRefusal> {
        let inverse = match skin.inverse_bind_matrices {
            Some(at) => vectors::<16>(self.document, self.binary, at, 0.0)?,
            None => Vec::new(),
        };
        let place = |(at, joint): (usize, &usize)| {
            let inverse = inverse
                .get(at)
                .map_or(IDENTITY, |matrix| matrix.map(f64::from));
            let place = self.places.get(*joint).ok_or(Reason::Damaged)?;
            Ok(product(place, &inverse))
        };
        skin.joints.iter().enumerate().map(place).collect()
    }

    fn primitive(
        &mut self,
        primitive: &Primitive,
        own: &Matrix,
        joints: Option<&[Matrix]>,
    ) -> Result<(), ModelRefusal> {
        let (document, binary) = (self.document, self.binary);
        let attribute = |name: &str| primitive.attributes.get(name).copied();
        let positions = attribute("POSITION").ok_or(Reason::Damaged)?;
        let positions = vectors::<3>(document, binary, positions, 0.0)?;
        if let Some(at) = primitive.indices {
            let all = indices(document, binary, at)?;
            if all.iter().any(|at| *at as usize >= positions.len()) {
                return Err(Reason::Damaged.into());
            }
        }
        for at in primitive.targets.iter().flat_map(|target| target.values()) {
            vectors::<3>(document, binary, *at, 0.0)?;
        }
        let weights = match (joints, attribute("JOINTS_0"), attribute("WEIGHTS_0")) {
            (Some(joints), Some(numbers), Some(weights)) => Some((
                joints,
                vectors::<4>(document, binary, numbers, 0.0)?,
                vectors::<4>(document, binary, weights, 0.0)?,
            )),
            (Some(_), _, _) => return Err(Reason::Damaged.into()),
            (None, _, _) => None,
        };
        for (at, position) in positions.iter().enumerate() {
            let position = position.map(f64::from);
            let moved = match &weights {
                None => moved(own, position),
                Some((joints, numbers, weights)) => {
                    let (numbers, weights) = (numbers.get(at), weights.get(at));
                    let parts = numbers
                        .into_iter()
                        .flatten()
                        .zip(weights.into_iter().flatten());
                    let mut sum = [0.0; 3];
                    for (number, weight) in parts {
                        let joint = joint_of(joints, *number).ok_or(Reason::Damaged)?;
                        let part = moved(joint, position);
                        for (value, part) in sum.iter_mut().zip(part) {
                            *value += part * f64::from(*weight);
                        }
                    }
                    sum
                }
            };
            for (axis, value) in moved.into_iter().enumerate() {
                self.least[axis] = self.least[axis].min(value);
                self.most[axis] = self.most[axis].max(value);
            }
        }
        Ok(())
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "joints are stored as integers; a negative one becomes the first"
)]
fn joint_of(joints: &[Matrix], number: f32) -> Option<&Matrix> {
    joints.get(number as usize)
}

fn moved(m: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|at| m[at] * x + m[at + 4] * y + m[at + 8] * z + m[at + 12])
}

/// For a text.
fn metres(side: f64) -> String {
    if side < 1e6 {
        format!("{side:.1}")
    } else {
        "1000000".into()
    }
}
