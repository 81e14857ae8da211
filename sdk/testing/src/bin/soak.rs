//! The long suites: the same code as the tests of each change, for longer. Ends with `N passed, N failed`.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a program that reports to a terminal"
)]

use std::process::ExitCode;

use witverse_testing::crash::{Plan, sign_ups};

/// A suite's name and its run; an error says what was found.
type Suite = (&'static str, fn() -> Result<String, String>);

const SUITES: &[Suite] = &[("sign-up-crash", sign_up_crash)];

fn main() -> ExitCode {
    let asked: Vec<String> = std::env::args().skip(1).collect();
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

/// Sign-ups while kernel and database are killed: none that was acknowledged is lost.
fn sign_up_crash() -> Result<String, String> {
    let own = std::env::current_exe().expect("a program has a path");
    let report = sign_ups(&own.with_file_name("witverse"), &Plan::long());
    if report.lost.is_empty() && report.not_healed == 0 {
        Ok(format!("{report:?}"))
    } else {
        Err(format!("{report:?}"))
    }
}
