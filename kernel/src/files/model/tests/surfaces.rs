//! The materials of models: colours of older exports, transparency, and what is left out by name.

use serde_json::{Value, json};

use super::samples::{FLOAT, Sample, floats};
use super::{LeftOut, glb, refusal, textured};
use crate::files::model::{container, convert};

const OLDER: &str = "KHR_materials_pbrSpecularGlossiness";

/// The cube with this material.
fn with(material: Value) -> Sample {
    let mut sample = Sample::cube();
    sample.document["materials"] = json!([material]);
    sample
}

fn older(surface: Value) -> Sample {
    with(json!({ "extensions": { OLDER: surface } }))
}

#[test]
fn colours_of_older_exports_are_kept() {
    for is_required in [false, true] {
        let mut red = older(json!({ "diffuseFactor": [1, 0, 0, 1], "glossinessFactor": 0.2 }));
        if is_required {
            red.require(OLDER);
        }
        let shown = red.shown();
        assert_eq!(shown.colours[0], [65_535, 0, 0, 65_535]);
        assert_eq!(shown.facts.left_out, []);
    }
    // A metal has only a specular colour.
    let gold = older(json!({ "diffuseFactor": [0, 0, 0, 1], "specularFactor": [1, 0.5, 0] }));
    assert_eq!(gold.shown().colours[0], [65_535, 32_768, 0, 65_535]);
    let rubber =
        older(json!({ "diffuseFactor": [0, 0, 0, 1], "specularFactor": [0.04, 0.04, 0.04] }));
    assert_eq!(rubber.shown().colours[0], [0, 0, 0, 65_535]);
    let glossy = older(json!({ "specularGlossinessTexture": { "index": 0 } }));
    assert_eq!(glossy.shown().facts.left_out, [LeftOut::Effects]);
}

#[test]
fn textures_of_older_exports_and_of_lamps_are_kept() {
    let colour = json!({ "index": 0 });
    for material in [
        json!({ "extensions": { OLDER: { "diffuseTexture": colour } } }),
        json!({
            "pbrMetallicRoughness": { "baseColorFactor": [0, 0, 0, 1] },
            "emissiveFactor": [1, 1, 1], "emissiveTexture": colour,
        }),
    ] {
        let (mut document, binary) = textured(8, 8);
        document["materials"] = json!([material]);
        let (facts, variants) = convert(&glb(&document, &binary)).expect("a model");
        assert!(facts.texture_bytes > 0);
        assert_eq!(variants.last().expect("a texture").name, "texture0.webp");
    }
    let mut unknown = older(json!({ "diffuseTexture": { "index": 7 } }));
    unknown.document["textures"] = json!([]);
    assert_eq!(refusal(&unknown.file()).0, "file_unreadable");
    let lamp = with(json!({
        "pbrMetallicRoughness": { "baseColorFactor": [0, 0, 0, 1] }, "emissiveFactor": [0, 1, 0],
    }));
    let shown = lamp.shown();
    assert_eq!(shown.colours[0], [0, 65_535, 0, 65_535]);
    assert_eq!(shown.facts.left_out, [LeftOut::Effects]);
}

#[test]
fn effects_that_a_file_requires_are_named() {
    for effect in [
        "transmission",
        "sheen",
        "clearcoat",
        "volume",
        "iridescence",
    ] {
        let name = format!("KHR_materials_{effect}");
        let mut sample = with(json!({ "extensions": { name.as_str(): {} } }));
        sample.require(&name);
        assert_eq!(
            sample.shown().facts.left_out,
            [LeftOut::Effects],
            "{effect}"
        );
    }
    let mut variants = Sample::cube();
    variants.require("KHR_materials_variants");
    assert_eq!(variants.shown().facts.left_out, [LeftOut::Effects]);
    let mut plain = with(json!({ "extensions": { "KHR_materials_unlit": {} } }));
    plain.require("KHR_materials_unlit");
    assert_eq!(plain.shown().facts.left_out, []);
    // Through glass one can see.
    let glass = with(json!({
        "extensions": { "KHR_materials_transmission": { "transmissionFactor": 1 } },
    }));
    let shown = glass.shown();
    assert_eq!(shown.materials[0]["alphaMode"], "BLEND");
    assert_eq!(shown.colours[0][3], 16_384);
}

