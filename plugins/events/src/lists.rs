//! Handlers that read events: the list and the calendar, the caller's own events, requests, and the most attended meetups.

use crate::access::{self, OfEvent};
use crate::event::{Event, Kind};
use crate::place::Place;
use crate::place_store;
use crate::search::TERMS;
use crate::views::{EventCard, EventDetail, PlaceView, search_text};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::People;
use witverse_sdk::search::{CANDIDATES, SearchQuery};
use witverse_sdk::services::worlds::View;
use witverse_sdk::sql::Value;
use witverse_sdk::{Ctx, DAY_MS, Error, Timestamp, Uuid, params, select};

/// The longest event.
const LONGEST_MS: i64 = 7 * DAY_MS;
/// Running events of earlier pages by number, which are counted up to this: a statement returns at most 1,000 rows.
const COUNTED_ACROSS: u32 = 900;
/// The longest part of a calendar.
const CALENDAR_MS: i64 = 62 * DAY_MS;

/// Which events of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum When {
    /// Running ones and those to come, the earliest first.
    #[default]
    Upcoming,
    /// The latest first.
    Past,
    /// All that take place between `from` and `to`, for a calendar.
    Between,
}

/// The times of the events that one statement reads.
#[derive(Clone, Copy, Debug)]
enum Span {
    Upcoming,
    Past,
    /// Started before a time, and ends after it.
    Across(Timestamp),
    /// Starts between two times.
    Within(Timestamp, Timestamp),
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListQuery {
    q: Option<String>,
    /// multi: another name of meetup.
    r#type: Option<Kind>,
    /// An id or a name.
    world: Option<String>,
    block: Option<Uuid>,
    /// between: events that take place between from and to, first those that have started before.
    #[serde(default)]
    #[schemars(extend("default" = "upcoming"))]
    when: When,
    from: Option<Timestamp>,
    /// At most 62 days after from.
    to: Option<Timestamp>,
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
}

/// Events that are announced, without those of people on either side of a block with the caller.
pub(crate) fn list(
    ctx: &Ctx,
    Query(query): Query<ListQuery>,
) -> Result<Payload<Page<EventCard>>, Error> {
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor.clone(),
    };
    let window: Window<TimeKey> = asked.window(page::USUAL)?;
    let search = match query.q.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(text) => match SearchQuery::parse(text) {
            Some(search) => Some(search),
            None => {
                return Ok(Payload(window.page(Vec::new(), |_: &EventCard| no_key())));
            }
        },
    };
    let rows = read(ctx, &query, search.as_ref(), &window)?;
    let page = window.page(rows, |event| {
        (event.starts_at.as_micros(), event.id.clone())
    });
    let found = |event: &Event| {
        search
            .as_ref()
            .is_none_or(|search| search.matches(&search_text(event)))
    };
    Ok(Payload(cards(ctx, page, found)))
}

fn no_key() -> TimeKey {
    (0, Uuid::nil())
}

fn cards(ctx: &Ctx, page: Page<Event>, keep: impl Fn(&Event) -> bool) -> Page<EventCard> {
    let me = ctx.actor().account().cloned();
    let people = People::of(
        ctx,
        page.items
            .iter()
            .filter_map(|event| event.organiser.as_ref()),
    );
    let now = ctx.now();
    page.filter_map(|event| keep(&event).then(|| EventCard::of(&event, me.as_ref(), &people, now)))
}

/// The world with an id or a name, as `worlds@1` answers.
fn world_of(ctx: &Ctx, key: &str) -> Result<Option<Uuid>, Error> {
    let key = key.to_owned();
    let found = ctx.services().request(&View { key })?.world;
    Ok(found.map(|world| world.world_id))
}

fn read(
    ctx: &Ctx,
    query: &ListQuery,
    search: Option<&SearchQuery>,
    window: &Window<TimeKey>,
) -> Result<Vec<Event>, Error> {
    match query.when {
        When::Upcoming => read_span(ctx, query, search, (Span::Upcoming, window)),
        When::Past => read_span(ctx, query, search, (Span::Past, window)),
        When::Between => read_calendar(ctx, query, search, window),
    }
}

/// The events of a part of a calendar: first those that run at its beginning, then those that start in it. Each of the two is
/// a range of an index, so that a page costs the same with a million events.
fn read_calendar(
    ctx: &Ctx,
    query: &ListQuery,
    search: Option<&SearchQuery>,
    window: &Window<TimeKey>,
) -> Result<Vec<Event>, Error> {
    let from = query.from.unwrap_or(ctx.now());
    let latest = from.plus_millis(CALENDAR_MS);
    let to = query.to.unwrap_or(latest).min(latest);
    if to <= from {
        return Ok(Vec::new());
    }
    let within = Span::Within(from, to);
    let is_further = |(micros, _): &TimeKey| *micros >= from.as_micros();
    if window.after.as_ref().is_some_and(is_further) {
        return read_span(ctx, query, search, (within, window));
    }
    let across =
        |window: &Window<TimeKey>| read_span(ctx, query, search, (Span::Across(from), window));
    let mut rows = across(window)?;
    let missing = window
        .fetch()
        .saturating_sub(u32::try_from(rows.len()).unwrap_or(u32::MAX));
    if missing == 0 {
        return Ok(rows);
    }
    // A page by number skips the running events of the pages before it too.
    let offset = match rows.is_empty() && window.offset > 0 {
        true => {
            let before = across(&Window {
                offset: 0,
                limit: window.offset.min(COUNTED_ACROSS),
                ..window.clone()
            })?;
            window
                .offset
                .saturating_sub(u32::try_from(before.len()).unwrap_or(u32::MAX))
        }
        false => 0,
    };
    let rest = Window {
        after: None,
        offset,
        limit: missing - 1,
        ..window.clone()
    };
    rows.extend(read_span(ctx, query, search, (within, &rest))?);
    Ok(rows)
}

