//! No module imports, directly or through others, a module that imports it.
//!
//! A module is a file. In Rust an edge is a path (`use`, or inline) that ends in another file of the same crate, after
//! `pub use` was followed; in TypeScript it is a relative import. Test modules are skipped. Re-exports
//! make no edge of their own: a file of `mod` and `pub use` lines is a table of contents.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{Finding, Source};

/// A module's path from the root of its crate or package: `["payments", "orders"]`.
type Module = Vec<String>;
type Graph = BTreeMap<Module, BTreeSet<Module>>;

/// The folders, each checked separately.
const RUST_ROOTS: &[&str] = &[
    "kernel/src/",
    "kernel/ledger/src/",
    "kernel/rooms/src/",
    "kernel/runtime/src/",
    "sdk/rust/src/",
    "sdk/testing/src/",
    "xtask/src/",
];
const WEB_ROOTS: &[&str] = &["web-shell/src/", "sdk/web/src/"];

pub(super) fn check(sources: &[Source]) -> Vec<Finding> {
    let mut roots: BTreeSet<String> = BTreeSet::new();
    roots.extend(
        RUST_ROOTS
            .iter()
            .chain(WEB_ROOTS)
            .map(|root| (*root).to_owned()),
    );
    // Each plugin is a crate, and each web plugin a package.
    for source in sources {
        let mut parts = source.path.split('/');
        if let (Some(kind @ ("plugins" | "web-plugins")), Some(id), Some("src")) =
            (parts.next(), parts.next(), parts.next())
        {
            roots.insert(format!("{kind}/{id}/src/"));
        }
    }
    roots
        .iter()
        .flat_map(|root| {
            let files: Vec<(&str, &str)> = sources
                .iter()
                .filter_map(|source| Some((source.path.strip_prefix(root)?, source.text.as_str())))
                .collect();
            let is_web = root.starts_with("web") || root == "sdk/web/src/";
            let graph = if is_web {
                web_graph(&files)
            } else {
                rust_graph(&files)
            };
            circles(&graph)
                .into_iter()
                .map(|circle| format!("{root}: {} import each other", circle.join(", ")))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The strongly connected components with more than one module.
fn circles(graph: &Graph) -> Vec<Vec<String>> {
    let reach: BTreeMap<&Module, BTreeSet<&Module>> = graph
        .keys()
        .map(|start| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(module) = open.pop() {
                for next in graph.get(module).into_iter().flatten() {
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            (start, seen)
        })
        .collect();
    let meets = |one: &Module, other: &Module| {
        let reaches = |a: &Module, b: &Module| reach.get(a).is_some_and(|seen| seen.contains(b));
        reaches(one, other) && reaches(other, one)
    };
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut done: BTreeSet<&Module> = BTreeSet::new();
    for module in graph.keys() {
        if !done.contains(module) && meets(module, module) {
            let members: Vec<&Module> = graph.keys().filter(|other| meets(module, other)).collect();
            found.push(members.iter().map(|member| name(member)).collect());
            done.extend(members);
        }
    }
    found
}

fn name(module: &Module) -> String {
    match module.is_empty() {
        true => "the root".to_owned(),
        false => module.join("/"),
    }
}

fn rust_graph(files: &[(&str, &str)]) -> Graph {
    let parsed: BTreeMap<Module, RustModule> = files
        .iter()
        .filter_map(|(path, text)| {
            let module = rust_module(path)?;
            let parsed = RustModule::parse(&module, text);
            Some((module, parsed))
        })
        .collect();
    let mut graph = Graph::new();
    for (module, source) in &parsed {
        let edges = graph.entry(module.clone()).or_default();
        for path in &source.paths {
            let Some(path) = absolute(path, module, &parsed) else {
                continue;
            };
            // The root only declares modules.
            if let Some(target) = target(&path, &parsed, 0)
                && !target.is_empty()
                && target != *module
            {
                edges.insert(target);
            }
        }
    }
    graph
}

/// `payments/mod.rs` is `payments`, `lib.rs` the root; programs beside a library are modules that nothing imports.
fn rust_module(path: &str) -> Option<Module> {
    let path = path.strip_suffix(".rs")?;
    let mut parts: Module = path.split('/').map(str::to_owned).collect();
    match parts.last().map(String::as_str) {
        Some("mod") => {
            parts.pop();
        }
        Some("lib") if parts.len() == 1 => parts.clear(),
        _ => {}
    }
    Some(parts)
}

#[derive(Default)]
struct RustModule {
    /// Paths that the module uses, as written.
    paths: Vec<Vec<String>>,
    /// The exported names, each with its full path.
    exports: Vec<Vec<String>>,
}

impl RustModule {
    fn parse(module: &Module, text: &str) -> Self {
        let code = without_comments_and_tests(text);
        let mut parsed = Self::default();
        let mut rest = code.as_str();
        let mut body = String::new();
        while let Some(start) = next_use(rest) {
            let (before, statement) = rest.split_at(start.at);
            body.push_str(before);
            let end = statement.find(';').map_or(statement.len(), |end| end + 1);
            let tree = statement[start.length..end].trim_end_matches(';');
            let leaves = leaves(tree);
            match start.is_export {
                true => {
                    let full = |leaf: Vec<String>| full(&leaf, module);
                    parsed.exports.extend(leaves.into_iter().map(full));
                }
                false => parsed.paths.extend(leaves),
            }
            rest = &statement[end..];
        }
        body.push_str(rest);
        parsed.paths.extend(inline_paths(&body));
        parsed
    }
}

struct UseStart {
    at: usize,
    length: usize,
    is_export: bool,
}

/// The next `use` at the beginning of a line, with `pub` or without.
fn next_use(text: &str) -> Option<UseStart> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        let after_pub = match trimmed.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => rest.split_once(") ").map(|(_, rest)| rest),
            Some(rest) => rest.strip_prefix(' '),
            None => None,
        };
        let statement = after_pub.unwrap_or(trimmed);
        if statement.starts_with("use ") {
            return Some(UseStart {
                at: at + indent,
                length: trimmed.len() - statement.len() + "use ".len(),
                is_export: after_pub.is_some(),
            });
        }
        at += line.len();
    }
    None
}

/// `a::{b, c::{d, self}}` as `a::b`, `a::c::d`, `a::c`; names after `as` are dropped.
fn leaves(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some((prefix, inner)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![segments(path)];
    };
    let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
    let prefix = segments(prefix);
    parts(inner)
        .into_iter()
        .flat_map(leaves)
        .map(|leaf| prefix.iter().cloned().chain(leaf).collect())
        .collect()
}

/// Splits at commas that are outside of braces.
fn parts(list: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&list[start..]);
    found.retain(|part| !part.trim().is_empty());
    found
}

