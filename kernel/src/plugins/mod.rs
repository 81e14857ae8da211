//! Plugins: what they declare, what is installed, and how they are called.

mod announce;
mod answer;
mod background;
mod bundle;
mod dispatch;
mod host;
mod in_flight;
mod install;
mod manifest;
mod migrations;
mod quota;
mod registry;
mod routes;

pub use announce::publish_of_kernel;
pub use background::{relay, sweeper, timers};
pub use bundle::{Bundle, BundleError, RemoteFiles, UiText};
pub use dispatch::{Answer, Incoming, export_data, handle, serve_service};
pub use host::{CallContext, PluginHost};
pub use install::{InstallError, install_all};
pub use manifest::parse_rate;
pub use manifest::{Manifest, PluginId, Route, Staff, UiRoute, UiSlot};
pub use quota::{measure_all, measure_sizes};
pub use registry::{Installed, Registry, World};
pub use routes::{Found, RouteTable, decode};

use std::sync::Arc;

use crate::clock::{Clock, Dice};
use crate::permissions::Permissions;
use crate::postgres::Pools;
use crate::work::Signals;

/// What calling a plugin needs, shared by requests and the background.
#[derive(Clone)]
pub struct Platform {
    pub pools: Pools,
    pub signals: Signals,
    pub clock: Clock,
    pub dice: Dice,
    pub permissions: Arc<Permissions>,
    pub registry: Arc<Registry>,
    pub words: Arc<crate::identity::ForbiddenWords>,
    /// The address people use, without a slash at its end.
    pub origin: String,
    pub statements: Arc<crate::statements::Statements>,
}
