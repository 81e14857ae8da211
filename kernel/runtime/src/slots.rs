//! How many calls run and wait at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a call waits for a slot before it is refused.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// The permission to run a call. Calls nested in it need none of their own.
#[derive(Debug)]
pub struct Slot {
    _permit: OwnedSemaphorePermit,
}

/// No slot is free.
#[derive(Debug, thiserror::Error)]
#[error("all plugin instances are busy")]
pub struct Busy;

#[derive(Clone)]
pub(crate) struct Slots {
    free: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Slots {
    pub(crate) fn new(concurrent_calls: u32, waiting_calls: u32) -> Self {
        let semaphore = |permits: u32| Arc::new(Semaphore::new(permits as usize));
        Self {
            free: semaphore(concurrent_calls),
            waiting: semaphore(waiting_calls),
        }
    }

    pub(crate) fn take(&self) -> Result<Slot, Busy> {
        let permit = self.free.clone().try_acquire_owned();
        permit.map(|_permit| Slot { _permit }).map_err(|_| Busy)
    }

    /// In the order in which the calls came. In a rush, refused callers would come again at once, and refusing them would take
    /// the time that the others need.
    pub(crate) async fn wait(&self) -> Result<Slot, Busy> {
        if let Ok(slot) = self.take() {
            return Ok(slot);
        }
        let _waiting = self.waiting.try_acquire().map_err(|_| Busy)?;
        let permit = tokio::time::timeout(MAX_WAIT, self.free.clone().acquire_owned()).await;
        match permit {
            Ok(Ok(_permit)) => Ok(Slot { _permit }),
            Ok(Err(_)) | Err(_) => Err(Busy),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn calls_wait_in_their_order() {
        let slots = Slots::new(1, 2);
        let running = slots.take().expect("a free slot");
        assert!(slots.take().is_err());
        let wait = |name: &'static str| {
            let slots = slots.clone();
            async move { slots.wait().await.map(|_slot| name) }
        };
        let free = async {
            tokio::time::sleep(MAX_WAIT / 20).await;
            drop(running);
        };
        let (first, second, third, ()) =
            tokio::join!(wait("first"), wait("second"), wait("third"), free);
        assert_eq!(first.ok(), Some("first"));
        assert_eq!(second.ok(), Some("second"));
        assert!(third.is_err(), "two may wait");
        assert!(slots.take().is_ok());
    }

    #[tokio::test]
    async fn a_call_waits_for_a_limited_time() {
        let slots = Slots::new(1, 2);
        let _running = slots.take().expect("a free slot");
        let began = tokio::time::Instant::now();
        assert!(slots.wait().await.is_err());
        assert!(began.elapsed() >= MAX_WAIT);
        assert_eq!(slots.waiting.available_permits(), 2);
    }
}
