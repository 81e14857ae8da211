//! The portrait of a look: head and shoulders, as the text of an SVG. `portrait.ts` of `@witverse/people` writes the same text from the
//! same drawings.
//!
//! Pure: no kernel, no statements.

use crate::look::Look;
use std::fmt::Write;

/// What a portrait shows.
#[derive(Clone, Copy, Debug)]
pub struct Portrait<'a> {
    /// The look.
    pub look: &'a Look,
    /// The models of worn gear, by their slots; unknown ones are not drawn.
    pub models: &'a [&'a str],
    /// The parts of the body that gear covers.
    pub hides: &'a [&'a str],
}

/// Rows by their names.
type Table<T> = &'static [(&'static str, T)];
type Paints = &'static [Paint];

/// An area of one colour.
struct Paint {
    /// Path data.
    d: &'static str,
    /// A dye, or a colour as in CSS.
    fill: &'static str,
    /// How much lighter (up to 1) or darker (down to -1) than the dye.
    tone: f64,
    /// As a number of JSON.
    opacity: Option<&'static str>,
    /// Only inside of the openings of the eyes.
    is_clipped: bool,
}

struct Hair {
    back: Paints,
    front: Paints,
}

struct Face {
    /// Path data of the openings of the eyes; empty if they are closed.
    clip: &'static str,
    paints: Paints,
}

/// Gear as fragments of an SVG, from behind the person to the front.
struct Layers {
    back: &'static str,
    body: &'static str,
    face: &'static str,
    front: &'static str,
}

#[allow(
    clippy::unreadable_literal,
    reason = "the tables are written by the build script"
)]
mod drawings {
    use super::{Face, Hair, Layers, Paint, Paints, Table};

    include!(concat!(env!("OUT_DIR"), "/drawings.rs"));
}

/// Larger than most portraits, so that the text is not moved while it grows.
const USUAL_BYTES: usize = 24 << 10;

/// Draws a portrait in a box of 240 units.
pub fn portrait(of: &Portrait<'_>) -> String {
    let dyes = Dyes::of(of.look);
    let hides = |part: &str| of.hides.contains(&part);
    let hair = row(drawings::HAIR, of.look.hair.as_str()).filter(|_| !hides("hair"));
    let expression = of.look.face.as_str();
    let mut svg = Svg {
        text: String::with_capacity(USUAL_BYTES),
        dyes,
    };
    svg.text.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="480" height="480">"#);
    svg.background();
    svg.gear(of.models, |layers| layers.back);
    svg.paints(hair.map_or(&[], |hair| hair.back));
    svg.paints(bust(of.look, hides("torso")));
    svg.paints(drawings::HEAD);
    if let Some(face) = row(drawings::FACE, expression) {
        svg.face(expression, face);
    }
    svg.gear(of.models, |layers| layers.face);
    svg.paints(hair.map_or(&[], |hair| hair.front));
    svg.gear(of.models, |layers| layers.body);
    svg.gear(of.models, |layers| layers.front);
    svg.text.push_str("</svg>");
    svg.text
}

/// The clothes, or neck and shoulders if gear covers them.
fn bust(look: &Look, is_covered: bool) -> Paints {
    let body = look.body.as_str();
    let paints = match is_covered {
        true => row(drawings::BUST, body),
        false => {
            let style = look.top_style.as_str();
            let of = |(name, _): &&(&str, Paints)| name.split_once('/') == Some((style, body));
            drawings::TOP.iter().find(of).map(|(_, paints)| paints)
        }
    };
    paints.copied().unwrap_or_default()
}

fn row<T>(table: Table<T>, name: &str) -> Option<&'static T> {
    table
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, one)| one)
}

/// The text of a drawing.
struct Svg {
    text: String,
    dyes: Dyes,
}

