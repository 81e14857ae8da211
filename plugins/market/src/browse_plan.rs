//! How a list of the market is read: every page examines a bounded number of rows, whatever is filtered and however many
//! listings there are.
//!
//! A list is walked in the order of an index that also has its first filter; further filters are checked on the way. After
//! [`EXAMINED_MAX`] rows the page ends, perhaps with few items, and its cursor continues there. If few listings have the
//! price and the first filter, all of them are read and sorted instead, and a search reads the listings of its rarest term.

use crate::listing::Listing;
use crate::listing_store::TRADABLE;
use serde::{Deserialize, Serialize};
use witverse_sdk::page::{TimeKey, Window};
use witverse_sdk::search::CANDIDATES;
use witverse_sdk::sql::Value;
use witverse_sdk::{Error, Timestamp, Uuid, params, select, sql_text};

/// The rows that a page examines at most, besides those that it shows or skips.
pub(crate) const EXAMINED_MAX: u32 = 3_000;
/// So many listings or fewer are read as a whole.
pub(crate) const GATHERED_MAX: u32 = 2_000;

/// The order of the list.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
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
    const ALL: [Self; 4] = [Self::Newest, Self::Cheapest, Self::Dearest, Self::Ending];

    /// The text that is stored and sent.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Cheapest => "cheapest",
            Self::Dearest => "dearest",
            Self::Ending => "ending",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }

    pub(crate) fn key(self, listing: &Listing) -> TimeKey {
        let first = match self {
            Self::Newest => listing.created_at.as_micros(),
            Self::Cheapest | Self::Dearest => listing.price.to_stored(),
            Self::Ending => listing.expires_at.as_micros(),
        };
        (first, listing.id.clone())
    }

    const fn column(self) -> &'static str {
        match self {
            Self::Newest => "created_at",
            Self::Cheapest | Self::Dearest => "price",
            Self::Ending => "expires_at",
        }
    }

    const fn is_descending(self) -> bool {
        matches!(self, Self::Newest | Self::Dearest)
    }

    pub(crate) const fn is_by_price(self) -> bool {
        matches!(self, Self::Cheapest | Self::Dearest)
    }

    /// Whether an index in this order begins with a filter.
    fn has_index_with(self, first: First) -> bool {
        self != Self::Ending || matches!(first, First::Collection | First::None)
    }

    fn order(self, row: char) -> String {
        let way = if self.is_descending() { " desc" } else { "" };
        format!(" order by {row}.{}{way}, {row}.id{way}", self.column())
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

/// What is filtered besides a search. Prices are hundredths of a WIT.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Filter<'a> {
    pub(crate) collection: Option<&'a Uuid>,
    pub(crate) world: Option<&'a Uuid>,
    pub(crate) kind: Option<&'a str>,
    pub(crate) min: Option<i64>,
    pub(crate) max: Option<i64>,
    pub(crate) has_offers: bool,
}

/// The filter that the index of a list begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    Collection,
    World,
    Kind,
    Offers,
    None,
}

/// How a list is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// The newest listings of a search term.
    Searched(String),
    /// All listings of the first filter and the price.
    Gathered,
    /// An index in the order of the list.
    Walked,
}

impl Filter<'_> {
    fn first(&self) -> First {
        if self.collection.is_some() {
            First::Collection
        } else if self.world.is_some() {
            First::World
        } else if self.kind.is_some() {
            First::Kind
        } else if self.has_offers {
            First::Offers
        } else {
            First::None
        }
    }

    const fn has_price(&self) -> bool {
        self.min.is_some() || self.max.is_some()
    }

    fn collect(&self, parts: &mut Parts, row: char, is_wanted: impl Fn(First) -> bool) {
        if let Some(collection) = self.collection.filter(|_| is_wanted(First::Collection)) {
            parts.also(&format!(" and {row}.collection_id = ?"), collection.into());
        }
        if let Some(world) = self.world.filter(|_| is_wanted(First::World)) {
            parts.also(&format!(" and {row}.world_id = ?"), world.into());
        }
        if let Some(kind) = self.kind.filter(|_| is_wanted(First::Kind)) {
            parts.also(&format!(" and {row}.item_type = ?"), kind.into());
        }
        if self.has_offers && is_wanted(First::Offers) {
            parts.text.push_str(&format!(" and {row}.has_offers"));
        }
    }

    fn price(&self, parts: &mut Parts, row: char) {
        if let Some(min) = self.min {
            parts.also(&format!(" and {row}.price >= ?"), min.into());
        }
        if let Some(max) = self.max {
            parts.also(&format!(" and {row}.price <= ?"), max.into());
        }
    }
}

