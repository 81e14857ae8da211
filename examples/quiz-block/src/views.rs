//! What the page shows.

use serde::Serialize;
use witverse_sdk::{Ctx, Error, Uuid};

use crate::game::{CORRECT_NEEDED, Game, Phase};
use crate::prize::{self, PRIZE, PrizeState};
use crate::questions::{self, Text};
use crate::store::{self, Score};

const SHOWN_SCORES: usize = 10;

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StateView {
    game: Option<GameView>,
    prize_hundredths: u64,
    correct_needed: i64,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GameView {
    game_id: Uuid,
    phase: &'static str,
    round: u32,
    rounds: usize,
    ends_in_ms: Option<i64>,
    phase_ms: Option<i64>,
    question: Option<QuestionView>,
    /// Absent while people answer.
    correct_choice: Option<u32>,
    counts: Option<[u32; 4]>,
    players: usize,
    scores: Vec<ScoreView>,
    winner: Option<Uuid>,
    me: Option<MeView>,
}

#[derive(Serialize, schemars::JsonSchema)]
struct QuestionView {
    text: Text,
    choices: Vec<Text>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ScoreView {
    user_id: Uuid,
    points: i64,
    correct: i64,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MeView {
    user_id: Uuid,
    choice: Option<i64>,
    points: i64,
    correct: i64,
    place: usize,
    prize: PrizeState,
}

/// The latest game, as the caller sees it.
pub fn state(ctx: &Ctx) -> Result<StateView, Error> {
    let game = store::latest(ctx)?;
    Ok(StateView {
        game: game.map(|game| view(ctx, &game)).transpose()?,
        prize_hundredths: PRIZE.hundredths(),
        correct_needed: CORRECT_NEEDED,
    })
}

fn view(ctx: &Ctx, game: &Game) -> Result<GameView, Error> {
    let now = ctx.now();
    let at = game.at(now);
    let is_revealed = at.phase == Phase::Revealing;
    // The points of a round are shown with its solution, or they would give it away.
    let counted = match at.phase {
        Phase::Lobby | Phase::Asking => at.round,
        Phase::Revealing | Phase::Finished => at.round + 1,
    };
    let scores = store::scores(ctx, &game.id, counted)?;
    let asked = match at.phase {
        Phase::Asking | Phase::Revealing => questions::of(game, at.round),
        Phase::Lobby | Phase::Finished => None,
    };
    let answers = match asked {
        Some(_) => store::answers_of_round(ctx, &game.id, at.round)?,
        None => Vec::new(),
    };
    let winner = match at.phase {
        Phase::Finished => prize::winner(&scores).cloned(),
        _ => None,
    };
    let me = ctx.actor().account().cloned();
    let me = me
        .map(|me| own(ctx, game, &scores, &answers, me))
        .transpose()?;
    Ok(GameView {
        game_id: game.id.clone(),
        phase: at.phase.as_str(),
        round: at.round,
        rounds: game.questions.len(),
        ends_in_ms: at.ends_in_ms(now),
        phase_ms: at.phase.length_ms(),
        question: asked.map(|question| QuestionView {
            text: question.text.clone(),
            choices: question.choices.clone(),
        }),
        correct_choice: asked
            .filter(|_| is_revealed)
            .map(|question| question.correct),
        counts: is_revealed.then(|| count(&answers)),
        players: scores.len(),
        winner,
        me: me.flatten(),
        scores: scores
            .into_iter()
            .take(SHOWN_SCORES)
            .map(ScoreView::from)
            .collect(),
    })
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> Self {
        Self {
            user_id: score.person,
            points: score.points,
            correct: score.correct,
        }
    }
}

/// What concerns the caller; `None` if they do not play.
fn own(
    ctx: &Ctx,
    game: &Game,
    scores: &[Score],
    answers: &[(Uuid, i64)],
    me: Uuid,
) -> Result<Option<MeView>, Error> {
    let Some(index) = scores.iter().position(|score| score.person == me) else {
        return Ok(None);
    };
    let answer = answers.iter().find(|(person, _)| *person == me);
    Ok(Some(MeView {
        choice: answer.map(|(_, choice)| *choice),
        points: scores[index].points,
        correct: scores[index].correct,
        place: index + 1,
        prize: prize::state_for(ctx, game, scores, &me, ctx.now())?,
        user_id: me,
    }))
}

fn count(answers: &[(Uuid, i64)]) -> [u32; 4] {
    let mut counts = [0; 4];
    for (_, choice) in answers {
        let place = usize::try_from(*choice).ok();
        if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
            *count += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_for_each_choice() {
        let answers = [0, 3, 3, 9, -1].map(|choice| (Uuid::nil(), choice));
        assert_eq!(count(&answers), [1, 0, 0, 2]);
    }
}
