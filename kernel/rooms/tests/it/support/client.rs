//! A client of the protocol over any byte stream.

use std::time::Duration;

use bytes::{Buf, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use witverse_rooms::protocol::{
    ClientMessage, KickCode, Motion, PROTOCOL_VERSION, Point, Pose, ServerMessage, Welcome,
};
use witverse_rooms::socket::{SocketRequest, serve};

use super::{ORIGIN, Server};

/// Longer than the time limits of the server.
const PATIENCE: Duration = Duration::from_secs(100);

/// What a client can receive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Received {
    Message(ServerMessage),
    Pong(Vec<u8>),
    Close(Option<u16>),
    End,
}

pub(crate) struct Client<S> {
    pub(crate) io: S,
    buffer: BytesMut,
    sequence: u16,
    pub(crate) correction: u8,
    /// The newest tick of SNAP and FULL.
    pub(crate) tick: u32,
    pub(crate) resume_token: String,
    pub(crate) last_chat: u32,
}

/// A frame as a client sends it.
pub(crate) fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
    let mask = [7, 11, 13, 17];
    let mut out = vec![first];
    match u8::try_from(payload.len()) {
        Ok(len) if len < 126 => out.push(0x80 | len),
        _ => {
            out.push(0x80 | 126);
            let len = u16::try_from(payload.len()).expect("short");
            out.extend(len.to_be_bytes());
        }
    }
    out.extend(mask);
    out.extend(payload.iter().zip(mask.iter().cycle()).map(|(a, b)| a ^ b));
    out
}

impl Client<TcpStream> {
    /// Connects without HELLO. `receive_buffer`: bytes that the operating system holds for a reader that does not read.
    pub(crate) async fn connect(server: &Server, receive_buffer: Option<u32>) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        if let Some(bytes) = receive_buffer {
            socket.set_recv_buffer_size(bytes).expect("an option");
        }
        let address = server.address.expect("the server listens");
        let stream = socket.connect(address).await.expect("connected");
        stream.set_nodelay(true).expect("an option");
        Self::over(stream)
    }

    pub(crate) async fn join(server: &Server, n: u128) -> Self {
        let mut client = Self::connect(server, None).await;
        client.hello(&server.ticket(n).await).await;
        client.welcome().await;
        client
    }

    /// Returns with the token of a lost connection.
    pub(crate) async fn resume(server: &Server, token: &str, last_chat: u32) -> (Self, Welcome) {
        let mut client = Self::connect(server, None).await;
        client.last_chat = last_chat;
        client.hello(token).await;
        let welcome = client.welcome().await;
        (client, welcome)
    }
}

