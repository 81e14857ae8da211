//! The capabilities and limits of a manifest, checked at each host call.

use witverse_runtime::HostFault;
use witverse_runtime::types::Level;

use super::{Answer, MAX_KEY_BYTES, PluginHost};
use crate::plugins::DenialLayer;
use crate::plugins::install_records::{LogLevel, Measured};
use crate::plugins::manifest::Kind as PluginKind;

/// The limit of events, pushes, timers and effects on rooms of one call.
const MAX_QUEUED: usize = 100;
/// The beginning of errors that are texts, if the permission is missing.
const NOT_GRANTED: &str = "not-granted";
const MAX_LOG_LINES: u32 = 100;
const MAX_LOG_BYTES: usize = 4 << 10;
/// The limit of `metrics` calls in one call.
const MAX_METRICS: u32 = 100;
const MAX_LABELS: usize = 4;
const MAX_LABEL_BYTES: usize = 64;
const MAX_RANDOM_BYTES: u32 = 4096;

impl PluginHost {
    /// Counts the use of a capability of an install. What a service does for it is not its own.
    pub(super) fn used(&mut self, capability: Measured) {
        if self.plugin.install.is_some() && self.depth == 0 {
            self.spent.used(capability);
        }
    }

    pub(super) fn need(&mut self, granted: bool, what: &str) -> Answer<()> {
        if granted {
            match what {
                "users" => self.used(Measured::Users),
                "timers" => self.used(Measured::Timers),
                "rooms" => self.used(Measured::Rooms),
                _ => (),
            }
            Ok(())
        } else {
            Err(HostFault::Denied(self.denied(what)))
        }
    }

    /// As [`PluginHost::need`], for a call whose result has an error as a text: the guest gets it.
    pub(super) fn may(&mut self, granted: bool, what: &str) -> Result<(), String> {
        let needed = self.need(granted, what);
        needed.map_err(|denied| format!("{NOT_GRANTED}: {denied}"))
    }

    /// Records that a call was refused for want of a permission; returns the reason in words.
    pub(super) fn denied(&self, permission: &str) -> String {
        if let Some(install) = &self.plugin.install {
            let layer = DenialLayer::of_permission(&install.requested, permission);
            self.plugin.record_denial(layer, permission);
        }
        format!("{} has not been granted {permission}", self.plugin.id)
    }

    /// Refuses calls that affect all people, unless the plugin is a system plugin.
    pub(super) fn system_only(&self, what: &str) -> Answer<()> {
        if self.plugin.manifest().plugin.kind == PluginKind::System {
            Ok(())
        } else {
            Err(HostFault::Abuse(format!("{what} is for system plugins")))
        }
    }

    pub(super) fn bytes_of_rng(&self, count: u32) -> Answer<Vec<u8>> {
        if count > MAX_RANDOM_BYTES {
            return Err(HostFault::Abuse(format!(
                "at most {MAX_RANDOM_BYTES} random bytes at once"
            )));
        }
        let mut bytes = vec![0; count as usize];
        self.context.platform.rng.fill(&mut bytes);
        Ok(bytes)
    }

    pub(super) fn may_queue(&mut self, bytes: usize, limit: usize) -> Result<(), String> {
        if bytes > limit {
            return Err(format!("{bytes} bytes are more than the {limit} allowed"));
        }
        if self.work().queued() >= MAX_QUEUED {
            return Err(format!(
                "more than {MAX_QUEUED} events, pushes, timers and changes of rooms in one call"
            ));
        }
        Ok(())
    }

    pub(super) fn check_prefix(&self, name: &str, separators: &[char]) -> Result<(), String> {
        let own = self.plugin.id.as_str();
        let rest = name.strip_prefix(own).and_then(|rest| rest.chars().next());
        if name.len() <= MAX_KEY_BYTES && rest.is_some_and(|next| separators.contains(&next)) {
            Ok(())
        } else {
            Err(format!("{name:?} does not begin with {own}."))
        }
    }

