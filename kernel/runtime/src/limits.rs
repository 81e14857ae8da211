//! The limits of one call, and the guard of a guest's memory limit.

use std::time::Duration;

use wasmtime::ResourceLimiter;

/// The length of one epoch tick: the unit in which a guest's CPU time is counted.
pub const TICK: Duration = Duration::from_millis(5);

/// How deep calls may be nested in one another. The host keeps the limit, and the pool has instances for that many.
pub const MAX_DEPTH: u8 = 4;

/// What one call may use. The defaults are those of the plugin design.
#[derive(Clone, Copy, Debug)]
pub struct CallLimits {
    /// Linear memory, in bytes.
    pub memory_bytes: usize,
    /// CPU time, in ticks of [`TICK`].
    pub ticks: u64,
    /// The data that may pass between host and guest in one direction, in bytes.
    pub border_bytes: usize,
    /// Whether the call has a slot: its own from `Plugin::wait_for_slot`, or that of a running call that waits for it. Another
    /// call takes a slot or is refused.
    pub has_slot: bool,
}

impl Default for CallLimits {
    fn default() -> Self {
        Self {
            memory_bytes: 64 << 20,
            ticks: 10,
            border_bytes: 1 << 20,
            has_slot: false,
        }
    }
}

/// Refuses memory and tables beyond the limit with a descriptive trap.
pub(crate) struct MemoryGuard {
    pub(crate) max_bytes: usize,
    /// Set when the guest requested more than its limit; distinguishes this trap from others.
    pub(crate) refused: bool,
}

impl ResourceLimiter for MemoryGuard {
    fn memory_growing(
        &mut self,
        _current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        if desired > self.max_bytes || maximum.is_some_and(|max| desired > max) {
            self.refused = true;
            wasmtime::bail!("memory limit of {} bytes reached", self.max_bytes);
        }
        Ok(true)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        if desired > 10_000 {
            self.refused = true;
            wasmtime::bail!("table limit reached");
        }
        Ok(true)
    }

    fn instances(&self) -> usize {
        16
    }

    fn memories(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        8
    }
}
