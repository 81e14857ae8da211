//! The prize: paid from the WIT account of the install, which the operators of the world fill.

use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::{LedgerErrorKind, Wit};
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::{Ctx, Error, KoreanDay, Timestamp, Uuid};

use crate::game::{CORRECT_NEEDED, Game, Phase};
use crate::problems::{QUIZ_CHARGE_ENDED, QUIZ_NO_PRIZE, QUIZ_NOT_WINNER};
use crate::store::{self, Prize, Score};

/// 10 WIT.
pub const PRIZE: Wit = Wit::of_hundredths(1_000);
/// What one sponsor adds: 5 WIT, as the page asks for.
pub const SPONSORED: Wit = Wit::of_hundredths(500);

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PrizeRequest {
    game_id: Uuid,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub struct Sponsoring {
    charge: Uuid,
}

#[derive(Serialize, schemars::JsonSchema)]
pub struct PrizeView {
    hundredths: i64,
}

/// Whether a player can take the prize of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PrizeState {
    None,
    Open,
    Paid,
    TakenToday,
}

/// The best player, if that is enough for the prize.
pub fn winner(scores: &[Score]) -> Option<&Uuid> {
    let best = scores.first()?;
    (best.correct >= CORRECT_NEEDED).then_some(&best.person)
}

/// The state for one player. `scores` are those of all rounds.
pub fn state_for(
    ctx: &Ctx,
    game: &Game,
    scores: &[Score],
    person: &Uuid,
    now: Timestamp,
) -> Result<PrizeState, Error> {
    if game.at(now).phase != Phase::Finished || winner(scores) != Some(person) {
        return Ok(PrizeState::None);
    }
    if store::prize_of(ctx, &game.id)?.is_some() {
        return Ok(PrizeState::Paid);
    }
    let day = KoreanDay::of(now).number();
    Ok(match store::has_prize(ctx, person, day)? {
        true => PrizeState::TakenToday,
        false => PrizeState::Open,
    })
}

/// Pays the prize of the latest game to the caller.
pub fn take(ctx: &Ctx, Json(request): Json<PrizeRequest>) -> Result<Payload<PrizeView>, Error> {
    let me = ctx.caller()?.id;
    let now = ctx.now();
    let game = store::lock_latest(ctx)?.filter(|game| game.id == request.game_id);
    let game = game.ok_or(QUIZ_NOT_WINNER)?;
    if let Some(paid) = store::prize_of(ctx, &game.id)?.filter(|paid| paid.person == me) {
        return Ok(Payload(PrizeView {
            hundredths: paid.hundredths,
        }));
    }
    let rounds = u32::try_from(game.questions.len()).unwrap_or(u32::MAX);
    let scores = store::scores(ctx, &game.id, rounds)?;
    if game.at(now).phase != Phase::Finished || winner(&scores) != Some(&me) {
        return Err(QUIZ_NOT_WINNER.into());
    }
    let hundredths = i64::try_from(PRIZE.hundredths()).unwrap_or(i64::MAX);
    let prize = Prize {
        person: me.clone(),
        hundredths,
    };
    store::insert_prize(ctx, &game.id, &prize, KoreanDay::of(now).number(), now)?;
    let key = format!("prize/{}", game.id);
    ctx.ledger()
        .reward(&key, &me, PRIZE, "Starlight Quiz")
        .map_err(|error| match error.kind {
            // The account is empty, or the operator has withheld the permission or lowered its limits.
            LedgerErrorKind::Insufficient
            | LedgerErrorKind::NotGranted
            | LedgerErrorKind::OverLimit => QUIZ_NO_PRIZE.into(),
            _ => Error::from(error),
        })?;
    Ok(Payload(PrizeView { hundredths }))
}

/// Adds what the caller has confirmed to the prize money. The same charge again adds nothing more.
pub fn sponsor(ctx: &Ctx, Json(new): Json<Sponsoring>) -> Result<Payload<PrizeView>, Error> {
    ctx.caller()?;
    match ctx.ledger().collect_charge(&new.charge, SPONSORED) {
        Ok(()) => {}
        Err(error) if error.kind == LedgerErrorKind::HoldCaptured => {}
        Err(error) if error.kind == LedgerErrorKind::HoldEnded => {
            return Err(QUIZ_CHARGE_ENDED.into());
        }
        Err(error) => return Err(error.into()),
    }
    let hundredths = i64::try_from(SPONSORED.hundredths()).unwrap_or(i64::MAX);
    Ok(Payload(PrizeView { hundredths }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_player_wins_with_enough_correct_answers() {
        let score = |correct, points| Score {
            person: Uuid::nil(),
            points,
            correct,
        };
        assert_eq!(winner(&[]), None);
        assert_eq!(winner(&[score(CORRECT_NEEDED - 1, 2_000)]), None);
        assert_eq!(winner(&[score(CORRECT_NEEDED, 1_500)]), Some(&Uuid::nil()));
    }
}
