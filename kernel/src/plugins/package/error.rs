//! Why a package is refused: for the author in a terminal (English), and for the operator who uploads it (both languages).

use crate::error::Localized;

/// Each error names the file that it is about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackageError {
    #[error("the archive cannot be read: {0}")]
    NotAnArchive(String),
    #[error("the archive has {bytes} bytes; at most {limit} are allowed")]
    ArchiveTooLarge { bytes: u64, limit: u64 },
    #[error("the archive has {files} files; at most {limit} are allowed")]
    TooManyFiles { files: usize, limit: usize },
    #[error("{0}: unpacked, it is larger than allowed")]
    FileTooLarge(String),
    #[error("unpacked, the files have more than {limit} bytes")]
    ContentsTooLarge { limit: u64 },
    #[error(
        "{0:?}: a path has at most 200 letters, digits, dots, hyphens, underscores and slashes, and stays inside of the \
         bundle"
    )]
    BadPath(String),
    #[error("{0}: two files have this path, or paths that differ only in upper and lower case")]
    Twice(String),
    #[error("{0}: only plain files can be packed")]
    NotAFile(String),
    #[error("{0} is missing")]
    Missing(String),
    #[error("{0} is not listed in MANIFEST.json")]
    Unlisted(String),
    #[error("{0} was changed after the package was made")]
    Changed(String),
    #[error("MANIFEST.json: {0}")]
    BadContents(String),
    #[error("the package is not signed")]
    Unsigned,
    #[error("signatures/publisher.json: {0}")]
    BadSignature(String),
    #[error(
        "plugins of {publisher} are signed with a key of {publisher}, and this key is of {signed_by}"
    )]
    OtherPublisher {
        publisher: String,
        signed_by: String,
    },
    #[error("{0}")]
    BadBundle(String),
    #[error("{0}")]
    Io(String),
}

impl PackageError {
    /// For the operator: the file, what is wrong with it, and what they can do. The error itself is for the author.
    #[must_use]
    pub fn localized(&self) -> Localized {
        match self {
            Self::NotAnArchive(_) => Localized::new(
                "플러그인 파일(.verse)이 아니거나 손상된 파일입니다. 파일을 다시 받아 주세요.",
                "This is not a plugin file (.verse), or it is damaged. Download it again.",
            ),
            Self::ArchiveTooLarge { limit, .. } => Localized::new(
                format!(
                    "파일이 너무 큽니다. {}MB까지 올릴 수 있습니다.",
                    limit >> 20
                ),
                format!(
                    "This file is too large. A plugin file has at most {} MB.",
                    limit >> 20
                ),
            ),
            Self::TooManyFiles { limit, .. } => Localized::new(
                format!(
                    "담긴 파일이 {limit}개보다 많습니다. 만든 사람에게 파일 수를 줄여 달라고 해 주세요."
                ),
                format!(
                    "It contains more than {limit} files. Ask its author for a smaller plugin."
                ),
            ),
            Self::FileTooLarge(file) => Localized::new(
                format!("{file} 파일이 너무 큽니다. 만든 사람에게 크기를 줄여 달라고 해 주세요."),
                format!("{file} is too large. Ask its author for a smaller plugin."),
            ),
            Self::ContentsTooLarge { limit } => Localized::new(
                format!(
                    "압축을 풀면 {}MB보다 큽니다. 만든 사람에게 크기를 줄여 달라고 해 주세요.",
                    limit >> 20
                ),
                format!(
                    "Unpacked, it has more than {} MB. Ask its author for a smaller plugin.",
                    limit >> 20
                ),
            ),
            Self::Unsigned => Localized::new(
                "서명이 없는 플러그인은 설치할 수 없습니다. 만든 사람에게 서명된 파일을 요청해 주세요.",
                "This plugin is not signed and cannot be installed. Ask its author for a signed file.",
            ),
            Self::Changed(file) => Localized::new(
                format!(
                    "서명한 뒤에 {file} 파일이 바뀌었습니다. 만든 사람에게서 파일을 다시 받아 주세요."
                ),
                format!(
                    "{file} was changed after the plugin was signed. Get the file from its author again."
                ),
            ),
            Self::Missing(file) => Localized::new(
                format!("{file} 파일이 빠져 있습니다. 만든 사람에게 온전한 파일을 요청해 주세요."),
                format!("{file} is missing. Ask its author for a complete plugin file."),
            ),
            Self::Unlisted(file) => Localized::new(
                format!(
                    "목록(MANIFEST.json)에 없는 {file} 파일이 들어 있습니다. 만든 사람에게서 파일을 다시 받아 주세요."
                ),
                format!(
                    "It contains {file}, which MANIFEST.json does not list. Get the file from its author again."
                ),
            ),
            Self::BadSignature(_) => Localized::new(
                "서명(signatures/publisher.json)을 확인할 수 없습니다. 만든 사람에게 다시 서명한 파일을 요청해 주세요.",
                "The signature (signatures/publisher.json) cannot be verified. Ask its author to sign it again.",
            ),
            Self::OtherPublisher {
                publisher,
                signed_by,
            } => Localized::new(
                format!(
                    "{publisher}의 플러그인인데 {signed_by}의 키로 서명되었습니다. {publisher}에게서 직접 파일을 받아 주세요."
                ),
                format!(
                    "It is a plugin of {publisher}, but signed with a key of {signed_by}. Get it from {publisher}."
                ),
            ),
            Self::BadContents(_) => Localized::new(
                "MANIFEST.json이 올바르지 않습니다. 만든 사람에게 다시 만든 파일을 요청해 주세요.",
                "MANIFEST.json is invalid. Ask its author to pack the plugin again.",
            ),
            Self::BadPath(file) | Self::Twice(file) | Self::NotAFile(file) => Localized::new(
                format!(
                    "담을 수 없는 파일({file})이 들어 있습니다. 만든 사람에게 다시 만든 파일을 요청해 주세요."
                ),
                format!(
                    "It contains a file that is not allowed ({file}). Ask its author to pack the plugin again."
                ),
            ),
            Self::BadBundle(_) | Self::Io(_) => Localized::new(
                "플러그인 파일에 문제가 있어 설치할 수 없습니다. 만든 사람에게 알려 주세요.",
                "This plugin file is faulty and cannot be installed. Tell its author.",
            ),
        }
    }
}
