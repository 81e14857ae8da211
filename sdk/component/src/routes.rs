//! Puts the routes that the SDK has described (`routes.json`) into a bundle: entries of the manifest, and a file for each schema.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The file beside the sources of a plugin.
pub const ROUTES: &str = "routes.json";

/// A manifest with its routes, and the files that it refers to.
#[derive(Debug, Default)]
pub struct PlacedRoutes {
    pub manifest: String,
    /// Paths inside of the bundle, and their contents.
    pub schemas: Vec<(String, String)>,
}

/// Adds the routes to the text of a manifest without routes. Equal schemas are one file.
///
/// # Errors
/// A sentence for the author: the routes are not the list that the SDK writes.
pub fn place_routes(manifest: &str, routes: &str) -> Result<PlacedRoutes, String> {
    let invalid = |why: &dyn std::fmt::Display| format!("{ROUTES}: {why}");
    let mut entries: Vec<Map<String, Value>> =
        serde_json::from_str(routes).map_err(|error| invalid(&error))?;
    let mut files = BTreeMap::new();
    let mut schemas = Vec::new();
    for part in entries.iter_mut().flat_map(Map::iter_mut) {
        let (name @ ("query" | "request" | "response"), schema) = (part.0.as_str(), part.1) else {
            continue;
        };
        // The order of a map depends on the features of the build.
        schema.sort_all_objects();
        let text = schema.to_string();
        let file = files.entry(text.clone()).or_insert_with(|| {
            let file = format!("schemas/{}-{name}.json", schemas.len() + 1);
            schemas.push((file.clone(), text));
            file
        });
        *schema = file.clone().into();
    }
    let table = BTreeMap::from([("routes", entries)]);
    let table = toml::to_string(&table).map_err(|error| invalid(&error))?;
    Ok(PlacedRoutes {
        manifest: format!("{manifest}\n{table}"),
        schemas,
    })
}

#[cfg(test)]
mod tests {
    use super::place_routes;

    #[test]
    fn routes_become_entries_with_files() {
        let routes = r#"[
            {"method":"GET","path":"/a","action":"see","response":{"type":"object"}},
            {"method":"POST","path":"/a","action":"do","request":{"type":"string"},"response":{"type":"object"},"status":201}
        ]"#;
        let placed = place_routes("[capabilities]\nusers = true\n", routes).expect("valid");
        let manifest: toml::Table = placed.manifest.parse().expect("TOML");
        let route = &manifest["routes"][1];
        assert_eq!(route["request"].as_str(), Some("schemas/2-request.json"));
        assert_eq!(route["response"].as_str(), Some("schemas/1-response.json"));
        assert_eq!(route["status"].as_integer(), Some(201));
        assert_eq!(placed.schemas.len(), 2);
        assert_eq!(placed.schemas[0].1, r#"{"type":"object"}"#);
        assert!(place_routes("", "{}").is_err());
    }
}
