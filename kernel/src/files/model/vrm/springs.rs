//! Moving hair and clothes. Each joint that swings is checked against each collider in every frame, so an avatar with too
//! many of both loses its springs: it is still a whole avatar.

use serde_json::Value;

use super::bones::{descendants, index};
use crate::files::model::document::Document;

/// The most checks of a joint against a collider.
const MAX_WORK: usize = 1200;

/// Removes the springs of VRM 1.0 (`VRMC_springBone` among the extensions of the file) if they cost too much.
pub(super) fn limit_v1(extensions: &mut Value) {
    let springs = &extensions["VRMC_springBone"];
    let sizes: Vec<usize> = list(&springs["colliderGroups"])
        .map(|group| list(&group["colliders"]).count())
        .collect();
    let work = list(&springs["springs"]).map(|spring| {
        let colliders = list(&spring["colliderGroups"]).filter_map(|at| sizes.get(index(at)?));
        list(&spring["joints"]).count() * (1 + colliders.sum::<usize>())
    });
    if total(work) > MAX_WORK
        && let Some(extensions) = extensions.as_object_mut()
    {
        extensions.remove("VRMC_springBone");
    }
}

/// The same for VRM 0.x: `VRM.secondaryAnimation`, whose bones swing with everything below them.
pub(super) fn limit_v0(document: &Document, vrm: &mut Value, is_placed: impl Fn(usize) -> bool) {
    let springs = &vrm["secondaryAnimation"];
    let sizes: Vec<usize> = list(&springs["colliderGroups"])
        .map(|group| list(&group["colliders"]).count())
        .collect();
    let work = list(&springs["boneGroups"]).map(|group| {
        let colliders = list(&group["colliderGroups"]).filter_map(|at| sizes.get(index(at)?));
        let joints = list(&group["bones"])
            .filter_map(index)
            .filter(|at| is_placed(*at));
        let joints = joints
            .map(|at| descendants(document, at).len())
            .sum::<usize>();
        joints * (1 + colliders.sum::<usize>())
    });
    if total(work) > MAX_WORK
        && let Some(vrm) = vrm.as_object_mut()
    {
        vrm.remove("secondaryAnimation");
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn total(work: impl Iterator<Item = usize>) -> usize {
    work.fold(0, usize::saturating_add)
}
