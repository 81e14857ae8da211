//! The rules of the puzzle. Pure: integers only, so that a log gives the same result everywhere.
//!
//! The board has 5 × 5 lanterns. A press switches a lantern and those beside it. The goal is that all are lit. A board is a
//! number with a bit for each lantern that is lit, and follows from a seed. Each one needs exactly [`LEAST_PRESSES`] presses,
//! so that no player of a challenge has an easier one.

use serde::{Deserialize, Serialize};

/// Lanterns in a row.
const SIDE: u32 = 5;
/// Lanterns of a board.
pub const CELLS: u32 = SIDE * SIDE;
/// The board with all lanterns lit.
pub const ALL_LIT: u32 = (1 << CELLS) - 1;
/// Presses that a board needs.
pub const LEAST_PRESSES: u32 = 9;
/// Presses of a log.
pub const PRESSES_MAX: usize = 500;
/// Sets of presses that change nothing: with each other they are all such sets of this board.
const QUIET: [u32; 3] = [
    0b10101_10101_00000_10101_10101,
    0b11011_00000_11011_00000_11011,
    0b01110_10101_11011_10101_01110,
];

/// A solution takes a person at least this long: the fastest ones look at a board for some seconds first.
const LEAST_MS: i64 = 4_000;
/// The least average time between two presses of a person.
const LEAST_PAUSE_MS: i64 = 90;
/// Pauses of a person differ by more than this.
const EVEN_MS: i64 = 12;

/// One press of a lantern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Press {
    /// The lantern: 0 to 4 is the first row.
    #[schemars(range(max = 24))]
    pub cell: u32,
    /// Milliseconds since the start, by the clock of the player.
    #[schemars(range(min = 0, max = 600000))]
    pub at_ms: i64,
}

/// The lanterns that a press switches.
fn switched(cell: u32) -> u32 {
    let (row, column) = (cell / SIDE, cell % SIDE);
    let mut lanterns = 1 << cell;
    if row > 0 {
        lanterns |= 1 << (cell - SIDE);
    }
    if row + 1 < SIDE {
        lanterns |= 1 << (cell + SIDE);
    }
    if column > 0 {
        lanterns |= 1 << (cell - 1);
    }
    if column + 1 < SIDE {
        lanterns |= 1 << (cell + 1);
    }
    lanterns
}

/// The board after pressing each lantern of a set once.
fn pressed(board: u32, presses: u32) -> u32 {
    (0..CELLS)
        .filter(|cell| presses & (1 << cell) != 0)
        .fold(board, |board, cell| board ^ switched(cell))
}

/// The board of a seed.
pub fn board(seed: u32) -> u32 {
    let mut state = seed;
    loop {
        let mut presses = 0_u32;
        while presses.count_ones() < LEAST_PRESSES {
            presses |= 1 << (random(&mut state) % CELLS);
        }
        let is_shortest = QUIET
            .iter()
            .all(|quiet| (presses ^ quiet).count_ones() >= LEAST_PRESSES);
        if is_shortest {
            return pressed(ALL_LIT, presses);
        }
    }
}

/// The next number of a sequence (`SplitMix` with 32 bits).
fn random(state: &mut u32) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x21f0_aaad);
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x735a_2d97);
    mixed ^ (mixed >> 15)
}

/// Why a log is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No press, too many, a lantern that does not exist, or a time before the one of the press before.
    Invalid,
    /// Not all lanterns are lit at the end, or they were lit before it.
    NotSolved,
}

/// Plays a log on a board.
///
/// # Errors
/// The log does not light all lanterns with its last press.
pub fn play(board: u32, log: &[Press]) -> Result<(), Refusal> {
    let is_ordered = log.is_sorted_by_key(|press| press.at_ms);
    let is_valid = |press: &Press| press.cell < CELLS && press.at_ms >= 0;
    if log.is_empty() || log.len() > PRESSES_MAX || !is_ordered || !log.iter().all(is_valid) {
        return Err(Refusal::Invalid);
    }
    let mut now = board;
    for press in log {
        if now == ALL_LIT {
            return Err(Refusal::NotSolved);
        }
        now ^= switched(press.cell);
    }
    match now == ALL_LIT {
        true => Ok(()),
        false => Err(Refusal::NotSolved),
    }
}

/// Why a time waits for a moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Suspicion {
    /// Faster than a person reads a board, or presses.
    TooFast,
    /// All pauses between presses are equal.
    EvenPace,
}

impl Suspicion {
    /// The text that is stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TooFast => "tooFast",
            Self::EvenPace => "evenPace",
        }
    }

    /// Parses the result of [`Self::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Self::TooFast, Self::EvenPace]
            .into_iter()
            .find(|one| one.as_str() == text)
    }
}

