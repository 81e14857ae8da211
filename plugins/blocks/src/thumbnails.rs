//! The pictures of blocks: rows with the place, the file and its size. The kernel keeps the files and their uses.

use serde::Deserialize;
use std::collections::HashMap;
use witverse_sdk::images::{self, Image};
use witverse_sdk::kernel_events::FileDeleted;
use witverse_sdk::{Ctx, Error, Event, Uuid, params};

/// The most pictures of a block; the table has the same limit.
const IMAGES_MAX: usize = 5;

/// The reference under which the kernel records that a block uses a file.
fn reference(block: &Uuid) -> String {
    format!("block:{block}")
}

/// Ends the use of all files of a deleted block.
pub(crate) fn detach_all(ctx: &Ctx, block: &Uuid) {
    ctx.files().detach_all(&reference(block));
}

/// Removes a deleted file from its block.
pub(crate) fn on_file_deleted(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let deleted: FileDeleted = event.json()?;
    if let Some(block) = deleted.used_by("block") {
        ctx.sql().execute(
            "delete from thumbnail where block_id = $1 and file_id = $2",
            &params![block, deleted.file_id],
        )?;
    }
    Ok(())
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct NewThumbnails {
    /// Uploaded images of the caller, or pictures that the block has already, in the order in which they are shown.
    #[schemars(length(max = 5))]
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
    let mut after = Vec::new();
    for file in &files {
        after.push(match before.iter().find(|image| image.file_id == *file) {
            Some(kept) => kept.clone(),
            None => images::attach(ctx, file, &reference(block), "images")?,
        });
    }
    write(ctx, block, &after)
}

fn write(ctx: &Ctx, block: &Uuid, after: &[Image]) -> Result<(), Error> {
    ctx.sql()
        .execute("delete from thumbnail where block_id = $1", &params![block])?;
    images::insert(
        ctx,
        "insert into thumbnail (block_id, place, file_id, url, width, height) \
         select $1, i.place, i.file_id, i.url, i.width, i.height \
         from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality \
         i (file_id, url, width, height, place)",
        block,
        after,
    )
}

/// The pictures of blocks, by block.
pub(crate) fn of_blocks(ctx: &Ctx, blocks: &[Uuid]) -> Result<HashMap<Uuid, Vec<Image>>, Error> {
    images::by_owner(
        ctx,
        "select block_id, file_id, url, width, height from thumbnail where block_id = any($1) \
         order by block_id, place",
        blocks,
    )
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
