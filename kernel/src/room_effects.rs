//! Effects on the rooms that are running, executed after the commit that caused them.
//!
//! A room lives in memory, so an effect is not stored: if the process ends before it is executed, the rooms have ended
//! too, and everybody who returns is admitted with the committed facts.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::JoinSet;
use uuid::Uuid;
use witverse_rooms::hub::{Hub, Refreshed};
use witverse_rooms::{Identity, InstanceId, RoomId};

/// How many people are refreshed at the same time. Refreshes of one person keep their order.
const WORKERS: usize = 4;
/// How often a refresh is tried while the room's plugin or the database is unavailable, and the pause between.
const TRIES: usize = 3;
const PAUSE: Duration = Duration::from_millis(500);

/// One effect.
#[derive(Clone, Debug)]
pub enum RoomEffect {
    /// An event to everybody in the room.
    Broadcast {
        room: RoomId,
        topic: String,
        json: Bytes,
    },
    Kick {
        room: RoomId,
        account: Uuid,
        reason: String,
    },
    Close {
        room: RoomId,
        reason: String,
    },
    /// Closes the copies of rooms for a trial that has ended.
    CloseCopies {
        trial: String,
    },
    /// Replaces the shared state of an instance if its version is `expected`.
    SetState {
        instance: InstanceId,
        expected: u64,
        json: Bytes,
    },
    /// An effect of the game of the room; without effect if the room has another game by then.
    OfGame {
        game: String,
        effect: Box<Self>,
    },
    /// Asks the room's plugin again about the room and everybody in it.
    RefreshRoom(RoomId),
    /// Asks again about a person in every room that they are in, or only in those of one plugin.
    RefreshPerson {
        account: Uuid,
        plugin: Option<String>,
    },
    /// Reads the blocks and mutes of a person again.
    RefreshRelations(Uuid),
}

/// The running rooms, and the queue of the effects on them. Clones share both.
#[derive(Clone)]
pub struct RoomEffects {
    hub: Arc<Mutex<Option<Hub>>>,
    queue: UnboundedSender<RoomEffect>,
    receiver: Arc<tokio::sync::Mutex<UnboundedReceiver<RoomEffect>>>,
}

impl Default for RoomEffects {
    fn default() -> Self {
        let (queue, receiver) = unbounded_channel();
        Self {
            hub: Arc::default(),
            queue,
            receiver: Arc::new(tokio::sync::Mutex::new(receiver)),
        }
    }
}

impl RoomEffects {
    /// The rooms exist from now on.
    pub fn start(&self, hub: Hub) {
        self.put_hub(Some(hub));
    }

    /// The rooms have ended. They refer to the kernel, which refers to this value.
    pub fn end(&self) {
        self.put_hub(None);
    }

    /// The running rooms; `None` before the start and after the end of the kernel.
    #[must_use]
    pub fn hub(&self) -> Option<Hub> {
        lock(&self.hub).clone()
    }

    fn put_hub(&self, hub: Option<Hub>) {
        *lock(&self.hub) = hub;
    }

    /// Queues an effect; call it after the commit.
    pub fn queue(&self, effect: RoomEffect) {
        // It fails only if the receiver was dropped, and this value holds it.
        let _ = self.queue.send(effect);
    }

    /// Executes effects in their order until the kernel stops.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut receiver = self.receiver.lock().await;
        let mut refreshes = Refreshes::default();
        while !*stop.borrow() {
            tokio::select! {
                effect = receiver.recv() => match (effect, self.hub()) {
                    (Some(effect), Some(hub)) => execute(&hub, &mut refreshes, effect).await,
                    // Without rooms there is nothing to change.
                    (Some(_), None) => {}
                    (None, _) => break,
                },
                _ = stop.changed() => {}
            }
        }
        self.end();
    }
}

impl RoomEffect {
    /// The effect without the condition of a game; `None` if the condition does not hold.
    fn permitted(self, hub: &Hub) -> Option<Self> {
        let Self::OfGame { game, effect } = self else {
            return Some(self);
        };
        let room = match &*effect {
            Self::Broadcast { room, .. } => room,
            Self::SetState { instance, .. } => &instance.room,
            // A game has no other effects.
            _ => return None,
        };
        let is_game = hub.game_of(room).as_deref() == Some(&*game);
        is_game.then_some(*effect)
    }
}

