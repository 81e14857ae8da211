//! The dependencies of a plugin call. Generic over the compiled code of a plugin, so that this module and the registry
//! do not depend on the host.

use std::sync::Arc;

use super::lanes::HeavyLane;
use super::registry::Registry;
use crate::clock::{Clock, Rng};
use crate::permissions::Permissions;
use crate::postgres::Pools;
use crate::secret::Secret;
use crate::unit_of_work::Signals;

/// The dependencies of a plugin call, shared by requests and background workers.
pub struct Platform<C> {
    pub pools: Pools,
    pub signals: Signals,
    pub clock: Clock,
    pub rng: Rng,
    pub permissions: Arc<Permissions>,
    pub registry: Arc<Registry<C>>,
    pub heavy_lane: HeavyLane,
    pub words: Arc<crate::identity::ForbiddenWords>,
    /// The public address of the site, without a trailing slash.
    pub origin: String,
    /// The origin of the addresses of files, if it is another one.
    pub files_origin: String,
    pub statements: Arc<crate::signing::Statements>,
    /// The codes of the carriers whose parcels can be followed; none without a tracking service.
    pub tracked_carriers: Vec<&'static str>,
    /// The key that the keys of plugins for sealed texts are derived from.
    pub seal_key: Secret,
}
