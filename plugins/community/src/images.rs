//! The images of posts: rows with the place, the file and its size.
//!
//! The platform has no host interface for files yet, so [`attach`] refuses every image.

use serde::Serialize;
use std::collections::HashMap;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// An image of a post.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImageView {
    file_id: Uuid,
    url: String,
    width: u32,
    height: u32,
}

/// Attaches files to a new post, in this order.
pub(crate) fn attach(_ctx: &Ctx, _post: &Uuid, ids: &[Uuid]) -> Result<Vec<ImageView>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Err(Error::field(
        "images",
        "아직 이미지를 올릴 수 없습니다.",
        "Images are not yet available.",
    ))
}

type ImageRow = (Uuid, Uuid, String, u32, u32);

/// The images of posts, by post.
pub(crate) fn of_posts(ctx: &Ctx, posts: &[Uuid]) -> Result<HashMap<Uuid, Vec<ImageView>>, Error> {
    let rows: Vec<ImageRow> = ctx
        .sql()
        .query(
            "select post_id, file_id, url, width, height from image where post_id = any($1) \
             order by post_id, place",
            &params![posts.to_vec()],
        )?
        .all()?;
    let mut images: HashMap<Uuid, Vec<ImageView>> = HashMap::new();
    for (post, file_id, url, width, height) in rows {
        images.entry(post).or_default().push(ImageView {
            file_id,
            url,
            width,
            height,
        });
    }
    Ok(images)
}
