//! Collections on the market: a copy of their data in `items`, and statistics of their sales.

use crate::browse;
use crate::item;
use crate::money::{Price, Shares};
use crate::problems::{COLLECTION_HALTED, COLLECTION_NOT_FOUND};
use crate::rules::Rules;
use crate::sale;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Params, Payload};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::services::items::CountsOf;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, KoreanDay, Uuid, params, select};

/// Days of the chart.
const CHART_DAYS: i64 = 90;
/// Listings are counted up to this number.
const COUNTED_MAX: u32 = 1_000;

/// A collection as stored.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct Collection {
    pub(crate) id: Uuid,
    #[row(both)]
    pub(crate) name: Text,
    #[row(column = "maker_id")]
    pub(crate) maker: Option<Uuid>,
    pub(crate) royalty_bp: i64,
    #[row(column = "world_id")]
    pub(crate) world: Option<Uuid>,
    pub(crate) supply: Option<i64>,
    #[row(sql = "halted_at is not null")]
    pub(crate) is_halted: bool,
    /// Why it is halted; halts of earlier versions have none.
    #[row(both)]
    pub(crate) halt_reason: Option<Text>,
    pub(crate) sales: i64,
    pub(crate) volume: i64,
}

impl Collection {
    /// The shares of a sale of its items.
    pub(crate) fn shares(&self, rules: &Rules) -> Shares {
        Shares {
            fee_bp: rules.fee_bp,
            royalty_bp: if self.maker.is_some() {
                self.royalty_bp
            } else {
                0
            },
        }
    }

    /// # Errors
    /// `collection_halted`.
    pub(crate) fn tradable(&self) -> Result<(), Error> {
        match self.is_halted {
            true => Err(COLLECTION_HALTED.into()),
            false => Ok(()),
        }
    }
}

fn find(ctx: &Ctx, id: &Uuid) -> Result<Option<Collection>, Error> {
    Ok(ctx.sql().optional(
        select!(Collection, "from collection where id = $1"),
        &params![id],
    )?)
}

/// Whether an administrator has halted the trade of a collection.
pub(crate) fn is_halted(ctx: &Ctx, id: &Uuid) -> Result<bool, Error> {
    Ok(find(ctx, id)?.is_some_and(|one| one.is_halted))
}

/// A collection with the current data of `items`, stored for the rows that refer to it.
pub(crate) fn refresh(ctx: &Ctx, id: &Uuid) -> Result<Collection, Error> {
    let facts = item::collection(ctx, id)?;
    let stored = find(ctx, id)?;
    let fresh = Collection {
        id: id.clone(),
        name: facts.name,
        maker: facts.maker_id,
        royalty_bp: facts.royalty_bp,
        world: facts.world_id,
        supply: facts.supply,
        is_halted: stored.as_ref().is_some_and(|one| one.is_halted),
        halt_reason: stored.as_ref().and_then(|one| one.halt_reason.clone()),
        sales: stored.as_ref().map_or(0, |one| one.sales),
        volume: stored.as_ref().map_or(0, |one| one.volume),
    };
    // An unchanged row is not written: many requests about one collection would wait for each other.
    let same = stored.is_some_and(|one| {
        (one.name, one.maker, one.royalty_bp, one.world, one.supply)
            == (
                fresh.name.clone(),
                fresh.maker.clone(),
                fresh.royalty_bp,
                fresh.world.clone(),
                fresh.supply,
            )
    });
    if !same {
        ctx.sql().execute(
            "insert into collection (id, name_ko, name_en, maker_id, royalty_bp, world_id, supply) \
             values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do update set name_ko = excluded.name_ko, \
             name_en = excluded.name_en, maker_id = excluded.maker_id, royalty_bp = excluded.royalty_bp, \
             world_id = excluded.world_id, supply = excluded.supply",
            &params![
                id,
                &fresh.name.ko,
                &fresh.name.en,
                fresh.maker.as_ref(),
                fresh.royalty_bp,
                fresh.world.as_ref(),
                fresh.supply
            ],
        )?;
    }
    Ok(fresh)
}

