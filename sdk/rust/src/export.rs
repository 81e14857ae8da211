//! The export of the data that a plugin stores about a person, as a list of parts.
//!
//! The kernel asks for one file at a time. A list becomes numbered files of one page each, so no call reads all rows.

use crate::ctx::Ctx;
use crate::error::Error;
use crate::page::{self, Page, PageLimits, PageQuery, Window};
use crate::uuid::Uuid;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A part of the data that a plugin stores about a person.
#[derive(Debug, Default)]
pub struct DataPage {
    /// File names and their contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// The cursor of the next part; `None` at the end.
    pub next: Option<String>,
}

impl DataPage {
    /// One JSON file, without further parts.
    pub fn json(name: &str, value: &impl Serialize) -> Result<Self, Error> {
        let content = serde_json::to_vec_pretty(value)
            .map_err(|error| Error::internal(format!("{name} does not serialise: {error}")))?;
        Ok(Self {
            files: vec![(name.to_owned(), content)],
            next: None,
        })
    }
}

/// A part of the export; made by [`part!`](crate::part!).
///
/// ```
/// use serde::Serialize;
/// use witverse_sdk::export::Part;
/// use witverse_sdk::page::{self, Page, TimeKey, Window};
/// use witverse_sdk::sql::FromRow;
/// use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, part, select};
///
/// #[derive(Serialize, FromRow)]
/// struct Note { id: Uuid, text: String, at: Timestamp }
///
/// // The constant `EXPORT` of the plugin: the files `settings.json`, `notes-1.json`, `notes-2.json`, ….
/// const EXPORT: &[Part] = &[part!("settings" => settings), part!("notes", 200 => notes)];
///
/// fn settings(ctx: &Ctx, person: &Uuid) -> Result<Option<String>, Error> {
///     let row: Option<(String,)> = ctx
///         .sql()
///         .optional("select colour from setting where account_id = $1", &params![person])?;
///     Ok(row.map(|(colour,)| colour))
/// }
///
/// fn notes(ctx: &Ctx, person: &Uuid, window: &Window<TimeKey>) -> Result<Page<Note>, Error> {
///     let (before, id) = page::upper_bound(window.after.as_ref());
///     let statement = select!(
///         Note,
///         "from note where account_id = $1 and (at, id) < ($2, $3) order by at desc, id desc limit $4"
///     );
///     let rows = ctx.sql().query(statement, &params![person, before, &id, window.fetch()])?;
///     Ok(window.page(rows.all()?, |note: &Note| (note.at.as_micros(), note.id.clone())))
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Part {
    #[doc(hidden)]
    pub read: fn(&Ctx, &Uuid, &Position) -> Result<DataPage, Error>,
}

/// The position at which an export continues.
#[doc(hidden)]
#[derive(Debug, Serialize, Deserialize)]
pub struct Position {
    part: usize,
    file: u32,
    cursor: Option<String>,
}

impl Position {
    fn first(part: usize) -> Self {
        Self {
            part,
            file: 1,
            cursor: None,
        }
    }
}

/// A part of an export: `part!("name", 200 => function)` is a list with 200 rows in a file, in the order of the files
/// `name-1.json`, `name-2.json`, …; the function is `fn(&Ctx, &Uuid, &Window<K>) -> Result<Page<T>, Error>`.
/// `part!("name" => function)` is the file `name.json`; the function is `fn(&Ctx, &Uuid) -> Result<T, Error>`.
#[macro_export]
macro_rules! part {
    ($name:literal, $limit:expr => $function:path) => {
        $crate::export::Part {
            read: |ctx, person, position| {
                $crate::export::read_list(ctx, person, position, ($name, $limit), $function)
            },
        }
    };
    ($name:literal => $function:path) => {
        $crate::export::Part {
            read: |ctx, person, _| {
                $crate::DataPage::json(concat!($name, ".json"), &$function(ctx, person)?)
            },
        }
    };
}

