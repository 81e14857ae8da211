//! The scenes that a new block can begin with. `web-plugins/blocks/art/scenes.mjs` writes them.

use crate::stored_text::texts;
use serde::{Deserialize, Serialize};

/// A template; each is a file in `scenes/`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
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
    /// An open theatre at dusk around a bowl of fire.
    Theatre,
    /// An alley between hanok houses in the rain.
    HanokAlley,
    /// The courtyard of a hanok in the snow.
    HanokCourtyard,
    /// A garden under the dome of a station.
    Greenhouse,
    /// The deck of a station in front of a planet.
    StarDeck,
    /// A village of shells on the floor of the sea.
    CoralGrotto,
    /// A temple that sank, with a ship beside it.
    SunkenRuin,
    /// A hall of arcade machines.
    ArcadeHall,
    /// A loop of path with gates, for races.
    LanternRun,
}

texts!(Template {
    Empty => "empty",
    LanternGarden => "lantern-garden",
    Rooftop => "rooftop",
    Cafe => "cafe",
    Theatre => "theatre",
    HanokAlley => "hanok-alley",
    HanokCourtyard => "hanok-courtyard",
    Greenhouse => "greenhouse",
    StarDeck => "star-deck",
    CoralGrotto => "coral-grotto",
    SunkenRuin => "sunken-ruin",
    ArcadeHall => "arcade-hall",
    LanternRun => "lantern-run",
});

impl Template {
    /// The template of a row; the empty one for one that is not known any more.
    pub(crate) fn stored(text: String) -> Self {
        Self::parse(&text).unwrap_or_default()
    }

    /// The game that a block with this scene begins with.
    pub const fn game(self) -> Option<&'static str> {
        match self {
            Self::LanternRun => Some("lantern-race"),
            _ => None,
        }
    }

    /// The document of the template; `None` for the empty one.
    pub(crate) const fn document(self) -> Option<&'static str> {
        match self {
            Self::Empty => None,
            Self::LanternGarden => Some(include_str!("../scenes/lantern-garden.json")),
            Self::Rooftop => Some(include_str!("../scenes/rooftop.json")),
            Self::Cafe => Some(include_str!("../scenes/cafe.json")),
            Self::Theatre => Some(include_str!("../scenes/theatre.json")),
            Self::HanokAlley => Some(include_str!("../scenes/hanok-alley.json")),
            Self::HanokCourtyard => Some(include_str!("../scenes/hanok-courtyard.json")),
            Self::Greenhouse => Some(include_str!("../scenes/greenhouse.json")),
            Self::StarDeck => Some(include_str!("../scenes/star-deck.json")),
            Self::CoralGrotto => Some(include_str!("../scenes/coral-grotto.json")),
            Self::SunkenRuin => Some(include_str!("../scenes/sunken-ruin.json")),
            Self::ArcadeHall => Some(include_str!("../scenes/arcade-hall.json")),
            Self::LanternRun => Some(include_str!("../scenes/lantern-run.json")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use serde_json::json;

    /// The names of all templates.
    fn names() -> Vec<String> {
        let schema = schemars::schema_for!(Template).to_value();
        let variants = schema["oneOf"].as_array().expect("documented variants");
        let name = |variant: &serde_json::Value| variant["const"].as_str().map(str::to_owned);
        variants.iter().filter_map(name).collect()
    }

    #[test]
    fn every_template_is_a_valid_scene() {
        for name in names() {
            let template: Template = serde_json::from_value(json!(name)).expect(&name);
            assert_eq!(Template::parse(&name), Some(template));
            let Some(document) = template.document() else {
                continue;
            };
            let scene: Scene = serde_json::from_str(document).expect(&name);
            let checked = scene.clone().checked().expect(&name);
            assert_eq!(checked, scene, "{name} is in canonical form");
            assert!(scene.ambience.is_some(), "{name} is heard");
            assert!(scene.seats.len() >= 8, "{name} has seats");
            assert!(scene.links.is_empty(), "{name} does not know other blocks");
        }
    }
}
