//! `MANIFEST.json`: the id and version of the plugin, and the SHA-256 of each file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::archive::{Files, is_plain_path};
use super::error::PackageError;
use crate::secret::hex;

/// The only format so far.
const FORMAT: u32 = 1;

/// What a package contains.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Contents {
    format: u32,
    /// `<publisher>.<name>`.
    pub plugin: String,
    pub version: String,
    /// Path → SHA-256 in lower-case hexadecimal.
    pub files: BTreeMap<String, String>,
}

impl Contents {
    pub(super) fn of(plugin: &str, version: &str, files: &Files) -> Self {
        let hashes = files
            .iter()
            .map(|(path, content)| (path.clone(), hex(&Sha256::digest(content))));
        Self {
            format: FORMAT,
            plugin: plugin.to_owned(),
            version: version.to_owned(),
            files: hashes.collect(),
        }
    }

    pub(super) fn parse(bytes: &[u8]) -> Result<Self, PackageError> {
        let bad = |why: String| PackageError::BadContents(why);
        let contents: Self =
            serde_json::from_slice(bytes).map_err(|error| bad(error.to_string()))?;
        if contents.format != FORMAT {
            return Err(bad(format!(
                "format {} is not supported; this kernel reads format {FORMAT}",
                contents.format
            )));
        }
        if let Some(path) = contents.files.keys().find(|path| !is_plain_path(path)) {
            return Err(PackageError::BadPath(path.clone()));
        }
        // The digest of a package is the hash of these bytes, so there must be only one way to write them.
        if contents.to_bytes() != bytes {
            return Err(bad("it is not in its canonical form".into()));
        }
        contents.publisher()?;
        Ok(contents)
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The first part of the id, which the publisher's keys own.
    ///
    /// # Errors
    /// The id is not `<publisher>.<name>`.
    pub fn publisher(&self) -> Result<String, PackageError> {
        match self.plugin.split_once('.') {
            Some((publisher, name)) if !publisher.is_empty() && !name.contains('.') => {
                Ok(publisher.to_owned())
            }
            _ => Err(PackageError::BadContents(format!(
                "the id {:?} is not like publisher.name",
                self.plugin
            ))),
        }
    }

    /// Checks that the files are exactly the listed ones.
    pub(super) fn compare(&self, files: &Files) -> Result<(), PackageError> {
        for (path, hash) in &self.files {
            match files.get(path) {
                None => return Err(PackageError::Missing(path.clone())),
                Some(content) if hex(&Sha256::digest(content)) != *hash => {
                    return Err(PackageError::Changed(path.clone()));
                }
                Some(_) => {}
            }
        }
        match files.keys().find(|path| !self.files.contains_key(*path)) {
            Some(path) => Err(PackageError::Unlisted(path.clone())),
            None => Ok(()),
        }
    }
}
