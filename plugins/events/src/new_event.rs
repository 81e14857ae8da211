//! New events: which ones are valid, and which ones an administrator of the world has to allow. Pure: no kernel, no SQL.

use crate::event::{Eligibility, Entry, Kind, Scoring};
use crate::field_errors::{between, required, too_much};
use crate::new_plugin::NewPlugin;
use crate::problems::KIND_UNAVAILABLE;
use serde::Deserialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::{DAY_MS, Error, Timestamp, Uuid, text};

const MINUTE_MS: i64 = 60_000;
const TITLE_MAX: usize = 60;
const DESCRIPTION_MAX: usize = 2_000;
const QUESTION_MAX: usize = 200;
const TICKET_NAME_MAX: usize = 40;
const TICKET_TEXT_MAX: usize = 300;
/// The start is at most this far ahead.
const AHEAD_MS: i64 = 300 * DAY_MS;
/// Minutes.
const DURATION: std::ops::RangeInclusive<i64> = 5..=7 * 24 * 60;
const PEOPLE_MAX: i64 = 100_000;
/// Entries are compared in the browser.
const DRAW_PEOPLE_MAX: i64 = 1_000;
const TICKETS_MAX: usize = 10;
const GATES_MAX: usize = 5;
/// All tickets, or all prizes, of an event in whole WIT.
const MONEY_MAX: i64 = 1_000_000;
/// Ranks with a prize.
const RANKS_MAX: usize = 10;
const LAPS: std::ops::RangeInclusive<i64> = 1..=3;
const ATTEMPTS: std::ops::RangeInclusive<i64> = 1..=100;
const NO_SHOW: std::ops::RangeInclusive<i64> = 5..=24 * 60;

/// The input of an event.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewEvent {
    /// `meetup` or `challenge`; the other kinds need voice and video.
    #[schemars(extend("enum" = ["challenge", "meetup", "multi", "single", "video"]))]
    pub r#type: String,
    /// Both languages.
    pub title: Text,
    /// Both languages.
    pub description: Text,
    /// A file of the organiser.
    pub image_id: Option<Uuid>,
    /// Where.
    pub block_id: Uuid,
    /// When.
    pub starts_at: Timestamp,
    /// How long.
    #[schemars(range(min = 5, max = 10080))]
    pub duration_minutes: i64,
    /// `None`: no limit.
    #[schemars(range(min = 1, max = 100000))]
    pub max_people: Option<i64>,
    /// Who may take part.
    pub eligibility: Eligibility,
    /// The items or collections of which one is enough.
    #[serde(default)]
    #[schemars(length(max = 5))]
    pub items: Vec<NewGate>,
    /// The tickets.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub tickets: Vec<NewTicket>,
    /// How places are given.
    pub entry: Entry,
    /// How long before the start the places are drawn.
    #[schemars(range(min = 5, max = 43200))]
    pub draw_minutes_before: Option<i64>,
    /// What people answer when they apply.
    pub question: Option<Text>,
    /// When places of people who did not come are freed.
    #[schemars(range(min = 5, max = 1440))]
    pub no_show_minutes: Option<i64>,
    /// Whole WIT for ranks 1, 2, ….
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub prizes: Vec<i64>,
    /// Attempts that count.
    #[schemars(range(min = 1, max = 100))]
    pub attempts: Option<i64>,
    /// How they count.
    pub scoring: Option<Scoring>,
    /// Laps of the races that count; one without it. Ignored for games without laps.
    #[schemars(range(min = 1, max = 3))]
    pub laps: Option<i64>,
    /// The installed plugin that it is held with; of meetups.
    pub plugin: Option<NewPlugin>,
}

/// An item or a collection.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewGate {
    /// Its id.
    pub id: Uuid,
    /// A collection: any item of it.
    pub is_collection: bool,
}

/// A ticket.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
pub struct NewTicket {
    /// Both languages.
    pub name: Text,
    /// Both languages, or neither.
    pub description: Text,
    /// Whole WIT; 0 is free.
    #[schemars(range(min = 0, max = 1000000))]
    pub price: i64,
    /// How many there are.
    #[schemars(range(min = 1, max = 100000))]
    pub quantity: i64,
}

/// A checked event.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The kind.
    pub kind: Kind,
    /// The checked input, with trimmed texts.
    pub new: NewEvent,
    /// The end.
    pub ends_at: Timestamp,
    /// When the places are drawn.
    pub draw_at: Option<Timestamp>,
}

impl Draft {
    /// Whether an administrator of the world has to allow it.
    pub fn needs_review(&self) -> bool {
        self.kind == Kind::Challenge
            || self.new.eligibility == Eligibility::Tickets
            || !self.new.prizes.is_empty()
    }

