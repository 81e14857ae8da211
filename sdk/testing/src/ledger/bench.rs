//! The ledger beside `pgbench`'s TPC-B-like script: the same client, the same server, in turns. Transactions a second,
//! server CPU for each, and how long they take; then once more with a hundred times the accounts and entries.
//!
//! PostgreSQL logs a page whole when it first changes after a checkpoint. What is compared is what both come to once
//! their pages have been changed, as for all but the first moments between two checkpoints; those moments have a line of
//! their own. Connections are kept from turn to turn, as the kernel keeps its own: a new one first makes its plans, and
//! maps each page of the server's memory when it comes upon it.

use std::time::Duration;

use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};
use tempfile::TempDir;
use witverse_kernel::app::{App, create_database};
use witverse_kernel::postgres::{PLANNER_SETTINGS, Server};

use crate::pgbench::{PgBench, Turn, median};

/// How many turns each script gets, and how long one is.
const ROUNDS: usize = 9;
const SECONDS: u32 = 4;
const CLIENTS: u32 = 8;
const PEOPLE: i64 = 10_000;
/// How long each script runs unmeasured, so that pages have been changed since the last checkpoint and its connections know
/// their way.
const WARM: Duration = Duration::from_secs(30);
/// How long after a pause it is measured again.
const SETTLE: Duration = Duration::from_millis(500);
/// The number before the first person's: twelve digits, as the end of an id has.
const BEFORE: i64 = 100_000_000_000;
/// What makes a person of a number.
const PERSON: &str = "('01900000-0000-7000-8000-' || :{})::uuid";

/// A line of the figures: what, how much, what it should be.
pub type Line<'a> = &'a mut dyn FnMut(&str, String, &str);

/// Two servers alike. A script that is paused leaves a transaction open, and while that is so no server clears away what
/// has become old, in whatever database.
struct Bench {
    ours: PgBench,
    theirs: PgBench,
}

/// Prints the figures.
///
/// # Panics
/// Where it cannot measure.
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
    /// A database with the ledger in it, people who have something, and `history` entries from before.
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
        let (app, ground) = App::start(crate::config(data.path().to_path_buf()), options)
            .await
            .unwrap();
        ground.clear(app).await;
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

    /// The scripts in turns: medians of the turns, and of what each comes to beside the TPC-B-like one next to it.
    async fn compare(&self, where_: &str, ledger: &str, people: i64, line: Line<'_>) {
        let (a, b) = (PERSON.replace("{}", "a"), PERSON.replace("{}", "b"));
        let (first, last) = (BEFORE + 1, BEFORE + people);
        // Ids come ready from whoever calls; to make them here should cost next to nothing.
        let script = |function: &str, from: &str, to: &str, more: &str| {
            format!(
                "\\set a random({first}, {last})\n\\set b random({first}, {last})\n
                 \\set k random(1000000000000000, 9999999999999999)\n\\set l random(1000000000000000, 9999999999999999)\n
                 select {function}((:k::text || :l::text)::uuid, {from}, {to}, 5, 6::smallint, now(), 'bench', ''{more});\n"
            )
        };
        // The two that a transfer is asked of, by who it is from and to.
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
        // Every leg from one person to another, as the kernel pays many at once.
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
        // As bytes come from the kernel; what they say is not read here.
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
        // Many legs change every page the soonest. Then each reaches what it reaches from connections that have done so before.
        for (load, server) in loads.iter_mut().zip(servers).rev() {
            load.turn(server, WARM, SECONDS);
        }
        // Each begins a round in its turn: what one leaves to be written is written in the turn of the next.
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
        // What the transfers before have left to be written is written first, and no turn is the first to read.
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

/// Where the kernel's own connections go, with what they set.
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
    // Written directly, with hashes of nothing: what is measured does not read them.
    for statement in [
        "set synchronous_commit = off".to_owned(),
        // As full as pages are of accounts that were opened one by one.
        "alter table ledger.account set (fillfactor = 50)".to_owned(),
        format!(
            "insert into ledger.account (id, kind, head, balance, seq)
             select {person}, 0, sha256(int8send(n)), 1000000000, {share} from generate_series(1, {people}) n"
        ),
        // Everybody pays and is paid in turn, in the order of time: odd entries are what they paid.
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
