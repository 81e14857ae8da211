//! Limits concurrent background calls, for each plugin and in total.

use std::collections::HashMap;

use tokio::task::{Id, JoinSet};

/// The limit of concurrent calls of one plugin.
const MAX_PER_PLUGIN: usize = 4;
/// The limit of concurrent calls in total.
const MAX_IN_FLIGHT: usize = 16;

/// `K` identifies the row that a call works on, so that no row is started twice.
pub(super) struct InFlightCalls<K> {
    tasks: JoinSet<()>,
    running: HashMap<Id, (String, Vec<K>)>,
}

impl<K> Default for InFlightCalls<K> {
    fn default() -> Self {
        Self {
            tasks: JoinSet::new(),
            running: HashMap::new(),
        }
    }
}

impl<K: Clone> InFlightCalls<K> {
    pub(super) fn has_capacity(&self, plugin: &str) -> bool {
        self.running.len() < MAX_IN_FLIGHT && self.count(plugin) < MAX_PER_PLUGIN
    }

    /// Plugins at their limit: their rows are left out of the next lookup.
    pub(super) fn plugins_at_capacity(&self) -> Vec<String> {
        let mut plugins: Vec<String> = self
            .running
            .values()
            .map(|(plugin, _)| plugin.clone())
            .filter(|plugin| self.count(plugin) >= MAX_PER_PLUGIN)
            .collect();
        plugins.sort_unstable();
        plugins.dedup();
        plugins
    }

    /// The keys of all calls in progress.
    pub(super) fn keys(&self) -> Vec<K> {
        let keys = self.running.values().flat_map(|(_, keys)| keys);
        keys.cloned().collect()
    }

    pub(super) fn start(
        &mut self,
        plugin: String,
        keys: Vec<K>,
        call: impl Future<Output = ()> + Send + 'static,
    ) {
        let task = self.tasks.spawn(call);
        self.running.insert(task.id(), (plugin, keys));
    }

    /// Removes calls that have ended.
    pub(super) fn reap(&mut self) {
        while let Some(ended) = self.tasks.try_join_next_with_id() {
            self.running
                .remove(&ended.map_or_else(|error| error.id(), |(id, ())| id));
        }
    }

    /// Resolves when a call has ended; pending while none is in progress. Cancel safe.
    pub(super) async fn wait_for_one(&mut self) {
        let ended = match self.tasks.join_next_with_id().await {
            Some(Ok((id, ()))) => id,
            Some(Err(error)) => error.id(),
            None => return std::future::pending().await,
        };
        self.running.remove(&ended);
    }

    pub(super) async fn wait_for_all(mut self) {
        while !self.running.is_empty() {
            self.wait_for_one().await;
        }
    }

    fn count(&self, plugin: &str) -> usize {
        let of_plugin = self.running.values().filter(|(of, _)| of == plugin);
        of_plugin.count()
    }
}

#[cfg(test)]
mod tests {
    use super::{InFlightCalls, MAX_PER_PLUGIN};
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn a_slow_plugin_does_not_take_the_capacity_of_others() {
        let mut in_flight = InFlightCalls::default();
        let mut ends = Vec::new();
        for n in 0..MAX_PER_PLUGIN {
            assert!(in_flight.has_capacity("slow"));
            let (end, ended) = oneshot::channel::<()>();
            ends.push(end);
            in_flight.start("slow".to_owned(), vec![n], async move {
                let _ = ended.await;
            });
        }
        assert!(!in_flight.has_capacity("slow"));
        assert!(in_flight.has_capacity("other"));
        assert_eq!(in_flight.plugins_at_capacity(), ["slow"]);
        assert_eq!(in_flight.keys().len(), MAX_PER_PLUGIN);
        in_flight.start("other".to_owned(), vec![9], async { panic!("it fails") });
        in_flight.wait_for_one().await;
        assert_eq!(
            in_flight.keys().len(),
            MAX_PER_PLUGIN,
            "the call that panicked was removed"
        );
        drop(ends);
        in_flight.wait_for_all().await;
    }
}
