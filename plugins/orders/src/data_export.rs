//! Data export: the addresses and the orders of a person.

use crate::address;
use crate::buying::products_of;
use crate::store;
use crate::views::{self, OrderCard};
use witverse_sdk::export::Part;
use witverse_sdk::page::{Page, TimeKey, Window};
use witverse_sdk::{Ctx, Error, Uuid, part};

pub(crate) const PARTS: &[Part] = &[
    part!("addresses" => address::of_person),
    part!("orders", 100 => orders),
];

fn orders(ctx: &Ctx, person: &Uuid, window: &Window<TimeKey>) -> Result<Page<OrderCard>, Error> {
    let rows = store::of_buyer(ctx, person, window)?;
    let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
    let (products, now) = (products_of(ctx, &page.items)?, ctx.now());
    Ok(page.map(|purchase| views::card(&purchase, products.get(&purchase.product_id), now)))
}
