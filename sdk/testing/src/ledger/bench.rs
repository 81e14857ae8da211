//! The ledger compared with `pgbench`'s TPC-B-like script: the same client and server, in alternating turns.
//! Transactions per second, server CPU for each, and latencies; then the same with a hundred times the accounts and
//! entries.
//!
//! PostgreSQL logs a whole page when it first changes after a checkpoint. The comparison is made after all pages have
//! changed, as in all but the first seconds between two checkpoints; those seconds have a line of their own.
//! Connections are kept between turns, as the kernel keeps its own: a new connection first makes its plans, and maps
//! each page of shared memory on first access.

use std::time::Duration;

use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};
use tempfile::TempDir;
use witverse_kernel::app::{App, create_database};
use witverse_kernel::postgres::{PLANNER_SETTINGS, Server};

use crate::pgbench::{PgBench, Turn, median};

/// The number of turns of each script, and the length of a turn.
const ROUNDS: usize = 9;
const SECONDS: u32 = 4;
const CLIENTS: u32 = 8;
const PEOPLE: i64 = 10_000;
/// Warm-up time of each script, so that pages have changed since the last checkpoint and connections have made their
/// plans.
const WARM: Duration = Duration::from_secs(30);
/// Warm-up time after a pause.
const SETTLE: Duration = Duration::from_millis(500);
/// Account numbers begin here: twelve digits, as the end of an id.
const BEFORE: i64 = 100_000_000_000;
/// Converts a number to an account id.
const PERSON: &str = "('01900000-0000-7000-8000-' || :{})::uuid";

/// A line of the report: label, value, target.
pub type Line<'a> = &'a mut dyn FnMut(&str, String, &str);

/// Two identical servers. A paused script leaves a transaction open, which prevents vacuuming in every database of its
/// server.
struct Bench {
    ours: PgBench,
    theirs: PgBench,
}

/// Prints the figures.
///
/// # Panics
/// The measurement is not possible.
pub async fn run(line: Line<'_>) {
    let bench = Bench {
        ours: PgBench::start().await,
        theirs: PgBench::start().await,
    };
    bench.theirs.prepare("tpcb").await;
    bench.prepare("small", PEOPLE, 0).await;
    bench.compare("", "small", PEOPLE, line).await;
    bench
        .prepare("large", PEOPLE * 100, 100 * PEOPLE * 10)
        .await;
    let large = " at 1M accounts, 10M entries";
    bench.compare(large, "large", PEOPLE * 100, line).await;
    bench.growth(line).await;
}

impl Bench {
    /// A database with the ledger, people with a balance, and `history` earlier entries.
    async fn prepare(&self, ledger: &str, people: i64, history: i64) {
        create_database(&self.ours.server, ledger).await.unwrap();
        let data = TempDir::new().unwrap();
        let options = witverse_kernel::app::Options {
            server: Some(Server {
                owner: self.ours.server.options(ledger),
                passwords: None,
            }),
            compiler: witverse_runtime::Compiler::Here,
            ..Default::default()
        };
        let (app, resources) = App::start(crate::config(data.path().to_path_buf()), options)
            .await
            .unwrap();
        resources.release(app).await;
        let mut owner = self
            .ours
            .server
            .options(ledger)
            .disable_statement_logging()
            .connect()
            .await
            .unwrap();
        fill(&mut owner, people, history).await;
        owner.close().await.unwrap();
    }

