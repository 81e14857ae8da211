//! The shared state of an instance.

use bytes::Bytes;

/// The shared state of an instance: opaque JSON with a version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VersionedState {
    /// 0 until the state was set; grows by one with each change.
    pub version: u64,
    pub json: Option<Bytes>,
}

impl VersionedState {
    pub(super) fn initial(json: Option<Bytes>) -> Self {
        let version = u64::from(json.is_some());
        Self { version, json }
    }
}

/// Why the state was not set, or an event not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    #[error("the state has version {current}")]
    Conflict { current: u64 },
    #[error("the content is larger than {max_bytes} bytes")]
    TooLarge { max_bytes: usize },
}
