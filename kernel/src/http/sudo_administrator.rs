//! Administrators with a recent proof of identity: for operations that move money.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;

use super::extract::{Administrator, Sudo};
use super::problem::Failure;
use super::state::Shared;

/// An administrator with a recent proof. A caller who is not an administrator is refused without being asked for a
/// proof.
pub(super) struct SudoAdministrator(pub(super) Administrator);

impl<S> FromRequestParts<S> for SudoAdministrator
where
    Shared: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let administrator = Administrator::from_request_parts(parts, state).await?;
        Sudo::from_request_parts(parts, state).await?;
        Ok(Self(administrator))
    }
}
