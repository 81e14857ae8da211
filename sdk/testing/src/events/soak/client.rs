//! A signed-in person who sends each request until it is answered, and what people do at events.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use uuid::Uuid;

use super::shared::{Known, PATIENCE, Shared};
use crate::crash::request_with;
use crate::ledger::crash::log_in;

/// What the devices of all fans add to a draw.
const NONCE: &str = "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a";
/// Codes that the organisers' scanners know.
const CODES: usize = 200;

pub(super) struct Client {
    pub(super) port: u16,
    pub(super) email: String,
    pub(super) id: Uuid,
    pub(super) token: Option<String>,
    pub(super) number: usize,
    pub(super) requests: u64,
    pub(super) rng: StdRng,
    pub(super) shared: Arc<Shared>,
}

impl Client {
    pub(super) fn is_over(&self) -> bool {
        self.shared.is_over.load(Ordering::Relaxed)
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.rng.random_range(0..end)
    }

    /// Sends a POST under an idempotency key until it is answered; `None` if it never is.
    pub(super) fn post(&mut self, path: &str, body: &Value) -> Option<(u16, Value)> {
        self.requests += 1;
        let key = format!("soak-{}-{}", self.number, self.requests);
        let since = Instant::now();
        for attempt in 0.. {
            if attempt > 0 {
                self.shared.repeated.fetch_add(1, Ordering::Relaxed);
            }
            if since.elapsed() > PATIENCE {
                self.shared.complain(format!("{path} was never answered"));
                return None;
            }
            if self.shared.is_paused.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                continue;
            }
            if self.token.is_none() {
                self.token = log_in(self.port, &self.email).map(|(token, _)| token);
            }
            let Some(token) = &self.token else {
                std::thread::sleep(Duration::from_millis(200));
                continue;
            };
            let headers = format!("authorization: Bearer {token}\r\nidempotency-key: {key}\r\n");
            let kills = self.shared.kills.load(Ordering::Relaxed);
            match request_with(self.port, &headers, "POST", path, Some(body)) {
                Some((401, _)) => self.token = None,
                Some((429 | 503, _)) => {
                    self.shared.busy.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(50));
                }
                Some((504, _)) => {
                    self.shared.timed_out.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(50));
                }
                Some((status, body)) if status >= 500 => {
                    let is_calm = kills.is_multiple_of(2)
                        && self.shared.kills.load(Ordering::Relaxed) == kills;
                    if is_calm {
                        self.shared
                            .complain(format!("{path} was answered with {status}: {body}"));
                        return None;
                    }
                    std::thread::sleep(Duration::from_millis(50));
                }
                Some(answer) => {
                    self.shared.done.fetch_add(1, Ordering::Relaxed);
                    if answer.0 < 300 {
                        self.shared.succeeded.fetch_add(1, Ordering::Relaxed);
                    }
                    return Some(answer);
                }
                None => std::thread::sleep(Duration::from_millis(30)),
            }
        }
        None
    }

    /// A POST about an event.
    pub(super) fn about(&mut self, event: Uuid, what: &str, body: &Value) -> Option<(u16, Value)> {
        self.post(&format!("/api/v3/events/{event}/{what}"), body)
    }

    /// Takes part in events until the run is over.
    pub(super) fn take_part(mut self, people: &[Uuid]) {
        // The prices of the tickets that this person wanted last.
        let mut prices: BTreeMap<Uuid, i64> = BTreeMap::new();
        while !self.is_over() {
            let chosen = {
                let count = self.shared.events.lock().unwrap().len();
                let at = if count == 0 { 0 } else { self.below(count) };
                self.shared.events.lock().unwrap().get(at).cloned()
            };
            match chosen {
                Some(event) => self.act(&event, people, &mut prices),
                None => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    fn act(&mut self, event: &Known, people: &[Uuid], prices: &mut BTreeMap<Uuid, i64>) {
        let ticket = match event.tickets.len() {
            0 => None,
            count => Some(event.tickets[self.below(count)]),
        };
        let answer = match (self.below(14), ticket) {
            (0..=4, None) => self.about(event.id, "apply", &json!({ "nonce": NONCE })),
            (0..=2, Some((ticket, price))) => {
                prices.insert(event.id, price);
                let held = self.about(event.id, &format!("tickets/{ticket}/reserve"), &json!({}));
                match held {
                    // Most people pay what is in their cart.
                    Some((200, _)) if self.below(4) > 0 => {
                        self.about(event.id, "pay", &json!({ "priceHundredths": price }))
                    }
                    other => other,
                }
            }
            (3..=7, Some((_, price))) => {
                let price = prices.get(&event.id).copied().unwrap_or(price);
                self.about(event.id, "pay", &json!({ "priceHundredths": price }))
            }
            (8..=9, Some((ticket, price))) => {
                prices.entry(event.id).or_insert(price);
                self.about(event.id, "wait", &json!({ "ticketId": ticket }))
            }
            (5..=9, None) => self.about(event.id, "wait", &json!({})),
            (10, _) => self.about(event.id, "refund", &json!({})),
            (11, _) => {
                let to = people[self.below(people.len())];
                self.about(event.id, "transfer", &json!({ "userId": to }))
            }
            (12, None) if !event.is_challenge => {
                let wanted = self.below(2) == 0;
                let body = json!({ "meetupId": event.id, "blockId": event.block, "isJoined": wanted, "nonce": NONCE });
                self.post("/api/v2/meetup/join", &body)
            }
            _ => self.about(event.id, "leave", &json!({})),
        };
        if let Some((200, body)) = answer {
            self.note(event.id, &body["payload"]);
        }
    }

    /// Remembers a payment, which must not be lost, and the code for the door.
    fn note(&self, event: Uuid, place: &Value) {
        let id = place["placeId"].as_str().and_then(|id| id.parse().ok());
        if place["state"] == "taken"
            && place["paidHundredths"].as_i64() > Some(0)
            && let Some(id) = id
        {
            self.shared.paid.lock().unwrap().insert(id);
        }
        if let Some(code) = place["code"].as_str() {
            let mut codes = self.shared.codes.lock().unwrap();
            codes.push_back((event, code.to_owned()));
            if codes.len() > CODES {
                codes.pop_front();
            }
        }
    }
}
