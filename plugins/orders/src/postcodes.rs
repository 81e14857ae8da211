//! The search in the index of postal codes. Operators import the public index; without it people type their address.

use crate::postcode_search::Search;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, params, select};

/// Addresses in an answer.
const MOST: usize = 20;
/// Rows that one way of searching reads if their regions have to be compared. Plugins may not call functions that search in
/// texts, so this plugin compares them.
const READ: i64 = 500;
/// Above every text with a given beginning.
const LAST: char = '\u{10ffff}';

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct SearchQuery {
    /// A street, building or quarter with its number, after parts of its region; or five digits.
    q: String,
}

/// An address that was found.
#[derive(Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundAddress {
    #[row(column = "code")]
    postal_code: String,
    street: String,
    street_en: String,
    /// Empty without a name.
    building: String,
    /// Quarter and lot number.
    #[row(column = "lot_text")]
    lot: String,
}

#[derive(FromRow)]
struct Found {
    n: i64,
    region_key: String,
    #[row(flatten)]
    address: FoundAddress,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundAddresses {
    /// False before an operator has imported the index.
    has_index: bool,
    items: Vec<FoundAddress>,
}

/// Up to 20 addresses: of a postal code, or of a street, a building and a quarter, in this order.
pub(crate) fn search(
    ctx: &Ctx,
    Query(query): Query<SearchQuery>,
) -> Result<Payload<FoundAddresses>, Error> {
    let search = Search::parse(&query.q)?;
    let Some(version) = used(ctx)? else {
        return Ok(Payload(FoundAddresses {
            has_index: false,
            items: Vec::new(),
        }));
    };
    let found = match &search {
        Search::Code(code) => ctx
            .sql()
            .query(
                select!(
                    Found,
                    "from postcode where version = $1 and code = $2 order by n limit 20"
                ),
                &params![version, code],
            )?
            .all()?,
        Search::Place {
            name,
            region,
            number,
        } => places(ctx, version, (name, region), *number)?,
    };
    Ok(Payload(FoundAddresses {
        has_index: true,
        items: found.into_iter().map(|one| one.address).collect(),
    }))
}

/// A statement that reads a range of an index.
macro_rules! range {
    ($key:literal, $number:literal, $order:literal) => {
        select!(
            Found,
            "from postcode where version = $1 and ",
            $key,
            " >= $2 and ",
            $key,
            " < $3 and ",
            $number,
            " order by ",
            $order,
            " limit $6"
        )
    };
}

const STATEMENTS: [&str; 4] = [
    range!(
        "road_key",
        "($4::bigint is null or main = $4) and ($5::bigint is null or sub = $5)",
        "road_key, main, sub, n"
    ),
    range!(
        "road_en_key",
        "($4::bigint is null or main = $4) and ($5::bigint is null or sub = $5)",
        "road_en_key, main, sub, n"
    ),
    range!(
        "building_key",
        "building_key <> '' and $4::bigint is null and $5::bigint is null",
        "building_key, n"
    ),
    range!(
        "quarter_key",
        "($4::bigint is null or lot = $4) and ($5::bigint is null or sub_lot = $5)",
        "quarter_key, lot, sub_lot, n"
    ),
];

fn places(
    ctx: &Ctx,
    version: i64,
    (name, region): (&str, &[String]),
    number: Option<(i64, Option<i64>)>,
) -> Result<Vec<Found>, Error> {
    let end = format!("{name}{LAST}");
    let main = number.map(|(main, _)| main);
    let sub = number.and_then(|(_, sub)| sub);
    let is_there = |one: &Found| region.iter().all(|word| one.region_key.contains(word));
    let most = match region {
        [] => i64::try_from(MOST).unwrap_or(READ),
        _ => READ,
    };
    let mut found: Vec<Found> = Vec::new();
    for statement in STATEMENTS {
        if found.len() == MOST {
            break;
        }
        let more: Vec<Found> = ctx
            .sql()
            .query(statement, &params![version, name, &end, main, sub, most])?
            .all()?;
        for one in more {
            let is_new = found.iter().all(|known| known.n != one.n);
            if found.len() < MOST && is_new && is_there(&one) {
                found.push(one);
            }
        }
    }
    Ok(found)
}

/// The version in use.
fn used(ctx: &Ctx) -> Result<Option<i64>, Error> {
    let version: Option<(i64,)> = ctx.sql().optional(
        "select version from postcode_version where state = 'used'",
        &[],
    )?;
    Ok(version.map(|(version,)| version))
}
