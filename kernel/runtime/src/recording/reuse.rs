//! An experiment for the benchmarks: what it would bring to keep an instance for the next call. A recorded request is replayed on
//! fresh instances, as every call runs, and on one that is kept. No call of a platform comes here.

use std::time::Duration;

use super::format::RecordedCall;
use super::replay::{Input, ReplayError, Script};
use crate::aot::AotCache;
use crate::engine::{Runtime, RuntimeConfig};
use crate::limits::CallLimits;
use crate::plugin::{CallError, Plugin};

/// The CPU time of one call, on average.
#[derive(Clone, Copy, Debug)]
pub struct Reuse {
    pub fresh: Duration,
    pub kept: Duration,
}

/// Replays a recorded request `rounds` times each way. `cpu` returns the CPU time of the thread, so the runtime must not move
/// this future to another one.
///
/// # Errors
/// [`ReplayError`]; also if the recording is of another kind of call, or a replay ends without a response.
pub async fn measure_reuse(
    component: &[u8],
    recording: &RecordedCall,
    cache: &AotCache,
    rounds: u32,
    cpu: fn() -> Duration,
) -> Result<Reuse, ReplayError> {
    if recording.head.export != "handle" {
        return Err(ReplayError::Export(recording.head.export.clone()));
    }
    let request = Input(recording.head.input.clone()).get("request")?;
    let runtime = Runtime::replaying(RuntimeConfig::default()).map_err(ReplayError::Engine)?;
    let plugin = Plugin::load(&runtime, cache, component)?;
    let limits = CallLimits::from(recording.head.limits);
    let script = || Script::new(recording.host_calls.clone(), false);

    let mut fresh = Duration::ZERO;
    for _ in 0..rounds {
        let script = script();
        let started = cpu();
        let finished = plugin.handle(script, limits, &request).await;
        fresh += cpu().saturating_sub(started);
        finished.outcome.map_err(failed)?.ok();
    }
    let (mut store, instance) = plugin
        .open(script(), limits)
        .await
        .map_err(ReplayError::Engine)?;
    let mut kept = Duration::ZERO;
    for _ in 0..rounds {
        let state = store.data_mut();
        state.backend = script();
        state.ticks_used = 0;
        store.set_hostcall_fuel(limits.border_bytes);
        let started = cpu();
        let answer = instance
            .witverse_plugin_guest()
            .call_handle(&mut store, &request)
            .await;
        kept += cpu().saturating_sub(started);
        answer.map_err(ReplayError::Engine)?.ok();
    }
    Ok(Reuse {
        fresh: fresh / rounds,
        kept: kept / rounds,
    })
}

fn failed(error: CallError) -> ReplayError {
    ReplayError::Engine(wasmtime::Error::msg(error.to_string()))
}
