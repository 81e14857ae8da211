//! `cargo xtask soak rooms`: 1,000 connections in 50 rooms for ten minutes, with drops, slow readers, forged and used
//! tickets, and rubbish. Nobody may lose or repeat a message, nobody else may be cut off, and memory must not grow.

mod hostile;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};
use witverse_rooms::protocol::{ClientMessage, PROTOCOL_VERSION, ServerMessage};

use self::hostile::Hostile;
use super::server::{Kernel, address_of, room};
use super::socket::{Frame, Socket};
use super::walk::Walk;
use crate::program::resident_kib;

const MOVE_EVERY: Duration = Duration::from_millis(100);
const CHAT_EVERY: Duration = Duration::from_secs(2);
/// What memory may grow by between the first minute and the end.
const GROWTH_SHARE: f64 = 1.1;
const GROWTH_KIB: f64 = 16.0 * 1024.0;

/// The size of the suite.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub rooms: usize,
    /// People in a room, at least 5.
    pub people: usize,
    pub duration: Duration,
    /// Invalid frames in all.
    pub rubbish: u64,
    pub seed: u64,
}

impl Plan {
    /// The suite's own size.
    #[must_use]
    pub fn long(seed: u64) -> Self {
        Self {
            rooms: 50,
            people: 20,
            duration: Duration::from_secs(600),
            rubbish: 100_000,
            seed,
        }
    }
}

/// The behaviour of one visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Says a number every two seconds.
    Speaker,
    Walker,
    /// Loses the connection every 10 to 20 s, for at most 8 s.
    Dropper,
    /// Stops reading for 15 s every 30 s.
    SlowReader,
    /// Sends frames that no client sends, and tickets that are used or forged.
    Hostile,
}

impl Role {
    fn of(index: usize, people: usize) -> Self {
        match people - index {
            _ if index == 0 => Self::Speaker,
            1 => Self::Hostile,
            2 => Self::SlowReader,
            3 | 4 => Self::Dropper,
            _ => Self::Walker,
        }
    }
}

/// What all clients share.
struct Shared {
    kernel: Kernel,
    plan: Plan,
    is_over: AtomicBool,
    /// No more chat; readers may finish reading.
    is_silent: AtomicBool,
    /// The newest number that was said and accepted, by room.
    said: Vec<AtomicU32>,
    rubbish: AtomicU64,
    drops: AtomicU64,
    resumed: AtomicU64,
    /// Returns that found no place any more.
    renewed: AtomicU64,
    overflows: AtomicU64,
    refused_tickets: AtomicU64,
    received: AtomicU64,
}

impl Shared {
    fn hostile(&self, visitor: usize) -> Hostile<'_> {
        let plan = self.plan;
        Hostile {
            kernel: &self.kernel,
            room: room(plan.people, plan.rooms + visitor / plan.people),
            visitor,
            share: plan.rubbish / u64::try_from(plan.rooms).unwrap_or(1) + 1,
            is_over: &self.is_over,
            frames_sent: &self.rubbish,
            tickets_refused: &self.refused_tickets,
        }
    }
}

/// Runs the suite; the error describes what went wrong.
///
/// # Errors
/// A lost or repeated message, a connection that was cut off without a reason, memory that grows.
pub async fn run(binary: &Path, plan: Plan) -> Result<String, String> {
    let shared = Arc::new(Shared {
        kernel: Kernel::start(binary),
        plan,
        is_over: AtomicBool::new(false),
        is_silent: AtomicBool::new(false),
        said: (0..plan.rooms).map(|_| AtomicU32::new(0)).collect(),
        rubbish: AtomicU64::new(0),
        drops: AtomicU64::new(0),
        resumed: AtomicU64::new(0),
        renewed: AtomicU64::new(0),
        overflows: AtomicU64::new(0),
        refused_tickets: AtomicU64::new(0),
        received: AtomicU64::new(0),
    });
    let process = shared.kernel.program.process();
    let mut clients = JoinSet::new();
    let started = Instant::now();
    for visitor in 0..plan.rooms * plan.people {
        let role = Role::of(visitor % plan.people, plan.people);
        let shared = shared.clone();
        let seed = plan
            .seed
            .wrapping_add(u64::try_from(visitor).unwrap_or_default());
        clients.spawn(async move {
            let mut random = StdRng::seed_from_u64(seed);
            // Everybody within the first seconds, as after an announcement.
            sleep(Duration::from_millis(random.random_range(0..10_000))).await;
            let found = match role {
                Role::Hostile => shared.hostile(visitor).run(&mut random).await,
                _ => Visit::new(&shared, visitor, role).run(&mut random).await,
            };
            found.map_err(|found| format!("visitor {visitor}, {role:?}: {found}"))
        });
    }
    let early = plan.duration.min(Duration::from_secs(60)) / 2;
    sleep(early).await;
    let before = resident_kib(process);
    sleep(plan.duration.saturating_sub(started.elapsed())).await;
    let after = resident_kib(process);
    shared.is_silent.store(true, Ordering::Relaxed);
    sleep(Duration::from_secs(35)).await;
    shared.is_over.store(true, Ordering::Relaxed);
    let mut problems = Vec::new();
    while let Some(ended) = clients.join_next().await {
        match ended {
            Ok(Ok(())) => {}
            Ok(Err(found)) => problems.push(found),
            Err(panic) => problems.push(panic.to_string()),
        }
    }
    let limit = before as f64 * GROWTH_SHARE + GROWTH_KIB;
    if after as f64 > limit {
        problems.push(format!("memory grew from {before} to {after} KiB"));
    }
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    if count(&shared.rubbish) < plan.rubbish {
        let sent = count(&shared.rubbish);
        problems.push(format!("only {sent} invalid frames were sent"));
    }
    let report = format!(
        "seed {}, {} connections, {:?}; {} messages received, {} drops, {} resumed, {} renewed, {} overflows, \
         {} invalid frames, {} tickets refused; memory {before} -> {after} KiB",
        plan.seed,
        plan.rooms * plan.people,
        plan.duration,
        count(&shared.received),
        count(&shared.drops),
        count(&shared.resumed),
        count(&shared.renewed),
        count(&shared.overflows),
        count(&shared.rubbish),
        count(&shared.refused_tickets),
    );
    if problems.is_empty() {
        return Ok(report);
    }
    let shown: Vec<_> = problems.iter().take(10).cloned().collect();
    Err(format!(
        "{} findings: {}; {report}",
        problems.len(),
        shown.join("; ")
    ))
}

