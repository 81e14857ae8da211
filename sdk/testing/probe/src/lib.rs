//! A guest for tests: runs a script of valid and invalid host calls, and returns the host's results.
//!
//! `POST /api/x/probe/run` takes `{"ops": [{"op": "sql_query", "statement": "select 1"}, …]}` and answers
//! `{"payload": {"results": [{"ok": …} | {"error": …}, …]}}`; the ops are listed in [`ops::Op`]. The service
//! `probe@1` runs the same scripts, so calls can be nested. It is never part of a release.

mod files;
mod hostile;
mod ledger_ops;
pub mod ops;
pub mod payment_ops;
mod perform;
mod resource;
pub mod room_ops;
mod rooms;
mod value;

use ops::{Flow, Script};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Payload, Request, Response, Route, json_response};
use witverse_sdk::{
    Ctx, Error, Event, Plugin, ServiceCall, Timer, localized, params, register, route,
};

/// The plugin `probe`.
#[derive(Debug)]
pub struct Probe;

impl Plugin for Probe {
    const ROUTES: &'static [Route] = &[
        route!(Post "/api/x/probe/run" => run),
        route!(Post "/api/x/probe/json" => echo),
        route!(Post "/api/x/probe/open" => echo),
        route!(Get "/api/x/probe/open" => open),
        route!(Get "/api/x/probe/things/{id}" => show),
        route!(Get "/api/x/probe/rooms/{room}" => show),
        route!(Get "/api/x/probe/seats" => show),
        route!(Post "/api/x/probe/seats" => show),
        // Of a package that an operator installs: paths are relative to the install.
        route!(Post "/run" => run),
        route!(Get "/open" => open),
    ];

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        let instructions: Instructions = event.json()?;
        follow(&instructions)?;
        note(ctx, &format!("event:{}", event.id), event.at.as_millis())
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        let instructions: Instructions = timer.json()?;
        follow(&instructions)?;
        let due = timer.due.as_millis();
        note(ctx, &format!("timer:{}:{due}", timer.key), due)
    }

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        if call.service == rooms::SERVICE {
            return rooms::answer(ctx, &call);
        }
        if call.service.ends_with(rooms::GAME) {
            return rooms::note_events(ctx, &call);
        }
        let script: Script = call.json()?;
        match ops::run(script.ops)? {
            Flow::Results(results) => ServiceCall::answer(&Results { results }),
            Flow::Answer(response) => Ok(response.body),
        }
    }
}

register!(Probe);

#[derive(Serialize)]
struct Results {
    results: Vec<serde_json::Value>,
}

fn run(_: &Ctx, Json(script): Json<Script>) -> Result<Response, Error> {
    match ops::run(script.ops)? {
        Flow::Results(results) => {
            json_response(200, &serde_json::json!({ "payload": Results { results } }))
        }
        Flow::Answer(response) => Ok(response),
    }
}

/// What an event or a timer may contain besides its own fields.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Instructions {
    /// Trap, before anything else.
    trap: bool,
    /// Return a problem.
    problem: bool,
    /// Run these ops first.
    ops: Vec<ops::Op>,
}

fn follow(instructions: &Instructions) -> Result<(), Error> {
    if instructions.trap {
        hostile::trap();
    }
    if instructions.problem {
        return Err(Error::new(
            409,
            "probe_told_so",
            localized("시키는 대로", "as told"),
        ));
    }
    ops::run(instructions.ops.clone()).map(drop)
}

/// Writes a row that a test can count.
fn note(ctx: &Ctx, v: &str, n: i64) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into note (id, v, n) values ($1, $2, $3)",
        &params![ctx.random().uuid(), v, n],
    )?;
    Ok(())
}

#[derive(Deserialize, schemars::JsonSchema)]
struct In {
    name: String,
    qty: u32,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Serialize)]
struct Out<'a> {
    hello: &'a str,
    qty2: u32,
    tags: &'a [String],
    rows: usize,
    method: &'a str,
}

/// The same work as the native handler of the benchmarks.
fn echo(_: &Ctx, Json(body): Json<In>) -> Result<Response, Error> {
    let out = Out {
        hello: &body.name,
        qty2: body.qty.wrapping_mul(2),
        tags: &body.tags,
        rows: 0,
        method: "POST",
    };
    json_response(200, &out)
}

fn open(_: &Ctx, (): ()) -> Result<Payload<serde_json::Value>, Error> {
    Ok(Payload(serde_json::json!({ "open": true })))
}

/// The request as received.
fn show(_: &Ctx, request: Request) -> Result<Payload<serde_json::Value>, Error> {
    Ok(Payload(serde_json::json!({
        "path": request.path,
        "route": request.route,
        "params": request.params,
        "query": request.query,
        "headers": request.headers,
        "bytes": request.body.len(),
    })))
}
