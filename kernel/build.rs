//! Embeds the code of the database: every file of `migrations/functions/<schema>/<name>.sql`, by its name.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

#[allow(
    clippy::disallowed_methods,
    reason = "cargo tells a build script its folders in the environment"
)]
fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let functions = root.join("../migrations/functions");
    println!("cargo:rerun-if-changed=../migrations");
    let mut list = String::from("&[\n");
    for schema in sorted(&functions) {
        for file in sorted(&schema) {
            let name = |path: &Path| {
                path.file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned()
            };
            writeln!(
                list,
                "    (\"{}.{}\", include_str!({:?})),",
                name(&schema),
                name(&file),
                file.canonicalize().expect("the file exists")
            )
            .expect("a string takes everything");
        }
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("database_functions.rs"), list).expect("the folder is cargo's");
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is part of the repository");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
