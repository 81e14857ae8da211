//! The kinds of objects that a scene can contain; the schema of scenes lists them. `web-plugins/blocks/src/room/kinds.ts` has the
//! same ones with their shapes, and a test there compares them with the schema.

/// A kind of object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObjectKind {
    /// The text in scenes.
    pub name: &'static str,
    /// It emits light, and counts towards the limit of lamps.
    pub has_lamp: bool,
    /// A game learns who passes it.
    pub zone: Option<ZoneSize>,
}

/// The size of an upright cylinder around an object of scale 1, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZoneSize {
    /// From the middle of the object.
    pub radius: f64,
    /// From its base upwards.
    pub height: f64,
}

/// The kind of objects that show an uploaded model.
pub const MODEL: &str = "model";

/// The kinds of objects that show an item.
pub const ITEM_KINDS: &[&str] = &["item-stand", "picture-frame"];

/// The kind where races begin and end.
pub const START_GATE: &str = "finish-gate";

const fn kind(name: &'static str) -> ObjectKind {
    ObjectKind {
        name,
        has_lamp: false,
        zone: None,
    }
}

const fn lamp(name: &'static str) -> ObjectKind {
    ObjectKind {
        name,
        has_lamp: true,
        zone: None,
    }
}

/// A lamp between two posts that are twice `radius` apart.
const fn gate(name: &'static str, radius: f64) -> ObjectKind {
    ObjectKind {
        name,
        has_lamp: true,
        zone: Some(ZoneSize {
            radius,
            height: 4.0,
        }),
    }
}

