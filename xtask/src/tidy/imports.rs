//! Allowed imports inside a crate and between front ends, which manifests do not show.

use super::source::{Finding, Source};

pub(super) fn check(source: &Source) -> Vec<Finding> {
    let lines = source.text.lines().enumerate();
    lines
        .filter_map(|(at, line)| {
            let why = refuse(&source.path, line)?;
            Some(format!("{}:{}: {why}", source.path, at + 1))
        })
        .collect()
}

fn refuse(path: &str, line: &str) -> Option<&'static str> {
    if path.ends_with(".rs") {
        return refuse_rust(path, line.split("//").next().unwrap_or_default());
    }
    let web = [".ts", ".tsx", ".mts", ".mjs", ".js"];
    match web.iter().any(|end| path.ends_with(end)) {
        true => refuse_web(path, line),
        false => None,
    }
}

/// Modules above http/, which compose the application.
const KERNEL_TOP: &[&str] = &[
    "kernel/src/demo.rs",
    "kernel/src/lib.rs",
    "kernel/src/main.rs",
];

fn refuse_rust(path: &str, code: &str) -> Option<&'static str> {
    let in_http = path.starts_with("kernel/src/http/") || path == "kernel/src/http.rs";
    let in_top = KERNEL_TOP.contains(&path) || path.starts_with("kernel/src/demo/");
    let in_app = path == "kernel/src/app.rs" || path.starts_with("kernel/src/app/");
    if path.starts_with("kernel/src/") && !in_http && !in_top {
        let above: &[&str] = match in_app {
            true => &["http", "demo"],
            false => &["http", "app", "demo"],
        };
        if above.iter().any(|part| names_module(code, part)) {
            return Some("modules below http/ must not use `crate::http` or modules above it");
        }
        if code.contains("axum::") {
            return Some("only http/ speaks HTTP; give a value or an error of the domain instead");
        }
    }
    let in_postgres = path.starts_with("kernel/src/postgres");
    if in_postgres
        && ["identity", "permissions", "plugins"]
            .iter()
            .any(|part| names_module(code, part))
    {
        return Some("postgres/ is below identity, permissions and plugins");
    }
    let is_runtime = path.starts_with("kernel/runtime/");
    if !is_runtime && !path.starts_with("xtask/") && code.contains("wasmtime::") {
        return Some("only kernel/runtime knows wasmtime");
    }
    None
}

/// True if the code mentions `crate::<name>` (as a whole word), alone or in a list.
fn names_module(code: &str, name: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let mentions = |prefix: &str| {
        code.match_indices(prefix)
            .any(|(at, found)| ends(&code[at + found.len()..]))
    };
    let listed = || {
        let inside = code.split_once("crate::{").map_or("", |(_, rest)| rest);
        inside
            .split([',', '{', '}'])
            .any(|part| part.trim().strip_prefix(name).is_some_and(ends))
    };
    mentions(&format!("crate::{name}")) || listed()
}

fn refuse_web(path: &str, line: &str) -> Option<&'static str> {
    let imported = imported(line)?;
    let shell = imported == "@witverse/shell"
        || imported.starts_with("@witverse/shell/")
        || imported.contains("web-shell/");
    let plugin = imported.starts_with("@witverse/web-") || imported.contains("web-plugins/");
    if path.starts_with("web-plugins/") && shell {
        return Some("a web plugin knows the SDK, not the shell");
    }
    if path.starts_with("web-plugins/") && plugin {
        return Some("a web plugin never imports another one");
    }
    if path.starts_with("web-shell/") && plugin {
        return Some("the shell asks the kernel which plugins exist and imports none");
    }
    if path.starts_with("sdk/") && (shell || plugin) {
        return Some("the SDK is below shell and plugins");
    }
    None
}

/// What a line imports or exports from: the quoted text after `from`, `import` or `import(`.
pub(super) fn imported(line: &str) -> Option<&str> {
    let line = line.trim();
    let after = ["from ", "import(", "import "]
        .iter()
        .find_map(|word| Some(line.rsplit_once(word)?.1.trim_start()))?;
    let quote = after.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    after[1..].split(quote).next()
}

#[cfg(test)]
mod tests {
    use super::refuse;

    fn check(path: &str, line: &str, allowed: bool) {
        assert_eq!(refuse(path, line).is_none(), allowed, "{path}: {line}");
    }

    #[test]
    fn the_kernel_does_not_import_http() {
        check(
            "kernel/src/unit_of_work/unit.rs",
            "use crate::http::Reply;",
            false,
        );
        check(
            "kernel/src/unit_of_work/unit.rs",
            "use crate::{error::Error, http::Reply};",
            false,
        );
        check(
            "kernel/src/unit_of_work/unit.rs",
            "    crate::http::reply()",
            false,
        );
        check(
            "kernel/src/unit_of_work/unit.rs",
            "// unlike crate::http",
            true,
        );
        check(
            "kernel/src/unit_of_work/unit.rs",
            "use crate::https::Reply;",
            true,
        );
        check("kernel/src/http/router.rs", "use crate::http::Reply;", true);
        check("kernel/src/app.rs", "use crate::http::serve;", false);
        check("kernel/src/http/state.rs", "use crate::app::App;", true);
        check("kernel/src/main.rs", "use crate::http::serve;", true);
        check(
            "kernel/src/unit_of_work/unit.rs",
            "use crate::app::App;",
            false,
        );
        check(
            "kernel/src/unit_of_work/unit.rs",
            "use axum::response::Response;",
            false,
        );
        check("kernel/src/http/router.rs", "use axum::Router;", true);
        check(
            "kernel/src/postgres/pool.rs",
            "use crate::identity::Accounts;",
            false,
        );
    }

    #[test]
    fn wasmtime_stays_in_its_crate() {
        check(
            "kernel/src/plugins/dispatch.rs",
            "use wasmtime::Store;",
            false,
        );
        check("kernel/runtime/src/store.rs", "use wasmtime::Store;", true);
    }

    #[test]
    fn shell_and_plugins_do_not_know_each_other() {
        check(
            "web-shell/src/app.tsx",
            "import worlds from '@witverse/web-worlds'",
            false,
        );
        check(
            "web-shell/src/app.tsx",
            "const w = import(\"../../web-plugins/worlds/src\")",
            false,
        );
        check(
            "web-shell/src/app.tsx",
            "import { Page } from '@witverse/sdk'",
            true,
        );
        check(
            "web-plugins/worlds/src/plugin.tsx",
            "import x from '@witverse/shell'",
            false,
        );
        check(
            "web-plugins/worlds/src/plugin.tsx",
            "import '../../mail/src/x' // of web-plugins/mail",
            true,
        );
        check(
            "web-plugins/worlds/src/plugin.tsx",
            "export * from '@witverse/web-mail'",
            false,
        );
        check(
            "sdk/web/src/index.ts",
            "import x from '@witverse/shell/x'",
            false,
        );
        check("docs/x.md", "import x from '@witverse/shell'", true);
    }
}
