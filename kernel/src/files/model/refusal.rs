//! Why a model is refused, with the figure or the name that its text contains.

use serde::{Deserialize, Serialize};

use crate::error::Catalogue;
use crate::files::messages::{
    FILE_NO_VRM, FILE_UNREADABLE, MODEL_EMPTY, MODEL_EXTENSION, MODEL_NUMBERS,
    MODEL_REFERS_TO_FILES, MODEL_TEXTURE_TOO_LARGE, MODEL_TEXTURE_UNREADABLE, MODEL_TOO_COMPLEX,
    MODEL_TOO_DEEP, MODEL_TOO_LARGE, MODEL_TOO_MANY_TEXTURES, MODEL_TOO_MANY_TRIANGLES,
    MODEL_TOO_MANY_VERTICES, MODEL_TOO_SMALL, MODEL_VERSION, VRM_BONES_MISSING,
    VRM_MORPHS_TOO_LARGE, VRM_TEXTURES_TOO_LARGE, VRM_TOO_FAR, VRM_TOO_LARGE, VRM_TOO_MANY_BONES,
    VRM_TOO_MANY_MATERIALS, VRM_TOO_MANY_MORPHS, VRM_TOO_MANY_PARTS, VRM_TOO_MANY_TEXTURES,
    VRM_TOO_MANY_TRIANGLES, VRM_TOO_MANY_VERTICES, VRM_TOO_SMALL,
};

/// A reason; its text is in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Reason {
    Damaged,
    Version,
    RefersToFiles,
    Extension,
    Empty,
    Numbers,
    TooManyTriangles,
    TooManyVertices,
    TooComplex,
    TooDeep,
    TooManyTextures,
    TextureTooLarge,
    TextureUnreadable,
    TooLarge,
    TooSmall,
    NoAvatar,
    AvatarTriangles,
    AvatarVertices,
    AvatarMaterials,
    AvatarParts,
    AvatarJoints,
    AvatarMorphs,
    AvatarTextures,
    AvatarTextureMemory,
    AvatarBones,
    AvatarTooLarge,
    AvatarTooSmall,
    AvatarTooFar,
    AvatarMorphMemory,
}

impl Reason {
    pub(crate) fn row(self) -> Catalogue {
        match self {
            Self::Damaged => FILE_UNREADABLE,
            Self::Version => MODEL_VERSION,
            Self::RefersToFiles => MODEL_REFERS_TO_FILES,
            Self::Extension => MODEL_EXTENSION,
            Self::Empty => MODEL_EMPTY,
            Self::Numbers => MODEL_NUMBERS,
            Self::TooManyTriangles => MODEL_TOO_MANY_TRIANGLES,
            Self::TooManyVertices => MODEL_TOO_MANY_VERTICES,
            Self::TooComplex => MODEL_TOO_COMPLEX,
            Self::TooDeep => MODEL_TOO_DEEP,
            Self::TooManyTextures => MODEL_TOO_MANY_TEXTURES,
            Self::TextureTooLarge => MODEL_TEXTURE_TOO_LARGE,
            Self::TextureUnreadable => MODEL_TEXTURE_UNREADABLE,
            Self::TooLarge => MODEL_TOO_LARGE,
            Self::TooSmall => MODEL_TOO_SMALL,
            Self::NoAvatar => FILE_NO_VRM,
            Self::AvatarTriangles => VRM_TOO_MANY_TRIANGLES,
            Self::AvatarVertices => VRM_TOO_MANY_VERTICES,
            Self::AvatarMaterials => VRM_TOO_MANY_MATERIALS,
            Self::AvatarParts => VRM_TOO_MANY_PARTS,
            Self::AvatarJoints => VRM_TOO_MANY_BONES,
            Self::AvatarMorphs => VRM_TOO_MANY_MORPHS,
            Self::AvatarTextures => VRM_TOO_MANY_TEXTURES,
            Self::AvatarTextureMemory => VRM_TEXTURES_TOO_LARGE,
            Self::AvatarBones => VRM_BONES_MISSING,
            Self::AvatarTooLarge => VRM_TOO_LARGE,
            Self::AvatarTooSmall => VRM_TOO_SMALL,
            Self::AvatarTooFar => VRM_TOO_FAR,
            Self::AvatarMorphMemory => VRM_MORPHS_TOO_LARGE,
        }
    }
}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ModelRefusal {
    pub(crate) reason: Reason,
    /// What stands for `{value}` in the text: a figure with separators, or a name.
    pub(crate) value: Option<String>,
}

impl ModelRefusal {
    /// With a figure, for example `182,400`.
    pub(super) fn counted(reason: Reason, number: usize) -> Self {
        let digits = number.to_string();
        let mut text = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        Self {
            reason,
            value: Some(text),
        }
    }

    /// With a name from the file, of which only harmless characters are kept.
    pub(super) fn named(reason: Reason, name: &str) -> Self {
        let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ' | '.');
        Self {
            reason,
            value: Some(name.chars().filter(plain).take(60).collect()),
        }
    }
}

impl From<Reason> for ModelRefusal {
    fn from(reason: Reason) -> Self {
        Self {
            reason,
            value: None,
        }
    }
}
