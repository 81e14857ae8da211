//! The watch list: its owner gets an alarm when a watched item is listed or its price falls.

use crate::item::{self, ById, ItemCard};
use crate::listing_store::TRADABLE;
use crate::problems::LIST_FULL;
use serde::Serialize;
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select, sql_text};

/// Items on a watch list at most.
const MOST: i64 = 200;

pub(crate) fn is_watched(ctx: &Ctx, account: &Uuid, item: &Uuid) -> Result<bool, Error> {
    let (watched,): (bool,) = ctx.sql().one(
        "select exists (select 1 from watch where account_id = $1 and item_id = $2)",
        &params![account, item],
    )?;
    Ok(watched)
}

/// The price of the listing of a watched item `w` that can be bought; `$1` is the time.
const PRICE: &str = sql_text!(
    "(select l.price from listing l where l.item_id = w.item_id and ",
    TRADABLE,
    ")"
);

/// A watched item.
#[derive(Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchView {
    #[row(flatten)]
    item: ItemCard,
    /// The price of its listing, if it can be bought.
    #[row(column = "price", sql = PRICE)]
    price_hundredths: Option<i64>,
    created_at: Timestamp,
}

impl WatchView {
    /// Its place in the list.
    pub(crate) fn key(&self) -> TimeKey {
        (self.created_at.as_micros(), self.item.item_id.clone())
    }
}

/// The caller's watch list, newest first.
pub(crate) fn list(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<WatchView>>, Error> {
    let me = ctx.caller()?;
    let window = query.window::<TimeKey>(page::USUAL)?;
    let rows = page_of(ctx, &me.id, &window)?;
    Ok(Payload(window.page(rows, WatchView::key)))
}

pub(crate) fn page_of(
    ctx: &Ctx,
    account: &Uuid,
    window: &page::Window<TimeKey>,
) -> Result<Vec<WatchView>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            WatchView,
            "from watch w where w.account_id = $6 and (w.created_at, w.item_id) < ($4, $5) \
             order by w.created_at desc, w.item_id desc limit $2 offset $3"
        ),
        &params![
            ctx.now(),
            window.fetch(),
            window.offset,
            before,
            &id,
            account
        ],
    )?;
    Ok(rows.all()?)
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WatchState {
    is_watched: bool,
}

/// Watches an item. Idempotent.
pub(crate) fn add(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<WatchState>, Error> {
    let me = ctx.caller()?;
    let item = item::item(ctx, &by.uuid()?)?;
    let (count,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from watch where account_id = $1 and item_id <> $2 limit $3) counted",
        &params![&me.id, &item.item_id, MOST],
    )?;
    if count >= MOST {
        return Err(LIST_FULL.into());
    }
    ctx.sql().execute(
        "insert into watch (account_id, item_id, collection_id, item_type, name_ko, name_en, thumbnail, edition, created_at) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (account_id, item_id) do nothing",
        &params![
            &me.id,
            &item.item_id,
            &item.collection_id,
            item.r#type.as_str(),
            &item.name.ko,
            &item.name.en,
            &item.thumbnail_url,
            item.edition,
            ctx.now()
        ],
    )?;
    Ok(Payload(WatchState { is_watched: true }))
}

/// Ends the watch. Idempotent.
pub(crate) fn remove(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<WatchState>, Error> {
    let me = ctx.caller()?;
    ctx.sql().execute(
        "delete from watch where account_id = $1 and item_id = $2",
        &params![&me.id, &by.uuid()?],
    )?;
    Ok(Payload(WatchState { is_watched: false }))
}

/// The next people who watch an item, after `after`.
pub(crate) fn watchers(
    ctx: &Ctx,
    item: &Uuid,
    after: &Uuid,
    limit: u32,
) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select account_id from watch where item_id = $1 and account_id > $2 order by account_id limit $3",
            &params![item, after, limit],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
