//! Converts the compiler's output to a component, and checks that it imports only our interfaces.

use crate::Result;
use crate::shell::step;
use crate::workspace::PluginSource;
use std::fs;
use std::path::Path;
use std::time::SystemTime;
use wasmparser::{Parser, Payload};
use wit_component::ComponentEncoder;

const ALLOWED: &str = "witverse:plugin/";
/// The maximum size of a component written in Rust.
const MAX_BYTES: usize = 4 << 20;

/// Writes `component.wasm` to the plugin's bundle, unless it is newer than `core`.
pub(super) fn encode(plugin: &PluginSource, core: &Path) -> Result {
    let component = plugin.bundle.join("component.wasm");
    if changed(core) <= changed(&component) && component.is_file() {
        return Ok(());
    }
    let fail = |why: String| format!("plugin {}: {why}", plugin.id);
    let module = fs::read(core).map_err(|error| fail(format!("no compiled module: {error}")))?;
    let bytes = ComponentEncoder::default()
        .validate(true)
        .module(&module)
        .and_then(|encoder| encoder.encode())
        .map_err(|error| fail(format!("cannot be made a component: {error:#}")))?;
    let foreign: Vec<String> = imports(&bytes)
        .map_err(|error| fail(format!("the component does not parse: {error}")))?
        .into_iter()
        .filter(|name| !name.starts_with(ALLOWED))
        .collect();
    if !foreign.is_empty() {
        return Err(fail(format!(
            "imports {}; a plugin may import {ALLOWED}* only: look for a dependency that wants an operating system",
            foreign.join(", ")
        )));
    }
    if bytes.len() > MAX_BYTES {
        return Err(fail(format!(
            "the component has {} bytes, {MAX_BYTES} are allowed: look for a large dependency",
            bytes.len()
        )));
    }
    step(format!("plugin {}: {} KiB", plugin.id, bytes.len() / 1024));
    crate::workspace::write(&component, bytes)
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// The names of a component's imports.
fn imports(component: &[u8]) -> std::result::Result<Vec<String>, wasmparser::BinaryReaderError> {
    let mut names = Vec::new();
    let mut depth = 0_u32;
    for payload in Parser::new(0).parse_all(component) {
        match payload? {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentImportSection(section) if depth == 0 => {
                for import in section {
                    names.push(import?.name.name.to_owned());
                }
            }
            _ => {}
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::imports;

    #[test]
    fn finds_what_a_component_imports() {
        // (component (import "wasi:cli/environment@0.2.0" (instance)))
        let mut component = b"\0asm\x0d\0\x01\0".to_vec();
        component.extend([0x07, 0x03, 0x01, 0x42, 0x00]); // one type: an instance without exports
        let name = b"wasi:cli/environment@0.2.0";
        component.extend([
            0x0a,
            u8::try_from(name.len() + 5).expect("short"),
            0x01,
            0x00,
        ]);
        component.push(u8::try_from(name.len()).expect("short"));
        component.extend(name);
        component.extend([0x05, 0x00]); // an instance of type 0
        let found = imports(&component).expect("parses");
        assert_eq!(found, ["wasi:cli/environment@0.2.0"]);
    }
}
