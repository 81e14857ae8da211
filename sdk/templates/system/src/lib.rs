//! A private note for each person.
//!
//! One call is one transaction: returning `Ok` commits it, returning an error rolls it back.

mod note;

use note::Note;
use witverse_sdk::export::Part;
use witverse_sdk::http::{Json, Payload, Route};
use witverse_sdk::{Ctx, Error, Event, Plugin, Uuid, params, part, register, route};

struct Notes;

impl Plugin for Notes {
    const ROUTES: &'static [Route] = &[
        route!(
            /// The caller's note
            Get "/api/v3/{{id}}/mine" => show,
            action: "use",
        ),
        route!(
            /// Replace the caller's note
            Put "/api/v3/{{id}}/mine" => replace,
            action: "use", rate: "5/s",
        ),
    ];

    /// What a person gets who asks for their data: the file `note.json`.
    const EXPORT: &'static [Part] = &[part!("note" => find)];

    /// Deletes the note of a deleted account.
    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        let person = event.json::<witverse_sdk::kernel_events::Erased>()?.user_id;
        ctx.sql()
            .execute("delete from note where account_id = $1", &params![&person])?;
        Ok(())
    }
}

register!(Notes);

fn find(ctx: &Ctx, person: &Uuid) -> Result<Note, Error> {
    let found: Option<(String,)> = ctx
        .sql()
        .optional("select text from note where account_id = $1", &params![person])?;
    Ok(Note { text: found.map(|(text,)| text).unwrap_or_default() })
}

fn show(ctx: &Ctx, (): ()) -> Result<Payload<Note>, Error> {
    Ok(Payload(find(ctx, &ctx.caller()?.id)?))
}

fn replace(ctx: &Ctx, Json(new): Json<Note>) -> Result<Payload<Note>, Error> {
    let note = new.checked()?;
    ctx.sql().execute(
        "insert into note (account_id, text) values ($1, $2)
         on conflict (account_id) do update set text = excluded.text",
        &params![&ctx.caller()?.id, &note.text],
    )?;
    Ok(Payload(note))
}
