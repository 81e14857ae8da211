//! The statements that only read: inventories by sort key, items by id, chains, counters.

use crate::item::{Item, ItemType, State};
use witverse_sdk::ctx::Text;
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::sql::{FromRow, Value};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Sort key of an inventory: when an item arrived, in microseconds, and its id.
pub(crate) type Newest = (i64, Uuid);

/// A longer chain is shown by its last links.
const LINKS_MAX: u32 = 500;

pub(crate) fn item(ctx: &Ctx, id: &Uuid) -> Result<Option<Item>, Error> {
    let item: Option<Item> = ctx.sql().optional(
        select!(
            Item,
            "from item i join collection c on c.id = i.collection_id where i.id = $1"
        ),
        &params![id],
    )?;
    Ok(item.map(|item| item.at(ctx.now())))
}

/// Items as they are now.
fn now(ctx: &Ctx, items: Vec<Item>) -> Vec<Item> {
    let now = ctx.now();
    items.into_iter().map(|item| item.at(now)).collect()
}

/// Items by their ids, unordered; unknown ids are omitted.
pub(crate) fn items(ctx: &Ctx, ids: &[Uuid]) -> Result<Vec<Item>, Error> {
    let rows = ctx.sql().query(
        select!(
            Item,
            "from item i join collection c on c.id = i.collection_id where i.id = any($1)"
        ),
        &params![ids.to_vec()],
    )?;
    Ok(now(ctx, rows.all()?))
}

/// A filter of an inventory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) kind: Option<ItemType>,
    pub(crate) state: Option<State>,
}

/// Free items, which can be given away, listed or used.
pub(crate) const FREE: Filter = Filter {
    kind: None,
    state: Some(State::Free),
};

/// One page of a person's items, and one more row if there is a next page. A lock that has ended counts in the filter until the timer
/// has cleared it.
pub(crate) fn inventory(
    ctx: &Ctx,
    owner: &Uuid,
    filter: Filter,
    window: &Window<Newest>,
) -> Result<Vec<Item>, Error> {
    // Built from constant parts, so that each combination is a separate statement with its own index.
    let mut statement = select!(
        Item,
        "from item i join collection c on c.id = i.collection_id where i.owner_id = $1"
    )
    .to_owned();
    let mut params: Vec<Value> = params![owner, window.fetch()].to_vec();
    let mut also = |part: &str, value: Value| {
        params.push(value);
        statement.push_str(&part.replace('?', &format!("${}", params.len())));
    };
    if let Some(kind) = filter.kind {
        also(" and i.type = ?", kind.as_str().into());
    }
    if let Some(state) = filter.state {
        also(" and i.state = ?", state.as_str().into());
    }
    if let Some((at, id)) = &window.after {
        also(
            " and (i.acquired_at, i.id) < (?",
            Timestamp::from_micros(*at).into(),
        );
        also(", ?)", id.into());
    }
    also(
        " order by i.acquired_at desc, i.id desc limit $2 offset ?",
        window.offset.into(),
    );
    Ok(now(ctx, ctx.sql().query(&statement, &params)?.all()?))
}

/// A collection as stored.
#[derive(FromRow)]
pub(crate) struct Collection {
    pub(crate) id: Uuid,
    #[row(both)]
    pub(crate) name: Text,
    /// Numbered items so far.
    pub(crate) editions: i64,
    /// Numbered items at most; `None` without a limit.
    pub(crate) supply: Option<i64>,
    /// The path of the page that offers it.
    pub(crate) link: Option<String>,
    pub(crate) created_at: Timestamp,
    /// When an administrator made it official; `None` if it is not.
    pub(crate) official_at: Option<Timestamp>,
    #[row(both)]
    pub(crate) description: Text,
    /// The picture: a path on this origin.
    pub(crate) image: Option<String>,
    /// `None`: made by the platform or a plugin, or the maker's account was erased.
    #[row(column = "maker_id")]
    pub(crate) maker: Option<Uuid>,
    /// The name of the world that it belongs to.
    pub(crate) world: Option<String>,
    /// The id of that world, from the plugin `worlds`.
    pub(crate) world_id: Option<Uuid>,
    /// The maker's share of a sale, in hundredths of a percent.
    #[row(sql = "royalty_bp::bigint")]
    pub(crate) royalty_bp: i64,
}

