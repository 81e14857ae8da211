//! Watches the calls of the plugin: how each ended, and with how many host calls. Cuts a call off if a suite asks for it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use witverse_runtime::types::Install;
use witverse_runtime::{CUT, Ending, Head, RecordedCall, Recorder};

#[derive(Default)]
pub(super) struct Watcher(Mutex<WatcherState>);

#[derive(Default)]
struct WatcherState {
    /// The number of host calls after which requests are cut off.
    cut_after: Option<usize>,
    last: Option<RecordedCall>,
}

impl Watcher {
    /// Forgets the calls until now, and cuts the next requests off.
    pub(super) fn expect(&self, cut_after: Option<usize>) {
        *self.lock() = WatcherState {
            cut_after,
            last: None,
        };
    }

    /// The latest request that has reached the plugin.
    pub(super) fn take(&self) -> Option<RecordedCall> {
        self.lock().last.take()
    }

    fn lock(&self) -> MutexGuard<'_, WatcherState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recorder for Watcher {
    fn name_of(&self, install: &Install) -> Option<String> {
        // The only install of this platform is the plugin; the other plugins are those of the platform.
        let is_install = install.plugin.starts_with("x-");
        is_install.then(|| install.plugin.clone())
    }

    fn keep(&self, recording: RecordedCall) {
        if is_request(&recording.head) {
            self.lock().last = Some(recording);
        }
    }

    fn cut_after(&self, call: &Head) -> Option<usize> {
        self.lock().cut_after.filter(|_| is_request(call))
    }
}

fn is_request(head: &Head) -> bool {
    head.export == "handle"
}

/// Whether the watcher has cut the call off.
pub(super) fn was_cut(call: &RecordedCall) -> bool {
    matches!(&call.ending, Ending::HostFailure(reason) if reason == CUT)
}
