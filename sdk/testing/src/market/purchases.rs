//! Purchases over HTTP, a quote and then the purchase to its commit, beside pgbench's TPC-B-like script in alternating
//! turns: items of many collections, and of one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, Row};
use tempfile::TempDir;
use uuid::Uuid;
use witverse_kernel::app::create_database;

use crate::ledger::bench::Line;
use crate::pgbench::{PgBench, Turn};
use crate::social::{CLIENTS, Kernel, Person, WARM, call, connect, each_client, fund, person};

const ROUNDS: usize = 3;
const SECONDS: u32 = 6;
/// Listings for each client, kind and round; more than can be bought in a turn.
const LISTINGS: usize = 2_500;
const DATABASE: &str = "market";

/// The listings of a round: of how many collections they are.
#[derive(Clone, Copy, Debug)]
struct Scene {
    name: &'static str,
    collections: u32,
}

const SCENES: [Scene; 2] = [
    Scene {
        name: "a purchase, of 1,000 collections",
        collections: 1_000,
    },
    Scene {
        name: "a purchase, of one hot collection",
        collections: 1,
    },
];

/// Purchases per second beside pgbench.
///
/// # Panics
/// The measurement is not possible.
pub async fn purchases(line: Line<'_>) {
    // A separate server for the paused script: its open transactions would prevent vacuuming on ours.
    let (bench, beside) = (PgBench::undisturbed().await, PgBench::undisturbed().await);
    beside.prepare("tpcb").await;
    beside.touch("tpcb");
    create_database(&bench.server, DATABASE).await.unwrap();
    let data = TempDir::new().unwrap();
    crate::share_cache(&data.path().join("cache"));
    let kernel = Kernel::start(&bench, DATABASE, data.path(), true).await;
    let mut buyers = Vec::new();
    for n in 0..CLIENTS {
        let buyer = person(&kernel.app, &format!("buyer{n}")).await;
        fund(&kernel.app, buyer.id).await;
        buyers.push(buyer);
    }
    let buyers = Arc::new(buyers);
    let mut owner = bench.server.options(DATABASE);
    owner = owner.disable_statement_logging();
    let mut owner = owner.connect().await.unwrap();
    prepare(&mut owner).await;
    let mut tpcb = beside.load(
        "tpcb",
        &["-b", "tpcb-like", "-M", "simple"],
        u32::try_from(CLIENTS).unwrap(),
    );
    let mut turns = vec![Vec::new(); SCENES.len()];
    for round in 0..ROUNDS {
        tpcb.turn(&beside, WARM, SECONDS);
        for (place, scene) in SCENES.iter().enumerate() {
            let listings = list(&mut owner, (round * SCENES.len() + place) as u32, *scene).await;
            let listings = Arc::new(listings);
            let before = bench.cpu_ticks();
            let times = each_client(|client| {
                let (buyers, listings) = (buyers.clone(), listings.clone());
                let port = kernel.port;
                move || {
                    buy(
                        port,
                        &buyers[client],
                        &listings[client * LISTINGS..][..LISTINGS],
                    )
                }
            })
            .await;
            let ticks = bench.cpu_ticks() - before;
            turns[place].push(Turn::of(times.concat(), f64::from(SECONDS), ticks));
            kernel.delivered().await;
        }
    }
    let tpcb = Turn::median(&tpcb.end());
    let figure = |turn: Turn| {
        format!(
            "{:.0}/s, {:.0} us CPU of the database, p50 {:.2} ms, p99 {:.2} ms",
            turn.per_second, turn.cpu_us, turn.p50_ms, turn.p99_ms
        )
    };
    let what = format!("pgbench tpcb-like, {CLIENTS} clients: {}", figure(tpcb));
    line(&what, String::new(), "");
    for (scene, turns) in SCENES.iter().zip(&turns) {
        let turn = Turn::median(turns);
        let times = format!("{:.2}x tpcb", turn.per_second / tpcb.per_second);
        line(&format!("{}: {}", scene.name, figure(turn)), times, "");
    }
    owner.close().await.unwrap();
    kernel.stop().await;
}

/// A rule without a limit for new accounts, and the sellers.
async fn prepare(owner: &mut PgConnection) {
    let statements = [
        "insert into plugin_market.rules (version, fee_bp, outlier_times, new_account_days, new_account_trades, made_at)
         select version + 1, 250, 100, 0, new_account_trades, now() from plugin_market.rules order by version desc limit 1"
            .to_owned(),
        format!(
            "insert into kernel.account (id, email, email_key, password_hash, nickname, verified_at)
             select {SELLER}, s || '@sellers', s || '@sellers', '', 'seller' || s, now() from generate_series(1, {SELLERS}) s"
        ),
        format!("select ledger.open_account({SELLER}, 0::smallint) from generate_series(1, {SELLERS}) s"),
    ];
    for statement in statements {
        run(owner, statement).await;
    }
}

