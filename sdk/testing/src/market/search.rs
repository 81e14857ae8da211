//! The lists of the market with a hundred times the listings: each filter and each order, over HTTP, in alternating turns
//! of two kernels.

mod rows;

use std::time::Instant;

use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::cluster::use_much_memory;
use crate::ledger::bench::Line;
use crate::social::{connect, send};
use crate::{Client, TestApp};
use rows::{ABSENT, COMMON, HOT, HOT_WORLD, RARE, SMALL, SMALL_WORLD, SOLD_BY};

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Open listings of the two kernels; at least 10,000.
    pub listings: [u32; 2],
    /// Requests of each list in a round.
    pub requests: usize,
    /// The median of the rounds counts, because other load affects some of them.
    pub rounds: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self {
            listings: [10_000, 1_000_000],
            requests: 300,
            rounds: 7,
        }
    }
}

const READERS: usize = 4;
const PAGE: usize = 24;
/// Pages before the deep one.
const DEPTH: usize = 40;

/// A measured request, and the number of items in its answer.
struct List {
    name: &'static str,
    query: String,
    items: usize,
}

/// A kernel with a number of listings, which answers over HTTP.
struct Market {
    app: TestApp,
    port: u16,
    readers: Vec<Client>,
    lists: Vec<List>,
    serving: JoinHandle<std::io::Result<()>>,
}

/// The p99 of every filter and order at the larger number of listings, divided by that at the smaller one.
///
/// # Panics
/// The measurement is not possible.
pub async fn search(sizes: Sizes, line: Line<'_>) {
    use_much_memory();
    let mut markets = Vec::new();
    for listings in sizes.listings {
        markets.push(Market::open(listings).await);
    }
    let count = markets[0].lists.len();
    // Of each list, for each market: the p50 and the p99 of the rounds.
    let mut figures = vec![[(); 2].map(|()| (Vec::new(), Vec::new())); count];
    // The first round is a warm-up.
    for round in 0..=sizes.rounds {
        for market in &mut markets {
            market.log_in().await;
        }
        for (list, figures) in figures.iter_mut().enumerate() {
            for (market, (p50s, p99s)) in markets.iter().zip(figures) {
                let (p50, p99) = market.measure(list, sizes.requests).await;
                if round > 0 {
                    p50s.push(p50);
                    p99s.push(p99);
                }
            }
        }
    }
    let [few, many] = sizes.listings;
    for (list, figures) in markets[0].lists.iter().zip(&figures) {
        let [small, large] = [0, 1].map(|size| {
            let (p50s, p99s): &(Vec<f64>, Vec<f64>) = &figures[size];
            (median(p50s), median(p99s))
        });
        line(
            &format!(
                "market, {}: p99 at {many} / at {few} ({:.2} ms, p50 {:.2}; {:.2} ms, p50 {:.2})",
                list.name, large.1, large.0, small.1, small.0
            ),
            format!("{:.2}", large.1 / small.1),
            "<= 1.2",
        );
    }
    for market in markets {
        market.serving.abort();
        market.app.stop().await;
    }
}

fn median(times: &[f64]) -> f64 {
    crate::pgbench::median(times.to_vec())
}

impl Market {
    async fn open(listings: u32) -> Self {
        let app = TestApp::start().await;
        let mut readers = Vec::new();
        for n in 0..READERS {
            readers.push(app.person(&name_of(n)).await);
        }
        rows::fill(&app, listings).await;
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let kernel = app.app.clone();
        let serving = tokio::spawn(async move {
            witverse_kernel::http::serve(&kernel, listener, std::future::pending()).await
        });
        let mut market = Self {
            app,
            port,
            readers,
            lists: lists(),
            serving,
        };
        market.log_in().await;
        for sort in ["newest", "cheapest"] {
            let deep = market.deep(sort).await;
            market.lists.push(deep);
        }
        market
    }

    /// Filling and measuring take longer than an access token is valid.
    async fn log_in(&mut self) {
        for (n, reader) in self.readers.iter_mut().enumerate() {
            *reader = self.app.log_in(&name_of(n), reader.id).await;
        }
    }

    /// A page that many pages are before.
    async fn deep(&self, sort: &str) -> List {
        let mut query = format!("sort={sort}");
        for _ in 0..DEPTH {
            let reply = self.readers[0].get(&path_of(&query)).await;
            let cursor = reply.payload()["nextCursor"].as_str().expect("a next page");
            query = format!("sort={sort}&cursor={cursor}");
        }
        let name = match sort {
            "newest" => "40 pages down, newest first",
            _ => "40 pages down, cheapest first",
        };
        List {
            name,
            query,
            items: PAGE,
        }
    }

