//! The images of posts: rows with the place, the file and its size.
//! The kernel keeps the files and their uses.

use serde::Serialize;
use std::collections::HashMap;
use witverse_sdk::{Ctx, Error, FileKind, Uuid, params};

/// An image of a post.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImageView {
    file_id: Uuid,
    url: String,
    width: u32,
    height: u32,
}

/// The reference under which the kernel records that a post uses a file.
fn reference(post: &Uuid) -> String {
    format!("post:{post}")
}

/// Attaches images of the caller to a new post, in this order. Each must have passed its check.
pub(crate) fn attach(ctx: &Ctx, post: &Uuid, ids: &[Uuid]) -> Result<Vec<ImageView>, Error> {
    let mut images = Vec::new();
    for file in ids {
        let info = ctx
            .files()
            .attach(file, FileKind::Image, &reference(post))
            .map_err(|error| error.at("images"))?;
        let (Some(width), Some(height), true) = (info.width, info.height, info.ready) else {
            return Err(Error::field(
                "images",
                "아직 확인 중인 이미지가 있습니다. 잠시 후 다시 시도해 주세요.",
                "An image is still being checked. Please try again in a moment.",
            ));
        };
        images.push(ImageView {
            file_id: file.clone(),
            url: info.url,
            width,
            height,
        });
    }
    if images.is_empty() {
        return Ok(images);
    }
    ctx.sql().execute(
        "insert into image (post_id, place, file_id, url, width, height) \
         select $1, i.place, i.file_id, i.url, i.width, i.height \
         from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[]) with ordinality \
         i (file_id, url, width, height, place)",
        &params![
            post,
            ids.to_vec(),
            images
                .iter()
                .map(|image| image.url.clone())
                .collect::<Vec<_>>(),
            images
                .iter()
                .map(|image| i64::from(image.width))
                .collect::<Vec<_>>(),
            images
                .iter()
                .map(|image| i64::from(image.height))
                .collect::<Vec<_>>()
        ],
    )?;
    Ok(images)
}

/// Ends the use of the files of a deleted post.
pub(crate) fn detach(ctx: &Ctx, post: &Uuid) {
    ctx.files().detach_all(&reference(post));
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
