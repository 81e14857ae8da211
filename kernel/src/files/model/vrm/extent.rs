//! Reads the vertices of an avatar: that their values can be used, and the space that they take in the pose of the file.

use super::bounds::Placed;
use super::facts::{MAX_AWAY_M, MAX_SIDE_M, MIN_HEIGHT_M};
use crate::files::model::content::Content;
use crate::files::model::document::Primitive;
use crate::files::model::matrix::{IDENTITY, Matrix, moved};
use crate::files::model::refusal::{ModelRefusal, Reason};
use crate::files::model::skins::{self, Influences};
use crate::files::model::values::{indices, morph, vectors};

/// The height in metres.
pub(super) fn check(content: &Content<'_>, placed: &Placed) -> Result<f64, ModelRefusal> {
    let document = content.document;
    let mut reading = Reading {
        content,
        least: [f64::INFINITY; 3],
        most: [f64::NEG_INFINITY; 3],
    };
    let places = skins::places(document);
    for at in &placed.nodes {
        let node = document.nodes.get(*at).ok_or(Reason::Damaged)?;
        let Some(mesh) = node.mesh.and_then(|mesh| document.meshes.get(mesh)) else {
            continue;
        };
        let joints = match node.skin.and_then(|skin| document.skins.get(skin)) {
            Some(skin) => Some(skins::joints(content, skin, &places)?),
            None => None,
        };
        let own = places.get(*at).copied().unwrap_or(IDENTITY);
        for primitive in &mesh.primitives {
            reading.primitive(primitive, node.weights(mesh), &own, joints.as_deref())?;
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
    let places = reading.least.into_iter().chain(reading.most);
    let away = places.map(f64::abs).fold(0.0, f64::max);
    if away > MAX_AWAY_M {
        return Err(ModelRefusal::named(Reason::AvatarTooFar, &metres(away)));
    }
    Ok((sides[1] * 100.0).round() / 100.0)
}

struct Reading<'a> {
    content: &'a Content<'a>,
    least: [f64; 3],
    most: [f64; 3],
}

impl Reading<'_> {
    fn primitive(
        &mut self,
        primitive: &Primitive,
        weights: &[f64],
        own: &Matrix,
        joints: Option<&[Matrix]>,
    ) -> Result<(), ModelRefusal> {
        let content = self.content;
        let positions = primitive.attributes.get("POSITION");
        let mut positions = vectors::<3>(content, *positions.ok_or(Reason::Damaged)?, 0.0)?;
        if let Some(at) = primitive.indices {
            let all = indices(content, at)?;
            if all.iter().any(|at| *at as usize >= positions.len()) {
                return Err(Reason::Damaged.into());
            }
        }
        for at in primitive.targets.iter().flat_map(|target| target.values()) {
            vectors::<3>(content, *at, 0.0)?;
        }
        morph(content, primitive, weights, "POSITION", &mut positions)?;
        let influences = match joints {
            Some(joints) => {
                let read = Influences::read(content, primitive, joints)?;
                Some(read.ok_or(Reason::Damaged)?)
            }
            None => None,
        };
        for (at, position) in positions.iter().enumerate() {
            let matrix = match &influences {
                Some(influences) => influences.matrix(at)?,
                None => *own,
            };
            let place = moved(&matrix, position.map(f64::from));
            for (axis, value) in place.into_iter().enumerate() {
                self.least[axis] = self.least[axis].min(value);
                self.most[axis] = self.most[axis].max(value);
            }
        }
        Ok(())
    }
}

/// For a text.
fn metres(side: f64) -> String {
    if side < 1e6 {
        format!("{side:.1}")
    } else {
        "1000000".into()
    }
}