    /// The p50 and the p99 of a list, in milliseconds.
    async fn measure(&self, list: usize, requests: usize) -> (f64, f64) {
        let List { name, query, items } = &self.lists[list];
        let (path, items, port) = (path_of(query), *items, self.port);
        let tokens: Vec<String> = self
            .readers
            .iter()
            .map(|reader| reader.token().expect("signed in").to_owned())
            .collect();
        let name = *name;
        let measured = tokio::task::spawn_blocking(move || {
            let mut stream = connect(port);
            let mut times = Vec::new();
            for n in 0..requests {
                let started = Instant::now();
                let answer = send(&mut stream, "GET", &tokens[n % tokens.len()], &path, "");
                times.push(started.elapsed().as_secs_f64() * 1e3);
                if n == 0 {
                    assert_eq!(shown(&answer), items, "{name}");
                }
            }
            times.sort_by(f64::total_cmp);
            (times[times.len() / 2], times[times.len() * 99 / 100])
        });
        measured.await.unwrap()
    }
}

/// The number of items in an answer.
fn shown(answer: &str) -> usize {
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    let body: Value = serde_json::from_str(body).expect("JSON");
    body["payload"]["items"].as_array().expect("a list").len()
}

fn name_of(reader: usize) -> String {
    format!("reader{reader}")
}

fn path_of(query: &str) -> String {
    format!("/api/v2/market/listings?limit={PAGE}&{query}")
}

fn encoded(word: &str) -> String {
    word.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn lists() -> Vec<List> {
    let mut lists = Vec::new();
    let mut list = |name: &'static str, query: String, items: usize| {
        lists.push(List { name, query, items });
    };
    let of = |what: &str, id: Uuid, sort: &str| format!("{what}={id}&sort={sort}");
    let (word, rare, absent) = (encoded(COMMON), encoded(RARE), encoded(ABSENT));
    for (name, query) in [
        ("newest first", "sort=newest"),
        ("cheapest first", "sort=cheapest"),
        ("dearest first", "sort=dearest"),
        ("ending first", "sort=ending"),
        ("a common type, newest first", "type=gear"),
        ("a common type, cheapest first", "type=gear&sort=cheapest"),
        ("a common type, ending first", "type=gear&sort=ending"),
        (
            "a wide price range, newest first",
            "minPrice=100&maxPrice=200",
        ),
        (
            "a wide price range, cheapest first",
            "minPrice=100&maxPrice=200&sort=cheapest",
        ),
        (
            "a wide price range, ending first",
            "minPrice=100&maxPrice=200&sort=ending",
        ),
        (
            "a narrow price range, newest first",
            "minPrice=400000&maxPrice=600000",
        ),
        (
            "a narrow price range, dearest first",
            "minPrice=400000&maxPrice=600000&sort=dearest",
        ),
        ("with offers, newest first", "hasOffers=true"),
        (
            "with offers, cheapest first",
            "hasOffers=true&sort=cheapest",
        ),
        (
            "a type, a price range, with offers",
            "type=gear&minPrice=1&maxPrice=500&hasOffers=true",
        ),
        ("a rare type, newest first", "type=audio"),
        ("a rare type, ending first", "type=audio&sort=ending"),
    ] {
        list(name, query.to_owned(), PAGE);
    }
    list("search, a common term", format!("q={word}"), PAGE);
    list(
        "search, a common term, cheapest first",
        format!("q={word}&sort=cheapest"),
        PAGE,
    );
    list(
        "search, a common term of a type",
        format!("q={word}&type=gear"),
        PAGE,
    );
    list("search, a rare term", format!("q={rare}"), SOLD_BY);
    list("search, an absent term", format!("q={absent}"), 0);
    for sort in ["newest", "cheapest", "ending"] {
        let name = match sort {
            "newest" => "a hot collection, newest first",
            "cheapest" => "a hot collection, cheapest first",
            _ => "a hot collection, ending first",
        };
        list(name, of("collection", HOT, sort), PAGE);
        let name = match sort {
            "newest" => "a small collection, newest first",
            "cheapest" => "a small collection, cheapest first",
            _ => "a small collection, ending first",
        };
        list(name, of("collection", SMALL, sort), PAGE);
    }
    list(
        "a large world, newest first",
        of("world", HOT_WORLD, "newest"),
        PAGE,
    );
    list(
        "a small world, cheapest first",
        of("world", SMALL_WORLD, "cheapest"),
        PAGE,
    );
    let none = format!("collection={HOT}&type=video");
    list("a hot collection, a type that it does not have", none, 0);
    lists
}
