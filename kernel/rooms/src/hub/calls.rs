//! What the kernel does in running rooms. A room that is not open has no members and no state.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use tokio::sync::oneshot;

use crate::ids::{Identity, InstanceId, RoomId};
use crate::protocol::{KickCode, Pose};
use crate::room::{ChatRecord, JoinRefusal, MemberInfo, Profile, Room, StateError, VersionedState};

use super::service::{Hub, Instance};
use super::shared::lock;
use super::task::Command;

/// Numbers for metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub rooms: usize,
    pub instances: usize,
    pub members: usize,
    /// Room tasks that ended with a panic since the start.
    pub panics: u64,
}

impl Hub {
    /// The members of all instances, with the index of their instance.
    pub async fn presence(&self, room: &RoomId) -> Vec<(u16, Vec<MemberInfo>)> {
        let instances = self.instances(room, None);
        self.call(instances, |room, _| room.presence()).await
    }

    /// Sends an event to everybody in one instance, or in all. Returns the number of instances.
    ///
    /// # Errors
    /// [`StateError::TooLarge`].
    pub async fn broadcast(
        &self,
        room: &RoomId,
        instance: Option<u16>,
        kind: &str,
        json: Bytes,
    ) -> Result<usize, StateError> {
        let kind: Arc<str> = kind.into();
        let send = move |room: &mut Room, _| room.broadcast(&kind, json.clone());
        let results = self.call(self.instances(room, instance), send).await;
        results.into_iter().try_fold(0, |sent, (_, result)| {
            result?;
            Ok(sent + 1)
        })
    }

    /// Removes a member. True if it was inside.
    pub async fn kick(&self, room: &RoomId, identity: Identity, reason: &str) -> bool {
        let reason: Arc<str> = reason.into();
        let kick =
            move |room: &mut Room, now_ms| room.kick(now_ms, identity, KickCode::Kicked, &reason);
        let results = self.call(self.instances(room, None), kick).await;
        results.iter().any(|(_, was_inside)| *was_inside)
    }

    /// Removes a visitor and refuses it until [`Hub::unban`], or until the room closes: the kernel stores bans and
    /// returns them in `RoomOptions::banned`. True if it was inside.
    pub async fn ban(&self, room: &RoomId, identity: Identity, reason: &str) -> bool {
        if let Some(open) = lock(&self.inner.rooms).get_mut(room) {
            open.options.banned.push(identity);
        }
        let reason: Arc<str> = reason.into();
        let ban = move |room: &mut Room, now_ms| room.ban(now_ms, identity, &reason);
        let results = self.call(self.instances(room, None), ban).await;
        results.iter().any(|(_, was_inside)| *was_inside)
    }

    pub async fn unban(&self, room: &RoomId, identity: Identity) {
        if let Some(open) = lock(&self.inner.rooms).get_mut(room) {
            open.options.banned.retain(|banned| *banned != identity);
        }
        let unban = move |room: &mut Room, _| room.unban(identity);
        self.call(self.instances(room, None), unban).await;
    }

    /// Seconds between two messages of one member; 0 switches slow mode off.
    pub async fn set_slow_mode(&self, room: &RoomId, seconds: u32) {
        if let Some(open) = lock(&self.inner.rooms).get_mut(room) {
            open.options.slow_mode_s = seconds;
        }
        let set = move |room: &mut Room, _| room.set_slow_mode(seconds);
        self.call(self.instances(room, None), set).await;
    }

    /// Replaces what the room knows about a visitor, for example after a block. True if it was inside.
    ///
    /// # Errors
    /// [`JoinRefusal::InvalidProfile`].
    pub async fn set_profile(
        &self,
        room: &RoomId,
        identity: Identity,
        profile: Profile,
    ) -> Result<bool, JoinRefusal> {
        let set = move |room: &mut Room, _| room.set_profile(identity, profile.clone());
        let results = self.call(self.instances(room, None), set).await;
        results
            .into_iter()
            .try_fold(false, |any, (_, result)| Ok(any | result?))
    }

