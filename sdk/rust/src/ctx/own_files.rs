//! Files of the plugin itself: for plugins that operators install.

use crate::bindings::witverse::plugin::own_files;
use crate::error::{Error, FORBIDDEN, Problem};
use crate::problem;
use crate::uuid::Uuid;

pub use own_files::{OwnFile, OwnFileError, OwnFileState};

/// There is no such file, or the check has refused it.
pub const OWN_FILE_NOT_FOUND: Problem = problem!(
    404,
    "own_file_not_found",
    "파일을 찾을 수 없습니다.",
    "File not found.",
);
/// No picture, sound, video or text, or one that is too large.
pub const OWN_FILE_INVALID: Problem = problem!(
    422,
    "own_file_invalid",
    "512KB까지의 그림, 소리, 동영상, 글 파일만 쓸 수 있습니다.",
    "Only pictures, sounds, videos and texts of up to 512 KB can be used.",
);
/// The space that the operator allows is used up.
pub const OWN_FILE_LIMIT: Problem = problem!(
    507,
    "own_file_limit",
    "파일을 저장할 공간이 없습니다.",
    "There is no space left for files.",
);

/// Files of the plugin itself, under names; made by [`Ctx::own_files`](crate::Ctx::own_files).
///
/// They need the capability `files = { mib = 8, read = "see" }`. The page shows one with `frame.file(name)`.
#[derive(Clone, Copy, Debug)]
pub struct OwnFiles(pub(super) ());

impl OwnFiles {
    /// Writes a file of at most 512 KiB; replaces one with the same name. It can be downloaded after its check. A file of
    /// a person is deleted with their account.
    ///
    /// Handle [`OwnFileError`], or let it pass: it becomes `own_file_invalid`, `own_file_limit` or `forbidden`, which the
    /// `problems` of the route then list.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, Uuid};
    /// # fn save(ctx: &Ctx, id: &Uuid, picture: &[u8]) -> Result<(), Error> {
    /// let me = ctx.caller()?;
    /// ctx.own_files().write(&format!("drawing-{id}"), picture, Some(&me.id))?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn write(
        &self,
        name: &str,
        content: &[u8],
        person: Option<&Uuid>,
    ) -> Result<OwnFile, OwnFileError> {
        own_files::write(name, content, person.map(Uuid::as_str))
    }

    /// The bytes of a file, also while it is checked.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, OwnFileError> {
        own_files::read(name)
    }

    /// Deletes a file; false if there is none.
    pub fn remove(&self, name: &str) -> Result<bool, OwnFileError> {
        own_files::remove(name)
    }

    /// Files whose names begin with `prefix`, in the order of their names, beginning after `after`. At most 100.
    pub fn find(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<OwnFile>, OwnFileError> {
        own_files::find(prefix, after, limit)
    }
}

impl From<OwnFileError> for Error {
    fn from(error: OwnFileError) -> Self {
        match error {
            OwnFileError::NotGranted => FORBIDDEN,
            OwnFileError::NoSuchFile | OwnFileError::Refused => OWN_FILE_NOT_FOUND,
            OwnFileError::Limit => OWN_FILE_LIMIT,
            OwnFileError::InvalidName
            | OwnFileError::InvalidPerson
            | OwnFileError::InvalidSize
            | OwnFileError::Unsupported => OWN_FILE_INVALID,
        }
        .into()
    }
}
