//! Data export: a person's preferences, the plugins that they have turned off, alarms and texts.

use crate::alarm::Alarm;
use crate::preference::Preferences;
use crate::queries::{self, Newest};
use serde::Serialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::export::Part;
use witverse_sdk::page::{Page, Window};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, part, select};

pub(crate) const PARTS: &[Part] = &[
    part!("preferences" => preferences),
    part!("muted-plugins", 500 => mutes),
    part!("alarms", 500 => alarms),
    part!("replies", 500 => replies),
];

fn preferences(ctx: &Ctx, person: &Uuid) -> Result<Preferences, Error> {
    queries::preferences(ctx, person)
}

#[derive(Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
struct MuteEntry {
    #[serde(skip)]
    world_id: Uuid,
    plugin: String,
    world_name: String,
    muted_at: Timestamp,
}

fn mutes(
    ctx: &Ctx,
    person: &Uuid,
    window: &Window<(Uuid, String)>,
) -> Result<Page<MuteEntry>, Error> {
    let (world, plugin) = window.after.clone().unwrap_or((Uuid::nil(), String::new()));
    let rows = ctx.sql().query(
        select!(
            MuteEntry,
            "from plugin_mute where account_id = $1 and (world_id, plugin) > ($2, $3) \
             order by world_id, plugin limit $4"
        ),
        &params![person, world, plugin, window.fetch()],
    )?;
    let key = |mute: &MuteEntry| (mute.world_id.clone(), mute.plugin.clone());
    Ok(window.page(rows.all()?, key))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AlarmEntry {
    kind: &'static str,
    title: Text,
    description: Text,
    raised_at: Timestamp,
    is_read: bool,
}

impl From<Alarm> for AlarmEntry {
    fn from(alarm: Alarm) -> Self {
        Self {
            kind: alarm.kind.as_str(),
            title: alarm.title,
            description: alarm.description,
            raised_at: alarm.created_at,
            is_read: alarm.is_read,
        }
    }
}

fn alarms(ctx: &Ctx, person: &Uuid, window: &Window<Newest>) -> Result<Page<AlarmEntry>, Error> {
    let rows = queries::alarms(ctx, person, window)?;
    let page = window.page(rows, |alarm| {
        (alarm.active_at.as_micros(), alarm.id.clone())
    });
    Ok(page.map(Into::into))
}

#[derive(Serialize, FromRow)]
struct ReplyEntry {
    #[serde(skip)]
    id: Uuid,
    content: String,
    at: Timestamp,
}

fn replies(ctx: &Ctx, person: &Uuid, window: &Window<Uuid>) -> Result<Page<ReplyEntry>, Error> {
    let after = window.after.clone().unwrap_or_else(Uuid::nil);
    let rows = ctx.sql().query(
        select!(
            ReplyEntry,
            "from reply where author_id = $1 and id > $2 order by id limit $3"
        ),
        &params![person, after, window.fetch()],
    )?;
    Ok(window.page(rows.all()?, |reply: &ReplyEntry| reply.id.clone()))
}
