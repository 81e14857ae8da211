//! What happens in a room that has a game: delivered to the service `<plugin>.game@1` of that plugin.
//!
//! Each room with a game has one task and one bounded queue, so the events of a room arrive in their order and a slow game
//! delays neither the room nor other games. A delivery is one call in one transaction with the events of
//! [`BATCH_MS`]. Events are not stored: what a game must know after a restart is in its tables, and the first event of a
//! room that was opened is `opened`. If events are lost, because the queue was full or the game failed, the next event is
//! `lost`. An event can be delivered twice.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel, error::TrySendError};
use tokio::time::timeout;
use uuid::Uuid;
use witverse_rooms::RoomId;

use crate::actor::Actor;
use crate::error::{Error, Language, Result};
use crate::plugins::{Platform, serve_service};

/// The method of the service.
const METHOD: &str = "events";
/// How long events are collected for one call.
const BATCH_MS: u64 = 50;
const BATCH: usize = 100;
/// Events of one room that wait for its game.
const QUEUE: usize = 1024;
/// How often a delivery is tried, and the pause after each failure.
const TRIES: u64 = 4;
const PAUSE_MS: u64 = 250;
/// A task without events ends after this time.
const IDLE: Duration = Duration::from_secs(60);

/// One thing that happened in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(super) enum GameEvent {
    /// The room was opened, or this game was chosen for it: what was going on in it has ended.
    Opened {
        /// On the clock of the rooms.
        at_ms: u64,
    },
    /// A person entered or left a zone.
    Crossed {
        user_id: Uuid,
        zone: Arc<str>,
        /// On the clock of the rooms.
        at_ms: u64,
        is_entry: bool,
        /// Where the person was since their last crossing: when, on the clock of the rooms, and x and z in centimetres.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        way: Vec<(u64, i64, i64)>,
    },
    /// A person is no longer in an instance of the room.
    Left { user_id: Uuid },
    /// Events before this one were lost.
    Lost,
}

/// The payload of the method `events`.
#[derive(Debug, Serialize)]
struct Delivery<'a> {
    /// The id of the room, with the plugin.
    room: &'a str,
    events: &'a [GameEvent],
}

/// A room, and the plugin that is its game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Binding {
    room: RoomId,
    game: Arc<str>,
}

/// The queues of all rooms with a game.
#[derive(Clone)]
pub(super) struct GameEvents {
    platform: Arc<Platform>,
    queues: Arc<Mutex<HashMap<Binding, Queue>>>,
    /// Runs the deliveries.
    requests: Handle,
}

struct Queue {
    sender: Sender<GameEvent>,
    /// An event did not fit and the game does not know yet.
    has_lost: bool,
}

impl GameEvents {
    pub(super) fn new(platform: Arc<Platform>) -> Self {
        let queues = Arc::default();
        Self {
            platform,
            queues,
            requests: Handle::current(),
        }
    }

    /// Queues an event. Never blocks.
    pub(super) fn push(&self, room: &RoomId, game: &Arc<str>, event: GameEvent) {
        let binding = Binding {
            room: room.clone(),
            game: game.clone(),
        };
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = queues.entry(binding.clone()).or_insert_with(|| {
            let (sender, receiver) = channel(QUEUE);
            self.requests.spawn(self.clone().run(binding, receiver));
            Queue {
                sender,
                has_lost: false,
            }
        });
        if queue.has_lost {
            queue.has_lost = queue.sender.try_send(GameEvent::Lost).is_err();
        }
        if queue.has_lost {
            return;
        }
        if let Err(TrySendError::Full(_)) = queue.sender.try_send(event) {
            queue.has_lost = true;
            metrics::counter!("room_game_events_lost_total").increment(1);
            tracing::warn!(%room, %game, "a game is too slow: events of its room were dropped");
        }
    }

    async fn run(self, binding: Binding, mut receiver: Receiver<GameEvent>) {
        let mut has_lost = false;
        loop {
            let Ok(Some(first)) = timeout(IDLE, receiver.recv()).await else {
                if self.forget(&binding, &receiver) {
                    return;
                }
                continue;
            };
            tokio::time::sleep(Duration::from_millis(BATCH_MS)).await;
            let mut events = Vec::new();
            if has_lost {
                events.push(GameEvent::Lost);
            }
            events.push(first);
            while events.len() < BATCH
                && let Ok(event) = receiver.try_recv()
            {
                events.push(event);
            }
            has_lost = !self.deliver(&binding, &events).await;
        }
    }

    /// Removes the queue of an idle task. False if an event came in the meantime.
    fn forget(&self, binding: &Binding, receiver: &Receiver<GameEvent>) -> bool {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let is_unused = receiver.is_empty();
        if is_unused {
            queues.remove(binding);
        }
        is_unused
    }

    /// False if the events are lost.
    async fn deliver(&self, binding: &Binding, events: &[GameEvent]) -> bool {
        for tries in 1..=TRIES {
            let Err(error) = self.call(binding, events).await else {
                return true;
            };
            let Binding { room, game } = binding;
            tracing::warn!(%room, %game, %error, tries, "a game did not accept events of its room");
            // A refusal is an answer: another try has the same result.
            if matches!(&error, Error::Problem(problem) if problem.status < 500 && problem.status != 429)
            {
                break;
            }
            tokio::time::sleep(Duration::from_millis(PAUSE_MS * tries)).await;
        }
        metrics::counter!("room_game_events_lost_total")
            .increment(u64::try_from(events.len()).unwrap_or_default());
        false
    }

    async fn call(&self, binding: &Binding, events: &[GameEvent]) -> Result<()> {
        let Binding { room, game } = binding;
        let plugins = self.platform.registry.current();
        // The room names a plugin that is not installed.
        let Some(provider) = plugins.game(game) else {
            return Ok(());
        };
        let manifest = provider.manifest();
        let service = format!("{}.game@1", manifest.plugin.id);
        // A game that needs no events.
        if !manifest
            .provides
            .iter()
            .any(|provided| provided.service == service)
        {
            return Ok(());
        }
        let delivery = Delivery {
            room: room.as_str(),
            events,
        };
        let payload =
            serde_json::to_vec(&delivery).map_err(|error| Error::internal(error.to_string()))?;
        let (actor, language) = (&Actor::System, Language::default());
        serve_service(
            &self.platform,
            provider,
            actor,
            language,
            &service,
            METHOD,
            payload,
        )
        .await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_are_written_as_documented() {
        let user_id = Uuid::nil();
        let crossed = GameEvent::Crossed {
            user_id,
            zone: "gate-1".into(),
            at_ms: 5,
            is_entry: true,
            way: vec![(3, -150, 25)],
        };
        let exited = GameEvent::Crossed {
            user_id,
            zone: "gate-1".into(),
            at_ms: 6,
            is_entry: false,
            way: Vec::new(),
        };
        let events = [
            GameEvent::Opened { at_ms: 4 },
            crossed,
            exited,
            GameEvent::Left { user_id },
        ];
        assert_eq!(
            serde_json::to_value(events).expect("JSON"),
            json!([
                { "kind": "opened", "atMs": 4 },
                { "kind": "crossed", "userId": user_id, "zone": "gate-1", "atMs": 5, "isEntry": true, "way": [[3, -150, 25]] },
                { "kind": "crossed", "userId": user_id, "zone": "gate-1", "atMs": 6, "isEntry": false },
                { "kind": "left", "userId": user_id },
            ])
        );
    }
}
