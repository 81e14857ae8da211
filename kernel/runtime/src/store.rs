//! The one place that makes a `Store`, so that none can exist without its limits.

use wasmtime::component::ResourceTable;
use wasmtime::{Engine, Store, UpdateDeadline};

use crate::host::Backend;
use crate::limits::{CallLimits, MemoryGuard};

/// What a call carries: the kernel's backend and what the guest has used so far.
pub(crate) struct State<B: Backend> {
    pub(crate) backend: B,
    pub(crate) guard: MemoryGuard,
    pub(crate) table: ResourceTable,
    pub(crate) ticks_used: u64,
    pub(crate) ticks_allowed: u64,
}

impl<B: Backend> State<B> {
    /// Whether the guest was stopped because its CPU budget is spent.
    pub(crate) fn out_of_ticks(&self) -> bool {
        self.ticks_used > self.ticks_allowed
    }
}

pub(crate) fn new_store<B: Backend>(
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
            ticks_allowed: limits.ticks,
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