#[test]
fn transparency_stays_what_it_is() {
    let colour = json!({ "baseColorFactor": [0.2, 0.4, 1, 0.3] });
    let shown = |mode: Value, cutoff: Value| {
        let shown = with(json!({
            "pbrMetallicRoughness": colour, "alphaMode": mode, "alphaCutoff": cutoff,
        }))
        .shown();
        let [material] = &shown.materials[..] else {
            panic!("{:?}", shown.materials);
        };
        let mode = material["alphaMode"].as_str().expect("a mode").to_owned();
        (mode, material["alphaCutoff"].clone(), shown.colours[0][3])
    };
    let alpha = 19_661;
    assert_eq!(
        shown(json!("BLEND"), Value::Null),
        ("BLEND".into(), Value::Null, alpha)
    );
    assert_eq!(
        shown(json!("MASK"), Value::Null),
        ("MASK".into(), json!(0.5), alpha)
    );
    assert_eq!(
        shown(json!("MASK"), json!(0.25)),
        ("MASK".into(), json!(0.25), alpha)
    );
    // No value is below zero.
    assert_eq!(
        shown(json!("MASK"), json!(0)),
        ("OPAQUE".into(), Value::Null, alpha)
    );
    for mode in [json!("OPAQUE"), Value::Null] {
        assert_eq!(
            shown(mode, Value::Null),
            ("OPAQUE".into(), Value::Null, 65_535)
        );
    }
    // Some programs mark every surface as transparent.
    let solid = with(json!({ "alphaMode": "BLEND" })).shown();
    assert_eq!(solid.materials[0]["alphaMode"], "OPAQUE");
    // The alpha of vertices counts too.
    let mut veil = with(json!({ "alphaMode": "BLEND" }));
    let colours = floats(&[[1.0, 1.0, 1.0, 0.5]; 8]);
    veil.attribute(
        "COLOR_0",
        &colours,
        json!({ "componentType": FLOAT, "type": "VEC4", "count": 8 }),
    );
    assert_eq!(veil.shown().materials[0]["alphaMode"], "BLEND");
}

#[test]
fn textures_keep_their_edges() {
    let (mut document, binary) = textured(8, 8);
    document["samplers"] = json!([{ "wrapS": 33_071, "wrapT": 33_648 }, { "wrapS": 7 }]);
    for (sampler, expected) in [
        (json!(0), json!([{ "wrapS": 33_071, "wrapT": 33_648 }])),
        (json!(1), json!([{ "wrapS": 10_497, "wrapT": 10_497 }])),
        (json!(9), json!([{ "wrapS": 10_497, "wrapT": 10_497 }])),
        (Value::Null, json!([{ "wrapS": 10_497, "wrapT": 10_497 }])),
    ] {
        document["textures"][0]["sampler"] = sampler;
        let (_, variants) = convert(&glb(&document, &binary)).expect("a model");
        let (json, _) = container::split(&variants[0].bytes, 1 << 20).expect("a container");
        let written: Value = serde_json::from_slice(json).expect("JSON");
        assert_eq!(written["samplers"], expected);
    }
}

#[test]
fn textured_surfaces_are_apart_by_their_transparency() {
    let (mut document, binary) = textured(8, 8);
    let texture = document["materials"][0]["pbrMetallicRoughness"].clone();
    let modes = ["OPAQUE", "MASK", "BLEND"];
    document["materials"] = modes
        .iter()
        .map(|mode| json!({ "pbrMetallicRoughness": texture, "alphaMode": mode }))
        .collect();
    let part = document["meshes"][0]["primitives"][0].clone();
    document["meshes"][0]["primitives"] = (0..3)
        .map(|at| {
            let mut part = part.clone();
            part["material"] = at.into();
            part
        })
        .collect();
    let (facts, variants) = convert(&glb(&document, &binary)).expect("a model");
    assert_eq!((facts.draws, variants.len()), (3, 4));
    // Each draw costs time in every frame.
    document["materials"] = (0..20)
        .map(|at| json!({ "alphaMode": "MASK", "alphaCutoff": f64::from(at + 1) / 30.0 }))
        .collect();
    document["meshes"][0]["primitives"] = (0..20)
        .map(|at| {
            let mut part = part.clone();
            part["material"] = at.into();
            part
        })
        .collect();
    assert_eq!(
        refusal(&glb(&document, &binary)),
        ("model_too_complex", "16".into())
    );
}
