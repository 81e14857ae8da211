//! Data export: a person's preferences, the plugins that they have turned off, alarms and texts.

use crate::queries;
use serde::{Deserialize, Serialize};
use witverse_sdk::page::{self, PageLimits, PageQuery};
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid, params};

const AT_ONCE: u32 = 500;

/// The position at which the export continues.
#[derive(Serialize, Deserialize)]
enum Place {
    Mutes { file: u32, after: (Uuid, String) },
    Alarms { file: u32, cursor: Option<String> },
    Replies { file: u32, after: Uuid },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AlarmEntry {
    kind: &'static str,
    title: witverse_sdk::ctx::Text,
    description: witverse_sdk::ctx::Text,
    raised_at: Timestamp,
    is_read: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MuteEntry {
    plugin: String,
    world_name: String,
    muted_at: Timestamp,
}

#[derive(Serialize)]
struct ReplyEntry {
    content: String,
    at: Timestamp,
}

/// One page of the export; `cursor` is the previous page's `next`.
pub(crate) fn export_page(
    ctx: &Ctx,
    person: &Uuid,
    cursor: Option<String>,
) -> Result<DataPage, Error> {
    let place = match cursor {
        Some(cursor) => page::decode(&cursor)?,
        None => {
            let chosen = queries::preferences(ctx, person)?;
            let mut answer = DataPage::json("preferences.json", &chosen)?;
            let first = Place::Mutes {
                file: 1,
                after: (Uuid::nil(), String::new()),
            };
            answer.next = Some(page::encode(&first));
            return Ok(answer);
        }
    };
    let (mut answer, next) = match place {
        Place::Mutes { file, after } => mutes(ctx, person, file, &after)?,
        Place::Alarms { file, cursor } => alarms(ctx, person, file, cursor)?,
        Place::Replies { file, after } => replies(ctx, person, file, &after)?,
    };
    answer.next = next.map(|place| page::encode(&place));
    Ok(answer)
}

fn mutes(
    ctx: &Ctx,
    person: &Uuid,
    file: u32,
    after: &(Uuid, String),
) -> Result<(DataPage, Option<Place>), Error> {
    let rows: Vec<(Uuid, String, String, Timestamp)> = ctx
        .sql()
        .query(
            "select world_id, plugin, world_name, muted_at from plugin_mute \
             where account_id = $1 and (world_id, plugin) > ($2, $3) order by world_id, plugin limit $4",
            &params![person, &after.0, &after.1, AT_ONCE],
        )?
        .all()?;
    let next = match rows.last() {
        Some((world, plugin, ..)) if rows.len() == AT_ONCE as usize => Place::Mutes {
            file: file + 1,
            after: (world.clone(), plugin.clone()),
        },
        _ => Place::Alarms {
            file: 1,
            cursor: None,
        },
    };
    let entries: Vec<MuteEntry> = rows
        .into_iter()
        .map(|(_, plugin, world_name, muted_at)| MuteEntry {
            plugin,
            world_name,
            muted_at,
        })
        .collect();
    let answer = DataPage::json(&format!("muted-plugins-{file}.json"), &entries)?;
    Ok((answer, Some(next)))
}

fn alarms(
    ctx: &Ctx,
    person: &Uuid,
    file: u32,
    cursor: Option<String>,
) -> Result<(DataPage, Option<Place>), Error> {
    let limits = PageLimits {
        default_limit: AT_ONCE,
        max_limit: AT_ONCE,
        max_page: 1,
    };
    let asked = PageQuery {
        cursor,
        ..PageQuery::default()
    };
    let window = asked.window::<queries::Newest>(limits)?;
    let rows = queries::alarms(ctx, person, &window)?;
    let page = window.page(rows, |alarm| {
        (alarm.active_at.as_micros(), alarm.id.clone())
    });
    let next = match page.next_cursor {
        Some(cursor) => Place::Alarms {
            file: file + 1,
            cursor: Some(cursor),
        },
        None => Place::Replies {
            file: 1,
            after: Uuid::nil(),
        },
    };
    let entries: Vec<AlarmEntry> = page
        .items
        .into_iter()
        .map(|alarm| AlarmEntry {
            kind: alarm.kind.as_str(),
            title: alarm.title,
            description: alarm.description,
            raised_at: alarm.created_at,
            is_read: alarm.is_read,
        })
        .collect();
    let answer = DataPage::json(&format!("alarms-{file}.json"), &entries)?;
    Ok((answer, Some(next)))
}

fn replies(
    ctx: &Ctx,
    person: &Uuid,
    file: u32,
    after: &Uuid,
) -> Result<(DataPage, Option<Place>), Error> {
    let rows: Vec<(Uuid, String, Timestamp)> = ctx
        .sql()
        .query(
            "select id, content, at from reply where author_id = $1 and id > $2 order by id limit $3",
            &params![person, after, AT_ONCE],
        )?
        .all()?;
    let next = (rows.len() == AT_ONCE as usize).then(|| Place::Replies {
        file: file + 1,
        after: rows[rows.len() - 1].0.clone(),
    });
    let entries: Vec<ReplyEntry> = rows
        .into_iter()
        .map(|(_, content, at)| ReplyEntry { content, at })
        .collect();
    let answer = DataPage::json(&format!("replies-{file}.json"), &entries)?;
    Ok((answer, next))
}
