//! Rooms of plugins: joins [`witverse_rooms`] to people, permissions and plugins.
//!
//! A room belongs to a plugin; its id is `<plugin>:<key>`. The plugin provides the service `<plugin>.rooms@1`, which
//! decides who may enter and describes the room. It is asked for every ticket and again for every connection, also for one
//! that resumes after a restart of the kernel. This module decides nothing about access itself.

mod copies;
mod description;
mod games;
mod host;
mod messages;
mod thread;
mod whereabouts;

use std::sync::Arc;

use time::{Duration, OffsetDateTime};
use tokio::net::TcpStream;
use uuid::Uuid;
use witverse_rooms::hub::{Admission, AdmissionError, Hub, InProcess, JoinError, JoinRequest};
use witverse_rooms::room::ChatRecord;
use witverse_rooms::socket::{SocketRequest, serve};
use witverse_rooms::{Identity as Visitor, RoomId, Visit};

use crate::actor::{Actor, Person};
use crate::error::{Error, Language, Result, UNAVAILABLE};
use crate::identity::{Identity, NICKNAME_REQUIRED};
use crate::plugins::Platform;
use crate::safety::{RoomChat, RoomMessage};
use crate::secret::Secret;
use copies::Trial;
use host::KernelHost;
use thread::RoomThread;

pub use whereabouts::Whereabouts;

pub(crate) use messages::{NOT_IN_ROOM, ROOM_BANNED, ROOM_ELSEWHERE, ROOM_FULL, ROOM_NOT_FOUND};

/// After how many seconds a plugin that did not answer may answer again.
const RETRY_S: u64 = 1;

/// The rooms of this kernel.
#[derive(Clone)]
pub struct Rooms {
    hub: Hub,
    host: Arc<KernelHost>,
    thread: Arc<RoomThread>,
}

impl Rooms {
    /// # Errors
    /// The thread of the rooms does not start.
    pub(crate) fn new(
        platform: &Arc<Platform>,
        identity: &Identity,
        secret: &Secret,
    ) -> std::io::Result<Self> {
        let host = Arc::new(KernelHost::new(platform.clone(), identity.clone()));
        let key = *secret.derive("room-tickets").bytes();
        let thread = RoomThread::start()?;
        let executor = thread.executor();
        Ok(Self {
            hub: Hub::new(host.clone(), Arc::new(InProcess::default()), key, executor),
            host,
            thread: Arc::new(thread),
        })
    }

    /// Serves the WebSocket of a visitor on the thread of the rooms. `held` is dropped when the connection has ended.
    pub(crate) fn serve(
        &self,
        stream: TcpStream,
        request: SocketRequest,
        held: impl Send + 'static,
    ) {
        let hub = self.hub.clone();
        let moved = stream.into_std();
        self.thread.executor().spawn(async move {
            let _held = held;
            match moved.and_then(TcpStream::from_std) {
                Ok(stream) => serve(&hub, stream, request).await,
                Err(error) => tracing::warn!(%error, "a WebSocket was not opened"),
            }
        });
    }

    /// The running rooms.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// A ticket for a room, after its plugin has let the caller in. `origin` is the origin of the page that connects. In a copy for a
    /// trial, `player` is the number of the made-up player, and 0 the caller; elsewhere it has no effect.
    ///
    /// # Errors
    /// `room_not_found`, `room_banned`, `room_full`, `room_elsewhere`, `unavailable`, or the plugin's problem.
    pub async fn join(
        &self,
        actor: &Actor,
        language: Language,
        (room, player): (&str, usize),
        origin: String,
    ) -> Result<Admission> {
        let room = RoomId::parse(room).ok_or(ROOM_NOT_FOUND)?;
        let trial = Trial::of(&self.host.platform, &room)?;
        if let Some(trial) = &trial {
            trial.check_manager(&self.host.platform, actor).await?;
        }
        let made_up = trial.as_ref().and_then(|trial| trial.player(player));
        if actor
            .person()
            .is_some_and(|person| person.nickname.is_none())
        {
            return Err(NICKNAME_REQUIRED.into());
        }
        let mut friends = Vec::new();
        let identity = match (made_up, actor.person()) {
            (Some(player), _) => Visitor::User(player),
            (None, Some(person)) => Visitor::User(person.id),
            (None, None) => Visitor::Guest(self.host.new_guest()),
        };
        if made_up.is_none() {
            friends = self.host.enter(&room, actor, language).await?.friends;
        }
        if trial.is_none() {
            friends.extend(self.host.companions(&room, actor, language).await);
        }
        let request = JoinRequest {
            room,
            visit: Visit {
                identity,
                login: actor.person().map_or(Uuid::nil(), |person| person.session),
            },
            friends,
            origin,
        };
        self.hub.join(request).await.map_err(problem)
    }

    /// The chat of the last 30 seconds that a person could read in a room, as evidence of a report.
    ///
    /// # Errors
    /// `room_not_found`, `not_in_room`.
    pub(crate) async fn chat_for_report(&self, me: &Person, room: &str) -> Result<RoomChat> {
        let id = RoomId::parse(room).ok_or(ROOM_NOT_FOUND)?;
        let records = self.hub.evidence(&id, Visitor::User(me.id)).await;
        let message = |record: ChatRecord| RoomMessage {
            account: match record.sender {
                Visitor::User(id) => Some(id),
                Visitor::Guest(_) => None,
            },
            at: OffsetDateTime::UNIX_EPOCH.saturating_add(Duration::milliseconds(
                i64::try_from(record.at_ms).unwrap_or(i64::MAX),
            )),
            text: record.text,
        };
        Ok(RoomChat {
            room: room.to_owned(),
            messages: records
                .ok_or(NOT_IN_ROOM)?
                .into_iter()
                .map(message)
                .collect(),
        })
    }
}

fn problem(error: JoinError) -> Error {
    match error {
        JoinError::Banned => ROOM_BANNED.into(),
        JoinError::Full => ROOM_FULL.into(),
        JoinError::Elsewhere { .. } => ROOM_ELSEWHERE.into(),
        JoinError::Refused(AdmissionError::UnknownRoom) => ROOM_NOT_FOUND.into(),
        JoinError::Refused(AdmissionError::Unavailable | AdmissionError::Refused { .. }) => {
            UNAVAILABLE.retry_after(RETRY_S).into()
        }
    }
}
