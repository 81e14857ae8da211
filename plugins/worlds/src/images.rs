//! Pictures of worlds that people uploaded. A world stores the address of the variant that its screens show.

use witverse_sdk::kernel_events::FileDeleted;
use witverse_sdk::{Ctx, Error, Event, FileKind, Uuid, params};

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
    detach(ctx, world, picture);
    ctx.files()
        .attach(file, FileKind::Image, &picture.reference(world))?;
    Ok(address(picture, file))
}

/// Ends the use of a picture.
pub(crate) fn detach(ctx: &Ctx, world: &Uuid, picture: Picture) {
    ctx.files().detach_all(&picture.reference(world));
}

/// Removes a deleted file from its world, which has the usual picture again. A later picture stays.
pub(crate) fn on_file_deleted(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let deleted: FileDeleted = event.json()?;
    let address = |picture: Picture| address(picture, &deleted.file_id);
    if let Some(world) = deleted.used_by("logo") {
        ctx.sql().execute(
            "update world set logo = null where id = $1 and logo = $2",
            &params![world, address(Picture::Logo)],
        )?;
    }
    if let Some(world) = deleted.used_by("thumbnail") {
        ctx.sql().execute(
            "update world set thumbnail = null where id = $1 and thumbnail = $2",
            &params![world, address(Picture::Thumbnail)],
        )?;
    }
    Ok(())
}

/// On the platform's own origin: the address outlives a change of the CDN.
fn address(picture: Picture, file: &Uuid) -> String {
    format!("/files/{file}/{}.webp", picture.width())
}
