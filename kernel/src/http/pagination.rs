//! Shared by operations on lists and single resources: pages, and the values of paths and queries.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::extract::query_value;
use super::problem::Failure;
use crate::error::{INVALID_QUERY, NOT_FOUND, PAGE_TOO_DEEP};
use crate::list_window::{Rows, Window};

/// One page of a list.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct List<T> {
    pub(super) items: Vec<T>,
    /// The requested page, from 1; with a cursor, 1.
    pub(super) page: i64,
    /// Rows per page.
    pub(super) limit: i64,
    /// The number of rows in the list, up to the counting limit of 200.
    pub(super) total: i64,
    /// The cursor of the next page; null on the last page.
    pub(super) next_cursor: Option<String>,
}

impl<T> List<T> {
    /// Builds a page from at most `limit` + 1 items; the extra item shows that there is a next page.
    pub(super) fn of<K: Serialize>(rows: Rows<T>, page: &Page, key: impl Fn(&T) -> K) -> Self {
        let Rows { mut items, total } = rows;
        let limit = usize::try_from(page.limit).unwrap_or(usize::MAX);
        let more = items.len() > limit;
        items.truncate(limit);
        let last = items.last().filter(|_| more);
        Self {
            next_cursor: last.map(|last| Page::after(&key(last))),
            items,
            page: page.number,
            limit: page.limit,
            total,
        }
    }
}

/// `?page=&limit=` or `?cursor=&limit=` of a paged list. Cursors are opaque to clients.
pub(super) struct Page {
    cursor: Option<String>,
    /// From 1; with a cursor, 1.
    pub(super) number: i64,
    pub(super) limit: i64,
}

/// The largest page.
const MAX_PAGE: i64 = 100;
const DEFAULT_PAGE: i64 = 20;
/// The last page that can be requested by number.
const LAST_PAGE: i64 = 100;

impl<S: Send + Sync> FromRequestParts<S> for Page {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        // An empty value is none, as in the lists of plugins.
        let value = |name| -> Result<Option<String>, Failure> {
            Ok(query_value(parts, name)?.filter(|text| !text.is_empty()))
        };
        let limit = match value("limit")? {
            None => DEFAULT_PAGE,
            Some(text) => text
                .parse()
                .ok()
                .filter(|limit| (1..=MAX_PAGE).contains(limit))
                .ok_or(INVALID_QUERY)?,
        };
        let number = match value("page")? {
            None => 1,
            Some(text) => text
                .parse()
                .ok()
                .filter(|number| *number >= 1)
                .ok_or(INVALID_QUERY)?,
        };
        let cursor = value("cursor")?;
        let number = if cursor.is_some() { 1 } else { number };
        if number > LAST_PAGE {
            return Err(PAGE_TOO_DEEP.into());
        }
        Ok(Self {
            cursor,
            number,
            limit,
        })
    }
}

impl Page {
    /// Decodes the cursor; a cursor that [`Page::after`] did not create is refused.
    pub(super) fn window<K: DeserializeOwned>(&self) -> Result<Window<K>, Failure> {
        let after = match &self.cursor {
            None => None,
            Some(cursor) => {
                let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| INVALID_QUERY)?;
                Some(serde_json::from_slice(&bytes).map_err(|_| INVALID_QUERY)?)
            }
        };
        Ok(Window {
            after,
            skip: (self.number - 1) * self.limit,
            fetch: self.limit + 1,
        })
    }

    #[cfg(test)]
    pub(super) fn numbered(number: i64, limit: i64) -> Self {
        Self {
            cursor: None,
            number,
            limit,
        }
    }

    /// A cursor with the position after an item.
    pub(super) fn after(key: &impl Serialize) -> String {
        URL_SAFE_NO_PAD.encode(serde_json::to_vec(key).unwrap_or_default())
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
                    .map(|(name, value)| {
                        (name.to_owned(), witverse_text::clean(value).into_owned())
                    })
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
    use super::{List, Page, PathValues, Rows};

    #[test]
    fn a_page_has_a_cursor_if_there_is_a_next_page() {
        let page = Page::numbered(1, 2);
        let list = |items: Vec<u8>| List::of(Rows { items, total: 9 }, &page, |item| *item);
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
