//! Saved searches: their owner gets an alarm when a new listing matches, at most one a day for each search.

use crate::listing::Listing;
use crate::problems::{LIST_FULL, SEARCH_NOT_FOUND};
use crate::views;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::search::SearchQuery;
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// Saved searches of a person at most.
const MOST: i64 = 20;
const NAME_MAX: usize = 40;
const TEXT_MAX: usize = 60;

/// A saved search.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SavedSearch {
    pub(crate) search_id: Uuid,
    #[serde(skip)]
    pub(crate) account: Uuid,
    pub(crate) name: String,
    q: String,
    collection: Option<Uuid>,
    r#type: Option<String>,
    /// Whole WIT.
    min_price: Option<i64>,
    max_price: Option<i64>,
    created_at: Timestamp,
}

impl FromRow for SavedSearch {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        Ok(Self {
            search_id: row.get("id")?,
            account: row.get("account_id")?,
            name: row.get("name")?,
            q: row.get("q")?,
            collection: row.get("collection_id")?,
            r#type: row.get("item_type")?,
            min_price: row.get("min_price")?,
            max_price: row.get("max_price")?,
            created_at: row.get("created_at")?,
        })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewSearch {
    name: String,
    #[serde(default)]
    q: String,
    collection: Option<Uuid>,
    r#type: Option<String>,
    min_price: Option<u32>,
    max_price: Option<u32>,
}

#[derive(Serialize)]
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
        "select id, account_id, name, q, collection_id, item_type, min_price, max_price, created_at from saved_search \
         where account_id = $1 order by created_at desc, id desc limit $2",
        &params![account, MOST],
    )?;
    Ok(rows.all()?)
}

/// Saves a search.
pub(crate) fn create(ctx: &Ctx, Json(new): Json<NewSearch>) -> Result<Created<SavedSearch>, Error> {
    let me = ctx.caller()?;
    let (name, q) = (new.name.trim(), new.q.trim());
    if name.is_empty() || name.chars().count() > NAME_MAX {
        return Err(Error::field(
            "name",
            format!("이름을 1~{NAME_MAX}자로 입력해 주세요."),
            format!("Please enter a name of 1 to {NAME_MAX} characters."),
        ));
    }
    if q.chars().count() > TEXT_MAX {
        return Err(Error::field(
            "q",
            format!("검색어는 최대 {TEXT_MAX}자입니다."),
            format!("A search can have up to {TEXT_MAX} characters."),
        ));
    }
    let search = SavedSearch {
        search_id: ctx.random().uuid(),
        account: me.id.clone(),
        name: name.to_owned(),
        q: q.to_owned(),
        collection: new.collection,
        r#type: new.r#type,
        min_price: new.min_price.map(i64::from),
        max_price: new.max_price.map(i64::from),
        created_at: ctx.now(),
    };
    // The count is part of the statement. Concurrent requests can exceed it by one each.
    let made = ctx.sql().execute(
        "insert into saved_search (id, account_id, name, q, collection_id, item_type, min_price, max_price, created_at) \
         select $1::uuid, $2::uuid, $3::text, $4::text, $5::uuid, $6::text, $7::bigint, $8::bigint, $9::timestamptz \
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
            MOST
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

#[derive(Serialize)]
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

impl SavedSearch {
    fn matches(&self, listing: &Listing) -> bool {
        let price = listing.price.to_stored();
        let min = self.min_price.is_none_or(|wit| price >= wit * 100);
        let max = self.max_price.is_none_or(|wit| price <= wit * 100);
        let text = match SearchQuery::parse(&self.q) {
            Some(query) => query.matches(&views::search_text(&listing.card)),
            None => self.q.is_empty(),
        };
        min && max && text && self.account != listing.seller
    }
}

/// The next searches after `after` that a listing may match, and those that it does match.
pub(crate) fn matching(
    ctx: &Ctx,
    listing: &Listing,
    after: &Uuid,
    limit: u32,
) -> Result<(Option<Uuid>, Vec<SavedSearch>), Error> {
    let rows = ctx.sql().query(
        "select id, account_id, name, q, collection_id, item_type, min_price, max_price, created_at from saved_search \
         where (collection_id is null or collection_id = $1) and (item_type is null or item_type = $2) and id > $3 \
         order by id limit $4",
        &params![
            &listing.card.collection_id,
            &listing.card.r#type,
            after,
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
