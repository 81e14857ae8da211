//! A WebSocket client of the room protocol.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use witverse_rooms::protocol::{ClientMessage, Event, KickCode, PROTOCOL_VERSION, ServerMessage};
use witverse_testing::TestApp;

const PATIENCE: Duration = Duration::from_secs(60);

/// Serves the kernel on a port until the test ends.
pub(crate) async fn listen(app: &TestApp) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let kernel = app.app.clone();
    tokio::spawn(async move {
        witverse_kernel::http::serve(&kernel, listener, std::future::pending()).await
    });
    address
}

#[derive(Debug)]
pub(crate) enum Received {
    Message(ServerMessage),
    Kicked(KickCode, String),
    Closed,
}

pub(crate) struct Socket {
    stream: TcpStream,
    buffer: Vec<u8>,
    requests: u16,
    /// The names of the members in the first FULL.
    pub(crate) names: Vec<String>,
}

impl Socket {
    /// Connects without HELLO; `origin` is empty for none.
    pub(crate) async fn connect(address: SocketAddr, origin: &str) -> Self {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let origin = match origin {
            "" => String::new(),
            origin => format!("Origin: {origin}\r\n"),
        };
        let request = format!(
            "GET /api/rooms/socket HTTP/1.1\r\nHost: {address}\r\nConnection: keep-alive, Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{origin}\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        let head = String::from_utf8(head).unwrap().to_lowercase();
        assert!(head.starts_with("http/1.1 101"), "{head}");
        // The key and its answer are the example of RFC 6455.
        assert!(
            head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="),
            "{head}"
        );
        Self {
            stream,
            buffer: Vec::new(),
            requests: 0,
            names: Vec::new(),
        }
    }

    /// Connects with a ticket and reads the first FULL.
    pub(crate) async fn enter(address: SocketAddr, ticket: &str) -> Self {
        let mut socket = Self::connect(address, "").await;
        socket.hello(ticket).await;
        socket.names = socket
            .wait_for(|message| match message {
                ServerMessage::Full { members, .. } => {
                    Some(members.iter().map(|member| member.name.clone()).collect())
                }
                _ => None,
            })
            .await;
        socket
    }

    pub(crate) async fn hello(&mut self, ticket: &str) {
        self.send(&ClientMessage::Hello {
            version: PROTOCOL_VERSION,
            ticket: ticket.to_owned(),
            last_chat: 0,
        })
        .await;
    }

    /// Ends the connection with a close frame, so that the place is free at once.
    pub(crate) async fn leave(mut self) {
        let (mask, code) = ([7, 11, 13, 17], 1000_u16.to_be_bytes());
        let mut frame = vec![0x88, 0x82];
        frame.extend(mask);
        frame.extend(code.iter().zip(mask).map(|(a, b)| a ^ b));
        self.stream.write_all(&frame).await.unwrap();
    }

    pub(crate) async fn chat(&mut self, text: &str) {
        self.requests += 1;
        self.send(&ClientMessage::Chat {
            request: self.requests,
            text: text.to_owned(),
        })
        .await;
    }

    pub(crate) async fn interact(&mut self, object: u32, kind: u8) {
        self.requests += 1;
        self.send(&ClientMessage::Interact {
            request: self.requests,
            object,
            kind,
        })
        .await;
    }

    pub(crate) async fn send(&mut self, message: &ClientMessage) {
        const MASK: [u8; 4] = [7, 11, 13, 17];
        let payload = message.encode();
        let mut frame = vec![0x82];
        match u8::try_from(payload.len()) {
            Ok(len) if len < 126 => frame.push(0x80 | len),
            _ => {
                frame.push(0x80 | 126);
                frame.extend(u16::try_from(payload.len()).unwrap().to_be_bytes());
            }
        }
        frame.extend(MASK);
        frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(a, b)| a ^ b));
        self.stream.write_all(&frame).await.unwrap();
    }

    /// The first message for which `pick` has a result.
    pub(crate) async fn wait_for<T>(&mut self, pick: impl Fn(&ServerMessage) -> Option<T>) -> T {
        loop {
            match self.receive().await {
                Received::Message(message) => {
                    if let Some(picked) = pick(&message) {
                        return picked;
                    }
                }
                ended => panic!("the connection ended: {ended:?}"),
            }
        }
    }

    /// Reads until KICK; returns its code and reason.
    pub(crate) async fn kicked(&mut self) -> (KickCode, String) {
        loop {
            match self.receive().await {
                Received::Message(_) => {}
                Received::Kicked(code, reason) => return (code, reason),
                Received::Closed => panic!("the connection ended without KICK"),
            }
        }
    }

    /// The next event of a plugin: its topic and its payload.
    pub(crate) async fn event(&mut self) -> (String, Value) {
        self.wait_for(|message| match message {
            ServerMessage::Event(Event::Custom { kind, json }) => {
                Some((kind.clone(), serde_json::from_slice(json).expect("JSON")))
            }
            _ => None,
        })
        .await
    }

    /// The text of the next chat message.
    pub(crate) async fn next_chat(&mut self) -> String {
        self.wait_for(|message| match message {
            ServerMessage::Chat { text, .. } => Some(text.clone()),
            _ => None,
        })
        .await
    }

    /// The next message, or the end.
    pub(crate) async fn receive(&mut self) -> Received {
        loop {
            if let Some((opcode, payload)) = self.frame() {
                match opcode {
                    0x82 => {}
                    0x88 => return Received::Closed,
                    _ => continue,
                }
                return match ServerMessage::decode(&payload).unwrap() {
                    ServerMessage::Kick { code, reason, .. } => Received::Kicked(code, reason),
                    message => Received::Message(message),
                };
            }
            let read = timeout(PATIENCE, self.stream.read_buf(&mut self.buffer)).await;
            match read.expect("a frame arrives in time") {
                Ok(1..) => {}
                Ok(0) | Err(_) => return Received::Closed,
            }
        }
    }

    fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let (head, len) = match *self.buffer.get(1)? {
            126 => (
                4,
                usize::from(u16::from_be_bytes(*self.buffer.get(2..)?.first_chunk()?)),
            ),
            127 => {
                let len = u64::from_be_bytes(*self.buffer.get(2..)?.first_chunk()?);
                (10, usize::try_from(len).unwrap())
            }
            len => (2, usize::from(len)),
        };
        if self.buffer.len() < head + len {
            return None;
        }
        let rest = self.buffer.split_off(head + len);
        let frame = std::mem::replace(&mut self.buffer, rest);
        Some((frame[0], frame[head..].to_vec()))
    }
}
