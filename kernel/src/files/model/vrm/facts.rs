//! The limits of an avatar, and the facts that the kernel stores about one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of the only variant.
pub(crate) const NAME: &str = "avatar.vrm";
/// The most triangles, with every mesh as often as it is placed.
pub(super) const MAX_TRIANGLES: usize = 15_000;
pub(super) const MAX_VERTICES: usize = 45_000;
/// The most materials, and parts of meshes. A part is one draw call.
pub(super) const MAX_MATERIALS: usize = 2;
pub(super) const MAX_PARTS: usize = 8;
/// The most joints of all skins together.
pub(super) const MAX_BONES: usize = 90;
/// The most shapes that a mesh can change into.
pub(super) const MAX_MORPHS: usize = 120;
/// All shapes of all parts in memory.
pub(super) const MAX_MORPH_BYTES: u64 = 64 << 20;
pub(super) const MAX_TEXTURES: usize = 32;
/// The textures after the conversion, uncompressed, with their smaller versions.
pub(super) const MAX_TEXTURE_BYTES: u64 = 18 << 20;
/// The height in metres.
pub(super) const MIN_HEIGHT_M: f64 = 0.3;
pub(super) const MAX_SIDE_M: f64 = 3.0;
/// How far from the origin it may be: clients calculate with 32 bits.
pub(super) const MAX_AWAY_M: f64 = 100.0;
/// The largest result, in bytes.
pub(super) const MAX_OUTPUT_BYTES: usize = 8 << 20;

/// The version of the VRM specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum VrmVersion {
    #[serde(rename = "0.x")]
    V0,
    #[serde(rename = "1.0")]
    V1,
}

/// Who may appear as the avatar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AllowedUsers {
    OnlyAuthor,
    /// People who have the author's permission.
    OnlyLicensed,
    Everyone,
}

/// What the avatar may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum CommercialUse {
    /// Nothing commercial.
    No,
    /// By a person, also for profit.
    Personal,
    /// Also by companies.
    Everyone,
}

/// Whether the file may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Modification {
    Prohibited,
    Allowed,
    /// And the changed file may be passed on.
    AllowedWithRedistribution,
}

/// The licence as the file states it. What a file does not state is not permitted, as in the specification of VRM.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a field of the VRM specification"
)]
pub struct VrmLicence {
    pub allowed_users: AllowedUsers,
    pub commercial_use: CommercialUse,
    pub credit_required: bool,
    pub modification: Modification,
    pub redistribution: bool,
    pub violence: bool,
    pub sexual_content: bool,
    /// The name of a licence such as `CC_BY`; only VRM 0.x has one.
    pub name: Option<String>,
    /// Addresses with `https:` or `http:`.
    pub url: Option<String>,
    pub other_permission_url: Option<String>,
}

/// The facts about an avatar that is ready.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VrmFacts {
    pub version: VrmVersion,
    /// Texts of the file: shortened, without control characters.
    pub title: String,
    pub authors: Vec<String>,
    pub copyright: Option<String>,
    pub contact: Option<String>,
    pub licence: VrmLicence,
    pub triangles: u32,
    pub materials: u32,
    pub bones: u32,
    /// Bytes of its textures in the memory of a graphics card.
    pub texture_bytes: u32,
    /// Metres.
    pub height: f64,
}