impl Svg {
    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        self.text.write_fmt(text).unwrap_or_default();
    }

    fn background(&mut self) {
        let (wall, light) = (self.dyes.top.toned(0.72), self.dyes.top.toned(0.84));
        self.push(format_args!(
            r#"<rect width="240" height="240" fill="{wall}"/><circle cx="120" cy="112" r="92" fill="{light}"/>"#
        ));
    }

    fn gear(&mut self, models: &[&str], layer: fn(&Layers) -> &'static str) {
        for layers in models.iter().filter_map(|model| row(drawings::GEAR, model)) {
            self.text.push_str(layer(layers));
        }
    }

    /// The face and its clip have the same name, so that a page may contain several portraits.
    fn face(&mut self, name: &str, face: &Face) {
        if !face.clip.is_empty() {
            let clip = face.clip;
            self.push(format_args!(
                r#"<clipPath id="eyes-{name}"><path d="{clip}"/></clipPath>"#
            ));
        }
        for paint in face.paints {
            self.paint(paint, name);
        }
    }

    fn paints(&mut self, paints: Paints) {
        for paint in paints {
            self.paint(paint, "");
        }
    }

    /// `face` names the clip of a paint that is clipped.
    fn paint(&mut self, paint: &Paint, face: &str) {
        let colour = self.dyes.named(paint.fill).toned(paint.tone);
        self.push(format_args!(r#"<path d="{}" fill="{colour}""#, paint.d));
        if let Some(opacity) = paint.opacity {
            self.push(format_args!(r#" opacity="{opacity}""#));
        }
        if paint.is_clipped {
            self.push(format_args!(r#" clip-path="url(#eyes-{face})""#));
        }
        self.text.push_str("/>");
    }
}

/// The colours of a look in a portrait.
struct Dyes {
    skin: Colour,
    hair: Colour,
    top: Colour,
    trim: Colour,
    accent: Colour,
    white: Colour,
    iris: Colour,
}

impl Dyes {
    fn of(look: &Look) -> Self {
        let (hair, top) = (
            Colour::of(look.hair_color.hex()),
            Colour::of(look.top.hex()),
        );
        let light = top.lightness();
        let trim = if light > 0.6 { "#b9a58c" } else { "#fff4e2" };
        let [red, green, blue] = top.0;
        let is_golden = red > green && green > blue && light > 0.5 && light < 0.7;
        Self {
            skin: Colour::of(look.skin.hex()),
            hair,
            top,
            trim: top.mixed(Colour::of(trim), 0.3),
            accent: Colour::of(if is_golden { "#7a63e8" } else { "#e8a94a" }),
            white: Colour::of("#fbf7f0"),
            iris: hair.mixed(Colour::of("#6b4632"), 0.55),
        }
    }

    /// A dye, or a colour as in CSS.
    fn named(&self, name: &str) -> Colour {
        match name {
            "skin" => self.skin,
            "hair" => self.hair,
            "top" => self.top,
            "trim" => self.trim,
            "accent" => self.accent,
            "white" => self.white,
            "iris" => self.iris,
            css => Colour::of(css),
        }
    }
}

/// Red, green and blue in sRGB.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Colour([u8; 3]);

impl Colour {
    const WHITE: Self = Self([255; 3]);
    const DARK: Self = Self([20; 3]);

    /// Of `#rrggbb`; text of another form is black.
    fn of(css: &str) -> Self {
        let digits = css
            .get(1..)
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, red, green, blue] = digits.unwrap_or_default().to_be_bytes();
        Self([red, green, blue])
    }

    /// From 0 to 1.
    fn lightness(self) -> f64 {
        let [least, most] = [self.0.iter().min(), self.0.iter().max()];
        let sum = [least, most]
            .into_iter()
            .flatten()
            .map(|one| f64::from(*one));
        sum.sum::<f64>() / 2.0 / 255.0
    }

    /// With this share of another colour, channel by channel.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a mixture of two channels is a channel"
    )]
    fn mixed(self, other: Self, share: f64) -> Self {
        let mix = |at: usize| {
            let (from, to) = (f64::from(self.0[at]), f64::from(other.0[at]));
            (from + (to - from) * share).round() as u8
        };
        Self([mix(0), mix(1), mix(2)])
    }

    /// Lighter (up to 1) or darker (down to -1).
    fn toned(self, tone: f64) -> Self {
        let target = if tone > 0.0 { Self::WHITE } else { Self::DARK };
        self.mixed(target, tone.abs())
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::{Body, Face as Expression, Hair as HairStyle, Slot, Top, TopStyle};
    use serde::Deserialize;
    use witverse_sdk::Uuid;

    /// A portrait as the page draws it; `portrait.golden.test.ts` of `web-plugins/avatars` writes the file.
    #[derive(Deserialize)]
    struct Golden {
        look: Look,
        gear: Vec<Worn>,
        svg: String,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Worn {
        slot: Slot,
        model: String,
        bodies_to_disable: Vec<String>,
    }

    #[test]
    fn the_page_draws_the_same() {
        let golden: Vec<Golden> =
            serde_json::from_str(include_str!("../portraits.golden.json")).expect("portraits");
        assert!(golden.len() >= 3);
        for Golden {
            look,
            mut gear,
            svg,
        } in golden
        {
            gear.sort_by_key(|worn| worn.slot.as_str());
            let models: Vec<&str> = gear.iter().map(|worn| worn.model.as_str()).collect();
            let hides = gear.iter().flat_map(|worn| &worn.bodies_to_disable);
            let hides: Vec<&str> = hides.map(String::as_str).collect();
            let drawn = portrait(&Portrait {
                look: &look,
                models: &models,
                hides: &hides,
            });
            assert!(
                drawn == svg,
                "{look:?}: a portrait differs from that of the page"
            );
        }
    }

    #[test]
    fn every_option_has_a_drawing_and_every_drawing_is_an_option() {
        let check = |what: &str, mut drawn: Vec<&str>, mut options: Vec<&str>| {
            drawn.sort_unstable();
            options.sort_unstable();
            assert_eq!(drawn, options, "{what}");
        };
        let names = |table: &[&'static str]| table.to_vec();
        let keys = drawings::HAIR.iter().map(|(name, _)| *name);
        let hairs = HairStyle::ALL.iter().map(|one| one.as_str());
        check("hair", keys.collect(), hairs.collect());
        let keys = drawings::FACE.iter().map(|(name, _)| *name);
        let faces = Expression::ALL.iter().map(|one| one.as_str());
        check("face", keys.collect(), faces.collect());
        let keys = drawings::BUST.iter().map(|(name, _)| *name);
        let bodies: Vec<&str> = Body::ALL.iter().map(|one| one.as_str()).collect();
        check("bust", keys.collect(), names(&bodies));
        let keys = drawings::TOP.iter().map(|(name, _)| *name);
        let tops = TopStyle::ALL.iter().flat_map(|top| {
            let style = top.as_str();
            bodies.iter().map(move |body| format!("{style}/{body}"))
        });
        let tops: Vec<String> = tops.collect();
        check(
            "top",
            keys.collect(),
            tops.iter().map(String::as_str).collect(),
        );
    }

    #[test]
    fn every_colour_of_a_drawing_is_known() {
        const DYES: [&str; 7] = ["skin", "hair", "top", "trim", "accent", "white", "iris"];
        let hair = drawings::HAIR
            .iter()
            .flat_map(|(_, hair)| [hair.back, hair.front]);
        let all = hair
            .chain(drawings::TOP.iter().map(|(_, paints)| *paints))
            .chain(drawings::BUST.iter().map(|(_, paints)| *paints))
            .chain(drawings::FACE.iter().map(|(_, face)| face.paints))
            .chain([drawings::HEAD]);
        for paint in all.flatten() {
            let is_colour = paint.fill.len() == 7 && paint.fill.starts_with('#');
            assert!(is_colour || DYES.contains(&paint.fill), "{}", paint.fill);
            assert!(!paint.d.contains(['"', '<', '&']), "{}", paint.d);
        }
    }

    #[test]
    fn gear_hides_hair_and_clothes_and_unknown_models_are_nothing() {
        let look = Look::derived(&Uuid::nil());
        let of = |models: &[&str], hides: &[&str]| {
            portrait(&Portrait {
                look: &look,
                models,
                hides,
            })
        };
        let plain = of(&[], &[]);
        assert_eq!(plain, of(&["rocket"], &["legs"]));
        assert!(of(&[], &["hair"]).len() < plain.len());
        assert_ne!(of(&[], &["torso"]), plain);
        assert!(of(&["crown"], &[]).len() > plain.len());
        assert!(plain.len() < 64 << 10, "{} bytes", plain.len());
    }

    #[test]
    fn colours_are_mixed_as_in_the_page() {
        let toned = |css: &str, tone: f64| Colour::of(css).toned(tone).to_string();
        assert_eq!(toned("#804020", 0.0), "#804020");
        assert_eq!(toned("#804020", 1.0), "#ffffff");
        assert_eq!(toned("#804020", -1.0), "#141414");
        assert_eq!(toned("#000000", 0.5), "#808080");
        let dyes = |top| {
            let look = Look {
                top,
                ..Look::derived(&Uuid::nil())
            };
            let Dyes { trim, accent, .. } = Dyes::of(&look);
            [trim.to_string(), accent.to_string()]
        };
        assert_eq!(dyes(Top::Gold)[1], "#7a63e8");
        assert_eq!(dyes(Top::Teal)[1], "#e8a94a");
        assert_eq!(dyes(Top::Ivory)[0], "#e0d7c8");
    }
}
