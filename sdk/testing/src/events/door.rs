//! Two thousand people come to the door of a meetup within ten seconds, over HTTP.
//!
//! Each person comes at their own time and from their own address, whether the people before have got in or not, and does what a
//! browser does over one connection: the page of the meetup, the place, the ticket of the room. The limits are those of a new
//! installation. A meetup accepts applications until it starts, so the places of the one without a limit are taken in the minutes
//! before, and those of the running one have been taken earlier. Requests that the kernel refuses because it is too busy are
//! repeated, and count from the first one on.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use uuid::Uuid;
use witverse_kernel::config::Config;

use super::{BUSY_MAX, BUSY_PAUSE, is_busy, new_meetup, verdict};
use crate::ledger::bench::Line;
use crate::social::whole;
use crate::{Client, TestApp};

const SPAN: Duration = Duration::from_secs(10);
/// From the first arrival at the meetup without a limit until both start.
const AHEAD: Duration = Duration::from_secs(300);
const AIM: &str = "≤ 100";
const REQUESTS: [&str; 3] = [
    "the page of the meetup",
    "the place",
    "the ticket of the room",
];

struct Meetup {
    owner: Client,
    owner_name: &'static str,
    id: String,
    block: String,
}

/// What a person has got at the door.
struct Visit {
    /// Of each request.
    took: [Duration; REQUESTS.len()],
    busy: u32,
    /// The ticket of the room, or what went wrong.
    ticket: Result<String, String>,
}

/// Prints the latencies, and whether each person was admitted once. Returns the latter.
///
/// # Panics
/// The measurement is not possible.
pub async fn run(people: usize, line: Line<'_>) -> bool {
    let app = TestApp::with(|config| {
        let shipped = Config::default().http;
        config.http.trusted_proxies = 1;
        config.http.account_rate = shipped.account_rate;
        config.http.route_rate_factor = shipped.route_rate_factor;
    })
    .await;
    let mut ids = Vec::new();
    for n in 0..people {
        ids.push(app.person(&name_of(n)).await.id);
    }
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let kernel = app.app.clone();
    let serving = tokio::spawn(async move {
        witverse_kernel::http::serve(&kernel, listener, std::future::pending()).await
    });
    let start = (app.clock.now() + AHEAD).format(&Rfc3339).unwrap();
    let open = Meetup::create(&app, "plaza", None, &start).await;
    let full = Meetup::create(&app, "concert", Some(people), &start).await;
    full.give_places(&app, &ids).await;

    let mut is_right = true;
    for (what, meetup) in [
        ("without a limit, before it starts", &open),
        ("with places, which runs", &full),
    ] {
        if meetup.id == full.id {
            app.advance(AHEAD);
        }
        let fans = log_in(&app, &ids).await;
        let begun = Instant::now();
        let visits = come(port, &fans, meetup).await;
        let seconds = begun.elapsed().as_secs_f64();
        is_right &= show(&app, (what, meetup), &visits, (&ids, seconds), line).await;
    }
    serving.abort();
    is_right &= both_are_attended(&app, [&open, &full], people, line).await;
    app.stop().await;
    is_right
}

fn name_of(n: usize) -> String {
    format!("guest_{n}")
}

async fn log_in(app: &TestApp, ids: &[Uuid]) -> Vec<Client> {
    let mut fans = Vec::new();
    for (n, id) in ids.iter().enumerate() {
        fans.push(app.log_in(&name_of(n), *id).await);
    }
    fans
}

impl Meetup {
    async fn create(
        app: &TestApp,
        name: &'static str,
        max_people: Option<usize>,
        start: &str,
    ) -> Self {
        let owner = app.person(name).await;
        let world = json!({ "worldName": name, "isPublic": true });
        assert_eq!(owner.post("/api/v3/worlds", world).await.line(), "201");
        let block = super::rows::open_block(&owner, name).await;
        let mut new = new_meetup(&block, start);
        new["maxPeople"] = json!(max_people);
        let created = owner.post("/api/v3/events", new).await;
        let id = created.payload()["eventId"].as_str().unwrap().to_owned();
        Self {
            owner,
            owner_name: name,
            id,
            block,
        }
    }

