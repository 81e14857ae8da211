//! Files that are wrong inside, or that would cost too much.

use serde_json::json;
use witverse_testing::avatars::Version::{V0, V1};
use witverse_testing::avatars::{avatar_parts, sample_avatar};
use witverse_testing::models::glb;

use super::{add_textures, opened, push, refusal};
use crate::files::model::vrm::convert;
use crate::files::model::vrm::facts::MAX_OUTPUT_BYTES;

#[test]
fn wrong_values_are_refused() {
    let changed = |from: usize, bytes: &[u8]| {
        let (document, mut binary) = avatar_parts(V1);
        binary[from..from + bytes.len()].copy_from_slice(bytes);
        refusal(&document, &binary).0
    };
    let (joints, indices) = (120 * 12, 120 * 12 + 120 * 4 + 120 * 16);
    assert_eq!(changed(0, &f32::NAN.to_le_bytes()), "model_numbers");
    assert_eq!(changed(joints, &[15]), "file_unreadable");
    assert_eq!(changed(indices, &u16::MAX.to_le_bytes()), "file_unreadable");
    assert_eq!(changed(0, &0.0_f32.to_le_bytes()), "");
}

/// Views that overlap would make a result that is larger than the file.
#[test]
fn views_cannot_multiply_the_file() {
    let (mut document, mut binary) = avatar_parts(V1);
    binary.resize(1 << 20, 0);
    document["buffers"][0]["byteLength"] = binary.len().into();
    for at in 5..15 {
        push(
            &mut document["bufferViews"],
            json!({ "buffer": 0, "byteLength": 1 << 20 }),
        );
        push(
            &mut document["accessors"],
            json!({ "bufferView": at, "componentType": 5126, "type": "VEC3", "count": 1 }),
        );
    }
    const { assert!(10 << 20 > MAX_OUTPUT_BYTES) };
    assert_eq!(refusal(&document, &binary).0, "file_unreadable");
}

#[test]
fn springs_that_cost_too_much_are_left_out() {
    let springs = |joints: usize| {
        let (mut document, binary) = avatar_parts(V1);
        document["extensionsUsed"] = json!(["VRMC_vrm", "VRMC_springBone"]);
        document["extensions"]["VRMC_springBone"] = json!({
            "specVersion": "1.0",
            "colliderGroups": [{ "colliders": (0..29).collect::<Vec<_>>() }],
            "springs": [{
                "joints": (0..joints).map(|_| json!({ "node": 5 })).collect::<Vec<_>>(),
                "colliderGroups": [0],
            }],
        });
        let (_, file) = convert(&glb(&document, &binary)).expect("an avatar");
        let (document, _) = opened(&file);
        let is_kept = document["extensions"]["VRMC_springBone"].is_object();
        let is_named = document["extensionsUsed"]
            .to_string()
            .contains("springBone");
        assert_eq!(is_kept, is_named);
        is_kept
    };
    assert!(springs(40) && !springs(41));
    let springs = |colliders: usize| {
        let (mut document, binary) = avatar_parts(V0);
        // The hips and everything below them: 15 joints.
        document["extensions"]["VRM"]["secondaryAnimation"] = json!({
            "boneGroups": [{ "bones": [0], "colliderGroups": [0] }],
            "colliderGroups": [{ "node": 0, "colliders": (0..colliders).collect::<Vec<_>>() }],
        });
        let (_, file) = convert(&glb(&document, &binary)).expect("an avatar");
        opened(&file).0["extensions"]["VRM"]["secondaryAnimation"].is_object()
    };
    assert!(springs(79) && !springs(80));
}

/// Damaged files are refused or accepted, but end nothing.
#[test]
fn damaged_files_are_judged() {
    let mut state = 7_u64;
    let mut below = |most: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).expect("31 bits") % most
    };
    let mut parts = avatar_parts(V1);
    add_textures(&mut parts, 1, 4);
    let files = [glb(&parts.0, &parts.1), sample_avatar(V0)];
    let mut refused = 0;
    for round in 0..4000 {
        let mut file = files[round % 2].clone();
        for _ in 0..=below(3) {
            let at = below(file.len());
            // Other digits keep the JSON readable.
            file[at] = match file[at] {
                b'0'..=b'9' => b'0' + u8::try_from(below(10)).expect("a digit"),
                _ => u8::try_from(below(256)).expect("a byte"),
            };
        }
        refused += usize::from(convert(&file).is_err());
    }
    assert!((400..4000).contains(&refused), "{refused}");
}
