//! Replays a recorded call: runs a component with the engine and the limits of a platform, and answers each of its host
//! calls from the recording. There is no database and no platform.

use std::collections::VecDeque;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use wasmtime::component::{HasSelf, Resource};

use super::format::{Answer, Ending, HostCall, RecordedCall, only_writes, unpacked};
use super::interfaces::{arguments, call_name, each_interface};
use crate::aot::AotCache;
use crate::backend::{Cursor, HostFault};
use crate::bindings;
use crate::bindings::witverse::plugin as wit;
use crate::engine::{Runtime, RuntimeConfig};
use crate::plugin::{CallError, Finished, LoadError, Plugin, ending_of};
use crate::store::State;
use crate::types::*;

/// A replayed call.
#[derive(Debug)]
pub struct Replay {
    pub comparison: Comparison,
    /// The host calls that were answered from the recording.
    pub answered: usize,
    /// The lines that the plugin has logged, with their levels.
    pub log: Vec<String>,
    /// Where the plugin failed, if it did.
    pub backtrace: Vec<String>,
}

/// How a replay compares with its recording.
#[derive(Debug, PartialEq)]
pub enum Comparison {
    /// The same host calls and the same end.
    Same,
    /// The first host call that differs; the replay ends with it. Numbers begin with 1.
    HostCall {
        number: usize,
        /// `None` if the recording has no further host call.
        recorded: Option<HostCall>,
        /// `None` if the plugin ended without a further host call.
        asked: Option<Asked>,
    },
    /// The same host calls so far, but another end.
    Ending { recorded: Ending, now: Ending },
}

/// What a plugin has asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    pub call: String,
    pub arguments: Json,
}

/// Why a recording was not replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("the engine does not start: {0}")]
    Engine(wasmtime::Error),
    #[error("its function `{0}` is unknown: it was recorded by another version of the program")]
    Export(String),
    #[error("{what} does not fit the contract of this program: {reason}")]
    Contract { what: String, reason: String },
}

/// Replays a recorded call with a component.
///
/// # Errors
/// [`ReplayError`].
pub async fn replay(
    component: &[u8],
    recording: RecordedCall,
    cache: &AotCache,
) -> Result<Replay, ReplayError> {
    let config = RuntimeConfig::default();
    let runtime = Runtime::replaying(config).map_err(ReplayError::Engine)?;
    let plugin = Plugin::load(&runtime, cache, component)?;
    let RecordedCall {
        head,
        host_calls,
        ending,
    } = recording;
    let script = Script::new(host_calls, ending == Ending::Stopped);
    let limits = head.limits.into();
    let input = Input(head.input);
    match head.export.as_str() {
        "handle" => {
            let request = input.get("request")?;
            compare(plugin.handle(script, limits, &request).await, ending)
        }
        "on-events" => {
            let events: Vec<Event> = input.get("events")?;
            compare(plugin.on_events(script, limits, &events).await, ending)
        }
        "on-timer" => {
            let timer = input.get("timer")?;
            compare(plugin.on_timer(script, limits, &timer).await, ending)
        }
        "call" => {
            let call = input.get("call")?;
            compare(plugin.call(script, limits, &call).await, ending)
        }
        "export-data" => {
            let person: String = input.get("person")?;
            let cursor: Option<String> = input.get("cursor")?;
            let exported = plugin.export_data(script, limits, &person, cursor.as_deref());
            compare(exported.await, ending)
        }
        "health" => compare(plugin.health(script, limits).await, ending),
        other => Err(ReplayError::Export(other.to_owned())),
    }
}

/// The recorded arguments of the call.
pub(super) struct Input(pub(super) Json);

impl Input {
    pub(super) fn get<T: DeserializeOwned>(&self, name: &str) -> Result<T, ReplayError> {
        let value = self.0.get(name).cloned().unwrap_or_default();
        serde_json::from_value(unpacked(value)).map_err(|error| ReplayError::Contract {
            what: format!("the recorded input `{name}`"),
            reason: error.to_string(),
        })
    }
}