fn read_span(
    ctx: &Ctx,
    query: &ListQuery,
    search: Option<&SearchQuery>,
    (span, window): (Span, &Window<TimeKey>),
) -> Result<Vec<Event>, Error> {
    let now = ctx.now();
    // Built from constant parts: each combination is a statement with its own plan.
    let mut statement = select!(
        Event,
        "from event e where e.review in ('none', 'approved') and e.status <> 'cancelled'"
    )
    .to_owned();
    let mut params: Vec<Value> = params![window.fetch(), window.offset].to_vec();
    let mut also = |part: &str, value: Value| {
        params.push(value);
        statement.push_str(&part.replace('?', &format!("${}", params.len())));
    };
    match &query.world {
        Some(key) => {
            let Some(world) = world_of(ctx, key)? else {
                return Ok(Vec::new());
            };
            access::require(ctx, "viewEvents", &world)?;
            also(" and e.world_id = ?", (&world).into());
        }
        // A world can be closed later: its events are then left out by the column.
        None => also(" and e.is_public and ?", true.into()),
    }
    if let Some(search) = search {
        let term = TERMS.rarest_term(ctx, search)?;
        also(
            " and e.id in (select x.event_id from event_term x where x.term = ?",
            term.into(),
        );
        also(
            " order by x.starts_at desc, x.event_id desc limit ?)",
            CANDIDATES.into(),
        );
    }
    if let Some(kind) = query.r#type {
        also(" and e.kind = ?", kind.as_str().into());
    }
    if let Some(block) = &query.block {
        also(" and e.block_id = ?", block.into());
    }
    let is_descending = query.when == When::Past;
    match span {
        Span::Upcoming => {
            also(" and e.starts_at > ?", now.plus_millis(-LONGEST_MS).into());
            also(" and e.ends_at > ? and e.status = 'open'", now.into());
        }
        Span::Past => also(
            " and e.starts_at < ? and (e.status = 'ended' or e.ends_at <= ?)",
            now.into(),
        ),
        Span::Across(at) => {
            also(" and e.starts_at > ?", at.plus_millis(-LONGEST_MS).into());
            also(" and e.starts_at < ?", at.into());
            also(" and e.ends_at > ?", at.into());
        }
        Span::Within(from, to) => {
            also(" and e.starts_at >= ?", from.into());
            also(" and e.starts_at < ?", to.into());
        }
    }
    let blocks = ctx.users().blocks();
    if !blocks.is_empty() {
        also(
            " and not (coalesce(e.organiser_id = any(?), false))",
            blocks.into(),
        );
    }
    if let Some((micros, id)) = &window.after {
        let at = Timestamp::from_micros(*micros).min(Timestamp::LATEST);
        let (key, tie) = (params.len() + 1, params.len() + 2);
        params.extend([at.into(), id.into()]);
        let sign = if is_descending { '<' } else { '>' };
        statement.push_str(&format!(" and (e.starts_at, e.id) {sign} (${key}, ${tie})"));
    }
    let order = match is_descending {
        true => " order by e.starts_at desc, e.id desc",
        false => " order by e.starts_at, e.id",
    };
    statement.push_str(order);
    // A number of rows that is only bound counts as a tenth of the list when PostgreSQL prices a plan that it could keep. So it
    // plans again at each call, which takes longer than reading a page. The constant is the most that a page reads.
    if search.is_none() && window.offset == 0 {
        let most = page::USUAL.max_limit + 1;
        statement = format!("select * from ({statement} limit {most}) e{order}");
    }
    statement.push_str(" limit $1 offset $2");
    Ok(ctx.sql().query(&statement, &params)?.all()?)
}

/// An event with everything that its page shows.
pub(crate) fn detail(
    ctx: &Ctx,
    Params(of): Params<OfEvent>,
) -> Result<Payload<EventDetail>, Error> {
    let event = of.visible(ctx)?;
    Ok(Payload(EventDetail::of(ctx, event)?))
}

