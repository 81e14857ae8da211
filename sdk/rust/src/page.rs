//! Paginated lists with a constant cost per page.
//!
//! The first pages can be requested by number; later ones by cursor: an opaque text with the sort key of the last row,
//! at which the database starts reading. Page numbers beyond a plugin's limit are refused, because the cost of skipped
//! rows grows with the page number.

use crate::error::{Error, PAGE_TOO_DEEP};
use crate::time::Timestamp;
use crate::uuid::Uuid;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The response of a list.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(description = "")]
pub struct Page<T> {
    /// The rows.
    #[schemars(description = "")]
    pub items: Vec<T>,
    /// The requested page, from 1; with a cursor, 1.
    #[schemars(description = "")]
    pub page: u32,
    /// Rows per page.
    #[schemars(description = "")]
    pub limit: u32,
    /// The number of rows in the list, up to the counting limit; absent if they are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(description = "")]
    pub total: Option<u64>,
    /// Where the next page starts; `null` at the end.
    #[schemars(description = "")]
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// The same page with every row converted.
    pub fn map<U>(self, turn: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(turn).collect(),
            page: self.page,
            limit: self.limit,
            total: self.total,
            next_cursor: self.next_cursor,
        }
    }

    /// The same page with the rows that `turn` converts; the others are left out, for example those of erased accounts.
    pub fn filter_map<U>(self, turn: impl FnMut(T) -> Option<U>) -> Page<U> {
        let turned = self.map(turn);
        Page {
            items: turned.items.into_iter().flatten().collect(),
            page: turned.page,
            limit: turned.limit,
            total: turned.total,
            next_cursor: turned.next_cursor,
        }
    }
}

/// The query of a list: `?page=&limit=` or `?cursor=&limit=`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, schemars::JsonSchema)]
pub struct PageQuery {
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    pub page: Option<u32>,
    /// Rows per page.
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    pub limit: Option<u32>,
    /// The `nextCursor` of the previous response; takes precedence over `page`.
    pub cursor: Option<String>,
}

/// A checked [`PageQuery`].
#[derive(Clone, Debug, PartialEq)]
pub struct Window<K> {
    /// The page, from 1.
    pub page: u32,
    /// Rows per page.
    pub limit: u32,
    /// Rows to skip; 0 with a cursor.
    pub offset: u32,
    /// The sort key of the last row of the previous page.
    pub after: Option<K>,
}

/// The limits of one list.
#[derive(Clone, Copy, Debug)]
pub struct PageLimits {
    /// Rows per page by default.
    pub default_limit: u32,
    /// Maximum rows per page.
    pub max_limit: u32,
    /// The last page that can be requested by number.
    pub max_page: u32,
}

/// 20 rows per page, at most 100, and 100 pages by number.
pub const USUAL: PageLimits = PageLimits {
    default_limit: 20,
    max_limit: 100,
    max_page: 100,
};

impl PageQuery {
    /// Checks the query against the list's limits.
    ///
    /// ```
    /// use witverse_sdk::page::{PageQuery, USUAL, Window};
    /// let asked = PageQuery { page: Some(3), ..Default::default() };
    /// let window: Window<i64> = asked.window(USUAL).expect("within limits");
    /// assert_eq!((window.limit, window.offset), (20, 40));
    /// ```
    pub fn window<K: DeserializeOwned>(&self, limits: PageLimits) -> Result<Window<K>, Error> {
        let limit = self.limit.unwrap_or(limits.default_limit);
        if limit == 0 || limit > limits.max_limit {
            let max = limits.max_limit;
            return Err(Error::field(
                "limit",
                format!("1~{max} 사이의 값이어야 합니다."),
                format!("This must be between 1 and {max}."),
            ));
        }
        let after = match &self.cursor {
            Some(cursor) => Some(decode(cursor)?),
            None => None,
        };
        let page = match after {
            Some(_) => 1,
            None => self.page.unwrap_or(1),
        };
        if page == 0 {
            return Err(Error::field(
                "page",
                "1 이상의 값이어야 합니다.",
                "This must be 1 or more.",
            ));
        }
        if page > limits.max_page {
            return Err(Error::from(PAGE_TOO_DEEP).at("page"));
        }
        Ok(Window {
            page,
            limit,
            offset: (page - 1) * limit,
            after,
        })
    }
}

impl<K> Window<K> {
    /// How many rows to read: one more than the page holds, which shows whether there is a next page.
    pub fn fetch(&self) -> u32 {
        self.limit + 1
    }

    /// Builds the response of a list whose rows are not counted: it has no total. `key` returns a row's sort key.
    ///
    /// ```
    /// use witverse_sdk::page::{PageQuery, USUAL};
    /// let window = PageQuery { limit: Some(2), ..Default::default() }.window::<i64>(USUAL).expect("fine");
    /// let page = window.page(vec![9, 8, 7], |row: &i64| *row);
    /// assert_eq!((page.items, page.next_cursor.is_some(), page.total), (vec![9, 8], true, None));
    /// ```
    pub fn page<T>(&self, rows: Vec<T>, key: impl Fn(&T) -> K) -> Page<T>
    where
        K: Serialize,
    {
        self.page_of(rows, None, key)
    }

