//! The screens of plugins that operators install: their management, and the frames that show their pages.
//!
//! The kernel installs and runs them. This plugin has no routes and stores nothing.

use witverse_sdk::http::Route;
use witverse_sdk::{Plugin, register};

/// The plugin `extensions`.
#[derive(Debug)]
pub struct Extensions;

impl Plugin for Extensions {
    const ROUTES: &'static [Route] = &[];
}

register!(Extensions);
