//! The levels of detail of a model: the shape with fewer triangles.

use meshopt::{SimplifyOptions, simplify_decoder, simplify_sloppy_decoder};

use super::facets::faceted;
use super::facts::{SHARES, count};
use super::flatten::Group;

/// How far a surface may move, relative to the size of the model.
const MOST_ERROR: [f32; 3] = [0.0, 0.02, 0.06];
/// The same where edges need not meet, if the first way leaves too many triangles.
const SLOPPY_ERROR: f32 = 0.1;

pub(super) struct Level {
    pub(super) groups: Vec<Group>,
}

impl Level {
    pub(super) fn triangles(&self) -> usize {
        self.groups
            .iter()
            .map(|group| group.indices.len() / 3)
            .sum()
    }
}

pub(super) fn levels(groups: &[Group]) -> Vec<Level> {
    // Vertices without a triangle were not checked, and would change the scale of errors.
    let groups: Vec<Group> = groups
        .iter()
        .map(|group| compacted(group, &group.indices))
        .collect();
    SHARES
        .into_iter()
        .zip(MOST_ERROR)
        .map(|(share, error)| Level {
            groups: groups
                .iter()
                .map(|group| faceted(reduced(group, share, error)))
                .collect(),
        })
        .collect()
}

fn reduced(group: &Group, share: usize, error: f32) -> Group {
    if share == 100 {
        return group.clone();
    }
    let target = (group.indices.len() * share / 100 / 3).max(1) * 3;
    let positions: Vec<[f32; 3]> = group.vertices.iter().map(|one| one.position).collect();
    let options = SimplifyOptions::Prune;
    let mut indices = simplify_decoder(&group.indices, &positions, target, error, options, None);
    if indices.len() > target * 3 / 2 {
        let sloppy = simplify_sloppy_decoder(&indices, &positions, target, SLOPPY_ERROR, None);
        // Nothing is left of a shape that is thinner than the error.
        if sloppy.len() >= target / 3 {
            indices = sloppy;
        }
    }
    if indices.is_empty() {
        indices.clone_from(&group.indices);
    }
    compacted(group, &indices)
}

/// The group with these triangles, and without the vertices that none of them has.
fn compacted(group: &Group, indices: &[u32]) -> Group {
    let mut places = vec![u32::MAX; group.vertices.len()];
    let mut vertices = Vec::new();
    let indices = indices
        .iter()
        .map(|corner| {
            let place = &mut places[*corner as usize];
            if *place == u32::MAX {
                *place = count(vertices.len());
                vertices.push(group.vertices[*corner as usize]);
            }
            *place
        })
        .collect();
    Group {
        texture: group.texture,
        alpha: group.alpha,
        vertices,
        indices,
    }
}
