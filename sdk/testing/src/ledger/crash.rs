//! Movements of WIT while kernel and PostgreSQL are killed: every acknowledged movement exists exactly once afterwards,
//! and the ledger is consistent.
//!
//! Each client sends scripts of one to four movements in one request, under an idempotency key, and retries with the
//! same key until it gets a response. So at the end every request has a response, and the sum of the responses must
//! equal the balances.

pub(crate) mod books;
mod client;
mod shared;

use shared::{PATIENCE, Shared};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use tempfile::TempDir;
use uuid::Uuid;
use witverse_kernel::demo;

use crate::beside::check_ledger;
use crate::program::{Program, free_port, signal};
use books::{balances, compare, make_payers, open_accounts};
use client::Client;
pub(crate) use client::log_in;

/// The plan of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub seed: u64,
    pub clients: usize,
    pub operations: usize,
    /// Kills, alternately of the kernel and of PostgreSQL.
    pub kills: usize,
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Answered movements, including refused ones.
    pub operations: usize,
    pub moved: usize,
    pub kills: usize,
    /// How many requests were retried because the response was lost.
    pub repeated: usize,
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
    let (data, bundles) = folders();
    let port = free_port();
    let start = || {
        Program::start_from(program, data.path(), port, bundles.path(), |command| {
            command
                .arg("--demo")
                .env("WITVERSE_HTTP__ROUTE_RATE_FACTOR", "100000");
        })
    };
    let mut kernel = start();
    let mut people: Vec<(String, Uuid)> = demo::logins()
        .into_iter()
        .map(|(email, _)| (email.to_owned(), log_in(port, email).unwrap().1))
        .collect();
    people.extend(make_payers(data.path()));
    let ids: Vec<Uuid> = people.iter().map(|(_, id)| *id).collect();
    // Many more accounts receive than pay, as in production.
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
            let rng =
                StdRng::seed_from_u64(plan.seed.wrapping_mul(1_000).wrapping_add(number as u64));
            std::thread::spawn(move || {
                Client {
                    port,
                    me,
                    ids,
                    shared,
                    rng,
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
            // The kernel restarts PostgreSQL itself.
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
    let acknowledged = std::mem::take(&mut *shared.acknowledged.lock().unwrap());
    compare(data.path(), &before, &acknowledged, &shared);
    let _ = kernel.interrupt();
    examine(program, data.path(), "after it has stopped", &shared);

    report.operations = shared.done.load(Ordering::Relaxed);
    report.moved = acknowledged.len();
    report.repeated = shared.repeated.load(Ordering::Relaxed);
    report.seconds = started.elapsed().as_secs();
    report.wrong = std::mem::take(&mut *shared.wrong.lock().unwrap());
    report
}

/// A data folder, and a folder with the platform's plugins and the probe.
pub(crate) fn folders() -> (TempDir, TempDir) {
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
    (data, bundles)
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

fn examine(program: &Path, data: &Path, when: &str, shared: &Shared) {
    if let Err(found) = check_ledger(program, data) {
        shared.complain(format!("{when} {found}"));
    }
}