async fn run(owner: &mut PgConnection, statement: String) {
    sqlx::raw_sql(AssertSqlSafe(statement))
        .execute(owner)
        .await
        .unwrap();
}

/// So many that no two people trade often enough to count as linked.
const SELLERS: u32 = 4_000;
const SELLER: &str = "('01900000-0000-7000-a000-' || lpad(to_hex(s), 12, '0'))::uuid";

/// Lists items for a round; returns the ids of the listings.
async fn list(owner: &mut PgConnection, round: u32, scene: Scene) -> Vec<Uuid> {
    let count = CLIENTS * LISTINGS;
    let id = |kind: &str| {
        format!(
            "('01900000-0000-7000-{kind}-' || lpad(to_hex({round} * 1000000 + i), 12, '0'))::uuid"
        )
    };
    let collection = format!(
        "('01900000-0000-7000-c000-' || lpad(to_hex({round} * 1000000 + i % {}), 12, '0'))::uuid",
        scene.collections
    );
    let seller = SELLER.replace("to_hex(s)", &format!("to_hex(1 + i % {SELLERS})"));
    let (item, listing) = (id("b000"), id("d000"));
    let rows = format!("generate_series(1, {count}) i");
    let of_collections = format!("select distinct {collection} as id from {rows}");
    for statement in [
        format!(
            "insert into plugin_items.collection (id, name_ko, name_en, created_at)
             select c.id, '모음', 'Collection', now() from ({of_collections}) c"
        ),
        format!(
            "insert into plugin_market.collection (id, name_ko, name_en, royalty_bp)
             select c.id, '모음', 'Collection', 0 from ({of_collections}) c"
        ),
        format!(
            "insert into plugin_items.item (id, collection_id, type, name_ko, name_en, description_ko, description_en,
                 thumbnail, owner_id, made_at, acquired_at, state, lock_plugin, lock_key, lock_by, links)
             select {item}, {collection}, 'gear', '등불', 'Lantern', '', '', '/x.svg', {seller}, now(), now(), 'locked',
                    'market', {listing}::text, 'listing', 1
             from {rows}"
        ),
        format!(
            "insert into plugin_items.provenance (item_id, seq, kind, to_id, at, statement, hash, key_id, signature)
             select {item}, 1, 'made', {seller}, now(), 'made', md5(i::text), 'bench', 'bench' from {rows}"
        ),
        format!(
            "insert into plugin_items.tally (owner_id, type, state, items)
             select {seller}, 'gear', 'locked', count(*) from {rows} group by 1
             on conflict (owner_id, type, state) do update set items = tally.items + excluded.items"
        ),
        format!(
            "insert into plugin_market.listing (id, item_id, item_version, collection_id, item_type, name_ko, name_en,
                 thumbnail, seller_id, price, fee_bp, royalty_bp, rules_version, status, created_at, expires_at)
             select {listing}, {item}, 1, {collection}, 'gear', '등불', 'Lantern', '/x.svg', {seller}, 10000, 250, 0, 2,
                    'open', now(), now() + interval '30 days'
             from {rows}"
        ),
        format!(
            "insert into plugin_market.listing_term (term, listed_at, listing_id)
             select t.term, now(), {listing} from {rows}, unnest(array['등', '등불', 'la', 'lan', 'lant', 'lante']) t (term)"
        ),
        "vacuum analyze".to_owned(),
    ] {
        run(owner, statement).await;
    }
    let rows = format!("select {listing} from {rows} order by i");
    let rows = sqlx::query(AssertSqlSafe(rows))
        .fetch_all(owner)
        .await
        .unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// One client buys for the length of a turn; returns the latencies of quote and purchase together, in microseconds.
fn buy(port: u16, buyer: &Person, listings: &[Uuid]) -> Vec<f64> {
    let mut stream = connect(port);
    let started = Instant::now();
    let mut times = Vec::new();
    for listing in listings {
        if started.elapsed() >= Duration::from_secs(SECONDS.into()) {
            return times;
        }
        let begun = Instant::now();
        let path = format!("/api/v2/market/listings/{listing}");
        let quoted = call(&mut stream, &buyer.token, &format!("{path}/quote"), "");
        let (_, body) = quoted.split_once("\r\n\r\n").expect("a body");
        let quoted: Value = serde_json::from_str(body).expect("JSON");
        let purchase = json!({ "quote": quoted["payload"], "agreed": true });
        call(
            &mut stream,
            &buyer.token,
            &format!("{path}/buy"),
            &purchase.to_string(),
        );
        times.push(begun.elapsed().as_secs_f64() * 1e6);
    }
    panic!("more listings are needed for a turn");
}
