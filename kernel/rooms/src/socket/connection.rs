//! The task of one connection, from HELLO to the close frame.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::hub::{AdmissionError, Command, EntryError, Hub, JoinError, Membership};
use crate::ids::RoomId;
use crate::outbox::{Outbox, Pushed};
use crate::protocol::{ClientMessage, DecodeError, KickCode, PROTOCOL_VERSION};
use crate::room::JoinRefusal;
use crate::websocket::{self, Opcode, Parsed, close_code, frame};

use super::channel::Channel;

/// HELLO must arrive within this time.
const HELLO_TIMEOUT: Duration = Duration::from_secs(5);
/// Clients ping every 5 s. A connection without bytes for this time is closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);
/// Browsers run the timers of hidden tabs once per minute.
const AWAY_TIMEOUT: Duration = Duration::from_secs(90);
/// How long a closing connection may take to read KICK.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// More frames than this in each of two seconds in a row are a flood.
const MAX_FRAMES_PER_SECOND: u32 = 60;
/// More frames than this in one second are a flood.
const MAX_FRAMES_AT_ONCE: u32 = 600;
/// Bytes by which the read buffer grows. Messages of clients are small.
const READ_BYTES: usize = 512;

/// The close codes of a client that leaves for good: normal closure, and going away.
const CLEAN_CLOSE_CODES: [u16; 2] = [1000, 1001];

/// What the kernel knows from the upgrade request.
#[derive(Clone, Debug)]
pub struct SocketRequest {
    /// The header `Origin`.
    pub origin: String,
    /// The room in the URL, if it names one.
    pub room: Option<RoomId>,
    /// Bytes that were read after the upgrade request.
    pub leftover: Bytes,
}

/// Serves a client until its connection ends. The kernel has answered the upgrade with status 101.
pub async fn serve<S>(hub: &Hub, io: S, request: SocketRequest)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut connection = Connection {
        hub: hub.clone(),
        channel: Arc::new(Channel::new(io)),
        origin: request.origin.into(),
        room: request.room,
        membership: None,
        is_away: false,
        last_bytes: Instant::now(),
        flood: FloodGuard::starting_at(Instant::now()),
    };
    let mut buffer = BytesMut::from(request.leftover.as_ref());
    connection.run(&mut buffer).await;
}

struct Connection<S> {
    hub: Hub,
    channel: Arc<Channel<S>>,
    origin: Arc<str>,
    room: Option<RoomId>,
    membership: Option<Membership>,
    is_away: bool,
    /// When the connection began, or the newest bytes of a member.
    last_bytes: Instant,
    flood: FloodGuard,
}

/// Why the task continues.
enum Wake {
    Bytes,
    /// The socket is closed or broken.
    Ended,
    /// The room ended the connection.
    Closing,
    Timeout,
}

/// How a connection ends.
enum End {
    /// The client closed, or the server told it to; nobody resumes.
    Clean,
    /// The member can resume.
    Dropped,
}

