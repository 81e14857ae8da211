//! The port of [`witverse_rooms`]: asks the room's plugin and reads the facts about people.

use std::collections::HashSet;
use std::sync::Arc;

use futures::future::BoxFuture;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::runtime::Handle;
use uuid::Uuid;
use witverse_rooms::hub::{AdmissionError, RoomHost};
use witverse_rooms::protocol::KickCode;
use witverse_rooms::room::{
    ChatPolicy, ChatVerdict, LeaveCause, Profile, Relations, RoomEvent, RoomOptions, Waypoint,
};
use witverse_rooms::{Identity as Visitor, InstanceId, RoomId, Visit};

use super::copies::{RoomName, Trial};
use super::description::{Asked, Described, Entry};
use super::games::{GameEvent, GameEvents};
use super::messages::ROOM_NOT_FOUND;
use crate::actor::{Actor, Person};
use crate::error::{Error, Language, Result, UNAUTHENTICATED};
use crate::identity::{ForbiddenWords, Identity, NICKNAME_REQUIRED};
use crate::plugins::{Platform, serve_service};

/// The code of a refused chat message with a forbidden word.
const FORBIDDEN_WORD: u8 = 1;
/// The service of plugins that know who belongs together: `of {room}` answers `{people}`.
const COMPANIONS: &str = "companions@1";
/// The service of plugins that learn when a person entered or left a room: `moved {person, isArrival}`.
const ARRIVALS: &str = "arrivals@1";
/// People of an answer of [`COMPANIONS`].
const MAX_COMPANIONS: usize = 500;
/// The name of a visitor without an account, as the client translates it.
const GUEST_NAME: &str = "guest";

#[derive(Clone)]
pub(super) struct KernelHost {
    pub(super) platform: Arc<Platform>,
    identity: Identity,
    games: GameEvents,
    /// The threads of requests. Plugins and SQL run there: on the thread of the rooms they would delay the ticks.
    requests: Handle,
}

impl KernelHost {
    pub(super) fn new(platform: Arc<Platform>, identity: Identity) -> Self {
        let games = GameEvents::new(platform.clone());
        Self {
            platform,
            identity,
            games,
            requests: Handle::current(),
        }
    }

