//! Converts the compiler's output for a plugin to a component, and checks that it imports only the interfaces of the
//! platform. The builds of this repository and `witverse plugin build` use it. It compiles nothing and reads no files.

mod routes;

pub use routes::{PlacedRoutes, ROUTES, place_routes};

use wasmparser::{Parser, Payload};
use wit_component::ComponentEncoder;

const ALLOWED: &str = "witverse:plugin/";
/// The maximum size of a component written in Rust.
pub const MAX_BYTES: usize = 4 << 20;

/// The component of a compiled module.
///
/// # Errors
/// A sentence for the author: the module is not one of a plugin, imports something else, or is too large.
pub fn encode(module: &[u8]) -> Result<Vec<u8>, String> {
    let bytes = ComponentEncoder::default()
        .validate(true)
        .module(module)
        .and_then(|mut encoder| encoder.encode())
        .map_err(|error| format!("cannot be made a component: {error:#}"))?;
    check(&bytes, MAX_BYTES)?;
    Ok(bytes)
}

/// Checks the imports and the size of a component.
///
/// # Errors
/// A sentence for the author.
pub fn check(component: &[u8], max_bytes: usize) -> Result<(), String> {
    let foreign: Vec<String> = imports(component)
        .map_err(|error| format!("the component does not parse: {error}"))?
        .into_iter()
        .filter(|name| !name.starts_with(ALLOWED))
        .collect();
    if !foreign.is_empty() {
        return Err(format!(
            "imports {}; a plugin may import {ALLOWED}* only: look for a dependency that wants an operating system",
            foreign.join(", ")
        ));
    }
    if component.len() > max_bytes {
        return Err(format!(
            "the component has {} bytes, {max_bytes} are allowed: look for a large dependency",
            component.len()
        ));
    }
    Ok(())
}

/// The names of a component's imports.
fn imports(component: &[u8]) -> Result<Vec<String>, wasmparser::BinaryReaderError> {
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
    use super::{check, encode, imports};

    #[test]
    fn refuses_what_is_no_plugin() {
        let empty_module = b"\0asm\x01\0\0\0";
        assert!(encode(b"not a module").is_err());
        let component = encode(empty_module).expect("a module without exports");
        assert_eq!(check(&component, component.len()), Ok(()));
        assert!(check(&component, component.len() - 1).is_err());
    }

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
        let refused = check(&component, component.len()).expect_err("a foreign import");
        assert!(
            refused.contains("imports wasi:cli/environment@0.2.0"),
            "{refused}"
        );
    }
}
