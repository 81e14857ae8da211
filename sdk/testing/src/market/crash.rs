//! Trades and orders of concurrent people while kernel and PostgreSQL are killed and the clock is advanced: every acknowledged
//! sale and order exists exactly once, no item has two owners, locks fit the listings, every unit of a product is in one place,
//! and no WIT is lost.
//!
//! Each person sends each change under an idempotency key and retries with the same key until there is an answer. So
//! whenever the people pause, every change has an answer, and the answers must fit the database.

mod audit;
mod orders;
mod person;
mod plan;
mod scene;
mod shared;
mod shop;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::json;
use sqlx::Connection;
use tempfile::TempDir;

use crate::beside::{self, check_ledger};
use crate::crash::{request_of, request_with};
use crate::ledger::crash::log_in;
use crate::program::{Program, free_port, signal};
use person::Person;
pub use plan::Plan;
use shared::{PATIENCE, Shared};

/// At most one change in so many may be answered with 429, 503 or 504 without a kill.
const BUSY_MAX: usize = 200;
/// How far the clock is advanced after each kill, in turn: reservations end after ten minutes, listings and offers after a day,
/// gifts after a week.
const HOURS_BETWEEN_KILLS: [u32; 4] = [1, 5, 25, 60];

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Answered changes, including refused ones.
    pub operations: usize,
    pub sales: usize,
    pub listings: usize,
    pub offers: usize,
    pub kills: usize,
    pub audits: usize,
    /// How many requests were retried because the answer was lost.
    pub repeated: usize,
    /// Answers 429, 503 and 504 that no kill explains: the machine was too busy.
    pub busy: usize,
    pub seconds: u64,
    /// The findings, as sentences; empty if the run is consistent.
    pub wrong: Vec<String>,
}

/// Runs the plan with the kernel at `program`.
///
/// # Panics
/// The run is not possible on this machine.
#[must_use]
pub fn run(program: &Path, plan: &Plan) -> Report {
    let started = Instant::now();
    let data = TempDir::new().unwrap();
    std::fs::set_permissions(data.path(), std::fs::Permissions::from_mode(0o711)).unwrap();
    let port = free_port();
    // A kernel that starts again continues in the time of the one before.
    let ahead_hours = AtomicU32::new(0);
    let start = || {
        let bundles = crate::target().join("bundles");
        let hours = ahead_hours.load(Ordering::Relaxed).to_string();
        Program::start_from(program, data.path(), port, &bundles, |command| {
            command
                .arg("--demo")
                .env("WITVERSE_DEV__CLOCK", "true")
                .env("WITVERSE_DEV__CLOCK_HOURS", hours)
                .env("WITVERSE_HTTP__ROUTE_RATE_FACTOR", "100000");
        })
    };
    let mut kernel = start();
    let scene = scene::open(data.path(), port, plan);
    let shared = Arc::new(Shared::default());
    *shared.put_in.lock().unwrap() = [shop::FEW, 2 * shop::MANY];
    let people: Vec<_> = (0..plan.people)
        .map(|number| {
            let seed = plan.seed.wrapping_mul(1_000).wrapping_add(number as u64);
            let person = Person {
                port,
                number,
                scene: scene.clone(),
                shared: shared.clone(),
                rng: StdRng::seed_from_u64(seed),
                token: None,
                sent: 0,
            };
            std::thread::spawn(move || person.work())
        })
        .collect();

    let mut report = Report::default();
    let mut audit = |when: &str| {
        shared.while_all_pause(|| {
            for found in audit::run(data.path(), &scene, &shared) {
                shared.complain(format!("{when}: {found}"));
            }
            if let Err(found) = check_ledger(program, data.path()) {
                shared.complain(format!("{when}: {found}"));
            }
        });
        report.audits += 1;
    };
    let advance = |hours: u32| {
        shared.while_all_pause(|| {
            let body = json!({ "hours": hours });
            let advanced = request_of(port, "", "POST", "/dev/clock", Some(&body));
            assert!(
                advanced.is_some_and(|(status, _)| status == 200),
                "the clock is not advanced"
            );
            let ahead = hours + ahead_hours.fetch_add(hours, Ordering::Relaxed);
            keep_keys(data.path(), ahead);
        });
    };
    for kill in 1..=plan.kills {
        await_progress(&shared, plan.operations * kill / (plan.kills + 2));
        shared.trouble_begins();
        if kill % 2 == 0
            && let Some(postgres) = kernel.postgres()
        {
            // The kernel restarts PostgreSQL itself.
            signal(postgres, libc::SIGKILL);
        } else {
            kernel.kill();
            kernel = start();
        }
        await_ready(port);
        shared.trouble_ends();
        // Between two kills too: what ends by its time ends while changes are repeated.
        advance(HOURS_BETWEEN_KILLS[kill % HOURS_BETWEEN_KILLS.len()]);
        restock(port, &scene, &shared, kill);
        if kill % 3 == 0 {
            await_progress(&shared, plan.operations * kill / (plan.kills + 2) + 20);
            audit(&format!("after kill {kill}"));
        }
    }
    await_progress(
        &shared,
        plan.operations * (plan.kills + 1) / (plan.kills + 2),
    );
    for hours in [13, 13, 30] {
        advance(hours);
        let answered = shared.done.load(Ordering::Relaxed);
        await_progress(&shared, answered + plan.operations / 50);
    }
    await_progress(&shared, plan.operations);
    audit("at the end");
    shared.over.store(true, Ordering::Relaxed);
    for person in people {
        person.join().unwrap();
    }
    let _ = kernel.interrupt();

    report.kills = plan.kills;
    report.operations = shared.done.load(Ordering::Relaxed);
    report.sales = shared.sales.lock().unwrap().len();
    report.listings = shared.listings.lock().unwrap().len();
    report.offers = shared.offers.lock().unwrap().len();
    report.repeated = shared.repeated.load(Ordering::Relaxed);
    report.busy = shared.busy.load(Ordering::Relaxed);
    report.seconds = started.elapsed().as_secs();
    report.wrong = std::mem::take(&mut *shared.wrong.lock().unwrap());
    // A debug build on a shared machine is often too busy.
    if !cfg!(debug_assertions) && report.busy * BUSY_MAX > report.operations {
        let busy = report.busy;
        report.wrong.push(format!(
            "{busy} answers 429, 503 or 504 without a kill are too many"
        ));
    }
    // Orders are a part of the changes, and listings end when the clock is advanced.
    if report.sales * 100 < report.operations {
        let sales = report.sales;
        report
            .wrong
            .push(format!("only {sales} sales show nothing"));
    }
    report
}

