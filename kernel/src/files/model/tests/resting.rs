//! What a model shows at rest is what other programs show: skins, shapes, places, flat surfaces.

use serde_json::{Value, json};

use super::refusal;
use super::samples::{FLOAT, Sample, Shown, floats, push};

/// A matrix that moves.
fn move_by(x: f32, y: f32, z: f32) -> [f32; 16] {
    let mut matrix = [0.0; 16];
    for at in [0, 5, 10, 15] {
        matrix[at] = 1.0;
    }
    matrix[12..15].copy_from_slice(&[x, y, z]);
    matrix
}

/// The cube as a skinned mesh: the upper four corners belong to the second joint.
fn skinned() -> Sample {
    let mut sample = Sample::cube();
    let numbers: Vec<u8> = (0..8_u8)
        .flat_map(|at| [u8::from(at & 2 > 0), 0, 0, 0])
        .collect();
    sample.attribute(
        "JOINTS_0",
        &numbers,
        json!({ "componentType": 5121, "type": "VEC4", "count": 8 }),
    );
    let weights = floats(&[[1.0, 0.0, 0.0, 0.0]; 8]);
    sample.attribute(
        "WEIGHTS_0",
        &weights,
        json!({ "componentType": FLOAT, "type": "VEC4", "count": 8 }),
    );
    let inverse = floats(&[move_by(0.0, 0.0, 0.0), move_by(0.0, -1.0, 0.0)]);
    let inverse = sample.add(
        &inverse,
        json!({ "componentType": FLOAT, "type": "MAT4", "count": 2 }),
    );
    sample.document["nodes"] = json!([
        { "mesh": 0, "skin": 0, "translation": [7, 7, 7] },
        { "children": [2] },
        { "translation": [0, 1, 0] },
    ]);
    sample.document["scenes"] = json!([{ "nodes": [0, 1] }]);
    sample.document["skins"] = json!([{ "joints": [1, 2], "inverseBindMatrices": inverse }]);
    sample
}

#[test]
fn skins_are_applied_as_they_are_at_rest() {
    // In the pose in which it was bound, a mesh keeps its shape; the place of its node does not count.
    assert!(skinned().shown().has_size([1.0, 1.0, 1.0]));
    let mut lifted = skinned();
    lifted.document["nodes"][2]["translation"] = json!([0, 3, 0]);
    assert!(lifted.shown().has_size([1.0, 3.0, 1.0]));
    let mut larger = skinned();
    larger.document["nodes"][1]["scale"] = json!([2, 2, 2]);
    assert!(larger.shown().has_size([2.0, 2.0, 2.0]));
    // Up to eight joints move a vertex.
    let mut eight = skinned();
    eight.document["nodes"][2]["translation"] = json!([0, 3, 0]);
    let numbers = [1_u8, 0, 0, 0].repeat(8);
    eight.attribute(
        "JOINTS_1",
        &numbers,
        json!({ "componentType": 5121, "type": "VEC4", "count": 8 }),
    );
    let weights = floats(&[[1.0, 0.0, 0.0, 0.0]; 8]);
    eight.attribute(
        "WEIGHTS_1",
        &weights,
        json!({ "componentType": FLOAT, "type": "VEC4", "count": 8 }),
    );
    // The lower corners move half of the two metres, the upper ones all.
    assert!(eight.shown().has_size([1.0, 2.0, 1.0]));
    // Weights are shares, also if their sum is not one.
    let mut shared = skinned();
    shared.document["nodes"][2]["translation"] = json!([0, 3, 0]);
    let mixed = floats(&[[0.2, 0.0, 0.0, 0.0]; 8]);
    shared.attribute(
        "WEIGHTS_0",
        &mixed,
        json!({ "componentType": FLOAT, "type": "VEC4", "count": 8 }),
    );
    assert!(shared.shown().has_size([1.0, 3.0, 1.0]));
}

#[test]
fn skins_that_do_not_fit_are_refused() {
    let refused = |change: fn(&mut Value)| {
        let mut sample = skinned();
        change(&mut sample.document);
        refusal(&sample.file()).0
    };
    assert_eq!(
        refused(|d| d["skins"][0]["joints"] = json!([1, 9])),
        "file_unreadable"
    );
    assert_eq!(
        refused(|d| d["skins"][0]["joints"] = json!([1])),
        "file_unreadable"
    );
    assert_eq!(
        refused(|d| d["skins"][0]["joints"] = json!([1, 2, 2])),
        "file_unreadable"
    );
    assert_eq!(
        refused(|d| d["skins"][0]["inverseBindMatrices"] = json!(0)),
        "file_unreadable"
    );
}

