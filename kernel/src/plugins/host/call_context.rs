//! What all plugins that take part in a request share.

use std::sync::Arc;
use std::time::Instant;

use super::Platform;
use crate::actor::Actor;
use crate::error::Language;

/// The context of a call: the same for every plugin that takes part in a request.
#[derive(Clone)]
pub struct CallContext {
    pub platform: Arc<Platform>,
    pub actor: Actor,
    pub language: Language,
    pub world: Option<String>,
    pub now_ms: u64,
    pub deadline: Instant,
}
