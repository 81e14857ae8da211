//! The built front end: read once at the start, served from memory, compressed beforehand.
//!
//! Names with a hash in them never change their content and say so; everything else is asked for anew.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::Shared;
use crate::error::NOT_FOUND;
use crate::secret::hex;

const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const REVALIDATE: &str = "no-cache";
/// Smaller files gain nothing.
const MIN_COMPRESSED_BYTES: usize = 512;
const BROTLI_QUALITY: i32 = 11;
const BROTLI_WINDOW: i32 = 22;

struct File {
    bytes: Bytes,
    brotli: OnceLock<Bytes>,
    mime: String,
    etag: HeaderValue,
    immutable: bool,
    digest: String,
}

/// All files of shell and plugins, by URL path.
#[derive(Default)]
pub struct WebFiles {
    files: HashMap<String, Arc<File>>,
    /// The shell's page, with a place for what it needs to start.
    pub index: Option<String>,
}

impl WebFiles {
    /// Reads the shell's folder and those of plugins (path prefix, folder).
    ///
    /// # Errors
    /// The first file that cannot be read.
    pub fn read(shell: &Path, remotes: &[(String, PathBuf)]) -> std::io::Result<Self> {
        let mut web = Self::default();
        if shell.is_dir() {
            web.add("/assets/shell/", shell)?;
            web.index = fs::read_to_string(shell.join("index.html")).ok();
        }
        for (prefix, folder) in remotes {
            web.add(prefix, folder)?;
        }
        Ok(web)
    }

    fn add(&mut self, prefix: &str, folder: &Path) -> std::io::Result<()> {
        for entry in walkdir::WalkDir::new(folder) {
            let entry = entry.map_err(std::io::Error::from)?;
            if !entry.file_type().is_file() {
                continue;
            }
            let name = entry
                .path()
                .strip_prefix(folder)
                .unwrap_or(entry.path())
                .to_string_lossy()
                .replace('\\', "/");
            // Maps are for whoever has the sources; the page itself is not an asset.
            if name == "index.html" || name.ends_with(".map") {
                continue;
            }
            let bytes = Bytes::from(fs::read(entry.path())?);
            let digest = hex(&Sha256::digest(&bytes)[..16]);
            let file = File {
                brotli: OnceLock::new(),
                mime: mime_guess::from_path(&name)
                    .first_or_octet_stream()
                    .to_string(),
                etag: HeaderValue::from_str(&format!("\"{digest}\""))
                    .unwrap_or(HeaderValue::from_static("\"\"")),
                immutable: has_hash(&name),
                bytes,
                digest,
            };
            self.files.insert(format!("{prefix}{name}"), Arc::new(file));
        }
        Ok(())
    }

    /// Compresses what gains by it, or takes it from the cache of an earlier start. Takes a while.
    pub fn compress(&self, cache: &Path) {
        if let Err(error) = fs::create_dir_all(cache) {
            tracing::warn!(%error, "no cache for compressed files");
        }
        for file in self.files.values() {
            if !compressible(&file.mime) || file.bytes.len() < MIN_COMPRESSED_BYTES {
                continue;
            }
            let path = cache.join(format!("{}.br", file.digest));
            let cached = fs::read(&path)
                .ok()
                .filter(|cached| expands_to(cached, &file.bytes));
            let compressed = cached.unwrap_or_else(|| {
                let fresh = brotli(&file.bytes);
                let partial = path.with_extension("partial");
                let kept = keep(&partial, &fresh).and_then(|()| fs::rename(&partial, &path));
                if let Err(error) = kept {
                    tracing::debug!(%error, "a compressed file was not kept");
                }
                fresh
            });
            if compressed.len() < file.bytes.len() {
                let _ = file.brotli.set(compressed.into());
            }
        }
    }
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        ..Default::default()
    };
    match brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &params) {
        Ok(_) => compressed,
        Err(_) => bytes.to_vec(),
    }
}

/// Written whole before it gets its name.
fn keep(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A cache that a power cut left half written must not be served for a year.
fn expands_to(compressed: &[u8], bytes: &[u8]) -> bool {
    let mut expanded = Vec::with_capacity(bytes.len());
    brotli::BrotliDecompress(&mut &compressed[..], &mut expanded).is_ok() && expanded == bytes
}

fn compressible(mime: &str) -> bool {
    mime.starts_with("text/")
        || matches!(
            mime,
            "application/javascript" | "application/json" | "image/svg+xml" | "application/wasm"
        )
}

/// `main.0123456789.js`: a part of ten or more hexadecimal digits.
fn has_hash(name: &str) -> bool {
    name.rsplit('/')
        .next()
        .unwrap_or(name)
        .split(['.', '-'])
        .any(|part| part.len() >= 10 && part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

pub(super) async fn serve(State(app): State<Shared>, request: Request) -> Response {
    answer(&app, request.uri().path(), request.headers())
}

/// The worker that shows notices: at the root, because a worker serves the pages below its own address.
pub(super) async fn push_worker(State(app): State<Shared>, headers: HeaderMap) -> Response {
    answer(&app, "/assets/shell/push-worker.js", &headers)
}

fn answer(app: &Shared, path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = app.web.files.get(path) else {
        return super::problem::Failure::from(NOT_FOUND).into_response();
    };
    let caching = HeaderValue::from_static(if file.immutable {
        IMMUTABLE
    } else {
        REVALIDATE
    });
    let mut response = if knows(headers, &file.etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let brotli = file.brotli.get().filter(|_| accepts_brotli(headers));
        let mut response = brotli.unwrap_or(&file.bytes).clone().into_response();
        if brotli.is_some() {
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        }
        response
    };
    let headers = response.headers_mut();
    if let Ok(mime) = HeaderValue::from_str(&file.mime) {
        headers.insert(header::CONTENT_TYPE, mime);
    }
    headers.insert(header::CACHE_CONTROL, caching);
    headers.insert(header::ETAG, file.etag.clone());
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// Whether the caller has this very content already. A proxy may have called its tag a weak one.
fn knows(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    listed(headers, &header::IF_NONE_MATCH).any(|tag| {
        tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == etag.as_bytes()
    })
}

fn accepts_brotli(headers: &HeaderMap) -> bool {
    listed(headers, &header::ACCEPT_ENCODING).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight
            .trim()
            .strip_prefix("q=0")
            .is_some_and(|rest| rest.chars().all(|c| matches!(c, '0' | '.')));
        name.trim() == "br" && !refused
    })
}

/// The members of a header that is a list.
fn listed<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> impl Iterator<Item = &'a str> {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_hashed_names_never_change() {
        for hashed in ["main.0123456789.js", "a/b.0123456789abcdef.woff2"] {
            assert!(super::has_hash(hashed), "{hashed}");
        }
        for plain in ["mf-manifest.json", "demo/agora.webp", "facade.js"] {
            assert!(!super::has_hash(plain), "{plain}");
        }
    }
}
