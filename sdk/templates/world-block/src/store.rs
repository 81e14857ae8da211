//! The statements. A plugin stores ids of people and reads their names for each answer.

use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

use crate::line::LineView;

const SHOWN: i64 = 30;

pub fn insert(ctx: &Ctx, person: &Uuid, text: &str, at: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into line (id, account_id, text, written_at) values ($1, $2, $3, $4)",
        &params![ctx.random().uuid(), person, text, at],
    )?;
    Ok(())
}

/// The latest lines, the newest first.
pub fn latest(ctx: &Ctx) -> Result<Vec<LineView>, Error> {
    let rows: Vec<(Uuid, String, Timestamp)> = ctx
        .sql()
        .query(
            "select account_id, text, written_at from line order by written_at desc, id desc limit $1",
            &params![SHOWN],
        )?
        .all()?;
    let people = People::of(ctx, rows.iter().map(|(person, ..)| person));
    let view = |(person, text, at)| LineView {
        by: people.get(&person).map(|person| person.nickname),
        text,
        at,
    };
    Ok(rows.into_iter().map(view).collect())
}

pub fn texts_of(ctx: &Ctx, person: &Uuid) -> Result<Vec<String>, Error> {
    let rows: Vec<(String,)> = ctx
        .sql()
        .query(
            "select text from line where account_id = $1 order by written_at",
            &params![person],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(text,)| text).collect())
}

pub fn delete_of(ctx: &Ctx, person: &Uuid) -> Result<(), Error> {
    ctx.sql()
        .execute("delete from line where account_id = $1", &params![person])?;
    Ok(())
}
