//! The kinds of objects that a scene can contain. `web-plugins/blocks/src/room/kinds.ts` has the same ones with their
//! shapes; the schema of scenes lists them, and a test on each side compares its table with the schema.

/// A kind of object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectKind {
    /// The text in scenes.
    pub name: &'static str,
    /// It emits light, and counts towards the limit of lamps.
    pub has_lamp: bool,
}

const fn kind(name: &'static str) -> ObjectKind {
    ObjectKind {
        name,
        has_lamp: false,
    }
}

const fn lamp(name: &'static str) -> ObjectKind {
    ObjectKind {
        name,
        has_lamp: true,
    }
}

/// All kinds, in the order of their names.
#[rustfmt::skip]
pub const KINDS: &[ObjectKind] = &[
    kind("arch"), kind("bamboo"), kind("banner"), kind("bench"), kind("bush"), kind("cafe-table"),
    lamp("candle"), kind("chair"), kind("cherry"), kind("counter"), kind("crate"), kind("fence"),
    lamp("floor-lamp"), kind("flowers"), kind("grass"), lamp("lantern"), kind("low-wall"), kind("menu-board"),
    lamp("neon"), lamp("paper-lantern"), lamp("pavilion"), kind("pine"), kind("planter"), kind("pond"),
    kind("rail"), kind("rock"), kind("rug"), kind("shelf"), kind("sign"), kind("sofa"), kind("stage"),
    lamp("stall"), kind("stepping"), lamp("stone-lantern"), kind("stool"), lamp("string-lights"),
    kind("table"), kind("tower"), kind("tree"), kind("vent"), kind("wall"), kind("water-tank"),
    lamp("window-wall"),
];

/// The kind with a name; `None` if there is none.
pub fn find(name: &str) -> Option<&'static ObjectKind> {
    KINDS.iter().find(|known| known.name == name)
}

#[cfg(test)]
mod tests {
    use super::{KINDS, find};

    #[test]
    fn the_kinds_are_in_order_and_found() {
        assert!(KINDS.is_sorted_by_key(|known| known.name));
        assert!(find("lantern").is_some_and(|known| known.has_lamp));
        assert!(find("tree").is_some_and(|known| !known.has_lamp));
        assert_eq!(find("spaceship"), None);
    }

    #[test]
    fn the_schema_of_scenes_lists_the_same_kinds() {
        let schema: serde_json::Value =
            serde_json::from_str(include_str!("../schemas/new-scene.json")).expect("JSON");
        let listed = &schema["properties"]["scene"]["properties"]["objects"]["items"]["properties"]
            ["kind"]["enum"];
        let names: Vec<&str> = KINDS.iter().map(|known| known.name).collect();
        assert_eq!(*listed, serde_json::json!(names));
    }
}
