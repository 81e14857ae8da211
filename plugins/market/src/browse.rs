//! The market's lists: search, filters and orders. `browse_plan` decides how they are read.

use crate::browse_plan::{Filter, GATHERED_MAX, Plan, Sort};
use crate::item;
use crate::listing::Listing;
use crate::listing_store;
use crate::money::Price;
use crate::views::{self, ListingView};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::People;
use witverse_sdk::search::{CANDIDATES, SearchQuery};
use witverse_sdk::sql::Value;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BrowseQuery {
    /// Words of the item's name.
    q: Option<String>,
    collection: Option<Uuid>,
    world: Option<Uuid>,
    #[serde(rename = "type")]
    #[schemars(extend("enum" = ["audio", "block", "consumable", "gear", "pfp", "photo", "text", "video"]))]
    kind: Option<String>,
    /// Whole WIT.
    min_price: Option<u32>,
    /// Whole WIT.
    max_price: Option<u32>,
    /// Only items with open offers.
    #[serde(default)]
    has_offers: bool,
    #[serde(default)]
    sort: Sort,
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
}

impl BrowseQuery {
    fn filter(&self) -> Filter<'_> {
        Filter {
            collection: self.collection.as_ref(),
            world: self.world.as_ref(),
            kind: self.kind.as_deref(),
            min: self.min_price.map(|wit| i64::from(wit) * 100),
            max: self.max_price.map(|wit| i64::from(wit) * 100),
            has_offers: self.has_offers,
        }
    }
}

/// A page of the list.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Browsed {
    #[serde(flatten)]
    page: Page<ListingView>,
    /// How many listings, the newest of the rarest word, a search was limited to; null if it compared all of them.
    searched: Option<u32>,
}

/// Listings that can be bought, without those of people on either side of a block with the caller.
pub(crate) fn list(ctx: &Ctx, Query(query): Query<BrowseQuery>) -> Result<Payload<Browsed>, Error> {
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor.clone(),
    };
    let window: Window<TimeKey> = asked.window(page::USUAL)?;
    item::checked_type(query.kind.as_deref())?;
    let search = match query.q.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(text) => match SearchQuery::parse(text) {
            Some(search) => Some(search),
            None => {
                return Ok(Payload(Browsed {
                    page: window.page(Vec::new(), |_: &ListingView| no_key()),
                    searched: None,
                }));
            }
        },
    };
    let filter = query.filter();
    let plan = match &search {
        Some(search) => Plan::Searched(listing_store::TERMS.rarest_term(ctx, search)?),
        None => Plan::choose(&filter, query.sort, |counted| is_narrow(ctx, counted))?,
    };
    let searched = match &plan {
        Plan::Searched(term) if has_more(ctx, term)? => Some(CANDIDATES),
        _ => None,
    };
    let (statement, params) = plan.statement(
        &filter,
        query.sort,
        &window,
        ctx.now(),
        &ctx.users().blocks(),
    );
    let rows: Vec<Listing> = ctx.sql().query(&statement, &params)?.all()?;
    let is_short = rows.len() < window.fetch() as usize;
    let mut page = window.page(rows, |listing| query.sort.key(listing));
    if is_short && let Some((statement, params)) = plan.last_examined(&filter, query.sort, &window)
    {
        // The rows that one page may examine are used up; the list goes on after them.
        let last: Option<TimeKey> = if query.sort.is_by_price() {
            ctx.sql().optional(&statement, &params)?
        } else {
            let last: Option<(Timestamp, Uuid)> = ctx.sql().optional(&statement, &params)?;
            last.map(|(at, id)| (at.as_micros(), id))
        };
        page.next_cursor = last.map(|key| page::encode(&key));
    }
    let me = ctx.actor().account().cloned();
    let people = People::of(ctx, page.items.iter().map(|listing| &listing.seller));
    let page = page.filter_map(|listing| {
        let matches = search
            .as_ref()
            .is_none_or(|search| search.matches(&views::search_text(&listing.card)));
        matches.then(|| ListingView::of(listing, me.as_ref(), &people))
    });
    Ok(Payload(Browsed { page, searched }))
}

/// Whether more listings have a term than a search compares.
fn has_more(ctx: &Ctx, term: &str) -> Result<bool, Error> {
    const COUNT: &str =
        "select count(*) from (select 1 from listing_term x where x.term = $1 limit $2) counted";
    let (count,): (i64,) = ctx.sql().one(COUNT, &params![term, CANDIDATES + 1])?;
    Ok(count > i64::from(CANDIDATES))
}

fn no_key() -> TimeKey {
    (0, Uuid::nil())
}

/// Whether few enough listings match to read all of them.
fn is_narrow(ctx: &Ctx, (statement, params): (String, Vec<Value>)) -> Result<bool, Error> {
    let (count,): (i64,) = ctx.sql().one(&statement, &params)?;
    Ok(count <= i64::from(GATHERED_MAX))
}

/// The lowest price of a collection, and how many listings it has, counted up to `limit`.
pub(crate) fn floor(
    ctx: &Ctx,
    collection: &Uuid,
    limit: u32,
) -> Result<(Option<Price>, i64), Error> {
    // The halt is checked once, not for each listing: a halted collection has no rows that end the search early.
    const FLOOR: &str = "with trading as (select not exists (select 1 from collection \
         where id = $2 and halted_at is not null) as is_open) \
         select (select l.price from listing l where l.collection_id = $2 and l.status = 'open' and l.expires_at > $1 \
                 and (select is_open from trading) \
                 and not exists (select 1 from frozen_trader f where f.account_id = l.seller_id) order by l.price, l.id limit 1), \
                (select count(*) from (select 1 from listing l where l.collection_id = $2 and l.status = 'open' \
                 and l.expires_at > $1 and (select is_open from trading) \
                 and not exists (select 1 from frozen_trader f where f.account_id = l.seller_id) limit $3) counted)";
    let (price, listings): (Option<i64>, i64) = ctx
        .sql()
        .one(FLOOR, &params![ctx.now(), collection, limit])?;
    Ok((price.map(Price::stored), listings))
}