    /// Runs the scripts in alternating turns: medians, and the median ratio to the adjacent TPC-B-like turn.
    async fn compare(&self, where_: &str, ledger: &str, people: i64, line: Line<'_>) {
        let (a, b) = (PERSON.replace("{}", "a"), PERSON.replace("{}", "b"));
        let (first, last) = (BEFORE + 1, BEFORE + people);
        // The caller generates the ids; generating them here should cost little.
        let script = |function: &str, from: &str, to: &str, more: &str| {
            format!(
                "\\set a random({first}, {last})\n\\set b random({first}, {last})\n
                 \\set k random(1000000000000000, 9999999999999999)\n\\set l random(1000000000000000, 9999999999999999)\n
                 select {function}((:k::text || :l::text)::uuid, {from}, {to}, 5, 6::smallint, now(), 'bench', ''{more});\n"
            )
        };
        // The two functions of a transfer, by payer and payee.
        let single = self
            .ours
            .script("single.sql", &script("ledger.pay_new", &a, &b, ", :record"));
        let bonus = "'ffffffff-ffff-8fff-bfff-000000000002'::uuid";
        let hot = self
            .ours
            .script("hot.sql", &script("ledger.post", &a, bonus, ""));
        let some = format!(
            "('01900000-0000-7000-8000-' || ({first} + (random() * {})::bigint))::uuid",
            people - 1
        );
        // Each leg from one person to another, in one call.
        let legs = self.ours.script(
            "legs.sql",
            &format!(
                "\\set k random(1, 1000000000000000)\n
                 with r as materialized (
                     select {some} as d, {some} as c from generate_series(1, 300))
                 select outcome from (select array_agg(d) as d, array_agg(c) as c from
                     (select * from r where d <> c limit 256) s) r,
                 ledger.transfer_legs(encode(int8send(:k::bigint) || int8send(hashint8extended(:k::bigint, 1)), 'hex')::uuid,
                     d, c, array_fill(5::bigint, array[256]), array_fill(6::smallint, array[256]),
                     array_fill(''::text, array[256]), now(), 'bench') l;\n"
            ),
        );
        // As bytes from the caller; they are not parsed here.
        let record = format!("record=\\x{}", "57".repeat(66));
        let ours = as_the_kernel_connects(ledger);
        let scripts: [(&str, &[&str], u32); 4] = [
            ("tpcb", &["-b", "tpcb-like"], CLIENTS),
            (&ours, &["-D", &record, "-f", &single], CLIENTS),
            (&ours, &["-f", &hot], CLIENTS),
            (&ours, &["-f", &legs], 2),
        ];
        self.checkpoint(ledger).await;
        let servers = [&self.theirs, &self.ours, &self.ours, &self.ours];
        let [tpcb_first, single_first] = [0, 1].map(|script| {
            let (database, what, clients) = scripts[script];
            servers[script].turn(database, what, clients, SECONDS)
        });
        self.theirs.touch("tpcb");
        let mut loads = [0, 1, 2, 3].map(|script| {
            let (database, what, clients) = scripts[script];
            servers[script].load(database, what, clients)
        });
        // Many legs change all pages fastest. Then each script warms up its own connections.
        for (load, server) in loads.iter_mut().zip(servers).rev() {
            load.turn(server, WARM, SECONDS);
        }
        // Each script starts a round in its turn, because its unwritten pages are written in the turn of the next.
        for round in 0..ROUNDS {
            for n in 0..loads.len() {
                let script = (round + n) % loads.len();
                loads[script].turn(servers[script], SETTLE, SECONDS);
            }
        }
        let turns = loads.map(|load| load.end().split_off(1));
        let beside = |script: usize, of: fn(&Turn) -> f64| {
            let turns = turns[script].iter().zip(&turns[0]);
            median(turns.map(|(turn, tpcb)| of(turn) / of(tpcb)).collect())
        };
        let cpu = beside(1, |turn| turn.cpu_us);
        let times = [1, 2, 3].map(|script| beside(script, |turn| turn.per_second));
        let [tpcb, single, hot, legs] = turns.map(|turns| Turn::median(&turns));
        let figure = |turn: Turn, n: f64| {
            format!(
                "{:.0}/s, {:.0} us CPU, p50 {:.2} ms, p99 {:.2} ms",
                turn.per_second * n,
                turn.cpu_us / n,
                turn.p50_ms,
                turn.p99_ms
            )
        };
        line(
            &format!(
                "pgbench tpcb-like, {CLIENTS} clients: {}",
                figure(tpcb, 1.0)
            ),
            String::new(),
            "",
        );
        let one = "transfer, one call";
        for (what, turn, times, n, aim) in [
            (one, single, times[0], 1.0, "tpcb >= 1.5x"),
            (
                "transfer to a hot account, one call",
                hot,
                times[1],
                1.0,
                "tpcb >= 1.3x",
            ),
            (
                "transfer, 256 legs in one call",
                legs,
                times[2],
                256.0,
                "tpcb >= 4x",
            ),
        ] {
            line(
                &format!("{what}{where_}: {}", figure(turn, n)),
                format!("{:.2}x", times * n),
                aim,
            );
        }
        line(
            &format!("transfer, one call{where_}: server CPU over tpcb-like's"),
            format!("{cpu:.2}"),
            "<= 0.75",
        );
        line(
            &format!(
                "transfer, one call{where_}, in the first {SECONDS} s after a checkpoint: {}",
                figure(single_first, 1.0)
            ),
            format!("{:.2}x", single_first.per_second / tpcb_first.per_second),
            "",
        );
    }

