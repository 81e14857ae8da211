//! Data export: who learns where a person is, their friends, then their pending requests.

use crate::presence;
use crate::queries::{self, Direction, Newest};
use crate::relationship::Relationship;
use serde::Serialize;
use witverse_sdk::export::Part;
use witverse_sdk::page::{Page, Window};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, part};

pub(crate) const PARTS: &[Part] = &[
    part!("presence" => presence::chosen),
    part!("friends", 500 => friends),
    part!("requests-received", 500 => received),
    part!("requests-sent", 500 => sent),
];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    nickname: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    friends_since: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requested_at: Option<Timestamp>,
}

fn friends(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Page<Entry>, Error> {
    let rows = queries::friends(ctx, person, window)?;
    let page = window.page(rows, |friend| (friend.since.as_micros(), friend.id.clone()));
    let people = People::of(ctx, page.items.iter().map(|friend| &friend.id));
    Ok(page.map(|friend| Entry {
        nickname: people.get(&friend.id).map(|person| person.nickname),
        friends_since: Some(friend.since),
        requested_at: None,
    }))
}

fn received(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Page<Entry>, Error> {
    requests(ctx, person, Direction::Received, window)
}

fn sent(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Page<Entry>, Error> {
    requests(ctx, person, Direction::Sent, window)
}

fn requests(
    ctx: &Ctx,
    person: &Uuid,
    direction: Direction,
    window: &Window<Newest>,
) -> Result<Page<Entry>, Error> {
    let rows = queries::requests(ctx, person, direction, window)?;
    let key = |request: &Relationship| (request.requested_at.as_micros(), request.id.clone());
    let page = window.page(rows, key);
    let people = People::of(ctx, page.items.iter().map(|request| request.other(person)));
    Ok(page.map(|request| Entry {
        nickname: people
            .get(request.other(person))
            .map(|person| person.nickname),
        friends_since: None,
        requested_at: Some(request.requested_at),
    }))
}