/// Why a connection ended.
enum Ended {
    /// By this client.
    Over,
    Dropped,
    /// The client read too slowly.
    Overflow,
}

/// One person in a room, through all of its connections.
struct Visit<'a> {
    shared: &'a Shared,
    visitor: usize,
    room: usize,
    role: Role,
    walk: Walk,
    sequence: u16,
    ack_tick: u32,
    correction: u8,
    request: u16,
    resume_token: Option<String>,
    last_chat: u32,
    /// The newest number heard; `None` before the first one of this membership.
    heard: Option<u32>,
    /// The membership is not the first one.
    is_renewed: bool,
    /// The number that was said and is not answered yet.
    unanswered: Option<u32>,
}

impl<'a> Visit<'a> {
    fn new(shared: &'a Shared, visitor: usize, role: Role) -> Self {
        let lane = u16::try_from(visitor % shared.plan.people).unwrap_or_default();
        Self {
            shared,
            visitor,
            room: visitor / shared.plan.people,
            role,
            walk: Walk::new(lane * 20),
            sequence: 0,
            ack_tick: 0,
            correction: 0,
            request: 0,
            resume_token: None,
            last_chat: 0,
            heard: None,
            is_renewed: false,
            unanswered: None,
        }
    }

    async fn run(mut self, random: &mut StdRng) -> Result<(), String> {
        while !self.shared.is_over.load(Ordering::Relaxed) {
            match self.connect(random).await? {
                Ended::Over => break,
                Ended::Overflow => {
                    self.shared.overflows.fetch_add(1, Ordering::Relaxed);
                }
                Ended::Dropped => {
                    self.shared.drops.fetch_add(1, Ordering::Relaxed);
                    sleep(Duration::from_millis(random.random_range(200..8000))).await;
                }
            }
        }
        let said = self.shared.said[self.room].load(Ordering::Relaxed);
        let is_new_since = self.heard.is_none() && self.is_renewed;
        if self.heard != Some(said) && !is_new_since {
            return Err(format!("heard {:?} last, but {said} was said", self.heard));
        }
        Ok(())
    }

    /// One connection, to its end.
    async fn connect(&mut self, random: &mut StdRng) -> Result<Ended, String> {
        let kernel = &self.shared.kernel;
        let name = room(self.shared.plan.people, self.room);
        let ticket = match self.resume_token.take() {
            Some(token) => token,
            None => kernel
                .ticket(&name, self.visitor)
                .await
                .map_err(|error| format!("no ticket: {error}"))?,
        };
        let from = address_of(self.visitor);
        let mut socket = Socket::connect(kernel.address, from, "/api/rooms/socket")
            .await
            .map_err(|error| format!("no connection: {error}"))?;
        let hello = ClientMessage::Hello {
            version: PROTOCOL_VERSION,
            ticket,
            last_chat: self.last_chat,
        };
        let lost = |error: std::io::Error| format!("cut off: {error}");
        socket.send(&hello.encode()).await.map_err(lost)?;
        let start = Instant::now();
        let stays = match self.role {
            Role::Dropper => Duration::from_millis(random.random_range(10_000..20_000)),
            _ => Duration::MAX,
        };
        let mut moves = interval(MOVE_EVERY);
        moves.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let mut chats = interval(CHAT_EVERY);
        loop {
            if self.shared.is_over.load(Ordering::Relaxed) {
                return Ok(Ended::Over);
            }
            let is_silent = self.shared.is_silent.load(Ordering::Relaxed);
            if start.elapsed() > stays && !is_silent && self.resume_token.is_some() {
                return Ok(Ended::Dropped);
            }
            let phase = start.elapsed().as_secs() % 30;
            if self.role == Role::SlowReader && (14..29).contains(&phase) && !is_silent {
                sleep(Duration::from_millis(200)).await;
                // Its system goes on sending, so it is slow and not gone.
                if self.send_move(&mut socket).await.is_err() {
                    return Ok(Ended::Overflow);
                }
                continue;
            }
            tokio::select! {
                read = socket.fill() => match read {
                    Ok(true) => if let Some(ended) = self.read(&mut socket)? {
                        return Ok(ended);
                    },
                    Ok(false) | Err(_) if self.role == Role::SlowReader => return Ok(Ended::Overflow),
                    Ok(false) => return Err("cut off".to_owned()),
                    Err(error) => return Err(lost(error)),
                },
                _ = moves.tick() => self.send_move(&mut socket).await.map_err(lost)?,
                _ = chats.tick(), if self.role == Role::Speaker && !is_silent => {
                    self.say(&mut socket).await.map_err(lost)?;
                }
            }
        }
    }

