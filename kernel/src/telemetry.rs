//! Logs and metrics of the process.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;

use crate::config::Log;

/// Seconds, from half a millisecond to a minute.
const LATENCY_BUCKETS: &[f64] = &[
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0,
];

/// Logs to standard error, as text or as one JSON object a line.
///
/// # Errors
/// A filter that does not parse, as a sentence.
pub fn log(config: &Log) -> Result<(), String> {
    let filter = EnvFilter::try_new(&config.filter)
        .map_err(|error| format!("log.filter cannot be used: {error}."))?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let done = if config.json {
        builder.json().flatten_event(true).try_init()
    } else {
        builder.compact().try_init()
    };
    // A second kernel in one process (tests) logs where the first does.
    done.or(Ok(()))
}

/// The process's metrics, shared by all kernels of one process (tests).
#[must_use]
pub fn metrics() -> PrometheusHandle {
    static METRICS: OnceLock<PrometheusHandle> = OnceLock::new();
    let install = || {
        let recorder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".into()), LATENCY_BUCKETS)
            .unwrap_or_else(|_| PrometheusBuilder::new())
            .build_recorder();
        let handle = recorder.handle();
        let _ = metrics::set_global_recorder(recorder);
        handle
    };
    METRICS.get_or_init(install).clone()
}
