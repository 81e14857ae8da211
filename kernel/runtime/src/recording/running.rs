//! The recording of a call that runs, and the interface of what keeps it.

use std::sync::Arc;

use serde_json::Value as Json;

use super::format::{Ending, Head, HostCall, RecordedCall};
use crate::limits::CallLimits;
use crate::types::Install;

/// A call with more host calls is not recorded.
const MAX_HOST_CALLS: usize = 10_000;

/// Chooses the calls that are recorded, and keeps the recordings.
pub trait Recorder: Send + Sync {
    /// The name of the plugin in the recording; `None` if its calls are not recorded.
    fn name_of(&self, install: &Install) -> Option<String>;
    /// Keeps a recording. Called on the thread of the call, after its end.
    fn keep(&self, recording: RecordedCall);
}

/// The recording of a call that runs. Kept when it is dropped, so also if the call is abandoned.
pub(crate) struct Recording {
    recorder: Arc<dyn Recorder>,
    head: Head,
    host_calls: Vec<HostCall>,
    /// `None` if nothing was run.
    ending: Option<Ending>,
}

impl Recording {
    pub(crate) fn start(
        recorder: &Arc<dyn Recorder>,
        install: Install,
        limits: CallLimits,
        export: &str,
        input: impl FnOnce() -> Json,
    ) -> Option<Box<Self>> {
        let plugin = recorder.name_of(&install)?;
        Some(Box::new(Self {
            recorder: recorder.clone(),
            head: RecordedCall::head(plugin, install.version, limits, export, input()),
            host_calls: Vec::new(),
            ending: Some(Ending::Stopped),
        }))
    }

    /// Adds a host call, unless there are too many.
    pub(super) fn add(&mut self, call: impl FnOnce() -> HostCall) {
        if self.host_calls.len() <= MAX_HOST_CALLS {
            self.host_calls.push(call());
        }
    }

    pub(crate) fn finish(mut self: Box<Self>, ending: Option<Ending>) {
        self.ending = ending;
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        let Some(ending) = self.ending.take() else {
            return;
        };
        if self.host_calls.len() > MAX_HOST_CALLS {
            tracing::warn!(
                plugin = self.head.plugin,
                "a call with more than {MAX_HOST_CALLS} host calls was not recorded"
            );
            return;
        }
        self.recorder.keep(RecordedCall {
            head: self.head.clone(),
            host_calls: std::mem::take(&mut self.host_calls),
            ending,
        });
    }
}