impl<S> Connection<S>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    async fn run(&mut self, buffer: &mut BytesMut) {
        let mut timer = pin!(sleep_until(self.deadline()));
        let end = loop {
            if let Err(end) = self.take_frames(buffer).await {
                break end;
            }
            match self.wait(&mut timer, buffer).await {
                // HELLO has a deadline of its own, which other bytes do not extend.
                Wake::Bytes if self.membership.is_some() => self.last_bytes = Instant::now(),
                Wake::Bytes => {}
                Wake::Ended => return self.leave(End::Dropped).await,
                Wake::Closing => break End::Dropped,
                Wake::Timeout => {
                    let code = match self.membership {
                        Some(_) => KickCode::Idle,
                        None => KickCode::HelloTimeout,
                    };
                    break self.end(code, "");
                }
            }
        };
        // Others see at once that the member has gone, not only when its client has read KICK.
        self.leave(end).await;
        self.drain(timer, buffer).await;
    }

    /// Waits for bytes, for the room to end the connection, or for the deadline.
    async fn wait(&self, timer: &mut Pin<&mut Sleep>, buffer: &mut BytesMut) -> Wake {
        if buffer.capacity() - buffer.len() < READ_BYTES / 4 {
            buffer.reserve(READ_BYTES);
        }
        poll_fn(|cx| {
            if self.channel.is_closing() {
                return Poll::Ready(Wake::Closing);
            }
            match self.channel.poll_read(cx, buffer) {
                Poll::Ready(Ok(1..)) => return Poll::Ready(Wake::Bytes),
                Poll::Ready(Ok(0) | Err(_)) => return Poll::Ready(Wake::Ended),
                Poll::Pending => {}
            }
            // The timer is not moved with every message, only when it fires or is too late.
            let deadline = self.deadline();
            if timer.deadline() > deadline {
                timer.as_mut().reset(deadline);
            }
            while timer.as_mut().poll(cx).is_ready() {
                if deadline <= Instant::now() {
                    return Poll::Ready(Wake::Timeout);
                }
                timer.as_mut().reset(deadline);
            }
            Poll::Pending
        })
        .await
    }

    fn deadline(&self) -> Instant {
        let limit = match (&self.membership, self.is_away) {
            (None, _) => HELLO_TIMEOUT,
            (Some(_), false) => IDLE_TIMEOUT,
            (Some(_), true) => AWAY_TIMEOUT,
        };
        self.last_bytes + limit
    }

    /// Handles all whole frames in the buffer. An error ends the connection.
    async fn take_frames(&mut self, buffer: &mut BytesMut) -> Result<(), End> {
        loop {
            let parsed = match websocket::parse(buffer) {
                Ok(Some(parsed)) => parsed,
                Ok(None) => return Ok(()),
                Err(error) => return Err(self.end(KickCode::BadMessage, &error.to_string())),
            };
            if self.flood.count(Instant::now()) {
                return Err(self.end(KickCode::Flood, ""));
            }
            let result = self.take_frame(parsed, buffer).await;
            buffer.advance(parsed.end);
            result?;
        }
    }

    async fn take_frame(&mut self, parsed: Parsed, buffer: &BytesMut) -> Result<(), End> {
        let payload = &buffer[parsed.start..parsed.end];
        match parsed.opcode {
            Opcode::Binary => self.take_message(payload).await,
            Opcode::Ping => match self.channel.reply(&frame(Opcode::Pong, payload)) {
                Pushed::Overflow => Err(self.end(KickCode::Overflow, "")),
                Pushed::Accepted | Pushed::Dropped => Ok(()),
            },
            Opcode::Pong => Ok(()),
            Opcode::Close => {
                let code = close_code(payload);
                self.channel.close(code.unwrap_or(1000));
                match code.is_some_and(|code| CLEAN_CLOSE_CODES.contains(&code)) {
                    true => Err(End::Clean),
                    false => Err(End::Dropped),
                }
            }
        }
    }

    async fn take_message(&mut self, payload: &[u8]) -> Result<(), End> {
        let message = ClientMessage::decode(payload);
        let Some(Membership {
            connection,
            commands,
        }) = &self.membership
        else {
            return match message {
                Ok(ClientMessage::Hello {
                    version,
                    ticket,
                    last_chat,
                }) => self.enter(version, &ticket, last_chat).await,
                _ => Err(self.end(KickCode::BadMessage, "the first message must be HELLO")),
            };
        };
        let connection = *connection;
        let command = match message {
            Ok(message) => {
                if let ClientMessage::Away(is_away) = message {
                    self.is_away = is_away;
                }
                Command::Message {
                    connection,
                    message,
                }
            }
            Err(DecodeError::ReservedOpcode(_)) => Command::Unsupported { connection },
            Err(error) => return Err(self.end(KickCode::BadMessage, &error.to_string())),
        };
        match commands.send(command).await {
            Ok(()) => Ok(()),
            // The room's task has ended and has sent KICK, unless this connection was not known to it yet.
            Err(_) => Err(self.end(KickCode::RoomFailed, "")),
        }
    }

    async fn enter(&mut self, version: u8, ticket: &str, last_chat: u32) -> Result<(), End> {
        if version != PROTOCOL_VERSION {
            return Err(self.end(KickCode::UnsupportedVersion, ""));
        }
        let outbox: Arc<dyn Outbox> = self.channel.clone();
        let entered = self
            .hub
            .enter(ticket, &self.origin, self.room.as_ref(), last_chat, outbox)
            .await;
        match entered {
            Ok(membership) => {
                self.membership = Some(membership);
                self.last_bytes = Instant::now();
                Ok(())
            }
            Err(error) => {
                let code = refusal(&error);
                Err(self.end(code, &error.to_string()))
            }
        }
    }

    /// Tells the client why the connection ends.
    fn end(&self, code: KickCode, reason: &str) -> End {
        self.channel.finish(code, reason);
        match code.is_resumable() {
            true => End::Dropped,
            false => End::Clean,
        }
    }

    /// Lets the client read what is written, and discards what it sends: a socket that is closed with unread bytes is
    /// reset, and the client could lose KICK.
    async fn drain(&self, mut timer: Pin<&mut Sleep>, buffer: &mut BytesMut) {
        timer.as_mut().reset(Instant::now() + CLOSE_TIMEOUT);
        loop {
            buffer.clear();
            buffer.reserve(READ_BYTES);
            let read = poll_fn(|cx| match self.channel.poll_read(cx, buffer) {
                Poll::Ready(read) => Poll::Ready(read.ok()),
                Poll::Pending => timer.as_mut().poll(cx).map(|()| None),
            });
            match read.await {
                Some(1..) if !timer.is_elapsed() => {}
                _ => return,
            }
        }
    }

    async fn leave(&mut self, end: End) {
        if let Some(membership) = self.membership.take() {
            let disconnect = Command::Disconnect {
                connection: membership.connection,
                is_clean: matches!(end, End::Clean),
            };
            let _ = membership.commands.send(disconnect).await;
        }
    }
}