    /// The places that were taken in the weeks before.
    async fn give_places(&self, app: &TestApp, people: &[Uuid]) {
        sqlx::query(
            "with given as (
                 insert into plugin_events.place (id, event_id, holder_id, state, code, joined_at)
                 select gen_random_uuid(), $1, holder, 'taken', gen_random_uuid()::text, now() from unnest($2::uuid[]) holder
                 returning id)
             insert into plugin_events.place_entry (id, event_id, place_id, delta, reason, at)
             select gen_random_uuid(), $1, id, 1, 'taken', now() from given",
        )
        .bind(self.uuid())
        .bind(people)
        .execute(app.owner())
        .await
        .unwrap();
    }

    fn uuid(&self) -> Uuid {
        Uuid::parse_str(&self.id).unwrap()
    }

    /// Everyone in the list of participants, in its order.
    async fn participants(&self, app: &TestApp) -> Vec<Uuid> {
        let owner = app.log_in(self.owner_name, self.owner.id).await;
        let mut found = Vec::new();
        let mut cursor = String::new();
        loop {
            let path = format!("/api/v3/events/{}/participants?limit=100{cursor}", self.id);
            let page = owner.get(&path).await;
            let page = page.payload();
            let people = page["items"].as_array().into_iter().flatten();
            found.extend(people.filter_map(|one| {
                Uuid::parse_str(one["person"]["userId"].as_str().unwrap_or_default()).ok()
            }));
            match page["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return found,
            }
        }
    }

    /// The places that are taken, by the sum of their entries.
    async fn occupied(&self, app: &TestApp) -> i64 {
        sqlx::query_scalar(
            "select coalesce(sum(delta), 0)::bigint from plugin_events.place_entry where event_id = $1",
        )
        .bind(self.uuid())
        .fetch_one(app.owner())
        .await
        .unwrap()
    }
}

/// Everyone comes at their own time.
async fn come(port: u16, fans: &[Client], meetup: &Meetup) -> Vec<Visit> {
    let begun = tokio::time::Instant::now();
    let tasks: Vec<_> = fans
        .iter()
        .enumerate()
        .map(|(n, fan)| {
            let at = begun + SPAN.mul_f64(n as f64 / fans.len() as f64);
            let [_, a, b, c] = u32::try_from(n).unwrap().to_be_bytes();
            let browser = Browser {
                port,
                stream: None,
                head: format!(
                    "host: localhost\r\nauthorization: Bearer {}\r\nx-forwarded-for: 10.{a}.{b}.{c}",
                    fan.token().unwrap()
                ),
                busy: 0,
            };
            let (event, block) = (meetup.id.clone(), meetup.block.clone());
            tokio::spawn(async move {
                tokio::time::sleep_until(at).await;
                browser.enter(&event, &block).await
            })
        })
        .collect();
    let mut visits = Vec::new();
    for task in tasks {
        visits.push(task.await.unwrap());
    }
    visits
}

/// A client with one connection.
struct Browser {
    port: u16,
    stream: Option<TcpStream>,
    /// The headers of each request.
    head: String,
    busy: u32,
}

impl Browser {
    async fn enter(mut self, event: &str, block: &str) -> Visit {
        let mut took = [Duration::ZERO; REQUESTS.len()];
        let joining = json!({ "meetupId": event, "blockId": block, "isJoined": true });
        let mut ticket = Err(String::new());
        for (at, (method, path, body)) in [
            ("GET", format!("/api/v3/meetup/{event}/detail"), None),
            ("POST", "/api/v2/meetup/join".to_owned(), Some(joining)),
            ("POST", format!("/api/rooms/blocks:{block}/join"), None),
        ]
        .into_iter()
        .enumerate()
        {
            let started = Instant::now();
            let answer = self.request(method, &path, body.as_ref()).await;
            took[at] = started.elapsed();
            ticket = match answer {
                Ok((200, answer)) => match (at, &answer["payload"]) {
                    (0, _) => Ok(String::new()),
                    (1, payload) if payload["isJoined"] == true => Ok(String::new()),
                    (2, payload) if payload["ticket"].is_string() => {
                        Ok(payload["ticket"].as_str().unwrap_or_default().to_owned())
                    }
                    (_, payload) => Err(format!("{path}: {payload}")),
                },
                Ok((status, answer)) => Err(format!("{path}: {status} {}", answer["code"])),
                Err(error) => Err(format!("{path}: {error}")),
            };
            if ticket.is_err() {
                break;
            }
        }
        Visit {
            took,
            busy: self.busy,
            ticket,
        }
    }

