//! Avatars in responses, in rooms and in tokens.

use crate::look::{Look, VERSION};
use crate::portrait::{Portrait, portrait};
use crate::store::{self, Gear};
use crate::vrm::{self, Vrm};
use serde::Serialize;
use serde_json::{Map, Value, json};
use witverse_sdk::{Ctx, Error, Uuid};

/// What a person looks like now.
#[derive(Debug)]
pub(crate) struct Appearance {
    pub(crate) chosen: bool,
    /// Whether the person may choose a look: for the first time, or in place of one of an earlier version.
    pub(crate) can_choose: bool,
    pub(crate) look: Look,
    pub(crate) gear: Vec<Gear>,
    pub(crate) vrm: Option<Vrm>,
}

impl Appearance {
    pub(crate) fn of(ctx: &Ctx, account: &Uuid) -> Result<Self, Error> {
        Ok(Self {
            vrm: vrm::of(ctx, account)?,
            ..Self::of_drawing(ctx, account)?
        })
    }

    /// Without the file, which portraits do not show.
    pub(crate) fn of_drawing(ctx: &Ctx, account: &Uuid) -> Result<Self, Error> {
        let avatar = store::avatar(ctx, account)?;
        let gear = store::gear(ctx, account)?;
        Ok(match avatar {
            Some(avatar) => Self {
                chosen: true,
                can_choose: avatar.is_replaceable(),
                look: avatar.look,
                gear,
                vrm: None,
            },
            None => Self {
                gear,
                ..Self::derived(account)
            },
        })
    }

    /// The look made from the id, without gear and file: for people who have not chosen, and where the real one is hidden.
    pub(crate) fn derived(account: &Uuid) -> Self {
        Self {
            chosen: false,
            can_choose: true,
            look: Look::derived(account),
            gear: Vec::new(),
            vrm: None,
        }
    }

    /// The portrait, as the text of an SVG.
    pub(crate) fn portrait(&self) -> String {
        let models = self.gear.iter().map(|gear| gear.model.as_str());
        portrait(&Portrait {
            look: &self.look,
            models: &models.collect::<Vec<_>>(),
            hides: &self.hidden(),
        })
    }

    /// The parts of the body that gear covers, each once.
    fn hidden(&self) -> Vec<&str> {
        let mut hidden: Vec<&str> = self
            .gear
            .iter()
            .flat_map(|gear| &gear.covers)
            .map(String::as_str)
            .collect();
        hidden.sort_unstable();
        hidden.dedup();
        hidden
    }

    /// The look for rooms and tokens: colours as values, so that a client needs no list of them. At most 400 bytes,
    /// and the address of a VRM file.
    pub(crate) fn drawn(&self) -> Value {
        let Look {
            body,
            skin,
            face,
            hair,
            hair_color,
            top,
            bottom,
            top_style,
            bottom_style,
        } = self.look;
        let worn = self
            .gear
            .iter()
            .map(|gear| (gear.slot.as_str().to_owned(), json!(gear.model)));
        let worn: Map<String, Value> = worn.collect();
        let mut drawn = json!({
            "v": VERSION,
            "body": body,
            "skin": skin.hex(),
            "face": face,
            "hair": hair,
            "hairColor": hair_color.hex(),
            "top": top.hex(),
            "topStyle": top_style,
            "bottom": bottom.hex(),
            "bottomStyle": bottom_style,
            "gear": worn,
        });
        let hidden = self.hidden();
        if !hidden.is_empty() {
            drawn["hides"] = json!(hidden);
        }
        if let Some(vrm) = &self.vrm {
            drawn["vrm"] = vrm.url.clone().into();
        }
        drawn
    }
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GearView {
    #[schemars(extend("enum" = ["back", "face", "hand", "head"]))]
    slot: &'static str,
    item_id: Uuid,
    /// How the item is drawn.
    model: String,
    /// Parts of the body that are not drawn while it is worn.
    bodies_to_disable: Vec<String>,
}

impl From<Gear> for GearView {
    fn from(gear: Gear) -> Self {
        Self {
            slot: gear.slot.as_str(),
            item_id: gear.item_id,
            model: gear.model,
            bodies_to_disable: gear.covers,
        }
    }
}

/// An avatar.
#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AvatarView {
    user_id: Uuid,
    /// False: the person has not chosen, and the look was made from the id.
    chosen: bool,
    /// Whether the caller may choose this avatar: their own, for the first time, or once more because there were no clothes then.
    can_choose: bool,
    look: Look,
    /// The look and the gear as rooms draw them: colours as values.
    #[schemars(with = "Map<String, Value>")]
    drawn: Value,
    gear: Vec<GearView>,
    /// The person's VRM file. Null: the look and the gear are drawn.
    vrm: Option<Vrm>,
}

impl AvatarView {
    pub(crate) fn of(ctx: &Ctx, account: &Uuid, appearance: Appearance) -> Self {
        Self {
            user_id: account.clone(),
            chosen: appearance.chosen,
            can_choose: appearance.can_choose && ctx.actor().account() == Some(account),
            look: appearance.look,
            drawn: appearance.drawn(),
            gear: appearance.gear.into_iter().map(GearView::from).collect(),
            vrm: appearance.vrm,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::{Body, BottomStyle, Face, Hair, Slot, TopStyle};

    #[test]
    fn the_largest_look_has_400_bytes_at_most() {
        let account = Uuid::nil();
        let gear = |slot: &Slot| Gear {
            slot: *slot,
            item_id: Uuid::nil(),
            model: "m".repeat(40),
            covers: Vec::new(),
        };
        let appearance = Appearance {
            look: Look {
                body: Body::Regular,
                face: Face::Surprised,
                hair: Hair::TwinTails,
                top_style: TopStyle::LongSleeve,
                bottom_style: BottomStyle::LongSkirt,
                ..Look::derived(&account)
            },
            gear: Slot::ALL.iter().map(gear).collect(),
            ..Appearance::derived(&account)
        };
        let text = appearance.drawn().to_string();
        assert!(text.len() <= 400, "{} bytes", text.len());
    }
}
