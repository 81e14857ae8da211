//! People at events while kernel and PostgreSQL are killed and the clock goes on.
//!
//! Fans apply, buy, wait, leave, ask for refunds and give places away; organisers create, postpone, cancel and end events and
//! let people in; places are drawn; a game reports runs. After kills and at the end no quota is exceeded, places and WIT are
//! conserved, each prize and refund is paid once, each draw is as its published proof says and has each winner once, no
//! acknowledged payment is lost, and no request fails while nothing is killed. The rig
//! first sells places without the lock, and must find that.

mod client;
mod database;
mod draws;
mod organiser;
mod shared;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use uuid::Uuid;
use witverse_kernel::demo;

use super::{invariants, new_meetup};
use crate::beside::check_ledger;
use crate::crash::request_with;
use crate::ledger::crash::books::make_payers;
use crate::ledger::crash::{folders, log_in};
use crate::program::{Program, free_port, signal};
use client::Client;
use database::Database;
use draws::Published;
use organiser::Venue;
use shared::{PATIENCE, Shared};

/// The demo account that owns the world of the run.
const OWNER: &str = "haneul@witverse.localhost";
const WORLD: &str = "agora";
/// The organisers are two tabs of one person.
const ORGANISERS: usize = 2;
/// Hundredths of a WIT that each person begins with.
const PURSE: i64 = 1_000_000;
/// Runs of this length pay tickets and prizes.
const ENOUGH: usize = 5_000;
/// Of so many requests, one may take too long.
const TIMED_OUT_SHARE: usize = 1_000;
/// The first requests after a kill may still meet it.
const AFTERMATH: Duration = Duration::from_secs(2);
/// After the last event, its week of refunds, and the last try of a payment.
const TO_THE_END_HOURS: [u64; 3] = [72, 240, 48];

/// The plan of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub seed: u64,
    pub fans: usize,
    /// Answered requests.
    pub operations: usize,
    /// Kills, alternately of the kernel and of PostgreSQL.
    pub kills: usize,
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub operations: usize,
    pub succeeded: usize,
    pub kills: usize,
    pub events: usize,
    pub paid_places: usize,
    pub paid_prizes: usize,
    /// Draws whose published proof was checked.
    pub draws: usize,
    /// How many requests were repeated, because the answer was lost or the kernel was busy.
    pub repeated: usize,
    pub busy: usize,
    pub timed_out: usize,
    pub seconds: u64,
    /// The findings, as sentences; empty if the run is consistent.
    pub wrong: Vec<String>,
}

struct Run<'a> {
    program: &'a Path,
    plan: &'a Plan,
    data: &'a Path,
    bundles: &'a Path,
    port: u16,
    shared: Arc<Shared>,
    database: Database,
}

