//! The document of a scene, format 1: what stands where in a block.
//!
//! Unknown fields are refused, because saving would lose them. The rules are in `scene_rules`.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use witverse_sdk::Uuid;

/// A scene. Lengths are in metres, angles in degrees; `y` is up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scene {
    /// The format of the document: 1.
    #[schemars(extend("enum" = [1]))]
    pub format: u32,
    /// Varies what is drawn by chance: leaves, books, stars.
    pub seed: u32,
    /// The side of the square floor, in metres.
    pub size: u32,
    /// The floor.
    pub ground: Floor,
    /// The sky.
    pub sky: Sky,
    /// What is heard, and what is in the air. Silence if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = AMBIENCES))]
    pub ambience: Option<String>,
    /// What stands in the block.
    pub objects: Vec<Object>,
    /// Where people arrive.
    pub spawn_points: Vec<Place>,
    /// Where people can sit.
    pub seats: Vec<Place>,
    /// Doors to other blocks. Each is drawn as a door.
    pub links: Vec<Link>,
    /// Lights without an object.
    pub lights: Vec<Light>,
}

/// The floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// What it is made of.
    #[schemars(extend("enum" = GROUNDS))]
    pub kind: String,
    /// `#rrggbb`.
    pub colour: String,
}

/// The sky.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sky {
    /// The hue of the night, 0 to 360.
    pub hue: u32,
    /// The hour of day, 0 to 24, that always is; null follows the clock of Korea.
    pub hour: Option<f64>,
}

/// The kinds of floors.
pub const GROUNDS: &[&str] = &["grass", "stone", "wood", "concrete", "sand", "snow", "tile"];

/// What can be heard in a block.
pub const AMBIENCES: &[&str] = &[
    "garden", "winter", "rain", "fire", "sea", "station", "city", "cafe", "arcade",
];

/// A position inside of the block.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// East.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// South.
    pub z: f64,
}

/// An object of the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Object {
    /// Unique in the scene.
    pub id: String,
    /// A kind of the catalogue.
    #[schemars(extend("enum" = crate::catalogue::names()))]
    pub kind: String,
    /// Its base.
    pub position: Position,
    /// Around the vertical axis.
    pub yaw: f64,
    /// Relative to the model.
    pub scale: f64,
    /// `#rrggbb`.
    pub colour: String,
    /// The file of an object of the kind `model`, and only of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Model>,
    /// The item of an object of the kinds `item-stand` and `picture-frame`, and only of those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Uuid>,
}

/// An uploaded 3D model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Model {
    /// The file.
    pub file_id: Uuid,
    /// What the list of things calls it.
    pub name: String,
    /// Who made it, and under which licence.
    pub credit: String,
    /// Its size at scale 1, in metres: what a person runs into. The editor copies it from the file.
    pub size: Position,
    /// Triangles of its coarsest level of detail. The editor copies them too; clients draw no more than their device can,
    /// whatever a scene says.
    pub triangles: u32,
    /// Draw calls, for any number of copies.
    pub draws: u32,
}

/// A spawn point or a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Unique in the scene.
    pub id: String,
    /// Where.
    pub position: Position,
    /// Where a person looks.
    pub yaw: f64,
}

/// A door to another block. The block may be gone; the door then leads nowhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Link {
    /// Unique in the scene.
    pub id: String,
    /// Where.
    pub position: Position,
    /// The direction of the door.
    pub yaw: f64,
    /// The other block.
    pub block_id: Uuid,
}

/// A light.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Light {
    /// Unique in the scene.
    pub id: String,
    /// Where.
    pub position: Position,
    /// `#rrggbb`.
    pub colour: String,
    /// 0 to 3; 1 is a lantern.
    pub intensity: f64,
    /// In metres, 0.5 to 12.
    pub range: f64,
}

impl Scene {
    /// The different files of its models, in the order of their ids.
    pub fn models(&self) -> Vec<Uuid> {
        let models = self.objects.iter().filter_map(|one| one.model.as_ref());
        let mut files: Vec<Uuid> = models.map(|model| model.file_id.clone()).collect();
        files.sort();
        files.dedup();
        files
    }

    /// The triangles of all its models, and the draw calls of the different ones.
    pub fn model_cost(&self) -> (usize, usize) {
        let mut seen = HashSet::new();
        let models = self.objects.iter().filter_map(|one| one.model.as_ref());
        models.fold((0, 0), |(triangles, draws), model| {
            let is_new = seen.insert(&model.file_id);
            let more = if is_new { model.draws as usize } else { 0 };
            (triangles + model.triangles as usize, draws + more)
        })
    }

    /// The scene of a new block: an empty meadow with one spawn point in its middle.
    pub fn empty() -> Self {
        Self {
            format: 1,
            seed: 1,
            size: 32,
            ground: Floor {
                kind: "grass".into(),
                colour: "#4f7f5c".into(),
            },
            sky: Sky {
                hue: 255,
                hour: None,
            },
            ambience: None,
            objects: Vec::new(),
            spawn_points: vec![Place {
                id: "spawn-1".into(),
                position: Position {
                    x: 16.0,
                    y: 0.0,
                    z: 16.0,
                },
                yaw: 0.0,
            }],
            seats: Vec::new(),
            links: Vec::new(),
            lights: Vec::new(),
        }
    }
}
