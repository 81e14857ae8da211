//! A board: people leave a line, everybody in the world reads the latest ones.
//!
//! One call is one transaction: returning `Ok` commits it, returning an error rolls it back.

mod line;
mod store;

use line::{LineView, NewLine};
use serde::Serialize;
use witverse_sdk::http::{Created, Json, Payload, Route};
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, Uuid, register, route};

struct Board;

impl Plugin for Board {
    const ROUTES: &'static [Route] = &[
        route!(Get "/lines" => list_lines),
        route!(Post "/lines" => leave_line),
    ];

    /// Deletes the lines of a deleted account.
    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        store::delete_of(ctx, &event.json::<witverse_sdk::kernel_events::Erased>()?.user_id)
    }

    /// What a person gets who asks for their data.
    fn export_data(ctx: &Ctx, person: Uuid, _: Option<String>) -> Result<DataPage, Error> {
        DataPage::json("lines.json", &store::texts_of(ctx, &person)?)
    }
}

register!(Board);

#[derive(Serialize)]
struct LineList {
    items: Vec<LineView>,
}

fn list_lines(ctx: &Ctx, (): ()) -> Result<Payload<LineList>, Error> {
    let items = store::latest(ctx)?;
    Ok(Payload(LineList { items }))
}

fn leave_line(ctx: &Ctx, Json(new): Json<NewLine>) -> Result<Created<LineView>, Error> {
    let me = ctx.caller()?;
    let nickname = me.nickname()?.to_owned();
    let text = line::parse(&new.text)?;
    let at = ctx.now();
    store::insert(ctx, &me.id, &text, at)?;
    Ok(Created(LineView { by: Some(nickname), text, at }))
}
