//! Skins: what the joints of a skinned mesh do to its vertices in the pose of the file.

use super::content::Content;
use super::document::{Document, Primitive, Skin};
use super::matrix::{IDENTITY, Matrix, local, product};
use super::refusal::{ModelRefusal, Reason};
use super::values::vectors;

/// The most sets of four joints of a vertex.
const MAX_SETS: usize = 2;

/// The place of each node in the scene. The depth was checked before.
pub(super) fn places(document: &Document) -> Vec<Matrix> {
    let mut places = vec![IDENTITY; document.nodes.len()];
    for root in document.roots() {
        place(document, root, &IDENTITY, &mut places);
    }
    places
}

fn place(document: &Document, at: usize, parent: &Matrix, places: &mut [Matrix]) {
    let (Some(node), Some(place_of_node)) = (document.nodes.get(at), places.get_mut(at)) else {
        return;
    };
    let whole = product(parent, &local(node));
    *place_of_node = whole;
    for child in &node.children {
        place(document, *child, &whole, places);
    }
}

/// What each joint does to a vertex: it moves it with the joint since the pose in which the mesh was bound.
pub(super) fn joints(
    content: &Content<'_>,
    skin: &Skin,
    places: &[Matrix],
) -> Result<Vec<Matrix>, ModelRefusal> {
    let inverse = match skin.inverse_bind_matrices {
        Some(at) => vectors::<16>(content, at, 0.0)?,
        None => Vec::new(),
    };
    let moved = |(at, joint): (usize, &usize)| {
        let inverse = inverse
            .get(at)
            .map_or(IDENTITY, |matrix| matrix.map(f64::from));
        let place = places.get(*joint).ok_or(Reason::Damaged)?;
        Ok(product(place, &inverse))
    };
    skin.joints.iter().enumerate().map(moved).collect()
}

/// Which joints move each vertex of a primitive, and how much.
pub(super) struct Influences<'a> {
    joints: &'a [Matrix],
    sets: Vec<Set>,
}

/// Four joints of each vertex, and their weights.
struct Set {
    numbers: Vec<[f32; 4]>,
    weights: Vec<[f32; 4]>,
}

impl<'a> Influences<'a> {
    /// `None` if the primitive names no joints.
    pub(super) fn read(
        content: &Content<'_>,
        primitive: &Primitive,
        joints: &'a [Matrix],
    ) -> Result<Option<Self>, ModelRefusal> {
        let mut sets = Vec::new();
        for set in 0..MAX_SETS {
            let attribute = |name: &str| primitive.attributes.get(&format!("{name}_{set}"));
            let (Some(numbers), Some(weights)) = (attribute("JOINTS"), attribute("WEIGHTS")) else {
                break;
            };
            sets.push(Set {
                numbers: vectors::<4>(content, *numbers, 0.0)?,
                weights: vectors::<4>(content, *weights, 0.0)?,
            });
        }
        Ok((!sets.is_empty()).then_some(Self { joints, sets }))
    }

    /// The mean of the joints of a vertex. One without weights belongs to the first joint.
    pub(super) fn matrix(&self, vertex: usize) -> Result<Matrix, ModelRefusal> {
        let mut sum = [0.0; 16];
        let mut all = 0.0;
        for set in &self.sets {
            let numbers = set.numbers.get(vertex).ok_or(Reason::Damaged)?;
            let weights = set.weights.get(vertex).ok_or(Reason::Damaged)?;
            for (number, weight) in numbers.iter().zip(weights) {
                if *weight == 0.0 {
                    continue;
                }
                let joint = joint_of(self.joints, *number).ok_or(Reason::Damaged)?;
                let weight = f64::from(*weight);
                all += weight;
                for (value, part) in sum.iter_mut().zip(joint) {
                    *value += part * weight;
                }
            }
        }
        if all == 0.0 {
            return Ok(*self.joints.first().ok_or(Reason::Damaged)?);
        }
        Ok(sum.map(|value| value / all))
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
