//! `[files]`: the storage of uploaded files, quotas, and the CDN.

use reqwest::Url;
use serde::Deserialize;

use super::error::ConfigError;

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Files {
    /// The storage of one person, in MiB. `WITVERSE_FILES__QUOTA_MIB`
    pub quota_mib: u64,
    /// The origin of a CDN that forwards `/files/…` to the platform. The API returns addresses with this origin, and
    /// browsers load a file from the platform if the CDN fails. `WITVERSE_FILES__CDN_ORIGIN`
    pub cdn_origin: Option<String>,
    /// An S3 service that replaces the folder `files` under `data_dir`.
    pub s3: Option<S3>,
}

/// `[files.s3]`: any service with the S3 API.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct S3 {
    /// `WITVERSE_FILES__S3__BUCKET`
    pub bucket: String,
    /// `WITVERSE_FILES__S3__REGION`
    #[serde(default = "default_region")]
    pub region: String,
    /// The URL of a service other than AWS. `WITVERSE_FILES__S3__ENDPOINT`
    pub endpoint: Option<String>,
    /// `WITVERSE_FILES__S3__ACCESS_KEY_ID`
    pub access_key_id: String,
    /// `WITVERSE_FILES__S3__SECRET_ACCESS_KEY`
    pub secret_access_key: String,
    /// Name the bucket in the host and not in the path. `WITVERSE_FILES__S3__VIRTUAL_HOST`
    #[serde(default)]
    pub virtual_host: bool,
}

/// Without the keys, which must not be logged.
impl std::fmt::Debug for S3 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("S3")
            .field("bucket", &self.bucket)
            .field("endpoint", &self.endpoint)
            .finish_non_exhaustive()
    }
}

fn default_region() -> String {
    "us-east-1".into()
}

impl Default for Files {
    fn default() -> Self {
        Self {
            quota_mib: 2048,
            cdn_origin: None,
            s3: None,
        }
    }
}

impl Files {
    /// Brings the origin into the form that browsers use. Refuses an address with a path, and a quota of nothing.
    pub(super) fn check(&mut self) -> Result<(), ConfigError> {
        if self.quota_mib == 0 {
            return Err(ConfigError(
                "files.quota_mib is 0, so no file could be uploaded: set it to 1 or more, or leave it out for the default."
                    .into(),
            ));
        }
        if let Some(origin) = &self.cdn_origin {
            let parsed = Url::parse(origin).ok().filter(|url| {
                matches!(url.scheme(), "https" | "http")
                    && url.path() == "/"
                    && url.query().is_none()
            });
            let Some(parsed) = parsed else {
                return Err(ConfigError(format!(
                    "files.cdn_origin is not an origin: {origin}. Write scheme and host only, as in https://cdn.example."
                )));
            };
            self.cdn_origin = Some(parsed.origin().ascii_serialization());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Files;

    #[test]
    fn a_cdn_is_an_origin() {
        for (origin, expected) in [
            ("https://cdn.example", Some("https://cdn.example")),
            ("https://CDN.example/", Some("https://cdn.example")),
            ("https://cdn.example/files", None),
            ("cdn.example", None),
            ("ftp://cdn.example", None),
        ] {
            let mut files = Files {
                cdn_origin: Some(origin.into()),
                ..Files::default()
            };
            let checked = files.check().ok().and(files.cdn_origin);
            assert_eq!(checked.as_deref(), expected, "{origin}");
        }
        let mut none = Files {
            quota_mib: 0,
            ..Files::default()
        };
        assert!(none.check().is_err());
    }
}
