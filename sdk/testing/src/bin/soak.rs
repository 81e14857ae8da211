//! The long suites: the tests of each change with more iterations. Ends with `N passed, N failed`.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a program that reports to a terminal"
)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use witverse_testing::crash::{Plan, sign_ups};
use witverse_testing::hostile_files::{self, Memory};
use witverse_testing::ledger::{against_model, crash};
use witverse_testing::market::crash as trades;
use witverse_testing::timing::login_times;

/// A suite's name and function; the error describes the finding.
type Suite = (&'static str, fn() -> Result<String, String>);

const SUITES: &[Suite] = &[
    ("sign-up-crash", sign_up_crash),
    ("login-timing", login_timing),
    ("files", files),
    ("files-s3", files_in_s3),
    ("rooms", rooms),
    ("sandbox", sandbox),
    ("packages", packages),
    ("ledger", ledger_crash),
    ("ledger-model", ledger_model),
    ("ledger-long", ledger_crash_long),
    ("market", market),
    ("events", events),
];

fn main() -> ExitCode {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.contains('='))
        .collect();
    let (mut passed, mut failed) = (0, 0);
    for (name, run) in SUITES {
        if !asked.is_empty() && !asked.iter().any(|asked| asked == name) {
            continue;
        }
        match run() {
            Ok(report) => {
                passed += 1;
                println!("ok {name}: {report}");
            }
            Err(found) => {
                failed += 1;
                println!("FAILED {name}: {found}");
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 && passed > 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// A thousand connections in rooms, with drops, slow readers and rubbish.
fn rooms() -> Result<String, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let plan = witverse_testing::rooms::soak::Plan::long(seed());
    runtime.block_on(witverse_testing::rooms::soak::run(
        &own.with_file_name("witverse"),
        plan,
    ))
}

/// A hundred hostile plugins at once beside a good one.
fn sandbox() -> Result<String, String> {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(witverse_testing::sandbox::run())
}

/// 10,000 damaged packages, or as many as the word `operations=` says, in a kernel that serves a good plugin.
fn packages() -> Result<String, String> {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let count = given("operations").unwrap_or(10_000);
    runtime.block_on(witverse_testing::fuzzed_packages::run(seed(), count))
}

/// Sign-ups while kernel and database are killed: no acknowledged sign-up is lost.
fn sign_up_crash() -> Result<String, String> {
    let own = std::env::current_exe().expect("a program has a path");
    let report = sign_ups(&own.with_file_name("witverse"), &Plan::long());
    if report.lost.is_empty() && report.not_healed == 0 {
        Ok(format!("{report:?}"))
    } else {
        Err(format!("{report:?}"))
    }
}

/// Logins of 1,000 known and 1,000 unknown emails: the response times do not distinguish them.
fn login_timing() -> Result<String, String> {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let times = runtime.block_on(login_times(1000, Duration::ZERO));
    let (compared, leaking) = (times.compared(), times.leaking(5.0));
    let (known, unknown) = times.medians_ms();
    let report = format!(
        "p = {:.4}, D = {:.4}; medians {known:.3} ms known, {unknown:.3} ms unknown, spread {:.2} ms; \
         5 ms more would be p = {:.1e}",
        compared.p,
        compared.distance,
        times.spread_ms(),
        leaking.p
    );
    if compared.p > 0.01 && leaking.p < 0.01 {
        Ok(report)
    } else {
        Err(report)
    }
}

/// 5,000 hostile images, videos and texts, then decompression bombs: no failure of the kernel, and flat memory.
fn files() -> Result<String, String> {
    /// What long runs of the bombs unpack to, in bytes.
    const UNPACKED: usize = 1 << 30;
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let mut reports = Vec::new();
    let mut keep = |(report, memory): (String, Memory)| {
        let report = format!("{report}; {memory}");
        let flat = memory.is_flat() && memory.peak_is_flat();
        reports.push(report.clone());
        if flat { Ok(()) } else { Err(report) }
    };
    keep(runtime.block_on(hostile_files::send(seed(), 5_000))?)?;
    let bombs = hostile_files::quick(UNPACKED).into_iter();
    let bombs = bombs.chain(hostile_files::largest()).collect();
    keep(runtime.block_on(hostile_files::send_bombs(bombs))?)?;
    Ok(reports.join("; "))
}

/// Uploads, parts, collection and failures with blobs in an S3 server, whose program is the word `moto=PATH`.
fn files_in_s3() -> Result<String, String> {
    let program = std::env::args()
        .find_map(|word| word.strip_prefix("moto=").map(PathBuf::from))
        .ok_or("start it with `cargo xtask soak files-s3`, which installs the S3 server")?;
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(witverse_testing::s3::files(&program))
}

/// 64 clients, 50,000 movements, 10 kills: required for each change of the ledger.
fn ledger_crash() -> Result<String, String> {
    crashed(50_000, 10)
}

/// The same with more movements, for a night.
fn ledger_crash_long() -> Result<String, String> {
    crashed(1_000_000, 200)
}

/// People at events, with the words `operations=N`, `kills=N`, `fans=N` and `seed=N`.
fn events() -> Result<String, String> {
    use witverse_testing::events::{option, soak};
    let own = std::env::current_exe().expect("a program has a path");
    let plan = soak::Plan {
        seed: seed(),
        fans: option("fans", 32),
        operations: option("operations", 30_000),
        kills: option("kills", 20),
    };
    let report = soak::run(&own.with_file_name("witverse"), &plan);
    match report.wrong.is_empty() {
        true => Ok(format!("{plan:?}: {report:?}")),
        false => Err(format!("{plan:?}: {report:?}")),
    }
}

fn crashed(operations: usize, kills: usize) -> Result<String, String> {
    let own = std::env::current_exe().expect("a program has a path");
    let plan = crash::Plan {
        seed: seed(),
        clients: 64,
        operations,
        kills,
    };
    let report = crash::run(&own.with_file_name("witverse"), &plan);
    match report.wrong.is_empty() {
        true => Ok(format!("{plan:?}: {report:?}")),
        false => Err(format!("{plan:?}: {report:?}")),
    }
}

/// 100,000 changes of 24 people on the market and 60 kills, or as many as the words `operations=` and `kills=` say.
fn market() -> Result<String, String> {
    let own = std::env::current_exe().expect("a program has a path");
    let plan = trades::Plan {
        seed: seed(),
        people: 24,
        items: 40,
        operations: given("operations").unwrap_or(100_000),
        kills: given("kills").unwrap_or(60),
    };
    let report = trades::run(&own.with_file_name("witverse"), &plan);
    match report.wrong.is_empty() {
        true => Ok(format!("{plan:?}: {report:?}")),
        false => Err(format!("{plan:?}: {report:?}")),
    }
}

/// A million operations on the ledger and on a model of it, with equal results.
fn ledger_model() -> Result<String, String> {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let seed = seed();
    let run = runtime.block_on(against_model(seed, 1_000_000))?;
    Ok(format!("seed {seed}: {run:?}"))
}

/// A new seed each time, or the given one.
fn seed() -> u64 {
    given("seed").unwrap_or_else(|| u64::from(std::process::id()))
}

/// The value of a word `name=value`.
fn given<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::args().find_map(|word| word.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
}
