//! Plugins of third parties: packages, installs in worlds, grants, versions, failures, and the end of an install.

mod auto_updates;
mod catalogue;
mod charges;
mod erasure;
mod escrow;
mod event_kinds;
mod files;
mod frames;
mod funds;
mod games;
mod grants;
mod hostile;
mod hostile_packages;
mod keys;
mod lifecycle;
mod measures;
mod misbehaviour;
mod opened_collections;
mod oversight;
mod records;
mod reviews;
mod service_worlds;
mod services;
mod slots;
mod trials;
mod trust;
mod versions;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Key, Kind, Transfer};
use witverse_testing::{Client, Reply, TestApp, TestPackage};

/// A world, its owner, and the id of the world.
pub(crate) struct Owner {
    pub(crate) client: Client,
    world: String,
}

impl Owner {
    /// A person with a public world of this name.
    pub(crate) async fn of(app: &TestApp, name: &str) -> Self {
        let client = app.person(name).await;
        let created = client
            .post("/api/v3/worlds", json!({ "worldName": name }))
            .await;
        let world = text(created.payload(), "worldId");
        Self { client, world }
    }

    /// Advances the clock; the owner with this name signs in again, because their token has expired.
    async fn later(&mut self, app: &TestApp, name: &str, span: std::time::Duration) {
        app.advance(span);
        self.client = app.log_in(name, self.client.id).await;
    }

    /// The owner of an existing world.
    pub(crate) fn in_world(client: Client, world: &str) -> Self {
        let world = world.to_owned();
        Self { client, world }
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/v3/worlds/{}/{rest}", self.world)
    }

    async fn upload(&self, package: &TestPackage) -> Reply {
        self.send(package.archive()).await
    }

    async fn send(&self, archive: Vec<u8>) -> Reply {
        let as_bytes = self
            .client
            .with_header("content-type", "application/octet-stream");
        let path = self.path("plugin-packages");
        as_bytes.send("POST", &path, Some(archive)).await
    }

    /// Uploads and installs a package with everything that it asks for, or with `grant`; returns the install.
    pub(crate) async fn install(&self, package: &TestPackage, grant: Option<Value>) -> Value {
        let review = self.upload(package).await;
        let review = review.payload();
        let grant = grant.unwrap_or(review["requested"].clone());
        let order = json!({
            "package": review["digest"], "grant": grant, "agreedKey": review["publisher"]["keyId"],
        });
        let installed = self.client.post(&self.path("plugins"), order).await;
        assert_eq!(installed.line(), "201", "{:?}", installed.body);
        installed.payload().clone()
    }

    async fn post(&self, install: &Value, rest: &str, body: Value) -> Reply {
        let path = self.path(&format!("plugins/{}/{rest}", text(install, "id")));
        self.client.post(&path, body).await
    }

    async fn patch(&self, install: &Value, body: Value) -> Reply {
        let path = self.path(&format!("plugins/{}", text(install, "id")));
        let body = Some(body.to_string().into_bytes());
        self.client.send("PATCH", &path, body).await
    }

    async fn uninstall(&self, install: &Value) -> Reply {
        let path = self.path(&format!("plugins/{}", text(install, "id")));
        self.client.send("DELETE", &path, None).await
    }

    async fn view(&self, install: &Value) -> Reply {
        let path = self.path(&format!("plugins/{}", text(install, "id")));
        self.client.get(&path).await
    }

    /// The kinds of what happened to an install, the latest first.
    async fn events(&self, install: &Value) -> Vec<String> {
        let path = self.path(&format!("plugins/{}/events", text(install, "id")));
        let events = self.client.get(&path).await;
        let items = events.payload()["items"].as_array().unwrap();
        items.iter().map(|event| text(event, "kind")).collect()
    }
}

/// What a refused package says in English to its operator and to its author.
fn fault(refused: &Reply) -> String {
    let operator = text(&refused.body["language"], "en");
    let author = refused.body["fields"][0]["message"].as_str();
    format!("{operator} {}", author.unwrap_or_default())
}

/// A text field.
fn text(value: &Value, key: &str) -> String {
    crate::user::text(&value[key])
}

/// Gives whole WIT to a person.
async fn give_wit(app: &TestApp, person: Uuid, wit: i64) {
    let bonus = Transfer {
        id: Key::of(&["test", &person.to_string()]),
        from: ledger::BONUS,
        to: person,
        amount: Amount::new(wit * 100).unwrap(),
        kind: Kind::Bonus,
        source: "test",
        memo: "",
        at: app.app.platform.clock.now(),
    };
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    ledger::transfer(&mut connection, &bonus).await.unwrap();
}

/// Runs a script in an install.
async fn run(client: &Client, install: &Value, ops: Value) -> Reply {
    let path = format!("/api/x/{}/run", text(install, "id"));
    client.post(&path, json!({ "ops": ops })).await
}

/// The notes in the tables of an install.
async fn notes(client: &Client, install: &Value) -> Value {
    let query = json!([{ "op": "sql_query", "statement": "select v from note order by v" }]);
    let reply = run(client, install, query).await;
    reply.payload()["results"][0]["ok"]["rows"].clone()
}
