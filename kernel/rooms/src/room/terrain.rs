//! The floor of a room: cells of 0.25 m with a height and whether one can walk there.

use crate::protocol::Point;

/// The side of a cell: 0.25 m.
const CELL_QUANTA: u16 = 64;
/// One step of a floor's height: 0.25 m.
const STEP_QUANTA: u32 = 64;
/// How far below the floor a position may be, for ramps and rounding: 0.5 m.
const BELOW_QUANTA: u32 = 128;
/// How far above the floor a position may be, for jumps and furniture: 4 m.
const ABOVE_QUANTA: u32 = 1024;
/// A path may touch this many blocked samples, for corners that are cut between two moves.
const CORNER_SAMPLES: u32 = 2;

/// One cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The floor, in steps of 0.25 m above the grid's origin.
    pub floor: u8,
    pub is_walkable: bool,
}

/// A grid of cells, aligned to the axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeightGrid {
    origin: Point,
    width: u16,
    depth: u16,
    floors: Box<[u8]>,
    walkable: Box<[u8]>,
}

impl HeightGrid {
    /// `cells` are rows along x, from the smallest z; `origin` is the corner with the smallest coordinates. `None` if
    /// their number is not `width * depth`.
    #[must_use]
    pub fn new(origin: Point, width: u16, depth: u16, cells: &[Cell]) -> Option<Self> {
        if cells.len() != usize::from(width) * usize::from(depth) {
            return None;
        }
        let mut walkable = vec![0; cells.len().div_ceil(8)];
        for (at, _) in cells.iter().enumerate().filter(|(_, c)| c.is_walkable) {
            walkable[at / 8] |= 1 << (at % 8);
        }
        Some(Self {
            origin,
            width,
            depth,
            floors: cells.iter().map(|cell| cell.floor).collect(),
            walkable: walkable.into(),
        })
    }

    /// The cell under a point; outside of the grid one cannot walk.
    fn cell(&self, x: i32, z: i32) -> Cell {
        let index = |quanta: i32, origin: u16, cells: u16| {
            let offset = u32::try_from(quanta - i32::from(origin)).ok()?;
            let cell = u16::try_from(offset / u32::from(CELL_QUANTA)).ok()?;
            (cell < cells).then_some(usize::from(cell))
        };
        let x = index(x, self.origin.x, self.width);
        let z = index(z, self.origin.z, self.depth);
        let Some(at) = x.zip(z).map(|(x, z)| z * usize::from(self.width) + x) else {
            return Cell::default();
        };
        Cell {
            floor: self.floors[at],
            is_walkable: self.walkable[at / 8] & (1 << (at % 8)) != 0,
        }
    }

    /// Whether a member can be at `to`, coming from `from` in a straight line.
    #[must_use]
    pub fn allows(&self, from: Point, to: Point) -> bool {
        self.can_stand(to) && self.is_path_free(from, to)
    }

    /// One cell of tolerance: the client's collision is finer than the grid.
    fn can_stand(&self, at: Point) -> bool {
        let side = i32::from(CELL_QUANTA);
        let fits = |cell: Cell| {
            let floor = u32::from(self.origin.y) + u32::from(cell.floor) * STEP_QUANTA;
            let y = u32::from(at.y);
            cell.is_walkable && y + BELOW_QUANTA >= floor && y <= floor + ABOVE_QUANTA
        };
        [0, -side, side].iter().any(|dx| {
            [0, -side, side]
                .iter()
                .any(|dz| fits(self.cell(i32::from(at.x) + dx, i32::from(at.z) + dz)))
        })
    }

    fn is_path_free(&self, from: Point, to: Point) -> bool {
        let steps = i32::try_from(from.ground_distance(to) / u32::from(CELL_QUANTA)).unwrap_or(0);
        let between = |a: u16, b: u16, step: i32| {
            i32::from(a) + (i32::from(b) - i32::from(a)) * step / steps.max(1)
        };
        let is_blocked = |step: &i32| {
            let (x, z) = (between(from.x, to.x, *step), between(from.z, to.z, *step));
            !self.cell(x, z).is_walkable
        };
        let blocked = (1..steps).filter(is_blocked).count();
        blocked <= CORNER_SAMPLES as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10 m by 10 m, with a wall of 1 m from x = 4 m to 5 m, and a platform of 2 m behind x = 8 m.
    fn grid() -> HeightGrid {
        let cells: Vec<Cell> = (0..1600)
            .map(|at| {
                let x = at % 40;
                Cell {
                    floor: if x >= 32 { 8 } else { 0 },
                    is_walkable: !(16..20).contains(&x),
                }
            })
            .collect();
        HeightGrid::new(Point::from_metres(0.0, 0.0, 0.0), 40, 40, &cells).expect("1600 cells")
    }

    fn check(from: (f64, f64, f64), to: (f64, f64, f64), is_allowed: bool) {
        let point = |(x, y, z)| Point::from_metres(x, y, z);
        assert_eq!(grid().allows(point(from), point(to)), is_allowed, "{to:?}");
    }

    #[test]
    fn walls_floors_and_edges_hold() {
        check((1.0, 0.0, 1.0), (3.0, 0.0, 3.0), true);
        check((3.0, 0.0, 3.0), (4.5, 0.0, 3.0), false);
        check((3.0, 0.0, 3.0), (6.0, 0.0, 3.0), false);
        check((6.0, 0.0, 3.0), (7.0, 0.0, 3.0), true);
        check((7.0, 0.0, 3.0), (9.0, 0.0, 3.0), false);
        check((7.0, 2.0, 3.0), (9.0, 2.0, 3.0), true);
        check((7.0, 0.0, 3.0), (7.5, 4.5, 3.0), false);
        check((1.0, 0.0, 1.0), (-1.0, 0.0, 1.0), false);
        check((1.0, 0.0, 1.0), (1.0, -1.0, 1.0), false);
    }

    #[test]
    fn the_number_of_cells_must_fit() {
        assert!(HeightGrid::new(Point::default(), 2, 2, &[Cell::default(); 3]).is_none());
    }
}