/// Idempotency keys have the time of the database and are deleted by the clock of the kernel, so new ones get its time: a lost
/// answer must be found by its key however far the clock is ahead.
fn keep_keys(data: &Path, ahead_hours: u32) {
    let statement = format!(
        "alter table kernel.idempotency alter column at set default now() + interval '{ahead_hours} hours'"
    );
    beside::runtime().block_on(async {
        let mut owner = beside::connect(data).await;
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
            .execute(&mut owner)
            .await
            .unwrap();
        owner.close().await.unwrap();
    });
}

/// Adds units to the album while people order it. Repeated under one key until there is an answer.
fn restock(port: u16, scene: &scene::Scene, shared: &Shared, kill: usize) {
    let path = format!("{}/products/{}/stock", shop::ORDERS, scene.products[0]);
    let body = json!({ "units": shop::FEW, "reason": "another pressing" });
    let since = Instant::now();
    shared.change(|| {
        loop {
            let answer = log_in(port, scene::ADMINISTRATOR).and_then(|(token, _)| {
                let headers =
                    format!("authorization: Bearer {token}\r\nidempotency-key: restock-{kill}\r\n");
                request_with(port, &headers, "POST", &path, Some(&body))
            });
            if answer.is_some_and(|(status, _)| status < 300) {
                shared.put_in.lock().unwrap()[0] += shop::FEW;
                return;
            }
            assert!(since.elapsed() < PATIENCE, "the album is not restocked");
            std::thread::sleep(Duration::from_millis(50));
        }
    });
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

fn await_ready(port: u16) {
    let since = Instant::now();
    // The kernel first has to notice that its database is gone.
    std::thread::sleep(Duration::from_millis(100));
    while request_of(port, "", "GET", "/health/ready", None).is_none_or(|(status, _)| status != 200)
    {
        assert!(
            since.elapsed() < PATIENCE,
            "the kernel does not become ready"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}