/// A statement of constant parts with bound values: each combination is a statement with its own plan.
struct Parts {
    text: String,
    params: Vec<Value>,
}

impl Parts {
    /// Appends a part whose `?` is the value.
    fn also(&mut self, part: &str, value: Value) {
        self.params.push(value);
        let place = format!("${}", self.params.len());
        self.text.push_str(&part.replace('?', &place));
    }

    /// Rows after the cursor.
    fn after(&mut self, sort: Sort, row: char, window: &Window<TimeKey>) {
        let Some((key, id)) = &window.after else {
            return;
        };
        let way = if sort.is_descending() { '<' } else { '>' };
        let part = format!(" and ({row}.{}, {row}.id) {way} (?, ", sort.column());
        self.also(&part, sort.value(*key));
        self.also("?)", id.into());
    }
}

/// A walk in the order of the list: the index has the first filter, and the price if it is the order.
fn walk(parts: &mut Parts, filter: &Filter<'_>, sort: Sort, window: &Window<TimeKey>) {
    parts.text.push_str("listing w where w.status = 'open'");
    let first = filter.first();
    if sort.has_index_with(first) {
        filter.collect(parts, 'w', |one| one == first);
    }
    if sort.is_by_price() {
        filter.price(parts, 'w');
    }
    parts.after(sort, 'w', window);
    parts.text.push_str(&sort.order('w'));
}

const fn examined(window: &Window<TimeKey>) -> u32 {
    EXAMINED_MAX + window.offset + window.limit
}

impl Plan {
    /// The plan of a list without a search. `is_narrow` runs a counting statement.
    pub(crate) fn choose(
        filter: &Filter<'_>,
        sort: Sort,
        is_narrow: impl FnOnce((String, Vec<Value>)) -> Result<bool, Error>,
    ) -> Result<Self, Error> {
        let has_index = match sort {
            Sort::Cheapest | Sort::Dearest => true,
            Sort::Newest => !filter.has_price(),
            Sort::Ending => !filter.has_price() && sort.has_index_with(filter.first()),
        };
        if has_index {
            return Ok(Self::Walked);
        }
        let mut parts = Parts {
            text: "select count(*) from (select 1 from listing w where w.status = 'open'"
                .to_owned(),
            params: Vec::new(),
        };
        let first = filter.first();
        filter.collect(&mut parts, 'w', |one| one == first);
        filter.price(&mut parts, 'w');
        parts.also(" limit ?) counted", (GATHERED_MAX + 1).into());
        Ok(match is_narrow((parts.text, parts.params))? {
            true => Self::Gathered,
            false => Self::Walked,
        })
    }

    /// The statement of a page.
    pub(crate) fn statement(
        &self,
        filter: &Filter<'_>,
        sort: Sort,
        window: &Window<TimeKey>,
        now: Timestamp,
        blocks: &[Uuid],
    ) -> (String, Vec<Value>) {
        let mut parts = Parts {
            text: select!(Listing, "from (select w.* from ").to_owned(),
            params: params![now, window.fetch(), window.offset].to_vec(),
        };
        match self {
            Self::Searched(term) => {
                parts.also(
                    "(select x.listing_id from listing_term x where x.term = ? \
                     order by x.listed_at desc, x.listing_id desc limit ",
                    term.as_str().into(),
                );
                parts.also(
                    "?) t join listing w on w.id = t.listing_id offset 0",
                    CANDIDATES.into(),
                );
            }
            Self::Gathered => {
                parts.text.push_str("listing w where w.status = 'open'");
                let first = filter.first();
                filter.collect(&mut parts, 'w', |one| one == first);
                filter.price(&mut parts, 'w');
                // In the order of the index by price, so that no other index is used.
                parts.also(" order by w.price, w.id limit ?", (GATHERED_MAX + 1).into());
            }
            Self::Walked => {
                walk(&mut parts, filter, sort, window);
                parts.also(" limit ?", examined(window).into());
            }
        }
        parts.text.push_str(sql_text!(") l where ", TRADABLE));
        filter.collect(&mut parts, 'l', |_| true);
        filter.price(&mut parts, 'l');
        if !blocks.is_empty() {
            parts.also(" and not (l.seller_id = any(?))", blocks.to_vec().into());
        }
        if *self != Self::Walked {
            parts.after(sort, 'l', window);
        }
        parts.text.push_str(&sort.order('l'));
        parts.text.push_str(" limit $2 offset $3");
        (parts.text, parts.params)
    }