fn segments(path: &str) -> Vec<String> {
    path.split("::")
        .map(str::trim)
        .filter(|part| !part.is_empty() && !matches!(*part, "*"))
        .map(str::to_owned)
        .collect()
}

/// Paths in expressions and types: `crate::a::b`, `super::a`, `child::a`.
fn inline_paths(body: &str) -> Vec<Vec<String>> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | ':');
    body.split(|letter| !is_part(letter))
        .filter(|word| word.contains("::") && !word.starts_with("::"))
        .map(segments)
        .filter(|path| path.len() > 1)
        .collect()
}

fn full(path: &[String], module: &Module) -> Vec<String> {
    match path.first().map(String::as_str) {
        Some("crate") => path[1..].to_vec(),
        Some("self") => module.iter().chain(&path[1..]).cloned().collect(),
        Some("super") => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            let kept = module.len().saturating_sub(ups);
            module[..kept].iter().chain(&path[ups..]).cloned().collect()
        }
        _ => module.iter().chain(path).cloned().collect(),
    }
}

/// A path from the crate's root; `None` if it leads into another crate.
fn absolute(
    path: &[String],
    module: &Module,
    modules: &BTreeMap<Module, RustModule>,
) -> Option<Vec<String>> {
    let first = path.first()?.as_str();
    let own = matches!(first, "crate" | "self" | "super");
    let full = full(path, module);
    if own {
        return Some(full.into_iter().filter(|part| part != "self").collect());
    }
    let child: Module = module.iter().cloned().chain([first.to_owned()]).collect();
    modules.contains_key(&child).then_some(full)
}

