//! The engine: one for each process, with its settings and its epoch clock.

use std::sync::Arc;

use wasmtime::component::{HasSelf, Linker};
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use crate::backend::Backend;
use crate::bindings;
use crate::limits::{MAX_DEPTH, TICK};
use crate::recording::{Recorded, Recorder, RecordingHost};
use crate::slots::Slots;
use crate::store::State;
use crate::types::Install;

/// How much memory of an instance is cleared and reused instead of returned to the system, in bytes.
const KEEP_RESIDENT_BYTES: usize = 192 << 10;

/// How large the instance pool is.
#[derive(Clone, Copy, Debug)]
pub struct RuntimeConfig {
    /// The limit of concurrent calls, not counting those nested in them.
    pub concurrent_calls: u32,
    /// The limit of calls that wait until others have ended; a further one is refused.
    pub waiting_calls: u32,
    /// The largest linear memory of any plugin, in bytes.
    pub max_memory_bytes: usize,
}

impl Default for RuntimeConfig {
    fn default() -> Self {
        Self {
            concurrent_calls: 192,
            waiting_calls: 512,
            max_memory_bytes: 64 << 20,
        }
    }
}

/// The engine with the linker of the host interfaces, ready to load plugins.
pub struct Runtime<B: 'static> {
    pub(crate) engine: Engine,
    pub(crate) linker: Linker<State<B>>,
    pub(crate) slots: Slots,
    pub(crate) recorder: Option<RecorderOf<B>>,
}

/// A recorder, and the function that returns the install of a call.
pub(crate) struct RecorderOf<B> {
    pub(crate) recorder: Arc<dyn Recorder>,
    pub(crate) install: fn(&B) -> Install,
}

impl<B> Clone for RecorderOf<B> {
    fn clone(&self) -> Self {
        Self {
            recorder: self.recorder.clone(),
            install: self.install,
        }
    }
}

impl<B: Backend> Runtime<B> {
    /// Builds the engine and starts its clock, a thread that ends with it.
    ///
    /// # Errors
    /// The system cannot provide the address space that the pool reserves.
    pub fn new(config: RuntimeConfig) -> wasmtime::Result<Self> {
        Self::linked(config, |linker| {
            bindings::Plugin::add_to_linker::<_, HasSelf<State<B>>>(linker, |state| state)
        })
    }

    /// As [`Runtime::new`], with host functions that record the calls that the recorder chooses.
    ///
    /// # Errors
    /// Same as [`Runtime::new`].
    pub fn recording(config: RuntimeConfig, recorder: Arc<dyn Recorder>) -> wasmtime::Result<Self> {
        let mut runtime = Self::linked(config, |linker| {
            bindings::Plugin::add_to_linker::<_, RecordingHost<B>>(linker, |state| Recorded(state))
        })?;
        runtime.recorder = Some(RecorderOf {
            recorder,
            install: B::install,
        });
        Ok(runtime)
    }
}

impl<B: Send + 'static> Runtime<B> {
    pub(crate) fn linked(
        config: RuntimeConfig,
        link: impl FnOnce(&mut Linker<State<B>>) -> wasmtime::Result<()>,
    ) -> wasmtime::Result<Self> {
        let engine = engine(config)?;
        let mut linker = Linker::new(&engine);
        link(&mut linker)?;
        tick(&engine);
        Ok(Self {
            engine,
            linker,
            slots: Slots::new(config.concurrent_calls, config.waiting_calls),
            recorder: None,
        })
    }
}

/// An engine with the settings that plugins run on; ahead-of-time compilation must use the same settings.
///
/// # Errors
/// The system cannot provide the address space that the pool reserves.
pub fn engine(config: RuntimeConfig) -> wasmtime::Result<Engine> {
    let mut settings = Config::new();
    settings
        .concurrency_support(false)
        .epoch_interruption(true)
        .max_wasm_stack(512 << 10)
        // Host functions run on the same stack, so it is larger than the guest's.
        .async_stack_size(1 << 20)
        .memory_init_cow(true)
        .memory_reservation(4 << 30)
        .memory_guard_size(32 << 20)
        .memory_may_move(false)
        .wasm_backtrace_max_frames(std::num::NonZeroUsize::new(20));
    // Each call may have calls nested in it up to the greatest depth: if these competed for the same instances, calls that
    // wait for each other would refuse each other. An instance that is being cleaned must not refuse a caller either. Unused
    // instances cost address space only.
    let slots =
        config.concurrent_calls * (1 + u32::from(MAX_DEPTH)) + config.concurrent_calls / 4 + 8;
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(slots)
        .total_core_instances(slots * 4)
        .total_memories(slots)
        .total_tables(slots * 2)
        .total_stacks(slots)
        .max_core_instances_per_component(16)
        .max_memories_per_component(1)
        .max_tables_per_component(8)
        .max_memory_size(config.max_memory_bytes)
        .table_elements(20_000)
        // Pages that a call wrote stay resident in the slot up to this limit and are cleared at each reset, so a higher
        // limit would let one large call slow down all later calls of the slot. An ordinary call writes less than this;
        // pages beyond the limit are returned to the system.
        .linear_memory_keep_resident(KEEP_RESIDENT_BYTES)
        .table_keep_resident(64 << 10)
        .pagemap_scan(Enabled::Auto)
        .max_unused_warm_slots(100);
    settings.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
    Engine::new(&settings)
}

/// Advances the epoch every [`TICK`] for as long as the engine lives.
fn tick(engine: &Engine) {
    let engine = engine.weak();
    std::thread::Builder::new()
        .name("epoch".into())
        .spawn(move || {
            while let Some(engine) = engine.upgrade() {
                engine.increment_epoch();
                drop(engine);
                std::thread::sleep(TICK);
            }
        })
        .expect("a thread for the epoch clock");
}