async fn execute(hub: &Hub, refreshes: &mut Refreshes, effect: RoomEffect) {
    let Some(effect) = effect.permitted(hub) else {
        return;
    };
    hub.note_change();
    match effect {
        // Unwrapped above; conditions are not nested.
        RoomEffect::OfGame { .. } => {}
        RoomEffect::Broadcast { room, topic, json } => {
            if let Err(error) = hub.broadcast(&room, None, &topic, json).await {
                tracing::error!(%room, %error, "an event was not sent to a room");
            }
        }
        RoomEffect::Kick {
            room,
            account,
            reason,
        } => {
            hub.kick(&room, Identity::User(account), &reason).await;
        }
        RoomEffect::Close { room, reason } => hub.close(&room, &reason).await,
        RoomEffect::CloseCopies { trial } => {
            let end = format!(":{trial}");
            let rooms = hub.rooms().into_iter();
            for copy in rooms.filter(|room| room.as_str().ends_with(&end)) {
                hub.close(&copy, "").await;
            }
        }
        RoomEffect::SetState {
            instance,
            expected,
            json,
        } => {
            // A concurrent change came first. The state is a copy of what the plugin stores.
            if let Err(error) = hub.set_state(&instance, expected, json).await {
                tracing::debug!(room = %instance.room, %error, "the state of a room was not replaced");
            }
        }
        RoomEffect::RefreshRoom(room) => {
            if hub.refresh_layout(&room).await == Refreshed::Unavailable {
                tracing::warn!(%room, "the layout of a room was not refreshed");
            }
            for member in hub.members_of(&room) {
                refreshes.queue(hub, member, Refresh::Facts(room.clone()));
            }
        }
        RoomEffect::RefreshPerson { account, plugin } => {
            let member = Identity::User(account);
            let is_of_plugin = |room: &RoomId| match (&plugin, room.as_str().split_once(':')) {
                (None, _) => true,
                (Some(plugin), Some((owner, _))) => owner == plugin,
                (Some(_), None) => false,
            };
            for room in hub.rooms_of(member).into_iter().filter(is_of_plugin) {
                refreshes.queue(hub, member, Refresh::Facts(room));
            }
        }
        RoomEffect::RefreshRelations(account) => {
            refreshes.queue(hub, Identity::User(account), Refresh::Relations);
        }
    }
}

/// What is asked again about a member.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Refresh {
    Facts(RoomId),
    Relations,
}

type Item = (Identity, Refresh);

/// The refreshes that have not begun. One of them also covers the changes that come before it begins, so the queues do not
/// grow with the number of changes.
type Waiting = Arc<Mutex<HashSet<Item>>>;

/// The workers that ask about members. They end with this value.
#[derive(Default)]
struct Refreshes {
    waiting: Waiting,
    queues: Vec<UnboundedSender<Item>>,
    workers: JoinSet<()>,
}

impl Refreshes {
    fn queue(&mut self, hub: &Hub, member: Identity, refresh: Refresh) {
        while self.queues.len() < WORKERS {
            let (queue, receiver) = unbounded_channel();
            let waiting = self.waiting.clone();
            self.workers.spawn(work(hub.clone(), waiting, receiver));
            self.queues.push(queue);
        }
        let at = member.id().as_u128() % (WORKERS as u128);
        let queue = usize::try_from(at).ok().and_then(|at| self.queues.get(at));
        let item = (member, refresh);
        if let Some(queue) = queue
            && lock(&self.waiting).insert(item.clone())
        {
            let _ = queue.send(item);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn work(hub: Hub, waiting: Waiting, mut receiver: UnboundedReceiver<Item>) {
    while let Some(item) = receiver.recv().await {
        lock(&waiting).remove(&item);
        let (member, refresh) = item;
        for _ in 0..TRIES {
            let result = match &refresh {
                Refresh::Facts(room) => hub.refresh(room, member).await,
                Refresh::Relations => hub.refresh_relations(member).await,
            };
            match result {
                Refreshed::Done => break,
                Refreshed::Unavailable => tokio::time::sleep(PAUSE).await,
            }
        }
    }
}
