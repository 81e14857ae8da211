//! The messages of the last 30 seconds, and the port that decides about words.

use std::collections::VecDeque;

use uuid::Uuid;

use crate::ids::{Identity, Slot};

/// How long a message is kept as evidence.
pub const EVIDENCE_MS: u64 = 30_000;

/// Decides about the words of a message, for example by a list of forbidden ones.
pub trait ChatPolicy: Send + Sync {
    fn check(&self, sender: Identity, text: &str) -> ChatVerdict;
}

/// The decision of a [`ChatPolicy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatVerdict {
    Allow,
    /// The client receives the code in ERROR's `detail`.
    Refuse(u8),
}

/// A policy without forbidden words.
#[derive(Clone, Copy, Debug)]
pub struct AllowAll;

impl ChatPolicy for AllowAll {
    fn check(&self, _sender: Identity, _text: &str) -> ChatVerdict {
        ChatVerdict::Allow
    }
}

/// A message that was shown in the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatRecord {
    pub id: u32,
    pub at_ms: u64,
    pub sender: Identity,
    pub slot: Slot,
    pub name: String,
    pub text: String,
    /// Members that did not receive it, because of a block or a mute.
    pub withheld_from: Vec<Uuid>,
}

/// The messages of the last [`EVIDENCE_MS`].
#[derive(Debug, Default)]
pub(super) struct ChatLog {
    records: VecDeque<ChatRecord>,
    last_id: u32,
}

impl ChatLog {
    pub(super) fn last_id(&self) -> u32 {
        self.last_id
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn next_id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    pub(super) fn records(&self) -> impl Iterator<Item = &ChatRecord> {
        self.records.iter()
    }

    pub(super) fn push(&mut self, record: ChatRecord) {
        self.records.push_back(record);
    }

    pub(super) fn forget_old(&mut self, now_ms: u64) {
        let is_old = |record: &ChatRecord| now_ms.saturating_sub(record.at_ms) > EVIDENCE_MS;
        while self.records.front().is_some_and(is_old) {
            self.records.pop_front();
        }
    }
}