fn compare<T: Serialize>(
    finished: Finished<Script, T>,
    recorded: Ending,
) -> Result<Replay, ReplayError> {
    let script = finished.backend;
    if let Some(error) = script.error {
        return Err(error);
    }
    let backtrace = match &finished.outcome {
        Err(
            CallError::Trap(report) | CallError::OutOfTime(report) | CallError::OutOfMemory(report),
        ) => report.backtrace.clone(),
        _ => Vec::new(),
    };
    let mut left = script.host_calls.iter().enumerate();
    let next = left.find(|(_, call)| !call.only_writes());
    let comparison = match (script.difference, next, ending_of(&finished.outcome)) {
        (Some(difference), ..) => difference,
        // The replay has reached the place at which the recorded call was abandoned.
        (None, _, _) if script.has_stopped => Comparison::Same,
        (None, Some((skipped, missing)), Some(Ending::Returned(_))) => Comparison::HostCall {
            number: script.number + skipped + 1,
            recorded: Some(missing.clone()),
            asked: None,
        },
        (None, None, Some(now)) if now == recorded => Comparison::Same,
        (None, _, now) => Comparison::Ending {
            recorded,
            now: now.unwrap_or(Ending::Stopped),
        },
    };
    let is_difference = matches!(comparison, Comparison::HostCall { .. });
    Ok(Replay {
        comparison,
        answered: script.answered,
        log: script.log,
        // The trap of a replay that was ended is no failure of the plugin.
        backtrace: if is_difference { Vec::new() } else { backtrace },
    })
}

/// Answers host calls from a recording, in place of the kernel.
pub(crate) struct Script {
    host_calls: VecDeque<HostCall>,
    /// The number of the host call that was made last.
    number: usize,
    answered: usize,
    /// The recorded call was abandoned during its last host call.
    was_stopped: bool,
    has_stopped: bool,
    difference: Option<Comparison>,
    error: Option<ReplayError>,
    log: Vec<String>,
}

impl Script {
    pub(super) fn new(host_calls: Vec<HostCall>, was_stopped: bool) -> Self {
        Self {
            host_calls: host_calls.into(),
            number: 0,
            answered: 0,
            was_stopped,
            has_stopped: false,
            difference: None,
            error: None,
            log: Vec::new(),
        }
    }

    /// Returns the recorded answer of a host call. Another call than the recorded one ends the replay.
    fn answer<T: DeserializeOwned>(&mut self, asked: Asked) -> wasmtime::Result<T> {
        if only_writes(&asked.call) && !self.refuses_next_line() {
            self.write(&asked);
            return self.value(Json::Null, &asked);
        }
        while self.host_calls.front().is_some_and(HostCall::only_writes) {
            self.host_calls.pop_front();
            self.number += 1;
        }
        self.number += 1;
        let is_same = |recorded: &HostCall| {
            recorded.call == asked.call && recorded.arguments == asked.arguments
        };
        match self.host_calls.pop_front() {
            Some(recorded) if is_same(&recorded) => {
                self.answered += 1;
                match recorded.answer {
                    Answer::Value(value) => self.value(value, &asked),
                    Answer::Failure(reason) => Err(HostFault::Failure(reason).into()),
                    Answer::Abuse(reason) => Err(HostFault::Abuse(reason).into()),
                    Answer::Denied(reason) => Err(HostFault::Denied(reason).into()),
                }
            }
            None if self.was_stopped => {
                self.has_stopped = true;
                Err(ended())
            }
            recorded => {
                self.difference = Some(Comparison::HostCall {
                    number: self.number,
                    recorded,
                    asked: Some(asked),
                });
                Err(ended())
            }
        }
    }

    /// Whether the next recorded call is a line that was refused, for example because there were too many.
    fn refuses_next_line(&self) -> bool {
        let next = self.host_calls.front();
        next.is_some_and(|call| only_writes(&call.call) && !call.only_writes())
    }

