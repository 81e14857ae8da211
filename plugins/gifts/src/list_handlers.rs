//! The handlers that only read: lists of gifts, one gift, and possible recipients.

use crate::problems::GIFT_NOT_FOUND;
use crate::services;
use crate::store::{self, Direction, Listed, Newest};
use crate::views::{GiftView, people_of};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Uuid};

/// Maximum number of search results.
const FOUND_MAX: u32 = 20;

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct ListQuery {
    /// Those that wait for an answer, those that have ended, or all.
    #[serde(default)]
    #[schemars(extend("default" = "all"))]
    status: Listed,
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
}

/// Gifts to the caller, newest first.
pub(crate) fn list_received(
    ctx: &Ctx,
    Query(query): Query<ListQuery>,
) -> Result<Payload<Page<GiftView>>, Error> {
    list(ctx, Direction::Received, query)
}

/// The caller's own gifts, newest first.
pub(crate) fn list_sent(
    ctx: &Ctx,
    Query(query): Query<ListQuery>,
) -> Result<Payload<Page<GiftView>>, Error> {
    list(ctx, Direction::Sent, query)
}

fn list(
    ctx: &Ctx,
    direction: Direction,
    query: ListQuery,
) -> Result<Payload<Page<GiftView>>, Error> {
    let me = ctx.caller()?;
    let listed = query.status;
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window = asked.window::<Newest>(page::USUAL)?;
    let rows = store::list(ctx, &me.id, direction, listed, &window)?;
    let total = store::total(ctx, &me.id, direction, listed)?;
    let page = window.counted_page(rows, total, |gift| {
        (gift.sent_at.as_micros(), gift.id.clone())
    });
    let people = People::of(ctx, people_of(&page.items));
    Ok(Payload(
        page.map(|gift| GiftView::of(gift, &me.id, &people)),
    ))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ById {
    airdrop_id: String,
}

/// A gift, for its sender and its recipient.
pub(crate) fn view_gift(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<GiftView>, Error> {
    let me = ctx.caller()?;
    let id = Uuid::parse(&by.airdrop_id).ok_or(GIFT_NOT_FOUND)?;
    let gift = store::by_id(ctx, &id)?
        .filter(|gift| [&gift.sender, &gift.recipient].contains(&&me.id))
        .ok_or(GIFT_NOT_FOUND)?;
    let people = People::of(ctx, people_of([&gift]));
    Ok(Payload(GiftView::of(gift, &me.id, &people)))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Search {
    /// How the nickname begins; nothing finds the first friends.
    search_data: String,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Found {
    items: Vec<PersonCard>,
}

/// Friends whose nickname begins with a text; an empty text matches all.
pub(crate) fn search_recipients(
    ctx: &Ctx,
    Json(search): Json<Search>,
) -> Result<Payload<Found>, Error> {
    let me = ctx.caller()?;
    let ids = services::friends_named(ctx, &me.id, &search.search_data, FOUND_MAX)?;
    let people = People::of(ctx, &ids);
    let items = ids.iter().filter_map(|id| people.get(id)).collect();
    Ok(Payload(Found { items }))
}