    async fn send_move(&mut self, socket: &mut Socket) -> std::io::Result<()> {
        if self.resume_token.is_none() {
            return Ok(());
        }
        self.sequence = self.sequence.wrapping_add(1);
        let message = ClientMessage::Move {
            sequence: self.sequence,
            ack_tick: self.ack_tick,
            correction: self.correction,
            pose: self.walk.next(),
        };
        socket.send(&message.encode()).await
    }

    /// Says the next number once the one before was accepted.
    async fn say(&mut self, socket: &mut Socket) -> std::io::Result<()> {
        if self.resume_token.is_none() || self.unanswered.is_some() {
            return Ok(());
        }
        let number = self.shared.said[self.room].load(Ordering::Relaxed) + 1;
        self.unanswered = Some(number);
        self.request = self.request.wrapping_add(1).max(1);
        let message = ClientMessage::Chat {
            request: self.request,
            text: number.to_string(),
        };
        socket.send(&message.encode()).await
    }

    /// Handles everything that has arrived; some if the connection ends with it.
    fn read(&mut self, socket: &mut Socket) -> Result<Option<Ended>, String> {
        while let Some(frame) = socket.next() {
            let Frame::Binary(payload) = frame else {
                return match self.role {
                    Role::SlowReader => Ok(Some(Ended::Overflow)),
                    _ => Err("closed by the server".to_owned()),
                };
            };
            let message = ServerMessage::decode(&payload)
                .map_err(|error| format!("the server sent an invalid message: {error}"))?;
            match message {
                ServerMessage::Welcome(welcome) => {
                    self.correction = welcome.correction;
                    let was_inside = self.last_chat > 0;
                    if welcome.is_resumed {
                        self.shared.resumed.fetch_add(1, Ordering::Relaxed);
                    } else if was_inside {
                        // The place was kept for 30 s only.
                        self.shared.renewed.fetch_add(1, Ordering::Relaxed);
                        if self.role == Role::Dropper {
                            return Err("came back within 8 s and found no place".to_owned());
                        }
                    }
                    if !welcome.is_resumed {
                        (self.last_chat, self.heard) = (0, None);
                        self.is_renewed = was_inside;
                    }
                    self.walk.continue_from(&welcome.pose);
                }
                ServerMessage::Resume { token } => self.resume_token = Some(token),
                ServerMessage::Full { tick, .. } | ServerMessage::Snap { tick, .. } => {
                    self.ack_tick = tick;
                }
                ServerMessage::Nack {
                    correction, pose, ..
                }
                | ServerMessage::Moved { correction, pose } => {
                    self.correction = correction;
                    self.walk.continue_from(&pose);
                }
                ServerMessage::Chat { id, text, .. } => self.hear(id, &text)?,
                ServerMessage::Ack { .. } => {
                    if let Some(number) = self.unanswered.take() {
                        self.shared.said[self.room].store(number, Ordering::Relaxed);
                    }
                }
                ServerMessage::Error { code, .. } => return Err(format!("refused: {code:?}")),
                ServerMessage::Kick {
                    code,
                    reason,
                    is_resumable,
                } => {
                    if is_resumable && self.role == Role::SlowReader {
                        return Ok(Some(Ended::Overflow));
                    }
                    return Err(format!("removed: {code:?} {reason}"));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn hear(&mut self, id: u32, text: &str) -> Result<(), String> {
        let number: u32 = text
            .parse()
            .map_err(|_| format!("somebody else said {text:?}"))?;
        if let Some(heard) = self.heard
            && number != heard + 1
        {
            return Err(format!("heard {number} after {heard}"));
        }
        self.shared.received.fetch_add(1, Ordering::Relaxed);
        (self.heard, self.last_chat) = (Some(number), id);
        Ok(())
    }
}
