//! Writes a plugin's component, made from the compiler's output.

use crate::Result;
use crate::shell::step;
use crate::workspace::PluginSource;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// Writes `component.wasm` to the plugin's bundle, unless it is newer than `core`.
pub(super) fn encode(plugin: &PluginSource, core: &Path) -> Result {
    let component = plugin.bundle.join("component.wasm");
    if changed(core) <= changed(&component) && component.is_file() {
        return Ok(());
    }
    let fail = |why: String| format!("plugin {}: {why}", plugin.id);
    let module = fs::read(core).map_err(|error| fail(format!("no compiled module: {error}")))?;
    let bytes = witverse_component::encode(&module).map_err(fail)?;
    step(format!("plugin {}: {} KiB", plugin.id, bytes.len() / 1024));
    crate::workspace::write(&component, bytes)
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}
