//! What runs with an install: the blocks whose game it is, and its events that have not ended. The plugins that own them answer;
//! the kernel has neither. A plugin that does not answer leaves its part out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;

use super::Installs;
use super::store::InstallRow;
use super::texts::TextView;
use crate::error::Result;
use crate::plugins::{serve_for_install, serve_service};

/// Names that are shown.
const NAMED: usize = 5;
const BLOCKS: &str = "blocks@1";
const EVENTS: &str = "events@1";
/// Events that are looked at, the newest ones.
const LATEST_EVENTS: u32 = 50;

/// Things that use an install.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedUses {
    /// How many there are, up to 100.
    pub count: usize,
    /// The names of the newest five.
    pub names: Vec<TextView>,
}

/// WIT that people have confirmed for a plugin and that it has not collected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenHolds {
    pub count: i64,
    pub hundredths: i64,
}

#[derive(Deserialize)]
struct Events {
    items: Vec<Event>,
}

#[derive(Deserialize)]
struct Event {
    title: TextView,
    phase: String,
}

impl Installs {
    /// The blocks whose game an install is.
    pub(super) async fn blocks_of(&self, row: &InstallRow) -> NamedUses {
        let plugins = self.platform.registry.current();
        let provider = plugins.providers(BLOCKS).first();
        let Some(provider) = provider.and_then(|id| plugins.by_id.get(id)) else {
            return NamedUses::default();
        };
        let asked = json!({ "worldId": row.scope_id, "game": row.plugin });
        let answer = serve_service(
            &self.platform,
            provider,
            &crate::actor::Actor::System,
            crate::error::Language::default(),
            BLOCKS,
            "of_game",
            asked.to_string().into_bytes(),
        );
        known(BLOCKS, answer.await).unwrap_or_default()
    }

    /// The events of an install that have not ended. None while it does not run: its events are gone from its page then.
    pub(super) async fn events_of(&self, row: &InstallRow) -> NamedUses {
        let plugins = self.platform.registry.current();
        let provider = plugins.providers(EVENTS).first();
        let provider = provider.and_then(|id| plugins.by_id.get(id));
        let Some((provider, install)) = provider.zip(plugins.get(&row.id)) else {
            return NamedUses::default();
        };
        let asked = json!({ "limit": LATEST_EVENTS }).to_string().into_bytes();
        let answer = serve_for_install(&self.platform, provider, install, EVENTS, "list", asked);
        let events: Option<Events> = known(EVENTS, answer.await);
        let items = events.map(|events| events.items).unwrap_or_default();
        let is_over =
            |event: &Event| matches!(event.phase.as_str(), "post" | "rejected" | "cancelled");
        let titles: Vec<TextView> = items
            .into_iter()
            .filter(|event| !is_over(event))
            .map(|event| event.title)
            .collect();
        NamedUses {
            count: titles.len(),
            names: titles.into_iter().take(NAMED).collect(),
        }
    }

    pub(super) async fn open_holds(
        &self,
        connection: &mut PgConnection,
        install: &str,
    ) -> Result<OpenHolds> {
        let (count, hundredths) = sqlx::query_as(
            "select count(*), coalesce(sum(amount), 0)::bigint from ledger.hold
             where source = $1 and source like 'x-%' and state = 0",
        )
        .bind(install)
        .fetch_one(connection)
        .await?;
        Ok(OpenHolds { count, hundredths })
    }
}

/// The answer of a service; none if it was refused or has another form.
fn known<T: for<'de> Deserialize<'de>>(service: &str, answer: Result<Vec<u8>>) -> Option<T> {
    let read = match answer {
        Ok(answer) => serde_json::from_slice(&answer).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    read.inspect_err(|error| {
        tracing::warn!(service, error, "a service did not say what uses a plugin")
    })
    .ok()
}