    /// Builds the response of a list whose rows are counted.
    pub fn counted_page<T>(&self, rows: Vec<T>, total: u64, key: impl Fn(&T) -> K) -> Page<T>
    where
        K: Serialize,
    {
        self.page_of(rows, Some(total), key)
    }

    fn page_of<T>(&self, mut rows: Vec<T>, total: Option<u64>, key: impl Fn(&T) -> K) -> Page<T>
    where
        K: Serialize,
    {
        let limit = self.limit as usize;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let last = rows.last().filter(|_| more);
        Page {
            next_cursor: last.map(|row| encode(&key(row))),
            items: rows,
            page: self.page,
            limit: self.limit,
            total,
        }
    }
}

/// Sort key of a list by time: microseconds since the epoch, and an id, which orders rows of the same time.
pub type TimeKey = (i64, Uuid);

/// Where a page of a list by time starts, newest first: rows before this key. Later than any row for the first page.
///
/// ```
/// use witverse_sdk::{Timestamp, page};
/// assert_eq!(page::upper_bound(None).0, Timestamp::LATEST);
/// ```
pub fn upper_bound(after: Option<&TimeKey>) -> (Timestamp, Uuid) {
    match after {
        // The key comes from a cursor of the caller: a later time is not a time of the database.
        Some((micros, id)) => (
            Timestamp::from_micros(*micros).min(Timestamp::LATEST),
            id.clone(),
        ),
        None => (Timestamp::LATEST, Uuid::nil()),
    }
}

/// A sort key as opaque text.
pub fn encode(key: &impl Serialize) -> String {
    base64url(&serde_json::to_vec(key).unwrap_or_default())
}

/// Decodes the result of [`encode`]; any other text is an error of the caller.
pub fn decode<K: DeserializeOwned>(cursor: &str) -> Result<K, Error> {
    unbase64url(cursor)
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .ok_or_else(|| {
            Error::field(
                "cursor",
                "올바른 커서가 아닙니다.",
                "This is not a cursor of this list.",
            )
        })
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn base64url(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk
            .iter()
            .fold(0_u32, |all, byte| all << 8 | u32::from(*byte));
        let group = group << (8 * (3 - chunk.len()));
        for at in 0..=chunk.len() {
            let six = group >> (18 - 6 * at) & 63;
            text.push(char::from(ALPHABET[six as usize]));
        }
    }
    text
}

fn unbase64url(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        if chunk.len() == 1 {
            return None;
        }
        let mut group = 0_u32;
        for byte in chunk {
            let six = ALPHABET.iter().position(|known| known == byte)?;
            group = group << 6 | u32::try_from(six).ok()?;
        }
        let group = group << (6 * (4 - chunk.len()));
        let whole = group.to_be_bytes();
        bytes.extend_from_slice(&whole[1..chunk.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_go_there_and_back() {
        for key in [(0_i64, "a"), (i64::MAX, "한글"), (-1, "")] {
            let text = encode(&key);
            assert!(text.bytes().all(|b| ALPHABET.contains(&b)), "{text}");
            let (number, name): (i64, String) = decode(&text).expect("reads");
            assert_eq!((number, name.as_str()), key);
        }
        for bytes in [&b""[..], b"f", b"fo", b"foo", b"foob"] {
            assert_eq!(unbase64url(&base64url(bytes)).as_deref(), Some(bytes));
        }
        assert_eq!(base64url(b"foob"), "Zm9vYg");
    }

    #[test]
    fn invalid_cursors_are_refused() {
        for wrong in ["", "A", "!!!!", "Zm9v", "Zm9vYg=="] {
            let error = decode::<(i64, String)>(wrong).expect_err(wrong);
            assert_eq!(
                (error.status(), error.fields()[0].field.as_str()),
                (422, "cursor")
            );
        }
    }

    #[test]
    fn limits_hold() {
        let check = |page, limit, expect: &str| {
            let asked = PageQuery {
                page,
                limit,
                cursor: None,
            };
            let got = match asked.window::<i64>(USUAL) {
                Ok(window) => format!("{}+{}", window.offset, window.limit),
                Err(error) => format!("{} {}", error.code(), error.fields()[0].field),
            };
            assert_eq!(got, expect);
        };
        check(None, None, "0+20");
        check(Some(100), Some(100), "9900+100");
        check(Some(101), None, "page_too_deep page");
        check(Some(0), None, "validation_failed page");
        check(None, Some(0), "validation_failed limit");
        check(None, Some(101), "validation_failed limit");
    }

    #[test]
    fn the_last_page_has_no_cursor() {
        let window = PageQuery {
            limit: Some(3),
            ..PageQuery::default()
        };
        let window = window.window::<i64>(USUAL).expect("fine");
        assert_eq!(window.page(vec![3, 2, 1], |row| *row).next_cursor, None);
    }

    #[test]
    fn a_total_is_true_or_absent() {
        let window = PageQuery::default().window::<i64>(USUAL).expect("fine");
        let total =
            |page: &Page<i64>| serde_json::to_value(page).expect("serialises")["total"].clone();
        let rows = vec![2, 1];
        assert!(total(&window.page(rows.clone(), |row| *row)).is_null());
        assert_eq!(total(&window.counted_page(rows, 9, |row| *row)), 9);
        let page = window.page(vec![1], |row| *row);
        assert!(
            !serde_json::to_string(&page)
                .expect("serialises")
                .contains("total")
        );
    }
}