/// The caller's own events, the latest start first.
pub(crate) fn organised(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<EventCard>>, Error> {
    let me = ctx.caller()?;
    let window: Window<TimeKey> = query.window(page::USUAL)?;
    let rows = of_organiser(ctx, &me.id, &window)?;
    let page = window.page(rows, |event| {
        (event.starts_at.as_micros(), event.id.clone())
    });
    Ok(Payload(cards(ctx, page, |_| true)))
}

/// One page of the events of a person.
pub(crate) fn of_organiser(
    ctx: &Ctx,
    organiser: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<Event>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            Event,
            "from event e where e.organiser_id = $1 and (e.starts_at, e.id) < ($4, $5) order by e.starts_at \
             desc, e.id desc limit $2 offset $3"
        ),
        &params![organiser, window.fetch(), window.offset, before, &id],
    )?;
    Ok(rows.all()?)
}

/// A place with its event.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct JoinedEvent {
    event: EventCard,
    place: PlaceView,
}

/// Events that the caller has applied for, the latest application first.
pub(crate) fn joined(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<JoinedEvent>>, Error> {
    let me = ctx.caller()?;
    let window: Window<TimeKey> = query.window(page::USUAL)?;
    let rows = place_store::of_person(ctx, &me.id, &window)?;
    let page = window.page(rows, |place| {
        (place.joined_at.as_micros(), place.id.clone())
    });
    Ok(Payload(with_events(ctx, page)?))
}

/// Adds the events to a page of places.
pub(crate) fn with_events(ctx: &Ctx, page: Page<Place>) -> Result<Page<JoinedEvent>, Error> {
    let ids: Vec<Uuid> = page.items.iter().map(|place| place.event.clone()).collect();
    let events: Vec<Event> = ctx
        .sql()
        .query(
            select!(Event, "from event e where e.id = any($1::uuid[])"),
            &params![ids],
        )?
        .all()?;
    let people = People::of(ctx, events.iter().filter_map(|one| one.organiser.as_ref()));
    let me = ctx.actor().account().cloned();
    let now = ctx.now();
    Ok(page.filter_map(|place| {
        let event = events.iter().find(|event| event.id == place.event)?;
        Some(JoinedEvent {
            event: EventCard::of(event, me.as_ref(), &people, now),
            place: PlaceView::plain(event, place, now),
        })
    }))
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct RequestQuery {
    /// An id or a name.
    world: String,
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
}

/// Events that wait for the administrators of a world, the oldest first.
pub(crate) fn requests(
    ctx: &Ctx,
    Query(query): Query<RequestQuery>,
) -> Result<Payload<Page<EventCard>>, Error> {
    ctx.caller()?;
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window: Window<TimeKey> = asked.window(page::USUAL)?;
    let world = world_of(ctx, &query.world)?.ok_or(crate::problems::WORLD_NOT_FOUND)?;
    access::require(ctx, "reviewEvents", &world)?;
    let (after, id) = match &window.after {
        Some((micros, id)) => (
            Timestamp::from_micros(*micros).min(Timestamp::LATEST),
            id.clone(),
        ),
        None => (Timestamp::from_millis(0), Uuid::nil()),
    };
    let rows: Vec<Event> = ctx
        .sql()
        .query(
            select!(
                Event,
                "from event e where e.world_id = $1 and e.review = 'pending' and e.status = 'open' and \
                 e.starts_at > $6 and (e.created_at, e.id) > ($4, $5) order by e.created_at, e.id limit $2 \
                 offset $3"
            ),
            &params![
                &world,
                window.fetch(),
                window.offset,
                after,
                &id,
                ctx.now()
            ],
        )?
        .all()?;
    let page = window.page(rows, |event| {
        (event.created_at.as_micros(), event.id.clone())
    });
    Ok(Payload(cards(ctx, page, |_| true)))
}

/// The sort key of the most attended meetups.
#[derive(Serialize, Deserialize)]
struct AttendedKey(i64, i64, Uuid);

/// The most attended meetups.
pub(crate) fn meetup_ranking(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<EventCard>>, Error> {
    let window: Window<AttendedKey> = query.window(page::USUAL)?;
    let (attended, at, id) = match &window.after {
        Some(AttendedKey(attended, micros, id)) => (
            *attended,
            Timestamp::from_micros(*micros).min(Timestamp::LATEST),
            id.clone(),
        ),
        None => (i64::MAX, Timestamp::LATEST, Uuid::nil()),
    };
    let rows: Vec<Event> = ctx
        .sql()
        .query(
            select!(
                Event,
                "from event e where e.is_public and e.kind = 'meetup' and e.attended > 0 and (e.attended, \
                 e.starts_at, e.id) < ($3, $4, $5) and not coalesce(e.organiser_id = any($6::uuid[]), false) \
                 order by e.attended desc, e.starts_at desc, e.id desc limit $1 offset $2"
            ),
            &params![
                window.fetch(),
                window.offset,
                attended,
                at,
                &id,
                ctx.users().blocks()
            ],
        )?
        .all()?;
    let page = window.page(rows, |event| {
        AttendedKey(
            event.attended,
            event.starts_at.as_micros(),
            event.id.clone(),
        )
    });
    Ok(Payload(cards(ctx, page, |_| true)))
}
