//! Movements of WIT while kernel and PostgreSQL are killed: whatever was acknowledged is there afterwards, nothing
//! is there twice, and the books are right.
//!
//! Each client asks for scripts of one to four movements in one request, under an idempotency key, and asks again
//! with the same key until it is answered. So at the end every request is answered, and what the answers say adds
//! up to what everybody has.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, Row};
use tempfile::TempDir;
use uuid::Uuid;
use witverse_kernel::demo;
use witverse_kernel::postgres::Embedded;
use witverse_ledger::Key;

use crate::program::{Program, free_port, signal};

/// How long one request may go unanswered, kills and recoveries included.
const PATIENCE: Duration = Duration::from_secs(120);

/// How much and how rough.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub seed: u64,
    pub clients: usize,
    pub operations: usize,
    /// Of the kernel and of PostgreSQL, in turns.
    pub kills: usize,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Movements that were answered, refused ones included.
    pub operations: usize,
    pub moved: usize,
    pub kills: usize,
    /// How often a request was asked again because its answer was lost.
    pub repeated: usize,
    pub seconds: u64,
    /// What is wrong, as sentences; nothing where all is well.
    pub wrong: Vec<String>,
}

/// What a client was told has happened.
#[derive(Clone, Debug)]
enum Told {
    Moved {
        key: String,
        from: Option<Uuid>,
        to: Option<Uuid>,
        amount: i64,
    },
    Held {
        key: String,
    },
    Captured {
        hold: Uuid,
        from: Uuid,
        to: Uuid,
        amount: i64,
    },
    Released {
        hold: Uuid,
    },
}

#[derive(Default)]
struct Shared {
    over: AtomicBool,
    done: AtomicUsize,
    repeated: AtomicUsize,
    told: Mutex<Vec<Told>>,
    wrong: Mutex<Vec<String>>,
}

impl Shared {
    fn complain(&self, what: String) {
        self.wrong.lock().unwrap().push(what);
    }
}

/// Runs the plan with the kernel at `program`.
///
/// # Panics
/// Where the machine does not let it run at all.
#[must_use]
pub fn run(program: &Path, plan: &Plan) -> Report {
    let started = Instant::now();
    let (data, bundles) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    std::fs::set_permissions(data.path(), std::fs::Permissions::from_mode(0o711)).unwrap();
    for folder in ["bundles", "test-bundles"] {
        for bundle in std::fs::read_dir(crate::target().join(folder))
            .unwrap()
            .flatten()
        {
            let link = bundles.path().join(bundle.file_name());
            std::os::unix::fs::symlink(bundle.path(), link).unwrap();
        }
    }
    let port = free_port();
    let start = || {
        Program::start_from(program, data.path(), port, bundles.path(), |command| {
            command
                .arg("--demo")
                .env("WITVERSE_HTTP__ROUTE_RATE_FACTOR", "100000");
        })
    };
    let mut kernel = start();
    let people: Vec<(String, Uuid)> = demo::logins()
        .into_iter()
        .map(|(email, _)| (email.to_owned(), log_in(port, email).unwrap().1))
        .collect();
    let ids: Vec<Uuid> = people.iter().map(|(_, id)| *id).collect();
    // Many more receive than pay, as in life.
    let everybody = open_accounts(data.path(), &ids);
    let before = balances(data.path(), &everybody);

    let shared = Arc::new(Shared::default());
    let clients: Vec<_> = (0..plan.clients)
        .map(|number| {
            let (me, ids, shared) = (
                people[number % people.len()].clone(),
                everybody.clone(),
                shared.clone(),
            );
            let dice =
                StdRng::seed_from_u64(plan.seed.wrapping_mul(1_000).wrapping_add(number as u64));
            std::thread::spawn(move || {
                Client {
                    port,
                    me,
                    ids,
                    shared,
                    dice,
                    token: None,
                    number,
                    holds: Vec::new(),
                }
                .work()
            })
        })
        .collect();

    let mut report = Report::default();
    for kill in 1..=plan.kills {
        await_progress(&shared, plan.operations * kill / (plan.kills + 1));
        if kill % 2 == 0
            && let Some(postgres) = kernel.postgres()
        {
            // The kernel starts it again by itself.
            signal(postgres, libc::SIGKILL);
        } else {
            kernel.kill();
            kernel = start();
        }
        report.kills += 1;
        if kill % 3 == 0 {
            await_progress(&shared, plan.operations * kill / (plan.kills + 1) + 20);
            examine(program, data.path(), "while it runs", &shared);
        }
    }
    await_progress(&shared, plan.operations);
    shared.over.store(true, Ordering::Relaxed);
    for client in clients {
        client.join().unwrap();
    }
    examine(program, data.path(), "at the end", &shared);
    let told = std::mem::take(&mut *shared.told.lock().unwrap());
    compare(data.path(), &before, &told, &shared);
    let _ = kernel.interrupt();
    examine(program, data.path(), "after it has stopped", &shared);

    report.operations = shared.done.load(Ordering::Relaxed);
    report.moved = told.len();
    report.repeated = shared.repeated.load(Ordering::Relaxed);
    report.seconds = started.elapsed().as_secs();
    report.wrong = std::mem::take(&mut *shared.wrong.lock().unwrap());
    report
}

