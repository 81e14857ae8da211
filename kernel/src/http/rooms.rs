//! `POST /api/rooms/{id}/join` and the WebSocket `/api/rooms/socket`. `docs/room-protocol.md` describes its messages.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use schemars::JsonSchema;
use serde::Serialize;
use time::OffsetDateTime;
use witverse_rooms::socket::SocketRequest;
use witverse_rooms::ticket::TICKET_TTL_MS;
use witverse_rooms::websocket::accept_key;

use super::extract::{Caller, ClientIp, language};
use super::listener::{HeldConnection, into_stream};
use super::operation::Operation;
use super::pagination::PathValues;
use super::plugin_routes::player_number;
use super::problem::Failure;
use super::reply::{Reply, payload, stamp};
use super::state::Shared;
use crate::error::{Catalogue, NOT_FOUND, TOO_MANY, UNAUTHENTICATED, UNAVAILABLE};
use crate::identity::NICKNAME_REQUIRED;
use crate::rooms::{ROOM_BANNED, ROOM_ELSEWHERE, ROOM_FULL, ROOM_NOT_FOUND};

/// Tickets for one network in a minute: a crowd behind one address comes back after a restart.
const JOINS_PER_MINUTE: u32 = 600;
/// Tickets without an account for one network in the lifetime of a ticket: each reserves a place.
const GUEST_TICKETS: u32 = 20;
const GUEST_WINDOW: Duration = Duration::from_millis(TICKET_TTL_MS);
/// The version of WebSocket in RFC 6455.
const WEBSOCKET_VERSION: &str = "13";

const UPGRADE_REQUIRED: Catalogue = Catalogue::new(
    426,
    "upgrade_required",
    "WebSocket으로 연결해 주세요.",
    "Please connect with WebSocket.",
);

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "POST",
            "/api/rooms/{id}/join",
            post(join),
            "A ticket for a room, used once within 30 seconds in the WebSocket /api/rooms/socket; also for visitors where \
             the room's plugin lets them in. Other refusals are those of the plugin. `<room>:<install>` is the copy of a room for a \
             plugin on trial, which the people who manage the world enter, also as a made-up player (`X-Witverse-Player`)",
        )
        .answers::<Ticket>()
        .fails(&[
            ROOM_NOT_FOUND,
            ROOM_BANNED,
            ROOM_FULL,
            ROOM_ELSEWHERE,
            UNAVAILABLE,
            NOT_FOUND,
            UNAUTHENTICATED,
            NICKNAME_REQUIRED,
            TOO_MANY,
        ])
        .refused_by_plugins(),
    ]
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Ticket {
    ticket: String,
    /// The number of the instance: a second one opens when the first is full.
    instance: u16,
    /// Grows with each change of the node that runs the room.
    epoch: u64,
    #[schemars(with = "String")]
    expires_at: String,
}

async fn join(
    State(app): State<Shared>,
    Caller(actor): Caller,
    ip: ClientIp,
    headers: HeaderMap,
    path: PathValues,
) -> Reply<impl IntoResponse> {
    app.rates.count(
        format!("rooms {}", ip.network()),
        JOINS_PER_MINUTE,
        Duration::from_secs(60),
    )?;
    if actor.person().is_none() {
        let key = format!("guests {}", ip.network());
        let limit = GUEST_TICKETS.saturating_mul(app.config.http.route_rate_factor);
        app.rates.count(key, limit, GUEST_WINDOW)?;
    }
    let admission = app
        .rooms
        .join(
            &actor,
            language(&headers),
            (path.text("id")?, player_number(&headers)?),
            origin(&headers),
        )
        .await?;
    let expires_at = i128::from(admission.expires_ms) * 1_000_000;
    Ok(payload(Ticket {
        ticket: admission.ticket,
        instance: admission.instance.index,
        epoch: admission.epoch,
        expires_at: OffsetDateTime::from_unix_timestamp_nanos(expires_at)
            .map(stamp)
            .unwrap_or_default(),
    }))
}

/// Upgrades to a WebSocket. The first message carries the ticket; nothing else authenticates the connection.
pub(super) async fn connect(
    State(app): State<Shared>,
    mut request: Request,
) -> Result<Response, Failure> {
    let headers = request.headers();
    let key = websocket_key(headers).ok_or(UPGRADE_REQUIRED)?;
    let origin = origin(headers);
    let held = request
        .extensions_mut()
        .remove::<HeldConnection>()
        .and_then(HeldConnection::hold)
        .ok_or(UNAVAILABLE)?;
    let upgrade = hyper::upgrade::on(&mut request);
    let rooms = app.rooms.clone();
    tokio::spawn(async move {
        let upgraded = match upgrade.await {
            Ok(upgraded) => into_stream(upgraded),
            Err(error) => return tracing::debug!(%error, "a WebSocket was not opened"),
        };
        let Some((stream, leftover)) = upgraded else {
            return tracing::error!("an upgraded connection has no TCP stream");
        };
        let request = SocketRequest {
            origin,
            room: None,
            leftover,
        };
        rooms.serve(stream, request, held);
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    if let Ok(accepted) = HeaderValue::from_str(&accept_key(&key)) {
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, accepted);
    }
    Ok(response)
}

/// The key of a WebSocket handshake; `None` for any other request.
fn websocket_key(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let upgrades = text(header::UPGRADE)?.eq_ignore_ascii_case("websocket");
    let connection = text(header::CONNECTION)?
        .split(',')
        .any(|word| word.trim().eq_ignore_ascii_case("upgrade"));
    let version = text(header::SEC_WEBSOCKET_VERSION)? == WEBSOCKET_VERSION;
    let key = text(header::SEC_WEBSOCKET_KEY)?;
    (upgrades && connection && version).then(|| key.to_owned())
}

/// The origin of the page that asks; empty for clients without one.
fn origin(headers: &HeaderMap) -> String {
    headers
        .get(header::ORIGIN)
        .and_then(|origin| origin.to_str().ok())
        .unwrap_or_default()
        .to_owned()
}
