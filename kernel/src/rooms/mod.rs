//! Rooms of plugins: joins [`witverse_rooms`] to people, permissions and plugins.
//!
//! A room belongs to a plugin; its id is `<plugin>:<key>`. The plugin provides the service `<plugin>.rooms@1`, which
//! decides who may enter and describes the room. It is asked for every ticket and again for every connection, also for one
//! that resumes after a restart of the kernel. This module decides nothing about access itself.

mod description;
mod host;
mod messages;

use std::sync::Arc;

use witverse_rooms::hub::{Admission, Hub, InProcess, JoinError, JoinRequest};
use witverse_rooms::{Identity as Visitor, RoomId};

use crate::actor::Actor;
use crate::error::{Error, Language, NOT_FOUND, Result};
use crate::identity::Identity;
use crate::plugins::Platform;
use crate::secret::Secret;
use host::KernelHost;
pub(crate) use messages::{ROOM_BANNED, ROOM_ELSEWHERE, ROOM_FULL, ROOM_NOT_FOUND};

/// The rooms of this kernel.
#[derive(Clone)]
pub struct Rooms {
    hub: Hub,
    host: Arc<KernelHost>,
}

impl Rooms {
    pub(crate) fn new(platform: &Arc<Platform>, identity: &Identity, secret: &Secret) -> Self {
        let host = Arc::new(KernelHost::new(platform.clone(), identity.clone()));
        let key = *secret.derive("room-tickets").bytes();
        Self {
            hub: Hub::new(host.clone(), Arc::new(InProcess::default()), key),
            host,
        }
    }

    /// The running rooms.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// A ticket for a room, after its plugin has let the caller in. `origin` is the origin of the page that connects.
    ///
    /// # Errors
    /// `room_not_found`, `room_banned`, `room_full`, `room_elsewhere`, or the plugin's problem.
    pub async fn join(
        &self,
        actor: &Actor,
        language: Language,
        room: &str,
        origin: String,
    ) -> Result<Admission> {
        let room = RoomId::parse(room).ok_or(ROOM_NOT_FOUND)?;
        let entry = self.host.enter(&room, actor, language).await?;
        let identity = match actor.person() {
            Some(person) => Visitor::User(person.id),
            None => Visitor::Guest(self.host.new_guest()),
        };
        let request = JoinRequest {
            room,
            identity,
            friends: entry.friends,
            origin,
        };
        self.hub.join(request).await.map_err(problem)
    }
}

fn problem(error: JoinError) -> Error {
    match error {
        JoinError::Banned => ROOM_BANNED.into(),
        JoinError::Full => ROOM_FULL.into(),
        JoinError::Elsewhere { .. } => ROOM_ELSEWHERE.into(),
        JoinError::Refused(refused) => {
            tracing::warn!(%refused, "a room could not be opened");
            NOT_FOUND.into()
        }
    }
}
