//! The registry of running instances, and the calls of the kernel.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use crate::ids::{ConnectionId, Identity, InstanceId, RoomId, Visit};
use crate::outbox::Outbox;
use crate::protocol::{KickCode, Pose};
use crate::room::{Entry, JoinRefusal, LeaveCause, Profile, Room, RoomEvent, RoomOptions};
use crate::ticket::{Claims, TICKET_TTL_MS, TicketError, Tickets, TokenKind};

use super::host::{AdmissionError, RoomHost};
use super::ownership::{Claim, Ownership};
use super::placement::{Candidate, choose};
use super::shared::{RoomClock, Shared, SharedRoster, lock};
use super::task::{Command, Link, RoomTask};

/// Commands that wait for a room's task. Connections wait when it is full.
const COMMAND_QUEUE: usize = 256;
/// An instance can close between its choice and the visitor's entry; then it is opened again.
const ENTRY_ATTEMPTS: usize = 3;

/// A visitor wants to enter a room. The kernel has checked that it may.
#[derive(Clone, Debug)]
pub struct JoinRequest {
    pub room: RoomId,
    pub visit: Visit,
    /// People to be placed together with.
    pub friends: Vec<Uuid>,
    /// The origin of the page that will connect.
    pub origin: String,
}

/// The visitor can connect with this ticket, once, until it expires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Admission {
    pub ticket: String,
    pub instance: InstanceId,
    pub epoch: u64,
    pub expires_ms: u64,
}

/// Why a visitor gets no ticket.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    #[error("another node runs the room: {address}")]
    Elsewhere { address: String },
    #[error("refused: {0}")]
    Refused(#[from] AdmissionError),
    #[error("this visitor is banned from the room")]
    Banned,
    #[error("all instances of the room are full")]
    Full,
}

