//! Shared by operations on lists and single resources: pages, and the values of paths and queries.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::extract::query_value;
use super::problem::Failure;
use crate::error::{INVALID_QUERY, NOT_FOUND};

/// One page of a list.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct List<T> {
    pub(super) items: Vec<T>,
    /// The cursor of the next page; null on the last page.
    pub(super) next_cursor: Option<String>,
}

impl<T> List<T> {
    /// Builds a page from at most `limit` + 1 items; the extra item shows that there is a next page.
    pub(super) fn of<K: Serialize>(mut items: Vec<T>, limit: i64, key: impl Fn(&T) -> K) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = items.len() > limit;
        items.truncate(limit);
        let last = items.last().filter(|_| more);
        Self {
            next_cursor: last.map(|last| super::extract::Page::after(&key(last))),
            items,
        }
    }
}

/// The values of a path. Handlers check them after the authentication.
pub(super) struct PathValues(Vec<(String, String)>);

/// The longest value that can be valid, in bytes.
const MAX_VALUE_BYTES: usize = 200;

impl<S: Send + Sync> FromRequestParts<S> for PathValues {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let values = RawPathParams::from_request_parts(parts, state).await;
        // A value that is not UTF-8 matches nothing: each lookup fails.
        Ok(Self(values.map_or_else(
            |_| Vec::new(),
            |values| {
                values
                    .iter()
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect()
            },
        )))
    }
}

impl PathValues {
    /// A value by the name of its placeholder.
    pub(super) fn text(&self, name: &str) -> Result<&str, Failure> {
        self.0
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
            .filter(|value| value.len() <= MAX_VALUE_BYTES && !value.contains('\0'))
            .ok_or_else(|| NOT_FOUND.into())
    }

    /// A value as an id.
    pub(super) fn id(&self, name: &str) -> Result<Uuid, Failure> {
        Uuid::try_parse(self.text(name)?).map_err(|_| NOT_FOUND.into())
    }
}

/// The values of the query, checked to be valid for the database.
pub(super) struct Query(Parts);

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let query = Self(parts.clone());
        // An invalid encoding is refused even if no value is read.
        query.text("")?;
        Ok(query)
    }
}

impl Query {
    /// A value that is not empty and not too long.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Failure> {
        let value = query_value(&self.0, name)?.filter(|value| !value.is_empty());
        match value {
            Some(value) if value.len() > MAX_VALUE_BYTES + 100 || value.contains('\0') => {
                Err(INVALID_QUERY.into())
            }
            value => Ok(value),
        }
    }
}

/// Checks a text from a cursor, which clients can forge.
pub(super) fn reject_nul(text: String) -> Result<String, Failure> {
    if text.contains('\0') {
        return Err(INVALID_QUERY.into());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{List, PathValues};

    #[test]
    fn a_page_has_a_cursor_if_there_is_a_next_page() {
        let list = |read: Vec<u8>| List::of(read, 2, |item| *item);
        assert_eq!(list(vec![1, 2]).next_cursor, None);
        assert_eq!(list(vec![]).next_cursor, None);
        let more = list(vec![1, 2, 3]);
        assert_eq!(more.items, [1, 2]);
        assert!(more.next_cursor.is_some());
    }

    #[test]
    fn invalid_path_values_are_not_found() {
        let path = |value: &str| PathValues(vec![("id".into(), value.into())]);
        assert!(
            path("0190a1b2-0000-7000-8000-000000000001")
                .id("id")
                .is_ok()
        );
        for bad in ["", "7", "a\0b", &"x".repeat(300)] {
            assert!(path(bad).id("id").is_err(), "{bad:.10}");
        }
        assert!(path("x").text("other").is_err());
    }
}
