//! Lists of events, the month view and the ranking of a challenge, with ten thousand rows and with a million, in turns.

use serde_json::json;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use super::rows::{self, ABSENT_WORD, COMMON_WORD, EACH, Measured, RARE_WORD};
use crate::cluster::use_much_memory;
use crate::ledger::bench::Line;
use crate::social::growth::{List, p50_and_p99_ms};
use crate::{Client, TestApp};

const READERS: usize = 8;

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The rows of the two databases.
    pub rows: [usize; 2],
    /// Requests of each list in a round. The median of the rounds counts, because other load affects some of them.
    pub requests: usize,
    pub rounds: usize,
}

/// A kernel with a filled database.
struct Stage {
    app: TestApp,
    of: Measured,
    readers: Vec<Client>,
    /// The cursor of a page further down.
    deep: String,
}

/// Prints the p99 of each list in the larger database divided by that in the smaller one.
///
/// # Panics
/// The measurement is not possible.
pub async fn run(sizes: Sizes, line: Line<'_>) {
    use_much_memory();
    let stages = [
        Stage::open(sizes.rows[0]).await,
        Stage::open(sizes.rows[1]).await,
    ];
    let lists = [stages[0].lists(), stages[1].lists()];
    let mut rounds = vec![[const { Vec::new() }; 2]; lists[0].len()];
    // The first round is a warm-up.
    for round in 0..=sizes.rounds {
        for (at, times) in rounds.iter_mut().enumerate() {
            for (stage, times) in times.iter_mut().enumerate() {
                let measured = p50_and_p99_ms(&lists[stage][at], sizes.requests).await;
                if round > 0 {
                    times.push(measured);
                }
            }
        }
    }
    let middle = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let p50 = |times: &[(f64, f64)]| middle(times.iter().map(|one| one.0).collect());
    let p99 = |times: &[(f64, f64)]| middle(times.iter().map(|one| one.1).collect());
    for (list, [small, large]) in lists[0].iter().zip(&rounds) {
        line(
            &format!(
                "{}: p99 at {} rows / at {} ({:.2} ms, p50 {:.2}; {:.2}, p50 {:.2})",
                list.name,
                sizes.rows[1],
                sizes.rows[0],
                p99(large),
                p50(large),
                p99(small),
                p50(small)
            ),
            format!("{:.2}", p99(large) / p99(small)),
            "<= 1.2",
        );
    }
    drop(lists);
    for stage in stages {
        stage.app.stop().await;
    }
}

impl Stage {
    async fn open(count: usize) -> Self {
        let app = TestApp::start().await;
        let mut people = Vec::new();
        for n in 0..READERS {
            people.push(app.person(&name_of(n)).await);
        }
        let owner = app.person("owner").await;
        let world = json!({ "worldName": "crowded", "isPublic": true });
        let created = owner.post("/api/v3/worlds", world).await;
        let world = created.payload()["worldId"].as_str().unwrap().to_owned();
        let block = rows::open_block(&owner, "crowded").await;
        let id = |text: &str| Uuid::parse_str(text).unwrap();
        let mut of = Measured {
            world: id(&world),
            block: id(&block),
            meetup: Uuid::nil(),
            challenge: Uuid::nil(),
            readers: people.iter().map(|reader| reader.id).collect(),
        };
        let start = (app.clock.now() + time::Duration::days(60))
            .format(&Rfc3339)
            .unwrap();
        for event in [&mut of.meetup, &mut of.challenge] {
            let new = super::new_meetup(&block, &start);
            let created = owner.post("/api/v3/events", new).await;
            *event = id(created.payload()["eventId"].as_str().unwrap());
        }
        // A challenge needs a block with a game, which the measured requests do not look at.
        sqlx::query(
            "update plugin_events.event set kind = 'challenge', attempts = 3, scoring = 'best' where id = $1",
        )
        .bind(of.challenge)
        .execute(app.owner())
        .await
        .unwrap();
        rows::fill(&app, &of, count).await;
        // Filling takes longer than an access token is valid.
        let mut readers = Vec::new();
        for (n, id) in of.readers.iter().enumerate() {
            readers.push(app.log_in(&name_of(n), *id).await);
        }
        let deep = cursor_of_page(&readers[0], 20).await;
        Self {
            app,
            of,
            readers,
            deep,
        }
    }

    fn lists(&self) -> Vec<List<'_>> {
        const EVENTS: &str = "/api/v3/events";
        let readers = &self.readers[..];
        let list = |name: &str, path: String, items: Option<usize>| List {
            name: name.to_owned(),
            path,
            readers,
            items,
        };
        let page = Some(20);
        let day = |days: i64| {
            let at = self.app.clock.now() + time::Duration::days(days);
            at.replace_nanosecond(0)
                .unwrap()
                .format(&Rfc3339)
                .unwrap()
                .replace('+', "%2B")
        };
        let between = format!("{EVENTS}?when=between&from={}&to={}", day(30), day(61));
        let search = |word: &str| format!("{EVENTS}?q={word}&limit=20");
        let of_event = |event: Uuid, what: &str| format!("{EVENTS}/{event}{what}");
        let Measured {
            meetup,
            challenge,
            block,
            ..
        } = self.of;
        vec![
            list("events to come", format!("{EVENTS}?limit=20"), page),
            list(
                "challenges to come",
                format!("{EVENTS}?type=challenge&limit=20"),
                page,
            ),
            list(
                "events to come, the 21st page",
                format!("{EVENTS}?limit=20&cursor={}", self.deep),
                page,
            ),
            list("past events", format!("{EVENTS}?when=past&limit=20"), page),
            list("a month", format!("{between}&limit=20"), page),
            list(
                "events of a world",
                format!("{EVENTS}?world=crowded&limit=20"),
                page,
            ),
            list(
                "events of a block",
                format!("{EVENTS}?block={block}&limit=20"),
                page,
            ),
            list("search, a common term", search(COMMON_WORD), page),
            list("search, a rare term", search(RARE_WORD), Some(3)),
            list("search, an absent term", search(ABSENT_WORD), Some(0)),
            list(
                "own events",
                format!("{EVENTS}/mine/organised?limit=20"),
                page,
            ),
            list(
                "events that a person takes part in",
                format!("{EVENTS}/mine/joined?limit=20"),
                page,
            ),
            list(
                "the most attended meetups",
                "/api/v3/meetup/ranking?limit=20".to_owned(),
                page,
            ),
            list("an event", of_event(meetup, ""), Some(0)),
            list(
                "participants",
                of_event(meetup, "/participants?limit=20"),
                page,
            ),
            list(
                "the ranking, with one's neighbours in the last places",
                of_event(challenge, "/ranking"),
                None,
            ),
        ]
    }
}

fn name_of(reader: usize) -> String {
    format!("reader{reader}")
}

/// The cursor after some pages of the events to come.
async fn cursor_of_page(reader: &Client, pages: u32) -> String {
    let mut cursor = String::new();
    for _ in 0..pages {
        let path = format!("/api/v3/events?limit=20{cursor}");
        let page = reader.get(&path).await;
        let next = page.payload()["nextCursor"].as_str().unwrap();
        cursor = format!("&cursor={next}");
    }
    cursor["&cursor=".len()..].to_owned()
}

const _: () = assert!(EACH >= 20, "each measured list fills a page");
