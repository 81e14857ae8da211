//! The only place that creates a `Store`, so that every store has its limits.

use std::time::Duration;

use wasmtime::component::ResourceTable;
use wasmtime::{Engine, Store, UpdateDeadline};

use crate::limits::{CallLimits, MemoryGuard, TICK};
use crate::recording::Recording;

/// The state of a call: the kernel's backend and the resources that the guest has used.
pub(crate) struct State<B> {
    pub(crate) backend: B,
    pub(crate) guard: MemoryGuard,
    pub(crate) table: ResourceTable,
    pub(crate) ticks_used: u64,
    /// Time spent in host calls. The epoch advances during them, and the guest must not be charged for it.
    pub(crate) waited: Duration,
    pub(crate) ticks_allowed: u64,
    /// Only in a runtime that records.
    pub(crate) recording: Option<Box<Recording>>,
}

impl<B> State<B> {
    /// Whether the guest was stopped because its CPU budget is used up.
    pub(crate) fn out_of_ticks(&self) -> bool {
        self.own_ticks() > self.ticks_allowed
    }

    /// Ticks that passed while the guest itself was running.
    pub(crate) fn own_ticks(&self) -> u64 {
        let waited = self.waited.as_micros() / TICK.as_micros();
        self.ticks_used
            .saturating_sub(u64::try_from(waited).unwrap_or(u64::MAX))
    }
}

pub(crate) fn new_store<B: Send + 'static>(
    engine: &Engine,
    backend: B,
    limits: CallLimits,
) -> Store<State<B>> {
    let mut store = Store::new(
        engine,
        State {
            backend,
            guard: MemoryGuard {
                max_bytes: limits.memory_bytes,
                refused: false,
            },
            table: ResourceTable::new(),
            ticks_used: 0,
            waited: Duration::ZERO,
            ticks_allowed: limits.ticks,
            recording: None,
        },
    );
    store.limiter(|state| &mut state.guard);
    store.set_hostcall_fuel(limits.border_bytes);
    store.set_epoch_deadline(1);
    store.epoch_deadline_callback(|mut context| {
        let state = context.data_mut();
        state.ticks_used += 1;
        if state.out_of_ticks() {
            return Ok(UpdateDeadline::Interrupt);
        }
        // Not `Yield`: that wakes itself before tokio polls its I/O and starves it.
        Ok(UpdateDeadline::YieldCustom(
            1,
            Box::pin(tokio::task::yield_now()),
        ))
    });
    store
}
