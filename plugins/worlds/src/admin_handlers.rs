//! Settings of a world, for its administrators.

use crate::events;
use crate::handlers;
use crate::images::{self, Picture};
use crate::members::OfWorld;
use crate::membership_store;
use crate::name::WorldName;
use crate::problems::WORLD_NOT_FOUND;
use crate::search;
use crate::store;
use crate::world::{Text, WorldView, described, description_errors, hue_error};
use serde::{Deserialize, Deserializer, Serialize};
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::{Ctx, Error, Uuid, params};

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewTexts {
    world_id: Uuid,
    description: Text,
    /// 0 to 359; unchanged if absent.
    #[schemars(range(min = 0, max = 359))]
    hue: Option<i64>,
}

/// Changes the description and the colour of a world.
pub(crate) fn change_texts(
    ctx: &Ctx,
    Json(new): Json<NewTexts>,
) -> Result<Payload<WorldView>, Error> {
    let me = ctx.caller()?;
    let world = store::world_by_id(ctx, &me.id, &new.world_id)?.ok_or(WORLD_NOT_FOUND)?;
    let description = described(&WorldName::parse(&world.name)?, new.description);
    let mut errors = description_errors(&description);
    let hue = match new.hue.map(u16::try_from) {
        None => world.hue,
        Some(Ok(hue)) if hue < 360 => hue,
        Some(_) => {
            errors.push(hue_error());
            world.hue
        }
    };
    Error::all(errors)?;
    ctx.sql().execute(
        "update world set description_ko = $2, description_en = $3, hue = $4 where id = $1",
        &params![&new.world_id, &description.ko, &description.en, hue],
    )?;
    search::reindex(ctx, &new.world_id)?;
    handlers::view_by_id(ctx, &new.world_id).map(Payload)
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewVisibility {
    world_id: Uuid,
    is_public: bool,
}

/// Makes a world public or private. Members stay members.
pub(crate) fn change_visibility(
    ctx: &Ctx,
    Json(new): Json<NewVisibility>,
) -> Result<Payload<WorldView>, Error> {
    let (id, is_public) = (&new.world_id, new.is_public);
    let changed: Option<(String,)> = ctx.sql().optional(
        "update world set is_public = $2 where id = $1 and is_public <> $2 returning name",
        &params![id, is_public],
    )?;
    if let Some((name,)) = changed {
        handlers::declare(ctx, id, &name, is_public)?;
        search::reindex(ctx, id)?;
        store::count_public_world(ctx, id, if is_public { 1 } else { -1 })?;
        match is_public {
            true => events::opened(ctx, id)?,
            false => events::closed(ctx, id)?,
        }
    }
    handlers::view_by_id(ctx, id).map(Payload)
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DefaultData {
    world: WorldView,
    admin_count: i64,
    admins_max: u32,
    membership_count: u64,
    /// Counted up to 1000.
    blacklist_count: i64,
    has_invitation: bool,
    /// Only owners of a membership may buy the world's items on the market.
    membership_first: bool,
}

/// What the management page shows first.
pub(crate) fn default_data(
    ctx: &Ctx,
    Params(of): Params<OfWorld>,
) -> Result<Payload<DefaultData>, Error> {
    let id = of.world(ctx)?;
    type Facts = (i64, i64, bool, bool);
    let (admin_count, blacklist_count, has_invitation, membership_first): Facts = ctx.sql().one(
        "select (select count(*) from member where world_id = $1 and role = 'admin'), \
         (select count(*) from (select 1 from blacklist where world_id = $1 limit 1000) counted), \
         exists (select 1 from invitation where world_id = $1), \
         (select membership_first from world where id = $1)",
        &params![&id],
    )?;
    Ok(Payload(DefaultData {
        world: handlers::view_by_id(ctx, &id)?,
        admin_count,
        admins_max: 5,
        membership_count: membership_store::count(ctx, &id)?,
        blacklist_count,
        has_invitation,
        membership_first,
    }))
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MarketRule {
    /// Only owners of a membership may buy the world's items on the market.
    membership_first: bool,
}

/// Changes who may buy the items of the world's collections on the market. Idempotent.
pub(crate) fn change_market_rule(
    ctx: &Ctx,
    (Params(of), Json(rule)): (Params<OfWorld>, Json<MarketRule>),
) -> Result<Payload<MarketRule>, Error> {
    let id = of.world(ctx)?;
    ctx.sql().execute(
        "update world set membership_first = $2 where id = $1 and membership_first <> $2",
        &params![&id, rule.membership_first],
    )?;
    Ok(Payload(rule))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewImages {
    world_id: Uuid,
    /// The id of a file; null removes the picture, and an absent field keeps it.
    #[serde(default, deserialize_with = "present")]
    logo: Option<Option<Uuid>>,
    /// As `logo`.
    #[serde(default, deserialize_with = "present")]
    thumbnail: Option<Option<Uuid>>,
}

/// Distinguishes null from an absent field.
#[expect(
    clippy::option_option,
    reason = "the outer option is the presence of the field"
)]
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Uuid>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Changes the pictures of a world.
pub(crate) fn change_images(
    ctx: &Ctx,
    Json(new): Json<NewImages>,
) -> Result<Payload<WorldView>, Error> {
    let id = &new.world_id;
    store::lock_world(ctx, id)?;
    for (picture, statement, file) in [
        (
            Picture::Logo,
            "update world set logo = $2 where id = $1",
            new.logo,
        ),
        (
            Picture::Thumbnail,
            "update world set thumbnail = $2 where id = $1",
            new.thumbnail,
        ),
    ] {
        let Some(file) = file else {
            continue;
        };
        let path = match &file {
            Some(file) => Some(images::attach(ctx, id, picture, file)?),
            None => {
                images::detach(ctx, id, picture);
                None
            }
        };
        if ctx.sql().execute(statement, &params![id, path])? == 0 {
            return Err(WORLD_NOT_FOUND.into());
        }
    }
    handlers::view_by_id(ctx, id).map(Payload)
}
