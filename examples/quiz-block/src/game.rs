//! The rules of a game, as pure functions. What follows from the clock is computed and not stored, so nothing has to
//! run while a game goes on.

use witverse_sdk::sql::FromRow;
use witverse_sdk::{Timestamp, Uuid};

pub const QUESTIONS_A_GAME: usize = 5;
pub const MAX_PLAYERS: usize = 100;
/// Correct answers that a winner needs for the prize.
pub const CORRECT_NEEDED: i64 = 3;
/// The time for others to join.
pub const LOBBY_MS: i64 = 5_000;
pub const ASKING_MS: i64 = 15_000;
pub const REVEALING_MS: i64 = 4_000;

/// A correct answer is worth this, and as much again if it is immediate.
const BASE_POINTS: i64 = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Lobby,
    Asking,
    Revealing,
    Finished,
}

impl Phase {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lobby => "lobby",
            Self::Asking => "asking",
            Self::Revealing => "revealing",
            Self::Finished => "finished",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::Lobby, Self::Asking, Self::Revealing, Self::Finished]
            .into_iter()
            .find(|phase| phase.as_str() == text)
    }

    /// How long it lasts if nothing ends it earlier.
    pub const fn length_ms(self) -> Option<i64> {
        match self {
            Self::Lobby => Some(LOBBY_MS),
            Self::Asking => Some(ASKING_MS),
            Self::Revealing => Some(REVEALING_MS),
            Self::Finished => None,
        }
    }
}

/// A game `g`, as it was stored at its last change.
#[derive(Clone, Debug, FromRow)]
#[row(alias = "g")]
pub struct Game {
    pub id: Uuid,
    pub questions: Vec<i64>,
    #[row(flatten)]
    pub state: State,
}

/// Where a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
#[row(alias = "g")]
pub struct State {
    pub round: u32,
    #[row(parse)]
    pub phase: Phase,
    /// When the phase began.
    pub since: Timestamp,
}

impl State {
    pub fn elapsed_ms(&self, now: Timestamp) -> i64 {
        (now.as_millis() - self.since.as_millis()).max(0)
    }

    /// Until the phase ends; `None` for a finished game.
    pub fn ends_in_ms(&self, now: Timestamp) -> Option<i64> {
        let length = self.phase.length_ms()?;
        Some((length - self.elapsed_ms(now)).max(0))
    }

    fn next(self, rounds: usize, since: Timestamp) -> Self {
        let is_last = self.round as usize + 1 >= rounds;
        let (round, phase) = match self.phase {
            Phase::Lobby => (0, Phase::Asking),
            Phase::Asking => (self.round, Phase::Revealing),
            Phase::Revealing if !is_last => (self.round + 1, Phase::Asking),
            Phase::Revealing | Phase::Finished => (self.round, Phase::Finished),
        };
        Self {
            round,
            phase,
            since,
        }
    }
}

impl Game {
    pub fn new(id: Uuid, questions: Vec<i64>, now: Timestamp) -> Self {
        let state = State {
            round: 0,
            phase: Phase::Lobby,
            since: now,
        };
        Self {
            id,
            questions,
            state,
        }
    }

    /// Where the game is at a time.
    pub fn at(&self, now: Timestamp) -> State {
        let mut state = self.state;
        while let Some(length) = state.phase.length_ms() {
            let end = state.since.plus_millis(length);
            if now < end {
                break;
            }
            state = state.next(self.questions.len(), end);
        }
        state
    }

    /// The game after everybody has answered.
    pub fn revealed(&self, round: u32, now: Timestamp) -> Self {
        let state = State {
            round,
            phase: Phase::Revealing,
            since: now,
        };
        Self {
            state,
            ..self.clone()
        }
    }
}

/// The points of an answer that came after some time: 1,000 for an immediate one, 500 for one at the last moment.
pub fn points(correct: bool, elapsed_ms: i64) -> i64 {
    let left_ms = (ASKING_MS - elapsed_ms).clamp(0, ASKING_MS);
    match correct {
        true => BASE_POINTS + BASE_POINTS * left_ms / ASKING_MS,
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::from_millis(1_000_000);

    fn game() -> Game {
        Game::new(Uuid::nil(), vec![4, 2, 7, 1, 0], START)
    }

    #[test]
    fn a_game_follows_the_clock() {
        let round_ms = ASKING_MS + REVEALING_MS;
        let check = |after_ms: i64, round: u32, phase: Phase| {
            let state = game().at(START.plus_millis(after_ms));
            assert_eq!(
                (state.round, state.phase),
                (round, phase),
                "after {after_ms} ms"
            );
        };
        check(0, 0, Phase::Lobby);
        check(LOBBY_MS - 1, 0, Phase::Lobby);
        check(LOBBY_MS, 0, Phase::Asking);
        check(LOBBY_MS + ASKING_MS, 0, Phase::Revealing);
        check(LOBBY_MS + round_ms, 1, Phase::Asking);
        check(LOBBY_MS + 5 * round_ms - 1, 4, Phase::Revealing);
        check(LOBBY_MS + 5 * round_ms, 4, Phase::Finished);
        check(i64::from(u32::MAX), 4, Phase::Finished);
    }

    #[test]
    fn a_round_ends_early_when_everybody_has_answered() {
        let now = START.plus_millis(LOBBY_MS + 2_000);
        let revealed = game().revealed(0, now);
        assert_eq!(revealed.at(now).ends_in_ms(now), Some(REVEALING_MS));
        let next = revealed.at(now.plus_millis(REVEALING_MS));
        assert_eq!((next.round, next.phase), (1, Phase::Asking));
        assert_eq!(next.since, now.plus_millis(REVEALING_MS));
    }

    #[test]
    fn quick_answers_are_worth_more() {
        assert_eq!(points(true, 0), 1_000);
        assert_eq!(points(true, ASKING_MS / 2), 750);
        assert_eq!(points(true, ASKING_MS), 500);
        assert_eq!(points(true, -5), 1_000);
        assert_eq!(points(false, 0), 0);
    }

    #[test]
    fn a_phase_is_stored_by_its_name() {
        for phase in [
            Phase::Lobby,
            Phase::Asking,
            Phase::Revealing,
            Phase::Finished,
        ] {
            assert_eq!(Phase::parse(phase.as_str()), Some(phase));
        }
        assert_eq!(Phase::parse("dancing"), None);
    }
}