    /// Runs work on the threads of requests.
    fn run<'a, T: Send + 'static>(
        &self,
        work: impl Future<Output = Answer<T>> + Send + 'static,
    ) -> BoxFuture<'a, Answer<T>> {
        let running = self.requests.spawn(work);
        Box::pin(async move { running.await.unwrap_or(Err(AdmissionError::Unavailable)) })
    }

    pub(super) fn new_guest(&self) -> Uuid {
        self.platform.rng.uuid(self.platform.clock.now_ms())
    }

    async fn described(&self, room: &RoomId) -> Result<RoomOptions> {
        let trial = Trial::of(&self.platform, room)?;
        let described: Described = self
            .ask(room, &Actor::System, Language::default(), "describe")
            .await?;
        if let Some(trial) = &trial
            && described.resource() != Some(trial.resource())
        {
            return Err(ROOM_NOT_FOUND.into());
        }
        Ok(described.options(trial.map(|trial| trial.game())))
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

    /// People whom plugins want to be in one instance with the caller, such as those of an event. A plugin that fails has no
    /// say: the entry does not depend on it.
    pub(super) async fn companions(
        &self,
        room: &RoomId,
        actor: &Actor,
        language: Language,
    ) -> Vec<Uuid> {
        if actor.person().is_none() {
            return Vec::new();
        }
        let plugins = self.platform.registry.current();
        let asked = json!({ "room": room.as_str() }).to_string().into_bytes();
        let mut people = Vec::new();
        for id in plugins.providers(COMPANIONS) {
            let Some(plugin) = plugins.by_id.get(id) else {
                continue;
            };
            let answer = serve_service(
                &self.platform,
                plugin,
                actor,
                language,
                COMPANIONS,
                "of",
                asked.clone(),
            )
            .await;
            match answer {
                Ok(answer) => people.extend(companions_of(&answer)),
                Err(error) => {
                    tracing::warn!(plugin = %id, %error, "a plugin did not answer who belongs together");
                }
            }
        }
        people
    }

    /// Keeps the index of who is where, and tells plugins that a person came or went.
    fn note_whereabouts(&self, room: &RoomId, event: &RoomEvent) {
        let whereabouts = &self.platform.signals.whereabouts;
        let (who, is_arrival) = match event {
            RoomEvent::Joined { identity } => (*identity, true),
            RoomEvent::Left { identity, .. } => (*identity, false),
            _ => return,
        };
        match is_arrival {
            true => whereabouts.entered(room, who),
            false => whereabouts.left(room, who),
        }
        let Visitor::User(person) = who else { return };
        let host = self.clone();
        self.requests
            .spawn(async move { host.tell_arrival(person, is_arrival).await });
    }

    /// A plugin that fails learns of the next arrival.
    async fn tell_arrival(&self, person: Uuid, is_arrival: bool) {
        let plugins = self.platform.registry.current();
        let told = json!({ "person": person, "isArrival": is_arrival }).to_string();
        for plugin in plugins.providers(ARRIVALS) {
            let Some(plugin) = plugins.by_id.get(plugin) else {
                continue;
            };
            let answer = serve_service(
                &self.platform,
                plugin,
                &Actor::System,
                Language::default(),
                ARRIVALS,
                "moved",
                told.clone().into_bytes(),
            )
            .await;
            if let Err(error) = answer {
                tracing::warn!(plugin = %plugin.id, %error, "a plugin did not learn of an arrival");
            }
        }
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        room: &RoomId,
        actor: &Actor,
        language: Language,
        method: &str,
    ) -> Result<T> {
        let RoomName { plugin, key, .. } = RoomName::of(room).ok_or(ROOM_NOT_FOUND)?;
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

    async fn visitor(
        &self,
        room: &RoomId,
        visitor: Visitor,
        person: Option<Arc<Person>>,
    ) -> Result<Profile> {
        if let Some(trial) = Trial::of(&self.platform, room)? {
            // Also for a made-up player, who is the manager of this login.
            let actor = person.clone().map_or(Actor::Visitor, Actor::Person);
            trial.check_manager(&self.platform, &actor).await?;
            if let Some(player) = trial.player_profile(visitor.id()) {
                return Ok(player);
            }
        }
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
        let person = person.ok_or(UNAUTHENTICATED)?;
        let is_muted = person.muted_until.is_some();
        let name = person.nickname.clone().ok_or(NICKNAME_REQUIRED)?;
        let language = person.language;
        let entry = self.enter(room, &Actor::Person(person), language).await?;
        Ok(Profile {
            name,
            look: entry.look(),
            permissions: entry.permissions(is_muted),
            relations: self.relations_of(id).await?,
        })
    }

    /// The blocks in both directions, and the person's own mutes.
    async fn relations_of(&self, person: Uuid) -> Result<Relations> {
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

/// The people of an answer of [`COMPANIONS`]; none if it is invalid.
fn companions_of(answer: &[u8]) -> Vec<Uuid> {
    #[derive(Default, serde::Deserialize)]
    struct Companions {
        people: Vec<Uuid>,
    }
    let Companions { mut people } = serde_json::from_slice(answer).unwrap_or_default();
    people.truncate(MAX_COMPANIONS);
    people
}

/// What a room learns from the kernel.
type Answer<T> = std::result::Result<T, AdmissionError>;

impl RoomHost for KernelHost {
    fn room_options<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Answer<RoomOptions>> {
        let (host, room) = (self.clone(), room.clone());
        self.run(async move { host.described(&room).await.map_err(opening_error) })
    }

    fn profile<'a>(
        &'a self,
        room: &'a RoomId,
        Visit { identity, login }: Visit,
    ) -> BoxFuture<'a, Answer<Profile>> {
        let (host, room) = (self.clone(), room.clone());
        self.run(async move {
            let person = match identity {
                Visitor::User(_) => host.identity.sessions.person_of(login).await,
                Visitor::Guest(_) => Ok(None),
            };
            let person = person.map_err(|error| admission_error(error, Language::default()))?;
            let language = person.as_ref().map(|person| person.language);
            host.visitor(&room, identity, person)
                .await
                .map_err(|error| admission_error(error, language.unwrap_or_default()))
        })
    }

    fn relations(&self, identity: Visitor) -> BoxFuture<'_, Answer<Relations>> {
        let host = self.clone();
        self.run(async move {
            match identity {
                Visitor::User(id) => host
                    .relations_of(id)
                    .await
                    .map_err(|error| admission_error(error, Language::default())),
                Visitor::Guest(_) => Ok(Relations::default()),
            }
        })
    }

    fn chat_policy(&self, _room: &RoomId) -> Arc<dyn ChatPolicy> {
        Arc::new(PlatformWords(self.platform.words.clone()))
    }

    fn on_event(&self, instance: &InstanceId, _at_ms: u64, event: RoomEvent) {
        let kind = match &event {
            RoomEvent::Joined { .. } => "joined",
            RoomEvent::Left { .. } => "left",
            RoomEvent::Interacted { .. } => "interacted",
            RoomEvent::Crossed { .. } => "crossed",
            RoomEvent::Closed { .. } => "closed",
        };
        metrics::counter!("room_events_total", "kind" => kind).increment(1);
        self.note_whereabouts(&instance.room, &event);
        if let Some(event) = for_games(event) {
            let hub = self.platform.signals.rooms.hub();
            if let Some(game) = hub.and_then(|hub| hub.game_of(&instance.room)) {
                self.games.push(&instance.room, &game, event);
            }
        }
    }

    fn on_open(&self, room: &RoomId, options: &RoomOptions) {
        if let (Some(game), Some(hub)) = (&options.game, self.platform.signals.rooms.hub()) {
            let at_ms = hub.now_ms();
            self.games.push(room, game, GameEvent::Opened { at_ms });
        }
    }

    fn now_ms(&self) -> u64 {
        self.platform.clock.now_ms()
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        self.platform.rng.fill(bytes);
    }
}

