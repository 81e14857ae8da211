//! The same crowd in rooms of Colyseus (`sdk/testing/colyseus`), whose schema patches are sent at the same tick.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::crowd::{Counts, MOVE_EVERY};
use super::socket::{Frame, Socket, post};
use super::walk::Walk;
use crate::program::free_port;

/// The first bytes of Colyseus' messages.
const JOIN_ROOM: u8 = 10;
const ROOM_DATA_BYTES: u8 = 17;
const ROOM_STATE_PATCH: u8 = 15;

/// The server in a folder with its packages.
pub(super) struct Colyseus {
    child: Child,
    address: SocketAddr,
}

impl Colyseus {
    /// # Panics
    /// If it does not start.
    pub(super) async fn start(folder: &Path) -> Self {
        let port = free_port();
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let child = Command::new("node")
            .arg("server.mjs")
            .current_dir(folder)
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { child, address };
        for _ in 0..100 {
            if tokio::net::TcpStream::connect(address).await.is_ok() {
                return server;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        panic!("Colyseus does not listen")
    }

    pub(super) fn process(&self) -> u32 {
        self.child.id()
    }

    /// # Errors
    /// A refused seat, a lost connection.
    pub(super) async fn enter(
        &self,
        people: usize,
        rooms: usize,
    ) -> std::io::Result<(Arc<Counts>, JoinSet<()>)> {
        let counts: Arc<Counts> = Arc::default();
        let mut clients = JoinSet::new();
        for visitor in 0..people * rooms {
            let wanted = json!({ "room": format!("r{}", visitor / people) });
            let path = "/matchmake/joinOrCreate/world";
            let seat = post(self.address, Ipv4Addr::LOCALHOST, path, &wanted).await?;
            let text = |key: &str| seat[key].as_str().unwrap_or_default().to_owned();
            let path = format!(
                "/{}/{}?sessionId={}",
                text("processId"),
                text("roomId"),
                text("sessionId")
            );
            let mut socket = Socket::connect(self.address, Ipv4Addr::LOCALHOST, &path).await?;
            // JOIN_ROOM, which the client confirms. It can have arrived with the answer to the upgrade.
            while socket.next().is_none() {
                socket.fill().await?;
            }
            socket.send(&[JOIN_ROOM]).await?;
            let lane = u16::try_from(visitor % people).map_err(std::io::Error::other)?;
            clients.spawn(run(socket, Walk::new(lane), counts.clone()));
        }
        Ok((counts, clients))
    }
}

impl Drop for Colyseus {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn run(mut socket: Socket, mut walk: Walk, counts: Arc<Counts>) {
    let mut moves = interval(MOVE_EVERY);
    moves.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        let is_open = tokio::select! {
            read = socket.fill() => read.unwrap_or(false) && read_all(&mut socket, &counts),
            _ = moves.tick() => {
                let pose = walk.next();
                let mut message = vec![ROOM_DATA_BYTES, 1];
                for value in [pose.at.x, pose.at.y, pose.at.z] {
                    message.extend(value.to_le_bytes());
                }
                message.extend([pose.yaw, pose.motion as u8]);
                if counts.is_measured.load(Ordering::Relaxed) {
                    counts.moves.fetch_add(1, Ordering::Relaxed);
                }
                socket.send(&message).await.is_ok()
            }
        };
        if !is_open {
            counts.ended.fetch_add(1, Ordering::Relaxed);
            return;
        }
    }
}

fn read_all(socket: &mut Socket, counts: &Counts) -> bool {
    while let Some(frame) = socket.next() {
        let Frame::Binary(payload) = frame else {
            return false;
        };
        if counts.is_measured.load(Ordering::Relaxed) && payload.first() == Some(&ROOM_STATE_PATCH)
        {
            let updates = count_updates(&payload[1..]);
            counts.updates.fetch_add(updates, Ordering::Relaxed);
        }
    }
    true
}

/// The people whose position a patch contains. A patch is a list of `255, id` for an object, each followed by its
/// changed fields: the number of the field with a flag, and the value. `x`, `y` and `z` have two bytes, the others one.
fn count_updates(mut patch: &[u8]) -> u64 {
    let mut updates = 0;
    while let [first, rest @ ..] = patch {
        patch = match (first, rest) {
            (255, [0xCC, _, rest @ ..])
            | (255, [0xCD, _, _, rest @ ..])
            | (255, [0xCE, _, _, _, _, rest @ ..]) => rest,
            (255, [_, rest @ ..]) => rest,
            (field, rest) => match field & 63 {
                0 => {
                    updates += 1;
                    rest.get(2..).unwrap_or_default()
                }
                1 | 2 => rest.get(2..).unwrap_or_default(),
                3 | 4 => rest.get(1..).unwrap_or_default(),
                _ => return updates,
            },
        };
    }
    updates
}

#[cfg(test)]
mod tests {
    use super::count_updates;

    #[test]
    fn a_patch_counts_the_people_who_moved() {
        // Two people: x and yaw; x and z.
        let patch = [
            255, 3, 128, 1, 2, 131, 9, 255, 0xCC, 200, 128, 1, 2, 130, 3, 4,
        ];
        assert_eq!(count_updates(&patch), 2);
        assert_eq!(count_updates(&[]), 0);
        assert_eq!(count_updates(&[255, 3, 131, 9]), 0, "only turned");
    }
}
