//! How statements fail.

use crate::bindings::witverse::plugin::sql as host;

/// What kind of failure a statement met.
pub use host::SqlErrorKind as ErrorKind;

/// A statement failed. Turns into a [`crate::Error`] with `?`; see [`OnConstraint`](super::OnConstraint) for the failures that a caller causes.
pub use host::SqlError;