/// Runs the plan with the kernel at `program`.
///
/// # Panics
/// The run is not possible on this machine.
#[must_use]
pub fn run(program: &Path, plan: &Plan) -> Report {
    let started = Instant::now();
    let (data, bundles) = folders();
    let run = Run {
        program,
        plan,
        data: data.path(),
        bundles: bundles.path(),
        port: free_port(),
        shared: Arc::new(Shared::default()),
        database: Database::of(data.path()),
    };
    let mut kernel = run.start();
    let mut people: Vec<(String, Uuid)> = demo::logins()
        .into_iter()
        .map(|(email, _)| (email.to_owned(), log_in(run.port, email).unwrap().1))
        .collect();
    people.extend(make_payers(data.path()));
    let venue = run.prepare(&people);
    run.must_oversell_without_the_lock(venue);

    let clients = run.start_clients(&people, venue);
    for kill in 1..=plan.kills {
        run.work_until(
            plan.operations * (2 * kill - 1) / (2 * plan.kills + 1),
            venue,
        );
        run.advance(1);
        run.work_until(plan.operations * 2 * kill / (2 * plan.kills + 1), venue);
        run.advance(1);
        kernel = run.kill(kernel, kill);
        run.examine("after a kill", invariants::always());
    }
    run.work_until(plan.operations, venue);
    run.shared.is_over.store(true, Ordering::Relaxed);
    for client in clients {
        client.join().unwrap();
    }
    run.come_to_rest();
    run.examine("at the end", invariants::at_rest());
    let draws = run.check_draws(&people);
    let lost = run.database.lost(&run.shared);
    if lost > 0 {
        run.shared.complain(format!(
            "{lost} acknowledged payments or events are missing"
        ));
    }
    let paid_prizes = run
        .database
        .count("select count(*) from plugin_events.payout where kind = 'prize' and state = 'paid'");
    let _ = kernel.interrupt();
    if let Err(found) = check_ledger(program, data.path()) {
        run.shared.complain(format!("after it has stopped {found}"));
    }
    let shared = &run.shared;
    let has_money = paid_prizes > 0 && !shared.paid.lock().unwrap().is_empty();
    if plan.operations >= ENOUGH && !has_money {
        shared.complain("no ticket or no prize was paid, so the run shows nothing".to_owned());
    }
    if plan.operations >= ENOUGH && draws == 0 {
        shared.complain("no place was drawn, so the run shows nothing".to_owned());
    }
    // The clock of a call goes on while other processes use the processor, so an unoptimised kernel says nothing here.
    let timed_out = shared.timed_out.load(Ordering::Relaxed);
    if !cfg!(debug_assertions) && timed_out * TIMED_OUT_SHARE > plan.operations {
        shared.complain(format!("{timed_out} calls took too long"));
    }
    let wrong = std::mem::take(&mut *shared.wrong.lock().unwrap());
    Report {
        operations: shared.done.load(Ordering::Relaxed),
        succeeded: shared.succeeded.load(Ordering::Relaxed),
        kills: plan.kills,
        events: shared.created.lock().unwrap().len(),
        paid_places: shared.paid.lock().unwrap().len(),
        paid_prizes: usize::try_from(paid_prizes).unwrap(),
        draws,
        repeated: shared.repeated.load(Ordering::Relaxed),
        busy: shared.busy.load(Ordering::Relaxed),
        timed_out,
        seconds: started.elapsed().as_secs(),
        wrong,
    }
}

