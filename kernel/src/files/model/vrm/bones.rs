//! The humanoid skeleton: which node is which bone, and that all required bones are there.

use serde_json::Value;
use std::collections::BTreeMap;

use crate::files::model::document::Document;
use crate::files::model::refusal::{ModelRefusal, Reason};

/// The bones that every VRM must have.
const REQUIRED: [&str; 15] = [
    "hips",
    "spine",
    "head",
    "leftUpperLeg",
    "leftLowerLeg",
    "leftFoot",
    "rightUpperLeg",
    "rightLowerLeg",
    "rightFoot",
    "leftUpperArm",
    "leftLowerArm",
    "leftHand",
    "rightUpperArm",
    "rightLowerArm",
    "rightHand",
];
/// How many missing bones a refusal names.
const NAMED: usize = 4;

/// Checks the humanoid bones: each is a node of its own below the hips.
pub(super) fn check(
    document: &Document,
    bones: &BTreeMap<String, usize>,
) -> Result<(), ModelRefusal> {
    let below_hips = bones.get("hips").map(|hips| descendants(document, *hips));
    let below_hips = below_hips.unwrap_or_default();
    let is_there = |name: &&str| {
        bones.get(*name).is_some_and(|node| {
            let is_alone = bones.values().filter(|other| *other == node).count() == 1;
            is_alone && below_hips.contains(node)
        })
    };
    let missing: Vec<&str> = REQUIRED
        .into_iter()
        .filter(|name| !is_there(name))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let mut value = missing
        .iter()
        .take(NAMED)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    if missing.len() > NAMED {
        value.push_str(", …");
    }
    Err(ModelRefusal {
        reason: Reason::AvatarBones,
        value: Some(value),
    })
}

/// VRM 1.0: `humanoid.humanBones` is an object.
pub(super) fn of_v1(humanoid: &Value) -> BTreeMap<String, usize> {
    let bones = humanoid["humanBones"].as_object();
    bones
        .into_iter()
        .flatten()
        .filter_map(|(name, bone)| Some((name.clone(), index(&bone["node"])?)))
        .collect()
}

/// VRM 0.x: a list.
pub(super) fn of_v0(humanoid: &Value) -> BTreeMap<String, usize> {
    let bones = humanoid["humanBones"].as_array();
    bones
        .into_iter()
        .flatten()
        .filter_map(|bone| Some((bone["bone"].as_str()?.to_owned(), index(&bone["node"])?)))
        .collect()
}

pub(super) fn index(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

/// A node and everything below it. Depth and number of nodes were checked before.
pub(super) fn descendants(document: &Document, from: usize) -> Vec<usize> {
    let mut found = vec![from];
    let mut at = 0;
    while let Some(node) = found.get(at) {
        let children = document.nodes.get(*node).map(|node| node.children.clone());
        found.extend(children.unwrap_or_default());
        at += 1;
    }
    found
}
