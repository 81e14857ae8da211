//! The port of [`witverse_rooms`]: asks the room's plugin and reads the facts about people.

use std::collections::HashSet;
use std::sync::Arc;

use futures::future::BoxFuture;
use serde::de::DeserializeOwned;
use uuid::Uuid;
use witverse_rooms::hub::{AdmissionRefused, RoomHost};
use witverse_rooms::room::{ChatPolicy, ChatVerdict, Profile, Relations, RoomEvent, RoomOptions};
use witverse_rooms::{Identity as Visitor, InstanceId, RoomId};

use super::description::{Asked, Described, Entry};
use super::messages::ROOM_NOT_FOUND;
use crate::actor::Actor;
use crate::error::{Error, Language, Result, UNAUTHENTICATED, UNAVAILABLE};
use crate::identity::{ForbiddenWords, Identity};
use crate::plugins::{Platform, serve_service};

/// The code of a refused chat message with a forbidden word.
const FORBIDDEN_WORD: u8 = 1;
/// The name of a visitor without an account, as the client translates it.
const GUEST_NAME: &str = "guest";

pub(super) struct KernelHost {
    platform: Arc<Platform>,
    identity: Identity,
}

impl KernelHost {
    pub(super) fn new(platform: Arc<Platform>, identity: Identity) -> Self {
        Self { platform, identity }
    }

    pub(super) fn new_guest(&self) -> Uuid {
        self.platform.rng.uuid(self.platform.clock.now_ms())
    }

    /// Asks the plugin whether the caller may enter.
    pub(super) async fn enter(
        &self,
        room: &RoomId,
        actor: &Actor,
        language: Language,
    ) -> Result<Entry> {
        self.ask(room, actor, language, "enter").await
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        room: &RoomId,
        actor: &Actor,
        language: Language,
        method: &str,
    ) -> Result<T> {
        let (plugin, key) = room.as_str().split_once(':').ok_or(ROOM_NOT_FOUND)?;
        let service = format!("{plugin}.rooms@1");
        let plugins = self.platform.registry.current();
        let provider = plugins
            .providers(&service)
            .iter()
            .find(|id| id.as_str() == plugin)
            .and_then(|id| plugins.by_id.get(id))
            .ok_or(ROOM_NOT_FOUND)?;
        let asked = serde_json::to_vec(&Asked { room: key })
            .map_err(|error| Error::internal(error.to_string()))?;
        let answer = serve_service(
            &self.platform,
            provider,
            actor,
            language,
            &service,
            method,
            asked,
        )
        .await?;
        serde_json::from_slice(&answer)
            .map_err(|error| Error::internal(format!("{service} {method}: {error}")))
    }

    async fn visitor(&self, room: &RoomId, visitor: Visitor) -> Result<Profile> {
        let Visitor::User(id) = visitor else {
            let entry = self
                .enter(room, &Actor::Visitor, Language::default())
                .await?;
            return Ok(Profile {
                name: GUEST_NAME.into(),
                look: entry.look(),
                permissions: entry.permissions(false),
                relations: Relations::default(),
            });
        };
        let person = self
            .identity
            .sessions
            .person_by_account(id)
            .await?
            .ok_or(UNAUTHENTICATED)?;
        let is_muted = person.muted_until.is_some();
        let name = person.nickname.clone().unwrap_or_default();
        let language = person.language;
        let entry = self.enter(room, &Actor::Person(person), language).await?;
        Ok(Profile {
            name,
            look: entry.look(),
            permissions: entry.permissions(is_muted),
            relations: self.relations(id).await?,
        })
    }

    /// The blocks in both directions, and the person's own mutes.
    async fn relations(&self, person: Uuid) -> Result<Relations> {
        let pool = &self.platform.pools.app;
        let blocked: Vec<Uuid> = sqlx::query_scalar(
            "select blocked from kernel.block where blocker = $1
             union select blocker from kernel.block where blocked = $1",
        )
        .bind(person)
        .fetch_all(pool)
        .await?;
        let muted: Vec<Uuid> = sqlx::query_scalar("select muted from kernel.mute where muter = $1")
            .bind(person)
            .fetch_all(pool)
            .await?;
        Ok(Relations {
            blocked: HashSet::from_iter(blocked),
            muted: HashSet::from_iter(muted),
        })
    }
}

impl RoomHost for KernelHost {
    fn room_options<'a>(
        &'a self,
        room: &'a RoomId,
    ) -> BoxFuture<'a, std::result::Result<RoomOptions, AdmissionRefused>> {
        Box::pin(async move {
            let described: Described = self
                .ask(room, &Actor::System, Language::default(), "describe")
                .await
                .map_err(refused)?;
            Ok(described.options())
        })
    }

    fn profile<'a>(
        &'a self,
        room: &'a RoomId,
        identity: Visitor,
    ) -> BoxFuture<'a, std::result::Result<Profile, AdmissionRefused>> {
        Box::pin(async move { self.visitor(room, identity).await.map_err(refused) })
    }

    fn chat_policy(&self, _room: &RoomId) -> Arc<dyn ChatPolicy> {
        Arc::new(PlatformWords(self.platform.words.clone()))
    }

    fn on_event(&self, _instance: &InstanceId, _at_ms: u64, event: RoomEvent) {
        let kind = match event {
            RoomEvent::Joined { .. } => "joined",
            RoomEvent::Left { .. } => "left",
            RoomEvent::Interacted { .. } => "interacted",
            RoomEvent::Closed { .. } => "closed",
        };
        metrics::counter!("room_events_total", "kind" => kind).increment(1);
    }

    fn now_ms(&self) -> u64 {
        self.platform.clock.now_ms()
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        self.platform.rng.fill(bytes);
    }
}

/// The profane words of the platform's list.
struct PlatformWords(Arc<ForbiddenWords>);

impl ChatPolicy for PlatformWords {
    fn check(&self, _sender: Visitor, text: &str) -> ChatVerdict {
        match self.0.is_profane(text) {
            true => ChatVerdict::Refuse(FORBIDDEN_WORD),
            false => ChatVerdict::Allow,
        }
    }
}

/// The client gets the code of the problem; the text of an internal error stays in the log.
fn refused(error: Error) -> AdmissionRefused {
    let reason = match error {
        Error::Problem(problem) => problem.code,
        Error::Internal(text) => {
            tracing::error!(%text, "a room's plugin could not be asked");
            UNAVAILABLE.code.to_owned()
        }
    };
    AdmissionRefused { reason }
}
