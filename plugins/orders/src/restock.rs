//! Stock that a seller adds later, with a reason that is logged. A random item gets none: the numbers of its items are part of
//! its published odds.

use crate::access;
use crate::problems::{FIXED_SUPPLY, PRODUCT_NOT_FOUND};
use crate::product::{Kind, Product, STOCK_MAX};
use crate::product_handlers::{self, ByProduct, ProductView};
use crate::stock;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select, text};

/// Letters of a reason; the table has the same limit.
const REASON_MAX: usize = 100;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(crate) struct NewStock {
    #[schemars(range(min = 1, max = 1000000))]
    units: i64,
    /// 2 to 100 characters, as people count them.
    #[schemars(length(min = 2, max = 1600))]
    reason: String,
}

impl NewStock {
    fn check(&self) -> Result<(), Error> {
        let units = (!(1..=STOCK_MAX).contains(&self.units)).then(|| {
            Error::field(
                "units",
                format!("1~{STOCK_MAX} 사이로 입력해 주세요."),
                format!("Enter a number from 1 to {STOCK_MAX}."),
            )
        });
        let reason = text::line("reason", &self.reason, 2..=REASON_MAX).err();
        Error::all(units.into_iter().chain(reason))
    }
}

/// Adds units to a product of the caller.
pub(crate) fn add(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ByProduct>, Json<NewStock>),
) -> Result<Payload<ProductView>, Error> {
    let me = ctx.caller()?;
    let product = lock_own(ctx, &by.uuid()?)?;
    new.check()?;
    if product.kind == Kind::Random {
        return Err(FIXED_SUPPLY.into());
    }
    // The sum stays far from the limit of the type.
    if product.available + new.units > STOCK_MAX {
        return Err(Error::field(
            "units",
            format!("재고는 모두 {STOCK_MAX}개까지 둘 수 있습니다."),
            format!("The stock can be at most {STOCK_MAX}."),
        ));
    }
    stock::add(ctx, &product.id, new.units, (new.reason.trim(), &me.id))?;
    let stored = stock::product(ctx, &product.id)?.unwrap_or(product);
    Ok(Payload(product_handlers::shown(ctx, stored)?))
}

/// The locked product of a seller.
fn lock_own(ctx: &Ctx, id: &Uuid) -> Result<Product, Error> {
    let product = stock::lock(ctx, id)?.ok_or(PRODUCT_NOT_FOUND)?;
    access::require_seller(ctx, product.world.as_deref(), product.is_orphan)?;
    Ok(product)
}

#[derive(FromRow)]
struct Entry {
    id: Uuid,
    #[row(column = "available_change")]
    units: i64,
    note: Option<String>,
    made_by: Option<Uuid>,
    at: Timestamp,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EntryView {
    entry_id: Uuid,
    units: i64,
    /// Null for the stock that the product began with.
    reason: Option<String>,
    made_by: Option<PersonCard>,
    at: Timestamp,
}

/// What was added to the stock of a product of the caller, newest first.
pub(crate) fn list(
    ctx: &Ctx,
    (Params(by), Query(query)): (Params<ByProduct>, Query<PageQuery>),
) -> Result<Payload<Page<EntryView>>, Error> {
    let product = stock::product(ctx, &by.uuid()?)?.ok_or(PRODUCT_NOT_FOUND)?;
    access::require_seller(ctx, product.world.as_deref(), product.is_orphan)?;
    let window: Window<TimeKey> = query.window(page::USUAL)?;
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows: Vec<Entry> = ctx
        .sql()
        .query(
            select!(
                Entry,
                "from stock_entry where product_id = $1 and reason = 'added' and (at, id) < ($4, $5) \
             order by at desc, id desc limit $2 offset $3"
            ),
            &params![&product.id, window.fetch(), window.offset, before, &id],
        )?
        .all()?;
    let page = window.page(rows, |entry| (entry.at.as_micros(), entry.id.clone()));
    let people = People::of(
        ctx,
        page.items.iter().filter_map(|one| one.made_by.as_ref()),
    );
    Ok(Payload(page.map(|entry| EntryView {
        made_by: entry.made_by.as_ref().and_then(|id| people.get(id)),
        entry_id: entry.id,
        units: entry.units,
        reason: entry.note,
        at: entry.at,
    })))
}

#[cfg(test)]
mod tests {
    use super::NewStock;

    #[test]
    fn units_and_a_reason_are_needed() {
        let wrong = |units: i64, reason: &str| -> Vec<String> {
            let new = NewStock {
                units,
                reason: reason.to_owned(),
            };
            let error = new.check().err();
            let fields = error.iter().flat_map(|error| error.fields().to_vec());
            fields.map(|one| one.field).collect()
        };
        assert!(wrong(5, "A second pressing").is_empty());
        assert_eq!(wrong(0, " "), ["units", "reason"]);
        assert_eq!(wrong(-3, "Lost"), ["units"]);
        assert_eq!(wrong(1, &"가".repeat(101)), ["reason"]);
    }
}
