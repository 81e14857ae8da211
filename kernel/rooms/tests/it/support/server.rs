//! The test's kernel, and a TCP listener that hands every connection to the hub.

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use futures::future::BoxFuture;
use tokio::net::{TcpListener, TcpSocket};
use tokio::time::Instant;
use uuid::Uuid;
use witverse_rooms::hub::{AdmissionError, Hub, InProcess, JoinRequest, RoomHost};
use witverse_rooms::room::{
    ChatPolicy, ChatVerdict, Permissions, Profile, Relations, RoomEvent, RoomOptions,
};
use witverse_rooms::socket::{SocketRequest, serve};
use witverse_rooms::{Identity, InstanceId, RoomId, Visit};

use super::Random;

pub(crate) const ORIGIN: &str = "https://witverse.example";
const KEY: [u8; 32] = [5; 32];
const START_MS: u64 = 1_700_000_000_000;

pub(crate) fn user(n: u128) -> Identity {
    Identity::User(Uuid::from_u128(n))
}

/// A visit with a login of its own.
pub(crate) fn visit(identity: Identity) -> Visit {
    Visit {
        identity,
        login: identity.id(),
    }
}

/// Admits everybody, and remembers events.
pub(crate) struct TestHost {
    pub(crate) options: Mutex<RoomOptions>,
    pub(crate) refused: Mutex<HashMap<Identity, String>>,
    /// Login sessions that have ended.
    pub(crate) ended: Mutex<HashSet<Uuid>>,
    pub(crate) events: Mutex<Vec<RoomEvent>>,
    /// Runs once, after the next profile was read and before its visitor is a member.
    pub(crate) after_profile: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    random: Mutex<Random>,
    start: Instant,
    start_ms: u64,
}

/// Ends the room's task on one word.
struct PanicOnWord;

impl ChatPolicy for PanicOnWord {
    fn check(&self, _sender: Identity, text: &str) -> ChatVerdict {
        assert_ne!(text, "panic", "the test asked for a panic");
        ChatVerdict::Allow
    }
}

impl TestHost {
    /// `start_ms` after the first start of the process, to play a restart.
    fn starting_at(after_ms: u64) -> Self {
        Self {
            options: Mutex::default(),
            refused: Mutex::default(),
            ended: Mutex::default(),
            events: Mutex::default(),
            after_profile: Mutex::default(),
            random: Mutex::new(Random(after_ms)),
            start: Instant::now(),
            start_ms: START_MS + after_ms,
        }
    }
}

impl RoomHost for TestHost {
    fn room_options<'a>(
        &'a self,
        _room: &'a RoomId,
    ) -> BoxFuture<'a, Result<RoomOptions, AdmissionError>> {
        let options = self.options.lock().expect("not poisoned").clone();
        Box::pin(std::future::ready(Ok(options)))
    }

    fn profile<'a>(
        &'a self,
        _room: &'a RoomId,
        Visit { identity, login }: Visit,
    ) -> BoxFuture<'a, Result<Profile, AdmissionError>> {
        let refused = self
            .refused
            .lock()
            .expect("not poisoned")
            .get(&identity)
            .cloned();
        let has_ended = self.ended.lock().expect("not poisoned").contains(&login);
        let refused = refused.or(has_ended.then(|| "logged out".to_owned()));
        let result = match refused {
            Some(reason) => Err(AdmissionError::Refused { reason }),
            None => Ok(Profile {
                name: format!("person {}", identity.id().as_u128()),
                look: Bytes::from_static(b"{}"),
                permissions: Permissions {
                    may_chat: true,
                    may_interact: true,
                    is_moderator: false,
                },
                relations: Relations::default(),
            }),
        };
        let after = self.after_profile.lock().expect("not poisoned").take();
        if let Some(after) = after {
            after();
        }
        Box::pin(std::future::ready(result))
    }

    fn relations(&self, _identity: Identity) -> BoxFuture<'_, Result<Relations, AdmissionError>> {
        Box::pin(std::future::ready(Ok(Relations::default())))
    }

    fn chat_policy(&self, _room: &RoomId) -> Arc<dyn ChatPolicy> {
        Arc::new(PanicOnWord)
    }

    fn on_event(&self, _instance: &InstanceId, _at_ms: u64, event: RoomEvent) {
        self.events.lock().expect("not poisoned").push(event);
    }

    fn now_ms(&self) -> u64 {
        let elapsed = self.start.elapsed().as_millis();
        self.start_ms + u64::try_from(elapsed).expect("short")
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        let mut random = self.random.lock().expect("not poisoned");
        bytes.copy_from_slice(&random.bytes(bytes.len()));
    }
}

/// A hub, and optionally its listener.
pub(crate) struct Server {
    pub(crate) hub: Hub,
    pub(crate) host: Arc<TestHost>,
    pub(crate) room: RoomId,
    pub(crate) address: Option<SocketAddr>,
}

impl Server {
    pub(crate) fn without_listener() -> Self {
        Self::after(0)
    }

    /// A process that started `after_ms` later, with the same key.
    pub(crate) fn after(after_ms: u64) -> Self {
        let host = Arc::new(TestHost::starting_at(after_ms));
        let hub = Hub::new(
            host.clone(),
            Arc::new(InProcess::default()),
            KEY,
            tokio::runtime::Handle::current(),
        );
        Self {
            hub,
            host,
            room: RoomId::parse("plaza").expect("valid"),
            address: None,
        }
    }

    pub(crate) fn listen(mut self) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        // Accepted sockets inherit it: a slow reader is noticed after little data.
        socket.set_send_buffer_size(8 * 1024).expect("an option");
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        socket.bind(any).expect("a free port");
        let listener = socket.listen(64).expect("a listener");
        self.address = Some(listener.local_addr().expect("an address"));
        tokio::spawn(accept(listener, self.hub.clone()));
        self
    }

    pub(crate) async fn ticket(&self, n: u128) -> String {
        let request = JoinRequest {
            room: self.room.clone(),
            visit: visit(user(n)),
            friends: Vec::new(),
            origin: ORIGIN.to_owned(),
        };
        self.hub.join(request).await.expect("admitted").ticket
    }

    pub(crate) fn event_count(&self, is_wanted: impl Fn(&RoomEvent) -> bool) -> usize {
        let events = self.host.events.lock().expect("not poisoned");
        events.iter().filter(|event| is_wanted(event)).count()
    }
}

async fn accept(listener: TcpListener, hub: Hub) {
    while let Ok((stream, _)) = listener.accept().await {
        let hub = hub.clone();
        tokio::spawn(async move {
            stream.set_nodelay(true).expect("an option");
            let request = SocketRequest {
                origin: ORIGIN.to_owned(),
                room: None,
                leftover: Bytes::new(),
            };
            serve(&hub, stream, request).await;
        });
    }
}
