//! Events under load: many applications at once, lists with a million rows, and all of it while programs are killed.

pub mod door;
pub mod growth;
pub mod invariants;
pub mod rig;
mod rows;
pub mod rush;
pub mod soak;

use std::time::Duration;

use serde_json::{Value, json};

/// The pause of a person whose request the kernel was too busy for.
const BUSY_PAUSE: Duration = Duration::from_millis(250);
/// Busy answers to one person before they give up.
const BUSY_MAX: u32 = 200;

/// The body of a new meetup of an hour for the first ones who apply.
#[must_use]
pub fn new_meetup(block: &str, starts_at: &str) -> Value {
    json!({
        "type": "meetup", "title": { "ko": "저녁 모임", "en": "Evening meetup" },
        "description": { "ko": "함께 모여요.", "en": "Let us meet." }, "blockId": block,
        "startsAt": starts_at, "durationMinutes": 60, "maxPeople": null, "eligibility": "open", "entry": "first",
    })
}

/// The value of a word `name=value` of the command line.
#[must_use]
pub fn option(name: &str, usual: usize) -> usize {
    let prefix = format!("{name}=");
    std::env::args()
        .find_map(|word| word.strip_prefix(&prefix)?.parse().ok())
        .unwrap_or(usual)
}

/// Whether the kernel refuses a request because it is too busy.
fn is_busy(status: u16) -> bool {
    [429, 503, 504].contains(&status)
}

/// The figure of a line about a result.
fn verdict(is_right: bool) -> String {
    if is_right { "right" } else { "WRONG" }.to_owned()
}
