//! Plugins: their manifests, the registry of installed plugins, and the calls to them.

mod answer;
mod bundle;
mod call_errors;
mod cron;
mod dispatch;
mod event_relay;
mod host;
mod in_flight;
mod install;
mod kernel_events;
mod manifest;
mod migrations;
mod platform;
mod quota;
mod quota_measurement;
mod registry;
mod resources;
mod routes;

pub use bundle::{Bundle, BundleError, RemoteFiles, UiText};
pub use dispatch::{Answer, Incoming, export_data, handle, serve_service};
pub use event_relay::{relay, sweep, sweeper, timers};
pub use host::{CallContext, Installed, Platform, PluginHost, PluginRuntime, Plugins, Registry};
pub use install::{InstallError, install_all};
pub use kernel_events::publish_of_kernel;
pub use manifest::parse_rate;
pub use manifest::{
    Kind, Layout, Manifest, PluginId, ResourceParam, Route, RouteResource, UiRoute, UiSlot,
};
pub use quota_measurement::{measure_all, measure_sizes};
pub use resources::find_resource;
pub use routes::{RouteMatch, RouteTable, decode};
