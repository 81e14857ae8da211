//! Files that people uploaded: a plugin refers to them by their ids, and records where it uses them.

use crate::bindings::witverse::plugin::files;
use crate::error::{Error, FORBIDDEN, Problem};
use crate::problem;
use crate::uuid::Uuid;
use serde::Serialize;

/// Facts about a file, and what kind of content it has.
pub use files::{FileInfo, FileKind};

/// Maximum number of files per kernel call.
const AT_ONCE: usize = 100;

/// The caller has no such file.
pub const FILE_NOT_FOUND: Problem = problem!(
    404,
    "file_not_found",
    "파일을 찾을 수 없습니다.",
    "File not found.",
);
/// For example a video where an image is needed.
pub const FILE_WRONG_KIND: Problem = problem!(
    422,
    "file_wrong_kind",
    "이곳에는 쓸 수 없는 종류의 파일입니다.",
    "This kind of file cannot be used here.",
);
/// The check has refused the file.
pub const FILE_REFUSED: Problem = problem!(
    422,
    "file_refused",
    "확인을 통과하지 못한 파일입니다.",
    "This file did not pass the check.",
);
/// The file is used in too many places.
pub const FILE_LIMIT: Problem = problem!(
    409,
    "file_limit",
    "이 파일을 쓰는 곳이 너무 많습니다.",
    "This file is used in too many places.",
);

/// Files that people uploaded; made by [`Ctx::files`](crate::Ctx::files).
#[derive(Clone, Copy, Debug)]
pub struct Files(pub(super) ());

impl Files {
    /// Records that `reference` of this plugin uses a file of the caller, and returns the file. Idempotent. A file
    /// without uses is deleted after a day.
    ///
    /// Add `file_not_found`, `file_wrong_kind`, `file_refused` and `file_limit` to the `problems` of the route.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, FileKind, FileView, Uuid};
    /// # fn post(ctx: &Ctx, post: &Uuid, image: &Uuid) -> Result<FileView, Error> {
    /// let file = ctx.files().attach(image, FileKind::Image, &format!("post:{post}"))?;
    /// # Ok(file.into())
    /// # }
    /// ```
    pub fn attach(&self, file: &Uuid, kind: FileKind, reference: &str) -> Result<FileInfo, Error> {
        files::attach(file.as_str(), kind, reference).map_err(|error| match error {
            files::FileError::NoSuchFile => FILE_NOT_FOUND.into(),
            files::FileError::WrongKind => FILE_WRONG_KIND.into(),
            files::FileError::Refused => FILE_REFUSED.into(),
            files::FileError::Limit => FILE_LIMIT.into(),
            files::FileError::NotGranted => FORBIDDEN.into(),
        })
    }

    /// As [`Files::attach`], for a file that is shown or played at once: it must have passed its check. Errors are at the field
    /// `field` of the request.
    ///
    /// # Errors
    /// Those of `attach`, and a file that is still being checked.
    pub fn attach_ready(
        &self,
        file: &Uuid,
        kind: FileKind,
        reference: &str,
        field: &str,
    ) -> Result<FileInfo, Error> {
        let attached = self.attach(file, kind, reference);
        let info = attached.map_err(|error| error.at(field))?;
        match info.ready {
            true => Ok(info),
            false => Err(Error::field(
                field,
                "아직 확인 중인 파일입니다. 잠시 후 다시 시도해 주세요.",
                "This file is still being checked. Please try again in a moment.",
            )),
        }
    }

    /// The files among `ids` that exist, in that order. One call of the kernel for each hundred, none for no ids.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, FileView, Uuid};
    /// # fn images(ctx: &Ctx, ids: &[Uuid]) -> Vec<FileView> {
    /// ctx.files().info(ids).into_iter().map(FileView::from).collect()
    /// # }
    /// ```
    pub fn info(&self, ids: &[Uuid]) -> Vec<FileInfo> {
        ids.chunks(AT_ONCE)
            .flat_map(|ids| {
                let ids: Vec<_> = ids.iter().map(Uuid::to_string).collect();
                files::info(&ids)
            })
            .collect()
    }

    /// A file; `None` if it was deleted.
    pub fn info_of(&self, id: &Uuid) -> Option<FileInfo> {
        self.info(std::slice::from_ref(id)).pop()
    }

    /// What the kernel knows about a 3D model or an avatar that is ready, as JSON in the shape of `model` and `vrm` in the
    /// API; `None` for other files.
    pub fn facts(&self, id: &Uuid) -> Option<String> {
        files::facts(id.as_str())
    }

    /// SHA-256, in hexadecimal, of what people download: of an image, its largest picture. `None` for a file that is not ready
    /// or that this plugin does not use.
    pub fn digest(&self, id: &Uuid) -> Option<String> {
        files::digest(id.as_str())
    }

    /// Ends a use.
    pub fn detach(&self, file: &Uuid, reference: &str) {
        files::detach(file.as_str(), reference);
    }

    /// Ends all uses by a reference.
    pub fn detach_all(&self, reference: &str) {
        files::detach_all(reference);
    }
}

/// A file in a response. Its JSON Schema:
///
/// ```json
/// {
///   "type": "object",
///   "required": ["fileId", "url", "width", "height", "ready"],
///   "properties": {
///     "fileId": { "type": "string", "format": "uuid" },
///     "url": { "type": "string", "description": "The address without the variant, for FileImage of the SDK" },
///     "width": { "type": ["integer", "null"] },
///     "height": { "type": ["integer", "null"] },
///     "ready": { "type": "boolean", "description": "False while it is checked; then there is nothing at its address" }
///   }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileView {
    /// The file.
    pub file_id: Uuid,
    /// The address without the variant.
    pub url: String,
    /// Pixels, of an image.
    pub width: Option<u32>,
    /// Pixels, of an image.
    pub height: Option<u32>,
    /// Whether it can be shown.
    pub ready: bool,
}

impl From<FileInfo> for FileView {
    fn from(info: FileInfo) -> Self {
        Self {
            file_id: Uuid::trusted(info.id),
            url: info.url,
            width: info.width,
            height: info.height,
            ready: info.ready,
        }
    }
}
