//! Two thousand people apply for a hundred places within ten seconds, over HTTP.
//!
//! Each person applies at their own time, over their own connection, whether the answers before have come or not. Half of
//! those who find the event full join its waiting list. Requests that the kernel refuses because it is too busy are
//! repeated, and so are those that take it too long; they count from the first one on. A place that such a request has
//! taken after all would be refused to its holder then, and be found.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use uuid::Uuid;

use super::{BUSY_MAX, BUSY_PAUSE, is_busy, new_meetup, verdict};
use crate::TestApp;
use crate::ledger::bench::Line;

const SPAN: Duration = Duration::from_secs(10);

/// What an application has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Taken,
    Waiting,
    Refused,
    /// No answer, or an unexpected one.
    Lost(String),
}

struct Application {
    who: Uuid,
    outcome: Outcome,
    took: Duration,
    busy: u32,
}

/// Prints the latencies, and whether the places are right. Returns the latter.
///
/// # Panics
/// The measurement is not possible.
pub async fn run(people: usize, places: usize, line: Line<'_>) -> bool {
    let app = TestApp::start().await;
    let owner = app.person("owner").await;
    let event = open_event(&app, &owner, places).await;
    let mut fans = Vec::new();
    for n in 0..people {
        fans.push(app.person(&format!("fan_{n}")).await);
    }
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let kernel = app.app.clone();
    let serving = tokio::spawn(async move {
        witverse_kernel::http::serve(&kernel, listener, std::future::pending()).await
    });
    let begun = tokio::time::Instant::now();
    let tasks: Vec<_> = fans
        .iter()
        .enumerate()
        .map(|(n, fan)| {
            let at = begun + SPAN.mul_f64(n as f64 / people as f64);
            let (who, token, event) = (fan.id, fan.token().unwrap().to_owned(), event.clone());
            tokio::spawn(async move {
                tokio::time::sleep_until(at).await;
                let started = Instant::now();
                let (outcome, busy) = apply(port, &token, &event, n % 2 == 0).await;
                Application {
                    who,
                    outcome,
                    busy,
                    took: started.elapsed(),
                }
            })
        })
        .collect();
    let mut done = Vec::new();
    for task in tasks {
        done.push(task.await.unwrap());
    }
    let seconds = begun.elapsed().as_secs_f64();
    serving.abort();
    let is_right = show(&app, &done, (people, places), seconds, line).await;
    app.stop().await;
    is_right
}

async fn open_event(app: &TestApp, owner: &crate::Client, places: usize) -> String {
    let world = serde_json::json!({ "worldName": "rush", "isPublic": true });
    assert_eq!(owner.post("/api/v3/worlds", world).await.line(), "201");
    let block = super::rows::open_block(owner, "rush").await;
    let start = app.clock.now() + time::Duration::DAY;
    let start = start
        .format(&time::format_description::well_known::Rfc3339)
        .unwrap();
    let mut new = new_meetup(&block, &start);
    new["maxPeople"] = places.into();
    let created = owner.post("/api/v3/events", new).await;
    created.payload()["eventId"].as_str().unwrap().to_owned()
}

async fn apply(port: u16, token: &str, event: &str, waits: bool) -> (Outcome, u32) {
    let mut busy = 0;
    let path = format!("/api/v3/events/{event}/apply");
    let outcome = match post(port, token, &path, &mut busy).await {
        Ok((200, _)) => Outcome::Taken,
        Ok((409, body)) if body.contains("event_full") => match waits {
            false => Outcome::Refused,
            true => {
                let path = format!("/api/v3/events/{event}/wait");
                match post(port, token, &path, &mut busy).await {
                    Ok((200, _)) => Outcome::Waiting,
                    other => Outcome::Lost(format!("{other:?}")),
                }
            }
        },
        other => Outcome::Lost(format!("{other:?}")),
    };
    (outcome, busy)
}

/// One request, repeated while the kernel is too busy.
async fn post(
    port: u16,
    token: &str,
    path: &str,
    busy: &mut u32,
) -> std::io::Result<(u16, String)> {
    loop {
        let (status, body) = once(port, token, path).await?;
        if !is_busy(status) || *busy == BUSY_MAX {
            return Ok((status, body));
        }
        *busy += 1;
        tokio::time::sleep(BUSY_PAUSE).await;
    }
}

async fn once(port: u16, token: &str, path: &str) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: 2\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let status = answer
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse().ok())
        .ok_or(std::io::ErrorKind::InvalidData)?;
    Ok((status, answer))
}

async fn show(
    app: &TestApp,
    done: &[Application],
    (people, places): (usize, usize),
    seconds: f64,
    line: Line<'_>,
) -> bool {
    let who = |outcome: Outcome| -> BTreeSet<Uuid> {
        let same = done.iter().filter(|one| one.outcome == outcome);
        same.map(|one| one.who).collect()
    };
    let (taken, waiting, refused) = (
        who(Outcome::Taken),
        who(Outcome::Waiting),
        who(Outcome::Refused),
    );
    let lost = people - taken.len() - waiting.len() - refused.len();
    let is_right = taken.len() == places
        && lost == 0
        && holders(app, "taken").await == taken
        && holders(app, "waiting").await == waiting
        && app
            .count("select coalesce(sum(delta), 0)::bigint from plugin_events.place_entry")
            .await
            == i64::try_from(places).unwrap();
    line(
        &format!(
            "{people} applications in {seconds:.1} s for {places} places: {} taken, {} waiting, {} refused, {lost} lost",
            taken.len(),
            waiting.len(),
            refused.len()
        ),
        verdict(is_right),
        "right",
    );
    let reasons: BTreeSet<&str> = done
        .iter()
        .filter_map(|one| match &one.outcome {
            Outcome::Lost(reason) => Some(reason.as_str()),
            _ => None,
        })
        .collect();
    for reason in reasons.iter().take(3) {
        line(&format!("  lost: {reason}"), String::new(), "");
    }
    let mut times: Vec<f64> = done
        .iter()
        .map(|one| one.took.as_secs_f64() * 1e3)
        .collect();
    times.sort_by(f64::total_cmp);
    let busy: u32 = done.iter().map(|one| one.busy).sum();
    line(
        &format!(
            "an application: p99 (ms; p50 {:.1}, {busy} busy answers that were repeated)",
            times[times.len() / 2]
        ),
        format!("{:.1}", times[times.len() * 99 / 100]),
        "",
    );
    is_right
}

/// The people whom the database has in a state.
async fn holders(app: &TestApp, state: &str) -> BTreeSet<Uuid> {
    let ids: Vec<Uuid> =
        sqlx::query_scalar("select holder_id from plugin_events.place where state = $1")
            .bind(state)
            .fetch_all(app.owner())
            .await
            .unwrap();
    ids.into_iter().collect()
}
