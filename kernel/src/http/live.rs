//! `GET /api/live`: pushes to a signed-in person's open screen as server-sent events.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::stream;
use tokio::sync::mpsc;

use super::extract::{ClientIp, SignedIn};
use super::operation::Operation;
use super::problem::Failure;
use super::state::Shared;
use super::stream_limits::TOO_MANY_STREAMS;
use crate::error::UNAUTHENTICATED;
use crate::live::{HEARD_EVERY, LiveEvent, Missed, hear, newest, since};

/// The interval of keep-alive messages on an idle stream; each also checks that the session is valid.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// For how long after a first connection a screen may be reset for pushes that were not stored because nobody was
/// marked as listening: longer than the commit of a push takes.
const NEW_FOR: Duration = Duration::from_secs(5);

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
    let asked = headers
        .get(HeaderName::from_static("last-event-id"))
        .and_then(|id| id.to_str().ok())
        .and_then(|id| id.parse::<i64>().ok());
    let slot = app.streams.open(person.id, ip.network())?;
    let pool = app.platform.pools.app.clone();
    // Subscribes before it reads: a push that commits in between wakes the stream.
    let mut woken = app.platform.signals.live.listen(person.id);
    let mut said = app.platform.signals.live.broadcasts();
    let first = hear(&pool, person.id, app.platform.clock.now()).await?;
    let mut seen = match asked {
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
        let mut heard = Instant::now();
        let new_until = heard + if first { NEW_FOR } else { Duration::ZERO };
        let mut was_woken = false;
        loop {
            match since(&pool, person.id, seen).await {
                Ok(Missed::Events(missed)) => {
                    // A wake-up without a stored push: the person was not marked as listening when it was written.
                    if missed.is_empty()
                        && was_woken
                        && Instant::now() < new_until
                        && events.send(reset(seen)).await.is_err()
                    {
                        return;
                    }
                    for event in missed {
                        seen = event.seq;
                        if events.send(wire(&event)).await.is_err() {
                            return;
                        }
                    }
                }
                Ok(Missed::Reset(newest)) => {
                    seen = newest;
                    if events.send(reset(newest)).await.is_err() {
                        return;
                    }
                    // The mark may have been deleted, for example after the clock was advanced.
                    let _ = hear(&pool, person.id, clock.now()).await;
                }
                // The client reconnects with the last number that it received.
                Err(_) => return,
            }
            was_woken = false;
            tokio::select! {
                changed = woken.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    was_woken = true;
                }
                // A slow screen loses broadcasts, which it can do without.
                word = said.recv() => if let Ok(word) = word {
                    let event = Event::default().event(&word.kind).data(word.payload.to_string());
                    if events.send(event).await.is_err() {
                        return;
                    }
                },
                () = tokio::time::sleep(KEEP_ALIVE) => {
                    if events.send(Event::default().comment("")).await.is_err() {
                        return;
                    }
                }
                // The client closed the stream.
                () = events.closed() => return,
                _ = stop.changed() => return,
            }
            // Before any read: pushes after a logout must not reach this screen.
            if !identity
                .sessions
                .session_holds(person.session)
                .await
                .unwrap_or(true)
            {
                return;
            }
            if heard.elapsed() >= HEARD_EVERY {
                heard = Instant::now();
                // An error is ignored, because the next renewal is in an hour and a screen counts as open for a week.
                let _ = hear(&pool, person.id, clock.now()).await;
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

fn wire(event: &LiveEvent) -> Event {
    Event::default()
        .id(event.seq.to_string())
        .event(&event.kind)
        .data(event.payload.to_string())
}
