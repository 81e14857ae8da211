//! Items that can be worn: the slot, and the model that draws them in rooms and portraits.
//!
//! Each model belongs to one slot. The models are drawn by code; `web-plugins/blocks/src/three/gear.ts` draws them in
//! rooms, `web-plugins/avatars/src/portrait/gear.ts` in portraits.

use serde::{Deserialize, Serialize};
use witverse_sdk::Error;
use witverse_sdk::services::items;
use witverse_sdk::sql::FromRow;

/// The models of each slot.
pub const MODELS: &[(&str, &[&str])] = &[
    (
        "head",
        &["straw-hat", "beanie", "crown", "cat-ears", "space-helmet"],
    ),
    ("face", &["glasses", "goggles"]),
    ("back", &["wings", "backpack", "paper-crane", "space-suit"]),
    ("hand", &["lantern", "balloon"]),
];

/// The parts of the body that a model covers: `hair`, `torso`, `arms` or `legs`. They are not drawn while it is worn.
const COVERS: &[(&str, &[&str])] = &[
    ("space-helmet", &["hair"]),
    ("space-suit", &["torso", "arms", "legs"]),
];

/// Gear as other plugins and people see it.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WornGear {
    #[serde(flatten)]
    gear: Gear,
    /// Parts of the body that are not drawn while it is worn.
    bodies_to_disable: &'static [&'static str],
}

impl From<Gear> for WornGear {
    fn from(gear: Gear) -> Self {
        let covered = COVERS.iter().find(|(model, _)| *model == gear.model);
        Self {
            bodies_to_disable: covered.map_or(&[], |(_, parts)| parts),
            gear,
        }
    }
}

impl From<WornGear> for items::Gear {
    fn from(worn: WornGear) -> Self {
        Self {
            slot: worn.gear.slot,
            model: worn.gear.model,
            bodies_to_disable: worn
                .bodies_to_disable
                .iter()
                .copied()
                .map(str::to_owned)
                .collect(),
        }
    }
}

/// Where an item is worn, and how it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, FromRow)]
pub struct Gear {
    /// `head`, `face`, `back` or `hand`.
    #[schemars(extend("enum" = ["back", "face", "hand", "head"]))]
    #[row(column = "gear_slot")]
    pub slot: String,
    /// One of [`MODELS`].
    #[schemars(extend("enum" = ["backpack", "balloon", "beanie", "cat-ears", "crown", "glasses", "goggles", "lantern", "paper-crane", "space-helmet", "space-suit", "straw-hat", "wings"]))]
    #[row(column = "gear_model")]
    pub model: String,
}

impl Gear {
    /// Checks that the slot exists and has the model.
    pub fn check(&self) -> Option<Error> {
        let models = MODELS.iter().find(|(slot, _)| *slot == self.slot);
        let Some((_, models)) = models else {
            return Some(unknown("gear.slot"));
        };
        (!models.contains(&self.model.as_str())).then(|| unknown("gear.model"))
    }
}

fn unknown(field: &str) -> Error {
    Error::field(
        field,
        "올바른 값이 아닙니다.",
        "This is not one of the possible values.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_covers_the_body_is_a_model() {
        for (covering, parts) in COVERS {
            assert!(MODELS.iter().any(|(_, models)| models.contains(covering)));
            assert!(!parts.is_empty());
        }
        let worn = |model: &str| {
            let gear = Gear {
                slot: "head".into(),
                model: model.into(),
            };
            WornGear::from(gear).bodies_to_disable
        };
        assert_eq!(worn("space-helmet"), ["hair"]);
        assert!(worn("crown").is_empty());
    }

    #[test]
    fn a_model_belongs_to_one_slot() {
        let check = |slot: &str, model: &str, expect: Option<&str>| {
            let gear = Gear {
                slot: slot.into(),
                model: model.into(),
            };
            let field = gear.check().map(|error| error.fields()[0].field.clone());
            assert_eq!(field.as_deref(), expect);
        };
        check("head", "crown", None);
        check("hand", "lantern", None);
        check("face", "crown", Some("gear.model"));
        check("foot", "crown", Some("gear.slot"));
    }
}
