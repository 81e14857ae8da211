//! The kernel as a separate process, which tests can kill and restart.

use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running `witverse serve`.
pub struct Program {
    child: Child,
    /// `http://127.0.0.1:port`
    pub address: String,
}

/// A port that was free when it was chosen.
#[must_use]
pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// The command before it runs; tests add their settings.
#[must_use]
pub fn serve(program: &Path, data_dir: &Path, port: u16) -> Command {
    serve_from(program, data_dir, port, &crate::target().join("bundles"))
}

fn serve_from(program: &Path, data_dir: &Path, port: u16, bundles: &Path) -> Command {
    crate::share_cache(&data_dir.join("cache"));
    let mut command = Command::new(program);
    command
        .args(["serve", "--port", &port.to_string(), "--data-dir"])
        .arg(data_dir)
        .arg("--bundles")
        .arg(bundles)
        .arg("--web")
        .arg(crate::root().join("web-shell/dist"))
        .env("WITVERSE_SECRET", crate::SECRET)
        .env("WITVERSE_AUTH__CAPTCHA_COST", "10")
        .env("WITVERSE_HTTP__ACCOUNT_RATE", "1000000")
        // All clients of a load suite have the same address.
        .env("WITVERSE_HTTP__MAX_CONNECTIONS_PER_ADDRESS", "1000000")
        .env("WITVERSE_HTTP__MAX_STREAMS_PER_ADDRESS", "1000000")
        .env("WITVERSE_DEV__MAILBOX", "true")
        .stdin(Stdio::null());
    command
}

impl Program {
    /// Starts the program and waits until it is ready.
    #[must_use]
    pub fn start(program: &Path, data_dir: &Path, port: u16) -> Self {
        let bundles = crate::target().join("bundles");
        Self::start_from(program, data_dir, port, &bundles, |_| {})
    }

    /// The same with other bundles and changes to its command.
    #[must_use]
    pub fn start_from(
        program: &Path,
        data_dir: &Path,
        port: u16,
        bundles: &Path,
        change: impl FnOnce(&mut Command),
    ) -> Self {
        let mut command = serve_from(program, data_dir, port, bundles);
        change(&mut command);
        Self::run(command)
    }

    /// Runs a command made by [`serve`] and waits until the kernel is ready.
    #[must_use]
    pub fn run(mut command: Command) -> Self {
        let mut errors = tempfile::tempfile().unwrap();
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(errors.try_clone().unwrap())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let address = out
            .lines()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("ready ").map(str::to_owned))
            .unwrap_or_else(|| {
                let mut text = String::new();
                errors.rewind().unwrap();
                errors.read_to_string(&mut text).unwrap();
                panic!("the kernel does not become ready: {text}")
            });
        Self { child, address }
    }

    /// Runs it to its end; returns its status and standard error.
    #[must_use]
    pub fn fails(mut command: Command) -> (Option<i32>, String) {
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        (output.status.code(), text)
    }

    #[must_use]
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// The embedded PostgreSQL of this kernel: its only child process of this name.
    #[must_use]
    pub fn postgres(&self) -> Option<u32> {
        let children = format!("/proc/{0}/task", self.process());
        std::fs::read_dir(children)
            .ok()?
            .flatten()
            .filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok())
            .flat_map(|list| {
                list.split_whitespace()
                    .filter_map(|id| id.parse::<u32>().ok())
                    .collect::<Vec<_>>()
            })
            .find(|id| {
                std::fs::read_to_string(format!("/proc/{id}/comm"))
                    .is_ok_and(|name| name.trim() == "postgres")
            })
    }

    /// Kills it with SIGKILL.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Stops it with SIGINT, like Ctrl-C, and waits.
    #[must_use]
    pub fn interrupt(mut self) -> ExitStatus {
        self.stop()
    }

    /// [`Self::interrupt`] for an owner that is dropped. A second call returns the same status.
    pub(crate) fn stop(&mut self) -> ExitStatus {
        signal(self.process(), libc::SIGINT);
        self.child.wait().unwrap()
    }
}

/// Sends a signal to a process.
#[allow(unsafe_code, reason = "no safe way to signal a process by its number")]
pub fn signal(process: u32, signal: i32) {
    let process = libc::pid_t::try_from(process).unwrap();
    // SAFETY: a plain system call.
    unsafe {
        libc::kill(process, signal);
    }
}

/// The CPU time that a process has used, in seconds.
#[must_use]
pub fn process_cpu(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // After the name, which is in parentheses: the state, and then numbers of which 11 and 12 are user and system time.
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    let ticks: f64 = fields
        .split(' ')
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<f64>().ok())
        .sum();
    ticks / TICKS_PER_SECOND
}

/// `CLK_TCK`, which is 100 on Linux.
const TICKS_PER_SECOND: f64 = 100.0;

/// The resident memory of a process, in KiB.
#[must_use]
pub fn resident_kib(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|value| value.trim().split(' ').next()?.parse().ok())
        .unwrap()
}

/// Whether a process exists.
#[must_use]
pub fn is_running(process: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| {
        !stat
            .rsplit(')')
            .next()
            .is_some_and(|rest| rest.trim_start().starts_with('Z'))
    })
}

/// Waits until a process has ended.
#[must_use]
pub fn ends_within(process: u32, span: Duration) -> bool {
    let started = Instant::now();
    while is_running(process) {
        if started.elapsed() > span {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}
