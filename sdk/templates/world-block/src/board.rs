//! The rules of the lanterns. They need no platform, so their tests run with `cargo test`.

use witverse_sdk::Error;
use witverse_sdk::sql::FromRow;

const SIDE: i64 = 3;
const LANTERNS: i64 = SIDE * SIDE;
/// What a press turns: the lantern itself, and those beside it, as rows and columns from it.
const TURNED: &[(i64, i64)] = &[(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)];

#[derive(Clone, Copy, Default, FromRow)]
pub struct Board {
    /// One bit for each lantern.
    pub lit: i64,
    /// Since all lanterns were dark.
    pub presses: i64,
}

impl Board {
    pub fn press(&mut self, lantern: i64) -> Result<(), Error> {
        if !(0..LANTERNS).contains(&lantern) {
            return Err(Error::field(
                "lantern",
                "그런 등불은 없습니다.",
                "There is no such lantern.",
            ));
        }
        for (down, right) in TURNED {
            let (row, column) = (lantern / SIDE + down, lantern % SIDE + right);
            if (0..SIDE).contains(&row) && (0..SIDE).contains(&column) {
                self.lit ^= 1 << (row * SIDE + column);
            }
        }
        self.presses += 1;
        Ok(())
    }

    pub fn is_solved(self) -> bool {
        self.lanterns().into_iter().all(|lit| lit)
    }

    pub fn lanterns(self) -> Vec<bool> {
        (0..LANTERNS).map(|lantern| self.lit >> lantern & 1 == 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_turns_lanterns_and_a_second_one_turns_them_back() {
        let mut board = Board::default();
        board.press(4).expect("the one in the middle");
        assert_eq!(board.lit.count_ones() as usize, TURNED.len());
        board.press(4).expect("again");
        assert_eq!((board.lit, board.presses), (0, 2));
    }

    #[test]
    fn all_lit_is_solved() {
        let lit = (1 << LANTERNS) - 1;
        assert!(Board { lit, presses: 5 }.is_solved());
        assert!(!Board { lit: lit - 1, presses: 5 }.is_solved());
    }

    #[test]
    fn other_lanterns_are_refused() {
        for lantern in [-1, LANTERNS, i64::MAX] {
            let error = Board::default().press(lantern).expect_err("no lantern");
            assert_eq!(error.status(), 422);
        }
    }
}
