//! The Rust bindings of `sdk/wit`: generated, without additions.

#![allow(
    unreachable_pub,
    missing_docs,
    clippy::all,
    reason = "generated from the interface files"
)]

wasmtime::component::bindgen!({
    path: "../../sdk/wit",
    world: "plugin",
    imports: {
        "witverse:plugin/context": trappable,
        "witverse:plugin/events": trappable,
        "witverse:plugin/live": trappable,
        "witverse:plugin/signing": trappable,
        "witverse:plugin/sealing": trappable,
        "witverse:plugin/timers": trappable,
        "witverse:plugin/install-forms": trappable,
        "witverse:plugin/settings": trappable,
        "witverse:plugin/clock": trappable,
        "witverse:plugin/random": trappable,
        "witverse:plugin/log": trappable,
        "witverse:plugin/metrics": trappable,
        default: async | trappable,
    },
    exports: { default: async },
    with: { "witverse:plugin/sql.cursor": crate::backend::Cursor },
    // Recordings of calls.
    additional_derives: [serde::Serialize, serde::Deserialize],
});
