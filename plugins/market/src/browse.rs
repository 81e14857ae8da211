//! The market's lists: search, filters and orders. Each order has an index for each filter; further filters are checked
//! on the rows in that order.

use crate::listing::Listing;
use crate::listing_store::{listing_where, tradable};
use crate::money::Price;
use crate::views::{self, ListingView};
use serde::Deserialize;
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::People;
use witverse_sdk::search::{CANDIDATES, SearchQuery};
use witverse_sdk::sql::Value;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// Chooses the rarest term of a search.
const RAREST_TERM: &str = "select t.term from unnest($1::text[]) t (term) cross join lateral ( \
     select count(*) as listings from (select 1 from listing_term x where x.term = t.term limit $2) y) n \
     order by n.listings, t.term limit 1";

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sort {
    /// Listed last, first.
    #[default]
    Newest,
    /// The lowest price first.
    Cheapest,
    /// The highest price first.
    Dearest,
    /// Ends soonest first.
    Ending,
}

impl Sort {
    /// The condition of rows after a key, and the order. `$k` and `$i` are replaced by parameters.
    const fn statement(self) -> (&'static str, &'static str) {
        match self {
            Self::Newest => (
                " and (l.created_at, l.id) < ($k, $i)",
                " order by l.created_at desc, l.id desc",
            ),
            Self::Cheapest => (" and (l.price, l.id) > ($k, $i)", " order by l.price, l.id"),
            Self::Dearest => (
                " and (l.price, l.id) < ($k, $i)",
                " order by l.price desc, l.id desc",
            ),
            Self::Ending => (
                " and (l.expires_at, l.id) > ($k, $i)",
                " order by l.expires_at, l.id",
            ),
        }
    }

    fn key(self, listing: &Listing) -> TimeKey {
        let first = match self {
            Self::Newest => listing.created_at.as_micros(),
            Self::Cheapest | Self::Dearest => listing.price.to_stored(),
            Self::Ending => listing.expires_at.as_micros(),
        };
        (first, listing.id.clone())
    }

    fn value(self, key: i64) -> Value {
        match self {
            Self::Newest | Self::Ending => {
                Timestamp::from_micros(key).min(Timestamp::LATEST).into()
            }
            Self::Cheapest | Self::Dearest => key.into(),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BrowseQuery {
    q: Option<String>,
    collection: Option<Uuid>,
    world: Option<Uuid>,
    #[serde(rename = "type")]
    kind: Option<String>,
    /// Whole WIT.
    min_price: Option<u32>,
    max_price: Option<u32>,
    #[serde(default)]
    has_offers: bool,
    #[serde(default)]
    sort: Sort,
    page: Option<u32>,
    limit: Option<u32>,
    cursor: Option<String>,
}

/// Listings that can be bought, without those of people on either side of a block with the caller.
pub(crate) fn list(
    ctx: &Ctx,
    Query(query): Query<BrowseQuery>,
) -> Result<Payload<Page<ListingView>>, Error> {
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
                return Ok(Payload(
                    window.page(Vec::new(), 0, |_: &ListingView| no_key()),
                ));
            }
        },
    };
    let rows = read(ctx, &query, search.as_ref(), &window)?;
    let page = window.page(rows, 0, |listing| query.sort.key(listing));
    let me = ctx.actor().account().cloned();
    let people = People::of(ctx, page.items.iter().map(|listing| &listing.seller));
    Ok(Payload(page.filter_map(|listing| {
        let matches = search
            .as_ref()
            .is_none_or(|search| search.matches(&views::search_text(&listing.card)));
        matches.then(|| ListingView::of(listing, me.as_ref(), &people))
    })))
}

fn no_key() -> TimeKey {
    (0, Uuid::nil())
}

fn read(
    ctx: &Ctx,
    query: &BrowseQuery,
    search: Option<&SearchQuery>,
    window: &Window<TimeKey>,
) -> Result<Vec<Listing>, Error> {
    // Built from constant parts: each combination is a statement with its own plan.
    let mut statement = listing_where!("").to_owned() + tradable!();
    let mut params: Vec<Value> = params![ctx.now(), window.fetch(), window.offset].to_vec();
    let mut also = |part: &str, value: Value| {
        params.push(value);
        statement.push_str(&part.replace('?', &format!("${}", params.len())));
    };
    if let Some(search) = search {
        let term = search.rarest_term(ctx, RAREST_TERM)?;
        also(
            " and l.id in (select x.listing_id from listing_term x where x.term = ?",
            term.into(),
        );
        also(
            " order by x.listed_at desc, x.listing_id desc limit ?)",
            CANDIDATES.into(),
        );
    }
    if let Some(collection) = &query.collection {
        also(" and l.collection_id = ?", collection.into());
    }
    if let Some(world) = &query.world {
        also(" and l.world_id = ?", world.into());
    }
    if let Some(kind) = &query.kind {
        also(" and l.item_type = ?", kind.into());
    }
    if let Some(wit) = query.min_price {
        also(" and l.price >= ?", (i64::from(wit) * 100).into());
    }
    if let Some(wit) = query.max_price {
        also(" and l.price <= ?", (i64::from(wit) * 100).into());
    }
    let blocks = ctx.users().blocks();
    if !blocks.is_empty() {
        also(" and not (l.seller_id = any(?))", blocks.into());
    }
    let (after, order) = query.sort.statement();
    if let Some((key, id)) = &window.after {
        let (key, id) = (query.sort.value(*key), Value::from(id));
        let (place, next) = (params.len() + 1, params.len() + 2);
        params.extend([key, id]);
        let after = after.replace("$k", &format!("${place}"));
        statement.push_str(&after.replace("$i", &format!("${next}")));
    }
    if query.has_offers {
        statement.push_str(" and l.has_offers");
    }
    statement.push_str(order);
    statement.push_str(" limit $2 offset $3");
    Ok(ctx.sql().query(&statement, &params)?.all()?)
}

/// The lowest price of a collection, and how many listings it has, counted up to `limit`.
pub(crate) fn floor(
    ctx: &Ctx,
    collection: &Uuid,
    limit: u32,
) -> Result<(Option<Price>, i64), Error> {
    const FLOOR: &str = concat!(
        "select (select l.price from listing l where l.collection_id = $2 and ",
        tradable!(),
        " order by l.price, l.id limit 1), (select count(*) from (select 1 from listing l where l.collection_id = $2 and ",
        tradable!(),
        " limit $3) counted)"
    );
    let (price, listings): (Option<i64>, i64) = ctx
        .sql()
        .one(FLOOR, &params![ctx.now(), collection, limit])?;
    Ok((price.map(Price::stored), listings))
}
