//! Many clients of one process, which move 20 times a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};
use witverse_rooms::protocol::{ClientMessage, PROTOCOL_VERSION, ServerMessage};

use super::server::{Kernel, address_of, room};
use super::socket::{Frame, Socket};
use super::walk::{SendTimes, Walk};
use crate::program::process_cpu;

pub(super) const MOVE_EVERY: Duration = Duration::from_millis(50);

/// What the clients of a crowd have counted while it was measured.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) is_measured: AtomicBool,
    pub(super) updates: AtomicU64,
    pub(super) moves: AtomicU64,
    /// Connections that have ended.
    pub(super) ended: AtomicU64,
}

/// A measured crowd.
pub(super) struct Measured {
    pub(super) updates_per_cpu_second: f64,
    pub(super) updates_per_second: f64,
    pub(super) cpu_share: f64,
    /// The way of a move from one client to another, in milliseconds, ascending.
    pub(super) delays_ms: Vec<f64>,
}

impl Measured {
    pub(super) fn delay(&self, share: f64) -> f64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an index of the list"
        )]
        let at = (self.delays_ms.len().saturating_sub(1) as f64 * share) as usize;
        self.delays_ms.get(at).copied().unwrap_or(f64::NAN)
    }
}

/// Measures a crowd for `seconds` while `process` serves it.
pub(super) async fn measure(counts: &Counts, process: u32, seconds: u64) -> Measured {
    let (cpu, start) = (process_cpu(process), Instant::now());
    counts.is_measured.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    counts.is_measured.store(false, Ordering::Relaxed);
    let (used, elapsed) = (process_cpu(process) - cpu, start.elapsed().as_secs_f64());
    let updates = counts.updates.load(Ordering::Relaxed) as f64;
    Measured {
        updates_per_cpu_second: updates / used,
        updates_per_second: updates / elapsed,
        cpu_share: used / elapsed,
        delays_ms: Vec::new(),
    }
}

/// A crowd in rooms of the kernel.
pub(super) struct Crowd {
    pub(super) counts: Arc<Counts>,
    start: Instant,
    clients: JoinSet<Vec<u32>>,
    stop: tokio::sync::watch::Sender<bool>,
}

impl Crowd {
    /// Fills `rooms` rooms with `people` clients each. Only the first room is timed: lanes are unique in a room.
    ///
    /// # Errors
    /// A refused ticket, a lost connection.
    pub(super) async fn enter(
        kernel: &Kernel,
        people: usize,
        rooms: usize,
    ) -> std::io::Result<Self> {
        let (stop, stopped) = tokio::sync::watch::channel(false);
        let mut crowd = Self {
            counts: Arc::default(),
            start: Instant::now(),
            clients: JoinSet::new(),
            stop,
        };
        let times = Arc::new(SendTimes::default());
        for visitor in 0..people * rooms {
            let number = visitor / people;
            let ticket = kernel.ticket(&room(people, number), visitor).await?;
            let mut socket =
                Socket::connect(kernel.address, address_of(visitor), "/api/rooms/socket").await?;
            let hello = ClientMessage::Hello {
                version: PROTOCOL_VERSION,
                ticket,
                last_chat: 0,
            };
            socket.send(&hello.encode()).await?;
            let lane = u16::try_from(visitor % people).map_err(std::io::Error::other)?;
            let client = CrowdClient {
                socket,
                walk: Walk::new(lane),
                sequence: 0,
                ack_tick: 0,
                correction: 0,
                is_inside: false,
                start: crowd.start,
                times: (number == 0).then(|| times.clone()),
                delays: Vec::new(),
                counts: crowd.counts.clone(),
            };
            crowd.clients.spawn(client.run(stopped.clone()));
        }
        Ok(crowd)
    }

    /// Ends all connections; the measured delays in milliseconds, ascending.
    pub(super) async fn leave(mut self) -> Vec<f64> {
        let _ = self.stop.send(true);
        let mut delays = Vec::new();
        while let Some(client) = self.clients.join_next().await {
            delays.extend(
                client
                    .unwrap_or_default()
                    .into_iter()
                    .map(|us| f64::from(us) / 1e3),
            );
        }
        delays.sort_by(f64::total_cmp);
        delays
    }
}

struct CrowdClient {
    socket: Socket,
    walk: Walk,
    sequence: u16,
    ack_tick: u32,
    correction: u8,
    is_inside: bool,
    start: Instant,
    /// Set in the room that is timed.
    times: Option<Arc<SendTimes>>,
    delays: Vec<u32>,
    counts: Arc<Counts>,
}

impl CrowdClient {
    /// Moves and reads until the connection ends or the crowd stops; the delays of the moves that it saw.
    async fn run(mut self, mut stopped: tokio::sync::watch::Receiver<bool>) -> Vec<u32> {
        let mut moves = interval(MOVE_EVERY);
        moves.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            let is_open = tokio::select! {
                read = self.socket.fill() => read.unwrap_or(false) && self.read(),
                _ = moves.tick() => self.walk_on().await,
                _ = stopped.changed() => return self.delays,
            };
            if !is_open {
                self.counts.ended.fetch_add(1, Ordering::Relaxed);
                return self.delays;
            }
        }
    }

    fn now_us(&self) -> u32 {
        // Wraps after 71 minutes; a benchmark is shorter.
        u32::try_from(self.start.elapsed().as_micros()).unwrap_or(u32::MAX)
    }

    async fn walk_on(&mut self) -> bool {
        if !self.is_inside {
            return true;
        }
        let pose = self.walk.next();
        self.sequence = self.sequence.wrapping_add(1);
        let message = ClientMessage::Move {
            sequence: self.sequence,
            ack_tick: self.ack_tick,
            correction: self.correction,
            pose,
        };
        if let Some(times) = &self.times {
            times.note(&pose, self.now_us());
        }
        if self.counts.is_measured.load(Ordering::Relaxed) {
            self.counts.moves.fetch_add(1, Ordering::Relaxed);
        }
        self.socket.send(&message.encode()).await.is_ok()
    }

    fn read(&mut self) -> bool {
        while let Some(frame) = self.socket.next() {
            let Frame::Binary(payload) = frame else {
                return false;
            };
            let Ok(message) = ServerMessage::decode(&payload) else {
                return false;
            };
            match message {
                ServerMessage::Welcome(welcome) => {
                    self.correction = welcome.correction;
                    self.is_inside = true;
                }
                ServerMessage::Full { tick, .. } => self.ack_tick = tick,
                ServerMessage::Nack { correction, .. }
                | ServerMessage::Moved { correction, .. } => {
                    self.correction = correction;
                }
                ServerMessage::Snap { tick, moved } => {
                    self.ack_tick = tick;
                    if self.counts.is_measured.load(Ordering::Relaxed) {
                        let updates = u64::try_from(moved.len()).unwrap_or_default();
                        self.counts.updates.fetch_add(updates, Ordering::Relaxed);
                        // One mover of each snapshot is timed, another one each time.
                        let timed = moved.get(usize::from(self.sequence) % moved.len().max(1));
                        if let (Some(times), Some((_, pose))) = (&self.times, timed)
                            && let Some(sent) = times.of(pose)
                        {
                            self.delays.push(self.now_us().saturating_sub(sent));
                        }
                    }
                }
                ServerMessage::Kick { .. } => return false,
                _ => {}
            }
        }
        true
    }
}
