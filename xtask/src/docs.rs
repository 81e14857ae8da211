//! `cargo xtask docs`: the reference of what authors of plugins use, in `target/docs`: rustdoc of the crate, `TypeDoc` of the packages,
//! and a page that lists them. A broken link and an item without documentation are errors.

use crate::Result;
use crate::shell::{cargo, command, run, step};
use crate::workspace::{at, files, write};
use std::fs;
use std::path::Path;

pub(crate) const DOCS: &str = "target/docs";
/// `TypeDoc` and the TypeScript that it needs, which is not the repository's.
const TYPEDOC: &str = "xtask/typedoc";
const CRATE: &str = "witverse-sdk";
/// A build folder of its own: `cargo doc` writes the documentation of every crate that was asked for into one folder.
const RUSTDOC: &str = "target/rustdoc";

/// A package of npm: its folder in the reference, its name, what it is for, and its entries.
struct Package {
    folder: &'static str,
    name: &'static str,
    summary: &'static str,
    entries: &'static [&'static str],
}

const PACKAGES: [Package; 3] = [
    Package {
        folder: "frame",
        name: "@witverse/frame",
        summary: "for the pages of plugins, with and without React",
        entries: &["sdk/frame/index.d.ts", "sdk/frame/react.d.ts"],
    },
    Package {
        folder: "plugin",
        name: "@witverse/plugin",
        summary: "for plugins in JavaScript",
        entries: &["sdk/js/index.d.ts", "sdk/js/rules.d.ts"],
    },
    Package {
        folder: "sdk",
        name: "@witverse/sdk",
        summary: "for the front ends of system plugins",
        entries: &[
            "sdk/web/src/index.ts",
            "sdk/web/src/router.ts",
            "sdk/web/src/controls/index.ts",
            "sdk/web/src/forms/index.ts",
            "sdk/web/src/pickers/index.ts",
            "sdk/web/src/data/index.ts",
            "sdk/web/src/files/index.ts",
            "sdk/web/src/content/index.ts",
            "sdk/web/src/qr/QrCode.tsx",
            "sdk/web/src/format/statements.ts",
            "sdk/web/src/testing/index.tsx",
        ],
    },
];

pub(crate) fn build() -> Result {
    let docs = at(DOCS);
    // It may not exist yet.
    let _ = fs::remove_dir_all(&docs);
    rustdoc(&docs)?;
    install_typedoc()?;
    for package in &PACKAGES {
        step(format!("TypeDoc of {}", package.name));
        let mut typedoc = command("node");
        typedoc
            .arg(at(TYPEDOC).join("node_modules/typedoc/bin/typedoc"))
            .arg("--options")
            .arg(at(TYPEDOC).join("options.mjs"))
            .args(["--name", package.name, "--out"])
            .arg(docs.join(package.folder))
            .args(package.entries.iter().map(at));
        run(&mut typedoc, &format!("TypeDoc of {}", package.name))?;
    }
    write(&docs.join("index.html"), index())?;
    step(format!("the reference is {DOCS}/index.html"));
    Ok(())
}

fn rustdoc(docs: &Path) -> Result {
    step(format!("rustdoc of {CRATE}"));
    let mut doc = cargo();
    doc.args(["doc", "--quiet", "--no-deps", "--package", CRATE])
        .arg("--target-dir")
        .arg(at(RUSTDOC))
        .env("RUSTDOCFLAGS", "-D warnings -D missing_docs");
    run(&mut doc, "rustdoc")?;
    let from = at(RUSTDOC).join("doc");
    for file in files(&from) {
        let inside = file.strip_prefix(&from).unwrap_or(&file);
        let to = docs.join("rust").join(inside);
        let folder = to.parent().unwrap_or(docs);
        fs::create_dir_all(folder)
            .and_then(|()| fs::copy(&file, &to))
            .map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(())
}

fn install_typedoc() -> Result {
    let folder = at(TYPEDOC);
    if folder.join("node_modules/typedoc/package.json").is_file() {
        return Ok(());
    }
    step("TypeDoc");
    let mut npm = command("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(&folder);
    run(&mut npm, "installing TypeDoc")
}

fn index() -> String {
    let item = |address: &str, name: &str, summary: &str| {
        format!("  <li><a href=\"{address}\"><code>{name}</code></a>: {summary}</li>\n")
    };
    let mut list = item("rust/witverse_sdk/index.html", CRATE, "for plugins in Rust");
    for package in &PACKAGES {
        let address = format!("{}/index.html", package.folder);
        list += &item(&address, package.name, package.summary);
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Witverse SDK</title>\n\
         <style>body {{ max-width: 44rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui }}</style>\n\
         <h1>Witverse SDK</h1>\n<ul>\n{list}</ul>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_names_every_part() {
        let index = index();
        for package in &PACKAGES {
            assert!(index.contains(package.name), "{}", package.name);
            for entry in package.entries {
                assert!(at(entry).is_file(), "{entry}");
            }
        }
    }
}
