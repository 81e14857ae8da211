//! Events to come in the demo worlds: meetups for the first ones and with tickets, a draw, and a challenge.

use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime, Time};

use super::clients::DemoClients;
use crate::clock::KST;
use crate::error::Result;

struct DemoEvent {
    /// Of the owner of the world.
    by: &'static str,
    /// World and block.
    place: [&'static str; 2],
    /// Days from now, and the hour in Korean time.
    start: (i64, u8),
    title: [&'static str; 2],
    description: [&'static str; 2],
    kind: Kind,
    /// Who applies.
    people: &'static [&'static str],
}

enum Kind {
    /// The number of people.
    Meetup(u32),
    /// Price and number.
    Ticket(u32, u32),
    /// Places of the draw.
    Draw(u32),
    Challenge,
}

const EVENTS: [DemoEvent; 5] = [
    DemoEvent {
        by: "haneul",
        place: ["agora", "plaza"],
        start: (2, 21),
        title: ["별 보는 밤", "A night of stars"],
        description: [
            "광장 불을 끄고 별자리 이야기를 나눕니다. 담요를 챙겨 오세요.",
            "We turn off the lamps of the plaza and tell stories of the stars. Bring a blanket.",
        ],
        kind: Kind::Meetup(30),
        people: &["minji", "theo", "dohyun", "bora"],
    },
    DemoEvent {
        by: "minji",
        place: ["hanok", "alley"],
        start: (4, 19),
        title: ["등불 아래 다회", "Tea by lantern light"],
        description: [
            "골목 끝 찻집에서 햇차 세 가지를 함께 마십니다.",
            "Three teas of this spring, in the teahouse at the end of the alley.",
        ],
        kind: Kind::Ticket(15, 12),
        people: &[],
    },
    DemoEvent {
        by: "theo",
        place: ["orbit", "greenhouse"],
        start: (6, 20),
        title: ["첫 토마토 수확", "The first tomatoes"],
        description: [
            "정거장 정원의 첫 수확을 함께할 다섯 분을 추첨합니다.",
            "Five people, drawn by lot, pick the first tomatoes of the station's garden.",
        ],
        kind: Kind::Draw(5),
        people: &["haneul", "minji", "noah", "yuna"],
    },
    DemoEvent {
        by: "sora",
        place: ["reef", "village"],
        start: (9, 18),
        title: ["산호초 해 질 녘 산책", "Sunset walk on the reef"],
        description: [
            "새로 낸 산호초 안쪽 길을 천천히 걸어요.",
            "A slow walk on the new path through the reef.",
        ],
        kind: Kind::Meetup(20),
        people: &["leon", "jules"],
    },
    DemoEvent {
        by: "jules",
        place: ["arcade", "lanterns"],
        start: (1, 20),
        title: ["금요 등불 경주", "Friday lantern cup"],
        description: [
            "세 번까지 달릴 수 있고, 가장 빠른 기록이 순위에 오릅니다.",
            "Up to three runs; the fastest one counts.",
        ],
        kind: Kind::Challenge,
        people: &["mateo", "minji", "arin"],
    },
];

/// Creates the events, with people who take part. What exists is not made again.
pub(super) async fn announce(clients: &DemoClients<'_>, now: OffsetDateTime) -> Result<()> {
    for event in &EVENTS {
        let Some(block) = block_of(clients, event).await? else {
            continue;
        };
        let made = clients
            .get(event.by, "/api/v3/events/mine/organised")
            .await?;
        let is_made = |one: &&Value| one["title"]["en"] == event.title[1];
        let id = match made.items().iter().find(is_made) {
            Some(one) => one["eventId"].clone(),
            None => {
                let key = format!("demo-event-{}", event.place.join("-"));
                let body = event.body(&block, now);
                let created = clients
                    .post_accepting(event.by, "/api/v3/events", &key, body, &[])
                    .await?;
                created.payload()["eventId"].clone()
            }
        };
        let path = format!("/api/v3/events/{}/apply", id.as_str().unwrap_or_default());
        for who in event.people {
            let key = format!("demo-apply-{}-{who}", event.place.join("-"));
            clients
                .post_accepting(who, &path, &key, application(who), &["event_has_place"])
                .await?;
        }
    }
    Ok(())
}

/// The application of a demo account. Its device adds the same number to every draw.
fn application(who: &str) -> Value {
    let nonce: String = who
        .bytes()
        .cycle()
        .take(32)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    json!({ "nonce": nonce })
}

/// The id of the block of an event; `None` without it.
async fn block_of(clients: &DemoClients<'_>, event: &DemoEvent) -> Result<Option<Value>> {
    let [world, block] = event.place;
    let path = format!("/api/v3/worlds/{world}/blocks/{block}");
    let found = clients.get(event.by, &path).await?;
    Ok(found
        .status
        .is_success()
        .then(|| found.payload()["blockId"].clone()))
}

impl DemoEvent {
    fn body(&self, block: &Value, now: OffsetDateTime) -> Value {
        let (days, hour) = self.start;
        let hour = Time::from_hms(hour, 0, 0).unwrap_or(Time::MIDNIGHT);
        let start = (now.to_offset(KST) + Duration::days(days)).replace_time(hour);
        let both = |[ko, en]: [&str; 2]| json!({ "ko": ko, "en": en });
        let mut body = json!({
            "type": "meetup", "title": both(self.title), "description": both(self.description), "blockId": block,
            "startsAt": start.format(&Rfc3339).unwrap_or_default(), "durationMinutes": 90, "eligibility": "open",
            "entry": "first",
        });
        match self.kind {
            Kind::Meetup(people) => body["maxPeople"] = people.into(),
            Kind::Ticket(price, quantity) => {
                body["eligibility"] = "tickets".into();
                body["tickets"] = json!([{
                    "name": { "ko": "다회 자리", "en": "A seat for tea" }, "price": price, "quantity": quantity,
                    "description": { "ko": "차와 다식이 포함됩니다.", "en": "Tea and sweets are included." },
                }]);
            }
            Kind::Draw(places) => {
                body["entry"] = "draw".into();
                body["maxPeople"] = places.into();
                body["drawMinutesBefore"] = 180.into();
            }
            Kind::Challenge => {
                body["type"] = "challenge".into();
                body["attempts"] = 3.into();
                body["scoring"] = "best".into();
            }
        }
        body
    }
}