/// Why a log that solves its board is unlikely to be a person's. `time_ms` is the time by the clock of the server.
pub fn suspicion(log: &[Press], time_ms: i64) -> Option<Suspicion> {
    let count = i64::try_from(log.len()).unwrap_or(i64::MAX);
    if time_ms < LEAST_MS || time_ms < count.saturating_mul(LEAST_PAUSE_MS) {
        return Some(Suspicion::TooFast);
    }
    let pauses = log
        .windows(2)
        .map(|pair| pair[1].at_ms - pair[0].at_ms)
        .collect::<Vec<_>>();
    let (least, most) = (pauses.iter().min()?, pauses.iter().max()?);
    (log.len() >= LEAST_PRESSES as usize && most - least <= EVEN_MS).then_some(Suspicion::EvenPace)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest solution of a board: each row lights the one above, after trying the presses of the first row.
    fn solution(board: u32) -> Vec<u32> {
        let sets = (0..1_u32 << SIDE).filter_map(|first| {
            let mut presses = first;
            let mut now = pressed(board, first);
            for row in 1..SIDE {
                let dark = !now >> ((row - 1) * SIDE) & 0b11111;
                let set = dark << (row * SIDE);
                presses |= set;
                now = pressed(now, set);
            }
            (now == ALL_LIT).then_some(presses)
        });
        let shortest = sets.min_by_key(|presses| presses.count_ones()).unwrap_or(0);
        (0..CELLS)
            .filter(|cell| shortest & (1 << cell) != 0)
            .collect()
    }

    fn log(cells: &[u32], pauses: &[i64]) -> Vec<Press> {
        let mut at_ms = 0;
        let pauses = pauses.iter().cycle();
        let press = |(cell, pause): (&u32, &i64)| {
            at_ms += pause;
            Press { cell: *cell, at_ms }
        };
        cells.iter().zip(pauses).map(press).collect()
    }

    #[test]
    fn a_press_switches_a_lantern_and_those_beside_it() {
        assert_eq!(switched(0), 0b00001_00011);
        assert_eq!(switched(12), 0b00100_01110_00100_00000);
        assert_eq!(switched(24), 0b11000_10000_00000_00000_00000);
        for quiet in QUIET {
            assert_eq!(pressed(0, quiet), 0);
        }
        assert_eq!(QUIET[0] ^ QUIET[1], QUIET[2]);
    }

    #[test]
    fn each_board_needs_the_same_number_of_presses() {
        let mut boards = std::collections::HashSet::new();
        for seed in 0..300_u32 {
            let board = board(seed.wrapping_mul(0x0101_4af3));
            assert_eq!(solution(board).len(), LEAST_PRESSES as usize, "{seed}");
            boards.insert(board);
        }
        assert!(boards.len() > 295, "{} boards", boards.len());
    }

    #[test]
    fn a_board_never_changes() {
        let boards = [25_549_316, 8_241_516, 14_202_788];
        assert_eq!([0, 1, u32::MAX].map(board), boards);
    }

    #[test]
    fn a_log_that_lights_all_lanterns_is_accepted() {
        let board = board(7);
        let cells = solution(board);
        assert_eq!(play(board, &log(&cells, &[300])), Ok(()));
        // A detour.
        let longer = [&[3, 3], cells.as_slice()].concat();
        assert_eq!(play(board, &log(&longer, &[300])), Ok(()));
    }

    #[test]
    fn other_logs_are_refused() {
        let start = board(7);
        let cells = solution(start);
        let check = |log: &[Press], why| assert_eq!(play(start, log), Err(why));
        let honest = log(&cells, &[300]);
        check(&honest[..8], Refusal::NotSolved);
        check(
            &log(&[&cells[1..], &[0]].concat(), &[300]),
            Refusal::NotSolved,
        );
        // Of another player: the same log on another board.
        assert_eq!(play(board(8), &honest), Err(Refusal::NotSolved));
        // More presses after the end.
        let after = [cells.as_slice(), &[4, 4]].concat();
        check(&log(&after, &[300]), Refusal::NotSolved);
        check(&[], Refusal::Invalid);
        check(&log(&[25], &[300]), Refusal::Invalid);
        check(&log(&cells, &[300, -200]), Refusal::Invalid);
        check(&log(&[0; PRESSES_MAX + 1], &[1]), Refusal::Invalid);
        check(&[Press { cell: 0, at_ms: -1 }], Refusal::Invalid);
    }

    #[test]
    fn runs_too_fast_or_too_even_are_suspicious() {
        let cells = solution(board(7));
        let found = |pauses: &[i64], time| suspicion(&log(&cells, pauses), time);
        assert_eq!(found(&[900, 1_300, 700], 9_000), None);
        assert_eq!(found(&[300, 350], 3_999), Some(Suspicion::TooFast));
        assert_eq!(found(&[900, 905, 895], 9_000), Some(Suspicion::EvenPace));
        let many = log(&[0; 200], &[20, 90]);
        assert_eq!(suspicion(&many, 11_000), Some(Suspicion::TooFast));
        assert_eq!(suspicion(&many, 20_000), None);
        for one in [Suspicion::TooFast, Suspicion::EvenPace] {
            assert_eq!(Suspicion::parse(one.as_str()), Some(one));
        }
    }
}
