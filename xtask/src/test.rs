//! `cargo xtask test`: all checks of CI.
//!
//! Stages are independent: a failure does not skip the others. The last line is `N passed, N failed`, where a lint
//! counts as one check and a test as one test.

use crate::counts::Counts;
use crate::setup::{self, Tools};
use crate::shell::{cargo, command, run, run_watching, step};
use crate::workspace::{at, json_at};
use crate::{Result, build, e2e, examples, fuzz, gen_contract, lint, soak, tutorial};
use std::process::ExitCode;
use std::time::Instant;

#[derive(Default)]
struct Report {
    lines: Vec<String>,
    total: Counts,
    /// The names of failed tests, repeated at the end of a long output.
    failures: Vec<String>,
}

impl Report {
    /// Runs a stage and prints its result; an error does not stop the run.
    fn stage(&mut self, name: &str, run: impl FnOnce(&mut Vec<String>) -> Result<Counts>) {
        step(name);
        let started = Instant::now();
        let (counts, why) = match run(&mut self.failures) {
            Ok(counts) => (counts, String::new()),
            Err(why) => {
                eprintln!("{name}: {why}");
                (Counts::ONE_FAILED, format!("  {why}"))
            }
        };
        self.total.add(counts);
        let seconds = started.elapsed().as_secs();
        let Counts { passed, failed } = counts;
        self.lines.push(format!(
            "{name:<18} {passed:>5} passed {failed:>5} failed {seconds:>5} s{why}"
        ));
    }

    /// Runs the checks of the front end, or the others.
    fn checks(&mut self, is_web: bool) {
        for check in lint::CHECKS.iter().filter(|check| check.is_web == is_web) {
            self.stage(check.name, |_| (check.run)().map(|()| Counts::ONE_PASSED));
        }
    }

    fn merge(&mut self, other: Self) {
        self.lines.extend(other.lines);
        self.total.add(other.total);
        self.failures.extend(other.failures);
    }
}

