//! What a person gets who asks for their data.

use serde::Serialize;
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid, params};

/// The last answers; more would not fit into one call.
const ANSWERS: i64 = 500;

#[derive(Serialize)]
struct Exported {
    answers: Vec<ExportedAnswer>,
    prizes: Vec<ExportedPrize>,
}

#[derive(Serialize)]
struct ExportedAnswer {
    game: Uuid,
    round: i64,
    choice: i64,
    points: i64,
    at: Timestamp,
}

#[derive(Serialize)]
struct ExportedPrize {
    game: Uuid,
    hundredths: i64,
    at: Timestamp,
}

pub fn of(ctx: &Ctx, person: &Uuid) -> Result<DataPage, Error> {
    let answers: Vec<(Uuid, i64, i64, i64, Timestamp)> = ctx
        .sql()
        .query(
            "select game_id, round, choice, points, answered_at from answer
             where account_id = $1 order by answered_at desc limit $2",
            &params![person, ANSWERS],
        )?
        .all()?;
    let prizes: Vec<(Uuid, i64, Timestamp)> = ctx
        .sql()
        .query(
            "select game_id, hundredths, paid_at from prize where account_id = $1 order by paid_at desc limit $2",
            &params![person, ANSWERS],
        )?
        .all()?;
    let answer = |(game, round, choice, points, at)| ExportedAnswer {
        game,
        round,
        choice,
        points,
        at,
    };
    let prize = |(game, hundredths, at)| ExportedPrize {
        game,
        hundredths,
        at,
    };
    DataPage::json(
        "quiz.json",
        &Exported {
            answers: answers.into_iter().map(answer).collect(),
            prizes: prizes.into_iter().map(prize).collect(),
        },
    )
}