pub(crate) fn collection(ctx: &Ctx, id: &Uuid) -> Result<Option<Collection>, Error> {
    Ok(ctx.sql().optional(
        select!(Collection, "from collection where id = $1"),
        &params![id],
    )?)
}

/// One page of the official collections, newest first, and one more row if there is a next page.
pub(crate) fn official_collections(
    ctx: &Ctx,
    window: &Window<TimeKey>,
) -> Result<Vec<Collection>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            Collection,
            "from collection where official_at is not null and (official_at, id) < ($3, $4) \
             order by official_at desc, id desc limit $1 offset $2"
        ),
        &params![window.fetch(), window.offset, before, &id],
    )?;
    Ok(rows.all()?)
}

/// The newest collections with a term of the search box.
pub(crate) fn collections_of_term(
    ctx: &Ctx,
    term: &str,
    most: u32,
) -> Result<Vec<Collection>, Error> {
    let rows = ctx.sql().query(
        select!(
            Collection,
            "from collection where id in (select x.collection_id from collection_term x where x.term = $1 order \
             by x.created_at desc, x.collection_id desc limit $2) order by created_at desc, id desc"
        ),
        &params![term, most],
    )?;
    Ok(rows.all()?)
}

/// The number of official collections, counted up to 1000.
pub(crate) fn count_official(ctx: &Ctx) -> Result<u64, Error> {
    let (total,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from collection where official_at is not null limit 1000) counted",
        &params![],
    )?;
    Ok(u64::try_from(total).unwrap_or_default())
}

/// One page of the collections of a person, newest first, and one more row if there is a next page.
pub(crate) fn collections_of_maker(
    ctx: &Ctx,
    maker: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<Collection>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            Collection,
            "from collection where maker_id = $1 and (created_at, id) < ($4, $5) \
             order by created_at desc, id desc limit $2 offset $3"
        ),
        &params![maker, window.fetch(), window.offset, before, &id],
    )?;
    Ok(rows.all()?)
}

/// The number of collections of a person, counted up to 1000.
pub(crate) fn count_of_maker(ctx: &Ctx, maker: &Uuid) -> Result<u64, Error> {
    let (total,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from collection where maker_id = $1 limit 1000) counted",
        &params![maker],
    )?;
    Ok(u64::try_from(total).unwrap_or_default())
}

/// One page of the collections of a world, newest first, and one more row if there is a next page.
pub(crate) fn collections_of_world(
    ctx: &Ctx,
    world: &str,
    window: &Window<TimeKey>,
) -> Result<Vec<Collection>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            Collection,
            "from collection where world = $1 and (created_at, id) < ($4, $5) \
             order by created_at desc, id desc limit $2 offset $3"
        ),
        &params![world, window.fetch(), window.offset, before, &id],
    )?;
    Ok(rows.all()?)
}

/// As [`collections_of_world`], by the id of the world. With `every` also those that plugins of the platform have made.
pub(crate) fn collections_of_world_id(
    ctx: &Ctx,
    (world, every): (&Uuid, bool),
    window: &Window<TimeKey>,
) -> Result<Vec<Collection>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        select!(
            Collection,
            "from collection where world_id = $1 and ($6 or world is not null) and (created_at, id) < ($4, $5) \
             order by created_at desc, id desc limit $2 offset $3"
        ),
        &params![world, window.fetch(), window.offset, before, &id, every],
    )?;
    Ok(rows.all()?)
}

/// Their number, counted up to 1000.
pub(crate) fn count_of_world_id(ctx: &Ctx, (world, every): (&Uuid, bool)) -> Result<u64, Error> {
    let (total,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from collection where world_id = $1 and ($2 or world is not null) limit 1000) counted",
        &params![world, every],
    )?;
    Ok(u64::try_from(total).unwrap_or_default())
}

/// The number of collections of a world, counted up to 1000.
pub(crate) fn count_of_world(ctx: &Ctx, world: &str) -> Result<u64, Error> {
    let (total,): (i64,) = ctx.sql().one(
        "select count(*) from (select 1 from collection where world = $1 limit 1000) counted",
        &params![world],
    )?;
    Ok(u64::try_from(total).unwrap_or_default())
}