pub(crate) fn test() -> ExitCode {
    let mut report = Report::default();
    let mut tools = None;
    report.stage("setup", |_| {
        tools = Some(setup::everything()?);
        Ok(Counts::ONE_PASSED)
    });
    if let Some(tools) = tools {
        stages(&mut report, &tools);
    }
    println!();
    for name in &report.failures {
        println!("FAILED  {name}");
    }
    for line in &report.lines {
        println!("{line}");
    }
    let Counts { passed, failed } = report.total;
    println!("{passed} passed, {failed} failed");
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn stages(report: &mut Report, tools: &Tools) {
    // The compiler uses a single core for minutes at a time. What needs nothing that cargo builds runs beside it.
    std::thread::scope(|scope| {
        let web = scope.spawn(|| {
            let mut report = Report::default();
            report.checks(true);
            report.stage("web tests", web_tests);
            report
        });
        report.stage("build and clippy", |_| {
            build::build_with_tests(tools).map(|()| Counts::ONE_PASSED)
        });
        report.checks(false);
        match web.join() {
            Ok(web) => report.merge(web),
            Err(_) => report.stage("web tests", |_| Err("a stage panicked".into())),
        }
    });
    report.stage("contract", |_| {
        gen_contract::check_built().map(|()| Counts::ONE_PASSED)
    });
    report.stage("rust tests", |failures| rust_tests(tools, failures));
    report.stage("bundle budgets", |_| {
        run(
            command("npm").args(["run", "--silent", "budget"]),
            "the bundle budgets",
        )
        .map(|()| Counts::ONE_PASSED)
    });
    report.stage("examples", |_| {
        examples::test(tools, examples::Which::Quick)
    });
    report.stage("system template", |_| examples::system_template(tools));
    report.stage("tutorial", |_| tutorial::run(tools));
    report.stage("browser journeys", |failures| {
        e2e::playwright(tools, e2e::Project::Journeys, &[], failures)
    });
    report.stage("contract fuzzing", |_| {
        fuzz::fuzz(tools, false, fuzz::SHORT_S)
    });
    // Says that it was skipped, unless a folder with the files is named.
    report.stage("component model", |_| {
        soak::component_model().map(|()| Counts::default())
    });
}

fn rust_tests(tools: &Tools, failures: &mut Vec<String>) -> Result<Counts> {
    let mut counts = Counts::default();
    let mut outputs = OutputsOfFailedTests::default();
    let mut test = cargo();
    test.args(["test", "--workspace", "--no-fail-fast"]);
    let test = tools.set_env(lint::with_clippy(&mut test));
    let ended = run_watching(test, "cargo test", |line| {
        outputs.see(line);
        if let Some(result) = line.strip_prefix("test result: ") {
            counts.add(test_result(result).unwrap_or_default());
        }
    });
    failures.extend(outputs.tests);
    match ended {
        Err(why) if counts.failed == 0 => {
            eprintln!("{why}: some tests did not compile or did not finish");
            counts.add(Counts::ONE_FAILED);
        }
        _ => {}
    }
    Ok(counts)
}

/// The names of failed tests, each with the first lines that it printed, of the output of `cargo test`.
#[derive(Default)]
struct OutputsOfFailedTests {
    tests: Vec<String>,
    /// How many more lines the last of them gets.
    lines_left: usize,
}

impl OutputsOfFailedTests {
    fn see(&mut self, line: &str) {
        /// The place of the panic and its message, with the values of a comparison.
        const LINES_A_TEST: usize = 8;
        let name = line
            .strip_prefix("---- ")
            .and_then(|line| line.strip_suffix(" stdout ----"));
        if let Some(name) = name {
            self.tests.push(name.into());
            self.lines_left = LINES_A_TEST;
        } else if line == "failures:" || line.starts_with("stack backtrace:") {
            self.lines_left = 0;
        } else if let Some(test) = self.tests.last_mut()
            && self.lines_left > 0
            && !line.is_empty()
        {
            test.push_str("\n        ");
            test.push_str(line);
            self.lines_left -= 1;
        }
    }
}

/// `ok. 20 passed; 1 failed; 0 ignored; …`
fn test_result(text: &str) -> Option<Counts> {
    let number = |word: &str| {
        let (before, _) = text.split_once(word)?;
        before
            .rsplit(' ')
            .find(|part| !part.is_empty())?
            .parse()
            .ok()
    };
    Some(Counts {
        passed: number(" passed")?,
        failed: number(" failed")?,
    })
}

fn web_tests(failures: &mut Vec<String>) -> Result<Counts> {
    let report = at("target/xtask/vitest.json");
    // A report of an earlier run must not count for this one.
    let _ = std::fs::remove_file(&report);
    let mut vitest = command("npx");
    vitest
        .args(["vitest", "run", "--reporter=default", "--reporter=json"])
        .arg(format!("--outputFile.json={}", report.display()));
    let ended = run(&mut vitest, "vitest");
    let Ok(json) = json_at(&report) else {
        return ended.and(Err("vitest wrote no report".into()));
    };
    let number = |name: &str| json.get(name).and_then(serde_json::Value::as_u64);
    let mut counts = Counts {
        passed: number("numPassedTests").unwrap_or(0),
        failed: number("numFailedTests").unwrap_or(0),
    };
    failures.extend(failed_web_tests(&json));
    if ended.is_err() && counts.failed == 0 {
        counts.add(Counts::ONE_FAILED);
    }
    Ok(counts)
}

/// `file: name of the test: first line of its error`, of Vitest's JSON report.
fn failed_web_tests(report: &serde_json::Value) -> Vec<String> {
    let list =
        |of: &serde_json::Value, name: &str| of[name].as_array().cloned().unwrap_or_default();
    let mut failed = Vec::new();
    for file in list(report, "testResults") {
        for test in list(&file, "assertionResults") {
            if test["status"] == "failed" {
                let why = test["failureMessages"][0].as_str().unwrap_or_default();
                failed.push(format!(
                    "{}: {}: {}",
                    file["name"].as_str().unwrap_or_default(),
                    test["fullName"].as_str().unwrap_or_default(),
                    why.lines().next().unwrap_or_default(),
                ));
            }
        }
    }
    failed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::passed_and_failed;

    #[test]
    fn reads_the_output_of_test_runners() {
        let cargo =
            "FAILED. 19 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.08s";
        assert_eq!(
            test_result(cargo),
            Some(Counts {
                passed: 19,
                failed: 1
            })
        );
        assert_eq!(test_result("nonsense"), None);
        let journeys = "12 passed, 3 failed";
        assert_eq!(
            passed_and_failed(journeys),
            Some(Counts {
                passed: 12,
                failed: 3
            })
        );
        assert_eq!(passed_and_failed("about 12 passed, 3 failed"), None);
        assert_eq!(passed_and_failed("12 passed"), None);
    }

    #[test]
    fn a_failed_test_is_named_with_its_message() {
        let output = "test a::one ... FAILED\ntest a::two ... ok\n\nfailures:\n\n---- a::one stdout ----\n\n\
            thread 'a::one' panicked at a.rs:3:5:\nleft: 1\nstack backtrace:\n   0: rust\n\nfailures:\n    a::one\n";
        let mut outputs = OutputsOfFailedTests::default();
        for line in output.lines() {
            outputs.see(line);
        }
        let expected = "a::one\n        thread 'a::one' panicked at a.rs:3:5:\n        left: 1";
        assert_eq!(outputs.tests, [expected]);
    }

    #[test]
    fn names_failed_web_tests() {
        let report = serde_json::json!({"testResults": [{"name": "a.test.ts", "assertionResults": [
            {"status": "passed", "fullName": "one", "failureMessages": []},
            {"status": "failed", "fullName": "two", "failureMessages": ["expected 1\n  at a.test.ts:3"]},
        ]}]});
        assert_eq!(failed_web_tests(&report), ["a.test.ts: two: expected 1"]);
    }

    #[test]
    fn a_failing_stage_is_counted_and_does_not_end_the_run() {
        let mut report = Report::default();
        report.stage("one", |_| Err("broken".into()));
        report.stage("two", |_| {
            Ok(Counts {
                passed: 3,
                failed: 0,
            })
        });
        assert_eq!(
            report.total,
            Counts {
                passed: 3,
                failed: 1
            }
        );
        assert!(report.lines[0].contains("broken"));
    }
}