#[test]
fn shapes_are_applied_as_they_are_at_rest() {
    let mut sample = Sample::cube();
    let taller = floats(
        &super::samples::corners()
            .into_iter()
            .map(|[_, y, _]| [0.0, y, 0.0])
            .collect::<Vec<_>>(),
    );
    let taller = sample.add(
        &taller,
        json!({ "componentType": FLOAT, "type": "VEC3", "count": 8 }),
    );
    sample.primitive()["targets"] = json!([{ "POSITION": taller }]);
    assert!(sample.shown().has_size([1.0, 1.0, 1.0]));
    sample.document["meshes"][0]["weights"] = json!([0.5]);
    assert!(sample.shown().has_size([1.0, 1.5, 1.0]));
    // A node may have weights of its own.
    sample.document["nodes"][0]["weights"] = json!([2]);
    assert!(sample.shown().has_size([1.0, 3.0, 1.0]));
    // Each costs time for each vertex.
    let targets = vec![json!({ "POSITION": taller }); 10_000];
    sample.primitive()["targets"] = targets.into();
    sample.document["meshes"][0]["weights"] = vec![1; 10_000].into();
    sample.document["nodes"] = vec![json!({ "mesh": 0 }); 300].into();
    sample.document["scenes"] = json!([{ "nodes": (0..300).collect::<Vec<_>>() }]);
    assert_eq!(refusal(&sample.file()).0, "model_too_complex");
}

#[test]
fn what_has_no_normals_is_flat() {
    let shown = Sample::cube().shown();
    let mut normals = shown.normals.clone();
    normals.sort_unstable();
    normals.dedup();
    assert_eq!((shown.normals.len(), normals.len()), (24, 6));
    // Outwards, also where the mesh is mirrored.
    for scale in [[1, 1, 1], [-1, 1, 1], [-2, -1, -1], [1, -1, -1]] {
        let mut sample = Sample::cube();
        sample.document["nodes"][0]["scale"] = json!(scale);
        assert_outwards(&sample.shown());
    }
    // Normals of the file stay, and their vertices shared.
    let mut smooth = Sample::cube();
    let normals = floats(&[[0.0, 1.0, 0.0]; 8]);
    smooth.attribute(
        "NORMAL",
        &normals,
        json!({ "componentType": FLOAT, "type": "VEC3", "count": 8 }),
    );
    assert_eq!(smooth.shown().normals, [[0, 127, 0]; 8]);
}

fn assert_outwards(shown: &Shown) {
    let [x, y, z] = shown.facts.size;
    let centre = [0.0, y / 2.0, 0.0];
    for (position, normal) in shown.positions.iter().zip(&shown.normals) {
        let sides = [x, y, z];
        let outwards: f32 = (0..3)
            .map(|axis| (position[axis] - centre[axis]) / sides[axis] * f32::from(normal[axis]))
            .sum();
        assert!(outwards > 0.0, "{position:?} {normal:?}");
    }
}

#[test]
fn matrices_of_nodes_place_meshes() {
    let mut sample = Sample::cube();
    // A quarter turn around z, twice as long along the own x, sheared.
    sample.document["nodes"] = json!([
        { "children": [1], "matrix": [0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1] },
        { "mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1] },
    ]);
    assert!(sample.shown().has_size([1.0, 3.0, 1.0]));
    // Everything at one point is no model.
    sample.document["nodes"][0]["scale"] = json!([0, 0, 0]);
    sample.document["nodes"][0]["matrix"] = Value::Null;
    assert_eq!(refusal(&sample.file()).0, "model_too_small");
}

#[test]
fn far_from_the_origin_a_model_keeps_its_shape() {
    let mut sample = Sample::cube();
    sample.document["nodes"][0]["translation"] = json!([4_194_304.3, 120.7, -5_500_000.1]);
    sample.document["nodes"][0]["scale"] = json!([0.02, 0.03, 0.04]);
    let shown = sample.shown();
    assert!(shown.has_size([0.02, 0.03, 0.04]), "{:?}", shown.facts.size);
    // Two of them have their distance.
    push(
        &mut sample.document["nodes"],
        json!({ "mesh": 0, "translation": [4_194_307.3, 120.7, -5_500_000.1] }),
    );
    sample.document["scenes"] = json!([{ "nodes": [0, 1] }]);
    assert!((sample.shown().facts.size[0] - 4.0).abs() < 0.001);
}

#[test]
fn units_are_named_when_they_are_wrong() {
    let mut sample = Sample::cube();
    sample.document["nodes"][0]["scale"] = json!([1000, 1000, 1000]);
    assert_eq!(refusal(&sample.file()), ("model_too_large", "1000".into()));
    sample.document["nodes"][0]["scale"] = json!([1e30, 1, 1]);
    assert_eq!(
        refusal(&sample.file()),
        ("model_too_large", "1000000".into())
    );
    sample.document["nodes"][0]["scale"] = json!([0.001, 0.001, 0.001]);
    assert_eq!(refusal(&sample.file()).0, "model_too_small");
}
