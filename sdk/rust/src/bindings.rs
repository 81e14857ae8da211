//! The generated side of `sdk/wit`: imports as functions, the guest's exports as a trait.
//!
//! Nothing here is written by hand, and only the test guest should name it: for plugins the rest of the
//! crate wraps it. Away from WebAssembly the imports are stubs that panic when called, so that a
//! plugin's pure code can be tested on the machine that builds it.
#![allow(
    unsafe_code,
    unreachable_pub,
    missing_docs,
    clippy::all,
    clippy::str_to_string,
    clippy::doc_markdown,
    clippy::allow_attributes_without_reason,
    reason = "generated code"
)]

wit_bindgen::generate!({
    world: "plugin",
    path: "../wit",
    additional_derives: [PartialEq],
    pub_export_macro: true,
    default_bindings_module: "witverse_sdk::bindings",
    generate_unused_types: true,
});