    /// Moves a member. True if it is inside.
    pub async fn teleport(&self, room: &RoomId, identity: Identity, pose: Pose) -> bool {
        let teleport = move |room: &mut Room, _| room.teleport(identity, pose);
        let results = self.call(self.instances(room, None), teleport).await;
        results.iter().any(|(_, is_inside)| *is_inside)
    }

    /// The shared state of an instance. `None` if it is not open.
    pub async fn state(&self, id: &InstanceId) -> Option<VersionedState> {
        let instances = self.instances(&id.room, Some(id.index));
        let states = self.call(instances, |room, _| room.state().clone()).await;
        states.into_iter().next().map(|(_, state)| state)
    }

    /// Replaces the state if its version is `expected`. Returns the new version; `None` if the instance is not open.
    ///
    /// # Errors
    /// [`StateError`].
    pub async fn set_state(
        &self,
        id: &InstanceId,
        expected: u64,
        json: Bytes,
    ) -> Result<Option<u64>, StateError> {
        let instances = self.instances(&id.room, Some(id.index));
        let set = move |room: &mut Room, _| room.set_state(expected, json.clone());
        let results = self.call(instances, set).await;
        results
            .into_iter()
            .next()
            .map(|(_, result)| result)
            .transpose()
    }

    /// The chat of the last 30 seconds that a member could read, for its report. `None` if it is not inside.
    pub async fn evidence(&self, room: &RoomId, reader: Identity) -> Option<Vec<ChatRecord>> {
        let instances = self.instances(room, None);
        let read = move |room: &mut Room, now_ms| room.evidence(now_ms, reader);
        let results = self.call(instances, read).await;
        results.into_iter().find_map(|(_, records)| records)
    }

    #[must_use]
    pub fn counts(&self) -> Counts {
        let rooms = lock(&self.inner.rooms);
        let instances = || rooms.values().flat_map(|open| open.instances.values());
        Counts {
            rooms: rooms.len(),
            instances: instances().count(),
            members: instances()
                .map(|instance| lock(&instance.roster).members.len())
                .sum(),
            panics: self.inner.shared.panics.load(Ordering::Relaxed),
        }
    }

    /// Closes all instances of a room; every member receives the reason.
    pub async fn close(&self, room: &RoomId, reason: &str) {
        self.close_with(room, KickCode::RoomClosed, reason).await;
    }

    /// Closes all rooms before the process ends. Clients return with their resume tokens.
    pub async fn shut_down(&self) {
        for room in self.rooms() {
            self.close_with(&room, KickCode::ServerRestart, "").await;
        }
    }

    async fn close_with(&self, room: &RoomId, code: KickCode, reason: &str) {
        for (_, instance) in self.instances(room, None) {
            let reason = reason.to_owned();
            let close = Command::Close { code, reason };
            if instance.commands.send(close).await.is_ok() {
                instance.commands.closed().await;
            }
        }
    }

    /// Runs `call` in the task of each given instance, in order. Instances that have closed are left out.
    pub(super) async fn call<T: Send + 'static>(
        &self,
        instances: Vec<(u16, Instance)>,
        call: impl Fn(&mut Room, u64) -> T + Clone + Send + 'static,
    ) -> Vec<(u16, T)> {
        let mut answers = Vec::with_capacity(instances.len());
        for (index, instance) in instances {
            let (reply, answer) = oneshot::channel();
            let call = call.clone();
            let control = Command::Control(Box::new(move |room: &mut Room, now_ms: u64| {
                let _ = reply.send(call(room, now_ms));
            }));
            if instance.commands.send(control).await.is_ok() {
                answers.push((index, answer));
            }
        }
        let mut results = Vec::with_capacity(answers.len());
        for (index, answer) in answers {
            if let Ok(result) = answer.await {
                results.push((index, result));
            }
        }
        results
    }

    pub(super) fn instances(&self, room: &RoomId, index: Option<u16>) -> Vec<(u16, Instance)> {
        let rooms = lock(&self.inner.rooms);
        let instances = rooms.get(room).map(|open| open.instances.iter());
        let wanted = |at: &u16| index.is_none_or(|index| index == *at);
        instances
            .into_iter()
            .flatten()
            .filter(|(at, _)| wanted(at))
            .map(|(at, instance)| (*at, instance.clone()))
            .collect()
    }
}
