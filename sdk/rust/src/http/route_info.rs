//! What the manifest says about a route, beside its handler.

/// What the manifest says about a route beyond its path; written by [`route!`](crate::route!).
#[derive(Clone, Copy, Debug)]
pub struct RouteInfo {
    /// One line for the API document.
    pub summary: &'static str,
    /// The Cedar action, without the plugin's namespace.
    pub action: &'static str,
    /// The rate limit of one caller: `10/s`, `100/m`; none if empty.
    pub rate: &'static str,
    /// Codes of the error catalog that the handler may return.
    pub problems: &'static [&'static str],
    /// The staff role that the route is for; none if empty. It appears in the API document only.
    pub role: &'static str,
    /// The resource that the action is applied to; without it, the platform.
    pub resource: Option<RouteResource>,
}

impl RouteInfo {
    /// Nothing is said: the manifest has the route.
    pub const NONE: Self = Self {
        summary: "",
        action: "",
        rate: "",
        problems: &[],
        role: "",
        resource: None,
    };
}

/// The resource of a route, and the part of the request that holds its id.
#[derive(Clone, Copy, Debug)]
pub struct RouteResource {
    /// A kind of the plugin, or the full name of another plugin's kind.
    pub kind: &'static str,
    /// `path`, `query` or `body`.
    pub part: &'static str,
    /// The name of the placeholder, parameter or field.
    pub name: &'static str,
    /// The code of the 404 for an unknown resource; its text is in the plugin's `i18n/`.
    pub unknown: Option<&'static str>,
}

impl RouteResource {
    /// A placeholder of the path holds the id.
    #[must_use]
    pub const fn path(kind: &'static str, name: &'static str) -> Self {
        Self::of(kind, "path", name)
    }

    /// A query parameter holds the id.
    #[must_use]
    pub const fn query(kind: &'static str, name: &'static str) -> Self {
        Self::of(kind, "query", name)
    }

    /// A field of the JSON body holds the id.
    #[must_use]
    pub const fn body(kind: &'static str, name: &'static str) -> Self {
        Self::of(kind, "body", name)
    }

    /// The problem if there is no such resource.
    #[must_use]
    pub const fn or(self, unknown: &'static str) -> Option<Self> {
        Some(Self {
            unknown: Some(unknown),
            ..self
        })
    }

    const fn of(kind: &'static str, part: &'static str, name: &'static str) -> Self {
        Self {
            kind,
            part,
            name,
            unknown: None,
        }
    }
}
