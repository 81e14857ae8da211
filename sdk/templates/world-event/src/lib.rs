//! A kind of event: the organiser chooses what people write about, and those who take part leave notes while the event runs.
//!
//! One call is one transaction: returning `Ok` commits it, returning an error rolls it back.

mod event;
mod note;
mod store;

use note::{NewNote, NoteView};
use serde::{Deserialize, Serialize};
use witverse_sdk::export::Part;
use witverse_sdk::http::{Created, Json, Payload, Query, Route};
use witverse_sdk::{Ctx, Error, Event, Plugin, Uuid, part, register, route};

struct Notes;

impl Plugin for Notes {
    const ROUTES: &'static [Route] = &[
        route!(
            /// The notes at an event, the newest first
            Get "/notes" => list_notes,
            action: "read", rate: "20/s", problems: &["event_not_found"],
        ),
        route!(
            /// Leave a note, while the event runs
            Post "/notes" => leave_note,
            action: "write", rate: "2/s",
            problems: &["nickname_required", "event_not_found", event::NOT_NOW.code],
        ),
    ];

    /// What a person gets who asks for their data: the file `notes.json`.
    const EXPORT: &'static [Part] = &[part!("notes" => store::texts_of)];

    /// Deletes the notes of a deleted account.
    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        store::delete_of(ctx, &event.json::<witverse_sdk::kernel_events::Erased>()?.user_id)
    }
}

register!(Notes);

#[derive(Deserialize, schemars::JsonSchema)]
struct OfEvent {
    event: Uuid,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NoteList {
    /// What the organiser has entered.
    prompt: String,
    can_write: bool,
    items: Vec<NoteView>,
}

fn list_notes(ctx: &Ctx, Query(of): Query<OfEvent>) -> Result<Payload<NoteList>, Error> {
    // The platform answers only events of this plugin that the caller may see.
    let event = event::read(ctx, &of.event)?;
    Ok(Payload(NoteList {
        can_write: ctx.actor().account().is_some() && event.is_open(),
        items: store::latest(ctx, &of.event)?,
        prompt: event.form.prompt,
    }))
}

fn leave_note(ctx: &Ctx, Json(new): Json<NewNote>) -> Result<Created<NoteView>, Error> {
    let me = ctx.caller()?;
    let nickname = me.nickname()?.to_owned();
    let text = note::parse(&new.text)?;
    event::read(ctx, &new.event)?.require_open()?;
    let at = ctx.now();
    store::insert(ctx, &new.event, &me.id, &text, at)?;
    Ok(Created(NoteView { by: Some(nickname), text, at }))
}
