//! Normals of meshes that have none: each triangle is flat, as the specification of glTF says.
//!
//! Made after simplification, for which triangles have to share their vertices.

use std::collections::HashMap;

use super::facts::count;
use super::flatten::Group;
use super::matrix::{cross, unit};
use super::writer::normal_bytes;

/// Gives each triangle without normals its own; vertices with the same place and normal stay one.
pub(super) fn faceted(group: Group) -> Group {
    if !group.vertices.iter().any(|vertex| vertex.is_flat) {
        return group;
    }
    let mut known: HashMap<(u32, [i8; 3]), u32> = HashMap::new();
    let mut vertices = Vec::new();
    let mut indices = Vec::new();
    for triangle in group.indices.chunks_exact(3) {
        let corners = [0, 1, 2].map(|at| group.vertices[triangle[at] as usize]);
        let normal = face(corners.map(|corner| corner.position));
        for (mut vertex, corner) in corners.into_iter().zip(triangle) {
            if vertex.is_flat {
                vertex.normal = normal;
            }
            let key = (*corner, normal_bytes(vertex.normal));
            indices.push(*known.entry(key).or_insert_with(|| {
                vertices.push(vertex);
                count(vertices.len() - 1)
            }));
        }
    }
    Group {
        vertices,
        indices,
        ..group
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "normals are stored with 32 bits"
)]
fn face(corners: [[f32; 3]; 3]) -> [f32; 3] {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let edge = |to: [f64; 3]| [to[0] - a[0], to[1] - a[1], to[2] - a[2]];
    let normal = cross(edge(b), edge(c));
    let length = normal.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 {
        normal.map(|value| (value / length) as f32)
    } else {
        unit([0.0; 3])
    }
}
