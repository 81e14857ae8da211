//! The statements.

use witverse_sdk::sql::{FromRow, OnConstraint};
use witverse_sdk::{Ctx, DAY_MS, Error, Timestamp, Uuid, params, select};

use crate::game::{Game, State};
use crate::problems::{QUIZ_ANSWERED, QUIZ_PRIZE_TAKEN_TODAY};

/// How long finished games are kept.
const KEPT_MS: i64 = 30 * DAY_MS;
const OLD_AT_ONCE: i64 = 20;

/// A player's result in a game.
#[derive(FromRow)]
pub struct Score {
    #[row(column = "account_id", sql = "p.account_id")]
    pub person: Uuid,
    #[row(sql = "coalesce(sum(a.points), 0)::bigint")]
    pub points: i64,
    #[row(sql = "count(*) filter (where a.points > 0)")]
    pub correct: i64,
}

/// A paid prize.
#[derive(FromRow)]
pub struct Prize {
    #[row(column = "account_id")]
    pub person: Uuid,
    pub hundredths: i64,
}

/// A person's prizes.
#[derive(FromRow)]
pub struct Winner {
    #[row(column = "account_id")]
    pub person: Uuid,
    #[row(sql = "count(*)")]
    pub prizes: i64,
    #[row(sql = "sum(hundredths)::bigint")]
    pub hundredths: i64,
}

/// The game that was started last.
pub fn latest(ctx: &Ctx) -> Result<Option<Game>, Error> {
    let statement = select!(Game, "from stage s join game g on g.id = s.game_id");
    Ok(ctx.sql().optional(statement, &[])?)
}

/// The same, after the lock that orders changes of games.
pub fn lock_latest(ctx: &Ctx) -> Result<Option<Game>, Error> {
    ctx.sql()
        .query("select game_id from stage where only_row for update", &[])?;
    latest(ctx)
}

pub fn insert(ctx: &Ctx, game: &Game) -> Result<(), Error> {
    let State {
        round,
        phase,
        since,
    } = game.state;
    ctx.sql().execute(
        "insert into game (id, questions, round, phase, since) values ($1, $2, $3, $4, $5)",
        &params![
            &game.id,
            game.questions.clone(),
            round,
            phase.as_str(),
            since
        ],
    )?;
    ctx.sql().execute(
        "update stage set game_id = $1 where only_row",
        &params![&game.id],
    )?;
    Ok(())
}

pub fn update(ctx: &Ctx, game: &Game) -> Result<(), Error> {
    let State {
        round,
        phase,
        since,
    } = game.state;
    ctx.sql().execute(
        "update game set round = $2, phase = $3, since = $4 where id = $1",
        &params![&game.id, round, phase.as_str(), since],
    )?;
    Ok(())
}

/// Deletes games of last month, a few at a time.
pub fn delete_old(ctx: &Ctx, now: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from game where id in (select id from game where since < $1 order by since limit $2)",
        &params![now.plus_millis(-KEPT_MS), OLD_AT_ONCE],
    )?;
    Ok(())
}

/// The players, in the order in which they joined.
pub fn players(ctx: &Ctx, game: &Uuid) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select account_id from player where game_id = $1 order by joined_at, account_id",
            &params![game],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(person,)| person).collect())
}

pub fn add_player(ctx: &Ctx, game: &Uuid, person: &Uuid, at: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into player (game_id, account_id, joined_at) values ($1, $2, $3)",
        &params![game, person, at],
    )?;
    Ok(())
}

/// Person and choice.
pub fn answers_of_round(ctx: &Ctx, game: &Uuid, round: u32) -> Result<Vec<(Uuid, i64)>, Error> {
    let rows = ctx.sql().query(
        "select account_id, choice from answer where game_id = $1 and round = $2",
        &params![game, round],
    )?;
    Ok(rows.all()?)
}

pub fn insert_answer(
    ctx: &Ctx,
    game: &Uuid,
    person: &Uuid,
    round: u32,
    choice: u32,
    points: i64,
    at: Timestamp,
) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "insert into answer (game_id, account_id, round, choice, points, answered_at)
             values ($1, $2, $3, $4, $5, $6)",
            &params![game, person, round, choice, points, at],
        )
        .on_constraint(&[("answer_once", QUIZ_ANSWERED)])?;
    Ok(())
}

/// The results of rounds before `rounds`, the best player first; of equal ones the one who joined first.
pub fn scores(ctx: &Ctx, game: &Uuid, rounds: u32) -> Result<Vec<Score>, Error> {
    let rows = ctx.sql().query(
        select!(
            Score,
            "from player p left join answer a
               on a.game_id = p.game_id and a.account_id = p.account_id and a.round < $2
             where p.game_id = $1
             group by p.account_id, p.joined_at
             order by 2 desc, p.joined_at, p.account_id"
        ),
        &params![game, rounds],
    )?;
    Ok(rows.all()?)
}

/// The prize of a game, if it was paid.
pub fn prize_of(ctx: &Ctx, game: &Uuid) -> Result<Option<Prize>, Error> {
    let statement = select!(Prize, "from prize where game_id = $1");
    Ok(ctx.sql().optional(statement, &params![game])?)
}

/// The best winners after a day.
pub fn winners(ctx: &Ctx, after: i64) -> Result<Vec<Winner>, Error> {
    let rows = ctx.sql().query(
        select!(
            Winner,
            "from prize where day > $1 group by account_id order by 3 desc, 2 desc, 1 limit 20"
        ),
        &params![after],
    )?;
    Ok(rows.all()?)
}

/// Whether a person has got a prize on a day.
pub fn has_prize(ctx: &Ctx, person: &Uuid, day: i64) -> Result<bool, Error> {
    let (known,): (bool,) = ctx.sql().one(
        "select exists (select 1 from prize where account_id = $1 and day = $2)",
        &params![person, day],
    )?;
    Ok(known)
}

pub fn insert_prize(
    ctx: &Ctx,
    game: &Uuid,
    prize: &Prize,
    day: i64,
    at: Timestamp,
) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "insert into prize (game_id, account_id, day, hundredths, paid_at) values ($1, $2, $3, $4, $5)",
            &params![game, &prize.person, day, prize.hundredths, at],
        )
        .on_constraint(&[("prize_once_a_day", QUIZ_PRIZE_TAKEN_TODAY)])?;
    Ok(())
}

pub fn delete_person(ctx: &Ctx, person: &Uuid) -> Result<(), Error> {
    for statement in [
        "delete from player where account_id = $1",
        "delete from prize where account_id = $1",
    ] {
        ctx.sql().execute(statement, &params![person])?;
    }
    Ok(())
}
