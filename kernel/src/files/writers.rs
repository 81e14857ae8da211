//! One writer for each upload: a newer request ends the older one and continues after it. Browsers notice a dropped line
//! late, so the older request is usually dead.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedMutexGuard, watch};
use uuid::Uuid;

/// The uploads that are being written by this kernel.
#[derive(Clone, Default)]
pub(super) struct Writers {
    uploads: Arc<Mutex<HashMap<Uuid, Upload>>>,
}

struct Upload {
    /// The number of the newest writer.
    newest: watch::Sender<u64>,
    turn: Arc<tokio::sync::Mutex<()>>,
    /// Writers that wait or write; the entry is removed with the last one.
    count: usize,
}

/// The right to write, until it is dropped or a newer writer appears.
pub(super) struct Writer {
    writers: Writers,
    upload: Uuid,
    number: u64,
    newest: watch::Receiver<u64>,
    turn: Option<OwnedMutexGuard<()>>,
}

impl Writers {
    /// Ends the current writer, waits until it has stored what it received, and takes its place. Also used to read an
    /// offset that no longer changes. `None` if an even newer writer has taken over in the meantime.
    pub(super) async fn take_over(&self, upload: Uuid) -> Option<Writer> {
        let (mut writer, turn) = {
            let mut uploads = self.lock();
            let entry = uploads.entry(upload).or_insert_with(|| Upload {
                newest: watch::Sender::new(0),
                turn: Arc::default(),
                count: 0,
            });
            entry.count += 1;
            entry.newest.send_modify(|number| *number += 1);
            let writer = Writer {
                writers: self.clone(),
                upload,
                number: *entry.newest.borrow(),
                newest: entry.newest.subscribe(),
                turn: None,
            };
            (writer, entry.turn.clone())
        };
        let turn = tokio::select! {
            biased;
            () = writer.superseded() => return None,
            turn = turn.lock_owned() => turn,
        };
        writer.turn = Some(turn);
        Some(writer)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Uuid, Upload>> {
        self.uploads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Writer {
    /// Resolves when a newer writer waits.
    pub(super) async fn superseded(&mut self) {
        let number = self.number;
        // The sender lives as long as this writer is counted.
        let _ = self.newest.wait_for(|newest| *newest > number).await;
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Before the entry can be removed: a writer with a new entry must not write beside this one.
        drop(self.turn.take());
        let mut uploads = self.writers.lock();
        if let Some(entry) = uploads.get_mut(&self.upload) {
            entry.count -= 1;
            if entry.count == 0 {
                uploads.remove(&self.upload);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use uuid::Uuid;

    use super::Writers;

    #[tokio::test]
    async fn the_newest_writer_wins() {
        let (writers, upload) = (Writers::default(), Uuid::nil());
        let mut first = writers.take_over(upload).await.expect("it is alone");
        let second = tokio::spawn({
            let writers = writers.clone();
            async move { writers.take_over(upload).await.is_some() }
        });
        first.superseded().await;
        // A third one comes before the first has ended: the second gives up.
        let third = tokio::spawn({
            let writers = writers.clone();
            async move { writers.take_over(upload).await }
        });
        assert!(!second.await.expect("it ends"));
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!third.is_finished(), "the first still writes");
        drop(first);
        let third = third.await.expect("it ends");
        assert!(third.is_some());
        drop(third);
        assert!(writers.lock().is_empty());
    }
}