    fn write(&mut self, asked: &Asked) {
        let text = |key: &str| asked.arguments[key].as_str().unwrap_or_default();
        if asked.call == "log.write" {
            let (level, message) = (text("level").to_lowercase(), text("message"));
            let fields = match &asked.arguments["fields"] {
                Json::Array(fields) if !fields.is_empty() => {
                    format!(" {}", asked.arguments["fields"])
                }
                _ => String::new(),
            };
            self.log.push(format!("{level} {message}{fields}"));
        }
    }

    fn value<T: DeserializeOwned>(&mut self, value: Json, asked: &Asked) -> wasmtime::Result<T> {
        serde_json::from_value(unpacked(value)).map_err(|error| {
            self.error = Some(ReplayError::Contract {
                what: format!(
                    "the recorded answer of host call {}, {},",
                    self.number, asked.call
                ),
                reason: error.to_string(),
            });
            ended()
        })
    }
}

/// Ends the replay.
fn ended() -> wasmtime::Error {
    HostFault::Failure("the replay has ended".into()).into()
}

impl Runtime<Script> {
    /// A runtime whose host functions answer from recordings.
    pub(super) fn replaying(config: RuntimeConfig) -> wasmtime::Result<Self> {
        Self::linked(config, |linker| {
            bindings::Plugin::add_to_linker::<_, HasSelf<State<Script>>>(linker, |state| state)
        })
    }
}

macro_rules! answer {
    (now $module:ident { $($name:ident($($arg:ident: $ty:ty),*) -> $ret:ty;)* }) => {
        impl wit::$module::Host for State<Script> {$(
            fn $name(&mut self, $($arg: $ty),*) -> wasmtime::Result<$ret> {
                self.backend.answer(Asked {
                    call: call_name!($module, $name),
                    arguments: arguments!($($arg),*),
                })
            }
        )*}
    };
    (wait $module:ident { $($name:ident($($arg:ident: $ty:ty),*) -> $ret:ty;)* }) => {
        impl wit::$module::Host for State<Script> {$(
            async fn $name(&mut self, $($arg: $ty),*) -> wasmtime::Result<$ret> {
                self.backend.answer(Asked {
                    call: call_name!($module, $name),
                    arguments: arguments!($($arg),*),
                })
            }
        )*}
    };
}

each_interface!(answer);

impl wit::types::Host for State<Script> {}

impl wit::sql::Host for State<Script> {
    async fn query(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> wasmtime::Result<Result<Rows, SqlError>> {
        self.backend.answer(Asked {
            call: call_name!(sql, query),
            arguments: arguments!(statement, params),
        })
    }

    async fn execute(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> wasmtime::Result<Result<u64, SqlError>> {
        self.backend.answer(Asked {
            call: call_name!(sql, execute),
            arguments: arguments!(statement, params),
        })
    }

    async fn open_cursor(
        &mut self,
        statement: String,
        params: Vec<Value>,
    ) -> wasmtime::Result<Result<Resource<Cursor>, SqlError>> {
        let opened: Result<u32, SqlError> = self.backend.answer(Asked {
            call: call_name!(sql, open_cursor),
            arguments: arguments!(statement, params),
        })?;
        Ok(opened.map(Resource::new_own))
    }
}

impl wit::sql::HostCursor for State<Script> {
    async fn next(
        &mut self,
        cursor: Resource<Cursor>,
        max: u32,
    ) -> wasmtime::Result<Result<Vec<Vec<Value>>, SqlError>> {
        let id = cursor.rep();
        self.backend.answer(Asked {
            call: call_name!(sql, next),
            arguments: arguments!(id, max),
        })
    }

    async fn drop(&mut self, cursor: Resource<Cursor>) -> wasmtime::Result<()> {
        let id = cursor.rep();
        self.backend.answer(Asked {
            call: call_name!(sql, close_cursor),
            arguments: arguments!(id),
        })
    }
}
