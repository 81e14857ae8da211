//! `cargo xtask bench rooms`: the kernel beside Colyseus, memory, and the way of a move.

use std::path::{Path, PathBuf};

use super::colyseus::Colyseus;
use super::crowd::{Crowd, Measured, measure};
use super::server::Kernel;
use crate::program::{process_cpu, resident_kib};

/// Seconds before a measurement, in which everybody reaches their lane: at most 3 s.
const WARM_UP_S: u64 = 5;
const SECONDS: u64 = 10;
/// Turns of the comparison, alternating.
const TURNS: usize = 3;
/// People in a room, and rooms, of the comparison.
const COMPARED: (usize, usize) = (50, 10);
/// A process that uses less than this for some seconds is idle.
const IDLE_CORES: f64 = 0.03;
const IDLE_FOR_SECONDS: usize = 10;
const IDLE_WITHIN_SECONDS: usize = 120;
/// Connections of the memory measurement, in rooms of 50.
const CONNECTIONS: usize = 1000;

/// `colyseus`: the folder of the other server and its packages; without it the comparison is left out.
///
/// # Panics
/// If something cannot be measured.
pub async fn run(
    show: &mut impl FnMut(&str, String, &str),
    binary: &Path,
    colyseus: Option<PathBuf>,
) {
    let kernel = Kernel::start(binary);
    let other = match &colyseus {
        Some(folder) => Some(Colyseus::start(folder).await),
        None => None,
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for turn in 1..=TURNS {
        let of = |one: &Measured| format!("{:.0}", one.updates_per_cpu_second);
        ours.push(of_kernel(&kernel, COMPARED, SECONDS).await);
        show(
            &format!("rooms: turn {turn}, kernel"),
            of(&ours[turn - 1]),
            "",
        );
        if let Some(other) = &other {
            theirs.push(of_colyseus(other, COMPARED).await);
            show(
                &format!("rooms: turn {turn}, Colyseus"),
                of(&theirs[turn - 1]),
                "",
            );
        }
    }
    drop(other);
    let (people, rooms) = COMPARED;
    let of = |all: &[Measured]| median(all.iter().map(|one| one.updates_per_cpu_second));
    let name = format!("rooms: updates per CPU-second, {rooms} rooms of {people}");
    show(&name, format!("{:.0}", of(&ours)), "");
    if theirs.is_empty() {
        show("rooms: Colyseus", "skipped".to_owned(), "no packages");
    } else {
        show(
            "rooms: the same by Colyseus",
            format!("{:.0}", of(&theirs)),
            "",
        );
        let ratio = format!("{:.2}", of(&ours) / of(&theirs));
        show("rooms: updates per CPU-second ÷ Colyseus", ratio, "≥ 2");
    }
    for people in [50, 200, 500] {
        let measured = of_kernel(&kernel, (people, 1), SECONDS).await;
        for (name, share) in [("p50", 0.5), ("p99", 0.99)] {
            show(
                &format!("rooms: way of a move, {people} in a room, {name}, ms"),
                format!("{:.1}", measured.delay(share)),
                "",
            );
        }
        show(
            &format!("rooms: CPU of the kernel, {people} in a room, cores"),
            format!("{:.2}", measured.cpu_share),
            "",
        );
        show(
            &format!("rooms: updates a second, {people} in a room"),
            format!("{:.0}", measured.updates_per_second),
            "",
        );
    }
    drop(kernel);
    show(
        "rooms: memory per connection, KiB",
        memory(binary).await,
        "≤ 10",
    );
}

async fn of_kernel(kernel: &Kernel, (people, rooms): (usize, usize), seconds: u64) -> Measured {
    let crowd = Crowd::enter(kernel, people, rooms).await.unwrap();
    warm_up().await;
    let counts = crowd.counts.clone();
    let mut measured = measure(&counts, kernel.program.process(), seconds).await;
    assert_eq!(
        counts.ended.load(std::sync::atomic::Ordering::Relaxed),
        0,
        "connections were lost"
    );
    measured.delays_ms = crowd.leave().await;
    measured
}

async fn of_colyseus(server: &Colyseus, (people, rooms): (usize, usize)) -> Measured {
    let (counts, clients) = server.enter(people, rooms).await.unwrap();
    warm_up().await;
    let measured = measure(&counts, server.process(), SECONDS).await;
    assert_eq!(
        counts.ended.load(std::sync::atomic::Ordering::Relaxed),
        0,
        "connections were lost"
    );
    drop(clients);
    measured
}

async fn warm_up() {
    tokio::time::sleep(std::time::Duration::from_secs(WARM_UP_S)).await;
}

/// What a large crowd adds while a small one stays: memory that the first connections need once is left out, and nothing
/// is given back to the system in between.
async fn memory(binary: &Path) -> String {
    let kernel = Kernel::start(binary);
    let process = kernel.program.process();
    await_idle(process).await;
    let first = Crowd::enter(&kernel, 50, 4).await.unwrap();
    warm_up().await;
    let before = resident_kib(process);
    let crowd = Crowd::enter(&kernel, 50, CONNECTIONS / 50).await.unwrap();
    warm_up().await;
    let after = resident_kib(process);
    drop((first.leave().await, crowd.leave().await));
    format!("{:.1}", (after as f64 - before as f64) / CONNECTIONS as f64)
}

/// Waits until the work of the start is done, such as compressing files of the front end: its memory is given back later.
async fn await_idle(process: u32) {
    let second = std::time::Duration::from_secs(1);
    let mut idle_seconds = 0;
    for _ in 0..IDLE_WITHIN_SECONDS {
        let before = process_cpu(process);
        tokio::time::sleep(second).await;
        let is_idle = process_cpu(process) - before < IDLE_CORES;
        idle_seconds = if is_idle { idle_seconds + 1 } else { 0 };
        if idle_seconds == IDLE_FOR_SECONDS {
            return;
        }
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
