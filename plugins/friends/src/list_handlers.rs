//! Handlers that only read: friends, requests, the relation to a person, and suggestions.

use crate::problems::USER_NOT_FOUND;
use crate::queries::{self, Counters, Direction, Newest};
use crate::relationship::{Relationship, Standing};
use crate::store;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use witverse_sdk::http::{Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::services::worlds::FellowsOf;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

/// Maximum number of search results.
const FOUND_MAX: u32 = 20;
/// How many people are requested from the kernel: its result includes friends, which are listed separately.
const SEARCHED: u32 = 50;
const SUGGESTED: u32 = 10;
const SUGGESTED_MAX: u32 = 20;
/// How many members of a world are examined for suggestions.
const CANDIDATES: u32 = 100;

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct FriendView {
    #[serde(flatten)]
    person: PersonCard,
    since: Timestamp,
}

/// The caller's friends, newest friendship first.
pub(crate) fn list_friends(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<FriendView>>, Error> {
    let me = ctx.caller()?;
    let window = query.window::<Newest>(page::USUAL)?;
    let rows = queries::friends(ctx, &me.id, &window)?;
    let total = queries::counters(ctx, &me.id)?.friends;
    let page = window.counted_page(rows, total.into(), |friend| {
        (friend.since.as_micros(), friend.id.clone())
    });
    let people = People::of(ctx, page.items.iter().map(|friend| &friend.id));
    Ok(Payload(shown(page, |friend| {
        Some(FriendView {
            person: people.get(&friend.id)?,
            since: friend.since,
        })
    })))
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct RequestsQuery {
    /// Requests to the caller, or the caller's own.
    #[serde(default)]
    direction: Direction,
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestView {
    relationship_id: Uuid,
    direction: Direction,
    /// The other one.
    person: PersonCard,
    requested_at: Timestamp,
    /// 0: it waits for an answer.
    #[schemars(extend("enum" = [0]))]
    status: u8,
}

/// Pending requests, newest first.
pub(crate) fn list_requests(
    ctx: &Ctx,
    Query(query): Query<RequestsQuery>,
) -> Result<Payload<Page<RequestView>>, Error> {
    let me = ctx.caller()?;
    let direction = query.direction;
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window = asked.window::<Newest>(page::USUAL)?;
    let rows = queries::requests(ctx, &me.id, direction, &window)?;
    let counters = queries::counters(ctx, &me.id)?;
    let total = match direction {
        Direction::Received => counters.received,
        Direction::Sent => counters.sent,
    };
    let page = window.counted_page(rows, total.into(), |request| {
        (request.requested_at.as_micros(), request.id.clone())
    });
    let people = People::of(ctx, page.items.iter().map(|request| request.other(&me.id)));
    Ok(Payload(shown(page, |request| {
        Some(RequestView {
            person: people.get(request.other(&me.id))?,
            relationship_id: request.id,
            direction,
            requested_at: request.requested_at,
            status: request.status.number(),
        })
    })))
}

/// The page without requests of erased accounts; an event will remove those requests.
fn shown<T, U>(page: Page<T>, view: impl FnMut(T) -> Option<U>) -> Page<U> {
    let page = page.map(view);
    Page {
        items: page.items.into_iter().flatten().collect(),
        page: page.page,
        limit: page.limit,
        total: page.total,
        next_cursor: page.next_cursor,
    }
}

#[derive(Deserialize)]
pub(crate) struct With {
    nickname: String,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StandingView {
    person: PersonCard,
    state: Standing,
    /// Where something has begun.
    relationship_id: Option<Uuid>,
}

/// The caller's relationship to a person.
pub(crate) fn view_relationship(
    ctx: &Ctx,
    Params(with): Params<With>,
) -> Result<Payload<StandingView>, Error> {
    let me = ctx.caller()?;
    let profile = ctx.users().find_by_nickname(&with.nickname);
    let person = PersonCard::from(profile.ok_or(USER_NOT_FOUND)?);
    if person.user_id == me.id {
        return Ok(Payload(StandingView {
            person,
            state: Standing::Oneself,
            relationship_id: None,
        }));
    }
    if ctx.users().blocked_between(&me.id, &person.user_id) {
        return Err(USER_NOT_FOUND.into());
    }
    let known = store::between(ctx, &me.id, &person.user_id)?;
    let state = known
        .as_ref()
        .map_or(Standing::None, |known| known.standing(&me.id));
    let relationship_id = known
        .filter(|_| state != Standing::None)
        .map(|known| known.id);
    Ok(Payload(StandingView {
        person,
        state,
        relationship_id,
    }))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Search {
    /// How the nickname begins.
    search_data: String,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Items<T> {
    items: Vec<T>,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct FoundPerson {
    #[serde(flatten)]
    person: PersonCard,
    state: Standing,
}

/// The search prefix in lower case; `None` if no nickname can begin with it.
pub(crate) fn prefix_of(text: &str) -> Option<String> {
    let prefix = text.trim().to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    (prefix.len() <= 12 && prefix.chars().all(plain)).then_some(prefix)
}

/// People whose nickname begins with a text: friends first, then other people.
pub(crate) fn search_people(
    ctx: &Ctx,
    Json(search): Json<Search>,
) -> Result<Payload<Items<FoundPerson>>, Error> {
    let me = ctx.caller()?;
    let Some(prefix) = prefix_of(&search.search_data).filter(|prefix| !prefix.is_empty()) else {
        return Ok(Payload(Items { items: Vec::new() }));
    };
    let friends = queries::friends_named(ctx, &me.id, &prefix, FOUND_MAX)?;
    let people = People::of(ctx, &friends);
    let mut found: Vec<FoundPerson> = friends
        .iter()
        .filter_map(|id| people.get(id))
        .map(|person| FoundPerson {
            person,
            state: Standing::Friends,
        })
        .collect();
    let room = (FOUND_MAX as usize).saturating_sub(found.len());
    if room > 0 {
        found.extend(strangers(ctx, &me.id, &prefix, room)?);
    }
    Ok(Payload(Items { items: found }))
}

/// People who are not friends and whose nickname begins with the prefix, each with the relation to `me`. The kernel
/// excludes `me` and people with a block in either direction.
fn strangers(ctx: &Ctx, me: &Uuid, prefix: &str, room: usize) -> Result<Vec<FoundPerson>, Error> {
    let people: Vec<PersonCard> = ctx
        .users()
        .search(prefix, SEARCHED)
        .into_iter()
        .map(PersonCard::from)
        .collect();
    let states = standings(ctx, me, people.iter().map(|person| &person.user_id))?;
    let state = |person: &PersonCard| states.get(&person.user_id).copied();
    Ok(people
        .into_iter()
        .map(|person| FoundPerson {
            state: state(&person).unwrap_or(Standing::None),
            person,
        })
        .filter(|found| found.state != Standing::Friends)
        .take(room)
        .collect())
}

/// The relation of `me` to each of `others`, where one exists.
fn standings<'a>(
    ctx: &Ctx,
    me: &Uuid,
    others: impl Iterator<Item = &'a Uuid>,
) -> Result<HashMap<Uuid, Standing>, Error> {
    let others: Vec<Uuid> = others.cloned().collect();
    if others.is_empty() {
        return Ok(HashMap::new());
    }
    let known = store::among(ctx, me, &others)?;
    let standing = |known: &Relationship| (known.other(me).clone(), known.standing(me));
    Ok(known.iter().map(standing).collect())
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct SuggestionsQuery {
    #[schemars(range(min = 1, max = 20), extend("default" = 10))]
    limit: Option<u32>,
}

/// People of the caller's world without a relation to the caller.
pub(crate) fn suggest_people(
    ctx: &Ctx,
    Query(query): Query<SuggestionsQuery>,
) -> Result<Payload<Items<PersonCard>>, Error> {
    let me = ctx.caller()?;
    let limit = query.limit.unwrap_or(SUGGESTED);
    if limit == 0 || limit > SUGGESTED_MAX {
        return Err(Error::field(
            "limit",
            format!("1~{SUGGESTED_MAX} 사이의 값이어야 합니다."),
            format!("This must be between 1 and {SUGGESTED_MAX}."),
        ));
    }
    let fellows = fellows_of(ctx, &me.id)?;
    let begun: Vec<Uuid> = match fellows.is_empty() {
        true => Vec::new(),
        false => store::among(ctx, &me.id, &fellows)?
            .iter()
            .map(|known| known.other(&me.id).clone())
            .collect(),
    };
    let strangers: Vec<(&Uuid, &Uuid)> = fellows
        .iter()
        .filter(|id| **id != me.id && !begun.contains(id))
        .take(CANDIDATES as usize)
        .map(|id| (&me.id, id))
        .collect();
    let items = ctx
        .users()
        .pairs(&strangers)
        .into_iter()
        .filter(|pair| !pair.blocked)
        .filter_map(|pair| pair.b)
        .map(PersonCard::from)
        .take(limit as usize)
        .collect();
    Ok(Payload(Items { items }))
}

/// The newest members of a person's world; empty without the plugin `worlds`.
fn fellows_of(ctx: &Ctx, account: &Uuid) -> Result<Vec<Uuid>, Error> {
    let of = FellowsOf {
        user_id: account.clone(),
        limit: CANDIDATES,
    };
    let fellows = ctx.services().request_optional(&of)?;
    Ok(fellows.unwrap_or_default().ids)
}

/// The caller's numbers of friends and pending requests.
pub(crate) fn view_summary(ctx: &Ctx, (): ()) -> Result<Payload<Counters>, Error> {
    let me = ctx.caller()?;
    Ok(Payload(queries::counters(ctx, &me.id)?))
}

#[cfg(test)]
mod tests {
    use super::prefix_of;

    #[test]
    fn only_valid_nickname_prefixes_are_searched() {
        let check = |text: &str, expect: Option<&str>| {
            assert_eq!(prefix_of(text).as_deref(), expect, "{text:?}");
        };
        check(" Mi_1 ", Some("mi_1"));
        check("", Some(""));
        check("민", None);
        check("a%", None);
        check("a~", None);
        check("abcdefghijklm", None);
    }
}
