//! Images of something that a plugin stores, such as a post: rows of the plugin's own table with the place, the file and
//! its size. The size is stored, because a page reserves the space of an image before it has loaded.

use crate::ctx::{Ctx, FileKind};
use crate::error::Error;
use crate::params;
use crate::uuid::Uuid;
use serde::Serialize;
use std::collections::HashMap;

/// An image in a response, and in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// The file.
    pub file_id: Uuid,
    /// The address without the variant.
    pub url: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// Where the pictures are that ship with the platform.
const ART_FOLDER: &str = "/assets/plugins/";
const ART_KINDS: &[&str] = &["avif", "jpg", "png", "svg", "webp"];

/// Whether an address is a picture that ships with the platform:
/// `/assets/plugins/<folders>/<letters, digits, hyphens>.<image suffix>`.
#[must_use]
pub fn is_platform_art(path: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let Some((stem, kind)) = path
        .strip_prefix(ART_FOLDER)
        .and_then(|rest| rest.split_once('.'))
    else {
        return false;
    };
    stem.split('/').count() >= 2 && stem.split('/').all(plain) && ART_KINDS.contains(&kind)
}

/// The address of an uploaded image in the width of cards and pages.
#[must_use]
pub fn card_address(file: &Uuid) -> String {
    format!("/files/{file}/768.webp")
}

/// Attaches a file of the caller as in [`Files::attach`](crate::ctx::Files::attach). It must have passed its check.
///
/// # Errors
/// Those of `attach`, and an image that is still checked, at the field `field` of the request.
pub fn attach(ctx: &Ctx, file: &Uuid, reference: &str, field: &str) -> Result<Image, Error> {
    let info = ctx
        .files()
        .attach(file, FileKind::Image, reference)
        .map_err(|error| error.at(field))?;
    let (Some(width), Some(height), true) = (info.width, info.height, info.ready) else {
        return Err(Error::field(
            field,
            "아직 확인 중인 이미지가 있습니다. 잠시 후 다시 시도해 주세요.",
            "An image is still being checked. Please try again in a moment.",
        ));
    };
    Ok(Image {
        file_id: file.clone(),
        url: info.url,
        width,
        height,
    })
}

/// Inserts the images of `owner`, in this order. `statement` has the parameters `$1` (the owner), `$2::uuid[]` (files),
/// `$3::text[]` (addresses), `$4::bigint[]` (widths) and `$5::bigint[]` (heights).
///
/// ```no_run
/// # use witverse_sdk::{Ctx, Error, Uuid, images::{self, Image}};
/// # fn store(ctx: &Ctx, post: &Uuid, images: &[Image]) -> Result<(), Error> {
/// images::insert(
///     ctx,
///     "insert into image (post_id, place, file_id, url, width, height) \
///      select $1, i.place, i.file_id, i.url, i.width, i.height \
///      from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality \
///      i (file_id, url, width, height, place)",
///     post,
///     images,
/// )
/// # }
/// ```
///
/// # Errors
/// The error of the database.
pub fn insert(ctx: &Ctx, statement: &str, owner: &Uuid, images: &[Image]) -> Result<(), Error> {
    if images.is_empty() {
        return Ok(());
    }
    let files: Vec<Uuid> = images.iter().map(|image| image.file_id.clone()).collect();
    let urls: Vec<String> = images.iter().map(|image| image.url.clone()).collect();
    let widths: Vec<i64> = images.iter().map(|image| image.width.into()).collect();
    let heights: Vec<i64> = images.iter().map(|image| image.height.into()).collect();
    ctx.sql()
        .execute(statement, &params![owner, files, urls, widths, heights])?;
    Ok(())
}

/// The images of several owners. `statement` selects, for the owners `$1`, the columns owner, file, address, width and
/// height, in the order of the places. No statement is sent for no owners.
///
/// # Errors
/// The error of the database.
pub fn by_owner(
    ctx: &Ctx,
    statement: &str,
    owners: &[Uuid],
) -> Result<HashMap<Uuid, Vec<Image>>, Error> {
    if owners.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = ctx.sql().query(statement, &params![owners.to_vec()])?;
    Ok(grouped(rows.all()?))
}

type ImageRow = (Uuid, Uuid, String, u32, u32);

fn grouped(rows: Vec<ImageRow>) -> HashMap<Uuid, Vec<Image>> {
    let mut images: HashMap<Uuid, Vec<Image>> = HashMap::new();
    for (owner, file_id, url, width, height) in rows {
        images.entry(owner).or_default().push(Image {
            file_id,
            url,
            width,
            height,
        });
    }
    images
}

#[cfg(test)]
mod tests {
    use super::{grouped, is_platform_art};
    use crate::Uuid;

    #[test]
    fn only_the_platforms_own_pictures() {
        assert!(is_platform_art("/assets/plugins/items/items/moon-cat.svg"));
        for wrong in [
            "",
            "/assets/plugins/a.svg",
            "/assets/plugins//a.svg",
            "/assets/plugins/items/../x.svg",
            "/assets/plugins/items/a.svg.html",
            "/assets/plugins/items/a.html",
            "//assets/plugins/items/a.svg",
            "/assets/plugins/items/%2e.svg",
        ] {
            assert!(!is_platform_art(wrong), "{wrong}");
        }
    }

    #[test]
    fn images_keep_the_order_of_their_places() {
        let id = |n: u8| {
            Uuid::parse(&format!("0190c2d4-7a3b-7000-8000-0000000000{n:02x}")).expect("a UUID")
        };
        let row = |owner, file| (id(owner), id(file), format!("/files/{file}"), 40, 30);
        let images = grouped(vec![row(1, 12), row(2, 10), row(1, 11)]);
        let urls = |owner| -> Vec<&str> {
            images[&id(owner)]
                .iter()
                .map(|image| image.url.as_str())
                .collect()
        };
        assert_eq!(urls(1), ["/files/12", "/files/11"]);
        assert_eq!(urls(2), ["/files/10"]);
    }
}