#[derive(Deserialize)]
pub(crate) struct ById {
    id: String,
}

impl ById {
    pub(crate) fn uuid(&self) -> Result<Uuid, Error> {
        Uuid::parse(&self.id).ok_or_else(|| COLLECTION_NOT_FOUND.into())
    }
}

/// The sales of one day in Korea.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Day {
    #[schemars(extend("format" = "date"))]
    day: String,
    sales: i64,
    volume_hundredths: i64,
    low_hundredths: i64,
    high_hundredths: i64,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CollectionView {
    collection_id: Uuid,
    name: Text,
    /// Null where they have left.
    maker: Option<PersonCard>,
    /// Of each sale, in hundredths of a percent.
    royalty_bp: i64,
    world_id: Option<Uuid>,
    supply: Option<i64>,
    /// Up to 10,000.
    items: i64,
    /// Up to 10,000.
    owners: i64,
    /// Up to 1,000.
    listed: i64,
    /// The lowest price.
    floor_hundredths: Option<u64>,
    /// Of the latest sales.
    median_hundredths: Option<i64>,
    /// Without trades between linked people.
    sales: i64,
    volume_hundredths: i64,
    is_halted: bool,
    /// Why trading is halted.
    halt_reason: Option<Text>,
    days: Vec<Day>,
}

/// A collection with its statistics.
pub(crate) fn view(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<CollectionView>, Error> {
    let id = by.uuid()?;
    Ok(Payload(view_of(ctx, &id)?))
}

pub(crate) fn view_of(ctx: &Ctx, id: &Uuid) -> Result<CollectionView, Error> {
    let facts = item::collection(ctx, id)?;
    let counts = ctx.services().request(&CountsOf { id: id.clone() })?;
    let stored = find(ctx, id)?;
    let (floor, listed) = browse::floor(ctx, id, COUNTED_MAX)?;
    let since = KoreanDay::of(ctx.now()).plus_days(1 - CHART_DAYS);
    let rows = ctx.sql().query(
        "select day, sales, volume, low, high from day_total where collection_id = $1 and day >= $2 order by day",
        &params![id, since.number()],
    )?;
    let days: Vec<(i64, i64, i64, i64, i64)> = rows.all()?;
    let maker = facts.maker_id.as_ref().and_then(|maker| {
        let people = People::of(ctx, [maker]);
        people.get(maker)
    });
    Ok(CollectionView {
        collection_id: id.clone(),
        name: facts.name,
        maker,
        royalty_bp: facts.royalty_bp,
        world_id: facts.world_id,
        supply: facts.supply,
        items: counts.items,
        owners: counts.owners,
        listed,
        floor_hundredths: floor.map(Price::hundredths),
        median_hundredths: sale::median(ctx, id)?,
        sales: stored.as_ref().map_or(0, |one| one.sales),
        volume_hundredths: stored.as_ref().map_or(0, |one| one.volume),
        is_halted: stored.as_ref().is_some_and(|one| one.is_halted),
        halt_reason: stored.and_then(|one| one.halt_reason),
        days: days
            .into_iter()
            .map(|(day, sales, volume, low, high)| Day {
                day: since.plus_days(day - since.number()).to_string(),
                sales,
                volume_hundredths: volume,
                low_hundredths: low,
                high_hundredths: high,
            })
            .collect(),
    })
}

/// Adds a sale to the statistics.
pub(crate) fn count_sale(ctx: &Ctx, collection: &Uuid, day: i64, price: i64) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into day_total (collection_id, day, sales, volume, low, high) values ($1, $2, 1, $3, $3, $3) \
         on conflict (collection_id, day) do update set sales = day_total.sales + 1, \
         volume = day_total.volume + excluded.volume, \
         low = case when day_total.low < excluded.low then day_total.low else excluded.low end, \
         high = case when day_total.high > excluded.high then day_total.high else excluded.high end",
        &params![collection, day, price],
    )?;
    ctx.sql().execute(
        "update collection set sales = sales + 1, volume = volume + $2 where id = $1",
        &params![collection, price],
    )?;
    Ok(())
}
