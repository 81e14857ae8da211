//! The materials of a document: what of them is kept, the colour of a surface and how it is seen through.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Material {
    pbr_metallic_roughness: Surface,
    alpha_mode: Option<String>,
    alpha_cutoff: Option<f32>,
    normal_texture: Option<IgnoredAny>,
    occlusion_texture: Option<IgnoredAny>,
    emissive_texture: Option<TextureUse>,
    emissive_factor: Option<[f32; 3]>,
    extensions: MaterialExtensions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Surface {
    base_color_factor: Option<[f32; 4]>,
    base_color_texture: Option<TextureUse>,
    metallic_roughness_texture: Option<IgnoredAny>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct MaterialExtensions {
    #[serde(rename = "KHR_materials_pbrSpecularGlossiness")]
    glossiness: Option<SpecularGlossiness>,
    #[serde(rename = "KHR_materials_transmission")]
    transmission: Option<Transmission>,
    #[serde(flatten)]
    others: BTreeMap<String, IgnoredAny>,
}

/// The surfaces of older exports.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct SpecularGlossiness {
    diffuse_factor: Option<[f32; 4]>,
    diffuse_texture: Option<TextureUse>,
    specular_factor: Option<[f32; 3]>,
    specular_glossiness_texture: Option<IgnoredAny>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Transmission {
    transmission_factor: f32,
    transmission_texture: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextureUse {
    pub(super) index: usize,
    #[serde(default)]
    pub(super) tex_coord: u32,
    #[serde(default)]
    pub(super) extensions: TextureExtensions,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct TextureExtensions {
    #[serde(rename = "KHR_texture_transform")]
    pub(super) transform: Option<Transform>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Transform {
    #[serde(default)]
    pub(super) offset: [f32; 2],
    #[serde(default)]
    pub(super) rotation: f32,
    #[serde(default = "unscaled")]
    pub(super) scale: [f32; 2],
    pub(super) tex_coord: Option<u32>,
}

fn unscaled() -> [f32; 2] {
    [1.0, 1.0]
}

/// What happens where a surface is transparent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Alpha {
    #[default]
    Opaque,
    /// A hole where alpha is below this value.
    Mask(f32),
    Blend,
}

/// What is kept of a material.
#[derive(Debug)]
pub(super) struct Paint<'a> {
    /// Linear, with alpha.
    pub(super) factor: [f32; 4],
    pub(super) texture: Option<&'a TextureUse>,
    pub(super) alpha: Alpha,
}

/// Of a primitive without a material.
pub(super) const PLAIN: Paint<'static> = Paint {
    factor: [1.0; 4],
    texture: None,
    alpha: Alpha::Opaque,
};

/// Only a colour, which is what is kept of every surface.
const COLOURS: [&str; 2] = ["KHR_materials_unlit", "KHR_materials_pbrSpecularGlossiness"];
/// A colour below this value in each channel is black: what is seen is the shine or the glow.
const BLACK: f32 = 0.04;
/// How transparent a surface is drawn through which all light passes; something of it stays visible.
const CLEAR: f32 = 0.75;

impl Material {
    /// Of older exports the diffuse colour; a surface without one shows its specular or its emitted colour.
    pub(super) fn paint(&self) -> Paint<'_> {
        let (mut factor, mut texture) = match &self.extensions.glossiness {
            Some(surface) => surface.colour(),
            None => {
                let surface = &self.pbr_metallic_roughness;
                let factor = surface.base_color_factor.unwrap_or([1.0; 4]);
                (factor, surface.base_color_texture.as_ref())
            }
        };
        let glow = self.emissive_factor.unwrap_or_default();
        if texture.is_none() && is_black(factor) && glow.iter().any(|channel| *channel > BLACK) {
            factor[..3].copy_from_slice(&glow);
            texture = self.emissive_texture.as_ref();
        }
        let mut alpha = match self.alpha_mode.as_deref() {
            Some("MASK") => Alpha::Mask(self.alpha_cutoff.unwrap_or(0.5)),
            Some("BLEND") => Alpha::Blend,
            _ => Alpha::Opaque,
        };
        if let Some(transmission) = &self.extensions.transmission {
            let share = transmission.transmission_factor.clamp(0.0, 1.0);
            if share > 0.0 && transmission.transmission_texture.is_none() {
                if alpha == Alpha::Opaque {
                    factor[3] = 1.0;
                    alpha = Alpha::Blend;
                }
                factor[3] *= 1.0 - CLEAR * share;
            }
        }
        Paint {
            factor,
            texture,
            alpha,
        }
    }

    /// Whether something of it is left out.
    pub(super) fn has_effects(&self) -> bool {
        let surface = &self.pbr_metallic_roughness;
        let glossiness = self.extensions.glossiness.as_ref();
        self.normal_texture.is_some()
            || self.occlusion_texture.is_some()
            || self.emissive_texture.is_some()
            || self.emissive_factor.is_some_and(|glow| glow != [0.0; 3])
            || surface.metallic_roughness_texture.is_some()
            || glossiness.is_some_and(|one| one.specular_glossiness_texture.is_some())
            || self.extensions.transmission.is_some()
            || self.extensions.others.keys().any(|name| is_effect(name))
    }
}

impl SpecularGlossiness {
    fn colour(&self) -> ([f32; 4], Option<&TextureUse>) {
        let mut factor = self.diffuse_factor.unwrap_or([1.0; 4]);
        let texture = self.diffuse_texture.as_ref();
        // A metal has no diffuse colour.
        if texture.is_none() && is_black(factor) && self.specular_glossiness_texture.is_none() {
            let specular = self.specular_factor.unwrap_or([1.0; 3]);
            if specular.iter().any(|channel| *channel > 2.0 * BLACK) {
                factor[..3].copy_from_slice(&specular);
            }
        }
        (factor, texture)
    }
}

fn is_black([red, green, blue, _]: [f32; 4]) -> bool {
    red.max(green).max(blue) < BLACK
}

/// Whether an extension changes surfaces in a way that is left out.
pub(super) fn is_effect(extension: &str) -> bool {
    extension.contains("_materials_") && !COLOURS.contains(&extension)
}
