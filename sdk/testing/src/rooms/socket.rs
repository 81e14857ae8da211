//! A WebSocket client, as far as rooms need it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use bytes::{Buf, BytesMut};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A connected WebSocket.
pub(super) struct Socket {
    stream: TcpStream,
    buffer: BytesMut,
}

#[derive(Debug, PartialEq)]
pub(super) enum Frame {
    Binary(BytesMut),
    Other,
}

/// A TCP connection from one of the loopback addresses, so that limits per address count several clients.
pub(super) async fn dial(address: SocketAddr, from: Ipv4Addr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((from, 0)))?;
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// `POST` of an empty object; the JSON of the answer.
pub(super) async fn post(
    address: SocketAddr,
    from: Ipv4Addr,
    path: &str,
    body: &Value,
) -> io::Result<Value> {
    let mut stream = dial(address, from).await?;
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    if !head.contains(" 200 ") {
        return Err(io::Error::other(answer));
    }
    serde_json::from_str(body).map_err(io::Error::other)
}

impl Socket {
    pub(super) async fn connect(
        address: SocketAddr,
        from: Ipv4Addr,
        path: &str,
    ) -> io::Result<Self> {
        let mut stream = dial(address, from).await?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut buffer = BytesMut::with_capacity(4096);
        let end = loop {
            if let Some(end) = buffer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break end + 4;
            }
            if stream.read_buf(&mut buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        };
        let head = buffer.split_to(end);
        if !head.starts_with(b"HTTP/1.1 101") {
            return Err(io::Error::other(
                String::from_utf8_lossy(&head).into_owned(),
            ));
        }
        Ok(Self { stream, buffer })
    }

    pub(super) async fn send(&mut self, payload: &[u8]) -> io::Result<()> {
        const MASK: [u8; 4] = [7, 11, 13, 17];
        let mut frame = Vec::with_capacity(payload.len() + 8);
        frame.push(0x82);
        match u8::try_from(payload.len()) {
            Ok(len) if len < 126 => frame.push(0x80 | len),
            _ => {
                frame.push(0x80 | 126);
                let len = u16::try_from(payload.len()).map_err(io::Error::other)?;
                frame.extend(len.to_be_bytes());
            }
        }
        frame.extend(MASK);
        frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(a, b)| a ^ b));
        self.stream.write_all(&frame).await
    }

    /// Reads more bytes; false at the end of the connection. Safe to cancel.
    pub(super) async fn fill(&mut self) -> io::Result<bool> {
        Ok(self.stream.read_buf(&mut self.buffer).await? > 0)
    }

    /// The next frame that has been read completely.
    pub(super) fn next(&mut self) -> Option<Frame> {
        let [first, second, rest @ ..] = &self.buffer[..] else {
            return None;
        };
        let (head, len) = match second {
            126 => (4, usize::from(u16::from_be_bytes(*rest.first_chunk()?))),
            127 => {
                let len = u64::from_be_bytes(*rest.first_chunk()?);
                (10, usize::try_from(len).ok()?)
            }
            len => (2, usize::from(*len)),
        };
        let is_binary = *first == 0x82;
        if self.buffer.len() < head + len {
            return None;
        }
        self.buffer.advance(head);
        let payload = self.buffer.split_to(len);
        Some(if is_binary {
            Frame::Binary(payload)
        } else {
            Frame::Other
        })
    }
}