    /// Writes a log line for the operator; lines are counted and limited in length.
    pub(super) fn write_log(
        &mut self,
        level: Level,
        message: &str,
        fields: &[(String, String)],
    ) -> Answer<()> {
        self.spent.log_lines += 1;
        let size = message.len() + fields.iter().map(|(k, v)| k.len() + v.len()).sum::<usize>();
        if self.spent.log_lines > MAX_LOG_LINES || size > MAX_LOG_BYTES {
            return Err(HostFault::Abuse(format!(
                "more than {MAX_LOG_LINES} log lines in a call, or one over {MAX_LOG_BYTES} bytes"
            )));
        }
        let plugin = self.plugin.id.as_str();
        let version = self.plugin.version();
        let fields = log_fields(fields);
        let stored = match level {
            Level::Debug => None,
            Level::Info => Some(LogLevel::Info),
            Level::Warn => Some(LogLevel::Warn),
            Level::Error => Some(LogLevel::Error),
        };
        if let Some(level) = stored {
            self.plugin.record_line(level, message, &fields);
        }
        match level {
            Level::Debug => {
                tracing::debug!(target: "plugin", plugin, version, %fields, "{message:?}")
            }
            Level::Info => {
                tracing::info!(target: "plugin", plugin, version, %fields, "{message:?}")
            }
            Level::Warn => {
                tracing::warn!(target: "plugin", plugin, version, %fields, "{message:?}")
            }
            Level::Error => {
                tracing::error!(target: "plugin", plugin, version, %fields, "{message:?}")
            }
        }
        Ok(())
    }

    /// A metric's full name and labels, counted and limited: the kernel keeps one series for each combination until it
    /// ends.
    pub(super) fn series(
        &mut self,
        name: &str,
        labels: &[(String, String)],
    ) -> Answer<(String, Vec<metrics::Label>)> {
        let abuse = |why: String| Err(HostFault::Abuse(why));
        self.spent.metrics += 1;
        if self.spent.metrics > MAX_METRICS {
            return abuse(format!("more than {MAX_METRICS} metrics in a call"));
        }
        let word = |text: &str| {
            !text.is_empty()
                && text.len() <= MAX_LABEL_BYTES
                && text.chars().all(|c| c.is_ascii_lowercase() || c == '_')
        };
        let fits = word(name)
            && labels.len() <= MAX_LABELS
            && labels
                .iter()
                .all(|(key, value)| word(key) && key != "plugin" && value.len() <= MAX_LABEL_BYTES);
        if !fits {
            return abuse(format!(
                "a metric is a word of at most {MAX_LABEL_BYTES} lower-case letters and underscores with at most {MAX_LABELS} labels"
            ));
        }
        if !self.plugin.admit_series(format!("{name} {labels:?}")) {
            return abuse(format!("{name:?} with these labels is one metric too many"));
        }
        let own = metrics::Label::new("plugin", self.plugin.id.to_string());
        let labels = labels
            .iter()
            .map(|(key, value)| metrics::Label::new(key.clone(), value.clone()))
            .chain([own])
            .collect();
        Ok((format!("plugin_{name}"), labels))
    }
}

/// One line of `"key"="value"` pairs. Keys and values both come from the plugin and are escaped, so that neither a line
/// nor a field of the kernel can be forged.
fn log_fields(fields: &[(String, String)]) -> String {
    fields
        .iter()
        .map(|(key, value)| format!("{key:?}={value:?}"))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::log_fields;

    #[test]
    fn keys_and_values_of_a_log_line_are_escaped() {
        let check = |key: &str, value: &str, expect: &str| {
            assert_eq!(log_fields(&[(key.into(), value.into())]), expect);
        };
        check("world", "agora", r#""world"="agora""#);
        check("a\nERROR forged", "b\nc", r#""a\nERROR forged"="b\nc""#);
        check("a b=\"c\"", "\u{1b}[31m", r#""a b=\"c\""="\u{1b}[31m""#);
    }
}
