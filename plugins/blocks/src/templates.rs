//! The scenes that a new block can begin with. `web-plugins/blocks/art/scenes.mjs` writes them.

use serde::Deserialize;

/// A template; each is a file in `scenes/`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Template {
    /// An empty meadow.
    #[default]
    Empty,
    /// A garden with lanterns, ponds and a pavilion.
    LanternGarden,
    /// A roof above the city at night.
    Rooftop,
    /// A small café in the evening.
    Cafe,
}

impl Template {
    /// The document of the template; `None` for the empty one.
    pub(crate) const fn document(self) -> Option<&'static str> {
        match self {
            Self::Empty => None,
            Self::LanternGarden => Some(include_str!("../scenes/lantern-garden.json")),
            Self::Rooftop => Some(include_str!("../scenes/rooftop.json")),
            Self::Cafe => Some(include_str!("../scenes/cafe.json")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use serde_json::json;

    /// The names in the schema of a new block.
    fn names() -> Vec<String> {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../schemas/new-block.json")).expect("JSON");
        let listed = schema["properties"]["template"]["enum"].clone();
        serde_json::from_value(listed).expect("a list of names")
    }

    #[test]
    fn every_template_is_a_valid_scene() {
        for name in names() {
            let template: Template = serde_json::from_value(json!(name)).expect(&name);
            let Some(document) = template.document() else {
                continue;
            };
            let scene: Scene = serde_json::from_str(document).expect(&name);
            let checked = scene.clone().checked().expect(&name);
            assert_eq!(checked, scene, "{name} is in canonical form");
            assert!(scene.links.is_empty(), "{name} does not know other blocks");
        }
    }
}
