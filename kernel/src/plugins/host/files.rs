//! Files for plugins: facts about them, and where the plugin uses them. A plugin never sees the bytes.

use uuid::Uuid;
use witverse_runtime::HostFault;
use witverse_runtime::types::{FileError, FileInfo, FileKind};

use super::{Answer, PluginHost, out_of_reach};
use crate::files::path_of;
use crate::unit_of_work::FileRow;

const MAX_FILES: usize = 100;
const MAX_REFERENCE_BYTES: usize = 200;

impl PluginHost {
    fn has_uploads(&self) -> bool {
        self.plugin.manifest().capabilities.files.has_uploads()
    }

    fn need_uploads(&mut self) -> Answer<()> {
        self.need(self.has_uploads(), "files")
    }

    /// The files that exist, in the order of `ids`.
    pub(super) async fn files(&mut self, ids: Vec<String>) -> Answer<Vec<FileInfo>> {
        self.need_uploads()?;
        if ids.len() > MAX_FILES {
            return Err(HostFault::Abuse(format!(
                "at most {MAX_FILES} files at once"
            )));
        }
        let ids: Vec<Uuid> = ids
            .iter()
            .filter_map(|id| Uuid::try_parse(id).ok())
            .collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.work().files_info(&ids).await.map_err(out_of_reach)?;
        let origin = &self.context.platform.files_origin;
        Ok(rows.into_iter().map(|row| info(row, origin)).collect())
    }

    /// Records a use of a file that the caller owns.
    pub(super) async fn use_file(
        &mut self,
        file: &str,
        kind: FileKind,
        reference: &str,
    ) -> Answer<Result<FileInfo, FileError>> {
        let Some(person) = self.context.actor.person().map(|person| person.id) else {
            return Ok(Err(FileError::NotGranted));
        };
        if !self.has_uploads() {
            return Ok(Err(FileError::NotGranted));
        }
        if reference.is_empty() || reference.len() > MAX_REFERENCE_BYTES || reference.contains('\0')
        {
            return Ok(Err(FileError::Limit));
        }
        let Ok(id) = Uuid::try_parse(file) else {
            return Ok(Err(FileError::NoSuchFile));
        };
        let (plugin, now) = (self.plugin.id.to_string(), self.now());
        let outcome = self
            .work()
            .attach_file(person, (id, kind_name(kind)), (&plugin, reference), now)
            .await
            .map_err(out_of_reach)?;
        match outcome.as_str() {
            "" => {}
            "missing" => return Ok(Err(FileError::NoSuchFile)),
            "refused" => return Ok(Err(FileError::Refused)),
            "kind" => return Ok(Err(FileError::WrongKind)),
            _ => return Ok(Err(FileError::Limit)),
        }
        if self.plugin.manifest().capabilities.kept_files {
            self.work()
                .keep_file(id, &plugin)
                .await
                .map_err(out_of_reach)?;
        }
        let found = self.files(vec![file.to_owned()]).await?.pop();
        Ok(found.ok_or(FileError::NoSuchFile))
    }

    /// The facts about a model or an avatar that is ready, as JSON.
    pub(super) async fn facts(&mut self, file: &str) -> Answer<Option<String>> {
        self.need_uploads()?;
        let Ok(id) = Uuid::try_parse(file) else {
            return Ok(None);
        };
        self.work().file_facts(id).await.map_err(out_of_reach)
    }

    /// SHA-256 of what people download, in hexadecimal: of a ready file that the plugin uses.
    pub(super) async fn digest(&mut self, file: &str) -> Answer<Option<String>> {
        self.need_uploads()?;
        let Ok(id) = Uuid::try_parse(file) else {
            return Ok(None);
        };
        let plugin = self.plugin.id.to_string();
        self.work()
            .file_digest(id, &plugin)
            .await
            .map_err(out_of_reach)
    }

    /// Ends the use of one file, or of all files of the reference.
    pub(super) async fn end_uses(&mut self, file: Option<&str>, reference: &str) -> Answer<()> {
        self.need_uploads()?;
        // An invalid id or reference matches nothing.
        let file = match file.map(Uuid::try_parse) {
            None => None,
            Some(Ok(id)) => Some(id),
            Some(Err(_)) => return Ok(()),
        };
        if reference.len() > MAX_REFERENCE_BYTES || reference.contains('\0') {
            return Ok(());
        }
        let (plugin, now) = (self.plugin.id.to_string(), self.now());
        self.work()
            .detach_files((&plugin, reference), file, now)
            .await
            .map_err(out_of_reach)
    }
}

fn info(row: FileRow, origin: &str) -> FileInfo {
    let side = |side: Option<i32>| side.and_then(|side| u32::try_from(side).ok());
    FileInfo {
        url: format!("{origin}{}", path_of(row.id)),
        id: row.id.hyphenated().to_string(),
        owner: row
            .owner
            .map(|owner| owner.hyphenated().to_string())
            .unwrap_or_default(),
        kind: match row.kind.as_str() {
            "image" => FileKind::Image,
            "video" => FileKind::Video,
            "audio" => FileKind::Audio,
            _ => FileKind::Other,
        },
        media_type: row.media_type,
        bytes: u64::try_from(row.bytes).unwrap_or_default(),
        width: side(row.width),
        height: side(row.height),
        ready: row.ready,
    }
}

/// As in the column `kind`. Plugins see a 3D model or an avatar as another kind of file with the media type
/// `model/gltf-binary` or `model/vrm`: a further case of the enumeration would not fit to components that were compiled
/// before.
fn kind_name(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Image => "image",
        FileKind::Video => "video",
        FileKind::Audio => "audio",
        FileKind::Other => "other",
    }
}
