//! Visitors with rubbish: frames that no client sends, and tickets that are used or forged.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use tokio::time::sleep;
use witverse_rooms::protocol::{ClientMessage, PROTOCOL_VERSION, ServerMessage};

use crate::rooms::server::{Kernel, address_of};
use crate::rooms::socket::{Frame, Socket};

/// Sends invalid frames, each in a connection with a valid ticket, until its share is sent; then forged tickets.
pub(super) struct Hostile<'a> {
    pub(super) kernel: &'a Kernel,
    /// No other visitors are in it: each of these connections is another visitor.
    pub(super) room: String,
    pub(super) visitor: usize,
    /// Invalid frames to send.
    pub(super) share: u64,
    pub(super) is_over: &'a AtomicBool,
    pub(super) frames_sent: &'a AtomicU64,
    pub(super) tickets_refused: &'a AtomicU64,
}

impl Hostile<'_> {
    pub(super) async fn run(&self, random: &mut StdRng) -> Result<(), String> {
        let mut sent = 0;
        let mut used = None;
        while !self.is_over.load(Ordering::Relaxed) {
            // At most 600 tickets a minute come from one address, which ten of these share.
            sleep(Duration::from_millis(random.random_range(1500..2500))).await;
            let ticket = match used.take() {
                Some(ticket) => ticket,
                None if random.random_ratio(1, 5) => "forged.ticket".to_owned(),
                None => match self.kernel.ticket(&self.room, self.visitor).await {
                    Ok(ticket) => ticket,
                    Err(error) => return Err(format!("no ticket: {error}")),
                },
            };
            let from = address_of(self.visitor);
            let Ok(mut socket) =
                Socket::connect(self.kernel.address, from, "/api/rooms/socket").await
            else {
                return Err("the listener refuses connections".to_owned());
            };
            let hello = ClientMessage::Hello {
                version: PROTOCOL_VERSION,
                ticket: ticket.clone(),
                last_chat: 0,
            };
            let _ = socket.send(&hello.encode()).await;
            let is_inside = wait_for_welcome(&mut socket).await;
            if !is_inside {
                self.tickets_refused.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            // Frames in one write: the server reads some of them before it cuts the connection.
            let frames = (self.share / 60 + 1)
                .min(self.share.saturating_sub(sent))
                .max(1);
            for _ in 0..frames {
                let length = random.random_range(0..200);
                let mut payload = vec![0; length];
                random.fill(&mut payload[..]);
                sent += 1;
                self.frames_sent.fetch_add(1, Ordering::Relaxed);
                if socket.send(&payload).await.is_err() {
                    break;
                }
            }
            // Half of the tickets are tried a second time.
            used = random.random_bool(0.5).then_some(ticket);
        }
        Ok(())
    }
}

/// True if the server lets the client in, false if it ends the connection.
async fn wait_for_welcome(socket: &mut Socket) -> bool {
    loop {
        while let Some(frame) = socket.next() {
            let Frame::Binary(payload) = frame else {
                return false;
            };
            match ServerMessage::decode(&payload) {
                Ok(ServerMessage::Welcome(_)) => return true,
                Ok(ServerMessage::Kick { .. }) | Err(_) => return false,
                Ok(_) => {}
            }
        }
        if !socket.fill().await.unwrap_or(false) {
            return false;
        }
    }
}
