//! Failed plugin calls: their log entries, and the problem that the caller gets.

use witverse_runtime::{CallError, types};

use super::install_records::{LogLevel, Usage};
use super::registry::Installed;
use crate::error::{
    BUSY, Error, FieldProblem, Localized, PLUGIN_DENIED, PLUGIN_FAILED, PLUGIN_TIMEOUT, Problem,
    UNAVAILABLE,
};

/// Logs a failed call for the operator and the author. The caller gets a problem without internals.
pub(super) fn report<C>(plugin: &Installed<C>, export: &'static str, error: &CallError) -> Error {
    let (reason, answer, trap) = match error {
        CallError::Busy => ("busy", BUSY.retry_after(1), None),
        CallError::OutOfTime(trap) => ("cpu", PLUGIN_TIMEOUT.into(), Some(trap)),
        CallError::OutOfMemory(trap) => ("memory", PLUGIN_FAILED.into(), Some(trap)),
        CallError::Trap(trap) => ("trap", PLUGIN_FAILED.into(), Some(trap)),
        CallError::Host(text) => {
            tracing::error!(plugin = %plugin.id, export, error = %text, "a host function failed");
            ("host", UNAVAILABLE.into(), None)
        }
        CallError::Denied(text) => {
            tracing::warn!(target: "plugin", plugin = %plugin.id, export, "{text}");
            ("denied", PLUGIN_DENIED.into(), None)
        }
    };
    metrics::counter!("plugin_failures_total", "plugin" => plugin.id.to_string(), "reason" => reason).increment(1);
    if let Some(trap) = trap {
        count_failure(plugin, export, &error.to_string());
        tracing::error!(
            target: "plugin",
            plugin = %plugin.id,
            version = plugin.version(),
            export,
            trap = %trap.reason,
            backtrace = trap.backtrace.join(" < "),
            "{error}"
        );
    }
    answer.into()
}

/// Logs a response that violates the contract.
pub(super) fn invalid_response<C>(
    plugin: &Installed<C>,
    export: &'static str,
    reason: &str,
) -> Error {
    tracing::error!(
        target: "plugin", plugin = %plugin.id, version = plugin.version(), export, reason,
        "a plugin's answer was refused"
    );
    metrics::counter!("plugin_failures_total", "plugin" => plugin.id.to_string(), "reason" => "answer").increment(1);
    count_failure(plugin, export, &format!("the answer was refused: {reason}"));
    PLUGIN_FAILED.into()
}

/// Counts a failure that the plugin is responsible for.
pub(super) fn count_failure<C>(plugin: &Installed<C>, export: &str, reason: &str) {
    if let Some(install) = &plugin.install {
        install.records.count(Usage {
            failures: 1,
            ..Usage::default()
        });
        install
            .records
            .log(LogLevel::Error, reason, &format!("\"export\"={export:?}"));
        install.failures.add(&plugin.id);
    }
}

pub(super) fn problem_of<C>(plugin: &Installed<C>, problem: types::Problem) -> Error {
    let known = |text: &types::Localized| Localized::new(&text.ko, &text.en);
    let code_fits = !problem.code.is_empty()
        && problem.code.len() <= 64
        && problem
            .code
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !code_fits || !(400..=599).contains(&problem.status) {
        return invalid_response(
            plugin,
            "handle",
            &format!(
                "a problem with status {} and code {:?}",
                problem.status, problem.code
            ),
        );
    }
    Problem {
        status: problem.status,
        message: known(&problem.message),
        fields: problem
            .fields
            .iter()
            .map(|field| FieldProblem {
                field: field.field.clone(),
                message: known(&field.message),
            })
            .collect(),
        code: problem.code,
        retry_after_s: problem
            .retry_after_s
            .filter(|_| matches!(problem.status, 429 | 503))
            .map(u64::from),
    }
    .into()
}
