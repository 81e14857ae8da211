//! Saved searches: their owner gets an alarm when a new listing matches, at most one a day for each search.

use crate::browse_plan::Sort;
use crate::item;
use crate::listing::Listing;
use crate::problems::{LIST_FULL, SEARCH_NOT_FOUND};
use crate::views;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::search::{SearchQuery, index_terms};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select, text};

/// Saved searches of a person at most.
const MOST: i64 = 20;
const NAME_MAX: usize = 40;
const TEXT_MAX: usize = 60;

/// A saved search.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedSearch {
    #[row(column = "id")]
    pub(crate) search_id: Uuid,
    #[serde(skip)]
    #[row(column = "account_id")]
    pub(crate) account: Uuid,
    /// 1 to 40 characters, as people count them.
    pub(crate) name: String,
    /// At most 60 characters, as people count them.
    q: String,
    #[row(column = "collection_id")]
    collection: Option<Uuid>,
    /// The world of the item's collection.
    #[row(column = "world_id")]
    world: Option<Uuid>,
    world_name: Option<String>,
    #[schemars(extend("enum" = ["audio", "block", "consumable", "gear", "pfp", "photo", "text", "video", null]))]
    #[row(column = "item_type")]
    r#type: Option<String>,
    /// Whole WIT.
    min_price: Option<i64>,
    /// Whole WIT.
    max_price: Option<i64>,
    /// Only items that have open offers.
    has_offers: bool,
    /// The order in which the list is shown again; it decides nothing about a listing.
    #[row(parse)]
    sort: Sort,
    created_at: Timestamp,
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewSearch {
    /// 1 to 40 characters, as people count them.
    #[schemars(length(min = 1, max = 640))]
    name: String,
    /// At most 60 characters, as people count them.
    #[serde(default)]
    #[schemars(length(max = 960))]
    q: String,
    collection: Option<Uuid>,
    /// An id or a name.
    #[schemars(length(max = 60))]
    world: Option<String>,
    #[schemars(extend("enum" = ["audio", "block", "consumable", "gear", "pfp", "photo", "text", "video", null]))]
    r#type: Option<String>,
    /// Whole WIT.
    min_price: Option<u32>,
    /// Whole WIT.
    max_price: Option<u32>,
    /// Only items that have open offers.
    #[serde(default)]
    has_offers: bool,
    /// The order of the list, `newest` if absent; it does not decide what matches.
    #[serde(default)]
    sort: Sort,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Searches {
    items: Vec<SavedSearch>,
}

/// The caller's saved searches, newest first.
pub(crate) fn list(ctx: &Ctx, (): ()) -> Result<Payload<Searches>, Error> {
    let me = ctx.caller()?;
    Ok(Payload(Searches {
        items: of_person(ctx, &me.id)?,
    }))
}

pub(crate) fn of_person(ctx: &Ctx, account: &Uuid) -> Result<Vec<SavedSearch>, Error> {
    let rows = ctx.sql().query(
        select!(
            SavedSearch,
            "from saved_search where account_id = $1 order by created_at desc, id desc limit $2"
        ),
        &params![account, MOST],
    )?;
    Ok(rows.all()?)
}

/// Saves a search.
pub(crate) fn create(ctx: &Ctx, Json(new): Json<NewSearch>) -> Result<Created<SavedSearch>, Error> {
    let me = ctx.caller()?;
    let name = text::line("name", &new.name, 1..=NAME_MAX)?;
    let q = text::paragraph("q", &new.q, 0..=TEXT_MAX)?;
    item::checked_type(new.r#type.as_deref())?;
    let world = match &new.world {
        Some(key) => Some(item::world(ctx, key)?),
        None => None,
    };
    let search = SavedSearch {
        search_id: ctx.random().uuid(),
        account: me.id.clone(),
        name,
        q,
        collection: new.collection,
        world: world.as_ref().map(|world| world.world_id.clone()),
        world_name: world.map(|world| world.world_name),
        r#type: new.r#type,
        min_price: new.min_price.map(i64::from),
        max_price: new.max_price.map(i64::from),
        has_offers: new.has_offers,
        sort: new.sort,
        created_at: ctx.now(),
    };
    // The count is part of the statement. Concurrent requests can exceed it by one each.
    let made = ctx.sql().execute(
        "insert into saved_search (id, account_id, name, q, collection_id, item_type, min_price, max_price, created_at, \
         world_id, has_offers, sort, world_name, match_key) \
         select $1::uuid, $2::uuid, $3::text, $4::text, $5::uuid, $6::text, $7::bigint, $8::bigint, $9::timestamptz, \
         $11::uuid, $12::boolean, $13::text, $14::text, $15::text \
         where (select count(*) from saved_search s where s.account_id = $2) < $10",
        &params![
            &search.search_id,
            &me.id,
            &search.name,
            &search.q,
            search.collection.as_ref(),
            search.r#type.as_ref(),
            search.min_price,
            search.max_price,
            search.created_at,
            MOST,
            search.world.as_ref(),
            search.has_offers,
            search.sort.as_str(),
            search.world_name.as_ref(),
            search.match_key()
        ],
    )?;
    match made {
        0 => Err(LIST_FULL.into()),
        _ => Ok(Created(search)),
    }
}

#[derive(Deserialize)]
pub(crate) struct ById {
    id: String,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Removed {
    removed: bool,
}

/// Removes a saved search of the caller.
pub(crate) fn remove(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<Removed>, Error> {
    let me = ctx.caller()?;
    let id = Uuid::parse(&by.id).ok_or(SEARCH_NOT_FOUND)?;
    let removed = ctx.sql().execute(
        "delete from saved_search where id = $1 and account_id = $2",
        &params![&id, &me.id],
    )?;
    match removed {
        0 => Err(SEARCH_NOT_FOUND.into()),
        _ => Ok(Payload(Removed { removed: true })),
    }
}

/// What all listings have whose searches have no other key.
const ANY: &str = "";

/// The keys under which the searches are that a listing may match.
fn keys_of(listing: &Listing) -> Vec<String> {
    let mut keys: Vec<String> = index_terms(&views::search_text(&listing.card))
        .into_iter()
        .map(|term| format!("term:{term}"))
        .collect();
    keys.extend([
        ANY.to_owned(),
        format!("collection:{}", listing.card.collection_id),
        format!("type:{}", listing.card.r#type),
    ]);
    keys.extend(listing.world.as_ref().map(|world| format!("world:{world}")));
    keys
}

impl SavedSearch {
    /// What every matching listing has; the part that the fewest listings have comes first.
    fn match_key(&self) -> String {
        let term =
            SearchQuery::parse(&self.q).map(|query| format!("term:{}", query.longest_term()));
        let collection = self
            .collection
            .as_ref()
            .map(|id| format!("collection:{id}"));
        let world = self.world.as_ref().map(|id| format!("world:{id}"));
        let kind = self.r#type.as_ref().map(|kind| format!("type:{kind}"));
        let key = collection.or(term).or(world).or(kind);
        key.unwrap_or_else(|| ANY.to_owned())
    }

    fn matches(&self, listing: &Listing) -> bool {
        let price = listing.price.to_stored();
        let min = self.min_price.is_none_or(|wit| price >= wit * 100);
        let max = self.max_price.is_none_or(|wit| price <= wit * 100);
        let text = match SearchQuery::parse(&self.q) {
            Some(query) => query.matches(&views::search_text(&listing.card)),
            None => self.q.is_empty(),
        };
        let world = self.world.is_none() || self.world == listing.world;
        let offers = !self.has_offers || listing.has_offers;
        min && max && text && world && offers && self.account != listing.seller
    }
}

/// The next searches after `after` that a listing may match, and those that it does match. Everything but the words is compared by
/// the database, so that a call reads few searches in vain.
pub(crate) fn matching(
    ctx: &Ctx,
    listing: &Listing,
    after: &Uuid,
    limit: u32,
) -> Result<(Option<Uuid>, Vec<SavedSearch>), Error> {
    let rows = ctx.sql().query(
        select!(SavedSearch, "from saved_search where match_key = any($1::text[]) and id > $2 and account_id <> $3 \
             and (collection_id is null or collection_id = $4) and (item_type is null or item_type = $5) \
             and (world_id is null or world_id = $6) and (not has_offers or $7) \
             and (min_price is null or min_price * 100 <= $8) and (max_price is null or max_price * 100 >= $8) \
             order by id limit $9"
        ),
        &params![
            keys_of(listing),
            after,
            &listing.seller,
            &listing.card.collection_id,
            &listing.card.r#type,
            listing.world.as_ref(),
            listing.has_offers,
            listing.price.to_stored(),
            limit
        ],
    )?;
    let searches: Vec<SavedSearch> = rows.all()?;
    let next = match searches.len() == limit as usize {
        true => searches.last().map(|search| search.search_id.clone()),
        false => None,
    };
    let matching = searches
        .into_iter()
        .filter(|search| search.matches(listing))
        .collect();
    Ok((next, matching))
}

/// Deletes the saved searches and the watch list of an erased account.
pub(crate) fn erase_person(ctx: &Ctx, account: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from saved_search where account_id = $1",
        &params![account],
    )?;
    ctx.sql()
        .execute("delete from watch where account_id = $1", &params![account])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::ItemCard;
    use crate::listing::ListingStatus;
    use crate::money::{Price, Shares};
    use witverse_sdk::ctx::Text;

    fn id(last: &str) -> Uuid {
        Uuid::parse(&format!("00000000-0000-0000-0000-00000000000{last}")).expect("an id")
    }

    fn listing() -> Listing {
        Listing {
            id: id("1"),
            card: ItemCard {
                item_id: id("2"),
                name: Text::new("등불", "Lantern"),
                thumbnail_url: String::new(),
                r#type: "gear".to_owned(),
                edition: None,
                collection_id: id("3"),
            },
            item_version: 1,
            world: Some(id("4")),
            seller: id("5"),
            price: Price::stored(1_000),
            shares: Shares {
                fee_bp: 0,
                royalty_bp: 0,
            },
            maker: None,
            rules_version: 1,
            status: ListingStatus::Open,
            has_offers: false,
            created_at: Timestamp::from_millis(0),
            expires_at: Timestamp::from_millis(1),
            closed_at: None,
            is_halted: false,
            is_seller_frozen: false,
        }
    }

    fn search() -> SavedSearch {
        SavedSearch {
            search_id: id("6"),
            account: id("7"),
            name: "lanterns".to_owned(),
            q: String::new(),
            collection: None,
            world: None,
            world_name: None,
            r#type: None,
            min_price: None,
            max_price: None,
            has_offers: false,
            sort: Sort::Newest,
            created_at: Timestamp::from_millis(0),
        }
    }

    type Case = (&'static str, fn(&mut SavedSearch), bool);

    #[test]
    fn a_search_matches_what_its_list_would_show() {
        let cases: [Case; 8] = [
            ("all", |_| {}, true),
            ("its world", |one| one.world = Some(id("4")), true),
            ("another world", |one| one.world = Some(id("8")), false),
            ("without offers", |one| one.has_offers = true, false),
            ("another order", |one| one.sort = Sort::Dearest, true),
            ("too cheap", |one| one.min_price = Some(11), false),
            ("a word", |one| one.q = "lant".to_owned(), true),
            ("own", |one| one.account = id("5"), false),
        ];
        for (name, change, expected) in cases {
            let mut one = search();
            change(&mut one);
            assert_eq!(one.matches(&listing()), expected, "{name}");
        }
        let offered = Listing {
            has_offers: true,
            world: None,
            ..listing()
        };
        let mut wanted = search();
        wanted.has_offers = true;
        assert!(wanted.matches(&offered));
        wanted.world = Some(id("4"));
        assert!(!wanted.matches(&offered), "an item without a world");
    }
    #[test]
    fn a_search_that_matches_is_under_a_key_of_the_listing() {
        let changes: [fn(&mut SavedSearch); 7] = [
            |_| {},
            |one| one.q = "LANTERN".to_owned(),
            |one| one.q = "등불".to_owned(),
            |one| one.q = "등 lan".to_owned(),
            |one| one.r#type = Some("gear".to_owned()),
            |one| one.world = Some(id("4")),
            |one| one.collection = Some(id("3")),
        ];
        for change in changes {
            let mut one = search();
            change(&mut one);
            let key = one.match_key();
            assert!(one.matches(&listing()), "{key}");
            assert!(keys_of(&listing()).contains(&key), "{key}");
        }
        let mut elsewhere = search();
        elsewhere.world = Some(id("8"));
        assert!(!keys_of(&listing()).contains(&elsewhere.match_key()));
    }
}
