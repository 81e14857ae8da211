//! The kinds of resources that a plugin declares, and the resource that a route names.

use serde::{Deserialize, Serialize};

use super::Manifest;
use crate::permissions::namespace;

/// A kind of resource that the plugin declares with `authz.declare`: `World`, `Block`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceKind {
    /// An entity type of the plugin's Cedar schema, without its namespace.
    pub kind: String,
    /// The roles that `authz.grant-role` may give on it.
    #[serde(default)]
    pub roles: Vec<String>,
    /// The full name of the kind that contains it, possibly of another plugin: `worlds::World`.
    pub parent: Option<String>,
    /// Operators may install plugins into resources of this kind. System plugins only.
    pub installs: Option<InstallActions>,
}

/// The actions on a resource that decide about the plugins that are installed into it. They are actions of the plugin
/// that declares the kind, without its namespace.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct InstallActions {
    /// Installs, changes and removes plugins.
    pub manage: String,
    /// Uses them. A person without this permission is refused before the plugin's own policies are evaluated.
    pub enter: String,
    /// The role on the resource whose holder gets the WIT that an uninstalled plugin leaves. One of `roles`.
    pub owner: String,
}

/// The resource that a route's action is applied to. The kernel looks it up before it asks Cedar. Exactly one of `path`,
/// `query` and `body` names the part of the request that holds its id or alias.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RouteResource {
    /// A kind of the plugin, or the full name of another plugin's kind.
    pub kind: String,
    /// A placeholder of the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// A query parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// A string field of the JSON body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The code of the 404 for an unknown resource; its text is `problem.<code>` in the plugin's `i18n/`.
    pub unknown: Option<String>,
}

/// The part of a request that holds the key of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceParam<'a> {
    Path(&'a str),
    Query(&'a str),
    Body(&'a str),
}

impl RouteResource {
    /// The part of the request; `None` unless the manifest names exactly one.
    #[must_use]
    pub fn param(&self) -> Option<ResourceParam<'_>> {
        match (&self.path, &self.query, &self.body) {
            (Some(name), None, None) => Some(ResourceParam::Path(name)),
            (None, Some(name), None) => Some(ResourceParam::Query(name)),
            (None, None, Some(name)) => Some(ResourceParam::Body(name)),
            _ => None,
        }
    }
}

impl Manifest {
    /// The kind with a name inside of the plugin.
    #[must_use]
    pub fn resource_kind(&self, kind: &str) -> Option<&ResourceKind> {
        self.resources.iter().find(|known| known.kind == kind)
    }

    /// The full name of a kind: names without a namespace are the plugin's own.
    #[must_use]
    pub fn full_kind(&self, kind: &str) -> String {
        match kind.contains("::") {
            true => kind.to_owned(),
            false => format!("{}::{kind}", namespace(self.plugin.id.as_str())),
        }
    }

    pub(super) fn check_resources(&self) -> Result<(), String> {
        for known in &self.resources {
            let name = &known.kind;
            if !is_word(name) || known.roles.iter().any(|role| !is_word(role)) {
                return Err(format!(
                    "the kind {name:?} and its roles must be words of letters, digits and _, at most 64"
                ));
            }
            let repeated = known
                .roles
                .iter()
                .enumerate()
                .find(|(at, role)| known.roles[..*at].contains(role));
            if let Some((_, role)) = repeated {
                return Err(format!("the kind {name:?} has the role {role:?} twice"));
            }
            if let Some(actions) = known
                .installs
                .as_ref()
                .filter(|one| !known.roles.contains(&one.owner))
            {
                return Err(format!(
                    "the owner {:?} of {name:?} is none of its roles",
                    actions.owner
                ));
            }
            let count = self.resources.iter().filter(|other| other.kind == *name);
            if count.count() > 1 {
                return Err(format!("the resource kind {name:?} is declared twice"));
            }
        }
        for route in &self.routes {
            let Some(resource) = &route.resource else {
                continue;
            };
            let path = &route.path;
            match resource.param() {
                None => {
                    return Err(format!(
                        "the resource of {path} needs exactly one of path, query and body"
                    ));
                }
                Some(ResourceParam::Path(name)) if !path.contains(&format!("{{{name}}}")) => {
                    return Err(format!("the path {path} has no placeholder {{{name}}}"));
                }
                Some(ResourceParam::Query(_)) if route.query.is_none() => {
                    return Err(format!("the route {path} has no query schema"));
                }
                Some(ResourceParam::Body(_)) if route.request.is_none() => {
                    return Err(format!("the route {path} has no request schema"));
                }
                Some(_) => {}
            }
            if let Some(code) = &resource.unknown
                && !route.problems.contains(code)
            {
                return Err(format!("the problems of {path} do not list {code:?}"));
            }
        }
        for page in &self.ui.routes {
            let path = &page.path;
            let names = page.resource.iter().flat_map(|one| one.path.split('/'));
            let unknown = names
                .into_iter()
                .find(|name| !path.contains(&format!("{{{name}}}")));
            if let Some(name) = unknown {
                return Err(format!("the page {path} has no placeholder {{{name}}}"));
            }
        }
        Ok(())
    }
}

/// A name of a kind or role: letters, digits and underscores, at most 64.
fn is_word(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
