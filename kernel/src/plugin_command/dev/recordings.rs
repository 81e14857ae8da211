//! The recordings of `witverse plugin dev`: one file for each call of the plugin, of which the newest are kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;

use witverse_runtime::types::Install;
use witverse_runtime::{Ending, RecordedCall, Recorder};

use crate::plugin_command::file_error::at;

/// How many files are kept.
pub(super) const KEPT: usize = 50;
const EXTENSION: &str = "jsonl";
const MAX_LABEL: usize = 48;

/// Writes recordings into a folder.
pub(super) struct Recordings {
    folder: PathBuf,
    /// The id of the plugin that is developed.
    plugin: String,
    /// The files of the folder, the oldest first.
    files: Mutex<Vec<PathBuf>>,
}

impl Recordings {
    pub(super) fn new(folder: PathBuf, plugin: String) -> Result<Self, String> {
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        let mut files: Vec<PathBuf> = fs::read_dir(&folder)
            .map_err(at(&folder))?
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| number_of(path).is_some())
            .collect();
        files.sort_by_key(|path| number_of(path));
        Ok(Self {
            folder,
            plugin,
            files: Mutex::new(files),
        })
    }

    /// Writes a file, and deletes the oldest ones.
    fn write(&self, recording: &RecordedCall) -> Result<PathBuf, String> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let number = files.last().and_then(|path| number_of(path)).unwrap_or(0) + 1;
        let name = format!("{number:06}-{}.{EXTENSION}", label(recording));
        let path = self.folder.join(name);
        fs::write(&path, recording.to_lines()).map_err(at(&path))?;
        files.push(path.clone());
        let surplus = files.len().saturating_sub(KEPT);
        for old in files.drain(..surplus) {
            // A file that its author has deleted.
            let _ = fs::remove_file(old);
        }
        Ok(path)
    }
}

impl Recorder for Recordings {
    fn name_of(&self, install: &Install) -> Option<String> {
        // The only install of this platform is the plugin; the other plugins are those of the platform.
        install
            .plugin
            .starts_with("x-")
            .then(|| self.plugin.clone())
    }

    fn keep(&self, recording: RecordedCall) {
        // The plugin is checked each time it is replaced.
        if recording.head.export == "health" && recording.ending.is_success() {
            return;
        }
        match self.write(&recording) {
            Ok(path) if has_failed(&recording.ending) => {
                println!(
                    "A call has failed: witverse plugin replay {}",
                    path.display()
                );
            }
            Ok(_) => {}
            Err(error) => println!("A call was not recorded: {error}"),
        }
    }
}

/// Whether the plugin itself has failed. A problem is an answer.
fn has_failed(ending: &Ending) -> bool {
    match ending {
        Ending::Returned(value) => value["Err"]["status"].as_u64() >= Some(500),
        _ => true,
    }
}

fn number_of(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    let (number, rest) = name.split_once('-')?;
    rest.ends_with(&format!(".{EXTENSION}"))
        .then(|| number.parse().ok())?
}

/// What was called, in letters that every file system has.
fn label(recording: &RecordedCall) -> String {
    let input = &recording.head.input;
    let text = |pointer: &str| input.pointer(pointer).and_then(|value| value.as_str());
    let words = match recording.head.export.as_str() {
        "handle" => [text("/request/method"), text("/request/route")],
        "on-events" => [Some("event"), text("/events/0/topic")],
        "on-timer" => [Some("timer"), text("/timer/key")],
        "call" => [Some("service"), text("/call/method")],
        other => [Some(other), None],
    };
    let words: Vec<&str> = words.into_iter().flatten().collect();
    let label = words.join("-").to_lowercase();
    let plain = label.split(|letter: char| !letter.is_ascii_alphanumeric());
    let parts: Vec<&str> = plain.filter(|part| !part.is_empty()).collect();
    parts.join("-").chars().take(MAX_LABEL).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tempfile::TempDir;

    use super::*;

    fn recording(export: &str, input: &Value, ending: &Value) -> RecordedCall {
        let head = json!({
            "recording": 1, "plugin": "acme.hello", "version": "1.0.0", "export": export, "input": input,
            "limits": { "memory_bytes": 1, "ticks": 1, "border_bytes": 1 },
        });
        let lines = format!("{head}\n{}\n", json!({ "ending": ending }));
        RecordedCall::of_lines(&lines).expect("a recording")
    }

    #[test]
    fn a_file_is_named_after_its_call() {
        let check = |export: &str, input: Value, expected: &str| {
            let ending = json!({ "returned": { "Ok": null } });
            assert_eq!(label(&recording(export, &input, &ending)), expected);
        };
        let request = json!({ "request": { "method": "Post", "route": "/lines/{id}" } });
        check("handle", request, "post-lines-id");
        let events = json!({ "events": [{ "topic": "worlds.member.joined@1" }] });
        check("on-events", events, "event-worlds-member-joined-1");
        check("on-timer", json!({ "timer": { "key": "한글" } }), "timer");
        check(
            "call",
            json!({ "call": { "method": "events" } }),
            "service-events",
        );
        check("health", json!({}), "health");
    }

    #[test]
    fn the_newest_files_are_kept_also_after_a_restart() {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("notes.txt"), "").expect("written");
        let start = || Recordings::new(folder.path().to_owned(), "acme.hello".into());
        let ending = json!({ "returned": { "Ok": null } });
        for _ in 0..2 {
            let recordings = start().expect("recordings");
            for _ in 0..KEPT {
                recordings.keep(recording("on-timer", &json!({}), &ending));
                recordings.keep(recording("health", &json!({}), &ending));
            }
        }
        let entries = fs::read_dir(folder.path()).expect("a list").flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names.len(), KEPT + 1);
        assert_eq!(names[0], "000051-timer.jsonl");
        assert_eq!(names[KEPT - 1], "000100-timer.jsonl");
    }

    #[test]
    fn a_refusal_is_no_failure() {
        let check = |ending: Value, expected: bool| {
            let recording = recording("health", &json!({}), &ending);
            assert_eq!(has_failed(&recording.ending), expected, "{ending}");
        };
        check(json!({ "returned": { "Ok": {} } }), false);
        check(json!({ "returned": { "Err": { "status": 409 } } }), false);
        check(json!({ "returned": { "Err": { "status": 500 } } }), true);
        check(json!({ "trap": "unreachable" }), true);
        check(json!("stopped"), true);
    }
}
