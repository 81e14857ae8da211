//! Pictures of worlds that people uploaded. A world stores the address of the variant that its screens show.

use crate::handlers;
use crate::problems::WORLD_NOT_FOUND;
use crate::store;
use crate::world::WorldView;
use serde::{Deserialize, Deserializer};
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::{Ctx, Error, FileKind, Uuid, params};

/// A picture of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picture {
    Logo,
    Thumbnail,
}

impl Picture {
    /// The reference under which the kernel records the use of the file.
    fn reference(self, world: &Uuid) -> String {
        match self {
            Self::Logo => format!("logo:{world}"),
            Self::Thumbnail => format!("thumbnail:{world}"),
        }
    }

    /// The width that screens show, in pixels.
    const fn width(self) -> u32 {
        match self {
            Self::Logo => 256,
            Self::Thumbnail => 768,
        }
    }
}

/// Uses a file of the caller as a picture of a world, in place of the file before; returns its address.
pub(crate) fn attach(
    ctx: &Ctx,
    world: &Uuid,
    picture: Picture,
    file: &Uuid,
) -> Result<String, Error> {
    let reference = picture.reference(world);
    ctx.files().detach_all(&reference);
    ctx.files().attach(file, FileKind::Image, &reference)?;
    // On the platform's own origin: the address outlives a change of the CDN.
    Ok(format!("/files/{file}/{}.webp", picture.width()))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewImages {
    world_id: Uuid,
    /// The id of a file; null removes the picture, and an absent field keeps it.
    #[serde(default, deserialize_with = "present")]
    logo: Option<Option<Uuid>>,
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
            Some(file) => Some(attach(ctx, id, picture, file)?),
            None => {
                ctx.files().detach_all(&picture.reference(id));
                None
            }
        };
        if ctx.sql().execute(statement, &params![id, path])? == 0 {
            return Err(WORLD_NOT_FOUND.into());
        }
    }
    handlers::view_by_id(ctx, id).map(Payload)
}