/// Also reports the end to the room if the task is cancelled, unless the room's queue is full.
impl<S> Drop for Connection<S> {
    fn drop(&mut self) {
        if let Some(membership) = &self.membership {
            let _ = membership.commands.try_send(Command::Disconnect {
                connection: membership.connection,
                is_clean: false,
            });
        }
    }
}

fn refusal(error: &EntryError) -> KickCode {
    match error {
        EntryError::Ticket(_) => KickCode::Ticket,
        EntryError::Join(JoinError::Elsewhere { .. }) => KickCode::ServerRestart,
        EntryError::Join(JoinError::Refused(error)) => match error {
            AdmissionError::Refused { .. } => KickCode::Refused,
            AdmissionError::UnknownRoom => KickCode::RoomClosed,
            AdmissionError::Unavailable => KickCode::RoomFailed,
        },
        EntryError::Join(JoinError::Banned) | EntryError::Room(JoinRefusal::Banned) => {
            KickCode::Banned
        }
        EntryError::Join(JoinError::Full) | EntryError::Room(JoinRefusal::Full) => {
            KickCode::RoomFull
        }
        EntryError::Room(JoinRefusal::InvalidProfile) => KickCode::Refused,
        EntryError::Closed => KickCode::RoomFailed,
    }
}

/// Counts frames per second.
struct FloodGuard {
    second: Instant,
    frames: u32,
    was_over: bool,
}

impl FloodGuard {
    fn starting_at(now: Instant) -> Self {
        Self {
            second: now,
            frames: 0,
            was_over: false,
        }
    }

    /// Counts a frame. True if it is a flood.
    fn count(&mut self, now: Instant) -> bool {
        let elapsed = now - self.second;
        if elapsed >= Duration::from_secs(1) {
            let is_next = elapsed < Duration::from_secs(2);
            self.was_over = is_next && self.frames > MAX_FRAMES_PER_SECOND;
            self.second = now;
            self.frames = 0;
        }
        self.frames += 1;
        let is_over = self.frames > MAX_FRAMES_PER_SECOND;
        self.frames > MAX_FRAMES_AT_ONCE || (is_over && self.was_over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends frames at a steady rate; returns whether it counted as a flood.
    fn is_flood(per_second: u32, seconds: u32) -> bool {
        let start = Instant::now();
        let mut guard = FloodGuard::starting_at(start);
        (0..per_second * seconds)
            .any(|n| guard.count(start + Duration::from_secs(1) * n / per_second))
    }

    #[test]
    fn a_flood_lasts_longer_than_a_second_or_is_very_large() {
        assert!(!is_flood(60, 10));
        assert!(!is_flood(100, 1));
        assert!(is_flood(100, 3));
        assert!(is_flood(1000, 1));
    }
}
