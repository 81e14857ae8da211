//! The shared state of handlers: the kernel, and the limits of requests and streams.

use std::sync::Arc;

use axum::extract::FromRef;

use super::frame_files::FrameFiles;
use super::rate_limit::RateLimits;
use super::stream_limits::StreamLimits;
use crate::app::App;

/// The shared state of handlers.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(super) app: Arc<App>,
    pub(super) rates: RateLimits,
    pub(super) streams: StreamLimits,
    pub(super) frames: FrameFiles,
}

impl std::ops::Deref for Shared {
    type Target = App;

    fn deref(&self) -> &App {
        &self.app
    }
}

impl FromRef<Shared> for Arc<App> {
    fn from_ref(shared: &Shared) -> Self {
        shared.app.clone()
    }
}