    /// One request, repeated while the kernel is too busy.
    async fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> std::io::Result<(u16, Value)> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.head,
            body.len()
        );
        loop {
            let (status, answer) = self.once(&request).await?;
            if !is_busy(status) || self.busy == BUSY_MAX {
                return Ok((status, answer));
            }
            self.busy += 1;
            tokio::time::sleep(BUSY_PAUSE).await;
        }
    }

    async fn once(&mut self, request: &str) -> std::io::Result<(u16, Value)> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
                stream.set_nodelay(true)?;
                stream
            }
        };
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        while !whole(&answer) {
            if stream.read_buf(&mut answer).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|word| word.parse().ok())
            .ok_or(std::io::ErrorKind::InvalidData)?;
        if !head.to_ascii_lowercase().contains("connection: close") {
            self.stream = Some(stream);
        }
        Ok((status, serde_json::from_str(body).unwrap_or_default()))
    }
}

async fn show(
    app: &TestApp,
    (what, meetup): (&str, &Meetup),
    visits: &[Visit],
    (people, seconds): (&[Uuid], f64),
    line: Line<'_>,
) -> bool {
    let tickets: BTreeSet<&str> = visits
        .iter()
        .filter_map(|visit| visit.ticket.as_deref().ok())
        .collect();
    let listed = meetup.participants(app).await;
    let everyone: BTreeSet<Uuid> = people.iter().copied().collect();
    let is_right = tickets.len() == people.len()
        && listed.len() == people.len()
        && listed.iter().copied().collect::<BTreeSet<_>>() == everyone
        && meetup.occupied(app).await == i64::try_from(people.len()).unwrap();
    line(
        &format!(
            "{} people at the door of a meetup {what}: {} admitted, {} listed",
            people.len(),
            tickets.len(),
            listed.len()
        ),
        verdict(is_right),
        "right",
    );
    let reasons: BTreeSet<&str> = visits
        .iter()
        .filter_map(|visit| visit.ticket.as_ref().err().map(String::as_str))
        .collect();
    for reason in reasons.iter().take(3) {
        line(&format!("  lost: {reason}"), String::new(), "");
    }
    for (at, request) in REQUESTS.iter().enumerate() {
        let times = visits.iter().map(|visit| visit.took[at]);
        latencies(request, times, AIM, line);
    }
    let all = visits.iter().map(|visit| visit.took.iter().sum());
    latencies("all three", all, "", line);
    let busy: u32 = visits.iter().map(|visit| visit.busy).sum();
    line(
        &format!(
            "  until the last one is in, of those who come in {} s (s; {busy} busy answers that were repeated)",
            SPAN.as_secs()
        ),
        format!("{seconds:.1}"),
        "10",
    );
    is_right
}

fn latencies(what: &str, times: impl Iterator<Item = Duration>, aim: &str, line: Line<'_>) {
    let mut times: Vec<f64> = times.map(|time| time.as_secs_f64() * 1e3).collect();
    times.sort_by(f64::total_cmp);
    line(
        &format!("  {what}: p99 (ms; p50 {:.1})", times[times.len() / 2]),
        format!("{:.1}", times[times.len() * 99 / 100]),
        aim,
    );
}

/// Lets both meetups end. The list of the most attended ones has each person once.
async fn both_are_attended(
    app: &TestApp,
    meetups: [&Meetup; 2],
    people: usize,
    line: Line<'_>,
) -> bool {
    app.advance(Duration::from_secs(7_200));
    let mut attended = Vec::new();
    let since = Instant::now();
    while attended.len() < meetups.len() && since.elapsed() < SPAN {
        tokio::time::sleep(BUSY_PAUSE).await;
        let ranking = app.visitor().get("/api/v3/meetup/ranking").await;
        let items = ranking.payload()["items"].as_array().unwrap();
        attended = items
            .iter()
            .filter(|item| meetups.iter().any(|meetup| item["eventId"] == *meetup.id))
            .map(|item| item["attended"].as_u64().unwrap_or_default())
            .collect();
    }
    let is_right = attended == [people as u64; 2];
    line(
        &format!("attended, as the most attended meetups have it: {attended:?}"),
        verdict(is_right),
        "right",
    );
    is_right
}
