//! `friends@1`: read-only queries about friendships, for other plugins.
//!
//! `between {a, b}` returns the relation of `a` to `b`; `search {userId, prefix, limit}` finds friends by nickname
//! prefix, in the order of nicknames; `list {userId, after, limit}` pages through all friends by id.

use crate::list_handlers::prefix_of;
use crate::queries;
use crate::relationship::Standing;
use serde::{Deserialize, Serialize};
use witverse_sdk::error::NOT_FOUND;
use witverse_sdk::{Ctx, Error, ServiceCall, Uuid};

const MOST: u32 = 100;

#[derive(Deserialize)]
struct Between {
    a: Uuid,
    b: Uuid,
}

#[derive(Serialize)]
struct State {
    state: Standing,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Search {
    user_id: Uuid,
    prefix: String,
    limit: u32,
}

#[derive(Serialize)]
struct Ids {
    ids: Vec<Uuid>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct List {
    user_id: Uuid,
    after: Option<Uuid>,
    limit: u32,
}

#[derive(Serialize)]
struct Part {
    ids: Vec<Uuid>,
    next: Option<Uuid>,
}

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    match (call.service.as_str(), call.method.as_str()) {
        ("friends@1", "between") => ServiceCall::answer(&between(ctx, &call.json()?)?),
        ("friends@1", "search") => ServiceCall::answer(&search(ctx, &call.json()?)?),
        ("friends@1", "list") => ServiceCall::answer(&list(ctx, &call.json()?)?),
        _ => Err(NOT_FOUND.into()),
    }
}

fn between(ctx: &Ctx, two: &Between) -> Result<State, Error> {
    let state = match two.a == two.b {
        true => Standing::None,
        false => queries::standing(ctx, &two.a, &two.b)?,
    };
    Ok(State { state })
}

fn search(ctx: &Ctx, search: &Search) -> Result<Ids, Error> {
    let limit = search.limit.clamp(1, MOST);
    let ids = match prefix_of(&search.prefix) {
        Some(prefix) => queries::friends_named(ctx, &search.user_id, &prefix, limit)?,
        None => Vec::new(),
    };
    Ok(Ids { ids })
}

fn list(ctx: &Ctx, list: &List) -> Result<Part, Error> {
    let limit = list.limit.clamp(1, MOST);
    let after = list.after.clone().unwrap_or_else(Uuid::nil);
    let mut friends = queries::friends_after(ctx, &list.user_id, &after, limit + 1)?;
    let more = friends.len() > limit as usize;
    friends.truncate(limit as usize);
    let ids: Vec<Uuid> = friends.into_iter().map(|friend| friend.id).collect();
    Ok(Part {
        next: ids.last().filter(|_| more).cloned(),
        ids,
    })
}
