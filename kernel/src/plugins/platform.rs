//! What calling a plugin needs. Generic over the compiled code of a plugin, which knows the host: so this module and
//! the registry do not.

use std::sync::Arc;

use super::registry::Registry;
use crate::clock::{Clock, Rng};
use crate::permissions::Permissions;
use crate::postgres::Pools;
use crate::unit_of_work::Signals;

/// What calling a plugin needs, shared by requests and the background.
pub struct Platform<C> {
    pub pools: Pools,
    pub signals: Signals,
    pub clock: Clock,
    pub rng: Rng,
    pub permissions: Arc<Permissions>,
    pub registry: Arc<Registry<C>>,
    pub words: Arc<crate::identity::ForbiddenWords>,
    /// The address people use, without a slash at its end.
    pub origin: String,
    pub statements: Arc<crate::signing::Statements>,
}
