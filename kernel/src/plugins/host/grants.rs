//! What a manifest grants and how much of it one call may use.

use witverse_runtime::HostFault;

use super::{Answer, MAX_KEY_BYTES, PluginHost};

/// Events, pushes and timers of one call.
const MAX_QUEUED: usize = 100;
const MAX_LABELS: usize = 4;
const MAX_LABEL_BYTES: usize = 64;

impl PluginHost {
    pub(super) fn need(&self, granted: bool, what: &str) -> Answer<()> {
        if granted {
            Ok(())
        } else {
            Err(HostFault::Abuse(format!(
                "the manifest of {} does not ask for {what}",
                self.plugin.id
            )))
        }
    }

    pub(super) fn may_queue(&mut self, bytes: usize, limit: usize) -> Result<(), String> {
        if bytes > limit {
            return Err(format!("{bytes} bytes are more than the {limit} allowed"));
        }
        if self.work().queued() >= MAX_QUEUED {
            return Err(format!(
                "more than {MAX_QUEUED} events, pushes and timers in one call"
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

    pub(super) fn label(&self, labels: &[(String, String)]) -> Answer<Vec<metrics::Label>> {
        if labels.len() > MAX_LABELS
            || labels
                .iter()
                .any(|(k, v)| k.len() > MAX_LABEL_BYTES || v.len() > MAX_LABEL_BYTES)
        {
            return Err(HostFault::Abuse(format!(
                "a metric has at most {MAX_LABELS} labels of {MAX_LABEL_BYTES} bytes"
            )));
        }
        let mut all: Vec<metrics::Label> = labels
            .iter()
            .map(|(key, value)| metrics::Label::new(key.clone(), value.clone()))
            .collect();
        all.push(metrics::Label::new("plugin", self.plugin.id.to_string()));
        Ok(all)
    }

    pub(super) fn metric(&self, name: &str) -> Answer<String> {
        let fits = name.len() <= 64 && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        if fits && self.plugin.admit_series(name) {
            Ok(format!("plugin_{name}"))
        } else {
            Err(HostFault::Abuse(format!(
                "{name:?} is no metric's name, or one too many"
            )))
        }
    }
}