/// Whether a person owns an item of a collection that is not used up.
pub(crate) fn owns(ctx: &Ctx, owner: &Uuid, collection: &Uuid) -> Result<bool, Error> {
    let rows = ctx.sql().query(
        "select 1 from item where owner_id = $1 and collection_id = $2 and state <> 'used' limit 1",
        &params![owner, collection],
    )?;
    Ok(!rows.is_empty())
}

/// One page of the numbered items of a collection, lowest number first, and one more row if there is a next page.
pub(crate) fn items_of_collection(
    ctx: &Ctx,
    collection: &Uuid,
    window: &Window<i64>,
) -> Result<Vec<Item>, Error> {
    let rows = ctx.sql().query(
        select!(
            Item,
            "from item i join collection c on c.id = i.collection_id where i.collection_id = $1 and i.edition > \
             $4 order by i.edition limit $2 offset $3"
        ),
        &params![
            collection,
            window.fetch(),
            window.offset,
            window.after.unwrap_or_default()
        ],
    )?;
    Ok(now(ctx, rows.all()?))
}

/// The number of items that match the filter.
pub(crate) fn total(ctx: &Ctx, owner: &Uuid, filter: Filter) -> Result<u64, Error> {
    let (total,): (i64,) = ctx.sql().one(
        "select coalesce(sum(items), 0)::bigint from tally \
         where owner_id = $1 and ($2::text is null or type = $2) and ($3::text is null or state = $3)",
        &params![
            owner,
            filter.kind.map(ItemType::as_str),
            filter.state.map(State::as_str)
        ],
    )?;
    Ok(u64::try_from(total).unwrap_or(0))
}

/// A stored link.
#[derive(FromRow)]
pub(crate) struct Link {
    pub(crate) seq: i64,
    pub(crate) kind: String,
    #[row(column = "from_id")]
    pub(crate) from: Option<Uuid>,
    #[row(column = "to_id")]
    pub(crate) to: Option<Uuid>,
    pub(crate) at: Timestamp,
    pub(crate) reference: Option<String>,
    pub(crate) previous: Option<String>,
    pub(crate) hash: String,
    pub(crate) key_id: String,
    pub(crate) signature: String,
    pub(crate) statement: String,
}

/// The chain of an item in order; of a long chain, its last links.
pub(crate) fn chain(ctx: &Ctx, item: &Uuid) -> Result<Vec<Link>, Error> {
    let mut links: Vec<Link> = ctx
        .sql()
        .query(
            select!(
                Link,
                "from provenance where item_id = $1 order by seq desc limit $2"
            ),
            &params![item, LINKS_MAX],
        )?
        .all()?;
    links.reverse();
    Ok(links)
}

/// Whether a person sold an item or gave it away since a time.
pub(crate) fn was_owned_by(
    ctx: &Ctx,
    item: &Uuid,
    person: &Uuid,
    since: Timestamp,
) -> Result<bool, Error> {
    let (was,): (bool,) = ctx.sql().one(
        "select exists (select 1 from provenance where item_id = $1 and from_id = $2 and at > $3)",
        &params![item, person, since],
    )?;
    Ok(was)
}

/// The numbers of items and of owners of a collection, each counted up to `limit`.
pub(crate) fn counts_of_collection(
    ctx: &Ctx,
    collection: &Uuid,
    limit: u32,
) -> Result<(i64, i64), Error> {
    // One index probe for each owner, however many items they have.
    Ok(ctx.sql().one(
        "with recursive owners (owner_id) as ( \
             (select owner_id from item where collection_id = $1 and owner_id is not null order by owner_id limit 1) \
             union all \
             select (select i.owner_id from item i where i.collection_id = $1 and i.owner_id > o.owner_id \
                     order by i.owner_id limit 1) \
             from owners o where o.owner_id is not null \
         ) \
         select (select count(*) from (select 1 from item where collection_id = $1 limit $2) counted), \
                (select count(*) from (select 1 from owners where owner_id is not null limit $2) counted)",
        &params![collection, limit],
    )?)
}
