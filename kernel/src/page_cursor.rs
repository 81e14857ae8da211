//! The position of a page in a list that is ordered by time and id.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

/// The last row of a page; the next page begins after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageCursor {
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    pub id: Uuid,
}

impl PageCursor {
    /// Before every row.
    pub const FIRST: Self = Self {
        at: datetime!(1970-01-01 00:00 UTC),
        id: Uuid::nil(),
    };
    /// After every row.
    pub const LAST: Self = Self {
        at: datetime!(9999-12-31 00:00 UTC),
        id: Uuid::max(),
    };
}
