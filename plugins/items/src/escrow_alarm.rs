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
    let (item, to) = (
        queries::item(ctx, &given.item_id)?,
        ctx.users().profile(&given.to),
    );
    let (Some(item), Some(to), Some(_)) = (item, to, ctx.users().profile(&given.from)) else {
        return Ok(());
    };
    let nickname = to.nickname;
    let world = given.world.unwrap_or_default();
    NewAlarm {
        to: given.from,
        kind: Kind::Trade,
        key: format!("given:{}:{}", given.item_id, given.seq),
        title: Text {
            ko: "맡긴 아이템을 다른 사람이 받았습니다".into(),
            en: "An item that you handed over has a new owner".into(),
        },
        description: Text {
            ko: format!(
                "{world} 월드의 플러그인 ‘{}’에 맡긴 ‘{}’ 아이템이 {nickname}님의 것이 되었습니다.",
                given.plugin.ko, item.name.ko
            ),
            en: format!(
                "The plugin “{}” in {world} gave “{}” to {nickname}.",
                given.plugin.en, item.name.en
            ),
        },
        link: Some(format!("/item/{}", given.item_id)),
        from: Some(given.to),
        can_reply: false,
        remain_amount: None,
    }
    .raise(ctx)
}
