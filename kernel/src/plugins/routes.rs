//! The route table: maps a request's method and path to a plugin and its route. Built when plugins are loaded. An
//! install is refused if two routes could match the same request.

use std::collections::BTreeMap;

use super::manifest::PluginId;

/// Where a route is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteRef {
    pub plugin: PluginId,
    /// Its index in the manifest.
    pub index: usize,
}

/// The result of a lookup.
#[derive(Debug, PartialEq, Eq)]
pub enum RouteMatch<'a> {
    Route {
        route: &'a RouteRef,
        params: Vec<(String, String)>,
    },
    /// The path exists, but only with these methods.
    OtherMethods(Vec<String>),
    Nothing,
}

#[derive(Default)]
struct Node {
    fixed: BTreeMap<String, Node>,
    /// The placeholder's name and the node after it.
    placeholder: Option<(String, Box<Node>)>,
    methods: BTreeMap<String, RouteRef>,
}

/// All routes of all plugins. Fixed segments take precedence over placeholders.
#[derive(Default)]
pub struct RouteTable {
    root: Node,
}

impl RouteTable {
    /// Adds a route.
    ///
    /// # Errors
    /// Another plugin has this route, or the same position has a placeholder with another name.
    pub fn add(&mut self, method: &str, path: &str, route: RouteRef) -> Result<(), String> {
        let mut node = &mut self.root;
        for segment in segments(path) {
            node = match placeholder(segment) {
                Some(name) => {
                    let (known, next) = node
                        .placeholder
                        .get_or_insert_with(|| (name.to_owned(), Box::default()));
                    if known != name {
                        return Err(format!(
                            "{path} calls {{{name}}} what another route calls {{{known}}}"
                        ));
                    }
                    next
                }
                None => node.fixed.entry(segment.to_owned()).or_default(),
            };
        }
        if let Some(other) = node.methods.get(method) {
            return Err(format!(
                "{method} {path} is taken by plugin {}",
                other.plugin
            ));
        }
        node.methods.insert(method.to_owned(), route);
        Ok(())
    }

    /// Looks up a request. `path` is the raw path, still percent-encoded.
    #[must_use]
    pub fn find(&self, method: &str, path: &str) -> RouteMatch<'_> {
        let parts: Vec<&str> = segments(path).collect();
        let Some((node, params)) = walk(&self.root, &parts) else {
            return RouteMatch::Nothing;
        };
        match node.methods.get(method) {
            Some(route) => RouteMatch::Route { route, params },
            None => RouteMatch::OtherMethods(node.methods.keys().cloned().collect()),
        }
    }
}

/// The node of a path, and the values of its placeholders. A fixed segment is tried before a placeholder.
fn walk<'a>(root: &'a Node, parts: &[&str]) -> Option<(&'a Node, Vec<(String, String)>)> {
    let (mut node, mut at, mut params) = (root, 0, Vec::new());
    // Nodes whose fixed segment was taken, with the state before it: their placeholders are tried later.
    let mut untried = Vec::new();
    loop {
        let next = match parts.get(at) {
            None if !node.methods.is_empty() => return Some((node, params)),
            None => None,
            Some(part) => match node.fixed.get(*part) {
                Some(next) => {
                    untried.push((node, at, params.len()));
                    Some(next)
                }
                None => bind(node, part, &mut params),
            },
        };
        node = match next {
            Some(next) => next,
            None => loop {
                let (before, depth, bound) = untried.pop()?;
                params.truncate(bound);
                at = depth;
                if let Some(next) = bind(before, parts[at], &mut params) {
                    break next;
                }
            },
        };
        at += 1;
    }
}

/// Binds a segment to the placeholder of a node.
fn bind<'a>(node: &'a Node, part: &str, params: &mut Vec<(String, String)>) -> Option<&'a Node> {
    let (name, next) = node.placeholder.as_ref()?;
    let value = decode(part).filter(|value| !value.is_empty())?;
    params.push((name.clone(), value));
    Some(next)
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.trim_start_matches('/').split('/')
}

fn placeholder(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

/// Percent-decodes a segment; `None` if an escape is incomplete or the result is not UTF-8.
#[must_use]
pub fn decode(text: &str) -> Option<String> {
    // The decoder keeps an incomplete escape as text.
    let complete = text.split('%').skip(1).all(|escape| {
        let digits = escape.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    if !complete {
        return None;
    }
    let decoded = percent_encoding::percent_decode_str(text).decode_utf8();
    decoded.ok().map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::{RouteMatch, RouteRef, RouteTable};
    use crate::plugins::PluginId;

    fn route(plugin: &str) -> RouteRef {
        RouteRef {
            plugin: PluginId::try_from(plugin.to_owned()).expect("an id"),
            index: 0,
        }
    }

    fn table() -> RouteTable {
        let mut table = RouteTable::default();
        for (path, plugin) in [
            ("/api/v3/worlds", "list"),
            ("/api/v3/worlds/{id}", "one"),
            ("/api/v3/worlds/mine", "mine"),
            ("/api/v3/worlds/{id}/blocks/{block}", "block"),
            ("/api/v3/worlds/mine/blocks/first/entry", "entry"),
            ("/api/v3/worlds/{id}/{part}/first/{last}", "last"),
        ] {
            table.add("GET", path, route(plugin)).expect("no collision");
        }
        table
    }

    fn check(path: &str, expected: &str) {
        let table = table();
        let found = match table.find("GET", path) {
            RouteMatch::Route { route, params } => format!("{} {params:?}", route.plugin),
            RouteMatch::OtherMethods(methods) => format!("{methods:?}"),
            RouteMatch::Nothing => "nothing".into(),
        };
        assert_eq!(found, expected, "{path}");
    }

    #[test]
    fn fixed_segments_win_and_placeholders_bind() {
        check("/api/v3/worlds", "list []");
        check("/api/v3/worlds/mine", "mine []");
        check("/api/v3/worlds/7", r#"one [("id", "7")]"#);
        check(
            "/api/v3/worlds/mine/blocks/a%20b",
            r#"block [("id", "mine"), ("block", "a b")]"#,
        );
        // The fixed segments lead to a dead end, and the placeholders before it are tried.
        check(
            "/api/v3/worlds/mine/blocks/first/exit",
            r#"last [("id", "mine"), ("part", "blocks"), ("last", "exit")]"#,
        );
        check("/api/v3/worlds/mine/blocks/second/exit", "nothing");
        check("/api/v3/worlds/", "nothing");
        for invalid in ["%ff", "%", "%2", "%zz", "%+1", "a%é"] {
            check(&format!("/api/v3/worlds/{invalid}"), "nothing");
        }
        check("/api/v3", "nothing");
    }

    #[test]
    fn another_method_is_distinguished_from_an_unknown_path() {
        assert_eq!(
            table().find("POST", "/api/v3/worlds"),
            RouteMatch::OtherMethods(vec!["GET".into()])
        );
    }

    #[test]
    fn collisions_are_refused() {
        let mut table = table();
        let taken = table.add("GET", "/api/v3/worlds", route("other"));
        assert_eq!(
            taken,
            Err("GET /api/v3/worlds is taken by plugin list".into())
        );
        let renamed = table.add("POST", "/api/v3/worlds/{name}", route("other"));
        assert!(renamed.is_err_and(|error| error.contains("{name}")));
    }
}
