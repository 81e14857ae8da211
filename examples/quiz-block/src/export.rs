//! What a person gets who asks for their data.

use serde::Serialize;
use witverse_sdk::export::Part;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, part, select};

pub const PARTS: &[Part] = &[part!("quiz" => exported)];

/// The last answers; more would not fit into one call.
const ANSWERS: i64 = 500;

#[derive(Serialize)]
struct Exported {
    answers: Vec<ExportedAnswer>,
    prizes: Vec<ExportedPrize>,
}

#[derive(Serialize, FromRow)]
struct ExportedAnswer {
    #[row(column = "game_id")]
    game: Uuid,
    round: i64,
    choice: i64,
    points: i64,
    #[row(column = "answered_at")]
    at: Timestamp,
}

#[derive(Serialize, FromRow)]
struct ExportedPrize {
    #[row(column = "game_id")]
    game: Uuid,
    hundredths: i64,
    #[row(column = "paid_at")]
    at: Timestamp,
}

fn exported(ctx: &Ctx, person: &Uuid) -> Result<Exported, Error> {
    let answers = ctx.sql().query(
        select!(
            ExportedAnswer,
            "from answer where account_id = $1 order by answered_at desc limit $2"
        ),
        &params![person, ANSWERS],
    )?;
    let prizes = ctx.sql().query(
        select!(
            ExportedPrize,
            "from prize where account_id = $1 order by paid_at desc limit $2"
        ),
        &params![person, ANSWERS],
    )?;
    Ok(Exported {
        answers: answers.all()?,
        prizes: prizes.all()?,
    })
}