    /// The statement for the key of the last row that a walk may examine; no row if the list ends before.
    pub(crate) fn last_examined(
        &self,
        filter: &Filter<'_>,
        sort: Sort,
        window: &Window<TimeKey>,
    ) -> Option<(String, Vec<Value>)> {
        if *self != Self::Walked {
            return None;
        }
        let mut parts = Parts {
            text: format!("select w.{}, w.id from ", sort.column()),
            params: Vec::new(),
        };
        walk(&mut parts, filter, sort, window);
        parts.also(" limit 1 offset ?", (examined(window) - 1).into());
        Some((parts.text, parts.params))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use witverse_sdk::page::{PageQuery, USUAL};

    fn first_page() -> Window<TimeKey> {
        PageQuery::default().window(USUAL).expect("a window")
    }

    fn chosen(filter: &Filter<'_>, sort: Sort, is_narrow: bool) -> Plan {
        Plan::choose(filter, sort, |_| Ok(is_narrow)).expect("a plan")
    }

    #[test]
    fn a_list_without_an_index_is_gathered_if_few_listings_match() {
        let priced = Filter {
            min: Some(100),
            ..Filter::default()
        };
        let of_kind = Filter {
            kind: Some("gear"),
            ..Filter::default()
        };
        let collection = Uuid::nil();
        let of_collection = Filter {
            collection: Some(&collection),
            ..Filter::default()
        };
        for (filter, sort, is_narrow, plan) in [
            (priced, Sort::Newest, true, Plan::Gathered),
            (priced, Sort::Newest, false, Plan::Walked),
            (priced, Sort::Cheapest, true, Plan::Walked),
            (of_kind, Sort::Newest, true, Plan::Walked),
            (of_kind, Sort::Ending, true, Plan::Gathered),
            (of_collection, Sort::Ending, true, Plan::Walked),
            (Filter::default(), Sort::Ending, true, Plan::Walked),
        ] {
            assert_eq!(
                chosen(&filter, sort, is_narrow),
                plan,
                "{filter:?} {sort:?}"
            );
        }
    }

    #[test]
    fn a_walk_is_limited_before_further_filters_are_checked() {
        let collection = Uuid::nil();
        let filter = Filter {
            collection: Some(&collection),
            kind: Some("gear"),
            ..Filter::default()
        };
        let now = Timestamp::from_millis(0);
        let (text, params) = Plan::Walked.statement(&filter, Sort::Newest, &first_page(), now, &[]);
        let (walked, checked) = text.split_once(") l where").expect("a walk");
        assert!(
            walked.contains("w.collection_id = $4") && !walked.contains("item_type ="),
            "{walked}"
        );
        assert!(walked.ends_with("limit $5"), "{walked}");
        assert!(checked.contains("l.item_type = $7"), "{checked}");
        assert_eq!(params.len(), 7);
        for (filter, begins) in [
            (filter, "w.status = 'open' and w.collection_id = $4 order"),
            (
                Filter {
                    collection: None,
                    ..filter
                },
                "w.status = 'open' order",
            ),
        ] {
            let (text, _) = Plan::Walked.statement(&filter, Sort::Ending, &first_page(), now, &[]);
            assert!(text.contains(begins), "{text}");
        }
        let (text, params) = Plan::Walked
            .last_examined(&filter, Sort::Newest, &first_page())
            .expect("a walk continues");
        assert!(text.ends_with("limit 1 offset $2"), "{text}");
        assert_eq!(params.len(), 2);
        assert!(
            Plan::Gathered
                .last_examined(&filter, Sort::Newest, &first_page())
                .is_none()
        );
    }
}
