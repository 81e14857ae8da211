//! The page at a path: a plugin's or one of the shell's own.

use axum::http::StatusCode;

use crate::http::state::Shared;
use crate::plugins::{Installed, Plugins, UiRoute, decode, find_resource};

/// A plugin's page at a path.
pub(super) struct PluginPage<'a> {
    pub(super) plugin: &'a Installed,
    pub(super) route: &'a UiRoute,
}

/// The plugin's page at a path: the route with the fewest placeholders wins, and the shell's before a plugin's.
pub(super) fn plugin_page<'a>(plugins: &'a Plugins, path: &str) -> Option<PluginPage<'a>> {
    let placeholders = |route: &str| route.matches('{').count();
    let pages = plugins.system().flat_map(|plugin| {
        let routes = plugin.manifest().ui.routes.iter();
        routes.map(|route| PluginPage { plugin, route })
    });
    let page = pages
        .filter(|page| fits(&page.route.path, path))
        .min_by_key(|page| placeholders(&page.route.path))?;
    let shells = SHELL
        .iter()
        .filter(|screen| **screen != page.route.path && fits(screen, path));
    let nearer = shells.map(|screen| placeholders(screen)).min();
    let own = placeholders(&page.route.path);
    nearer.is_none_or(|nearer| nearer > own).then_some(page)
}

/// 404 for a path without a page, and for a page about a resource that does not exist: `/{worldName}` of no world.
pub(super) async fn status_of(
    app: &Shared,
    plugins: &Plugins,
    page: Option<&PluginPage<'_>>,
    path: &str,
) -> StatusCode {
    let Some(page) = page else {
        let is_own = SHELL.iter().any(|route| fits(route, path));
        return if is_own {
            StatusCode::OK
        } else {
            StatusCode::NOT_FOUND
        };
    };
    let Some(resource) = &page.route.resource else {
        return StatusCode::OK;
    };
    let kind = page.plugin.manifest().full_kind(&resource.kind);
    let parts = resource.path.split('/');
    let parts = parts.map(|name| placeholder_value(&page.route.path, name, path));
    let key = parts
        .collect::<Option<Vec<_>>>()
        .unwrap_or_default()
        .join("/");
    match find_resource(&app.platform, plugins, &kind, &key).await {
        Ok(None) => StatusCode::NOT_FOUND,
        Ok(Some(_)) => StatusCode::OK,
        // The page itself needs no database.
        Err(error) => {
            tracing::warn!(%error, "the resource of a page could not be looked up");
            StatusCode::OK
        }
    }
}

/// The decoded segment of `path` at a placeholder of `route`.
pub(super) fn placeholder_value(route: &str, name: &str, path: &str) -> Option<String> {
    let wanted = format!("{{{name}}}");
    let at = segments(route).position(|segment| segment == wanted)?;
    decode(segments(path).nth(at)?)
}

/// The shell's own pages. Their first segments are reserved words for the names of worlds.
const SHELL: &[&str] = &[
    "/",
    "/404",
    "/500",
    "/profile",
    "/profile/{tab}",
    "/user/{id}",
    "/appeal",
    "/terms",
    "/nft-terms",
    "/privacy",
    "/moderation",
    "/moderation/{id}",
    "/admin",
    "/admin/{section}",
    "/admin/{section}/{id}",
    "/dev/ui",
    "/dev/ui/{component}",
];

/// Whether a path matches a route with `{placeholders}`.
fn fits(route: &str, path: &str) -> bool {
    segments(route).count() == segments(path).count()
        && segments(route)
            .zip(segments(path))
            .all(|(route, part)| route.starts_with(['{', ':']) || route == part)
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.trim_matches('/').split('/')
}
