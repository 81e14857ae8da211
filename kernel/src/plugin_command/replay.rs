//! `witverse plugin replay`: runs the built plugin with a recorded call, and prints the first difference.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::Value;
use tempfile::TempDir;
use witverse_kernel::app::component_cache;
use witverse_kernel::clock::Rng;
use witverse_kernel::plugins::Bundle;
use witverse_kernel::secret::Secret;
use witverse_runtime::{
    Answer, Asked, Comparison, Compiler, Ending, Head, HostCall, RecordedCall, replay,
};

use super::build::{bundle_of, has_sources};
use super::file_error::at;
use super::workshop::kept_components;

/// What is printed of a value.
const MAX_LETTERS: usize = 2_000;

#[derive(Args)]
pub(crate) struct Replay {
    /// A recording of `witverse plugin dev`
    recording: PathBuf,
    /// The plugin's folder, or its bundle
    #[arg(long, default_value = ".")]
    bundle: PathBuf,
}

/// The exit code for a replay that differs from its recording.
const DIFFERS: u8 = 9;

/// Replays a call.
pub(super) async fn run(command: &Replay) -> Result<ExitCode, String> {
    let file = &command.recording;
    let text = fs::read_to_string(file).map_err(at(file))?;
    let recording = RecordedCall::of_lines(&text)
        .map_err(|error| format!("{} cannot be replayed: {error}", file.display()))?;
    let folder = bundle_of(&command.bundle)?;
    let bundle = Bundle::read(&folder).map_err(|error| error.reason().to_owned())?;
    let id = bundle.manifest.plugin.id.as_str();
    let head = recording.head.clone();
    if head.plugin != id {
        let file = file.display();
        return Err(format!(
            "{file} is a recording of {}, not of {id}",
            head.plugin
        ));
    }
    let recorded_ending = recording.ending.clone();
    let scratch = TempDir::new().map_err(|error| error.to_string())?;
    let cache = match has_sources(&command.bundle) {
        // `witverse plugin dev` has compiled the component.
        true => kept_components(&command.bundle)?,
        false => component_cache(
            scratch.path(),
            &Secret::new(Rng::default().bytes()),
            Compiler::Here,
        ),
    };
    let replayed = replay(&bundle.component, recording, &cache)
        .await
        .map_err(|error| format!("{} cannot be replayed: {error}", file.display()))?;
    println!(
        "{}, recorded with {} {}.",
        call_of(&head),
        head.plugin,
        head.version
    );
    for line in &replayed.log {
        println!("  log: {}", shortened(line));
    }
    print!(
        "{}",
        report(&replayed.comparison, &recorded_ending, replayed.answered)
    );
    for frame in &replayed.backtrace {
        println!("    in {frame}");
    }
    Ok(match replayed.comparison {
        Comparison::Same => ExitCode::SUCCESS,
        Comparison::HostCall { .. } | Comparison::Ending { .. } => ExitCode::from(DIFFERS),
    })
}

fn call_of(head: &Head) -> String {
    let text = |pointer: &str| head.input.pointer(pointer).and_then(Value::as_str);
    match head.export.as_str() {
        "handle" => {
            let method = text("/request/method").unwrap_or_default().to_uppercase();
            format!("{method} {}", text("/request/path").unwrap_or_default())
        }
        "on-events" => format!("Event {}", text("/events/0/topic").unwrap_or_default()),
        "on-timer" => format!("Timer {}", text("/timer/key").unwrap_or_default()),
        "call" => {
            let (service, method) = (text("/call/service"), text("/call/method"));
            format!(
                "Service {} {}",
                service.unwrap_or_default(),
                method.unwrap_or_default()
            )
        }
        "export-data" => "Data export".to_owned(),
        _ => "Health check".to_owned(),
    }
}

fn report(comparison: &Comparison, recorded_ending: &Ending, answered: usize) -> String {
    match comparison {
        Comparison::Same => format!(
            "Same as recorded: {answered} host calls, then {}\n",
            ending(recorded_ending)
        ),
        Comparison::Ending { recorded, now } => format!(
            "The first {answered} host calls are the same, but then the call ends differently.\n  recorded: {}\n  now:      {}\n",
            ending(recorded),
            ending(now)
        ),
        Comparison::HostCall {
            number,
            recorded,
            asked,
        } => format!(
            "Host call {number} differs.\n{}",
            difference(recorded.as_ref(), asked.as_ref(), recorded_ending)
        ),
    }
}

