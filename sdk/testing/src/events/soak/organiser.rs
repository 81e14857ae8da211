//! An organiser: creates events, postpones, ends and cancels them, and lets people in.

use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use super::client::Client;
use super::shared::Known;
use crate::events::new_meetup;

/// Blocks of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Venue {
    pub(super) hall: Uuid,
    /// With a race.
    pub(super) course: Uuid,
}

impl Client {
    /// Organises until the run is over.
    pub(super) fn organise(mut self, venue: Venue) {
        while !self.is_over() {
            let own: Vec<Known> = {
                let events = self.shared.events.lock().unwrap();
                let own = events.iter().filter(|event| event.organiser == self.id);
                own.cloned().collect()
            };
            let action = self.below(10);
            if own.len() < 3 || action < 3 {
                self.create(venue);
                continue;
            }
            let event = &own[self.below(own.len())];
            match action {
                3 => {
                    let hours = [1, 5, 25, 49][self.below(4)];
                    let body = json!({ "startsAt": self.hours_from_now(hours) });
                    self.about(event.id, "postpone", &body);
                }
                4 if self.below(3) == 0 => {
                    self.about(event.id, "cancel", &json!({}));
                }
                5 => {
                    self.about(event.id, "end", &json!({}));
                }
                _ => self.check_in(event),
            }
            // People have time to take part.
            std::thread::sleep(std::time::Duration::from_millis(60));
        }
    }

    fn hours_from_now(&self, hours: i64) -> String {
        let at = self.shared.now() + time::Duration::hours(hours) - time::Duration::minutes(10);
        at.format(&Rfc3339).unwrap()
    }

    fn create(&mut self, venue: Venue) {
        let hours = [1, 1, 2, 3][self.below(4)];
        let kind = self.below(4);
        let block = if kind == 2 { venue.course } else { venue.hall };
        let mut new = new_meetup(&block.to_string(), &self.hours_from_now(hours));
        new["durationMinutes"] = json!([30, 90][self.below(2)]);
        new["maxPeople"] = json!(1 + self.below(3));
        match kind {
            0 => {
                if self.below(2) == 0 {
                    new["noShowMinutes"] = json!(10);
                }
            }
            1 => {
                let ticket = |price: usize, quantity: usize| {
                    json!({ "name": { "ko": "표", "en": "Ticket" }, "description": { "ko": "", "en": "" },
                            "price": price, "quantity": quantity })
                };
                new["eligibility"] = json!("tickets");
                new["tickets"] = json!([ticket(1 + self.below(4), 1), ticket(self.below(3), 2)]);
            }
            3 => {
                new["entry"] = json!("draw");
                new["drawMinutesBefore"] = json!([5, 20][self.below(2)]);
            }
            _ => {
                new["type"] = json!("challenge");
                new["attempts"] = json!(1 + self.below(3));
                new["scoring"] = json!(["best", "sum"][self.below(2)]);
                new["prizes"] = json!([3, 2, 1]);
            }
        }
        let Some((status, body)) = self.post("/api/v3/events", &new) else {
            return;
        };
        // An empty wallet and too many open events are answers, not findings, and so is a start that the clock has passed
        // while the request was repeated.
        let code = body["code"].as_str().unwrap_or_default();
        if status != 201 {
            let field = &body["fields"][0]["field"];
            let is_late = field == "startsAt" || field == "drawMinutesBefore";
            if !["event_limit", "insufficient_wit"].contains(&code) && !is_late {
                self.shared
                    .complain(format!("an event was refused with {status}: {body}"));
            }
            return;
        }
        self.shared
            .add_event(known(&body["payload"], self.id, block));
    }

    fn check_in(&mut self, event: &Known) {
        let code = {
            let codes = self.shared.codes.lock().unwrap();
            let mut of_event = codes.iter().rev().filter(|(id, _)| *id == event.id);
            of_event.next().map(|(_, code)| code.clone())
        };
        let code = code.unwrap_or_else(|| "00000-00000".to_owned());
        self.about(event.id, "check-in", &json!({ "code": code }));
    }
}

fn known(event: &Value, organiser: Uuid, block: Uuid) -> Known {
    let id = |value: &Value| value.as_str().unwrap().parse().unwrap();
    let tickets = event["tickets"].as_array().into_iter().flatten();
    Known {
        id: id(&event["eventId"]),
        block,
        organiser,
        is_challenge: event["type"] == "challenge",
        tickets: tickets
            .map(|one| {
                (
                    id(&one["ticketId"]),
                    one["priceHundredths"].as_i64().unwrap(),
                )
            })
            .collect(),
    }
}
