//! Benchmarks of gifts compared with `pgbench`, and of lists with a hundred times the rows.

pub(crate) mod growth;

pub use growth::growth;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::Row;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use uuid::Uuid;
use witverse_kernel::app::{App, Options, Resources, create_database};
use witverse_kernel::identity::{Credentials, LoginContext, Origin};
use witverse_kernel::postgres::Server;
use witverse_ledger::{self as ledger, Amount, Key, Kind, Transfer};

use crate::PASSWORD;
use crate::ledger::bench::Line;
use crate::pgbench::{PgBench, Turn};

const ROUNDS: usize = 3;
const SECONDS: u32 = 6;
pub(crate) const WARM: Duration = Duration::from_secs(2);
pub(crate) const CLIENTS: usize = 8;
/// Each client uses pairs of its own, so that clients do not wait for each other's locks.
const PAIRS: usize = 4;

/// A signed-in person.
pub(crate) struct Person {
    pub(crate) id: Uuid,
    pub(crate) token: String,
}

/// A gift of 1 WIT over HTTP, to its commit, and its acceptance, compared with the TPC-B-like script: without its mail,
/// with its mail after the turn, and with the mail of earlier gifts running concurrently.
///
/// # Panics
/// The measurement is not possible.
pub async fn gifts(line: Line<'_>) {
    // A separate server for the paused script: its open transactions would prevent vacuuming on ours.
    let (bench, beside) = (PgBench::undisturbed().await, PgBench::undisturbed().await);
    // Two databases: open transactions of the paused script would disturb the other one.
    for database in ["tpcb", "prepared"] {
        beside.prepare(database).await;
        beside.touch(database);
    }
    create_database(&bench.server, "gifts").await.unwrap();
    let data = TempDir::new().unwrap();
    for (what, relays, aim) in [
        ("a whole gift of WIT", false, "tpcb >= 0.3x"),
        ("a gift, with the mail about others beside it", true, ""),
    ] {
        let kernel = Kernel::start(&bench, "gifts", data.path(), relays).await;
        if relays {
            kernel.delivered().await;
        }
        // Different people each time: a session does not last for both.
        let pairs = Arc::new(friends(&kernel).await);
        let figures = Figures::of(&bench, &beside, &kernel, &pairs).await;
        let memory = kernel.connection_memory().await;
        kernel.stop().await;
        figures.show(what, aim, line);
        let (prepared, private) = memory;
        line(
            "  a connection after it: prepared statements (KiB, the largest)",
            format!("{}", prepared >> 10),
            "",
        );
        line(
            "  a connection after it: private memory of its backend (KiB, the largest)",
            format!("{private}"),
            "",
        );
    }
}

/// A kernel that answers over HTTP.
pub(crate) struct Kernel {
    pub(crate) app: Arc<App>,
    resources: Resources,
    pub(crate) port: u16,
    serving: JoinHandle<std::io::Result<()>>,
    relays: bool,
}

impl Kernel {
    /// On an existing database of the server.
    pub(crate) async fn start(bench: &PgBench, database: &str, data: &Path, relays: bool) -> Self {
        let options = Options {
            server: Some(Server {
                owner: bench.server.options(database),
                passwords: None,
            }),
            compiler: witverse_runtime::Compiler::Here,
            relays,
            ..Options::default()
        };
        let (app, resources) = App::start(crate::config(data.to_path_buf()), options)
            .await
            .unwrap();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let kernel = app.clone();
        let serving = tokio::spawn(async move {
            witverse_kernel::http::serve(&kernel, listener, std::future::pending()).await
        });
        Self {
            app,
            resources,
            port,
            serving,
            relays,
        }
    }

