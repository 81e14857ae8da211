//! `/api/account/deletion` and `/api/account/export`: leaving, and taking one's data along.

use crate::http::operation::Operation;

pub(super) fn operations() -> Vec<Operation> {
    vec![]
}