impl Client<DuplexStream> {
    /// A connection in memory, so that a test can stop the clock.
    pub(crate) fn in_memory(server: &Server) -> Self {
        let (near, far) = tokio::io::duplex(64 * 1024);
        let hub = server.hub.clone();
        let request = SocketRequest {
            origin: ORIGIN.to_owned(),
            room: None,
            leftover: bytes::Bytes::new(),
        };
        tokio::spawn(async move { serve(&hub, far, request).await });
        Self::over(near)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    fn over(io: S) -> Self {
        Self {
            io,
            buffer: BytesMut::new(),
            sequence: 0,
            correction: 0,
            tick: 0,
            resume_token: String::new(),
            last_chat: 0,
        }
    }

    pub(crate) async fn send_raw(&mut self, bytes: &[u8]) {
        self.io.write_all(bytes).await.expect("written");
    }

    pub(crate) async fn send(&mut self, message: &ClientMessage) {
        self.send_raw(&masked(0x82, &message.encode())).await;
    }

    pub(crate) async fn hello(&mut self, ticket: &str) {
        let hello = ClientMessage::Hello {
            version: PROTOCOL_VERSION,
            ticket: ticket.to_owned(),
            last_chat: self.last_chat,
        };
        self.send(&hello).await;
    }

    /// Waits for WELCOME, FULL and the first resume token.
    pub(crate) async fn welcome(&mut self) -> Welcome {
        let welcome = match self.receive().await {
            Received::Message(ServerMessage::Welcome(welcome)) => welcome,
            other => panic!("WELCOME comes first, not {other:?}"),
        };
        self.wait_for(|m| matches!(m, ServerMessage::Resume { .. }).then_some(()))
            .await;
        welcome
    }

    pub(crate) async fn walk(&mut self, x: f64) {
        let at = Point::from_metres(x, 0.0, 0.0);
        self.send_move(Pose {
            at,
            motion: Motion::Walk,
            ..Pose::default()
        })
        .await;
    }

    pub(crate) async fn send_move(&mut self, pose: Pose) {
        self.sequence = self.sequence.wrapping_add(1);
        let message = ClientMessage::Move {
            sequence: self.sequence,
            ack_tick: self.tick,
            correction: self.correction,
            pose,
        };
        self.send(&message).await;
    }

    pub(crate) async fn chat(&mut self, request: u16, text: &str) {
        let text = text.to_owned();
        self.send(&ClientMessage::Chat { request, text }).await;
    }

    /// The next frame. Fails if none arrives.
    pub(crate) async fn receive(&mut self) -> Received {
        loop {
            if let Some(received) = self.parse() {
                return received;
            }
            let read = timeout(PATIENCE, self.io.read_buf(&mut self.buffer)).await;
            match read.expect("a frame arrives in time") {
                Ok(1..) => {}
                Ok(0) | Err(_) => return Received::End,
            }
        }
    }

    fn parse(&mut self) -> Option<Received> {
        let [first, second, rest @ ..] = &self.buffer[..] else {
            return None;
        };
        let (head, len) = match second {
            126 => (4, usize::from(u16::from_be_bytes(*rest.first_chunk()?))),
            127 => {
                let len = u64::from_be_bytes(*rest.first_chunk()?);
                (10, usize::try_from(len).expect("fits"))
            }
            len => (2, usize::from(*len)),
        };
        let opcode = *first;
        if self.buffer.len() < head + len {
            return None;
        }
        self.buffer.advance(head);
        let payload = self.buffer.split_to(len);
        Some(match opcode {
            0x82 => Received::Message(self.note(&payload)),
            0x88 => Received::Close(payload.first_chunk().map(|code| u16::from_be_bytes(*code))),
            0x8A => Received::Pong(payload.to_vec()),
            other => panic!("the server sent opcode {other:#x}"),
        })
    }

    fn note(&mut self, payload: &[u8]) -> ServerMessage {
        let message = ServerMessage::decode(payload).expect("the server sends valid messages");
        match &message {
            ServerMessage::Welcome(welcome) => self.correction = welcome.correction,
            ServerMessage::Snap { tick, .. } | ServerMessage::Full { tick, .. } => {
                self.tick = *tick;
            }
            ServerMessage::Nack { correction, .. } | ServerMessage::Moved { correction, .. } => {
                self.correction = *correction;
            }
            ServerMessage::Resume { token } => self.resume_token.clone_from(token),
            ServerMessage::Chat { id, .. } => self.last_chat = *id,
            _ => {}
        }
        message
    }

    /// The first message for which `pick` has a result. Fails if the connection ends before.
    pub(crate) async fn wait_for<T>(&mut self, pick: impl Fn(&ServerMessage) -> Option<T>) -> T {
        loop {
            match self.receive().await {
                Received::Message(message) => {
                    if let Some(picked) = pick(&message) {
                        return picked;
                    }
                }
                Received::Pong(_) => {}
                ended => panic!("the connection ended: {ended:?}"),
            }
        }
    }

    /// Reads to the end; returns KICK and the code of the close frame.
    pub(crate) async fn wait_for_kick(&mut self) -> (KickCode, String, Option<u16>) {
        let kick = self.wait_for(|m| match m {
            ServerMessage::Kick { code, reason, .. } => Some((*code, reason.clone())),
            _ => None,
        });
        let (code, reason) = kick.await;
        match self.receive().await {
            Received::Close(close) => (code, reason, close),
            other => panic!("a close frame follows KICK, not {other:?}"),
        }
    }
}
