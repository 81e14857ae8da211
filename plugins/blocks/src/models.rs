//! The 3D models of scenes: files of people who manage the block. The kernel has converted them; this module attaches
//! them as long as a kept version shows them. A file that is gone has no address any more: clients show a box in its place.

use crate::scene::Scene;
use serde::Serialize;
use serde_json::value::RawValue;
use witverse_sdk::{Ctx, Error, FileKind, Uuid, params};

/// The media type of models; the kernel shows them to plugins as another kind of file.
const MEDIA_TYPE: &str = "model/gltf-binary";

/// The reference under which the kernel records that the scenes of a block use a file.
fn reference(block: &Uuid) -> String {
    format!("scene:{block}")
}

/// Ends the use of all models of a deleted block.
pub(crate) fn detach_all(ctx: &Ctx, block: &Uuid) {
    ctx.files().detach_all(&reference(block));
}

/// Attaches the models of a new scene that no kept version shows. They are files of the caller.
pub(crate) fn attach(ctx: &Ctx, block: &Uuid, scene: &Scene) -> Result<Vec<Uuid>, Error> {
    let files = scene.models();
    if files.is_empty() {
        return Ok(files);
    }
    for model in scene.objects.iter().filter_map(|one| one.model.as_ref()) {
        for text in [&model.name, &model.credit] {
            if !text.is_empty() && ctx.users().forbidden_word(text) {
                return Err(Error::field(
                    "scene.objects",
                    "모델의 이름이나 출처에 사용할 수 없는 단어가 있습니다.",
                    "The name or the credit of a model contains a word that cannot be used.",
                ));
            }
        }
    }
    let known: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select distinct file_id from scene_model where block_id = $1 and file_id = any($2)",
            &params![block, files.clone()],
        )?
        .all()?;
    for file in &files {
        if known.iter().any(|(known,)| known == file) {
            continue;
        }
        let info = ctx
            .files()
            .attach(file, FileKind::Other, &reference(block))
            .map_err(|error| error.at("scene.objects"))?;
        if info.media_type != MEDIA_TYPE {
            return Err(witverse_sdk::ctx::FILE_WRONG_KIND.into());
        }
        if !info.ready {
            return Err(Error::field(
                "scene.objects",
                "아직 확인 중인 모델이 있습니다. 잠시 후 다시 저장해 주세요.",
                "A model is still being checked. Please save again in a moment.",
            ));
        }
    }
    Ok(files)
}

/// Records what a new version shows.
pub(crate) fn record(ctx: &Ctx, block: &Uuid, version: i64, files: &[Uuid]) -> Result<(), Error> {
    if !files.is_empty() {
        ctx.sql().execute(
            "insert into scene_model (block_id, version, file_id) select $1, $2, f from unnest($3::uuid[]) f",
            &params![block, version, files.to_vec()],
        )?;
    }
    Ok(())
}

/// Records that a restored version shows what the earlier one did.
pub(crate) fn copy(ctx: &Ctx, block: &Uuid, (from, to): (i64, i64)) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into scene_model (block_id, version, file_id) \
         select block_id, $3, file_id from scene_model where block_id = $1 and version = $2",
        &params![block, from, to],
    )?;
    Ok(())
}

/// Ends the use of models that only versions up to `last` show. The published version is kept.
pub(crate) fn release(ctx: &Ctx, block: &Uuid, last: i64, published: i64) -> Result<(), Error> {
    let files: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select distinct m.file_id from scene_model m \
             where m.block_id = $1 and m.version <= $2 and m.version <> $3 \
               and not exists (select 1 from scene_model k where k.block_id = $1 and k.file_id = m.file_id \
                               and (k.version > $2 or k.version = $3))",
            &params![block, last, published],
        )?
        .all()?;
    for (file,) in files {
        ctx.files().detach(&file, &reference(block));
    }
    Ok(())
}

/// A model that can be shown.
#[derive(Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ModelFile {
    file_id: Uuid,
    /// The address without the variant.
    url: String,
}

/// The models of a version that are there. Nothing is asked for a scene without models.
pub(crate) fn of_scene(
    ctx: &Ctx,
    (block, version): (&Uuid, i64),
    scene: &RawValue,
) -> Result<Vec<ModelFile>, Error> {
    if !scene.get().contains("\"model\":{") {
        return Ok(Vec::new());
    }
    let files: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select file_id from scene_model where block_id = $1 and version = $2 order by file_id",
            &params![block, version],
        )?
        .all()?;
    let ids: Vec<Uuid> = files.into_iter().map(|(file,)| file).collect();
    Ok(ctx
        .files()
        .info(&ids)
        .into_iter()
        .filter(|info| info.ready && info.media_type == MEDIA_TYPE)
        .filter_map(|info| {
            Some(ModelFile {
                file_id: Uuid::parse(&info.id)?,
                url: info.url,
            })
        })
        .collect())
}
