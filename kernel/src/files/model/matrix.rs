//! Places of nodes: matrices with 64 bits, because a node may be far from the origin and its vertices near to it.

use super::document::Node;

/// Column-major, as in the document.
pub(super) type Matrix = [f64; 16];

pub(super) const IDENTITY: Matrix = [
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
];

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

pub(super) fn mirrors(m: &Matrix) -> bool {
    let minor = |a: usize, b: usize, c: usize, d: usize| m[a] * m[b] - m[c] * m[d];
    m[0] * minor(5, 10, 6, 9) - m[4] * minor(1, 10, 2, 9) + m[8] * minor(1, 6, 2, 5) < 0.0
}

pub(super) fn moved(m: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|at| m[at] * x + m[at + 4] * y + m[at + 8] * z + m[at + 12])
}

/// By the cofactors of the matrix, which is right for uneven scales too.
#[allow(
    clippy::cast_possible_truncation,
    reason = "normals are stored with 32 bits"
)]
pub(super) fn moved_normal(m: &Matrix, [x, y, z]: [f32; 3]) -> [f32; 3] {
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

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(super) fn unit(vector: [f32; 3]) -> [f32; 3] {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 && length.is_finite() {
        vector.map(|value| value / length)
    } else {
        [0.0, 1.0, 0.0]
    }
}