    /// All prizes in hundredths.
    pub fn prizes(&self) -> Vec<i64> {
        self.new.prizes.iter().map(|wit| wit * 100).collect()
    }
}

/// As [`text::both_paragraphs`], but both may be empty.
fn both_or_none(field: &str, texts: &Text, max: usize) -> Result<Text, Error> {
    match texts.ko.trim().is_empty() && texts.en.trim().is_empty() {
        true => Ok(Text::new("", "")),
        false => text::both_paragraphs(field, texts, 1..=max),
    }
}

/// Checks title and description, which an organiser may also change later.
pub fn check_texts(title: &Text, description: &Text) -> Result<(Text, Text), Error> {
    Ok((
        text::both_lines("title", title, 1..=TITLE_MAX)?,
        text::both_paragraphs("description", description, 1..=DESCRIPTION_MAX)?,
    ))
}

impl NewEvent {
    /// Checks everything that needs no query.
    pub fn draft(mut self, now: Timestamp) -> Result<Draft, Error> {
        let kind = match self.r#type.as_str() {
            "single" | "video" => return Err(KIND_UNAVAILABLE.into()),
            "multi" => Kind::Meetup,
            text => Kind::parse(text).ok_or_else(|| required("type"))?,
        };
        (self.title, self.description) = check_texts(&self.title, &self.description)?;
        if let Some(question) = &self.question {
            self.question = Some(text::both_paragraphs(
                "question",
                question,
                1..=QUESTION_MAX,
            )?);
        }
        self.check_time(now)?;
        self.check_entry()?;
        self.check_tickets()?;
        self.check_challenge(kind)?;
        let draw_at = self.draw_at(now)?;
        Ok(Draft {
            ends_at: self
                .starts_at
                .plus_millis(self.duration_minutes * MINUTE_MS),
            kind,
            new: self,
            draw_at,
        })
    }

    fn check_time(&self, now: Timestamp) -> Result<(), Error> {
        check_start(self.starts_at, now)?;
        if !DURATION.contains(&self.duration_minutes) {
            return Err(between("durationMinutes", &DURATION));
        }
        match self.no_show_minutes {
            Some(minutes) if !NO_SHOW.contains(&minutes) => Err(between("noShowMinutes", &NO_SHOW)),
            _ => Ok(()),
        }
    }

    fn check_entry(&self) -> Result<(), Error> {
        let people = 1..=PEOPLE_MAX;
        if self.max_people.is_some_and(|max| !people.contains(&max)) {
            return Err(between("maxPeople", &people));
        }
        let has_items = self.eligibility == Eligibility::Items;
        if has_items && self.items.is_empty() {
            return Err(required("items"));
        }
        if self.items.len() > GATES_MAX || !has_items && !self.items.is_empty() {
            return Err(Error::field(
                "items",
                format!("아이템과 컬렉션은 {GATES_MAX}개까지 고를 수 있습니다."),
                format!("At most {GATES_MAX} items and collections."),
            ));
        }
        Ok(())
    }

    fn check_tickets(&mut self) -> Result<(), Error> {
        let has_tickets = self.eligibility == Eligibility::Tickets;
        if has_tickets && self.tickets.is_empty() {
            return Err(required("tickets"));
        }
        if self.tickets.len() > TICKETS_MAX || !has_tickets && !self.tickets.is_empty() {
            return Err(Error::field(
                "tickets",
                format!("티켓은 {TICKETS_MAX}종까지 만들 수 있습니다."),
                format!("At most {TICKETS_MAX} kinds of tickets."),
            ));
        }
        // A ticket is bought: nothing is left to decide or to draw.
        if has_tickets && self.entry != Entry::First {
            return Err(Error::field(
                "entry",
                "티켓은 선착순으로만 판매할 수 있습니다.",
                "Tickets are sold to the first who buy them.",
            ));
        }
        let mut revenue = 0_i64;
        for (n, ticket) in self.tickets.iter_mut().enumerate() {
            let field = |name: &str| format!("tickets.{n}.{name}");
            ticket.name = text::both_lines(&field("name"), &ticket.name, 1..=TICKET_NAME_MAX)?;
            ticket.description =
                both_or_none(&field("description"), &ticket.description, TICKET_TEXT_MAX)?;
            let (price, quantity) = (0..=MONEY_MAX, 1..=PEOPLE_MAX);
            if !price.contains(&ticket.price) {
                return Err(between(&field("price"), &price));
            }
            if !quantity.contains(&ticket.quantity) {
                return Err(between(&field("quantity"), &quantity));
            }
            revenue = revenue.saturating_add(ticket.price.saturating_mul(ticket.quantity));
        }
        match revenue > MONEY_MAX {
            true => Err(too_much("tickets", MONEY_MAX)),
            false => Ok(()),
        }
    }

    fn check_challenge(&self, kind: Kind) -> Result<(), Error> {
        if kind == Kind::Meetup {
            let is_plain = self.prizes.is_empty()
                && self.attempts.is_none()
                && self.scoring.is_none()
                && self.laps.is_none();
            return match is_plain {
                true => Ok(()),
                false => Err(Error::field(
                    "prizes",
                    "챌린지에서만 순위 상금을 줄 수 있습니다.",
                    "Only challenges have ranks and prizes.",
                )),
            };
        }
        // Runners are in the room, and a check-in by hand would free their places.
        if self.no_show_minutes.is_some() {
            return Err(Error::field(
                "noShowMinutes",
                "챌린지에서는 불참 처리를 할 수 없습니다.",
                "Challenges can't give away the places of people who do not check in.",
            ));
        }
        if self.plugin.is_some() {
            return Err(Error::field(
                "plugin",
                "챌린지에는 플러그인을 함께 쓸 수 없습니다.",
                "A challenge can't be held with a plugin.",
            ));
        }
        match self.attempts {
            Some(attempts) if ATTEMPTS.contains(&attempts) => {}
            _ => return Err(between("attempts", &ATTEMPTS)),
        }
        if self.scoring.is_none() {
            return Err(required("scoring"));
        }
        if self.laps.is_some_and(|laps| !LAPS.contains(&laps)) {
            return Err(between("laps", &LAPS));
        }
        let prize = 1..=MONEY_MAX;
        if self.prizes.len() > RANKS_MAX || self.prizes.iter().any(|wit| !prize.contains(wit)) {
            return Err(Error::field(
                "prizes",
                format!("상금은 {RANKS_MAX}위까지, 1 WIT 이상의 정수로 정할 수 있습니다."),
                format!("Prizes go to at most {RANKS_MAX} ranks, in whole WIT."),
            ));
        }
        if !self.prizes.is_sorted_by(|one, next| one >= next) {
            return Err(Error::field(
                "prizes",
                "앞선 순위의 상금이 더 적을 수 없습니다.",
                "A better rank can't have a smaller prize.",
            ));
        }
        match self.prizes.iter().sum::<i64>() > MONEY_MAX {
            true => Err(too_much("prizes", MONEY_MAX)),
            false => Ok(()),
        }
    }

    fn draw_at(&self, now: Timestamp) -> Result<Option<Timestamp>, Error> {
        if self.entry != Entry::Draw {
            return Ok(None);
        }
        let people = 1..=DRAW_PEOPLE_MAX;
        if !self.max_people.is_some_and(|max| people.contains(&max)) {
            return Err(between("maxPeople", &people));
        }
        let minutes = 5..=30 * 24 * 60;
        let before = self
            .draw_minutes_before
            .filter(|before| minutes.contains(before))
            .ok_or_else(|| between("drawMinutesBefore", &minutes))?;
        let at = self.starts_at.plus_millis(-before * MINUTE_MS);
        match at > now {
            true => Ok(Some(at)),
            false => Err(Error::field(
                "drawMinutesBefore",
                "추첨 시각이 이미 지났습니다.",
                "The time of the draw has passed.",
            )),
        }
    }
}

