//! `/api/account/activity`: the audit log of the caller's account, and whether its hash chain is intact.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::http::extract::SignedIn;
use crate::http::operation::Operation;
use crate::http::pagination::{List, Page};
use crate::http::reply::{Reply, payload, stamp};
use crate::http::state::Shared;
use crate::identity::audit::Recorded;
use crate::list_window::Rows;
use crate::secret::hex;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/account/activity",
            get(list),
            "The caller's audit log, newest first",
        )
        .signed_in()
        .paged()
        .answers::<List<EntryView>>(),
        Operation::new(
            "GET",
            "/api/account/activity/verify",
            get(verify),
            "Verify the hash chain of the caller's audit log",
        )
        .signed_in()
        .answers::<Chain>(),
    ]
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct EntryView {
    seq: i64,
    at: String,
    kind: String,
    ip: String,
    user_agent: String,
    details: Map<String, Value>,
    /// The hash of this entry and the one before, in hexadecimal digits.
    hash: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Chain {
    intact: bool,
    entries: i64,
    broken_at: Option<i64>,
}

async fn list(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    page: Page,
) -> Reply<impl IntoResponse> {
    let recorded = app
        .identity
        .audit
        .activity(person.id, &page.window()?)
        .await?;
    let entries = Rows {
        items: recorded.items.into_iter().map(EntryView::from).collect(),
        total: recorded.total,
    };
    Ok(payload(List::of(entries, &page, |entry| entry.seq)))
}

impl From<Recorded> for EntryView {
    fn from(entry: Recorded) -> Self {
        Self {
            seq: entry.seq,
            at: stamp(entry.at),
            kind: entry.kind,
            ip: entry.ip,
            user_agent: entry.user_agent,
            details: match entry.details {
                Value::Object(fields) => fields,
                _ => Map::new(),
            },
            hash: hex(&entry.hash),
        }
    }
}

async fn verify(State(app): State<Shared>, SignedIn(person): SignedIn) -> Reply<impl IntoResponse> {
    let chain = app.identity.audit.verify_activity(person.id).await?;
    Ok(payload(Chain {
        intact: chain.broken_at.is_none(),
        entries: chain.entries,
        broken_at: chain.broken_at,
    }))
}
