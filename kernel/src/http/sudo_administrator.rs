//! Administrators who proved who they are a moment ago: for what moves money.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;

use super::extract::{Administrator, Sudo};
use super::problem::Failure;
use super::state::Shared;

/// An administrator with a fresh proof. Whoever is none is told so, and not asked to prove anything.
pub(super) struct SudoAdministrator(pub(super) Administrator);

impl<S> FromRequestParts<S> for SudoAdministrator
where
    Shared: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let staff = Administrator::from_request_parts(parts, state).await?;
        Sudo::from_request_parts(parts, state).await?;
        Ok(Self(staff))
    }
}