fn await_progress(shared: &Shared, wanted: usize) {
    let (mut last, mut since) = (0, Instant::now());
    loop {
        let done = shared.done.load(Ordering::Relaxed);
        if done >= wanted {
            return;
        }
        if done > last {
            (last, since) = (done, Instant::now());
        }
        assert!(since.elapsed() < PATIENCE, "nothing is answered any more");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Lets the program itself prove the books, beside the kernel that runs on them.
fn examine(program: &Path, data: &Path, when: &str, shared: &Shared) {
    // The database may just be coming back.
    for attempt in 0..20 {
        let checked = Command::new(program)
            .args(["ledger", "check", "--data-dir"])
            .arg(data)
            .output()
            .unwrap();
        match checked.status.code() {
            Some(0) => return,
            Some(8) => {
                let said = String::from_utf8_lossy(&checked.stdout).into_owned();
                return shared.complain(format!("{when} the checker says: {said}"));
            }
            _ if attempt == 19 => {
                let said = String::from_utf8_lossy(&checked.stderr).into_owned();
                shared.complain(format!("{when} the books cannot be checked: {said}"));
            }
            _ => std::thread::sleep(Duration::from_millis(500)),
        }
    }
}

struct Client {
    port: u16,
    me: (String, Uuid),
    ids: Vec<Uuid>,
    shared: Arc<Shared>,
    dice: StdRng,
    token: Option<String>,
    number: usize,
    /// Holds of this client that are open, with what is in them: nobody else ends them.
    holds: Vec<(Uuid, Uuid, i64)>,
}

/// What an op of a script asks for.
enum Wish {
    Move {
        operation: &'static str,
        key: String,
        to: Option<Uuid>,
        amount: i64,
    },
    Hold {
        key: String,
        to: Uuid,
        amount: i64,
    },
    Capture((Uuid, Uuid, i64)),
    Release((Uuid, Uuid, i64)),
}

impl Client {
    fn work(mut self) {
        let mut script = 0_u64;
        while !self.shared.over.load(Ordering::Relaxed) {
            script += 1;
            let size = [1, 1, 1, 2, 2, 4][self.dice.random_range(0..6)];
            let wishes: Vec<Wish> = (0..size).map(|n| self.wish(script, n)).collect();
            let ops: Vec<Value> = wishes.iter().map(op).collect();
            let key = format!("crash-{}-{script}", self.number);
            let Some(results) = self.ask(&key, &json!({ "ops": ops })) else {
                return;
            };
            for (wish, result) in wishes.into_iter().zip(&results) {
                self.note(wish, result);
            }
            self.shared.done.fetch_add(size, Ordering::Relaxed);
        }
    }

    fn wish(&mut self, script: u64, n: usize) -> Wish {
        let key = format!("{}/{script}/{n}", self.number);
        let to = self.ids[self.dice.random_range(0..self.ids.len())];
        let amount = self.dice.random_range(1..300);
        let movement = |operation, to| Wish::Move {
            operation,
            key: key.clone(),
            to,
            amount,
        };
        match self.dice.random_range(0..12) {
            0..4 => movement("give", Some(to)),
            4..6 => movement("issue", Some(to)),
            6 => movement("charge", None),
            7 => movement("reward", Some(to)),
            8..10 if self.holds.len() < 40 => Wish::Hold { key, to, amount },
            10 if !self.holds.is_empty() => Wish::Capture(self.holds.swap_remove(0)),
            _ if !self.holds.is_empty() => Wish::Release(self.holds.swap_remove(0)),
            _ => movement("issue", Some(self.me.1)),
        }
    }

    /// Asks until it is answered; nothing where it never is.
    fn ask(&mut self, key: &str, script: &Value) -> Option<Vec<Value>> {
        let since = Instant::now();
        for attempt in 0.. {
            if attempt > 0 {
                self.shared.repeated.fetch_add(1, Ordering::Relaxed);
            }
            if since.elapsed() > PATIENCE {
                self.shared.complain(format!("{key} was never answered"));
                return None;
            }
            if self.token.is_none() {
                self.token = log_in(self.port, &self.me.0).map(|(token, _)| token);
            }
            let Some(token) = &self.token else {
                std::thread::sleep(Duration::from_millis(200));
                continue;
            };
            let headers = format!("authorization: Bearer {token}\r\nidempotency-key: {key}\r\n");
            match request(self.port, "/api/x/probe/run", &headers, script) {
                Some((200, body)) => {
                    return body["payload"]["results"].as_array().cloned();
                }
                Some((401, _)) => self.token = None,
                Some((429 | 503 | 502 | 504 | 500, _)) | None => {
                    std::thread::sleep(Duration::from_millis(30));
                }
                Some((status, body)) => {
                    self.shared
                        .complain(format!("{key} was answered with {status}: {body}"));
                    return None;
                }
            }
        }
        None
    }

    fn note(&mut self, wish: Wish, result: &Value) {
        let refused = result["error"]["kind"].as_str();
        let told = match wish {
            Wish::Move {
                operation,
                key,
                to,
                amount,
            } if refused.is_none() => {
                let from = matches!(operation, "give" | "charge").then_some(self.me.1);
                Told::Moved {
                    key,
                    from,
                    to,
                    amount,
                }
            }
            Wish::Hold { key, to, amount } if refused.is_none() => {
                let hold = Key::of(&["plugin", "probe", "hold", &key]);
                self.holds.push((hold, to, amount));
                Told::Held { key }
            }
            Wish::Capture((hold, to, amount)) if refused.is_none() => Told::Captured {
                hold,
                from: self.me.1,
                to,
                amount,
            },
            Wish::Release((hold, ..)) if refused.is_none() => Told::Released { hold },
            Wish::Capture((hold, ..)) | Wish::Release((hold, ..)) => {
                // It was open a moment ago and nobody else ends it.
                return self
                    .shared
                    .complain(format!("hold {hold} did not end: {result}"));
            }
            Wish::Move { .. } | Wish::Hold { .. } => {
                let expected = ["Insufficient", "OverLimit", "Invalid"];
                if !refused.is_some_and(|kind| expected.contains(&kind)) {
                    self.shared
                        .complain(format!("a movement was refused as {result}"));
                }
                return;
            }
        };
        self.shared.told.lock().unwrap().push(told);
    }
}

fn op(wish: &Wish) -> Value {
    match wish {
        Wish::Move {
            operation,
            key,
            to,
            amount,
        } => {
            json!({ "op": "transfer", "operation": operation, "key": key, "to": to, "amount": amount })
        }
        Wish::Hold { key, to, amount } => {
            json!({ "op": "hold", "key": key, "to": to, "amount": amount, "expires_at_ms": far_away() })
        }
        Wish::Capture((hold, ..)) => json!({ "op": "capture", "hold": hold }),
        Wish::Release((hold, ..)) => json!({ "op": "release", "hold": hold }),
    }
}

/// Holds end by their clients only: they last longer than the run. Rounded, so that a script asked again is the same.
fn far_away() -> u64 {
    let now = time::OffsetDateTime::now_utc().unix_timestamp();
    u64::try_from((now / 86_400 + 30) * 86_400_000).unwrap()
}

/// Receivers beside the people, made by whoever owns the database.
fn open_accounts(data: &Path, people: &[Uuid]) -> Vec<Uuid> {
    let opened = rows(
        data,
        "select id, 0::bigint from (
             select ('0190ffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id from generate_series(1, 300) n) a,
             lateral (select ledger.open_account(id, 0::smallint)) opened",
    );
    people.iter().copied().chain(opened.into_keys()).collect()
}

/// Adds up what clients were told and compares it with what is in the books.
fn compare(data: &Path, before: &BTreeMap<Uuid, i64>, told: &[Told], shared: &Shared) {
    let mut expected = before.clone();
    let mut transfers = BTreeMap::new();
    let mut holds = BTreeMap::new();
    for one in told {
        match one {
            Told::Moved {
                key,
                from,
                to,
                amount,
            } => {
                transfers.insert(Key::of(&["plugin", "probe", "transfer", key]), *amount);
                add(&mut expected, *from, -amount);
                add(&mut expected, *to, *amount);
            }
            Told::Held { key } => {
                holds
                    .entry(Key::of(&["plugin", "probe", "hold", key]))
                    .or_insert(0);
            }
            Told::Captured {
                hold,
                from,
                to,
                amount,
            } => {
                holds.insert(*hold, 1);
                add(&mut expected, Some(*from), -amount);
                add(&mut expected, Some(*to), *amount);
            }
            Told::Released { hold } => {
                holds.insert(*hold, 2);
            }
        }
    }
    let ids: Vec<Uuid> = before.keys().copied().collect();
    let found = balances(data, &ids);
    if found != expected {
        shared.complain(format!(
            "balances are {found:?}, and what was acknowledged makes {expected:?}"
        ));
    }
    let rows: BTreeMap<Uuid, i64> = rows(
        data,
        "select id, amount from ledger.transfer t where source = 'probe'
        and not exists (select 1 from ledger.hold h where ledger.capture_id(h.id) = t.id)",
    );
    difference("transfer", &rows, &transfers, shared);
    let rows = rows_of_holds(data);
    difference("hold", &rows, &holds, shared);
}

fn difference(
    what: &str,
    found: &BTreeMap<Uuid, i64>,
    told: &BTreeMap<Uuid, i64>,
    shared: &Shared,
) {
    let lost = told
        .iter()
        .filter(|(id, value)| found.get(id) != Some(value))
        .count();
    let more = found.keys().filter(|id| !told.contains_key(id)).count();
    if lost + more > 0 {
        shared.complain(format!("{lost} acknowledged {what}s are not there as told, {more} are there that nobody was told of"));
    }
}

fn add(balances: &mut BTreeMap<Uuid, i64>, account: Option<Uuid>, amount: i64) {
    if let Some(balance) = account.and_then(|account| balances.get_mut(&account)) {
        *balance += amount;
    }
}

fn rows_of_holds(data: &Path) -> BTreeMap<Uuid, i64> {
    rows(
        data,
        "select id, state::bigint from ledger.hold where source = 'probe'",
    )
}

fn balances(data: &Path, people: &[Uuid]) -> BTreeMap<Uuid, i64> {
    let all = rows(data, "select id, balance from ledger.account");
    people.iter().map(|id| (*id, all[id])).collect()
}

/// Reads beside the kernel, as whoever owns the database.
fn rows(data: &Path, statement: &'static str) -> BTreeMap<Uuid, i64> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let folder = data.join("postgres");
        let since = Instant::now();
        loop {
            if let Some(options) = Embedded::running(&folder, "witverse")
                && let Ok(mut connection) = options.disable_statement_logging().connect().await
            {
                let rows = sqlx::query(statement)
                    .fetch_all(&mut connection)
                    .await
                    .unwrap();
                connection.close().await.unwrap();
                return rows.iter().map(|row| (row.get(0), row.get(1))).collect();
            }
            assert!(
                since.elapsed() < PATIENCE,
                "the database does not come back"
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
}

/// A fresh access token, and whose it is.
fn log_in(port: u16, email: &str) -> Option<(String, Uuid)> {
    let credentials = json!({ "email": email, "password": demo::PASSWORD });
    let (_, answer) = request(port, "/api/user/login", "", &credentials)?;
    let token = answer["payload"]["accessToken"].as_str()?.to_owned();
    let (_, me) = request(
        port,
        "/api/user/auth",
        &format!("authorization: Bearer {token}\r\n"),
        &json!({}),
    )?;
    let id = me["payload"]["id"].as_str()?.parse().ok()?;
    Some((token, id))
}

/// One request on a connection of its own; nothing where any of it fails.
fn request(port: u16, path: &str, headers: &str, body: &Value) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .ok()?;
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\n{headers}content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let text = String::from_utf8_lossy(&answer);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split_whitespace().nth(1)?.parse().ok()?;
    // An answer that was cut off in the middle is none.
    Some((status, serde_json::from_str(body).ok()?))
}
