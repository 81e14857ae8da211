//! The resources that ops about permissions name.

use serde_json::Value as Json;
use witverse_sdk::bindings::witverse::plugin::authz;

pub(crate) fn resource(kind: String, id: String, attributes: &Json) -> authz::ResourceRef {
    let attributes = match attributes {
        Json::Null => String::new(),
        other => other.to_string(),
    };
    authz::ResourceRef {
        kind,
        id,
        attributes,
    }
}
