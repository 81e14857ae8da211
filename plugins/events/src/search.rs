//! The source of the search box: announced events by their titles, those to come first.
//!
//! A search reads a bounded number of rows: the events with its rarest term that start last.

use crate::event::{Event, Phase};
use crate::notices::korean_time;
use crate::views::search_text;
use witverse_sdk::ctx::{Language, Text};
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::search::{CANDIDATES, Found, Results, SearchQuery, SearchText, TermIndex};
use witverse_sdk::{Ctx, Error, Timestamp, params, select, term_index};

pub(crate) const TERMS: TermIndex = term_index!("event_term", "event_id", "starts_at");

/// The events of public worlds that have everything that is searched for.
pub(crate) fn search_events(
    ctx: &Ctx,
    Query(search): Query<SearchText>,
) -> Result<Payload<Results>, Error> {
    let Some(query) = SearchQuery::parse(&search.q) else {
        return Ok(Payload(Results::default()));
    };
    let term = TERMS.rarest_term(ctx, &query)?;
    let mut events: Vec<Event> = ctx
        .sql()
        .query(
            select!(
                Event,
                "from event e where e.is_public and e.review in ('none', 'approved') and e.status <> 'cancelled' \
                 and e.id in (select x.event_id from event_term x where x.term = $1 order by x.starts_at desc, \
                 x.event_id desc limit $2)"
            ),
            &params![term, CANDIDATES],
        )?
        .all()?;
    let (now, blocks) = (ctx.now(), ctx.users().blocks());
    events.retain(|event| {
        let is_blocked = event
            .organiser
            .as_ref()
            .is_some_and(|id| blocks.contains(id));
        !is_blocked && query.matches(&search_text(event))
    });
    events.sort_by_key(|event| rank(event, now));
    let items = events.iter().map(|event| found(event, ctx.language()));
    Ok(Payload(Results::first_of(items)))
}

/// Events that are not over come first, the earliest one at the top; then past ones, the latest at the top.
fn rank(event: &Event, now: Timestamp) -> (bool, i64) {
    let at = event.starts_at.as_millis();
    match event.phase(now) {
        Phase::Pre | Phase::In => (false, at),
        _ => (true, -at),
    }
}

fn found(event: &Event, language: Language) -> Found {
    let (at, world) = (korean_time(event.starts_at), &event.world_name);
    Found {
        id: event.id.to_string(),
        title: event.title.of(language).to_owned(),
        text: Text::new(
            format!("{at} (KST) · {world}"),
            format!("{at} KST · {world}"),
        ),
        image: event.image_url.clone(),
        at: None,
        link: format!("/event/{}", event.id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::tests::{at, event};

    #[test]
    fn events_to_come_are_first_by_their_start_and_past_ones_follow() {
        let starting = |after_ms: i64| Event {
            starts_at: at(after_ms),
            ends_at: at(after_ms + 10),
            ..event()
        };
        let mut events = [starting(-900), starting(500), starting(-100), starting(200)];
        events.sort_by_key(|event| rank(event, at(0)));
        let starts = events.map(|event| event.starts_at.as_millis() - at(0).as_millis());
        assert_eq!(starts, [200, 500, -100, -900]);
    }
}
