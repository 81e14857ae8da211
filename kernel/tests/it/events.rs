//! `/api/v3/events/…` and the meetup calls: events, places, tickets, draws, challenges.

mod admission;
mod challenge;
mod door;
mod draw;
mod exclusion;
mod helpers;
mod lists;
mod money;
mod places;
mod races;
mod refunds;
mod runs;
mod stops;
mod together;

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::events::invariants;
pub(crate) use witverse_testing::events::new_meetup;
use witverse_testing::{Client, Reply, TestApp};

use crate::community::Town;
use crate::user::text;
use crate::wallet_admin;

pub(crate) const BASE: &str = "/api/v3/events";
const HOUR: Duration = Duration::from_secs(3_600);
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(86_400);

/// Retries like a client while the machine is too busy; a refused attempt writes nothing.
pub(crate) async fn call(client: &Client, method: &str, path: &str, body: &Value) -> Reply {
    let path = format!("{BASE}{path}");
    let bytes = (!body.is_null()).then(|| body.to_string().into_bytes());
    for _ in 0..12 {
        let reply = client.send(method, &path, bytes.clone()).await;
        if reply.status != 503 && reply.status != 429 {
            return reply;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    client.send(method, &path, bytes).await
}

async fn post(client: &Client, event: &str, what: &str, body: Value) -> Reply {
    call(client, "POST", &format!("/{event}/{what}"), &body).await
}

/// A town with a block, and a shift of its clock.
struct Scene {
    town: Town,
    hall: String,
}

impl Scene {
    async fn open() -> Self {
        let town = Town::start().await;
        let hall = crate::blocks::complete(&town.owner, "hall").await;
        for person in [&town.member, &town.guest, &town.admin] {
            wallet_admin::give(&town.app, person.id, 100_000).await;
        }
        Self { town, hall }
    }

    /// An RFC 3339 time after now, on the clock of the kernel.
    fn after(&self, span: Duration) -> String {
        let at = self.town.app.clock.now() + time::Duration::try_from(span).unwrap();
        at.format(&time::format_description::well_known::Rfc3339)
            .unwrap()
    }

    /// A meetup of an hour that begins after `span`, with changes.
    fn meetup(&self, span: Duration, changes: Value) -> Value {
        let mut new = new_meetup(&self.hall, &self.after(span));
        for (key, value) in changes.as_object().unwrap() {
            new[key] = value.clone();
        }
        new
    }

    async fn created(&self, by: &Client, span: Duration, changes: Value) -> String {
        let reply = call(by, "POST", "", &self.meetup(span, changes)).await;
        assert_eq!(reply.line(), "201", "{}", reply.body);
        text(&reply.payload()["eventId"])
    }

    /// The specification's call, which says what is wanted and can be repeated.
    async fn join(&self, person: &Client, event: &str, is_joined: bool) -> Reply {
        let body = json!({ "meetupId": event, "blockId": self.hall, "isJoined": is_joined });
        person.post("/api/v2/meetup/join", body).await
    }

    /// A ticketed event of the patron that an administrator has approved: its id and those of its tickets.
    async fn ticketed(&self, span: Duration, tickets: &[(i64, i64)]) -> (String, Vec<String>) {
        self.ticketed_with(span, tickets, json!({})).await
    }

    async fn ticketed_with(
        &self,
        span: Duration,
        tickets: &[(i64, i64)],
        mut changes: Value,
    ) -> (String, Vec<String>) {
        let tickets: Vec<Value> = tickets
            .iter()
            .map(|(price, quantity)| ticket(*price, *quantity))
            .collect();
        changes["eligibility"] = json!("tickets");
        changes["tickets"] = json!(tickets);
        let event = self.created(&self.town.patron, span, changes).await;
        let body = json!({ "isApproved": true });
        let approved = post(&self.town.admin, &event, "review", body).await;
        assert_eq!(approved.line(), "200", "{}", approved.body);
        let tickets = approved.payload()["tickets"].as_array().unwrap();
        let ids = tickets.iter().map(|one| text(&one["ticketId"])).collect();
        (event, ids)
    }

    /// Advances the clock and logs everybody in again.
    async fn advance(&mut self, span: Duration) {
        self.town.app.advance(span);
        for (client, name) in [
            (&mut self.town.owner, "owner_1"),
            (&mut self.town.admin, "admin_1"),
            (&mut self.town.patron, "patron"),
            (&mut self.town.member, "member"),
            (&mut self.town.guest, "guest"),
        ] {
            *client = self.town.app.log_in(name, client.id).await;
        }
    }

    /// Waits until the phase or another fact of an event is as expected.
    async fn until(&self, event: &str, what: &str, is: impl Fn(&Value) -> bool) {
        self.town
            .app
            .eventually(what, async || is(&detail(&self.town.patron, event).await))
            .await;
    }

    /// Delivers an event of another plugin.
    async fn publish(&self, topic: &str, payload: &Value) {
        sqlx::query(
            "insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
             values (gen_random_uuid(), 'events', $1, $2, $3, $3)",
        )
        .bind(topic)
        .bind(payload.to_string().into_bytes())
        .bind(self.town.app.clock.now())
        .execute(self.town.app.owner())
        .await
        .unwrap();
    }

    /// Checks places, WIT and payouts, and stops the kernel.
    async fn close(self) {
        assert_events_consistent(&self.town.app).await;
        self.town.app.stop().await;
    }
}

/// An RFC 3339 time a day from now.
pub(crate) fn tomorrow(app: &TestApp) -> String {
    let at = app.clock.now() + time::Duration::DAY;
    at.format(&time::format_description::well_known::Rfc3339)
        .unwrap()
}

pub(crate) fn ticket(price: i64, quantity: i64) -> Value {
    json!({
        "name": { "ko": "일반", "en": "Standard" }, "description": { "ko": "", "en": "" },
        "price": price, "quantity": quantity,
    })
}

pub(crate) async fn detail(client: &Client, event: &str) -> Value {
    let reply = call(client, "GET", &format!("/{event}"), &Value::Null).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload().clone()
}

/// What the device of a person adds to a draw.
fn nonce_of(client: &Client) -> String {
    client.id.simple().to_string().repeat(2)
}

pub(crate) async fn apply(client: &Client, event: &str) -> Reply {
    post(client, event, "apply", json!({ "nonce": nonce_of(client) })).await
}

async fn reserve(client: &Client, event: &str, ticket: &str) -> Reply {
    post(
        client,
        event,
        &format!("tickets/{ticket}/reserve"),
        json!({}),
    )
    .await
}

async fn pay(client: &Client, event: &str, hundredths: i64) -> Reply {
    post(
        client,
        event,
        "pay",
        json!({ "priceHundredths": hundredths }),
    )
    .await
}

async fn bought(client: &Client, event: &str, ticket: &str, hundredths: i64) -> Value {
    let held = reserve(client, event, ticket).await;
    assert_eq!(held.line(), "200", "{}", held.body);
    let paid = pay(client, event, hundredths).await;
    assert_eq!(paid.line(), "200", "{}", paid.body);
    paid.payload().clone()
}

/// The alarms of a person with a title, and the number of unread ones.
pub(crate) async fn alarms_of(app: &TestApp, person: &Client, title: &str) -> (i64, i64) {
    sqlx::query_as(
        "select count(*), count(*) filter (where read_at is null) from plugin_mail.alarm
         where account_id = $1 and title_en = $2",
    )
    .bind(person.id)
    .bind(title)
    .fetch_one(app.owner())
    .await
    .unwrap()
}

async fn balance(client: &Client) -> i64 {
    let reply = client.get("/api/v2/wallet").await;
    reply.payload()["balanceHundredths"].as_i64().unwrap()
}

/// Quotas are not exceeded, the ledger of places fits the places, each refund and prize is there once, and the account of the
/// plugin has exactly what it owes.
pub(crate) async fn assert_events_consistent(app: &TestApp) {
    app.eventually("all payouts that can be paid are paid", async || {
        app.count("select count(*) from plugin_events.payout where state = 'due'")
            .await
            == 0
    })
    .await;
    let found = invariants::exceptions(invariants::always(), app.owner()).await;
    assert!(found.as_ref().is_ok_and(Vec::is_empty), "{found:?}");
    wallet_admin::assert_ledger_consistent(app).await;
}
