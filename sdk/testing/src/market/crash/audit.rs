//! What must hold in the database while no request runs. Read beside the kernel, as the owner of the database.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use super::orders;
use super::scene::{GIVEN, Scene};
use super::shared::{Shared, Sold};
use crate::beside;

/// How long events may take after the last change.
const EVENTS: Duration = Duration::from_secs(120);

/// Rules whose statements count the rows that break them.
const RULES: [(&str, &str); 12] = [
    (
        "locks and open listings differ",
        "select count(*) from (
            (select item_id, id::text from plugin_market.listing where status = 'open'
             except select id, lock_key from plugin_items.item where lock_plugin = 'market')
            union all
            (select id, lock_key from plugin_items.item where lock_plugin = 'market'
             except select item_id, id::text from plugin_market.listing where status = 'open')) x",
    ),
    (
        "items listed twice",
        "select count(*) from (select item_id from plugin_market.listing where status = 'open' group by 1
         having count(*) > 1) x",
    ),
    (
        "listings of another version or owner",
        "select count(*) from plugin_market.listing l join plugin_items.item i on i.id = l.item_id
         where l.status = 'open' and (l.item_version <> i.links or l.seller_id <> i.owner_id)",
    ),
    (
        "listings sold without a sale, or twice",
        "select count(*) from plugin_market.listing l where (l.status = 'sold')::int <>
             (select count(*) from plugin_market.sale s where s.listing_id = l.id)",
    ),
    (
        "offers accepted without a sale, or twice",
        "select count(*) from plugin_market.offer o where (o.status = 'accepted')::int <>
             (select count(*) from plugin_market.sale s where s.offer_id = o.id)",
    ),
    (
        "mandates and offers differ",
        "select count(*) from (
            (select mandate_id, 0::smallint from plugin_market.offer o join plugin_market.trader t on t.account_id = o.offerer_id
             where status = 'open' and o.counter = t.counter
             except select id, state from ledger.mandate where source = 'market')
            union all
            (select mandate_id, 1::smallint from plugin_market.offer where status = 'accepted'
             except select id, state from ledger.mandate where source = 'market')
            union all
            (select id, state from ledger.mandate where source = 'market' and state = 1
             except select mandate_id, 1::smallint from plugin_market.offer where status = 'accepted')) x",
    ),
    (
        "sales that are not their payment",
        "select count(*) from plugin_market.sale s where s.price <> (
             select coalesce(sum(t.amount), 0) from generate_series(1, 3) n
             join ledger.transfer t on t.id = ledger.leg_id(s.payment_id, n))",
    ),
    (
        "sales and provenance links differ",
        "select count(*) from (
            (select item_id, provenance_seq, seller_id, buyer_id, 'sale:' || id from plugin_market.sale
             except select item_id, seq, from_id, to_id, reference from plugin_items.provenance where kind = 'sold')
            union all
            (select item_id, seq, from_id, to_id, reference from plugin_items.provenance where kind = 'sold'
             except select item_id, provenance_seq, seller_id, buyer_id, 'sale:' || id from plugin_market.sale)) x",
    ),
    (
        "items with two owners: chains that fork, have gaps or end elsewhere",
        "select count(*) from plugin_items.item i where i.links <> (
             select count(*) from plugin_items.provenance p where p.item_id = i.id and p.seq between 1 and i.links)
         or i.owner_id is distinct from (
             select p.to_id from plugin_items.provenance p where p.item_id = i.id and p.seq = i.links)
         or exists (select 1 from plugin_items.provenance p join plugin_items.provenance q
             on q.item_id = p.item_id and q.seq = p.seq + 1
             where p.item_id = i.id and (p.to_id is distinct from q.from_id or p.hash is distinct from q.previous))",
    ),
    (
        "counters of items",
        "select count(*) from (
            (select owner_id, type, state, items from plugin_items.tally where items > 0
             except
             select owner_id, type, state, count(*) from plugin_items.item where owner_id is not null group by 1, 2, 3)
            union all
            (select owner_id, type, state, count(*) from plugin_items.item where owner_id is not null group by 1, 2, 3
             except
             select owner_id, type, state, items from plugin_items.tally)) x",
    ),
    (
        "locks of gifts and avatars differ from pending gifts and worn gear",
        "select count(*) from (
            (select item_id from plugin_gifts.gift where status = 'pending' and item_id is not null
             except select id from plugin_items.item where lock_plugin = 'gifts')
            union all
            (select id from plugin_items.item where lock_plugin = 'gifts'
             except select item_id from plugin_gifts.gift where status = 'pending')
            union all
            (select item_id from plugin_avatars.gear except select id from plugin_items.item where lock_plugin = 'avatars')
            union all
            (select id from plugin_items.item where lock_plugin = 'avatars' except select item_id from plugin_avatars.gear)) x",
    ),
    (
        "statistics and sales differ",
        "select count(*) from (
            (select collection_id, sum(price)::bigint, count(*) from plugin_market.sale where not is_wash group by 1
             except select id, volume, sales from plugin_market.collection)
            union all
            (select id, volume, sales from plugin_market.collection where sales > 0
             except select collection_id, sum(price)::bigint, count(*) from plugin_market.sale where not is_wash
             group by 1)) x",
    ),
];

