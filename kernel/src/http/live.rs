//! `GET /api/live`: pushes to a signed-in person's open screen as server-sent events.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::stream;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use super::extract::{ClientIp, SignedIn};
use super::operation::Operation;
use super::problem::Failure;
use super::state::Shared;
use super::stream_limits::TOO_MANY_STREAMS;
use crate::error::UNAUTHENTICATED;
use crate::live::{
    Backlog, Broadcast, CURSOR_RENEWAL, LiveEvent, Message, newest, since, touch_cursor,
};

/// The interval of keep-alive messages on an idle stream; each also checks that the session is valid.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// For how long after its creation a cursor may miss pushes that were written before it was visible: longer than the
/// commit of a push takes.
const NEW_CURSOR_PERIOD: Duration = Duration::from_secs(5);

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/live",
            get(listen),
            "Pushes to the signed-in person; resume with Last-Event-ID",
        )
        .signed_in()
        .media_type("text/event-stream")
        .fails(&[UNAUTHENTICATED, TOO_MANY_STREAMS]),
    ]
}

async fn listen(
    State(app): State<Shared>,
    SignedIn(person): SignedIn,
    ip: ClientIp,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let last_event_id = headers
        .get(HeaderName::from_static("last-event-id"))
        .and_then(|id| id.to_str().ok())
        .and_then(|id| id.parse::<i64>().ok());
    let slot = app.streams.open(person.id, ip.network())?;
    let pool = app.platform.pools.app.clone();
    // Subscribes before it reads: a push that commits in between wakes the stream.
    let mut messages = app.platform.signals.live.listen(person.id);
    let mut broadcasts = app.platform.signals.live.broadcasts();
    let is_new = touch_cursor(&pool, person.id, app.platform.clock.now()).await?;
    let mut last_seq = match last_event_id {
        Some(seq) => seq,
        None => newest(&pool, person.id).await?,
    };
    let mut stop = app.stop.subscribe();
    let (identity, clock) = (app.identity.clone(), app.platform.clock.clone());
    let (events, receiver) = mpsc::channel::<Event>(16);
    tokio::spawn(async move {
        let _slot = slot;
        if events
            .send(Event::default().comment("connected"))
            .await
            .is_err()
        {
            return;
        }
        let mut renewed = Instant::now();
        let new_until = renewed
            + if is_new {
                NEW_CURSOR_PERIOD
            } else {
                Duration::ZERO
            };
        let mut was_woken = false;
        let mut is_behind = true;
        loop {
            if is_behind {
                match since(&pool, person.id, last_seq).await {
                    Ok(Backlog::Events(backlog)) => {
                        // A wake-up without a stored push: the push was written before the cursor was visible.
                        if backlog.is_empty()
                            && was_woken
                            && Instant::now() < new_until
                            && events.send(reset(last_seq)).await.is_err()
                        {
                            return;
                        }
                        for event in backlog {
                            last_seq = event.seq;
                            if events.send(wire(&event)).await.is_err() {
                                return;
                            }
                        }
                    }
                    Ok(Backlog::Reset(newest)) => {
                        last_seq = newest;
                        if events.send(reset(newest)).await.is_err() {
                            return;
                        }
                        // The cursor may have been deleted, for example after the clock was advanced.
                        let _ = touch_cursor(&pool, person.id, clock.now()).await;
                    }
                    // The client reconnects with the last number that it received.
                    Err(_) => return,
                }
            }
            (is_behind, was_woken) = (false, false);
            // What is not stored is lost to a slow screen. It queries the same data when it reconnects.
            let unstored = tokio::select! {
                message = messages.recv() => match message {
                    Ok(Message::Signal(signal)) => Some(unnumbered(&signal)),
                    Ok(Message::Stored) | Err(RecvError::Lagged(_)) => {
                        (is_behind, was_woken) = (true, true);
                        None
                    }
                    Err(RecvError::Closed) => return,
                },
                broadcast = broadcasts.recv() => broadcast.ok().map(|broadcast| unnumbered(&broadcast)),
                () = tokio::time::sleep(KEEP_ALIVE) => {
                    is_behind = true;
                    Some(Event::default().comment(""))
                }
                // The client closed the stream.
                () = events.closed() => return,
                _ = stop.changed() => return,
            };
            // Before anything is sent: pushes after a logout must not reach this screen.
            if !identity
                .sessions
                .session_holds(person.session)
                .await
                .unwrap_or(true)
            {
                return;
            }
            if let Some(event) = unstored
                && events.send(event).await.is_err()
            {
                return;
            }
            if renewed.elapsed() >= CURSOR_RENEWAL {
                renewed = Instant::now();
                // An error is ignored, because the next renewal is in an hour and a screen counts as open for a week.
                let _ = touch_cursor(&pool, person.id, clock.now()).await;
            }
        }
    });
    let events = stream::unfold(receiver, async |mut receiver| {
        let event = receiver.recv().await?;
        Some((Ok::<_, Infallible>(event), receiver))
    });
    let mut response = Sse::new(events).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // A proxy that buffers the response would delay the pushes.
    headers.insert(
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );
    Ok(response)
}

/// The event that makes a screen reload everything and continue from this number.
fn reset(newest: i64) -> Event {
    Event::default()
        .id(newest.to_string())
        .event("reset")
        .data("{}")
}

fn unnumbered(push: &Broadcast) -> Event {
    Event::default()
        .event(&push.kind)
        .data(push.payload.to_string())
}

fn wire(event: &LiveEvent) -> Event {
    Event::default()
        .id(event.seq.to_string())
        .event(&event.kind)
        .data(event.payload.to_string())
}
