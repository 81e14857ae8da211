//! The state by which model and database are compared.

use uuid::Uuid;
use witverse_ledger::{BONUS, MINT};

/// An account: balance, held, bought, state, number of the last entry (people only).
pub(super) type AccountSnapshot = (i64, i64, i64, i16, i64);

/// Accounts that always have enough WIT.
pub(super) const SOURCES: [Uuid; 2] = [BONUS, MINT];
