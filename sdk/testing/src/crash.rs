//! Sign-ups while kernel and PostgreSQL are killed: every acknowledged sign-up must exist afterwards, with its code.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Program, free_port, signal};

/// The limit for the kernel to restart its database.
const HEALING: Duration = Duration::from_secs(20);

/// Sign-ups between two kills.
const AT_LEAST: usize = 6;

/// The plan of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub clients: u32,
    pub kernel_kills: u32,
    pub postgres_kills: u32,
    /// Time between two kills.
    pub pause: Duration,
}

impl Plan {
    /// A few seconds, for each change.
    #[must_use]
    pub fn short() -> Self {
        Self {
            clients: 6,
            kernel_kills: 3,
            postgres_kills: 3,
            pause: Duration::from_millis(900),
        }
    }

    /// Minutes, for nightly runs.
    #[must_use]
    pub fn long() -> Self {
        Self {
            clients: 16,
            kernel_kills: 60,
            postgres_kills: 60,
            pause: Duration::from_millis(1500),
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub acknowledged: u32,
    pub kernel_kills: u32,
    pub postgres_kills: u32,
    /// Kills of PostgreSQL after which the kernel did not recover.
    pub not_healed: u32,
    /// Acknowledged addresses that are missing or have no code.
    pub lost: Vec<String>,
}

/// Runs the plan with the kernel at `program`.
#[must_use]
pub fn sign_ups(program: &Path, plan: &Plan) -> Report {
    let data = TempDir::new().unwrap();
    std::fs::set_permissions(data.path(), std::fs::Permissions::from_mode(0o711)).unwrap();
    let port = free_port();
    let mut kernel = Program::start(program, data.path(), port);
    let acknowledged = Arc::new(Mutex::new(Vec::<String>::new()));
    let over = Arc::new(AtomicBool::new(false));
    let next = Arc::new(AtomicU32::new(0));
    let clients: Vec<_> = (0..plan.clients)
        .map(|_| {
            let (acknowledged, over, next) = (acknowledged.clone(), over.clone(), next.clone());
            std::thread::spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    let email = format!(
                        "p{}@crash.witverse.dev",
                        next.fetch_add(1, Ordering::Relaxed)
                    );
                    if sign_up(port, &email) == Some(201) {
                        acknowledged.lock().unwrap().push(email);
                    }
                }
            })
        })
        .collect();

    let mut report = Report::default();
    for round in 0..plan.kernel_kills.max(plan.postgres_kills) {
        go_on(&acknowledged, plan.pause);
        if round < plan.postgres_kills
            && let Some(postgres) = kernel.postgres()
        {
            signal(postgres, libc::SIGKILL);
            report.postgres_kills += 1;
            // The kernel restarts PostgreSQL itself.
            if !ready_within(port, HEALING) {
                report.not_healed += 1;
            }
            go_on(&acknowledged, plan.pause);
        }
        kernel.kill();
        report.kernel_kills += 1;
        kernel = Program::start(program, data.path(), port);
    }
    go_on(&acknowledged, plan.pause);
    over.store(true, Ordering::Relaxed);
    for client in clients {
        client.join().unwrap();
    }

    let acknowledged = acknowledged.lock().unwrap().clone();
    report.acknowledged = u32::try_from(acknowledged.len()).unwrap();
    let mailed = mailed(&data.path().join("mail/new"), &acknowledged);
    for email in acknowledged {
        // An existing account gets a code, or cannot request one yet.
        let resent = request(
            port,
            "POST",
            "/api/v2/user/email/resend",
            Some(&json!({ "email": email })),
        );
        let there =
            resent.is_some_and(|(status, body)| status == 200 || body["code"] == "resend_too_soon");
        if !there || !mailed.contains(&email) {
            report.lost.push(email);
        }
    }
    let _ = kernel.interrupt();
    report
}

/// The receivers of the mails in the folder, read until all that are expected are among them or some seconds have passed.
/// The folder is read as a whole: asking the mailbox for one address reads every mail.
fn mailed(folder: &Path, expected: &[String]) -> HashSet<String> {
    let mut seen = HashSet::new();
    let mut receivers = HashSet::new();
    for _ in 0..100 {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if seen.insert(path.clone()) {
                let text = std::fs::read_to_string(&path).unwrap();
                let to = text.lines().find_map(|line| line.strip_prefix("To: "));
                receivers.extend(to.map(str::to_owned));
            }
        }
        if expected.iter().all(|email| receivers.contains(email)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    receivers
}

/// Runs the clients for a while; on a slow machine until some sign-ups are done.
fn go_on(acknowledged: &Mutex<Vec<String>>, pause: Duration) {
    let done = || acknowledged.lock().unwrap().len();
    let (started, wanted) = (Instant::now(), done() + AT_LEAST);
    std::thread::sleep(pause);
    while done() < wanted && started.elapsed() < HEALING {
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether the kernel is ready within the limit.
fn ready_within(port: u16, span: Duration) -> bool {
    let started = Instant::now();
    // The kernel first has to detect the failure.
    std::thread::sleep(Duration::from_millis(50));
    while started.elapsed() < span {
        if request(port, "GET", "/health/ready", None).is_some_and(|(status, _)| status == 200) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

/// The status of a complete registration with captcha; `None` if the connection was lost.
fn sign_up(port: u16, email: &str) -> Option<u16> {
    let (_, challenge) = request(port, "GET", "/api/captcha/challenge", None)?;
    let token = crate::captcha::solve(&challenge["payload"])?;
    let (_, redeemed) = request(
        port,
        "POST",
        "/api/recaptcha",
        Some(&json!({ "token": token })),
    )?;
    let new = json!({
        "email": email, "password": crate::PASSWORD, "language": "en",
        "captcha": redeemed["payload"]["ticket"],
    });
    Some(request(port, "POST", "/api/user/email/register", Some(&new))?.0)
}

/// One request on a new connection; `None` on any failure.
fn request(port: u16, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
    request_of(port, "", method, path, body)
}

/// The same with this access token: status and body.
#[must_use]
pub fn request_of(
    port: u16,
    token: &str,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Option<(u16, Value)> {
    let bearer = match token {
        "" => String::new(),
        token => format!("authorization: Bearer {token}\r\n"),
    };
    let (status, body) = exchange(port, &bearer, method, path, body)?;
    Some((status, serde_json::from_str(&body).unwrap_or_default()))
}

/// The same with any headers, each with its line end. An incomplete answer counts as none.
pub(crate) fn request_with(
    port: u16,
    headers: &str,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Option<(u16, Value)> {
    let (status, body) = exchange(port, headers, method, path, body)?;
    Some((status, serde_json::from_str(&body).ok()?))
}

fn exchange(
    port: u16,
    headers: &str,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))
        .inspect_err(|_| std::thread::sleep(Duration::from_millis(20)))
        .ok()?;
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .ok()?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\n{headers}content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let text = String::from_utf8_lossy(&answer);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split_whitespace().nth(1)?.parse().ok()?;
    Some((status, body.to_owned()))
}
