//! The format of a recording: JSON Lines. The first line is the call, each following one a host call, the last one the end.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::limits::CallLimits;

/// The version of the format.
const FORMAT: u32 = 1;
/// Bytes that are valid text are written as text, others in hexadecimal. No record of the contract has such names.
const TEXT: &str = "$text";
const HEX: &str = "$hex";

/// A recorded call.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedCall {
    pub head: Head,
    pub host_calls: Vec<HostCall>,
    pub ending: Ending,
}

/// What a plugin was called with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The version of the format.
    pub recording: u32,
    pub plugin: String,
    pub version: String,
    pub limits: RecordedLimits,
    /// The function of the interface `guest`: `handle`, `on-events`, …
    pub export: String,
    /// Its arguments.
    pub input: Value,
}

/// The limits of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedLimits {
    memory_bytes: usize,
    ticks: u64,
    border_bytes: usize,
}

impl From<CallLimits> for RecordedLimits {
    fn from(limits: CallLimits) -> Self {
        Self {
            memory_bytes: limits.memory_bytes,
            ticks: limits.ticks,
            border_bytes: limits.border_bytes,
        }
    }
}

impl From<RecordedLimits> for CallLimits {
    fn from(limits: RecordedLimits) -> Self {
        Self {
            memory_bytes: limits.memory_bytes,
            ticks: limits.ticks,
            border_bytes: limits.border_bytes,
            has_slot: false,
        }
    }
}

/// A host call and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostCall {
    /// The interface and the function: `sql.query`.
    pub call: String,
    pub arguments: Value,
    pub answer: Answer,
}

impl HostCall {
    /// Whether the call only writes: its answer has no effect on the plugin. An author may add such calls to find a mistake.
    pub(super) fn only_writes(&self) -> bool {
        only_writes(&self.call) && matches!(self.answer, Answer::Value(_))
    }
}

pub(super) fn only_writes(call: &str) -> bool {
    call.starts_with("log.") || call.starts_with("metrics.")
}

/// The answer of a host call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// What the plugin got, also a typed error.
    Value(Value),
    /// The host failed, which ended the call.
    Failure(String),
    /// The plugin violated a rule, which ended the call.
    Abuse(String),
    /// The plugin was not permitted to make the call, which ended its own.
    Denied(String),
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The plugin has returned: `Ok` with its response, or `Err` with a problem.
    Returned(Value),
    Trap(String),
    OutOfTime,
    OutOfMemory,
    HostFailure(String),
    Denied(String),
    /// The call was abandoned: it took too long, or the platform ended.
    Stopped,
}

impl Ending {
    /// Whether the plugin has returned without a problem.
    #[must_use]
    pub fn is_success(&self) -> bool {
        matches!(self, Self::Returned(value) if value.get("Ok").is_some())
    }
}

/// The last line of a recording.
#[derive(Serialize, Deserialize)]
struct LastLine {
    ending: Ending,
}

/// Why a file is no recording that can be replayed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    #[error("it is no recording of `witverse plugin dev`")]
    Foreign,
    #[error("its format is {0}, and this program reads {FORMAT}: record the call again")]
    Format(u32),
    #[error("line {line} cannot be read: {reason}")]
    Line { line: usize, reason: String },
    #[error(
        "it is truncated after {0} host calls: the last line, with the end of the call, is missing"
    )]
    Truncated(usize),
}

impl RecordedCall {
    /// The file of the recording.
    #[must_use]
    pub fn to_lines(&self) -> String {
        let mut lines = vec![json!(self.head)];
        lines.extend(self.host_calls.iter().map(|call| json!(call)));
        lines.push(json!({ "ending": self.ending }));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Reads the file of a recording.
    ///
    /// # Errors
    /// [`RecordingError`].
    pub fn of_lines(text: &str) -> Result<Self, RecordingError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        let first: Value = serde_json::from_str(first).map_err(|_| RecordingError::Foreign)?;
        let format = first.get("recording").and_then(Value::as_u64);
        let format = format.ok_or(RecordingError::Foreign)?;
        if format != u64::from(FORMAT) {
            let format = u32::try_from(format).unwrap_or(u32::MAX);
            return Err(RecordingError::Format(format));
        }
        let unreadable = |index: usize| {
            move |error: serde_json::Error| RecordingError::Line {
                line: index + 1,
                reason: error.to_string(),
            }
        };
        let head: Head = serde_json::from_value(first).map_err(unreadable(0))?;
        let mut host_calls = Vec::new();
        while let Some((index, line)) = lines.next() {
            if let Ok(LastLine { ending }) = serde_json::from_str(line) {
                if let Some((index, _)) = lines.next() {
                    return Err(RecordingError::Line {
                        line: index + 1,
                        reason: "the call has ended before".into(),
                    });
                }
                return Ok(Self {
                    head,
                    host_calls,
                    ending,
                });
            }
            match serde_json::from_str(line) {
                Ok(call) => host_calls.push(call),
                // The last line of a file that was cut off.
                Err(error) if error.is_eof() && lines.next().is_none() => break,
                Err(error) => return Err(unreadable(index)(error)),
            }
        }
        Err(RecordingError::Truncated(host_calls.len()))
    }