fn difference(recorded: Option<&HostCall>, asked: Option<&Asked>, end: &Ending) -> String {
    let (recorded_line, now) = match (recorded, asked) {
        (Some(recorded), Some(asked)) if recorded.call == asked.call => {
            return arguments(recorded, asked);
        }
        (recorded, asked) => (
            recorded.map_or_else(
                || format!("no further host call, then {}", ending(end)),
                |call| shortened(&format!("{} {}", call.call, call.arguments)),
            ),
            asked.map_or_else(
                || "no further host call".to_owned(),
                |call| shortened(&format!("{} {}", call.call, call.arguments)),
            ),
        ),
    };
    let mut text = format!("  recorded: {recorded_line}\n  now:      {now}\n");
    if let Some(HostCall {
        answer: Answer::Value(answer),
        ..
    }) = recorded
    {
        text += &format!("  recorded answer: {}\n", shortened(&answer.to_string()));
    }
    text
}

/// The arguments that differ, of the same function.
fn arguments(recorded: &HostCall, asked: &Asked) -> String {
    let mut text = format!("  {}\n", recorded.call);
    let names = recorded.arguments.as_object().into_iter().flatten();
    for (name, before) in names {
        let now = &asked.arguments[name];
        if before != now {
            text += &format!(
                "  recorded {name}: {}\n  now      {name}: {}\n",
                shortened(&before.to_string()),
                shortened(&now.to_string())
            );
        }
    }
    text
}

fn ending(ending: &Ending) -> String {
    shortened(&match ending {
        Ending::Returned(value) => match (value.get("Ok"), value.get("Err")) {
            (Some(answer), _) => format!("the answer {answer}"),
            (None, Some(problem)) => format!("the problem {problem}"),
            (None, None) => value.to_string(),
        },
        Ending::Trap(reason) => format!("a trap: {reason}"),
        Ending::OutOfTime => "its CPU time was used up".to_owned(),
        Ending::OutOfMemory => "it asked for more memory than it may have".to_owned(),
        Ending::HostFailure(reason) => format!("a failure of the platform: {reason}"),
        Ending::Denied(reason) => format!("a call that it is not permitted to make: {reason}"),
        Ending::Stopped => "the call was stopped, because it took too long".to_owned(),
    })
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_LETTERS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn recorded(statement: &str) -> HostCall {
        HostCall {
            call: "sql.query".into(),
            arguments: json!({ "statement": statement, "params": [] }),
            answer: Answer::Value(json!({ "Ok": { "rows": [] } })),
        }
    }

    fn asked(call: &str, statement: &str) -> Asked {
        Asked {
            call: call.into(),
            arguments: json!({ "statement": statement, "params": [] }),
        }
    }

    fn differs(recorded: Option<HostCall>, asked: Option<Asked>) -> String {
        let comparison = Comparison::HostCall {
            number: 3,
            recorded,
            asked,
        };
        report(&comparison, &Ending::OutOfTime, 2)
    }

    #[test]
    fn the_same_function_shows_the_argument_that_differs() {
        let text = differs(
            Some(recorded("select 1")),
            Some(asked("sql.query", "select 2")),
        );
        assert_eq!(
            text,
            "Host call 3 differs.\n  sql.query\n  recorded statement: \"select 1\"\n  now      statement: \"select 2\"\n"
        );
    }

    #[test]
    fn another_function_shows_both_and_the_recorded_answer() {
        let text = differs(Some(recorded("a")), Some(asked("sql.execute", "a")));
        assert!(text.contains("recorded: sql.query {"), "{text}");
        assert!(text.contains("now:      sql.execute {"), "{text}");
        assert!(text.contains("recorded answer: {\"Ok\""), "{text}");
    }

    #[test]
    fn a_missing_or_additional_call_is_a_difference() {
        let text = differs(None, Some(asked("sql.query", "a")));
        assert!(
            text.contains("recorded: no further host call, then its CPU time"),
            "{text}"
        );
        let text = differs(Some(recorded("a")), None);
        assert!(text.contains("now:      no further host call\n"), "{text}");
    }

    #[test]
    fn ends_are_named() {
        let comparison = Comparison::Ending {
            recorded: Ending::Trap("unreachable".into()),
            now: Ending::Returned(json!({ "Ok": { "status": 200 } })),
        };
        let text = report(&comparison, &Ending::OutOfTime, 2);
        assert!(text.contains("recorded: a trap: unreachable\n"), "{text}");
        assert!(
            text.contains("now:      the answer {\"status\":200}\n"),
            "{text}"
        );
        assert!(ending(&Ending::Denied("x".repeat(3_000))).ends_with('…'));
    }
}