/// All kinds, in the order of their names.
pub const KINDS: &[ObjectKind] = &[
    lamp("air-hockey"),
    lamp("algae-tube"),
    kind("amphora"),
    kind("anchor"),
    lamp("anemone"),
    kind("antenna"),
    lamp("arcade-cabinet"),
    kind("arch"),
    kind("armchair"),
    kind("bamboo"),
    kind("banner"),
    kind("barrel"),
    kind("bed"),
    kind("bench"),
    lamp("billboard"),
    kind("boulder"),
    kind("bridge"),
    kind("broken-column"),
    lamp("bubbles"),
    lamp("bulkhead"),
    kind("bush"),
    kind("cactus"),
    kind("cafe-table"),
    kind("cake-stand"),
    lamp("campfire"),
    lamp("candle"),
    kind("cargo-pod"),
    lamp("ceiling-ring"),
    kind("chair"),
    gate("checkpoint", 2.2),
    kind("cherry"),
    kind("chess-table"),
    kind("chest"),
    lamp("claw-machine"),
    kind("clock"),
    kind("coffee-machine"),
    kind("column"),
    lamp("console"),
    kind("coral-brain"),
    kind("coral-branch"),
    kind("coral-fan"),
    kind("coral-table"),
    lamp("coral-tubes"),
    kind("counter"),
    kind("crate"),
    kind("cypress"),
    lamp("dance-machine"),
    kind("daybed"),
    kind("deck-chair"),
    kind("desk"),
    lamp("disco-ball"),
    kind("dome-rib"),
    kind("easel"),
    kind("entablature"),
    kind("fence"),
    kind("fern"),
    gate(START_GATE, 2.6),
    lamp("fire-bowl"),
    lamp("fireplace"),
    kind("fish-school"),
    kind("flag"),
    kind("floor-cushion"),
    lamp("floor-lamp"),
    kind("flowers"),
    lamp("food-truck"),
    lamp("fountain"),
    kind("game-cube"),
    lamp("garden-light"),
    kind("garland"),
    lamp("giant-clam"),
    kind("grass"),
    lamp("grow-lamp"),
    lamp("grow-rack"),
    kind("hanging-plant"),
    kind("hanging-sign"),
    lamp("hanok"),
    lamp("hanok-gate"),
    lamp("hatch"),
    kind("hedge"),
    lamp("hologram"),
    lamp("hoop-machine"),
    kind("item-stand"),
    kind("jars"),
    lamp("jellyfish"),
    lamp("jukebox"),
    kind("kelp"),
    lamp("lantern"),
    kind("lavender"),
    lamp("light-post"),
    kind("log-seat"),
    lamp("lotus-lantern"),
    kind("low-table"),
    kind("low-wall"),
    kind("maple"),
    kind("mat"),
    kind("menu-board"),
    kind("microphone"),
    // A file of a person; the object names it.
    kind(MODEL),
    lamp("moon-lamp"),
    lamp("mushrooms"),
    lamp("neon"),
    lamp("neon-strip"),
    kind("obelisk"),
    kind("palm"),
    lamp("paper-lantern"),
    kind("parasol"),
    lamp("pavilion"),
    kind("paving"),
    lamp("pearl-lamp"),
    lamp("pendant-lamp"),
    kind("persimmon"),
    lamp("phone-booth"),
    lamp("photo-booth"),
    kind("piano"),
    kind("picnic-table"),
    kind("picture-frame"),
    lamp("pinball"),
    kind("pine"),
    kind("pipes"),
    kind("planet"),
    kind("planter"),
    kind("platform"),
    kind("pod-seat"),
    kind("pond"),
    kind("poster"),
    kind("potted-plant"),
    kind("pouf"),
    kind("prize-wall"),
    kind("pumpkin"),
    lamp("racing-cabinet"),
    kind("rail"),
    kind("reeds"),
    lamp("robot"),
    kind("rock"),
    kind("rope-fence"),
    kind("round-platform"),
    kind("rug"),
    kind("ruined-wall"),
    kind("screen"),
    kind("scroll"),
    kind("sea-turtle"),
    kind("seagrass"),
    kind("seesaw"),
    kind("shelf"),
    kind("shell"),
    lamp("shell-house"),
    kind("shell-seat"),
    lamp("shipwreck"),
    lamp("shuttle"),
    kind("sign"),
    kind("signpost"),
    lamp("silk-lantern"),
    kind("snow-pile"),
    kind("snowman"),
    kind("snowy-pine"),
    kind("sofa"),
    kind("solar-panel"),
    lamp("speaker"),
    kind("sponge"),
    lamp("spotlight"),
    kind("stage"),
    lamp("stall"),
    lamp("star-sign"),
    lamp("star-window"),
    kind("starfish"),
    kind("statue"),
    kind("stepping"),
    kind("stone-arch"),
    lamp("stone-lantern"),
    kind("stone-tier"),
    kind("stool"),
    lamp("stove"),
    lamp("street-lamp"),
    lamp("string-lights"),
    kind("sunflowers"),
    kind("swing"),
    kind("table"),
    kind("tea-set"),
    kind("telescope"),
    lamp("tent"),
    kind("tiled-wall"),
    kind("tomatoes"),
    lamp("torch"),
    kind("tower"),
    lamp("treasure-chest"),
    kind("tree"),
    kind("tulips"),
    kind("vase"),
    kind("vegetables"),
    lamp("vending-machine"),
    kind("vent"),
    kind("vines"),
    kind("wall"),
    kind("water-tank"),
    kind("well"),
    kind("whale-ribs"),
    kind("willow"),
    kind("window-bench"),
    lamp("window-wall"),
];

/// The names of all kinds.
pub fn names() -> Vec<&'static str> {
    KINDS.iter().map(|known| known.name).collect()
}

/// The kind with a name; `None` if there is none.
pub fn find(name: &str) -> Option<&'static ObjectKind> {
    KINDS.iter().find(|known| known.name == name)
}

#[cfg(test)]
mod tests {
    use super::{ITEM_KINDS, KINDS, find};

    #[test]
    fn the_kinds_are_in_order_and_found() {
        assert!(KINDS.is_sorted_by_key(|known| known.name));
        assert!(find("lantern").is_some_and(|known| known.has_lamp));
        assert!(find("tree").is_some_and(|known| !known.has_lamp));
        assert_eq!(find("spaceship"), None);
        assert!(ITEM_KINDS.iter().all(|kind| find(kind).is_some()));
    }
}