/// One file of a list; its `next` is the cursor of the list.
#[doc(hidden)]
pub fn read_list<K: DeserializeOwned, T: Serialize>(
    ctx: &Ctx,
    person: &Uuid,
    position: &Position,
    (name, limit): (&str, u32),
    read: impl FnOnce(&Ctx, &Uuid, &Window<K>) -> Result<Page<T>, Error>,
) -> Result<DataPage, Error> {
    let limits = PageLimits {
        default_limit: limit,
        max_limit: limit,
        max_page: 1,
    };
    let query = PageQuery {
        cursor: position.cursor.clone(),
        ..PageQuery::default()
    };
    let page = read(ctx, person, &query.window(limits)?)?;
    let mut file = DataPage::json(&format!("{name}-{}.json", position.file), &page.items)?;
    file.next = page.next_cursor;
    Ok(file)
}

/// The next file; `cursor` is the `next` of the previous one.
pub(crate) fn read(
    parts: &[Part],
    ctx: &Ctx,
    person: &Uuid,
    cursor: Option<String>,
) -> Result<DataPage, Error> {
    if parts.is_empty() {
        return Ok(DataPage::default());
    }
    let position = match cursor {
        Some(cursor) => page::decode(&cursor)?,
        None => Position::first(0),
    };
    let part = parts
        .get(position.part)
        .ok_or_else(|| Error::internal("an export continues after its end"))?;
    let mut file = (part.read)(ctx, person, &position)?;
    let next = match file.next.take() {
        Some(cursor) => Some(Position {
            part: position.part,
            file: position.file + 1,
            cursor: Some(cursor),
        }),
        None if position.part + 1 < parts.len() => Some(Position::first(position.part + 1)),
        None => None,
    };
    file.next = next.map(|position| page::encode(&position));
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: &[Part] = &[
        crate::part!("numbers", 2 => numbers),
        crate::part!("colour" => colour),
        crate::part!("none", 2 => none),
    ];

    fn numbers(_: &Ctx, _: &Uuid, window: &Window<u32>) -> Result<Page<u32>, Error> {
        let after = window.after.unwrap_or(0);
        let rows = (after + 1..=3).take(window.fetch() as usize).collect();
        Ok(window.page(rows, |number| *number))
    }

    fn colour(_: &Ctx, _: &Uuid) -> Result<Option<String>, Error> {
        Ok(Some("red".to_owned()))
    }

    fn none(_: &Ctx, _: &Uuid, window: &Window<u32>) -> Result<Page<u32>, Error> {
        Ok(window.page(Vec::new(), |number| *number))
    }

    #[test]
    fn the_files_follow_each_other() {
        let (mut cursor, mut files) = (None, Vec::new());
        loop {
            let page = read(PARTS, &Ctx::new(), &Uuid::nil(), cursor).expect("a file");
            files.extend(page.files.into_iter().map(|(name, content)| {
                let text = String::from_utf8(content).expect("a text");
                format!("{name} {}", text.split_whitespace().collect::<String>())
            }));
            match page.next {
                Some(next) => cursor = Some(next),
                None => break,
            }
        }
        let expected = [
            "numbers-1.json [1,2]",
            "numbers-2.json [3]",
            "colour.json \"red\"",
            "none-1.json []",
        ];
        assert_eq!(files, expected);
    }

    #[test]
    fn an_export_without_parts_is_empty_and_wrong_cursors_are_refused() {
        let nobody = Uuid::nil();
        let empty = read(&[], &Ctx::new(), &nobody, None).expect("nothing");
        assert!(empty.files.is_empty() && empty.next.is_none());
        let after_the_end = page::encode(&Position::first(3));
        for cursor in ["x".to_owned(), after_the_end] {
            assert!(read(PARTS, &Ctx::new(), &nobody, Some(cursor)).is_err());
        }
    }
}
