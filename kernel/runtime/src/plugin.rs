//! A loaded plugin and its calls: a fresh instance each time, never used again after it.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use wasmtime::{Engine, Store, Trap, WasmBacktrace};

use crate::aot::{AotCache, CompileError};
use crate::backend::HostFault;
use crate::bindings::{self, PluginPre};
use crate::engine::{RecorderOf, Runtime};
use crate::limits::CallLimits;
use crate::recording::{Ending, Recording, packed};
use crate::slots::{Busy, Slot, Slots};
use crate::store::{State, new_store};
use crate::types;

/// A compiled and linked component that implements the contract.
pub struct Plugin<B: 'static> {
    engine: Engine,
    pre: PluginPre<State<B>>,
    slots: Slots,
    recorder: Option<RecorderOf<B>>,
}

/// Why a component cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error("the component does not fit the plugin contract: {0}")]
    Contract(String),
}

/// Why a call ended without a response of the guest.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// Every instance slot is taken: nothing was run.
    #[error("all plugin instances are busy")]
    Busy,
    #[error("the plugin used up its CPU time")]
    OutOfTime(TrapReport),
    #[error("the plugin asked for more memory than it may have")]
    OutOfMemory(TrapReport),
    /// The guest trapped, or violated a rule of the host interface.
    #[error("the plugin failed: {0}")]
    Trap(TrapReport),
    /// The host failed; the guest is not at fault.
    #[error("a host function failed: {0}")]
    Host(String),
    /// The plugin made a call without the capability.
    #[error("the plugin is not permitted to make this call: {0}")]
    Denied(String),
}

/// The details of a trap, for the plugin's author.
#[derive(Clone, Debug)]
pub struct TrapReport {
    pub reason: String,
    pub backtrace: Vec<String>,
}

impl fmt::Display for TrapReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// The result of a call: the backend with its transaction, and the outcome.
pub struct Finished<B, T> {
    pub backend: B,
    pub outcome: Result<T, CallError>,
    /// CPU ticks that the guest used, counted against the budget of the calling call.
    pub ticks: u64,
}

impl<B: Send + 'static> Plugin<B> {
    /// Loads a component, compiled now or from the cache, and checks its types against the contract.
    ///
    /// # Errors
    /// [`LoadError`], with a text for operator and author.
    pub fn load(
        runtime: &Runtime<B>,
        cache: &AotCache,
        component: &[u8],
    ) -> Result<Self, LoadError> {
        let component = cache.component(&runtime.engine, component)?;
        let pre = runtime
            .linker
            .instantiate_pre(&component)
            .and_then(PluginPre::new)
            .map_err(|error| LoadError::Contract(format!("{error:#}")))?;
        Ok(Self {
            engine: runtime.engine.clone(),
            pre,
            slots: runtime.slots.clone(),
            recorder: runtime.recorder.clone(),
        })
    }
}

impl<B: Send + 'static> Runtime<B> {
    /// Where the compiled file of a component is, or would be. Without it, the component is compiled when it is loaded.
    #[must_use]
    pub fn compiled_file(&self, cache: &AotCache, component: &[u8]) -> PathBuf {
        cache.path_of(&self.engine, component)
    }
}

/// Defines a method for each export of the contract: a new store, the call, and its result.
macro_rules! exports {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty = $call:ident;)*) => {
        impl<B: Send + 'static> Plugin<B> {$(
            $(#[$doc])*
            pub async fn $name(
                &self,
                backend: B,
                limits: CallLimits,
                $($arg: $ty),*
            ) -> Finished<B, $ret> {
                let mut store = new_store(&self.engine, backend, limits);
                if let Some(RecorderOf { recorder, install }) = &self.recorder {
                    let installed = install(&store.data().backend);
                    let input = || serde_json::json!({ $(stringify!($arg): $arg),* });
                    store.data_mut().recording =
                        Recording::start(recorder, installed, limits, stringify!($name), input);
                }
                let _slot = match limits.has_slot {
                    true => None,
                    false => match self.slots.take() {
                        Ok(slot) => Some(slot),
                        // An error, so that `finish` handles every outcome.
                        Err(busy) => return finish(store, Err(busy.into())),
                    },
                };
                let result = match self.pre.instantiate_async(&mut store).await {
                    Ok(plugin) => {
                        plugin.witverse_plugin_guest().$call(&mut store, $($arg),*).await
                    }
                    Err(error) => Err(error),
                };
                finish(store, result)
            }
        )*}
    };
}

