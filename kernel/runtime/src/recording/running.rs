//! The recording of a call that runs, and the interface of what keeps it.

use std::sync::Arc;

use serde_json::Value as Json;

use super::format::{Ending, Head, HostCall, RecordedCall, only_writes};
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
    /// For tests of an author: the number of host calls after which the call ends as if the host had failed. Lines of the log
    /// and metrics do not count.
    fn cut_after(&self, _call: &Head) -> Option<usize> {
        None
    }
}

/// Why a call has ended that [`Recorder::cut_after`] has cut off.
pub const CUT: &str = "the call was cut off by a test";

/// The recording of a call that runs. Kept when it is dropped, so also if the call is abandoned.
pub(crate) struct Recording {
    recorder: Arc<dyn Recorder>,
    head: Head,
    host_calls: Vec<HostCall>,
    /// Host calls that are left until the call is cut off.
    left: Option<usize>,
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
        let head = RecordedCall::head(plugin, install.version, limits, export, input());
        Some(Box::new(Self {
            recorder: recorder.clone(),
            left: recorder.cut_after(&head),
            head,
            host_calls: Vec::new(),
            ending: Some(Ending::Stopped),
        }))
    }

    /// Adds a host call, unless there are too many; returns whether the call is cut off after it.
    pub(super) fn add(&mut self, call: impl FnOnce() -> HostCall) -> bool {
        if self.host_calls.len() > MAX_HOST_CALLS {
            return false;
        }
        let call = call();
        let counts = !only_writes(&call.call);
        self.host_calls.push(call);
        match &mut self.left {
            Some(left) if counts => {
                *left = left.saturating_sub(1);
                *left == 0
            }
            _ => false,
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
