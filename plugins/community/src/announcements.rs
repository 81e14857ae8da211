//! Announcements of a world, in both languages. Cedar has decided already that the caller may read or moderate the world.

use crate::access::World;
use crate::announcement::NewAnnouncement;
use crate::feed_handlers::OfWorld;
use crate::moderation::Pinned;
use crate::post_handlers::Deleted;
use crate::problems::ANNOUNCEMENT_NOT_FOUND;
use crate::views::Part;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{self, PageQuery, TimeKey, Window};
use witverse_sdk::sql::{FromRow, Value};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

#[derive(Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
#[row(alias = "a")]
pub(crate) struct AnnouncementView {
    #[row(column = "id")]
    announcement_id: Uuid,
    #[row(both)]
    title: Text,
    #[row(both)]
    content: Text,
    #[row(sql = "exists (select 1 from announcement_pin n where n.announcement_id = a.id)")]
    is_fixed: bool,
    created_at: Timestamp,
    edited_at: Option<Timestamp>,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct ListQuery {
    limit: Option<u32>,
    cursor: Option<String>,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Announcements {
    /// The pinned one, on every page.
    fixed: Option<AnnouncementView>,
    #[serde(flatten)]
    part: Part<AnnouncementView>,
}

/// The announcements of a world, newest first.
pub(crate) fn list_announcements(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfWorld>, Query<ListQuery>),
) -> Result<Payload<Announcements>, Error> {
    let world = of.world.checked()?;
    let asked = PageQuery {
        page: None,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window: Window<TimeKey> = asked.window(page::USUAL)?;
    let (at, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx
        .sql()
        .query(
            select!(
                AnnouncementView,
                "from announcement a where a.world = $1 and (a.created_at, a.id) < ($2, $3) order by \
                 a.created_at desc, a.id desc limit $4"
            ),
            &params![world.as_str(), at, &id, window.fetch()],
        )?
        .all()?;
    let page = window.page(rows, |row: &AnnouncementView| {
        (row.created_at.as_micros(), row.announcement_id.clone())
    });
    let fixed = ctx.sql().optional(
        select!(
            AnnouncementView,
            "from announcement a where a.world = $1 and a.id = (select n.announcement_id from announcement_pin n \
             where n.world = $1)"
        ),
        &params![world.as_str()],
    )?;
    Ok(Payload(Announcements {
        fixed,
        part: Part {
            items: page.items,
            next_cursor: page.next_cursor,
        },
    }))
}

#[derive(Deserialize)]
pub(crate) struct OneOfWorld {
    world: World,
    id: String,
}

impl OneOfWorld {
    fn ids(self) -> Result<(World, Uuid), Error> {
        let id = Uuid::parse(&self.id).ok_or(ANNOUNCEMENT_NOT_FOUND)?;
        Ok((self.world.checked()?, id))
    }
}

fn find(ctx: &Ctx, world: &World, id: &Uuid) -> Result<AnnouncementView, Error> {
    let found = ctx.sql().optional(
        select!(
            AnnouncementView,
            "from announcement a where a.world = $1 and a.id = $2"
        ),
        &params![world.as_str(), id],
    )?;
    Ok(found.ok_or(ANNOUNCEMENT_NOT_FOUND)?)
}

/// An announcement.
pub(crate) fn view_announcement(
    ctx: &Ctx,
    Params(by): Params<OneOfWorld>,
) -> Result<Payload<AnnouncementView>, Error> {
    let (world, id) = by.ids()?;
    find(ctx, &world, &id).map(Payload)
}

/// What both writing statements bind as `$1` to `$7`.
fn values(world: &World, id: &Uuid, new: NewAnnouncement, now: Timestamp) -> Vec<Value> {
    let NewAnnouncement { title, content } = new;
    Vec::from(params![
        world.as_str(),
        id,
        title.ko,
        title.en,
        content.ko,
        content.en,
        now
    ])
}

/// Creates an announcement.
pub(crate) fn create_announcement(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfWorld>, Json<NewAnnouncement>),
) -> Result<Created<AnnouncementView>, Error> {
    let me = ctx.caller()?;
    let (world, new) = (of.world.checked()?, new.check()?);
    let id = ctx.random().uuid();
    let mut values = values(&world, &id, new, ctx.now());
    values.extend(params![&me.id]);
    ctx.sql().execute(
        "insert into announcement (world, id, title_ko, title_en, content_ko, content_en, created_at, author_id) \
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        &values,
    )?;
    find(ctx, &world, &id).map(Created)
}

/// Changes the texts of an announcement.
pub(crate) fn edit_announcement(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<OneOfWorld>, Json<NewAnnouncement>),
) -> Result<Payload<AnnouncementView>, Error> {
    let new = new.check()?;
    let (world, id) = by.ids()?;
    ctx.sql().execute(
        "update announcement set title_ko = $3, title_en = $4, content_ko = $5, content_en = $6, edited_at = $7 \
         where world = $1 and id = $2",
        &values(&world, &id, new, ctx.now()),
    )?;
    find(ctx, &world, &id).map(Payload)
}

/// Deletes an announcement.
pub(crate) fn delete_announcement(
    ctx: &Ctx,
    Params(by): Params<OneOfWorld>,
) -> Result<Payload<Deleted>, Error> {
    let (world, id) = by.ids()?;
    let deleted = ctx.sql().execute(
        "delete from announcement where world = $1 and id = $2",
        &params![world.as_str(), &id],
    )?;
    match deleted {
        0 => Err(ANNOUNCEMENT_NOT_FOUND.into()),
        _ => Ok(Payload(Deleted { deleted: true })),
    }
}

/// Pins an announcement in place of another one, or removes its pin.
pub(crate) fn toggle_pin(
    ctx: &Ctx,
    Params(by): Params<OneOfWorld>,
) -> Result<Payload<Pinned>, Error> {
    let (world, id) = by.ids()?;
    let removed = ctx.sql().execute(
        "delete from announcement_pin where world = $1 and announcement_id = $2",
        &params![world.as_str(), &id],
    )?;
    if removed == 0 {
        let pinned = ctx.sql().execute(
            "insert into announcement_pin (world, announcement_id) \
             select a.world, a.id from announcement a where a.world = $1 and a.id = $2 for key share \
             on conflict (world) do update set announcement_id = excluded.announcement_id",
            &params![world.as_str(), &id],
        )?;
        if pinned == 0 {
            return Err(ANNOUNCEMENT_NOT_FOUND.into());
        }
    }
    Ok(Payload(Pinned {
        is_fixed: removed == 0,
    }))
}