exports! {
    /// Handles a request.
    handle(request: &types::Request) -> Result<types::Response, types::Problem> = call_handle;
    /// Delivers events.
    on_events(events: &[types::Event]) -> Result<(), types::Problem> = call_on_events;
    /// Fires a timer.
    on_timer(timer: &types::Timer) -> Result<(), types::Problem> = call_on_timer;
    /// Runs a service for another plugin.
    call(call: &types::ServiceCall) -> Result<Vec<u8>, types::Problem> = call_call;
    /// Exports a part of the data that the plugin stores about a person.
    export_data(person: &str, cursor: Option<&str>) -> Result<types::DataPage, types::Problem> = call_export_data;
    /// Asks whether the plugin works with its current tables and configuration.
    health() -> Result<(), String> = call_health;
}

impl<B: Send + 'static> Plugin<B> {
    /// An instance that more than one call can use: for an experiment only.
    pub(crate) async fn open(
        &self,
        backend: B,
        limits: CallLimits,
    ) -> wasmtime::Result<(Store<State<B>>, bindings::Plugin)> {
        let mut store = new_store(&self.engine, backend, limits);
        let instance = self.pre.instantiate_async(&mut store).await?;
        Ok((store, instance))
    }

    /// Waits until a call may run, for calls with `has_slot`. The slot must be kept until the call has ended.
    ///
    /// # Errors
    /// Too many calls wait, or none of those that run has ended in time.
    pub async fn wait_for_slot(&self) -> Result<Slot, Busy> {
        self.slots.wait().await
    }
}

fn finish<B: 'static, T: Serialize>(
    store: Store<State<B>>,
    result: wasmtime::Result<T>,
) -> Finished<B, T> {
    let mut state = store.into_data();
    let ticks = state.own_ticks();
    let outcome = result.map_err(|error| classify_error(&state, &error));
    if let Some(recording) = state.recording.take() {
        recording.finish(ending_of(&outcome));
    }
    Finished {
        backend: state.backend,
        outcome,
        ticks,
    }
}

/// The end of a call in a recording; `None` if nothing was run.
pub(crate) fn ending_of<T: Serialize>(outcome: &Result<T, CallError>) -> Option<Ending> {
    Some(match outcome {
        Ok(returned) => Ending::Returned(packed(serde_json::json!(returned))),
        Err(CallError::Busy) => return None,
        Err(CallError::OutOfTime(_)) => Ending::OutOfTime,
        Err(CallError::OutOfMemory(_)) => Ending::OutOfMemory,
        Err(CallError::Trap(report)) => Ending::Trap(report.reason.clone()),
        Err(CallError::Host(reason)) => Ending::HostFailure(reason.clone()),
        Err(CallError::Denied(reason)) => Ending::Denied(reason.clone()),
    })
}

/// Distinguishes failures of the host from those of the guest, and limits from faults.
fn classify_error<B>(state: &State<B>, error: &wasmtime::Error) -> CallError {
    if error.is::<Busy>() || error.is::<wasmtime::PoolConcurrencyLimitError>() {
        return CallError::Busy;
    }
    match error.downcast_ref() {
        Some(HostFault::Failure(text)) => return CallError::Host(text.clone()),
        Some(HostFault::Denied(text)) => return CallError::Denied(text.clone()),
        Some(HostFault::Abuse(_)) | None => {}
    }
    let trap = error.downcast_ref::<Trap>().copied();
    let report = TrapReport {
        reason: trap.map_or_else(|| error.root_cause().to_string(), |trap| trap.to_string()),
        backtrace: backtrace(error),
    };
    if state.guard.refused {
        CallError::OutOfMemory(report)
    } else if trap == Some(Trap::Interrupt) && state.out_of_ticks() {
        CallError::OutOfTime(report)
    } else {
        CallError::Trap(report)
    }
}

fn backtrace(error: &wasmtime::Error) -> Vec<String> {
    error
        .downcast_ref::<WasmBacktrace>()
        .map(|trace| {
            trace
                .frames()
                .iter()
                .map(|frame| frame.func_name().unwrap_or("<unknown>").to_owned())
                .collect()
        })
        .unwrap_or_default()
}
