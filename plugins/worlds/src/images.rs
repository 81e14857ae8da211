//! Pictures of worlds that people uploaded. A world stores the address of the variant that its screens show.

use witverse_sdk::{Ctx, Error, FileKind, Uuid};

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
    // On the platform's own origin: the address outlives a change of the CDN.
    Ok(format!("/files/{file}/{}.webp", picture.width()))
}

/// Ends the use of a picture.
pub(crate) fn detach(ctx: &Ctx, world: &Uuid, picture: Picture) {
    ctx.files().detach_all(&picture.reference(world));
}