/// The findings, as sentences.
pub(super) fn run(data: &Path, scene: &Scene, shared: &Shared) -> Vec<String> {
    beside::runtime().block_on(async {
        let mut owner = beside::connect(data).await;
        let mut found = Vec::new();
        found.extend(await_events(&mut owner).await.err());
        for (rule, statement) in RULES {
            let broken: i64 = sqlx::query_scalar(statement)
                .fetch_one(&mut owner)
                .await
                .unwrap();
            if broken > 0 {
                found.push(format!("{rule}: {broken}"));
            }
        }
        found.extend(compare_sales(&mut owner, scene, shared).await);
        found.extend(compare_ids(&mut owner, scene, shared).await);
        found.extend(orders::compare(&mut owner, scene, shared).await);
        found.extend(compare_wit(&mut owner, scene).await);
        owner.close().await.unwrap();
        found
    })
}

/// Waits until the events of the changes are handled, and ended offers are closed.
async fn await_events(owner: &mut PgConnection) -> Result<(), String> {
    let since = Instant::now();
    loop {
        let (waiting, parked): (i64, i64) = sqlx::query_as(
            "select count(*) filter (where parked_at is null) + (
                 select count(*) from plugin_market.offer o join plugin_market.trader t on t.account_id = o.offerer_id
                 where o.status = 'open' and o.counter <> t.counter), count(parked_at)
             from kernel.delivery where subscriber in ('market', 'items', 'gifts', 'avatars', 'orders')",
        )
        .fetch_one(&mut *owner)
        .await
        .unwrap();
        if parked > 0 {
            return Err(format!("{parked} events failed ten times"));
        }
        if waiting == 0 {
            return Ok(());
        }
        if since.elapsed() > EVENTS {
            return Err(format!("{waiting} events are not handled"));
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Every acknowledged sale exists once, and every sale was acknowledged.
async fn compare_sales(owner: &mut PgConnection, scene: &Scene, shared: &Shared) -> Vec<String> {
    let ids: Vec<Uuid> = scene.people.iter().map(|(_, id)| *id).collect();
    let rows: Vec<(Uuid, Uuid, i64, i64)> = sqlx::query_as(
        "select id, item_id, price, provenance_seq from plugin_market.sale where buyer_id = any($1)",
    )
    .bind(&ids)
    .fetch_all(owner)
    .await
    .unwrap();
    let stored: HashMap<Uuid, (Uuid, i64, i64)> = rows
        .into_iter()
        .map(|(id, item, price, seq)| (id, (item, price, seq)))
        .collect();
    let acknowledged = shared.sales.lock().unwrap();
    let wrong = |(id, sold): &(&Uuid, &Sold)| {
        stored.get(*id) != Some(&(sold.item, sold.price, sold.provenance_seq))
    };
    let mut found: Vec<String> = acknowledged
        .iter()
        .filter(wrong)
        .take(5)
        .map(|(id, sold)| format!("the acknowledged sale {id} is missing or different: {sold:?}"))
        .collect();
    let unknown = stored
        .keys()
        .filter(|id| !acknowledged.contains_key(id))
        .count();
    if unknown > 0 {
        found.push(format!("{unknown} sales were never acknowledged"));
    }
    found
}

/// Every acknowledged listing and offer exists, and there are no others.
async fn compare_ids(owner: &mut PgConnection, scene: &Scene, shared: &Shared) -> Vec<String> {
    let mut found = Vec::new();
    let [_, listings, offers] = scene.before;
    for (what, acknowledged, before, statement) in [
        (
            "listings",
            &shared.listings,
            listings,
            "select count(*), count(*) filter (where id = any($1)) from plugin_market.listing",
        ),
        (
            "offers",
            &shared.offers,
            offers,
            "select count(*), count(*) filter (where id = any($1)) from plugin_market.offer",
        ),
    ] {
        let ids: Vec<Uuid> = acknowledged.lock().unwrap().keys().copied().collect();
        let (all, known): (i64, i64) = sqlx::query_as(statement)
            .bind(&ids)
            .fetch_one(&mut *owner)
            .await
            .unwrap();
        let wanted = i64::try_from(ids.len()).unwrap();
        if known != wanted || all - before != wanted {
            let made = all - before;
            found.push(format!(
                "{made} {what} were made, {known} of {wanted} acknowledged ones exist"
            ));
        }
    }
    found
}

/// Each person has what their sales and orders leave, and no WIT is lost: what people paid and did not get are fees and orders.
async fn compare_wit(owner: &mut PgConnection, scene: &Scene) -> Vec<String> {
    let ids: Vec<Uuid> = scene.people.iter().map(|(_, id)| *id).collect();
    let wrong: Vec<(Uuid, i64, i64)> = sqlx::query_as(
        "select a.id, a.balance, x.expected from ledger.account a join (
             select p.id, $2 + coalesce((
                 select sum(case when s.seller_id = p.id then s.price - s.fee - s.royalty else 0 end
                          - case when s.buyer_id = p.id then s.price else 0 end
                          + case when s.maker_id = p.id then s.royalty else 0 end)
                 from plugin_market.sale s where p.id in (s.seller_id, s.buyer_id, s.maker_id)), 0)::bigint - coalesce((
                 select sum(o.wit) from plugin_orders.purchase o where o.buyer_id = p.id
                 and o.state in ('paid', 'preparing', 'shipped', 'delivered')), 0)::bigint as expected
             from unnest($1::uuid[]) p (id)) x on x.id = a.id
         where a.balance <> x.expected",
    )
    .bind(&ids)
    .bind(GIVEN)
    .fetch_all(&mut *owner)
    .await
    .unwrap();
    let (missing,): (i64,) = sqlx::query_as(
        "select (cardinality($1::uuid[]) * $2 - (select sum(balance) from ledger.account where id = any($1))
             - (select coalesce(sum(fee), 0) from plugin_market.sale where buyer_id = any($1))
             - (select coalesce(sum(wit), 0) from plugin_orders.purchase where buyer_id = any($1)
                and state in ('paid', 'preparing', 'shipped', 'delivered')))::bigint",
    )
    .bind(&ids)
    .bind(GIVEN)
    .fetch_one(owner)
    .await
    .unwrap();
    let mut found: Vec<String> = wrong
        .into_iter()
        .take(5)
        .map(|(id, balance, expected)| {
            format!("{id} has {balance}, and their sales and orders leave {expected}")
        })
        .collect();
    if missing != 0 {
        found.push(format!("{missing} hundredths of a WIT are missing"));
    }
    found
}