/// The event as games learn of it. Games are for people with an account.
fn for_games(event: RoomEvent) -> Option<GameEvent> {
    match event {
        RoomEvent::Crossed {
            identity: Visitor::User(user_id),
            zone,
            at_ms,
            is_entry,
            way,
        } => Some(GameEvent::Crossed {
            user_id,
            zone,
            at_ms,
            is_entry,
            way: way.into_iter().map(in_centimetres).collect(),
        }),
        // The kernel stops: after the restart the game learns that the room was opened.
        RoomEvent::Left {
            cause: LeaveCause::Kicked(KickCode::ServerRestart),
            ..
        } => None,
        RoomEvent::Left {
            identity: Visitor::User(user_id),
            ..
        } => Some(GameEvent::Left { user_id }),
        _ => None,
    }
}

fn in_centimetres(point: Waypoint) -> (u64, i64, i64) {
    let [x, _, z] = point.at.metres();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a position is within 128 m of the middle of its room"
    )]
    let [x, z] = [x, z].map(|metres| (metres * 100.0).round() as i64);
    (point.at_ms, x, z)
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

/// Why a room does not open. Only a 404 of its plugin means that there is no such room.
fn opening_error(error: Error) -> AdmissionError {
    match error {
        Error::Problem(problem) if problem.status == 404 => AdmissionError::UnknownRoom,
        error => {
            tracing::warn!(%error, "a room's plugin does not describe it");
            AdmissionError::Unavailable
        }
    }
}

/// Why a visitor is not admitted. The client shows the text of a refusal; the text of another error stays in the log.
fn admission_error(error: Error, language: Language) -> AdmissionError {
    match error {
        Error::Problem(problem) if problem.status == 404 => AdmissionError::UnknownRoom,
        Error::Problem(problem) if problem.status < 500 && problem.status != 429 => {
            AdmissionError::Refused {
                reason: problem.message.get(language).to_owned(),
            }
        }
        error => {
            tracing::warn!(%error, "a room's plugin does not answer about a visitor");
            AdmissionError::Unavailable
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{PLUGIN_FAILED, PLUGIN_TIMEOUT, UNAVAILABLE};

    #[test]
    fn only_a_404_means_that_there_is_no_such_room() {
        assert_eq!(
            opening_error(ROOM_NOT_FOUND.into()),
            AdmissionError::UnknownRoom
        );
        for fault in [
            PLUGIN_FAILED.into(),
            PLUGIN_TIMEOUT.into(),
            UNAVAILABLE.into(),
            Error::internal("x"),
        ] {
            assert_eq!(opening_error(fault), AdmissionError::Unavailable);
        }
    }

    #[test]
    fn a_refusal_has_a_text_for_the_person() {
        let refused = |language| admission_error(UNAUTHENTICATED.into(), language);
        for (language, text) in [
            (Language::Ko, UNAUTHENTICATED.ko),
            (Language::En, UNAUTHENTICATED.en),
        ] {
            let reason = text.to_owned();
            assert_eq!(refused(language), AdmissionError::Refused { reason });
        }
        let fault = admission_error(PLUGIN_TIMEOUT.into(), Language::Ko);
        assert_eq!(fault, AdmissionError::Unavailable);
    }
}
