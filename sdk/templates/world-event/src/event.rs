//! The event, as the platform answers it: what the organiser has entered, and who the caller is there.

use serde::Deserialize;
use serde_json::json;
use witverse_sdk::{Ctx, Error, Problem, Uuid, problem};

pub const NOT_NOW: Problem = problem!(
    409,
    "note_not_now",
    "이벤트가 진행되는 동안 참가자만 쪽지를 남길 수 있습니다.",
    "Only people who take part can leave notes, while the event runs.",
);

/// The fields of `schemas/form.json`.
#[derive(Debug, Deserialize)]
pub struct Form {
    pub prompt: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// `requested`, `pre`, `in`, `post`, `cancelled` or `rejected`.
    pub phase: String,
    pub is_organiser: bool,
    pub has_place: bool,
    pub form: Form,
}

/// Reads an event of this plugin; `event_not_found` for every other one.
pub fn read(ctx: &Ctx, id: &Uuid) -> Result<Event, Error> {
    ctx.services().call("events@1", "event", &json!({ "id": id }))
}

impl Event {
    /// Whether the caller can leave a note now.
    pub fn is_open(&self) -> bool {
        self.phase == "in" && (self.has_place || self.is_organiser)
    }

    pub fn require_open(&self) -> Result<(), Error> {
        match self.is_open() {
            true => Ok(()),
            false => Err(NOT_NOW.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn participants_write_while_the_event_runs() {
        let check = |phase: &str, has_place: bool, is_organiser: bool, opens: bool| {
            let event = Event {
                phase: phase.to_owned(),
                is_organiser,
                has_place,
                form: Form { prompt: String::new() },
            };
            assert_eq!(event.is_open(), opens, "{event:?}");
            assert_eq!(event.require_open().is_ok(), opens);
        };
        check("in", true, false, true);
        check("in", false, true, true);
        check("in", false, false, false);
        check("pre", true, false, false);
        check("post", true, true, false);
    }
}
