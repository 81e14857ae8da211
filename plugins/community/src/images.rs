//! The images of posts: rows with the place, the file and its size.
//! The kernel keeps the files and their uses.

use std::collections::HashMap;
use witverse_sdk::images::{self, Image};
use witverse_sdk::kernel_events::FileDeleted;
use witverse_sdk::{Ctx, Error, Event, Uuid, params};

/// The reference under which the kernel records that a post uses a file.
fn reference(post: &Uuid) -> String {
    format!("post:{post}")
}

/// Attaches images of the caller to a new post, in this order. Each must have passed its check.
pub(crate) fn attach(ctx: &Ctx, post: &Uuid, ids: &[Uuid]) -> Result<(), Error> {
    let attached = ids
        .iter()
        .map(|file| images::attach(ctx, file, &reference(post), "images"))
        .collect::<Result<Vec<_>, _>>()?;
    images::insert(
        ctx,
        "insert into image (post_id, place, file_id, url, width, height) \
         select $1, i.place, i.file_id, i.url, i.width, i.height \
         from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality \
         i (file_id, url, width, height, place)",
        post,
        &attached,
    )
}

/// Ends the use of the files of a deleted post.
pub(crate) fn detach(ctx: &Ctx, post: &Uuid) {
    ctx.files().detach_all(&reference(post));
}

/// Removes a deleted file from its post.
pub(crate) fn on_file_deleted(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let deleted: FileDeleted = event.json()?;
    if let Some(post) = deleted.used_by("post") {
        ctx.sql().execute(
            "delete from image where post_id = $1 and file_id = $2",
            &params![post, deleted.file_id],
        )?;
    }
    Ok(())
}

/// The images of posts, by post.
pub(crate) fn of_posts(ctx: &Ctx, posts: &[Uuid]) -> Result<HashMap<Uuid, Vec<Image>>, Error> {
    images::by_owner(
        ctx,
        "select post_id, file_id, url, width, height from image where post_id = any($1) \
         order by post_id, place",
        posts,
    )
}
