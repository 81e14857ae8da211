//! `witverse plugin build` and `test`: compiles a plugin with the author's own toolchain, and lays out its bundle.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::file_error::at;
use super::front_end;
use super::tools::{cargo, install_packages, run};

const TARGET: &str = "wasm32-unknown-unknown";
/// Below the sources.
const BUNDLE: &str = "target/bundle";
const COMPONENT: &str = "component.wasm";
/// Files of the sources that belong to the bundle.
const COPIED: [&str; 5] = ["plugin.toml", "migrations", "schemas", "cedar", "i18n"];
/// The maximum size of a component written in JavaScript, which contains its engine.
const MAX_SCRIPT_BYTES: usize = 24 << 20;

/// The bundle of a folder: the folder itself, or what was built of the sources in it.
pub(super) fn bundle_of(folder: &Path) -> Result<PathBuf, String> {
    if !has_sources(folder) {
        return Ok(folder.to_owned());
    }
    let built = folder.join(BUNDLE);
    match built.join(COMPONENT).is_file() {
        true => Ok(built),
        false => Err(format!(
            "{} is not built: run `witverse plugin build {}`",
            folder.display(),
            folder.display()
        )),
    }
}

/// Whether a folder has the sources of a plugin; otherwise it is a bundle.
pub(super) fn has_sources(folder: &Path) -> bool {
    folder.join("Cargo.toml").is_file() || folder.join("package.json").is_file()
}

/// Compiles the plugin and writes its bundle; returns the folder of the bundle.
pub(super) fn build(folder: &Path) -> Result<PathBuf, String> {
    let component = match folder.join("Cargo.toml").is_file() {
        true => compile_rust(folder)?,
        false if folder.join("package.json").is_file() => compile_script(folder)?,
        false => {
            let folder = folder.display();
            return Err(format!(
                "{folder} has neither a Cargo.toml nor a package.json"
            ));
        }
    };
    let target = folder.join("target");
    fs::create_dir_all(&target).map_err(at(&target))?;
    let file = target.join(COMPONENT);
    fs::write(&file, &component).map_err(at(&file))?;
    println!("{}: {} KiB", file.display(), component.len() / 1024);
    if let Some(web) = front_end::sources(folder) {
        front_end::build(&web)?;
    }
    lay_out(folder)?;
    Ok(folder.join(BUNDLE))
}

/// Writes the bundle from the sources and the compiled component.
pub(super) fn lay_out(folder: &Path) -> Result<(), String> {
    let bundle = folder.join(BUNDLE);
    // What is left of an earlier build must not get into a package.
    if bundle.exists() {
        fs::remove_dir_all(&bundle).map_err(at(&bundle))?;
    }
    fs::create_dir_all(&bundle).map_err(at(&bundle))?;
    for name in COPIED {
        copy(&folder.join(name), &bundle.join(name))?;
    }
    place_routes(folder, &bundle)?;
    copy(&front_end::files(folder), &bundle.join("web"))?;
    copy(
        &folder.join("target").join(COMPONENT),
        &bundle.join(COMPONENT),
    )
}

/// Adds the routes that the SDK has described to the manifest of the bundle.
pub(super) fn place_routes(folder: &Path, bundle: &Path) -> Result<(), String> {
    let Ok(routes) = fs::read_to_string(folder.join(witverse_component::ROUTES)) else {
        return Ok(());
    };
    let file = bundle.join("plugin.toml");
    let manifest = fs::read_to_string(&file).map_err(at(&file))?;
    let placed = witverse_component::place_routes(&manifest, &routes)?;
    fs::write(&file, placed.manifest).map_err(at(&file))?;
    let schemas = bundle.join("schemas");
    fs::create_dir_all(&schemas).map_err(at(&schemas))?;
    for (name, schema) in placed.schemas {
        let file = bundle.join(name);
        fs::write(&file, schema).map_err(at(&file))?;
    }
    Ok(())
}

/// Runs the plugin's own tests.
pub(super) fn test(folder: &Path) -> Result<(), String> {
    if let Some(web) = front_end::sources(folder) {
        front_end::test(&web)?;
    }
    match folder.join("Cargo.toml").is_file() {
        // With the profile of the build, so that the dependencies of its macros are not compiled again.
        true => run(
            cargo().args(["test", "--release"]).current_dir(folder),
            "the tests",
        ),
        false => run(
            Command::new("npm").arg("test").current_dir(folder),
            "the tests",
        ),
    }
}

