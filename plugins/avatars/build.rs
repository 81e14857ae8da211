//! Turns the drawings of `@witverse/people` into tables of Rust: a call of the plugin has no time to parse them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Map, Value};

/// Shared with the pages, which draw the same portraits.
const PEOPLE: &str = "../../sdk/people";

#[allow(
    clippy::disallowed_methods,
    reason = "cargo tells a build script its folders in the environment"
)]
fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let read = |file: &str| {
        println!("cargo:rerun-if-changed={PEOPLE}/{file}");
        object(&root.join(PEOPLE).join(file))
    };
    let portrait = read("library/portrait.json");
    let gear = read("src/gear-drawings.json");

    let mut out = String::new();
    let mut table = |name: &str, value: &str, of: &Value, row: fn(&Value) -> String| {
        writeln!(out, "pub(crate) static {name}: Table<{value}> = &[").expect("to a string");
        for (key, one) in fields(of) {
            writeln!(out, "({key:?}, {}),", row(one)).expect("to a string");
        }
        out.push_str("];\n");
    };
    table("HAIR", "Hair", &portrait["hair"], hair);
    table("TOP", "Paints", &portrait["top"], paints);
    table("BUST", "Paints", &portrait["bust"], paints);
    table("FACE", "Face", &portrait["face"], face);
    table("GEAR", "Layers", &Value::Object(gear), layers);
    let head = paints(&portrait["head"]);
    writeln!(out, "pub(crate) static HEAD: Paints = {head};").expect("to a string");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(folder.join("drawings.rs"), out).expect("the folder is cargo's");
}

fn object(file: &Path) -> Map<String, Value> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file:?}: {error}"))
}

fn fields(of: &Value) -> &Map<String, Value> {
    of.as_object().expect("an object")
}

fn hair(of: &Value) -> String {
    format!(
        "Hair {{ back: {}, front: {} }}",
        paints(&of["back"]),
        paints(&of["front"])
    )
}

fn face(of: &Value) -> String {
    let clip = of["clip"].as_str().expect("path data");
    format!(
        "Face {{ clip: {clip:?}, paints: {} }}",
        paints(&of["paints"])
    )
}

fn layers(of: &Value) -> String {
    let layer = |name: &str| of[name].as_str().unwrap_or_default().to_owned();
    format!(
        "Layers {{ back: {:?}, body: {:?}, face: {:?}, front: {:?} }}",
        layer("back"),
        layer("body"),
        layer("face"),
        layer("front")
    )
}

fn paints(of: &Value) -> String {
    let rows = of
        .as_array()
        .expect("a list of paints")
        .iter()
        .map(|paint| {
            let text = |name: &str| paint[name].as_str().expect("a text").to_owned();
            // As the number is written in JSON, which is how the page writes it.
            let opacity = paint.get("opacity").map(Value::to_string);
            format!(
                "Paint {{ d: {:?}, fill: {:?}, tone: {:?}, opacity: {opacity:?}, is_clipped: {} }}",
                text("d"),
                text("fill"),
                paint["tone"].as_f64().unwrap_or_default(),
                paint["clip"] == "eyes"
            )
        });
    format!("&[{}]", rows.collect::<Vec<_>>().join(", "))
}
