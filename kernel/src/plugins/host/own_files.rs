//! Files of an install: stored under its own id, within the space that the operator allows. Every refusal is typed.

use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use witverse_runtime::OwnFileBackend;
use witverse_runtime::types::{OwnFile, OwnFileError, OwnFileState};

use super::{Answer, PluginHost, out_of_reach};
use crate::files::{MAX_OWN_FILE_BYTES, is_own_file_name, own_file_type};
use crate::plugins::install_records::Measured;
use crate::unit_of_work::{NewOwnFile, OwnFileRow, parse_person};

/// The most files of an install.
const MAX_FILES: i32 = 2_000;
/// The most files of one answer.
const MAX_FOUND: u32 = 100;

type Tried<T> = Result<T, OwnFileError>;

impl PluginHost {
    /// The space of the install in bytes, if it may have files.
    fn file_space(&mut self) -> Tried<i64> {
        let own = self.plugin.manifest().capabilities.files.own();
        let Some(mib) = own.map(|own| own.mib) else {
            self.denied("files");
            return Err(OwnFileError::NotGranted);
        };
        self.used(Measured::Files);
        Ok(i64::from(mib) << 20)
    }

    fn named_file(&mut self, name: &str) -> Tried<i64> {
        let space = self.file_space()?;
        match is_own_file_name(name) {
            true => Ok(space),
            false => Err(OwnFileError::InvalidName),
        }
    }
}

impl OwnFileBackend for PluginHost {
    async fn write_own_file(
        &mut self,
        name: String,
        content: Vec<u8>,
        person: Option<String>,
    ) -> Answer<Tried<OwnFile>> {
        let space = match self.named_file(&name) {
            Ok(space) => space,
            Err(error) => return Ok(Err(error)),
        };
        let person = match person.as_deref().map(parse_person) {
            Some(None) => return Ok(Err(OwnFileError::InvalidPerson)),
            person => person.flatten(),
        };
        if content.is_empty() || content.len() > MAX_OWN_FILE_BYTES {
            return Ok(Err(OwnFileError::InvalidSize));
        }
        let Some(media_type) = own_file_type(&content) else {
            return Ok(Err(OwnFileError::Unsupported));
        };
        let (install, now) = (self.plugin.id.to_string(), self.now());
        let bytes = content.len() as u64;
        let file = NewOwnFile {
            install: &install,
            name: &name,
            media_type,
            digest: Sha256::digest(&content).into(),
            content,
            person,
        };
        let outcome = self
            .work()
            .write_own_file(file, (space, MAX_FILES), now)
            .await
            .map_err(out_of_reach)?;
        Ok(match outcome.as_str() {
            "" => Ok(OwnFile {
                name,
                media_type: media_type.to_owned(),
                bytes,
                person: person.map(|person| person.hyphenated().to_string()),
                state: OwnFileState::Checking,
                changed_at_ms: unix_ms(now),
            }),
            "limit" => Err(OwnFileError::Limit),
            _ => Err(OwnFileError::NotGranted),
        })
    }

    async fn read_own_file(&mut self, name: String) -> Answer<Tried<Vec<u8>>> {
        if let Err(error) = self.named_file(&name) {
            return Ok(Err(error));
        }
        let install = self.plugin.id.to_string();
        let found = self
            .work()
            .read_own_file(&install, &name)
            .await
            .map_err(out_of_reach)?;
        Ok(match found {
            None => Err(OwnFileError::NoSuchFile),
            Some((_, true)) => Err(OwnFileError::Refused),
            Some((content, false)) => Ok(content),
        })
    }

    async fn remove_own_file(&mut self, name: String) -> Answer<Tried<bool>> {
        if let Err(error) = self.named_file(&name) {
            return Ok(Err(error));
        }
        let install = self.plugin.id.to_string();
        let removed = self
            .work()
            .remove_own_file(&install, &name)
            .await
            .map_err(out_of_reach)?;
        Ok(Ok(removed))
    }

    async fn find_own_files(
        &mut self,
        prefix: String,
        after: Option<String>,
        limit: u32,
    ) -> Answer<Tried<Vec<OwnFile>>> {
        if let Err(error) = self.file_space() {
            return Ok(Err(error));
        }
        let after = after.unwrap_or_default();
        if [&prefix, &after]
            .into_iter()
            .any(|part| !part.is_empty() && !is_own_file_name(part))
        {
            return Ok(Err(OwnFileError::InvalidName));
        }
        let install = self.plugin.id.to_string();
        let limit = i32::try_from(limit.min(MAX_FOUND)).unwrap_or_default();
        let rows = self
            .work()
            .find_own_files(&install, (&prefix, &after), limit)
            .await
            .map_err(out_of_reach)?;
        Ok(Ok(rows.into_iter().map(found).collect()))
    }
}

fn found(row: OwnFileRow) -> OwnFile {
    OwnFile {
        name: row.name,
        media_type: row.media_type,
        bytes: u64::try_from(row.bytes).unwrap_or_default(),
        person: row.person.map(|person| person.hyphenated().to_string()),
        state: match row.state.as_str() {
            "ready" => OwnFileState::Ready,
            "refused" => OwnFileState::Refused,
            _ => OwnFileState::Checking,
        },
        changed_at_ms: unix_ms(row.changed_at),
    }
}

fn unix_ms(at: OffsetDateTime) -> u64 {
    u64::try_from(at.unix_timestamp_nanos() / 1_000_000).unwrap_or_default()
}
