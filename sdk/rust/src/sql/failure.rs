//! How statements fail.

use crate::bindings::witverse::plugin::sql as host;

/// The kind of a statement's failure.
pub use host::SqlErrorKind as ErrorKind;

/// A statement failed. Turns into a [`crate::Error`] with `?`; see [`OnConstraint`](super::OnConstraint) for the failures that a caller causes.
pub use host::SqlError;
