//! A client: requests movements under an idempotency key until it gets a response, and records the response.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use uuid::Uuid;
use witverse_kernel::clock::Clock;
use witverse_kernel::demo;
use witverse_ledger::Key;

use super::shared::{Acknowledged, PATIENCE, Shared};
use crate::crash::{request_of, request_with};

pub(super) struct Client {
    pub(super) port: u16,
    pub(super) me: (String, Uuid),
    pub(super) ids: Vec<Uuid>,
    pub(super) shared: Arc<Shared>,
    pub(super) rng: StdRng,
    pub(super) token: Option<String>,
    pub(super) number: usize,
    /// Open holds of this client, with their amounts: no other client ends them.
    pub(super) holds: Vec<(Uuid, Uuid, i64)>,
}

/// The request of an op.
enum Wish {
    Move {
        operation: &'static str,
        key: String,
        to: Option<Uuid>,
        amount: i64,
    },
    Hold {
        key: String,
        to: Uuid,
        amount: i64,
    },
    Capture((Uuid, Uuid, i64)),
    Release((Uuid, Uuid, i64)),
}

impl Client {
    pub(super) fn work(mut self) {
        let mut script = 0_u64;
        while !self.shared.over.load(Ordering::Relaxed) {
            script += 1;
            let size = [1, 1, 1, 2, 2, 4][self.rng.random_range(0..6)];
            let wishes: Vec<Wish> = (0..size).map(|n| self.wish(script, n)).collect();
            let ops: Vec<Value> = wishes.iter().map(op).collect();
            let key = format!("crash-{}-{script}", self.number);
            let Some(results) = self.ask(&key, &json!({ "ops": ops })) else {
                return;
            };
            for (wish, result) in wishes.into_iter().zip(&results) {
                self.note(wish, result);
            }
            self.shared.done.fetch_add(size, Ordering::Relaxed);
        }
    }

    fn wish(&mut self, script: u64, n: usize) -> Wish {
        let key = format!("{}/{script}/{n}", self.number);
        let to = self.ids[self.rng.random_range(0..self.ids.len())];
        let amount = self.rng.random_range(1..300);
        let movement = |operation, to| Wish::Move {
            operation,
            key: key.clone(),
            to,
            amount,
        };
        match self.rng.random_range(0..12) {
            0..4 => movement("give", Some(to)),
            4..6 => movement("issue", Some(to)),
            6 => movement("charge", None),
            7 => movement("reward", Some(to)),
            8..10 if self.holds.len() < 40 => Wish::Hold { key, to, amount },
            10 if !self.holds.is_empty() => Wish::Capture(self.holds.swap_remove(0)),
            _ if !self.holds.is_empty() => Wish::Release(self.holds.swap_remove(0)),
            _ => movement("issue", Some(self.me.1)),
        }
    }

    /// Retries until there is a response; `None` after [`PATIENCE`] or after an unexpected status.
    fn ask(&mut self, key: &str, script: &Value) -> Option<Vec<Value>> {
        let since = Instant::now();
        for attempt in 0.. {
            if attempt > 0 {
                self.shared.repeated.fetch_add(1, Ordering::Relaxed);
            }
            if since.elapsed() > PATIENCE {
                self.shared.complain(format!("{key} was never answered"));
                return None;
            }
            if self.token.is_none() {
                self.token = log_in(self.port, &self.me.0).map(|(token, _)| token);
            }
            let Some(token) = &self.token else {
                std::thread::sleep(Duration::from_millis(200));
                continue;
            };
            let headers = format!("authorization: Bearer {token}\r\nidempotency-key: {key}\r\n");
            match request_with(
                self.port,
                &headers,
                "POST",
                "/api/x/probe/run",
                Some(script),
            ) {
                Some((200, body)) => {
                    return body["payload"]["results"].as_array().cloned();
                }
                Some((401, _)) => self.token = None,
                Some((429 | 503 | 502 | 504 | 500, _)) | None => {
                    std::thread::sleep(Duration::from_millis(30));
                }
                Some((status, body)) => {
                    self.shared
                        .complain(format!("{key} was answered with {status}: {body}"));
                    return None;
                }
            }
        }
        None
    }

    fn note(&mut self, wish: Wish, result: &Value) {
        let refused = result["error"]["kind"].as_str();
        let acknowledged = match wish {
            Wish::Move {
                operation,
                key,
                to,
                amount,
            } if refused.is_none() => {
                let from = matches!(operation, "give" | "charge").then_some(self.me.1);
                Acknowledged::Moved {
                    key,
                    from,
                    to,
                    amount,
                }
            }
            Wish::Hold { key, to, amount } if refused.is_none() => {
                let hold = Key::of(&["plugin", "probe", "hold", &key]);
                self.holds.push((hold, to, amount));
                Acknowledged::Held { key }
            }
            Wish::Capture((hold, to, amount)) if refused.is_none() => Acknowledged::Captured {
                hold,
                from: self.me.1,
                to,
                amount,
            },
            Wish::Release((hold, ..)) if refused.is_none() => Acknowledged::Released { hold },
            Wish::Capture((hold, ..)) | Wish::Release((hold, ..)) => {
                // The hold was open, and no other client ends it.
                return self
                    .shared
                    .complain(format!("hold {hold} did not end: {result}"));
            }
            Wish::Move { .. } | Wish::Hold { .. } => {
                let expected = ["Insufficient", "OverLimit", "Invalid"];
                if !refused.is_some_and(|kind| expected.contains(&kind)) {
                    self.shared
                        .complain(format!("a movement was refused as {result}"));
                }
                return;
            }
        };
        self.shared.acknowledged.lock().unwrap().push(acknowledged);
    }
}

fn op(wish: &Wish) -> Value {
    match wish {
        Wish::Move {
            operation,
            key,
            to,
            amount,
        } => {
            json!({ "op": "transfer", "operation": operation, "key": key, "to": to, "amount": amount })
        }
        Wish::Hold { key, to, amount } => {
            json!({ "op": "hold", "key": key, "to": to, "amount": amount, "expires_at_ms": far_away() })
        }
        Wish::Capture((hold, ..)) => json!({ "op": "capture", "hold": hold }),
        Wish::Release((hold, ..)) => json!({ "op": "release", "hold": hold }),
    }
}

/// Holds last longer than the run, so that only clients end them. Rounded, so that a retried script is the same.
fn far_away() -> u64 {
    (Clock::default().now_ms() / 86_400_000 + 30) * 86_400_000
}

/// A new access token, and its account.
pub(crate) fn log_in(port: u16, email: &str) -> Option<(String, Uuid)> {
    let credentials = json!({ "email": email, "password": demo::PASSWORD });
    let (_, answer) = request_with(port, "", "POST", "/api/user/login", Some(&credentials))?;
    let token = answer["payload"]["accessToken"].as_str()?.to_owned();
    let (_, me) = request_of(port, &token, "POST", "/api/user/auth", Some(&json!({})))?;
    let id = me["payload"]["id"].as_str()?.parse().ok()?;
    Some((token, id))
}