/// Checks the start of a new or postponed event.
pub fn check_start(starts_at: Timestamp, now: Timestamp) -> Result<(), Error> {
    if starts_at <= now {
        return Err(Error::field(
            "startsAt",
            "시작 시각은 지금보다 뒤여야 합니다.",
            "The start must be in the future.",
        ));
    }
    match starts_at > now.plus_millis(AHEAD_MS) {
        true => Err(Error::field(
            "startsAt",
            "시작 시각은 300일 안이어야 합니다.",
            "The start must be within 300 days.",
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn meetup() -> Value {
        json!({
            "type": "meetup", "title": { "ko": "모임", "en": "Meetup" },
            "description": { "ko": "설명", "en": "Text" }, "blockId": Uuid::nil(),
            "startsAt": "2026-12-01T10:00:00Z", "durationMinutes": 60, "maxPeople": null,
            "eligibility": "open", "entry": "first",
        })
    }

    /// The refused field, or the code of another refusal.
    fn refused(changes: Value) -> Option<String> {
        let mut body = meetup();
        for (key, value) in changes.as_object().expect("an object") {
            body[key] = value.clone();
        }
        let new: NewEvent = serde_json::from_value(body).expect("a new event");
        let now = Timestamp::parse("2026-11-26T00:00:00Z").expect("RFC 3339");
        let error = new.draft(now).err()?;
        let field = error.fields().first().map(|field| field.field.clone());
        Some(field.unwrap_or_else(|| error.code().to_owned()))
    }

    fn ticket(price: i64, quantity: i64) -> Value {
        json!({
            "name": { "ko": "일반", "en": "Standard" }, "description": { "ko": "", "en": "" },
            "price": price, "quantity": quantity,
        })
    }

    fn described(ko: &str, en: &str) -> Value {
        let mut one = ticket(5, 9);
        one["description"] = json!({ "ko": ko, "en": en });
        json!({ "eligibility": "tickets", "tickets": [one] })
    }

    #[test]
    fn what_an_event_must_have() {
        for (changes, expected) in [
            (json!({}), None),
            (json!({ "type": "video" }), Some("event_kind_unavailable")),
            (json!({ "type": "single" }), Some("event_kind_unavailable")),
            (json!({ "type": "party" }), Some("type")),
            (
                json!({ "title": { "ko": "모임", "en": " " } }),
                Some("title.en"),
            ),
            (
                json!({ "description": { "ko": "", "en": "x" } }),
                Some("description.ko"),
            ),
            (
                json!({ "startsAt": "2026-11-26T00:00:00Z" }),
                Some("startsAt"),
            ),
            (
                json!({ "startsAt": "2028-02-29T15:00:00Z" }),
                Some("startsAt"),
            ),
            (json!({ "durationMinutes": 4 }), Some("durationMinutes")),
            (json!({ "maxPeople": 0 }), Some("maxPeople")),
            (json!({ "eligibility": "items" }), Some("items")),
            (described(" ", "One"), Some("tickets.0.description.ko")),
            (json!({ "eligibility": "tickets" }), Some("tickets")),
            (json!({ "tickets": [ticket(1, 1)] }), Some("tickets")),
            (
                json!({ "eligibility": "tickets", "tickets": [ticket(5, 9)] }),
                None,
            ),
            (
                json!({ "eligibility": "tickets", "tickets": [ticket(-1, 9)] }),
                Some("tickets.0.price"),
            ),
            (
                json!({ "eligibility": "tickets", "tickets": [ticket(11, 100_000)] }),
                Some("tickets"),
            ),
            (
                json!({ "eligibility": "tickets", "tickets": [ticket(5, 9)], "entry": "approval" }),
                Some("entry"),
            ),
            (json!({ "prizes": [5] }), Some("prizes")),
            (
                json!({ "entry": "draw", "drawMinutesBefore": 60 }),
                Some("maxPeople"),
            ),
            (
                json!({ "entry": "draw", "maxPeople": 5 }),
                Some("drawMinutesBefore"),
            ),
            (
                json!({ "entry": "draw", "maxPeople": 5, "drawMinutesBefore": 60 }),
                None,
            ),
            (
                json!({ "entry": "draw", "maxPeople": 5, "drawMinutesBefore": 20_000 }),
                Some("drawMinutesBefore"),
            ),
        ] {
            assert_eq!(refused(changes.clone()).as_deref(), expected, "{changes}");
        }
    }

    #[test]
    fn a_challenge_has_attempts_and_falling_prizes() {
        let with = |prizes: Value, attempts: i64| json!({ "type": "challenge", "attempts": attempts, "scoring": "best", "prizes": prizes });
        assert_eq!(refused(with(json!([30, 20, 20]), 3)), None);
        let mut no_shows = with(json!([30]), 3);
        no_shows["noShowMinutes"] = json!(15);
        assert_eq!(refused(no_shows).as_deref(), Some("noShowMinutes"));
        assert_eq!(refused(with(json!([20, 30]), 3)).as_deref(), Some("prizes"));
        assert_eq!(refused(with(json!([0]), 3)).as_deref(), Some("prizes"));
        assert_eq!(
            refused(with(json!(vec![1; 11]), 3)).as_deref(),
            Some("prizes")
        );
        assert_eq!(refused(with(json!([]), 0)).as_deref(), Some("attempts"));
        assert_eq!(
            refused(with(json!([700_000, 300_001]), 1)).as_deref(),
            Some("prizes")
        );
        for (laps, expected) in [(0, Some("laps")), (1, None), (3, None), (4, Some("laps"))] {
            let mut challenge = with(json!([]), 1);
            challenge["laps"] = json!(laps);
            assert_eq!(refused(challenge).as_deref(), expected, "{laps} laps");
        }
        assert_eq!(refused(json!({ "laps": 1 })).as_deref(), Some("prizes"));
    }
}
