//! The kinds of objects that a scene can contain: one table, which the front end has models for.

/// A kind of object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectKind {
    /// The text in scenes.
    pub name: &'static str,
    /// It emits light, and counts towards the limit of lanterns.
    pub is_lantern: bool,
}

const fn kind(name: &'static str) -> ObjectKind {
    ObjectKind {
        name,
        is_lantern: false,
    }
}

const fn lantern(name: &'static str) -> ObjectKind {
    ObjectKind {
        name,
        is_lantern: true,
    }
}

/// All kinds, in the order of their names.
#[rustfmt::skip]
pub const KINDS: &[ObjectKind] = &[
    kind("arch"), kind("bench"), kind("bookshelf"), kind("box"),
    kind("bush"), kind("chair"), kind("counter"), kind("cushion"),
    kind("door"), kind("fence"), kind("flowers"), kind("fountain"),
    lantern("lantern"), kind("picture"), kind("pillar"), kind("plant"),
    kind("rug"), kind("sign"), kind("sofa"), kind("stage"),
    kind("stairs"), lantern("street-lamp"), kind("table"), kind("tree"),
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
        assert_eq!(KINDS.len(), 24);
        assert!(KINDS.is_sorted_by_key(|known| known.name));
        assert!(find("lantern").is_some_and(|known| known.is_lantern));
        assert!(find("tree").is_some_and(|known| !known.is_lantern));
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
