//! What model and database are compared by.

use uuid::Uuid;
use witverse_ledger::{BONUS, MINT};

/// An account: balance, held, bought, state, number of the last entry (people only).
pub(super) type AccountSnapshot = (i64, i64, i64, i16, i64);

/// The accounts that never run dry.
pub(super) const SOURCES: [Uuid; 2] = [BONUS, MINT];