fn compile_rust(folder: &Path) -> Result<Vec<u8>, String> {
    let mut build = cargo();
    build
        .args(["build", "--release", "--lib", "--target", TARGET])
        .current_dir(folder);
    run(&mut build, "compiling the plugin").map_err(|error| match has_target() {
        true => error,
        false => format!("{error}: add Rust's target with `rustup target add {TARGET}`"),
    })?;
    let module = compiled_module(folder)?;
    let bytes = fs::read(&module).map_err(at(&module))?;
    witverse_component::encode(&bytes).map_err(|why| format!("the plugin {why}"))
}

/// Whether the author's Rust can compile for the target; `true` if that is not known.
fn has_target() -> bool {
    let mut rustc = Command::new("rustc");
    let printed = rustc
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    printed.is_ok_and(|printed| {
        let folder = String::from_utf8_lossy(&printed.stdout);
        !printed.status.success() || Path::new(folder.trim()).is_dir()
    })
}

/// The compiler's output.
fn compiled_module(folder: &Path) -> Result<PathBuf, String> {
    let metadata = metadata(folder)?;
    let manifest = fs::canonicalize(folder.join("Cargo.toml")).map_err(at(folder))?;
    let packages = metadata["packages"].as_array().cloned().unwrap_or_default();
    let of_manifest =
        |package: &&Value| package["manifest_path"].as_str().map(Path::new) == Some(&manifest);
    let package = packages.iter().find(of_manifest);
    let targets = package.and_then(|package| package["targets"].as_array());
    let is_guest = |target: &&Value| {
        let kinds = target["crate_types"].as_array();
        kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "cdylib"))
    };
    let library = targets.and_then(|targets| targets.iter().find(is_guest));
    let name = library.and_then(|library| library["name"].as_str());
    let name = name.ok_or_else(|| {
        let file = folder.join("Cargo.toml");
        format!(
            "{} has no library with crate-type = [\"cdylib\"]",
            file.display()
        )
    })?;
    Ok(target_of(&metadata, folder)
        .join(TARGET)
        .join("release")
        .join(format!("{}.wasm", name.replace('-', "_"))))
}

/// The folder of the build's output, which may be elsewhere than below the sources.
pub(super) fn target_folder(folder: &Path) -> Result<PathBuf, String> {
    match folder.join("Cargo.toml").is_file() {
        true => Ok(target_of(&metadata(folder)?, folder)),
        false => Ok(folder.join("target")),
    }
}

fn target_of(metadata: &Value, folder: &Path) -> PathBuf {
    let named = metadata["target_directory"].as_str();
    named.map_or_else(|| folder.join("target"), PathBuf::from)
}

fn metadata(folder: &Path) -> Result<Value, String> {
    let output = cargo()
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(folder)
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// The component of a plugin in JavaScript: its script `build` writes `target/component.wasm`.
fn compile_script(folder: &Path) -> Result<Vec<u8>, String> {
    install_packages(folder, &["vendor/witverse-plugin/package.json"])?;
    let mut build = Command::new("npm");
    build.args(["run", "--silent", "build"]).current_dir(folder);
    run(&mut build, "the script `build` of package.json")?;
    let file = folder.join("target").join(COMPONENT);
    let component = fs::read(&file).map_err(at(&file))?;
    witverse_component::check(&component, MAX_SCRIPT_BYTES)
        .map_err(|why| format!("the plugin {why}"))?;
    Ok(component)
}

/// Copies a file, or a folder with everything in it but hidden files; does nothing if it does not exist.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
    if !from.exists() {
        return Ok(());
    }
    let walk = walkdir::WalkDir::new(from).into_iter();
    for entry in walk.filter_entry(|entry| !hidden(entry.file_name())) {
        let entry = entry.map_err(|error| error.to_string())?;
        let inside = entry.path().strip_prefix(from).unwrap_or(Path::new(""));
        let target = match inside.as_os_str().is_empty() {
            true => to.to_owned(),
            false => to.join(inside),
        };
        match entry.file_type().is_dir() {
            true => fs::create_dir_all(&target).map_err(at(&target))?,
            false => {
                fs::copy(entry.path(), &target).map_err(at(entry.path()))?;
            }
        }
    }
    Ok(())
}