    /// Waits until all mail deliveries are done, so that they do not fall into the next turn.
    pub(crate) async fn delivered(&self) {
        let waiting = "select count(*) from kernel.delivery where parked_at is null";
        let pool = &self.app.platform.pools.app;
        let waiting = || sqlx::query_scalar::<_, i64>(waiting).fetch_one(pool);
        while waiting().await.unwrap() > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The maximum over all connections of units of work: bytes of prepared statements, and private memory of a backend
    /// in KiB (`RssAnon`).
    async fn connection_memory(&self) -> (i64, u64) {
        let pool = &self.app.platform.pools.rt;
        let mut connections = Vec::new();
        for _ in 0..pool.usage().0 {
            connections.push(pool.take(None).await.unwrap());
        }
        let (mut prepared, mut private) = (0, 0);
        for connection in &mut connections {
            let row = sqlx::raw_sql("select kernel_api.plan_memory(), pg_catalog.pg_backend_pid()")
                .fetch_one(&mut **connection)
                .await
                .unwrap();
            prepared = row.get::<i64, _>(0).max(prepared);
            let status = format!("/proc/{}/status", row.get::<i32, _>(1));
            let status = std::fs::read_to_string(status).unwrap();
            let kib = status
                .lines()
                .find_map(|line| line.strip_prefix("RssAnon:")?.trim().strip_suffix(" kB"))
                .and_then(|kib| kib.trim().parse().ok())
                .unwrap_or(0);
            private = private.max(kib);
        }
        (prepared, private)
    }

    pub(crate) async fn stop(self) {
        self.serving.abort();
        self.resources.release(self.app).await;
    }
}

/// The median results of the turns.
struct Figures {
    tpcb: Turn,
    prepared: Turn,
    give: Turn,
    answer: Turn,
}

impl Figures {
    async fn of(
        bench: &PgBench,
        beside: &PgBench,
        kernel: &Kernel,
        pairs: &Arc<Vec<(Person, Person)>>,
    ) -> Self {
        let clients = u32::try_from(CLIENTS).unwrap();
        // With default settings, and with prepared statements like the kernel's.
        let mut tpcb = beside.load("tpcb", &["-b", "tpcb-like", "-M", "simple"], clients);
        let mut prepared = beside.load("prepared", &["-b", "tpcb-like"], clients);
        let (mut given, mut answered) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            tpcb.turn(beside, WARM, SECONDS);
            prepared.turn(beside, WARM, SECONDS);
            let (give, answer) = load(bench, kernel.port, pairs).await;
            given.push(give);
            answered.push(answer);
            if kernel.relays {
                kernel.delivered().await;
            }
        }
        let [tpcb, prepared, give, answer] =
            [tpcb.end(), prepared.end(), given, answered].map(|turns| Turn::median(&turns));
        Self {
            tpcb,
            prepared,
            give,
            answer,
        }
    }

    fn show(&self, what: &str, aim: &str, line: Line<'_>) {
        let figure = |turn: Turn| {
            format!(
                "{:.0}/s, {:.0} us CPU of the database, p50 {:.2} ms, p99 {:.2} ms",
                turn.per_second, turn.cpu_us, turn.p50_ms, turn.p99_ms
            )
        };
        for (how, turn) in [
            ("as it comes", self.tpcb),
            ("with prepared statements", self.prepared),
        ] {
            let what = format!(
                "pgbench tpcb-like {how}, {CLIENTS} clients: {}",
                figure(turn)
            );
            line(&what, String::new(), "");
        }
        for (what, turn, aim) in [(what, self.give, aim), ("accepting one", self.answer, "")] {
            let times = |tpcb: Turn| format!("{:.2}x", turn.per_second / tpcb.per_second);
            line(&format!("{what}: {}", figure(turn)), times(self.tpcb), aim);
            line("  beside prepared statements", times(self.prepared), "");
        }
    }
}

/// Pairs of friends, one of whom has WIT.
async fn friends(kernel: &Kernel) -> Vec<(Person, Person)> {
    let (app, port) = (&kernel.app, kernel.port);
    let (giving, taking) = match kernel.relays {
        false => ("giver", "taker"),
        true => ("sender", "getter"),
    };
    let mut pairs = Vec::new();
    for n in 0..CLIENTS * PAIRS {
        let giver = person(app, &format!("{giving}{n}")).await;
        let taker = person(app, &format!("{taking}{n}")).await;
        fund(app, giver.id).await;
        let mut stream = connect(port);
        for (who, name) in [
            (&giver, format!("{taking}{n}")),
            (&taker, format!("{giving}{n}")),
        ] {
            let body = json!({ "nickname": name }).to_string();
            let path = "/api/v2/relationship/request/friend";
            call(&mut stream, &who.token, path, &body);
        }
        pairs.push((giver, taker));
    }
    pairs
}

/// Gives a person ten million WIT.
pub(crate) async fn fund(app: &Arc<App>, person: Uuid) {
    let mut connection = app.platform.pools.app.acquire().await.unwrap();
    let bonus = Transfer {
        id: Key::of(&["bench", &person.to_string()]),
        from: ledger::BONUS,
        to: person,
        amount: Amount::new(1_000_000_000).unwrap(),
        kind: Kind::Bonus,
        source: "kernel",
        memo: "",
        at: app.platform.clock.now(),
    };
    ledger::transfer(&mut connection, &bonus).await.unwrap();
}

