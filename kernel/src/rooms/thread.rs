//! The thread of the rooms: its own event loop, with all rooms and their sockets.
//!
//! A move costs about 12 µs of CPU with its share of a snapshot, so one thread has room for thousands of people, and nothing
//! is handed from one thread to another (figures in docs/decisions/0024). Requests, plugins and SQL do not delay the ticks;
//! what waits for them runs on the other threads ([`super::host`]).

use std::io;
use std::thread;
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// How long the thread waits before it looks for new messages, so that it takes many at once: a move counts at the next
/// tick in any case, and waking up for each one cost a fifth of the CPU.
const PAUSE: Duration = Duration::from_millis(4);

/// Ends with its last reference.
pub(super) struct RoomThread {
    executor: Handle,
    /// Dropped: the thread stops.
    _running: oneshot::Sender<()>,
}

impl RoomThread {
    pub(super) fn start() -> io::Result<Self> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .on_thread_park(|| thread::sleep(PAUSE))
            .build()?;
        let executor = runtime.handle().clone();
        let (running, stopped) = oneshot::channel::<()>();
        thread::Builder::new()
            .name("rooms".to_owned())
            .spawn(move || {
                let _ = runtime.block_on(stopped);
            })?;
        Ok(Self {
            executor,
            _running: running,
        })
    }

    pub(super) fn executor(&self) -> Handle {
        self.executor.clone()
    }
}