    async fn checkpoint(&self, database: &str) {
        for (server, database) in [(&self.ours, database), (&self.theirs, "tpcb")] {
            let mut owner = server.server.options(database).connect().await.unwrap();
            sqlx::raw_sql("checkpoint")
                .execute(&mut owner)
                .await
                .unwrap();
            owner.close().await.unwrap();
        }
    }

    /// A page of a history with few and with many entries in the table.
    async fn growth(&self, line: Line<'_>) {
        let person = PERSON.replace("{}", "a");
        let page = |people: i64| {
            format!(
                "\\set a random({}, {})\nselect e.seq, e.amount, e.balance_after, e.kind, e.at, e.source, e.memo
                 from ledger.entry e where e.account_id = {person} and e.seq < 9223372036854775807 order by e.seq desc limit 21;\n",
                BEFORE + 1,
                BEFORE + people
            )
        };
        let small = self.ours.script("page-small.sql", &page(PEOPLE));
        let large = self.ours.script("page-large.sql", &page(PEOPLE * 100));
        // Writes out the changes of the transfers before, so that no turn includes them.
        self.checkpoint("large").await;
        let databases = ["small", "large"].map(as_the_kernel_connects);
        let scripts = [&small, &large];
        let mut loads = [0, 1].map(|n| self.ours.load(&databases[n], &["-f", scripts[n]], 2));
        for load in &mut loads {
            load.turn(&self.ours, WARM, 1);
        }
        for _ in 0..ROUNDS {
            for load in &mut loads {
                load.turn(&self.ours, SETTLE, SECONDS);
            }
        }
        let [few, many] = loads.map(|load| load.end().split_off(1));
        let (few, many) = (Turn::median(&few), Turn::median(&many));
        line(
            &format!(
                "page of a wallet's history: p99 {:.2} ms, at 10M entries {:.2} ms",
                few.p99_ms, many.p99_ms
            ),
            format!("{:.2}x", many.p99_ms / few.p99_ms),
            "<= 1.2x",
        );
    }
}

/// The connection string of the kernel's connections, with their settings.
fn as_the_kernel_connects(database: &str) -> String {
    let settings = PLANNER_SETTINGS.map(|(name, value)| format!("-c {name}={value}"));
    format!("dbname={database} options='{}'", settings.join(" "))
}

async fn fill(owner: &mut PgConnection, people: i64, history: i64) {
    let person = format!("('01900000-0000-7000-8000-' || ({BEFORE} + n))::uuid");
    let other = format!(
        "('01900000-0000-7000-8000-' || ({BEFORE} + n::bigint * 7919 % {people} + 1))::uuid"
    );
    let share = if people == 0 { 0 } else { history / people };
    // Inserted directly, with invalid hashes: the benchmark does not read them.
    for statement in [
        "set synchronous_commit = off".to_owned(),
        // The fill level of accounts that were opened one by one.
        "alter table ledger.account set (fillfactor = 50)".to_owned(),
        format!(
            "insert into ledger.account (id, kind, head, balance, seq)
             select {person}, 0, sha256(int8send(n)), 1000000000, {share} from generate_series(1, {people}) n"
        ),
        // Each account alternately pays and receives, in time order: odd entries are payments.
        format!(
            "insert into ledger.transfer (id, debit, credit, debit_seq, credit_seq, debit_after, credit_after, amount, at, kind,
                                          debit_hash, credit_hash, source)
             select gen_random_uuid(), {person}, {other}, 2 * s - 1, 2 * s, s, s, 1, now(), 6,
                    sha256(int8send(n)), sha256(int8send(n + 1)), 'bench'
             from generate_series(1, {share} / 2) s, generate_series(1, {people}) n"
        ),
        "alter table ledger.account set (fillfactor = 97)".to_owned(),
        "vacuum analyze".to_owned(),
    ] {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *owner).await.unwrap();
    }
}