    pub(super) fn head(
        plugin: String,
        version: String,
        limits: CallLimits,
        export: &str,
        input: Value,
    ) -> Head {
        Head {
            recording: FORMAT,
            plugin,
            version,
            limits: limits.into(),
            export: export.replace('_', "-"),
            input: packed(input),
        }
    }
}

/// Writes lists of bytes as text or in hexadecimal, so that a person can read them.
pub(crate) fn packed(value: Value) -> Value {
    match value {
        Value::Array(items) => match bytes_of(&items) {
            Some(bytes) => packed_bytes(bytes),
            None => items.into_iter().map(packed).collect(),
        },
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(fields.map(|(key, value)| (key, packed(value))).collect())
        }
        other => other,
    }
}

fn bytes_of(items: &[Value]) -> Option<Vec<u8>> {
    let byte = |item: &Value| item.as_u64().and_then(|number| u8::try_from(number).ok());
    let bytes: Option<Vec<u8>> = items.iter().map(byte).collect();
    bytes.filter(|bytes| !bytes.is_empty())
}

fn packed_bytes(bytes: Vec<u8>) -> Value {
    let is_text = |text: &str| {
        !text
            .chars()
            .any(|letter| letter.is_control() && letter != '\n')
    };
    match String::from_utf8(bytes) {
        Ok(text) if is_text(&text) => json!({ TEXT: text }),
        Ok(text) => json!({ HEX: hex(text.as_bytes()) }),
        Err(error) => json!({ HEX: hex(error.as_bytes()) }),
    }
}

/// The opposite of [`packed`].
pub(crate) fn unpacked(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(unpacked).collect(),
        Value::Object(fields) => packed_bytes_of(&fields).map_or_else(
            || {
                let fields = fields.clone().into_iter();
                Value::Object(fields.map(|(key, value)| (key, unpacked(value))).collect())
            },
            |bytes| json!(bytes),
        ),
        other => other,
    }
}

fn packed_bytes_of(fields: &Map<String, Value>) -> Option<Vec<u8>> {
    let text = |key: &str| fields.get(key).and_then(Value::as_str);
    match (text(TEXT), text(HEX)) {
        (Some(text), _) => Some(text.as_bytes().to_vec()),
        (None, Some(hex)) => of_hex(hex),
        (None, None) => None,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn of_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2);
    digits
        .map(|pair| {
            let pair = std::str::from_utf8(pair).ok()?;
            u8::from_str_radix(pair, 16).ok()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded() -> RecordedCall {
        let input = json!({ "request": { "path": "/lines", "body": b"{\"text\":\"hi\"}" } });
        let head = RecordedCall::head(
            "acme.hello".into(),
            "1.0.0".into(),
            CallLimits::default(),
            "on_events",
            input,
        );
        RecordedCall {
            head,
            host_calls: vec![HostCall {
                call: "clock.now-ms".into(),
                arguments: json!({}),
                answer: Answer::Value(json!(7)),
            }],
            ending: Ending::Returned(packed(json!({ "Ok": { "body": [0, 255] } }))),
        }
    }

    #[test]
    fn a_recording_is_read_as_it_was_written() {
        let lines = recorded().to_lines();
        assert_eq!(RecordedCall::of_lines(&lines), Ok(recorded()));
        assert!(
            lines.contains(r#""body":{"$text":"{\"text\":\"hi\"}"}"#),
            "{lines}"
        );
        assert!(lines.contains(r#""body":{"$hex":"00ff"}"#), "{lines}");
        assert!(lines.contains(r#""export":"on-events""#), "{lines}");
    }

    #[test]
    fn bytes_are_unpacked_as_they_were() {
        let values = [
            json!({ "a": [[1, 2], "x", [104, 105]], "b": [], "c": [256, 1], "d": [-1], "e": null }),
            json!([0, 195, 40]),
            json!([9, 10, 97]),
        ];
        for value in values {
            assert_eq!(unpacked(packed(value.clone())), value);
        }
    }

    #[test]
    fn a_foreign_or_truncated_file_is_refused() {
        let lines = recorded().to_lines();
        let check = |text: &str, expected: RecordingError| {
            assert_eq!(RecordedCall::of_lines(text), Err(expected));
        };
        check("", RecordingError::Foreign);
        check("PNG", RecordingError::Foreign);
        check("{\"a\":1}\n", RecordingError::Foreign);
        check(
            &lines.replace("\"recording\":1", "\"recording\":9"),
            RecordingError::Format(9),
        );
        let without_end: Vec<&str> = lines.lines().take(2).collect();
        check(&without_end.join("\n"), RecordingError::Truncated(1));
        check(&lines[..lines.len() - 9], RecordingError::Truncated(1));
        let twice = format!("{lines}{}", lines.lines().last().unwrap_or_default());
        assert!(matches!(
            RecordedCall::of_lines(&twice),
            Err(RecordingError::Line { line: 4, .. })
        ));
        let broken = lines.replace("clock.now-ms\"", "clock.now-ms");
        assert!(matches!(
            RecordedCall::of_lines(&broken),
            Err(RecordingError::Line { line: 2, .. })
        ));
    }
}
