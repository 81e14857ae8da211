//! Listings of a market, inserted as the owner of the database: the same pattern for each number of listings.

use sqlx::AssertSqlSafe;
use uuid::{Uuid, uuid};

use crate::TestApp;

/// Three tenths of all listings are of this collection, which is of this world.
pub(super) const HOT: Uuid = uuid!("01900000-0000-7000-c000-000000000000");
pub(super) const HOT_WORLD: Uuid = uuid!("01900000-0000-7000-d000-000000000000");
/// One of the others, with 70 listings, and its world.
pub(super) const SMALL: Uuid = uuid!("01900000-0000-7000-c000-000000000001");
pub(super) const SMALL_WORLD: Uuid = uuid!("01900000-0000-7000-d000-000000000001");
/// A word of a third of all names, of a few, and of none.
pub(super) const COMMON: &str = "등불";
pub(super) const RARE: &str = "해달";
pub(super) const ABSENT: &str = "바람";
/// The number of sellers, and of names with the rare word.
pub(super) const SOLD_BY: usize = 20;
/// The oldest listings are of a type that no others are of, and have high prices.
const OLDEST: u32 = 50;

/// Number `c` of the collections, of the worlds, and of the sellers.
fn id(kind: &str, number: &str) -> String {
    format!("('01900000-0000-7000-{kind}-' || lpad(to_hex({number}), 12, '0'))::uuid")
}

pub(super) async fn fill(app: &TestApp, listings: u32) {
    // Each small collection has seventy listings, however many listings there are.
    let small = listings / 100;
    let collection = format!("(case when i % 10 < 3 then 0 else 1 + i / 10 % {small} end)");
    let seller = id("a000", &format!("1 + i % {SOLD_BY}"));
    let rows = format!("generate_series(1, {listings}) i");
    let oldest = format!("i > {listings} - {OLDEST}");
    let word = format!(
        "case when i <= {SOLD_BY} then '{RARE}' when i % 3 = 0 then '{COMMON}' else '마을' end"
    );
    let statements = [
        "set local session_replication_role = replica; set local work_mem = '64MB'".to_owned(),
        format!(
            "insert into kernel.account (id, email, email_key, password_hash, nickname, verified_at)
             select {}, s || '@sellers', s || '@sellers', '', 'seller' || s, now() from generate_series(1, {SOLD_BY}) s",
            id("a000", "s")
        ),
        format!(
            "insert into plugin_market.collection (id, name_ko, name_en, royalty_bp, world_id)
             select {}, '모음', 'Collection', 0, {} from generate_series(0, {small}) c",
            id("c000", "c"),
            id("d000", "c")
        ),
        format!(
            "insert into plugin_market.listing (id, item_id, item_version, collection_id, world_id, item_type, name_ko,
                 name_en, thumbnail, seller_id, price, fee_bp, royalty_bp, rules_version, status, has_offers, created_at,
                 expires_at)
             select {}, gen_random_uuid(), 1, {}, {},
                    case when {oldest} then 'audio' when i % 10 = 9 then 'photo' else 'gear' end,
                    {word} || ' ' || i, 'Item ' || i, '/x.svg', {seller},
                    case when {oldest} then 500000 else 1 + i::bigint * 7919 % 1000 end * 100, 0, 0, 1, 'open', i % 20 = 0,
                    now() - i * interval '1 second',
                    now() + interval '30 days' + i::bigint * 7919 % {listings} * interval '1 second'
             from {rows}",
            id("b000", "i"),
            id("c000", &collection),
            id("d000", &collection),
        ),
        format!(
            "insert into plugin_market.listing_term (term, listed_at, listing_id)
             select t.term, now() - i * interval '1 second', {}
             from {rows}, unnest(array[left({word}, 1), {word}, i::text]) t (term)",
            id("b000", "i"),
        ),
    ];
    let mut transaction = app.owner().begin().await.unwrap();
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe(statement))
            .execute(&mut *transaction)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
    // Writes out the changes of the filling before the measurement.
    for settle in ["vacuum analyze", "checkpoint"] {
        sqlx::raw_sql(settle).execute(app.owner()).await.unwrap();
    }
}
