//! The alarm of a person whose item a plugin has given away. It is raised after the commit, so that the plugin does not wait for
//! `mail`, and once for a link of the item's provenance.

use crate::queries;
use serde::{Deserialize, Serialize};
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::{CallingInstall, Text};
use witverse_sdk::{Ctx, Error, Event, Uuid};

pub(crate) const TOPIC: &str = "items.escrow.given@1";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Given {
    item_id: Uuid,
    seq: i64,
    from: Uuid,
    to: Uuid,
    plugin: Text,
    world: Option<String>,
}

/// Publishes that the item went from one person to another.
pub(crate) fn publish(
    ctx: &Ctx,
    install: &CallingInstall,
    (item_id, seq): (Uuid, i64),
    (from, to): (Uuid, Uuid),
) -> Result<(), Error> {
    let given = Given {
        item_id,
        seq,
        from,
        to,
        plugin: install.name.clone(),
        world: install.world_name.clone(),
    };
    ctx.events().publish(TOPIC, &given)
}

/// Tells the person who had handed it over.
pub(crate) fn raise(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let given: Given = event.json()?;
    let item = queries::item(ctx, &given.item_id)?;
    let (Some(item), Some(_)) = (item, ctx.users().profile(&given.from)) else {
        return Ok(());
    };
    let to = ctx.users().profile(&given.to).map(|to| to.nickname);
    let (ko, en) = described(&given, &item.name, to.as_deref());
    NewAlarm {
        to: given.from,
        kind: Kind::Trade,
        key: format!("given:{}:{}", given.item_id, given.seq),
        title: Text {
            ko: "맡긴 아이템을 다른 사람이 받았습니다".into(),
            en: "An item that you handed over has a new owner".into(),
        },
        description: Text { ko, en },
        link: Some(format!("/item/{}", given.item_id)),
        // An alarm from a person would be dropped if that person blocks the receiver in the meantime.
        from: None,
        can_reply: false,
        remain_amount: None,
    }
    .raise(ctx)
}

/// In Korean and English. The new owner may have left in the meantime, and a world may have no name.
fn described(given: &Given, item: &Text, to: Option<&str>) -> (String, String) {
    let (place_ko, place_en) = match &given.world {
        Some(world) => (format!("{world} 월드의 "), format!(" in {world}")),
        None => Default::default(),
    };
    let (to_ko, to_en) = match to {
        Some(name) => (format!("{name}님"), name.to_owned()),
        None => ("다른 사람".into(), "another person".into()),
    };
    let plugin = &given.plugin;
    (
        format!(
            "{place_ko}플러그인 ‘{}’에 맡긴 ‘{}’ 아이템을 {to_ko}이 받았습니다.",
            plugin.ko, item.ko
        ),
        format!(
            "The plugin “{}”{place_en} gave “{}” to {to_en}.",
            plugin.en, item.en
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::{Given, described};
    use witverse_sdk::Uuid;
    use witverse_sdk::ctx::Text;

    #[test]
    fn the_text_has_no_gaps_without_a_world_or_a_person() {
        let text = |text: &str| Text {
            ko: text.into(),
            en: text.into(),
        };
        let given = |world: Option<&str>| Given {
            item_id: Uuid::nil(),
            seq: 2,
            from: Uuid::nil(),
            to: Uuid::nil(),
            plugin: text("Wager"),
            world: world.map(str::to_owned),
        };
        let (ko, en) = described(&given(Some("agora")), &text("Lantern"), Some("mina"));
        assert_eq!(
            ko,
            "agora 월드의 플러그인 ‘Wager’에 맡긴 ‘Lantern’ 아이템을 mina님이 받았습니다."
        );
        assert_eq!(en, "The plugin “Wager” in agora gave “Lantern” to mina.");
        let (ko, en) = described(&given(None), &text("Lantern"), None);
        assert_eq!(
            ko,
            "플러그인 ‘Wager’에 맡긴 ‘Lantern’ 아이템을 다른 사람이 받았습니다."
        );
        assert_eq!(en, "The plugin “Wager” gave “Lantern” to another person.");
    }
}
