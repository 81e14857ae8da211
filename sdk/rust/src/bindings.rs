//! The generated bindings of `sdk/wit`: imports as functions, the guest's exports as a trait.
//!
//! Only the test guest should use it directly: plugins use the rest of the crate. On other targets than WebAssembly the
//! imports are stubs that panic, so that a plugin's pure code can be unit-tested.
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
    path: "wit",
    additional_derives: [PartialEq],
    pub_export_macro: true,
    default_bindings_module: "witverse_sdk::bindings",
    generate_unused_types: true,
});
