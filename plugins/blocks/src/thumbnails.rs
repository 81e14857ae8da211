//! The pictures of blocks: rows with the place, the file and its size. The kernel keeps the files and their uses.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use witverse_sdk::{Ctx, Error, FileKind, Uuid, params};

/// The most pictures of a block; the table has the same limit.
const IMAGES_MAX: usize = 5;

/// A picture of a block.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImageView {
    file_id: Uuid,
    url: String,
    width: u32,
    height: u32,
}

/// The reference under which the kernel records that a block uses a file.
fn reference(block: &Uuid) -> String {
    format!("block:{block}")
}

/// Ends the use of all files of a deleted block.
pub(crate) fn detach_all(ctx: &Ctx, block: &Uuid) {
    ctx.files().detach_all(&reference(block));
}

#[derive(Deserialize)]
pub(crate) struct NewThumbnails {
    images: Vec<Uuid>,
}

impl NewThumbnails {
    /// At most five different files.
    fn checked(self) -> Result<Vec<Uuid>, Error> {
        let mut sorted = self.images.clone();
        sorted.sort();
        sorted.dedup();
        if self.images.len() > IMAGES_MAX {
            return Err(Error::field(
                "images",
                format!("이미지는 최대 {IMAGES_MAX}장까지 등록할 수 있습니다."),
                format!("At most {IMAGES_MAX} images."),
            ));
        }
        if sorted.len() < self.images.len() {
            return Err(Error::field(
                "images",
                "같은 이미지를 두 번 등록할 수 없습니다.",
                "The same image cannot be added twice.",
            ));
        }
        Ok(self.images)
    }
}

/// Replaces the pictures of a locked block, in this order. Pictures that the block already has are kept, also those
/// of another uploader.
pub(crate) fn replace(ctx: &Ctx, block: &Uuid, new: NewThumbnails) -> Result<(), Error> {
    let files = new.checked()?;
    let before = of_blocks(ctx, std::slice::from_ref(block))?;
    let before = before.into_values().next().unwrap_or_default();
    for image in &before {
        if !files.contains(&image.file_id) {
            ctx.files().detach(&image.file_id, &reference(block));
        }
    }
    let mut images = Vec::new();
    for file in &files {
        images.push(match before.iter().find(|image| image.file_id == *file) {
            Some(kept) => kept.clone(),
            None => attach(ctx, block, file)?,
        });
    }
    write(ctx, block, &images)
}

/// Attaches a file of the caller, which must have passed its check.
fn attach(ctx: &Ctx, block: &Uuid, file: &Uuid) -> Result<ImageView, Error> {
    let info = ctx
        .files()
        .attach(file, FileKind::Image, &reference(block))
        .map_err(|error| error.at("images"))?;
    let (Some(width), Some(height), true) = (info.width, info.height, info.ready) else {
        return Err(Error::field(
            "images",
            "아직 확인 중인 이미지가 있습니다. 잠시 후 다시 시도해 주세요.",
            "An image is still being checked. Please try again in a moment.",
        ));
    };
    Ok(ImageView {
        file_id: file.clone(),
        url: info.url,
        width,
        height,
    })
}

fn write(ctx: &Ctx, block: &Uuid, images: &[ImageView]) -> Result<(), Error> {
    ctx.sql()
        .execute("delete from thumbnail where block_id = $1", &params![block])?;
    let texts = |of: fn(&ImageView) -> String| images.iter().map(of).collect::<Vec<_>>();
    let numbers = |of: fn(&ImageView) -> i64| images.iter().map(of).collect::<Vec<_>>();
    let files: Vec<Uuid> = images.iter().map(|image| image.file_id.clone()).collect();
    ctx.sql().execute(
        "insert into thumbnail (block_id, place, file_id, url, width, height) \
         select $1, i.place, i.file_id, i.url, i.width, i.height \
         from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality \
         i (file_id, url, width, height, place)",
        &params![
            block,
            files,
            texts(|image| image.url.clone()),
            numbers(|image| image.width.into()),
            numbers(|image| image.height.into())
        ],
    )?;
    Ok(())
}

type ImageRow = (Uuid, Uuid, String, u32, u32);

/// The pictures of blocks, by block.
pub(crate) fn of_blocks(
    ctx: &Ctx,
    blocks: &[Uuid],
) -> Result<HashMap<Uuid, Vec<ImageView>>, Error> {
    if blocks.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<ImageRow> = ctx
        .sql()
        .query(
            "select block_id, file_id, url, width, height from thumbnail where block_id = any($1) \
             order by block_id, place",
            &params![blocks.to_vec()],
        )?
        .all()?;
    let mut images: HashMap<Uuid, Vec<ImageView>> = HashMap::new();
    for (block, file_id, url, width, height) in rows {
        images.entry(block).or_default().push(ImageView {
            file_id,
            url,
            width,
            height,
        });
    }
    Ok(images)
}

#[cfg(test)]
mod tests {
    use super::NewThumbnails;
    use witverse_sdk::Uuid;

    #[test]
    fn at_most_five_different_images() {
        let id = |n: usize| {
            Uuid::parse(&format!("0190c2d4-7a3b-7000-8000-00000000000{n}")).expect("a UUID")
        };
        let check = |ids: Vec<Uuid>, fine: bool| {
            assert_eq!(NewThumbnails { images: ids }.checked().is_ok(), fine);
        };
        check(Vec::new(), true);
        check((0..5).map(id).collect(), true);
        check((0..6).map(id).collect(), false);
        check(vec![id(1), id(1)], false);
    }
}
