//! The search box's source of people, by the beginning of their nickname.

use crate::list_handlers::prefix_of;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::people::PersonCard;
use witverse_sdk::search::{Found, RESULTS, Results, SearchText};
use witverse_sdk::{Ctx, Error};

/// People whose nickname begins with a text, without people on either side of a block with the caller.
pub(crate) fn find_people(
    ctx: &Ctx,
    Query(search): Query<SearchText>,
) -> Result<Payload<Results>, Error> {
    let typed = search.q.trim();
    let named = typed.strip_prefix('@').unwrap_or(typed);
    let Some(prefix) = prefix_of(named).filter(|prefix| !prefix.is_empty()) else {
        return Ok(Payload(Results::default()));
    };
    let limit = u32::try_from(RESULTS).unwrap_or(u32::MAX);
    let people = ctx.users().search(&prefix, limit).into_iter();
    let items = people.map(PersonCard::from).map(|person| Found {
        link: format!("/user/{}", person.user_id),
        id: person.user_id.to_string(),
        title: person.nickname,
        text: Text::default(),
        image: person.thumbnail,
        at: None,
    });
    Ok(Payload(Results {
        items: items.collect(),
    }))
}