/// The file that a path refers to, after exports were resolved.
fn target(path: &[String], modules: &BTreeMap<Module, RustModule>, depth: u8) -> Option<Module> {
    let longest = (0..=path.len())
        .rev()
        .find(|end| modules.contains_key(&path[..*end]))?;
    let (module, rest) = path.split_at(longest);
    let (Some(item), true) = (rest.first(), depth < 8) else {
        return Some(module.to_vec());
    };
    for export in &modules[module].exports {
        if export.last() == Some(item) && export[..] != path[..] {
            let further: Vec<String> = export.iter().chain(&rest[1..]).cloned().collect();
            return target(&further, modules, depth + 1);
        }
    }
    Some(module.to_vec())
}

fn without_comments_and_tests(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut code = String::with_capacity(text.len());
    for line in text.lines() {
        // String literals are kept: none of them contains the path of a module.
        code.push_str(line.split("//").next().unwrap_or_default());
        code.push('\n');
    }
    code
}

fn web_graph(files: &[(&str, &str)]) -> Graph {
    let modules: BTreeMap<Module, &str> = files
        .iter()
        .filter(|(path, _)| !path.contains(".test."))
        .filter_map(|(path, text)| {
            let stem = path.strip_suffix(".tsx").or(path.strip_suffix(".ts"))?;
            Some((stem.split('/').map(str::to_owned).collect(), *text))
        })
        .collect();
    let mut graph = Graph::new();
    for (module, text) in &modules {
        let edges = graph.entry(module.clone()).or_default();
        for imported in text.lines().filter_map(super::imports::imported) {
            if imported.starts_with('.')
                && let Some(target) = web_target(module, imported, &modules)
                && target != *module
            {
                edges.insert(target);
            }
        }
    }
    graph
}

fn web_target(module: &Module, path: &str, modules: &BTreeMap<Module, &str>) -> Option<Module> {
    let mut target: Module = module[..module.len() - 1].to_vec();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                target.pop();
            }
            name => {
                let stem = name.strip_suffix(".tsx").or(name.strip_suffix(".ts"));
                target.push(stem.unwrap_or(name).to_owned());
            }
        }
    }
    if modules.contains_key(&target) {
        return Some(target);
    }
    target.push("index".to_owned());
    modules.contains_key(&target).then_some(target)
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::check;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<Source> = files
            .iter()
            .map(|(path, text)| Source::new(path, text))
            .collect();
        check(&sources)
    }

    #[test]
    fn two_files_that_use_each_other_are_a_cycle() {
        let circle = found(&[
            ("kernel/src/a.rs", "use crate::b::B;\npub struct A(B);"),
            ("kernel/src/b.rs", "fn f() { crate::a::g() }"),
        ]);
        assert_eq!(circle, ["kernel/src/: a, b import each other"]);
        let line = found(&[
            ("kernel/src/a.rs", "use crate::b::{self, B};"),
            (
                "kernel/src/b.rs",
                "// crate::a\npub struct B;\n#[cfg(test)]\nmod tests { use crate::a::A; }",
            ),
        ]);
        assert_eq!(line, Vec::<String>::new());
    }

    #[test]
    fn reexports_are_followed() {
        let circle = found(&[
            ("kernel/src/a/mod.rs", "mod one;\npub use one::One;"),
            ("kernel/src/a/one.rs", "use crate::b::B;\npub struct One;"),
            ("kernel/src/b.rs", "use crate::a::One;"),
        ]);
        assert_eq!(circle, ["kernel/src/: a/one, b import each other"]);
    }

    #[test]
    fn a_parent_and_its_child_are_two_files() {
        let circle = found(&[
            (
                "plugins/karts/src/lap.rs",
                "mod time;\nfn f() { time::now() }\npub struct Lap;",
            ),
            ("plugins/karts/src/lap/time.rs", "use super::Lap;"),
        ]);
        assert_eq!(
            circle,
            ["plugins/karts/src/: lap, lap/time import each other"]
        );
    }

    #[test]
    fn relative_imports_of_front_ends_count() {
        let circle = found(&[
            ("web-shell/src/app/a.tsx", "import { b } from '../lib/b'"),
            ("web-shell/src/lib/b.ts", "import { a } from '../app/a.tsx'"),
            ("web-shell/src/lib/b.test.ts", "import { b } from './b'"),
        ]);
        assert_eq!(circle, ["web-shell/src/: app/a, lib/b import each other"]);
    }
}
