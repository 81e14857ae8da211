//! The statements. A plugin stores ids of people and reads their names for each answer.

use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

use crate::board::Board;

pub fn board(ctx: &Ctx) -> Result<Board, Error> {
    let found: Option<Board> = ctx
        .sql()
        .optional(select!(Board, "from board where only_row"), &[])?;
    Ok(found.unwrap_or_default())
}

/// The board, locked until the end of the call.
pub fn lock_board(ctx: &Ctx) -> Result<Board, Error> {
    ctx.sql()
        .execute("insert into board default values on conflict do nothing", &[])?;
    Ok(ctx
        .sql()
        .one(select!(Board, "from board where only_row for update"), &[])?)
}

pub fn update(ctx: &Ctx, board: Board) -> Result<(), Error> {
    ctx.sql().execute(
        "update board set lit = $1, presses = $2 where only_row",
        &params![board.lit, board.presses],
    )?;
    Ok(())
}

pub fn insert_solved(ctx: &Ctx, person: &Uuid, presses: i64) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into solved (id, account_id, presses, solved_at) values ($1, $2, $3, $4)",
        &params![ctx.random().uuid(), person, presses, ctx.now()],
    )?;
    ctx.sql()
        .execute("update board set solved = solved + 1 where only_row", &[])?;
    Ok(())
}

/// How often all lanterns were lit.
pub fn solved(ctx: &Ctx) -> Result<i64, Error> {
    let found: Option<(i64,)> = ctx.sql().optional("select solved from board where only_row", &[])?;
    Ok(found.map_or(0, |(count,)| count))
}

pub fn last_solved(ctx: &Ctx) -> Result<Option<Uuid>, Error> {
    let found: Option<(Uuid,)> = ctx.sql().optional(
        "select account_id from solved order by solved_at desc, id desc limit 1",
        &[],
    )?;
    Ok(found.map(|(person,)| person))
}

/// When a person has lit the last lantern, the latest first.
pub fn solved_by(ctx: &Ctx, person: &Uuid) -> Result<Vec<Timestamp>, Error> {
    let rows: Vec<(Timestamp,)> = ctx
        .sql()
        .query(
            "select solved_at from solved where account_id = $1 order by solved_at desc limit 1000",
            &params![person],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(at,)| at).collect())
}

pub fn delete_of(ctx: &Ctx, person: &Uuid) -> Result<(), Error> {
    ctx.sql()
        .execute("delete from solved where account_id = $1", &params![person])?;
    Ok(())
}
