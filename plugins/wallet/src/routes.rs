//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::view_wit;
use witverse_sdk::http::Route;
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[route!(
    /// The caller's available WIT
    Get "/api/item/inventory/craft/gift/wit" => view_wit,
    action: "viewWit", rate: "100/s",
)];