pub(crate) async fn person(app: &Arc<App>, name: &str) -> Person {
    let email = format!("{name}@test.witverse.dev");
    let mut connection = app.platform.pools.app.acquire().await.unwrap();
    let id = app
        .identity
        .accounts
        .create_ready(&mut connection, &email, PASSWORD, name, &[])
        .await
        .unwrap();
    let credentials = Credentials {
        email: &email,
        password: PASSWORD,
    };
    let entered = app
        .identity
        .logins
        .log_in(credentials, LoginContext::default(), &Origin::default())
        .await
        .unwrap()
        .done()
        .unwrap();
    Person {
        id,
        token: entered.tokens.access,
    }
}

/// Each client sends gifts, and then all of them are accepted.
async fn load(bench: &PgBench, port: u16, pairs: &Arc<Vec<(Person, Person)>>) -> (Turn, Turn) {
    let before = bench.cpu_ticks();
    let given = each_client(|client| {
        let pairs = pairs.clone();
        move || give(port, &pairs[client * PAIRS..(client + 1) * PAIRS])
    })
    .await;
    let ticks = bench.cpu_ticks() - before;
    let times = given
        .iter()
        .flat_map(|gifts| gifts.iter().map(|gift| gift.2))
        .collect();
    let give = Turn::of(times, f64::from(SECONDS), ticks);

    let before = bench.cpu_ticks();
    let started = Instant::now();
    let gifts = Arc::new(given);
    let answered = each_client(|client| {
        let (pairs, gifts) = (pairs.clone(), gifts.clone());
        move || {
            accept(
                port,
                &pairs[client * PAIRS..(client + 1) * PAIRS],
                &gifts[client],
            )
        }
    })
    .await;
    let seconds = started.elapsed().as_secs_f64();
    let ticks = bench.cpu_ticks() - before;
    (give, Turn::of(answered.concat(), seconds, ticks))
}

pub(crate) async fn each_client<T: Send + 'static, F: FnOnce() -> T + Send + 'static>(
    task: impl Fn(usize) -> F,
) -> Vec<T> {
    let tasks: Vec<_> = (0..CLIENTS)
        .map(|client| tokio::task::spawn_blocking(task(client)))
        .collect();
    let mut done = Vec::new();
    for task in tasks {
        done.push(task.await.unwrap());
    }
    done
}

/// A gift's id, its pair, and its latency in microseconds.
type Given = (String, usize, f64);

fn give(port: u16, pairs: &[(Person, Person)]) -> Vec<Given> {
    let mut stream = connect(port);
    let started = Instant::now();
    let mut given = Vec::new();
    while started.elapsed() < Duration::from_secs(SECONDS.into()) {
        let pair = given.len() % pairs.len();
        let (giver, taker) = &pairs[pair];
        let body = json!({
            "airdropTargetData": 1, "airdropTargetType": "wit", "fee": 0, "message": "for you", "userId": taker.id,
        })
        .to_string();
        let begun = Instant::now();
        let answer = call(&mut stream, &giver.token, "/api/v2/gift/create", &body);
        let took = begun.elapsed().as_secs_f64() * 1e6;
        let (_, rest) = answer.split_once("\"airdropId\":\"").expect("a gift");
        given.push((rest[..36].to_owned(), pair, took));
    }
    given
}

fn accept(port: u16, pairs: &[(Person, Person)], gifts: &[Given]) -> Vec<f64> {
    let mut stream = connect(port);
    let mut times = Vec::new();
    for (gift, pair, _) in gifts {
        let body = json!({ "airdropId": gift, "approve": true }).to_string();
        let begun = Instant::now();
        call(
            &mut stream,
            &pairs[*pair].1.token,
            "/api/v2/gift/handle",
            &body,
        );
        times.push(begun.elapsed().as_secs_f64() * 1e6);
    }
    times
}

pub(crate) fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// One POST over a persistent connection; panics unless it succeeds.
pub(crate) fn call(stream: &mut TcpStream, token: &str, path: &str, body: &str) -> String {
    send(stream, "POST", token, path, body)
}

/// The same with any method.
pub(crate) fn send(
    stream: &mut TcpStream,
    method: &str,
    token: &str,
    path: &str,
    body: &str,
) -> String {
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        let read = stream.read(&mut buffer).unwrap();
        assert!(read > 0, "the connection was closed");
        answer.extend_from_slice(&buffer[..read]);
        if whole(&answer) {
            break;
        }
    }
    let answer = String::from_utf8(answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 20"), "{path}: {answer}");
    answer
}

/// Whether head and body are complete.
#[must_use]
pub fn whole(answer: &[u8]) -> bool {
    let Some(end) = answer.windows(4).position(|window| window == b"\r\n\r\n") else {
        return false;
    };
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    let length = head
        .split("content-length: ")
        .nth(1)
        .and_then(|rest| rest.split("\r\n").next()?.trim().parse::<usize>().ok())
        .unwrap_or(0);
    answer.len() >= end + 4 + length
}