/// Why a connection with a token gets no membership.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EntryError {
    #[error(transparent)]
    Ticket(#[from] TicketError),
    #[error(transparent)]
    Join(#[from] JoinError),
    #[error(transparent)]
    Room(#[from] JoinRefusal),
    #[error("the room has closed")]
    Closed,
}

/// A connection's place in a room.
pub(crate) struct Membership {
    pub(crate) connection: ConnectionId,
    pub(crate) commands: mpsc::Sender<Command>,
}

/// All rooms of this node. Clones share them.
#[derive(Clone)]
pub struct Hub {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) shared: Arc<Shared>,
    ownership: Arc<dyn Ownership>,
    pub(super) rooms: Mutex<HashMap<RoomId, OpenRoom>>,
    last_connection: AtomicU64,
    /// Grows with each [`Hub::note_change`].
    pub(super) changes: AtomicU64,
    /// Runs the tasks of the rooms.
    executor: Handle,
}

pub(super) struct OpenRoom {
    pub(super) options: RoomOptions,
    epoch: u64,
    pub(super) instances: BTreeMap<u16, Instance>,
}

#[derive(Clone)]
pub(super) struct Instance {
    pub(super) commands: mpsc::Sender<Command>,
    pub(super) roster: SharedRoster,
}

impl Hub {
    /// `ticket_key` must be the same after a restart. `executor` runs the tasks of the rooms, with time enabled; moves are
    /// cheapest if [`crate::socket::serve`] runs there, too, and it has one thread.
    #[must_use]
    pub fn new(
        host: Arc<dyn RoomHost>,
        ownership: Arc<dyn Ownership>,
        ticket_key: [u8; 32],
        executor: Handle,
    ) -> Self {
        let now_ms = host.now_ms();
        let shared = Shared {
            host,
            tickets: Tickets::new(ticket_key, now_ms),
            clock: RoomClock::starting_at(now_ms),
            panics: AtomicU64::new(0),
        };
        Self {
            inner: Arc::new(Inner {
                shared: Arc::new(shared),
                ownership,
                rooms: Mutex::default(),
                last_connection: AtomicU64::new(0),
                changes: AtomicU64::new(0),
                executor,
            }),
        }
    }

    /// Chooses an instance, reserves a place in it, and issues a ticket.
    ///
    /// # Errors
    /// [`JoinError`].
    pub async fn join(&self, request: JoinRequest) -> Result<Admission, JoinError> {
        let JoinRequest {
            room,
            visit,
            friends,
            origin,
        } = request;
        self.open(&room).await?;
        let now_ms = self.inner.shared.clock.now_ms();
        let (index, epoch) = match self.reserve(now_ms, &room, visit.identity, &friends) {
            Ok(reserved) => reserved,
            Err(error) => {
                self.inner.forget_unused(&room).await;
                return Err(error);
            }
        };
        let instance = InstanceId { room, index };
        let issued_ms = self.inner.shared.host.now_ms();
        let nonce = self.inner.shared.nonce();
        let tickets = &self.inner.shared.tickets;
        Ok(Admission {
            ticket: tickets.issue(issued_ms, nonce, &instance, visit, &origin),
            instance,
            epoch,
            expires_ms: issued_ms + TICKET_TTL_MS,
        })
    }

    fn reserve(
        &self,
        now_ms: u64,
        room: &RoomId,
        identity: Identity,
        friends: &[Uuid],
    ) -> Result<(u16, u64), JoinError> {
        let mut rooms = lock(&self.inner.rooms);
        // The room was opened a moment ago; if it has closed since, the visitor tries again.
        let open = rooms.get_mut(room).ok_or(JoinError::Full)?;
        if open.options.banned.contains(&identity) {
            return Err(JoinError::Banned);
        }
        let is_running = |(_, instance): &(&u16, &Instance)| !instance.commands.is_closed();
        let candidates: Vec<Candidate> = open
            .instances
            .iter()
            .filter(is_running)
            .map(|(index, instance)| {
                let mut roster = lock(&instance.roster);
                Candidate {
                    index: *index,
                    taken: roster.taken_for(now_ms, identity),
                    has_friend: roster.has_any_of(friends),
                    has_visitor: roster.holds(identity),
                }
            })
            .collect();
        let capacity = usize::from(open.options.capacity);
        let index = choose(&candidates, capacity).ok_or(JoinError::Full)?;
        let instance = self.instance(room, open, index);
        lock(&instance.roster).reserve(identity, now_ms + TICKET_TTL_MS);
        Ok((index, open.epoch))
    }

    /// Makes sure that the room is registered: claims it and asks the kernel for its options.
    async fn open(&self, room: &RoomId) -> Result<(), JoinError> {
        if lock(&self.inner.rooms).contains_key(room) {
            return Ok(());
        }
        let epoch = match self.inner.ownership.claim(room).await {
            Claim::Here { epoch } => epoch,
            Claim::Elsewhere { address } => return Err(JoinError::Elsewhere { address }),
        };
        let mut options = match self.inner.shared.host.room_options(room).await {
            Ok(options) => options,
            Err(refused) => {
                self.inner.ownership.release(room, epoch).await;
                return Err(refused.into());
            }
        };
        options.capacity = options.capacity.clamp(1, RoomOptions::MAX_CAPACITY);
        let is_new = {
            let mut rooms = lock(&self.inner.rooms);
            let is_new = !rooms.contains_key(room);
            rooms.entry(room.clone()).or_insert_with(|| OpenRoom {
                options: options.clone(),
                epoch,
                instances: BTreeMap::new(),
            });
            is_new
        };
        if is_new {
            self.inner.shared.host.on_open(room, &options);
        }
        Ok(())
    }

    /// The running instance with this index, started if necessary.
    fn instance(&self, room: &RoomId, open: &mut OpenRoom, index: u16) -> Instance {
        let running = open.instances.get(&index);
        if let Some(instance) = running.filter(|instance| !instance.commands.is_closed()) {
            return instance.clone();
        }
        let id = InstanceId {
            room: room.clone(),
            index,
        };
        let (commands, receiver) = mpsc::channel(COMMAND_QUEUE);
        let roster = SharedRoster::default();
        let policy = self.inner.shared.host.chat_policy(room);
        let task = RoomTask::new(
            id.clone(),
            Room::new(index, open.options.clone(), policy),
            Arc::clone(&self.inner.shared),
            Arc::clone(&roster),
            receiver,
        );
        let supervised = supervise(Arc::downgrade(&self.inner), id, Arc::clone(&roster), task);
        let instance = Instance { commands, roster };
        open.instances.insert(index, instance.clone());
        self.inner.executor.spawn(supervised);
        instance
    }

    /// Admits a connection with a ticket or a resume token.
    pub(crate) async fn enter(
        &self,
        token: &str,
        origin: &Arc<str>,
        room: Option<&RoomId>,
        last_chat: u32,
        outbox: Arc<dyn Outbox>,
    ) -> Result<Membership, EntryError> {
        let shared = &self.inner.shared;
        let claims = shared
            .tickets
            .redeem(shared.host.now_ms(), token, origin, room)?;
        let room = &claims.instance.room;
        let changes = self.inner.changes.load(Ordering::Acquire);
        let profile = shared.host.profile(room, claims.visit).await;
        let profile = profile.map_err(JoinError::from)?;
        for _ in 0..ENTRY_ATTEMPTS {
            self.open(room).await?;
            let outbox = Arc::clone(&outbox);
            let entry = self.entry(&claims, profile.clone(), last_chat);
            let link = Link {
                outbox,
                visit: claims.visit,
                origin: Arc::clone(origin),
                session: shared.nonce(),
            };
            if let Some(entered) = self.try_enter(&claims.instance, entry, link).await {
                let membership = entered?;
                // A fact can have changed after the profile was read and before the visitor was a member.
                if self.inner.changes.load(Ordering::Acquire) != changes {
                    // Boxed, because it is rare and would enlarge the task of every connection.
                    Box::pin(self.refresh(room, claims.visit.identity)).await;
                }
                return Ok(membership);
            }
        }
        Err(EntryError::Closed)
    }

    fn entry(&self, claims: &Claims, profile: Profile, last_chat: u32) -> Entry {
        let pose: Option<Pose> = match claims.kind {
            TokenKind::Ticket => None,
            TokenKind::Resume(pose) => Some(pose),
        };
        Entry {
            connection: self.inner.last_connection.fetch_add(1, Ordering::Relaxed) + 1,
            identity: claims.visit.identity,
            profile,
            is_resume: pose.is_some(),
            last_chat,
            pose,
        }
    }

    /// `None` if the instance has closed.
    async fn try_enter(
        &self,
        id: &InstanceId,
        entry: Entry,
        link: Link,
    ) -> Option<Result<Membership, JoinRefusal>> {
        let commands = {
            let mut rooms = lock(&self.inner.rooms);
            let open = rooms.get_mut(&id.room)?;
            self.instance(&id.room, open, id.index).commands
        };
        let connection = entry.connection;
        let (reply, answer) = oneshot::channel();
        let join = Command::Join {
            entry: Box::new(entry),
            link,
            reply,
        };
        commands.send(join).await.ok()?;
        let result = answer.await.ok()?;
        Some(result.map(|()| Membership {
            connection,
            commands,
        }))
    }
}

/// Runs a room's task, counts its panic, and removes the instance from the registry.
async fn supervise(
    inner: std::sync::Weak<Inner>,
    id: InstanceId,
    roster: SharedRoster,
    task: RoomTask,
) {
    let result = tokio::spawn(task.run()).await;
    let Some(inner) = inner.upgrade() else {
        return;
    };
    if result.is_err_and(|error| error.is_panic()) {
        inner.emit_failed(&id, &roster);
        inner.shared.panics.fetch_add(1, Ordering::Relaxed);
        tracing::error!(room = %id.room, instance = id.index, "the task of a room ended with a panic");
    }
    inner.forget_unused(&id.room).await;
}

impl Inner {
    /// Tells the host that the members of an instance left it, which its task can no longer do after a panic. How long
    /// they stayed is lost with the task.
    fn emit_failed(&self, id: &InstanceId, roster: &SharedRoster) {
        let members = std::mem::take(&mut lock(roster).members);
        let host = &self.shared.host;
        for identity in members.into_keys() {
            let event = RoomEvent::Left {
                identity,
                cause: LeaveCause::Kicked(KickCode::RoomFailed),
                stayed_ms: 0,
            };
            host.on_event(id, self.shared.clock.now_ms(), event);
        }
    }

    /// Removes closed instances of a room, and the room if it has no others.
    async fn forget_unused(&self, room: &RoomId) {
        let closed_epoch = {
            let mut rooms = lock(&self.rooms);
            let Some(open) = rooms.get_mut(room) else {
                return;
            };
            let instances = &mut open.instances;
            instances.retain(|_, instance| !instance.commands.is_closed());
            let epoch = open.epoch;
            let is_unused = open.instances.is_empty();
            is_unused.then(|| rooms.remove(room)).map(|_| epoch)
        };
        if let Some(epoch) = closed_epoch {
            self.ownership.release(room, epoch).await;
        }
    }
}
