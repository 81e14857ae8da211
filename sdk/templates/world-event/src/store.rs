//! The statements. A plugin stores ids of people and reads their names for each answer.

use witverse_sdk::people::People;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

use crate::note::NoteView;

const SHOWN: i64 = 50;

pub fn insert(
    ctx: &Ctx,
    event: &Uuid,
    person: &Uuid,
    text: &str,
    at: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into note (id, event_id, account_id, text, written_at) values ($1, $2, $3, $4, $5)",
        &params![ctx.random().uuid(), event, person, text, at],
    )?;
    Ok(())
}

#[derive(FromRow)]
struct Stored {
    #[row(column = "account_id")]
    person: Uuid,
    text: String,
    written_at: Timestamp,
}

/// The latest notes at an event, the newest first.
pub fn latest(ctx: &Ctx, event: &Uuid) -> Result<Vec<NoteView>, Error> {
    let rows: Vec<Stored> = ctx
        .sql()
        .query(
            select!(Stored, "from note where event_id = $1 order by written_at desc, id desc limit $2"),
            &params![event, SHOWN],
        )?
        .all()?;
    let people = People::of(ctx, rows.iter().map(|note| &note.person));
    let view = |note: Stored| NoteView {
        by: people.get(&note.person).map(|person| person.nickname),
        text: note.text,
        at: note.written_at,
    };
    Ok(rows.into_iter().map(view).collect())
}

pub fn texts_of(ctx: &Ctx, person: &Uuid) -> Result<Vec<String>, Error> {
    let rows: Vec<(String,)> = ctx
        .sql()
        .query(
            "select text from note where account_id = $1 order by written_at",
            &params![person],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(text,)| text).collect())
}

pub fn delete_of(ctx: &Ctx, person: &Uuid) -> Result<(), Error> {
    ctx.sql()
        .execute("delete from note where account_id = $1", &params![person])?;
    Ok(())
}
