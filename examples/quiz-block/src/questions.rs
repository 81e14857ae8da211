//! The questions, in both languages.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::game::{Game, QUESTIONS_A_GAME};

#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Text {
    pub ko: String,
    pub en: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Question {
    pub text: Text,
    pub choices: Vec<Text>,
    pub correct: u32,
}

static ALL: LazyLock<Vec<Question>> =
    LazyLock::new(|| serde_json::from_str(include_str!("questions.json")).unwrap_or_default());

/// The question of a round; `None` if the list became shorter since the game began.
pub fn of(game: &Game, round: u32) -> Option<&'static Question> {
    let place = game.questions.get(round as usize)?;
    ALL.get(usize::try_from(*place).ok()?)
}

/// The correct choice of a round.
pub fn correct(game: &Game, round: u32) -> u32 {
    of(game, round).map_or(u32::MAX, |question| question.correct)
}

/// Different questions at random: a shuffle that uses one random byte a step.
pub fn draw(random: &[u8], count: usize) -> Vec<i64> {
    let mut places: Vec<i64> = (0..).take(ALL.len()).collect();
    for (step, byte) in random.iter().enumerate().take(places.len()) {
        let left = places.len() - step;
        places.swap(step, step + usize::from(*byte) % left);
    }
    places.truncate(count);
    places
}

/// Whether the list can be played.
pub fn check() -> Result<(), String> {
    if ALL.len() < QUESTIONS_A_GAME {
        return Err(format!("there are {} questions", ALL.len()));
    }
    for question in ALL.iter() {
        if question.choices.len() != 4 || question.correct > 3 {
            return Err(format!("{:?} does not have four choices", question.text.en));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_questions_can_be_played() {
        assert_eq!(check(), Ok(()));
        let texts = ALL
            .iter()
            .flat_map(|question| question.choices.iter().chain([&question.text]));
        assert!(
            texts
                .into_iter()
                .all(|text| !text.ko.is_empty() && !text.en.is_empty())
        );
    }

    #[test]
    fn a_game_has_different_questions() {
        let mut drawn = draw(&[255; 64], 5);
        assert_eq!(drawn.len(), 5);
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 5);
        assert_ne!(draw(&[1; 64], 5), draw(&[2; 64], 5));
    }
}