impl Run<'_> {
    fn start(&self) -> Program {
        Program::start_from(
            self.program,
            self.data,
            self.port,
            self.bundles,
            |command| {
                command
                    .arg("--demo")
                    .env("WITVERSE_HTTP__ROUTE_RATE_FACTOR", "100000")
                    .env("WITVERSE_DEV__CLOCK", "true");
            },
        )
    }

    /// A request that must succeed.
    fn call(&self, token: &str, path: &str, body: &Value) -> Value {
        let headers = format!("authorization: Bearer {token}\r\n");
        let since = Instant::now();
        loop {
            match request_with(self.port, &headers, "POST", path, Some(body)) {
                Some((200 | 201, answer)) => return answer["payload"].clone(),
                Some((429 | 503, _)) if since.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(200));
                }
                other => panic!("{path}: {other:?}"),
            }
        }
    }

    /// The blocks, and WIT for everybody.
    fn prepare(&self, people: &[(String, Uuid)]) -> Venue {
        let (token, _) = log_in(self.port, OWNER).unwrap();
        for purse in people.chunks(10) {
            let ops: Vec<Value> = purse
                .iter()
                .map(|(_, id)| {
                    json!({ "op": "transfer", "operation": "issue", "key": format!("purse-{id}"), "to": id,
                            "amount": PURSE })
                })
                .collect();
            let answer = self.call(&token, "/api/x/probe/run", &json!({ "ops": ops }));
            let results = answer["results"].as_array().unwrap();
            assert!(results.iter().all(|one| one["error"].is_null()), "{answer}");
        }
        let block = |name: &str, kind: &str, template: &str| -> Uuid {
            let new = json!({
                "blockName": name, "type": kind, "title": { "ko": "홀", "en": "Hall" }, "template": template,
            });
            let path = format!("/api/v3/worlds/{WORLD}/blocks");
            let created = self.call(&token, &path, &new);
            let id = created["blockId"].as_str().unwrap();
            let publish = format!("/api/v3/blocks/{id}/publish");
            self.call(&token, &publish, &json!({ "version": 1 }));
            id.parse().unwrap()
        };
        Venue {
            hall: block("soakhall", "social", "cafe"),
            course: block("soakrun", "game", "lantern-run"),
        }
    }

    /// Three people take the last place at the same time: all get it without the lock, which the invariants must show, and
    /// one gets it with the lock.
    fn must_oversell_without_the_lock(&self, venue: Venue) {
        let (token, _) = log_in(self.port, OWNER).unwrap();
        let start = (self.shared.now() + time::Duration::hours(2))
            .format(&time::format_description::well_known::Rfc3339)
            .unwrap();
        for (is_locked, sold) in [(false, 3), (true, 1)] {
            let mut new = new_meetup(&venue.hall.to_string(), &start);
            new["maxPeople"] = json!(1);
            let created = self.call(&token, "/api/v3/events", &new);
            let event: Uuid = created["eventId"].as_str().unwrap().parse().unwrap();
            let got = self.database.take(event, 3, is_locked);
            let found = self.database.exceptions(invariants::always());
            self.database.forget_places(event);
            let expected = if is_locked { 0 } else { 1 };
            if got != sold || found.len() != expected {
                self.shared.complain(format!(
                    "with the lock: {is_locked}; {got} people have got the last place, and the checks find {found:?}"
                ));
            }
        }
    }

    fn start_clients(
        &self,
        people: &[(String, Uuid)],
        venue: Venue,
    ) -> Vec<std::thread::JoinHandle<()>> {
        let ids: Vec<Uuid> = people.iter().map(|(_, id)| *id).collect();
        let owner = people.iter().find(|(email, _)| email == OWNER).unwrap();
        let client = |number: usize, (email, id): &(String, Uuid)| Client {
            port: self.port,
            email: email.clone(),
            id: *id,
            token: None,
            number,
            requests: 0,
            rng: StdRng::seed_from_u64(
                self.plan
                    .seed
                    .wrapping_mul(1_000)
                    .wrapping_add(number as u64),
            ),
            shared: self.shared.clone(),
        };
        let organisers = (0..ORGANISERS).map(|number| {
            let client = client(number, owner);
            std::thread::spawn(move || client.organise(venue))
        });
        let fans = (0..self.plan.fans).map(|number| {
            let client = client(ORGANISERS + number, &people[number % people.len()]);
            let ids = ids.clone();
            std::thread::spawn(move || client.take_part(&ids))
        });
        organisers.chain(fans).collect()
    }

    /// Waits until clients have got some number of answers. Meanwhile the game reports runs.
    fn work_until(&self, wanted: usize, venue: Venue) {
        let (mut last, mut since) = (0, Instant::now());
        let mut next_run = Instant::now();
        loop {
            let done = self.shared.done.load(Ordering::Relaxed);
            if done >= wanted {
                return;
            }
            if done > last {
                (last, since) = (done, Instant::now());
            }
            assert!(since.elapsed() < PATIENCE, "nothing is answered any more");
            if next_run.elapsed() > Duration::from_millis(400) {
                self.database.report_runs(venue.course, self.shared.now());
                next_run = Instant::now();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn advance(&self, hours: u64) {
        self.shared.ahead_hours.fetch_add(hours, Ordering::Relaxed);
        self.advance_kernel(hours);
    }

    fn advance_kernel(&self, hours: u64) {
        let since = Instant::now();
        while request_with(
            self.port,
            "",
            "POST",
            "/dev/clock",
            Some(&json!({ "hours": hours })),
        )
        .is_none_or(|(status, _)| status != 200)
        {
            assert!(since.elapsed() < PATIENCE, "the clock cannot be advanced");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Kills the kernel or PostgreSQL with requests in it, and waits until all is well again.
    fn kill(&self, kernel: Program, kill: usize) -> Program {
        let shared = &self.shared;
        shared.kills.fetch_add(1, Ordering::Relaxed);
        let kernel = if kill.is_multiple_of(2)
            && let Some(postgres) = kernel.postgres()
        {
            // The kernel restarts PostgreSQL itself.
            signal(postgres, libc::SIGKILL);
            kernel
        } else {
            shared.is_paused.store(true, Ordering::Relaxed);
            kernel.kill();
            let kernel = self.start();
            // A new process has the time of the machine again.
            self.advance_kernel(shared.ahead_hours.load(Ordering::Relaxed));
            shared.is_paused.store(false, Ordering::Relaxed);
            kernel
        };
        let answered = shared.done.load(Ordering::Relaxed);
        let since = Instant::now();
        while shared.done.load(Ordering::Relaxed) < answered + 5 {
            assert!(
                since.elapsed() < PATIENCE,
                "nothing is answered after a kill"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(AFTERMATH);
        shared.kills.fetch_add(1, Ordering::Relaxed);
        kernel
    }

    /// Lets all events end and all payments become due, and waits until they are made.
    fn come_to_rest(&self) {
        for hours in TO_THE_END_HOURS {
            self.advance(hours);
            std::thread::sleep(Duration::from_secs(3));
        }
        let since = Instant::now();
        while !self
            .database
            .exceptions(vec![
                (
                    "open events",
                    "select count(*) from plugin_events.event where status = 'open'".to_owned(),
                ),
                (
                    "due payouts",
                    "select count(*) from plugin_events.payout where state = 'due'".to_owned(),
                ),
                (
                    "due timers",
                    "select count(*) from kernel.delivery where parked_at is null and subscriber = 'events'"
                        .to_owned(),
                ),
            ])
            .is_empty()
        {
            if since.elapsed() > PATIENCE {
                return;
            }
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    /// Checks each draw that was made with what is published about it, for the winner and one other entrant. Returns how many
    /// were checked.
    fn check_draws(&self, people: &[(String, Uuid)]) -> usize {
        let drawn = self.database.drawn();
        let mut tokens: BTreeMap<Uuid, String> = BTreeMap::new();
        for (event, entrants) in &drawn {
            for entrant in entrants {
                let Some((email, _)) = people.iter().find(|(_, id)| id == entrant) else {
                    continue;
                };
                let token = tokens
                    .entry(*entrant)
                    .or_insert_with(|| log_in(self.port, email).unwrap().0);
                let path = format!("/api/v3/events/{event}/draw");
                let draw = self.read(token, &path);
                let leaves = self.read(token, &format!("{path}/leaves"));
                let items = leaves["items"].as_array().into_iter().flatten();
                let leaves: Vec<String> = items
                    .filter_map(|leaf| leaf["hash"].as_str().map(str::to_owned))
                    .collect();
                let published = Published {
                    draw: &draw,
                    leaves: &leaves,
                };
                if let Some(problem) = published.problem() {
                    self.shared
                        .complain(format!("the draw of event {event}: {problem}: {draw}"));
                }
            }
        }
        drawn.len()
    }

    /// A GET that must succeed.
    fn read(&self, token: &str, path: &str) -> Value {
        let headers = format!("authorization: Bearer {token}\r\n");
        let since = Instant::now();
        loop {
            match request_with(self.port, &headers, "GET", path, None) {
                Some((200, answer)) => return answer["payload"].clone(),
                Some((429 | 503, _)) if since.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(200));
                }
                other => panic!("{path}: {other:?}"),
            }
        }
    }

    fn examine(&self, when: &str, queries: Vec<(&'static str, String)>) {
        for found in self.database.exceptions(queries) {
            self.shared.complain(format!("{when}, {found}"));
        }
    }
}
