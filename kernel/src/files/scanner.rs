//! The port that every file passes before other people can see it.

use std::path::Path;

use futures::future::BoxFuture;
use sqlx::PgPool;
use uuid::Uuid;

use super::messages::FILE_FORBIDDEN;
use crate::error::{Catalogue, Result};

/// A complete upload, as the client sent it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    pub file: Uuid,
    pub owner: Uuid,
    /// SHA-256 of the bytes.
    pub digest: &'a [u8],
    pub path: &'a Path,
}

/// Decides whether a file may be shared. An error is not a decision: the file is checked again later.
pub trait FileScanner: Send + Sync {
    /// The reason of the refusal, if the file is refused.
    fn scan<'a>(&'a self, candidate: Candidate<'a>) -> BoxFuture<'a, Result<Option<Catalogue>>>;
}

/// The default: refuses the digests of `kernel.forbidden_file`.
pub struct ForbiddenDigests {
    pub pool: PgPool,
}

impl FileScanner for ForbiddenDigests {
    fn scan<'a>(&'a self, candidate: Candidate<'a>) -> BoxFuture<'a, Result<Option<Catalogue>>> {
        Box::pin(async move {
            let reason: Option<String> =
                sqlx::query_scalar("select reason from kernel.forbidden_file where digest = $1")
                    .bind(candidate.digest)
                    .fetch_optional(&self.pool)
                    .await?;
            Ok(reason.map(|reason| {
                tracing::warn!(file = %candidate.file, owner = %candidate.owner, reason, "a forbidden file was refused");
                FILE_FORBIDDEN
            }))
        })
    }
}
