//! Words that must not be used in names, and the profane ones among them, which must not be used in chat.

use std::collections::HashSet;
use std::sync::Arc;

use arc_swap::ArcSwap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::{PgPool, Row};

use super::directory::end_of;
use super::messages::{NO_SUCH_WORD, WORD_EXISTS, WORD_FORMAT};
use witverse_text::skeleton;

use crate::error::{Problem, Result};
use crate::list_window::{Rows, Window};
use crate::permissions::{Administer, Authorized};

/// Parts that names must not contain because they would look official; they are not profane.
const RESERVED_PARTS: [&str; 3] = ["admin", "register", "witverse"];

/// The list, cached in memory and replaced when an administrator changes it.
#[derive(Default)]
pub struct ForbiddenWords {
    list: ArcSwap<Words>,
}

#[derive(Default)]
struct Words {
    exact: HashSet<String>,
    parts: Vec<Part>,
}

/// A word that is barred in any part of a text.
struct Part {
    word: String,
    /// How it looks, in any spelling.
    skeleton: String,
}

impl From<String> for Part {
    fn from(word: String) -> Self {
        let skeleton = skeleton(&word);
        Self { word, skeleton }
    }
}

impl ForbiddenWords {
    /// A separate list, for tests.
    #[must_use]
    pub fn of(exact: &[&str], parts: &[&str]) -> Self {
        let own = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>()
        };
        Self {
            list: ArcSwap::from_pointee(Words {
                exact: own(exact).into_iter().collect(),
                parts: own(parts).into_iter().map(Part::from).collect(),
            }),
        }
    }

    /// Reads the list from the database again.
    ///
    /// # Errors
    /// The database is unreachable.
    pub async fn reload(&self, pool: &PgPool) -> Result<()> {
        let rows: Vec<(String, String)> =
            sqlx::query_as("select word, kind from kernel.forbidden_word")
                .fetch_all(pool)
                .await?;
        let mut words = Words::default();
        for (word, kind) in rows {
            if kind == "part" {
                words.parts.push(word.into());
            } else {
                words.exact.insert(word);
            }
        }
        self.list.store(words.into());
        Ok(())
    }

    /// Whether a text contains a profane word in any spelling. Reserved parts of names are allowed in texts.
    #[must_use]
    pub fn is_profane(&self, text: &str) -> bool {
        let text = skeleton(text);
        let list = self.list.load();
        let barred = |part: &&Part| !RESERVED_PARTS.contains(&part.word.as_str());
        let mut profane = list.parts.iter().filter(barred);
        profane.any(|part| text.contains(part.skeleton.as_str()))
    }

    /// Whether the text is a forbidden word or contains one, in any spelling.
    #[must_use]
    pub fn forbid(&self, text: &str) -> bool {
        let list = self.list.load();
        let (shown, text) = (skeleton(text), text.to_lowercase());
        let has = |part: &Part| text.contains(&part.word) || shown.contains(&part.skeleton);
        list.exact.contains(&text) || list.parts.iter().any(has)
    }
}

/// The match mode of a word: the whole name, or any part of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WordKind {
    Exact,
    Part,
}

/// A word of the list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ForbiddenWord {
    pub word: String,
    pub kind: WordKind,
}

/// Lets administrators edit the forbidden words.
#[derive(Clone)]
pub struct ForbiddenWordList {
    pub(super) pool: PgPool,
    pub(super) words: Arc<ForbiddenWords>,
}

impl ForbiddenWordList {
    /// Returns the words that begin with `prefix` in byte order.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn forbidden_words(
        &self,
        _by: &Authorized<'_, Administer>,
        prefix: &str,
        window: &Window<String>,
    ) -> Result<Rows<ForbiddenWord>> {
        let rows = window.read(
            &self.pool,
            "select word, kind from kernel.forbidden_word
             where word ~>=~ $1 and word ~<~ $2 and word ~>~ $3
             order by word using ~<~ limit $4 offset $5",
            |query, after| {
                query
                    .bind(prefix)
                    .bind(end_of(prefix))
                    .bind(after.map_or("", String::as_str))
            },
        );
        rows.await?.read(|row| {
            Ok(ForbiddenWord {
                word: row.try_get("word")?,
                kind: match row.try_get("kind")? {
                    "part" => WordKind::Part,
                    _ => WordKind::Exact,
                },
            })
        })
    }

    /// Adds a word; existing names are not changed.
    ///
    /// # Errors
    /// The field, `word_exists`.
    pub async fn forbid_word(
        &self,
        _by: &Authorized<'_, Administer>,
        word: &str,
        kind: WordKind,
    ) -> Result<ForbiddenWord> {
        if !is_word(word) {
            return Err(Problem::field("word", WORD_FORMAT.text()).into());
        }
        let kept = sqlx::query(
            "insert into kernel.forbidden_word (word, kind) values ($1, $2) on conflict do nothing",
        )
        .bind(word)
        .bind(match kind {
            WordKind::Exact => "exact",
            WordKind::Part => "part",
        })
        .execute(&self.pool)
        .await?;
        if kept.rows_affected() == 0 {
            return Err(WORD_EXISTS.into());
        }
        self.words.reload(&self.pool).await?;
        Ok(ForbiddenWord {
            word: word.to_owned(),
            kind,
        })
    }

    /// Removes a word from the list.
    ///
    /// # Errors
    /// `word_not_found`.
    pub async fn allow_word(&self, _by: &Authorized<'_, Administer>, word: &str) -> Result<()> {
        let gone = sqlx::query("delete from kernel.forbidden_word where word = $1")
            .bind(word)
            .execute(&self.pool)
            .await?;
        if gone.rows_affected() == 0 {
            return Err(NO_SUCH_WORD.into());
        }
        self.words.reload(&self.pool).await
    }
}

/// Names are compared in lower case, so a word with upper-case letters would match nothing.
fn is_word(text: &str) -> bool {
    (1..=30).contains(&witverse_text::length(text))
        && text.to_lowercase() == text
        && !text.chars().any(|c| c.is_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::{ForbiddenWords, is_word};

    #[test]
    fn a_word_is_in_lower_case() {
        for good in ["a", "시발", "witch-1", &"x".repeat(30)] {
            assert!(is_word(good), "{good}");
        }
        for bad in ["", "Admin", "a b", "a\0", "\n", &"x".repeat(31), "Ä"] {
            assert!(!is_word(bad), "{bad:?}");
        }
    }

    #[test]
    fn a_word_is_barred_in_any_spelling() {
        let words = ForbiddenWords::of(&[], &["badword", "나쁜말"]);
        for text in [
            "a BadWord",
            "ｂａｄｗｏｒｄ",
            "bad\u{200b}word",
            "b\u{301}adword",
            "𝐛𝐚𝐝𝐰𝐨𝐫𝐝",
            "bad\u{fe0f}word",
            "\u{1102}\u{1161}\u{1108}\u{1173}\u{11ab}\u{1106}\u{1161}\u{11af}",
        ] {
            assert!(words.forbid(text) && words.is_profane(text), "{text:?}");
        }
        for text in ["a bad worder", "나쁜 말씀", ""] {
            assert!(!words.forbid(text) && !words.is_profane(text), "{text:?}");
        }
    }
}
